"""Counts of questions in Parquet files are those of the rows; figures of Table 3 stand beside those of the paper."""

import re
from collections import Counter

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures_of_rows import counted, dataset_statistics
from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.fiction.pseudo_questions import PseudoRecipe, block_questions
from temporal_qa.fiction.pseudo_tables import pseudo_features, question_table
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.report.question_counts import (
    CLASSES,
    COMPLEX_TR,
    QuestionCounts,
    figures_beside_complex_tr,
    question_plots,
    table_beside_complex_tr,
)
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.facts import Fact


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Three shards of one dataset, and all rows of them."""
    folder, rows, paths = tmp_path_factory.mktemp("shards"), [], []
    for block, size in enumerate((150, 1, 77)):
        table = question_table(
            block_questions(PseudoRecipe(PseudoWorld(6)), block, size), pseudo_features().arrow_schema
        )  # fmt: skip
        paths.append(folder / f"{block}.parquet")
        pq.write_table(table, paths[-1], row_group_size=40)
        rows += table.to_pylist()
    return paths, rows


def test_every_count_is_that_of_the_rows(written):
    paths, rows = written
    counts = QuestionCounts.read(paths)
    assert counts.kinds == Counter(row["kind"] for row in rows)
    assert counts.relations == Counter(row["relation"] for row in rows)
    assert counts.months == Counter(parse_month(row["reference_date"]) for row in rows)
    assert counts.answers == Counter(len(row["answers"]) for row in rows)
    assert counts.facts == Counter(len(row["facts"]) for row in rows)
    assert len(counts.kinds) == len(KINDS)
    assert len(counts.answers) > 1


def test_the_figures_of_table_3_are_those_of_the_rows(written):
    paths, rows = written
    ours, plain = QuestionCounts.read(paths).statistics(), dataset_statistics(rows)
    assert ours.pop("time_coverage") == plain.pop("time_coverage")
    assert ours == pytest.approx(plain)


def test_the_order_of_the_files_does_not_matter_and_one_file_is_enough(written):
    paths, rows = written
    assert QuestionCounts.read(reversed(paths)) == QuestionCounts.read(iter(paths))
    (row,) = rows[150:151]
    alone = QuestionCounts.read(paths[1:2])
    assert alone.kinds == {row["kind"]: 1}
    assert alone.statistics()["total"] == 1


def test_the_picture_of_periods_shows_the_empty_ones_too():
    """What resampling is to prevent is a period without questions."""
    counts = QuestionCounts(Counter(), Counter({"P54": 3}), Counter({parse_month("1950-01"): 3}), Counter(), Counter())
    assert "1940-1959: 3; 1960-1979: 0;" in question_plots({"train": counts}, empty_periods=True)["questions_by_period"]


def statistics_of(questions):
    return counted(questions).statistics()


FACT = Fact("Ann", "P54", "A", CalendarDate(1990), CalendarDate(1991))


def question(kind="l2_at", month=1990 * 12, answers=1, facts=1):
    return Question("id", "Who?", ("A",) * answers, kind, "P54", "Ann", month, (FACT,) * facts, "")


QUESTIONS = st.builds(question, st.sampled_from(list(KINDS)), st.integers(-600, 24_500), st.integers(1, 3),
                      st.integers(1, 5))  # fmt: skip


def test_the_figures_of_some_questions():
    figures = statistics_of([
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
    assert statistics_of(questions) == dataset_statistics(each.to_row() for each in questions)


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
        "train": statistics_of([question(answers=2, facts=3)]),
        "extra": statistics_of([question("l3_during", -517)]),
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
