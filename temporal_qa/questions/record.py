"""The question record that all families share: ``id, question, answers, answer_type, context``, and facets.

A facet is a plain column: one text, number or truth value. What a family adds is columns, listed in its own
``record.py``. No answers at all is the label "no answer".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def checked_row(row: dict[str, Any], columns: Mapping[str, type], seen_ids: set[str]) -> dict[str, Any]:
    """The row as it is, checked, since ``datasets`` would write a broken one without a word.

    Args:
        row: one question.
        columns: the type of each column, ``id``, ``question`` and ``answers`` among them; a text is not empty.
        seen_ids: the ids met so far; pass the same set for every split of a dataset.

    Raises:
        ValueError: an id met before, a value of another type, an empty text, an answer given twice.
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
