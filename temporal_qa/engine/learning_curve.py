"""The learning curve of a run, also beside two baselines that ignore time. Needs the extra ``report``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from temporal_qa.questions.complex_tr.baselines import most_recent_fact, random_object
from temporal_qa.scoring.answer_scores import answer_scores
from temporal_qa.scoring.significance import mean_interval
from temporal_qa.tables.plot_style import COLOURS, new_figure, save_figure, style_axes

_LABELS = {
    "set_accuracy": ("a target token", "set accuracy on the validation questions, %", 100.0),
    "mrr": ("an answer", "mean reciprocal rank of the validation facts", 1.0),
}
"""Score -> the unit of the loss, the label of the score, and its greatest value."""


def baseline_scores(rows: Sequence[Mapping[str, Any]]) -> dict[str, tuple[float, float, float]]:
    """The set accuracy of the two baselines, 0 to 100, with the ends of its 95 % bootstrap interval.

    Args:
        rows: question rows with ``facts``, ``relation`` and ``answers``.
    """
    most_recent, at_random = [most_recent_fact(row) for row in rows], [random_object(row, 0) for row in rows]
    scores = {}
    for name, answers in (("most recent fact", most_recent), ("random object", at_random)):
        each = answer_scores(answers, [list(row["answers"]) for row in rows])["set_accuracy"]
        scores[name] = (float(each.mean()), *mean_interval(each, seed=0))
    return scores


def plot_learning_curve(
    path: Path, losses: Sequence[Mapping[str, float]], validations: Sequence[Mapping[str, float]],
    baselines: Mapping[str, float], title: str, score: str = "set_accuracy",
) -> None:  # fmt: skip
    """Plots loss and, if there are validations, their score by optimizer step, with the baselines as lines.

    Args:
        path: the PNG to write.
        losses: ``step`` and ``loss`` of each step, at least one.
        validations: ``step`` and the score of each validation.
        baselines: name -> score on the same questions.
        title: for example the model and its data.
        score: set accuracy, 0 to 100, of a reader; or mean reciprocal rank, 0 to 1, of embeddings.

    Raises:
        InputError: matplotlib is not installed.
    """
    panels = 2 if validations else 1
    figure = new_figure(4.5 * panels, 3.8)
    from matplotlib.ticker import LogFormatter

    class PlainNumbers(LogFormatter):
        """0.4 for its 4e-01, where it labels a tick."""

        def __call__(self, x: float, pos: int | None = None) -> str:
            return super().__call__(x, pos) and f"{x:g}"

    left, *rest = figure.subplots(1, panels, squeeze=False)[0]
    steps, values = (np.array([line[key] for line in losses]) for key in ("step", "loss"))
    # Means of a hundred parts: single steps are noisy.
    parts = np.array_split(np.arange(len(steps)), min(100, len(steps)))
    left.plot([steps[part].mean() for part in parts], [values[part].mean() for part in parts], color=COLOURS[0])
    left.set_yscale("log")
    left.yaxis.set_major_formatter(PlainNumbers())
    left.yaxis.set_minor_formatter(PlainNumbers())
    unit, label, greatest = _LABELS[score]
    left.set_ylabel(f"training loss (nats {unit}), log scale")
    for right in rest:
        right.plot(
            [entry["step"] for entry in validations], [entry[score] for entry in validations],
            color=COLOURS[0], marker="o", markersize=3, label="the model",
        )  # fmt: skip
        for number, (name, value) in enumerate(baselines.items(), 1):
            right.axhline(value, color=COLOURS[number], linestyle="--", label=name)
        right.set(xlim=left.get_xlim(), ylim=(-0.02 * greatest, 1.02 * greatest))
        right.set_ylabel(label)
        if baselines:
            right.legend(frameon=False)
    for axes in (left, *rest):
        axes.set_xlabel("optimizer steps")
        axes.locator_params(axis="x", integer=True)
        style_axes(axes)
    figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    save_figure(figure, path)
