"""Questions as chats: a system turn with the format of the answer, worked examples as turns, the question.

There are five contracts. After a question on facts (ReasonQA) the model replies with one line, ``Final Answer: ...``.
After a question on a table (``ttqa`` of TempAnswerQA), on dates (date arithmetic, HieraDate), or on an article
(TimeQA), it reasons freely and ends with such a line. After a question of Test of Time (``tot``) it writes one JSON
object; its turn begins with ``PREFILL``, which keeps small models to the format, unless ``prefill=False``. A model
that thinks before it answers does so before all of this.
"""

import ast
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypedDict, get_args

from temporal_qa.io import InputError
from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.scoring.value_types import PREFILL, Subset
from temporal_qa.timeline import ANSWER_SEPARATOR

Prompting = Literal["few-shot", "zero-shot"]
Contract = Literal["facts", "dates", "article", "ttqa", "tot"]

FINAL_ANSWER = "Final Answer:"
NO_ANSWER = "none"


class Message(TypedDict):
    """One turn of a chat, as chat templates and endpoints take it."""

    role: Literal["system", "user", "assistant"]
    content: str


class ChatPrompt(NamedTuple):
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
    system = _chats()["instructions"][kind]
    heading, turns = system["heading"], list[Message]()
    turns.append({"role": "system", "content": system["text"]})
    for example in _chats()[kind] if prompting == "few-shot" else ():
        turns.append({"role": "user", "content": _asked(heading, example.get("text", ""), example["question"])})
        turns.append({"role": "assistant", "content": _solved(example.get("reasoning", ""), example["answer"])})
    text = row.get("fact_context" if kind == "facts" else "context") or ""
    turns.append({"role": "user", "content": _asked(heading, text, row["question"])})
    if is_begun := kind == "tot" and prefill:
        turns.append({"role": "assistant", "content": PREFILL})
    return ChatPrompt(row["id"], tuple(turns), PREFILL if is_begun else "")


def right_response(row: Mapping[str, Any]) -> str:
    """What a model should reply to :func:`chat_prompt` without prefill. An explanation that no row has is left empty.

    >>> right_response({"answers": ["SpaceX", "Tesla"], "fact_context": "..."})
    'Final Answer: SpaceX $and Tesla'

    Args:
        row: as for :func:`chat_prompt`, and ``answers`` (ReasonQA, in chronological order) or ``answer``
            (TempAnswerQA).

    Raises:
        InputError: ``answers`` is a text, and not a list of texts.
    """
    if not is_temp_answer_qa(row):
        if isinstance(answers := row["answers"], str):
            raise InputError(f"the answers of a row are the text {answers[:80]!r}, expected a list of texts")
        return f"{FINAL_ANSWER} {ANSWER_SEPARATOR.join(answers) or NO_ANSWER}"
    if row["source"] == "ttqa":
        return f"{FINAL_ANSWER} {row['answer']}"
    return json.dumps({"explanation": "", **ast.literal_eval(row["answer"])})


def is_temp_answer_qa(row: Mapping[str, Any]) -> bool:
    """Whether a row is of TempAnswerQA."""
    return row.get("source") in get_args(Subset)


def contract(row: Mapping[str, Any]) -> Contract:
    """The form of answer that the prompt of a row asks for: in TempAnswerQA that of its source; else ``facts`` where it
    has a context of facts, ``article`` where it has a time specifier (TimeQA), or ``dates``.
    """
    if is_temp_answer_qa(row):
        return "ttqa" if row["source"] == "ttqa" else "tot"
    if row.get("fact_context") is not None:
        return "facts"
    return "dates" if row.get("specifier") is None else "article"


@cache
def _chats() -> dict[str, Any]:
    """The system turns (``instructions``), and of each contract the worked examples: ``question`` and ``answer``, for
    ``tot`` its fields; perhaps ``text`` and ``reasoning``.

    Raises:
        InputError: a turn or an example with other keys.
    """
    with yaml_table("chat_examples.yaml", dict[str, Any]) as table:
        for kind in get_args(Contract):
            if table["instructions"][kind].keys() != {"heading", "text"}:
                raise ValueError(f"instructions, {kind}: expected heading and text")
            if any(not _EXAMPLE <= example.keys() <= _EXAMPLE | {"text", "reasoning"} for example in table[kind]):
                raise ValueError(f"{kind}: expected examples with question and answer, perhaps text and reasoning")
        return table


_EXAMPLE = {"question", "answer"}


def _asked(heading: str, text: str, question: str) -> str:
    text = text.strip()
    if not heading:  # questions of Test of Time go on from their text
        return f"{text}\n\n{question}".lstrip()
    return f"{heading}:\n{text}\n\nQuestion: {question}" if text else question


def _solved(reasoning: str, answer: str | Mapping[str, Any]) -> str:
    if isinstance(answer, str):
        return f"{reasoning}\n{FINAL_ANSWER} {answer}".lstrip()
    return json.dumps({"explanation": reasoning, **answer})
