"""The table of relations and their wordings, read from ``generation/relations.yaml``."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Meta, Struct, ValidationError, convert

from temporal_qa.io import InputError
from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.slots import check_slots

_Several: TypeAlias = Annotated[tuple[str, ...], Meta(min_length=3)]


class ReleasedWordings(Struct, frozen=True, forbid_unknown_fields=True):
    """Wordings of a released dataset, which the solver reads and we never write."""

    sentence: str | None = None
    ask: tuple[str, ...] = ()
    event: tuple[str, ...] = ()
    event_during: tuple[str, ...] = ()


class Relation(
    Struct, frozen=True, forbid_unknown_fields=True, rename={"subject_types": "subject", "object_types": "object"}
):
    """One relation: its property id, its labels, the types of entity it joins, and its wordings.

    The head of the YAML file explains each.
    """

    id: str
    label: str
    subject_types: tuple[str, ...]
    object_types: tuple[str, ...]
    sentence: str
    ask: _Several
    ask_span: _Several
    ask_other: _Several
    event: str
    event_during: _Several
    also: tuple[str, ...] = ()
    single_holder: bool = False
    temp_reason: ReleasedWordings = ReleasedWordings()
    complex_tr: ReleasedWordings = ReleasedWordings()


class WordingTable(NamedTuple):
    """All wordings: ``relations`` by property id, and the sentence ``patterns`` of each kind of question."""

    relations: Mapping[str, Relation]
    patterns: Mapping[str, tuple[str, ...]]


@cache
def wordings() -> WordingTable:
    """The table of ``generation/relations.yaml``, checked: every slot is one that we fill.

    Raises:
        InputError: a key that is unknown, missing or of another type, a wording with an unknown slot or without a
            needed one, or fewer than three ways to ask.
    """
    with yaml_table("relations.yaml", dict[str, Any]) as table:
        relations = {key: _relation(key, block) for key, block in table["relations"].items()}
        patterns = {kind: tuple(table["kinds"][kind]) for kind in KINDS}
        for kind in KINDS.values():
            # {nearest} is a direction in other words.
            directed = [pattern.replace("{nearest}", "{direction}") for pattern in patterns[kind.name]]
            check_slots(kind.name, directed, {"ask", *kind.slots.split()})
        return WordingTable(relations, patterns)


_PROPERTY = re.compile(r"(?:.*[/:])?([Pp][1-9][0-9]*)")


@lru_cache(maxsize=1 << 12)
def property_of(relation: str) -> str:
    """The property that a file of facts means by a relation, which is returned as it is if it is unknown.

    Read are properties, alone or at the end of an address, and the labels of ``generation/relations.yaml``; of labels
    only letters and digits count, in any case.

    >>> property_of("educated at"), property_of("Educated_At"), property_of("alma mater"), property_of("wdt:P69")
    ('P69', 'P69', 'P69', 'P69')
    >>> property_of("likes")
    'likes'
    """
    if found := _PROPERTY.fullmatch(relation.strip()):
        return found[1].upper()
    return _properties_by_label().get(_folded(relation), relation)


@cache
def _properties_by_label() -> dict[str, str]:
    labels = [(_folded(label), one.id) for one in wordings().relations.values() for label in (one.label, *one.also)]
    properties = dict(labels)
    if len(properties) < len(labels):
        raise InputError("two relations have the same label", "generation/relations.yaml")
    return properties


def _folded(label: str) -> str:
    return "".join(letter for letter in label.casefold() if letter.isalnum())


def _relation(key: str, block: Mapping[str, Any]) -> Relation:
    try:
        relation = convert({**block, "id": key}, Relation)
    except ValidationError as problem:
        raise ValueError(f"{key}: {problem}") from None
    theirs = relation.complex_tr
    check_slots(key, filter(None, (relation.sentence, theirs.sentence)), {"subject", "object"})
    check_slots(key, relation.ask + relation.ask_span + relation.ask_other + theirs.ask, {"subject"})
    events = (relation.event, *relation.event_during, *theirs.event, *theirs.event_during)
    check_slots(key, events, {"object"}, optional={"subject"})
    return relation
