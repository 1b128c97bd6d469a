"""Whether what follows an answer gives another: "However, upon re-reading the facts, she worked for Boeing."."""

import re
from itertools import islice

from temporal_qa.scoring.reading.asked import orders_in, without_times
from temporal_qa.scoring.reading.candidates import MAX_LINE
from temporal_qa.scoring.reading.endings import is_retraction
from temporal_qa.scoring.reading.marks import without_marks
from temporal_qa.scoring.reading.names import NameReader
from temporal_qa.scoring.reading.weekdays import read_weekday
from temporal_qa.scoring.reading.wording import SENTENCE_END, NotRead, is_hedged
from temporal_qa.text.date_forms import WEEKDAY_NAMES
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import find_durations
from temporal_qa.text.numbers import parse_number

_MAX_RECONSIDERED, _MAX_SENTENCES = 5, 3  # places, and sentences of each, in which another answer is looked for
_RECONSIDERS = re.compile(
    r"(?i)(?:^|[.!?\n])[\s*_“'(>]{0,8}(?:(?:(?:however|but|wait)\b[\s,]{1,3})?(?:"
    r"(?:(?:up)?on|after) (?:re-?(?:read|check|view|examin|consider|evaluat|visit|flect)\w*"
    r"|(?:an? )?(?:closer|further|second|careful)\b)|re-?(?:reading|checking|viewing|examining)\b"
    r"|looking (?:again|back|more closely)\b|(?:my )?(?:apologies|mistake)\b|I apologi[sz]e\b"
    r"|(?P<checks>let me (?:re-?\w+|correct|double-?check|verify|check again)\b))[^,.:;\n]{0,40}[,.:;]"
    r"|(?P<but>(?:however|but)\b,?))\s"
)
# "it was Tesla", "the correct award is Tesla"
_CORRECTS = re.compile(
    r"(?i)(?:\A(?:it|this|that)|\b(?P<right>correct|right|actual) \w+(?: \w+){0,4}) (?:is|was|should be|must be) "
)
_ACTUALLY = re.compile(r"(?i)\b(?:actually|in fact)\b,? ?")
_BUT_FOLLOWS = re.compile(r"[.!][*_]{0,2}\s+(?=(?:However|But|Note)\b)")
_PREFERS = re.compile(r"(?i)\b(?:right|correct|answer|fits?|better|best|true|also|too|as well)\b")
_VALUE = re.compile(rf"(?i)\b(?:{'|'.join(WEEKDAY_NAMES)}|(?:iso )?week)\b|\d+")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


def is_taken_back(after: str, answers: list[str], names: NameReader) -> bool:
    """Whether what follows the answers takes them back, or gives another.

    Args:
        after: what follows, as far as the response goes.
        answers: as they were read.
        names: reads what else is named.
    """
    if is_retraction(after, of=" ".join(answers)) or (not answers and names.names_after_all(after)):
        return True
    for found in islice(_RECONSIDERS.finditer(after), _MAX_RECONSIDERED):
        said = after[found.end() : found.end() + MAX_LINE].partition("\n\n")[0]
        is_free = bool(found["but"] or found["checks"])  # may go on to anything
        for sentence in SENTENCE_END.split(said.strip())[:_MAX_SENTENCES]:
            if _is_another(_ACTUALLY.sub("", sentence.strip()), answers, names, is_free=is_free):
                return True
    return False


def names_before_but(text: str, names: NameReader) -> list[str] | None:
    """The candidates that stand alone before a sentence that gives no others: "Tesla. However, he left it in 2010."."""
    cut = _BUT_FOLLOWS.search(text)
    if names.candidates is None or cut is None or "\n" in text:
        return None
    found, rest = names.candidates.tile(without_marks(text[: cut.start()])), text[cut.end() :]
    is_open = is_hedged(rest) or _PREFERS.search(rest) is not None
    return None if not found or is_open or is_taken_back(f"\n\n{rest}", found, names) else found


def has_number_or_weekday(text: str) -> bool:
    """Whether a text has a number, a weekday or the word "week"."""
    return _VALUE.search(text) is not None


def without_values(text: str) -> str:
    """The text without dates, lengths of time, weekdays and numbers."""
    return _VALUE.sub(" ", without_times(text, [*find_dates(text), *find_durations(text)]))


def _is_another(sentence: str, answers: list[str], names: NameReader, *, is_free: bool) -> bool:
    corrects = _CORRECTS.search(sentence)
    if answers in (["yes"], ["no"]):
        try:
            other, _ = names.read(sentence)
        except NotRead:
            return False
        return other in (["yes"], ["no"]) and other != answers
    if names.candidates is not None:
        restated = names.of_sentences(sentence) or []
        if {*restated} - {*answers}:
            return not names.compares_lives or bool(orders_in(sentence))
        said = sentence[corrects.end() :].removeprefix("the ").lstrip('*_"“') if corrects else ""
        return any(name not in answers and said.startswith(name) for name in names.candidates.names)
    if not answers or (is_free and not (corrects and corrects["right"])):
        return False
    own, told = _values(" ".join(answers)), _values(sentence)
    return len(told) == 1 and not own & told and {*map(type, own)} == {*map(type, told)}


def _values(text: str) -> set[object]:
    """The dates in a text; or its weekday; or its numbers."""
    dates = find_dates(text)
    if weekday := read_weekday(without_times(text, dates)):
        return {weekday}
    if (number := parse_number(text)) is not None:
        return {number}
    numbers = {*map(parse_number, _DIGITS.findall(without_times(text, dates)))} - {None}
    return {*numbers} or {date[:3] for date in dates}
