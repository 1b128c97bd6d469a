"""What rewordings of questions may say, as ``generation/rewordings.yaml`` lists it, arranged for reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from temporal_qa.io.yaml_tables import read_yaml_table
from temporal_qa.questions.complex_tr.relations import wordings

_MACROS = {
    "person": {
        "<who>": "(?:SUBJECT|he|she|they)",
        "<whom>": "(?:SUBJECT|him|her|them)",
        "<whose>": "(?:SUBJECT 's|SUBJECT '|his|her|their)",
    },
    "thing": {"<who>": "(?:SUBJECT|it)", "<whom>": "(?:SUBJECT|it)", "<whose>": "(?:SUBJECT 's|SUBJECT '|its)"},
}
_ADJECTIVES = "other|different|sports?|sporting|political|head|educational|academic|work|of the|all the"
_BE = "(?:is|are|was|were|be|been|being)"


@dataclass(frozen=True, slots=True)
class RelationWords:
    """The words of one relation; see the head of the file.

    Attributes:
        person: whether the subject is a person.
        vocabulary: all words that the part that asks may have; ``beginning`` those of what begins, besides.
        asked: what is asked for, from its question word on.
        ask: who does what to whom, at any time.
        begin: the same of what begins.
        event, start, end: patterns without groups that name a fact, its start and its end.
    """

    person: bool
    vocabulary: frozenset[str]
    beginning: frozenset[str]
    asked: re.Pattern[str]
    ask: re.Pattern[str]
    begin: re.Pattern[str]
    event: str
    start: str
    end: str


@cache
def rewording_words() -> Mapping[str, RelationWords]:
    """The words by relation.

    Raises:
        ValueError: a relation of ``relations.yaml`` is missing, or one is unknown there.
    """
    table = read_yaml_table("rewordings.yaml")
    if table["relations"].keys() != wordings().relations.keys():
        raise ValueError("rewordings.yaml: expected the relations of relations.yaml")
    common = frozenset(table["common"].split())
    beginning = frozenset(table["beginning"].split())
    return MappingProxyType({key: _words(block, common, beginning) for key, block in table["relations"].items()})


def _words(block: Mapping[str, Any], common: frozenset[str], beginning: frozenset[str]) -> RelationWords:
    def either(patterns: Iterable[str]) -> str:
        filled = "|".join(patterns) or r"(?!)"
        for macro, pattern in _MACROS[block["subject"]].items():
            filled = filled.replace(macro, pattern)
        return f"(?:{filled.replace('<be>', _BE)})"

    nouns = "|".join(block["asked"].split())
    noun = rf"(?:(?:{_ADJECTIVES}) ){{0,2}}(?:{nouns})s?\b"
    asked = [
        rf"(?:which|what) {noun}",
        rf"(?:what|which) (?:is|are|was|were|'s) (?:the names? of )?(?:the |<whose> ){noun}",
        rf"(?:name|names of) (?:the |all the |<whose> ){noun}",
        *(rf"{word}\b" for word in block["bare"].split()),
    ]
    return RelationWords(
        person=block["subject"] == "person",
        vocabulary=common | frozenset(block["words"].split()),
        beginning=beginning,
        asked=re.compile(either(asked)),
        ask=re.compile(rf"\b{either(block['ask'])}"),
        begin=re.compile(rf"\b{either([*block['ask'], *block['begin']])}"),
        event=either(block["event"]),
        start=either(block["start"]),
        end=either(block["end"]),
    )
