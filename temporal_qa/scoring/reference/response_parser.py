"""The response parser released with TempAnswerQA, faults included, to check printed tables.

:mod:`temporal_qa.scoring.responses.temporal_values` uses it for ``parser="published"``. Its faults:

- TTQA: the first digits after the first "Final Answer:" count, whatever is around them, so "59,828" is 59, "2.7 years"
  is 2, "8 or 7" is 8, and "The 2008 tour lasted 9 days" is 2008.
- TTQA dates: see :mod:`~.response_dates`; missing parts of a date are those of the day of the run.
- ToT: only strict JSON has a value; ``{}`` is 0 seconds; decimals of hours, minutes and seconds are cut; hours, minutes
  and seconds are known by their position, not by their names; "-348 BC" is 348 AD.

Source: the behaviour of the parser of the repository aauss/temporal-answer-qa on the released responses.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from typing import Any

from temporal_qa.scoring.reference.response_dates import find_date, read_date
from temporal_qa.scoring.responses.value_types import PREFILL, AnswerFormat, NoValue, Unit

_MARKER = "Final Answer:"
_NUMBER, _YEAR = re.compile(r"\d+"), re.compile(r"\d{4}")
_AFTER_MARKER = re.compile(r"Final Answer:(.*)")
_MAX_LINE_CHARACTERS = 10_000  # a longer line is not an answer, and takes long to read

_CLOCK_KEYS = ({"A", "B", "C"}, {"X", "Y", "Z"}, {"H", "M", "S"})
_CLOCK_UNITS = ("hours", "minutes", "seconds")
_SECONDS = {"days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}
_MAX_SECONDS = 999_999_999 * 86_400  # a timedelta holds no more days


def read_sentence(response: str, item: AnswerFormat, fill_date: datetime.date) -> tuple[float, str]:
    """The value of a TTQA response and the rule that gave it. Raises ``NoValue``."""
    if item.unit == "date":
        found = _AFTER_MARKER.search(response)
        if found is None:
            raise NoValue("no answer marker")
        if len(found[1]) > _MAX_LINE_CHARACTERS:
            raise NoValue("a line too long")
        return find_date(found[1], fill_date), "date finder"
    found = _first(_YEAR if item.unit == "date_years" else _NUMBER, response)
    if found is None:
        raise NoValue("no number after the marker" if _MARKER in response else "no answer marker")
    if len(found[0]) > 300:
        raise NoValue("a number too large")
    return float(int(found[0])), "first year" if item.unit == "date_years" else "first number"


def _first(digits: re.Pattern[str], response: str) -> re.Match[str] | None:
    """The first digits on a line after a marker."""
    marker = response.find(_MARKER)
    while marker >= 0:
        end = response.find("\n", marker)
        end = len(response) if end < 0 else end
        if found := digits.search(response, marker + len(_MARKER), end):
            return found
        marker = response.find(_MARKER, end)
    return None


def read_json(response: str, item: AnswerFormat) -> tuple[float, str]:
    """The value of a ToT response and the rule that gave it. Raises ``NoValue``."""
    whole = (PREFILL + response).replace("\n", " ")
    if "}" not in whole:
        raise NoValue("no JSON object")
    try:
        fields = json.loads(whole[: whole.rindex("}") + 1])
    except (ValueError, RecursionError):
        raise NoValue("broken JSON") from None
    fields.pop("explanation", None)
    return read_fields(fields, item.unit)


def read_fields(fields: Mapping[str, Any], unit: Unit) -> tuple[float, str]:
    """The value of an answer object without its explanation, and the rule. Raises ``NoValue``."""
    try:
        return _read_fields(fields, unit)
    except (ValueError, TypeError, AttributeError, IndexError, OverflowError):
        raise NoValue("not the kind of answer asked for") from None


def _read_fields(fields: Mapping[str, Any], unit: Unit) -> tuple[float, str]:
    keys = set(fields)
    if "age" in keys:
        return _whole(int(fields["age"]), unit), "age"
    if "date" in keys:
        return _day(fields["date"], unit), "date"
    if "answer" in keys:
        answer = fields["answer"]
        if isinstance(answer, int) or str(answer).isdigit():
            return _whole(int(answer), unit), "number"
        if not isinstance(answer, str):
            raise NoValue("not the kind of answer asked for")
        if "BC" in answer:
            return _whole(-int(answer.replace("BC", "")), unit), "era"
        if "AD" in answer:
            return _whole(int(answer.replace("AD", "")), unit), "era"
        return _day(answer, unit), "date"
    if keys in _CLOCK_KEYS or keys.issubset(_CLOCK_UNITS):
        by_position = dict(zip(_CLOCK_UNITS, fields.values(), strict=False))
        return _clock({name: int(number) for name, number in by_position.items()}, unit), "hours, minutes, seconds"
    if {"day", "time"} <= keys:
        times = [int(part) for part in fields["time"].split(":")]
        shift = int(str(fields["day"]).replace("same_day", "0").replace("previous_day", "-1"))
        if len(times) > len(_CLOCK_UNITS):
            raise NoValue("not the kind of answer asked for")
        return _clock({"days": shift, **dict(zip(_CLOCK_UNITS, times, strict=False))}, unit), "day and time"
    if set(_SECONDS) <= keys:
        if keys != set(_SECONDS):
            raise NoValue("not the kind of answer asked for")
        return _clock({name: int(number) for name, number in fields.items()}, unit), "days, hours, minutes, seconds"
    raise NoValue("no answer key")


def _whole(number: int, unit: Unit) -> float:
    if unit not in ("days", "months", "years"):
        raise NoValue("not the kind of answer asked for")
    return float(number)


def _day(written: object, unit: Unit) -> float:
    if unit != "date" or not isinstance(written, str):
        raise NoValue("not the kind of answer asked for")
    return read_date(written)


def _clock(parts: Mapping[str, int], unit: Unit) -> float:
    seconds = sum(number * _SECONDS[name] for name, number in parts.items())
    if unit not in ("seconds", "minutes") or abs(seconds) > _MAX_SECONDS:
        raise NoValue("not the kind of answer asked for")
    return seconds / 60 if unit == "minutes" else float(seconds)
