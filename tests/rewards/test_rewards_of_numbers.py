"""Rewards of rows whose answers are numbers and dates, by their value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.io.errors import InputError
from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.rewards.functions import answer_f1_reward, set_accuracy_reward, temporal_error_reward


def item(unit, answer, source="ttqa", question="How long was he king?", answer_format=""):
    return {"source": [source], "question": [question], "temporal_unit": [unit], "answer_format": [answer_format],
            "answer": [answer]}  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "answer", "said", "value"),
    [
        ("years", "4", "4 years", 1), ("years", "4", "6 years", 0.8), ("years", "4", "3", 6 / 7),
        ("years", "4", "many", 0), ("years", "4", "<think>Final Answer: 4</think>", 0), ("years", "0", "0", 1),
        ("years", "4", "0", 0), ("years", "4", "9" * 500, 0), ("years", "4", "1e999", 0), ("years", "4", "", 0),
        ("date_years", "1937", "1937", 1), ("date_years", "1937", "1938", 1 / 2),
        ("date_years", "1937", "1947", 1 / 11),
        ("date", "February 17, 1837", "February 17, 1837", 1), ("date", "February 17, 1837", "soon", 0),
        ("date", "February 17, 1837", "February 18, 1837", 1 / (1 + 1 / 365.25)),
        ("date", "July 2, 1837", "1837", 1 / (1 + 1 / 365.25)),  # the middle of the year, which is not exact
    ],
)  # fmt: skip
def test_errors_of_numbers_and_dates(unit, answer, said, value):
    marked = said if said.startswith("<") else f"Final Answer: {said}"
    assert temporal_error_reward([marked], **item(unit, answer)) == pytest.approx([value], abs=1e-12)
    for reward in (set_accuracy_reward, answer_f1_reward):
        assert reward([marked], answers=[[answer]], **item(unit, answer)) == [value == 1]


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_only_what_is_exact_scores_1_and_nearer_is_never_worse(label, said):
    (value,) = temporal_error_reward([f"Final Answer: {said} days"], **item("days", str(label)))
    assert 0 <= value <= 1
    assert (value == 1) == (label == said)
    nearer = (label + said) // 2
    (other,) = temporal_error_reward([f"Final Answer: {nearer} days"], **item("days", str(label)))
    assert other >= value


@pytest.mark.parametrize("nothing", [None, float("nan")])
def test_rows_of_names_have_no_error_and_rows_without_a_label_no_reward(nothing):
    columns = {name: [nothing] for name in ("source", "temporal_unit", "answer_format", "answer")}
    assert temporal_error_reward(["4"], question=["?"], **columns) == [None]
    assert temporal_error_reward(["4"], **item("years", "4", answer_format=nothing)) == [1]
    assert set_accuracy_reward(["A"], answers=[nothing]) == [None]


@pytest.mark.parametrize("column", ["question", "unit", "answer_value", "answer_iso", "facts", "fact_context", "kind"])
@pytest.mark.parametrize(("answer_type", "answer"), [("number", "413"), ("date", "May 1990"), (None, "Ann")])
def test_what_a_table_lacks_is_as_if_its_column_were_not_there(column, answer_type, answer):
    row = {"answers": [[answer]], "answer_type": [answer_type]}
    assert set_accuracy_reward([answer], **row, **{column: [float("nan")]}) == [1]
    of_one = {name: values[0] for name, values in row.items()} | {column: float("nan")}
    assert score_answer_text(of_one, answer)["set_accuracy"] == 100


def test_rows_that_only_look_like_those_of_numbers_are_compared_as_texts():
    assert set_accuracy_reward(["Tesla"], answers=[["Tesla"]], **item("years", "Tesla", source="wikidata")) == [1]
    assert set_accuracy_reward(["4"], answers=[["4"]], source=["ttqa"], temporal_unit=["years"]) == [1]


def test_a_json_answer_is_read_with_its_thought_taken_off():
    asked = item("days", "{'answer': 5}", "tot", "How many days?", "")
    said = '<think>{"answer": 9}</think>{"explanation": "2 + 3", "answer": 5}'
    assert temporal_error_reward([said], **asked) == set_accuracy_reward([said], [["{'answer': 5}"]], **asked) == [1]


def test_columns_are_as_long_as_the_completions():
    with pytest.raises(InputError, match="completions: 2, source: 1; expected equally many"):
        temporal_error_reward(["4", "5"], **item("years", "4"))
