"""The page of one question in the explorer, as HTML; its template escapes all text of datasets and models."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from temporal_qa.apps.marked_text import Mark, marked_text
from temporal_qa.drawing.explained_rows import explain_row
from temporal_qa.drawing.timeline_layout import timeline_html
from temporal_qa.io import InputError, Row
from temporal_qa.questions.complex_tr.queries import kind_in_words
from temporal_qa.questions.solving import over_graph
from temporal_qa.scoring.labelled_rows import labelled_answers
from temporal_qa.scoring.normalize import row_form
from temporal_qa.scoring.reading.values import as_right_answers
from temporal_qa.tables.html import render_html
from temporal_qa.tables.plot_style import COLOURS

_VERDICTS = {"right": ("✓", COLOURS[2]), "partly right": ("◐", COLOURS[1]), "wrong": ("✗", COLOURS[5])}
_FACETS: dict[str, Callable[[str], str]] = {
    "id": str, "kind": kind_in_words, **dict.fromkeys(("task", "form", "version", "mode", "wording", "reason"), str),
    "decided_by": "the {} decides".format,
}  # fmt: skip
_LABELLED, _OF_MODEL = f"background: {COLOURS[0]}55", f"border-bottom: 3px dashed {COLOURS[5]}"


def question_page(
    row: Mapping[str, Any], model_answers: Sequence[str] | None, model: str, span: tuple[int, int] | None = None
) -> str:
    """A question: its text and answers, the timeline, the solver's reasoning, and a model's answer.

    Args:
        row: a row with ``question`` and ``facts`` or ``fact_context``, or one on dates, perhaps with ``context``.
        model_answers: the model's answers; None if it has none to this question.
        model: the name of the model; empty without a model.
        span: where the model's answer stands in ``context``, in characters, if it says so.
    """
    right, found, verdict = _labels(row), model_answers, None
    if found and right:
        found = as_right_answers(found, right, row)
    form = row_form(right or ())
    known, there = {*map(form, right or ())}, {*map(form, found or ())}
    if found is not None and right is not None:
        name = "right" if known == there else "partly right" if known & there else "wrong"
        verdict = dict(zip(("mark", "sign", "colour"), (name, *_VERDICTS[name]), strict=True))
    probes = row.get("probes")  # HieraDate's questions about the steps; the first of a sample is the question itself
    return render_html(
        "temporal_qa.apps", "question.html", question=row["question"], facets=_facets(row), model=model,
        blue=COLOURS[0], red=COLOURS[5], labels=[(answer, True) for answer in right or ()],
        found=None if found is None else [(answer, form(answer) in known) for answer in found], verdict=verdict,
        missing=[answer for answer in right or () if form(answer) not in there],
        probes=[each for each in probes[1:] if isinstance(each, Mapping)] if isinstance(probes, list) else [],
        **_context(row, model, span), **_reasoning(row, right),
    )  # fmt: skip


def _reasoning(row: Mapping[str, Any], right: list[str] | None) -> dict[str, Any]:
    """The facts, as a picture or in words, and what follows from them."""
    explained = explain_row(row)
    timeline = explained.timeline(right[0] if right else None)
    form = row_form(right or (), explained.answers or ())
    return {
        "picture": timeline_html(timeline) if timeline else "",
        "facts": str(row.get("fact_context") or "").splitlines() if over_graph(row) else [],
        "explanation": explained.explanation,
        "reasons": explained.reasons,
        "answers": explained.answers,
        "disagree": right is not None and {*map(form, right)} != {*map(form, explained.answers or ())},
    }


def _context(row: Mapping[str, Any], model: str, span: tuple[int, int] | None) -> dict[str, Any]:
    """The text that is read, with the labelled answers and the model's marked in it."""
    text = row.get("context")
    if not isinstance(text, str) or not text:
        return {"text": ""}
    starts, ends = row.get("answer_starts"), row.get("answer_ends")
    pairs = zip(starts, ends, strict=False) if isinstance(starts, list) and isinstance(ends, list) else ()
    places = [place for place in pairs if all(isinstance(each, int) for each in place)]
    marks = [Mark(*place, _LABELLED) for place in places] + ([Mark(*span, _OF_MODEL)] if span else [])
    legend = [("labelled answer", _LABELLED)] * bool(places) + [(model, _OF_MODEL)] * bool(span)
    return {"text": marked_text(text, marks), "marked": legend}


def _facets(row: Mapping[str, Any]) -> list[str]:
    facets = [in_words(str(row[name])) for name, in_words in _FACETS.items() if row.get(name)]
    if row.get("reference_date"):
        facets.append(f"{row['reference_date']}{' (future)' if row.get('future') is True else ''}")
    return facets


def _labels(row: Mapping[str, Any]) -> list[str] | None:
    """The right answers, an empty list for an unanswerable question; ``None`` for a row without labels."""
    try:
        return labelled_answers(Row(0, dict(row)))
    except InputError:
        return None
