"""The question record that all families share: ``id, question, answers, answer_type, context``, and facets.

A facet is a plain column: one text, number or truth value. A family lists the columns that it adds in its own
``record.py``. An empty list of answers is the label "no answer".
"""

from collections.abc import Mapping
from typing import Any


def checked_row(row: dict[str, Any], columns: Mapping[str, type], seen_ids: set[str]) -> dict[str, Any]:
    """Returns the row unchanged, after checks; ``datasets`` would write a broken row without an error.

    Args:
        row: one question.
        columns: the type of each column, ``id``, ``question`` and ``answers`` among them; a text is not empty.
        seen_ids: the ids so far; pass the same set for every split of a dataset.

    Raises:
        ValueError: an id that occurred before, a value of another type, an empty text, an answer given twice.
    """
    if row["id"] in seen_ids:
        raise ValueError(f"question {row['id']}: the id occurs twice")
    seen_ids.add(row["id"])
    for column, expected in columns.items():
        value = row.get(column)
        if not isinstance(value, expected) or value == "":
            raise ValueError(f"question {row['id']}: {column} is {value!r}, expected a {expected.__name__}")
    answers = row["answers"]
    if not all(isinstance(answer, str) and answer for answer in answers):
        raise ValueError(f"question {row['id']}: answers are {answers!r}, expected texts")
    if len(set(answers)) != len(answers):
        raise ValueError(f"question {row['id']}: an answer is given twice in {answers!r}")
    return row
