"""A temporal knowledge graph as numbers with tables of names, from benchmark files or from facts of ours.

    temporal-qa import graph icews14 --out icews14-graph
    python -c 'from datasets import load_dataset; print(load_dataset("icews14-graph", "facts"))'

Facts become columns of numbers, by split; what is left out is counted by reason. See ``temporal_qa/graph/``.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from temporal_qa.graph.events import MIN_FACTS, Events, find_events
from temporal_qa.graph.fact_columns import not_stated_before
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, TemporalGraph
from temporal_qa.graph.graph_folder import KIND, graph_inputs, is_graph_folder, read_events, read_graph, write_graph
from temporal_qa.hub.cards import write_card_and_record
from temporal_qa.io import DropLog, folder_beside
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.tables.markdown import markdown_table

MAX_ROWS = 20


def build(
    source: Path, out: Path, *, valid: float = 0, test: float = 0, seed: int = 0, events: Path | None = None,
    min_event_facts: int = MIN_FACTS, drops: DropLog | None = None, overwrite: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Makes the graph folder ``out``.

    Args:
        source: what :func:`~temporal_qa.graph.graph_folder.read_graph` reads.
        out: the folder.
        valid, test, seed: shares of facts to split off, and the seed of the draw.
        events: a table of entities with start and end, see :func:`~temporal_qa.graph.events.find_events`; those of a
            ``source`` that is a graph folder are kept beside it.
        min_event_facts: in how many facts an event occurs at least.
        drops: counts what is left out; decides whether a bad row is an error.
        overwrite: replace a folder of ours.

    Returns:
        The counts and drops, as in ``build.json``, and the files beside those that were read.

    Raises:
        InputError: bad input, or a folder that cannot be made.
    """
    drops = DropLog() if drops is None else drops
    with folder_beside(out, KIND, overwrite=overwrite) as folder:
        graph = read_graph(source, drops, valid=valid, test=test, seed=seed)
        known = read_events(source) if is_graph_folder(source) else None
        found = find_events(graph, drops, events, min_facts=min_event_facts, known=known)
        infos = write_graph(folder, graph, found)
        counts = _counts(graph, found)
        options = {"time_unit": graph.time_unit, "valid": valid, "test": test, "seed": seed}
        options |= {"min_event_facts": min_event_facts}
        inputs = graph_inputs(source) | ({} if events is None else {"events": events})
        card = _card(graph, counts, drops) | {"source": source.name}
        plots = {"facts_by_time": _plot(graph)}
        write_card_and_record(
            folder, KIND, infos, card, plots, options=options, inputs=inputs, counts=counts, drops=drops
        )
    made = {"counts": counts, "drops": dict(drops), "bad_rows": drops.bad_rows, "time_unit": graph.time_unit}
    return made | {"not_read": _not_read(source, inputs)}


def _not_read(source: Path, inputs: dict[str, Path]) -> list[str]:
    """The files of a folder of benchmark files that have none of their names: perhaps facts, as in ``train2.txt``."""
    if "train" not in inputs or not source.is_dir():
        return []
    return sorted({file.name for file in source.iterdir() if file.is_file()} - {file.name for file in inputs.values()})


def _counts(graph: TemporalGraph, events: Events) -> dict[str, Any]:
    known = (graph.first != UNKNOWN_FIRST) & (graph.last != UNKNOWN_LAST)
    again = len(graph) - int(not_stated_before(graph.columns).sum()) if len(graph.splits) > 1 else 0
    return {
        "facts": {split: len(facts) for split, facts in graph.splits.items()},
        "entities": len(graph.entities),
        "relations": len(graph.relations),
        "times": len(graph.times),
        "first_time": graph.time_name(int(graph.times[0])),
        "last_time": graph.time_name(int(graph.times[-1])),
        "points": int(np.count_nonzero(graph.first == graph.last)),
        "intervals": int(np.count_nonzero(known & (graph.first < graph.last))),
        "unknown_start": int(np.count_nonzero(graph.first == UNKNOWN_FIRST)),
        "unknown_end": int(np.count_nonzero(graph.last == UNKNOWN_LAST)),
        "in_an_earlier_split_too": again,
        "events": len(events.entity),
    }


def _plot(graph: TemporalGraph) -> str:
    """Facts by their known first (or last) time, in at most ``MAX_ROWS`` equal periods."""
    times = np.where(graph.first == UNKNOWN_FIRST, graph.last, graph.first)
    low, high = int(times.min()), int(times.max())
    width = max(1, -(-(high - low + 1) // MAX_ROWS))
    bins = np.bincount((times.astype(np.int64) - low) // width)
    labels = [
        graph.time_name(start) + (f" to {graph.time_name(min(start + width - 1, high))}" if width > 1 else "")
        for start in range(low, high + 1, width)
    ]
    return bar_chart_svg("Facts by their start", {"facts": dict(zip(labels, bins.tolist(), strict=True))})


def _card(graph: TemporalGraph, counts: dict[str, Any], drops: DropLog) -> dict[str, Any]:
    number = Counter(dict(enumerate(np.bincount(graph.relation, minlength=len(graph.relations)).tolist())))
    top = [(graph.relations[place].as_py(), facts) for place, facts in number.most_common(MAX_ROWS)]
    example = {
        name: None if column[0] in (UNKNOWN_FIRST, UNKNOWN_LAST) else int(column[0])
        for name, column in zip(("subject", "relation", "object", "first", "last"), graph.columns, strict=True)
    }
    numbers = [(name.replace("_", " "), value) for name, value in counts.items() if name != "facts"]
    left_out = [(number, reason) for reason, number in sorted(drops.items())]
    return {
        "unit": graph.time_unit,
        "example": example,
        "splits": markdown_table(["split", "facts"], counts["facts"].items()),
        "numbers": markdown_table(["", "number"], numbers),
        "relations": markdown_table(["relation", "facts"], top),
        "more_relations": max(len(graph.relations) - MAX_ROWS, 0),
        "drops": markdown_table(["facts", "reason"], left_out) if left_out else "Nothing.",
    }
