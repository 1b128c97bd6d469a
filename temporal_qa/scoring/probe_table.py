"""Tables of the scores of date probes: all questions, ages and samples, and each value of each facet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from temporal_qa.io.messages import counted
from temporal_qa.scoring.date_probes import QUESTION_SCORES, ProbeScores
from temporal_qa.scoring.matching import Matched, facet_column
from temporal_qa.scoring.number_columns import Numbers
from temporal_qa.scoring.sample_probes import probe_summary
from temporal_qa.scoring.score_table import natural_order
from temporal_qa.tables.markdown import markdown_table


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """The scores of the questions and samples that share one value of a facet (``all``: of all).

    Attributes:
        facet, value: the facet and its value.
        n, n_missing: the number of questions, and of those without a prediction, which are wrong.
        coverage: the share of answers that could be read, 0 to 1.
        questions, ages, samples: means by name, see :func:`~.sample_probes.probe_summary`; empty where there are none.
    """

    facet: str
    value: str
    n: int
    n_missing: int
    coverage: float
    questions: dict[str, Any]
    ages: dict[str, Any]
    samples: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        row = {"facet": self.facet, "value": self.value, "n": self.n, "n_missing": self.n_missing}
        parts = {"ages": self.ages, "samples": self.samples}
        return row | {"coverage": self.coverage} | self.questions | {name: part for name, part in parts.items() if part}


def probe_table(
    matched: Sequence[Matched], by: Sequence[str], scored: tuple[ProbeScores, dict[str, Numbers]], *,
    bootstrap: int | None = None, seed: int = 0,
) -> list[ProbeRow]:  # fmt: skip
    """The row ``all``, then one row for each value of each facet, in natural order.

    The errors of ages are scaled (MASE) by all ages together. A sample counts for a value that all its questions have.

    Args:
        matched: the questions with their predictions.
        by: facets.
        scored: the result of :func:`~.matched_probes.score_matched`.
        bootstrap: number of resamples for 95 % intervals; without it there are none.
        seed: of the bootstrap.

    Raises:
        InputError: an unknown facet.
    """
    scores, of_samples = scored
    columns = {facet: facet_column(matched, facet) for facet in dict.fromkeys(by)}
    sample_of = facet_column(matched, "sample")
    missing = np.array([row.prediction.missing for row in matched])
    members: dict[str, list[int]] = {}
    for index, sample in enumerate(sample_of):
        members.setdefault(sample, []).append(index)

    def row(facet: str, value: str, chosen: list[int]) -> ProbeRow:
        there = set(chosen)
        samples = [number for number, places in enumerate(members.values()) if there.issuperset(places)]
        means = probe_summary(scores, of_samples, chosen, samples, bootstrap=bootstrap, seed=seed)
        ages, of_sample = means.pop("ages", {}), means.pop("samples", {})
        n, coverage = means.pop("n"), means.pop("coverage")
        return ProbeRow(facet, value, n, int(missing[chosen].sum()), coverage, means, ages, of_sample)

    rows = [row("all", "", list(range(len(matched))))]
    for facet, column in columns.items():
        of_value: dict[str, list[int]] = {}
        for index, value in enumerate(column):
            of_value.setdefault(value, []).append(index)
        rows += [row(facet, value, of_value[value]) for value in sorted(of_value, key=natural_order)]
    return rows


def probe_report(rows: Sequence[ProbeRow]) -> str:
    """The scores as up to three tables in Markdown: questions, ages, samples."""
    title = "Scores of probes, 0 to 100; dates and ages are compared by value, exact_match and token_f1 are of texts."
    if number := rows[0].ages.get("n", 0):
        title += f" The means of the texts leave out the {counted(number, 'age')}."
    if number := rows[0].n_missing:
        counts = "question has no prediction and counts" if number == 1 else "questions have no prediction and count"
        title += f" {number:,} {counts} as wrong."
    if any(name.endswith("_interval") for row in rows for name in row.questions):
        title += " In brackets: 95 % bootstrap intervals."
    head = ["facet", "value", "n"]
    table = markdown_table(
        [*head, "coverage %", *QUESTION_SCORES],
        [[row.facet, row.value, row.n, 100 * row.coverage, *_cells(row.questions)] for row in rows],
    )
    parts = [title, table]
    for name, note in (
        ("ages", "Ages: their years, months and days, and the error in days; sMAPE and MASE are lower for less error."),
        ("samples", "Samples: a main question with its probes."),
    ):
        filled = [(row, part) for row in rows if (part := getattr(row, name))]
        if filled:
            scores = [key for key in filled[0][1] if key not in ("n", "n_defined") and not key.endswith("_interval")]
            cells = [[row.facet, row.value, part["n"], *_cells(part)] for row, part in filled]
            parts += [note, markdown_table([*head, *scores], cells)]
    return "\n\n".join(parts)


def _cells(means: dict[str, Any]) -> Iterator[object]:
    for name, value in means.items():
        if name not in ("n", "n_defined") and not name.endswith("_interval"):
            interval = means.get(f"{name}_interval")
            yield "-" if value is None else value if interval is None else (value, *interval)
