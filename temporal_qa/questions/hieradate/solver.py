"""Exact answers to HieraDate's questions, from the text of the paragraphs and of the question, by ``dateutil``.

It shares no code with the synthesis but the table of wordings: which wording a question has, whom it names, which
paragraph is theirs and which dates it states are found here. Where the dates are too coarse to decide, it says so.
"""

import calendar
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from temporal_qa.questions.date_arithmetic.solver import Day, age_and_days, read_date
from temporal_qa.questions.hieradate.life_reading import StatedDate, StatedLife, read_life
from temporal_qa.questions.hieradate.main_questions import MainQuestion, read_main_question
from temporal_qa.questions.hieradate.naming import find_paragraph, proper_name, which_name
from temporal_qa.questions.hieradate.wordings import Wording, match_wording
from temporal_qa.questions.unsolved import Unanswerable, Unparsable, Unsolved
from temporal_qa.scoring.reading.ages import read_age
from temporal_qa.text.dates import is_day_first
from temporal_qa.timeline import DATE_PARTS, CalendarDate, write_amount

Age: TypeAlias = tuple[int, ...]
"""Years, months and days, or whole years alone."""

RULE = (
    "ages by dateutil.relativedelta: whole months, the day cut to the length of the month, then days; of years alone, "
    "their difference"
)
"""The rule that all ages follow."""


class LifeSolution(NamedTuple):
    """What a question asks, and its answer.

    Attributes:
        asks: a heading of the table of wordings, such as ``birth_first``.
        answers: the one answer: a name as the question has it, a date as the paragraph writes it, an age, yes or no.
        value: a date as ISO text, an age as ``90-10-1`` or ``90``; else the answer.
        lives: the names in the question, and what the paragraphs state of them.
    """

    asks: str
    answers: list[str]
    value: str
    lives: tuple[tuple[str, StatedLife], ...] = ()

    def is_meant_by(self, label: str) -> bool:
        """Whether a label means the answer: the same date, age or name, perhaps in another form."""
        if label in (self.answers[0], self.value):
            return True
        if self.asks == "age":
            age = read_age(label)
            return age is not None and age == read_age(self.value)
        try:
            if self.asks in ("birth_date", "death_date"):
                return read_date(label, is_day_first(label)).isoformat() == self.value
        except Unparsable:
            return False
        names = [name for name, _ in self.lives]
        return len(names) == 2 and which_name(label, (names[0], names[1])) == names.index(self.answers[0])

    def evidence(self) -> list[str]:
        """The dates that the answer follows from, and the rule of ages."""
        stated = [
            f"{name}: {' to '.join(date.text if date else '?' for date in (life.start, life.end))}"
            for name, life in self.lives
        ]
        if self.asks == "age":
            return [*stated, f"{self.value}: {RULE}"]
        return [*stated, RULE] if self.asks.startswith("lifespan") else stated


def solve_life_question(question: str, context: str) -> LifeSolution:
    """Reads a question and answers it.

    Args:
        question: in a wording of the table, or a comparison that :func:`~.main_questions.read_main_question` reads.
        context: the paragraphs, a line ``title: text`` each.

    Raises:
        Unparsable: the question is in no known wording, or its dates or ages cannot be read.
        Unanswerable: the paragraphs do not state a date, or the dates are equal or too coarse to decide.

    >>> solve_life_question("How old was Ann Lee at death?", "Ann Lee: Ann Lee (1 May 1900 - 2 July 1981) sang.").value
    '81-2-1'
    """
    matched = match_wording(question)
    if matched is None or matched[0].between:
        asked = read_main_question(question)
        # The paragraph of "St.  John" may not be that of "St. John".
        as_written = [(matched[1]["a"], matched[1]["b"])] if matched else []
        return _compare(asked._replace(pairs=(*asked.pairs, *as_written)), context)
    wording, found = matched
    if "name" in wording.pattern.groupindex:
        return _about_one(wording, found["name"], context)
    return _reason(wording.asks, *found.groups(), day_first=is_day_first(question))


def _about_one(wording: Wording, name: str, context: str) -> LifeSolution:
    title, text = find_paragraph(name, context)
    life = read_life(title, text, wording.type)
    if wording.asks == "age":
        age = _age_of(_date_of(life, "birth", name).date, _date_of(life, "death", name).date)
        in_words = str(age[0]) if len(age) == 1 else write_amount(zip(age, DATE_PARTS, strict=True))
        return LifeSolution("age", [in_words], "-".join(map(str, age)), ((name, life),))
    stated = _date_of(life, wording.asks.removesuffix("_date"), name)
    return LifeSolution(wording.asks, [stated.text], stated.date.isoformat(), ((name, life),))


def _date_of(life: StatedLife, relation: str, name: str) -> StatedDate:
    if (stated := life.start if relation == "birth" else life.end) is None:
        raise Unanswerable(f"the paragraph of {name!r} does not state the date of {relation}")
    return stated


def _compare(asked: MainQuestion, context: str) -> LifeSolution:
    found = _paragraphs_of_pair(asked.pairs, context)
    lives, relation = [(name, read_life(title, text, asked.type)) for name, title, text in found], asked.relation
    if relation == "lifespan":
        age, other = (_ages(_date_of(life, "birth", name).date, _date_of(life, "death", name).date)
                      for name, life in lives)  # fmt: skip
        least = _less(age, other, "the ages are equal, or the dates are too coarse to tell which is greater")
    else:
        least = _earlier(*(_date_of(life, relation, name).date for name, life in lives))
    answer, _ = lives[least if asked.extreme in ("first", "shorter") else 1 - least]
    return LifeSolution(f"{relation}_{asked.extreme}", [answer], answer, tuple(lives))


def _paragraphs_of_pair(pairs: Sequence[tuple[str, str]], context: str) -> list[tuple[str, str, str]]:
    """Of the first pair of names that have a paragraph each, the name as its title writes it, the title, and the text.

    Exact titles are tried first.
    """
    problem: Unsolved | None = None
    for loosely in (False, True):
        for pair in pairs:
            try:
                found = [find_paragraph(name, context, loosely=loosely) for name in pair]
            except Unsolved as why:
                problem = why
                continue
            if found[0] == found[1]:
                raise Unparsable(f"{pair[0]!r} and {pair[1]!r} have one paragraph")
            return [(proper_name(name, title), title, text) for name, (title, text) in zip(pair, found, strict=True)]
    raise problem or Unparsable("the question does not name two")


def _reason(asks: str, first: str, second: str, *, day_first: bool) -> LifeSolution:
    """Yes or no: whether one date, or one age, is less than another."""
    if asks in ("before", "after"):
        least = _earlier(read_date(first, day_first), read_date(second, day_first))
    else:
        of_first, of_second = _read_age(first), _read_age(second)
        if of_first == of_second or len(of_first) != len(of_second):
            raise Unanswerable(f"{first!r} and {second!r} do not differ, or one is coarser")
        least = int(of_second < of_first)
    answer = "yes" if (least == 0) == (asks in ("before", "younger")) else "no"
    return LifeSolution(asks, [answer], answer)


def _earlier(a: CalendarDate, b: CalendarDate) -> int:
    """Which of two dates lies before the other one: 0 or 1."""
    return _less(_days(a), _days(b), "{} and {} are equal, or too coarse to tell which is earlier", a, b)


def _less(a: tuple[Age, Age], b: tuple[Age, Age], why_not: str, *what: CalendarDate) -> int:
    """Which of two is less, 0 or 1, each known by its bounds. Raises ``Unanswerable`` where these overlap."""
    (least_a, most_a), (least_b, most_b) = a, b
    if most_a < least_b or most_b < least_a:
        return int(most_b < least_a)
    raise Unanswerable(why_not.format(*what))


def _age_of(start: CalendarDate, end: CalendarDate) -> Age:
    """The age between two days; between two years, their difference. Raises ``Unanswerable`` for other dates."""
    if start.month is None and end.month is None:  # the version with years alone
        return (end.year - start.year,)
    least, most = _ages(start, end)
    if least != most:
        raise Unanswerable(f"{start} and {end} are too coarse for an age")
    return least


@lru_cache(maxsize=1 << 12)  # the questions of a sample share their ages
def _ages(start: CalendarDate, end: CalendarDate) -> tuple[Age, Age]:
    """The least and the greatest age between two dates of any precision."""
    (first_start, last_start), (first_end, last_end) = _days(start), _days(end)
    if last_end < first_start:
        raise Unparsable(f"the end, {end}, lies before the start, {start}")
    least, _ = age_and_days(last_start, max(last_start, first_end))
    return least, age_and_days(first_start, last_end)[0]


def _days(date: CalendarDate) -> tuple[Day, Day]:
    """The first and the last day of a date, as year, month and day."""
    year, month, day = date.year, date.month, date.day
    if month is None:
        return (year, 1, 1), (year, 12, 31)
    if day is None:
        return (year, month, 1), (year, month, calendar.monthrange(4000 + year % 400, month)[1])
    return (year, month, day), (year, month, day)


_AGE = re.compile(r"(\d+)[ -]years?(?:(?:, |-)(\d+)[ -]months?(?: and |-)(\d+)[ -]days?)?|(\d+)")


def _read_age(text: str) -> Age:
    """``90-year-10-month-1-day``, ``90 years, 10 months and 1 day``, ``90-year``, ``90 years`` or ``90``."""
    if (found := _AGE.fullmatch(text.strip())) is None:
        raise Unparsable(f"{text!r} is not an age that can be read")
    return tuple(int(part) for part in found.groups() if part is not None)
