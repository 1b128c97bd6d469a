"""The curve of a run."""

from pathlib import Path

import pytest

from temporal_qa.engine import learning_curve

pytest.importorskip("matplotlib", reason="plots need matplotlib")


def test_losses_below_one_and_few_steps_have_plain_numbers_on_the_axes(monkeypatch):
    drawn = []
    monkeypatch.setattr(learning_curve, "save_figure", lambda figure, path: drawn.append(figure))
    losses = [{"step": 1, "loss": 2.1}, {"step": 2, "loss": 0.9}, {"step": 3, "loss": 0.35}]
    learning_curve.plot_learning_curve(Path("curve.png"), losses, [], {}, "tiny: 3 steps")
    (axes,) = drawn[0].axes
    drawn[0].canvas.draw()
    shown = [label.get_text() for label in axes.get_yticklabels(which="both")]
    assert "0.4" in shown
    assert not [text for text in shown if "e" in text]
    assert {label.get_text() for label in axes.get_xticklabels()} <= set("01234")
