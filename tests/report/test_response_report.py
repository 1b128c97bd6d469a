"""The report of scored runs: what its tables count, and that it is whole or absent."""

import csv

import pytest

from temporal_qa.files import InputError, write_json_lines
from temporal_qa.report.response_report import read_items, write_response_report
from temporal_qa.report.response_tables import direction_table, error_size_table, off_by_one_table, response_tables
from temporal_qa.scoring.response_scores import ScoredItem, item_rows


def item(label, value, *, kind="trick", model="M", prompting="few-shot", dataset="tot", how="So."):
    error = None if value is None else abs(value - label)
    return ScoredItem(
        dataset, "arithmetic", model, prompting, "How long?", kind, "<num_days>", "days", label, value, error == 0,
        100.0 if error is None else 100 * error / (abs(label) + abs(value)), None if error is None else error / 2,
        "number" if value is not None else "none: no number", how,
    )  # fmt: skip


ITEMS = [
    item(5, 5), item(5, 6), item(5, 4), item(5, 8), item(5, 5.5), item(5, None),
    item(7, 8, kind="duration"), item(7, 7, kind="duration"),
    item(7, 9, model="N"), item(7, 6, model="N", prompting="zero-shot"),
]  # fmt: skip


def test_errors_are_counted_by_size_among_those_that_are_not_zero():
    rows = {size: (n, of) for _, size, n, of, _ in error_size_table(ITEMS).rows}
    assert rows == {"1": (4, 7), "2": (1, 7), "3": (1, 7), "0.5": (1, 7)}


def test_off_by_one_is_shared_out_among_question_types():
    rows = off_by_one_table(ITEMS, "question_type", "question type").rows
    assert rows == [["tot", "trick", "80.00", "75.00"], ["tot", "duration", "20.00", "25.00"]]


def test_directions_are_told_apart():
    (down, up) = direction_table(ITEMS).rows
    assert (down[2], up[2]) == (2, 5)
    assert down[4] == "0.50 (0.00; 2)"


def test_baselines_count_as_scores_only():
    with_baseline = [*ITEMS, item(5, 500, model="baseline, mean", prompting="-")]
    tables, more = response_tables(ITEMS, bootstrap=10), response_tables(with_baseline, bootstrap=10)
    assert [table.rows for table in tables[1:]] == [table.rows for table in more[1:]]
    assert len(more[0].rows) == len(tables[0].rows) + 1


def test_items_written_and_read_give_the_same_report(tmp_path):
    write_json_lines(tmp_path / "items.jsonl.gz", item_rows(ITEMS))
    assert list(read_items(tmp_path / "items.jsonl.gz")) == ITEMS
    for name, items in (("one", ITEMS), ("other", list(read_items(tmp_path / "items.jsonl.gz")))):
        write_response_report(items, tmp_path / name, bootstrap=20)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert {"report.md", "scores.csv", "em_and_smape.png", "em_and_mase.png", "error_sizes.png"} <= set(files)
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes(), name
    with (tmp_path / "one" / "error_sizes.csv").open() as file:
        assert next(csv.DictReader(file))["count"] == "4"


def test_an_existing_folder_is_kept_and_bad_items_are_told(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").touch()
    with pytest.raises(InputError, match="not empty"):
        write_response_report(ITEMS, tmp_path / "mine")
    write_json_lines(tmp_path / "bad.jsonl", [{"id": "1"}])
    with pytest.raises(InputError, match=r"bad.jsonl:1: not a scored item"):
        list(read_items(tmp_path / "bad.jsonl"))
    with pytest.raises(InputError, match="no scored items"):
        write_response_report([], tmp_path / "none")


def test_items_scored_in_two_ways_are_never_in_one_report(tmp_path):
    with pytest.raises(InputError, match=r"in 2 ways cannot be compared: So\. \| Thus\."):
        write_response_report([*ITEMS, item(5, 5, model="N", how="Thus.")], tmp_path / "mixed")
    assert list(tmp_path.iterdir()) == []
