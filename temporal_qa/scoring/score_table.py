"""From questions and predictions to a table of scores: all questions, then each value of each facet.

A facet is any column of one text, number or truth value. Facets are shown side by side, not crossed: ``level`` gives a
row for L2 and one for L3, ``hops`` a row for each number of hops, and so on, as in the paper's analysis.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard, TypeVar

import numpy as np

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row
from temporal_qa.scoring.answer_columns import Answers, Scores, split_answers
from temporal_qa.scoring.answer_scores import SCORES, answer_scores
from temporal_qa.scoring.labelled_rows import facets_of, labelled_answers, row_id
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.scoring.significance import summarize
from temporal_qa.timeline.dates import parse_month
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

T = TypeVar("T")


class LabelledQuestion(NamedTuple):
    """What scoring needs of a question row.

    Attributes:
        question: its text; ``None`` where the row has none.
        references: the right answers; an empty list is the label "no answer".
        facets: column -> value, see :func:`~.labelled_rows.facets_of`, and two that follow from the references:
            ``answers`` (``none``, ``single`` or ``multi``) and ``answerable`` (``answerable`` or ``unanswerable``).
        reference_month: of its reference time; ``None`` where the row does not tell.
        facts: how many its context has; ``None`` where the row does not tell.
    """

    question: str | None
    references: list[str]
    facets: dict[str, str]
    reference_month: int | None
    facts: int | None


class Prediction(NamedTuple):
    """A predicted row: its answers, and its text where it has one, which is what the released metric reads."""

    answers: Answers
    text: str | None


class Matched(NamedTuple):
    """One question with its prediction."""

    id: str
    question: LabelledQuestion
    prediction: Prediction


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The mean scores of the questions that share one value of one facet (``all``: of all questions).

    ``n_unanswerable`` of the ``n`` questions have no right answer.
    """

    facet: str
    value: str
    n: int
    n_unanswerable: int
    set_accuracy: float
    answer_f1: float
    exact_match: float
    token_f1: float
    intervals: Mapping[str, tuple[float, float]] | None
    as_published: bool

    def to_dict(self) -> dict[str, Any]:
        """For JSON: an interval, where asked for, is ``<score>_interval``; ``n_unanswerable`` only where it is not
        0."""
        row: dict[str, Any] = {"facet": self.facet, "value": self.value, "n": self.n}
        if self.n_unanswerable:
            row["n_unanswerable"] = self.n_unanswerable
        row |= {name: getattr(self, name) for name in SCORES}
        if self.intervals is not None:
            row |= {f"{name}_interval": list(self.intervals[name]) for name in SCORES}
        return row | {"as_published": self.as_published}


def match_predictions(
    questions: Iterable[Row],
    predictions: Iterable[Row],
    questions_path: Path | str,
    predictions_path: Path | str,
    by: Sequence[str] = (),
) -> list[Matched]:
    """Joins the two files on ``id``, in the order of the questions.

    A question has ``id``, ``answers`` (list of strings, empty where no answer is right) and facets; a prediction has
    ``id`` and ``answers`` (list of strings, perhaps empty) or, lacking that, ``text`` (answers joined in one string).

    Args:
        questions, predictions: their rows, each read once.
        questions_path, predictions_path: for messages.
        by: facets that will be asked for; needed only for long texts, see :func:`~.labelled_rows.facets_of`.

    Raises:
        InputError: a bad row, no questions, or ids that are missing, left over or there twice.
    """
    asked = _by_id(questions, questions_path, partial(_read_question, by=by))
    predicted = _by_id(predictions, predictions_path, _read_prediction)
    if not asked:
        raise InputError("no questions", questions_path)
    unpaired = []
    if missing := [identity for identity in asked if identity not in predicted]:
        unpaired.append(f"{_some(missing)} of {questions_path} without a prediction")
    if extra := [identity for identity in predicted if identity not in asked]:
        unpaired.append(f"{_some(extra)} that {questions_path} does not ask")
    if unpaired:
        raise InputError(f"{'; '.join(unpaired)}; expected one prediction a question", predictions_path)
    return [Matched(identity, question, predicted[identity]) for identity, question in asked.items()]


def common_facets(matched: Sequence[Matched]) -> list[str]:
    """The facets that every question has, in the order of the columns."""
    first, *others = (row.question.facets for row in matched)
    return [facet for facet in first if all(facet in facets for facets in others)]


def score_table(
    matched: Sequence[Matched],
    by: Sequence[str] = ("level", "hops"),
    *,
    scores: Mapping[str, Scores] | None = None,
    bootstrap: int | None = None,
    seed: int = 0,
    as_published: bool = False,
) -> list[ScoreRow]:
    """The row ``all``, then one row for each value of each facet in ``by``, values in natural order.

    Where there are questions without a right answer, they and the others have a row each, whatever ``by`` says.

    Args:
        matched: what :func:`match_predictions` returns.
        by: any facets that every question has, see :class:`LabelledQuestion`.
        scores: what :func:`score_each` returns, where it was called already.
        bootstrap: number of resamples for 95 % intervals; without it there are none.
        seed: of the bootstrap.
        as_published: the released metric, faults included, for the whole table.

    Raises:
        InputError: no questions, an unknown facet, or one that not every question has.
    """
    if not matched:
        raise InputError("no questions to score")
    unanswerable = np.array([not row.question.references for row in matched])
    facets = dict.fromkeys(["answerable", *by] if unanswerable.any() else by)
    columns = {facet: _facet_column(matched, facet) for facet in facets}
    of_each = score_each(matched, as_published=as_published) if scores is None else scores

    def row(facet: str, value: str, chosen: list[int]) -> ScoreRow:
        summary = summarize({name: values[chosen] for name, values in of_each.items()}, bootstrap=bootstrap, seed=seed)
        intervals = None if bootstrap is None else {name: tuple(summary[f"{name}_interval"]) for name in SCORES}
        means = {name: summary[name] for name in SCORES}
        return ScoreRow(
            facet, value, summary["n"], int(unanswerable[chosen].sum()), **means, intervals=intervals,
            as_published=as_published,
        )  # fmt: skip

    rows = [row("all", "", list(range(len(matched))))]
    for facet, column in columns.items():
        members: dict[str, list[int]] = {}
        for index, value in enumerate(column):
            members.setdefault(value, []).append(index)
        rows.extend(row(facet, value, members[value]) for value in sorted(members, key=natural_order))
    return rows


def score_each(matched: Sequence[Matched], *, as_published: bool = False) -> dict[str, Scores]:
    """The scores of each question, 0 to 100, by the names of :data:`SCORES`; arguments as of :func:`score_table`."""
    references = [row.question.references for row in matched]
    # Some rows may have a list and others only text; as lists they are one column. The released metric reads strings.
    predictions: list[Answers]
    if as_published:
        predictions = [
            ANSWER_SEPARATOR.join(row.prediction.answers) if row.prediction.text is None else row.prediction.text
            for row in matched
        ]
    else:
        predictions = [split_answers(row.prediction.answers) for row in matched]
    return answer_scores(predictions, references, as_published=as_published).by_name()


def _facet_column(matched: Sequence[Matched], facet: str) -> list[str]:
    without = [row.id for row in matched if facet not in row.question.facets]
    if len(without) == len(matched):
        known = dict.fromkeys(name for row in matched for name in row.question.facets)
        raise InputError(f"unknown facet {facet!r}, expected some of {', '.join(known)}")
    if without:
        raise InputError(f"no {facet!r} in {_some(without)}; all questions have {', '.join(common_facets(matched))}")
    return [row.question.facets[facet] for row in matched]


def natural_order(value: str) -> tuple[bool, list[tuple[int, str]], str]:
    """Numbers by size, all else by the alphabet; but single before multi, and in-domain before future."""
    # A number by its digits: Python refuses to read one of thousands.
    parts = [
        (len(digits := part.lstrip("0")), digits) if part.isdecimal() else (-1, part)
        for part in re.split(r"(?<!\d\.)(?<!\d)(\d+)", value)  # the decimals of a number stay text
    ]
    return value in ("multi", "future"), parts, value


def _by_id(rows: Iterable[Row], path: Path | str, read: Callable[[Row], T]) -> dict[str, T]:
    found: dict[str, T] = {}
    repeated: dict[str, None] = {}
    for row in rows:
        identity = row_id(row)
        if identity in found:
            repeated[identity] = None
        found[identity] = read(row)
    if repeated:
        raise InputError(f"{_some(list(repeated))} there more than once; expected each id once", path)
    return found


def _read_question(row: Row, by: Sequence[str]) -> LabelledQuestion:
    answers, question = labelled_answers(row), row.values.get("question")
    number = len(set(map(normalize_answer, answers)) - {""})
    facets = facets_of(row.values, by) | {
        "answers": "multi" if number > 1 else "single" if number else "none",
        "answerable": "answerable" if number else "unanswerable",
    }
    text = question if isinstance(question, str) else None
    return LabelledQuestion(text, answers, facets, _reference_month(row), _number_of_facts(row))


def _reference_month(row: Row) -> int | None:
    try:
        return parse_month(row.values["reference_date"])
    except (KeyError, TypeError, ValueError):  # a column of that name may hold something else
        return None


def _number_of_facts(row: Row) -> int | None:
    """Of ``facts``, or else the lines of ``fact_context``, which states one a line."""
    facts, context = row.values.get("facts"), row.values.get("fact_context")
    if isinstance(facts, list):
        return len(facts)
    return sum(bool(line.strip()) for line in context.splitlines()) if isinstance(context, str) else None


def _read_prediction(row: Row) -> Prediction:
    answers, text = row.values.get("answers"), row.values.get("text")
    if text is not None and not isinstance(text, str):
        raise row.error(f"expected 'text' to be a string, found {text!r}")
    if answers is None and text is not None:
        return Prediction(text, text)
    if not _is_list_of_strings(answers):
        raise row.error("expected 'answers' (list of strings) or, without it, 'text' (string)")
    return Prediction(answers, text)


def _is_list_of_strings(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _some(identities: Sequence[str]) -> str:
    """How many, and the first five: ``7 ids ('a', 'b', 'c', 'd', 'e', ...)``."""
    first = ", ".join(map(repr, identities[:5])) + (", ..." if len(identities) > 5 else "")
    return f"{len(identities)} {'id' if len(identities) == 1 else 'ids'} ({first})"
