"""Endless temporal questions for verifiers (v1), as a taskset that training and evaluation read.

    pip install temporal-qa verifiers uv
    vf-validate temporal-qa-v1 -n 1000 --runtime.type subprocess
    vf-eval temporal-qa-v1 -n 20 -m MODEL --client.base-url URL --client.api-key-var OPENAI_API_KEY --no-push \\
        --env.agent.harness.id null --env.agent.runtime.type subprocess --env.taskset.level 2

Prompt, tasks and rewards are those of :mod:`temporal_qa.prompting` and :mod:`temporal_qa.rewards`.
"""

from collections.abc import Iterator
from sys import maxsize

import verifiers.v1 as vf

from temporal_qa.prompting.chat_prompts import chat_prompt, right_response
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.rewards.functions import answer_f1_reward, format_reward, set_accuracy_reward
from temporal_qa.rewards.tasks import create_dataset


class TemporalData(vf.TaskData):
    """A question with its facts, and the right answers."""

    question: str
    fact_context: str
    facts: list[dict[str, str]]
    answers: list[str]
    kind: str


class TemporalTask(vf.Task[TemporalData]):
    """Answer from the facts; the set of answers is right or wrong, the form weighs a fifth."""

    @vf.reward
    async def set_accuracy(self, trace: vf.Trace) -> float:
        """1 for all right answers and no other."""
        return self._score(set_accuracy_reward, trace.last_reply)

    @vf.reward(weight=0.2)
    async def form(self, trace: vf.Trace) -> float:
        """1 for the line that the prompt asks for, where something is answered."""
        return self._score(format_reward, trace.last_reply)

    @vf.metric
    async def answer_f1(self, trace: vf.Trace) -> float:
        """Part of the answers, for the curve."""
        return self._score(answer_f1_reward, trace.last_reply)

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Whether the solver gives the label, the label scores 1, and no wrong completion does."""
        row = self.data.model_dump()
        if solve_row(row).answers != self.data.answers or self._score(set_accuracy_reward, right_response(row)) != 1:
            return False
        return all(self._score(set_accuracy_reward, wrong) < 1 for wrong in wrong_completions(row))

    def _score(self, reward, completion: str) -> float:
        columns = {"facts": [self.data.facts], "question": [self.data.question]}
        return reward([completion], answers=[self.data.answers], **columns)[0]


def wrong_completions(row: dict) -> list[str]:
    """Nine completions that know nothing or too little of the answers."""
    right, objects = row["answers"], list(dict.fromkeys(fact["object"] for fact in row["facts"]))
    others = [name for name in objects if name not in right] or ["Nobody"]
    gold = " $and ".join(right)
    return [
        "", row["fact_context"], row["question"], f"<think>{gold}</think>", f"<think>Final Answer: {gold}",
        f"Final Answer: {gold} $and {others[0]}", f"Final Answer: {others[0]}", f"It is not {gold}.",
        f"Final Answer: {' $and '.join([*right[1:], *others])}",
    ]  # fmt: skip


class TemporalConfig(vf.TasksetConfig):
    """Which tasks: those of a seed, at a level of :data:`temporal_qa.rewards.tasks.LEVELS`, or of all kinds."""

    seed: int = 0
    level: int | None = None


class TemporalTaskset(vf.Taskset[TemporalTask, TemporalConfig]):
    """The tasks of a seed, without end; those of another seed have nothing in common with them."""

    INFINITE = True

    def load(self) -> Iterator[TemporalTask]:
        """Task after task."""
        for row in create_dataset("pseudo_pit", maxsize, self.config.seed, self.config.level):
            *system, user = chat_prompt(row, "zero-shot").messages
            names = ("id", "question", "fact_context", "facts", "answers", "kind")
            data = TemporalData(
                prompt=user["content"], system_prompt=system[0]["content"], **{name: row[name] for name in names}
            )
            yield TemporalTask(data, self.config.task)
