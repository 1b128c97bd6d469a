"""Counts of questions in Parquet files, as tables and bar charts for a dataset's card, and the figures of Complex-TR's
Table 3 for any set of questions, beside those of the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from temporal_qa.questions.complex_tr.queries import KINDS, kind_in_words
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.periods import PERIODS, period
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline import CalendarDate, parse_month

Counts: TypeAlias = dict[str, dict[str, int]]
"""Split -> value -> number of questions, every value in every split."""

RECENT = parse_month("1980-01")
"""The card has the share of questions about this month and later."""


CLASSES: Mapping[tuple[str, str], str] = {
    ("L2", "1-hop"): "L2 1-hop",
    ("L2", "multi-hop"): "L2 M-hop",
    ("L3", "1-hop"): "L3 1-hop",
    ("L3", "multi-hop"): "L3 M-hop",
}
"""The four classes of question, by level and hops, with their names in Table 3."""

_FIGURES = ("time_coverage", *CLASSES.values(), "total", "average_facts", "multi_answer_percent")

Figures: TypeAlias = dict[str, Any]
"""A column of Table 3, as JSON has it, see :func:`figures_of_table_3`."""


def figures_of_table_3(
    years: Sequence[int] | None, counts: Sequence[int], average_facts: float | None, multi_answer_percent: float | None
) -> Figures:
    """The figures of one column.

    Args:
        years: those of the earliest and the latest reference time (44 BC is -43); ``None`` without questions.
        counts: the number of questions of each class, in the order of ``CLASSES``.
        average_facts: the mean number of facts in a question's context; ``None`` without questions.
        multi_answer_percent: the share of questions with more than one answer, 0 to 100; ``None`` if it is unknown.
    """
    return dict(zip(_FIGURES, [years, *counts, sum(counts), average_facts, multi_answer_percent], strict=True))


# Tan, Ng and Bing, Findings of ACL 2024, Table 3. The paper does not define its time coverage; in the authors' notebook
# it is that of the column `date`, which for l3_offset is the time asked about and not the event's start.
COMPLEX_TR = {
    "Pseudo": figures_of_table_3([1021, 2040], (11389, 13919, 15205, 10938), 10.8, None),
    "Training": figures_of_table_3([1529, 2019], (1109, 2407, 1236, 1759), 9.0, None),
    "Dev": figures_of_table_3([1254, 2023], (670, 1487, 690, 1146), 10.0, None),
    "Test (Gold)": figures_of_table_3([1659, 2023], (72, 106, 71, 80), 8.6, None),
}
"""The paper's columns. Training and dev are from 1,000 and 500 groups, pseudo is from the training groups; the last one
counts the questions that annotators confirmed, of 500 drawn from the test groups."""


def card_counts(
    splits: Mapping[str, QuestionCounts], drops: Mapping[str, int], paper_columns: Mapping[str, str]
) -> dict[str, Any]:
    """The tables and shares (in percent) of a dataset's card, by their names in its template; ``paper_columns`` as of
    :func:`table_beside_complex_tr`."""
    counts = QuestionCounts(*(sum(column, Counter[Any]()) for column in zip(*splits.values(), strict=True)))
    n, statistics = counts.kinds.total(), {split: of_split.statistics() for split, of_split in splits.items()}
    ((top_relation, of_relation),) = counts.relations.most_common(1)
    return {
        "counts_by_kind": counts_table("kind", _by_split(splits, QuestionCounts.by_kind)),
        "counts_by_relation": counts_table("relation", _by_split(splits, QuestionCounts.by_relation)),
        "counts_by_period": counts_table("reference time", _by_split(splits, QuestionCounts.by_period)),
        "recent_share": 100 * sum(number for month, number in counts.months.items() if month >= RECENT) / n,
        "top_relation": relation_in_words(top_relation),
        "top_relation_share": 100 * of_relation / n,
        "multi_answer_share": counts.statistics()["multi_answer_percent"],
        "drops": drops_table(drops),
        "beside_complex_tr": table_beside_complex_tr(statistics, paper_columns),
    }


def _by_split(splits: Mapping[str, QuestionCounts], by: Callable[[QuestionCounts], dict[str, int]]) -> Counts:
    """One way to count the questions, for each split; values that no split has are left out."""
    return every_value({split: +Counter(by(counts)) for split, counts in splits.items()})


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


def counts_table(name: str, counts: Counts, *, total: bool = True) -> str:
    """A table with a row for each value and, with ``total``, one for all; it has a column for each split."""
    rows = [[value, *(of_split[value] for of_split in counts.values())] for value in next(iter(counts.values()))]
    if total:
        rows.append(["all", *(sum(of_split.values()) for of_split in counts.values())])
    return markdown_table([name, *counts], rows)


def question_plots(splits: Mapping[str, QuestionCounts], *, empty_periods: bool = False) -> dict[str, str]:
    """Bar charts as SVG, by name: questions by relation, and by period; of these perhaps the empty ones, too."""
    every_period = {split: counts.by_period() for split, counts in splits.items()}
    by_period = every_period if empty_periods else _by_split(splits, QuestionCounts.by_period)
    by_relation = _by_split(splits, QuestionCounts.by_relation)
    return {
        "questions_by_period": bar_chart_svg("Questions by period of the reference time", by_period),
        "questions_by_relation": bar_chart_svg("Questions by relation", by_relation, by_size=True),
    }


def relation_in_words(relation: str) -> str:
    """A relation with its label, such as ``P69 educated at``; an unknown relation as it is."""
    return relation if (known := wordings().relations.get(relation)) is None else f"{relation} {known.label}"


class QuestionCounts(NamedTuple):
    """Counts of questions, ``months`` of their reference times; their memory does not grow with the questions."""

    kinds: Counter[str]
    relations: Counter[str]
    months: Counter[int]
    answers: Counter[int]
    facts: Counter[int]

    @classmethod
    def read(cls, paths: Iterable[Path]) -> QuestionCounts:
        """Counts the rows of these Parquet files."""
        import pyarrow.parquet as pq

        found = {name: Counter[Any]() for name in ("kind", "relation", "reference_date", "answers", "facts")}
        for path in paths:
            with pq.ParquetFile(path) as table:
                for batch in table.iter_batches(10_000, columns=[*found]):
                    for name, counts in found.items():
                        counts.update(_counted(batch[name]))
        kinds, relations, dates, answers, facts = found.values()
        return cls(kinds, relations, Counter({parse_month(date): dates[date] for date in dates}), answers, facts)

    def by_kind(self) -> dict[str, int]:
        """Questions by kind in words, in order."""
        return {kind_in_words(kind): self.kinds[kind] for kind in KINDS if self.kinds[kind]}

    def by_period(self) -> dict[str, int]:
        """Questions by period of the reference time, in order."""
        periods = dict.fromkeys(PERIODS, 0)
        for month, number in self.months.items():
            periods[period(month)] += number
        return periods

    def by_relation(self) -> dict[str, int]:
        """Questions by relation in words."""
        return {relation_in_words(relation): number for relation, number in sorted(self.relations.items())}

    def pseudo_pit_counts(self, keep: Mapping[str, float]) -> dict[str, Any]:
        """The tables and shares of a pseudo-PIT card, by their names in its template.

        ``keep`` is the probability with which a question of each period was kept.
        """
        statistics, periods = self.statistics(), self.by_period()
        return {
            "beside_complex_tr": table_beside_complex_tr({"this": statistics}, {"this": "Pseudo"}),
            "multi_answer_share": statistics["multi_answer_percent"],
            "counts_by_kind": markdown_table(["kind", "questions"], self.by_kind().items()),
            "counts_by_relation": markdown_table(["relation", "questions"], self.by_relation().items()),
            "counts_by_period": markdown_table(
                ["reference time", "kept with probability", "questions"],
                [[name, f"{keep[name]:.3f}", number] for name, number in periods.items()],
            ),
        }

    def statistics(self) -> Figures:
        """The figures of Table 3.

        The time covered is that of the reference times: the month in the question, the first month of its span, or the
        start of its event (section 2 of the paper). The mean number of facts is over questions, not over groups.
        """
        by_class: Counter[tuple[str, str]] = Counter()
        for kind, number in self.kinds.items():
            by_class[KINDS[kind].level, KINDS[kind].hops] += number
        n, years = self.kinds.total(), [month // 12 for month in self.months]
        several = sum(number for answers, number in self.answers.items() if answers > 1)
        return figures_of_table_3(
            years=[min(years), max(years)] if n else None,
            counts=[by_class[which] for which in CLASSES],
            average_facts=sum(size * number for size, number in self.facts.items()) / n if n else None,
            multi_answer_percent=100 * several / n if n else None,
        )


def _counted(values: Any) -> dict[Any, int]:
    """How often each value of a column occurs; of lists, each length."""
    import pyarrow as pa
    import pyarrow.compute as pc

    values = pc.list_value_length(values) if pa.types.is_list(values.type) else values
    return {entry["values"]: entry["counts"] for entry in pc.value_counts(values).to_pylist()}


def table_beside_complex_tr(ours: Mapping[str, Figures], paper_columns: Mapping[str, str]) -> str:
    """Table 3 in Markdown: each of our columns, followed by the paper's.

    Args:
        ours: the figures by the name of our column, such as a split.
        paper_columns: our column -> the column of ``COMPLEX_TR`` beside it; others stand alone.

    >>> figures = {"dev": figures_of_table_3(None, [0] * 4, None, None)}
    >>> print(table_beside_complex_tr(figures, {"dev": "Dev"}).splitlines()[2])
    | time coverage  | -   | 1254-2023      |
    """
    names = ["time coverage", *CLASSES.values(), "total", "average facts", "% multi-answer"]
    columns: list[tuple[str, Sequence[object]]] = [("statistic", names)]
    for name, figures in ours.items():
        columns.append((name, _cells(figures)))
        if name in paper_columns:
            columns.append((f"Complex-TR {paper_columns[name]}", _cells(COMPLEX_TR[paper_columns[name]])))
    header, cells = zip(*columns, strict=True)
    return markdown_table(header, zip(*cells, strict=True))


def figures_beside_complex_tr(
    ours: Mapping[str, Figures], paper_columns: Mapping[str, str]
) -> dict[str, dict[str, Figures | None]]:
    """The columns of :func:`table_beside_complex_tr` for JSON: our column -> ``ours`` and ``complex_tr``.

    ``complex_tr`` is ``None`` for a column that stands alone, and so is a figure that the paper does not give.
    """
    return {
        name: {"ours": figures, "complex_tr": COMPLEX_TR[paper_columns[name]] if name in paper_columns else None}
        for name, figures in ours.items()
    }


def _cells(figures: Figures) -> list[object]:
    years, *numbers = figures.values()
    coverage = "-".join(str(CalendarDate(year)) for year in years or ())
    return [coverage or "-", *("-" if number is None else number for number in numbers)]
