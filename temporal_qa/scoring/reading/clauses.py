"""The clause that answers, among others that are no answer: "Ann died on **4 May 1901**, aged 73 (born in 1828)."."""

import re
from collections.abc import Collection, Iterator

from temporal_qa.scoring.reading.asked import Asked, tells_otherwise
from temporal_qa.scoring.reading.marks import without_marks
from temporal_qa.scoring.reading.names import NameReader, is_value
from temporal_qa.scoring.reading.places import final_place
from temporal_qa.scoring.reading.second_thoughts import has_value, is_taken_back, without_values
from temporal_qa.scoring.reading.wording import OFFERS, SENTENCE_END, UNTOLD, is_hedged, is_statement, leaves_open
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import find_durations
from temporal_qa.timeline import ANSWER_SEPARATOR

_MAX_PROSE = 5_000
"""Letters of the longest response in which the clause is looked for."""

_BOLD = re.compile(r"\*\*(?=[^\s*])([^*\n]{1,200})(?<=[^\s*])\*\*")
_FIRST_PARAGRAPH = re.compile(r"\s*([^\W_][^\n]{1,300})\n\s*\n")
_SENTENCE_BEGINS = re.compile(rf"{SENTENCE_END.pattern}|\n\s*")
_CLAUSE_ENDS = re.compile(rf"{SENTENCE_END.pattern}|\s*[,;:(\n\u2013\u2014]|\s-\s|[.!]?\s*\Z")
# Behind the clause: ", or 25 years", "(not 1901)", "? No, ..."
_GOES_ON = re.compile(r"(?i)\?|[\s,;(\u2013\u2014-]*(?:or|and|nor|not|but|plus|i\.e|that is|actually)\b")

_ADDS_ANSWER = re.compile(r"(?i)\b(?:also|too|both|as well|answers?|right(?! (?:after|before)\b)|correct|counts?)\b")


def answering_clause(text: str, names: NameReader, question: str) -> list[str] | None:
    """The names of a clause, or else the clause, if it says its question again, and the rest of the response is sure
    and gives no other answer. It is the one around the only words in bold, or a first paragraph of one sentence.

    Args:
        text: the response without its thought, of which no other rule reads an answer.
        names: reads its names.
        question: its text.
    """
    if len(text) > _MAX_PROSE or final_place(text) is not None:
        return None
    bold = _BOLD.search(text) if text.count("**") == 2 else None
    if bold:
        start = max((found.end() for found in _SENTENCE_BEGINS.finditer(text, 0, bold.start())), default=0)
        end = next((found.start() for found in _CLAUSE_ENDS.finditer(text, bold.end())), len(text))
    elif (first := _FIRST_PARAGRAPH.match(text)) and is_statement(first[1]) and not SENTENCE_END.search(first[1]):
        start, end = first.span(1)
    else:
        return None
    clause, after, before = without_marks(text[start:end]), text[end:], text[:start]
    if names.candidates is None:
        is_alone = bold is not None and clause == without_marks(bold[1]) and not tells_otherwise(after, question)
        return [clause] if _is_answer(clause, after, before, question, is_alone=is_alone) else None
    found = names.of_sentence(clause)  # of names alone, other rules read all that can be read
    is_told = found and (names.candidates.tile(without_marks(bold[1])) == found if bold else names.says_time_of(clause))
    if not found or not is_told or _is_open(text, clause, after):
        return None
    told = [name for each in _others(after, before) for name in _names_told(each, names)]
    return found if {*told} <= {*found} and not is_taken_back(f"\n\n{after}", found, names) else None


def _names_told(text: str, names: NameReader) -> Collection[str]:
    """The candidates that another clause or sentence may give as the answer."""
    assert names.candidates is not None
    is_open = not names.compares_lives and (names.says_time_of(text) or _ADDS_ANSWER.search(text))
    told = names.candidates.tile(text) or names.of_sentence(text)
    return told or (names.candidates.mentioned(text) if is_open else ())


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
    is_again = any(
        is_value(each) or (is_statement(each) and asked.has_words_of(without_values(each)))
        for each in _others(after, before)
    )
    return not (is_again or is_taken_back(f"\n\n{after}", [clause], NameReader(None, ANSWER_SEPARATOR, question)))


def _is_open(text: str, clause: str, after: str) -> bool:
    is_unsure = is_hedged(text) or UNTOLD.search(text) or OFFERS.search(text) or leaves_open(clause)
    return bool(is_unsure or _GOES_ON.match(after))


def _others(after: str, before: str) -> Iterator[str]:
    """The other clauses of the sentence, and the other sentences."""
    behind, *sentences = _SENTENCE_BEGINS.split(after)
    return filter(None, map(without_marks, [*_CLAUSE_ENDS.split(behind), *sentences, *_SENTENCE_BEGINS.split(before)]))
