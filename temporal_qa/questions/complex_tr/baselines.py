"""Two baselines that ignore the time in the question."""

import random
from collections.abc import Mapping
from typing import Any

from temporal_qa.timeline import parse_month


def most_recent_fact(row: Mapping[str, Any]) -> list[str]:
    """The object of the relation's fact that starts last in the row's ``facts``; of several, the one that ends last."""
    facts = [fact for fact in row["facts"] if fact["relation"] == row["relation"]]
    last = max(facts, key=lambda fact: (parse_month(fact["start"]), parse_month(fact["end"]), fact["object"]))
    return [last["object"]]


def random_object(row: Mapping[str, Any], seed: int) -> list[str]:
    """One object of the relation, drawn by the seed and the row's id."""
    objects = sorted({fact["object"] for fact in row["facts"] if fact["relation"] == row["relation"]})
    return [random.Random(f"{seed}/{row['id']}").choice(objects)]
