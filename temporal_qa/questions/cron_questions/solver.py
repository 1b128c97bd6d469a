"""The exact solver of CronQuestions: every answer to a query, from the spans of the facts in a graph.

It compares the ends of spans and never lists years, where the maker of the questions unrolls every span into its years:
the two share no code that answers. All ties are answers.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.questions.cron_questions.queries import ROLES, GraphQuery, Role, year_text
from temporal_qa.questions.cron_questions.years import RelationRules, YearFacts, facts_by_year, uncertain_facts_by_year
from temporal_qa.questions.unsolved import Unanswerable

_MAX_SHOWN = 20


class Stints(NamedTuple):
    """The facts of a relation at one end of which an anchor stands, as columns.

    Attributes:
        other: who stands at the other end.
        first, last: years, both included.
        fact: numbers in the graph.
    """

    other: Column
    first: Column
    last: Column
    fact: Column

    def where(self, chosen: NDArray[np.bool_]) -> Stints:
        """Some of them."""
        return Stints(*(column[chosen] for column in self))


class GraphSolution(NamedTuple):
    """What answers a query.

    Attributes:
        answers: numbers of entities, or years, as the query asks; ascending.
        facts: those that decide.
        years: the spans of years, first and last, in which they were looked for; none, where that is all of time.
    """

    answers: list[int]
    facts: Column
    years: tuple[tuple[int, int], ...] = ()

    def why(self, graph: TemporalGraph) -> list[str]:
        """The facts that decide, in words; the first 20 of them."""
        lines = [_fact_in_words(graph, int(fact)) for fact in self.facts[:_MAX_SHOWN]]
        if len(self.facts) > _MAX_SHOWN:
            lines.append(f"... and {len(self.facts) - _MAX_SHOWN:,} facts more")
        if self.years:
            spans = sorted(set(self.years))
            words = [" to ".join(map(year_text, span if span[0] != span[1] else span[:1])) for span in spans]
            is_one = len(spans) == 1 and spans[0][0] == spans[0][1]
            lines.insert(0, f"the {'year is' if is_one else 'years are'} {', '.join(words)}")
        return lines


class GraphSolver:
    """Answers queries about one graph.

    Args:
        graph: its times are years.
        events: entities with spans of their own.
        rules: of its relations.

    Attributes:
        event_years: the span of each event.

    Raises:
        InputError: the times of the graph are days.
    """

    def __init__(self, graph: TemporalGraph, events: Events, rules: RelationRules) -> None:
        self.graph = graph
        self._sides = _sides(facts_by_year(graph, rules.pointwise), len(graph.entities))
        self.event_years = events.spans()
        self._rules = rules

    def solve(self, query: GraphQuery) -> GraphSolution:
        """All answers, by the facts whose years are known.

        Raises:
            Unparsable: the query is of no known shape.
            Unanswerable: nothing answers it; says why.
        """
        stints = self._sides[query.role].stints(query.relation, query.anchor)
        if not len(stints.fact):
            raise Unanswerable(f"{self._name(query.anchor)} is the {query.role} of no such fact with known years")
        solution = self._answer(query, stints)
        if not solution.answers:
            raise Unanswerable("nobody and nothing else holds then")
        return solution

    def not_counted(self, query: GraphQuery) -> list[str]:
        """The facts around the anchor that may change the answers, in words, the first 20 of them: those without a
        start or an end, and those of a symmetric relation that are stated from the other end only."""
        stints = self._uncertain[query.role].stints(query.relation, query.anchor)
        if query.shape in ("simple_time", "first_last_of_pair"):
            stints = stints.where(stints.other == query.named)
        return [f"not counted: {_fact_in_words(self.graph, int(fact))}" for fact in stints.fact[:_MAX_SHOWN]]

    @cached_property
    def _uncertain(self) -> dict[Role, _Side]:
        return _sides(uncertain_facts_by_year(self.graph, self._rules), len(self.graph.entities))

    def role_of(self, relation: int, anchor: int, named: int | None) -> str:
        """The side of its facts on which an anchor stands, for a query that does not name it. An anchor that is no
        subject of the relation is an object."""
        stints = self._sides["subject"].stints(relation, anchor)
        as_subject = len(stints.fact) > 0 if named is None else bool(np.any(stints.other == named))
        if not as_subject and len(self._sides["object"].stints(relation, anchor).fact):
            return "object"
        return "subject"

    def _answer(self, query: GraphQuery, stints: Stints) -> GraphSolution:
        """What answers a query, by the table of its shapes."""
        # The facts with the entity that the query names at the other end; all of them, where it names none there.
        pair = self._pair(query, query.named, stints) if query.named is not None and query.named_at is None else stints
        match query.shape:
            case "simple_time":
                years = {year for first, last in _spans(pair) for year in range(first, last + 1)}
                return GraphSolution(sorted(years), pair.fact)
            case "simple_entity" if query.year is not None:
                return _holders(stints, (query.year, query.year))
            case "first_last_of_pair" | "first_last_time":
                return _end(query, pair)
            case "first_last_entity":
                (year,) = _end(query, stints).answers
                return _holders(stints, (year, year))
            case "before_after":
                return _neighbours(query, stints, int(pair.first.min()), int(pair.last.max()), excepted=query.named)
            case "before_after_event" if query.event is not None:
                return _neighbours(query, stints, *self._years_of(query.event), excepted=query.event)
            case "time_join":
                counts_named = query.relation in self._rules.counts_named
                others = stints if counts_named else stints.where(stints.other != query.named)
                return _holders(others, *_spans(pair))
            case "time_join_elsewhere" if query.named is not None and query.named_at is not None:
                there = self._sides[query.role].stints(query.relation, query.named_at)
                return _holders(stints, *_spans(self._pair(query, query.named, there)))
            case "time_join_event" if query.event is not None:
                return _holders(stints, self._years_of(query.event))
        raise AssertionError(f"a shape that is not in the table: {query.shape}")

    def _pair(self, query: GraphQuery, named: int, stints: Stints) -> Stints:
        pair = stints.where(stints.other == named)
        if not len(pair.fact):
            raise Unanswerable(f"no such fact of {self._name(query.anchor)} and {self._name(named)}")
        return pair

    def _years_of(self, event: int) -> tuple[int, int]:
        if (years := self.event_years.get(event)) is None:
            raise Unanswerable(f"{self._name(event)} is not an event with a start and an end")
        return years

    def _name(self, entity: int) -> str:
        return str(self.graph.entities[entity])


class _Side:
    """The facts in order of their relation and of the entity at one end."""

    def __init__(self, facts: YearFacts, role: Role, entities: int) -> None:
        self._entities = entities
        anchor, other = (facts.subject, facts.object) if role == "subject" else (facts.object, facts.subject)
        keys = facts.relation.astype(np.int64) * entities + anchor
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._table = np.stack([other, facts.first, facts.last, facts.fact])[:, order]

    def stints(self, relation: int, anchor: int) -> Stints:
        """The facts of an anchor; none, where it stands at the end of none."""
        key = relation * self._entities + anchor
        start, stop = self._keys.searchsorted((key, key + 1))
        return Stints(*self._table[:, start:stop])


def _sides(facts: YearFacts, entities: int) -> dict[Role, _Side]:
    return {role: _Side(facts, role, entities) for role in ROLES}


def _holders(stints: Stints, *years: tuple[int, int]) -> GraphSolution:
    """All that hold in one of these spans of years, both ends included."""
    holds = np.zeros(len(stints.fact), bool)
    for first, last in years:
        holds |= (stints.first <= last) & (stints.last >= first)
    then = stints.where(holds)
    return GraphSolution(sorted(set(then.other.tolist())), then.fact, years)


def _end(query: GraphQuery, stints: Stints) -> GraphSolution:
    """The first or the last year of all."""
    column = stints.first if query.direction == "first" else stints.last
    year = column.min() if query.direction == "first" else column.max()
    return GraphSolution([int(year)], stints.fact[column == year])


def _neighbours(query: GraphQuery, stints: Stints, first: int, last: int, excepted: int | None) -> GraphSolution:
    """All others that hold in the year nearest before ``first``, or after ``last``, in which any of them does."""
    before = query.direction == "before"
    others = stints.where((stints.other != excepted) & (stints.first < first if before else stints.last > last))
    if not len(others.fact):
        raise Unanswerable(f"nothing else holds {query.direction} {first if before else last}")
    near = np.minimum(others.last, first - 1) if before else np.maximum(others.first, last + 1)
    year = int(near.max() if before else near.min())
    return _holders(others, (year, year))


def _spans(stints: Stints) -> Any:
    return zip(stints.first.tolist(), stints.last.tolist(), strict=True)


def _fact_in_words(graph: TemporalGraph, fact: int) -> str:
    subject, object = graph.entities[int(graph.subject[fact])], graph.entities[int(graph.object[fact])]
    first, last = (graph.time_name(int(column[fact])) for column in (graph.first, graph.last))
    years = f"in {first}" if first == last else f"from {first} to {last}"
    if graph.first[fact] == UNKNOWN_FIRST or graph.last[fact] == UNKNOWN_LAST:
        years = f"until {last}, no start" if graph.first[fact] == UNKNOWN_FIRST else f"from {first}, no end"
    return f"{subject} | {graph.relations[int(graph.relation[fact])]} | {object} | {years}"
