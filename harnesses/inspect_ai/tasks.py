"""Tasks for inspect_ai: ReasonQA of Complex-TR, questions on dates, TimeQA, TempAnswerQA. If installed, found by name:

    inspect eval temporal_qa/reason_qa -T data=complex-tr --model hf/ORG/NAME -M do_sample=false
    inspect eval temporal_qa/dates -T data=date-arithmetic --model hf/ORG/NAME -M do_sample=false
    inspect eval temporal_qa/time_qa -T data=time-qa -T config=hard --model hf/ORG/NAME -M do_sample=false
    inspect eval temporal_qa/temp_answer_qa -T data=temp-answer-qa -T config=ttqa -T split=head \\
        --model hf/ORG/NAME -M do_sample=false

``data`` is a folder that ``temporal-qa build`` made, or a name on the Hub. The prompts are those of
``temporal-qa predict --no-prefill``, since not every provider can continue a prefilled turn. ``-T max_tokens=N`` is the
longest response, thoughts included.
"""

import math
from typing import Any, Literal, get_args

import datasets
import numpy as np
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, GenerateConfig
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, mean, metric, scorer, stderr
from inspect_ai.solver import TaskState, generate

from temporal_qa.io.errors import InputError
from temporal_qa.prompting.chat_prompts import Prompting, chat_prompt
from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.labelled_rows import facets_of
from temporal_qa.scoring.mase import mase
from temporal_qa.scoring.number_scores import mean as mean_of_defined
from temporal_qa.scoring.responses.response_scores import score_response

Config = Literal["ttqa", "tot"]
TURNS = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
READ_BY = ("question", "facts", "fact_context", "lives", "segments", "entities")
SCORED_BY = ("source", "question", "temporal_unit", "answer_format", "answer")


@task
def reason_qa(data: str, split: str = "test", prompting: Prompting = "few-shot", max_tokens: int = 4096) -> Task:
    """The questions of one split.

    Args:
        data: a folder that ``temporal-qa build complex-tr`` or ``cron-questions --contexts N`` made, or a name on the
            Hub.
        split: ``train``, ``dev`` or ``test``.
        prompting: with worked examples, or without.
        max_tokens: of the longest response, thoughts included.
    """
    return _answered_in_words("reason_qa", data, "reason_qa", split, prompting, max_tokens)


@task
def dates(data: str, split: str = "test", prompting: Prompting = "few-shot", max_tokens: int = 4096) -> Task:
    """The single questions of date arithmetic or of HieraDate.

    Args:
        data: a folder that ``temporal-qa build date-arithmetic`` or ``hieradate`` made, or a name on the Hub.
        split: one of its splits.
        prompting: with worked examples, or without.
        max_tokens: of the longest response, thoughts included.
    """
    return _answered_in_words("dates/questions", data, "questions", split, prompting, max_tokens)


@task
def time_qa(
    data: str, config: str = "hard", split: str = "test", prompting: Prompting = "few-shot", max_tokens: int = 4096
) -> Task:
    """The questions of one split of TimeQA, each with its article.

    Args:
        data: a folder that ``temporal-qa build time-qa`` made, or a name on the Hub.
        config: ``easy``, ``hard``, ``human_easy`` or ``human_hard``, as far as the folder has it.
        split: one of its splits.
        prompting: with worked examples, or without.
        max_tokens: of the longest response, thoughts included.
    """
    return _answered_in_words(f"time-qa/{config}", data, config, split, prompting, max_tokens)


@task
def temp_answer_qa(
    data: str, config: Config = "ttqa", split: str = "head", prompting: Prompting = "few-shot", max_tokens: int = 4096
) -> Task:
    """The questions of one split.

    Args:
        data: a folder that ``temporal-qa build temp-answer-qa`` made, or a name on the Hub.
        config: ``ttqa`` (questions on tables) or ``tot`` (Test of Time).
        split: ``head`` or ``tail`` of ``ttqa``, ``arithmetic`` or ``semantic`` of ``tot``.
        prompting: with worked examples, or without.
        max_tokens: of the longest response, thoughts included.

    Raises:
        InputError: no such config or prompting; ``-T`` takes any text.
    """
    if config not in get_args(Config):
        raise InputError(f"no config {config!r}, expected one of {', '.join(get_args(Config))}")
    rows = datasets.load_dataset(data, config, split=split)
    samples = [
        Sample(
            id=row["id"], input=_turns(row, prompting), target=row["answer"],
            metadata={name: row[name] for name in SCORED_BY},
        )
        for row in rows
    ]  # fmt: skip
    return _task(f"temp-answer-qa/{config}/{split}", samples, numeric_answer(), max_tokens)


def _answered_in_words(name: str, data: str, config: str, split: str, prompting: Prompting, max_tokens: int) -> Task:
    rows = datasets.load_dataset(data, config, split=split)
    samples = [
        Sample(
            id=row["id"], input=_turns(row, prompting), target=row["answers"],
            metadata=facets_of(row) | {name: row.get(name) for name in READ_BY},
        )
        for row in rows
    ]  # fmt: skip
    return _task(f"{name}/{split}", samples, answer_scores(), max_tokens)


def _task(name: str, samples: list[Sample], scorer: Scorer, max_tokens: int) -> Task:
    return Task(
        dataset=MemoryDataset(samples, name=name), solver=generate(), scorer=scorer,
        config=GenerateConfig(max_tokens=max_tokens, temperature=0),
    )  # fmt: skip


def _turns(row: dict[str, Any], prompting: Prompting) -> list[ChatMessage]:
    messages = chat_prompt(row, prompting, prefill=False).messages
    return [TURNS[message["role"]](content=message["content"]) for message in messages]


@scorer(metrics={"*": [mean(), stderr()]})
def answer_scores() -> Scorer:
    """Set accuracy, answer F1, exact match and token F1, 0 to 100."""

    async def score(state: TaskState, target: Target) -> Score:
        text = state.output.completion
        row = {**state.metadata, "answers": list(target)}
        return Score(value=dict(score_answer_text(row, text)), answer=text)

    return score


@metric(scores="unreduced")
def error_scores() -> Metric:
    """Exact match, sMAPE, MASE and coverage over all responses together, since MASE needs all labels."""

    def compute(scores: list[SampleScore]) -> Value:
        if not scores:  # inspect asks for the names before the first response
            return dict.fromkeys(("em", "smape", "mase", "coverage"), math.nan)
        judged: list[dict[str, Any]] = [score.score.metadata or {} for score in scores]
        values, labels, units = ([one[name] for one in judged] for name in ("value", "label", "unit"))
        return {
            "em": mean_of_defined(np.array([100.0 * one["exact"] for one in judged])),
            "smape": mean_of_defined(np.array([one["smape"] for one in judged], dtype=np.float64)),
            "mase": mase(values, labels, units).score,
            "coverage": sum(value is not None for value in values) / len(values),
        }

    return compute


@scorer(metrics=[error_scores()])
def numeric_answer() -> Scorer:
    """Whether the response is exactly right (100 or 0); the metadata has the value read and how it was read."""

    async def score(state: TaskState, target: Target) -> Score:
        judged = score_response(state.metadata, state.output.completion)
        return Score(
            value=100.0 * judged.exact,
            answer=None if judged.value is None else str(judged.value),
            explanation=state.output.completion,
            metadata=judged._asdict(),
        )

    return score
