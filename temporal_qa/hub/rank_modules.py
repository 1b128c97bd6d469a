"""The base classes of the ``evaluate`` modules of ranks and of time intervals; see :mod:`.metric_modules`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import datasets
import numpy as np

from temporal_qa.hub.metric_base import MetricModule, both, check_as_many
from temporal_qa.scoring.answer_ranks import Ranks, Several, answer_ranks, by_question
from temporal_qa.scoring.interval_overlap import check_intervals, interval_overlap
from temporal_qa.scoring.significance import summarize

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
    return json.dumps(value, default=_plain)  # unlike orjson, it keeps infinite scores


def _plain(value: Any) -> Any:
    return value.item()  # a number of NumPy


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
