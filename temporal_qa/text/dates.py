"""Dates as people write them: ``17 February 1837``, ``Feb 17th, 1837``, ``Jun, 1970``, ``1837-02-17``, ``44 BC``, and
``02/17/1837`` in the convention of the question.

:func:`find_dates` finds the dates in a text, :func:`parse_date` reads a text that is one date. Parts that the text does
not state are None.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from temporal_qa.text.numbers import small_letters
from temporal_qa.timeline import MONTH_NAMES, CalendarDate, day_of

MONTH_NUMBERS = {name[:3].lower(): number for number, name in enumerate(MONTH_NAMES, 1)}
"""The first three letters of a month -> its number."""
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
"""A regular expression for the name of a month or its abbreviation; to be compiled with ``re.IGNORECASE``."""

MONTH_AND_YEAR = r"[A-Z][a-z]{2,8},? (?:AD )?[0-9]+(?: BC)?"
"""A regular expression for ``June 2007``, ``March 44 BC``, ``June AD 14`` and TempReason's ``Jun, 2007``."""

ERA = r"(?:BCE?\b|B\.C\.(?:E\.)?|CE\b|C\.E\.|AD\b|A\.D\.)"
YEAR_WITH_ERA = rf"(?!0+(?!\d))\d{{1,5}}\s*{ERA}|AD\s*(?!0+\b)\d{{1,5}}\b"
"""A regular expression for ``44 BC``, ``2 B.C.``, ``79 CE``, ``AD 79``, but not ``0 BC``: there is no such year.
:func:`signed_year` gives the number."""

NEAR = re.compile(
    rf"\b(?:around|circa|ca?\.|about|approximately|roughly|close\s+to)\s*(?:the\s+)?(?:\d|{MONTH})"
    r"|(?<![\w.])[~\u2248]\s*\d|\d\s?-?ish\b|\(\s*(?:approx|circa|estimated?\b|disputed)",
    re.IGNORECASE,
)
"""``circa 1998``: near a date, and not on it."""

DAY = r"\d{1,2}(?:st|nd|rd|th)?"
"""A regular expression for the day of a month: ``4``, ``4th``."""
_DAY = rf"(?<![\w.]){DAY}"
_YEAR = rf"{YEAR_WITH_ERA}|\d{{4}}(?!\d)"
_IN_TEXT = re.compile(
    # What stands before a date, and how one begins: a set of letters is quick to look for.
    rf"""(?-i: [^a-zA-Z0-9_] (?= [-\d] | [aA][dD] | [jfmasondJFMASOND][aepucoAEPUCO][nbrylgptvcNBRYLGPTVC] ) )
    (?:
    (?<![\w/-]) (?P<iso_year>-?\d{{4,5}}) (?P<iso_between>[/-]|[ ](?=[a-z.]+[ ]\d{{1,2}}(?!\d|,?\s\d{{4}})))
        (?P<iso_month>{MONTH}|(?<![ ])[a-z]{{3,9}}|\d{{1,2}}) (?P=iso_between)
        (?P<iso_day>\d{{1,2}}) (?![\d/-]) (?:\s*(?P<iso_era>{ERA}))?
    | (?<![\w/.-]) (?P<first>\d{{1,2}}) (?P<between>[/.-]) (?P<second>\d{{1,2}}) (?P=between)
        (?P<numeric_year>(?!0000\s*{ERA})\d{{4}}(?:\s*{ERA}|(?![\w/-])))
    | (?<![\w/.-]) (?P<slash_month>\d{{1,2}}) [/-] (?P<slash_year>\d{{4}}) (?![\w/-])
    | (?P<day>{_DAY}) [\s/-]+ (?:of\s+)? (?P<month>{MONTH}) (?: [\s,/-]+ (?P<year>{_YEAR}) )?
    | \b (?P<us_month>{MONTH}) [\s-]+ (?P<us_day>{_DAY}) (?![\d:]|\s*{ERA})
        (?: (?:[,\s-]|\s+of\s) \s* (?P<us_year>{_YEAR}) )?
    | \b (?P<only_month>{MONTH}) ,? (?:\s+of(?:\s+the\s+year)?)? \s* (?P<month_year>{_YEAR})
    | (?<![\w,./-]) (?P<only_year>{_YEAR}) (?![\w/%]|[.,]\d) )
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Alone, "June 12" is a month of the year 12; within a text it is a day. Four or more digits alone are an ISO year.
_ALONE = re.compile(
    rf"(?![0-9]{{4,}}\Z)(?:(?:([0-9]{{1,2}}) )?((?i:{MONTH})),? )?((?:AD )?(?!0+\b)[0-9]{{1,6}}(?: BCE?)?)"
)
_ORDER_IN_WORDS = re.compile(r"\b(?:(dd?[/.-]mm?)|(mm?[/.-]dd?))[/.-]y{2,4}\b", re.IGNORECASE)
_NUMERIC = re.compile(r"(?<![\w/.-])(\d{1,2})([/.-])(\d{1,2})\2\d{4}(?![\w/-])")
_BETWEEN_PARTS = re.compile(r"[/.-](?:(?<=\d.)\d|[yY])")
_NOT_A_DIGIT = re.compile(r"\D")


class WrittenDate(NamedTuple):
    """The parts of a date that a text states, and their place in it. Years are astronomical: -43 is 44 BC."""

    year: int | None
    month: int | None
    day: int | None
    start: int
    end: int

    @property
    def precision(self) -> str:
        """``day``, ``month`` or ``year``; ``no year`` for a day such as 23 February."""
        return "no year" if self.year is None else "year" if self.month is None else "day" if self.day else "month"

    def to_date(self) -> CalendarDate:
        """The same as a date of the calendar.

        Raises:
            ValueError: a date without a year, or a day that the calendar does not have.

        >>> find_dates("born in May 1989")[0].to_date()
        CalendarDate(year=1989, month=5, day=None)
        """
        if self.year is None:
            raise ValueError("a date without a year")
        return CalendarDate(self.year, self.month, self.day)


def find_dates(text: str, *, day_first: bool = False) -> list[WrittenDate]:
    """All dates in a text, in the order of the text.

    ``day_first`` decides whether 03/04 is 3 April or 4 March. If one of the two numbers is above 12, that one is the
    day; if both are, the date is left out.

    >>> [date[:3] for date in find_dates("from 25/12/2004 to Jan 2nd, 2005")]
    [(2004, 12, 25), (2005, 1, 2)]
    """
    dates = []
    # A match begins one letter before its date: with the space in front, that is where the date begins in the text.
    for found in _IN_TEXT.finditer(f" {text}"):
        (
            iso_year, _, iso_month, iso_day, iso_era, first, _, second, numeric_year, slash_month, slash_year,
            before_month, month_after, year_after, us_month, us_day, us_year, only_month, month_year, only_year,
        ) = found.groups()  # fmt: skip
        if iso_year:
            year: int | None = era_year(f"{iso_year} {iso_era}") if iso_era else int(iso_year)
            month, day = _month_number(iso_month), int(iso_day)
            if month is None or (iso_era and not int(iso_year)):
                continue
        elif first:
            year, month, day = era_year(numeric_year), int(first), int(second)
            if (day_first or month > 12) and day <= 12:
                month, day = day, month
        elif slash_month:
            year, month, day = int(slash_year), int(slash_month), 0
        else:
            year = era_year(written) if (written := year_after or us_year or month_year or only_year) else None
            month = _month_number(written) if (written := month_after or us_month or only_month) else None
            day = int(_NOT_A_DIGIT.sub("", written)) if (written := before_month or us_day) else 0
        if month is None or 1 <= month <= 12:
            # "0 May 1990" is read as its month; "0 May" stays a day, which no calendar has.
            dates.append(WrittenDate(year, month, day if year is None else day or None, found.start(), found.end() - 1))
    return dates


@lru_cache(maxsize=1 << 14)  # facts and questions repeat a few months
def parse_date(text: str) -> CalendarDate:
    """The date of a text that is one date: as ``isoformat()`` and ``str()`` write it, or as ``Jun, 1970``.

    Raises:
        ValueError: any other text, or a date that the calendar does not have.

    >>> parse_date("Jun, 1970") == parse_date("June 1970") == parse_date("1970-06") == CalendarDate(1970, 6)
    True
    """
    if found := _ALONE.fullmatch(text):
        day, month, year = found.groups()
        return CalendarDate(era_year(year), _month_number(month) if month else None, int(day) if day else None)
    return CalendarDate.fromisoformat(text)


def format_month_first(date: CalendarDate) -> str:
    """A day as ``%B %d, %Y``, in English and without a zero before the day.

    Raises:
        ValueError: a date without a day.

    >>> format_month_first(CalendarDate(1837, 2, 7))
    'February 7, 1837'
    """
    year, month, day = day_of(date)
    return f"{MONTH_NAMES[month - 1]} {day}, {year}"


def era_year(written: str) -> int:
    """The astronomical year of a year as it is written, with or without its era.

    >>> era_year("44 BC"), era_year("AD 79"), era_year("2003")
    (-43, 79, 2003)
    """
    year = signed_year(written)
    return year + 1 if year < 0 else year


def signed_year(written: str) -> int:
    """The historical year of a year as it is written: there is no year 0, and years BC are negative.

    >>> signed_year("44 BC"), signed_year("AD 79"), signed_year("2003")
    (-44, 79, 2003)
    """
    if written.isdecimal():
        return int(written)
    number = int(_NOT_A_DIGIT.sub("", written))
    return -number if "b" in written.lower() else number


def is_day_first(question: str) -> bool:
    """Whether the numeric dates of a question have the day first; False if the question does not show it.

    >>> is_day_first("paid on 21-08-2014"), is_day_first("Use dd/mm/yyyy."), is_day_first("on 02-10-2007")
    (True, True, False)
    """
    if not _BETWEEN_PARTS.search(question):
        return False
    if "yy" in question.lower() and (named := _ORDER_IN_WORDS.search(question)):
        return named[1] is not None
    return any(int(first) > 12 and int(second) <= 12 for first, _, second in _NUMERIC.findall(question))


def _month_number(written: str) -> int | None:
    return int(written) if written.isdigit() else MONTH_NUMBERS.get(small_letters(written[:3]))
