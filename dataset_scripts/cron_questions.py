"""CronQuestions: questions over a temporal knowledge graph (Saxena, Chakrabarti and Talukdar, ACL 2021).

    temporal-qa build cron-questions --facts facts.parquet --out cron-questions
    temporal-qa build cron-questions --invent 10000 --out cron-questions
    python -c 'from datasets import load_dataset; print(load_dataset("cron-questions", "questions"))'

Facts become questions of five kinds, asked from either end; a solver that shares no code with the maker of the
questions answers each before it is written. See ``temporal_qa/questions/cron_questions/``.
"""

import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from temporal_qa.fiction.invented_graph import invented_graph
from temporal_qa.fiction.names import GROUPS_PER_WORLD
from temporal_qa.graph.events import MIN_FACTS
from temporal_qa.hub.cards import build_command, what_decides_bytes, write_card_and_record
from temporal_qa.io import DropLog, InputError, check_replaceable, resumable_folder, sha256
from temporal_qa.io.resumable import remove_at_once
from temporal_qa.io.shards import WriteShards, write_shards
from temporal_qa.questions.cron_questions.graph_files import CONFIGS, read_graph_and_events, write_graph_and_events
from temporal_qa.questions.cron_questions.graph_groups import NO_WORDINGS, GraphGroups
from temporal_qa.questions.cron_questions.record import READING, graph_features
from temporal_qa.questions.cron_questions.shards import CONFIG, PUBLISHED, QuestionShards, asking_rates, without_alike
from temporal_qa.questions.cron_questions.wordings import SPLITS, graph_wordings
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.question_counts import Counts, counts_table, drops_table, every_value
from temporal_qa.tables.markdown import markdown_table

KIND = "cron_questions"


@dataclass(frozen=True, slots=True)
class CronQuestionsOptions:
    """What decides the dataset.

    Attributes:
        facts: what :func:`~temporal_qa.graph.graph_folder.read_graph` reads; its times are years.
        events: a table of entities with start and end.
        aliases: a table of other names of entities, which questions use, too.
        invent: or how many subjects to invent.
        questions: about how many, over all splits, as the published shares of splits and kinds; 0: all.
        paraphrases: how many wordings of each, at most.
        max_answers: a question with more is dropped.
        contexts: of how many facts a context of the config ``reason_qa`` is, at most; 0: no such config.
        min_event_facts: in how many facts an event occurs at least.
        seed: any whole number from 0.
    """

    facts: Path | None = None
    events: Path | None = None
    aliases: Path | None = None
    invent: int = 0
    questions: int = 410_000
    paraphrases: int = 1
    max_answers: int = 100
    contexts: int = 0
    min_event_facts: int = MIN_FACTS
    seed: int = 0

    def __post_init__(self) -> None:
        if bool(self.facts) == bool(self.invent):
            raise InputError("expected either --facts FILE or --invent with the number of subjects, from 1")
        if self.invent > GROUPS_PER_WORLD:
            limit = f"expected at most {GROUPS_PER_WORLD:,}: no more subjects have names of their own"
            raise InputError(f"--invent is {self.invent:,}, {limit}")

    def inputs(self) -> dict[str, Path]:
        """The files that are read, by their role."""
        from temporal_qa.graph.graph_folder import graph_inputs

        inputs = {} if self.facts is None else graph_inputs(self.facts)
        tables = {"events": self.events, "aliases": self.aliases}
        return inputs | {name: path for name, path in tables.items() if path is not None}

    def record(self) -> dict[str, Any]:
        """The options as ``build.json`` keeps them."""
        return {name: value for name, value in asdict(self).items() if name not in ("facts", "events", "aliases")}

    def plan(self) -> dict[str, Any]:
        """Everything that decides the bytes."""
        return what_decides_bytes(self.inputs()) | self.record()

    def command(self, *, skip_bad: bool) -> str:
        """The command that makes the same bytes; ``skip_bad`` tells that bad rows were skipped."""
        given = asdict(self) | {"min_event_facts" if self.invent else "invent": None}  # what the other one refuses
        return build_command("cron-questions", **given, skip_bad=skip_bad, out="DIR")


def build(
    out: Path, options: CronQuestionsOptions, *, workers: int = 1, write: WriteShards = write_shards,
    drops: DropLog | None = None, on_progress: Callable[[int], object] = lambda n: None,
    on_groups: Callable[[int], object] = lambda n: None, overwrite: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Makes the dataset folder ``out``. A stopped build resumes, and ends in the same bytes.

    Args:
        out: the folder.
        options: what decides the questions.
        workers: how many processes write; the bytes do not depend on it.
        write: the function that writes shards, such as that of a cluster.
        drops: counts what is left out, by reason; decides whether a bad fact is an error, or skipped.
        on_progress: called with the number of groups of facts that are done, each time that some are.
        on_groups: called with the number of all groups, once it is known.
        overwrite: replace an earlier folder of ours.

    Returns:
        ``counts`` by split, ``by_facet``, ``facts``, ``entities``, ``events``, ``aliases`` and ``drops``, as in
        ``build.json``.

    Raises:
        InputError: bad input, no question, or a folder that cannot be made.
        RuntimeError: the solver disagrees with an answer.
    """
    drops = DropLog() if drops is None else drops
    check_replaceable(out, KIND, overwrite)
    graph, events = _source(options, drops)  # first, so that bad input removes nothing of an unfinished build
    with resumable_folder(out, KIND, options.plan(), overwrite=overwrite) as folder:
        for config in CONFIGS:
            shutil.rmtree(folder / config, ignore_errors=True)
        infos = write_graph_and_events(folder, graph, events)
        numbers = {"facts": len(graph), "entities": len(graph.entities), "events": len(events.entity)}
        numbers["aliases"] = sum(map(len, graph.aliases.values()))
        del graph, events  # the shards read what is written, in each process
        shards = _shards(folder, options, drops)
        on_groups(sum(shards.sizes.values()))
        write(shards, workers=workers, on_rows=on_progress)
        shards = without_alike(shards)
        write(shards, workers=workers)
        counts, of_configs = shards.finish()
        for of_split in counts.pop("drops", {}).values():
            drops.update(of_split)
        infos = of_configs | infos
        if CONFIG not in infos:
            remove_at_once(folder)  # nothing to resume
            raise InputError(f"no question could be asked{drops.message()}{_known(drops)}", options.facts)
        by_facet = {facet: every_value(of_facet) for facet, of_facet in counts.items()}
        made = {"by_facet": by_facet, **numbers}
        of_splits = {split: info.num_examples for split, info in infos[CONFIG].splits.items()}
        card = {
            "invented": bool(options.invent),
            "contexts": options.contexts if READING in infos else 0,
            "numbers": made,
            "example": shards.first_row(CONFIG),
            "table_4": table_4(by_facet),
            "shapes": counts_table("shape", by_facet["shape"]),
            "relations": counts_table("relation", by_facet["relation"]),
            "answers": counts_table("answers", by_facet["answers"]),
            "inputs": [(name, sha256(path)) for name, path in options.inputs().items()],
            "drops": drops_table(drops),
            "again": options.command(skip_bad=drops.bad_rows > 0),
        }
        plots = {"questions_by_kind": bar_chart_svg("Questions by kind", by_facet["kind"])}
        write_card_and_record(
            folder, KIND, infos, card, plots, rows=infos[CONFIG].splits.total_num_examples, options=options.record(),
            inputs=options.inputs(), counts=of_splits | made, drops=drops,
        )  # fmt: skip
    return {"counts": of_splits, **made, "drops": dict(sorted(drops.items()))}


def _source(options: CronQuestionsOptions, drops: DropLog) -> Any:
    if options.facts is None:
        return invented_graph(options.invent, options.seed)
    graph, events = read_graph_and_events(
        options.facts, options.events, drops, min_event_facts=options.min_event_facts, aliases=options.aliases
    )
    beyond = [int(time) for time in graph.times[[0, -1]] if abs(time) > 9999] if len(graph.times) else []
    if graph.time_unit == "day" or beyond:
        found = "days" if graph.time_unit == "day" else f"steps such as {beyond[0]:,}"
        raise InputError(f"the times of the graph are {found}, expected years", options.facts)
    return graph, events


def _known(drops: DropLog) -> str:
    """Which relations have wordings, where facts of others were left out."""
    if not drops[NO_WORDINGS]:
        return ""
    known = ", ".join(f"{relation} ({', '.join(names)})" for relation, names in graph_wordings().names().items())
    return f"; expected relations of generation/cron_questions.yaml, by id or label: {known}"


def _shards(folder: Path, options: CronQuestionsOptions, drops: DropLog) -> QuestionShards:
    graph, events = read_graph_and_events(folder)
    groups = GraphGroups(graph, events, options.seed, drops)
    schemas = {CONFIG: graph_features().arrow_schema}
    if options.contexts:
        schemas[READING] = graph_features(with_facts=True).arrow_schema
    return QuestionShards(
        folder,
        schemas,
        groups={split: len(numbers) for split, numbers in groups.of_split.items() if len(numbers)},
        seed=options.seed,
        rates=asking_rates(groups, options.seed, options.max_answers, options.questions, options.paraphrases),
        paraphrases=options.paraphrases,
        max_answers=options.max_answers,
        max_facts=options.contexts,
    )


def table_4(by_facet: dict[str, Counts]) -> str:
    """Ours beside Table 4 of the paper: train / dev / test."""
    rows = []
    for value, paper in PUBLISHED.items():
        facet = "answer_type" if value in ("entity", "time") else "kind"
        counts = [by_facet[facet].get(split, {}) for split in SPLITS]
        ours = [sum(of_split.values()) if value == "all" else of_split.get(value, 0) for of_split in counts]
        name = f"{value} answers" if facet == "answer_type" else value.replace("_", " ")
        rows.append([name, *(" / ".join(f"{number:,}" for number in of) for of in (ours, paper))])
    return markdown_table(["train / dev / test", "ours", "paper"], rows)
