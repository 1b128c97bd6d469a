"""Counts of questions in Parquet files are those of the rows."""

from collections import Counter

import pyarrow.parquet as pq
import pytest

from figures_of_rows import dataset_statistics
from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.fiction.pseudo_questions import PseudoRecipe, block_questions
from temporal_qa.fiction.pseudo_tables import pseudo_features, question_table
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.report.question_counts import QuestionCounts
from temporal_qa.timeline.dates import parse_month


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
    assert "1940-1959: 3; 1960-1979: 0;" in counts.plots("train")["questions_by_period"]
