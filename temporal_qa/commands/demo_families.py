"""All families in the demo: a small dataset of each, invented, loaded and answered by its solver."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from temporal_qa.commands.options import dataset_script
from temporal_qa.io.read import read_rows
from temporal_qa.report.document import Table

HEADER = ["family", "questions", "solver", "one of them", "its answer"]
SIZE = 40


def families_table(complex_tr: Path, folder: Path, seed: int) -> Table:
    """All families: questions, the solver's set accuracy, and an example.

    Args:
        complex_tr: the dataset of the demo.
        folder: gets a small dataset of each other family.
        seed: of those.
    """
    from temporal_qa.fiction.documents.shards import DocumentOptions
    from temporal_qa.fiction.life_samples import LifeSampleOptions
    from temporal_qa.fiction.options import PseudoOptions
    from temporal_qa.questions.date_arithmetic.queries import TASKS

    def made(family: str, *options: Any, **more: Any) -> Path:
        dataset_script(family.replace("-", "_")).build(folder / family, *options, **more)
        return folder / family

    of_graph = dataset_script("cron_questions").CronQuestionsOptions(invent=5 * SIZE, seed=seed)
    splits = {
        "complex-tr": complex_tr / "reason_qa/test",
        "pseudo-pit": made("pseudo-pit", PseudoOptions(10 * SIZE, seed, invent=True, resample=False))
        / "reason_qa/train",
        "hieradate": made("hieradate", LifeSampleOptions(1, 0, SIZE, seed=seed, invent=True, decided_by="equal"))
        / "questions/test",
        "date-arithmetic": made("date-arithmetic", questions=5 * SIZE, seed=seed, tasks=tuple(TASKS))
        / "questions/test",
        "time-qa": made("time-qa", DocumentOptions(1, test=SIZE, words=200, seed=seed)) / "hard/test",
        "cron-questions": made("cron-questions", of_graph) / "questions/test",
    }
    rows = [_row(family, split) for family, split in splits.items()]
    rows.append(["temp-answer-qa", "-", "-", "about real tables: temporal-qa build temp-answer-qa fetches it", ""])
    return Table("families", "All families", "The solver's set accuracy, and a short question.", HEADER, rows)


def _row(family: str, split: Path) -> list[Any]:
    from temporal_qa.questions.audit import solve_rows
    from temporal_qa.questions.cron_questions.graph_rows import GraphRowSolver
    from temporal_qa.questions.solving import solve_row
    from temporal_qa.scoring.set_accuracy import set_accuracy

    of_graph = family == "cron-questions"  # its solver needs the graph, which is in the folder
    solve = GraphRowSolver(split.parents[1]).rows if of_graph else partial(solve_rows, solve=solve_row)
    rows = list(read_rows(split))
    found = [prediction["answers"] for prediction in solve(rows)]
    scores = set_accuracy(found, [row.values["answers"] for row in rows])
    shown = min((row.values for row in rows if row.values["answers"]), key=lambda row: len(row["question"]))
    return [family, len(rows), float(scores.mean()), shown["question"], ", ".join(shown["answers"])]
