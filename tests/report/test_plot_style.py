"""The plot is a PNG, the same bytes each time, and whole or absent."""

import sys
import warnings

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.report import question_report
from temporal_qa.report.score_plots import plot_scores_by_group
from temporal_qa.tables.plot_style import legible

CELLS = {
    "solver": [(100.0, 100.0, 100.0), (90.0, 85.0, 95.0)],
    "random object": [(30.0, 25.0, 35.0), (20.0, 15.0, 25.0)],
}


def plot(path, cells=CELLS, groups=("1900-1919", "1920-1939")):
    plot_scores_by_group(path, cells, groups, group_name="reference time", title="By period")
    return path.read_bytes()


def test_the_same_scores_give_the_same_picture(tmp_path):
    assert plot(tmp_path / "one.png")[:8] == b"\x89PNG\r\n\x1a\n"
    assert plot(tmp_path / "one.png") == plot(tmp_path / "other.png")


def test_names_of_runs_are_written_as_they_are(tmp_path):
    """No formula between dollars, and none left out for its underscore."""
    cells = dict.fromkeys(("$x$", r"$\nonsense{$", "_hidden", "x" * 200), CELLS["solver"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named = plot(tmp_path / "named.png", cells)
    others = dict.fromkeys(("$y$", r"$\nonsense{$", "_hidden", "x" * 200), CELLS["solver"])
    assert named != plot(tmp_path / "other.png", others)
    assert named != plot(tmp_path / "other.png", {"hidden" if key == "_hidden" else key: v for key, v in cells.items()})


def test_names_that_differ_at_the_end_stay_different(tmp_path):
    """As those of one series of runs do."""
    series = [f"runs/t5_base_pit_no_fiction_sft/seed-{seed}" for seed in range(3)]
    assert [legible(name) for name in series] == [f"runs/t5_base_pi…ction_sft/seed-{seed}" for seed in range(3)]
    assert {len(legible(name)) for name in (*series, "x" * 32, "x" * 33)} == {32}
    assert legible("x" * 32) == "x" * 32
    assert [legible(name) for name in ("", "_a")] == [" ", " _a"]  # or matplotlib would hide them
    one, other = (plot(tmp_path / f"{name[-1]}.png", {name: CELLS["solver"]}) for name in series[:2])
    assert one != other


@pytest.mark.parametrize(("number", "shown"), [(12, 12), (13, 12), (20, 12)])
def test_of_many_runs_the_best_are_plotted_and_the_caption_says_so(
    tmp_path, monkeypatch, run_of, few_resamples, number, shown
):
    """Run 5 is right on no question, run 6 on one, and so on; the first five are the best."""
    plotted = []
    monkeypatch.setattr(
        question_report, "plot_scores_by_group", lambda path, cells, *rest, **how: plotted.append(cells)
    )
    names = [f"run {place}" for place in range(number)]
    scored = [
        question for place, name in enumerate(names)
        for question in run_of(name, lambda i, rank=(place - 5) % number: i < rank, n=number)
    ]  # fmt: skip
    (tables,) = question_report.question_tables(scored, resamples=5)
    section = question_report.question_section(tables, tmp_path)
    assert [list(cells) for cells in plotted] == [[n for n in names if n not in names[5 : 5 + number - shown]]] * 2
    for picture in (part for part in section.parts if getattr(part, "file", "").startswith("by_")):
        said = picture.shows.partition("; ")[2]
        expected = f"of {number} runs the 12 with the highest set accuracy, the others are in the table"
        assert said == (expected if shown < number else "")


def test_without_matplotlib_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"pip install 'temporal-qa\[report\]'"):
        plot(tmp_path / "none.png")
    assert list(tmp_path.iterdir()) == []
