"""The clauses and sentences around an answer: whether what follows takes it back or gives another ("However, upon
re-reading the facts, she worked for Boeing."), and the clause that answers among others that give no answer ("Ann died
on May 4, 1901, aged 73 (born in 1828).")."""

import re
from collections.abc import Iterator
from itertools import islice

from temporal_qa.scoring.reading import wording
from temporal_qa.scoring.reading.abstention import names_after_all
from temporal_qa.scoring.reading.asked import DIGITS, VALUE, Asked, without_times, without_values
from temporal_qa.scoring.reading.candidates import MAX_LINE
from temporal_qa.scoring.reading.conclusions import NAMES_ASKED, concludes_otherwise, tells_other
from temporal_qa.scoring.reading.endings import is_retraction
from temporal_qa.scoring.reading.events import of_other_event, orders_in
from temporal_qa.scoring.reading.marks import without_marks
from temporal_qa.scoring.reading.names import NameReader
from temporal_qa.scoring.reading.places import final_place
from temporal_qa.scoring.reading.weekdays import read_weekday
from temporal_qa.scoring.reading.wording import SENTENCE_END, SENTENCES, NotRead, is_hedged, is_statement, leaves_open
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
_WRONG = re.compile(r"(?i)[\s*_]*(?:is|was|seems|would be) (?:wrong|incorrect|not\b)")
# What stands around names that are given instead, or too: "Also SpaceX.", "TL;DR: SpaceX", "In fact, it is SpaceX."
_AROUND_NAMES = re.compile(
    r"(?i)(?:\W|_|\b(?:a|add|addition|additionally|also|and|another|answers?|apologies|are|as|attempt|best|better|both|brief"
    r"|choice|conclusion|correct|course|fact|fits|hence|i|in|instead|is|it|likewise|matches|mistake|my|no|of|one|option|or"
    r"|overall|plus|rather|real|result|right|same|say|second|short|so|summary|that|the|then|therefore|third|this|thus|tl|dr"
    r"|to|too|true|was|well|would)\b|\d\b)*+"
)
# "it was Tesla", "the correct award is Tesla"
_CORRECTS = re.compile(
    r"(?i)(?:\A(?:it|this|that)|\b(?P<right>correct|right|actual) \w+(?: \w+){0,4}) (?:is|was|should be|must be) "
)
_ACTUALLY = re.compile(r"(?i)\b(?:actually|in fact)\b,? ?")
_BUT_FOLLOWS = re.compile(r"[.!][*_]{0,2}\s+(?=(?:However|But|Note)\b)")
_PREFERS = re.compile(r"(?i)\b(?:right|correct|answer|fits?|better|best|true|also|too|as well)\b")


def is_taken_back(after: str, answers: list[str], names: NameReader) -> bool:
    """Whether what follows the answers takes them back, or gives another.

    Args:
        after: what follows, as far as the response goes.
        answers: as they were read.
        names: reads what else is named.
    """
    if is_retraction(after, of=" ".join(answers)) or (not answers and names_after_all(after, names.asked)):
        return True
    if _WRONG.match(after) or _adds_names(after.rpartition("\n\n")[2], answers, names):
        return True
    if not names.are_known and len(answers) == 1 and concludes_otherwise(answers[0], after[-MAX_LINE:]):
        return True
    for found in islice(_RECONSIDERS.finditer(after), _MAX_RECONSIDERED):
        said = after[found.end() : found.end() + MAX_LINE].partition("\n\n")[0]
        is_free = bool(found["but"] or found["checks"])  # may go on to anything
        for sentence in SENTENCE_END.split(said.strip())[:_MAX_SENTENCES]:
            if _is_another(_ACTUALLY.sub("", sentence.strip()), answers, names, is_free=is_free):
                return True
    return False


def _adds_names(paragraph: str, answers: list[str], names: NameReader) -> bool:
    """Whether a last paragraph is other candidates with nothing around them that says why."""
    may_add = answers and names.are_known and len(paragraph) <= MAX_LINE
    mentioned = names.known.mentioned(paragraph) if may_add else ()
    others = {name for name in mentioned if name in paragraph} - {*answers}
    for name in sorted((*others, *answers), key=len, reverse=True):
        paragraph = paragraph.replace(name, " ")
    return bool(others) and _AROUND_NAMES.fullmatch(paragraph) is not None


def names_before_but(text: str, names: NameReader) -> list[str] | None:
    """The candidates that stand alone before a sentence that gives no others: "Tesla. However, he left it in 2010."."""
    cut = _BUT_FOLLOWS.search(text)
    if not names.are_known or cut is None or "\n" in text:
        return None
    found, rest = names.known.tile(without_marks(text[: cut.start()])), text[cut.end() :]
    is_open = is_hedged(rest) or _PREFERS.search(rest) is not None
    return None if not found or is_open or is_taken_back(f"\n\n{rest}", found, names) else found


def _is_another(sentence: str, answers: list[str], names: NameReader, *, is_free: bool) -> bool:
    corrects = _CORRECTS.search(sentence)
    if answers in (["yes"], ["no"]):
        try:
            other, _ = names.read(sentence)
        except NotRead:
            return False
        return other in (["yes"], ["no"]) and other != answers
    if names.are_known:
        if {*(names.of_sentences(sentence) or ())} - {*answers}:
            return not names.asked_order or bool(orders_in(sentence))
        said = sentence[corrects.end() :].removeprefix("the ").lstrip('*_"“') if corrects else ""
        return any(name not in answers and said.startswith(name) for name in names.known.names)
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
    numbers = {*map(parse_number, DIGITS.findall(without_times(text, dates)))} - {None}
    return {*numbers} or {date[:3] for date in dates}


_MAX_PROSE = 4_000
"""Letters of the longest response in which a name in bold is looked for."""

_BOLD = re.compile(r"\*\*(?=[^\s*])([^*\n]{1,200})(?<=[^\s*])\*\*")
_CLAUSE_ENDS = re.compile(rf"{SENTENCE_END.pattern}|\s*[,;:(\n\u2013\u2014]|\s-\s(?!\d)|[.!]?\s*\Z")
# "**Step 2: Compare.**" on a line of its own, "1. **Compare:** The first one ..."
_HEADING = re.compile(r"(?m)^[^\w*\n]*(?:\d+[.)] *)?\*\*[^*\n]{1,200}(?:\*\*:?[ \t]*$|:\*\*|\*\*:)")
# Behind the clause: ", or 25 years", "(not 1901)", "? No, ...", ", minus a day", ", I mean 1902"
_GOES_ON = re.compile(
    r"(?i)\?|[\s,;(\u2013\u2014-]*(?:(?:or|and|nor|not|but|plus|minus|less|i\.e|that is|actually|rather|wait|sorry"
    r"|an? typo|more|I|alternatively|although|though|make|then|excluding|counting|which (?!is why\b))\b)"
)
# Of another name: "SpaceX also employed him."; not "right after SpaceX"
_ADDS_ANSWER = re.compile(
    r"(?i)\b(?:also|too|both|as well|answers?|right(?! (?:after|before)\b)|correct|counts?|same|from then on)\b"
)
_MAX_AROUND = 3  # words beside a value that corrects another


def name_in_bold(text: str, names: NameReader) -> list[str] | None:
    """The candidates that are the only words in bold but for headings before them, if the clause around them says its
    question again, and the rest is sure and gives no other answer; else ``None``.

    Args:
        text: the response without its thought, of which no other rule reads an answer.
        names: reads its names.
    """
    if not names.are_known or len(text) > _MAX_PROSE or "**" not in text or final_place(text) is not None:
        return None
    last = text.rfind("**", 0, text.rfind("**"))  # where the last words in bold begin, if there are any
    text = _HEADING.sub(lambda title: _plain_title(title[0], names), text[:last]) + text[last:]
    bold = list(_BOLD.finditer(text))
    if not bold or text.count("**") != 2 * len(bold):
        return None
    start = max((found.end() for found in SENTENCES.finditer(text, 0, bold[0].start())), default=0)
    end = next((found.start() for found in _CLAUSE_ENDS.finditer(text, bold[-1].end())), len(text))
    clause, after = without_marks(text[start:end]), text[end:]
    found = names.of_sentence(clause)
    in_bold = names.known.tile(without_marks(text[bold[0].start() : bold[-1].end()]))
    if not found or in_bold != found or _is_unsure(text, clause, after):
        return None
    told = {name for each in _others(after, text[:start]) for name in _names_told(each, names)}
    return found if told <= {*found} and not is_taken_back(f"\n\n{after}", found, names) else None


def _plain_title(title: str, names: NameReader) -> str:
    return title if names.known.mentioned(title) else title.replace("**", "")


def _names_told(text: str, names: NameReader) -> set[str]:
    """The candidates that another clause or sentence may give as the answer."""
    mentioned, alone = names.known.mentioned(text), names.known.tile(text)
    if not mentioned or (text in names.asked.question and not alone):
        return set()
    may_add = names.asked.has_time_of(text) or _ADDS_ANSWER.search(text) or names.may_add(text)
    is_open = not names.asked_order and may_add
    return {*(alone or names.of_sentence(text) or (mentioned if is_open else ()))}


def last_sentence(text: str, question: str) -> str:
    """The last of several sentences, if it says its question again with a value, and the others are sure; or nothing:
    "1951 - 1907 = 44. It was closed 44 years after it opened."."""
    *above, last = SENTENCE_END.split(text.strip())
    asked = Asked(question, ())
    is_sure = not any(wording.is_unsettled(each) or asked.tells_value(each) for each in above)
    return last if above and is_sure and not of_other_event(last, question) and asked.tells_value(last) else ""


def first_clause(text: str, question: str) -> str:
    """The first sentence up to the end of the clause that gives a value, if this says its question again, something
    follows, and nothing that follows takes it back, or gives another value at once; else nothing."""
    times = [found[-2:] for found in (*find_dates(text), *find_durations(text))]
    for cut in _CLAUSE_ENDS.finditer(text):
        clause, after = text[: cut.start()], text[cut.start() :]
        ends_sentence = SENTENCE_END.match(text, cut.start()) is not None
        if VALUE.search(clause) and not any(start < cut.start() < end for start, end in times):
            # Behind a sentence, others may explain it; a value alone is one.
            statements = SENTENCE_END.split(after)[1:] if ends_sentence else [clause]
            may_answer = bool(text[cut.end() :]) and all(map(is_statement, statements))
            return clause if may_answer and _stands(clause, after, question) else ""
        if ends_sentence:
            break
    return ""


def _stands(clause: str, after: str, question: str) -> bool:
    """Whether a clause says its question again, and nothing after it does, takes it back or gives another at once."""
    asked, others = Asked(question, ()), list(_others(after, ""))
    if not asked.has_words_of(without_values(clause)) or _is_unsure(clause + after, clause, after):
        return False
    if tells_other(clause, others) or any(_corrects(each, clause) for each in others[:1]):
        return False
    are_again = (is_statement(each) and asked.has_words_of(without_values(each)) for each in others)
    if any(map(NAMES_ASKED.match, others)) or any(are_again):
        return False
    return not is_taken_back(f"\n\n{after}", [clause], NameReader(None, question=question))


def _corrects(other: str, clause: str) -> bool:
    """Whether the next clause is another date, or another number of the same unit, and little more: "in fact 6 May"."""
    if len(without_values(other).split()) > _MAX_AROUND:
        return False
    dates, lengths = find_dates(clause), find_durations(clause)
    if dates:
        return not {date[:3] for date in find_dates(other)} <= {date[:3] for date in dates}
    told = [length for length in find_durations(other) if {*length.units} & {*(lengths or [length])[0].units}]
    return bool(told) and _values(other) != _values(clause)


def _is_unsure(text: str, clause: str, after: str) -> bool:
    """Whether a response is not sure of a clause in it, or goes on to another answer."""
    is_unsure = is_hedged(text) or wording.UNTOLD.search(text) or wording.OFFERS.search(text) or leaves_open(clause)
    return bool(is_unsure or _GOES_ON.match(after))


def _others(after: str, before: str) -> Iterator[str]:
    """The other clauses of the sentence, and the other sentences."""
    behind, *sentences = SENTENCES.split(after)
    clauses = [behind[1:]] if behind.startswith(":") else _CLAUSE_ENDS.split(behind)
    return filter(None, map(without_marks, [*clauses, *sentences, *SENTENCES.split(before)]))
