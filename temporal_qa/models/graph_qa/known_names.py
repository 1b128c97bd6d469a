"""What the embeddings and the graph beside them call things: names become numbers and places, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import TemporalGraph, numbers_by_name
from temporal_qa.models.graph_qa.looked_up import NONE, LookedUpTimes
from temporal_qa.questions.cron_questions.graph_groups import unique_names
from temporal_qa.questions.cron_questions.queries import year_text
from temporal_qa.questions.cron_questions.wordings import graph_wordings
from temporal_qa.questions.cron_questions.years import YearFacts, facts_by_year

if TYPE_CHECKING:
    from temporal_qa.models.graph_embeddings.trained import TrainedEmbedding


class KnownNames:
    """All numbers are those of the embeddings; the graph may have other entities, which are left out.

    Attributes:
        numbers: id, name or alias -> number; -1 for a name that several have. An id comes before a name.
        names: what the candidates are called: entities (with the id, where the name is not enough), then times.
        place_of_year: a year -> its place among the times.
        events: the entities that are events.

    Args:
        embeddings: with their names and times.
        graph, events: in which times are looked up.
    """

    def __init__(self, embeddings: TrainedEmbedding, graph: TemporalGraph, events: Events) -> None:
        self._embeddings, self._graph = embeddings, graph
        names, ids = (embeddings.entities.column(column).combine_chunks() for column in ("name", "id"))
        self._ids: list[str] = ids.to_pylist()
        own = {identity: number for number, identity in enumerate(self._ids)}
        aliases = {
            own[identity]: of_one for number, of_one in graph.aliases.items() if (identity := graph.ids[number]) in own
        }
        self.numbers = numbers_by_name(names.to_pylist(), self._ids, aliases)
        shown = zip(names.to_pylist(), self._ids, unique_names(names, ids), strict=True)
        self.place_of_year = {year: place for place, year in enumerate(embeddings.known_times.tolist())}
        years = [year_text(year) for year in self.place_of_year]
        self.names = [name if is_unique else f"{name} ({identity})" for name, identity, is_unique in shown]
        self.names += years
        self._ids_and_times = self._ids + years
        self._own_numbers = np.array([self.numbers.get(name, -1) for name in graph.ids], np.int32)
        entity = self._own_numbers[events.entity]
        self._events = Events(entity[entity >= 0], events.first[entity >= 0], events.last[entity >= 0])
        self.events = frozenset(self._events.entity.tolist())

    def as_labelled(self, labels: Iterable[str]) -> list[str]:
        """What the candidates are called: by their ids, where labels are ids and no names, as in released rows."""
        known = [(number, label) for label in labels if (number := self.numbers.get(label, -1)) >= 0]
        are_ids = known and all(self._ids[number] == label != self.names[number] for number, label in known)
        return self._ids_and_times if are_ids else self.names

    def places(self, years: Any) -> Any:
        """The places of years among the times of the embeddings: the nearest one from below; -1 for no year."""
        places = np.searchsorted(self._embeddings.known_times, years, side="right") - 1
        return np.where(years == NONE, -1, places.clip(0))

    @cached_property
    def times(self) -> LookedUpTimes:
        """The times that the graph tells."""
        graph, entity = self._graph, self._own_numbers
        known = {name: number for column in ("name", "id")
                 for number, name in enumerate(self._embeddings.relations.column(column).to_pylist())}  # fmt: skip
        relation = np.array([known.get(name, -1) for name in graph.relation_ids.to_pylist()])
        facts = facts_by_year(graph, graph_wordings().rules_of(graph).pointwise)
        columns = entity[facts.subject], relation[facts.relation], entity[facts.object]
        kept = np.logical_and.reduce([column >= 0 for column in columns])
        subject, of_relation, object = (column[kept] for column in columns)
        own = YearFacts(subject, of_relation, object, facts.first[kept], facts.last[kept], facts.fact[kept])
        return LookedUpTimes(own, self._events, self._embeddings.relations.num_rows)
