"""The value of a short answer text: a sentence, a phrase or a number, in the unit that its question asks for.

:mod:`~.duration_answer` reads lengths of time, :mod:`~.date_answer` dates and calendar years. Text after a refusal
("the table does not provide the year") is not an answer.
"""

from __future__ import annotations

import re

from temporal_qa.scoring.reading.marks import plain_answer
from temporal_qa.scoring.responses.date_answer import read_date, read_year
from temporal_qa.scoring.responses.duration_answer import read_duration
from temporal_qa.scoring.responses.value_types import AnswerFormat, NoValue

_REFUSAL = re.compile(
    r"(?:\b(?:not|never)|n't)\s+(?:\w+ly\s+)?(?:provide|specif|state|mention|given?\b|available|known?\b|indicate|list|includes?\b)"
    r"|\bcan(?:not|'t)\s+be\s+(?:\w+ly\s+)?(?:determin|calculat|found|known|provid|specif)|\b(?:unknown|unspecified|unanswerable)\b",
    re.IGNORECASE,
)
_SUM = re.compile(r"(?<!\S)\d[\d\s.,+\-\u2212\u2013\u00d7*/\u00f7()]{0,80}=\s*(?=[\d-])")
_CLAUSE = re.compile(r"(?<=[.;!?])\s+|,?\s+(?=(?:but|however|although|though)\b)", re.IGNORECASE)

MAX_ANSWER_CHARACTERS = 2_000
"""The longest of the released responses has 1,043. A longer text is not an answer, and takes long to read."""


def read_text(text: str, item: AnswerFormat) -> tuple[float, str, bool]:
    """The value of a short answer text, the rule that gave it, and whether it is coarse. Raises ``NoValue``."""
    if len(text) > MAX_ANSWER_CHARACTERS:
        raise NoValue("an answer too long")
    text = _without_refusal(plain_answer(text))
    if item.unit == "date":
        return read_date(text, item)
    text = _SUM.sub("", text)
    if item.unit == "date_years":
        return *read_year(text, item), False
    return *read_duration(text, item), False


def _without_refusal(text: str) -> str:
    """The text before a refusal: "5 years. The length of his second marriage is not stated." is an answer."""
    if not (refusal := _REFUSAL.search(text)):
        return text
    breaks = [found.start() for found in _CLAUSE.finditer(text, 0, refusal.start())]
    if not breaks:
        raise NoValue("a refusal")
    return text[: breaks[-1]]
