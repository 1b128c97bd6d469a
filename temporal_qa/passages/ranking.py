"""Passages ranked for questions: the protocol :class:`Ranker`, BM25 and reciprocal-rank fusion, and what BM25 finds.

The dense ranker is in :mod:`temporal_qa.passages.dense`. All give a total order: equal scores stand in the order of
the passages. So the same input gives the same ranking, and that for a smaller ``k`` is the beginning of a longer one.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io import explain_missing
from temporal_qa.passages.pages import Passage, folded

K1, B = 1.5, 0.75
"""The constants of BM25."""

Candidates = Sequence[Sequence[int]]
"""For each question the indices of the passages to choose from, ascending."""


class Ranking(NamedTuple):
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


class BM25Ranker:
    """BM25 (:class:`PassageScores`; k1 1.5, b 0.75) over words of two letters or more, without case, accents and
    stop words (by ``bm25s``), not stemmed. Document frequencies are counted over all passages, not over the candidates
    of a question.

    Raises:
        InputError: bm25s is not installed.
    """

    def __init__(self) -> None:
        with explain_missing("BM25 needs bm25s", "retrieve"):
            import bm25s
        self._bm25s = bm25s

    def rank(
        self, questions: Sequence[str], passages: Sequence[Passage], k: int, candidates: Candidates | None = None
    ) -> list[Ranking]:
        """See :meth:`Ranker.rank`. Scores are 0 for passages that share no word with the question."""
        asked, words = self.words(questions), self.words([passage.titled_text for passage in passages])
        wanted = {word for of_question in asked for word in of_question}
        holding = Counter(word for of_passage in words for word in wanted.intersection(of_passage))
        average = sum(map(len, words)) / max(len(words), 1)
        scores = PassageScores(words, word_weights(holding, len(passages)), average)
        chosen = [None] * len(questions) if candidates is None else candidates
        return [best(scores(of_question, among), k, among) for of_question, among in zip(asked, chosen, strict=True)]

    def words(self, texts: Sequence[str]) -> list[list[str]]:
        """The words of each text that count."""
        folded_texts = list(map(folded, texts))
        return list(self._bm25s.tokenize(folded_texts, stopwords="en", return_ids=False, show_progress=False))


def word_weights(holding: Mapping[str, int], total: int) -> dict[str, float]:
    """The weight of each word in the scores, by the number of passages that hold it, of a total."""
    return {word: math.log(1 + (total - number + 0.5) / (number + 0.5)) for word, number in holding.items()}


class PassageScores:
    """BM25 of passages, in Lucene's variant (Kamphuis et al., ECIR 2020)::

        score(q, p) = sum over w in q of weight(w) * tf / (tf + k1 (1 - b + b |p| / average))
        weight(w) = ln(1 + (N - df(w) + 0.5) / (df(w) + 0.5))

    Args:
        passages: their words.
        weights: of the words of all questions, see :func:`word_weights`.
        average: the mean number of words of a passage.
    """

    def __init__(self, passages: Sequence[Sequence[str]], weights: Mapping[str, float], average: float) -> None:
        self._number = len(passages)
        places: dict[str, list[int]] = {}
        scores: dict[str, list[float]] = {}
        for place, words in enumerate(passages):
            norm = K1 * (1 - B + B * len(words) / (average or 1.0))  # no word counts: nothing is scored
            for word, times in Counter(word for word in words if word in weights).items():
                places.setdefault(word, []).append(place)
                scores.setdefault(word, []).append(weights[word] * times / (times + norm))
        self._of_word = {word: (np.array(places[word]), np.array(scores[word])) for word in places}

    def __call__(self, words: Iterable[str], candidates: Sequence[int] | None = None) -> NDArray[Any]:
        """The scores of all passages, or of the ``candidates`` alone, for the words of a question."""
        among = None if candidates is None else np.asarray(candidates, dtype=np.int64)
        scores = np.zeros(self._number if among is None else len(among))
        for places, of_word in (self._of_word[word] for word in words if word in self._of_word):
            if among is None:
                scores[places] += of_word
            else:
                at = np.searchsorted(places, among).clip(max=len(places) - 1)
                scores += np.where(places[at] == among, of_word[at], 0.0)
        return scores


_FUSED_CONSTANT, _FUSED_DEPTH = 60, 1000  # the constant is the paper's


class FusionRanker(NamedTuple):
    """Reciprocal-rank fusion: a passage scores the sum of 1 / (60 + its rank) over the rankers (Cormack, Clarke and
    Büttcher, SIGIR 2009). Ranks count from 1.

    Attributes:
        rankers: the rankers whose rankings are fused. A passage at a rank beyond 1,000, or k, adds nothing.
    """

    rankers: Sequence[Ranker]

    def rank(
        self, questions: Sequence[str], passages: Sequence[Passage], k: int, candidates: Candidates | None = None
    ) -> list[Ranking]:
        """See :meth:`Ranker.rank`."""
        lists = [ranker.rank(questions, passages, max(k, _FUSED_DEPTH), candidates) for ranker in self.rankers]
        fused = []
        for of_question in zip(*lists, strict=True):
            scores: dict[int, float] = {}
            for ranking in of_question:
                for rank, passage in enumerate(ranking.indices, 1):
                    scores[passage] = scores.get(passage, 0.0) + 1 / (_FUSED_CONSTANT + rank)
            order = sorted(scores, key=lambda passage: (-scores[passage], passage))[:k]
            fused.append(Ranking(tuple(order), tuple(scores[passage] for passage in order)))
        return fused


def best(scores: NDArray[Any], k: int, candidates: Sequence[int] | None = None) -> Ranking:
    """The passages with the ``k`` highest scores; those with equal scores stand in the order of the passages.

    Args:
        scores: of shape (passages,), or (candidates,).
        k: how many, at least 1; fewer if there are fewer.
        candidates: the indices of the passages that the scores are of, ascending; None for all.

    Raises:
        ValueError: ``k`` is less than 1.

    >>> import numpy as np
    >>> best(np.array([1.0, 3.0, 1.0, 2.0]), 3).indices
    (1, 3, 0)
    """
    if k < 1:
        raise ValueError(f"k is {k}, expected 1 or more")
    allowed = np.arange(len(scores)) if candidates is None else np.asarray(candidates, dtype=np.int64)
    if len(scores) > k:
        enough = scores >= -np.partition(-scores, k - 1)[k - 1]
        allowed, scores = allowed[enough], scores[enough]
    order = np.argsort(-scores, kind="stable")[:k]
    return Ranking(tuple(allowed[order].tolist()), tuple(scores[order].tolist()))


class RetrievalHits(NamedTuple):
    """How well BM25 finds what answers questions among all articles: the floor of open-domain TimeQA.

    Shares in percent: the question's article is found first; of the answerable questions, a passage among the first
    ``k`` holds an answer.
    """

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
    nearest = ranker.rank([row["question"] for row in asked], passages, k) if asked else []
    held = sum(
        any(answer in passages[place].text for place in ranking.indices for answer in row["answers"])
        for ranking, row in zip(nearest, asked, strict=True)
    )
    return RetrievalHits(100 * right / len(rows), 100 * held / max(len(asked), 1), len(rows), len(asked))
