"""What a released question of CronQuestions asks, as the columns of a query over its graph (Saxena et al., ACL 2021).

A row says which of its entities are the ``head`` and the ``tail`` of facts, their subject and object, and which is an
event (``event_head``). The second office of a question about two has no such name. The anchor is the entity around
which the facts of the question lie: see :class:`~temporal_qa.questions.cron_questions.queries.GraphQuery`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from temporal_qa.questions.cron_questions.queries import DIRECTIONS, FIELDS

_COLUMNS = tuple(name for name in FIELDS if name not in ("kind", "relation", "answer_type"))

# "Who was President before Obama?", "Who received the prize after Ann?": asked about the object of the facts.
_ASKED_ABOUT_OBJECTS = ("P39", "P166")


def query_columns(
    kind: str,
    relation: str | None,
    entities: Mapping[str, str | None],
    years: Collection[int],
    words: Collection[object],
) -> dict[str, Any]:
    """The columns of the query beside kind, relation and answer type; all ``None`` if the row tells too little.

    Args:
        kind: of the question, such as ``time_join``.
        relation: its id, such as ``P39``.
        entities: the id of each entity in the question -> what it is called: head, tail, event_head or another word.
        years: in the question.
        words: of its annotation, among them the direction: first, last, before, after.

    >>> found = query_columns("before_after", "P39", {"Q76": "head", "Q11696": "tail"}, [], ["before"])
    >>> [found[name] for name in ("anchor", "role", "named", "direction")]
    ['Q11696', 'object', 'Q76', 'before']
    """
    called = {name: entity for entity, name in entities.items() if name in ("head", "tail", "event_head")}
    head, tail, event = (called.get(name) for name in ("head", "tail", "event_head"))
    others = [entity for entity, name in entities.items() if name not in called]
    direction = next((word for word in DIRECTIONS.get(kind, ()) if word in words), None)
    at_object = head is None or kind == "time_join" or (kind == "before_after" and relation in _ASKED_ABOUT_OBJECTS)
    columns: dict[str, Any] = dict.fromkeys(_COLUMNS)
    is_told = relation is not None and called.keys() & {"head", "tail"} and len(others) < 2
    if not is_told or (kind in DIRECTIONS and direction is None):
        return columns
    columns |= {"direction": direction, "event": event}
    columns["year"] = next(iter(years)) if kind == "simple_entity" and len(years) == 1 else None
    if tail is None:
        return columns | {"anchor": head, "role": "subject"}
    if others:
        return columns | {"anchor": others[0], "role": "object", "named": head, "named_at": tail}
    if at_object:
        return columns | {"anchor": tail, "role": "object", "named": head}
    return columns | {"anchor": head, "role": "subject", "named": tail}


def meant_relation(kind: str, relation: str | None, entities: Mapping[str, str | None]) -> str | None:
    """The relation that a row is about, where its label is another: the release calls spouses 26, and the team members
    of an event office holders."""
    if relation == "26":
        return "P26"
    names = {*entities.values()}
    if (kind, relation) == ("time_join", "P39") and {"head", "event_head"} <= names and "tail" not in names:
        return "P54"
    return relation
