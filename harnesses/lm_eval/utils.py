"""Functions that the task files beside this one name: rows, prompts and scores of temporal_qa.

``--metadata`` names the data: ``complex_tr=PATH`` or ``temp_answer_qa=PATH``, a folder that ``temporal-qa build`` made
or a name on the Hub.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import datasets
import numpy as np

from temporal_qa.io.errors import InputError
from temporal_qa.prompting.chat_prompts import chat_prompt
from temporal_qa.prompting.reason_qa_prompts import reason_qa_prompt
from temporal_qa.scoring.answer_scores import score_answer_text
from temporal_qa.scoring.error_score import mean
from temporal_qa.scoring.mase import mase as mean_scaled_error
from temporal_qa.scoring.responses.single_response import score_response
from temporal_qa.scoring.responses.value_types import PREFILL

# ReasonQA.


def load_reason_qa(**options: Any) -> datasets.DatasetDict:
    """All splits: the test questions, and the training questions for ``--num_fewshot``."""
    return datasets.load_dataset(_path("complex_tr", options), "reason_qa")


def instruction(row: Mapping[str, Any]) -> str:
    """The prompt."""
    return reason_qa_prompt(row)[0]


def answers(row: Mapping[str, Any]) -> str:
    """The right answers as a model should write them."""
    return reason_qa_prompt(row)[1]


def score_answers(row: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """Set accuracy, answer F1, exact match and token F1 of one response, 0 to 100."""
    return score_answer_text(row, results[0])


# TempAnswerQA.


def load_temp_answer_qa(*, config: str, split: str, **options: Any) -> datasets.DatasetDict:
    """One split, with the system turn of its prompts in a column."""
    rows = datasets.load_dataset(_path("temp_answer_qa", options), config, split=split)
    system = chat_prompt(rows[0], "zero-shot").messages[0]["content"]
    return datasets.DatasetDict({split: rows.add_column("system_turn", [system] * len(rows))})


def user_turn(row: Mapping[str, Any]) -> str:
    """The question with its table; for a worked example, its whole turn."""
    return row.get("user_turn") or chat_prompt(row, "zero-shot", prefill=False).messages[-1]["content"]


def assistant_turn(row: Mapping[str, Any]) -> str:
    """The label; for a worked example, the answer with its reasoning."""
    return row.get("assistant_turn") or row["answer"]


def table_examples() -> list[dict[str, str]]:
    """The worked examples for questions on a table."""
    return _examples("ttqa")


def json_examples() -> list[dict[str, str]]:
    """The worked examples for questions with a JSON answer."""
    return _examples("tot")


def score_table_response(row: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """The scores of one response on a table; see :func:`_judged`."""
    return _judged(row, results[0], "")


def score_json_response(row: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """The scores of one response with a JSON answer, after the prefill."""
    return _judged(row, results[0], PREFILL)


def smape(values: Sequence[float | None]) -> float:
    """The mean of the defined values, or NaN."""
    return mean(np.array(values, dtype=np.float64))


def mase(items: Sequence[tuple[float | None, float, str]]) -> float:
    """MASE needs all items: the scale of an error is the spread of the labels of its unit.

    Args:
        items: value (None if not parsed), label and unit of each response.
    """
    values, labels, units = zip(*items, strict=True)
    return mean_scaled_error(values, labels, units).score


def _judged(row: Mapping[str, Any], response: str, prefill: str) -> dict[str, Any]:
    """Exact match (0 or 100), sMAPE (0 to 100, or None), coverage (0 or 1), and the parts of MASE."""
    judged = score_response(row, response, prefill)
    return {
        "em": 100.0 * judged.exact,
        "smape": judged.smape,
        "mase": (judged.value, judged.label, judged.unit),
        "coverage": float(judged.value is not None),
    }


def _examples(source: str) -> list[dict[str, str]]:
    """The pairs of turns between the system turn and the question in a few-shot prompt."""
    asked = {"id": "", "source": source, "question": "", "context": ""}
    turns = chat_prompt(asked, "few-shot", prefill=False).messages[1:-1]
    pairs = zip(turns[::2], turns[1::2], strict=True)
    return [{"user_turn": user["content"], "assistant_turn": assistant["content"]} for user, assistant in pairs]


def _path(dataset: str, options: Mapping[str, Any]) -> str:
    path = options.get(dataset)
    if not isinstance(path, str):
        raise InputError(f"expected --metadata {dataset}=PATH, a folder that temporal-qa build made or a Hub name")
    return path
