"""Lengths of time as people write them: ``4 years and 3 days``, ``two and a half years``, ``2 decades``, ``1:30:05``.

A mean Gregorian year has 365.2425 days, a month is its twelfth; twelve months are exactly one year.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from temporal_qa.text import numbers
from temporal_qa.timeline import DAYS_PER_YEAR, write_amount

# Words that may stand between a number and its unit: "59 full days", "3 more years".
_BETWEEN = (
    r"(?:(?:more|full|single|complete|whole|additional|consecutive|calendar|total|extra|earth|solar|sidereal)\s+){0,2}"
)
QUANTITY = re.compile(
    rf"(?<!\w)(?:{numbers.NOT_INSIDE}(?P<digits>[-\u2212]?{numbers.DIGITS})|(?P<words>{numbers.NUMBER_WORDS}))"
    rf"(?:\s+|-)?{_BETWEEN}(?P<unit>year|yr|month|mth|mo|week|day|hour|minute|second)s?\b(?!/)"
    r"(?!['\u2019]\s+(?-i:[A-Z])|\s+(?-i:War)\b)",  # the Hundred Years' War, the Six-Day War
    re.IGNORECASE,
)
_SHORT_UNITS = {"yr": "year", "mth": "month", "mo": "month"}
_UNIT_WORD = r"(?:decade|centur(?:y|ie)|year|month|week|day|hour|minute|second)s?\b"
_FRACTIONS = {"\u00bd": 0.5, "\u00bc": 0.25, "\u00be": 0.75, "a": 0.25, "three": 0.75}  # "a" and "three" quarters
# "1 1/2 years", "3\u00bd years", "two and a half years", "2 years and a half", "half a year", "2 decades", "a century"
_FRACTION = re.compile(
    rf"""
    (?<![\w.,:/-]) (?: (?P<whole>\d{{1,6}}) (?:\s+|\s+and\s+|-) )? (?P<top>\d)/(?P<bottom>[1-9])
        (?= \s+ (?:of\s+)? (?:an?\s+)? {_UNIT_WORD} )  (?:\s+of)? (?:\s+an?\b)?
    | (?<![\w.,:/-]) (?P<marked>\d{{0,6}}) \s? (?P<mark>[\u00bc\u00bd\u00be]) (?!\w)
    | (?<![\w.,:/-]) (?P<count>\d{{1,6}}|{numbers.NUMBER_WORDS}) (?: \s+ (?P<unit>{_UNIT_WORD}) )?
        [\s-]+ and [\s-]+ (?:a [\s-]+ half \b | half (?= \W*\Z | \s+ {_UNIT_WORD} )
            | (?P<quarters>a|three) [\s-]+ quarters? (?= \W*\Z | \s+ {_UNIT_WORD} ))
    | (?<!and\s)(?<!and\sa\s)(?<!last\s)(?<!first\s)(?<!second\s)(?<!\w-) \b half \s+ an? (?= \s+ {_UNIT_WORD} )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DECADES = re.compile(
    rf"(?:(?<![\w.,:/-])(?P<count>\d{{1,4}}(?:\.\d{{1,4}})?|{numbers.NUMBER_WORDS})[\s-]+"
    r"|(?<!\bper )(?<!\bonce )(?<!\btwice )(?<!\btimes )(?<!\bover )(?<!\bwithin )(?<!\bof )\ba\s+)"
    r"(?:decades?|(?P<century>century|centuries))\b",
    re.IGNORECASE,
)
# What all of these have, and most texts have not.
_NO_PLAIN_NUMBER = re.compile(
    r"/|[\u00bc\u00bd\u00be]|\b(?:half|quarters?|decade|centur|an?\s+(?:(?:full|single|whole)\s+)?(?:year|month|week|day|hour|minute|second))",
    re.IGNORECASE,
)
# "a year and six months", "10 months and a day"; not "twice a year", nor "a second term"
_ONE = re.compile(
    r"(?<!\bper )(?<!\bonce )(?<!\btwice )(?<!\btimes )(?<!\bover )(?<!\bwithin )(?<!\bhalf )(?<!\bin )(?<!\bof )"
    r"(?<!\bthan )(?<!\bevery )(?<!\beach )\ban?\s+"
    r"(?=(?:(?:full|single|whole)\s+)?(?:decade|century|year|month|week|day|hour|minute|second(?!\s+\w))\b)",
    re.IGNORECASE,
)
# "46 years (and 1 month)", "46 years + 1 month"; not "12 years (144 months)"
_JOINED = re.compile(r"\s*+,?\s*+(?:\(?(?:and|plus)\s+|[+&]\s*)?", re.IGNORECASE)
_CLOCK = re.compile(r"(\d{1,6}):(\d{1,2})(?::(\d{1,2}(?:\.\d{1,9})?))?")

_FORMATTED = re.compile(r"(?:([0-9]+) years?)?( and )?(?:([0-9]+) months?)?")

_ORDER = ("year", "month", "week", "day", "hour", "minute", "second")
_MONTHS = {"year": 12, "month": 1}
_SECONDS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
_SECONDS_PER_MONTH = DAYS_PER_YEAR * _SECONDS["day"] / 12


class Duration(NamedTuple):
    """A length of time in a text: months and seconds apart, the units it is written in, and its place."""

    months: float
    seconds: float
    units: tuple[str, ...]
    start: int
    end: int

    def in_unit(self, unit: str) -> float:
        """The length in a unit (``years`` to ``seconds``).

        >>> find_durations("4 years and 6 months")[0].in_unit("years")
        4.5
        """
        if (name := unit.removesuffix("s")) in _MONTHS:
            return (self.months + self.seconds / _SECONDS_PER_MONTH) / _MONTHS[name]
        return (self.months * _SECONDS_PER_MONTH + self.seconds) / _SECONDS[name]


def find_durations(text: str) -> list[Duration]:
    """All lengths of time in a text; "2 years, 1 month and 3 days", in falling units, is one of them.

    >>> [(d.months, d.seconds) for d in find_durations("2 years and 41 days, not five months")]
    [(24.0, 3542400.0), (5.0, 0.0)]
    """
    found: list[Duration] = []
    for part in QUANTITY.finditer(text):
        unit = numbers.small_letters(part["unit"])
        unit = _SHORT_UNITS.get(unit, unit)
        amount = numbers.digits_value(part["digits"]) if part["digits"] else float(numbers.words_value(part["words"]))
        months, seconds = amount * _MONTHS.get(unit, 0), amount * _SECONDS.get(unit, 0)
        last = found[-1] if found and _JOINED.fullmatch(text, found[-1].end, part.start()) else None
        if last and _ORDER.index(last.units[-1]) < _ORDER.index(unit):
            units = (*last.units, unit)
            found[-1] = Duration(last.months + months, last.seconds + seconds, units, last.start, part.end())
        else:
            found.append(Duration(months, seconds, (unit,), *part.span()))
    return found


@lru_cache(maxsize=1 << 10)
def format_duration(months: int) -> str:
    """A length of time as the papers print it.

    Raises:
        ValueError: a negative duration.

    >>> format_duration(42), format_duration(12), format_duration(1)
    ('3 years and 6 months', '1 year', '1 month')
    """
    if months < 0:
        raise ValueError(f"a negative duration: {months} months")
    years, rest = divmod(months, 12)
    return write_amount((n, unit) for n, unit in ((years, "year"), (rest, "month")) if n) or "0 months"


@lru_cache(maxsize=1 << 10)  # questions repeat a few durations
def parse_duration(text: str) -> int:
    """The months of a text that :func:`format_duration` wrote.

    Raises:
        ValueError: any other text.

    >>> parse_duration("3 years and 6 months")
    42
    """
    found = _FORMATTED.fullmatch(text)
    if found is None or (found[1] is None and found[3] is None) or bool(found[2]) != bool(found[1] and found[3]):
        raise ValueError(f"not a duration: {text!r}, expected for example '3 years and 6 months'")
    return int(found[1] or 0) * 12 + int(found[3] or 0)


def with_plain_amounts(text: str) -> str:
    """The text with fractions written as decimals, decades and centuries as years, and "a year" as "1 year".

    >>> with_plain_amounts("1 1/2 years"), with_plain_amounts("two and a half years"), with_plain_amounts("2 decades")
    ('1.5 years', '2.5 years', '20 years')
    """
    if _NO_PLAIN_NUMBER.search(text) is None:
        return text
    return _DECADES.sub(_as_years, _FRACTION.sub(_as_decimal, _ONE.sub("1 ", text)))


def _as_decimal(found: re.Match[str]) -> str:
    whole = numbers.parse_number(found["whole"] or found["marked"] or found["count"] or "0") or 0
    if found["bottom"]:
        part = int(found["top"]) / int(found["bottom"])
    else:
        part = _FRACTIONS.get(found["mark"] or (found["quarters"] or "").lower(), 0.5)  # "two and a half", "half a"
    return f"{whole + part:.12g}" + (f" {found['unit']}" if found["unit"] else "")


def _as_years(found: re.Match[str]) -> str:
    count = numbers.parse_number(found["count"] or "1") or 0
    return f"{(100 if found['century'] else 10) * count:.12g} years"


def clock_seconds(text: str) -> float | None:
    """The seconds of a text that is ``HH:MM`` or ``HH:MM:SS``, with any number of hours; None for other text.

    >>> clock_seconds("1:30:05"), clock_seconds("04:31")
    (5405.0, 16260.0)
    """
    if found := _CLOCK.fullmatch(text.strip()):
        return int(found[1]) * 3_600.0 + int(found[2]) * 60.0 + float(found[3] or 0)
    return None
