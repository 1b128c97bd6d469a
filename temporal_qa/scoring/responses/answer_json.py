"""The answer object of a Test of Time response, recovered where it is not strict JSON.

The prompt ends with the opening of the object, ``{"explanation":``, and the response continues it. Models write
``"answer": 352 BC`` without quotes, a stray LaTeX backslash in the explanation, arithmetic or a list for a value, and
text after the object; they forget a comma. Of several objects in a response the last one counts: models first fill the
form with zeros, then work, and answer at the end.
"""

import ast
import json
import operator
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from temporal_qa.scoring.reading.endings import is_retraction
from temporal_qa.scoring.reading.markers import next_question
from temporal_qa.scoring.reading.places import is_open
from temporal_qa.scoring.reading.wording import DOUBT, TAKEN_BACK
from temporal_qa.scoring.value_types import PREFILL, NoValue

# A bare value has a comma only in 1,234 and before a year: "24 May, 2023".
_FIELD = re.compile(
    r"""
    \\?["'] (?P<key>answer|age|date|day|time|days|hours|minutes|seconds|[ABCXYZHMS]) \\?["'] \s* : \s*
    (?:
        \\?"(?P<quoted>[^"\n]*?)\\?" | '(?P<single>[^'"\n]*)'
        | (?P<bare> \[[^\]\n]{0,1000}\] | ["']? (?: [^,}\n"'] | ,(?=\d{3}(?!\d)|\s*\d{4}\b) )* )
    )
    """,
    re.VERBOSE,
)
CLOCK_KEYS = (("H", "M", "S"), ("X", "Y", "Z"), ("A", "B", "C"), ("hours", "minutes", "seconds"))
"""The keys for hours, minutes and seconds that questions ask for, in that order."""

_COMPLETE = ({"answer"}, {"age"}, {"date"}, {"day", "time"}, {"hours", "minutes"}, *map(set, CLOCK_KEYS[:3]))
_USUAL_KEYS = {"final_answer": "answer", "finalanswer": "answer"} | {
    name.lower(): name for names in (("answer", "age", "date", "day", "time", "days"), *CLOCK_KEYS) for name in names
}
# "{", or a fence before it
_OWN_START = re.compile(r"(?i)\s*(?:```(?:json)?\s*)?\{")
# A dictionary that is assigned to a variable is a step of a program, and not the answer.
_ASSIGNED = re.compile(r"\b(?!JSON\b)[A-Za-z_]\w*\s*=\s*\{\s*$")
# At the end of a response: a number, a sum or a date that may go on ("2001-06-1").
_CUT_OFF = re.compile(r"(?:^\s*|[-+*/=]\s+)\d+\s*\Z|\D\d\Z")
# After a value, another one: "2001-06-10" or "2001-06-11".
_CHOICE = re.compile(r"\s*(?:or\b|/)\s*\\?[\"'\d]")
# "515 / 5"
_EXPRESSION = re.compile(r"[\d.+\-*/%() ]{1,80}")
_ARITHMETIC: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip


def answer_fields(response: str) -> tuple[dict[str, Any], str]:
    """The fields of the answer object without its explanation, and the rule that found it.

    Raises:
        NoValue: the response has no object with a key for answers, or the line below it takes its answer back.

    >>> answer_fields(' "It ended 8 years after 360 BC.", "answer": 352 BC}')
    ({'answer': '352 BC'}, 'broken JSON')
    """
    own = response[: next_question(response)]
    after = own[own.rfind("}") + 1 :].strip("` \t\r\n")
    if "}" in own and is_retraction(after.partition("\n")[0]):  # "Wait, ..." amid later steps takes back one of them
        raise NoValue(TAKEN_BACK)
    for text in (own, response):  # a question of the model's own may follow its answer
        if (fields := _strict(PREFILL + text)) or (fields := _own_object(text)):
            return fields, "JSON"
    if not (objects := _loose_objects(response)):
        raise NoValue("no JSON object")
    if len(objects) == 1 and set(objects[0].values()) == {"0"} and not own.rstrip("` \t\r\n").endswith("}"):
        raise NoValue("a form that was never filled in")
    return objects[-1], "broken JSON" if len(objects) == 1 else "last of several objects"


def _strict(text: str) -> dict[str, Any] | None:
    """The fields of the object that a text is, up to its last brace; ``None`` if it is not strict JSON."""
    fields = None
    with suppress(ValueError, RecursionError):
        fields = json.loads(text.replace("\n", " ")[: text.rfind("}") + 1])
    if not isinstance(fields, dict):
        return None
    if is_open(fields):
        raise NoValue(DOUBT)
    fields.pop("explanation", None)
    return usual_keys(fields)


def usual_keys(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields with "hours" for "Hours", "H" for "h", "answer" for "final_answer"."""
    lower = {key: str(key).strip().lower().replace(" ", "_") for key in fields}
    return {_USUAL_KEYS.get(lower[key], str(key)): value for key, value in fields.items()}


def _own_object(response: str) -> dict[str, Any] | None:
    """The fields of the whole object, perhaps in a fence, that a model wrote instead of going on with ours."""
    fields = _strict(response[start.end() - 1 :]) if (start := _OWN_START.match(response)) else None
    return fields if fields and any(fields.keys() >= needed for needed in _COMPLETE) else None


def _loose_objects(text: str) -> list[dict[str, Any]]:
    """The objects of a text that is not strict JSON, by the keys for answers; those with all keys of one form, if any.

    A key that comes again, or a closing brace, begins another object. Steps of a program are left out, and so is an
    object that is cut off.
    """
    objects: list[dict[str, Any]] = []
    current: dict[str, Any] = {}
    end = 0
    for field in _FIELD.finditer(text):
        between = text[end : field.start()]
        if field["key"] in current or "}" in between or not current:
            current = {}
            objects += [] if _ASSIGNED.search(between) else [current]
        if field.end() == len(text) and _CUT_OFF.search(field["bare"] or ""):
            current.clear()  # the hours alone are not the answer
            break
        end = field.end()
        if field["bare"] is None:
            current[field["key"]] = "" if _CHOICE.match(text, end) else field["quoted"] or field["single"] or ""
        else:
            current[field["key"]] = field["bare"].strip(" \"'\\`")
    if "}" not in text[end:] and text[end:].lstrip().startswith(",") and current.keys() <= {"days", "hours", "minutes"}:
        current.clear()  # cut off before the seconds
    objects = list(filter(None, objects))
    return [fields for fields in objects if any(fields.keys() >= needed for needed in _COMPLETE)] or objects


def arithmetic(text: str) -> float | None:
    """The value of an expression of literal numbers, or ``None``. Nothing is executed.

    >>> arithmetic("515 / 5"), arithmetic("__import__('os')")
    (103.0, None)
    """
    with suppress(SyntaxError, ValueError, ArithmeticError, MemoryError, RecursionError):
        return float(_arithmetic(ast.parse(text.strip(), mode="eval").body)) if _EXPRESSION.fullmatch(text) else None
    return None


def _arithmetic(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)  # type: ignore[arg-type]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_arithmetic(node.operand)
    if isinstance(node, ast.BinOp) and (operation := _ARITHMETIC.get(type(node.op))):
        return operation(_arithmetic(node.left), _arithmetic(node.right))
    raise ValueError
