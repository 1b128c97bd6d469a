"""The page of one question in the explorer, as HTML. All text of datasets and models is escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from temporal_qa.apps.explorer_rows import mark
from temporal_qa.apps.marked_text import Mark, marked_text
from temporal_qa.drawing.timeline_html import lives_html, timeline_html
from temporal_qa.drawing.timeline_layout import lives_of_row
from temporal_qa.io import InputError, Row
from temporal_qa.questions.complex_tr.explanation import Explanation, explain
from temporal_qa.questions.complex_tr.queries import kind_in_words
from temporal_qa.questions.complex_tr.solver import Solution
from temporal_qa.questions.cron_questions.queries import FIELDS
from temporal_qa.questions.solving import evidence_for, over_graph, solve_labelled_row
from temporal_qa.questions.unsolved import Unsolved
from temporal_qa.scoring.labelled_rows import labelled_answers
from temporal_qa.scoring.normalize import row_form
from temporal_qa.scoring.reading.values import as_right_answers
from temporal_qa.tables.markdown import visible
from temporal_qa.tables.plot_style import COLOURS
from temporal_qa.timeline.fact_files import fact_from_row

_MARK_COLOURS = {"right": COLOURS[2], "partly right": COLOURS[1], "wrong": COLOURS[5]}
_SIGNS = {"right": "✓", "partly right": "◐", "wrong": "✗"}


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
    right = _labels(row)
    heading = f"<h2 style='margin: 4px 0'>{escape(row['question'])}</h2><p>{_facets(row)}</p>"
    answer = f"<p><b>Labelled answers:</b> {_chips(right, right) if right else 'none'}</p>"
    if model:
        found = as_right_answers(model_answers, right, row) if model_answers and right else model_answers
        answer += _model_answer(found, right, model)
    lives = lives_of_row(row)
    picture = lives_html(lives, right[0] if right else None) if lives else ""
    if over_graph(row):
        return _page(heading + answer, _lines(str(row.get("fact_context") or "").splitlines()), _query(row))
    try:
        solution = solve_labelled_row(row)
        explanation = explain(solution.query, solution.facts) if isinstance(solution, Solution) else None
    except Unsolved as why:
        facts = [fact_from_row(fact) for fact in row.get("facts") or ()]  # the solver has read them
        picture = timeline_html(facts) if facts else picture
        reasoning = f"<p>The solver has no answer: {escape(str(why))}.</p>"
    except ValueError as error:
        reasoning = f"<p>The row cannot be read: {escape(str(error))}.</p>"
    else:
        if isinstance(solution, Solution) and explanation:
            picture = timeline_html(solution.facts, explanation)
        reasoning = _reasoning(explanation) if explanation else _lines(evidence_for(right or (), solution))
        reasoning += f"<p style='margin-top: 8px'><b>So the answer is:</b> {escape(', '.join(solution.answers))}</p>"
        form = row_form(right or (), solution.answers)
        if right is not None and {*map(form, right)} != {*map(form, solution.answers)}:
            reasoning += f"<p><b>The labels disagree with the {'facts' if explanation else 'dates'}.</b></p>"
    return _page(heading + answer, picture, reasoning + _probes(row), _context(row, model, span))


def _page(top: str, facts: str, reasoning: str, text: str = "") -> str:
    return visible(
        f"<div id='question-page' style='line-height: 1.5'>{top}"
        f"{_part('Facts', facts) if facts else ''}{_part('Text', text) if text else ''}{_part('Why', reasoning)}</div>"
    )


def _query(row: Mapping[str, Any]) -> str:
    """What a question over a graph asks; the graph is not at hand."""
    told = [f"{name.replace('_', ' ')}: {row[name]}" for name in FIELDS if row.get(name) is not None]
    return _lines([*told, "The solver needs the graph: temporal-qa solve ROWS --graph GRAPH"])


def _part(title: str, content: str) -> str:
    return f"<h3 style='margin: 16px 0 8px'>{title}</h3>{content}"


def _lines(lines: Sequence[str]) -> str:
    return "".join(f"<p style='margin: 4px 0'>{escape(line)}</p>" for line in lines)


def _context(row: Mapping[str, Any], model: str, span: tuple[int, int] | None) -> str:
    """The text that is read, with the labelled answers and the model's marked in it."""
    text = row.get("context")
    if not isinstance(text, str) or not text:
        return ""
    starts, ends = row.get("answer_starts"), row.get("answer_ends")
    pairs = zip(starts, ends, strict=False) if isinstance(starts, list) and isinstance(ends, list) else ()
    places = [place for place in pairs if all(isinstance(each, int) for each in place)]
    legend = [f"<span style='{_LABELLED}'>labelled answer</span>"] * bool(places)
    legend += [f"<span style='{_OF_MODEL}'>{escape(model)}</span>"] * bool(span)
    marks = [Mark(*place, _LABELLED) for place in places] + ([Mark(*span, _OF_MODEL)] if span else [])
    return (f"<p>Marked: {', '.join(legend)}</p>" if legend else "") + marked_text(text, marks)


def _probes(row: Mapping[str, Any]) -> str:
    """HieraDate's questions about the steps; the first of a sample is the question itself."""
    probes = row.get("probes")
    told = [each for each in probes[1:] if isinstance(each, Mapping)] if isinstance(probes, list) else []
    items = "".join(
        f"<li>{escape(str(each.get('question')))} <b>{escape(str(each.get('answer')))}</b></li>" for each in told
    )
    return _part("Questions about the steps", f"<ul>{items}</ul>") if items else ""


def _facets(row: Mapping[str, Any]) -> str:
    facets = [str(row["id"])] if row.get("id") is not None else []
    if row.get("kind") is not None:
        facets.append(kind_in_words(str(row["kind"])))
    facets += [str(row[name]) for name in ("task", "form", "version", "mode", "wording", "reason") if row.get(name)]
    if row.get("decided_by") is not None:
        facets.append(f"the {row['decided_by']} decides")
    if row.get("reference_date"):
        facets.append(f"{row['reference_date']}{' (future)' if row.get('future') is True else ''}")
    return " · ".join(f"<span style='opacity: 0.7'>{escape(facet)}</span>" for facet in facets)


def _labels(row: Mapping[str, Any]) -> list[str] | None:
    """The right answers, an empty list for an unanswerable question; ``None`` for a row without labels."""
    try:
        return labelled_answers(Row(0, dict(row)))
    except InputError:
        return None


def _model_answer(found: Sequence[str] | None, right: list[str] | None, model: str) -> str:
    if found is None:
        return f"<p><b>{escape(model)}:</b> no answer to this question</p>"
    verdict = ""
    if right is not None:
        judged = mark(list(found), right)
        style = f"background: {_MARK_COLOURS[judged]}; color: #000; border-radius: 4px; padding: 1px 8px"
        verdict = f" <span id='verdict' style='{style}'>{_SIGNS[judged]} {judged}</span>"
    form = row_form(right or ())
    there = {*map(form, found)}
    missing = [answer for answer in right or () if form(answer) not in there]
    lacks = f" <span style='opacity: 0.7'>missing: {escape(', '.join(missing))}</span>" if missing and found else ""
    return f"<p><b>{escape(model)}:</b> {_chips(found, right or ()) if found else '(nothing)'}{verdict}{lacks}</p>"


def _chips(answers: Sequence[str], right: Sequence[str]) -> str:
    """Answers in frames: right ones in blue with a tick, wrong ones dashed with a cross."""
    form = row_form(right)
    known = {*map(form, right)}
    chips = []
    for answer in answers:
        good = form(answer) in known
        frame = f"1.5px {'solid' if good else 'dashed'} {COLOURS[0] if good else COLOURS[5]}"
        chips.append(
            f"<span style='display: inline-block; border: {frame}; border-radius: 4px; padding: 0 8px; margin: 2px'>"
            f"{'✓' if good else '✗'} {escape(answer)}</span>"
        )
    return "".join(chips)


def _reasoning(explanation: Explanation) -> str:
    signs = {"answer": "✓", "event": "◆", "asked": "✗"}
    items = "".join(
        f"<li style='list-style: none'>{signs[each.role]} "
        f"{'<b>' if each.role == 'answer' else ''}{escape(each.fact.object)}{'</b>' if each.role == 'answer' else ''} "
        f"{escape(each.why)}</li>"
        for each in explanation.fact_roles
        if each.role != "not asked"
    )
    rest = sum(each.role == "not asked" for each in explanation.fact_roles)
    others = f"<li style='list-style: none; opacity: 0.7'>{rest} of other relations, not asked about</li>" * bool(rest)
    return (
        f"<p>{escape(explanation.asked)}<br>{escape(explanation.time)}</p>"
        f"<ul style='padding-left: 4px; margin: 0'>{items}{others}</ul>"
    )
