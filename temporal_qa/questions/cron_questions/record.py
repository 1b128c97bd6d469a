"""A question of CronQuestions as a record: the shared columns, and those of this family."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.io.errors import InputError
from temporal_qa.questions.cron_questions.queries import DIRECTIONS, FIELDS, KINDS, YEAR, GraphQuery, answer_type_of
from temporal_qa.questions.cron_questions.synthesis import GraphQuestion
from temporal_qa.questions.cron_questions.wordings import Wording, graph_wordings
from temporal_qa.questions.unsolved import Unparsable

_ENTITIES = ("anchor", "named", "named_at", "event")
_SLOT_ENTITIES = frozenset(_ENTITIES)


def label(graph: TemporalGraph, entity: int, may_be_asked: bool) -> str:
    """The name of an entity; with its id where others are called so."""
    name = graph.names[entity]
    return name if may_be_asked else f"{name} ({graph.ids[entity]})"


def _drawn_name(graph: TemporalGraph, entity: int, rng: random.Random) -> str:
    aliases = graph.aliases.get(entity)
    return rng.choice((graph.names[entity], *aliases)) if aliases else graph.names[entity]


def query_columns(query: GraphQuery, graph: TemporalGraph, relation: str) -> dict[str, Any]:
    """The columns :data:`~.queries.FIELDS` of a query: entities by their ids."""
    columns: dict[str, Any] = {name: getattr(query, name) for name in FIELDS} | {"relation": relation}
    for name in _ENTITIES:
        if columns[name] is not None:
            columns[name] = graph.ids[columns[name]]
    return columns


def question_row(
    question: GraphQuestion, wording: Wording, graph: TemporalGraph, answers: list[str], seed: str, place: int,
    rng: random.Random,
) -> dict[str, Any]:  # fmt: skip
    """The row as datasets keep it, see :func:`graph_features`.

    Args:
        question: with its answers by number.
        wording: one of its split.
        graph: tells names and ids.
        answers: names, or years as text.
        seed: of the question, shared by its paraphrases.
        place: which paraphrase it is.
        rng: draws one of the names of each entity that has aliases.
    """
    query = question.query
    names = {
        name: _drawn_name(graph, entity, rng) for name in _ENTITIES if (entity := getattr(query, name)) is not None
    }
    text, spans = wording.fill(names | {"year": str(query.year)})
    columns = query_columns(query, graph, wording.relation)
    ids = [graph.ids[entity] for entity in question.answers] if query.answer_type == "entity" else answers
    return columns | {
        "id": f"{seed}-{place}",
        "seed": seed,
        "question": text,
        "answers": answers,
        "answer_ids": ids,
        "wording": wording.text,
        "entities": [
            {"id": columns[slot], "name": names[slot], "slot": slot, "start": start, "end": end}
            for slot, (start, end) in spans.items()
            if slot in _SLOT_ENTITIES
        ],
        "times": [
            {"year": query.year, "start": start, "end": end} for slot, (start, end) in spans.items() if slot == "year"
        ],
    }


def graph_features(*, with_facts: bool = False) -> Any:
    """The ``datasets.Features`` of a row; ``with_facts`` has ``fact_context``, too."""
    from datasets import Features, List, Value

    text, number, texts = Value("string"), Value("int32"), List(Value("string"))
    place = {"start": number, "end": number}
    columns = dict.fromkeys(("id", "seed", "question"), text) | {"answers": texts, "answer_ids": texts}
    columns |= dict.fromkeys(FIELDS, text) | {"year": number, "wording": text}
    columns["entities"] = List({"id": text, "name": text, "slot": text} | place)
    columns["times"] = List({"year": number} | place)
    if with_facts:
        columns["fact_context"] = text
    return Features(columns)


def numbers_of(relations: Mapping[int, str]) -> dict[str, int]:
    """Relation -> number, of number -> relation. Of several names of one, the first has its facts."""
    return {relation: number for number, relation in reversed([*relations.items()])}


class QueryReader:
    """Reads queries that rows or users tell by names or ids.

    Args:
        graph: the one that is asked about.
        relations: number -> id, of those with wordings.
    """

    def __init__(self, graph: TemporalGraph, relations: Mapping[int, str]) -> None:
        self.graph = graph
        self._relations = numbers_of(relations)

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
        for name in _ENTITIES:
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
        query = GraphQuery(**told)
        if query.answer_type == "entity" and answer_type_of(query.shape) == "time":
            query = GraphQuery(**(told | {"answer_type": "time"}))
        return query

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
        if name not in self._relations:
            try:
                self._relations[name] = self.graph.relation_number(name)
            except InputError as error:
                raise Unparsable(error.fault) from None
        return self._relations[name]


def _choice(row: Mapping[str, Any], name: str, expected: tuple[str, ...]) -> Any:
    if (value := row.get(name)) not in expected:
        found = f"{name} is {value!r}" if value is not None else f"no {name!r}"
        raise ValueError(f"{found}, expected {', '.join(expected) or 'none'}")
    return value


def _year(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and YEAR.fullmatch(value):
        return int(value)
    raise ValueError(f"year is {value!r}, expected a whole number")
