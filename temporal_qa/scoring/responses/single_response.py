"""The scores of one response to TempAnswerQA, for harnesses that ask models and average scores in their own way.

Averaged by :func:`~temporal_qa.scoring.mase.mase` and by plain means, the scores are those of
``temporal-qa score-responses`` on the same responses.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from temporal_qa.scoring.responses.temporal_values import parse_label, parse_response
from temporal_qa.scoring.responses.value_types import PREFILL, AnswerFormat
from temporal_qa.scoring.smape import percentage_errors


@dataclass(frozen=True, slots=True)
class ResponseScore:
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
    """Reads a response by the lenient parser and compares it with the row's answer.

    >>> row = {"source": "ttqa", "question": "How long was he king?", "temporal_unit": "years",
    ...        "answer_format": "<num_years>", "answer": "4"}
    >>> score_response(row, "From 1837 to 1843. Final Answer: 6 years").smape
    20.0

    Args:
        row: ``source``, ``question``, ``temporal_unit``, ``answer_format`` and ``answer`` of TempAnswerQA.
        response: the text that the model added to the prompt.
        prefill: the beginning of the response in the prompt, see
            :func:`temporal_qa.prompting.chat_prompts.chat_prompt`.

    Raises:
        ValueError: the row's answer has no value in its unit.
    """
    asked = AnswerFormat(row["source"], row["temporal_unit"], row["answer_format"], row["question"])
    label = parse_label(row["answer"], asked)
    read = parse_response((prefill + response).removeprefix(PREFILL), asked)
    assert label.value is not None  # or parse_label would have raised
    value = math.nan if read.value is None else read.value
    (smape,) = percentage_errors([value], [label.value], [asked.unit]).tolist()
    return ResponseScore(
        value=read.value,
        label=label.value,
        unit=asked.unit,
        exact=read.is_exact(label),
        smape=None if math.isnan(smape) else smape,
        rule=read.rule if read.reason is None else f"none: {read.reason}",
    )
