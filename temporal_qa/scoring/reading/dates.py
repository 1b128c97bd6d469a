"""The one date of a short answer.

A reading is of the whole answer: nothing is read where it has two dates, denies one, or only bounds it ("before 1910").
"""

import re
from functools import lru_cache

from temporal_qa.scoring.reading.bounds import DAY, MAX_LETTERS, is_not_firm
from temporal_qa.scoring.reading.doubt import is_doubt
from temporal_qa.text.dates import MONTH, NEAR, find_dates, parse_date
from temporal_qa.text.numbers import NUMBER_WORDS
from temporal_qa.timeline import CalendarDate

_IT_IS = re.compile(r"\A(?:it|that|this|the (?:date|month|year|answer)) (?:is|was) ", re.IGNORECASE)
# "517-03-10"
_SHORT_ISO = re.compile(r"\d{3}-\d{2}-\d{2}")
# At the end of an answer a number after a day is its year, however small: "March 10, 517".
_SMALL_YEAR = re.compile(
    rf"(?<!\d)((?:{MONTH}\s+{DAY},?|{DAY}\s+(?:of\s+)?{MONTH},?)\s+)(\d{{1,3}})\.?\Z", re.IGNORECASE
)
# "04/07/2001", of which the day or the month may stand first
_NUMBERS_ALONE = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}")
# "1910 + 5 = 1915", "1910 plus 5 gives 1915"; not "1910 != 1911"
EQUALS = re.compile(r"(?<![<>!])=(?!=)|\b(?:gives|yields|equals)\b|\b(?:we|you) (?:get|reach|obtain|arrive at)\b")
# "Three days after July 1, 2001 is July 4, 2001."
_SUM_IN_WORDS = re.compile(
    r"(?:\b(?:day|week|month|year)s?\s+(?:after|before|from|later\s+than|earlier\s+than)|\bplus|\bminus)\s[^;\n]{1,80}?"
    r"\s(?:is|was|will\s+be|would\s+be|falls\s+on)\s+(?-i:(?=[\dA-Z*]|the\s+\d))",
    re.IGNORECASE,
)
# "July 4, 2001 is three days after July 1, 2001."
_SUM_AFTER = re.compile(
    rf"\s(?:is|was|falls|comes|lies)\s(?:exactly\s)?(?:\d+|{NUMBER_WORDS}|an?)\s(?:day|week|month|year)s?\b[^.;\n]{{0,60}}?"
    r"\s(?:after|before|from|(?:later|earlier)\s+than)\s[^;\n]{1,40}\Z",
    re.IGNORECASE,
)


@lru_cache(maxsize=1 << 14)
def read_date(text: str, day_first: bool | None = None) -> CalendarDate | None:
    """The one date of an answer, with the parts that it states; ``None`` where there is not one.

    Numbers alone that may be read in two ways ("04/07/2001") are read as ``day_first`` says, and not where it is None.

    >>> str(read_date("on July 4th, 2001")), str(read_date("March 10, 517")), read_date("before 1910")
    ('4 July 2001', '10 March 517', None)
    """
    text = text.strip()
    if len(text) > MAX_LETTERS:
        return None
    text = _result_of_sum(text)
    if _SHORT_ISO.fullmatch(text):
        text = f"0{text}"
    try:
        return parse_date(_IT_IS.sub("", text).rstrip(". "))  # "It is 1400-11."; in other sentences that may be a range
    except ValueError:
        pass
    if is_not_firm(text) or NEAR.search(text):
        return None
    text = _SMALL_YEAR.sub(r"\1AD \2", text)
    dates = {found[:3]: found for found in find_dates(text, day_first=day_first is True)}
    finest = min(dates, key=lambda parts: parts.count(None), default=(None,) * 3)
    others = (own not in (None, part) for parts in dates for own, part in zip(parts, finest, strict=True))
    if not dates or any(others):  # but "The first Monday of May 2018 was May 7, 2018." has one
        return None
    found = dates[finest]
    if day_first is None and _has_two_readings(text[found.start : found.end]):
        return None
    try:
        return found.to_date()
    except ValueError:
        return None


def _result_of_sum(text: str) -> str:
    """The result, where a text is a sum with its result: ``1 January 1999 + 3 days = 4 January 1999``."""
    *before, after = EQUALS.split(text)
    if before and find_dates(after) and not is_doubt("=".join(before), anywhere=True):
        return after.strip()
    if (total := _SUM_IN_WORDS.search(text)) and not is_doubt(text[: total.end()], anywhere=True):
        return text[total.end() :]
    return text[: total.start()] if (total := _SUM_AFTER.search(text)) else text


def _has_two_readings(date: str) -> bool:
    numbers = _NUMBERS_ALONE.fullmatch(date)
    if numbers is None:
        return False
    first, second = map(int, numbers.groups())
    return first != second and max(first, second) <= 12
