"""The places where models put a final answer: tags, boxes, JSON and markers such as "Final answer:".

Each function finds the last one in a text, in time linear in its length.
"""

import ast
import math
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Any

import orjson

from temporal_qa.scoring.reading.markers import Content, Place, hashed, marked, markers_in
from temporal_qa.scoring.reading.marks import cells, without_tex
from temporal_qa.scoring.reading.wording import DOUBT, NotRead, is_hedged, leaves_open
from temporal_qa.text.numbers import parse_number
from temporal_qa.timeline import DATE_PARTS


def final_place(text: str) -> Place | None:
    """The final answer of a text: in a tag, a box, a call, JSON, after a marker or in a table; ``None`` if in none.

    Raises:
        NotRead: a tag or a box that never ends, or an object that doubts its answer.
    """
    is_found = tagged(text) or boxed(text) or called(text) or json_answer(text)
    return is_found or marked(text) or hashed(text) or tabled(text)


_KEY = "(?:final_)?answers?"
# Also the argument "answer" of a call: "<parameter=answer>", "<arg_key>answer</arg_key><arg_value>"
_TAG = re.compile(
    rf"(?i)<(?:{_KEY}\s*>|\|begin_of_box\|>|parameter(?:=|\s+name=)[\"']?{_KEY}[\"']?>|arg_key>{_KEY}</arg_key>\s*<arg_value>"
    rf"|(?P<end>/(?:{_KEY}|parameter|arg_value)\s*>|\|end_of_box\|>))"
)


def tagged(text: str) -> Place | None:
    """The content of the last ``<answer>...</answer>``. Raises ``NotRead`` if the last one never ends.

    Tags that only space, a comma or "and" joins to the last one count with it.

    >>> tagged("Not <answer>A</answer>. So <answer>B</answer> and <answer>C</answer>.").content
    ['B', 'C']
    """
    if (tags := list(_TAG.finditer(text))) and not tags[-1]["end"]:
        raise NotRead("an answer tag that never ends")
    spans = [(*tag.span(), *end.span()) for tag, end in pairwise(tags) if end["end"] and not tag["end"]]
    return _last_place("answer tag", text, spans)


_BRACE = re.compile(r"\\(?:boxed|fbox) ?\{|(?<!\\)[{}]")


def boxed(text: str) -> Place | None:
    """The content of the last ``\\boxed{...}``, braces in it included. Raises ``NotRead`` if the last never ends.

    Boxes that only space, a comma or "and" joins to the last one count with it.

    >>> boxed(r"Not \\boxed{A}. So $\\boxed{\\text{B}}$ and $\\boxed{C}$.").content
    ['\\\\text{B}', 'C']
    """
    if "box" not in text:  # looking for letters is faster than for the pattern
        return None
    boxes: list[tuple[int, int, int, int]] = []
    opened: list[re.Match[str]] = []
    for brace in _BRACE.finditer(text):
        if brace[0] != "}":
            opened.append(brace)
        elif opened and (box := opened.pop())[0] != "{":
            while boxes and boxes[-1][0] > box.start():  # a box within this one
                boxes.pop()
            boxes.append((*box.span(), *brace.span()))
    if any(brace[0] != "{" for brace in opened):
        raise NotRead("a box that never ends")
    return _last_place("box", text, boxes, line_break="\\\\")


# What joins two places: white space, ", ", " and ", "$ and $"; what leaves a choice: " / "
_BETWEEN = re.compile(r"(?i)[\s$]*|[\s$.]*(?:\\?\$and\b|\\[()\],;]|[,;&]|\band\b)+(?:[\s$,]|\band\b|\\[(\[,;])*")

_CHOICE = re.compile(r"[\s$]*(?:/|\\lor\b|\\vee\b)[\s$]*")


def _last_place(rule: str, text: str, spans: list[tuple[int, int, int, int]], line_break: str = "\n") -> Place | None:
    """The last of the places in a text, with those that only space, a comma or "and" joins to it, or None.

    ``spans`` tells of each where it begins, where its content begins and ends, and where it ends. Raises ``NotRead``
    where "/" stands between the last two.
    """
    if not spans:
        return None
    first = len(spans) - 1
    while first and _BETWEEN.fullmatch(between := without_tex(text[spans[first - 1][3] : spans[first][0]])):
        first -= 1
    if first and _CHOICE.fullmatch(between):
        raise NotRead(DOUBT)
    contents = [text[begin:end].replace(line_break, "\n") for _, begin, end, _ in spans[first:]]
    return Place(rule, contents if len(contents) > 1 else contents[0], spans[first][0], spans[-1][3])


_CALL = re.compile(rf"(?s)\b(?:final|submit)_answer\(\s*(?:{_KEY}\s*=\s*)?(.{{0,1000}}?)\s*\)[ \t`]*(?=\n|\Z|<)")


def called(text: str) -> Place | None:
    """The argument of the last ``final_answer(...)``, by which agents end.

    >>> called("```python\\nfinal_answer(['Tesla', 'C (UK)'])\\n```").content, called("final_answer(None)").content
    (['Tesla', 'C (UK)'], [])
    """
    *_, found = [None, *_CALL.finditer(text)] if "_answer(" in text else [None]
    if found is None:
        return None
    value = parsed(found[1])
    is_bare = value is None and found[1] not in ("", "None", "null")
    content = found[1] if is_bare else _content(value)
    return None if content is None else Place("call", content, found.start(), found.end())


_TABLE = re.compile(r"(?m)^[ \t]*(\|[^\n]*)\n[ \t]*\|[ \t:|-]+\n((?:[ \t]*\|[^\n]*(?:\n|\Z))+)")
_ANSWER_HEAD = re.compile("(?i)(?:final )?answers?")
_FINAL_ANSWER = re.compile("(?i)final answers?:?")
_ROW_NUMBER = re.compile(r"(?i)#|no\.?|number|")


def tabled(text: str) -> Place | None:
    """The cells of the last table under "Answer": of one row, or of all where its only other column numbers the rows;
    or the one beside "Final answer" in the last row.

    >>> tabled("| # | **Answer** |\\n|---|---|\\n| 1 | Tesla |\\n| 2 | SpaceX |").content
    ['Tesla', 'SpaceX']
    >>> tabled("| Step | Result |\\n|---|---|\\n| Both | Tesla, SpaceX |\\n| **Final answer** | Tesla |").content
    ['Tesla']
    """
    *_, found = [None, *_TABLE.finditer(text)] if "|" in text else [None]
    if found is None:
        return None
    head, *rows = map(cells, (found[1], *found[2].splitlines()))
    if len(rows[-1]) == 2 and _FINAL_ANSWER.fullmatch(rows[-1][0]):
        return Place("table", [rows[-1][1]], found.start(), found.end())
    columns = [place for place, cell in enumerate(head) if _ANSWER_HEAD.fullmatch(cell)]
    others = [cell for cell in head if not _ANSWER_HEAD.fullmatch(cell)]
    is_list = len(rows) == 1 or all(map(_ROW_NUMBER.fullmatch, others))
    if len(columns) != 1 or not is_list or any(len(row) != len(head) for row in rows):
        return None
    return Place("table", [row[columns[0]] for row in rows], found.start(), found.end())


_JSON_PART = re.compile(r'["\[\]{}](?:(?<=")(?:[^"\\\n]|\\.)*+"?)?')  # found by its first character
_ANSWER_KEYS = ("finalanswer", "finalanswers", "answers", "answer")
# The keys of an object that hold no answer.
_REASONS = {"explanation", "reasoning", "reason", "thought", "thoughts"}
_BESIDE = {*_REASONS, "note", "notes", "confidence", "evidence", "source", "sources", "question", "query", "period"}
# Those of a call of a tool, which hold its arguments, or text in JSON.
_CALL_KEYS = ("arguments", "parameters", "toolcalls", "function")
# Those that hold none beside another key: {"employer": "Tesla", "start": 2006, "end": 2009}
_TIMES = {"start", "end", "from", "to", "startdate", "enddate", "startyear", "endyear", "subject"}
# And in a list: [{"team": "Ajax", "year": 2004}, ...]; alone, {"event": "election", "year": 2004} may tell the year.
_DATES = {"date", "year"}
_SURENESS, _SURE = re.compile(r"(?i)(?<!un)(?<!in)(?:certain|confiden|sure|correct(?!ion|ed)|valid(?!at))"), 0.5
_FENCE = re.compile(r"(?i)[`~]{3,}[ \t]*(?:json|python)?[ \t]*\n?\s*$")
_MAX_LITERAL = 2_000
_MAX_VALUES = 20
_MAX_DEPTH = 5
_ABSENT = object()


def json_answer(text: str) -> Place | None:
    """The last JSON object with a key for answers, or list of texts that stands alone; Python's quotes will do."""
    for start, end in _outermost(text)[:_MAX_VALUES]:
        value, stands_alone = _only_object(parsed(text[start:end])), _stands_alone(text, start, end)
        if isinstance(value, dict):
            fields, value = value, _answer_in(value, stands_alone)
            if value is not _ABSENT and is_open(fields):
                raise NotRead(DOUBT)
        elif not isinstance(value, list) or not stands_alone or any(isinstance(item, int | float) for item in value):
            continue  # "[1, 2]" names sources
        if (content := _content(value)) is not None:
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


def parsed(text: str) -> Any:
    """The value that a text in JSON, or a short one in Python, stands for; ``None`` if it is neither."""
    with suppress(orjson.JSONDecodeError):
        return orjson.loads(text)
    with suppress(SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return ast.literal_eval(text) if len(text) <= _MAX_LITERAL else None
    return None


def _only_object(value: Any) -> Any:
    """The one object of a list, or the value."""
    return value[0] if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) else value


def _answer_in(value: dict[Any, Any], stands_alone: bool) -> Any:
    """What an object holds under a key for answers; one that stands alone may have any key, if it has no other
    but for reasons and notes."""
    keys = {re.sub(r"[\W_]", "", str(key)).lower(): key for key in value}
    for key in (*_ANSWER_KEYS, *_CALL_KEYS, *("name",) * stands_alone):
        if key in keys and not (key == "function" and isinstance(value[keys[key]], str)):  # an office
            return value[keys[key]]
    if is_length(value):
        return value
    for first, last in ("start", "end"), ("startyear", "endyear"), ("from", "to"):
        if stands_alone and keys.keys() - _BESIDE == {first, last}:
            return f"{value[keys[first]]} to {value[keys[last]]}"
    others = [keys[key] for key in keys.keys() - _BESIDE - _TIMES or keys.keys() - _BESIDE]
    is_answer = stands_alone and len(others) == 1 and not leaves_open(str(others[0]).replace("_", " "))
    return value[others[0]] if is_answer else _ABSENT  # not {"candidates": ...}


def is_open(fields: Mapping[Any, Any]) -> bool:
    """Whether an object is not sure of its answer: ``{"answer": "Tesla", "note": "could be SpaceX"}``."""
    said = [(str(key), value) for key, value in fields.items() if str(key).lower() not in _REASONS]
    return any(
        (isinstance(value, str) and (is_hedged(f"{value} {key}") or value.startswith("or ")))  # "low confidence"
        or (_SURENESS.search(key) and (value is False or (parse_number(str(value)) or _SURE) < _SURE))
        or (value and "alternativ" in key.lower())
        for key, value in said
    )


def _content(value: Any, depth: int = 0) -> Content | None:
    """A text or a list of texts; nothing at all is an empty list, and what is neither is None.

    Raises ``NotRead`` where an object within is not sure of its answer.
    """
    if value is None or value == "":
        return []
    if isinstance(value, str):
        fields = parsed(value) if value.startswith("{") else None
        return _content(fields, depth + 1) if isinstance(fields, dict) else value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(int(value) if value == int(value) else value) if -math.inf < value < math.inf else None
    if is_length(value):
        return " ".join(f"{number} {key}" for key, number in value.items())
    if depth > _MAX_DEPTH or not isinstance(value, dict | list):
        return None
    if isinstance(value := _only_object(value), dict):
        if is_open(value):
            raise NotRead(DOUBT)
        without = {key: each for key, each in value.items() if depth and str(key).lower() not in _DATES}
        return _content(_answer_in(without or value, stands_alone=True), depth + 1)
    items = [_content(item, depth + 1) for item in value]
    texts = [item for item in items if isinstance(item, str)]
    return texts if all(item == [] or isinstance(item, str) for item in items) else None


def is_length(value: Any) -> bool:
    """Whether a value is an object of years, months and days, each a whole number: ``{"years": 90, "days": 1}``."""
    parts = value.items() if isinstance(value, dict) else ()
    return bool(parts) and all(str(key).lower().removesuffix("s") in DATE_PARTS and type(n) is int for key, n in parts)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a list is in a fence, follows a marker, or is a last paragraph of its own; others are only mentioned."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    is_led = _FENCE.search(text[max(0, start - 40) : start]) or any(True for _ in markers_in(line))
    return bool(is_led) or not (line.strip(" \t*`_>$-") or text[end:].strip(" \t\n*`_.$~"))
