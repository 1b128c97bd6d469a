"""The part of a report on TempAnswerQA: the counts in its tables."""

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.report.document import Picture, Table
from temporal_qa.report.response_report import response_section
from temporal_qa.report.response_tables import direction_table, error_size_table, off_by_one_table, response_tables
from temporal_qa.scoring.responses.response_scores import ScoredItem, summarize_runs


def item(label, value, *, kind="trick", model="M", prompting="few-shot", dataset="tot", how="So."):
    error = None if value is None else abs(value - label)
    return ScoredItem(
        dataset, "arithmetic", model, prompting, "How long?", kind, "<num_days>", "days", label, value, error == 0,
        100.0 if error is None else 100 * error / (abs(label) + abs(value)), None if error is None else error / 2,
        "number" if value is not None else "none: no number", how, 1,
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


def test_the_directions_of_errors_are_counted():
    (down, up) = direction_table(ITEMS).rows
    assert (down[2], up[2]) == (2, 5)
    assert down[4] == "0.50 (0.00; 2)"


def test_baselines_count_as_scores_only():
    with_baseline = [*ITEMS, item(5, 500, model="baseline, mean", prompting="-")]
    tables, more = (response_tables(some, summarize_runs(some, bootstrap=10)) for some in (ITEMS, with_baseline))
    assert [table.rows for table in tables[1:]] == [table.rows for table in more[1:]]
    assert len(more[0].rows) == len(tables[0].rows) + 1


def test_the_section_has_all_tables_and_its_plots_lie_in_the_folder(tmp_path):
    section = response_section(ITEMS, summarize_runs(ITEMS, bootstrap=20), tmp_path)
    assert section.note == "So."
    assert [part.name for part in section.parts if isinstance(part, Table)] == [
        table.name for table in response_tables(ITEMS, summarize_runs(ITEMS, bootstrap=20))
    ]
    pictures = [part.file for part in section.parts if isinstance(part, Picture)]
    assert pictures == ["scores.png", "em_and_smape.png", "em_and_mase.png", "smape_and_mase.png", "error_sizes.png"]
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(pictures)


def test_runs_without_an_error_are_plotted_without_a_warning(tmp_path):
    items = [item(5, 5), item(7, 7)]
    response_section(items, summarize_runs(items, bootstrap=20), tmp_path)
    assert (tmp_path / "em_and_mase.png").is_file()


def test_items_scored_in_two_ways_are_never_in_one_report(tmp_path):
    with pytest.raises(InputError, match=r"in 2 ways cannot be compared: So\. \| Thus\."):
        response_section([*ITEMS, item(5, 5, model="N", how="Thus.")], [], tmp_path)
    assert list(tmp_path.iterdir()) == []
