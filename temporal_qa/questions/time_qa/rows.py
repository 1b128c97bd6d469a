"""The rows of one config of TimeQA: each question of each fact, checked before it is written."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from temporal_qa.questions.time_qa.articles import ArticleFact
from temporal_qa.questions.time_qa.mentions import Mentions
from temporal_qa.questions.time_qa.passages import cut_passages, released_passages
from temporal_qa.questions.time_qa.record import article_columns, check_row, question_row, released_columns
from temporal_qa.questions.time_qa.solver import solve_time_row
from temporal_qa.questions.time_qa.synthesis import FactAsker
from temporal_qa.questions.unsolved import Unanswerable


def checked_question(row: dict[str, Any], seen_ids: set[str], *, solve: bool) -> dict[str, Any]:
    """The row, checked; with ``solve``, the solver's answers are the label, and no second segment fits.

    Raises:
        ValueError: see :func:`~temporal_qa.questions.time_qa.record.check_row`.
        RuntimeError: the solver disagrees with the label.
    """
    check_row(row, seen_ids)
    if solve:
        try:
            solution = solve_time_row(row)
            solved, fitting = solution.answers, len(solution.fitting)
        except Unanswerable:
            solved, fitting = [], 1
        if solved != row["answers"] or fitting != 1:
            raise RuntimeError(f"question {row['id']}, {row['question']!r}: labelled {row['answers']}, solved {solved}")
    return row


FACETS = ("kind", "relation", "answers", "length", "bounds_mentioned")


class ConfigRows:
    """Makes rows, one fact after the other; ``counts`` are those of the rows so far, by facet, split and value.

    Args:
        asker: asks about the facts; its ``drops`` count what is not asked, by reason. Where it asks as published, the
            released columns are added.
        invented: add the ``reason`` why there is no answer.
        on_question: called after each question.
    """

    def __init__(
        self, asker: FactAsker, *, invented: bool = False, on_question: Callable[[], object] = lambda: None
    ) -> None:
        self.asker, self.invented, self.on_question = asker, invented, on_question
        self.seen_ids: set[str] = set()
        facets = (*FACETS, "reason") if invented else FACETS
        self.counts: dict[str, dict[str, Counter[str]]] = {facet: {} for facet in facets}

    def rows(self, split: str, facts: Iterable[ArticleFact]) -> Iterator[dict[str, Any]]:
        """The rows of one split.

        Raises:
            RuntimeError: the solver disagrees with a label.
        """
        as_published = self.asker.as_published
        for fact in facts:
            passages = (released_passages if as_published else cut_passages)(fact.paragraphs)
            shared = article_columns(fact, passages)
            mentions = Mentions(fact.context, as_published=as_published)
            for question in self.asker.questions(fact):
                row = question_row(question, shared, bounds_mentioned=mentions.of(question.segment))
                checked_question(row, self.seen_ids, solve=not as_published)
                if as_published:
                    row |= released_columns(question)
                if self.invented:
                    row["reason"] = question.segment.reason
                self._count(split, row)
                yield row
                self.on_question()

    def _count(self, split: str, row: Mapping[str, Any]) -> None:
        for facet, by_split in self.counts.items():
            value = row[facet] if facet != "answers" else ("none", "one", "several")[min(len(row["answers"]), 2)]
            by_split.setdefault(split, Counter())[str(value).lower()] += 1
