"""The pictures that a report opens with: runs from the best to the worst, and their paired differences."""

from itertools import combinations

import pytest

from temporal_qa.report import question_report
from temporal_qa.report.score_plots import MAX_ROWS, IntervalRow, plot_intervals
from temporal_qa.tables.plot_style import legible


@pytest.fixture
def drawn(tmp_path, monkeypatch, run_of, few_resamples):
    """Makes the section of runs, of which run i is right on the first ``right[i]`` of 40 questions.

    It returns the first parts of the section, and the rows that were drawn, by the name of the picture.
    """

    def draw(right):
        rows = {}
        monkeypatch.setattr(
            question_report, "plot_intervals", lambda path, found, *_, **__: rows.update({path.stem: found})
        )
        scored = [q for name, n in right.items() for q in run_of(name, lambda i, n=n: i < n, n=40)]
        (tables,) = question_report.question_tables(scored, resamples=5)
        return question_report.question_section(tables, tmp_path).parts[:2], rows

    return draw


def test_the_section_opens_with_the_runs_from_the_best_to_the_worst(drawn):
    (runs, pairs), rows = drawn({"poor": 4, "good": 36, "fair": 20})
    assert (runs.file, pairs.file) == ("runs.png", "paired_tests.png")
    assert [(row.name, row.cells[0][0]) for row in rows["runs"]] == [("good", 90), ("fair", 50), ("poor", 10)]
    assert all(low <= value <= high for row in rows["runs"] for value, low, high in row.cells)


def test_differences_are_the_better_run_minus_the_worse_and_filled_where_holm_finds_them(drawn):
    _, rows = drawn({"poor": 19, "good": 36, "fair": 20})
    found = [(row.name, row.cells[0][0], row.filled[0]) for row in rows["paired_tests"]]
    assert found == [("good minus fair", 40, True), ("good minus poor", 42.5, True), ("fair minus poor", 2.5, False)]
    assert all(low <= value <= high for row in rows["paired_tests"] for value, low, high in row.cells)


def test_one_run_has_no_differences(drawn):
    (_, second), rows = drawn({"alone": 20})
    assert list(rows) == ["runs"]
    assert not hasattr(second, "file")


@pytest.mark.parametrize("number", [6, 7, 30])
def test_of_many_runs_the_best_is_compared_with_the_next_and_the_captions_say_so(drawn, number):
    parts, rows = drawn({f"run {n}": n for n in range(number)})
    names = [f"run {n}" for n in reversed(range(number))]
    pairs = list(combinations(names, 2)) if number == 6 else [(names[0], other) for other in names[1 : MAX_ROWS + 1]]
    assert [row.name for row in rows["runs"]] == names[:MAX_ROWS]
    assert [row.name for row in rows["paired_tests"]] == [" minus ".join(pair) for pair in pairs]
    assert [f"of {number} runs" in part.shows for part in parts] == [number > MAX_ROWS, number > 6]


def test_the_same_rows_give_the_same_picture_and_names_are_no_formulas(tmp_path):
    def draw(name, *, filled=True, up_to_100=True):
        row = IntervalRow(legible(name), [(30.0, 25.0, 35.0), (0.0, 0.0, 0.0)], [filled, True])
        plot_intervals(tmp_path / "one.png", [row] * 2, ["a", "b"], axis="score", title="Scores", up_to_100=up_to_100)
        return (tmp_path / "one.png").read_bytes()

    assert draw(r"$\nonsense{$") == draw(r"$\nonsense{$")
    assert len({draw("_x"), draw("_x", filled=False), draw("_x", up_to_100=False), draw("_y")}) == 4
