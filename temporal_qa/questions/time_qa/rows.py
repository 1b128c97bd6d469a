"""The rows of one config of TimeQA: each question of each fact, checked before it is written.

They may also stand in the layout of SQuAD 2.0: articles with their questions, and ``is_impossible``, which many tools
read.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from temporal_qa.io.atomic import write_json_list
from temporal_qa.questions.record import checked_row
from temporal_qa.questions.time_qa.articles import AnnotatedSegment, ArticleFact
from temporal_qa.questions.time_qa.passages import cut_passages, released_passages
from temporal_qa.questions.time_qa.record import COLUMNS, article_columns, question_row, released_columns
from temporal_qa.questions.time_qa.solver import solve_time_row
from temporal_qa.questions.time_qa.specifiers import format_time
from temporal_qa.questions.time_qa.synthesis import FactAsker
from temporal_qa.questions.unsolved import Unanswerable
from temporal_qa.text.dates import find_dates


def check_question(row: dict[str, Any], seen_ids: set[str], *, solve: bool) -> None:
    """Checks that each answer stands at its offsets and, with ``solve``, that one segment fits and has these answers.

    Raises:
        ValueError: see :func:`~temporal_qa.questions.record.checked_row`; or another text stands there.
        RuntimeError: the solver disagrees with the label.
    """
    checked_row(row, COLUMNS, seen_ids)
    for answer, start, end in zip(row["answers"], row["answer_starts"], row["answer_ends"], strict=True):
        if start is not None and row["context"][start:end] != answer:
            raise ValueError(f"question {row['id']}: {answer!r} does not stand at its offsets {start} to {end}")
    if solve:
        try:
            solution = solve_time_row(row)
            solved, fitting = solution.answers, len(solution.fitting)
        except Unanswerable:
            solved, fitting = [], 1
        if solved != row["answers"] or fitting != 1:
            raise RuntimeError(f"question {row['id']}, {row['question']!r}: labelled {row['answers']}, solved {solved}")


def mentions_bounds(context: str, segment: AnnotatedSegment, *, as_published: bool = False) -> bool:
    """Whether an article mentions both bounds of a segment; False where they are not known.

    As published, each word of a bound is looked for as a substring: "Mar" is in "Market".
    """
    if segment.start is None or segment.end is None:
        return False
    bounds = (segment.start, segment.end)
    if as_published:
        return all(word in context for bound in bounds for word in format_time(bound).split())
    return all(
        re.search(rf"\b{bound.year}\b", context)
        and (bound.month is None or (bound.year, bound.month) in _months_in(context))
        for bound in bounds
    )


@lru_cache(maxsize=1)  # the questions about an article follow each other
def _months_in(context: str) -> set[tuple[int | None, int | None]]:
    return {date[:2] for date in find_dates(context.replace(" ,", ","))}  # released articles are tokenised


FACETS = ("kind", "relation", "answers", "length", "bounds_mentioned")


class QuestionRows:
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
            for question in self.asker.questions(fact):
                mentioned = mentions_bounds(shared["context"], question.segment, as_published=as_published)
                row = question_row(question, shared, bounds_mentioned=mentioned)
                check_question(row, self.seen_ids, solve=not as_published)
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


def squad_articles(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """One entry of ``data`` for each run of rows with one context.

    SQuAD's answers stand in the text: those without offsets are left out, and questions that have no others, too.
    """
    for context, members in groupby(rows, key=lambda row: row["context"]):
        of_article, questions = list(members), []
        for row in of_article:
            placed = zip(row["answers"], row["answer_starts"], strict=True)
            answers = [{"text": text, "answer_start": start} for text, start in placed if start is not None]
            if answers or not row["answers"]:
                asked = {"id": row["id"], "question": row["question"], "is_impossible": not answers}
                questions.append(asked | {"answers": answers})
        yield {"title": of_article[0]["subject"], "paragraphs": [{"context": context, "qas": questions}]}


def write_squad_layout(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Writes rows as one JSON file, an article at a time."""
    write_json_list(path, squad_articles(rows), before=b'{"version": "v2.0", "data": [', after=b"]}")
