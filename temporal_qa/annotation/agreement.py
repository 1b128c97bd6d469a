"""Agreement of annotators: Fleiss' kappa with its interval. Needs the extra ``annotate`` (statsmodels)."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from temporal_qa.annotation.verdicts import Judgement
from temporal_qa.io import InputError, counted, explain_missing, grouped
from temporal_qa.scoring.significance import mean_interval

_HIGH_CHANCE = 90
"""The percentage of agreement by chance from which kappa comes with a warning: 95 % of the verdicts are the same."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on the questions that several annotators judged.

    ``kappa`` is between -1 and 1, or ``None`` (0 / 0) if all verdicts are the same. ``observed`` is the percentage of
    pairs of annotators that agree, and ``chance`` that of verdicts drawn at random, each 0 to 100; where it is near
    100, a few verdicts decide kappa, ``(observed - chance) / (100 - chance)``. The intervals hold 95 % of bootstrap
    resamples of the questions; ``undefined_resamples`` had no kappa and are left out of its interval.
    """

    n: int
    annotators_each: int
    kappa: float | None
    kappa_interval: tuple[float, float] | None
    observed: float
    observed_interval: tuple[float, float]
    undefined_resamples: int
    chance: float

    def in_words(self) -> str:
        """Kappa and the observed agreement with their intervals, in a line, and perhaps a warning."""
        low, high = self.observed_interval
        observed = f"observed agreement: {self.observed:.1f} % [{low:.1f}, {high:.1f}]"
        kappa = "undefined, since all verdicts on these are the same" if self.kappa is None else f"{self.kappa:.2f}"
        if self.kappa_interval is not None:
            low, high = self.kappa_interval
            kappa += f" [{low:.2f}, {high:.2f}]"
        if self.kappa is not None and self.undefined_resamples:
            kappa += f" without {counted(self.undefined_resamples, 'resample')} in which all verdicts are the same"
        on = f"{counted(self.n, 'question')}, {self.annotators_each} annotators each"
        line = f"Fleiss' kappa: {kappa}; {observed} ({on})"
        if self.kappa is not None and self.chance >= _HIGH_CHANCE:
            line += (
                f"\nkappa is hardly defined here: nearly all verdicts are the same, so that {self.chance:.1f} % agree "
                f"by chance, and a few decide it; report the observed agreement, too"
            )
        return line


def count_verdicts(judgements: Iterable[Judgement]) -> NDArray[np.int64]:
    """How many annotators judged each question False and True, for questions with several annotators.

    Adjudications do not count, since only disagreements are adjudicated.

    Returns:
        One row a question, shape ``(questions, 2)``; all rows have the same sum.

    Raises:
        InputError: questions have different numbers of annotators, for which Fleiss' kappa is not defined.
    """
    given = grouped((judgement.id, judgement.verdict) for judgement in judgements if not judgement.adjudication)
    several = {question: verdicts for question, verdicts in sorted(given.items()) if len(verdicts) > 1}
    by_number = {len(verdicts): question for question, verdicts in reversed(several.items())}
    if len(by_number) > 1:
        examples = ", ".join(f"{number} (as {by_number[number]})" for number in sorted(by_number))
        raise InputError(
            f"questions with different numbers of annotators: {examples}. If one is the third annotator, export with "
            f"--adjudication, or set 'adjudication' to true in those rows"
        )
    counts = [[verdicts.count(verdict) for verdict in (False, True)] for verdicts in several.values()]
    return np.array(counts, dtype=np.int64).reshape(-1, 2)


def measure_agreement(counts: NDArray[np.int64], *, resamples: int = 1000, seed: int = 0) -> Agreement:
    """Fleiss' kappa (Fleiss, 1971) and the observed agreement, each with a 95 % percentile bootstrap interval.

    Args:
        counts: from :func:`count_verdicts`, at least one question.
        resamples: number of bootstrap resamples, at least 1.
        seed: same counts and seed, same intervals.

    Raises:
        InputError: statsmodels is not installed.
        ValueError: no questions.
    """
    if not len(counts):
        raise ValueError("expected at least one question that several annotators judged")
    annotators = int(counts[0].sum())
    pairs = annotators * (annotators - 1)
    observed = 100 * (counts * (counts - 1)).sum(axis=1) / pairs
    interval, undefined = _kappa_interval(counts, resamples, seed)
    return Agreement(
        n=len(counts), annotators_each=annotators, kappa=_fleiss_kappa(counts), kappa_interval=interval,
        observed=float(observed.mean()), observed_interval=mean_interval(observed, resamples=resamples, seed=seed),
        undefined_resamples=undefined, chance=100 * float(((counts.sum(axis=0) / counts.sum()) ** 2).sum()),
    )  # fmt: skip


def _fleiss_kappa(counts: NDArray[np.int64]) -> float | None:
    with explain_missing("agreement needs statsmodels", "annotate"):
        from statsmodels.stats.inter_rater import fleiss_kappa
    if (counts.sum(axis=0) > 0).sum() < 2:
        return None
    return float(fleiss_kappa(counts, method="fleiss"))


def _kappa_interval(counts: NDArray[np.int64], resamples: int, seed: int) -> tuple[tuple[float, float] | None, int]:
    # Resamples differ only in how often they draw each pattern of verdicts.
    patterns, times = np.unique(counts, axis=0, return_counts=True)
    draws = np.random.default_rng(seed).multinomial(len(counts), times / len(counts), size=resamples)
    kappas = [_fleiss_kappa(np.repeat(patterns, draw, axis=0)) for draw in draws]
    defined = [kappa for kappa in kappas if kappa is not None]
    if not defined:
        return None, resamples
    low, high = np.quantile(defined, [0.025, 0.975])
    return (float(low), float(high)), resamples - len(defined)
