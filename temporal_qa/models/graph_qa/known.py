"""What is known of a graph: what its embeddings and its entities are called, and the times that it tells of entities.

Names become numbers and places, and back; texts the names that are nearest to them. Times are told of the entities in a
question: when two of them were together, when an event was.

Papers after CronKGQA look such times up (TempoQR: Mavromatis et al., AAAI 2022, "hard supervision"; hits@1 .647 to .918
on CronQuestions). What the question says of them, "before" or "last", is still left to the model.

Every time has a *role*, the same for all questions, by the order of mentions in the text, events last:

- of each pair of mentions: the first and the last year of their facts of one relation, and the nearest years before
  and after in which another fact of this relation holds, at the one and at the other mention;
- of each mention that is an event: its first and last year, and the nearest before and after at another mention;
- of the first mention and each relation (or its inverse): the first and the last year of all its facts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import TemporalGraph, numbers_by_name
from temporal_qa.io import grouped
from temporal_qa.questions.cron_questions.graph_groups import Span, unique_names
from temporal_qa.questions.cron_questions.queries import year_in, year_text
from temporal_qa.questions.cron_questions.record import label
from temporal_qa.questions.cron_questions.wordings import graph_wordings
from temporal_qa.questions.cron_questions.years import YearFacts, facts_by_year

if TYPE_CHECKING:
    from temporal_qa.models.graph_embeddings.trained import TrainedEmbedding

MAX_MENTIONS = 3
ROLES = 6 * comb(MAX_MENTIONS, 2) + 4 * MAX_MENTIONS
"""How many roles the times of pairs and events have."""

NONE = -(2**31)  # no year


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
        entities = [name if is_unique else f"{name} ({identity})" for name, identity, is_unique in shown]
        self.names, self._ids_and_times = entities + years, self._ids + years
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
        columns = entity[facts.subject], relation[facts.relation], entity[facts.object], *facts[3:]
        kept = np.logical_and.reduce([column >= 0 for column in columns[:3]])
        own = YearFacts(*(column[kept] for column in columns))
        return LookedUpTimes(own, self._events, self._embeddings.relations.num_rows)


class NearestNames:
    """The entities and years of a graph whose names are most like a text, for models that write their answers; in the
    form of labels, with the id where a name is not enough.

    As T5 is scored on CronQuestions (Saxena, Chakrabarti and Talukdar, ACL 2021, section 6.1): a year is right if it is
    equal, an entity is the one of the smallest edit distance, over all that it is called.

    Args:
        graph: its entities with their aliases, and where its times are years the years from its first to its last.
        max_names: how many names an answer gets.
    """

    def __init__(self, graph: TemporalGraph, max_names: int = 10) -> None:
        unique = unique_names(graph.entities, graph.entity_ids)
        labels = [label(graph, entity, unique) for entity in range(len(graph.names))]
        called = {alias: labels[entity] for entity, aliases in graph.aliases.items() for alias in aliases}
        called |= zip(reversed(graph.names), reversed(labels), strict=True)  # the first of several with one name stays
        self._name_of = dict(sorted((called | dict(zip(labels, labels, strict=True))).items()))
        self._names_of_one = 2 + max(map(len, graph.aliases.values()), default=0)
        self.max_names = max_names
        years = graph.times.tolist() if graph.time_unit == "year" else []
        self._years = range(years[0], years[-1] + 1) if years else range(0)

    def ranked(self, text: str) -> list[tuple[str, float]]:
        """The names with their scores, the nearest first: minus the distance in letters. A year comes first, with 0."""
        from rapidfuzz import process
        from rapidfuzz.distance import Levenshtein

        year = year_in(text)
        found = [] if year is None or year not in self._years else [(year_text(year), 0.0)]
        limit = self.max_names * self._names_of_one
        near = process.extract(text, list(self._name_of), scorer=Levenshtein.distance, limit=limit)
        best: dict[str, float] = {}
        for called, distance, _ in near:
            best.setdefault(self._name_of[called], -float(distance))
        return (found + list(best.items()))[: self.max_names]

    def of_answers(self, answers: Iterable[str]) -> tuple[list[str], list[str], list[float]]:
        """The nearest name of each answer, once; and the best names for any of them, with their scores."""
        every = [self.ranked(answer) for answer in answers]
        best = {name: max(scores) for name, scores in grouped(chain.from_iterable(every)).items()}
        # Equal scores in the order of the answers: a sort keeps it.
        ranked = sorted(best, key=best.__getitem__, reverse=True)[: self.max_names]
        chosen = list(dict.fromkeys(of_answer[0][0] for of_answer in every if of_answer))
        return chosen, ranked, [best[name] for name in ranked]


class LookedUpTimes:
    """Looks up times, as years; :data:`NONE` where there is none.

    Args:
        facts: of the graph, with known years; entities and relations by the numbers of the embeddings.
        events: likewise.
        relations: how many there are; the inverse of ``r`` is ``r + relations``.
    """

    def __init__(self, facts: YearFacts, events: Events, relations: int) -> None:
        self._relations = relations
        self._around: dict[int, dict[int, list[tuple[int, Span]]]] = defaultdict(lambda: defaultdict(list))
        for subject, relation, object, first, last in zip(*map(np.ndarray.tolist, facts[:5]), strict=True):
            self._around[subject][relation].append((object, (first, last)))
            self._around[object][relation + relations].append((subject, (first, last)))
        self._events: dict[int, Span] = events.spans()

    def of_mentions(self, mentions: Sequence[int]) -> list[int]:
        """The times by their roles, :data:`ROLES` of them, of :data:`MAX_MENTIONS` entities; -1 is none."""
        of_pairs = (self._of_pair(one, other) for one, other in combinations(mentions, 2))
        return list(chain(*of_pairs, *(self._of_event(mention, mentions) for mention in mentions)))

    def ends(self, mention: int) -> NDArray[np.int64]:
        """(2, 2 * relations) the first and the last year of an entity's facts of each relation."""
        found = np.full((2, 2 * self._relations), NONE)
        for relation, stints in self._around.get(mention, {}).items():
            found[:, relation] = min(first for _, (first, _) in stints), max(last for _, (_, last) in stints)
        return found

    def _of_pair(self, one: int, other: int) -> list[int]:
        around = self._around.get(one, {})
        shared = [relation for relation, stints in around.items() if any(who == other for who, _ in stints)]
        if not shared:
            return [NONE] * 6
        relation = min(shared)
        inverse = relation + self._relations * (1 if relation < self._relations else -1)
        together = [span for who, span in around[relation] if who == other]
        span = min(first for first, _ in together), max(last for _, last in together)
        beside = _neighbours(around[relation], span, other)
        return [*span, *beside, *_neighbours(self._around[other][inverse], span, one)]

    def _of_event(self, mention: int, mentions: Sequence[int]) -> list[int]:
        if (span := self._events.get(mention)) is None:
            return [NONE] * 4
        others = (self._around.get(other, {}) for other in mentions if other != mention)
        stints = chain.from_iterable(chain.from_iterable(around.values() for around in others))
        return [*span, *_neighbours(stints, span, mention)]


def _neighbours(stints: Iterable[tuple[int, Span]], span: Span, excepted: int) -> tuple[int, int]:
    """The nearest year before and the nearest after a span in which anything but the excepted holds."""
    before, after = NONE, -NONE
    for who, (first, last) in stints:
        if who != excepted:
            if first < span[0]:
                before = max(before, min(last, span[0] - 1))
            if last > span[1]:
                after = min(after, max(first, span[1] + 1))
    return before, NONE if after == -NONE else after
