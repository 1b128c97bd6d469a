"""The wordings of CronQuestions: those of ``generation/cron_questions.yaml``, by relation, shape and end of the facts.

A wording belongs to one split. What tells the direction ("first", "before") is part of it. Questions are read back by
them (:func:`read_question`).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.io import grouped
from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.complex_tr.relations import property_of
from temporal_qa.questions.cron_questions.queries import DIRECTIONS, ROLES, SHAPES, Direction, GraphQuery, Role, year_in
from temporal_qa.questions.cron_questions.years import RelationRules
from temporal_qa.questions.slots import check_slots, parts_of, slot_values
from temporal_qa.questions.unsolved import Unparsable

SPLITS = ("train", "dev", "test")
_MIN_WORDINGS = 4  # the second is for dev, the fourth for test
_EITHER = re.compile(r"\(([^()|]+)\|([^()|]+)\)")


class Wording(NamedTuple):
    """One way to ask.

    Attributes:
        relation: the id of the relation, such as ``P54``.
        shape: see :class:`~.queries.GraphQuery`.
        role: the end of the facts at which the anchor stands.
        direction: of a first_last or before_after question.
        text: with slots, such as ``Who played with {named} at {anchor}?``
        split: the one that may use it.
    """

    relation: str
    shape: str
    role: Role
    direction: Direction | None
    text: str
    split: str

    def fill(self, values: Mapping[str, str]) -> tuple[str, dict[str, tuple[int, int]]]:
        """The question, and where each slot begins and ends in it, in characters."""
        (text, *pieces), slots = parts_of(self.text)
        spans = {}
        for slot, piece in zip(slots, pieces, strict=True):
            start = len(text)
            text += values[slot]
            spans[slot] = start, len(text)
            text += piece
        return text, spans


class GraphWordings(NamedTuple):
    """All wordings, and what the relations are called in graphs.

    Attributes:
        by_use: relation, shape, role and direction -> its wordings.
        called: an id or label of a relation -> the id.
        statements: id of a relation -> how a fact is stated, with the slots ``subject`` and ``object``.
        rules: what the relations say of their questions, by their ids.
    """

    by_use: Mapping[tuple[str, str, Role, Direction | None], Sequence[Wording]]
    called: Mapping[str, str]
    statements: Mapping[str, str]
    rules: RelationRules

    def relation_called(self, name: str) -> str | None:
        """The id of a relation by its id or label in a graph; those of Complex-TR as facts may spell them."""
        return self.called.get(name) or self.called.get(property_of(name))

    def relations_of(self, graph: TemporalGraph) -> dict[int, str]:
        """The relations of a graph that have wordings: number -> id."""
        names = enumerate(zip(graph.relation_ids.to_pylist(), graph.relations.to_pylist(), strict=True))
        called = {number: self.relation_called(id_) or self.relation_called(label) for number, (id_, label) in names}
        return {number: relation for number, relation in called.items() if relation}

    def names(self) -> dict[str, list[str]]:
        """Each relation, with its other ids and labels."""
        return {known: [name for name, one in self.called.items() if known == one != name] for known in self.statements}

    def rules_of(self, graph: TemporalGraph) -> RelationRules:
        """The same by the numbers of a graph."""
        known = self.relations_of(graph).items()
        return RelationRules(*({number for number, relation in known if relation in marked} for marked in self.rules))


@cache
def graph_wordings() -> GraphWordings:
    """Those of ``generation/cron_questions.yaml``.

    Raises:
        InputError: a block of another form, a list of fewer than four wordings, or one with other slots than its shape.
    """
    wordings = list[Wording]()
    called, statements = dict[str, str](), dict[str, str]()
    rules = RelationRules(set(), set(), set())
    with yaml_table("cron_questions.yaml", dict[str, Any]) as table:
        for relation, block in table.items():
            if not isinstance(also := block.pop("also"), list):
                raise ValueError(f"{relation}: also is {also!r}, expected a list")
            called |= dict.fromkeys((relation, *also), relation)
            statements[relation] = block.pop("statement")
            check_slots(relation, [statements[relation]], {"subject", "object"})
            for mark, relations in rules._asdict().items():
                if block.pop(mark, False):
                    relations.add(relation)
            wordings += _wordings(relation, block)
    by_use = grouped(((each.relation, each.shape, each.role, each.direction), each) for each in wordings)
    return GraphWordings(by_use, called, statements, rules)


@cache
def wordings_of_split(split: str, *use: Any) -> list[Wording]:
    """Those of one use, see :class:`GraphWordings`, that a split may use."""
    return [wording for wording in graph_wordings().by_use[use] if wording.split == split]


def _wordings(relation: str, block: Mapping[str, Any]) -> Iterator[Wording]:
    for shape, by_role in block.items():
        directions = DIRECTIONS.get(SHAPES[shape].kind, (None,))
        for role, texts in by_role.items():
            use = f"{relation}, {shape}, {role}"
            if role not in ROLES or not isinstance(texts, list) or len(texts) < _MIN_WORDINGS:
                raise ValueError(f"{use}: expected {' or '.join(ROLES)}, with {_MIN_WORDINGS} wordings or more")
            check_slots(use, texts, {"anchor", *SHAPES[shape].given}, once=False)
            for place, text in enumerate(texts):
                split = {1: "dev", 3: "test"}.get(place, "train")
                # A wording without (a|b) asks about the earlier direction only.
                for number, direction in enumerate(directions if _EITHER.search(text) else directions[:1]):
                    yield Wording(relation, shape, role, direction, _EITHER.sub(rf"\{number + 1}", text), split)


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
        for slots in slot_values(wording.text, question) if wording.relation in relations else ():
            given: dict[str, Any] = {slot: number_in(slot, text) for slot, text in slots.items()}
            if None not in given.values():
                given |= {"relation": relations[wording.relation], "role": wording.role, "direction": wording.direction}
                shape = SHAPES[wording.shape]
                found[GraphQuery(shape.kind, **given, answer_type=shape.asked_for)] = None
    # "Who was President before X?" is worded alike for a person and an event: what has a span of its own is the event.
    of_events = [query for query in found if query.event is not None]
    if len(chosen := of_events or list(found)) == 1:
        return chosen[0]
    raise Unparsable("it can be read in several ways" if found else "no known wording with names of this graph")


@cache
def _by_first_word() -> Mapping[str, list[Wording]]:
    wordings = chain.from_iterable(graph_wordings().by_use.values())
    return grouped((wording.text.partition(" ")[0], wording) for wording in wordings)
