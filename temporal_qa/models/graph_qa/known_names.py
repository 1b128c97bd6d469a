"""What the embeddings and the graph beside them call things: names become numbers and places, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import TemporalGraph, numbers_by_name
from temporal_qa.models.graph_qa.linking import MentionLinker
from temporal_qa.models.graph_qa.looked_up import LookedUpTimes
from temporal_qa.questions.cron_questions.fact_groups import unique_names
from temporal_qa.questions.cron_questions.graph_files import read_graph_and_events
from temporal_qa.questions.cron_questions.wordings import graph_wordings
from temporal_qa.questions.cron_questions.years import YearFacts, facts_by_year

if TYPE_CHECKING:
    from temporal_qa.models.graph_embeddings.saving import Saved


class KnownNames:
    """All numbers are those of the embeddings; the graph may have other entities, which are left out.

    Args:
        embeddings: with their names and times.
        folder: of the graph, read when it is first needed.
    """

    def __init__(self, embeddings: Saved, folder: Path) -> None:
        self._embeddings, self._folder = embeddings, folder

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Id, name or alias -> number; -1 for a name that several have. An id comes before a name."""
        graph, _ = self._graph_and_events
        own = {identity: number for number, identity in enumerate(self._ids)}
        aliases = {
            own[identity]: of_one for number, of_one in graph.aliases.items() if (identity := graph.ids[number]) in own
        }
        return numbers_by_name(self._embeddings.entities.column("name").to_pylist(), self._ids, aliases)

    @cached_property
    def names(self) -> list[str]:
        """What the candidates are called: entities (with the id, where the name is not enough), then times."""
        names, ids = (self._embeddings.entities.column(column).combine_chunks() for column in ("name", "id"))
        shown = [
            name if is_unique else f"{name} ({identity})"
            for name, identity, is_unique in zip(names.to_pylist(), self._ids, unique_names(names, ids), strict=True)
        ]
        return shown + list(self.place_of_year)

    def as_labelled(self, labels: Iterable[str]) -> list[str]:
        """What the candidates are called: by their ids, where labels are ids and no names, as in released rows."""
        known = [(number, label) for label in labels if (number := self.numbers.get(label, -1)) >= 0]
        are_ids = known and all(self._ids[number] == label != self.names[number] for number, label in known)
        return self._ids_and_times if are_ids else self.names

    @cached_property
    def _ids_and_times(self) -> list[str]:
        return self._ids + list(self.place_of_year)

    @cached_property
    def place_of_year(self) -> dict[str, int]:
        """A year as text -> its place among the times."""
        return {str(year): place for place, year in enumerate(self._embeddings.times.tolist())}

    def places(self, years: Any) -> Any:
        """The places of years among the times of the embeddings: the nearest one from below; -1 for no year."""
        places = np.searchsorted(self._embeddings.times, years, side="right") - 1
        return np.where(years == LookedUpTimes.NONE, -1, places.clip(0))

    @cached_property
    def linker(self) -> MentionLinker:
        """Finds mentions of the entities."""
        return MentionLinker(self.numbers)

    @cached_property
    def events(self) -> frozenset[int]:
        """The entities that are events."""
        return frozenset(self._events.entity.tolist())

    @cached_property
    def times(self) -> LookedUpTimes:
        """The times that the graph tells."""
        graph, _ = self._graph_and_events
        entity = self._own_numbers
        known = {name: number for column in ("name", "id")
                 for number, name in enumerate(self._embeddings.relations.column(column).to_pylist())}  # fmt: skip
        relation = np.array([known.get(name, -1) for name in graph.relation_ids.to_pylist()])
        facts = facts_by_year(graph, graph_wordings().rules_of(graph).pointwise)
        columns = entity[facts.subject], relation[facts.relation], entity[facts.object]
        kept = np.logical_and.reduce([column >= 0 for column in columns])
        subject, of_relation, object = (column[kept] for column in columns)
        own = YearFacts(subject, of_relation, object, facts.first[kept], facts.last[kept], facts.fact[kept])
        return LookedUpTimes(own, self._events, self._embeddings.relations.num_rows)

    @cached_property
    def _ids(self) -> list[str]:
        ids: list[str] = self._embeddings.entities.column("id").to_pylist()
        return ids

    @cached_property
    def _graph_and_events(self) -> tuple[TemporalGraph, Events]:
        return read_graph_and_events(self._folder)

    @cached_property
    def _own_numbers(self) -> Any:
        """Of each entity of the graph the number in the embeddings, or -1."""
        graph, _ = self._graph_and_events
        return np.array([self.numbers.get(name, -1) for name in graph.ids])

    @cached_property
    def _events(self) -> Events:
        _, events = self._graph_and_events
        entity = self._own_numbers[events.entity]
        there = entity >= 0
        return Events(entity[there], events.first[there], events.last[there])
