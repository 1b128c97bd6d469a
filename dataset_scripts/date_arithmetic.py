"""Date arithmetic: shifts, differences, ages, comparisons, weekdays and weeks of dates in some twenty written forms.

    temporal-qa build date-arithmetic --questions 10000 --seed 0 --out date-arithmetic
    python -c 'from datasets import load_dataset; print(load_dataset("date-arithmetic", "questions"))'

Each question is a pure function of the seed and its number, and a solver that shares no arithmetic with it answers it
before it is written.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import datasets

from temporal_qa.hub.cards import build_command, what_decides_bytes, write_card_and_record
from temporal_qa.hub.config_shards import ConfigShards, FacetCounts, RowsOfConfigs
from temporal_qa.io import resumable_folder
from temporal_qa.io.shards import WriteShards, write_shards
from temporal_qa.questions.date_arithmetic.queries import RULE
from temporal_qa.questions.date_arithmetic.solver import solve_date_question
from temporal_qa.questions.date_arithmetic.synthesis import date_question
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.question_counts import counts_table

CONFIG, SPLIT = "questions", "test"

_TEXT = datasets.Value("string")
FEATURES = datasets.Features(
    dict.fromkeys(date_question(0, 0), _TEXT) | {"answers": datasets.List(_TEXT), "ambiguous": datasets.Value("bool")}
)
FACETS = ("task", "precision", "form", "era", "ambiguous")


@dataclass(frozen=True)
class DateShards(ConfigShards):
    """The questions of a seed, by number.

    Attributes:
        questions: how many.
        seed, tasks: see :func:`solved_question`.
    """

    questions: int
    seed: int
    tasks: tuple[str, ...]
    min_items: int = field(default=10_000, kw_only=True)

    @property
    def sizes(self) -> dict[str, int]:
        """The number of questions of the only split."""
        return {SPLIT: self.questions}

    def make(self, split: str, numbers: Sequence[int], counts: FacetCounts) -> RowsOfConfigs:
        """The rows of some questions."""
        made = [solved_question(self.seed, number, self.tasks) for number in numbers]
        for facet in FACETS:
            values = (row[facet] for row in made)
            counts[facet].update(str(value).lower() if isinstance(value, bool) else str(value) for value in values)
        return {CONFIG: made}


def solved_question(seed: int, number: int, tasks: Sequence[str]) -> dict[str, Any]:
    """The row of the question with this number, after the solver has answered it from its text.

    Raises:
        RuntimeError: the solver disagrees with the label.
    """
    question = date_question(seed, number, tasks)
    if (solved := solve_date_question(question["question"]).answers) != question["answers"]:
        raise RuntimeError(f"question {question['id']}: labelled {question['answers']}, solved {solved}")
    return question


def build(
    out: Path, *, questions: int, seed: int, tasks: Sequence[str], workers: int = 1,
    write: WriteShards = write_shards, on_progress: Callable[[int], object] = lambda n: None, overwrite: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Makes the dataset folder ``out``. A stopped build resumes, and ends in the same bytes.

    Args:
        out: the folder.
        questions: how many.
        seed: decides them, together with ``tasks``.
        tasks: of ``TASKS``, in the order in which they take turns.
        workers: how many processes write; the bytes do not depend on it.
        write: the function that writes shards, such as that of a cluster.
        on_progress: called with the number of questions each time that some are written.
        overwrite: replace a folder of ours.

    Returns:
        The number of questions, and counts by facet, as in ``build.json``.

    Raises:
        InputError: a folder that cannot be made.
        RuntimeError: the solver disagrees with a label.
    """
    options = {"seed": seed, "tasks": list(tasks), "questions": questions, "rule": RULE}
    with resumable_folder(out, "date_arithmetic", what_decides_bytes({}) | options, overwrite=overwrite) as folder:
        shards = DateShards(folder, {CONFIG: FEATURES.arrow_schema}, questions, seed, tuple(tasks))
        write(shards, workers=workers, on_rows=on_progress)
        facets, infos = shards.finish()
        by_facet = {facet: dict(sorted(of_splits[SPLIT].items())) for facet, of_splits in facets.items()}
        by_form = bar_chart_svg("Questions by written form", {SPLIT: by_facet["form"]}, by_size=True)
        card = {
            "example": shards.first_row(CONFIG),
            "rule": RULE,
            "counts": {facet: counts_table(facet, {SPLIT: counts}) for facet, counts in by_facet.items()},
            "again": build_command("date-arithmetic", tasks=",".join(tasks), questions=questions, seed=seed, out="DIR"),
        }
        write_card_and_record(
            folder, "date_arithmetic", infos, card, {"questions_by_form": by_form}, options=options, inputs={},
            counts={CONFIG: {SPLIT: questions}, **by_facet}, drops={},
        )  # fmt: skip
    return {"counts": {SPLIT: questions}, "by_facet": by_facet}
