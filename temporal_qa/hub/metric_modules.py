"""The base classes of the ``evaluate`` modules: of answers, numbers, probes, ranks and time intervals.

A module in ``metrics/`` imports this module and not its classes, because evaluate takes the first class in a module's
namespace for the metric.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import datasets
import numpy as np

from temporal_qa.hub.metric_base import MetricModule, both, check_as_many
from temporal_qa.scoring.answer_columns import Scores, check_answers, count_compared_plainly
from temporal_qa.scoring.answer_ranks import Ranks, Several, answer_ranks, by_question
from temporal_qa.scoring.date_probes import date_probes
from temporal_qa.scoring.interval_overlap import check_intervals, interval_overlap
from temporal_qa.scoring.normalize import Answers, Normalization, count_unanswerable
from temporal_qa.scoring.number_columns import label_column, prediction_column
from temporal_qa.scoring.probe_answers import answer_text
from temporal_qa.scoring.reference.date_probes import reference_column_scores
from temporal_qa.scoring.responses.temporal_values import read_value_column
from temporal_qa.scoring.sample_probes import probe_summary, sample_scores
from temporal_qa.scoring.significance import summarize
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

COMPLEX_TR_CITATION = """\
@inproceedings{tan-etal-2024-towards,
    title = "Towards Robust Temporal Reasoning of Large Language Models via a Multi-Hop {QA} Dataset and
        Pseudo-Instruction Tuning",
    author = "Tan, Qingyu and Ng, Hwee Tou and Bing, Lidong",
    booktitle = "Findings of the Association for Computational Linguistics: ACL 2024",
    year = "2024",
}
"""

TEMP_ANSWER_QA_CITATION = """\
@inproceedings{abbood-etal-2025-time,
    title = "Time to Revisit Exact Match",
    author = "Abbood, Auss and Meng, Zaiqiao and Collier, Nigel",
    booktitle = "Findings of the Association for Computational Linguistics: EMNLP 2025",
    year = "2025",
}
"""

HIERADATE_CITATION = """\
@inproceedings{ho-etal-2022-well,
    title = "How Well Do Multi-hop Reading Comprehension Models Understand Date Information?",
    author = "Ho, Xanh and Sugawara, Saku and Aizawa, Akiko",
    booktitle = "Proceedings of AACL-IJCNLP 2022",
    year = "2022",
}
"""

CRON_QUESTIONS_CITATION = """\
@inproceedings{saxena-etal-2021-question,
    title = "Question Answering Over Temporal Knowledge Graphs",
    author = "Saxena, Apoorv and Chakrabarti, Soumen and Talukdar, Partha",
    booktitle = "Proceedings of ACL-IJCNLP 2021",
    year = "2021",
}
"""

TIMEPLEX_CITATION = """\
@inproceedings{jain-etal-2020-temporal,
    title = "Temporal Knowledge Base Completion: New Algorithms and Evaluation Protocols",
    author = "Jain, Prachi and Rathi, Sushant and {Mausam} and Chakrabarti, Soumen",
    booktitle = "Proceedings of EMNLP 2020",
    year = "2020",
}
"""


class AnswerMetric(MetricModule):
    """Predictions and references are lists of answers, or strings that join them; a module sets ``_scores``."""

    CITATION = COMPLEX_TR_CITATION
    FEATURES: ClassVar = [
        datasets.Features({"predictions": predictions, "references": references})
        for predictions, references in itertools.product(
            (datasets.List(datasets.Value("string")), datasets.Value("string")), repeat=2
        )
    ]
    CODEBASE_URLS = ("https://github.com/nusnlp/complex-tr",)

    @staticmethod
    def _scores(
        predictions: Sequence[Answers], references: Sequence[Answers], *, separator: str, normalization: Normalization,
        as_published: bool,
    ) -> Mapping[str, Scores]:  # fmt: skip
        """The scores of each question, by name."""
        raise NotImplementedError

    def _compute(
        self, predictions: Sequence[Answers], references: Sequence[Answers], separator: str = ANSWER_SEPARATOR,
        normalization: Normalization = "names", as_published: bool = False, bootstrap: int | None = None, seed: int = 0,
    ) -> dict[str, Any]:  # fmt: skip
        """The means, the numbers of questions, and intervals if asked for."""
        scores = self._scores(
            predictions, references, separator=separator, normalization=normalization, as_published=as_published
        )
        plainly = 0 if as_published else count_compared_plainly(references, separator, normalization)
        return summarize(
            scores, n_unanswerable=count_unanswerable(references, separator), n_compared_plainly=plainly,
            bootstrap=bootstrap, seed=seed,
        )  # fmt: skip

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        check_answers(predictions, references)
        return predictions, references


class NumberMetric(MetricModule):
    """Predictions and references are numbers, or text that is read in the unit of its question."""

    CITATION = TEMP_ANSWER_QA_CITATION
    FEATURES = both(datasets.Value("float64"))
    CODEBASE_URLS = ("https://github.com/aauss/temporal-answer-qa",)

    # Only compute takes units, without which text cannot be read.

    def compute(
        self, *, predictions: Any = None, references: Any = None, units: Sequence[str] | None = None, **kwargs: Any
    ) -> Any:
        """Computes the metric; predictions and references may be numbers, or text that is read in ``units``."""
        if predictions is not None:
            predictions = read_value_column(predictions, units, "predictions")
        if references is not None:
            references = read_value_column(references, units, "references")
        return super().compute(predictions=predictions, references=references, units=units, **kwargs)

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        return prediction_column(predictions), label_column(references, "references")


class ProbeMetric(MetricModule):
    """Predictions are texts, ages as mappings, or None; references are texts."""

    CITATION = HIERADATE_CITATION
    FEATURES = both(datasets.Value("string"))
    CODEBASE_URLS = ("https://github.com/Alab-NII/HieraDate",)

    @staticmethod
    def score(
        predictions: Sequence[str], references: Sequence[str], *, answer_types: Any, samples: Any, tasks: Any,
        as_published: bool, bootstrap: int | None, seed: int,
    ) -> dict[str, Any]:  # fmt: skip
        """The scores of questions, and of samples where ``samples`` and ``tasks`` are given."""
        probes = date_probes(predictions, references, answer_types)
        if as_published:
            if tasks is None or bootstrap is not None:
                raise ValueError("as_published needs the tasks, and has no intervals")
            return reference_column_scores(predictions, references, probes.answer_types, tasks)
        if (samples is None) != (tasks is None):
            raise ValueError("samples and tasks go together; expected both or none")
        of_samples = None if samples is None else sample_scores(samples, tasks, probes)
        return probe_summary(probes, of_samples, bootstrap=bootstrap, seed=seed)

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        if isinstance(predictions, str) or isinstance(references, str):
            raise TypeError("expected lists of predictions and references, found a text")
        texts = [_prediction_text(prediction, index) for index, prediction in enumerate(predictions)]
        check_as_many(texts, references)
        for index, reference in enumerate(references):
            if not isinstance(reference, str):
                raise TypeError(f"references[{index}]: expected a text, found {reference!r:.80}")
        return texts, references


def _prediction_text(prediction: Any, index: int) -> str:
    """A text, an age as JSON, or an empty text for None, which evaluate refuses in some places."""
    if prediction is None:
        return ""
    if isinstance(prediction, bool) or not isinstance(prediction, str | int | Mapping):
        raise TypeError(f"predictions[{index}]: expected a text, an age or None, found {prediction!r:.80}")
    return answer_text(prediction)


class RankMetric(MetricModule):
    """Predictions are ranks, candidates or scores; references right answers, or None. Rows are kept as JSON texts."""

    CITATION = CRON_QUESTIONS_CITATION
    FEATURES = both(datasets.Value("string"))

    @staticmethod
    def score(
        predictions: Sequence[str], references: Sequence[str], values: Mapping[str, Callable[[Ranks], Ranks]], *,
        known: Any, several: Several, bootstrap: int | None, seed: int,
    ) -> dict[str, Any]:  # fmt: skip
        """The means of functions of ranks, over questions, with their number and that of right answers not ranked."""
        found = answer_ranks(list(map(_loaded, predictions)), list(map(json.loads, references)), known)
        scores = {name: by_question(of(found.ranks), found.question, several) for name, of in values.items()}
        summary = summarize(scores, bootstrap=bootstrap, seed=seed)
        return summary | {"n_unranked": int(np.count_nonzero(np.isinf(found.ranks)))}

    def compute(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> Any:
        """Computes the metric; ranks need no references."""
        return super().compute(predictions=predictions, references=references, **kwargs)

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        for name, column in (("predictions", predictions), ("references", references)):
            if isinstance(column, str | Mapping) or (column is None and name == "predictions"):
                raise TypeError(f"{name}: expected a list with an entry for each question, found {column!r:.80}")
        references = [None] * len(predictions) if references is None else references
        answer_ranks(predictions, references)  # says which entry is wrong
        return list(map(_dumped, predictions)), list(map(_dumped, references))


def _dumped(value: Any) -> str:
    if isinstance(value, Mapping):
        value = {"candidates": list(value), "scores": list(value.values())}
    elif isinstance(value, set | frozenset):
        value = list(value)
    elif isinstance(value, np.ndarray):
        value = value.tolist()
    # Of NumPy's numbers. Unlike orjson, json keeps infinite scores.
    return json.dumps(value, default=lambda number: number.item())


def _loaded(text: str) -> Any:
    value = json.loads(text)
    return dict(zip(value["candidates"], value["scores"], strict=True)) if isinstance(value, dict) else value


class IntervalMetric(MetricModule):
    """Predictions and references are pairs of whole years."""

    CITATION = TIMEPLEX_CITATION
    FEATURES = both(datasets.List(datasets.Value("int64")))

    @staticmethod
    def score(predictions: Any, references: Any, *, bootstrap: int | None, seed: int) -> dict[str, Any]:
        """The mean of each measure."""
        return summarize(interval_overlap(predictions, references), bootstrap=bootstrap, seed=seed)

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        found, right = check_intervals("predictions", predictions), check_intervals("references", references)
        check_as_many(found, right)
        if not len(found):
            raise ValueError("no intervals to score")
        return found.tolist(), right.tolist()
