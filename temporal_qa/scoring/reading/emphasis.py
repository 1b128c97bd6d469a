"""The one answer in bold of a response that is read in no other way: "Ann died on **4 May 1901**, aged 73.".

The clause around it, up to a comma or a bracket, must say its question again and nothing else. The rest of the response
may say anything that is sure and gives no other answer.
"""

import re

from temporal_qa.scoring.reading.asked import Asked, tells_otherwise
from temporal_qa.scoring.reading.marks import without_marks
from temporal_qa.scoring.reading.names import NameReader
from temporal_qa.scoring.reading.places import final_place
from temporal_qa.scoring.reading.second_thoughts import is_taken_back, without_values
from temporal_qa.scoring.reading.values import states_value
from temporal_qa.scoring.reading.wording import OFFERS, SENTENCE_END, UNTOLD, is_hedged, is_statement, leaves_open

_BOLD = re.compile(r"\*\*(?=[^\s*])([^*\n]{1,200})(?<=[^\s*])\*\*")
_SENTENCE_BEGINS = re.compile(rf"{SENTENCE_END.pattern}|\n\s*")
_CLAUSE_ENDS = re.compile(rf"{SENTENCE_END.pattern}|\s*[,;:(\n\u2013\u2014]|\s-\s|[.!]?\s*\Z")
# Behind the clause: ", or 25 years", "(not 1901)", "? No, ..."
_GOES_ON = re.compile(r"(?i)\?|[\s,;(\u2013\u2014-]*(?:or|and|nor|not|but|plus|i\.e|that is|actually)\b")


def answer_in_bold(text: str, names: NameReader, answer_type: str | None, question: str) -> list[str] | None:
    """The names of the only words in bold, or the clause that gives a value in them; ``None`` where there are none.

    Args:
        text: the response without its thought.
        names: reads its names.
        answer_type: of the row.
        question: its text.
    """
    bold = _BOLD.search(text)
    if bold is None or text.count("**") != 2 or final_place(text) is not None:
        return None
    start = max((found.end() for found in _SENTENCE_BEGINS.finditer(text, 0, bold.start())), default=0)
    ends = _CLAUSE_ENDS.search(text, bold.end())
    end = ends.start() if ends else len(text)
    clause, after = without_marks(text[start:end]), text[end:]
    if is_hedged(text) or UNTOLD.search(text) or OFFERS.search(text) or leaves_open(clause) or _GOES_ON.match(after):
        return None
    behind, *sentences = _SENTENCE_BEGINS.split(after)
    if clause == without_marks(bold[1]) and tells_otherwise(behind, question):
        return None
    others = [*_CLAUSE_ENDS.split(behind), *sentences, *_SENTENCE_BEGINS.split(text[:start])]
    others = [other for other in map(without_marks, others) if other]
    if names.candidates is not None:
        found = _names(clause, bold[1], others, names)
    else:
        asked = Asked(question, ())
        is_said = states_value([clause], answer_type, question) and asked.has_words_of(without_values(clause))
        again = (is_statement(other) and asked.has_words_of(without_values(other)) for other in others)
        found = [clause] if is_said and not any(again) else None
    return None if found is None or is_taken_back(f"\n\n{after}", found, names) else found


def _names(clause: str, bold: str, others: list[str], names: NameReader) -> list[str] | None:
    assert names.candidates is not None
    named = names.candidates.tile(without_marks(bold))
    if not named or names.of_sentence(clause) != named:  # of names alone, other rules read all that can be read
        return None
    told = (names.candidates.tile(each) or names.of_sentence(each) or () for each in others)
    return named if all({*each} <= {*named} for each in told) else None
