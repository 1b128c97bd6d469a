"""The thought that a model writes before its answer, taken off: ``<think>...</think>`` and its kin.

The readers of names (:mod:`~.response`) and of numbers (:mod:`temporal_qa.scoring.responses`) share the rule:

1. The answer stands after the last mark that ends a thought. The mark that opens it may be absent, since many chat
   templates put it into the prompt.
2. If a thought opens after that, and never ends, there is no answer.
"""

import re

UNFINISHED = "a thought that never ends"
"""Why nothing is read in a response without an answer after its thought."""

_NAME = r"(?:think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad|antthinking|seed:think)"
_MARK = re.compile(
    rf"""
    (?P<end> </{_NAME}\s*> | \[/THINK(?:ING)?\] | ◁/think▷
        | <\|(?:end_of_thought|end_thinking|begin_of_solution|inner_suffix)\|>
        | <\|channel\|>\s*(?:final|commentary\ to=functions\.\w*answer)\b[^<]{{0,40}}
          (?:<\|constrain\|>[^<]{{0,40}})?<\|message\|> | <channel\|> )
    | (?P<start> <{_NAME}(?:\s[^<>]{{0,100}})?(?<!/)> | \[THINK(?:ING)?\] | ◁think▷
        | <\|(?:begin_of_thought|start_thinking|inner_prefix)\|> | <\|channel\|>\s*(?:analysis|commentary)\b
        | <\|channel>\s*thought\b )
    """,
    re.VERBOSE | re.IGNORECASE,
)
# gpt-oss where its special tokens were dropped: "analysisWe need ... assistantfinalTesla".
_BARE_START = re.compile(r"\s*analysis(?=[A-Z])")
_BARE_END = "assistantfinal"
_BARE_THOUGHT = re.compile(r"\s*(?:analysis\b|assistantfinal)")


def without_thought(response: str) -> str | None:
    """The response after its thought, or ``None`` if a thought never ends. Takes time linear in the length.

    >>> without_thought("<think>Boeing? No.</think> Tesla"), without_thought("Boeing? No.</think> Tesla")
    (' Tesla', ' Tesla')
    >>> without_thought("<think>Tesla") is None
    True
    """
    answer_at, open_thought = 0, False
    end = response.rfind(_BARE_END)
    if bare := _BARE_START.match(response) or (_BARE_THOUGHT.match(response) if end >= 0 else None):
        answer_at, open_thought = (bare.end(), True) if end < 0 else (end + len(_BARE_END), False)
    if "<" in response or "[" in response or "◁" in response:
        for mark in _MARK.finditer(response, answer_at):
            open_thought = mark.lastgroup == "start"
            answer_at = answer_at if open_thought else mark.end()
    return None if open_thought else response[answer_at:]
