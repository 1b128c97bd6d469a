"""Counts of the questions in Parquet files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from temporal_qa.questions.complex_tr.queries import kind_in_words
from temporal_qa.questions.periods import PERIODS, period
from temporal_qa.report.dataset_statistics import (
    CLASSES,
    COMPLEX_TR_MULTI_ANSWER_PERCENT,
    DatasetStatistics,
    table_beside_complex_tr,
)
from temporal_qa.report.question_counts import charts, relation_in_words
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline.dates import parse_month


@dataclass(frozen=True, slots=True)
class WrittenQuestions:
    """Counts of the questions in files; their memory does not grow with the number of questions."""

    kinds: Counter[tuple[str, str, str]]
    relations: Counter[str]
    months: Counter[str]
    answers: Counter[int]
    facts: Counter[int]

    @classmethod
    def read(cls, paths: Iterable[Path]) -> WrittenQuestions:
        """Counts the rows of these files."""
        import pyarrow.compute as pc
        import pyarrow.parquet as pq

        written = cls(Counter(), Counter(), Counter(), Counter(), Counter())
        columns = ["level", "hops", "kind", "relation", "reference_date", "answers", "facts"]
        for path in paths:
            with pq.ParquetFile(path) as table:
                for batch in table.iter_batches(10_000, columns=columns):
                    names = pc.binary_join_element_wise(batch["level"], batch["hops"], batch["kind"], "/")
                    written.kinds.update({tuple(name.split("/")): n for name, n in _counted(names).items()})
                    written.relations.update(_counted(batch["relation"]))
                    written.months.update(_counted(batch["reference_date"]))
                    written.answers.update(_counted(pc.list_value_length(batch["answers"])))
                    written.facts.update(_counted(pc.list_value_length(batch["facts"])))
        return written

    def by_period(self) -> dict[str, int]:
        """Questions by period of the reference time, in order."""
        periods = dict.fromkeys(PERIODS, 0)
        for month, number in self.months.items():
            periods[period(parse_month(month))] += number
        return periods

    def by_relation(self) -> dict[str, int]:
        """Questions by relation in words."""
        return {relation_in_words(relation): number for relation, number in sorted(self.relations.items())}

    def plots(self, split: str) -> dict[str, str]:
        """Bar charts as SVG, by name: questions by period and by relation."""
        return charts({split: self.by_period()}, {split: self.by_relation()})

    def card_counts(self, keep: Mapping[str, float]) -> dict[str, Any]:
        """The tables and shares of a pseudo-PIT card, by their names in its template.

        ``keep`` is the probability with which a question of each period was kept.
        """
        statistics, periods = self.statistics(), self.by_period()
        kinds = [[kind_in_words(kind), number] for (_, _, kind), number in sorted(self.kinds.items())]
        return {
            "beside_complex_tr": table_beside_complex_tr({"this": statistics}, {"this": "Pseudo"}),
            "multi_answer_share": statistics.multi_answer_percent,
            "multi_answer_share_of_complex_tr": COMPLEX_TR_MULTI_ANSWER_PERCENT,
            "counts_by_kind": markdown_table(["kind", "questions"], kinds),
            "counts_by_relation": markdown_table(["relation", "questions"], self.by_relation().items()),
            "counts_by_period": markdown_table(
                ["reference time", "kept with probability", "questions"],
                [[name, f"{keep[name]:.3f}", number] for name, number in periods.items()],
            ),
        }

    def statistics(self) -> DatasetStatistics:
        """The figures of Table 3."""
        by_class: Counter[tuple[str, str]] = Counter()
        for (level, hops, _), number in self.kinds.items():
            by_class[level, hops] += number
        n = self.kinds.total()
        years = [parse_month(month) // 12 for month in self.months]
        return DatasetStatistics(
            by_class={which: by_class[which] for which in CLASSES},
            first_year=min(years),
            last_year=max(years),
            average_facts=sum(size * number for size, number in self.facts.items()) / n,
            multi_answer_percent=100 * (1 - self.answers[1] / n),
        )


def _counted(values: Any) -> dict[Any, int]:
    import pyarrow.compute as pc

    return {entry["values"]: entry["counts"] for entry in pc.value_counts(values).to_pylist()}
