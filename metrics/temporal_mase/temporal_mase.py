"""Temporal MASE: how far temporal answers are off, relative to how much the right answers differ.

The maths is in ``temporal_qa.scoring``; this class gives it the shape that ``evaluate.load`` expects.
"""

import datasets
import evaluate

from temporal_qa.scoring.errors import mase
from temporal_qa.scoring.number_columns import label_column, prediction_column
from temporal_qa.scoring.published_scale import published_scales
from temporal_qa.scoring.value_columns import read_value_column

_DESCRIPTION = """\
Temporal MASE: the mean absolute error of numeric answers to temporal questions, in mean absolute deviations of the
right answers. Answering with their mean scores 1.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: one number a question, None or NaN where an answer could not be parsed; or text, read in its unit.
    references: the right answers, likewise.
    units: the unit of each question, such as "years"; needed for text and for `as_published`.
    groups: the group of each question, for instance split and unit; by default its unit, or else all are one group.
    unparsed: "drop" leaves unparsed predictions out; "penalty" counts them as the worst constant guess.
    as_published: reproduce the scale of the errors in the paper's tables (see the card).
    centroids: with `as_published`, unit -> centres to use instead of clustering the references.
    bootstrap: number of resamples for a 95 % interval; without it there is none.
    seed: of the bootstrap.
Returns:
    temporal_mase: 0 to infinity, lower is better, 1 for the mean; None where it is undefined for every question.
    n, n_defined: number of questions, and of those in the mean.
    coverage: share of the questions whose answer could be parsed.
    off_by_one: share of the errors of exactly 1 among those that are not zero.
    direction: mean sign of the errors, -1 (too small) to 1 (too large).
    signed_score: the mean with the sign of each error.
    by_unit, by_group: score, n, n_defined, coverage, and of a group the mean absolute deviation of its references.
    With `bootstrap`, also temporal_mase_interval, [low, high].
Examples:
    >>> metric = evaluate.load("temporal_mase")
    >>> metric.compute(predictions=[12, 2, None, 6], references=[10, 2, 6, 6])["temporal_mase"]
    0.3333333333333333
"""

_CITATION = """\
@inproceedings{abbood-etal-2025-time,
    title = "Time to Revisit Exact Match",
    author = "Abbood, Auss and Meng, Zaiqiao and Collier, Nigel",
    booktitle = "Findings of the Association for Computational Linguistics: EMNLP 2025",
    year = "2025",
}
"""

_NUMBER = datasets.Value("float64")


class TemporalMase(evaluate.Metric):
    """Temporal MASE: how far temporal answers are off, relative to how much the right answers differ."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features({"predictions": _NUMBER, "references": _NUMBER}),
            codebase_urls=["https://github.com/aauss/temporal-answer-qa"],
        )

    # Text needs its unit to be read, and units come with compute: only there can predictions and references be text.
    # evaluate looks at the type of the first row only, so every row is checked before evaluate sees it.

    def compute(self, *, predictions=None, references=None, units=None, **kwargs):
        """Computes the metric; predictions and references may be numbers, or text that is read in `units`."""
        if predictions is not None:
            predictions = read_value_column(predictions, units, "predictions")
        if references is not None:
            references = read_value_column(references, units, "references")
        return super().compute(predictions=predictions, references=references, units=units, **kwargs)

    def add_batch(self, *, predictions=None, references=None, **kwargs):
        """Adds the predictions and references of some questions, as numbers."""
        predictions, references = prediction_column(predictions), label_column(references, "references")
        super().add_batch(predictions=predictions, references=references, **kwargs)

    def add(self, *, prediction=None, reference=None, **kwargs):
        """Adds the prediction and the reference of one question, as numbers."""
        self.add_batch(predictions=[prediction], references=[reference], **kwargs)

    def _compute(
        self,
        predictions,
        references,
        units=None,
        groups=None,
        unparsed="drop",
        as_published=False,
        centroids=None,
        bootstrap=None,
        seed=0,
    ):
        scales = None
        if centroids is not None:
            if not as_published or units is None:
                raise ValueError("centroids go with as_published=True and units")
            scales = published_scales(references, units, centroids=centroids)
        score = mase(
            predictions,
            references,
            groups,
            units=units,
            unparsed=unparsed,
            as_published=as_published,
            scales=scales,
            bootstrap=bootstrap,
            seed=seed,
        )
        return score.to_dict("temporal_mase")
