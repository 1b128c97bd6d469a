"""All families in the demo: a small dataset of each, invented, loaded and answered by its solver."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.io.read import Row, read_rows
from temporal_qa.report.document import Table

HEADER = ["family", "questions", "solver", "one of them", "its answer"]
SIZE = 40


Solve = Callable[[Iterable[Row]], Iterable[dict[str, Any]]]


class Family(NamedTuple):
    """A dataset of the demo: its name, the split to show, and what builds it and answers its rows.

    The solver of a graph needs the folder, so ``solver`` gives the function for a folder.
    """

    name: str
    split: str
    build: Callable[[Path, int], object]
    solver: Callable[[Path], Solve] = lambda _: _solve_rows


def families_table(complex_tr: Path, folder: Path, seed: int) -> Table:
    """All families: questions, the solver's set accuracy, and an example.

    Args:
        complex_tr: the dataset of the demo.
        folder: gets a small dataset of each other family.
        seed: of those.
    """
    rows = [_row("complex-tr", complex_tr / "reason_qa/test", _solve_rows)]
    for family in _families():
        out = folder / family.name
        family.build(out, seed)
        rows.append(_row(family.name, out / family.split, family.solver(out)))
    rows.append(["temp-answer-qa", "-", "-", "about real tables: temporal-qa build temp-answer-qa fetches it", ""])
    return Table("families", "All families", "The solver's set accuracy, and a short question.", HEADER, rows)


def _row(family: str, split: Path, solve: Solve) -> list[Any]:
    from temporal_qa.scoring.set_accuracy import set_accuracy

    rows = list(read_rows(split))
    found = [prediction["answers"] for prediction in solve(rows)]
    scores = set_accuracy(found, [row.values["answers"] for row in rows])
    shown = min((row.values for row in rows if row.values["answers"]), key=lambda row: len(row["question"]))
    return [family, len(rows), float(scores.mean()), shown["question"], ", ".join(shown["answers"])]


def _solve_rows(rows: Iterable[Row]) -> Iterable[dict[str, Any]]:
    from temporal_qa.questions.audit import solve_rows
    from temporal_qa.questions.solving import solve_row

    return solve_rows(rows, solve=solve_row)


def _families() -> Iterator[Family]:
    from temporal_qa.fiction.documents.shards import DocumentOptions
    from temporal_qa.fiction.life_samples import LifeSampleOptions
    from temporal_qa.fiction.options import PseudoOptions
    from temporal_qa.questions.cron_questions.graph_rows import GraphRowSolver
    from temporal_qa.questions.date_arithmetic.queries import TASKS

    def script(name: str) -> Any:
        return importlib.import_module(f"temporal_qa.dataset_scripts.{name}")

    def hieradate(out: Path, seed: int) -> object:
        options = LifeSampleOptions(1, 0, SIZE, seed=seed, invent=True, decided_by="equal")
        return script("hieradate").build(out, options)

    def time_qa(out: Path, seed: int) -> object:
        return script("time_qa").build(out, DocumentOptions(1, test=SIZE, words=200, seed=seed))

    def cron_questions(out: Path, seed: int) -> object:
        made = script("cron_questions")
        return made.build(out, made.CronQuestionsOptions(invent=5 * SIZE, seed=seed))

    def date_arithmetic(out: Path, seed: int) -> object:
        return script("date_arithmetic").build(out, questions=5 * SIZE, seed=seed, tasks=tuple(TASKS))

    def pseudo_pit(out: Path, seed: int) -> object:
        return script("pseudo_pit").build(out, PseudoOptions(10 * SIZE, seed, invent=True, resample=False))

    yield Family("pseudo-pit", "reason_qa/train", pseudo_pit)
    yield Family("hieradate", "questions/test", hieradate)
    yield Family("date-arithmetic", "questions/test", date_arithmetic)
    yield Family("time-qa", "hard/test", time_qa)
    yield Family("cron-questions", "questions/test", cron_questions, lambda out: GraphRowSolver(out).rows)
