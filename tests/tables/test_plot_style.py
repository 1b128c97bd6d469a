"""Pictures are the same bytes again, and a picture of nothing needs no legend."""

import warnings

import pytest

from temporal_qa.tables.plot_style import new_figure, save_figure

pytest.importorskip("matplotlib")


def png(path, *, labels=(), legend_columns=2):
    figure = new_figure(4, 3)
    axes = figure.subplots()
    for label in labels:
        axes.plot([1, 2], [1, 2], label=label)
    with warnings.catch_warnings(action="error"):
        save_figure(figure, path, legend_columns=legend_columns)
    return path.read_bytes()


def test_a_legend_tells_the_lines_and_nothing_without_lines(tmp_path):
    assert png(tmp_path / "a.png", labels=["$a"]) == png(tmp_path / "b.png", labels=["$a"])
    assert png(tmp_path / "a.png", labels=["$a"]) != png(tmp_path / "b.png", labels=["$a"], legend_columns=0)
    assert png(tmp_path / "a.png") == png(tmp_path / "b.png", legend_columns=0)
