"""The one date of a short answer, and the years that it states alone ("1963 and 1970").

A reading is of the whole answer: nothing is read where it has two dates, denies one, or only bounds it ("before 1910"):
a bound, a range, a part of a year and a sum still to be made do not settle on a date, nor on an age.
"""

import re
from contextlib import suppress
from functools import lru_cache

from temporal_qa.scoring.reading.wording import THEREFORE, is_doubt, is_statement
from temporal_qa.text.dates import DAY, MONTH, NEAR, find_dates, parse_date
from temporal_qa.text.numbers import NUMBER_WORDS
from temporal_qa.timeline import CalendarDate

MAX_LETTERS = 1_000
"""A longer text is not a short answer."""

_DASH = r"[-\u2013\u2014]"
_TO = rf"\s*(?:{_DASH}|/|\b(?:to|and|or)\b)\s*"
_UNIT = "(?:day|week|month|year)"
_NOT_ONE_TIME = (
    # bounds
    r"\b(?:before|after|until|since|prior|between|under|over|above|below|exceed\w*|nearly|almost|than|up to)\b",
    r"\b(?:at (?:(?:the )?(?:very )?(?:least|most)|the (?:earliest|latest))|onwards?)\b",
    rf"\bby (?:(?:the )?{DAY} (?:of )?)?(?:{MONTH}|\d{{4}})",  # "by 1910"
    r"\d{4}\s+on\W*\Z",  # "from 1910 on"
    rf"[<>\u2264\u2265]=?\s*(?:\d|{MONTH})",  # "> 90"
    r"\d\s?\+(?!\s*\d)",  # "90+"
    r"\bplus\s+\d",
    rf"\b(?:some|a\s+few|several)\s+(?:more\s+)?{_UNIT}s\b",
    # ranges
    rf"{MONTH}{_TO}{MONTH}",  # "May or June"
    rf"{MONTH}\s+{DAY}{_TO}{DAY}\b(?!:)",  # "May 5 to 6"
    rf"(?<![\w/.-])(?<!fact )(?<!row )(?<!table )(?<!page ){DAY}{_TO}{DAY}\s+(?:of\s+)?{MONTH}",  # "5-6 May"
    rf"\d{{4}} ?{_DASH} ?(?:\d{{4}}|(?:1[3-9]|[2-9]\d)(?![-/.\d]))",  # "1970 - 1971", "1970-71", not "1970-12"
    r"\d{4}[\u2013\u2014]\d{2}(?!\d)",
    rf"\d{{4}}\s?{_DASH}\s*\Z",  # "1970-"
    rf"(?:\bto|{_DASH})\s*(?:the\s+)?(?:present|now|today)\b",
    r"\u00b1",
    # parts of a year or a month, and near a day
    r"\b(?:(?:early|mid|late|spring|summer|autumn|fall|winter)(?:-|\s+)(?:(?:of|in)\s+)?"  # "late May 1989"
    rf"|(?:start|beginning|middle|end|decade)\s+of\s+)(?:{MONTH}|\d{{4}})",
    rf"\b{_UNIT} (?:following|preceding)\b",
    r"\b(?:eve|week) of\b",
    # sums without their result
    rf"(?:\s[+\u2212-]|\bplus|\bminus)\s*(?:\d+|{NUMBER_WORDS}|an?)\s+{_UNIT}",  # "May 6, 1999 + 3 days"
    r"\d{4}\s+[+\u2212-]\s*\d{1,2}\b(?!\s*[-/])",  # "1970 + 5"
    rf"\b{_UNIT}s?\s+(?:from|past)\s+(?:{MONTH}|\d)",  # "one week from May 6"
)
_IS_NOT_ONE_TIME = re.compile("|".join(_NOT_ONE_TIME), re.IGNORECASE)


def is_not_firm(text: str) -> bool:
    """Whether a short answer is a bound, a range or a sum without its result, or is denied, doubted or a choice.

    >>> [is_not_firm(text) for text in ("before 1910", "1970-71", "late May 1989", "1970 + 5", "May 6, 1999")]
    [True, True, True, True, False]
    """
    return _IS_NOT_ONE_TIME.search(text) is not None or is_doubt(text, anywhere=True)


_IT_IS = re.compile(
    r"(?i)\A(?:(?:it|that|this|the (?:date|month|year|answer)) (?:is|was) )?(?:(?:(?:in )?the )?year (?=\d))?"
)
# "517-03-10"
_SHORT_ISO = re.compile(r"\A(?=\d{3}-\d{2}-\d{2}\Z)")
# At the end of an answer a number after a day is its year, however small: "March 10, 517".
_SMALL_YEAR = re.compile(rf"(?i)(?<!\d)((?:{MONTH}\s+{DAY},?|{DAY}\s+(?:of\s+)?{MONTH},?)\s+)(\d{{1,3}})\.?\Z")
# "04/07/2001", of which the day or the month may stand first
NUMBERS_ALONE = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}")
# "1910 + 5 = 1915", "1910 plus 5 gives 1915"; not "1910 != 1911"
EQUALS = re.compile(r"(?<![<>!])=(?!=)|\b(?:gives|yields|equals)\b|\b(?:we|you) (?:get|reach|obtain|arrive at)\b")
# "Three days after July 1, 2001 is July 4, 2001."
_SUM_IN_WORDS = re.compile(
    r"(?i)(?:\b(?:day|week|fortnight|month|year)s?\s+(?:after|before|(?:ago\s+)?from|later\s+than|earlier\s+than)|\bplus|\bminus)\s[^;\n]{1,80}?"
    r"\s(?:is|was|will\s+be|would\s+be|(?:falls|lands)\s+on|(?:brings|takes|leads)\s+(?:us\s+)?to)\s+(?-i:(?=[\dA-Z*]|the\s+\d))"
)
# "July 4, 2001 is three days after July 1, 2001.", "July 4, 2001, three days after July 1, 2001"
_SUM_AFTER = re.compile(
    rf"(?i)(?:\s(?:is|was|falls|comes|lies)|,)\s(?:exactly\s)?(?:\d+|{NUMBER_WORDS}|an?)\s(?:day|week|month|year)s?\b[^.;\n]{{0,60}}?"
    r"\s(?:after|before|from|(?:later|earlier)\s+than)\s[^;\n]{1,40}\Z"
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
    text = _SHORT_ISO.sub("0", _result_of_sum(text))
    with suppress(ValueError):
        return parse_date(_IT_IS.sub("", text).rstrip(". "))  # "It is 1400-11."; in other sentences that may be a range
    if is_not_firm(text) or NEAR.search(text):
        return None
    text = _SMALL_YEAR.sub(r"\1AD \2", text)
    dates = {found[:3]: found for found in find_dates(text, day_first=day_first is True)}
    finest = min(dates, key=lambda parts: parts.count(None), default=(None,) * 3)
    others = (own not in (None, part) for parts in dates for own, part in zip(parts, finest, strict=True))
    if not dates or any(others):  # but "The first Monday of May 2018 was May 7, 2018." has one
        return None
    found = dates[finest]
    if day_first is None and (numbers := NUMBERS_ALONE.fullmatch(text, found.start, found.end)):
        first, second = map(int, numbers.groups())
        if first != second and max(first, second) <= 12:
            return None
    with suppress(ValueError):
        return found.to_date()
    return None


def _result_of_sum(text: str) -> str:
    """The result, where a text is a sum with its result: ``1 January 1999 + 3 days = 4 January 1999``."""
    *before, after = EQUALS.split(text)
    if before and find_dates(after) and not is_doubt("=".join(before), anywhere=True):
        return after.strip()
    sums = list(_SUM_IN_WORDS.finditer(text))  # of several, "..., and 6 months before that is ...", the last
    if sums and not is_doubt(text[: sums[-1].end()], anywhere=True):
        return text[sums[-1].end() :]
    return text[: total.start()] if (total := _SUM_AFTER.search(text)) else text


# "between 1963 and 1965", which is a range, not a list of two
_BETWEEN = re.compile(r"(?i)\bbetween\s+([^,;]{1,20}?)\s+and\b")
# "1963, 1964 and 1965"
_BETWEEN_YEARS = re.compile(
    r"(?i)\s*(?:(?:[,;&|、\uff0c]|(?<=\s)/(?=\s)|\b(?:and(?:\s+(?:also|again))?|und|et|y|e)\b)\s*)+"
)
# "1963-1965", "44 BC to 2 BC"
_YEAR_RANGE = re.compile(
    r"(?i)(.*\d.*?)\s*(?:[-\u2013\u2014]|\b(?:to|until|till|through|bis|[a\u00e0])\b)\s*(-?\d.*|AD\b.*)"
)
# "-44", "in the year 0"
_ASTRONOMICAL = re.compile(r"(?i)\s*(?:(?:in|from)\s+)?(?:(?:the\s+)?years?\s+)?(-\d{1,6}|0)[\s.]*")
# Words without a number before years: "She played there in ", "Thus, it was "
_BEFORE_YEARS = re.compile(
    r"(?i)[^\d\n]*?\S\s(?:in|during|from|was|were|is|are|years?|of)\s+(?:the\s+years?\s+)?"
    r"(?=\d{3,4}\b[^a-zA-Z]*(?:(?:and|to|until|till|through|again|in)\b[^a-zA-Z]*)*$)"
    r"|[^\d\n]*:\s+(?=\d{3,4}\b)"
    rf"|(?:{THEREFORE}),?\s+(?:(?:it|that)\s+(?:was|is)\s+)?(?=\d)"
)
# "In 1985 and 1986, she played there."
_YEARS_FIRST = re.compile(
    r"(?i)(?:in|during|from)\s+([\d\s,&\u2013\u2014-]+(?:(?:and|to|until|till|through)\b[\d\s,&-]+)*),\s+([^\W\d][^\d\n]*)"
)
# "2007, when she joined it", "in 2007, at Tesla (2007-2009)", "2007 to 2009, both included"
_AFTER_YEARS = re.compile(
    r",\s(?:(?:when|where|while|at|by|in|with|as|for|the\s(?:start|end))\s[^\d(]*(?:\(\d{3,4}\s?[-\u2013\u2014]\s?\d{2,4}\))?[^\d(]*"
    r"|both (?:years |ends )?(?:are )?included\.?)\Z"
)
# "1963 to 1965, with a break in 1964", "roughly from 1963 to 1965"; not "without a break", nor "without pay from 1963"
_GAP = re.compile(
    r"\b(?i:roughly|approximately|about|around) (?:from|between)\b"
    r"|(?<!without )(?<!without a )(?<!without any )\b(?:break|gap|pause|interruption)\b"
    r"|\b(?:without(?! [a-z]+ (?:from|in|between|during)\b)|excluding|missing)(?: (?!from\b)[a-z]+){0,4}"
    r" (?:\d|years?\b)"
)
# "for 22 years, from 1961 to 1983", "between 1961 and 1983 (22 years)"
_LENGTH_BESIDE = re.compile(
    rf"(?i)\bfor\s(?:\d{{1,3}}|{NUMBER_WORDS})\syears,?\s(?=(?:from|between)\b)|\s\((?:\d{{1,3}}|{NUMBER_WORDS})\syears\)"
)
# "1963 to 1965, that is, 3 years"; "became it in 1963 and held it until 1965"
_NUMBER_OF_YEARS = re.compile(r",\s(?:that is,?|i\.e\.,?|which is)\s(?:a total of\s)?(\d+)\s(?:calendar\s)?years\.?\Z")
_UNTIL = re.compile(
    r"\bin (\d{3,4}),? and (?:(?:he|she|it) )?(?:held|led|kept|served|remained|stayed)"
    r"(?: (?:it|there|on|as such|in office|(?:the|that) (?:post|office|position|role)))? until (?=\d{3,4}\b)"
)
_MAX_YEARS = 1_000


def stated_years(text: str, _: object = None) -> list[str] | None:
    """The years that a text states, and nothing else: a list of years and ranges, of which both ends count.

    >>> stated_years("In 1985 and 1986, she played there."), stated_years("before 1986")
    (['1985', '1986'], None)
    """
    if len(text) > MAX_LETTERS:
        return None
    text = _LENGTH_BESIDE.sub("", text)
    count = _NUMBER_OF_YEARS.search(text)
    said = text = _UNTIL.sub(r"from \1 to ", text[: count.start()] if count else text)
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
    return years if count is None or 0 <= len(years) - int(count[1]) <= 1 else None


def _year(text: str) -> int | None:
    """The year that a text states alone; those before the year 1 also as labels write them, "-44"."""
    if found := _ASTRONOMICAL.fullmatch(text):
        return int(found[1])
    date = read_date(text)
    return date.year if date and date.month is None else None
