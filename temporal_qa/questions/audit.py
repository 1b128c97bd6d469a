"""Files of questions solved, and their labels held against the solver's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.solver import Solution, solve_row
from temporal_qa.questions.complex_tr.templates import fact_sentence
from temporal_qa.questions.complex_tr.unsolved import Unparsable, Unsolved
from temporal_qa.scoring.answer_sets import normalize_answer
from temporal_qa.scoring.labelled_rows import labelled_answers, row_id
from temporal_qa.timeline.facts import ANSWER_SEPARATOR, Fact, chronological_order

OUTCOMES = ("equal", "label_is_subset", "label_is_superset", "different", "unanswerable", "unparsable")
"""How a labelled set of answers stands to the solver's, or why the solver has none."""


def solve_rows(rows: Iterable[Row], path: Path | str) -> Iterator[dict[str, Any]]:
    """One prediction a row: ``{"id", "answers", "text"}``, the text being the answers joined by the separator.

    Where the solver has no answer, ``answers`` and ``text`` are empty and ``reason`` says why: ``unparsable: ...``
    or ``unanswerable: ...``.

    Args:
        rows: rows with ``id``, ``question`` and ``facts`` or ``fact_context`` (see :func:`~.solver.solve_row`).
        path: where they come from, for errors.

    Raises:
        InputError: a row without these columns or with values of the wrong type; names file and line.
    """
    for row in rows:
        prediction: dict[str, Any] = {"id": row_id(row, path)}
        outcome = _solve(row, path)
        if isinstance(outcome, Unsolved):
            which = "unparsable" if isinstance(outcome, Unparsable) else "unanswerable"
            yield prediction | {"answers": [], "text": "", "reason": f"{which}: {outcome}"}
        else:
            yield prediction | {"answers": outcome.answers, "text": ANSWER_SEPARATOR.join(outcome.answers)}


def audit_rows(rows: Iterable[Row], path: Path | str) -> dict[str, Any]:
    """Where labels and solver disagree.

    Names are compared as they are scored, after :func:`~temporal_qa.scoring.answer_sets.normalize_answer`.

    Args:
        rows: rows as for :func:`solve_rows`, with labels in ``answers`` (a list) or ``answer`` (a list or one string,
            several answers joined by the separator), and perhaps a ``level``.
        path: where they come from, for errors.

    Returns:
        ``n``; ``counts`` and ``percent`` (0 to 100) by outcome, see :data:`OUTCOMES`; ``by_level``, the same for each
        level; and ``disagreements``, every question whose outcome is not ``equal``: ``id``, ``level``, ``question``,
        ``outcome``, the ``labelled`` and the ``solved`` answers, the ``facts`` to judge them by, as sentences (those
        that prove the solver's answers, those that the label points to, and the event), and ``why``.

    Raises:
        InputError: as :func:`solve_rows`, and for a row without a label; no rows at all.
    """
    by_level: dict[str, Counter[str]] = {}
    counts: Counter[str] = Counter()
    disagreements = []
    for row in rows:
        identity, labels, level = row_id(row, path), labelled_answers(row, path), row.values.get("level")
        solved = _solve(row, path)
        outcome = _outcome(labels, solved)
        counts[outcome] += 1
        if level is not None:
            by_level.setdefault(str(level), Counter())[outcome] += 1
        if outcome != "equal":
            disagreements.append(
                {
                    "id": identity,
                    "level": level,
                    "question": row.values["question"],
                    "outcome": outcome,
                    "labelled": labels,
                    "solved": [] if isinstance(solved, Unsolved) else solved.answers,
                    "facts": [_readable(fact) for fact in _facts_to_judge_by(labels, solved)],
                    "why": _why(labels, solved),
                }
            )
    if not counts:
        raise InputError("holds no questions", path)
    levels = {level: _summary(by_level[level]) for level in sorted(by_level)}
    return _summary(counts) | {"by_level": levels, "disagreements": disagreements}


def _solve(row: Row, path: Path | str) -> Solution | Unsolved:
    try:
        return solve_row(row.values)
    except Unsolved as unsolved:
        return unsolved
    except ValueError as problem:
        raise InputError(str(problem), path, row.line) from None


def _outcome(labels: Sequence[str], solved: Solution | Unsolved) -> str:
    if isinstance(solved, Unsolved):
        return "unparsable" if isinstance(solved, Unparsable) else "unanswerable"
    labelled, proved = _normalized(labels), _normalized(solved.answers)
    if labelled == proved:
        return "equal"
    if labelled < proved:
        return "label_is_subset"
    return "label_is_superset" if labelled > proved else "different"


def _normalized(names: Iterable[str]) -> set[str]:
    return {normal for name in names if (normal := normalize_answer(name))}


def _facts_to_judge_by(labels: Sequence[str], solved: Solution | Unsolved) -> Collection[Fact]:
    """In chronological order, each once."""
    if isinstance(solved, Unsolved):
        facts = solved.facts
    else:
        labelled, asked = _normalized(labels), solved.query.relation
        pointed_to = (f for f in solved.facts if f.relation == asked and normalize_answer(f.object) in labelled)
        facts = (*solved.proof, *pointed_to)
    return sorted(dict.fromkeys(facts), key=chronological_order)


def _readable(fact: Fact) -> str:
    if fact.relation in wordings().relations:
        return fact_sentence(fact)
    return f"{fact.subject}, {fact.relation}, {fact.object}, from {fact.start} to {fact.end}"


def _why(labels: Sequence[str], solved: Solution | Unsolved) -> str:
    if isinstance(solved, Unsolved):
        return str(solved)
    labelled, proved = _normalized(labels), _normalized(solved.answers)
    unlabelled = [name for name in solved.answers if normalize_answer(name) not in labelled]
    unproved = [name for name in labels if normalize_answer(name) not in proved]
    parts = [("the facts also give ", unlabelled), ("the facts do not give ", unproved)]
    return "; ".join(words + ", ".join(map(repr, names)) for words, names in parts if names)


def _summary(counts: Mapping[str, int]) -> dict[str, Any]:
    n = sum(counts.values())
    return {
        "n": n,
        "counts": {outcome: counts.get(outcome, 0) for outcome in OUTCOMES},
        "percent": {outcome: round(100 * counts.get(outcome, 0) / n, 2) for outcome in OUTCOMES},
    }
