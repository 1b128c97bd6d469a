"""The tables of TempAnswerQA's analyses (its Tables 3 to 6, 11 and 12), from scored items."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from temporal_qa.io import grouped
from temporal_qa.report.document import Table
from temporal_qa.scoring.responses.response_scores import BASELINES, ScoredItem
from temporal_qa.scoring.score_table import score_cell
from temporal_qa.tables.markdown import with_decimals

SCORES = {"em": "EM", "smape": "sMAPE", "mase": "MASE"}
_MAX_COUNTED_ERROR = 20


def response_tables(items: Sequence[ScoredItem], runs: Sequence[Mapping[str, Any]]) -> list[Table]:
    """All tables of the items of any number of runs, and of what
    :func:`~temporal_qa.scoring.responses.response_scores.summarize_runs` says of these."""
    models = [item for item in items if item.model not in BASELINES]
    return [
        scores_table(runs),
        rank_correlation_table(runs),
        error_size_table(models),
        off_by_one_table(models, "question_type", "question type"),
        off_by_one_table(models, "answer_format", "answer format"),
        direction_table(models),
        rule_table(models),
    ]


def scores_table(runs: Sequence[Mapping[str, Any]]) -> Table:
    """The scores of each run with 95 % intervals (Tables 11 and 12), and its rank by each score in its split."""
    rows = []
    for run in sorted(runs, key=lambda run: (run["dataset"], run["split"])):
        head = [run[column] for column in ("dataset", "split", "model", "prompting", "n")]
        cells = [_with_interval(run, name) for name in SCORES]
        rows.append([*head, *cells, 100.0 * run["coverage"], _ranks(run, runs)])
    return Table(
        "scores", "Scores", "Percentages 0 to 100, MASE from 0, lower is better for sMAPE and MASE. Coverage is the "
        "share of responses that give a value, in percent; MASE leaves the others out. Ranks in the split are by "
        "EM/sMAPE/MASE.",
        ["dataset", "split", "model", "prompting", "n", *SCORES.values(), "coverage %", "ranks"], rows,
    )  # fmt: skip


def _with_interval(run: Mapping[str, Any], name: str) -> str:
    cell = score_cell(run, name)
    # As in the paper: MASE with two decimals, percentages with one.
    return cell if isinstance(cell, str) else with_decimals(cell, 2 if name == "mase" else 1)


def _ranks(run: Mapping[str, Any], runs: Sequence[Mapping[str, Any]]) -> str:
    """The rank of a run in its split by each score; where a score is not defined, the last."""
    split = run["dataset"], run["split"]
    peers = [peer for peer in runs if (peer["dataset"], peer["split"]) == split and peer["model"] not in BASELINES]

    def badness(row: Mapping[str, Any], name: str) -> float:
        return math.inf if row[name] is None else -row[name] if name == "em" else row[name]

    ranks = (1 + sum(badness(peer, name) < badness(run, name) for peer in peers) for name in SCORES)
    return "-" if run["model"] in BASELINES else "/".join(map(str, ranks))


def rank_correlation_table(runs: Sequence[Mapping[str, Any]]) -> Table:
    """Spearman's correlation between the rankings of the runs by two scores, for each dataset (section 4.3)."""
    rows: list[list[Any]] = []
    models = [run for run in runs if run["model"] not in BASELINES]
    for dataset in sorted({run["dataset"] for run in models}):
        scored = [run for run in models if run["dataset"] == dataset and None not in (run[name] for name in SCORES)]
        rows.append([dataset, len(scored), *(_spearman(scored, *pair) for pair in combinations(SCORES, 2))])
    return Table(
        "rank_correlations", "Agreement of rankings",
        "Spearman's rank correlation over all runs of a dataset, each split a run of its own. "
        "EM rises and the others fall with quality: -1 between EM and another "
        "is full agreement.", ["dataset", "runs", "EM, sMAPE", "EM, MASE", "sMAPE, MASE"], rows,
    )  # fmt: skip


def _spearman(runs: Sequence[Mapping[str, Any]], one: str, other: str) -> str:
    if len(runs) < 3:
        return "-"
    from scipy.stats import spearmanr

    value = float(spearmanr([run[one] for run in runs], [run[other] for run in runs]).statistic)
    return "-" if math.isnan(value) else f"{value:.2f}"


def errors(items: Iterable[ScoredItem]) -> list[tuple[ScoredItem, float]]:
    """The wrong items with a value, each with the size of its error."""
    return [
        (item, abs(item.value - item.label)) for item in items if item.value is not None and item.value != item.label
    ]


def _by_dataset(items: Iterable[ScoredItem]) -> list[tuple[str, list[ScoredItem]]]:
    return sorted(grouped((item.dataset, item) for item in items).items())


def error_size_table(items: Sequence[ScoredItem]) -> Table:
    """The most frequent sizes of errors in the item's unit, among all errors that are not zero (Table 3)."""
    rows: list[list[Any]] = []
    for dataset, of_it in _by_dataset(items):
        sizes = Counter(round(size, 6) for _, size in errors(of_it))
        counted = [(size, n) for size, n in sizes.items() if size <= _MAX_COUNTED_ERROR]
        for size, n in sorted(counted, key=lambda pair: (-pair[1], pair[0]))[:10]:
            rows.append([dataset, f"{size:g}", n, sizes.total(), f"{100 * n / sizes.total():.2f}"])
    return Table(
        "error_sizes", "Most frequent errors",
        "|error| in the unit of the item; share of all non-zero errors in percent.",
        ["dataset", "|error|", "count", "of", "share"], rows,
    )  # fmt: skip


def off_by_one_table(items: Sequence[ScoredItem], column: str, name: str) -> Table:
    """The share of each question type or answer format in all items, and in items off by one (Tables 4, 5)."""
    rows: list[list[Any]] = []
    for dataset, of_it in _by_dataset(items):
        everywhere = Counter(getattr(item, column) for item in of_it)
        off = (item for item, size in errors(of_it) if math.isclose(size, 1.0, rel_tol=0.0, abs_tol=1e-9))
        off_by_one = Counter(getattr(item, column) for item in off)
        if set(everywhere) == {""}:  # TempTabQA has no question types
            continue
        for value, n in sorted(everywhere.items(), key=lambda pair: (-pair[1], pair[0])):
            among_off = 100 * off_by_one[value] / off_by_one.total() if off_by_one else 0.0
            rows.append([dataset, value, f"{100 * n / everywhere.total():.2f}", f"{among_off:.2f}"])
    return Table(
        f"off_by_one_by_{column}", f"Off by one, by {name}",
        "Share in all items, and in those with |error| = 1, in percent.",
        ["dataset", name, "all", "|error| = 1"], rows,
    )  # fmt: skip


def direction_table(items: Sequence[ScoredItem]) -> Table:
    """Errors below and above the label: their number, and mean (standard deviation) of sMAPE and MASE (Table 6)."""
    rows: list[list[Any]] = []
    for dataset, of_it in _by_dataset(items):
        for name, sign in (("too small or early", -1), ("too large or late", 1)):
            side = [item for item in of_it if item.value is not None and (item.value - item.label) * sign > 0]
            cells = [_mean_and_deviation([getattr(item, score) for item in side]) for score in ("smape", "mase")]
            rows.append([dataset, name, len(side), *cells])
    return Table(
        "directions", "Direction of errors",
        "Mean (standard deviation; number) over the wrong items for which the score is defined and finite.",
        ["dataset", "error", "n", "sMAPE", "MASE"], rows,
    )  # fmt: skip


def _mean_and_deviation(values: Iterable[float | None]) -> str:
    there = np.array([value for value in values if value is not None and math.isfinite(value)])
    return f"{there.mean():.2f} ({there.std(ddof=1):.2f}; {len(there):,})" if len(there) > 1 else "-"


def rule_table(items: Sequence[ScoredItem]) -> Table:
    """How many responses each rule of the parser read, and why others have no value."""
    counts = Counter((item.dataset, item.rule) for item in items)
    ordered = sorted(counts, key=lambda which: (which[0], -counts[which], which[1]))
    rows = [[*which, counts[which]] for which in ordered]
    return Table("parser_rules", "How responses were read", "", ["dataset", "rule", "responses"], rows)
