"""Baselines for HieraDate that see no more than names and years. Their scores are known beforehand.

Among people drawn at random, the years decide who was born or died first in 99 of 100 pairs, and the differences of the
years are right about who lived longer in 98. Of births and deaths that months or days decide, each baseline guesses.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from temporal_qa.io import Row
from temporal_qa.questions.hieradate.deciding import key_of
from temporal_qa.questions.hieradate.sample import RELATIONS, Relation
from temporal_qa.scoring.labelled_rows import row_id
from temporal_qa.scoring.matching import Matched, Prediction
from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, scored_questions
from temporal_qa.timeline.lives import life_from_row

BASELINES: dict[str, tuple[Relation, ...]] = {
    "first_named": RELATIONS,
    "year_only": ("birth", "death"),
    "years_difference": ("lifespan",),
}
"""The relations that each compares. It names the entity that the question names first where it compares nothing, and
where the years, or their differences, are equal. None answers other questions than those for an entity."""


def baseline_answers(baseline: str, row: Mapping[str, Any]) -> list[str]:
    """What a baseline answers to a row of either config; an empty list where the question is not for an entity.

    Raises:
        Undecided: a date that the row compares is not known.

    >>> lives = [{"id": "1", "name": "Ann", "start": "1901-05-02"}, {"id": "2", "name": "Bob", "start": "1900"}]
    >>> row = {"answer_type": "entity", "task": "main", "relation": "birth", "extreme": "first", "lives": lives}
    >>> [baseline_answers(name, row) for name in BASELINES]
    [['Ann'], ['Bob'], ['Ann']]
    """
    if row["answer_type"] != "entity":
        return []
    first, second = map(life_from_row, row["lives"])
    relation, extreme = row["relation"], row["extreme"]
    a, b = 0, 0
    if baseline != "first_named" and relation in BASELINES[baseline]:
        a, b = (key_of(life, relation, "year_only")[0] for life in (first, second))
    if extreme in ("later", "longer"):
        a, b = -a, -b
    return [first.name if a <= b else second.name]


def with_baselines(rows: Iterable[Row], answers: dict[str, dict[str, list[str]]]) -> Iterator[Row]:
    """The same rows; puts what baselines answer to those of HieraDate into ``answers``: baseline -> id -> answers."""
    for row in rows:
        if row.values.get("lives") is not None:
            with suppress(KeyError, TypeError, ValueError):  # another dataset may have a column of that name
                found = {baseline: baseline_answers(baseline, row.values) for baseline in BASELINES}
                for baseline, answer in found.items():
                    answers.setdefault(baseline, {})[row_id(row)] = answer
        yield row


def baseline_runs(
    matched: Sequence[Matched], answers: Mapping[str, Mapping[str, list[str]]]
) -> dict[str, list[Matched]]:
    """The questions with the answers of each baseline; no runs unless all questions are of HieraDate."""
    return {
        baseline: [row._replace(prediction=Prediction(found[row.id], None)) for row in matched]
        for baseline, found in answers.items()
        if all(row.id in found for row in matched)
    }


def compared(baseline: str, run: Iterable[Matched]) -> list[Matched]:
    """The questions of a baseline's run whose relation it compares."""
    return [row for row in run if row.prediction.answers and row.question.facets.get("relation") in BASELINES[baseline]]


def baseline_items(
    runs: Mapping[str, Sequence[Matched]], sources: Sources, beside: str, **how: Any
) -> list[ScoredQuestion]:
    """The baselines' runs scored question by question, for a file that has the run ``beside``, whose name is taken.

    Args:
        runs: of :func:`baseline_runs`.
        sources: those of the run.
        beside: its name.
        how: as of :func:`~temporal_qa.scoring.scored_questions.scored_questions`.
    """
    from_baseline = sources.of_baseline()
    of_each = [scored_questions(of, from_baseline, run=name, **how) for name, of in runs.items() if name != beside]
    return [question for of_run in of_each for question in of_run]
