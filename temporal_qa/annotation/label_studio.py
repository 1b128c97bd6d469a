"""Label Studio: tasks to import, and its JSON and JSON-MIN exports read back.

Formats as of Label Studio 1.23: ``data_import`` and ``data_export`` of its source, and the converter of its SDK.
Names and contexts are escaped. Mentions are ``<mark>`` elements, which annotators cannot move by mistake, unlike
pre-annotated spans.
"""

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import Any

from temporal_qa.annotation.tasks import MentionFinder, VerificationTask
from temporal_qa.annotation.verdicts import Dropped, Judgement, judgement_from_labels
from temporal_qa.passages.pages import Passage

MAX_FILE_BYTES = 200 << 20
"""Label Studio refuses an upload of 250 MiB (``DATA_UPLOAD_MAX_MEMORY_SIZE``)."""

FIELDS = ("verdict", "comment")
"""The names of the fields that the interface asks for."""


def labelling_interface() -> str:
    """The labelling interface of a project, as XML: contexts, question, answers, True or False, comment."""
    return (files("temporal_qa.annotation") / "label_studio.xml").read_text(encoding="utf-8")


def label_studio_task(task: VerificationTask, share: str) -> dict[str, Any]:
    """One task to import.

    ``question`` and ``answers`` are for Label Studio's list of tasks; the interface shows the two HTML fields. The id
    is called ``question_id`` because Label Studio's JSON-MIN export has an ``id`` of its own.
    """
    answers = "".join(f"<li>{escape(answer)}</li>" for answer in task.shown_answers)
    return {
        "data": {
            "question_id": task.question_id,
            "share": share,
            "question": task.question,
            "answers": list(task.shown_answers),
            "question_html": f"<h4>Question</h4><p>{escape(task.question)}</p><h4>Answers</h4><ul>{answers}</ul>",
            "context_html": _context_html(task),
        }
    }


def _context_html(task: VerificationTask) -> str:
    finder = MentionFinder(task.answers, task.subject)
    parts = []
    if task.facts:
        facts = "".join(f"<li>{_highlighted(fact, finder)}</li>" for fact in task.facts)
        parts.append(f"<h4>Facts</h4><ul>{facts}</ul>")
    for number, passage in enumerate(task.passages, 1):
        parts.append(f"<h4>{_heading(passage, number)}</h4>")
        lines = (line for line in passage.text.splitlines() if line.strip())
        parts += [f"<p>{_highlighted(line, finder)}</p>" for line in lines]
    return "".join(parts)


def _heading(passage: Passage, number: int) -> str:
    title = escape(f"Context {number}: {passage.title}" if passage.title else f"Context {number}")
    if not passage.url:
        return title
    if passage.url.lower().startswith(("http://", "https://")):  # no javascript: or data:
        return f'{title} (<a href="{escape(passage.url)}" target="_blank" rel="noopener">page</a>)'
    return f"{title} ({escape(passage.url)})"


def _highlighted(text: str, finder: MentionFinder) -> str:
    parts, done = [], 0
    for start, end, kind in finder.find(text):
        parts += [escape(text[done:start]), f'<mark class="{kind}">', escape(text[start:end]), "</mark>"]
        done = end
    return "".join(parts) + escape(text[done:])


def read_task(values: dict[str, Any]) -> Iterator[Judgement | Dropped]:
    """The verdicts of one task of the JSON export, or the reason why it has none.

    Raises:
        ValueError: ``annotate export`` did not make the task, or a field has another type.
    """
    data = values["data"]
    if not values["annotations"]:
        yield Dropped.DRAFT if values.get("drafts") else Dropped.MISSING
    for annotation in values["annotations"]:
        if not isinstance(annotation, dict) or not isinstance(annotation.get("result"), list):
            raise ValueError("expected annotations with a 'result' (list)")
        if annotation.get("was_cancelled") or annotation.get("skipped"):
            yield Dropped.SKIPPED
            continue
        chosen: dict[str, list[Any]] = {name: [] for name in FIELDS}
        for region in annotation["result"]:
            value = region.get("value") if isinstance(region, dict) else None
            if isinstance(value, dict) and str(region.get("from_name")) in chosen:
                chosen[region["from_name"]] += _listed(value.get("choices", value.get("text")))
        yield judgement_from_labels(data, _user(annotation.get("completed_by")), *chosen.values())


def read_min_annotation(values: dict[str, Any]) -> Iterator[Judgement | Dropped]:
    """The verdict of one row of the JSON-MIN export, or the reason why it has none.

    This export has no skipped annotations.

    Raises:
        ValueError: as :func:`read_task`.
    """
    # One choice is written as text, several as a list of texts or as {"choices": [...]}.
    result = [
        {"from_name": name, "value": item if isinstance(item, dict) else {"text": item}}
        for name in FIELDS for item in _listed(values.get(name))
    ]  # fmt: skip
    annotation = {"completed_by": values.get("annotator"), "result": result}
    return read_task({"data": values, "annotations": [annotation] if values["annotation_id"] is not None else []})


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _user(completed_by: Any) -> str:
    """A user's number: every export has it, and it is not personal data, unlike an e-mail address."""
    if isinstance(completed_by, dict):
        completed_by = completed_by.get("id")
    return "" if completed_by is None else str(completed_by)
