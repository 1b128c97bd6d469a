"""Questions of date arithmetic: what a row says of itself, and that the seed alone decides it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.date_arithmetic.queries import TASKS
from temporal_qa.questions.date_arithmetic.synthesis import date_question
from temporal_qa.text.date_forms import DATE_FORMS, WEEKDAY_NAMES
from temporal_qa.text.dates import find_dates


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_question_depends_on_its_seed_and_number_alone(seed, number):
    made = date_question(seed, number)
    assert made == date_question(seed, number)
    assert made["id"] == f"D{seed}-{number}"
    assert made["task"] == list(TASKS)[number % len(TASKS)]
    assert made["asks"] in TASKS[made["task"]]
    assert made["answers"][0]
    assert made["context"] == ""


@given(st.integers(0, 10**6), st.sampled_from(sorted(TASKS)))
def test_only_the_tasks_asked_for(number, task):
    assert date_question(0, number, [task])["task"] == task


@given(st.integers(0, 10**6))
def test_an_ambiguous_question_names_its_convention_and_would_else_be_read_in_two_ways(number):
    made = date_question(1, number)
    text = f"{made['question']} {made['answers'][0]}"
    readings = {
        tuple(date[:3] for date in find_dates(text.split(" (Dates")[0] + " " + made["answers"][0], day_first=day_first))
        for day_first in (True, False)
    }
    numbers_alone = made["form"] in {form.name for form in DATE_FORMS if form.day_first is not None}
    assert ("(Dates are written" in made["question"]) == numbers_alone
    if made["task"] != "relative" or numbers_alone:
        assert made["ambiguous"] == (len(readings) > 1)


def test_all_forms_precisions_and_eras_occur():
    made = [date_question(2, number) for number in range(6_000)]
    assert {question["form"] for question in made} >= {f.name for f in DATE_FORMS} - {"mon. year", "mon day, year"}
    assert {question["precision"] for question in made} == {"day", "month", "year"}
    assert min(Counter(question["era"] for question in made).values()) > 100
    assert {question["era"] for question in made} == {"BC", "AD"}
    assert 0.04 < sum(question["ambiguous"] for question in made) / len(made) < 0.25


def test_a_question_after_a_weekday_names_none_and_numbers_have_their_value():
    made = [date_question(3, number) for number in range(6_000)]
    weekdays = [question["question"] for question in made if question["asks"] == "weekday"]
    assert weekdays
    assert not any(name in question for question in weekdays for name in WEEKDAY_NAMES)
    assert any(name in question["question"] for question in made for name in WEEKDAY_NAMES)
    numbers = [question for question in made if question["answer_type"] == "number"]
    assert numbers
    for question in numbers:
        assert question["answer_iso"] == question["answers"][0]


def test_the_hard_days_occur():
    leap = ("29 February", "February 29", "Feb 29", "29 Feb")
    made = [date_question(2, number)["question"] for number in range(2_000)]
    assert sum(any(day in question for day in leap) for question in made) > 20


def test_no_number_answers_many_differences_of_a_unit():
    answers = {unit: Counter() for unit in ("year", "month", "week", "day")}
    for made in (date_question(4, number, ["difference"]) for number in range(2_000)):
        answers[made["unit"]][made["answers"][0]] += 1
    assert all(max(of_unit.values()) < 0.15 * of_unit.total() for of_unit in answers.values())


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("answer_type", {"date", "number", "age", "yes_no", "order", "weekday", "week"}),
        ("unit", {None, "year", "month", "week", "day"}),
    ],
)
def test_values_of_columns(column, values):
    assert {date_question(3, number)[column] for number in range(400)} == values
