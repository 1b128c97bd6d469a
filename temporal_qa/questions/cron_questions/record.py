"""A question of CronQuestions as a record, and the facts that answer it as sentences, for models that know no graph."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.questions.cron_questions.graph_groups import GraphGroup, GraphGroups
from temporal_qa.questions.cron_questions.queries import ENTITIES, FIELDS, YEAR, GraphQuery, year_text
from temporal_qa.questions.cron_questions.synthesis import GraphQuestion
from temporal_qa.questions.cron_questions.wordings import Wording, graph_wordings
from temporal_qa.questions.slots import slot_values


def label(graph: TemporalGraph, entity: int, unique: NDArray[np.bool_]) -> str:
    """The name of an entity; with its id unless the name is ``unique``."""
    name = graph.names[entity]
    return name if unique[entity] else f"{name} ({graph.ids[entity]})"


def named(graph: TemporalGraph, query: GraphQuery, answers: list[int], unique: NDArray[np.bool_]) -> list[str]:
    """The answers to a query as texts: years, or what :func:`label` says of entities."""
    if query.answer_type == "time":
        return [year_text(year) for year in answers]
    return [label(graph, entity, unique) for entity in answers]


def _drawn_name(graph: TemporalGraph, entity: int, rng: random.Random) -> str:
    aliases = graph.aliases.get(entity)
    return rng.choice((graph.names[entity], *aliases)) if aliases else graph.names[entity]


def question_row(
    question: GraphQuestion, wording: Wording, graph: TemporalGraph, answers: list[str], row_id: str, rng: random.Random
) -> dict[str, Any]:
    """The row as datasets keep it, see :func:`graph_features`.

    Args:
        question: with its answers by number.
        wording: one of its split.
        graph: has the names and ids.
        answers: names, or years as text.
        row_id: the seed of the question, shared by its paraphrases, and the number of this one: ``SEED-NUMBER``.
        rng: draws one of the names of each entity that has aliases.
    """
    query = question.query
    names = {name: _drawn_name(graph, entity, rng) for name in ENTITIES if (entity := getattr(query, name)) is not None}
    text, spans = wording.fill(names if query.year is None else names | {"year": year_text(query.year)})
    columns: dict[str, Any] = {name: getattr(query, name) for name in FIELDS} | {"relation": wording.relation}
    columns |= {name: graph.ids[getattr(query, name)] for name in names}
    return columns | {
        "id": row_id,
        "seed": row_id.rpartition("-")[0],
        "question": text,
        "answers": answers,
        "answer_ids": [graph.ids[entity] for entity in question.answers] if query.answer_type == "entity" else answers,
        "wording": wording.text,
        "entities": [
            {"id": columns[slot], "name": names[slot], "slot": slot, "start": start, "end": end}
            for slot, (start, end) in spans.items()
            if slot in names
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


READING = "reason_qa"
"""The config of these questions, named as that of Complex-TR."""

_TOOK_PLACE = "{subject} took place"
_ALIAS = "{object} is another name of {subject}."
_TIMED = re.compile(rf"(.+) (?:in|from {YEAR.pattern} to) {YEAR.pattern}\.")


class FactContexts(NamedTuple):
    """States facts.

    Attributes:
        groups: of the graph.
        seed: of the draws.
        max_facts: of a context.
    """

    groups: GraphGroups
    seed: int
    max_facts: int

    def context(self, query: GraphQuery, group: GraphGroup, question: str) -> str | None:
        """A fact a line in chronological order; ``None`` where the question needs more than are allowed.

        It holds all facts of the relation around the anchor; around the named entity, too, if the question names
        another place; and the years of an event. Other facts of the anchor, drawn at random, fill it up.

        Args:
            query: what is asked.
            group: the facts around its anchor.
            question: its id or that of all its paraphrases, for the draw.
        """
        needed = [group]
        if query.named_at is not None and query.named is not None:
            needed.append(self.groups.at_other_end(group.number, group.role, query.named))
        if sum(len(of.facts) for of in needed) + (query.event is not None) > self.max_facts:
            return None
        facts = [fact for of in needed for fact in self._facts(of)]
        if query.event is not None:
            facts.append((*self.groups.events[query.event], _TOOK_PLACE.format(subject=self._name(query.event))))
        others = [fact for of in self.groups.beside(group, self.max_facts) for fact in self._facts(of)]
        room = min(self.max_facts - len(facts), len(others))
        facts += random.Random(f"{self.seed}/context/{question}").sample(others, room)
        return "\n".join(f"{text} {_years(first, last)}." for first, last, text in sorted(set(facts)))

    def aliases(self, query: GraphQuery, row: Mapping[str, Any]) -> str:
        """A line for each entity that the question of the row calls by an alias, as the facts have its name.

        Args:
            query: what is asked.
            row: its question, with the ``entities`` that it names.
        """
        names = [(self._name(getattr(query, entity["slot"])), entity["name"]) for entity in row["entities"]]
        lines = [_ALIAS.format(subject=name, object=alias) + "\n" for name, alias in names if alias != name]
        return "".join(dict.fromkeys(lines))

    def _facts(self, group: GraphGroup) -> Iterator[tuple[int, int, str]]:
        statement, anchor = graph_wordings().statements[group.relation], self._name(group.anchor)
        for other, (first, last) in group.facts:
            ends = (anchor, self._name(other)) if group.role == "subject" else (self._name(other), anchor)
            yield first, last, statement.format(subject=ends[0], object=ends[1])

    def _name(self, entity: int) -> str:
        return label(self.groups.graph, entity, self.groups.may_be_asked)


def _years(first: int, last: int) -> str:
    """When a fact held.

    >>> _years(1990, 1990), _years(-43, 14)
    ('in 1990', 'from 44 BC to 14')
    """
    return f"in {year_text(first)}" if first == last else f"from {year_text(first)} to {year_text(last)}"


def names_in_context(context: str) -> list[str] | None:
    """The names in a context of ours, in every reading of its lines; ``None`` where a line is not ours.

    >>> names_in_context("Ann worked for IBM in 1990.\\nAnn was married to Bob from 1990 to 1995.")
    ['Ann', 'IBM', 'Bob']
    """
    found: dict[str, None] = {}
    statements = (*graph_wordings().statements.values(), _TOOK_PLACE)
    for line in filter(None, context.split("\n")):
        timed = _TIMED.fullmatch(line)
        readings = [names for statement in statements for names in slot_values(statement, timed[1])] if timed else []
        readings = readings or [*slot_values(_ALIAS, line)]
        if not readings:
            return None
        found |= dict.fromkeys(name for names in readings for name in names.values())
    return list(found) or None
