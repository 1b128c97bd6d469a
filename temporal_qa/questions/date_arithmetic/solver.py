"""Exact answers to questions of date arithmetic, from their text alone, by ``datetime`` and ``dateutil``.

It shares no arithmetic with the synthesis, which counts days itself. The standard library has no years before 1 or
after 9999, so years are moved by whole cycles of 400, after which the calendar repeats, weekdays included.
"""

import datetime
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias, cast

from dateutil.relativedelta import relativedelta

from temporal_qa.io import grouped
from temporal_qa.io.yaml_tables import wording_pattern
from temporal_qa.questions.date_arithmetic.queries import NAMED_AMOUNTS, RULE, Amount, DateQuery, Unit, date_wordings
from temporal_qa.questions.unsolved import UnknownWording, Unparsable
from temporal_qa.text.date_forms import WEEKDAY_NAMES, forms_for, write_date
from temporal_qa.text.dates import MONTH_AND_YEAR, find_dates, is_day_first, parse_date
from temporal_qa.text.numbers import parse_number
from temporal_qa.timeline import MONTH_NAMES, Age, CalendarDate, day_of

Day: TypeAlias = tuple[int, int, int]
"""Year, month and day."""

_DAYS_OF_CYCLE = 146_097
_SLOTS = {
    "unit": "(?:year|month|week|day)s?",
    "year": r"\d+(?: (?:AD|BC))?",
    "month": rf"(?:{'|'.join(MONTH_NAMES)}|{MONTH_AND_YEAR}(?: AD)?)",
}
_CONVENTION = re.compile(r" \(Dates are written [dmy./-]+\.\)\Z")
_AMOUNT = re.compile(r"([\d,]+|[a-z -]+) (year|month|week|day)s?")
_WEEKDAY = re.compile(rf"({'|'.join(WEEKDAY_NAMES)}), (.+)")


class DateSolution(NamedTuple):
    """What a question asks and its answer.

    Attributes:
        query: the question in structured form.
        answers: the one answer; a date is written as the question writes its own.
        value: the answer with dates as ISO text.
        day_first: how the question writes dates in numbers alone.
    """

    query: DateQuery
    answers: list[str]
    value: str
    day_first: bool

    def is_meant_by(self, label: str) -> bool:
        """Whether a label means the answer, perhaps in another written form."""
        if label == self.answers[0]:
            return True
        with suppress(Unparsable):
            return read_date(label, self.day_first).isoformat() == self.value
        return False

    def evidence(self) -> list[str]:
        """The answer and the rule that it follows."""
        return [f"{self.value}: {RULE}"]


def solve_date_question(question: str) -> DateSolution:
    """Reads a question and answers it.

    Raises:
        Unparsable: the question is in no known wording, or one of its dates cannot be read.

    >>> solve_date_question("What is the time 3 year and 2 month before Jul, 1176").answers
    ['May, 1173']
    """
    day_first = is_day_first(question)
    asked = _CONVENTION.sub("", question.strip())
    for asks, wording in _patterns():
        if found := wording.fullmatch(asked):
            slots = found.groupdict()
            written = [slots[name] for name in ("date", "other", "month", "year") if name in slots]
            written = written or slots["dates"].split("; ")
            if asks in ("later", "earlier") and written[0] in MONTH_NAMES:
                return _month_of_year(asks, written[0], _read_amount(slots["amount"]))
            amount = _read_amount(slots["amount"]) if "amount" in slots else ()
            unit = cast("Unit | None", slots.get("unit", "").removesuffix("s") or None)
            query = DateQuery(asks, tuple(read_date(text, day_first) for text in written), amount, unit)
            return _solution(query, written, day_first)
    raise UnknownWording("the question is in no known wording")


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    tables = (*date_wordings().items(), *date_wordings(released=True).items())
    return [(asks, wording_pattern(wording, _SLOTS)) for asks, wordings in tables for wording in wordings]


@lru_cache(maxsize=64)  # two questions may be about the same dates
def read_date(text: str, day_first: bool) -> CalendarDate:
    """The date of a text that is one date, in any written form.

    Raises:
        Unparsable: other text, a date that the calendar does not have, or one that falls on another weekday.
    """
    bare = text.strip().removeprefix("the ")
    if "day, " in bare and (named := _WEEKDAY.fullmatch(bare)):
        date = read_date(named[2], day_first)
        if date.day and WEEKDAY_NAMES[moved(*day_of(date))[0].weekday()] != named[1]:
            raise Unparsable(f"{date} is not a {named[1]}")
        return date
    with suppress(ValueError):
        return parse_date(bare)
    found = find_dates(bare, day_first=day_first)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(bare)):
        raise Unparsable(f"{text!r} is not a date that can be read")
    try:
        return found[0].to_date()
    except ValueError as problem:
        raise Unparsable(f"{text!r}: {problem}") from None


def moved(year: int, month: int, day: int) -> tuple[datetime.date, int]:
    """A day in the years 4000 to 4399, where all amounts have room, and how many years to add to get it back."""
    new_year = 4000 + year % 400
    return datetime.date(new_year, month, day), year - new_year


def age_and_days(first: Day, last: Day) -> tuple[Age, int]:
    """The years, months and days between two days by ``relativedelta``, and the days alone.

    Raises:
        ValueError: the second day lies before the first.

    >>> age_and_days((2000, 2, 29), (2001, 2, 28)), str(age_and_days((-43, 3, 15), (14, 8, 19))[0])
    ((Age(years=1, months=0, days=0), 365), '57 years, 5 months and 4 days')
    """
    if last < first:
        raise ValueError("the dates are in the wrong order")
    start, years = moved(*first)
    cycles = max(0, last[0] - years - 9600) // 400
    end = datetime.date(last[0] - years - 400 * cycles, *last[1:])
    age = relativedelta(end, start)
    return Age(age.years + 400 * cycles, age.months, age.days), (end - start).days + _DAYS_OF_CYCLE * cycles


def _read_amount(text: str) -> Amount:
    if text in NAMED_AMOUNTS:
        return NAMED_AMOUNTS[text]
    amount = []
    for part in re.split(r", | and ", text):
        found = _AMOUNT.fullmatch(part)
        number = parse_number(found[1]) if found else None
        if found is None or number is None:
            raise Unparsable(f"{text!r} is not an amount of time that can be read")
        amount.append((int(number), cast("Unit", found[2])))
    return tuple(amount)


def _solution(query: DateQuery, written: Sequence[str], day_first: bool) -> DateSolution:
    try:
        value = _ANSWERS[query.asks.removeprefix("relative_")](query)
    except (ValueError, OverflowError) as problem:
        raise Unparsable(str(problem)) from None
    if isinstance(value, str):
        return DateSolution(query, [value], value, day_first)
    texts = grouped(zip(query.dates, written, strict=True))  # a date of the question is written as there
    answer = [
        texts[date].pop(0) if date in texts else _in_form_of(query.dates[0], written[0], date, day_first)
        for date in value
    ]
    return DateSolution(query, ["; ".join(answer)], "; ".join(date.isoformat() for date in value), day_first)


def _in_form_of(model: CalendarDate, written: str, date: CalendarDate, day_first: bool) -> str:
    """The date in the form in which ``written`` states ``model``; ISO if no form does."""
    can_write = (form for form in forms_for(model) if form.day_first in (None, day_first) and form.can_write(date))
    # May is its own short form: of several forms that fit, the first is the usual one.
    return next((write_date(date, form) for form in can_write if write_date(model, form) == written), date.isoformat())


def _month_of_year(asks: str, month: str, amount: Amount) -> DateSolution:
    """TRAM's shift of a month without a year."""
    if finer := {unit for _, unit in amount} - {"year", "month"}:
        raise Unparsable(f"{month} is too coarse for an amount in {_units(finer)}")
    months = sum(number * {"year": 12, "month": 1}[unit] for number, unit in amount)
    place = MONTH_NAMES.index(month) + (months if asks == "later" else -months)
    name = MONTH_NAMES[place % 12]
    return DateSolution(DateQuery(asks, (), amount), [name], name, day_first=False)


def _units(units: Collection[str]) -> str:
    return ", ".join(f"{unit}s" for unit in sorted(units))


def _shifted(query: DateQuery, sign: int) -> list[CalendarDate]:
    (date,) = query.dates
    units = {unit for _, unit in query.amount}
    if (date.month is None and units != {"year"}) or (date.day is None and units & {"week", "day"}):
        raise ValueError(f"{date} is too coarse for an amount in {_units(units)}")
    start, years = moved(date.year, date.month or 1, date.day or 1)
    amounts = (relativedelta(**{f"{unit}s": number}) for number, unit in query.amount)  # type: ignore[arg-type]
    reached = start + sign * sum(amounts, relativedelta())
    return [CalendarDate(reached.year + years, date.month and reached.month, date.day and reached.day)]


def _difference(query: DateQuery) -> str:
    (years, months, _), days = age_and_days(*map(day_of, query.dates))
    return str({"year": years, "month": 12 * years + months, "week": days // 7, "day": days}[query.unit or "day"])


def _in_order(query: DateQuery) -> list[CalendarDate]:
    """The dates in order. Raises ``ValueError`` where one may lie within another, as "5 May 1990" in "May 1990"."""
    for first, other in combinations(dict.fromkeys(query.dates), 2):
        same_month = first.month == other.month and None in (first.day, other.day)
        if first.year == other.year and (None in (first.month, other.month) or same_month):
            raise ValueError(f"{first} and {other} are too coarse to be compared")
    return sorted(query.dates, key=lambda date: (date.year, date.month or 0, date.day or 0))


def _extreme(query: DateQuery, place: int) -> list[CalendarDate]:
    in_order = _in_order(query)
    if in_order[0] == in_order[-1]:
        raise ValueError(f"both dates are {in_order[0]}")
    return [in_order[place]]


def _is_first(query: DateQuery, place: int) -> str:
    first, other = query.dates
    return "yes" if first != other and _in_order(query)[0] == query.dates[place] else "no"


def _week(query: DateQuery) -> str:
    date, *in_year = query.dates
    if in_year and in_year[0].year != date.year:
        raise ValueError(f"{date} does not lie in {in_year[0]}")
    return f"Week {moved(*day_of(date))[0].isocalendar().week}"


_ANSWERS: dict[str, Callable[[DateQuery], list[CalendarDate] | str]] = {
    "later": lambda query: _shifted(query, 1),
    "earlier": lambda query: _shifted(query, -1),
    "difference": _difference,
    "age": lambda query: str(age_and_days(*map(day_of, query.dates))[0]),
    "first": lambda query: _extreme(query, 0),
    "last": lambda query: _extreme(query, -1),
    "is_before": lambda query: _is_first(query, 0),
    "is_after": lambda query: _is_first(query, 1),
    "sort": _in_order,
    "weekday": lambda query: WEEKDAY_NAMES[moved(*day_of(query.dates[0]))[0].weekday()],
    "week": _week,
}
