"""The figures of Table 3 beside those of the paper."""

import re

from hypothesis import given
from hypothesis import strategies as st

import figures_of_rows
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.report.dataset_statistics import (
    CLASSES,
    COMPLEX_TR,
    figures_beside_complex_tr,
    table_beside_complex_tr,
)
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact


def dataset_statistics(questions):
    return figures_of_rows.counted(questions).statistics()


FACT = Fact("Ann", "P54", "A", CalendarDate(1990), CalendarDate(1991))


def question(kind="l2_at", month=1990 * 12, answers=1, facts=1):
    return Question("id", "Who?", ("A",) * answers, kind, "P54", "Ann", month, (FACT,) * facts, "")


QUESTIONS = st.builds(question, st.sampled_from(list(KINDS)), st.integers(-600, 24_500), st.integers(1, 3),
                      st.integers(1, 5))  # fmt: skip


def test_the_figures_of_some_questions():
    figures = dataset_statistics([
        question("l2_at", 1899 * 12 + 11, answers=1, facts=4),
        question("l2_between", 2019 * 12 + 11, answers=2, facts=8),
        question("l2_offset", 1900 * 12, answers=1, facts=9),
        question("l3_offset", 1950 * 12, answers=3, facts=9),
        question("l3_during", 1950 * 12, answers=1, facts=10),
    ])  # fmt: skip
    assert figures == {
        "time_coverage": [1899, 2019],
        "L2 1-hop": 1,
        "L2 M-hop": 2,
        "L3 1-hop": 0,
        "L3 M-hop": 2,
        "total": 5,
        "average_facts": 8.0,
        "multi_answer_percent": 40.0,
    }


@given(st.lists(QUESTIONS, max_size=8))
def test_the_figures_are_those_of_the_rows(questions):
    assert dataset_statistics(questions) == figures_of_rows.dataset_statistics(each.to_row() for each in questions)


def test_the_papers_columns_add_up():
    """Table 3 prints the totals; Table 1 rounds those of training, dev and gold test together."""
    assert {name: column["total"] for name, column in COMPLEX_TR.items()} == {
        "Pseudo": 51_451,
        "Training": 6_511,
        "Dev": 3_993,
        "Test (Gold)": 329,
    }
    assert round(sum(column["total"] for name, column in COMPLEX_TR.items() if name != "Pseudo"), -2) == 10_800
    assert all(list(column)[1:5] == list(CLASSES.values()) for column in COMPLEX_TR.values())


def test_the_table_shows_the_papers_column_after_ours():
    ours = {
        "train": dataset_statistics([question(answers=2, facts=3)]),
        "extra": dataset_statistics([question("l3_during", -517)]),
    }
    lines = table_beside_complex_tr(ours, {"train": "Training"}).splitlines()
    cells = [[cell.strip() for cell in re.split(r" \| ", line.strip("| "))] for line in lines]
    del cells[1]
    assert cells == [
        ["statistic", "train", "Complex-TR Training", "extra"],
        ["time coverage", "1990-1990", "1529-2019", "45 BC-45 BC"],
        ["L2 1-hop", "1", "1,109", "0"],
        ["L2 M-hop", "0", "2,407", "0"],
        ["L3 1-hop", "0", "1,236", "0"],
        ["L3 M-hop", "0", "1,759", "1"],
        ["total", "1", "6,511", "1"],
        ["average facts", "3.0", "9.0", "1.0"],
        ["% multi-answer", "100.0", "-", "0.0"],
    ]
    figures = figures_beside_complex_tr(ours, {"train": "Training"})
    assert figures["extra"]["complex_tr"] is None
    assert figures["train"]["complex_tr"]["time_coverage"] == [1529, 2019]
    assert figures["train"]["ours"] == ours["train"]
