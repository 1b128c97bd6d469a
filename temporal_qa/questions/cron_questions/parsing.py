"""Reads a question in words back into the query that it asks, by the wordings and the names of a graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from temporal_qa.questions.cron_questions.queries import YEAR, GraphQuery, Kind, answer_type_of
from temporal_qa.questions.cron_questions.wordings import Wording, graph_wordings
from temporal_qa.questions.unsolved import Unparsable

_KINDS: Mapping[str, Kind] = {
    "simple_time": "simple_time", "simple_entity": "simple_entity", "first_last_of_pair": "first_last",
    "first_last_time": "first_last", "first_last_entity": "first_last", "before_after": "before_after",
    "before_after_event": "before_after", "time_join": "time_join", "time_join_elsewhere": "time_join",
    "time_join_event": "time_join",
}  # fmt: skip


def read_question(
    question: str, relations: Mapping[str, int], entity: Callable[[str], int | None], is_event: Callable[[int], bool]
) -> GraphQuery:
    """The one query that a question in a known wording asks.

    Args:
        question: in words.
        relations: the id of each relation with wordings -> its number in the graph.
        entity: the entity of a name; None where none or several are called so.
        is_event: whether an entity has a span of its own.

    Raises:
        Unparsable: no wording fits with names of the graph, or several do with different meanings.
    """
    found = dict.fromkeys(
        query
        for wording in _by_first_word().get(question.partition(" ")[0], ())
        if wording.relation in relations and question.endswith(wording.pieces[-1])
        for slots in wording.read(question)
        if (query := _query(wording, slots, relations[wording.relation], entity, is_event)) is not None
    )
    # "Who was President before X?" is worded alike for a person and an event: what has a span of its own is the event.
    of_events = [query for query in found if query.event is not None]
    if len(chosen := of_events or list(found)) == 1:
        return chosen[0]
    raise Unparsable("it can be read in several ways" if found else "no known wording with names of this graph")


@cache
def _by_first_word() -> Mapping[str, tuple[Wording, ...]]:
    by_word: dict[str, list[Wording]] = {}
    for wordings in graph_wordings().by_use.values():
        for wording in wordings:
            by_word.setdefault(wording.text.partition(" ")[0], []).append(wording)
    return {word: tuple(wordings) for word, wordings in by_word.items()}


def _query(
    wording: Wording, slots: Mapping[str, str], relation: int, entity: Callable[[str], int | None],
    is_event: Callable[[int], bool],
) -> GraphQuery | None:  # fmt: skip
    told: dict[str, Any] = {}
    for slot, text in slots.items():
        if slot == "year":
            if not YEAR.fullmatch(text):
                return None
            told[slot] = int(text)
        else:
            number = entity(text)
            if number is None or (slot == "event" and not is_event(number)):
                return None
            told[slot] = number
    kind, answer_type = _KINDS[wording.shape], answer_type_of(wording.shape)
    return GraphQuery(kind, relation, role=wording.role, direction=wording.direction, answer_type=answer_type, **told)
