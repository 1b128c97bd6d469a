"""Answer F1: precision, recall and F1 of the predicted answers of each question, averaged over questions.

The maths is in ``temporal_qa.scoring``; this class gives it the shape that ``evaluate.load`` expects.
"""

import itertools

import datasets
import evaluate

from temporal_qa.scoring.answer_sets import ANSWER_SEPARATOR, answer_f1, check_answers
from temporal_qa.scoring.bootstrap import summarize

_DESCRIPTION = """\
Answer F1: precision, recall and F1 of the predicted answers of each question, averaged over questions.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: one entry a question, a list of answers or one string of answers joined by `separator`.
    references: the right answers, likewise; at least one a question.
    separator: what joins the answers of a string, " $and " by default. Lists are never split.
    as_published: reproduce the metric released with Complex-TR, faults included (see the card).
    bootstrap: number of resamples for 95 % intervals; without it there are none.
    seed: of the bootstrap.
Returns:
    answer_f1, answer_precision, answer_recall: 0 to 100.
    n: number of questions.
    With `bootstrap`, also <score>_interval, [low, high], for each score.
Examples:
    >>> metric = evaluate.load("answer_f1")
    >>> metric.compute(predictions=[["Tesla", "Boeing"]], references=[["Tesla", "SpaceX", "X Corp."]])
    {'answer_f1': 40.0, 'answer_precision': 50.0, 'answer_recall': 33.333333333333336, 'n': 1}
"""

_CITATION = """\
@inproceedings{tan-etal-2024-towards,
    title = "Towards Robust Temporal Reasoning of Large Language Models via a Multi-Hop {QA} Dataset and
        Pseudo-Instruction Tuning",
    author = "Tan, Qingyu and Ng, Hwee Tou and Bing, Lidong",
    booktitle = "Findings of the Association for Computational Linguistics: ACL 2024",
    year = "2024",
}
"""

_ANSWERS = datasets.Sequence(datasets.Value("string"))
_JOINED = datasets.Value("string")


class AnswerF1(evaluate.Metric):
    """Answer F1: precision, recall and F1 of the predicted answers of each question, averaged over questions."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=[
                datasets.Features({"predictions": predictions, "references": references})
                for predictions, references in itertools.product((_ANSWERS, _JOINED), repeat=2)
            ],
            codebase_urls=["https://github.com/nusnlp/complex-tr"],
        )

    # evaluate looks at the types of the first row only, and quietly turns other rows into text or single characters:
    # every row is checked before evaluate sees it.

    def add_batch(self, *, predictions=None, references=None, **kwargs):
        """Adds the predictions and references of some questions."""
        check_answers(predictions, references)
        super().add_batch(predictions=predictions, references=references, **kwargs)

    def add(self, *, prediction=None, reference=None, **kwargs):
        """Adds the prediction and the reference of one question."""
        check_answers([prediction], [reference])
        super().add(prediction=prediction, reference=reference, **kwargs)

    def _compute(self, predictions, references, separator=ANSWER_SEPARATOR, as_published=False, bootstrap=None, seed=0):
        scores = answer_f1(predictions, references, separator=separator, as_published=as_published)
        named = {"answer_f1": scores.f1, "answer_precision": scores.precision, "answer_recall": scores.recall}
        return summarize(named, bootstrap=bootstrap, seed=seed)
