"""The answers to the questions of HieraDate and of date arithmetic: an entity, a date, an age, yes or no."""

import re
from collections.abc import Callable
from typing import Any

import orjson

from temporal_qa.scoring.labelled_rows import AnswerType
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.scoring.reading.ages import ISO_AGE, read_age
from temporal_qa.scoring.reading.dates import MAX_LETTERS, read_date
from temporal_qa.scoring.reading.yes_or_no import read_yes_no
from temporal_qa.text.dates import ERA, MONTH

_ONLY_AGE = re.compile(r"(?:\d|years?|months?|days?|and|old|[\s,\"{}:-])+", re.IGNORECASE)
_WORD_OF_DATE = re.compile(rf"\w{{3,6}}day|the|of|{MONTH}|B|C|{ERA}|\d+(?:st|nd|rd|th)?", re.IGNORECASE)


def answer_text(value: Any) -> str:
    """An answer as text: a text as it is, and an age ``{"year": 90, ...}`` or a number as JSON.

    >>> answer_text("4 July 2001"), answer_text({"year": 90, "month": 10, "day": 1}), answer_text(90)
    ('4 July 2001', '{"year":90,"month":10,"day":1}', '90')
    """
    if isinstance(value, str):
        return value
    return orjson.dumps(value, default=repr, option=orjson.OPT_SERIALIZE_NUMPY).decode()


def answer_type_of(answer: str) -> AnswerType:
    """The type of a right answer, from its form. A number alone is a year, and so a date.

    >>> [answer_type_of(text) for text in ("No", "1910", "90 years, 10 months and 1 day", "Seven Years in Tibet")]
    ['yes_no', 'date', 'age', 'entity']
    """
    if answer.strip().lower() in ("yes", "no"):
        return "yes_no"
    if all(map(_WORD_OF_DATE.fullmatch, re.findall(r"[^\s,./-]+", answer))) and read_date(answer):
        return "date"
    is_age = _ONLY_AGE.fullmatch(answer[:MAX_LETTERS]) or ISO_AGE.fullmatch(answer.strip())
    return "age" if is_age and read_age(answer) is not None else "entity"


READERS: dict[AnswerType, Callable[[str], object]] = {
    "entity": normalize_answer, "date": read_date, "age": read_age, "yes_no": read_yes_no,
}  # fmt: skip
"""What reads the value of an answer of each type."""
