"""Answers that are dates or ages, by their value: "4 July 2001" is "July 4, 2001", and "90-10-1" an age.

Rows say so in ``answer_type``. Their ``answer_value`` (``answer_iso``) has the value of the right answer, whose words
may leave it open, as "04/07/2001" does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from temporal_qa.scoring.probe_answers import read_age, read_date

_READ: dict[str, Callable[[str], object]] = {"date": read_date, "age": read_age}


def as_right_answers(predicted: Sequence[str], right: Sequence[str], columns: Mapping[str, Any]) -> list[str]:
    """The predicted answers; one with the value of the one right answer becomes that answer.

    Args:
        predicted: the answers of one question.
        right: its right answers.
        columns: of its row; questions of other types, or with several right answers, keep theirs.

    >>> row = {"answer_type": "date", "answer_value": "2001-07-04"}
    >>> as_right_answers(["July 4th, 2001"], ["04/07/2001"], row), as_right_answers(["July 2001"], ["04/07/2001"], row)
    (['04/07/2001'], ['July 2001'])
    """
    read = _READ.get(str(columns.get("answer_type")))
    if read is None or len(right) != 1 or list(predicted) == list(right):
        return list(predicted)
    value = read(str(columns.get("answer_value") or columns.get("answer_iso") or right[0]))
    return [right[0] if value is not None and read(answer) == value else answer for answer in predicted]
