"""How well BM25 finds what answers a question among all articles: the floor of open-domain TimeQA."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from temporal_qa.passages.paragraphs import Passage
from temporal_qa.passages.ranking import BM25Ranker


class RetrievalHits(NamedTuple):
    """Shares in percent: the question's article is found first; of the answerable questions, a passage among the first
    ``k`` holds an answer."""

    article_first: float
    answer_in_passages: float
    questions: int
    answerable: int


def retrieval_hits(rows: Sequence[Mapping[str, Any]], k: int = 5) -> RetrievalHits:
    """The hits over rows of TimeQA, whose articles are those to search: whole, or as passages after the subject's name.

    Args:
        rows: with ``question``, ``answers``, ``context``, ``subject`` and ``paragraphs``; at least one.
        k: how many passages.
    """
    ranker = BM25Ranker()
    of_context = {row["context"]: row for row in rows}
    contexts = list(of_context)
    articles = [Passage("", context) for context in contexts]
    passages = [
        Passage(row["subject"], f"{passage['title']} {passage['text']}")
        for row in of_context.values()
        for passage in row["paragraphs"]
    ]
    asked = [row for row in rows if row["answers"]]
    first = ranker.rank([row["question"] for row in rows], articles, 1)
    right = sum(contexts[ranking.indices[0]] == row["context"] for ranking, row in zip(first, rows, strict=True))
    best = ranker.rank([row["question"] for row in asked], passages, k) if asked else []
    held = sum(
        any(answer in passages[place].text for place in ranking.indices for answer in row["answers"])
        for ranking, row in zip(best, asked, strict=True)
    )
    return RetrievalHits(100 * right / len(rows), 100 * held / max(len(asked), 1), len(rows), len(asked))
