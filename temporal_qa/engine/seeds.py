"""The mean over runs of one recipe that differ in their seed (Complex-TR, section 4.1: "the average result of three
random runs").
"""

import re
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from temporal_qa.io import InputError, explain_errors, grouped, read_json, read_rows
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.significance import PairedDifference, paired_difference
from temporal_qa.tables.markdown import markdown_table


class _Recipe(msgspec.Struct):
    seed: int
    model: str | None = None


_Row = msgspec.defstruct("_Row", [("facet", str), ("value", str), *((name, float) for name in ("n", *SCORES))])
"""A row of ``scores.json``."""


def mean_over_seeds(runs: Sequence[Path]) -> list[dict[str, Any]]:
    """The means of finished runs.

    Args:
        runs: the folders of the runs (``out`` of their recipes), at least two.

    Returns:
        For each value of each facet: ``facet``, ``value`` and ``n`` as in a run's ``scores.json``; ``means``: score ->
        its mean over the runs, 0 to 100; ``deviations``: score -> its standard deviation over the runs, with n - 1 in
        the denominator.

    Raises:
        InputError: there is only one run, a run is not finished or was not scored, two have the same seed, recipes
            differ in more than the seed, or the runs were scored on different questions.
    """
    if len(runs) < 2:
        raise InputError("expected the runs of at least two seeds, found one", runs[0] if runs else None)
    recipes = [read_result(run, "recipe.json", _Recipe) for run in runs]
    tables = [read_result(run, "scores.json", list[_Row]) for run in runs]  # type: ignore[valid-type]
    for run, recipe, table in zip(runs, recipes, tables, strict=True):
        own, first = _without_seed(recipe), _without_seed(recipes[0])
        if others := [key for key in {**first, **own} if own.get(key) != first.get(key)]:
            found = f"{others[0]} is {recipe.get(others[0])!r}, expected {recipes[0].get(others[0])!r} as in {runs[0]}"
            raise InputError(found, run)
        asked, expected = ([(row["facet"], row["value"], row["n"]) for row in rows] for rows in (table, tables[0]))
        if asked != expected:
            raise InputError(f"was scored on other questions than {runs[0]}", run)
        if [other["seed"] for other in recipes].count(recipe["seed"]) > 1:
            raise InputError(f"has the seed {recipe['seed']}, as another run does; expected each once", run)
    return [_mean(rows) for rows in zip(*tables, strict=True)]


def difference_of_means(runs: Sequence[Path], others: Sequence[Path]) -> PairedDifference:
    """The difference in set accuracy of two recipes on the same questions; a question counts with the mean over seeds.

    Args:
        runs, others: the folders of the finished runs of each.

    Raises:
        InputError: see :func:`mean_over_seeds`; or the two were scored on different questions.
    """
    first, second = (_accuracy_by_question(some) for some in (runs, others))
    if first.keys() != second.keys():
        raise InputError(f"was scored on other questions than {others[0]}", runs[0])
    return paired_difference(list(first.values()), [second[question] for question in first])


def _accuracy_by_question(runs: Sequence[Path]) -> dict[str, float]:
    mean_over_seeds(runs)
    rows = (row.values for run in runs for row in read_rows(run / "model/items.jsonl"))
    found = grouped((str(row["id"]), float(row["set_accuracy"])) for row in rows)
    return {question: statistics.fmean(values) for question, values in found.items()}


def mean_table(scores: Sequence[Mapping[str, Any]], runs: int) -> str:
    """Markdown: a row for each value of each facet, with mean and standard deviation, see :func:`mean_over_seeds`."""
    rows = []
    for row in scores:
        spread = (f"{row['means'][score]:.1f} ± {row['deviations'][score]:.1f}" for score in SCORES)
        rows.append([row["facet"], row["value"], row["n"], *spread])
    head = f"Mean ± standard deviation between runs of {runs} seeds, 0 to 100.\n\n"
    return head + markdown_table(["facet", "value", "n", *SCORES], rows)


def _mean(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    means = {score: statistics.fmean(row[score] for row in rows) for score in SCORES}
    deviations = {score: statistics.stdev(row[score] for row in rows) for score in SCORES}
    return {name: rows[0][name] for name in ("facet", "value", "n")} | {"means": means, "deviations": deviations}


def _without_seed(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that must be equal: the seed, the folder and the seed of the model to start from may differ."""
    number = re.escape(str(recipe["seed"]))
    start = re.sub(rf"(?<=seed-){number}(?!\d)", "{seed}", recipe.get("model") or "")
    return {key: value for key, value in recipe.items() if key not in ("seed", "out")} | {"model": start}


def read_result(run: Path, name: str, kind: Any = Any) -> Any:
    """A JSON file of a finished run.

    Args:
        run: the folder of the run.
        name: of the file, in the folder ``model``.
        kind: what the file holds, as a type of msgspec.

    Raises:
        InputError: there is no such file, or it holds something else.
    """
    path = run / "model" / name
    if not path.is_file():
        raise InputError(f"not a finished run with scores: {name}: No such file or directory", run)
    values = read_json(path, object, "the file of a training run")
    with explain_errors("is damaged, expected the file of a training run", msgspec.ValidationError, path=path):
        msgspec.convert(values, kind)
    return values
