"""From questions and predictions to a table of scores: all questions, then each value of each facet.

Facets are shown side by side, not crossed: ``level`` gives a row for L2 and one for L3, ``hops`` a row for each number
of hops, and so on, as in the paper's analysis.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard, TypeVar

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row
from temporal_qa.scoring.answer_columns import Answers, split_answers
from temporal_qa.scoring.answer_scores import answer_scores
from temporal_qa.scoring.labelled_rows import labelled_answers, row_id
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.scoring.significance import summarize
from temporal_qa.timeline.dates import parse_month
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

T = TypeVar("T")

SCORES = ("set_accuracy", "answer_f1", "exact_match", "token_f1")

# Only these columns are kept in memory beside the answers: contexts are large.
_FACET_COLUMNS = ("level", "hops", "kind", "relation", "future")
FACETS = (*_FACET_COLUMNS, "answers")


class Reference(NamedTuple):
    """What scoring needs of a question row: its right answers, its value in each facet that it has and, where the row
    tells them, the month of its reference time and the number of facts in its context."""

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
    question: Reference
    prediction: Prediction


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The mean scores of the questions that share one value of one facet (``all``: of all questions)."""

    facet: str
    value: str
    n: int
    set_accuracy: float
    answer_f1: float
    exact_match: float
    token_f1: float
    intervals: Mapping[str, tuple[float, float]] | None
    as_published: bool

    def to_dict(self) -> dict[str, Any]:
        """For JSON: an interval, where asked for, is ``<score>_interval``."""
        row: dict[str, Any] = {"facet": self.facet, "value": self.value, "n": self.n}
        row |= {name: getattr(self, name) for name in SCORES}
        if self.intervals is not None:
            row |= {f"{name}_interval": list(self.intervals[name]) for name in SCORES}
        return row | {"as_published": self.as_published}


def match_predictions(
    questions: Iterable[Row], predictions: Iterable[Row], questions_path: Path | str, predictions_path: Path | str
) -> list[Matched]:
    """Joins the two files on ``id``, in the order of the questions; the paths are for messages.

    A question has ``id``, ``answers`` (list of strings, not all empty) and facets; a prediction has ``id`` and
    ``answers`` (list of strings, perhaps empty) or, lacking that, ``text`` (answers joined in one string).

    Raises:
        InputError: a bad row, no questions, or ids that are missing, left over or there twice.
    """
    asked = _by_id(questions, questions_path, _read_question)
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


def score_table(
    matched: Sequence[Matched],
    by: Sequence[str] = ("level", "hops"),
    *,
    bootstrap: int | None = None,
    seed: int = 0,
    as_published: bool = False,
) -> list[ScoreRow]:
    """The row ``all``, then one row for each value of each facet in ``by``, values in natural order.

    Args:
        matched: what :func:`match_predictions` returns.
        by: some of :data:`FACETS`. ``answers`` tells questions with a single reference answer from those with several.
        bootstrap: number of resamples for 95 % intervals; without it there are none.
        seed: of the bootstrap.
        as_published: the released metric, faults included, for the whole table.

    Raises:
        InputError: no questions, an unknown facet, or one that not every question has.
    """
    if not matched:
        raise InputError("no questions to score")
    columns = {facet: _facet_column(matched, facet) for facet in dict.fromkeys(by)}
    scores = score_each(matched, as_published=as_published)

    def row(facet: str, value: str, chosen: list[int]) -> ScoreRow:
        summary = summarize({name: values[chosen] for name, values in scores.items()}, bootstrap=bootstrap, seed=seed)
        intervals = None if bootstrap is None else {name: tuple(summary[f"{name}_interval"]) for name in SCORES}
        means = {name: summary[name] for name in SCORES}
        return ScoreRow(facet, value, summary["n"], **means, intervals=intervals, as_published=as_published)

    rows = [row("all", "", list(range(len(matched))))]
    for facet, column in columns.items():
        members: dict[str, list[int]] = {}
        for index, value in enumerate(column):
            members.setdefault(value, []).append(index)
        rows.extend(row(facet, value, members[value]) for value in sorted(members, key=natural_order))
    return rows


def score_each(matched: Sequence[Matched], *, as_published: bool = False) -> dict[str, NDArray[np.float64]]:
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
    scores = answer_scores(predictions, references, as_published=as_published)
    return {
        "set_accuracy": scores.set_accuracy,
        "answer_f1": scores.answer_f1.f1,
        "exact_match": scores.token_f1.exact_match,
        "token_f1": scores.token_f1.f1,
    }


def _facet_column(matched: Sequence[Matched], facet: str) -> list[str]:
    if facet not in FACETS:
        raise InputError(f"unknown facet {facet!r}, expected some of {', '.join(FACETS)}")
    without = [row.id for row in matched if facet not in row.question.facets]
    if without:
        there = [name for name in FACETS if all(name in row.question.facets for row in matched)]
        raise InputError(f"no {facet!r} in {_some(without)}; all questions have {', '.join(there)}")
    return [row.question.facets[facet] for row in matched]


def natural_order(value: str) -> tuple[bool, list[tuple[int, str]], str]:
    """Numbers by size, all else by the alphabet; but single before multi, and in-domain before future."""
    # A number by its digits: Python refuses to read one of thousands.
    parts = [
        (len(digits := part.lstrip("0")), digits) if part.isdecimal() else (-1, part)
        for part in re.split(r"(\d+)", value)
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


def _read_question(row: Row) -> Reference:
    answers = labelled_answers(row)
    facets = {"answers": "multi" if len(set(map(normalize_answer, answers)) - {""}) > 1 else "single"}
    for facet in _FACET_COLUMNS:
        value = row.values.get(facet)
        if facet == "future" and isinstance(value, bool):
            facets[facet] = "future" if value else "in-domain"
        elif facet == "future" and value is not None:
            raise row.error(f"expected 'future' to be true or false, found {value!r}")
        elif isinstance(value, str | int):
            facets[facet] = str(value)
        elif value is not None:
            raise row.error(f"expected {facet!r} to be a string or a number, found {value!r}")
    return Reference(answers, facets, _reference_month(row), _number_of_facts(row))


def _reference_month(row: Row) -> int | None:
    try:
        return parse_month(row.values["reference_date"])
    except (KeyError, TypeError, ValueError):  # another's column of that name is no reason not to score
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
