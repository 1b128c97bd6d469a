"""The plot is a PNG, the same bytes each time, and whole or absent."""

import sys

import pytest

from temporal_qa.files import InputError
from temporal_qa.report.plots import plot_scores_by_kind

SCORES = {"solver": {"l2_at": 100.0, "l3_at": 90.0}, "random object": {"l2_at": 30.0, "l3_at": 20.0}}
INTERVALS = {system: {kind: (x - 5, min(100.0, x + 5)) for kind, x in row.items()} for system, row in SCORES.items()}


def plot(path):
    plot_scores_by_kind(path, SCORES, INTERVALS, ["l2_at", "l3_at"], score_name="set accuracy", title="By kind")


def test_the_same_scores_give_the_same_picture(tmp_path):
    plot(tmp_path / "one.png")
    plot(tmp_path / "other.png")
    assert (tmp_path / "one.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "other.png").read_bytes()


def test_without_matplotlib_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"pip install 'temporal-qa\[report\]'"):
        plot(tmp_path / "none.png")
    assert list(tmp_path.iterdir()) == []
