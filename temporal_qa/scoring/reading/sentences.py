"""The names in a sentence of one fact, in a conclusion, and in a sentence that says the time of its question again or
compares two lives.

:mod:`~.names` adds texts of several lines.
"""

import re
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import islice

from temporal_qa.scoring.reading.candidates import MAX_LINE
from temporal_qa.scoring.reading.lines import MAX_REMARKS, OF_A_LIFE, LineReader, without_lead
from temporal_qa.scoring.reading.marks import without_marks, without_ornaments
from temporal_qa.scoring.reading.orders import COMPARED, ORDER_OF, orders_in, tells_otherwise
from temporal_qa.scoring.reading.remarks import (
    DATE,
    END_OF_NAMES,
    LENGTH,
    OFFSET,
    OTHER_TIME,
    REASON_IN_SENTENCE,
    SAME_ORDER,
    SPANS,
    concluded,
    excludes,
)
from temporal_qa.scoring.reading.wording import (
    SENTENCE_END,
    SOURCE,
    before_reason,
    is_doubt,
    is_hedged,
    is_retraction,
    is_statement,
    is_unsettled,
    leaves_open,
)
from temporal_qa.text.dates import find_dates

# "He played for Tesla.", "The owner was Tesla.", "In May 2008, Tesla was his club.", "He led two: Tesla, SpaceX.",
# "Ann Lee died first."; not "He joined after Tesla."
_IN_SENTENCE = re.compile(
    r"(?:(?:\s+(?:was|were|is|are|be|both|for|at|as|of|in|with|by|to|attended|joined|led|owned|held|served|became|received|won"
    r"|awarded|called|named|known|imprisoned|moved|chaired|coached|employed|headed|managed|married|played|trained|worked|graduated\s+from|presided\s+over"
    r"|(?<!had )been|covers?|includes?|have|therefore|thus|indeed"
    r"|did|had|lived|died|passed away|existed|lasted|ceased|came))+:?|:)(?:\s+(?:both |the )*|(?=\W*\Z))"
)
# "Tesla had ended.", "In May 2003, these were over: Tesla"
_IS_OVER = re.compile(
    r"\b(?:had|has|have|was|were|is|are) (?:already )?(?:ended|over|out|closed|gone|missing|finished)\b"
)
# "Tesla's period includes May 2003."
_OF_A_SPAN = re.compile(r"['’]s?(?: (?:interval|period|tenure|term))?\Z")  # noqa: RUF001
_THAT_TIME = re.compile(
    r"\b(?:at|in|on|during)\s+(?:that|this)\s+(?:time|date|day|month|year|period|point)\b", re.IGNORECASE
)
# Words of one time, of which a question has one and an answer may have the other.
_SAME_TIME = (("after", "following"), ("before", "prior to", "preceding"), ("while", "during", "when"))
# "until 2003", which tells when a fact ended
_UNTIL = re.compile(r"\b(?:until|till)\s+", re.IGNORECASE)
_LEAVING = re.compile(r"\b(?:left|leav|resign|retir|fired)")
_NO_BREAK = re.compile(r"(?:[^.,:;\n]{0,60}\s)?")
# "After leaving Boeing in 2002, ", ", having left Boeing, "
_AFTER_LEAVING = re.compile(
    rf"(?:after\s+leaving|having\s+left)\s+(?P<left>[^,;:.\n]{{1,80}}?)(?:\s+in\s+{DATE.pattern})?"
    r"(?P<end>,\s+|(?=[.\s]*\Z))",
    re.IGNORECASE,
)
_ALSO = re.compile(r"\A,?\s*(?:\w+ also )?")  # "While he was at Boeing, he also worked for Tesla."
_LEFT_IN = re.compile(r"\band\s+left\s+(?:it\s+)?in\b")  # "He joined it in 2000 and left in 2005."
# "Since Ann Lee died in 1901 and Bob Ray in 1910, Ann Lee died first."
_REASON_FIRST = re.compile(
    r"[\s*_]{0,8}(?:since|because|as(?! of)|given\s+that)\s(?:[^,;\n]|,\s?\d){1,300},\s(?!\d)([^\n]+)", re.IGNORECASE
)
_IS_ANSWER = re.compile(r"\b(?:is|are) the (?:final |correct |right )?answers?[.*_\s]*$", re.IGNORECASE)
_PARTS = re.compile(rf"{SENTENCE_END.pattern}|\n\s*|,\s|\s(?=\()")
_OPEN = re.compile(r"\?|\b(?:if|otherwise|seems?)\b")
# A last paragraph that is a thought, or adds an answer to those above.
_THINKS_ON = re.compile(
    r"^\W*(?:I|We|You|Let)\b|\b(?:whether|if|check|consider\w*|as well(?! as)|too)\b", re.IGNORECASE
)
_OWNS = re.compile(r"['’]s?(?= )")  # noqa: RUF001


# "The article does not say so. But since he joined Tesla in 2004, ..."
_HOWEVER = re.compile(r"\A[^.\n]{1,200}(?:\bnot|n['’]t) \w+[^.\n]{0,100}\. (?:But|However|Still),? (?=\S)")  # noqa: RUF001


class SentenceReader(LineReader):
    """Reads the names of a sentence; see :class:`~.lines.LineReader`."""

    def of_sentences(self, text: str) -> list[str] | None:
        """The candidates of a conclusion, "..., so he worked for Tesla.", or else of the sentence."""
        text = _HOWEVER.sub("", text, count=1)
        return self._of_conclusion(text) or self.of_sentence(text) or self._of_time_again(text)

    def of_order(self, text: str) -> list[str] | None:
        """The one of two names that a text says to have the order asked for, also beside what it tells of the other:
        "Ann Lee died first. Ann Lee died in 1901, whereas Bob Ray died in 1910."."""
        if not self._asked_order or _OPEN.search(text) or is_hedged(text) or is_retraction(text):
            return None
        said = [part for part in _PARTS.split(text) if self.says_asked_time(part)]
        if not said and (answer := before_reason(text)) != text:
            return self._known.tile(answer)  # "Ann Lee, as Ann Lee died in 1901 and Bob Ray in 1910."
        names = self.of_sentence(without_ornaments(said[-1])) if said else None
        return names if names and all(self._told_of(part) <= {*names} for part in said) else None

    def _of_time_again(self, text: str) -> list[str] | None:
        """The candidates of a last sentence that says the time again: "He left Ford. In May 2008, he led Tesla."."""
        *_, last = 0, *(found.end() for found in SENTENCE_END.finditer(text))
        if not last or "\n" in text or self._leaves_unsure(text[:last]):
            return None
        names = self._of_last_sentence([text[:last]], text[last:])
        return None if names and self._contradicts(text, names) else names

    def _leaves_unsure(self, line: str) -> bool:
        """Whether a line above an answer is not sure of it, or denies more than a candidate: "I can't be sure."."""
        line = line.rstrip("? ")
        denials = filter(is_doubt, SENTENCE_END.split(line))  # "May 2008 is not within May 2000 to 2001" is sure
        return is_unsettled(line) or not all(self._told_of(each) or len(find_dates(each)) > 1 for each in denials)

    def _of_conclusion(self, text: str) -> list[str] | None:
        conclusion, reasoned = concluded(text), _REASON_FIRST.fullmatch(text)
        if not (conclusion or reasoned) or is_hedged(text):
            return None
        conclusion = without_marks(conclusion)
        names = self._after_lead(conclusion) or self.of_sentence(conclusion)
        if reasoned and not names:
            is_apart = not self._known.mentioned(text[: reasoned.start(1)])
            names = self.of_sentence(reasoned[1]) or (self._at_start(without_marks(reasoned[1])) if is_apart else None)
        return None if names and self._contradicts(text, names) else names

    def of_sentence(self, text: str) -> list[str] | None:
        """The candidates that begin or end a sentence of one fact: "He led Tesla.", "Tesla was his club in 2008."."""
        is_one = "\n" not in (text := without_marks(text)) and len(text) <= MAX_LINE
        is_of_names = self._are_known and self._known.are_names
        if not is_of_names or not is_one or self._known.whole(text) or is_retraction(text, in_line=True):
            return None
        text = SOURCE.sub("", text, count=1)
        if compared := self._of_comparison(text):
            return compared
        if self._ends_before_asked(text) or (self._asked_order and tells_otherwise(text, self._question)):
            return None
        whole, text = text, self._without_left(self._without_denied(self._without_asked_time(text)))
        if _IS_OVER.search(REASON_IN_SENTENCE.split(text, maxsplit=1)[0]):
            return None
        for part, words in _beside_verbs(text):
            if (spans := SPANS.search(words)) and not self.says_asked_time(whole):
                continue  # "Tesla covers 2001."
            told = REASON_IN_SENTENCE.split(words, maxsplit=1)[0] if self._asked_order else words
            if is_statement(words) and not OTHER_TIME.search(OFFSET.sub("", told)):
                owner = (_OF_A_SPAN if spans else OF_A_LIFE).sub("", part)
                names = self._joined_names(owner) or self._named(part) or []
                are_all = self._known.mentioned(text) <= self._known.mentioned(", ".join(names))
                if names and are_all and self._is_beside(words, names):
                    return names
        return None

    def _ends_before_asked(self, text: str) -> bool:
        """Whether a sentence tells of a time that ended before that of its question: "He led Tesla until 2003."."""
        if _UNTIL.search(text) is None or SAME_ORDER[1].search(self._question.lower()):
            return False
        asked = min(_months_in(self._question), default=None)
        ends = (_months_in(text[until.end() : until.end() + 30])[:1] for until in _UNTIL.finditer(text))
        return asked is not None and any(end and end[0][1] < asked[0] for end in ends)

    @cached_property
    def _asked_order(self) -> set[tuple[str, int]]:
        """The order that is asked for of the two names in a question: "Who died first, Ann Lee or Bob Ray?"."""
        return orders_in(self._question) if len(self._events) == 2 else set()

    def _of_comparison(self, text: str) -> list[str] | None:
        """The one of the two names in a question that a sentence tells by the other: "Ann Lee died before Bob Ray."."""
        if len(self._asked_order) != 1:
            return None
        (wanted,) = self._asked_order
        outlived = " lived longer than " if wanted[0] == "length" else " died after "
        text = text.replace(" outlived ", outlived).replace(" predeceased ", " died before ")
        compared = COMPARED.fullmatch(text)
        if compared is None or leaves_open(text):
            return None
        about, order = compared["about"], compared["order"]
        if tells_otherwise("born" if about in ORDER_OF else about, self._question):
            return None
        one, other = map(self._compared_name, (without_lead(compared["one"]), compared["other"]))
        said = ORDER_OF.get(about if order == "than" else order)
        if one == other or not {one, other} <= {*self._events} or said is None or said[0] != wanted[0]:
            return None
        return [name for name in (one if said == wanted else other,) if name]

    def _compared_name(self, text: str) -> str | None:
        names = self._named(without_marks(text)) or ()
        return names[0] if len(names) == 1 else None

    def _named(self, text: str) -> list[str] | None:
        """The candidates that make up a text but for a remark: dates, a reason, or anything in brackets."""
        if names := self._joined_names(text) or self._before_dates(text) or self._before_reason(text):
            return names
        return None if OTHER_TIME.search(text) else self._before_brackets(text)

    def says_asked_time(self, text: str) -> bool:
        """Whether a sentence says the time of its question again: "In May 2008, ...", "... died first"."""
        if asked := {date[:2] for date in find_dates(self._question)}:
            return asked <= {date[:2] for date in find_dates(text)} or _THAT_TIME.search(text) is not None
        order = orders_in(self._question)
        return (bool(order) and order <= orders_in(text)) or self._without_asked_time(text) != text

    def _without_asked_time(self, text: str) -> str:
        """The sentence without the time of its question: "After he left Boeing, ..."."""
        asked = self._question.lower()
        words = [word for same in _SAME_TIME if any(f"{one} " in asked for one in same) for word in same]
        for clause in _clauses("|".join(words)).finditer(text) if words else ():
            rest = text[clause.end() :]
            places = [(rest.find(event), event) for event in self._events]
            ends = [at + len(event) for at, event in places if at >= 0 and _NO_BREAK.fullmatch(rest, 0, at)]
            if not ends and clause["length"] and (date := DATE.match(rest)):
                ends = [date.end()]
            end = clause.end() + max(ends, default=0)
            if _LEAVING.search(text, clause.end(), end) and not clause[0].rstrip().lower().endswith(_SAME_TIME[0]):
                continue  # "When he left Boeing" is not while he worked for it
            if ends and not text[end : end + 1].isalnum() and self._is_beside(text[clause.start() : end], self._events):
                return text[: clause.start()] + _ALSO.sub("", text[end:], count=1)
        return text

    def _without_left(self, text: str) -> str:
        """The sentence without a clause that tells what was left before, if it says the time of its question again."""
        clause = _AFTER_LEAVING.search(text)
        if clause is None or self._joined_names(clause["left"]) is None:
            return text
        before, after = text[: clause.start()].rstrip(", "), text[clause.end() :]
        rest = f"{before}{clause['end']}{after}" if before else after
        return rest if self.says_asked_time(rest) else text

    def _of_last_sentence(self, above: list[str], last: str) -> list[str] | None:
        """The candidates of a last paragraph that says the time of its question again, or "... is the answer"."""
        is_conclusion = self.says_asked_time(last) or _IS_ANSWER.search(last) or self._of_comparison(last.strip())
        if not is_conclusion or is_hedged(last) or _THINKS_ON.search(last):
            return None
        names = self.of_sentence(without_ornaments(last))
        asked = {date[:2] for date in find_dates(self._question)}
        said = (each for line in above for each in SENTENCE_END.split(line))
        told = (each for each in said if SPANS.search(each) or self.says_asked_time(each))
        others = (self._told_of(each) for each in told if not excludes(each, asked))
        return names if names and all(each <= {*names} for each in others) else None

    def _told_of(self, sentence: str) -> set[str]:
        """The candidates that a sentence mentions, also as owners: "Boeing's term"."""
        return self._known.mentioned(f"{sentence} {_OWNS.sub('', sentence)}")

    def _contradicts(self, text: str, names: list[str]) -> bool:
        """Whether a text that concludes with these names begins with others: "Tesla, as ..., so it was SpaceX."."""
        end = END_OF_NAMES.search(text)
        first = self._known.tile(text[: end.start()]) if end else None
        return first is not None and {*first} != {*names}

    def _before_reason(self, text: str) -> list[str] | None:
        """The candidates at the end of a sentence that goes on to say why: "Tesla, as he joined it in 2004"."""
        for boundary in islice(REASON_IN_SENTENCE.finditer(text), MAX_REMARKS):
            named, reason = text[: boundary.start()], text[boundary.end() :]
            names = self._joined_names(named) or self._before_dates(named)
            is_of_time = self._asked_order or not OTHER_TIME.search(_LEFT_IN.sub("", reason))
            if names and is_of_time and self._is_beside(reason, names):
                return names
        return None


def _months_in(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The first and the last month of the dates in a text."""
    dates = [(date.year, date.month) for date in find_dates(text) if date.year is not None]
    return [((year, month or 1), (year, month or 12)) for year, month in dates]


@cache
def _clauses(words: str) -> re.Pattern[str]:
    """The beginning of a clause of time with one of these words, perhaps how long before or after."""
    return re.compile(
        rf"(?P<length>{LENGTH})?\b(?:(?:right|just|immediately|directly)\s)?(?:{words})\s+", re.IGNORECASE
    )


def _beside_verbs(text: str) -> Iterator[tuple[str, str]]:
    """What stands before or after a verb, also without its lead ("First Bank", "First Ann"), and the other words."""
    for verb in islice(_IN_SENTENCE.finditer(text), MAX_REMARKS):
        before, after = text[: verb.start()], text[verb.end() :]
        for part, words in (before, verb[0] + after), (after, before + verb[0]):
            yield (part := without_marks(part)), words
            if (named := without_lead(part)) != part:
                yield named, part.removesuffix(named) + words
