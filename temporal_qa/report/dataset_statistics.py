"""The figures of Complex-TR's Table 3 for any set of questions, beside those of the paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline import CalendarDate

QuestionClass: TypeAlias = tuple[str, str]
"""Level and hops, such as ``("L2", "multi-hop")``."""

CLASSES: Mapping[QuestionClass, str] = {
    ("L2", "1-hop"): "L2 1-hop",
    ("L2", "multi-hop"): "L2 M-hop",
    ("L3", "1-hop"): "L3 1-hop",
    ("L3", "multi-hop"): "L3 M-hop",
}
"""The four classes of question, with their names in Table 3."""


@dataclass(frozen=True, slots=True)
class DatasetStatistics:
    """The figures of one column of Table 3.

    Attributes:
        by_class: the number of questions of each class, in the order of ``CLASSES``.
        first_year: the earliest reference time, as an astronomical year (44 BC is -43); ``None`` without questions.
        last_year: the latest one.
        average_facts: the mean number of facts in a question's context; ``None`` without questions.
        multi_answer_percent: the share of questions with more than one answer, 0 to 100; ``None`` if it is unknown.
    """

    by_class: Mapping[QuestionClass, int]
    first_year: int | None
    last_year: int | None
    average_facts: float | None
    multi_answer_percent: float | None

    @property
    def n(self) -> int:
        """The number of questions."""
        return sum(self.by_class.values())

    def to_dict(self) -> dict[str, Any]:
        """The figures as one JSON object, by the names of the table."""
        return {
            "time_coverage": None if self.first_year is None else [self.first_year, self.last_year],
            **{CLASSES[which]: number for which, number in self.by_class.items()},
            "total": self.n,
            "average_facts": self.average_facts,
            "multi_answer_percent": self.multi_answer_percent,
        }


def _column(years: tuple[int, int], counts: Sequence[int], average_facts: float) -> DatasetStatistics:
    return DatasetStatistics(dict(zip(CLASSES, counts, strict=True)), *years, average_facts, None)


# Tan, Ng and Bing, Findings of ACL 2024, Table 3. The paper does not define its time coverage; in the authors' notebook
# it is that of the column `date`, which for l3_offset is the time asked about and not the event's start.
COMPLEX_TR = {
    "Pseudo": _column((1021, 2040), (11389, 13919, 15205, 10938), 10.8),
    "Training": _column((1529, 2019), (1109, 2407, 1236, 1759), 9.0),
    "Dev": _column((1254, 2023), (670, 1487, 690, 1146), 10.0),
    "Test (Gold)": _column((1659, 2023), (72, 106, 71, 80), 8.6),
}
"""The paper's columns. Training and dev are from 1,000 and 500 groups, pseudo is from the training groups; the last one
counts the questions that annotators confirmed, of 500 drawn from the test groups."""


def table_beside_complex_tr(ours: Mapping[str, DatasetStatistics], paper_columns: Mapping[str, str]) -> str:
    """Table 3 in Markdown: each of our columns, followed by the paper's.

    Args:
        ours: the figures by the name of our column, such as a split.
        paper_columns: our column -> the column of ``COMPLEX_TR`` beside it; others stand alone.

    >>> figures = {"dev": DatasetStatistics(dict.fromkeys(CLASSES, 0), None, None, None, None)}
    >>> print(table_beside_complex_tr(figures, {"dev": "Dev"}).splitlines()[2])
    | time coverage  | -   | 1254-2023      |
    """
    header, columns = ["statistic"], []
    for name, figures in ours.items():
        header.append(name)
        columns.append(_cells(figures))
        if name in paper_columns:
            header.append(f"Complex-TR {paper_columns[name]}")
            columns.append(_cells(COMPLEX_TR[paper_columns[name]]))
    names = ["time coverage", *CLASSES.values(), "total", "average facts", "% multi-answer"]
    return markdown_table(header, zip(names, *columns, strict=True))


def figures_beside_complex_tr(
    ours: Mapping[str, DatasetStatistics], paper_columns: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    """The columns of :func:`table_beside_complex_tr` for JSON: our column -> ``ours`` and ``complex_tr``.

    ``complex_tr`` is ``None`` for a column that stands alone, and so is a figure that the paper does not give.
    """
    return {
        name: {
            "ours": figures.to_dict(),
            "complex_tr": COMPLEX_TR[paper_columns[name]].to_dict() if name in paper_columns else None,
        }
        for name, figures in ours.items()
    }


def _cells(figures: DatasetStatistics) -> list[object]:
    years = [figures.first_year, figures.last_year]
    coverage = "-".join(str(CalendarDate(year)) for year in years if year is not None)
    shares = [figures.average_facts, figures.multi_answer_percent]
    return [coverage or "-", *figures.by_class.values(), figures.n, *("-" if s is None else s for s in shares)]
