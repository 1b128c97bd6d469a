"""The places where models put a final answer: tags, boxes, JSON and markers such as "Final answer:".

Each function finds the last one in a text, in time linear in its length.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from temporal_qa.scoring.answer_names import NotRead
from temporal_qa.scoring.answer_wording import is_sentence

Content = str | list[str]


class Place(NamedTuple):
    """A final answer: its content, a text or a list of texts, and where it begins and ends in the response."""

    rule: str
    content: Content
    start: int
    end: int


def final_place(text: str) -> Place | None:
    """The final answer of a text: in a tag, a box, JSON, or after a marker; ``None`` if there is none of these.

    Raises:
        NotRead: a tag or a box that never ends.
    """
    return tagged(text) or boxed(text) or json_answer(text) or marked(text) or hashed(text)


_TAG = re.compile(r"<(?P<end>/)?(?:final_)?answers?\s*>|<\|(?:begin|(?P<box_end>end))_of_box\|>", re.IGNORECASE)


def tagged(text: str) -> Place | None:
    """The content of the last ``<answer>...</answer>``. Raises ``NotRead`` if the last one never ends."""
    start, place = None, None
    for tag in _TAG.finditer(text):
        if not (tag["end"] or tag["box_end"]):
            start = tag
        elif start is not None:
            place, start = Place("answer tag", text[start.end() : tag.start()], start.start(), tag.end()), None
    if start is not None:
        raise NotRead("an answer tag that never ends")
    return place


_BRACE = re.compile(r"\\(?:boxed|fbox) ?\{|\\[{}]|[{}]")
_BETWEEN_BOXES = re.compile(
    r"[\s$.]*(?:\\?\$and\b|\\[()\],;]|[,;&]|\band\b)+(?:[\s$,]|\band\b|\\[(\[,;])*", re.IGNORECASE
)


def boxed(text: str) -> Place | None:
    """The content of the last ``\\boxed{...}``, braces in it included.

    Boxes that only a comma or "and" joins to the last one count with it. Raises ``NotRead`` if the last never ends.

    >>> boxed(r"Not \\boxed{A}. So $\\boxed{\\text{B}}$ and $\\boxed{C}$.").content
    ['\\\\text{B}', 'C']
    """
    boxes: list[tuple[int, int, int]] = []
    opened: list[tuple[int, int] | None] = []  # for each open brace, its box
    depth = 0
    for brace in _BRACE.finditer(text):
        if brace[0][0] == "\\" and len(brace[0]) > 2:
            opened.append((brace.start(), brace.end()))
            depth += 1
        elif brace[0] == "{":
            opened.append(None)
        elif brace[0] == "}" and opened and (box := opened.pop()):
            depth -= 1
            if not depth:
                boxes.append((*box, brace.start()))
    if depth:
        raise NotRead("a box that never ends")
    if not boxes:
        return None
    contents: list[str] = []
    first = boxes[-1][0]
    for start, begin, end in reversed(boxes):
        if contents and not _BETWEEN_BOXES.fullmatch(text, end + 1, first):
            break
        contents.insert(0, text[begin:end].replace("\\\\", "\n"))
        first = start
    return Place("box", contents if len(contents) > 1 else contents[0], first, boxes[-1][2] + 1)


_JSON_PART = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|[\[\]{}]')
_ANSWER_KEYS = ("finalanswer", "finalanswers", "answers", "answer")
_FENCE = re.compile(r"[`~]{3,}[ \t]*(?:json|python)?[ \t]*\n?\s*$", re.IGNORECASE)
_MAX_LITERAL = 2_000
_MAX_VALUES = 20


def json_answer(text: str) -> Place | None:
    """The last JSON object with a key for answers, or list of texts that stands alone; Python's quotes will do."""
    for start, end in _outermost(text)[:_MAX_VALUES]:
        value = _parsed(text[start:end])
        if isinstance(value, dict):
            keys = {re.sub(r"[\W_]", "", str(key)).lower(): key for key in value}
            named = [value[keys[key]] for key in _ANSWER_KEYS if key in keys] or [value] * _is_age(value)
            if named and (content := _content(named[0])) is not None:
                return Place("JSON", content, start, end)
        elif isinstance(value, list) and _stands_alone(text, start, end):
            of_numbers = any(isinstance(item, int | float) for item in value)  # "[1, 2]" names sources
            if not of_numbers and (content := _content(value)) is not None:
                return Place("JSON", content, start, end)
    return None


def _outermost(text: str) -> list[tuple[int, int]]:
    """The brackets that match and that no others enclose, the last first; strings may hold any brackets."""
    stack: list[int] = []
    pairs: list[tuple[int, int]] = []
    for part in _JSON_PART.finditer(text):
        if part[0] in "[{":
            stack.append(part.start())
        elif part[0] in "]}" and stack and text[stack[-1]] == ("[" if part[0] == "]" else "{"):
            start = stack.pop()
            while pairs and pairs[-1][0] > start:
                pairs.pop()
            pairs.append((start, part.end()))
    return pairs[::-1]


def _parsed(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        pass
    if len(text) > _MAX_LITERAL:
        return None
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None


def _content(value: Any) -> Content | None:
    """A text or a list of texts; nothing at all is an empty list."""
    if value is None:
        return []
    if isinstance(value, str):
        return value or []
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _number(value)
    if _is_age(value):
        return " ".join(f"{number} {key}" for key, number in value.items())
    if isinstance(value, dict):
        return _item(value)
    if not isinstance(value, list):
        return None
    items = [_item(item) for item in value if item is not None]
    return None if None in items else [item for item in items if item]


def _is_age(value: Any) -> bool:
    parts = value.items() if isinstance(value, dict) else ()
    units = ("year", "month", "day")
    return bool(parts) and all(str(key).lower().removesuffix("s") in units and type(n) is int for key, n in parts)


def _item(value: Any) -> str | None:
    if isinstance(value, dict):
        named = [value[key] for key in ("answer", "name") if isinstance(value.get(key), str)]
        return named[0] if named else None
    return value if isinstance(value, str) else _number(value)


def _number(value: Any) -> str | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return str(int(value) if value == int(value) else value)
    return None


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a list is in a fence, follows a marker, or is a last paragraph of its own; others are only mentioned."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    if _FENCE.search(text[max(0, start - 40) : start]) or any(True for _ in _markers(line)):
        return True
    return not line.strip(" \t*`_>$-") and not text[end:].strip(" \t\n*`_.$~")


_ADJECTIVE = r"(?:(?:final|correct|short|complete|full|right)\s+)?"
# "The answer is supported by fact 3" gives no answer.
_SAID_OF_ANSWERS = (
    "wrong|incorrect|mistaken|based|found|given|stated|derived|clear|in|on|from|that|because|named|listed|confirmed|verified|correct|right|valid"
    "|final|presented|determined|supported|consistent|unique|only|also|obtained|taken|drawn|reached|shown|explained|implied"
    "|provided|marked|written|complete|unambiguous|straightforward|explicitly|directly"
)
_MARKER = re.compile(
    rf"""
    (?:^|(?<=\n)) [^\w\n(<\\{{"']{{0,12}} (?:(?:so|thus|hence|therefore|in\ conclusion),?\s+)? (?:(?:the|my|our)\s+)?
        (?:{_ADJECTIVE}answers?(?:\(s\))?(?:\s+to\s+(?:the|this|your)\s+question)?|ans(?=:))[\].]?[ \t]*[*_]*[ \t]*
        (?:\([^()\n]{{1,60}}\)[ \t]*)? (?:[:：=→]|[-–—](?=\s)|(?=\n))
    | \b(?:final|the|my)\s+{_ADJECTIVE}answers?(?:\(s\))?[ \t]*[*_]*[ \t]*[:：]
    | \b(?-i:Answers?)(?:\(s\))?[ \t]*[*_]*[ \t]*[:：]
    | (?P<in_prose>) \b(?:(?:the|my)\s+{_ADJECTIVE}|final\s+)answers?(?:\(s\))?(?:\s+to\s+(?:the|this|your)\s+question)?
        [ \t]*[*_]*[ \t]+(?:is|are|(?:would|should|must)\ be)\b
        (?!\s+(?-i:{_SAID_OF_ANSWERS})\b|\s+not\s+(?-i:[A-Z]))
        (?:\s+(?-i:therefore|thus|hence|clearly|simply|indeed)\b,?)? (?:\s+as\ follows)?\s*:?
    """,
    re.VERBOSE | re.IGNORECASE,
)


_REASON = r"(?:[.,]?\s+(?:because|since|as|which|who|it|he|she|they)\b|\.?$)"
_AFTER_MARKER = re.compile(r"(?:\*\*|__)?\s+|(?:\*\*|__)$")


def _markers(text: str) -> Iterator[re.Match[str]]:
    return _MARKER.finditer(text) if "nswer" in text or "NSWER" in text or "ns:" in text else iter(())


def marked(text: str) -> Place | None:
    """What follows the last "Final answer:", "Answer:" or "The answer is": its line, or the next lines if it is empty.

    A last "The answer is Tesla, as ..." that gives the reason for the answer before it is that answer.

    A list ends before the first line that is not an item. A paragraph ends before a blank line, or a line with a label
    such as "Explanation:".
    """
    markers = list(_markers(text))
    if not markers:
        return None
    marker = markers[-1]
    content, end = _after_marker(text, marker)
    if marker["in_prose"] is not None and len(markers) > 1:  # "Answer: Tesla ... The answer is Tesla as it ..."
        before, _ = _after_marker(text, markers[-2])
        content = before if re.match(rf"{re.escape(before)}{_REASON}", content) else content
    return Place("marker", content, marker.start(), end)


def _after_marker(text: str, marker: re.Match[str]) -> tuple[str, int]:
    """The answer after a marker, and where it ends."""
    mark = _AFTER_MARKER.match(text, marker.end())
    start = mark.end() if mark else marker.end()
    end = _block_end(text, start)
    content = text[start:end].strip()
    if content.endswith("**") and content.count("**") % 2:  # "**Answer: Tesla**"
        content = content.removesuffix("**")
    return content, end


_HASHES = re.compile(r"(?:^|\n)####[ \t]+(\S[^\n]{0,200})\s*\Z")


def hashed(text: str) -> Place | None:
    """What follows ``####`` in the last line, if no other line has it, as GSM8K's answers do."""
    found = _HASHES.search(text) if text.count("####") == 1 else None
    return found and Place("hashes", found[1], found.start(1), found.end(1))


_LISTED = re.compile(r"[ \t]*(?:[-*+•‣·–—]|\(?(?:\d{1,3}|[a-z])[.)]|[*_]+\d{1,3}[.)])[ \t]+\S")
_WORD = re.compile(r"\w[\w'’-]*")
_RULE = re.compile(r"\s*(?:(?:[-*_=]\s*){3,}|</?\w{1,20}>\s*)")
_STARTS = ("The", "Both", "All", "Each", "Since", "Because", "As", "During", "According", "Only")
_LABELLED = re.compile(r"[\s*_#]*[A-Z]\w+(?: \w+)?[*_]*:\s")


def _is_remark(line: str) -> bool:
    """Whether a line after an answer is a rule or a tag, stands in brackets, or is a sentence by length and end."""
    words = _WORD.findall(line)
    return (
        _RULE.fullmatch(line) is not None
        or (line.lstrip().startswith("(") and line.rstrip(" .").endswith(")"))
        or (len(words) > 3 and (line.rstrip(" *_").endswith((".", "!")) or words[0] in _STARTS))
    )


def _block_end(text: str, start: int) -> int:
    """Where the paragraph or the list ends that begins at ``start``."""
    first_line = True
    listed = _LISTED.match(text, start) is not None
    end = at = start
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        line = text[at:stop]
        if line.strip():
            is_item = _LISTED.match(line) is not None
            is_over = not is_item if listed else _LABELLED.match(line) or is_sentence(line) or _is_remark(line)
            if not first_line and is_over:
                break
            end, first_line = stop, False
        elif not listed and not first_line:
            break
        at = stop + 1
    return end
