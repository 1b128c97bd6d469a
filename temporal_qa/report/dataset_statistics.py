"""The figures of Complex-TR's Table 3 for any set of questions, beside those of the paper."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline import CalendarDate

CLASSES: Mapping[tuple[str, str], str] = {
    ("L2", "1-hop"): "L2 1-hop",
    ("L2", "multi-hop"): "L2 M-hop",
    ("L3", "1-hop"): "L3 1-hop",
    ("L3", "multi-hop"): "L3 M-hop",
}
"""The four classes of question, by level and hops, with their names in Table 3."""

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
    return {
        "time_coverage": years,
        **dict(zip(CLASSES.values(), counts, strict=True)),
        "total": sum(counts),
        "average_facts": average_facts,
        "multi_answer_percent": multi_answer_percent,
    }


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


def table_beside_complex_tr(ours: Mapping[str, Figures], paper_columns: Mapping[str, str]) -> str:
    """Table 3 in Markdown: each of our columns, followed by the paper's.

    Args:
        ours: the figures by the name of our column, such as a split.
        paper_columns: our column -> the column of ``COMPLEX_TR`` beside it; others stand alone.

    >>> figures = {"dev": figures_of_table_3(None, [0] * 4, None, None)}
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
