"""The clause that answers, among others that are no answer: "Ann died on **4 May 1901**, aged 73 (born in 1828)."."""

import re
from collections.abc import Iterable

from temporal_qa.scoring.reading.asked import Asked, tells_otherwise
from temporal_qa.scoring.reading.marks import without_marks
from temporal_qa.scoring.reading.names import NameReader
from temporal_qa.scoring.reading.places import final_place
from temporal_qa.scoring.reading.second_thoughts import has_value, is_taken_back, without_values
from temporal_qa.scoring.reading.wording import OFFERS, SENTENCE_END, UNTOLD, is_hedged, is_statement, leaves_open
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import find_durations
from temporal_qa.timeline import ANSWER_SEPARATOR

_MAX_PROSE = 5_000
"""Letters of the longest response in which the clause is looked for."""

_BOLD = re.compile(r"\*\*(?=[^\s*])([^*\n]{1,200})(?<=[^\s*])\*\*")
_SENTENCE_BEGINS = re.compile(rf"{SENTENCE_END.pattern}|\n\s*")
_CLAUSE_ENDS = re.compile(rf"{SENTENCE_END.pattern}|\s*[,;:(\n\u2013\u2014]|\s-\s|[.!]?\s*\Z")
# Behind the clause: ", or 25 years", "(not 1901)", "? No, ..."
_GOES_ON = re.compile(r"(?i)\?|[\s,;(\u2013\u2014-]*(?:or|and|nor|not|but|plus|i\.e|that is|actually)\b")


def answer_in_bold(text: str, names: NameReader, question: str) -> list[str] | None:
    """The names of the only words in bold, or else the clause around them, if it says its question again, and the rest
    is sure and gives no other answer.

    Args:
        text: the response without its thought, of which no other rule reads an answer.
        names: reads its names.
        question: its text.
    """
    bold = _BOLD.search(text) if len(text) <= _MAX_PROSE else None
    if bold is None or text.count("**") != 2 or final_place(text) is not None:
        return None
    start = max((found.end() for found in _SENTENCE_BEGINS.finditer(text, 0, bold.start())), default=0)
    end = next((found.start() for found in _CLAUSE_ENDS.finditer(text, bold.end())), len(text))
    clause, said = without_marks(text[start:end]), without_marks(bold[1])
    if names.candidates is None:
        is_alone = clause == said and not tells_otherwise(text[end:], question)
        return [clause] if _is_answer(clause, text[end:], text[:start], question, is_alone=is_alone) else None
    found = names.candidates.tile(said)
    # Of names alone, other rules read all that can be read.
    if not found or names.of_sentence(clause) != found or _is_open(text, clause, text[end:]):
        return None
    others = map(without_marks, _others(text[end:], text[:start]))
    told = (names.candidates.tile(each) or names.of_sentence(each) or () for each in others if each)
    is_only = all({*each} <= {*found} for each in told) and not is_taken_back(f"\n\n{text[end:]}", found, names)
    return found if is_only else None


def first_clause(text: str, question: str) -> str:
    """The first sentence up to the end of the clause that gives a value, if it answers; else nothing."""
    times = [found[-2:] for found in (*find_dates(text), *find_durations(text))]
    for cut in _CLAUSE_ENDS.finditer(text):
        clause, is_within = text[: cut.start()], any(start < cut.start() < end for start, end in times)
        if has_value(clause) and not is_within:
            is_cut = bool(text[cut.end() :]) and is_statement(clause)
            return clause if is_cut and _is_answer(clause, text[cut.start() :], "", question) else ""
        if SENTENCE_END.match(text, cut.start()):
            break
    return ""


def _is_answer(clause: str, after: str, before: str, question: str, *, is_alone: bool = False) -> bool:
    """Whether a clause says its question again, and nothing after or before it does, or takes it back."""
    asked = Asked(question, ())
    is_said = is_alone or asked.has_words_of(without_values(clause))
    if not is_said or _is_open(f"{before}{clause}{after}", clause, after):
        return False
    others = map(without_marks, _others(after, before))
    is_again = any(is_statement(each) and asked.has_words_of(without_values(each)) for each in others)
    return not (is_again or is_taken_back(f"\n\n{after}", [clause], NameReader(None, ANSWER_SEPARATOR, question)))


def _is_open(text: str, clause: str, after: str) -> bool:
    is_unsure = is_hedged(text) or UNTOLD.search(text) or OFFERS.search(text) or leaves_open(clause)
    return bool(is_unsure or _GOES_ON.match(after))


def _others(after: str, before: str) -> Iterable[str]:
    """The other clauses of the sentence, and the other sentences."""
    behind, *sentences = _SENTENCE_BEGINS.split(after)
    return [*_CLAUSE_ENDS.split(behind), *sentences, *_SENTENCE_BEGINS.split(before)]
