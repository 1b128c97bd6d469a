"""The two layouts in which TempReason's questions are released, distinguished by their columns::

    TempReason (and Complex-TR)     id, question, date, text_answers {"text": [...]}, fact_context, context, ...
    TimeBench                       id, level, question, answer [...], fact_context, context

TempReason's layout is that of rows quoted from its files (tonytan48/TempReason on the Hub: JSON Lines in files named
``.json``); TimeBench distributes the same questions. :mod:`~.complex_tr` makes rows of ours from both.
"""

from __future__ import annotations

from collections.abc import Mapping

from temporal_qa.io.read import Row


def layout_and_labels(row: Row) -> tuple[str, list[str]]:
    """The name of a row's layout, and its right answers as released.

    Raises:
        InputError: a row in neither layout, or labels that are not a list of texts.
    """
    values = row.values
    if "text_answers" in values:
        layout, column, holder = "text_answers (Complex-TR, TempReason)", "text_answers.text", values["text_answers"]
        labels = holder.get("text") if isinstance(holder, Mapping) else None
    elif "answer" in values and ("fact_context" in values or "context" in values or "task" in values):
        layout, column, labels = "answer (TimeBench)", "answer", values["answer"]
        labels = [labels] if isinstance(labels, str) and "fact_context" not in values else labels
    else:
        raise row.error(
            f"columns {', '.join(values)}; expected id, question, fact_context and the labels in text_answers "
            f"(Complex-TR, TempReason) or answer (TimeBench)"
        )
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise row.error(f"expected {column!r} to be a list of strings")
    return layout, labels
