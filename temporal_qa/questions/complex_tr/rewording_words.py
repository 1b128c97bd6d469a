"""What rewordings of questions may say, as ``generation/rewordings.yaml`` lists it, arranged for reading."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.rewording_frames import Frames

_MACROS = {
    "person": {
        "<who>": "(?:SUBJECT|he|she|they)",
        "<whom>": "(?:SUBJECT|him|her|them)",
        "<whose>": "(?:SUBJECT 's|SUBJECT '|his|her|their)",
    },
    "thing": {"<who>": "(?:SUBJECT|it)", "<whom>": "(?:SUBJECT|it)", "<whose>": "(?:SUBJECT 's|SUBJECT '|its)"},
}
_BE = "(?:is|are|was|were|be|been|being)"


@dataclass(frozen=True, slots=True)
class RelationWords:
    """The words of one relation, as patterns without groups; see the head of the file.

    Attributes:
        person: whether the subject is a person.
        ask: the whole of what asks for the objects of a fact at any time; a long one, see :func:`is_whole`.
        ask_next, ask_last: the same of what begins next, and of what began last before.
        event, start, end: what names a fact, its start and its end.
    """

    person: bool
    ask: str
    ask_next: str
    ask_last: str
    event: str
    start: str
    end: str


@cache
def rewording_words() -> Mapping[str, RelationWords]:
    """The words by relation.

    Raises:
        InputError: a relation of ``relations.yaml`` is missing, or one is unknown there.
    """
    with yaml_table("rewordings.yaml", dict[str, Any]) as table:
        if table["relations"].keys() != wordings().relations.keys():
            raise ValueError("expected the relations of relations.yaml")
        return {key: _words(block) for key, block in table["relations"].items()}


def is_whole(pattern: str, words: str) -> bool:
    """Whether the pattern fits all of the words. Each is compiled when it is needed: all of them take two seconds."""
    return bool(_compiled(pattern).fullmatch(words))


_compiled = cache(re.compile)


def _words(block: Mapping[str, Any]) -> RelationWords:
    def either(patterns: Iterable[str]) -> str:
        filled = "|".join(patterns) or r"(?!)"
        for macro, pattern in _MACROS[block["subject"]].items():
            filled = filled.replace(macro, pattern)
        return f"(?:{filled.replace('<be>', _BE).replace('<their>', '(?:his|her|their)')})"

    frames = Frames(block["asked"], block["bare"].split())
    begin = block.get("begin", {})
    return RelationWords(
        person=block["subject"] == "person",
        ask=either(frames.questions(block, perfect=False)),
        ask_next=either([*frames.questions(block, perfect=False), *frames.questions(begin, perfect=False)]),
        ask_last=either([*frames.questions(block, perfect=True), *frames.questions(begin, perfect=True)]),
        event=rf"{either(block['event'])}\b",
        start=rf"{either(block['start'])}\b",
        end=rf"{either(block['end'])}\b",
    )
