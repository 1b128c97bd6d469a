"""Questions as rows that chat models are trained on: ``prompt`` and ``completion`` as messages, and ``answers``.

TRL's trainers read them as they are: ``SFTTrainer`` learns the completion; ``GRPOTrainer`` asks the prompt, and hands
all other columns to the reward functions.
"""

from collections.abc import Mapping
from typing import Any

from temporal_qa.io.missing import is_missing
from temporal_qa.prompting.chat_prompts import Prompting, chat_prompt, contract, is_temp_answer_qa, right_response

_IN_PROMPT = ("fact_context", "context", "paragraphs", "instruction", "target")
"""Columns that the prompt holds already, or that put the question in another way."""


def chat_row(row: Mapping[str, Any], prompting: Prompting = "zero-shot") -> dict[str, Any]:
    """The row of a question as a chat: its other columns, then ``answers``, ``contract``, ``prompt``, ``completion``.

    The prompt is that of ``temporal-qa predict`` without prefill; the completion is the right response; the contract
    says in which form the prompt asks for it, see :func:`~.chat_prompts.contract`.

    Args:
        row: of ReasonQA, of dates, of TimeQA or of TempAnswerQA, see :func:`~.chat_prompts.chat_prompt`, with
            ``answers`` or ``answer``.
        prompting: with worked examples (few-shot) or without.

    Raises:
        InputError: an unknown prompting; right answers that are a text, and not a list of texts.

    >>> row = {"id": "q1", "question": "Whom did Ann work for?", "fact_context": "...", "answers": ["IBM", "SAP"]}
    >>> chat = chat_row(row)
    >>> [message["role"] for message in chat["prompt"]], chat["completion"]
    (['system', 'user'], [{'role': 'assistant', 'content': 'Final Answer: IBM $and SAP'}])
    """
    known = {name: value for name, value in row.items() if not is_missing(value)}  # families joined by pandas have NaN
    dropped = {*_IN_PROMPT}
    if known.get("facts") is None:  # of a graph: rewards look for the names in the sentences
        dropped.remove("fact_context")
    return {name: value for name, value in row.items() if name not in dropped} | {
        "answers": [row["answer"]] if is_temp_answer_qa(known) else list(row["answers"]),
        "contract": contract(known),
        "prompt": list(chat_prompt(known, prompting, prefill=False).messages),
        "completion": [{"role": "assistant", "content": right_response(known)}],
    }
