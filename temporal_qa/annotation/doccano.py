"""doccano: examples to import, and its JSON exports read back. The tool that Complex-TR was verified with (appendix H).

Formats as of doccano 1.8.4, from its source (``data_import/pipeline``, ``data_export/pipeline``): a project of the type
*Text Classification* (``DocumentClassification``) with the labels True and False. doccano keeps other fields as
metadata of the example, and exports them.
"""

from collections.abc import Iterator
from typing import Any

from temporal_qa.annotation.tasks import VerificationTask
from temporal_qa.annotation.verdicts import Dropped, Judgement, judgement_from_labels

LABELS = (
    {"text": "True", "suffix_key": "1", "background_color": "#009E73", "text_color": "#ffffff"},
    {"text": "False", "suffix_key": "0", "background_color": "#D55E00", "text_color": "#ffffff"},
)
"""The labels to import into the project, with the shortcut keys of the paper's Figure 3."""


def doccano_example(task: VerificationTask, share: str) -> dict[str, Any]:
    """One line of the JSON Lines to import. The layout of the text is that of the paper's Figure 3."""
    parts = [f"Question: {task.question}", "Answers: " + "; ".join(task.shown_answers)]
    if task.facts:
        parts += ["", "Facts", *task.facts]
    for number, passage in enumerate(task.passages, 1):
        parts += ["", f"Context {number}"]
        parts += [f"Title: {passage.title}"] if passage.title else []
        parts += [f"URL: {passage.url}"] if passage.url else []
        parts += ["Content:", passage.text]
    return {"text": "\n".join(parts), "label": [], "question_id": task.question_id, "share": share}


def read_example(values: dict[str, Any], user: str) -> Iterator[Judgement | Dropped]:
    """The verdict of one exported example, or the reason why it has none.

    Args:
        values: the example.
        user: the user who labelled it. doccano writes one file a member, named after the user, or ``all.jsonl`` if the
            members share their labels.

    Raises:
        ValueError: ``annotate export`` did not make the example, or a field has another type.
    """
    comments = values.get("Comments", [])
    if not isinstance(comments, list):
        raise ValueError("expected 'Comments' to be a list")
    yield judgement_from_labels(values, user, values["label"], comments) if values["label"] else Dropped.MISSING
