"""The mean over runs of one recipe that differ in their seed (Complex-TR, section 4.1: "the average result of three
random runs")."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.files import InputError
from temporal_qa.report.tables import markdown_table
from temporal_qa.scoring.score_table import SCORES


@dataclass(frozen=True, slots=True)
class MeanScore:
    """Scores of the questions with one value of one facet, over the runs.

    Attributes:
        facet, value, n: as in a run's ``scores.json``.
        means: score -> its mean over the runs, 0 to 100.
        deviations: score -> its standard deviation between runs, with n - 1 in the denominator; 0 for a single run.
    """

    facet: str
    value: str
    n: int
    means: Mapping[str, float]
    deviations: Mapping[str, float]


def mean_over_seeds(runs: Sequence[Path]) -> list[MeanScore]:
    """The means of finished runs.

    Args:
        runs: the folders of the runs, as their recipe's ``out`` names them; at least one.

    Raises:
        InputError: a run is not finished or was not scored, two have the same seed, recipes differ in more than the
            seed, or the runs were scored on other questions.
    """
    recipes = [_read(run, "recipe.json") for run in runs]
    tables = [_read(run, "scores.json") for run in runs]
    for run, recipe, table in zip(runs, recipes, tables, strict=True):
        # What a run starts from and where it writes may have the seed in its name.
        others = [
            key for key in recipes[0] if key not in ("seed", "out", "model") and recipe.get(key) != recipes[0][key]
        ]
        if others:
            found = f"{others[0]} is {recipe.get(others[0])!r}, expected {recipes[0][others[0]]!r} as in {runs[0]}"
            raise InputError(found, run)
        if [(row["facet"], row["value"], row["n"]) for row in table] != [
            (row["facet"], row["value"], row["n"]) for row in tables[0]
        ]:
            raise InputError(f"was scored on other questions than {runs[0]}", run)
    seeds = [recipe["seed"] for recipe in recipes]
    for run, seed in zip(runs, seeds, strict=True):
        if seeds.count(seed) > 1:
            raise InputError(f"has the seed {seed}, as another run does; expected each once", run)
    return [_mean(rows) for rows in zip(*tables, strict=True)]


def mean_table(scores: Sequence[MeanScore], runs: int) -> str:
    """Markdown: a row for each value of each facet, with mean and standard deviation."""
    rows = [
        [score.facet, score.value, score.n, *(f"{score.means[s]:.1f} ± {score.deviations[s]:.1f}" for s in SCORES)]
        for score in scores
    ]
    head = f"Mean ± standard deviation between runs, {runs} seeds, 0 to 100.\n\n"
    return head + markdown_table(["facet", "value", "n", *SCORES], rows)


def _mean(rows: Sequence[Mapping[str, Any]]) -> MeanScore:
    values = {score: [row[score] for row in rows] for score in SCORES}
    return MeanScore(
        rows[0]["facet"],
        rows[0]["value"],
        rows[0]["n"],
        {score: statistics.fmean(found) for score, found in values.items()},
        {score: statistics.stdev(found) if len(found) > 1 else 0.0 for score, found in values.items()},
    )


def _read(run: Path, name: str) -> Any:
    path = run / "model" / name
    try:
        return orjson.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"no finished run with scores: {name}: {error.strerror}", run) from None
    except orjson.JSONDecodeError as error:
        raise InputError(f"no JSON: {error}", path) from None
