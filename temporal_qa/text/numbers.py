"""Numbers and lengths of time as people write them: ``1,103``, ``2.5``, ``twenty-one``, ``4 years and 3 days``.

A mean Gregorian year has 365.2425 days, a month is its twelfth; twelve months are exactly one year.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORD_VALUES = {word: i for i, word in enumerate(_SMALL)} | {word: 20 + 10 * i for i, word in enumerate(_TENS)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}

_WORD = "|".join(sorted([*_WORD_VALUES, *_SCALES], key=len, reverse=True))
# The longest numbers of all take fewer than 20 words; without a bound, the time would grow with the square of a text's.
_WORDS = rf"(?:{_WORD})(?:(?:\s+|-|\s+and\s+)(?:{_WORD})){{0,20}}"
# At most 15 digits: beyond them a float is not exact, and no length of time needs them.
DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.\d{1,20})?"
# No part of a longer number, a name ("Catch-22", "I-176") or a decimal; a sign only where none of these stands before.
_NOT_INSIDE = r"(?<![\w.,:/])(?<!\w-)(?<!\d[-\u2013])"

NUMBER = re.compile(rf"{_NOT_INSIDE}[-\u2212]?{DIGITS}(?![\w:/]|[-\u2013]\w|[.,]\d)")
_NUMBER_WORDS = re.compile(rf"\b{_WORDS}\b", re.IGNORECASE)

# Words that may stand between a number and its unit: "59 full days", "3 more years".
_BETWEEN = r"(?:(?:more|full|complete|whole|additional|consecutive|calendar|total|extra|earth|solar|sidereal)\s+){0,2}"
QUANTITY = re.compile(
    rf"(?:{_NOT_INSIDE}(?P<digits>[-\u2212]?{DIGITS})|\b(?P<words>{_WORDS}))(?:\s+|-)?{_BETWEEN}"
    r"(?P<unit>year|yr|month|week|day|hour|minute|second)s?\b(?!/)",
    re.IGNORECASE,
)
_UNIT_WORD = r"(?:decade|year|month|week|day|hour|minute|second)s?\b"
_HALF_MARKS = {"\u00bd": 0.5, "\u00bc": 0.25, "\u00be": 0.75}
# "1 1/2 years", "3\u00bd years", "two and a half years", "2 years and a half", "half a year", "2 decades", "a decade"
_FRACTION = re.compile(
    rf"""
    (?<![\w.,:/-]) (?: (?P<whole>\d{{1,6}}) (?:\s+|\s+and\s+|-) )? (?P<top>\d)/(?P<bottom>[1-9])
        (?= \s+ (?:of\s+)? (?:an?\s+)? {_UNIT_WORD} )  (?:\s+of)? (?:\s+an?\b)?
    | (?<![\w.,:/-]) (?P<marked>\d{{0,6}}) \s? (?P<mark>[\u00bc\u00bd\u00be]) (?!\w)
    | (?<![\w.,:/-]) (?P<count>\d{{1,6}}|{_WORDS}) (?: \s+ (?P<unit>{_UNIT_WORD}) )? \s+ and \s+ a \s+ half \b
    | (?<!and\s)(?<!and\sa\s)(?<!last\s)(?<!first\s)(?<!second\s)(?<!\w-) \b half \s+ an? (?= \s+ {_UNIT_WORD} )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DECADES = re.compile(
    rf"(?:(?<![\w.,:/-])(?P<count>\d{{1,4}}(?:\.\d{{1,4}})?|{_WORDS})[\s-]+"
    r"|(?<!\bper )(?<!\bonce )(?<!\btwice )(?<!\btimes )(?<!\bover )(?<!\bwithin )\ba\s+)decades?\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s*+,?\s*+\(?\s*+(?:and\s+)?", re.IGNORECASE)  # "46 years (and 1 month)"
_CLOCK = re.compile(r"(\d{1,6}):(\d{1,2})(?::(\d{1,2}(?:\.\d{1,9})?))?")

_ORDER = ("year", "month", "week", "day", "hour", "minute", "second")
_MONTHS = {"year": 12, "month": 1}
_SECONDS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
_SECONDS_A_MONTH = 365.2425 * 86_400 / 12


class Duration(NamedTuple):
    """A length of time found in a text, with the words it was written in. Months and seconds are kept apart."""

    months: float
    seconds: float
    units: tuple[str, ...]
    start: int
    end: int
    words: bool

    def in_unit(self, unit: str) -> float:
        """How many of a unit (``years`` to ``seconds``) it is.

        >>> durations("4 years and 6 months")[0].in_unit("years")
        4.5
        """
        name = unit.removesuffix("s")
        if name in _MONTHS:
            return (self.months + self.seconds / _SECONDS_A_MONTH) / _MONTHS[name]
        return (self.months * _SECONDS_A_MONTH + self.seconds) / _SECONDS[name]


def number(text: str) -> float | None:
    """The value of a text that is one number and nothing else, in digits or words.

    >>> number("59,828"), number("2.5"), number("one hundred and twenty-one"), number("8 or 7")
    (59828.0, 2.5, 121.0, None)
    """
    text = text.strip()
    if found := NUMBER.fullmatch(text):
        return digits_value(found[0])
    return float(_words_value(text)) if _NUMBER_WORDS.fullmatch(text) else None


def digits_value(digits: str) -> float:
    """The value of what :data:`NUMBER` matched."""
    return float(digits.replace(",", "").replace("\u2212", "-"))


def durations(text: str) -> list[Duration]:
    """All lengths of time in a text; what is joined in falling units ("2 years, 1 month and 3 days") is one of them.

    >>> [(d.months, d.seconds) for d in durations("2 years and 41 days, not five months")]
    [(24.0, 3542400.0), (5.0, 0.0)]
    """
    found: list[Duration] = []
    for part in QUANTITY.finditer(text):
        unit = part["unit"].lower().replace("yr", "year")
        amount = digits_value(part["digits"]) if part["digits"] else float(_words_value(part["words"]))
        months = amount * _MONTHS.get(unit, 0)
        seconds = amount * _SECONDS.get(unit, 0)
        last = found[-1] if found else None
        if (
            last
            and _JOINED.fullmatch(text, last.end, part.start())
            and _ORDER.index(last.units[-1]) < _ORDER.index(unit)
        ):
            found[-1] = Duration(
                last.months + months,
                last.seconds + seconds,
                (*last.units, unit),
                last.start,
                part.end(),
                last.words or not part["digits"],
            )
        else:
            found.append(Duration(months, seconds, (unit,), part.start(), part.end(), not part["digits"]))
    return found


def with_plain_amounts(text: str) -> str:
    """A text with its fractions written as decimals, and its decades as years.

    >>> with_plain_amounts("1 1/2 years"), with_plain_amounts("two and a half years"), with_plain_amounts("2 decades")
    ('1.5 years', '2.5 years', '20 years')
    """
    return _DECADES.sub(_as_years, _FRACTION.sub(_as_decimal, text))


def _as_decimal(found: re.Match[str]) -> str:
    if found["bottom"]:
        return f"{int(found['whole'] or 0) + int(found['top']) / int(found['bottom']):.12g}"
    if found["mark"]:
        return f"{int(found['marked'] or 0) + _HALF_MARKS[found['mark']]:.12g}"
    if found["count"]:
        amount = f"{(number(found['count']) or 0) + 0.5:.12g}"
        return f"{amount} {found['unit']}" if found["unit"] else amount
    return "0.5"


def _as_years(found: re.Match[str]) -> str:
    count = number(found["count"]) if found["count"] else 1
    return f"{10 * (count or 0):.12g} years"


def clock_seconds(text: str) -> float | None:
    """Seconds of a text that is ``HH:MM`` or ``HH:MM:SS`` and nothing else, of any number of hours.

    >>> clock_seconds("1:30:05"), clock_seconds("04:31")
    (5405.0, 16260.0)
    """
    if found := _CLOCK.fullmatch(text.strip()):
        return int(found[1]) * 3_600.0 + int(found[2]) * 60.0 + float(found[3] or 0)
    return None


def _words_value(words: str) -> int:
    total, current = 0, 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word == "and":
            continue
        scale = _SCALES.get(word)
        if scale is None:
            current += _WORD_VALUES[word]
        elif scale == 100:
            current = max(current, 1) * scale
        else:
            total, current = total + max(current, 1) * scale, 0
    return total + current
