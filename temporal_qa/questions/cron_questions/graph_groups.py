"""The facts of a graph in groups, each around one anchor, and which groups and entities belong to which split."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import TemporalGraph, are_one_line
from temporal_qa.questions.cron_questions.queries import ROLES, Role
from temporal_qa.questions.cron_questions.wordings import SPLITS, graph_wordings
from temporal_qa.questions.cron_questions.years import YearFacts, facts_by_year, uncertain_facts_by_year
from temporal_qa.timeline import ANSWER_SEPARATOR

NO_YEARS, NO_WORDINGS = "fact: no start or no end", "fact of a relation that has no wordings"
SHARED_NAME = "entity: its name is the name or the id of another, or cannot be written"
_SHARES = (0.70, 0.15, 0.15)
Span: TypeAlias = tuple[int, int]
Stint: TypeAlias = tuple[int, Span]
"""An entity, and the first and last year in which it holds."""


class GraphGroup(NamedTuple):
    """All facts of one relation with one entity at one end.

    Attributes:
        relation: its id in the wordings.
        number: its number in the graph.
        role: the end at which the anchor stands.
        anchor: the entity.
        facts: of each, who stands at the other end, and the first and last year.
        may_hold: who else may stand there, and in which years at most: facts without a start or an end, and marriages
            that are stated from the other end only.
    """

    relation: str
    number: int
    role: Role
    anchor: int
    facts: list[Stint]
    may_hold: list[Stint]


class GraphGroups:
    """The groups of a graph that questions are asked about.

    Entities are dealt out to the splits at random, by their ids and the seed; a group is of the split of its anchor.

    Args:
        graph: its times are years.
        events: entities with spans of their own, which all splits may name.
        seed: of the deal.
        drops: counts the facts and entities that are not asked about.
    """

    def __init__(self, graph: TemporalGraph, events: Events, seed: int, drops: Counter[str] | None = None) -> None:
        self.graph = graph
        wordings = graph_wordings()
        self.relations = wordings.relations_of(graph)
        rules = wordings.rules_of(graph)
        facts = facts_by_year(graph, rules.pointwise)
        self._ends = self._both_ends(facts)
        self._uncertain_ends = self._both_ends(uncertain_facts_by_year(graph, rules))
        self.may_be_asked = unique_names(graph.entities, graph.entity_ids)
        if drops is not None:
            drops.update(+Counter({
                NO_YEARS: len(graph) - len(facts.fact),
                NO_WORDINGS: int(np.count_nonzero(~self._are_worded(facts))),
                SHARED_NAME: int(np.count_nonzero(~self.may_be_asked)),
            }))  # fmt: skip
        self.may_answer = _may_answer(graph.entities)
        self.split_of = _deal(graph, seed)
        self.events = events.spans()
        self.event_list = [event for event in self.events if self.may_be_asked[event]]

    def _are_worded(self, facts: YearFacts) -> NDArray[np.bool_]:
        return np.isin(facts.relation, list(self.relations))

    def _both_ends(self, facts: YearFacts) -> dict[Role, "_End"]:
        """The facts of relations with wordings, from either end."""
        worded = self._are_worded(facts)
        facts = YearFacts(*(column[worded] for column in facts))
        return {role: _End(facts, role, len(self.graph.entities)) for role in ROLES}

    @cached_property
    def of_split(self) -> Mapping[str, NDArray[np.int64]]:
        """Split -> the numbers of its groups."""
        anchors = np.concatenate([self._ends[role].anchors for role in ROLES])
        asked = self.may_be_asked[anchors]
        return {split: np.flatnonzero(asked & (self.split_of[anchors] == place)) for place, split in enumerate(SPLITS)}

    def group(self, number: int) -> GraphGroup:
        """A group by its number."""
        subjects = len(self._ends["subject"].anchors)
        role, place = (ROLES[0], number) if number < subjects else (ROLES[1], number - subjects)
        return self._group(*self._ends[role].relation_and_anchor(place), role)

    def at_other_end(self, relation: int, role: Role, entity: int) -> GraphGroup:
        """The group around an entity that stands at the other end of the facts of a group with this role."""
        return self._group(relation, entity, "subject" if role == "object" else "object")

    def beside(self, group: GraphGroup, max_facts: int) -> Iterator[GraphGroup]:
        """The other groups around the same anchor, those of at most ``max_facts`` facts."""
        for role in ROLES:
            for relation in self.relations:
                start, stop = self._ends[role].places(relation, group.anchor)
                if (role, relation) != (group.role, group.number) and 0 < stop - start <= max_facts:
                    yield self._group(relation, group.anchor, role)

    def is_of(self, entity: int, split: str) -> bool:
        """Whether questions of this split may name the entity."""
        return bool(self.may_be_asked[entity]) and SPLITS[self.split_of[entity]] == split

    def _group(self, relation: int, anchor: int, role: Role) -> GraphGroup:
        facts, may_hold = (ends[role].facts(relation, anchor) for ends in (self._ends, self._uncertain_ends))
        return GraphGroup(self.relations[relation], relation, role, anchor, facts, may_hold)


class _End:
    """The facts in order of relation and of the entity at one end."""

    def __init__(self, facts: YearFacts, role: Role, entities: int) -> None:
        self._entities = entities
        anchor, other = (facts.subject, facts.object) if role == "subject" else (facts.object, facts.subject)
        keys = facts.relation.astype(np.int64) * entities + anchor
        order = np.lexsort((other, facts.first, keys))
        self._other, self._first, self._last = other[order], facts.first[order], facts.last[order]
        keys = keys[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        self._keys, self._starts = keys[starts], np.append(starts, len(order))
        self.anchors = self._keys % max(entities, 1)

    def relation_and_anchor(self, place: int) -> tuple[int, int]:
        """Those of a group."""
        return divmod(int(self._keys[place]), self._entities)

    def places(self, relation: int, anchor: int) -> tuple[int, int]:
        """Where the facts of a group begin and end; it may have none."""
        key = relation * self._entities + anchor
        place = int(self._keys.searchsorted(key))
        if place == len(self._keys) or self._keys[place] != key:
            return 0, 0
        return int(self._starts[place]), int(self._starts[place + 1])

    def facts(self, relation: int, anchor: int) -> list[Stint]:
        """Who stands at the other end of each fact, and its first and last year."""
        some = slice(*self.places(relation, anchor))
        spans = zip(self._first[some].tolist(), self._last[some].tolist(), strict=True)
        return list(zip(self._other[some].tolist(), spans, strict=True))


def unique_names(names: Any, ids: Any) -> NDArray[np.bool_]:
    """Whether an entity is the only one of its name, which is no other's id, and the name is one line.

    Args:
        names, ids: of entities by number, as Arrow arrays.
    """
    encoded = names.dictionary_encode()
    codes = encoded.indices.to_numpy()
    often = np.bincount(codes, minlength=len(encoded.dictionary))
    fine: NDArray[np.bool_] = ((often == 1) & are_one_line(encoded.dictionary))[codes]
    if ids is not names:
        of_id = pc.index_in(names, value_set=ids).fill_null(-1).to_numpy()
        fine &= (of_id < 0) | (of_id == np.arange(len(of_id)))
    return fine


def _may_answer(names: Any) -> NDArray[np.bool_]:
    """Whether each name is one line without the answer separator, so that a text can give it as an answer."""
    parted = pc.match_substring_regex(names, f"(?i)(^| ){re.escape(ANSWER_SEPARATOR.strip())}( |$)")
    return np.asarray(are_one_line(names) & ~parted.to_numpy(zero_copy_only=False), bool)


def _deal(graph: TemporalGraph, seed: int) -> NDArray[np.int8]:
    """The number of each entity's split; it depends on the entity's id and the seed only."""
    bounds = np.cumsum(_SHARES)[:-1]
    drawn = (random.Random(f"{seed}/split/{identity}").random() for identity in graph.entity_ids.to_pylist())
    return np.searchsorted(bounds, np.fromiter(drawn, np.float64, len(graph.entities)), side="right").astype(np.int8)
