"""The names in a sentence of one fact, in a conclusion, and in a sentence that says the time of its question again or
compares two lives.

:mod:`~.names` adds texts of several lines.
"""

import re
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import islice

from temporal_qa.scoring.reading.asked_time import TimeReader
from temporal_qa.scoring.reading.candidates import MAX_LINE
from temporal_qa.scoring.reading.lines import MAX_REMARKS, OF_A_LIFE, OWNS, without_lead
from temporal_qa.scoring.reading.marks import without_marks, without_ornaments
from temporal_qa.scoring.reading.orders import COMPARED, ORDER_OF, orders_in, tells_otherwise
from temporal_qa.scoring.reading.remarks import (
    BEFORE_CLAUSE,
    DATE,
    END_OF_NAMES,
    ENDED,
    ENDED_ALONE,
    EXCLUDED,
    GOES_ON,
    IS_GONE,
    NEIGHBOUR,
    NOT_UNTIL,
    OFFSET,
    OTHER_TIME,
    REASON_IN_SENTENCE,
    SAYS_MORE,
    SO_NOT,
    SPANS,
    concluded,
    excludes,
    tells_another_time,
)
from temporal_qa.scoring.reading.wording import (
    SENTENCE_END,
    SOURCE,
    before_reason,
    is_doubt,
    is_hedged,
    is_retraction,
    is_sentence,
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
# "After leaving Boeing in 2002, ", ", having left Boeing, "
_AFTER_LEAVING = re.compile(
    rf"(?:after\s+leaving|having\s+left)\s+(?P<left>[^,;:.\n]{{1,80}}?)(?:\s+in\s+{DATE.pattern})?"
    r"(?P<end>,\s+|(?=[.\s]*\Z))",
    re.IGNORECASE,
)
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


# "The article does not say so. But since he joined Tesla in 2004, ..."
_HOWEVER = re.compile(r"\A[^.\n]{1,200}(?:\bnot|n['’]t) \w+[^.\n]{0,100}\. (?:But|However|Still),? (?=\S)")  # noqa: RUF001


class SentenceReader(TimeReader):
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
            if is_statement(words) and not OTHER_TIME.search(OFFSET.sub("", self._without_end(told))):
                owner = (_OF_A_SPAN if spans else OF_A_LIFE).sub("", part)
                names = self._joined_names(owner) or self._named(part) or []
                are_all = self._known.mentioned(text) <= self._known.mentioned(", ".join(names))
                if names and are_all and self._is_beside(words, names):
                    return names
        return None

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
        return self._known.mentioned(f"{sentence} {OWNS.sub('', sentence)}")

    def _contradicts(self, text: str, names: list[str]) -> bool:
        """Whether a text that concludes with these names begins with others: "Tesla, as ..., so it was SpaceX."."""
        end = END_OF_NAMES.search(text)
        first = self._known.tile(text[: end.start()]) if end else None
        return first is not None and {*first} != {*names}

    def _before_any_reason(self, line: str) -> list[str] | None:
        """The candidates before a reason that is sure, tells of another time, and nothing more: before a clause, or,
        alone or with the time asked, before sentences about others."""
        text = without_marks(line)
        for clause in islice(BEFORE_CLAUSE.finditer(text), MAX_REMARKS):
            before, reason = text[: clause.start()], text[clause.end() :]
            if clause["about"]:
                names = self._after_lead(self._separator.sub(",", before))
                if names is None and self.says_asked_time(before):
                    names = self.of_sentence(before)
                is_reason = all(self._is_of_another(each, names or []) for each in SENTENCE_END.split(reason))
            elif is_reason := tells_another_time(reason) and not GOES_ON.search(reason):
                names = self._joined_names(before) or self.of_sentence(before)
            if is_reason and names and (clause["about"] or self._tells_others_apart(reason, names)):
                return names
        return None

    def _is_of_another(self, sentence: str, names: Collection[str] = ()) -> bool:
        """Whether a sentence denies another candidate, or tells of it at another time than the one asked about:
        "SpaceX is excluded.", "SpaceX had ended."; or tells of these names alone, and is sure."""
        if names and self._known.mentioned(sentence) <= {*names}:
            return is_sentence(sentence) and not (
                leaves_open(sentence) or is_retraction(sentence) or SAYS_MORE.search(sentence)
            )
        sentence = NOT_UNTIL.sub("only began", SO_NOT.sub("", sentence))
        if neighbour := NEIGHBOUR.match(sentence):
            told = sentence[neighbour.end() :]
            others = self._known.mentioned(told)
            return bool(others) and others.isdisjoint(names) and not (leaves_open(told) or SAYS_MORE.search(told))
        if self._tells_others_apart(sentence, [*names]) and is_sentence(sentence) and tells_another_time(sentence):
            return not self.says_asked_time(sentence)
        denied, ended = EXCLUDED.search(sentence), ENDED.search(sentence)
        if (found := denied or ended) is None:
            return False
        owner = sentence[: found.start()]  # "SpaceX", "Her time at SpaceX"
        others = self._told_of(owner)
        is_apart = others and not (others & {*names} or is_statement(owner) or self._told_of(sentence) - others)
        if self._known.tile(owner) is None and not is_apart:
            return False
        if denied:
            return not self._known.mentioned(rest := sentence[denied.end() :]) and not is_hedged(rest)
        is_alone = ENDED_ALONE.fullmatch(sentence, found.start()) is not None
        return is_alone and tells_another_time(sentence) and not self.says_asked_time(sentence)

    def _before_reason(self, text: str) -> list[str] | None:
        """The candidates at the end of a sentence that goes on to say why: "Tesla, as he joined it in 2004"."""
        for boundary in islice(REASON_IN_SENTENCE.finditer(text), MAX_REMARKS):
            named, reason = text[: boundary.start()], text[boundary.end() :]
            names = self._joined_names(named) or self._before_dates(named)
            is_over = OTHER_TIME.search(self._without_end(_LEFT_IN.sub("", reason))) or IS_GONE.search(reason)
            if names and (self._asked_order or not is_over) and self._is_beside(reason, names):
                return names
        return None


def _beside_verbs(text: str) -> Iterator[tuple[str, str]]:
    """What stands before or after a verb, also without its lead ("First Bank", "First Ann"), and the other words."""
    for verb in islice(_IN_SENTENCE.finditer(text), MAX_REMARKS):
        before, after = text[: verb.start()], text[verb.end() :]
        for part, words in (before, verb[0] + after), (after, before + verb[0]):
            yield (part := without_marks(part)), words
            if (named := without_lead(part)) != part:
                yield named, part.removesuffix(named) + words
