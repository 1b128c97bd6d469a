"""Reads a query that a row tells by names or ids, and a question in words, by the wordings and the names of a graph."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain
from typing import Any

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.io import InputError, grouped
from temporal_qa.questions.cron_questions.queries import (
    DIRECTIONS,
    ENTITIES,
    FIELDS,
    KINDS,
    SHAPES,
    GraphQuery,
    year_in,
)
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
            return year_in(text)
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


class QueryReader:
    """Reads queries that rows or users tell by names or ids.

    Args:
        graph: the one that is asked about.

    Attributes:
        relations: id -> number, of those with wordings.
    """

    def __init__(self, graph: TemporalGraph) -> None:
        self.graph = graph
        known = graph_wordings().relations_of(graph).items()
        self.relations = {relation: number for number, relation in reversed(known)}  # of several names the first counts

    def query(self, row: Mapping[str, Any], role_of: Any) -> GraphQuery:
        """The query in the columns :data:`~.queries.FIELDS` of a row; all but kind, relation and anchor may be absent.

        Args:
            row: of a dataset, or a user's query.
            role_of: tells the end of the anchor where the row does not, see :meth:`~.solver.GraphSolver.role_of`.

        Raises:
            ValueError: a column is absent or of another type or value.
            Unparsable: the graph does not have a name, or has it twice; or what is told fits no shape.
        """
        kind = _choice(row, "kind", KINDS)
        told: dict[str, Any] = {name: row.get(name) for name in FIELDS}
        told["relation"] = relation = self._relation(told["relation"])
        for name in ENTITIES:
            if told[name] is not None:
                told[name] = self._entity(told[name], name)
        if told["anchor"] is None:
            raise ValueError("no 'anchor', expected the entity that the question is about")
        if told["year"] is not None:
            told["year"] = _year(told["year"])
        if told["direction"] is not None:
            _choice(row, "direction", DIRECTIONS.get(kind, ()))
        if told["answer_type"] is None:
            told["answer_type"] = "entity"
        _choice(told, "answer_type", ("entity", "time"))
        if told["role"] is None:
            at = told["anchor"] if told["named_at"] is None else told["named_at"]
            told["role"] = role_of(relation, at, told["named"])
        _choice(told, "role", ("subject", "object"))
        return GraphQuery(**told)

    def entity_called(self, name: str) -> int | None:
        """The entity of an id, name or alias; None where none or several are called so."""
        number = self.graph.numbers_by_name.get(name, -1)
        return number if number >= 0 else None

    def _entity(self, name: Any, column: str) -> int:
        if not isinstance(name, str):
            raise ValueError(f"{column} is {name!r}, expected a name or id as text")
        number = self.graph.numbers_by_name.get(name)
        if number is None:
            raise Unparsable(f"{column}: no entity {name!r} among {len(self.graph.entities):,}")
        if number < 0:
            raise Unparsable(f"{column}: several entities are called {name!r}, expected an id")
        return number

    def _relation(self, name: Any) -> int:
        if not isinstance(name, str):
            raise ValueError(f"relation is {name!r}, expected a name or id as text")
        name = graph_wordings().called.get(name, name)
        if name in self.relations:
            return self.relations[name]
        try:
            return self.graph.relation_number(name)
        except InputError as error:
            raise Unparsable(error.fault) from None


def _choice(row: Mapping[str, Any], name: str, expected: tuple[str, ...]) -> Any:
    if (value := row.get(name)) not in expected:
        found = f"{name} is {value!r}" if value is not None else f"no {name!r}"
        raise ValueError(f"{found}, expected {', '.join(expected) or 'none'}")
    return value


def _year(value: Any) -> int:
    year = year_in(value) if isinstance(value, str) else value
    if type(year) is int:
        return year
    raise ValueError(f"year is {value!r}, expected a whole number")
