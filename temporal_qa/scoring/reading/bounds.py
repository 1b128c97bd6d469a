"""Short answers that do not settle on a date or an age: a bound, a range, a part of a year, a sum still to be made."""

import re

from temporal_qa.scoring.reading.doubt import is_doubt
from temporal_qa.text.dates import MONTH
from temporal_qa.text.numbers import NUMBER_WORDS

MAX_LETTERS = 1_000
"""A longer text is not a short answer."""

DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DASH = r"[-\u2013\u2014]"
_TO = rf"\s*(?:{_DASH}|/|\b(?:to|and|or)\b)\s*"
_UNIT = "(?:day|week|month|year)"
_BOUNDS = (
    r"\b(?:before|after|until|since|prior|between|under|over|above|below|exceed\w*|nearly|almost|than)\b",
    r"\bat (?:the )?(?:very )?(?:least|most)\b",
    r"\bat the (?:earliest|latest)\b",
    r"\bup to\b",
    r"\bonwards?\b",
    rf"\bby (?:(?:the )?{DAY} (?:of )?)?(?:{MONTH}|\d{{4}})",  # "by 1910"
    r"\d{4}\s+on\W*\Z",  # "from 1910 on"
    rf"[<>\u2264\u2265]=?\s*(?:\d|{MONTH})",  # "> 90"
    r"\d\s?\+(?!\s*\d)",  # "90+"
    r"\bplus\s+\d",
    rf"\b(?:some|a\s+few|several)\s+(?:more\s+)?{_UNIT}s\b",
)
_RANGES = (
    rf"{MONTH}{_TO}{MONTH}",  # "May or June"
    rf"{MONTH}\s+{DAY}{_TO}{DAY}\b(?!:)",  # "May 5 to 6"
    rf"(?<![\w/.-])(?<!fact )(?<!row )(?<!table )(?<!page ){DAY}{_TO}{DAY}\s+(?:of\s+)?{MONTH}",  # "5-6 May"
    rf"\d{{4}} ?{_DASH} ?(?:\d{{4}}|(?:1[3-9]|[2-9]\d)(?![-/.\d]))",  # "1970 - 1971", "1970-71", not "1970-12"
    r"\d{4}[\u2013\u2014]\d{2}(?!\d)",
    rf"\d{{4}}\s?{_DASH}\s*\Z",  # "1970-"
    rf"(?:\bto|{_DASH})\s*(?:the\s+)?(?:present|now|today)\b",
    r"\u00b1",
)
_PARTS = (
    r"\b(?:early|mid|late|spring|summer|autumn|fall|winter)(?:-|\s+)(?:(?:of|in)\s+)?"  # "late May 1989"
    rf"(?:{MONTH}|\d{{4}})",
    rf"\b(?:start|beginning|middle|end|decade)\s+of\s+(?:{MONTH}|\d{{4}})",
    rf"\b{_UNIT} (?:following|preceding)\b",
    r"\b(?:eve|week) of\b",
)
_SUMS = (
    rf"(?:\s[+\u2212-]|\bplus|\bminus)\s*(?:\d+|{NUMBER_WORDS}|an?)\s+{_UNIT}",  # "May 6, 1999 + 3 days"
    r"\d{4}\s+[+\u2212-]\s*\d{1,2}\b(?!\s*[-/])",  # "1970 + 5"
    rf"\b{_UNIT}s?\s+(?:from|past)\s+(?:{MONTH}|\d)",  # "one week from May 6"
)
_NOT_ONE_TIME = re.compile("|".join((*_BOUNDS, *_RANGES, *_PARTS, *_SUMS)), re.IGNORECASE)


def is_not_firm(text: str) -> bool:
    """Whether a short answer is a bound, a range or a sum without its result, or is denied, doubted or a choice.

    >>> [is_not_firm(text) for text in ("before 1910", "1970-71", "late May 1989", "1970 + 5", "May 6, 1999")]
    [True, True, True, True, False]
    """
    return _NOT_ONE_TIME.search(text) is not None or is_doubt(text, anywhere=True)
