"""Reads the facts of an invented article from its prose.

It knows the sentences of ``generation/time_qa_articles.yaml`` and reads the text alone, with its own reading of dates.
It shares no code with the writer, so that each checks the other.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from temporal_qa.io.yaml_tables import wording_pattern, yaml_table
from temporal_qa.questions.time_qa.articles import StatedFact
from temporal_qa.timeline import MONTH_NAMES, CalendarDate

_WORDS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
          "ten": 10, "eleven": 11, "twelve": 12}  # fmt: skip
_MONTH, _NUMBER = "|".join(MONTH_NAMES), rf"(?:{'|'.join(_WORDS)}|\d+)"
_DATE = rf"(?:(?:(?:\d{{1,2}} )?(?:{_MONTH}) |(?:{_MONTH}) \d{{1,2}}, )?\d{{3,}})"
_LENGTH = rf"(?:{_NUMBER} years?(?: and {_NUMBER} months?)?|{_NUMBER} months?)"
_SLOTS = {
    "clause": ".+?", "start": _DATE, "end": _DATE, "at": rf"(?:in|on) {_DATE}", "duration": _LENGTH,
    "later": rf"(?:{_LENGTH} later|in the same (?:year|month)|the following (?:year|month))",
    "period": r"that [a-z ]+?", "subject": ".+?", "object": ".+?",
}  # fmt: skip
_READ_DATE = re.compile(rf"(?:(\d{{1,2}}) )?(?:({_MONTH}) (?:(\d{{1,2}}), )?)?(\d+)")
_READ_LENGTH = re.compile(rf"(?:({_NUMBER}) years?)?(?: and )?(?:({_NUMBER}) months?)?")
_MAY_STATE = re.compile(r"\d|\blater\b|\b[Tt]hat\b|\bsame\b|\bfollowing\b|\bafter\b").search

_CLAUSES_OF_FRAME = {
    "span": ("span",), "lasting": ("span",), "until_period": ("span",), "brief": ("span",),
    "start": ("start", "moment"), "start_later": ("start", "moment"), "start_period": ("start",),
    "end": ("end",), "end_later": ("end",), "period_end": (), "period_lasted": (),
}  # fmt: skip


class ProseError(ValueError):
    """A sentence of the grammar that makes no sense where it stands, or can be read in two ways."""


class _Clause(NamedTuple):
    """What a sentence says of the subject: the relation, whether it begins, ends or holds then, and the object."""

    relation: str
    kind: str
    object: str


_Reading: TypeAlias = tuple[str, _Clause | None, Mapping[str, str]]
"""The frame of a sentence, what it says of the subject, and the texts in the slots of the frame."""


def read_article(paragraphs: Sequence[str]) -> list[StatedFact]:
    """The facts that an article states about its subject, in the order of the text.

    Args:
        paragraphs: the title first.

    Raises:
        ProseError: a sentence that counts from nothing, ends what has not begun, or can be read in two ways; or a fact
            that begins and does not end.
    """
    title = paragraphs[0]
    names = {_lower(name) for name in (title, title.rpartition(" ")[2], "he", "she", "it", *_table()["nouns"].values())}
    found: list[StatedFact] = []
    for paragraph in paragraphs[1:]:
        story = _Story(found)
        for sentence in [*paragraph.removesuffix(".").split(". "), ""]:
            readings = _readings(sentence, names) if _MAY_STATE(sentence) else []
            try:
                if len(readings) > 1:
                    raise ProseError("can be read in two ways")
                story.go_on(readings[0] if readings else None)
            except ProseError as error:
                raise ProseError(f"{error}: {sentence!r}") from None
    return found


class _Story:
    """Follows a paragraph; whole facts are added to those ``found``."""

    def __init__(self, found: list[StatedFact]) -> None:
        self.found = found
        self.fact: StatedFact | None = None  # that of the sentence before
        self.is_open = False  # another sentence is to tell its end
        self.last_date: CalendarDate | None = None

    def go_on(self, reading: _Reading | None) -> None:
        """Takes in the next sentence; None is one that says nothing of the subject's facts."""
        ends = reading is not None and reading[0] in ("end", "end_later", "period_end", "period_lasted")
        if ends != self.is_open:
            raise ProseError("ends what has not begun" if ends else "a fact that has not ended")
        if reading is None:
            self.fact = self.last_date = None
            return
        frame, clause, slots = reading
        known = self.fact and _table()["relations"][self.fact.relation].get("period")
        if (period := slots.get("period", known)) != known:
            raise ProseError(f"no fact before is {period!r}")
        if ends:
            self._end(frame, clause, slots)
        else:
            assert clause is not None
            self._begin(frame, clause, slots)
        if self.fact and not self.is_open:
            self.found.append(self.fact)

    def _begin(self, frame: str, clause: _Clause, slots: Mapping[str, str]) -> None:
        before = self.fact
        start = self._date(slots, "start") if frame != "start_period" else before and before.end
        assert start is not None
        end: CalendarDate | None = None
        if clause.kind == "moment" or frame == "brief":
            end = start
        elif frame == "span":
            end = _read_date(slots["end"])
        elif frame == "lasting":
            end = _after(start, slots["duration"])
        elif frame == "until_period":
            end = before and before.end
        self.fact, self.is_open = StatedFact(clause.relation, clause.object, start, end or start), end is None
        self.last_date = None if frame == "lasting" else end or start

    def _end(self, frame: str, clause: _Clause | None, slots: Mapping[str, str]) -> None:
        assert self.fact is not None
        if clause and (clause.relation, clause.object) != self.fact[:2]:
            raise ProseError("ends another fact than the one before")
        if frame == "period_lasted":
            end, self.last_date = _after(self.fact.start, slots["duration"]), None
        else:
            end = self.last_date = self._date(slots, "end")
        self.fact, self.is_open = self.fact._replace(end=end), False

    def _date(self, slots: Mapping[str, str], name: str) -> CalendarDate:
        """The date of the slot, of ``at``, or of ``later``, which counts from the last date."""
        if "later" not in slots:
            return _read_date(slots[name] if name in slots else slots["at"].partition(" ")[2])
        if self.last_date is None:
            raise ProseError("counts from no date")
        length = slots["later"].removesuffix(" later")
        if length.startswith("in the same "):
            return self.last_date
        return _after(self.last_date, length.replace("the following", "a"))


def _readings(sentence: str, names: set[str]) -> list[_Reading]:
    """All readings of the sentence as one about the subject."""
    lowered = _lower(sentence)
    found: list[_Reading] = []
    for frame, pattern in _frames():
        if matched := pattern.fullmatch(lowered):
            slots = matched.groupdict()
            clauses: Iterable[_Clause | None] = [None]
            if slots.pop("clause", None):
                clauses = _clauses(sentence[slice(*matched.span("clause"))], _CLAUSES_OF_FRAME[frame], names)
            found += [reading for clause in clauses if (reading := (frame, clause, slots)) not in found]
    return found


def _clauses(said: str, kinds: Sequence[str], names: set[str]) -> Iterator[_Clause]:
    lowered = _lower(said)
    for kind in kinds:
        for relation, literal, pattern in _clause_patterns()[kind]:
            matched = pattern.fullmatch(lowered) if literal in lowered else None
            if matched and _lower(matched["subject"]) in names:
                yield _Clause(relation, kind, said[slice(*matched.span("object"))])


def _read_date(text: str) -> CalendarDate:
    matched = _READ_DATE.fullmatch(text)
    assert matched, text
    day, month, american_day, year = matched.groups()
    day = day or american_day
    try:
        return CalendarDate(int(year), MONTH_NAMES.index(month) + 1 if month else None, int(day) if day else None)
    except ValueError as error:
        raise ProseError(str(error)) from None


def _after(date: CalendarDate, length: str) -> CalendarDate:
    """The date so much later; it stays a year or a month."""
    matched = _READ_LENGTH.fullmatch(length)
    assert matched, length
    years, months = (int(_WORDS.get(number, number)) if number else 0 for number in matched.groups())
    if date.day or (date.month is None and months):
        raise ProseError(f"{length!r} counted from {date}")
    if date.month is None:
        return CalendarDate(date.year + years)
    return CalendarDate.from_month(date.month_number + 12 * years + months)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


@cache
def _table() -> Mapping[str, Any]:
    with yaml_table("time_qa_articles.yaml", dict[str, Any]) as table:
        return table


@cache
def _frames() -> list[tuple[str, re.Pattern[str]]]:
    return [(frame, wording_pattern(text, _SLOTS)) for frame, texts in _table()["frames"].items() for text in texts]


@cache
def _clause_patterns() -> Mapping[str, list[tuple[str, str, re.Pattern[str]]]]:
    """The clauses by kind: relation, the longest of its fixed words, pattern."""
    found: dict[str, list[tuple[str, str, re.Pattern[str]]]] = {"span": [], "start": [], "end": [], "moment": []}
    for relation, block in _table()["relations"].items():
        for kind in found:
            for text in block.get(kind, ()):
                literal = max(re.split(r"{\w+}", text), key=len)
                found[kind].append((relation, literal, wording_pattern(text, _SLOTS)))
    return found
