"""Counts of the questions of each split, as tables and bars for a dataset's card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.periods import period
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.tables.markdown import markdown_table

Splits: TypeAlias = Mapping[str, Sequence[Question]]
Counts: TypeAlias = dict[str, dict[str, int]]
"""Split -> value -> number of questions, every value in every split."""


def counts_by_split(splits: Splits, key: Callable[[Question], str]) -> Counts:
    """How many questions of each split have each value; values by the alphabet, those that begin with a digit last."""
    counted = {split: Counter(map(key, questions)) for split, questions in splits.items()}
    values = sorted(set().union(*counted.values()), key=lambda value: (value[0].isdigit(), value))
    return {split: {value: counts[value] for value in values} for split, counts in counted.items()}


def counts_table(name: str, counts: Counts) -> str:
    """A row a value, a column a split, and a row for all."""
    rows: list[list[Any]] = [
        [value, *(of_split[value] for of_split in counts.values())] for value in next(iter(counts.values()))
    ]
    rows.append(["all", *(sum(of_split.values()) for of_split in counts.values())])
    return markdown_table([name, *counts], rows)


def question_plots(splits: Splits) -> dict[str, str]:
    """SVG by name: questions by period, and by relation."""
    return {
        "questions_by_period": bar_chart_svg(
            "Questions by period of the reference time", counts_by_split(splits, period_name)
        ),
        "questions_by_relation": bar_chart_svg(
            "Questions by relation",
            counts_by_split(splits, lambda question: relation_in_words(question.relation)),
        ),
    }


def period_name(question: Question) -> str:
    """The period of the reference time."""
    return period(question.reference_month)


def kind_in_words(kind: str) -> str:
    """A kind of question with its level and hops, such as ``L2 1-hop l2_at``; one that is unknown as it is."""
    known = KINDS.get(kind)
    return kind if known is None else f"{known.level} {known.hops} {kind}"


def relation_in_words(relation: str) -> str:
    """A relation with its label, such as ``P69 educated at``; one that is unknown as it is."""
    known = wordings().relations.get(relation)
    return relation if known is None else f"{relation} {known.label}"
