"""Two baselines that ignore the time in the question."""

import random
from collections.abc import Mapping
from typing import Any

from temporal_qa.questions.complex_tr.relations import property_of
from temporal_qa.timeline import parse_month


def most_recent_fact(row: Mapping[str, Any]) -> list[str]:
    """The object of the relation's fact that starts last in the row's ``facts``; of several, the one that ends last."""
    last = max(
        _of_relation(row), key=lambda fact: (parse_month(fact["start"]), parse_month(fact["end"]), fact["object"])
    )
    return [last["object"]]


def random_object(row: Mapping[str, Any], seed: int) -> list[str]:
    """One object of the relation, drawn by the seed and the row's id."""
    objects = sorted({fact["object"] for fact in _of_relation(row)})
    return [random.Random(f"{seed}/{row['id']}").choice(objects)]


def _of_relation(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    asked = property_of(row["relation"])
    return [fact for fact in row["facts"] if property_of(fact["relation"]) == asked]
