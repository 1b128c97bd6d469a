"""The tables have the scores of score_table, in the shape of the paper's tables."""

import csv

import pytest

from temporal_qa.report.document import _write_csv
from temporal_qa.report.question_runs import runs_by_questions
from temporal_qa.report.question_tables import QuestionTables
from temporal_qa.scoring.significance import mean_interval
from temporal_qa.tables.markdown import cell_text


@pytest.fixture
def tables(run_of):
    def make(**values):
        scored = [*run_of("one", lambda i: i < 6, **values), *run_of("two", lambda i: i % 4 == 0, **values)]
        (runs,) = runs_by_questions(scored)
        return QuestionTables(runs, resamples=20, suffix="_2")

    return make


def means(table):
    """The rows with the intervals left out."""
    return [[cell[0] if isinstance(cell, tuple) else cell for cell in row] for row in table.rows]


def test_single_hop_and_multi_hop_by_set_accuracy_and_answer_f1(tables):
    table = tables().by_hops()
    assert table.header == [
        "run", "1-hop: set accuracy", "1-hop: answer F1", "multi-hop: set accuracy", "multi-hop: answer F1",
    ]  # fmt: skip
    assert means(table) == [["one", 50.0, 75.0, 50.0, 75.0], ["two", 25.0, 62.5, 25.0, 62.5]]
    assert table.note == "Questions: 4 1-hop, 8 multi-hop."
    assert table.name == "by_hops_2"


def test_in_domain_future_and_overall(tables):
    table = tables().by_time()
    assert table.header == ["run", "in-domain", "future", "overall"]
    assert means(table) == [["one", pytest.approx(500 / 9), pytest.approx(100 / 3), 50.0],
                            ["two", pytest.approx(100 / 3), 0.0, 25.0]]  # fmt: skip


def test_single_answer_and_multi_answer_by_all_four_scores(tables):
    rows = means(tables().by_answers())
    assert [row[:3] for row in rows] == [
        ["one", "single", pytest.approx(400 / 9)], ["two", "single", 0.0],
        ["one", "multi", pytest.approx(200 / 3)], ["two", "multi", 100.0],
    ]  # fmt: skip
    assert all(row[4:] == [100.0, 100.0] for row in rows)


def test_abstaining_is_right_only_where_nothing_is_right(run_of):
    made = []
    for row in run_of("one", lambda i: i < 5):
        label = "none" if row.id in ("id0", "id4", "id8") else "single"
        object.__setattr__(row, "facets", row.facets | {"answers": label})
        if row.id in ("id0", "id1", "id4", "id8", "id9"):  # id8 could not be read, and scores 0; id9 is missing
            object.__setattr__(row, "predicted_answers", [])
            object.__setattr__(row, "unread", "a riddle" if row.id == "id8" else None)
            object.__setattr__(row, "missing", row.id == "id9")
        made.append(row)
    (runs,) = runs_by_questions(made)
    abstention = QuestionTables(runs, resamples=20).abstention()
    assert abstention.rows == [["one", 2, 2, 66.7, 66.7]]
    assert abstention.note.startswith("3 questions have no answer.")


def test_where_every_question_has_an_answer_nothing_is_told_of_abstaining(tables):
    assert tables().abstention() is None


def test_breakdowns_have_a_row_a_value_and_a_column_a_run(tables):
    made = tables()
    assert means(made.breakdown("relation")) == [
        ["P39 position held", 4, 50.0, 25.0], ["P108 employer", 4, 50.0, 25.0], ["P9999", 4, 50.0, 25.0],
    ]  # fmt: skip
    assert [row[:2] for row in means(made.breakdown("facts"))] == [["1-4", 2], ["5-8", 4], ["9-12", 4], ["13-16", 2]]
    assert means(made.breakdown("kind"))[0][0] == "L2 1-hop: in a month"


def test_a_facet_may_have_any_name(tables):
    made = tables(all="x")
    assert [row[:2] for row in means(made.breakdown("all"))] == [["x", 12]]
    assert made.cell("one")[0] == 50


@pytest.mark.parametrize(
    ("column", "table"),
    [("hops", "by_hops"), ("future", "by_time"), ("answers", "by_answers")],
)
def test_a_table_of_a_facet_that_no_question_has_is_empty(tables, column, table):
    assert getattr(tables(**{column: None}), table)().rows == []


def test_questions_without_a_facet_are_counted(run_of):
    scored = [*run_of("one", bool), *run_of("one", bool, n=1, id="x", reference_date=None)]
    table = QuestionTables(runs_by_questions(scored)[0], resamples=20).breakdown("period")
    assert table.note == "Questions that do not tell, and are in no row: 1."
    assert sum(row[1] for row in table.rows) == 12


def test_a_mean_is_that_of_its_questions(run_of):
    (runs,) = runs_by_questions(run_of("one", lambda i: i % 2 == 0))
    assert QuestionTables(runs, resamples=50, seed=3).mean("one", "set_accuracy", [0, 1, 2]) == (
        pytest.approx(200 / 3), *mean_interval([100.0, 0.0, 100.0], resamples=50, seed=3),
    )  # fmt: skip


def test_for_json_there_are_the_means_the_intervals_and_every_test(tables):
    made = tables()
    told = made.to_dict()
    assert (told["questions"], told["questions_sha256"], told["n"]) == ("test.parquet", "q" * 64, 12)
    assert [(run["run"], run["set_accuracy"]) for run in told["runs"]] == [("one", 50.0), ("two", 25.0)]
    assert tuple(told["runs"][0]["set_accuracy_interval"]) == made.cell("one")[1:]
    shown = [tuple(row[2:6]) for row in made.tests().rows]
    assert shown == [
        (test["score"].replace("_", " ").replace("f1", "F1"), (test["difference"], *test["difference_interval"]),
         test["p"], test["p_holm"])
        for test in told["paired_tests"]
    ]  # fmt: skip


def test_the_note_of_the_tests_says_what_they_are(tables):
    table = tables().tests()
    assert "10,000 resamples, seed 0" in table.note
    assert "paired permutation test" in table.note
    assert "Holm's method for the 2 tests" in table.note
    assert [row[:3] for row in table.rows] == [["one", "two", "set accuracy"], ["one", "two", "answer F1"]]
    difference, low, high = table.rows[0][3]
    assert low < difference == 25.0 < high


def test_files_have_all_digits_of_p(tmp_path, run_of):
    scored = [
        *run_of("one", bool, n=80),
        *run_of("two", lambda i: i < 8, n=80),
        *run_of("three", lambda i: i < 5, n=80),
    ]
    table = QuestionTables(runs_by_questions(scored)[0], resamples=20).tests()
    _write_csv(tmp_path / "tests.csv", table)
    with (tmp_path / "tests.csv").open() as file:
        first, _, third, *_ = csv.DictReader(file)
    assert (float(first["p"]), float(first["p, Holm"])) == pytest.approx((2 * 0.5**71, 10 * 0.5**71), rel=1e-9)
    assert (third["first"], third["second"], third["p"]) == ("two", "three", "0.25")
    assert [cell_text(row[4]) for row in table.rows[:3]] == ["< 0.0001", "< 0.0001", "0.2500"]


@pytest.mark.parametrize(
    ("mode", "title", "cells"),
    [
        ("hard", "Exact match", [100.0, 100.0]),
        ("easy", "Exact match", [100.0, 100.0]),
        (None, "Set accuracy", [50.0, 25.0]),
    ],
)
def test_of_time_qa_any_right_answer_will_do_in_tables_of_one_score(tables, mode, title, cells):
    """The runs name all right answers to 6 and to 3 of 12 questions, and one to each."""
    made = tables(mode=mode, length="00400-00799")
    table = made.breakdown("length")
    assert table.title == f"{title} by length of the article"
    assert means(table) == [["400-799", 12, *cells]]
    assert ("any will do" in made.overall().note) == (title == "Exact match")
