"""Reads a question in words, by the wordings and the names of a graph."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain
from typing import Any

from temporal_qa.io import grouped
from temporal_qa.questions.cron_questions.queries import SHAPES, YEAR, GraphQuery
from temporal_qa.questions.cron_questions.wordings import Wording, graph_wordings
from temporal_qa.questions.unsolved import Unparsable


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

    def number_in(slot: str, text: str) -> int | None:
        if slot == "year":
            return int(text) if YEAR.fullmatch(text) else None
        number = entity(text)
        return None if number is None or (slot == "event" and not is_event(number)) else number

    found: dict[GraphQuery, None] = {}
    for wording in _by_first_word().get(question.partition(" ")[0], ()):
        if wording.relation not in relations or not question.endswith(wording.pieces[-1]):
            continue
        for slots in wording.read(question):
            told: dict[str, Any] = {slot: number_in(slot, text) for slot, text in slots.items()}
            if None not in told.values():
                told |= {"relation": relations[wording.relation], "role": wording.role, "direction": wording.direction}
                shape = SHAPES[wording.shape]
                found[GraphQuery(shape.kind, **told, answer_type=shape.asked_for)] = None
    # "Who was President before X?" is worded alike for a person and an event: what has a span of its own is the event.
    of_events = [query for query in found if query.event is not None]
    if len(chosen := of_events or list(found)) == 1:
        return chosen[0]
    raise Unparsable("it can be read in several ways" if found else "no known wording with names of this graph")


@cache
def _by_first_word() -> Mapping[str, list[Wording]]:
    wordings = chain.from_iterable(graph_wordings().by_use.values())
    return grouped((wording.text.partition(" ")[0], wording) for wording in wordings)
