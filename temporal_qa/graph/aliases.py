"""Other names of entities, such as "Magic Johnson" for Earvin Johnson: questions may use them."""

from collections import Counter
from pathlib import Path

from temporal_qa.graph.events import entities_called
from temporal_qa.graph.graph import TemporalGraph, are_one_line
from temporal_qa.io import DropLog, InputError, read_each
from temporal_qa.timeline.fact_files import dated_rows

UNKNOWN_ENTITY, SHARED = "alias: not of one entity of the graph", "alias: another entity is called so, too"
SPOILT = "alias: more than one line, or blank at an end"


def read_aliases(path: Path, graph: TemporalGraph, drops: DropLog) -> dict[int, tuple[str, ...]]:
    """The aliases of entities, by number. Each belongs to one entity; an alias that is a name or id is left out.

    Args:
        path: a table (``.parquet``, ``.jsonl``, ``.csv``) with the columns id or name, and alias, one a row.
        graph: has the entities.
        drops: counts what is left out, by reason.

    Raises:
        InputError: a table that cannot be read, or holds nothing.
    """
    import pyarrow as pa

    rows = dated_rows(path, ("alias",), (), drops)
    stated = list(read_each(rows, lambda row: (row.text("id", "") or row.text("name"), row.text("alias")), drops))
    if not stated:
        raise InputError("holds no aliases, expected rows with id or name, and alias", path)
    found: dict[int, set[str]] = {}
    entities = entities_called([name for name, _ in stated], graph)
    sound = are_one_line(pa.array([alias for _, alias in stated], pa.string()))
    for entity, (_, alias), is_sound in zip(entities, stated, sound, strict=True):
        if entity is None:
            drops[UNKNOWN_ENTITY] += 1
        elif not is_sound:
            drops[SPOILT] += 1
        else:
            found.setdefault(entity, set()).add(alias)
    often = Counter(alias for aliases in found.values() for alias in aliases)
    names = {*graph.names, *graph.ids}
    kept = dict[int, tuple[str, ...]]()
    for entity in sorted(found):
        others = found[entity] - {graph.names[entity]}
        own = tuple(sorted(alias for alias in others if often[alias] == 1 and alias not in names))
        if shared := len(others) - len(own):
            drops[SHARED] += shared
        if own:
            kept[entity] = own
    return kept
