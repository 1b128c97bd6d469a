"""The questions that the fewest runs answer, each in full: its right answers, the reasons, and the runs' answers."""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from temporal_qa.drawing.explained_rows import explain_row
from temporal_qa.drawing.timeline_layout import timeline_html
from temporal_qa.drawing.timeline_png import draw_timeline
from temporal_qa.io import InputError, Row, read_rows
from temporal_qa.questions.complex_tr.queries import kind_in_words
from temporal_qa.report.document import Case, Picture, Section
from temporal_qa.report.question_runs import RunsOnQuestions
from temporal_qa.scoring.labelled_rows import labelled_answers, row_id
from temporal_qa.scoring.normalize import row_form, split_answers
from temporal_qa.scoring.scored_questions import questions_hash

HARDEST = 5
"""The number of questions in a report."""

_MAX_ANSWER_LETTERS = 300  # some models write a page


def read_questions(
    paths: Iterable[Path], sets: Sequence[RunsOnQuestions], *, seed: int = 0
) -> dict[str, dict[str, Row]]:
    """The rows of the hardest questions of each set, by the hash of what their file asks and by id.

    Each file is read once; ``seed`` is that of :func:`hardest_questions`.

    Raises:
        InputError: a file is not one of questions, no run answered its questions, or it lacks one that a run answered.
    """
    wanted: dict[str, set[str]] = {}
    for runs in sets:
        ids = wanted.setdefault(runs.questions[0].questions_sha256, set())
        ids |= {runs.questions[place].id for place in hardest(runs, seed=seed)}
    shown = set().union(*wanted.values())
    found: dict[str, dict[str, Row]] = {}
    for path in paths:
        rows: dict[str, Row] = {}
        if (digest := questions_hash(_kept(read_rows(path), shown, rows))) not in wanted:
            names = {runs.questions[0].questions_sha256: runs.questions[0].questions for runs in sets}
            expected = ", ".join(f"{name} ({known[:12]}...)" for known, name in names.items())
            raise InputError(
                f"no run is on these questions, by the SHA-256 of what they ask and answer, {digest[:12]}...; "
                f"expected those of {expected or 'a scored run'}",
                path,
            )
        if missing := sorted(wanted[digest] - rows.keys()):
            raise InputError(f"has no question {missing[0]!r}, which a scored run has", path)
        found[digest] = rows
    return found


def _kept(rows: Iterable[Row], ids: Collection[str], kept: dict[str, Row]) -> Iterator[Row]:
    """Passes the rows on, and keeps those with these ids in ``kept``."""
    for row in rows:
        if (identity := row_id(row)) in ids:
            kept[identity] = row
        yield row


def hardest_questions(
    runs: RunsOnQuestions, rows: Mapping[str, Row], folder: Path, *, suffix: str = "", seed: int = 0
) -> Section:
    """Up to ``HARDEST`` questions that not every run answers, as :func:`hardest` chooses them, each in full.

    Args:
        runs: the runs, on the same questions.
        rows: the rows of these questions by id, from :func:`read_questions`.
        folder: the report's, to which the timelines are written.
        suffix: the end of the names of the pictures, if a report has several sets of questions.
        seed: of the draw among equally hard questions.

    Raises:
        InputError: matplotlib is not installed.
    """
    cases = [
        _case(runs, place, rows[runs.questions[place].id], folder / f"hardest{suffix}_{number}.png", number)
        for number, place in enumerate(hardest(runs, seed=seed), 1)
    ]
    note = "None: every run answers every question exactly."
    if cases:
        note = f"Those that the fewest runs answer exactly, and none that all do. Ties are drawn (seed {seed})."
    return Section(f"Hardest questions {suffix.removeprefix('_')}".rstrip(), note, cases)


def hardest(runs: RunsOnQuestions, *, seed: int = 0) -> list[int]:
    """The places of up to ``HARDEST`` questions with the lowest mean main score over the runs, below 100.

    Equally hard questions are drawn. The order of the rows does not matter.
    """
    means = np.mean([scores[runs.main_score] for scores in runs.scores.values()], axis=0).tolist()
    hard = sorted((place for place, mean in enumerate(means) if mean < 100), key=lambda place: runs.questions[place].id)
    random.Random(f"{seed}/hardest questions").shuffle(hard)
    return sorted(hard, key=lambda place: means[place])[:HARDEST]


def _case(runs: RunsOnQuestions, place: int, row: Row, picture: Path, number: int) -> Case:
    scored = runs.questions[place]
    labels = split_answers(labelled_answers(row))
    explained = explain_row(row.values)
    in_words = explained.explanation.to_text().splitlines() if explained.explanation else explained.reasons
    reasons = [line.removeprefix("- ") for line in in_words]
    form = row_form(labels, explained.answers or ())
    if explained.answers and set(map(form, explained.answers)) != set(map(form, labels)):
        reasons.append("The answers that came with the question are others; they, or the facts, are wrong.")
    right = [run for run, scores in runs.scores.items() if scores[runs.main_score][place] == 100]
    kind = scored.facets["kind"]
    named = f"{kind_in_words(kind)}, id {scored.id}" if kind else f"id {scored.id}"
    title, shown = row.values.get("question") or scored.id, None
    if timeline := explained.timeline(labels[0] if labels else None):
        draw_timeline(picture, timeline, title)
        coloured = ", with the months asked about shaded and the answers marked" if explained.explanation else ""
        whose = f"facts of {explained.facts[0].subject}" if explained.facts else "lives"
        shown = Picture(picture.name, f"The {whose} on a timeline{coloured}", timeline_html(timeline))
    return Case(
        f"{number}. {title}",
        f"Right answers: {_joined(labels)}",
        f"Runs that are right: {len(right)} of {len(runs.scores)}. Question: {named}.",
        shown,
        {
            "Why": reasons,
            "What the runs answered": [
                f"{run}, {'right' if run in right else 'wrong'}: {_joined(questions[place].predicted_answers)}"
                for run, questions in runs.by_run.items()
            ],
        },
    )


def _joined(answers: Sequence[str]) -> str:
    text = " ".join("; ".join(answers).split()) or "no answer"
    return text if len(text) <= _MAX_ANSWER_LETTERS else f"{text[:_MAX_ANSWER_LETTERS]}..."
