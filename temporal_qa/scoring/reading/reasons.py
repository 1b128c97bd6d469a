"""An answer beside sentences: names above those that explain it, or before one that leaves others out, in the last of
several, or in one after the other.

:mod:`~.names` adds the forms of answers of several lines.
"""

# ruff: noqa: RUF001

import re

from temporal_qa.scoring.reading import wording
from temporal_qa.scoring.reading.abstention import is_no_answer, is_none_at_last, names_after_all
from temporal_qa.scoring.reading.candidates import MAX_LINE
from temporal_qa.scoring.reading.conclusions import concludes_otherwise
from temporal_qa.scoring.reading.line_forms import MAX_TITLE, NUMBER, RULE, introduces, is_value
from temporal_qa.scoring.reading.marks import LIST_MARK, without_marks, without_ornaments
from temporal_qa.scoring.reading.sentences import SentenceReader
from temporal_qa.scoring.reading.wording import SENTENCE_END, SENTENCES, is_hedged, is_reason, is_statement
from temporal_qa.text.dates import find_dates

# Behind a list: "SpaceX is not included.", "All others are outside the span."; and what may add to it
_LEFT_OUT = re.compile(
    r"(?i)\b(?:not|only (?:in|from|after)|outside|excluded|too (?:early|late)|earlier|later"
    r"|(?:before|after) (?:the|that|this))\b|n['’]t\b"
)
_MAY_ADD = re.compile(
    r"(?i)\b(?:but|although|though|however|should|also|as well|instead|answers?|correct|right|wait|actually)\b"
)

_IS_ANSWER = re.compile(r"(?i)\b(?:is|are) the (?:final |correct |right )?answers?[.*_\s]*$")
# In a sentence behind an answer, that it gives another: "He also led Tesla.", "At that time he led Tesla, too."
_ALSO = re.compile(r"(?i),? \b(?:also|too|as well|at (?:that|the same) time|still)\b|\Aat (?:that|the same) time, ")


class ReasonReader(SentenceReader):
    """Reads names beside sentences, and those of several sentences; see :class:`~.lines.LineReader`."""

    def of_sentences(self, text: str) -> list[str] | None:
        """The candidates of a conclusion, "..., so he worked for Tesla.", of the sentence, or of the last one."""
        found = self._of_conclusion(text) or self.of_sentence(text)
        return found or self._one_after_another(text) or self._of_last_sentence(text)

    def _one_after_another(self, text: str) -> list[str] | None:
        """The candidates of sentences of which each says the question again, the others with "also" or the like."""
        first, *others = SENTENCE_END.split(text)
        are_added = bool(others) and not self.asked_order and all(map(_ALSO.search, others))
        are_added = are_added and not any(" had " in each for each in others)  # "She had also led Ajax."
        named = [self.of_sentence(_ALSO.sub("", each)) for each in (first, *others)] if are_added else [None]
        is_none = any(names is None or {*names} <= self._event for names in named)
        return None if is_none else list(dict.fromkeys(name for names in named for name in names or ()))

    def above_reasons(self, text: str) -> tuple[str, str]:
        """A line of candidates alone, or a list of some, above sentences that explain it, and these; else the whole
        text, and nothing.

        Without candidates the line holds a number, or the sentences repeat it. A line may also be "None".
        """
        lines = text.splitlines(keepends=True)
        start = int(bool(lines) and introduces(lines[0].strip()))
        sentences = (n for n, line in enumerate(lines) if n >= start and is_reason(line) and not LIST_MARK.match(line))
        first = next((n for n in sentences if not self.known.tile(without_marks(lines[n]))), 0)  # no name with a "."
        answer, reasons = "".join(lines[:first]), "".join(lines[first:])
        heads = [line for line in lines[:first] if not RULE.fullmatch(line.strip())]
        if not heads or len(answer) > MAX_LINE:
            return text, ""
        head = without_marks(heads[0]).rstrip(" .!")
        is_title = "#" in answer or ":" in answer or len(answer) > MAX_TITLE
        repeated = not is_title and (NUMBER.search(head) or is_value(head) or head.lower() in reasons.lower())
        if len(heads) > 1:
            names = self._listed(heads[introduces(heads[0].strip()) :])
            is_answer = bool(names) and all(self._leaves_out(each, names) for each in SENTENCES.split(reasons.strip()))
        else:
            names = self._at_start(head) or []
            is_answer = bool(names if self.are_known else repeated)
            is_answer = is_answer or (is_no_answer(head) and not names_after_all(reasons, self.asked))
        explain = all(is_reason(line) or LIST_MARK.match(line) or not line.strip() for line in lines[first:])
        if not (is_answer and explain) or is_hedged(reasons) or self._adds_names(names, reasons):
            return text, ""
        *_, last = reasons.strip().splitlines()
        is_open = wording.DOUBT_START.match(reasons.strip()) or is_none_at_last(reasons.strip())
        if not self.are_known:
            is_again = not is_value(head) and self.asked.tells_value(last)  # below "1994 - 1971 = 23"
            is_open = is_open or is_again or concludes_otherwise(head, last)
        return (text, "") if is_open else (answer, reasons)

    def _listed(self, lines: list[str]) -> list[str]:
        """The candidates of a list that is nothing else; or none."""
        marks = map(LIST_MARK.match, lines)
        items = [self._at_start(without_marks(mark.string[mark.end() :])) if mark else None for mark in marks]
        return [name for names in items for name in names or ()] if all(items) else []

    def _leaves_out(self, sentence: str, own: list[str]) -> bool:
        """Whether a sentence says of other candidates, or of all others, that they are none: "SpaceX came later."."""
        if self.asked_order or not self.known.are_names:
            return False  # "Ann Lee. Bob Ray died later.", "It is earlier. No, it is later."
        others = self.known.mentioned(sentence)
        is_of_others = (others or re.search(r"\bothers?\b", sentence)) and others.isdisjoint(own)
        is_left_out = not self.asked.is_not_apart(sentence) or _LEFT_OUT.search(sentence)
        return bool(is_of_others and is_left_out) and not _MAY_ADD.search(sentence)

    def _adds_names(self, own: list[str], reasons: str) -> bool:
        """Whether a sentence names another candidate as the answer: "He also played for Ajax in May 2003."."""
        parts = [*map(without_marks, SENTENCES.split(reasons))] if own and len(reasons) <= MAX_LINE else []
        told = {name for part in parts for name in self._restated(part) or ()}
        mine = {*own} | self._event
        others = (each for each in parts if not (self.known.mentioned(each) <= mine or self._leaves_out(each, own)))
        return not told <= mine or (not self.asked_order and any(map(self.may_add, others)))

    def _before_others(self, line: str) -> list[str] | None:
        """The candidates before sentences that leave others out: "Tesla. SpaceX came later, so it is not included."."""
        first, *sentences = map(without_marks, SENTENCES.split(without_marks(line)))
        own = self._at_start(first) if sentences and "?" not in line else None
        return own if own and all(self._leaves_out(each, own) for each in filter(None, sentences)) else None

    def _of_last_sentence(self, text: str) -> list[str] | None:
        """The candidates of a last sentence that says the time of its question again, or "... is the answer", or that
        alone names candidates."""
        *above, last = SENTENCES.split(text.strip())
        if not above:
            *above, last = last.split(", and ")  # "The siege took place in 1860, and he led Ajax in that year."
        named = self.known.mentioned(last)
        are_both = self.asked_order and {*self._events} <= named
        is_of_time = self.asked.is_not_apart(last, strictly=True) and self.asked.has_length_of(last)
        are_alone = self.known.mentioned(text) <= named | self._event and (is_of_time or not find_dates(last))
        are_alone = are_alone and any(map(is_statement, above)) and not any(map(is_no_answer, above))
        is_answer = _IS_ANSWER.search(last) or self.asked.has_time_of(last, ". ".join(above))
        if not (above and (are_both or are_alone or is_answer)) or any(map(self._leaves_unsure, above)):
            return None
        names = self.of_sentence(without_ornaments(last)) or self._of_conclusion(last)
        said = [self.known.tile(without_marks(each)) for each in above]
        said += [self.of_sentence(each) for each in above if self.asked.has_time_of(each)]
        return names if all(each in (None, names) or {*each} <= self._event for each in said) else None

    def _leaves_unsure(self, line: str) -> bool:
        """Whether a line above an answer is not sure of it, or denies more than a candidate: "I can't be sure."."""
        line = line.rstrip("? ")
        # "May 2008 is not within 2000 to 2001" is sure
        is_denial = wording.is_doubt(line) and len(find_dates(line)) < 2
        return wording.is_unsettled(line) or (is_denial and not self.known.mentioned(line))
