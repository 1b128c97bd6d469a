"""Rewards for completions, as TRL's trainers call them: from 0 to 1, and ``None`` for a row that they are not about.

Each takes the completions (texts, or lists of messages) and the columns that it needs as keywords, and ignores the
others. Answers are read by :func:`~temporal_qa.scoring.reading.response.read_answers`: a thought earns nothing, only
the final answer counts, and what cannot be read earns 0. On average no completion earns more than its author knows:

- ``set_accuracy_reward`` pays for the whole set only;
- ``answer_f1_reward`` is the smaller one of F1 and precision. By F1 alone, a list of all N candidates, of which r are
  right, would earn 2r/(N + r), and a blind guess only r/N. By precision, a list that is too long earns the mean of its
  names, so that a further name pays only if it is likelier than those before it.

>>> from trl import GRPOTrainer                                                           # doctest: +SKIP
>>> GRPOTrainer(model, reward_funcs=[answer_f1_reward, format_reward], train_dataset=...)   # doctest: +SKIP
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args

import numpy as np

from temporal_qa.io import InputError
from temporal_qa.io.missing import is_missing
from temporal_qa.prompting.chat_prompts import FINAL_ANSWER, Contract, is_temp_answer_qa
from temporal_qa.questions.answer_candidates import answers_in_text
from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.scoring.reading.thoughts import without_thought
from temporal_qa.scoring.reading.values import as_right_answers
from temporal_qa.scoring.responses.response_scores import ResponseScore, score_response
from temporal_qa.scoring.set_accuracy import set_accuracy
from temporal_qa.timeline import ANSWER_SEPARATOR

Completion: TypeAlias = str | Sequence[Mapping[str, Any]] | None
"""A text, or messages, of which the content of the last one is the text; one of a tool or the user says nothing."""

Labels: TypeAlias = Sequence[Sequence[str] | None]
"""The right answers of each row, none if no answer is right; ``None`` for a row without a label."""

Rewards: TypeAlias = list[float | None]

# The columns of a row by which its answers are read.
_COLUMNS = (
    "facts", "fact_context", "lives", "segments", "question", "answer_type", "answer_value", "answer_iso", "unit",
    "kind", "anchor", "entities", "source", "temporal_unit", "answer_format", "answer",
)  # fmt: skip
_OF_VALUES = ("question", "temporal_unit", "answer")
_DAYS_OF_YEAR = 365.25


def set_accuracy_reward(completions: Sequence[Completion], answers: Labels, **columns: Any) -> Rewards:
    """1 where a completion names all right answers and no other, else 0 (see :mod:`~temporal_qa.scoring.set_accuracy`).

    >>> set_accuracy_reward(["Final Answer: Tesla $and SpaceX", "Tesla"], answers=[["SpaceX", "Tesla"]] * 2)
    [1.0, 0.0]
    >>> set_accuracy_reward(["Final Answer: 413 months"], answers=[["413"]], answer_type=["number"], unit=["month"])
    [1.0]

    Args:
        completions: of the model.
        answers: the right ones of each row.
        columns: of each row. As for ``temporal-qa score``, the names in its ``facts``, ``fact_context``, ``lives`` or
            ``segments`` tell "Tesla, SpaceX" from one name (those of a graph but for its ``anchor``, by ``kind`` and
            ``entities``), its ``question`` the time that a sentence may say again, and by ``answer_type``,
            ``answer_value`` (``answer_iso``) and ``unit`` dates and numbers are compared by value; others are ignored.

    An empty completion earns 0, even where no answer is right. A row of TempAnswerQA, with the columns of
    :func:`temporal_error_reward`, pays for the exact value alone; how near another comes tells that reward.

    Raises:
        InputError: the right answers of a row are a text, and not a list of texts; or a column has another length.
    """
    return _rewards(completions, answers, columns, lambda predicted, right: set_accuracy(predicted, right) / 100)


def answer_f1_reward(completions: Sequence[Completion], answers: Labels, **columns: Any) -> Rewards:
    """The smaller one of F1 and precision over the answers of each row (see :mod:`~temporal_qa.scoring.answer_f1`).

    Arguments are those of :func:`set_accuracy_reward`.

    >>> answer_f1_reward(["Tesla", "Tesla $and IBM $and SAP"], answers=[["SpaceX", "Tesla"]] * 2)
    [0.6666666666666667, 0.33333333333333337]
    """

    def score(predicted: list[list[str]], right: list[list[str]]) -> np.ndarray[Any, Any]:
        scores = answer_f1(predicted, right)
        return np.minimum(scores["answer_f1"], scores["answer_precision"]) / 100

    return _rewards(completions, answers, columns, score)


def temporal_error_reward(
    completions: Sequence[Completion],
    source: Sequence[str | None],
    question: Sequence[str],
    temporal_unit: Sequence[str | None],
    answer_format: Sequence[str | None],
    answer: Sequence[str | None],
    **columns: Any,
) -> Rewards:
    """How near a number or a date comes to the right one; the columns are those of TempAnswerQA.

    For a length of time it is ``1 - sMAPE / 100`` (see :mod:`~temporal_qa.scoring.smape`). sMAPE is undefined for dates
    and calendar years: for them it is ``1 / (1 + e)``, with the error ``e`` in years, which is half for a year. Only
    what is exactly right earns 1. ``None`` for a row without a unit.

    >>> row = {"source": ["ttqa"], "question": ["How long was he king?"], "temporal_unit": ["years"],
    ...        "answer_format": ["<num_years>"], "answer": ["4"]}
    >>> temporal_error_reward(["Final Answer: 6 years"], **row)
    [0.8]
    """
    asked = {"source": source, "question": question, "temporal_unit": temporal_unit, "answer_format": answer_format}
    rows = _by_row(completions, asked | {"answer": answer})
    return [
        None if row["temporal_unit"] is None else _nearness(_score_value(row, completion)) for completion, row in rows
    ]


def _score_value(row: Mapping[str, Any], completion: Completion) -> ResponseScore:
    """The score of a completion to a row of TempAnswerQA."""
    return score_response({**row, "answer_format": row.get("answer_format") or ""}, completion_text(completion))


def format_reward(
    completions: Sequence[Completion], contract: Sequence[Contract | None] | None = None, **columns: Any
) -> Rewards:
    """1 for a completion in the form that :func:`~temporal_qa.prompting.chat_prompts.chat_prompt` asks for, else 0.

    After the thought, if there is one, that is the line ``Final Answer: ...``, its answers joined by ``" $and "``, none
    twice: alone after a question on facts; the last line, and the only one that begins so, after a question on a table,
    dates or an article. After a question of Test of Time (``tot``) it is one JSON object with an explanation.
    The form says nothing of what is right: let it weigh less than the answer.

    Args:
        completions: of the model.
        contract: the form that the prompt of each row asks for, as :func:`~temporal_qa.prompting.chat_rows.chat_row`
            writes it; by default that of facts.
        columns: are ignored.

    Raises:
        InputError: an unknown contract.

    >>> format_reward(["<think>1990?</think>Final Answer: Tesla $and SpaceX", "Tesla"])
    [1.0, 0.0]
    """
    contract = [None] * len(completions) if contract is None else contract
    if unknown := [of_row for of_row in contract if of_row not in (None, *get_args(Contract))]:
        raise InputError(f"unknown contract {unknown[0]!r}, expected one of {', '.join(get_args(Contract))}")
    return [
        float(_in_form(without_thought(completion_text(completion)), row["contract"]))
        for completion, row in _by_row(completions, {"contract": contract})
    ]


def completion_text(completion: Completion) -> str:
    """The text of a completion: itself, or the content of its last message, whose parts are joined but for thoughts.

    >>> completion_text([{"role": "assistant", "content": [{"type": "text", "text": "Tesla"}]}])
    'Tesla'

    Raises:
        InputError: it is something else.
    """
    if completion is None or isinstance(completion, str):
        return completion or ""
    try:
        last = completion[-1] if completion else {}
        content = None if last.get("role") in ("tool", "user") else last.get("content")  # the model did not answer
        parts = content if isinstance(content, list | tuple) else [content]
        said = [part if isinstance(part, Mapping) else {"text": part} for part in parts]
        return "".join(part.get("text") or "" for part in said if part.get("type") in (None, "text", "output_text"))
    except (AttributeError, KeyError, TypeError):
        raise InputError(f"a completion is {completion!r:.80}, expected a text or a list of messages") from None


def _rewards(completions: Sequence[Completion], answers: Labels, columns: Mapping[str, Any], score: Any) -> Rewards:
    """The scores of the answers that can be read; 0 for the others, ``None`` for rows without a label."""
    rewards: Rewards = []
    given = {name: values for name in _COLUMNS if (values := columns.get(name)) is not None}
    read: dict[int, tuple[list[str], list[str]]] = {}
    for place, (completion, row) in enumerate(_by_row(completions, {"answers": answers} | given)):
        right = row["answers"]
        rewards.append(None if right is None else 0.0)
        if right is None:
            continue
        if isinstance(right, str):
            raise InputError(f"the answers of a row are the text {right[:80]!r}, expected a list of texts")
        right = row["answers"] = list(right)  # pandas has an array
        if is_temp_answer_qa(row) and all(row.get(name) is not None for name in _OF_VALUES):
            rewards[place] = float(_score_value(row, completion).exact)
            continue
        text = completion_text(completion)
        found = answers_in_text(row, text)
        if found is not None and text.strip():  # saying nothing earns nothing, even where no answer is right
            read[place] = as_right_answers(found, right, row), right
    if read:
        scores = score([found for found, _ in read.values()], [right for _, right in read.values()])
        for place, value in zip(read, scores.tolist(), strict=True):
            rewards[place] = value
    return rewards


def _by_row(
    completions: Sequence[Completion], columns: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[Completion, dict[str, Any]]]:
    """Each completion with its row: the name of each column and what it holds there; what is missing is ``None``."""
    for name, column in columns.items():
        if len(column) != len(completions):
            raise InputError(f"completions: {len(completions)}, {name}: {len(column)}; expected equally many")
    for completion, *values in zip(completions, *columns.values(), strict=True):
        entries = (None if is_missing(value) else value for value in values)  # pandas fills gaps with NaN
        yield completion, dict(zip(columns, entries, strict=True))


def _nearness(scored: ResponseScore) -> float:
    if scored.exact:
        return 1.0
    if scored.value is None:
        return 0.0
    if scored.smape is not None:
        return 1 - scored.smape / 100
    error = abs(scored.value - scored.label)
    # A year where a day is asked for stands for its middle, which may be the very day: it is a day off at least.
    years = error if scored.unit == "date_years" else max(error, 1) / _DAYS_OF_YEAR
    return 1 / (1 + years)


def _in_form(text: str | None, contract: str | None) -> bool:
    if text is None:
        return False
    if contract == "tot":
        return _is_answer_object(text)
    lines = text.strip().split("\n")
    if sum(line.startswith(FINAL_ANSWER) for line in lines) != 1 or not lines[-1].startswith(FINAL_ANSWER):
        return False
    said = lines[-1].removeprefix(FINAL_ANSWER) + " "  # with the space of a separator that ends it
    names = [name.strip() for name in said.split(ANSWER_SEPARATOR)]
    reasons_allowed = contract in ("ttqa", "dates", "article")
    return (reasons_allowed or len(lines) == 1) and len({*map(normalize_answer, names)} - {""}) == len(names)


def _is_answer_object(text: str) -> bool:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(fields, dict) and len(fields) > 1 and isinstance(fields.get("explanation"), str)
