"""The base classes of the ``evaluate`` modules: of answers, numbers, probes, ranks and time intervals.

A module in ``metrics/`` imports this module and not its classes, because evaluate takes the first class in a module's
namespace for the metric. ``evaluate`` checks the types of the first row only, and turns later rows into text or single
characters without a warning. So every row is checked before.
"""

import inspect
import itertools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from numbers import Integral
from typing import Any, ClassVar, Literal

import datasets
import evaluate
import numpy as np

from temporal_qa.io.missing import is_missing
from temporal_qa.scoring.answer_columns import Scores, check_answers
from temporal_qa.scoring.answer_ranks import Ranks, Several, answer_ranks, by_question
from temporal_qa.scoring.answer_scores import score_predictions
from temporal_qa.scoring.date_probes import answer_text, date_probes
from temporal_qa.scoring.interval_overlap import check_intervals, interval_overlap
from temporal_qa.scoring.lengths import check_lengths
from temporal_qa.scoring.normalize import Answers, Normalization
from temporal_qa.scoring.number_scores import label_column, prediction_column
from temporal_qa.scoring.reference.date_probes import reference_column_scores
from temporal_qa.scoring.responses.temporal_values import read_value_column
from temporal_qa.scoring.sample_probes import probe_summary, sample_scores
from temporal_qa.scoring.significance import summarize
from temporal_qa.timeline import ANSWER_SEPARATOR


def _citation(metric: str) -> str:
    """The BibTeX entry in the card of a metric."""
    card = files("temporal_qa.metrics").joinpath(metric, "README.md").read_text(encoding="utf-8")
    return card.partition("```bibtex\n")[2].partition("```")[0]


class MetricModule(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """What all modules share: a kind of metric sets its citation and features, and each module its text of inputs; its
    docstring is the description."""

    INPUTS_DESCRIPTION: str
    CITATION: str
    FEATURES: ClassVar[datasets.Features | list[datasets.Features]]
    CODEBASE_URLS: Sequence[str] = ()

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=f"{inspect.getdoc(type(self))}\n",
            citation=self.CITATION,
            inputs_description=self.INPUTS_DESCRIPTION,
            features=self.FEATURES,
            codebase_urls=list(self.CODEBASE_URLS),
        )

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        """Both columns as ``FEATURES`` has them.

        Raises:
            TypeError, ValueError: an entry cannot be scored, or the columns differ in length.
        """
        raise NotImplementedError

    # evaluate extends the docstrings of these two and of compute, and fails without them.

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Adds some predictions and their references."""
        predictions, references = self._checked(predictions, references)
        super().add_batch(predictions=predictions, references=references, **kwargs)

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Adds one prediction and its reference; evaluate.combine calls them by the names of their columns."""
        row = {"predictions": prediction, "references": reference} | kwargs
        self.add_batch(**{name: [value] for name, value in row.items()})


def _both(entry: Any) -> datasets.Features:
    """The features where predictions and references have entries of the same type."""
    return datasets.Features({"predictions": entry, "references": entry})


class AnswerMetric(MetricModule):
    """Predictions and references are lists of answers, or strings that join them; a module sets ``_scores``."""

    CITATION = _citation("set_accuracy")
    _ENTRIES = (datasets.List(datasets.Value("string")), datasets.Value("string"))
    FEATURES: ClassVar = [
        datasets.Features({"predictions": predictions, "references": references})
        for predictions, references in itertools.product(_ENTRIES, repeat=2)
    ]
    CODEBASE_URLS = ("https://github.com/nusnlp/complex-tr",)

    _scores: ClassVar[Callable[..., Mapping[str, Scores]]]
    """The scores of each question, by name; a static method of the arguments that ``_compute`` gives it."""

    def _compute(
        self, predictions: Sequence[Answers], references: Sequence[Answers], separator: str = ANSWER_SEPARATOR,
        normalization: Normalization = "names", reading: Literal["chat", "plain"] = "chat", as_published: bool = False,
        bootstrap: int | None = None, seed: int = 0,
    ) -> dict[str, Any]:  # fmt: skip
        """The means, the numbers of questions, and intervals if asked for."""
        if reading not in ("chat", "plain"):
            raise ValueError(f"reading: expected 'chat' or 'plain', found {reading!r}")
        _, scores, counts = score_predictions(
            self._scores, predictions, references, reading=reading, separator=separator, normalization=normalization,
            as_published=as_published,
        )  # fmt: skip
        return summarize(scores, counts, bootstrap=bootstrap, seed=seed)

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        predictions, references = _without_arrays(predictions), _without_arrays(references)
        check_answers(predictions, references)
        # evaluate looks at the first row as column[0], which a column of pandas takes for the label of a row.
        return list(predictions), list(references)


def _without_arrays(column: Any) -> Any:
    """The column with lists in the place of arrays: pandas reads the answers of a Parquet file as arrays."""
    if isinstance(column, Iterable) and any(isinstance(answers, np.ndarray) for answers in column):
        return [answers.tolist() if isinstance(answers, np.ndarray) else answers for answers in column]
    return column


class NumberMetric(MetricModule):
    """Predictions and references are numbers, or text that is read in the unit of its question."""

    CITATION = _citation("temporal_mase")
    FEATURES = _both(datasets.Value("float64"))
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

    CITATION = _citation("date_probes")
    FEATURES = _both(datasets.Value("string"))
    CODEBASE_URLS = ("https://github.com/Alab-NII/HieraDate",)

    def _compute(
        self, predictions: Sequence[str], references: Sequence[str], answer_types: Any = None, samples: Any = None,
        tasks: Any = None, as_published: bool = False, bootstrap: int | None = None, seed: int = 0,
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
        check_lengths("questions", predictions=texts, references=references)
        for index, reference in enumerate(references):
            if not isinstance(reference, str):
                raise TypeError(f"references[{index}]: expected a text, found {reference!r:.80}")
        return texts, list(references)


def _prediction_text(prediction: Any, index: int) -> str:
    """A text, an age as JSON, or an empty text for what is missing, which evaluate refuses in some places."""
    if is_missing(prediction):
        return ""
    if isinstance(prediction, bool) or not isinstance(prediction, str | Integral | Mapping):
        raise TypeError(f"predictions[{index}]: expected a text, an age or None, found {prediction!r:.80}")
    return answer_text(prediction)


class RankMetric(MetricModule):
    """Predictions are ranks, candidates or scores; references right answers, or None. Rows are kept as JSON texts."""

    CITATION = _citation("hits_at_k")
    FEATURES = _both(datasets.Value("string"))

    @staticmethod
    def score(
        predictions: Sequence[str], references: Sequence[str], values: Mapping[str, Callable[[Ranks], Ranks]], *,
        known: Any, several: Several, bootstrap: int | None, seed: int,
    ) -> dict[str, Any]:  # fmt: skip
        """The means of functions of ranks, over questions, with their number and that of right answers not ranked."""
        found = answer_ranks(list(map(_loaded, predictions)), list(map(json.loads, references)), known)
        scores = {name: by_question(score(found.ranks), found.question, several) for name, score in values.items()}
        summary = summarize(scores, bootstrap=bootstrap, seed=seed)
        return summary | {"n_unranked": int(np.count_nonzero(np.isinf(found.ranks)))}

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        for name, column in (("predictions", predictions), ("references", references)):
            if isinstance(column, str | Mapping) or (column is None and name == "predictions"):
                raise TypeError(f"{name}: expected a list with an entry for each question, found {column!r:.80}")
        predictions = [None if is_missing(prediction) else prediction for prediction in predictions]
        references = [None] * len(predictions) if references is None else references
        references = [None if is_missing(reference) else reference for reference in references]
        answer_ranks(predictions, references)  # says which entry is wrong
        return list(map(_dumped, predictions)), list(map(_dumped, references))


def _dumped(value: Any) -> str:
    if isinstance(value, Mapping):
        value = {"candidates": list(value), "scores": list(value.values())}
    elif isinstance(value, set | frozenset):
        value = list(value)
    # NumPy's arrays and numbers need the default. Unlike orjson, json keeps infinite scores.
    return json.dumps(value, default=lambda of_numpy: of_numpy.tolist())


def _loaded(text: str) -> Any:
    value = json.loads(text)
    return dict(zip(value["candidates"], value["scores"], strict=True)) if isinstance(value, dict) else value


class IntervalMetric(MetricModule):
    """Predictions and references are pairs of whole years."""

    CITATION = _citation("interval_overlap")
    FEATURES = _both(datasets.List(datasets.Value("int64")))

    def _compute(
        self, predictions: Any, references: Any, bootstrap: int | None = None, seed: int = 0
    ) -> dict[str, Any]:
        """The mean of each measure."""
        return summarize(interval_overlap(predictions, references), bootstrap=bootstrap, seed=seed)

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        found, right = check_intervals("predictions", predictions), check_intervals("references", references)
        check_lengths("intervals", predictions=found, references=right)
        return found.tolist(), right.tolist()
