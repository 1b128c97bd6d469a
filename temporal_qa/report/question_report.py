"""The part of a report on questions about facts: a section for each set of questions, with the runs on it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from temporal_qa.files import InputError
from temporal_qa.report.document import Picture, Section, Table
from temporal_qa.report.plots import plot_scores_by_group
from temporal_qa.report.question_runs import RunsOnQuestions, runs_by_questions
from temporal_qa.report.question_tables import QuestionTables
from temporal_qa.scoring.scored_questions import ScoredQuestion

_PLOTS = {
    "period": ("Set accuracy by period of the reference time", "reference time"),
    "facts": ("Set accuracy by number of facts in the context", "facts in context"),
}


def question_sections(
    scored: Sequence[ScoredQuestion], folder: Path, *, resamples: int = 1000, seed: int = 0
) -> list[Section]:
    """A section for each set of questions, in the order of the runs; its plots are written to the folder.

    Args:
        scored: the scored questions of any number of runs.
        folder: the report's.
        resamples: of the 95 % intervals.
        seed: of the bootstrap.

    Raises:
        InputError: runs scored by ours and by the released metric, a run that has a question twice, no matplotlib.
    """
    if len({question.as_published for question in scored}) > 1:
        raise InputError("runs scored as published and not cannot be compared; score all in one way")
    sets = runs_by_questions(scored)
    if len(sets) == 1:
        return [_section(sets[0], folder, "", resamples, seed)]
    return [_section(runs, folder, str(number), resamples, seed) for number, runs in enumerate(sets, 1)]


def _section(runs: RunsOnQuestions, folder: Path, number: str, resamples: int, seed: int) -> Section:
    """``number`` is that of the set of questions, empty where there is one set only."""
    tables = QuestionTables(runs, suffix=number and f"_{number}", resamples=resamples, seed=seed)
    pictures = {facet: _plot(tables, facet, folder) for facet in _PLOTS}
    parts: list[Table | Picture | None] = [
        tables.overall(), tables.tests(), tables.by_hops(), tables.by_time(), tables.by_answers(),
        tables.breakdown("kind"), tables.breakdown("period"), pictures["period"],
        tables.breakdown("facts"), pictures["facts"], tables.breakdown("relation"),
    ]  # fmt: skip
    first = runs.questions[0]
    note = [
        f"{len(runs.questions):,} questions, SHA-256 of the file {first.questions_sha256[:12]}...",
        f"Intervals: {resamples:,} resamples, seed {seed}.",
    ]
    if first.as_published:
        note.insert(0, "Scored as published: by the released Complex-TR metric, faults included.")
    if number:
        note.append("Runs are compared with each other on these questions, and with none on others.")
    return Section(
        f"Questions {number}: {first.questions}" if number else f"Questions of {first.questions}",
        " ".join(note), [part for part in parts if part is not None], [tables.everything()],
    )  # fmt: skip


def _plot(tables: QuestionTables, facet: str, folder: Path) -> Picture | None:
    groups = tables.count(facet)
    if not groups:
        return None
    title, name = _PLOTS[facet]
    file = f"by_{facet}{tables.suffix}.png"
    cells = {run: [tables.cell(run, facet, group) for group in groups] for run in tables.runs.scores}
    plot_scores_by_group(folder / file, cells, list(groups), group_name=name, title=title)
    return Picture(file, f"{title}, with 95 % bootstrap intervals")
