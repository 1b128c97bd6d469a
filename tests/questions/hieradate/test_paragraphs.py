"""Paragraphs: the dates stand in them as written, in many forms, and nothing else looks like a date."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.hieradate.paragraphs import write_paragraph
from temporal_qa.questions.hieradate.synthesis import DrawOptions
from temporal_qa.questions.hieradate.wordings import paragraph_wordings
from temporal_qa.text.dates import find_dates
from temporal_qa.timeline.dates import MONTH_NAMES, CalendarDate
from temporal_qa.timeline.days import date_of_day
from temporal_qa.timeline.lives import Life

DAYS = st.integers(-200_000, 740_000)


def cut(number, precision):
    date = date_of_day(number)
    return {"day": date, "month": CalendarDate(date.year, date.month), "year": CalendarDate(date.year)}[precision]


PRECISIONS = st.sampled_from(["day", "month", "year"])


VERSIONS = st.sampled_from(["full_date", "year_only"])
TYPES, KNOWN = st.sampled_from(["person", "organisation"]), st.sampled_from(["both", "start", "end"])


@given(DAYS, st.integers(400, 40_000), PRECISIONS, PRECISIONS, VERSIONS, TYPES, KNOWN, st.integers(0, 9))
def test_the_dates_of_a_paragraph_read_back_are_those_of_the_life(
    born, days, of_start, of_end, version, kind, known, seed
):
    start = cut(born, of_start) if known != "end" else None
    end = cut(born + days, of_end) if known != "start" else None
    life = Life("1", "Ann Lee", kind, start, end)
    paragraph, written, states_age = write_paragraph(life, DrawOptions(seed, version, invent=True))
    text = " ".join(paragraph.sentences)
    stated = [date for date in (start, end) if date]
    if version == "year_only":
        stated = [CalendarDate(date.year) for date in stated]
        assert not re.search("|".join(MONTH_NAMES), text)
    assert sorted(date.to_date() for date in find_dates(text)) == sorted(stated)
    for date, words in ((start, written.start), (end, written.end)):
        assert (date is None) == (words is None)
        assert words is None or words in text
    assert paragraph.title == "Ann Lee"
    assert not states_age
    assert "{" not in text


def test_a_day_has_on_before_it_and_a_month_or_year_in():
    days = Life("1", "Ann Lee", "person", CalendarDate(1903, 2, 3), CalendarDate(1990, 11, 5))
    months = Life("2", "Bob Ray", "person", CalendarDate(1903, 2), CalendarDate(1990))
    of_days, of_months = (
        " ".join(" ".join(write_paragraph(life, DrawOptions(seed, "full_date"))[0].sentences) for seed in range(60))
        for life in (days, months)
    )
    assert re.search(r"\bon (?:the )?(?:\d|Feb|Nov|1903-|Tues)", of_days)
    assert not re.search(r"\bin (?:\d{1,2}|Feb\w*\.? \d{1,2},|1903-02-03)\b", of_days)
    assert not re.search(r"\bon (?:Feb\w*\.?,? 1903|1990)\b", of_months)
    assert re.search(r"\bin (?:Feb\w*\.?,? 1903|1990)\b", of_months)


def test_there_are_a_dozen_forms_of_dates_and_several_of_sentences():
    lives = [
        Life(f"{n}", f"Ann {n}", "person", CalendarDate(1903, 2, 3), CalendarDate(1990, 11, 5)) for n in range(400)
    ]
    made = [write_paragraph(life, DrawOptions(0, "full_date")) for life in lives]
    assert len({written.start for _, written, _ in made}) >= 12
    openings = {paragraph.sentences[0].split(written.start)[0].replace(life.name, "")
                for life, (paragraph, written, _) in zip(lives, made, strict=True)}  # fmt: skip
    assert len(openings) >= 6
    again = write_paragraph(lives[7], DrawOptions(0, "full_date"))
    assert again == made[7]


def test_a_day_is_on_it_and_a_year_in_it():
    day, year = CalendarDate(1903, 2, 3), CalendarDate(1990)
    lives = [Life(f"{n}", "Ann", "person", day, year) for n in range(60)]
    made = [write_paragraph(life, DrawOptions(0, "full_date"))[0].sentences for life in lives]
    said = {before for sentences in made for before in re.findall(r"(\w+) 1990\b", " ".join(sentences))}
    assert "in" in said
    assert said.isdisjoint({"IN", "on"})


def test_ambiguous_numbers_stand_in_no_paragraph():
    for n in range(300):
        life = Life(f"{n}", f"Ann {n}", "person", CalendarDate(1903, 2, 3), None)
        _, written, _ = write_paragraph(life, DrawOptions(0, "full_date", invent=True))
        assert not re.fullmatch(r"\d+[./-]\d+[./-]\d{4}", written.start)


@pytest.mark.parametrize(
    ("start", "end", "years"),
    [
        ("1903-02-03", "1990-02-02", 86),
        ("1903-02-03", "1990-02-03", 87),
        ("1903", "1990-12-31", 87),
        ("1903", "1990-12-30", None),
    ],
)
def test_few_paragraphs_state_the_completed_years_and_only_where_asked(start, end, years):
    life = Life("1", "Ann Lee", "person", CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end))
    with_age = [write_paragraph(life, DrawOptions(seed, "full_date", states_age=True)) for seed in range(300)]
    stating = [paragraph for paragraph, _, states_age in with_age if states_age]
    assert all(paragraph.sentences[-1] == f"Ann Lee lived to the age of {years}." for paragraph in stating)
    assert len(stating) == (0 if years is None else pytest.approx(16, abs=12))
    assert len(stating) > 0 or years is None
    in_years = [write_paragraph(life, DrawOptions(seed, "year_only", states_age=True)) for seed in range(99)]
    assert not any(states_age for _, _, states_age in in_years)  # 86 or 87: the years do not decide


def test_real_people_are_said_to_be_nothing_that_is_invented():
    invented = {text for of_type in paragraph_wordings().values() for text in of_type.invented + of_type.more_invented}
    rng = random.Random(0)
    for n in range(200):
        life = Life(f"{n}", f"Ann {n}", rng.choice(["person", "organisation"]), CalendarDate(1903), None)
        paragraph, _, _ = write_paragraph(life, DrawOptions(0, "full_date"))
        assert not any(
            text.replace("{name}", life.name) in sentence for text in invented for sentence in paragraph.sentences
        )
