"""The names of one line: candidates with connectors, remarks and a sentence around them, or the line as it is.

:mod:`~.names` reads texts of several lines by it.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from temporal_qa.scoring.reading.candidates import MAX_LINE, Candidates
from temporal_qa.scoring.reading.marks import without_marks, without_ornaments
from temporal_qa.scoring.reading.remarks import (
    BRACKETS,
    DATE,
    DATES_FROM,
    DATES_IN_BRACKETS,
    DATES_WITHIN,
    END_OF_NAMES,
    IN_TIME,
    LENGTH,
    OFFSET,
    REASON_IN_SENTENCE,
    REMARK_OF_DATES,
    REMARK_OF_WORDS,
)
from temporal_qa.scoring.reading.wording import (
    SOURCE,
    THEREFORE,
    before_reason,
    is_choice,
    is_doubt,
    is_no_answer,
    is_retraction,
    is_sentence,
    is_statement,
    leaves_open,
)
from temporal_qa.text.dates import find_dates


class NotRead(Exception):
    """Raised inside the reader for a text that is not an answer; the message becomes the ``reason``."""


# "Both Tesla and SpaceX", "Only Tesla", "It's Tesla", "So, Tesla", "In short, Tesla", "As of May 2008, Tesla", "Of the
# two, Ann", a label: "Result: Tesla".
_LEAD = re.compile(
    r"(?:both|first|only|just|it['’]s|that['’]s|that\s+of)\s+"
    rf"|(?:{THEREFORE}|in\s+(?:short|summary|conclusion|brief)|to\s+(?:sum\s+up|summarize|conclude)|overall),\s+"
    r"|(?:as\s+of|in|on|during|from|between)\s[^,:：\n]{1,40}\d,\s+|(?:at|in|during)\s+(?:that|this)\s+(?:time|period),\s+"
    r"|(?:of|between)\s+the(?:se)?\s+two,\s+|[^:：\n]{1,40}[:：]\s*|[\u2192\u21d2]\s*",
    re.IGNORECASE,
)
# "He played for Tesla.", "The owner was Tesla.", "In May 2008, Tesla was his club.", "He led two: Tesla, SpaceX.",
# "Ann Lee died first."; not "He joined after Tesla."
_IN_SENTENCE = re.compile(
    r"(?:(?:\s+(?:was|were|is|are|be|both|for|at|as|of|in|with|by|to|attended|joined|led|owned|held|served|became|received|won"
    r"|awarded|chaired|coached|employed|headed|managed|married|trained|graduated\s+from|presided\s+over"
    r"|had|lived|died|existed|lasted|ceased|came))+:?|:)\s+(?:both |the )*"
)
# "Ann Lee's", "Ann Lee's death came first."
_OF_A_LIFE = re.compile(r"(?:['’]s|(?<=s)['’])(?:\s+(?:birth|death|life))?[\s.]*\Z")
# Words of time in a question that has no date: "Who died first?"
_ORDER = re.compile(
    r"\b(?:first|last|earli(?:er|est)|lat(?:er|est)|longe(?:r|st)|shorter|old(?:er|est)|young(?:er|est))\b"
)
_THAT_TIME = re.compile(
    r"\b(?:at|in|on|during)\s+(?:that|this)\s+(?:time|date|day|month|year|period|point)\b", re.IGNORECASE
)
# "Ann Lee died (in 1901,) before Bob Ray.", "Ann Lee is older than Bob Ray."
_COMPARED = re.compile(
    r"(?P<one>[^\n]+?)\s(?:was\s|is\s|had\s)?(?P<about>died|born|lived|older|younger)\b[^;:.\n]{0,40}?\s"
    r"(?P<order>before|after|earlier|later|longer|shorter|than)\s(?:than\s)?(?P<other>[^\n]+)"
)
# What an order is of, and its direction.
_ORDER_OF = {
    **dict.fromkeys(("before", "first", "earlier", "earliest"), ("time", 1)),
    **dict.fromkeys(("after", "last", "later", "latest"), ("time", -1)),
    **dict.fromkeys(("longer", "longest"), ("length", 1)), "shorter": ("length", -1),
    **dict.fromkeys(("older", "oldest"), ("age", 1)), **dict.fromkeys(("younger", "youngest"), ("age", -1)),
}  # fmt: skip
# Words of one time, of which a question has one and an answer may have the other.
_SAME_TIME = (("after", "following"), ("before", "prior to"), ("while", "during", "when"))
_SAME_ORDER = re.compile(r"\b(?:after|later|follow)"), re.compile(r"\b(?:before|prior|previous|former|earlier|until)")
_OTHER_TIME = re.compile(
    r"\b(?:(?i:before|prior|previously|formerly|until)|after|than|outside|left|resigned|replac|succeed|preced|followed"
    r"|stopped|dismissed|fired|ceased (?:\w+ing|to (?!exist))"
    r"|(?<!born )(?<!died )(?<!founded )(?<!dissolved )(?:(?i:earlier)|later))"  # "Ann Lee was born later."
)
_UNTIL = re.compile(r"\b(?:until|till)\s+", re.IGNORECASE)
_LEAVING = re.compile(r"\b(?:left|leav|resign|retir|fired)")
_NO_BREAK = re.compile(r"(?:[^.,:;\n]{0,60}\s)?")
_ALSO = re.compile(r"\A,?\s*(?:\w+ also )?")  # "While he was at Boeing, he also worked for Tesla."
_LEFT_IN = re.compile(r"\band\s+left\s+(?:it\s+)?in\b")  # "He joined it in 2000 and left in 2005."
_NUMBER_IN_LINE = re.compile(r"(?:\A|[,;]?\s+)\(?\d{1,2}[.)]\s+(?=\S)")
# "Whose Line Is It Anyway?": a title, and no doubt, which would not be in capitals.
_ASKING_TITLE = re.compile(
    r"(?:Who|Whose|What|Which|Where|When|Why|How|Is|Are|Do|Does|Did|Can|Will|Would|Have|Has)"
    r"(?= (?:(?:the|an?) )?[A-Z].* [A-Z])"
    r"(?: (?:[A-Z][\w'’]*|an?|the|of|to|in|on|it|and|or|for|be|is|at|by|with|from),?){2,15} ?\?"
)
_BUT_NOT = re.compile(r",?\s+(?:(?:(?:and|but)\s+|\()?not|\(?rather\s+than|\(?instead\s+of)\s+", re.IGNORECASE)
_JSON = re.compile(r"\{\s*[\"']?\w{1,40}[\"']?\s*:")
_MAX_REMARKS = 10


class LineReader:
    """Reads the names of one line of an answer.

    Args:
        candidates: the names that it may have, or ``None``; without them commas and "and" part nothing.
        separator: what the question asks to put between two answers.
        question: its text, whose time a sentence may say again.
    """

    def __init__(self, candidates: Iterable[str] | None, separator: str, question: str | None = None) -> None:
        self._are_known = candidates is not None
        names = [*(candidates or ())]
        self._known = Candidates(names)
        self._question = question or ""
        self._events = [name for name in names if name.strip() and name in self._question]
        core = re.escape(separator.strip() or separator).replace(r"\$", r"\$\s?")
        is_word = core[0].isalnum() and core[-1].isalnum()
        pattern = rf"(?<!\w){core}(?!\w)" if is_word else rf"\\{{0,2}}{core}(?:\$(?=\s))?"
        self._separator = re.compile(pattern, re.IGNORECASE)

    def line(self, text: str) -> list[str]:
        """The names of one line, or of one item of a list.

        Raises:
            NotRead: the line is doubt, refusal or prose.
        """
        whole = without_marks(without_ornaments(text))
        text = SOURCE.sub("", whole, count=1)
        parts = [part for part in map(without_marks, self._separator.split(text)) if part]
        if len(parts) > 1:
            if self._known.whole(first := self._without_lead(parts[0])):
                parts[0] = first
            if is_sentence(parts[0]) and is_doubt(parts[0]) and not self._known.whole(parts[0]):
                raise NotRead("doubt or refusal")
            return [name for part in parts for name in self._at_start(part) or self._parted(part) or [part]]
        text = parts[0] if parts else text  # a separator at an end joins nothing
        if len(text) > MAX_LINE:
            raise NotRead("a line too long for a name")
        if names := self._at_start(text):  # "No Overall Control in May 2008"
            return names
        if not text or is_no_answer(text) or (len(whole) <= MAX_LINE and is_no_answer(whole)):
            return []
        is_title = not self._are_known and _ASKING_TITLE.fullmatch(text)
        if is_doubt(before_reason(text)) and not is_title:
            raise NotRead("doubt or refusal")
        if is_retraction(text, in_line=True):
            raise NotRead("an answer that is taken back")
        if _JSON.match(text):
            raise NotRead("JSON that cannot be read")
        return self._parted(text) or [text]

    def of_sentence(self, text: str) -> list[str] | None:
        """The candidates that begin or end a sentence of one fact: "He led Tesla.", "Tesla was his club in 2008."."""
        is_one = "\n" not in (text := without_marks(text)) and len(text) <= MAX_LINE and is_statement(text)
        if not self._are_known or not is_one or self._known.whole(text) or is_retraction(text, in_line=True):
            return None
        if self._ends_before_asked(text):
            return None
        text = SOURCE.sub("", text, count=1)
        if compared := self._of_comparison(text):
            return compared
        text = self._without_asked_time(text)
        for part, words in _beside_verbs(text):
            if is_statement(words) and not _OTHER_TIME.search(OFFSET.sub("", words)):
                names = self._joined_names(part) or self._joined_names(_OF_A_LIFE.sub("", part))
                names = names or self._before_dates(part) or self._before_reason(part)
                names = names or (None if _OTHER_TIME.search(part) else self._before_brackets(part))
                if names and self._is_beside(words, names) and self._mentions_only(text, names):
                    return names
        return None

    def _ends_before_asked(self, text: str) -> bool:
        """Whether a sentence tells of a time that ended before that of its question: "He led Tesla until 2003."."""
        if _UNTIL.search(text) is None or _SAME_ORDER[1].search(self._question.lower()):
            return False
        asked = min(_months_in(self._question), default=None)
        ends = (_months_in(text[until.end() : until.end() + 30])[:1] for until in _UNTIL.finditer(text))
        return asked is not None and any(end and end[0][1] < asked[0] for end in ends)

    def _of_comparison(self, text: str) -> list[str] | None:
        """The one of the two names in a question that a sentence tells by the other: "Ann Lee died before Bob Ray."."""
        asked = {*_ORDER.findall(self._question)} if len(self._events) == 2 else set()
        compared = _COMPARED.fullmatch(text) if len(asked) == 1 else None
        if compared is None or leaves_open(text):
            return None
        about, order = compared["about"], compared["order"]
        one, other = map(self._compared_name, (without_lead(compared["one"]), compared["other"]))
        is_asked = about in self._question or _ORDER_OF.get(about) is not None
        if one == other or not {one, other} <= {*self._events} or not is_asked:
            return None
        said = _ORDER_OF.get(about if order == "than" else order)
        wanted = _ORDER_OF.get(asked.pop())
        if said is None or wanted is None or said[0] != wanted[0]:
            return None
        return [name for name in (one if said == wanted else other,) if name]

    def _compared_name(self, text: str) -> str | None:
        text = without_marks(text)
        names = self._joined_names(text) or self._before_dates(text) or self._before_brackets(text)
        return names[0] if names and len(names) == 1 else None

    def _mentions_only(self, text: str, names: list[str]) -> bool:
        """Whether no other name is in the text, such as one with a word of sentences in it: "Bank of Rome"."""
        return self._known.mentioned(text) <= self._known.mentioned(", ".join(names))

    def says_asked_time(self, text: str) -> bool:
        """Whether a sentence says the time of its question again: "In May 2008, ...", "... died first"."""
        if asked := {date[:2] for date in find_dates(self._question)}:
            return asked <= {date[:2] for date in find_dates(text)} or _THAT_TIME.search(text) is not None
        asked_order = {*_ORDER.findall(self._question)}
        is_same_order = bool(asked_order) and asked_order <= {*_ORDER.findall(text)}
        return is_same_order or self._without_asked_time(text) != text

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

    def _without_lead(self, text: str) -> str:
        """As :func:`without_lead`, but for a lead that tells of another time than the question: "Until 2003: Tesla"."""
        rest = without_lead(text)
        return text if self._tells_other_time(text.removesuffix(rest)) else rest

    def _tells_other_time(self, words: str) -> bool:
        """Whether words that introduce names tell of another time than the question: "Until 2003:"."""
        other, asked = _OTHER_TIME.search(words.lower()), self._question.lower()
        same = next((each for each in _SAME_ORDER if other and each.match(other[0])), None)
        return other is not None and (same is None or same.search(asked) is None)

    def _contradicts(self, text: str, names: list[str]) -> bool:
        """Whether a text that concludes with these names begins with others: "Tesla, as ..., so it was SpaceX."."""
        end = END_OF_NAMES.search(text)
        first = self._known.tile(text[: end.start()]) if end else None
        return first is not None and {*first} != {*names}

    def _joined_names(self, text: str) -> list[str] | None:
        """The candidates that make up a text, with connectors or the separator between them."""
        parts = map(without_marks, self._separator.split(text))
        tile = self._known.tile
        parted = [tile(part) or tile(DATES_WITHIN.sub("", DATES_IN_BRACKETS.sub("", part))) for part in parts]
        return [name for names in parted for name in names or ()] if all(parted) else None

    def _at_start(self, text: str) -> list[str] | None:
        """The candidates that make up a text, or stand before a remark of dates."""
        if (names := self._known.tile(text)) is None:
            return self._before_dates(text)
        if text.endswith("?") and not names[-1].endswith("?"):
            raise NotRead("doubt or refusal")
        return names

    def _before_dates(self, text: str) -> list[str] | None:
        """The candidates that make up what stands before a remark of dates: "Tesla (2004-2010)"."""
        for boundary in islice(DATES_FROM.finditer(text), _MAX_REMARKS):
            names = self._joined_names(text[: boundary.start()])
            if names is not None and REMARK_OF_DATES.fullmatch(text, boundary.start()):
                return names
        return None

    def _before_reason(self, text: str) -> list[str] | None:
        """The candidates at the end of a sentence that goes on to say why: "Tesla, as he joined it in 2004"."""
        for boundary in islice(REASON_IN_SENTENCE.finditer(text), _MAX_REMARKS):
            named, reason = text[: boundary.start()], text[boundary.end() :]
            names = self._joined_names(named) or self._before_dates(named)
            if names and not _OTHER_TIME.search(_LEFT_IN.sub("", reason)) and self._is_beside(reason, names):
                return names
        return None

    def _before_brackets(self, text: str) -> list[str] | None:
        """The candidates that make up a text but for remarks in brackets: "Tesla (a car maker) and SpaceX"."""
        names = self._known.tile(BRACKETS.sub("", text)) or self._before_dates(IN_TIME.sub("", text))
        return names if names and self._is_beside(" ".join(BRACKETS.findall(text)), names) else None

    def _parted(self, text: str) -> list[str] | None:
        """The candidates that make up the line, but for remarks that name no other one.

        Raises:
            NotRead: a candidate stands among other words, or there is a choice between candidates.
        """
        candidates = self._known
        for tried in _trimmed(text):
            if (names := candidates.tile(tried)) is not None:
                return names
        rest = self._without_lead(text)
        if names := self._at_start(rest) or self._joined_names(rest):
            return names
        for boundary in islice(REMARK_OF_WORDS.finditer(text), _MAX_REMARKS):
            names, remark = candidates.tile(text[: boundary.start()]), text[boundary.end() :]
            if names and (is_sentence(remark) or remark[:1].islower()) and self._is_beside(remark, names):
                return names
        if names := self._before_brackets(text):
            return names
        if but := _BUT_NOT.search(text):
            names = candidates.tile(text[: but.start()])
            if names is not None and candidates.tile(text[but.end() :].removesuffix(")")) is not None:
                return names
        mentioned = candidates.mentioned(text)
        if mentioned and is_choice(text, lambda part: candidates.tile(part) is not None):
            raise NotRead("a choice that is not made")
        if mentioned and is_statement(text):
            raise NotRead("names among other words")
        return None

    def _is_beside(self, remark: str, names: list[str]) -> bool:
        """Whether a remark doubts nothing, and mentions no names but these."""
        return not leaves_open(remark) and self._known.mentioned(remark) <= {*names}


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
    for verb in islice(_IN_SENTENCE.finditer(text), _MAX_REMARKS):
        before, after = text[: verb.start()], text[verb.end() :]
        for part, words in (before, verb[0] + after), (after, before + verb[0]):
            yield (part := without_marks(part)), words
            if (named := without_lead(part)) != part:
                yield named, part.removesuffix(named) + words


def without_lead(text: str) -> str:
    """The text without what leads to an answer: "So, ", "In summary: "."""
    lead = _LEAD.match(text)
    return text if lead is None or is_doubt(lead[0], anywhere=True) else text[lead.end() :]


def _trimmed(text: str) -> Iterator[str]:
    yield text
    if text[0] + text[-1] in ("[]", "{}", "()", "<>"):
        yield text[1:-1]
    yield _OF_A_LIFE.sub("", text)
    yield DATES_WITHIN.sub("", text)
    yield _NUMBER_IN_LINE.sub(", ", text).removeprefix(", ")
