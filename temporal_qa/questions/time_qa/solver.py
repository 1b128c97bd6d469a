"""The exact solver of TimeQA: answers a question from the segments of its fact, each of which holds from A until B.

It shares no code with the makers of the questions: it reads times and compares them as pairs of year and month.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from temporal_qa.io import is_list_of_texts
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.text.dates import MONTH, MONTH_NUMBERS
from temporal_qa.timeline import CalendarDate

Month: TypeAlias = tuple[int, int]
_BEGINNING, _NEVER = (-(10**9), 1), (10**9, 1)
_WHEN = rf"(?:{MONTH} )?\d{{1,9}}"
_SPECIFIER = re.compile(
    rf"\b(?:(from|between) ({_WHEN}) (?:to|and) ({_WHEN})|in (early|late) (\d{{1,9}})s|(in|before|after) ({_WHEN}))\b",
    re.IGNORECASE,
)


class TimeSolution(NamedTuple):
    """The answers of all segments that fit, and these segments as ``from ... until ...: answers``."""

    answers: list[str]
    fitting: list[str]

    def evidence(self) -> list[str]:
        """The segments that fit."""
        return self.fitting


def solve_time_row(row: Mapping[str, Any]) -> TimeSolution:
    """Answers the ``question`` of a row from its ``segments``, a list of ``{"start", "end", "answers"}``.

    The time is the row's ``specifier`` or, without one, the last in the question. Every segment that holds at some
    moment of that time fits.

    Raises:
        ValueError: a column is absent or of the wrong type.
        Unparsable: no time is found in the question.
        Unanswerable: no segment fits, or those that fit have no answer.
    """
    question, segments = row.get("question"), row.get("segments")
    if segments is None:
        raise Unparsable("no segments of its fact, as released hard questions have none")
    if not isinstance(question, str) or not isinstance(segments, list):
        raise ValueError("expected 'question' (text) and 'segments' (a list of start, end and answers)")
    specifier = row.get("specifier") or question
    found = list(_SPECIFIER.finditer(specifier))
    if not found or (row.get("specifier") and specifier.lower() not in question.lower() and len(found) != 1):
        raise Unparsable("no time such as 'in May 1990' in the question")
    asked_from, asked_until = _asked(found[-1])
    answers, fitting = list[str](), list[str]()
    for segment in segments:
        holds_from, holds_until, right = _read_segment(segment)
        if max(asked_from, holds_from) < min(asked_until, holds_until):
            answers += [answer for answer in right if answer not in answers]
            fitting.append(f"from {segment['start']} until {segment['end']}: {', '.join(right) or 'no answer'}")
    if not answers:
        raise Unanswerable("; ".join(fitting) or "no segment holds then")
    return TimeSolution(answers, fitting)


def _asked(found: re.Match[str]) -> tuple[Month, Month]:
    """The first month asked about, and the first one after those."""
    span, first, last, part, decade, word, alone = (group and group.lower() for group in found.groups())
    if span:
        start, end = _start(first), _start(last)
        if span == "between":
            return start, _next(last)
        return start, _next(first) if end == start else end
    if part:
        year = int(decade) + (7 if part == "late" else 0)
        return (year, 1), (year + 3, 1)
    if word == "before":
        return _BEGINNING, _start(alone)
    return (_start(alone), _next(alone)) if word == "in" else (_next(alone), _NEVER)


def _start(time: str) -> Month:
    month, _, year = time.rpartition(" ")
    return int(year), MONTH_NUMBERS[month[:3]] if month else 1


def _next(time: str) -> Month:
    year, month = _start(time)
    return (year + 1, 1) if " " not in time or month == 12 else (year, month + 1)


def _read_segment(segment: Any) -> tuple[Month, Month, list[str]]:
    """The first month in which a segment holds, the first one after those, and its answers."""
    try:
        start, end = map(CalendarDate.fromisoformat, (segment["start"], segment["end"]))
        first, until = (start.year, start.month or 1), (end.year, end.month or 1)
        if until < first or start.day or end.day or not is_list_of_texts(answers := segment["answers"]):
            raise ValueError
        if first == until:
            is_last = start.month == 12 or (start.month is None and end.month is None)  # of the year, or all of it
            until = (start.year + 1, 1) if is_last else (start.year, first[1] + 1)
        return first, until, answers
    except (TypeError, KeyError, ValueError, AttributeError):
        raise ValueError(
            f"found the segment {segment!r:.80}, expected start, end (in order, YYYY or YYYY-MM), answers (texts)"
        ) from None
