"""Counts of questions, in memory or in Parquet files, as tables and bar charts for a dataset's card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from temporal_qa.questions.complex_tr.queries import kind_in_words
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.periods import PERIODS, period
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.dataset_statistics import (
    CLASSES,
    COMPLEX_TR_MULTI_ANSWER_PERCENT,
    DatasetStatistics,
    dataset_statistics,
    table_beside_complex_tr,
)
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline.dates import parse_month

Splits: TypeAlias = Mapping[str, Sequence[Question]]
Counts: TypeAlias = dict[str, dict[str, int]]
"""Split -> value -> number of questions, every value in every split."""

RECENT = parse_month("1980-01")
"""The card has the share of questions about this month and later."""


def card_counts(splits: Splits, drops: Mapping[str, int]) -> dict[str, Any]:
    """The tables and shares (in percent) of a dataset's card, by their names in its template."""
    questions = [question for of_split in splits.values() for question in of_split]
    ((top_relation, of_relation),) = Counter(question.relation for question in questions).most_common(1)
    recent = sum(question.reference_month >= RECENT for question in questions)
    return {
        "counts_by_kind": counts_table("kind", _by_split(splits, lambda question: kind_in_words(question.kind))),
        "counts_by_relation": counts_table("relation", _by_relation(splits)),
        "counts_by_period": counts_table("reference time", _by_period(splits)),
        "recent_share": 100 * recent / len(questions),
        "top_relation": relation_in_words(top_relation),
        "top_relation_share": 100 * of_relation / len(questions),
        "multi_answer_share": dataset_statistics(questions).multi_answer_percent,
        "multi_answer_share_of_complex_tr": COMPLEX_TR_MULTI_ANSWER_PERCENT,
        "drops": drops_table(drops),
    }


def every_value(counts: Mapping[str, Counter[str]]) -> Counts:
    """The same counts with every value in every split; by the alphabet, values with a leading digit last."""
    values = sorted(set().union(*counts.values()), key=lambda value: (value[:1].isdigit(), value))
    return {split: {value: of_split[value] for value in values} for split, of_split in counts.items()}


def drops_table(drops: Mapping[str, int]) -> str:
    """A table of what was left out, by reason."""
    return markdown_table(["reason", "number"], sorted(drops.items())) if drops else "Nothing."


def missing_in_words(missing: Mapping[str, Mapping[str, int]]) -> str:
    """What splits lack of their mix, as the end of a sentence; empty where nothing is missing.

    >>> missing_in_words({"train": {}, "dev": {"L2 1-hop": 3, "L3 multi-hop": 1200}})
    'dev lacks 3 L2 1-hop and 1,200 L3 multi-hop'
    """
    return "; ".join(
        f"{split} lacks " + " and ".join(f"{number:,} {which}" for which, number in lacking.items())
        for split, lacking in missing.items()
        if lacking
    )


def _by_split(splits: Splits, key: Callable[[Question], str]) -> Counts:
    return every_value({split: Counter(map(key, questions)) for split, questions in splits.items()})


def counts_table(name: str, counts: Counts) -> str:
    """A table with a row for each value and one for all, and a column for each split."""
    rows: list[list[Any]] = [
        [value, *(of_split[value] for of_split in counts.values())] for value in next(iter(counts.values()))
    ]
    rows.append(["all", *(sum(of_split.values()) for of_split in counts.values())])
    return markdown_table([name, *counts], rows)


def question_plots(splits: Splits) -> dict[str, str]:
    """Bar charts as SVG, by name: questions by period and by relation."""
    return _charts(_by_period(splits), _by_relation(splits))


def _charts(by_period: Mapping[str, Mapping[str, int]], by_relation: Mapping[str, Mapping[str, int]]) -> dict[str, str]:
    """The bar charts of a card, from the counts of each split."""
    return {
        "questions_by_period": bar_chart_svg("Questions by period of the reference time", by_period),
        "questions_by_relation": bar_chart_svg("Questions by relation", by_relation, by_size=True),
    }


def _by_relation(splits: Splits) -> Counts:
    return _by_split(splits, lambda question: relation_in_words(question.relation))


def _by_period(splits: Splits) -> Counts:
    return _by_split(splits, lambda question: period(question.reference_month))


def relation_in_words(relation: str) -> str:
    """A relation with its label, such as ``P69 educated at``; an unknown relation as it is."""
    known = wordings().relations.get(relation)
    return relation if known is None else f"{relation} {known.label}"


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
        return _charts({split: self.by_period()}, {split: self.by_relation()})

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
