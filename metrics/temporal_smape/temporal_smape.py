"""Temporal sMAPE: by how many percent temporal answers are off.

The maths is in ``temporal_qa.scoring``; this class gives it the shape that ``evaluate.load`` expects.
"""

import datasets
import evaluate

from temporal_qa.scoring.errors import smape
from temporal_qa.scoring.number_columns import label_column, prediction_column
from temporal_qa.scoring.value_columns import read_value_column

_DESCRIPTION = """\
Temporal sMAPE: the symmetric mean absolute percentage error of numeric answers to temporal questions.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: one number a question, None or NaN where an answer could not be parsed; or text, read in its unit.
    references: the right answers, likewise.
    units: the unit of each question, such as "years"; needed for text. "date" and "date_years" have no percentages.
    groups: a group of each question, for the table `by_group`.
    as_published: True for the paper's definition, which the default is too.
    bootstrap: number of resamples for a 95 % interval; without it there is none.
    seed: of the bootstrap.
Returns:
    temporal_smape: 0 to 100, lower is better; None where it is undefined for every question.
    n, n_defined: number of questions, and of those in the mean.
    coverage: share of the questions whose answer could be parsed.
    off_by_one: share of the errors of exactly 1 among those that are not zero.
    direction: mean sign of the errors, -1 (too small) to 1 (too large).
    signed_score: the mean with the sign of each error.
    by_unit, by_group: score, n, n_defined, coverage of each.
    With `bootstrap`, also temporal_smape_interval, [low, high].
Examples:
    >>> metric = evaluate.load("temporal_smape")
    >>> metric.compute(predictions=[3, None], references=[1, 5])["temporal_smape"]
    75.0
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


class TemporalSmape(evaluate.Metric):
    """Temporal sMAPE: by how many percent temporal answers are off."""

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

    # as_published has nothing to change: the paper's definition is the default one.
    def _compute(self, predictions, references, units=None, groups=None, as_published=False, bootstrap=None, seed=0):
        score = smape(predictions, references, units, groups=groups, bootstrap=bootstrap, seed=seed)
        return score.to_dict("temporal_smape")
