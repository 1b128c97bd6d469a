"""The years that an answer states alone: "1963 and 1970", "In 1985 and 1986, she played there."."""

import re

from temporal_qa.scoring.reading.bounds import MAX_LETTERS, is_not_firm
from temporal_qa.scoring.reading.dates import read_date
from temporal_qa.scoring.reading.doubt import is_doubt
from temporal_qa.scoring.reading.wording import THEREFORE, is_statement
from temporal_qa.timeline import CalendarDate

# "between 1963 and 1965", which is a range, not a list of two
_BETWEEN = re.compile(r"\bbetween\s+([^,;]{1,20}?)\s+and\b", re.IGNORECASE)
# "1963, 1964 and 1965"
_BETWEEN_YEARS = re.compile(r"\s*(?:(?:[,;&|]|(?<=\s)/(?=\s)|\band(?:\s+also)?\b)\s*)+", re.IGNORECASE)
# "1963-1965", "44 BC to 2 BC"
_YEAR_RANGE = re.compile(
    r"(.*\d.*?)\s*(?:[-\u2013\u2014]|\b(?:to|until|till|through|bis|[a\u00e0])\b)\s*(-?\d.*|AD\b.*)", re.IGNORECASE
)
# "-44", "in the year 0"
_ASTRONOMICAL = re.compile(r"\s*(?:(?:in|from)\s+)?(?:(?:the\s+)?years?\s+)?(-\d{1,6}|0)[\s.]*", re.IGNORECASE)
# Words without a number before years: "She played there in ", "Thus, it was "
_BEFORE_YEARS = re.compile(
    r"[^\d\n]*?\S\s(?:in|during|from|was|were|is|are|years?|of)\s+(?:the\s+years?\s+)?"
    r"(?=\d{3,4}\b[^a-zA-Z]*(?:(?:and|to|until|till|through)\b[^a-zA-Z]*)*$)"
    r"|[^\d\n]*:\s+(?=\d{3,4}\b)"
    rf"|(?:{THEREFORE}),?\s+(?:(?:it|that)\s+(?:was|is)\s+)?(?=\d)",
    re.IGNORECASE,
)
# "In 1985 and 1986, she played there."
_YEARS_FIRST = re.compile(
    r"(?:in|during|from)\s+([\d\s,&\u2013\u2014-]+(?:(?:and|to|until|till|through)\b[\d\s,&-]+)*),\s+([^\W\d][^\d\n]*)",
    re.IGNORECASE,
)
# "2007, when she joined it", "in 2007, at Tesla", "2007 to 2009, both included"
_AFTER_YEARS = re.compile(r",\s(?:(?:when|where|at|by|in|with|as)\s\D*|both (?:years |ends )?(?:are )?included\.?)\Z")
# "1963 to 1965, with a break in 1964", "roughly from 1963 to 1965"; not "without a break", nor "without pay from 1963"
_GAP = re.compile(
    r"\b(?i:roughly|approximately|about|around) (?:from|between)\b"
    r"|(?<!without )(?<!without a )(?<!without any )\b(?:break|gap|pause|interruption)\b"
    r"|\b(?:without(?! [a-z]+ (?:from|in|between|during)\b)|excluding|missing)(?: (?!from\b)[a-z]+){0,4}"
    r" (?:\d|years?\b)"
)
_MAX_YEARS = 1_000


def stated_years(text: str, _: object = None) -> list[str] | None:
    """The years that a text states, and nothing else: a list of years and ranges, of which both ends count.

    >>> stated_years("In 1985 and 1986, she played there."), stated_years("before 1986")
    (['1985', '1986'], None)
    """
    if len(text) > MAX_LETTERS:
        return None
    said = text
    text = _AFTER_YEARS.sub(lambda found: found[0] if is_not_firm(found[0]) else "", text)
    if sentence := _BEFORE_YEARS.match(text):  # "Therefore, she worked for Marks and Spencer in 1985 and 1986."
        if is_doubt(sentence[0], anywhere=True) or is_not_firm(text[: sentence.end() + 4]):
            return None
        text = text[sentence.end() :]
    elif (sentence := _YEARS_FIRST.fullmatch(text)) and is_statement(said := sentence[2]):
        text = text if is_doubt(said, anywhere=True) else sentence[1]
    years: list[str] = []
    parts = _BETWEEN_YEARS.split(_BETWEEN.sub(r"\1 to", text.replace("up to and including", "to")))
    if (len(parts) > 1 and any(map(is_statement, parts))) or _GAP.search(said):
        return None  # "1997. She came and went in 1999."
    for part in parts:
        ends = found.groups() if (found := _YEAR_RANGE.fullmatch(part)) and _year(part) is None else (part, part)
        first, last = map(_year, ends)
        if first is None or last is None or not first <= last < first + _MAX_YEARS:
            return None
        years += [str(CalendarDate(year)) for year in range(first, last + 1)]
    return years


def _year(text: str) -> int | None:
    """The year that a text states alone; those before the year 1 also as labels write them, "-44"."""
    if found := _ASTRONOMICAL.fullmatch(text):
        return int(found[1])
    date = read_date(text)
    return date.year if date and date.month is None else None
