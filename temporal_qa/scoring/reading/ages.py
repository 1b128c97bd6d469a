"""The one age of a short answer, in years, months and days; a reading is of the whole answer."""

import re
from functools import lru_cache

import orjson

from temporal_qa.scoring.reading.dates import MAX_LETTERS, is_not_firm
from temporal_qa.scoring.reading.wording import is_doubt
from temporal_qa.text.durations import find_durations, with_plain_amounts
from temporal_qa.text.numbers import parse_number
from temporal_qa.timeline import DATE_PARTS, Age

# "35 years, 7 months and 28 days (13,027 days)"
_REMARK = re.compile(r"(?<=\S)\s*\((?!and\b)([^()]*)\)\s*\Z")
# "90-10-1"
_AGE_IN_NUMBERS = re.compile(r"(\d{1,4})-(\d{1,2})-(\d{1,2})", re.ASCII)
# "P90Y10M1D"
ISO_AGE = re.compile(r"P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?", re.ASCII)
# "She was 90 when she died."
YEARS_OLD = re.compile(
    r"\D*\b(?:was|is|aged?:?|age (?:of|at death:)|at|be|lived to)\s+(\d{1,3})(?!\d|\w|[.,:/-]\d|%)"
    r"(?:\W*\Z|\s*[.,;:(]\D*|\s+(?:when|at|in|on|by|as|that)\b\D*(?:\bin\s+\d{4}\W*)?\Z)",
    re.ASCII | re.IGNORECASE,
)
# "90y 10m 1d"
_SHORT_UNIT = re.compile(r"(?i)(\d)\s*(y|yrs?|m|mos?|mths?|d)(?![a-z])\.?")
_UNITS = {"y": "years", "m": "months", "d": "days"}
# "years: 90"
_UNIT_FIRST = re.compile(r"(?i)\b(years?|months?|days?):\s*(\d+)")
_NONE_OF = re.compile(r"\bno (?=(?:years|months|days)\b)")  # "79 years, no months, and 5 days"
# "90-year-10-month-1-day"
_BETWEEN_PARTS = re.compile(r"(?i)(?<=[a-z])-(?=\d)")


@lru_cache(maxsize=1 << 14)
def read_age(text: str) -> Age | None:
    """The one age of an answer; parts that it does not state are 0, and twelve months are a year.

    >>> read_age("90-year-10-month-1-day-old"), read_age("90 years"), read_age('{"year": 90, "month": "10", "day": 1}')
    (Age(years=90, months=10, days=1), Age(years=90, months=0, days=0), Age(years=90, months=10, days=1))
    >>> read_age("1090 months"), read_age("P90Y10M1D"), read_age("not 90 years")
    (Age(years=90, months=10, days=0), Age(years=90, months=10, days=1), None)
    """
    text = text.strip().rstrip(". ")
    if len(text) > MAX_LETTERS:
        return None
    if (remark := _REMARK.search(text)) and not is_doubt(remark[1], anywhere=True):
        text = text[: remark.start()]  # "35 years, 7 months and 28 days (13,027 days)"
    if text.startswith("{"):
        return _age_of_mapping(text)
    if found := _AGE_IN_NUMBERS.fullmatch(text):
        return _age(*map(int, found.groups()))
    if found := ISO_AGE.fullmatch(text):
        of_unit = [int(part or 0) for part in found.groups()]
        return _age(of_unit[0], of_unit[1], 7 * of_unit[2] + of_unit[3])
    text = _NONE_OF.sub("0 ", text)
    if (number := parse_number(text)) is not None:
        return _age(number, 0, 0)
    text = _UNIT_FIRST.sub(r"\2 \1", text.replace("&", "and")).replace(" + ", ", ").replace(";", ", ")
    if is_not_firm(text):
        return None
    text = _SHORT_UNIT.sub(lambda found: f"{found[1]} {_UNITS[found[2][0].lower()]} ", text)
    apart = _BETWEEN_PARTS.sub(" ", text)  # "90-year-10-month" as "90-year 10-month"
    lengths = {(found.months, found.seconds) for found in find_durations(with_plain_amounts(apart))}
    if not lengths and (alone := YEARS_OLD.fullmatch(text)):  # "She was 90 when she died"
        return _age(int(alone[1]), 0, 0)
    if len(lengths) != 1:
        return None
    ((months, seconds),) = lengths
    return _age(0, months, seconds / 86_400)


def _age_of_mapping(text: str) -> Age | None:
    try:
        value = orjson.loads(text)
        parts = [value.get(name, value.get(f"{name}s")) for name in DATE_PARTS]
        return None if parts == [None] * 3 else _age(*(float(part or 0) for part in parts))
    except (ValueError, TypeError):
        return None


def _age(years: float, months: float, days: float) -> Age | None:
    if not all(0 <= part < 1e6 and part == int(part) for part in (years, months, days)):
        return None
    return Age(*divmod(12 * int(years) + int(months), 12), int(days))
