"""A question of CronQuestions as a record: the shared columns, and those of this family."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.questions.cron_questions.queries import ENTITIES, FIELDS, year_text
from temporal_qa.questions.cron_questions.synthesis import GraphQuestion
from temporal_qa.questions.cron_questions.wordings import Wording


def label(graph: TemporalGraph, entity: int, unique: NDArray[np.bool_]) -> str:
    """The name of an entity; with its id where others are called so, as ``unique`` tells of each."""
    name = graph.names[entity]
    return name if unique[entity] else f"{name} ({graph.ids[entity]})"


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
        graph: tells names and ids.
        answers: names, or years as text.
        row_id: the seed of the question, shared by its paraphrases, and the number of this one: ``SEED-NUMBER``.
        rng: draws one of the names of each entity that has aliases.
    """
    query = question.query
    names = {name: _drawn_name(graph, entity, rng) for name in ENTITIES if (entity := getattr(query, name)) is not None}
    text, spans = wording.fill(names if query.year is None else names | {"year": year_text(query.year)})
    columns: dict[str, Any] = {name: getattr(query, name) for name in FIELDS} | {"relation": wording.relation}
    columns |= {name: graph.ids[getattr(query, name)] for name in names}
    ids = [graph.ids[entity] for entity in question.answers] if query.answer_type == "entity" else answers
    return columns | {
        "id": row_id,
        "seed": row_id.rpartition("-")[0],
        "question": text,
        "answers": answers,
        "answer_ids": ids,
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
