"""Four questions with their predictions."""

from temporal_qa.io.row import Row
from temporal_qa.scoring.matching import match_predictions


def rows(*values):
    return [Row(line, value) for line, value in enumerate(values, 1)]


QUESTIONS = rows(
    {"id": "q1", "answers": ["Tesla"], "level": "L2", "hops": 10, "kind": "l2_at", "relation": "P108", "future": False},
    {
        "id": "q2",
        "answers": ["A", "B"],
        "level": "L3",
        "hops": 2,
        "kind": "l3_offset",
        "relation": "P39",
        "future": True,
    },
    {"id": "q3", "answers": ["C", "c"], "level": "L2", "hops": 2, "kind": "l2_at", "relation": "P6", "future": True},
    {"id": "q4", "answers": ["Poland"], "level": "L2", "hops": 1, "kind": "l2_at", "relation": "P27", "future": False},
)
PREDICTIONS = rows(
    {"id": "q4", "text": "Poland"},
    {"id": "q2", "answers": ["B"], "text": "only as published"},
    {"id": "q1", "answers": ["tesla"]},
    {"id": "q3", "answers": []},
)


def match(questions=QUESTIONS, predictions=PREDICTIONS, **how):
    asked = [row._replace(path="questions.jsonl") for row in questions]
    answered = [row._replace(path="predictions.jsonl") for row in predictions]
    return match_predictions(asked, answered, "questions.jsonl", "predictions.jsonl", **how)


def each(form, words):
    """A text for each of the words, which "/" parts."""
    return [form.format(word) for word in words.split("/")]
