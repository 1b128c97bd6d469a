"""Functions that the task files beside this one name: rows, prompts and scores of temporal_qa.

``--metadata`` names the data: ``complex_tr=PATH``, ``cron_questions=PATH``, ``date_arithmetic=PATH``,
``hieradate=PATH``, ``time_qa=PATH`` or ``temp_answer_qa=PATH``, a folder that ``temporal-qa build`` made or a name on
the Hub.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import datasets
import numpy as np

from temporal_qa.io.errors import InputError
from temporal_qa.prompting.chat_prompts import chat_prompt, right_response
from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.mase import mase as mean_scaled_error
from temporal_qa.scoring.number_scores import mean
from temporal_qa.scoring.responses.response_scores import score_response as judge_response

# Questions whose answers are words.


def load_questions(*, dataset: str, config: str = "questions", **options: Any) -> datasets.DatasetDict:
    """The test questions, with the system turn of their prompts in a column."""
    rows = datasets.load_dataset(_path(dataset, options), config, split="test")
    return datasets.DatasetDict({"test": _with_system_turn(rows)})


def facts_examples() -> list[dict[str, str]]:
    """The worked examples for questions on facts."""
    return _examples({"fact_context": ""})


def dates_examples() -> list[dict[str, str]]:
    """The worked examples for questions on dates."""
    return _examples({})


def article_examples() -> list[dict[str, str]]:
    """The worked examples for questions on an article."""
    return _examples({"specifier": ""})


def score_answers(row: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """Set accuracy, answer F1, exact match and token F1 of one response, 0 to 100."""
    return score_answer_text(row, results[0])


# TempAnswerQA.


def load_temp_answer_qa(*, config: str, split: str, prefill: bool = True, **options: Any) -> datasets.DatasetDict:
    """One split, with columns for the system turn of its prompts and for the beginning of the response, if any."""
    rows = datasets.load_dataset(_path("temp_answer_qa", options), config, split=split)
    begun = chat_prompt(rows[0], "zero-shot", prefill=prefill).prefill
    return datasets.DatasetDict({split: _with_system_turn(rows).add_column("prefill", [begun] * len(rows))})


def table_examples() -> list[dict[str, str]]:
    """The worked examples for questions on a table."""
    return _examples({"source": "ttqa"})


def json_examples() -> list[dict[str, str]]:
    """The worked examples for questions with a JSON answer."""
    return _examples({"source": "tot"})


def score_response(row: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """Exact match (0 or 100), sMAPE (0 to 100, or None), coverage (0 or 1), and the parts of MASE."""
    judged = judge_response(row, results[0], row["prefill"])
    return {
        "em": 100.0 * judged.exact,
        "smape": judged.smape,
        "mase": (judged.value, judged.label, judged.unit),
        "coverage": float(judged.value is not None),
    }


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


# All.


def user_turn(row: Mapping[str, Any]) -> str:
    """The question with its context; for a worked example, its whole turn."""
    return row.get("user_turn") or chat_prompt(row, "zero-shot", prefill=False).messages[-1]["content"]


def assistant_turn(row: Mapping[str, Any]) -> str:
    """The right response; for a worked example, the answer with its reasoning."""
    return row.get("assistant_turn") or right_response(row)


def _with_system_turn(rows: datasets.Dataset) -> datasets.Dataset:
    system = chat_prompt(rows[0], "zero-shot").messages[0]["content"]
    return rows.add_column("system_turn", [system] * len(rows))


def _examples(asked: Mapping[str, str]) -> list[dict[str, str]]:
    """The pairs of turns between the system turn and the question in a few-shot prompt."""
    row = {"id": "", "question": "", "context": "", **asked}
    turns = chat_prompt(row, "few-shot", prefill=False).messages[1:-1]
    pairs = zip(turns[::2], turns[1::2], strict=True)
    return [{"user_turn": user["content"], "assistant_turn": assistant["content"]} for user, assistant in pairs]


def _path(dataset: str, options: Mapping[str, Any]) -> str:
    path = options.get(dataset)
    if not isinstance(path, str):
        raise InputError(f"expected --metadata {dataset}=PATH, a folder that temporal-qa build made or a Hub name")
    return path
