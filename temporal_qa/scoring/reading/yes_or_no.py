"""Yes and no as answers: with their reason beside them, "No, it does not.", and in the words of the question, "It is
earlier.", "Their lives did not overlap."."""

# ruff: noqa: RUF001

import re
from typing import Literal

from temporal_qa.scoring.probe_answers import read_yes_no
from temporal_qa.scoring.reading.candidates import Candidates
from temporal_qa.scoring.reading.reasons import DOUBT, NotRead
from temporal_qa.scoring.reading.remarks import DATES_WITHIN
from temporal_qa.scoring.reading.wording import before_reason, is_hedged, is_unsettled
from temporal_qa.text.dates import find_dates

# "Absolutely, yes"
_SURE = re.compile(
    r"\A(?:(?:absolutely|definitely|certainly|clearly|of course)\b[,:]?\s+(?=(?:yes|no)\b)"
    r"|there (?:is|was) (?=no (?:\w+ )?overlap))",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"\A\W*(?:yes|no)[,.:;]\s+", re.IGNORECASE)
_NOT = re.compile(r"\s+not\b|n['’]t\b")
_ALONE = re.compile(r"(?:they|it|he|she) (?:do|does|did|is|are|was|were)", re.IGNORECASE)
_WORD = re.compile(r"[\w-]+")
# Words that a sentence may have and its question not, or the other way round.
_SMALL_WORDS = re.compile(
    r"\b(?:an?|the|and|of|than|that|it|they|he|she|their|its|this|both|two|first|date|is|are|was|were|be|do|does|did|comes?|came|falls?|fell"
    r"|so|thus|indeed|clearly)\b"
)
_COMPARES = {
    **dict.fromkeys(("younger", "shorter", "less", "smaller"), "<"),
    **dict.fromkeys(("older", "longer", "greater", "more", "larger"), ">"),
    **dict.fromkeys(("before", "earlier", "precede", "precedes", "preceded"), "<t"),
    **dict.fromkeys(("after", "later", "follow", "follows", "followed"), ">t"),
    **dict.fromkeys(("overlap", "overlaps", "overlapped"), "="),
}  # fmt: skip
_OPPOSITE = {"<": ">", ">": "<", "<t": ">t", ">t": "<t", "=": "="}


class YesOrNo(Candidates):
    """Yes and no, which may have their reason beside them, or be said in the words of the question."""

    are_names = False

    def __init__(self, question: str) -> None:
        super().__init__(("yes", "no"))
        self._asked = _words(question)
        self._asked_by = question.partition(" ")[0].lower()

    def _tile(self, text: str) -> list[str] | None:
        said = read_yes_no(_SURE.sub("", text, count=1))
        told = self._restated(_YES_OR_NO.sub("", text, count=1) if said else text)  # "No, it fell before it."
        if said and told and said != told:
            raise NotRead(DOUBT)
        return [each] if (each := said or told) else None

    def _restated(self, text: str) -> Literal["yes", "no"] | None:
        """What a sentence says that compares what the question compares, in either order, and adds nothing."""
        if text.rstrip().endswith(":") or is_hedged(text):
            return None
        said, denials = _NOT.subn("", before_reason(text).split(", not ")[0].strip(" .!"))
        if denials > 1 or is_unsettled(said):
            return None
        if _ALONE.fullmatch(said) and self._asked_by == said.split()[-1].lower():
            return "no" if denials else "yes"
        place = next((place for place, word in enumerate(self._asked) if word in _OPPOSITE), None)
        if place is None:
            return None
        one, sign, other = self._asked[:place], self._asked[place], self._asked[place + 1 :]
        opposite = _OPPOSITE[sign]
        for words in (_words(said), _words(DATES_WITHIN.sub("", said))):
            for first, second, (same, reverse) in (one, other, (sign, opposite)), (other, one, (opposite, sign)):
                if _tells(words, [*first, same, *second]):
                    return "no" if denials else "yes"
                if _tells(words, [*first, reverse, *second]):
                    return None if denials else "no"  # "not later" may be the same day
        return None


def _words(text: str) -> list[str]:
    """The words of a text but for small ones; a date is one word, and so are those of one comparison."""
    for date in reversed(find_dates(text)):
        text = f"{text[: date.start]} {date.year}-{date.month}-{date.day} {text[date.end :]}"
    return [_COMPARES.get(word, word) for word in _WORD.findall(_SMALL_WORDS.sub(" ", text.lower()))]


def _tells(words: list[str], told: list[str]) -> bool:
    """Whether these are words of what is told, in its order, with its comparison."""
    rest = iter(told)
    return not {*words}.isdisjoint(_OPPOSITE) and all(word in rest for word in words)
