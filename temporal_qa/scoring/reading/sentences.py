"""The names in a sentence of one fact, in a conclusion, and in a sentence that says the time of its question again or
compares two lives.

:mod:`~.names` adds texts of several lines.
"""

import re
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache

from temporal_qa.scoring.reading.asked_time import TimeReader
from temporal_qa.scoring.reading.candidates import MAX_LINE, plain_letters
from temporal_qa.scoring.reading.doubt import is_denied, is_doubt, is_hedged, is_unsettled, leaves_open
from temporal_qa.scoring.reading.endings import before_reason, is_retraction
from temporal_qa.scoring.reading.lines import OWNS, without_leads
from temporal_qa.scoring.reading.marks import without_marks, without_ornaments
from temporal_qa.scoring.reading.orders import COMPARED, ORDER_OF, orders_in, tells_otherwise
from temporal_qa.scoring.reading.remarks import (
    BEFORE_CLAUSE,
    BEFORE_OTHER,
    DATE,
    DATES_IN_BRACKETS,
    ELSEWHERE,
    IS_GONE,
    NEIGHBOUR,
    OFFSET,
    OTHER_TIME,
    SAME_ORDER,
    SAYS_MORE,
    SO_NOT,
    SPANS,
    TELLS_APART,
    concluded,
)
from temporal_qa.scoring.reading.wording import SENTENCE_END, SOURCE, is_statement
from temporal_qa.text.dates import find_dates

# "Tesla's successor"; not "Tesla's period includes May 2003."
_OWNS_OTHER = re.compile(r"['’]s? (?!(?:birth|death|life|interval|period|tenure|term)\b)")  # noqa: RUF001
_THOUGHT = re.compile(r"\W*(?:I|We|You|Let)\b(?! (?:see|find|know)\b)")
_OF_UNKNOWN = re.compile(r",\s(?:who|which)\b[^,]*\Z")  # "Ann Lee, who followed Tesla", where Ann is no candidate
# "Tesla and Ford", "Tesla, Ford and Volvo", "Ford, then Tesla", of which one is a candidate
_JOINT = r"(?:and|or|then|plus|&|\+|/|->|→|(?:along|together) with|as well as|in addition to|and then|and later)"
_AND_UNKNOWN = re.compile(rf"\W*{_JOINT}\s+(?:the\s+)?[A-Z]|,\s[A-Z][^,.;()]*,?\s(?:and|&|or)\s(?:the\s)?[A-Z]")
_UNKNOWN_AND = re.compile(rf"[A-Z][\w.'’-]*(?:,?\s{_JOINT}\s(?:the\s)?)\Z")  # noqa: RUF001
_ANOTHER = re.compile(
    r"\b[Tt]hen it was\b|\bdid, too\b|^(?!It|This|That|He|She|They)[A-Z]\w* (?:is|was) the (?:\w+ )?answer\b"
)
_NOT_OVER = re.compile(r"(?:\bnot|n['’]t) (?:yet )?(?:left|leave|end)\b")  # noqa: RUF001
_LEFT_IN = re.compile(r"\band\s+left\s+(?:it\s+)?in\b")  # "He joined it in 2000 and left in 2005."
# "Since Ann Lee died in 1901 and Bob Ray in 1910, Ann Lee died first."
_REASON_FIRST = re.compile(
    r"[\s*_]{0,8}(?:since|because|as(?! of)|given\s+that)\s(?:[^,;\n]|,\s?\d){1,300},\s(?!\d)([^\n]+)", re.IGNORECASE
)
# "The birth of Ann Lee came before that of Bob Ray."
_OF_LIVES = re.compile(
    r"\A[Tt]he (?:birth|(death)) of (.+?) (?:came|was|is) (before|after|(?:earli|lat)er than) that of "
)
_IS_ANSWER = re.compile(r"\b(?:is|are) the (?:final |correct |right )?answers?[.*_\s]*$", re.IGNORECASE)
_PARTS = re.compile(rf"{SENTENCE_END.pattern}|\n\s*|,\s|\s(?=\()")
_OPEN = re.compile(r"\?|\b(?:if|otherwise|seems?)\b")
# A last paragraph that is a thought, or adds an answer to those above.
_THINKS_ON = re.compile(
    r"^\W*(?:I|We|You|Let)\b|\b(?:whether|if|check|consider\w*|as well(?! as)|too)\b", re.IGNORECASE
)


class SentenceReader(TimeReader):
    """Reads the names of a sentence; see :class:`~.lines.LineReader`."""

    def of_sentences(self, text: str) -> list[str] | None:
        """The candidates of a conclusion, "..., so he worked for Tesla.", or else of the sentence."""
        return self._of_conclusion(text) or self.of_sentence(text) or self._of_time_again(text)

    def of_order(self, text: str) -> list[str] | None:
        """The one of two names that a text says to have the order asked for, also beside what it tells of the other:
        "Ann Lee died first. Ann Lee died in 1901, whereas Bob Ray died in 1910."."""
        if not self._asked_order or _OPEN.search(text) or is_hedged(text) or is_unsettled(text) or is_retraction(text):
            return None
        parts = _PARTS.split(text)
        said = [part for part in parts if self.says_asked_time(part)]
        if not said and (answer := before_reason(text)) != text:
            return self._known.tile(answer)  # "Ann Lee, as Ann Lee died in 1901 and Bob Ray in 1910."
        names = self.of_sentence(without_ornaments(said[-1])) if said else None
        if not names or any({*(self._after_lead(part) or names)} != {*names} for part in parts):
            return None
        behind = filter(None, _PARTS.split(text[text.rindex(said[-1]) + len(said[-1]) :]))
        are_beside = all(self._told_of(part) <= {*names} for part in said) and all(map(self._is_beside_order, behind))
        return names if are_beside else None

    def _is_beside_order(self, part: str) -> bool:
        """Whether what follows an order is a reason for it: years, or the opposite order of the other."""
        is_other = is_statement(part) and (not self._told_of(part) or tells_otherwise(part, self._question))
        return not leaves_open(part) and (is_other or re.search(r"\d\d|\bcompared\b", part) is not None)

    def _of_time_again(self, text: str) -> list[str] | None:
        """The candidates of a last sentence that says the time again: "He left Ford. In May 2008, he led Tesla."."""
        *_, last = 0, *(found.end() for found in SENTENCE_END.finditer(text))
        if not last or "\n" in text or self._leaves_unsure(text[:last]) or is_hedged(text):
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
        if reasoned and not (names or is_unsettled(text[: reasoned.start(1)])):
            is_apart = not self._known.mentioned(text[: reasoned.start(1)])
            names = self.of_sentence(reasoned[1]) or (self._at_start(without_marks(reasoned[1])) if is_apart else None)
        return None if names and self._contradicts(text, names) else names

    def of_sentence(self, text: str) -> list[str] | None:
        """The candidates that a sentence names, "In May 2008, he led Tesla.", but for those that it tells of at another
        time; sentences behind it may explain it, or tell of others at other times."""
        if not (self._are_known and self._known.are_names):
            return None
        is_one = "\n" not in (text := without_marks(text)) and len(text) <= MAX_LINE
        if not is_one or self._known.whole(text) or is_retraction(text, in_line=True):
            return None
        text = SOURCE.sub("", text.removeprefix(self._question), count=1)
        said, *why = BEFORE_CLAUSE.split(text, maxsplit=1)
        if compared := self._of_comparison(text):
            return compared
        if (compared := self._of_comparison(said)) and all(self._explains(each, compared) for each in why):
            return compared
        first, *behind = SENTENCE_END.split(DATES_IN_BRACKETS.sub("", text))
        # "May 2001 is two years before. In May 2001, ...", "He led Tesla; Ford; and Volvo."
        while behind and (not self._told_of(first) - self._event or self._is_listed(behind[0])):
            first = f"{first}, {behind.pop(0)}"
        cuts = [(cut.start(), cut.end()) for cut in BEFORE_CLAUSE.finditer(first)] + [(len(first), len(first))]
        whole = self._told_of(first)  # "Forbes (Russia)" is one name
        parts = ((cut, self._told_of(first[: cut[0]]), self._told_of(first[cut[1] :])) for cut in cuts)
        end, start = next((cut for cut, one, two in parts if one - self._event and whole <= one | two), cuts[-1])
        told, reasons = first[:end], [*filter(None, [first[start:]]), *behind]
        bare = self._after_lead(told) if reasons else None
        if not (names := bare or self._of_clause(told)) or not all(map(is_statement, behind)):
            return None
        is_answer = bare or self.says_asked_time(told) or self._told_of(" ".join(behind)) <= {*names}
        return names if is_answer and all(self._explains(each, names) for each in reasons) else None

    def _is_listed(self, part: str) -> bool:
        """Whether a part is another name, and not one of the question: "and Volvo"."""
        return self._known.whole(part.removeprefix("and ")) not in (None, *self._events)

    def _of_clause(self, text: str) -> list[str] | None:
        """The candidates of a main clause that tells of no other time than the question."""
        if self._ends_before_asked(text) or (self._asked_order and tells_otherwise(text, self._question)):
            return None
        found = self._block(self._without_denied(self._without_asked_time(self._without_left(text))))
        if found is None or _THOUGHT.match(text):
            return None
        names, before, after = found
        words = f"{before} {after}"
        if SPANS.search(words) and not self.says_asked_time(text):
            return None  # "Tesla covers 2001."
        is_over = OTHER_TIME.search(self._without_end(_LEFT_IN.sub("", OFFSET.sub("", words))))
        is_over = is_over or IS_GONE.search(after) or TELLS_APART.match(after) or _OWNS_OTHER.match(after)
        orders = [order.search(self._question) is not None for order in SAME_ORDER]
        is_next = (
            NEIGHBOUR.search(words) if self._months_asked() and not any(orders) else orders[1] and " next" in words
        )
        is_sure = is_statement(words) and not self._separator.search(words) and self._is_beside(words, names)
        is_other = is_denied(before) or any(each.search(before) for each in (ELSEWHERE, _OF_UNKNOWN, _UNKNOWN_AND))
        return names if is_sure and not (is_over or is_next or is_other or _AND_UNKNOWN.match(after)) else None

    def _explains(self, text: str, names: Collection[str]) -> bool:
        """Whether a clause or a sentence behind these names tells of them alone, and is sure, or tells others apart."""
        if not self._known.mentioned(text) <= {*names} | self._event:
            return self._tells_apart(text, names)
        told = self._without_asked_time(OFFSET.sub("", text) if self.says_asked_time(text) else text)
        is_other = not self._asked_order and OTHER_TIME.search(self._without_end(_LEFT_IN.sub("", told)))
        is_over = self._ends_before_asked(text) or IS_GONE.search(text) or is_retraction(text) or _ANOTHER.search(text)
        return not (is_other or is_over or leaves_open(text) or "%" in text)

    def _tells_apart(self, text: str, names: Collection[str] = ()) -> bool:
        """Whether a text names others, and only as what was left, had ended, came before or after, or does not count,
        "SpaceX had ended.", "as he had left SpaceX"; and not at the time asked."""
        text = SO_NOT.sub("", text)
        rest = self._without_apart(text, names)
        is_more = leaves_open(rest) or SAYS_MORE.search(text) or self.says_asked_time(text)
        joined = (f"joined {name}" for name in self._told_of(text) - {*names})
        is_more = is_more or any(self._begins_by_asked(text[text.find(each) :]) for each in joined if each in text)
        return rest != text and not is_more and self._known.mentioned(rest) <= {*names}

    def _without_apart(self, text: str, names: Collection[str] = ()) -> str:
        """The text without other names that it tells of at other times, and the words that say so."""
        others = tuple(map(plain_letters, sorted(self._told_of(text) - {*names}, key=len, reverse=True)))
        return _told_apart(others).sub(" ", plain_letters(text)) if others else text

    def _without_left(self, text: str) -> str:
        """The sentence without what was left before: "After leaving Boeing in 2002, ..."."""
        others = tuple(sorted(self._told_of(text), key=len, reverse=True))
        rest = _after_leaving(others).sub("", text) if others else text
        return rest if self.says_asked_time(rest) else text

    def _block(self, text: str) -> tuple[list[str], str, str] | None:
        """The candidates that stand together in a text, which names no others, and the words before and after them."""
        mentioned = self._told_of(text)
        own = mentioned - self._event or mentioned
        places = [(found.start(), found.end()) for name in own for found in _places(name, text)]
        if not places:  # in other letters
            return ([*own], text, "") if len(own) == 1 else None
        start, end = min(places)[0], max(end for _, end in places)
        block = text[start:end]
        names = self._joined_names(block) or self._before_brackets(block)
        is_one = not (len(names or ()) > 1 and self._asked_order)
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
        text = re.sub(
            r" (?:died at|lived to|reached) an? (?:greater|older|higher) age than ", " lived longer than ", text
        )
        compared = COMPARED.fullmatch(_OF_LIVES.sub(lambda of: f"{of[2]} {'died' if of[1] else 'born'} {of[3]} ", text))
        if compared is None or leaves_open(text):
            return None
        about, order = compared["about"], compared["order"]
        if tells_otherwise("born" if about in ORDER_OF else about, self._question):
            return None
        one, other = map(self._compared_name, (compared["one"], compared["other"]))
        said = ORDER_OF.get(about if order == "than" else order)
        if one == other or not {one, other} <= {*self._events} or said is None or said[0] != wanted[0]:
            return None
        return [name for name in (one if said == wanted else other,) if name]

    def _compared_name(self, text: str) -> str | None:
        for said in without_leads(re.split(r",?\s(?=who (?:was born|died|lived)\b[^,]*\Z)", text)[0]):
            if names := self._joined_names(said) or self._before_dates(said) or self._before_brackets(said):
                return names[0] if len(names) == 1 else None
        return None

    def _of_last_sentence(self, above: list[str], last: str) -> list[str] | None:
        """The candidates of a last paragraph that says the time of its question again, or "... is the answer"."""
        is_conclusion = self.says_asked_time(last) or _IS_ANSWER.search(last) or self._of_comparison(last.strip())
        if not is_conclusion or is_hedged(last) or _THINKS_ON.search(last):
            return None
        names = self.of_sentence(without_ornaments(last))
        said = (each for line in above for each in SENTENCE_END.split(line))
        told = (each for each in said if SPANS.search(each) or self.says_asked_time(each))
        goes_on = ((each, self._begins_by_asked(each) or _NOT_OVER.search(each)) for each in told)
        others = (
            self._told_of(each if on else self._without_apart(each)) for each, on in goes_on if on or not is_doubt(each)
        )
        return names if names and all(each <= {*names} for each in others) else None

    def _told_of(self, sentence: str) -> set[str]:
        """The candidates that a sentence mentions, also as owners: "Boeing's term"."""
        return self._known.mentioned(f"{sentence} {OWNS.sub('', sentence)}")

    def _contradicts(self, text: str, names: list[str]) -> bool:
        """Whether a text that concludes with these names begins with others: "Tesla, as ..., so it was SpaceX."."""
        said = DATES_IN_BRACKETS.sub(" (0)", SENTENCE_END.split(text)[0])  # "Ann Lee (born 1801), Bob Ray, so Bob Ray"
        first = self._known.tile(BEFORE_CLAUSE.split(said, maxsplit=1)[0])
        return first is not None and {*first} != {*names}


def _places(name: str, text: str) -> Iterator[re.Match[str]]:
    name = re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(name.rstrip(".")))  # "St.\u00a0Louis" is written "St. Louis"
    name = re.sub(r"\\s\+(?=\\\.|,)", r"\\s*", name)  # "J . R . Lee" is written "J. R. Lee"
    return re.finditer(rf"(?<!\w){name}\.?(?!\w)", text, re.IGNORECASE)


@lru_cache(maxsize=256)
def _told_apart(names: tuple[str, ...]) -> re.Pattern[str]:
    """One or several of these names, told apart."""
    listed = _listed(names)
    return re.compile(rf"(?:{BEFORE_OTHER.pattern}){listed}|\b{listed},?(?:{TELLS_APART.pattern})", re.IGNORECASE)


@lru_cache(maxsize=256)
def _after_leaving(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:\A|,?\s)(?:after leaving|having left) {_listed(names)}(?: in {DATE.pattern})?,?", re.IGNORECASE
    )


def _listed(names: tuple[str, ...]) -> str:
    name = rf"(?:the )?(?:{'|'.join(map(re.escape, names))})(?!\w)(?:['’]s?(?= ))?"  # noqa: RUF001
    return rf"{name}(?:(?:\s\([^()]*\))?(?:,| and| &) {name})*"
