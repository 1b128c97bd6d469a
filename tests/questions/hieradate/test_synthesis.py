"""Samples made from two lives: the paper's printed ones, and what holds of every one."""

import random
from itertools import chain

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import astuple

from temporal_qa.questions.hieradate.deciding import TIE, TOO_COARSE, Undecided
from temporal_qa.questions.hieradate.drawn_samples import draw_main_question
from temporal_qa.questions.hieradate.sample import RELATIONS, sample_from_row
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, WrittenDates, build_sample
from temporal_qa.questions.hieradate.wordings import wordings
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.days import date_of_day, day_number_of
from temporal_qa.timeline.lives import Life, life_from_row

ANDERSON = life_from_row({"id": "a", "name": "Maceo Anderson", "start": "1910-09-03", "end": "2001-07-04"})
KARPINSKI = life_from_row({"id": "b", "name": "Jacek Karpiński", "start": "1927-04-09", "end": "2010-02-21"})
MARKOWSKI = life_from_row({"id": "c", "name": "Andrzej Markowski", "start": "1924-08-22", "end": "1986-10-30"})
MISSOFFE = life_from_row({"id": "d", "name": "François Missoffe", "start": "1919-10-13", "end": "2003-08-28"})


def sample(lives, relation, version="full_date", choice="published", seed=0):
    rng = random.Random(seed)
    extreme, question, opposite = draw_main_question(lives, relation, choice, rng)
    written = tuple(WrittenDates(*(date and str(date) for date in (life.start, life.end))) for life in lives)
    comparison = Comparison("x", lives, relation, extreme, question, opposite, written, ())
    return build_sample(comparison, rng, DrawOptions(version=version, wordings=choice))


def answers(made):
    return {probe.key: probe.value for probe in made.probes}


@pytest.mark.parametrize(
    ("a", "b", "ages", "longer", "compared"),
    [(ANDERSON, KARPINSKI, ("90-10-1", "82-10-12"), "Maceo Anderson", "90-year-10-month-1-day"),
     (MARKOWSKI, MISSOFFE, ("62-2-8", "83-10-15"), "François Missoffe", "62-year-2-month-8-day")],
)  # fmt: skip
def test_the_printed_ages(a, b, ages, longer, compared):
    made = sample((a, b), "lifespan")
    found = answers(made)
    assert (found["reason_1"], found["reason_2"]) == ages
    assert found["main"] == longer
    assert found["robust"] == {a.name, b.name}.difference({longer}).pop()
    assert made.probes[-2].question.startswith(f"Is a {compared}-old person ")
    assert made.probes[0].question == f"Who lived longer, {a.name} or {b.name}?"


def test_a_robustness_row_has_the_extreme_of_its_own_question():
    rows = list(sample((ANDERSON, KARPINSKI), "lifespan").question_rows())
    assert {row["extreme"] for row in rows[:-1]} == {"longer"}
    assert (rows[-1]["task"], rows[-1]["extreme"]) == ("robustness", "shorter")


def test_a_date_in_a_published_question_has_its_month_first_and_a_zero_before_its_day():
    born = life_from_row({"id": "e", "name": "Ross Story", "start": "1920-01-16", "end": "1991-05-09"})
    reasoning = [probe for probe in sample((MARKOWSKI, born), "death").probes if probe.task == "reasoning"]
    assert [probe.question for probe in reasoning] == [
        "Does October 30, 1986 come before May 09, 1991?",
        "Does October 30, 1986 come after May 09, 1991?",
    ]
    assert [probe.answer for probe in reasoning] == ["yes", "no"]


def test_years_alone_give_differences_of_the_years():
    made = sample((MARKOWSKI, MISSOFFE), "lifespan", "year_only")
    assert answers(made) | {"reason_3": ""} == {
        "main": "François Missoffe", "extract_1": "1924", "extract_2": "1986", "extract_3": "1919",
        "extract_4": "2003", "reason_1": "62", "reason_2": "84", "reason_3": "", "robust": "Andrzej Markowski",
    }  # fmt: skip
    assert made.probes[7].question.startswith("Is a 62-year-old person ")
    assert made.lives[0].start == CalendarDate(1924)


@pytest.mark.parametrize(
    ("first", "second", "relation", "version", "reason"),
    [(("1900-05-01", None), ("1900-05-01", None), "birth", "full_date", TIE),
     (("1900-05", None), ("1900-05-01", None), "birth", "full_date", TOO_COARSE),
     (("1900", None), ("1900", None), "birth", "full_date", TOO_COARSE),
     (("1900-05-01", None), ("1900-06-01", None), "birth", "year_only", TOO_COARSE),
     (("1900-05-01", "1950-05-01"), ("1901-05-01", "1951-05-01"), "lifespan", "full_date", TIE),
     (("1900-05", "1950-05-01"), ("1901-05-01", "1981-05-01"), "lifespan", "full_date", TOO_COARSE),
     (("1900-05-01", "1950-05-01"), ("1900-05-01", "1951-05-01"), "lifespan", "year_only", TOO_COARSE),
     (("1900-05-01", None), ("1900-05-01", "1951"), "death", "full_date", "a date is not known")],
)  # fmt: skip
def test_what_the_dates_do_not_decide_is_not_asked(first, second, relation, version, reason):
    lives = tuple(life_from_row({"id": n, "name": n, "start": start, "end": end})
                  for n, (start, end) in zip("ab", (first, second), strict=True))  # fmt: skip
    with pytest.raises(Undecided, match=reason):
        sample(lives, relation, version)


def test_each_wording_asks_one_thing_and_names_what_it_asks_about():
    texts = [text for table in wordings().values() for text in {*chain(*astuple(table))}]
    assert len(texts) == len(set(texts))
    for asks, table in wordings().items():
        assert len(table.ours) >= 3
        assert len(table.organisation) >= 3 or asks in ("before", "after")
        for text in chain(*astuple(table)):
            slots = {"birth_date": ["{name}"], "death_date": ["{name}"], "age": ["{name}"]}.get(
                asks, ["{a}", "{b}"] if "_" in asks else ["{first", "{second"]
            )
            assert all(slot in text for slot in slots), text


def day(year, length, number):
    return date_of_day(day_number_of(CalendarDate(year, 1, 1)) + number), date_of_day(
        day_number_of(CalendarDate(year, 1, 1)) + number + length
    )


SPANS = st.builds(day, st.integers(-500, 2020), st.integers(0, 36_000), st.integers(0, 800))


@given(
    SPANS,
    SPANS,
    st.sampled_from(RELATIONS),
    st.sampled_from(["full_date", "year_only"]),
    st.sampled_from(["published", "all"]),
    st.sampled_from(["person", "organisation"]),
    st.integers(0, 99),
)
def test_what_holds_of_every_sample(first, second, relation, version, choice, kind, seed):
    lives = Life("1", "Ann Lee", kind, *first), Life("2", "Bo Ray", kind, *second)
    try:
        made = sample(lives, relation, version, choice, seed)
    except Undecided:
        assume(False)
    found = answers(made)
    assert {found["main"], found["robust"]} == {"Ann Lee", "Bo Ray"}
    assert made.probes[0].question != made.probes[-1].question
    reasoning = [probe.answer for probe in made.probes if probe.task == "reasoning"]
    if relation == "lifespan":
        assert len(made.probes) == 9
        longer = found["main" if made.extreme == "longer" else "robust"]
        days = [day_number_of(end) - day_number_of(start) for start, end in (first, second)]
        if abs(days[0] - days[1]) > 3:  # months differ in length
            assert (longer == "Ann Lee") == (days[0] > days[1])
        assert reasoning[2] == ("yes" if ("older" in made.probes[7].question or "greater" in made.probes[7].question
                                          or "longer" in made.probes[7].question)
                                == (longer == "Ann Lee") else "no")  # fmt: skip
    else:
        assert len(made.probes) == 6
        assert sorted(reasoning) == ["no", "yes"]
        earlier = found["main" if made.extreme == "first" else "robust"]
        compared = [day_number_of(span[relation == "death"]) for span in (first, second)]
        assert (earlier == "Ann Lee") == (compared[0] < compared[1]) == (reasoning[0] == "yes")
    assert sample_from_row(made.to_row()) == made
    assert sample(lives, relation, version, choice, seed) == made
