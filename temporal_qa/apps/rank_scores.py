"""The contents of the apps of metrics of ranks and of time intervals."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from temporal_qa.apps.answer_scores import answer_column
from temporal_qa.apps.metric_inputs import Columns
from temporal_qa.apps.shown_score import WORST, ShownScore
from temporal_qa.io.errors import InputError
from temporal_qa.scoring.answer_ranks import Ranks, answer_ranks, by_question
from temporal_qa.scoring.hits_at_k import hits_at_k
from temporal_qa.scoring.interval_overlap import interval_overlap
from temporal_qa.scoring.mean_reciprocal_rank import KS, reciprocal_ranks
from temporal_qa.scoring.normalize import split_answers
from temporal_qa.scoring.significance import summarize
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

RANK_METRICS: Mapping[str, Mapping[str, Callable[[Ranks], Ranks]]] = {
    "hits_at_k": {f"hits_at_{k}": partial(hits_at_k, k=k) for k in KS},
    "mean_reciprocal_rank": {"mean_reciprocal_rank": reciprocal_ranks},
}
"""Metric -> the scores of ranks."""

INTERVAL_METRICS = ("interval_overlap",)

_INTERVAL = re.compile(r"(-?\d{1,9})(?:\s*(?:[-,\u2013]|to)\s*(-?\d{1,9}))?")


def score_ranks(
    metric: str, columns: Columns, *, separator: str = ANSWER_SEPARATOR, bootstrap: int | None = None
) -> ShownScore:
    """Scores candidates, the best first, by one of :data:`RANK_METRICS`.

    Args:
        metric: its name.
        columns: predictions and references, each a text, a list of texts, or a JSON list in a text.
        separator: what joins the candidates or the right answers of a text.
        bootstrap: number of resamples for 95 % intervals; without it there are none.

    Raises:
        InputError, TypeError, ValueError: an entry is not a list of candidates; says which, and what was expected.
    """
    found, right = (
        [split_answers(answers, separator) for answers in answer_column(name, column, separator)]
        for name, column in (("predictions", columns.predictions), ("references", columns.references))
    )
    ranked = answer_ranks(found, right)
    values = {name: of(ranked.ranks) for name, of in RANK_METRICS[metric].items()}
    scores = {name: by_question(each, ranked.question, "each") for name, each in values.items()}
    summary = summarize(scores, bootstrap=bootstrap) | {"n_unranked": int(np.isinf(ranked.ranks).sum())}
    best = -by_question(-ranked.ranks, ranked.question, "any")
    bands = {"1": (1, 1), "2 to 3": (2, 3), "4 to 10": (4, 10), "more": (11, 1e300), "not ranked": (math.inf, math.inf)}
    counts = {name: int(((low <= best) & (best <= high)).sum()) for name, (low, high) in bands.items()}
    main = scores[metric] if metric in scores else by_question(reciprocal_ranks(ranked.ranks), ranked.question, "each")
    order = [place for place in np.argsort(main, kind="stable").tolist() if best[place] > 1][:WORST]
    rows = [
        [columns.ids[place], "; ".join(found[place][:5]) or "(none)", "; ".join(right[place]),
         "not ranked" if math.isinf(best[place]) else int(best[place])]
        for place in order
    ]  # fmt: skip
    parts = [[name, number] for name, number in counts.items() if number]
    return ShownScore(summary, (["best rank", "questions"], parts), (["item", "candidates", "reference", "rank"], rows))


def score_intervals(columns: Columns, *, bootstrap: int | None = None) -> ShownScore:
    """Scores intervals of years, each a pair, or a text such as ``1990-1994`` or ``1990``.

    Raises:
        InputError, ValueError: an entry is not an interval; says which, and what was expected.
    """
    pairs = [
        [_interval(name, number, value) for number, value in enumerate(column, 1)]
        for name, column in (("predictions", columns.predictions), ("references", columns.references))
    ]
    scores = interval_overlap(*pairs)
    main = scores["aeiou"]
    misses = np.array([min(a[1], b[1]) < max(a[0], b[0]) for a, b in zip(*pairs, strict=True)])
    kinds = {"equal": main == 100, "overlapping": ~misses & (main < 100), "apart": misses}
    parts = [
        [name, int(which.sum()), *(round(float(values[which].mean()), 2) for values in scores.values())]
        for name, which in kinds.items()
        if which.any()
    ]
    rows = [
        [columns.ids[place], *("-".join(map(str, column[place])) for column in pairs),
         *(round(float(values[place]), 2) for values in scores.values())]
        for place in [place for place in np.argsort(main, kind="stable").tolist() if main[place] < 100][:WORST]
    ]  # fmt: skip
    return ShownScore(
        summarize(scores, bootstrap=bootstrap),
        (["intervals", "facts", *scores], parts),
        (["item", "prediction", "reference", *scores], rows),
    )


def _interval(name: str, number: int, value: Any) -> list[int]:
    if isinstance(value, str) and (found := _INTERVAL.fullmatch(value.strip().strip("[]"))):
        return [int(found[1]), int(found[2] or found[1])]
    if isinstance(value, list) and len(value) == 2 and all(isinstance(year, int) for year in value):
        return value
    raise InputError(f"{name}, item {number}: found {value!r:.80}, expected years such as 1990-1994")
