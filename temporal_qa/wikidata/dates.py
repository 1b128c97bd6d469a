"""Time values of Wikidata's JSON as calendar dates.

A time value of the dump format (https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html, "time") is
``+1994-05-00T00:00:00Z`` with a precision and a calendar model. Its day and month are those of the named calendar. Its
years are historical: ``-0044`` is 44 BC, and there is no year 0. Ours are astronomical: 44 BC is -43.
"""

import re
from collections.abc import Mapping
from typing import Any

from temporal_qa.timeline import CalendarDate, date_of_day, day_number
from temporal_qa.timeline.days import month_length

# Wikidata's numbers for the precision of a date. A time of day stands for its day.
YEAR, MONTH, DAY = 9, 10, 11

# The calendar models, by the item at the end of their address.
_GREGORIAN, _JULIAN = "Q1985727", "Q1985786"

# Old dumps pad the year with zeros to eleven digits.
_TIME = re.compile(r"([+-])0*([0-9]+)-([0-9]{2})-([0-9]{2})T[0-9:]+Z")

# The last year that CalendarDate reads back.
_MAX_YEAR = 999_999


class Unusable(ValueError):
    """A statement or date that does not make a fact. Its text is the reason, under which it is counted."""


def calendar_date(value: Mapping[str, Any]) -> CalendarDate:
    """The date of a time value, in the proleptic Gregorian calendar, as precise as the value says.

    A Julian day becomes its Gregorian day. A Julian month or year keeps its name, as in Wikidata's own RDF export: it
    spans two Gregorian ones, and the value does not say which is meant.

    Args:
        value: ``{"time": ..., "precision": ..., "calendarmodel": ...}``, what ``datavalue.value`` holds.

    Raises:
        Unusable: coarser than a year, not in its calendar, an unknown calendar, or not a time value at all.

    >>> model = "http://www.wikidata.org/entity/Q1985786"
    >>> str(calendar_date({"time": "-0044-03-15T00:00:00Z", "precision": 11, "calendarmodel": model}))
    '13 March 44 BC'
    """
    precision, model = value.get("precision"), value.get("calendarmodel")
    found = _TIME.fullmatch(str(value.get("time")))
    if found is None or not isinstance(precision, int) or not isinstance(model, str):
        raise Unusable("date: cannot be read")
    if precision < YEAR:
        raise Unusable("date: coarser than a year")
    if (named_calendar := model.rpartition("/")[2]) not in (_GREGORIAN, _JULIAN):
        raise Unusable("date: neither Gregorian nor Julian")
    sign, digits, month, day = found[1], int(found[2]), int(found[3]), int(found[4])
    if digits == 0:
        raise Unusable("date: year 0, which the dump format does not define")
    if digits > _MAX_YEAR:
        raise Unusable("date: more than 999,999 years away")
    year = digits if sign == "+" else 1 - digits
    try:
        if precision == YEAR:
            return CalendarDate(year)
        if precision == MONTH:
            return CalendarDate(year, month)
        return julian_day(year, month, day) if named_calendar == _JULIAN else CalendarDate(year, month, day)
    except ValueError:
        raise Unusable("date: one that its calendar does not have") from None


def julian_day(year: int, month: int, day: int) -> CalendarDate:
    """The Gregorian date of a day named in the Julian calendar; both years are astronomical.

    Raises:
        ValueError: a day that the Julian calendar does not have.

    >>> julian_day(1582, 10, 5).isoformat(), julian_day(1500, 2, 29).isoformat()
    ('1582-10-15', '1500-03-10')
    """
    # Of 2000 to 2003, the year with the same remainder modulo 4 is a leap year exactly if the Julian year is one.
    if not 1 <= month <= 12 or not 1 <= day <= month_length(2000 + year % 4, month):
        raise ValueError(f"no day {day} in month {month} of the Julian year {year}")
    # The days by which the Julian calendar lags on the first of the month. The lag grows in three of four centuries, at
    # the end of a February that is leap in the Julian calendar only.
    century = (year if month > 2 else year - 1) // 100
    lag = century - century // 4 - 2
    return date_of_day(day_number(year, month, 1) + lag + day - 1)
