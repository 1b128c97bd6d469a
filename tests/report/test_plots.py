"""The plot is a PNG, the same bytes each time, and whole or absent."""

import sys
import warnings

import pytest

from temporal_qa.files import InputError
from temporal_qa.report.plots import plot_scores_by_group

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


def test_without_matplotlib_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"pip install 'temporal-qa\[report\]'"):
        plot(tmp_path / "none.png")
    assert list(tmp_path.iterdir()) == []
