"""Questions as chats: a system turn with the format of the answer, worked examples as turns, the question.

There are five contracts. After a question on facts (ReasonQA) the model replies with one line, ``Final Answer: ...``.
After a question on a table (``ttqa`` of TempAnswerQA), on dates (date arithmetic, HieraDate), or on an article
(TimeQA), it reasons freely and ends with such a line. After a question of Test of Time (``tot``) it writes one JSON
object; its turn begins with ``PREFILL``, which keeps small models to the format, unless ``prefill=False``. A model
that thinks before it answers does so before all of this.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypedDict, get_args

from temporal_qa.io.errors import InputError
from temporal_qa.io.yaml_tables import read_yaml_table
from temporal_qa.scoring.responses.value_types import PREFILL, Subset
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

Prompting = Literal["few-shot", "zero-shot"]
Contract = Literal["facts", "dates", "article", "ttqa", "tot"]

FINAL_ANSWER = "Final Answer:"
NO_ANSWER = "none"

FACTS_INSTRUCTION = f"""\
You answer questions about time from the facts that come with them. A fact holds in every month from its start to its \
end, both ends included.
Reply with one line and nothing else: "{FINAL_ANSWER}" and the answer, named as the facts name it, or "{NO_ANSWER}" if \
nothing is right. Join several answers by "{ANSWER_SEPARATOR}", from the earliest to the latest:
{FINAL_ANSWER} A{ANSWER_SEPARATOR}B"""

TABLE_INSTRUCTION = f"""\
You answer questions about time. Each comes with a table that holds what you need.
First reason step by step, in a few sentences. Then write one last line that starts with "{FINAL_ANSWER}" and holds \
nothing but the answer: a bare number for an age or a length of time, in the unit that the question asks for; a year \
in four digits; or a date in the manner of "July 4, 1985"."""

DATES_INSTRUCTION = f"""\
You answer questions about dates and ages. Some come with paragraphs that hold what you need. All dates are of the \
Gregorian calendar, also those before 1582. Years and months are counted first (a day that a month lacks becomes its \
last one), then weeks and days.
First reason step by step, in a few sentences. Then write one last line that starts with "{FINAL_ANSWER}" and holds \
nothing but the answer: a date as the question writes dates or, if it has none, as the paragraph writes this one; \
several dates with "; " between them; a bare number; a day of the week; an ISO week as "Week 7"; an age as \
"62 years, 9 months and 16 days" or, from years alone, as a bare number; a name; "yes" or "no"."""

ARTICLE_INSTRUCTION = f"""\
You answer questions about what held at a time from the article that comes with them. The article may not tell. What \
held from one time to another had ended at the second.
First reason step by step, in a few sentences. Then write one last line that starts with "{FINAL_ANSWER}" and holds \
nothing but the answer, in the words of the article, or "{NO_ANSWER}" if the article does not tell. Join several right \
answers by "{ANSWER_SEPARATOR}"."""

JSON_INSTRUCTION = """\
You answer questions about dates, times of day and lengths of time.
Reply with one JSON object and nothing else: no text before or after it, no code fence. Its first field is \
"explanation", a string with your reasoning step by step. The fields of the answer follow, named and formatted as the \
question shows them; where it shows none, there is one field, "answer"."""


class Message(TypedDict):
    """One turn of a chat, as chat templates and endpoints take it."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class ChatPrompt:
    """The turns of a chat that a model continues.

    With a ``prefill`` the last turn is the assistant's, and the model continues it; otherwise it is the user's, and the
    model writes a new turn. In both cases the response is only what the model adds.
    """

    id: str
    messages: tuple[Message, ...]
    prefill: str = ""

    @property
    def sha256(self) -> str:
        """The hash of the turns."""
        return hashlib.sha256(json.dumps(self.messages, sort_keys=True).encode()).hexdigest()


def chat_prompt(row: Mapping[str, Any], prompting: Prompting = "few-shot", *, prefill: bool = True) -> ChatPrompt:
    """The chat that asks the question of a row of ReasonQA, of dates, of TimeQA, or of TempAnswerQA.

    >>> row = {"id": "tot-1", "source": "tot", "question": "What is 2 hours after 23:00?", "context": ""}
    >>> for message in chat_prompt(row, "zero-shot").messages[1:]:
    ...     print(message["role"], "|", message["content"])
    user | What is 2 hours after 23:00?
    assistant | {"explanation":

    Args:
        row: ``id`` and ``question``; for ReasonQA ``fact_context``; for dates perhaps ``context``, the paragraphs;
            for TimeQA ``specifier`` (its time; perhaps empty) and ``context``, the article;
            for TempAnswerQA ``source`` (``ttqa`` or ``tot``) and ``context``: the table, or for ``tot`` a text
            before the question, perhaps none.
        prompting: with worked examples (few-shot) or without.
        prefill: begin the JSON object of a ``tot`` answer for the model. Other questions have no prefill.

    Raises:
        InputError: an unknown prompting.
    """
    if prompting not in get_args(Prompting):
        raise InputError(f"unknown prompting {prompting!r}, expected one of {', '.join(get_args(Prompting))}")
    kind = contract(row)
    heading, instruction = _CHATS[kind]
    turns = [_turn("system", instruction)]
    for example in worked_examples(kind) if prompting == "few-shot" else ():
        turns.append(_turn("user", _asked(heading, example.get("text", ""), example["question"])))
        turns.append(_turn("assistant", _solved(example.get("reasoning", ""), example["answer"])))
    text = row.get("fact_context" if kind == "facts" else "context") or ""
    turns.append(_turn("user", _asked(heading, text, row["question"])))
    if kind != "tot" or not prefill:
        return ChatPrompt(row["id"], tuple(turns))
    return ChatPrompt(row["id"], (*turns, _turn("assistant", PREFILL)), PREFILL)


def right_response(row: Mapping[str, Any]) -> str:
    """What a model should reply to :func:`chat_prompt` without prefill. An explanation that no row has is left empty.

    >>> right_response({"answers": ["SpaceX", "Tesla"], "fact_context": "..."})
    'Final Answer: SpaceX $and Tesla'

    Args:
        row: as for :func:`chat_prompt`, and ``answers`` (ReasonQA, in chronological order) or ``answer``
            (TempAnswerQA).
    """
    if not is_temp_answer_qa(row):
        return f"{FINAL_ANSWER} {ANSWER_SEPARATOR.join(row['answers']) or NO_ANSWER}"
    if row["source"] == "ttqa":
        return f"{FINAL_ANSWER} {row['answer']}"
    return json.dumps({"explanation": "", **ast.literal_eval(row["answer"])})


def is_temp_answer_qa(row: Mapping[str, Any]) -> bool:
    """Whether a row is of TempAnswerQA."""
    return row.get("source") in get_args(Subset)


def contract(row: Mapping[str, Any]) -> Contract:
    """The form of answer that the prompt of a row asks for: that of its source in TempAnswerQA; of facts, where it has
    a context of facts; of an article, where it has a time specifier (TimeQA); else of dates.
    """
    if is_temp_answer_qa(row):
        return "ttqa" if row["source"] == "ttqa" else "tot"
    if row.get("fact_context") is not None:
        return "facts"
    return "dates" if row.get("specifier") is None else "article"


_CHATS: dict[Contract, tuple[str, str]] = {
    "facts": ("Facts", FACTS_INSTRUCTION),
    "ttqa": ("Table", TABLE_INSTRUCTION),
    "dates": ("Paragraphs", DATES_INSTRUCTION),
    "article": ("Article", ARTICLE_INSTRUCTION),
    "tot": ("", JSON_INSTRUCTION),
}
"""Contract -> the heading of the text, and the system turn."""


@cache
def worked_examples(kind: Contract) -> list[dict[str, Any]]:
    """The worked examples of a contract, those of ``generation/chat_examples.yaml``: ``question`` and ``answer``, for
    ``tot`` its fields; perhaps ``text`` and ``reasoning``."""
    examples: list[dict[str, Any]] = read_yaml_table("chat_examples.yaml")[kind]
    return examples


def _asked(heading: str, text: str, question: str) -> str:
    text = text.strip()
    if not heading:  # questions of Test of Time go on from their text
        return f"{text}\n\n{question}".lstrip()
    return f"{heading}:\n{text}\n\nQuestion: {question}" if text else question


def _solved(reasoning: str, answer: str | Mapping[str, Any]) -> str:
    if isinstance(answer, str):
        return f"{reasoning}\n{FINAL_ANSWER} {answer}".lstrip()
    return json.dumps({"explanation": reasoning, **answer})


def _turn(role: Literal["system", "user", "assistant"], content: str) -> Message:
    return {"role": role, "content": content}
