"""Passages ranked for questions: the protocol :class:`Ranker`, BM25 and reciprocal-rank fusion.

The dense ranker is in :mod:`temporal_qa.passages.dense`. All give a total order: equal scores stand in the order of
the passages. So the same input gives the same ranking, and that for a smaller ``k`` is the beginning of a longer one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io.errors import InputError
from temporal_qa.passages.paragraphs import Passage, folded

K1, B = 1.5, 0.75
"""The constants of BM25."""

Candidates = Sequence[Sequence[int]]
"""For each question the indices of the passages to choose from, ascending."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best passages for one question: their indices, best first, and their scores."""

    indices: tuple[int, ...]
    scores: tuple[float, ...]


class Ranker(Protocol):
    """Anything that ranks passages."""

    def rank(
        self, questions: Sequence[str], passages: Sequence[Passage], k: int, candidates: Candidates | None = None
    ) -> list[Ranking]:
        """The ``k`` best passages for each question, or as many as there are.

        Args:
            questions: the questions' text.
            passages: all passages; rankers see title and text.
            k: how many to keep, at least 1.
            candidates: the passages to rank for each question; None for all.
        """
        ...


class BM25Ranker:
    """BM25 in Lucene's variant (``bm25s``; k1 1.5, b 0.75) over words of two letters or more, without case, accents and
    stop words, not stemmed. Document frequencies are counted over all passages, not over the candidates of a question.

    Raises:
        InputError: bm25s is not installed.
    """

    def __init__(self) -> None:
        try:
            import bm25s
        except ImportError:
            raise InputError("BM25 needs bm25s: pip install 'temporal-qa[retrieve]'") from None
        self._bm25s = bm25s

    def rank(
        self, questions: Sequence[str], passages: Sequence[Passage], k: int, candidates: Candidates | None = None
    ) -> list[Ranking]:
        """See :meth:`Ranker.rank`. Scores are 0 for passages that share no word with the question."""
        words = self.words([passage.titled_text for passage in passages])
        index = self._bm25s.BM25(method="lucene", k1=K1, b=B)
        if any(words):  # bm25s cannot make an empty index
            index.index(words, show_progress=False)
        vocabulary = index.vocab_dict if any(words) else {}
        rankings = []
        for number, asked in enumerate(self.words(questions)):
            known = [word for word in asked if word in vocabulary]
            scores = index.get_scores(known) if known else np.zeros(len(passages), dtype=np.float32)
            rankings.append(best(scores, k, None if candidates is None else candidates[number]))
        return rankings

    def words(self, texts: Sequence[str]) -> list[list[str]]:
        """The words of each text that count."""
        words: Any = self._bm25s.tokenize(
            list(map(folded, texts)), stopwords="en", return_ids=False, show_progress=False
        )
        return list(words)


class FusionRanker:
    """Reciprocal-rank fusion: a passage scores the sum of 1 / (60 + its rank) over the rankers (Cormack, Clarke and
    Büttcher, SIGIR 2009). Ranks count from 1.

    Args:
        rankers: the rankers whose rankings are fused.
        constant: 60 in the paper.
        depth: a ranker adds nothing to the score of a passage at a rank beyond it.
    """

    def __init__(self, rankers: Sequence[Ranker], constant: int = 60, depth: int = 1000) -> None:
        self.rankers, self.constant, self.depth = rankers, constant, depth

    def rank(
        self, questions: Sequence[str], passages: Sequence[Passage], k: int, candidates: Candidates | None = None
    ) -> list[Ranking]:
        """See :meth:`Ranker.rank`."""
        lists = [ranker.rank(questions, passages, max(k, self.depth), candidates) for ranker in self.rankers]
        fused = []
        for of_question in zip(*lists, strict=True):
            scores: dict[int, float] = {}
            for ranking in of_question:
                for rank, passage in enumerate(ranking.indices, 1):
                    scores[passage] = scores.get(passage, 0.0) + 1 / (self.constant + rank)
            order = sorted(scores, key=lambda passage: (-scores[passage], passage))[:k]
            fused.append(Ranking(tuple(order), tuple(scores[passage] for passage in order)))
        return fused


def best(scores: NDArray[Any], k: int, candidates: Sequence[int] | None = None) -> Ranking:
    """The passages with the ``k`` highest scores; those with equal scores stand in the order of the passages.

    Args:
        scores: of shape (passages,).
        k: how many, at least 1; fewer if there are fewer.
        candidates: the indices to choose from, ascending; None for all.

    Raises:
        ValueError: ``k`` is less than 1.

    >>> import numpy as np
    >>> best(np.array([1.0, 3.0, 1.0, 2.0]), 3).indices
    (1, 3, 0)
    """
    if k < 1:
        raise ValueError(f"k is {k}, expected 1 or more")
    allowed = np.arange(len(scores)) if candidates is None else np.asarray(candidates, dtype=np.int64)
    values = scores[allowed]
    if len(values) > k:
        enough = values >= -np.partition(-values, k - 1)[k - 1]
        allowed, values = allowed[enough], values[enough]
    order = np.argsort(-values, kind="stable")[:k]
    return Ranking(tuple(allowed[order].tolist()), tuple(values[order].tolist()))
