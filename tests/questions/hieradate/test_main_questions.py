"""Comparisons as people ask them, and their opposites; all real questions of 2WikiMultihopQA and HotpotQA at hand."""

import pytest

from places import SHARED_DATA
from temporal_qa.io.read import read_rows
from temporal_qa.questions.hieradate.main_questions import opposite_question, read_main_question
from temporal_qa.questions.unsolved import Unparsable

DATES = SHARED_DATA / "dates"
AB = ("Ann Lee", "Bob Roe")


@pytest.mark.parametrize(
    ("question", "relation", "extreme", "opposite"),
    [
        ("Who was born first, {a} or {b}?", "birth", "first", "Who was born later, {a} or {b}?"),
        ("Who was born earlier, {a} or {b}?", "birth", "first", "Who was born later, {a} or {b}?"),
        ("Who was born later, {a} or {b}?", "birth", "later", "Who was born first, {a} or {b}?"),
        ("Who was born first out of {a} and {b}?", "birth", "first", "Who was born later, {a} or {b}?"),
        ("Was {a} or {b} born first?", "birth", "first", "Who was born later, {a} or {b}?"),
        ("{a} or {b}, who was born earlier?", "birth", "first", "{a} or {b}, who was born later?"),
        ("Which singer is younger, {a}, or {b}?", "birth", "later", "Which singer is older, {a}, or {b}?"),
        ("who is older {a} or  {b} ?", "birth", "first", "who is younger {a} or  {b} ?"),
        ("Who died first, {a} or {b}?", "death", "first", "Who died later, {a} or {b}?"),
        ("Who died earlier, {a} or {b}?", "death", "first", "Who died later, {a} or {b}?"),
        ("Who died second, {a} or {b}?", "death", "later", "Who died first, {a} or {b}?"),
        ("Who died last, {a} or {b}?", "death", "later", "Who died first, {a} or {b}?"),
        ("Who died more recently, {a} or {b}?", "death", "later", "Who died first, {a} or {b}?"),
        ("Who lived longer- {a} or {b}? ", "lifespan", "longer", "Who lived shorter- {a} or {b}? "),
        ("{a} and {b}: who lived longer?", "lifespan", "longer", "{a} and {b}: who lived shorter?"),
        ("Which of {a} and {b} died later?", "death", "later", "Which of {a} and {b} died first?"),
        ("Who, between {a} and {b}, was born first?", "birth", "first", "Who, between {a} and {b}, was born later?"),
        ("Which poet, {a} or {b}, is older?", "birth", "first", "Which poet, {a} or {b}, is younger?"),
        ("Who is the older of {a} and {b}?", "birth", "first", "Who is the younger of {a} and {b}?"),
        ("Who is the older of the two, {a} or {b}?", "birth", "first", "Who is the younger of the two, {a} or {b}?"),
        ("Who is the younger one, {a} or {b}?", "birth", "later", "Who is the older one, {a} or {b}?"),
        ("Do you know who died first, {a} or {b}?", "death", "first", "Do you know who died later, {a} or {b}?"),
        ("Who was born first \u2014 {a} or {b}?", "birth", "first", "Who was born later \u2014 {a} or {b}?"),
    ],
)
def test_a_question_and_its_opposite(question: str, relation: str, extreme: str, opposite: str) -> None:
    asked = question.format(a=AB[0], b=AB[1])
    assert read_main_question(asked) == (relation, extreme, (AB,), "person")
    assert opposite_question(asked, AB) == opposite.format(a=AB[0], b=AB[1])


def test_names_may_hold_or_and_and() -> None:
    pairs = read_main_question("Who is older, Sons and Co or Trinidad or Tobago?").pairs
    assert pairs == (("Sons and Co", "Trinidad or Tobago"), ("Sons and Co or Trinidad", "Tobago"))


@pytest.mark.parametrize(
    "question",
    [
        "Who is taller, A or B?",
        "Who was born first?",
        "Who died, A or B?",
        "",
        "Who was not born first, A or B?",
        "Who wasn't born first, A or B?",
        "Whose father is older, A or B?",
        "Which film has the director who died later, A or B?",
        "Which film whose director is younger, A or B?",
        "Does A or B have the director who was born first?",
        "Who was born first and died later, A or B?",
        "Who was born later than A or B?",
        "Who is older by more than two years, A or B?",
        "Who was older when they died, A or B?",
        "Who was younger at death, A or B?",
        "Between A and B, who was older at the wedding?",
        "Who lived longer in Paris, A or B?",
        "Who was born first in London, A or B?",
    ],
)
def test_other_questions_are_not_read(question: str) -> None:
    with pytest.raises(Unparsable):
        read_main_question(question)


def test_wordings_of_organisations_name_organisations() -> None:
    assert read_main_question("Which was founded first, A or B?") == ("birth", "first", (("A", "B"),), "organisation")


def test_an_opposite_that_names_others_is_refused() -> None:
    with pytest.raises(Unparsable, match="does not compare the same two"):
        opposite_question("Who was born first, A or B?", ("A", "C"))


@pytest.mark.skipif(not DATES.is_dir(), reason="no real data")
@pytest.mark.parametrize(("name", "number"), [("2wiki_dev_person_questions", 80), ("hotpotqa_dev_date_questions", 59)])
def test_real_questions_are_read_and_turned_round(name: str, number: int) -> None:
    relations = {"birth": "birth", "death": "death", "life": "lifespan"}
    extremes = {"first": "first", "last": "later", "most": "longer", "least": "shorter"}
    rows = [row.values for row in read_rows(DATES / f"{name}.jsonl.gz")]
    assert len(rows) == number
    for row in rows:
        asked = read_main_question(row["question"])
        assert asked[:2] == (relations[row["relation"]], extremes[row["extreme"]]), row
        (names,) = asked.pairs
        turned = opposite_question(row["question"], names)
        assert read_main_question(opposite_question(turned, names))[:2] == asked[:2]
