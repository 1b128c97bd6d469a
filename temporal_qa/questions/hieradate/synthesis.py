"""From two lives to a sample: the main question, and probing questions about each step to its answer."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from temporal_qa.io import grouped
from temporal_qa.questions.hieradate.deciding import UNKNOWN, date_of, decide, key_of
from temporal_qa.questions.hieradate.sample import Extreme, Paragraph, Probe, Relation, Sample, Setting, Version
from temporal_qa.questions.hieradate.wordings import WordingChoice, wordings
from temporal_qa.scoring.labelled_rows import AnswerType
from temporal_qa.text.date_forms import DATE_FORMS, DateForm, write_date
from temporal_qa.timeline import DATE_PARTS, CalendarDate, DatePart, Life, write_amount

_PUBLISHED = ("month 0day, year", "month year", "year")
_UNAMBIGUOUS = grouped((form.precision, form) for form in DATE_FORMS if form.day_first is None)
_PUBLISHED_FORMS = {form.precision: form for form in DATE_FORMS if form.name in _PUBLISHED}


def unambiguous_forms(precision: DatePart, dates: Iterable[CalendarDate]) -> list[DateForm]:
    """The forms of a precision that can write all dates that have it, and that can be read in one way only."""
    any_form = all(1 <= date.year <= 9999 for date in dates if date.precision == precision)
    return [form for form in _UNAMBIGUOUS[precision] if any_form or not form.four_digits]


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What decides the samples beside the lives.

    Attributes:
        seed: any whole number from 0.
        version, setting: as of :class:`~.sample.Sample`.
        decided_by: whether pairs are drawn from all alike, or so that year, month and day decide equally often.
        wordings: those of the paper, or all.
        states_age: whether a few paragraphs state the age.
        invent: whether the lives do not exist.
    """

    seed: int = 0
    version: Version = "full_date"
    setting: Setting = "normal"
    decided_by: Literal["as_drawn", "equal"] = "as_drawn"
    wordings: WordingChoice = "all"
    states_age: bool = False
    invent: bool = False


class WrittenDates(NamedTuple):
    """The dates of a life as its paragraph writes them."""

    start: str | None
    end: str | None


class Comparison(NamedTuple):
    """What a sample is made from.

    Attributes:
        id, lives, relation, extreme, paragraphs, states_age: as of :class:`~.sample.Sample`.
        question: the main question; A stands first in it.
        opposite: the robustness question.
        written: the dates of A and of B, in the form of their paragraphs.
    """

    id: str
    lives: tuple[Life, Life]
    relation: Relation
    extreme: Extreme
    question: str
    opposite: str
    written: tuple[WrittenDates, WrittenDates]
    paragraphs: tuple[Paragraph, ...]
    states_age: bool = False


def build_sample(comparison: Comparison, rng: random.Random, options: DrawOptions) -> Sample:
    """The sample with all its questions. In the year-only version, paragraphs and written dates have years alone.

    Args:
        comparison: the two lives and their main question.
        rng: draws the wordings of the probes.
        options: of which ``version``, ``setting`` and ``wordings`` count.

    Raises:
        Undecided: the dates do not decide the question.
    """
    lives, relation, version = comparison.lives, comparison.relation, options.version
    part, least = decide(lives, relation, version)
    answer = least if comparison.extreme in ("first", "shorter") else 1 - least
    right, other = lives[answer].name, lives[1 - answer].name
    if version == "year_only":
        lives = years_only(lives[0]), years_only(lives[1])
    asked = comparison._replace(lives=lives)
    probes = (
        Probe("main", "main", comparison.question, right, "entity", right),
        *_extraction(asked, options, rng),
        *(_age_reasoning if relation == "lifespan" else _date_reasoning)(asked, options, rng),
        Probe("robust", "robustness", comparison.opposite, other, "entity", other),
    )
    return Sample(
        id=comparison.id, lives=lives, relation=relation, extreme=comparison.extreme, decided_by=part, version=version,
        setting=options.setting, states_age=comparison.states_age, paragraphs=comparison.paragraphs, probes=probes,
    )  # fmt: skip


def years_only(life: Life) -> Life:
    """The same life with the years of its dates alone."""
    start, end = (date and CalendarDate(date.year) for date in (life.start, life.end))
    return Life(life.id, life.name, life.type, start, end)


def _ways_to_ask(asks: str, life: Life, options: DrawOptions) -> Sequence[str]:
    table = wordings()[asks]
    if life.type != "person" and table.organisation:
        return table.organisation
    return table.published if options.wordings == "published" else table.published + table.ours


def _extraction(comparison: Comparison, options: DrawOptions, rng: random.Random) -> list[Probe]:
    """The dates of A and B; of a combined sample birth and death of A, then those of B."""
    asked: tuple[Relation, ...] = ("birth", "death") if comparison.relation == "lifespan" else (comparison.relation,)
    probes: list[Probe] = []
    for life, of_life in zip(comparison.lives, comparison.written, strict=True):
        for which in asked:
            date, text = date_of(life, which), of_life.start if which == "birth" else of_life.end
            assert text is not None  # a paragraph writes every date of its life
            question = rng.choice(_ways_to_ask(f"{which}_date", life, options)).format(name=life.name)
            probes.append(Probe(f"extract_{len(probes) + 1}", "extraction", question, text, "date", date.isoformat()))
    return probes


def _date_reasoning(comparison: Comparison, options: DrawOptions, rng: random.Random) -> Iterator[Probe]:
    """Whether the date of A comes before that of B, and whether it comes after."""
    lives = comparison.lives
    first, second = dates = [date_of(life, comparison.relation) for life in lives]
    # One place in both lists: the second question is the opposite of the first.
    before, after = (_ways_to_ask(asks, lives[0], options) for asks in ("before", "after"))
    place = rng.randrange(len(before))
    published = place < len(wordings()["before"].published)
    forms = {}
    for precision in (first.precision, second.precision):
        forms[precision] = _PUBLISHED_FORMS[precision] if published else rng.choice(unambiguous_forms(precision, dates))
    slots = {"first": write_date(first, forms[first.precision]), "second": write_date(second, forms[second.precision])}
    yield _reasoning(1, before[place].format(**slots), "yes" if first < second else "no", "yes_no")
    yield _reasoning(2, after[place].format(**slots), "no" if first < second else "yes", "yes_no")


def _age_reasoning(comparison: Comparison, options: DrawOptions, rng: random.Random) -> Iterator[Probe]:
    """The ages of A and B, and whether that of A is less, or greater."""
    lives, in_years = comparison.lives, options.version == "year_only"
    ages = [[part for part in key_of(life, "lifespan", options.version) if part != UNKNOWN] for life in lives]
    in_words = [write_amount(zip(age, DATE_PARTS, strict=False)) for age in ages]
    for number, (life, age, words) in enumerate(zip(lives, ages, in_words, strict=True), 1):
        value = "-".join(map(str, age))
        question = rng.choice(_ways_to_ask("age", life, options)).format(name=life.name)
        yield _reasoning(number, question, value if in_years else words, "age", value)
    asks = rng.choice(("younger", "older"))
    first, second = ("-".join(f"{n}-{unit}" for n, unit in zip(age, DATE_PARTS, strict=False)) for age in ages)
    slots = {"first": first, "second": second, "first_age": in_words[0], "second_age": in_words[1]}
    question = rng.choice(_ways_to_ask(asks, lives[0], options)).format(**slots)
    younger = ages[0] < ages[1]
    yield _reasoning(3, question, "yes" if younger == (asks == "younger") else "no", "yes_no")


def _reasoning(number: int, question: str, answer: str, answer_type: AnswerType, value: str | None = None) -> Probe:
    return Probe(f"reason_{number}", "reasoning", question, answer, answer_type, answer if value is None else value)
