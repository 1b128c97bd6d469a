"""One response judged by itself, for harnesses that ask models and sum up scores in their own way.

Summed up by the functions of :mod:`temporal_qa.scoring.errors` and by plain means, the numbers are those of
``temporal-qa score`` and ``temporal-qa score-responses`` on the same responses.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from temporal_qa.scoring.answer_sets import answer_scores, split_answers
from temporal_qa.scoring.errors import percentage_errors
from temporal_qa.scoring.responses.temporal_values import parse_label, parse_response
from temporal_qa.scoring.responses.value_types import PREFILL, AnswerFormat


def judge_answers(row: Mapping[str, Any], text: str) -> dict[str, float]:
    """What the text of one answer to a question of Complex-TR scores: four values, each 0 to 100.

    >>> judge_answers({"answers": ["Tesla", "SpaceX"]}, "SpaceX $and Boeing")
    {'set_accuracy': 0.0, 'answer_f1': 50.0, 'exact_match': 100.0, 'token_f1': 100.0}

    Args:
        row: ``answers``, a list of strings with at least one that is not empty.
        text: the whole response; several answers are joined by ``" $and "``.

    Raises:
        TypeError, ValueError: ``answers`` is no such list.
    """
    scores = answer_scores([split_answers(text)], [row["answers"]])
    return {
        "set_accuracy": float(scores.set_accuracy[0]),
        "answer_f1": float(scores.answer_f1.f1[0]),
        "exact_match": float(scores.token_f1.exact_match[0]),
        "token_f1": float(scores.token_f1.f1[0]),
    }


@dataclass(frozen=True, slots=True)
class JudgedResponse:
    """A response to a question of TempAnswerQA.

    Attributes:
        value: what it says, in the question's unit (dates in days); ``None`` where it could not be read.
        label: what is right, in the same unit.
        unit: of the question; MASE scales by the labels of a unit in a split.
        exact: whether the two are the same; of a response without a value, no.
        smape: 0 to 100; ``None`` where it is undefined (``date``, ``date_years``).
        rule: how the response was read, or ``none: <reason>``.
    """

    value: float | None
    label: float
    unit: str
    exact: bool
    smape: float | None
    rule: str


def judge_response(row: Mapping[str, Any], response: str, prefill: str = "") -> JudgedResponse:
    """Reads a response by the lenient parser and holds it against the row's answer.

    >>> row = {"source": "ttqa", "question": "How long was he king?", "temporal_unit": "years",
    ...        "answer_format": "<num_years>", "answer": "4"}
    >>> judge_response(row, "From 1837 to 1843. Final Answer: 6 years").smape
    20.0

    Args:
        row: ``source``, ``question``, ``temporal_unit``, ``answer_format`` and ``answer`` of TempAnswerQA.
        response: what the model added to the prompt.
        prefill: what the prompt had begun of its turn, see :func:`temporal_qa.prompting.chat_prompts.chat_prompt`.

    Raises:
        ValueError: the row's answer has no value in its unit.
    """
    asked = AnswerFormat(row["source"], row["temporal_unit"], row["answer_format"], row["question"])
    label = parse_label(row["answer"], asked)
    read = parse_response((prefill + response).removeprefix(PREFILL), asked)
    assert label.value is not None  # parse_label raises where there is none
    value = math.nan if read.value is None else read.value
    (smape,) = percentage_errors([value], [label.value], [asked.unit]).tolist()
    return JudgedResponse(
        value=read.value,
        label=label.value,
        unit=asked.unit,
        exact=read.is_exact(label),
        smape=None if math.isnan(smape) else smape,
        rule=read.rule if read.reason is None else f"none: {read.reason}",
    )
