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
from temporal_qa.scoring.reading.lines import MAX_REMARKS, OWNS, without_lead
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
    TELLS_APART,
    concluded,
    excludes,
    tells_another_time,
)
from temporal_qa.scoring.reading.wording import (
    SENTENCE_END,
    SOURCE,
    before_reason,
    is_denied,
    is_doubt,
    is_hedged,
    is_retraction,
    is_sentence,
    is_statement,
    is_unsettled,
    leaves_open,
)
from temporal_qa.text.dates import find_dates

# "Tesla's successor"; not "Tesla's period includes May 2003."
_OWNS_OTHER = re.compile(r"['’]s? (?!(?:birth|death|life|interval|period|tenure|term)\b)")  # noqa: RUF001
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
        if not names or self._contradicts(text, names) or not all(self._told_of(part) <= {*names} for part in said):
            return None
        behind = filter(None, _PARTS.split(text[text.rindex(said[-1]) + len(said[-1]) :]))
        return names if all(map(self._is_beside_order, behind)) else None

    def _is_beside_order(self, part: str) -> bool:
        """Whether what follows an order is a reason for it: years, or the opposite order of the other."""
        return not leaves_open(part) and (
            re.search(r"\d\d|\bcompared\b", part)
            or tells_otherwise(part, self._question)
            or (is_statement(part) and not self._told_of(part))
        )

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
        text = SOURCE.sub("", text.removeprefix(self._question), count=1)
        if compared := self._of_comparison(text):
            return compared
        if self._ends_before_asked(text) or (self._asked_order and tells_otherwise(text, self._question)):
            return None
        rest = self._without_left(self._without_denied(self._without_asked_time(text)))
        if (found := self._block(rest)) is None:
            return None
        names, before, after = found
        words = f"{before} {after}"
        told, *reason = REASON_IN_SENTENCE.split(after, maxsplit=1)
        told = f"{before} {told}"
        if SPANS.search(told) and not self.says_asked_time(text):
            return None  # "Tesla covers 2001."
        other = [OFFSET.sub("", told), *([] if self._asked_order else reason)]
        is_over = any(OTHER_TIME.search(self._without_end(_LEFT_IN.sub("", each))) for each in other)
        is_over = (
            is_over
            or is_denied(before)
            or IS_GONE.search(after)
            or TELLS_APART.match(after)
            or _OWNS_OTHER.match(after)
        )
        is_sure = is_statement(words) and not self._separator.search(words) and self._is_beside(words, names)
        return names if is_sure and not is_over else None

    def _block(self, text: str) -> tuple[list[str], str, str] | None:
        """The candidates that stand together in a text, which names no others, and the words before and after them."""
        mentioned = self._told_of(text)
        own = mentioned - {*(self._events if len(self._events) == 1 else ())} or mentioned
        places = [(found.start(), found.end()) for name in own for found in _places(name, text)]
        if not places:  # in other letters
            return ([*own], text, "") if len(own) == 1 else None
        start, end = min(places)[0], max(end for _, end in places)
        block = text[start:end]
        names = self._joined_names(block) or self._before_brackets(block)
        is_one = not SENTENCE_END.search(text[:end]) and not (len(names or ()) > 1 and self._asked_order)
        if not names or not is_one or not own <= self._known.mentioned(", ".join(names)):
            return None
        return names, text[:start], text[end:]

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
        text = REASON_IN_SENTENCE.split(text, maxsplit=1)[0]
        names = self._joined_names(text) or self._before_dates(text) or self._before_brackets(text) or ()
        return names[0] if len(names) == 1 else None

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


def _places(name: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?<!\w){re.escape(name.rstrip('.'))}\.?(?!\w)", text, re.IGNORECASE)
