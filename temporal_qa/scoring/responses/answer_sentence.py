"""The place of the answer in a free-text response: after "Final Answer:", or in its concluding sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from string import whitespace

_MARKER = re.compile(r"Final Answer(?: ?\*\*)?:")
# Other ways to mark the answer, used if the agreed one is missing: "the final answer is: November 25, 2021".
_LOOSE_MARKER = re.compile(r"\bfinal answer\b[\s*_]*(?::|\bis\b[\s*_:]*)", re.IGNORECASE)
_FILLER = re.compile(r"\s*(?:(?:the )?(?:final )?answer(?: is)?[\s:*]*)?\s*", re.IGNORECASE)
# The rest of a marker where the response was cut off: "Step 5: Final", "Final Answer: The".
_CUT_MARKER = re.compile(r"(?:Step \d+:\s*)?\bFinal(?:\s+Answer)?[\s*:]*(?:The(?: final(?: answer(?: is)?)?)?)?\s*$")
_MAX_CUT_MARKER = 100
_MAX_MARKERS = 100  # no released response has more than two
_CONCLUDING = re.compile(r"(?:therefore|thus|so|hence|consequently|in conclusion)\b[\s,]", re.IGNORECASE)
_DOUBTING = re.compile(r"\b(?:not|no|cannot|incorrect|unclear|unknown|however|may|might)\b|n't\b|=", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z*#\"(])|\n+")


def answer_lines(response: str) -> Iterator[tuple[str, str]]:
    """The texts that may hold the answer, the most likely first, each with the rule that found it.

    >>> list(answer_lines("He was born in 1837. Final Answer: 70 years"))
    [('70 years', '')]
    >>> list(answer_lines("Therefore, he was 70 years old. Final"))
    [('Therefore, he was 70 years old.', 'conclusion')]
    """
    markers = _markers(_MARKER, response) or _markers(_LOOSE_MARKER, response)
    for marker in markers:
        lines = _lines(response, marker.end())
        line = next(lines)
        if _FILLER.fullmatch(line):
            line = next(filter(None, lines), "")
            line = "" if line.startswith("- ") else line  # the first of several items is not the answer
        if line:
            yield line, ""
    response = response.rstrip()
    cut = _CUT_MARKER.search(response, max(0, len(response) - _MAX_CUT_MARKER))
    if not markers or cut:
        body = response[: cut.start()].rstrip(f"{whitespace}#*") if cut else response
        sentence = _SENTENCE_END.split(body)[-1].strip()
        # Only a finished conclusion counts: a response that was cut off earlier has no answer.
        if _CONCLUDING.match(sentence) and sentence.endswith(".") and not _DOUBTING.search(sentence):
            yield sentence, "conclusion"


def _markers(marker: re.Pattern[str], response: str) -> list[re.Match[str]]:
    return list(islice(marker.finditer(response), _MAX_MARKERS))


def _lines(text: str, start: int) -> Iterator[str]:
    """The lines from ``start`` on, without Markdown's marks around them."""
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end].strip(" *_\t\r")
        start = end + 1
