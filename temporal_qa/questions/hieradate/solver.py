"""Exact answers to HieraDate's questions, from the text of the paragraphs and of the question, by ``dateutil``.

It shares no code with the synthesis but the table of wordings: which wording a question has, whom it names, which
paragraph is theirs and which dates it states are found here. Where the dates are too coarse to decide, it says so.
"""

from collections.abc import Sequence
from typing import NamedTuple

from temporal_qa.questions.date_arithmetic.solver import read_date
from temporal_qa.questions.hieradate.life_reading import StatedDate, StatedLife, read_life
from temporal_qa.questions.hieradate.main_questions import MainQuestion, read_main_question
from temporal_qa.questions.hieradate.naming import find_paragraph, proper_name, which_name
from temporal_qa.questions.hieradate.reckoning import RULE, age_of, earlier, in_words, read_age, shorter
from temporal_qa.questions.hieradate.wordings import Wording, match_wording
from temporal_qa.questions.unsolved import Unanswerable, Unparsable, Unsolved
from temporal_qa.scoring.reading import ages
from temporal_qa.text.dates import is_day_first


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
            age = ages.read_age(label)
            return age is not None and age == ages.read_age(self.value)
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
        return [*stated, RULE] if self.asks.startswith(("age", "lifespan")) else stated


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
        age = age_of(_date_of(life, "birth", name).date, _date_of(life, "death", name).date)
        return LifeSolution("age", [in_words(age)], "-".join(map(str, age)), ((name, life),))
    stated = _date_of(life, wording.asks.removesuffix("_date"), name)
    return LifeSolution(wording.asks, [stated.text], stated.date.isoformat(), ((name, life),))


def _date_of(life: StatedLife, relation: str, name: str) -> StatedDate:
    if (stated := life.start if relation == "birth" else life.end) is None:
        raise Unanswerable(f"the paragraph of {name!r} does not state the date of {relation}")
    return stated


def _compare(asked: MainQuestion, context: str) -> LifeSolution:
    names, paragraphs = _paragraphs_of_pair(asked.pairs, context)
    (a, of_a), (b, of_b) = lives = [
        (name, read_life(title, text, asked.type)) for name, (title, text) in zip(names, paragraphs, strict=True)
    ]
    relation = asked.relation
    if relation == "lifespan":
        births = _date_of(of_a, "birth", a).date, _date_of(of_b, "birth", b).date
        deaths = _date_of(of_a, "death", a).date, _date_of(of_b, "death", b).date
        least = shorter((births[0], deaths[0]), (births[1], deaths[1]))
    else:
        least = earlier(_date_of(of_a, relation, a).date, _date_of(of_b, relation, b).date)
    answer = names[least if asked.extreme in ("first", "shorter") else 1 - least]
    return LifeSolution(f"{relation}_{asked.extreme}", [answer], answer, tuple(lives))


def _paragraphs_of_pair(
    pairs: Sequence[tuple[str, str]], context: str
) -> tuple[tuple[str, str], tuple[tuple[str, str], tuple[str, str]]]:
    """The first pair of names that have a paragraph each, as the titles write them; exact titles are tried first."""
    problem: Unsolved | None = None
    for loosely in (False, True):
        for a, b in pairs:
            try:
                found = find_paragraph(a, context, loosely=loosely), find_paragraph(b, context, loosely=loosely)
            except Unsolved as why:
                problem = why
                continue
            if found[0] == found[1]:
                raise Unparsable(f"{a!r} and {b!r} have one paragraph")
            return (proper_name(a, found[0][0]), proper_name(b, found[1][0])), found
    raise problem or Unparsable("the question does not name two")


def _reason(asks: str, first: str, second: str, *, day_first: bool) -> LifeSolution:
    """Yes or no: whether one date, or one age, is less than another."""
    if asks in ("before", "after"):
        least = earlier(read_date(first, day_first), read_date(second, day_first))
    else:
        of_first, of_second = read_age(first), read_age(second)
        if of_first == of_second or len(of_first) != len(of_second):
            raise Unanswerable(f"{first!r} and {second!r} do not differ, or one is coarser")
        least = int(of_second < of_first)
    answer = "yes" if (least == 0) == (asks in ("before", "younger")) else "no"
    return LifeSolution(asks, [answer], answer)
