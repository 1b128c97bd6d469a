"""Scores of responses to TempAnswerQA: exact match, sMAPE and MASE, for each item and for each run of a model.

All tables and plots are made from the scored items, so only these are kept on disk.
"""

import datetime
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io import InputError, grouped
from temporal_qa.scoring.mase import constant_guesses, mase
from temporal_qa.scoring.number_scores import mean, means_with_intervals
from temporal_qa.scoring.reference.mase import REFERENCE_CENTROIDS, reference_scaled_errors, reference_scales
from temporal_qa.scoring.responses.temporal_values import Parser, parse_label, parse_response
from temporal_qa.scoring.smape import smape
from temporal_qa.scoring.value_types import PREFILL, AnswerFormat, Run, TempAnswerItem, TemporalValue

REFERENCE_FILL_DATE = datetime.date(2025, 3, 15)
"""The day that reproduces the paper's error tables: its code filled missing parts of a date from the day of the run."""

BASELINES: dict[str, Callable[[NDArray[np.float64]], float]] = {"baseline, mean": mean, "baseline, median": np.median}


@dataclass(frozen=True, slots=True)
class ScoredItem:
    """One response with its scores. Numbers are in the item's unit, dates in days; ``None`` is undefined.

    ``smape`` is 0 to 100, ``mase`` the scaled error that MASE averages. ``rule`` is the parser's rule that read the
    response, or ``none: <reason>``. ``how`` names the parser and the MASE, as items of different ones must not be
    mixed. ``n_items`` is how many items the run has, so that a truncated file is noticed. ``response`` is its
    text, of a baseline nothing; ``id`` is that of the question, where the questions have ids.

    Raises:
        ValueError: a label or value that is not finite, or a score out of range; the paper's MASE may be infinite.
    """

    dataset: str
    split: str
    model: str
    prompting: str
    question: str
    question_type: str
    answer_format: str
    unit: str
    label: float
    value: float | None
    exact: bool
    smape: float | None
    mase: float | None
    rule: str
    how: str
    n_items: int
    response: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        for name in ("label", "value"):
            if (number := getattr(self, name)) is not None and not math.isfinite(number):
                raise ValueError(f"{name!r} is {number}, expected a finite number")
        for name, maximum in (("smape", 100.0), ("mase", math.inf)):
            if (number := getattr(self, name)) is not None and not 0 <= number <= maximum:
                raise ValueError(f"{name!r} is {number}, expected a number from 0 to {maximum:g}")


class ResponseScore(NamedTuple):
    """The scores of a response to a question of TempAnswerQA.

    Attributes:
        value: the value of the response in the question's unit (dates in days); ``None`` if it has none.
        label: the right value, in the same unit.
        unit: of the question; MASE scales by the labels of a unit in a split.
        exact: whether the two are the same; False for a response without a value.
        smape: 0 to 100; ``None`` for units without it (``date``, ``date_years``).
        rule: the parser's rule that read the response, or ``none: <reason>``.
    """

    value: float | None
    label: float
    unit: str
    exact: bool
    smape: float | None
    rule: str


def score_response(row: Mapping[str, Any], response: str, prefill: str = "") -> ResponseScore:
    """Reads a response by the lenient parser and compares it with the row's answer, for harnesses that ask models and
    average scores in their own way.

    Averaged by :func:`~temporal_qa.scoring.mase.mase` and by plain means, the scores are those of
    ``temporal-qa score-responses`` on the same responses.

    >>> row = {"source": "ttqa", "question": "How long was he king?", "temporal_unit": "years",
    ...        "answer_format": "<num_years>", "answer": "4"}
    >>> score_response(row, "From 1837 to 1843. Final Answer: 6 years").smape
    20.0

    Args:
        row: ``source``, ``question``, ``temporal_unit``, ``answer_format`` and ``answer`` of TempAnswerQA; the answer
            may be a number, too.
        response: the text that the model added to the prompt.
        prefill: the beginning of the response in the prompt, see
            :func:`temporal_qa.prompting.chat_prompts.chat_prompt`.

    Raises:
        ValueError: the row's answer has no value in its unit.
    """
    asked = AnswerFormat(row["source"], row["temporal_unit"], row["answer_format"], row["question"])
    label = parse_label(str(row["answer"]), asked)
    response = prefill + response
    read = parse_response(response.removeprefix(PREFILL) if asked.source == "tot" else response, asked)
    assert label.value is not None  # or parse_label would have raised
    errors = smape([math.nan if read.value is None else read.value], [label.value], [asked.unit]).values
    return ResponseScore(
        read.value, label.value, asked.unit, read.is_exact(label), smape=_defined(errors[0]), rule=_rule(read)
    )


def score_runs(
    runs: Sequence[Run],
    *,
    parser: Parser = "lenient",
    as_published: bool = False,
    fill_date: datetime.date = REFERENCE_FILL_DATE,
    baselines: bool = False,
) -> list[ScoredItem]:
    """The scores of every response of every run.

    MASE is the textbook's by default: the scale is the mean absolute deviation of the labels of a unit in a split. With
    ``as_published`` it is the paper's (:mod:`temporal_qa.scoring.reference.mase`): runs named as the paper's data have
    the scale of its tables, whatever their questions, and the scale of others depends on all runs scored together.

    Args:
        runs: the responses of models.
        parser: ``lenient``, or ``published``, which reads responses as the released code does.
        as_published: whether MASE is that of the paper's tables.
        fill_date: the day from which ``published`` takes the missing parts of a date.
        baselines: whether to add two runs to each split, which always answer the mean and the median of the unit.

    Raises:
        InputError: a label without a value in the unit of its question.
    """
    filled = f" (missing parts of dates from {fill_date.isoformat()})" if parser == "published" else ""
    scale_is = "the paper's, over all runs scored together" if as_published else "the textbook's"
    how = f"Read by the {parser} parser{filled}; MASE is {scale_is}."
    columns = []
    for run in runs:
        labels = [_label(question, parser) for question in run.questions]
        values = [
            parse_response(response, question.asked, parser=parser, fill_date=fill_date)
            for question, response in zip(run.questions, run.responses, strict=True)
        ]
        columns.append(_Column(run, labels, values))
    if baselines:
        columns = [*columns, *_baseline_columns(columns)]
    scales = _pooled_scales(columns) if as_published else {}
    return [item for column in columns for item in column.items(scales.get(column), how)]


def _label(question: TempAnswerItem, parser: Parser) -> TemporalValue:
    try:
        return parse_label(question.label, question.asked, parser=parser)
    except ValueError as problem:
        raise InputError(f"the question {question.asked.question[:80]!r} has {problem}") from None


class _Column:
    """A run as columns of numbers; a response without a value is NaN."""

    def __init__(self, run: Run, labels: list[TemporalValue], values: list[TemporalValue]) -> None:
        self.run, self.read_labels, self.read = run, labels, values
        self.labels, self.values = (np.array([each.value for each in read], np.float64) for read in (labels, values))
        self.units = [question.asked.unit for question in run.questions]

    def items(self, scales: NDArray[np.float64] | None, how: str) -> Iterable[ScoredItem]:
        run = self.run
        errors = smape(self.values, self.labels, self.units).values
        if scales is None:
            scaled = mase(self.values, self.labels, self.units).values
        else:
            scaled = reference_scaled_errors(self.values, self.labels, scales)
        for i, (question, response, read) in enumerate(zip(run.questions, run.responses, self.read, strict=True)):
            yield ScoredItem(
                run.dataset, run.split, run.model, run.prompting, question.asked.question, question.question_type,
                question.asked.answer_format, self.units[i], float(self.labels[i]), read.value,
                read.is_exact(self.read_labels[i]), _defined(errors[i]), _defined(scaled[i]), _rule(read), how,
                len(run.questions), response, question.key[0] if len(question.key) == 1 else "",
            )  # fmt: skip


def _defined(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _rule(read: TemporalValue) -> str:
    return read.rule if read.reason is None else f"none: {read.reason}"


def _baseline_columns(columns: Sequence[_Column]) -> Iterator[_Column]:
    """The baselines of each split, with the labels of its first run."""
    first = {(column.run.dataset, column.run.split): column for column in reversed(columns)}
    for _, column in sorted(first.items()):
        for name, guess in BASELINES.items():
            guesses = constant_guesses(column.labels, column.units, guess).tolist()
            values = [TemporalValue(guessed, name) for guessed in guesses]
            run = column.run._replace(model=name, prompting="-", responses=[""] * len(values))
            yield _Column(run, column.read_labels, values)


def _pooled_scales(columns: Sequence[_Column]) -> dict[_Column, NDArray[np.float64]]:
    """The scales of the paper: from its centres for its own data, else from the labels of all runs together.

    TTQA pools its splits, Test of Time does not. Baselines are scaled like the runs, but do not change the scale.
    """
    scales = {}
    pools = grouped(("ttqa" if c.run.dataset == "ttqa" else f"{c.run.dataset}_{c.run.split}", c) for c in columns)
    for pool, members in pools.items():
        models = [column for column in members if column.run.model not in BASELINES]
        labels = np.concatenate([column.labels for column in models])
        units = [unit for column in models for unit in column.units]
        found = reference_scales(labels, units, centroids=REFERENCE_CENTROIDS.get(pool))
        scale_of = dict(zip(zip(units, labels, strict=True), found, strict=True))
        for column in members:
            scales[column] = np.array([scale_of[item] for item in zip(column.units, column.labels, strict=True)])
    return scales


def summarize_runs(items: Iterable[ScoredItem], *, bootstrap: int | None = None, seed: int = 0) -> list[dict[str, Any]]:
    """One row a run, in the order of the items: em and smape (0 to 100), mase (at least 0), coverage (0 to 1), the
    number of items for which each is defined, and with ``bootstrap`` 95 % intervals.

    Exact match is over all items; a response without a value is wrong. The paper's MASE divides by 0 if a label is its
    own centre; ``mase_infinite`` counts such items, if there are any.
    """
    runs = grouped(((item.dataset, item.split, item.model, item.prompting), item) for item in items)
    rows = []
    for (dataset, split, model, prompting), members in runs.items():
        columns = {
            "em": np.array([100.0 * item.exact for item in members]),
            "smape": np.array([item.smape for item in members if item.smape is not None]),
            "mase": np.array([item.mase for item in members if item.mase is not None]),
        }
        row: dict[str, Any] = {"dataset": dataset, "split": split, "model": model, "prompting": prompting}
        row |= {"n": len(members)} | means_with_intervals(columns, bootstrap=bootstrap, seed=seed)
        if infinite := int(np.isinf(columns["mase"]).sum()):
            row["mase_infinite"] = infinite
        row["coverage"] = sum(item.value is not None for item in members) / len(members)
        row["n_defined"] = {name: len(values) for name, values in columns.items()}
        rows.append(row)
    return rows
