"""Solves rows of questions, and compares their labels with the solver's answers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from temporal_qa.io import InputError, Row
from temporal_qa.questions.solving import AnySolution, answers_read_open, evidence_for
from temporal_qa.questions.unsolved import Unanswerable, Unsolved
from temporal_qa.scoring.labelled_rows import labelled_answers, row_id
from temporal_qa.scoring.normalize import row_form
from temporal_qa.timeline import ANSWER_SEPARATOR

S = TypeVar("S", bound=AnySolution)

Solver: TypeAlias = Callable[[Mapping[str, Any]], S]
"""Answers a row. Raises ``Unsolved`` if the question has no answer, ``ValueError`` if a column is absent or wrong."""

OUTCOMES = ("equal", "label_is_subset", "label_is_superset", "different", "unanswerable", "unparsable")
"""How the set of labels compares with the set of the solver's answers, or why the solver has none.

The label "no answer" equals a solver that finds none."""


def solve_rows(rows: Iterable[Row], solve: Solver[S]) -> Iterator[dict[str, Any]]:
    """One prediction a row: ``{"id", "answers", "text"}``; the text is the answers joined by the separator.

    If the solver has no answer, ``answers`` and ``text`` are empty and ``reason`` says why: ``unparsable: ...`` or
    ``unanswerable: ...``.

    Args:
        rows: rows with ``id`` and what the solver reads.
        solve: the solver of their family.

    Raises:
        InputError: a row without these columns or with values of the wrong type; names file and line.
    """
    for row in rows:
        prediction: dict[str, Any] = {"id": row_id(row)}
        solved = solve_one(row, solve)
        if isinstance(solved, Unsolved):
            yield prediction | {"answers": [], "text": "", "reason": f"{solved.outcome}: {solved}"}
        else:
            yield prediction | {"answers": solved.answers, "text": ANSWER_SEPARATOR.join(solved.answers)}


def audit_rows(rows: Iterable[Row], solve: Solver[S], source: Path | None = None) -> dict[str, Any]:
    """The questions on which labels and solver disagree, and those whose answers hang on one shared boundary month.

    Names are compared as in scoring, see :func:`~temporal_qa.scoring.normalize.row_form`.

    Args:
        rows: rows as for :func:`solve_rows`, with labels in ``answers`` (a list) or ``answer`` (a list or one string,
            several answers joined by the separator), and perhaps a ``level``.
        solve: the solver of their family.
        source: their file, for the error where there are none.

    Returns:
        ``n``; ``counts`` and ``percent`` (0 to 100) by outcome, see :data:`OUTCOMES`; ``touches``, the number of
        questions of which some of the solver's answers hang on one shared boundary month; ``by_level``, the same for
        each level; ``disagreements``, every question whose outcome is not ``equal``: ``id``, ``level``, ``question``,
        ``outcome``, whether it ``touches``, the ``labelled`` and the ``solved`` answers, the ``facts`` to judge them
        by, and ``why``; and ``touching``, every question that touches, in the same way: ``why`` names these answers.

    Raises:
        InputError: as :func:`solve_rows`, and for a row without a label; no rows at all.
    """
    by_level: dict[str, Counter[str]] = {}
    counts: Counter[str] = Counter()
    disagreements, touching = [], []
    for row in rows:
        identity, labels, level = row_id(row), labelled_answers(row), row.values.get("level")
        solved = solve_one(row, solve)
        outcome, why = _compare(labels, solved)
        answers, sure = ([], []) if isinstance(solved, Unsolved) else (solved.answers, answers_read_open(solved))
        hanging = [repr(name) for name in answers if name not in sure]
        counted = [outcome, "touches"] if hanging else [outcome]
        counts.update(counted)
        if level is not None:
            by_level.setdefault(str(level), Counter()).update(counted)
        if outcome == "equal" and not hanging:
            continue
        judged = {
            "id": identity,
            "level": level,
            "question": row.values["question"],
            "outcome": outcome,
            "touches": bool(hanging),
            "labelled": labels,
            "solved": answers,
            "facts": evidence_for(labels, solved),
        }
        if outcome != "equal":
            disagreements.append(judged | {"why": why})
        if hanging:
            touching.append(judged | {"why": f"one shared boundary month gives {', '.join(hanging)}"})
    if not counts:
        raise InputError("no questions to audit", source)
    levels = {level: _summary(by_level[level]) for level in sorted(by_level)}
    return _summary(counts) | {"by_level": levels, "disagreements": disagreements, "touching": touching}


def solve_one(row: Row, solve: Solver[S]) -> S | Unsolved:
    """What the solver returns, or why it has no answer. Raises ``InputError`` where a column is absent or wrong."""
    try:
        return solve(row.values)
    except Unsolved as unsolved:
        return unsolved
    except ValueError as problem:
        raise row.error(str(problem)) from None


def _compare(labels: Sequence[str], solved: AnySolution | Unsolved) -> tuple[str, str]:
    """One of :data:`OUTCOMES`, and the reason in words."""
    if isinstance(solved, Unsolved):
        return "equal" if isinstance(solved, Unanswerable) and not labels else solved.outcome, str(solved)
    form = row_form(labels, solved.answers)
    labelled, proved = ({*map(form, names)} - {""} for names in (labels, solved.answers))
    differences = {
        "the facts also give": [name for name in solved.answers if form(name) not in labelled],
        "the facts do not give": [name for name in labels if form(name) not in proved],
    }
    why = "; ".join(f"{words} {', '.join(map(repr, names))}" for words, names in differences.items() if names)
    if labelled == proved:
        return "equal", why
    if labelled < proved:
        return "label_is_subset", why
    return "label_is_superset" if labelled > proved else "different", why


def _summary(counts: Counter[str]) -> dict[str, Any]:
    n = sum(counts[outcome] for outcome in OUTCOMES)
    return {
        "n": n,
        "counts": {outcome: counts.get(outcome, 0) for outcome in OUTCOMES},
        "percent": {outcome: round(100 * counts.get(outcome, 0) / n, 2) for outcome in OUTCOMES},
        "touches": counts["touches"],
    }
