"""Solves rows of questions, and compares their labels with the solver's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row
from temporal_qa.questions.unsolved import Unanswerable, Unsolved
from temporal_qa.scoring.labelled_rows import labelled_answers, row_id
from temporal_qa.scoring.normalize import row_form
from temporal_qa.timeline.facts import ANSWER_SEPARATOR


class Solved(Protocol):
    """What a solver returns."""

    @property
    def answers(self) -> list[str]:
        """The answers, in order."""


S = TypeVar("S", bound=Solved)

Solver: TypeAlias = Callable[[Mapping[str, Any]], S]
"""Answers a row. Raises ``Unsolved`` if the question has no answer, ``ValueError`` if a column is absent or wrong."""

OUTCOMES = ("equal", "label_is_subset", "label_is_superset", "different", "unanswerable", "unparsable")
"""How the set of labels compares with the set of the solver's answers, or why the solver has none.

The label "no answer" equals a solver that finds none."""


def solve_rows(rows: Iterable[Row], solve: Solver[Solved]) -> Iterator[dict[str, Any]]:
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
        solved = _solve(row, solve)
        if isinstance(solved, Unsolved):
            yield prediction | {"answers": [], "text": "", "reason": f"{solved.outcome}: {solved}"}
        else:
            yield prediction | {"answers": solved.answers, "text": ANSWER_SEPARATOR.join(solved.answers)}


def audit_rows(
    rows: Iterable[Row],
    solve: Solver[S],
    evidence: Callable[[Sequence[str], S | Unsolved], list[str]],
) -> dict[str, Any]:
    """The questions on which labels and solver disagree.

    Names are compared as in scoring, see :func:`~temporal_qa.scoring.normalize.row_form`.

    Args:
        rows: rows as for :func:`solve_rows`, with labels in ``answers`` (a list) or ``answer`` (a list or one string,
            several answers joined by the separator), and perhaps a ``level``.
        solve: the solver of their family.
        evidence: gives the facts by which people judge labels and outcome, as sentences.

    Returns:
        ``n``; ``counts`` and ``percent`` (0 to 100) by outcome, see :data:`OUTCOMES`; ``by_level``, the same for each
        level; and ``disagreements``, every question whose outcome is not ``equal``: ``id``, ``level``, ``question``,
        ``outcome``, the ``labelled`` and the ``solved`` answers, the ``facts`` to judge them by, and ``why``.

    Raises:
        InputError: as :func:`solve_rows`, and for a row without a label; no rows at all.
    """
    by_level: dict[str, Counter[str]] = {}
    counts: Counter[str] = Counter()
    disagreements = []
    for row in rows:
        identity, labels, level = row_id(row), labelled_answers(row), row.values.get("level")
        solved = _solve(row, solve)
        outcome = _compare(labels, solved)
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
                    "facts": evidence(labels, solved),
                    "why": _why(labels, solved),
                }
            )
    if not counts:
        raise InputError("no questions to audit")
    levels = {level: _summary(by_level[level]) for level in sorted(by_level)}
    return _summary(counts) | {"by_level": levels, "disagreements": disagreements}


def _solve(row: Row, solve: Solver[S]) -> S | Unsolved:
    try:
        return solve(row.values)
    except Unsolved as unsolved:
        return unsolved
    except ValueError as problem:
        raise row.error(str(problem)) from None


def _compare(labels: Sequence[str], solved: Solved | Unsolved) -> str:
    if isinstance(solved, Unanswerable) and not labels:
        return "equal"
    if isinstance(solved, Unsolved):
        return solved.outcome
    form = row_form(labels, solved.answers)
    labelled, proved = ({*map(form, names)} - {""} for names in (labels, solved.answers))
    if labelled == proved:
        return "equal"
    if labelled < proved:
        return "label_is_subset"
    return "label_is_superset" if labelled > proved else "different"


def _why(labels: Sequence[str], solved: Solved | Unsolved) -> str:
    if isinstance(solved, Unsolved):
        return str(solved)
    form = row_form(labels, solved.answers)
    labelled, proved = set(map(form, labels)), set(map(form, solved.answers))
    unlabelled = [name for name in solved.answers if form(name) not in labelled]
    unproved = [name for name in labels if form(name) not in proved]
    parts = [("the facts also give ", unlabelled), ("the facts do not give ", unproved)]
    return "; ".join(words + ", ".join(map(repr, names)) for words, names in parts if names)


def _summary(counts: Mapping[str, int]) -> dict[str, Any]:
    n = sum(counts.values())
    return {
        "n": n,
        "counts": {outcome: counts.get(outcome, 0) for outcome in OUTCOMES},
        "percent": {outcome: round(100 * counts.get(outcome, 0) / n, 2) for outcome in OUTCOMES},
    }
