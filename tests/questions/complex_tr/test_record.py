"""Questions of Complex-TR as rows: their columns, and the rows that are refused."""

import pytest
from ann_lee import FACTS, fact, questions
from datasets import Dataset

from temporal_qa.questions.complex_tr.record import checked_rows, question_features
from temporal_qa.timeline.facts import group_facts


def test_rows_bear_the_columns_of_the_design():
    (row,) = [row for row in checked_rows(questions(), set()) if row["id"].startswith("L2_Ann_Lee-d1cd8e_P69")]
    assert set(row) == set(question_features()) == {
        "id", "question", "answers", "level", "hops", "kind", "relation", "subject", "reference_date", "facts",
        "fact_context", "future",
    }  # fmt: skip
    assert row["answers"] == ["Yam University"]
    assert (row["level"], row["hops"], row["kind"], row["relation"]) == ("L2", "1-hop", "l2_at", "P69")
    assert "1986-09" <= row["reference_date"] <= "1990-06"
    assert row["facts"][0].keys() == {"subject", "relation", "object", "start", "end"}
    assert row["future"] is False


def test_rows_are_what_the_features_say():
    rows = list(checked_rows(questions(), set()))
    assert Dataset.from_list(rows, features=question_features()).to_list() == rows


def test_the_future_begins_with_2020():
    (later,) = group_facts([*FACTS, fact("P551", "Jadebrook", "2020-01", "2020-12")])
    rows = list(checked_rows(questions(group=later), set()))
    assert {row["future"] for row in rows} == {False, True}
    for row in rows:
        assert row["future"] == (row["reference_date"] >= "2020-01")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answers": ()}, "no answers"),
        ({"answers": ("Tesla",)}, "not objects of P108"),
        ({"answers": ("Yam University",)}, "not objects of P108"),  # an object, but of another relation
        ({"answers": ("NightOwl", "NightOwl")}, "an answer is given twice"),
        ({"question": ""}, "question is '', expected a str"),
        ({"subject": None}, "subject is None, expected a str"),
    ],
)
def test_a_broken_row_is_never_written(change, message):
    question = next(question for question in questions() if question.relation == "P108")
    with pytest.raises(ValueError, match=message):
        list(checked_rows([question._replace(**change)], set()))


def test_an_id_that_occurs_twice_is_never_written():
    question = questions()[0]
    seen = set()
    list(checked_rows([question], seen))
    with pytest.raises(ValueError, match="the id occurs twice"):
        list(checked_rows([question], seen))
