"""What every reader of question files needs of a row: its id and its right answers."""

from __future__ import annotations

from collections.abc import Mapping

from temporal_qa.io.read import Row
from temporal_qa.scoring.answer_columns import split_answers

LABEL_COLUMNS = ("answers", "answer", "text_answers")
"""Where right answers stand: ``answers``; ``answer``, as in TimeBench; ``text_answers``, as in the released files."""


def row_id(row: Row) -> str:
    """The row's ``id``, text or a whole number, as text. Raises ``InputError`` where there is none."""
    identity = row.values.get("id")
    if isinstance(identity, bool) or not isinstance(identity, str | int) or identity == "":
        raise row.error(f"expected an 'id' (text or a whole number), found {identity!r}")
    return str(identity)


def labelled_answers(row: Row) -> list[str]:
    """The right answers: a list, or one string that joins them.

    They stand in ``answers``, in ``answer`` as in TimeBench's TempReason, or in ``text_answers`` (``{"text": [...]}``)
    as in the released Complex-TR and TempReason.

    Raises:
        InputError: none of the columns, another type, or no answer that is not empty.
    """
    columns = [column for column in LABEL_COLUMNS if row.values.get(column) is not None]
    column = columns[0] if columns else "answers"
    labels = row.values.get(column)
    if column == "answer" and isinstance(labels, str):
        labels = split_answers(labels)
    if column == "text_answers" and isinstance(labels, Mapping):
        labels = labels.get("text")
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise row.error("expected 'answers' or 'answer' (list of strings), or 'text_answers.text'")
    if not any(label.strip() for label in labels):
        raise row.error(f"expected {column!r} to hold at least one answer that is not empty")
    return labels
