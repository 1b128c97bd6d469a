"""All articles searched for questions by BM25, in slices: the command ``temporal-qa retrieve``.

One process need not hold all articles, and yet the scores are those of all of them in one index. Articles are dealt out
to slices. Each slice first counts in how many of its passages the words of the questions stand
(:func:`counted_words`). By the counts of all slices together each then ranks its own passages
(:func:`best_passages`), and the best of all slices are merged. The scores are those of
:class:`~temporal_qa.passages.ranking.BM25Ranker`.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from temporal_qa import __version__
from temporal_qa.io import InputError, batched, read_json, write_json, write_rows
from temporal_qa.io.resumable import remove_at_once, unfinished_folder
from temporal_qa.io.shards import WriteShards, write_shards
from temporal_qa.passages.articles import every_article, pages_hash
from temporal_qa.passages.pages import Passage, split_article
from temporal_qa.passages.ranking import BM25Ranker, PassageScores, best, word_weights

_PASSAGES_AT_ONCE = 10_000


def search_articles(
    questions: Sequence[Mapping[str, str]], articles: Path, out: Path, k: int,
    *, slices: int, workers: int = 1, write: WriteShards = write_shards,
) -> dict[str, Any]:  # fmt: skip
    """Writes the ``k`` best passages of each question, whatever the number of slices; a stopped run resumes.

    Args:
        questions: each with ``id`` and ``question``.
        articles: a file or folder of pages, see :mod:`temporal_qa.passages.articles`.
        out: rows ``id``, ``question``, and ``passages``: a list of ``title``, ``text``, ``url``, ``score``.
        k: how many passages of each question; fewer where fewer share a word with it.
        slices: into how many parts the articles are divided.
        workers: processes.
        write: the function that writes shards, such as that of a cluster.

    Returns:
        The numbers of ``questions`` and ``passages``, and ``drops`` by reason.

    Raises:
        InputError: the articles cannot be read or hold no text, or bm25s is missing.
    """
    plan = {
        "temporal_qa": __version__, "questions": [dict(question) for question in questions],
        "articles": pages_hash(articles), "k": k,
    }  # fmt: skip
    with unfinished_folder(out, plan) as folder:
        asked = BM25Ranker().words([question["question"] for question in questions])

        def read_all(kind: str, make: Callable[[Slices, int], dict[str, Any]], what: str) -> list[dict[str, Any]]:
            step = Slices(articles, asked, folder, slices, kind, make)
            with tqdm(total=slices, desc=what, unit=" slices", disable=None) as bar:
                write(step, workers=workers, on_rows=bar.update)
            return [read_json(step.path(number), dict, "the file of a slice") for number in range(slices)]

        counts = read_all("counts", counted_words, "counting words")
        if not (passages := sum(of_slice["passages"] for of_slice in counts)):
            remove_at_once(folder)  # nothing to resume
            raise InputError("no page with text", articles)
        holding, drops = Counter[str](), Counter[str]()
        for of_slice in counts:
            holding.update(of_slice["holding"])
            drops.update(of_slice["drops"])
        average = sum(of_slice["length"] for of_slice in counts) / passages
        rank = partial(best_passages, k=k, weights=word_weights(holding, passages), average=average)
        best_of_all = _merged(read_all("best", rank, "ranking"), k)
        write_rows(out, ({**question, "passages": best} for question, best in zip(questions, best_of_all, strict=True)))
    return {"questions": len(questions), "passages": passages, "drops": dict(sorted(drops.items()))}


class Slices(NamedTuple):
    """Slices of articles, and a file of each; see :class:`~temporal_qa.io.shards.Shards`. Its rows are slices.

    Attributes:
        articles: a file or folder of pages.
        questions: the words of each; one that is there twice counts twice.
        folder: for the files.
        number_of_shards: how many slices there are.
        kind: the beginning of the names of the files.
        make: makes what the file of a slice holds, from the slices and its number.
    """

    articles: Path
    questions: Sequence[Sequence[str]]
    folder: Path
    number_of_shards: int
    kind: str
    make: Callable[["Slices", int], dict[str, Any]]

    def rows(self, shard: int) -> int:
        """A slice is a slice."""
        return 1

    def is_written(self, shard: int) -> bool:
        """Whether a slice has its file."""
        return self.path(shard).exists()

    def path(self, shard: int) -> Path:
        """The file of a slice."""
        return self.folder / f"{self.kind}-{shard:05d}-of-{self.number_of_shards:05d}.json"

    def write(self, shard: int, on_rows: Callable[[int], object]) -> None:
        """Writes the file of a slice.

        Raises:
            InputError: the articles cannot be read, or bm25s is missing.
        """
        write_json(self.path(shard), self.make(self, shard))
        on_rows(1)

    def batches(self, shard: int, drops: Counter[str]) -> Iterator[list[tuple[tuple[int, int], Passage]]]:
        """The passages of a slice with the numbers of the article and of the passage in it."""
        found = every_article(self.articles, lambda number: number % self.number_of_shards == shard, drops)
        passages = (
            ((number, place), passage)
            for number, article in found
            for place, passage in enumerate(split_article(article))
        )
        return batched(passages, _PASSAGES_AT_ONCE)


def counted_words(slices: Slices, number: int) -> dict[str, Any]:
    """The passages of a slice, their words, and how many hold each word of the questions."""
    asked, words_of = {word for words in slices.questions for word in words}, BM25Ranker().words
    passages, length, drops = 0, 0, Counter[str]()
    holding = Counter[str]()
    for batch in slices.batches(number, drops):
        for words in words_of([passage.titled_text for _, passage in batch]):
            holding.update(asked.intersection(words))
            length += len(words)
        passages += len(batch)
    return {
        "passages": passages, "length": length, "holding": dict(sorted(holding.items())),
        "drops": dict(sorted(drops.items())),
    }  # fmt: skip


def best_passages(
    slices: Slices, number: int, *, k: int, weights: Mapping[str, float], average: float
) -> dict[str, Any]:
    """The ``k`` best passages of a slice that share a word with each question, and their texts, each once.

    ``weights`` and ``average`` are as of :class:`~.ranking.PassageScores`, by the counts of all slices.
    """
    # A passage is minus its score, its article, and its place in it: in their order, the best is first.
    found: list[list[tuple[float, int, int]]] = [[] for _ in slices.questions]
    passages: dict[tuple[int, int], Passage] = {}
    words_of = BM25Ranker().words
    for batch in slices.batches(number, Counter()):
        scores_of = PassageScores(words_of([passage.titled_text for _, passage in batch]), weights, average)
        for question, words in enumerate(slices.questions):
            ranking = best(scores_of(words), k)
            found[question] += ((-score, *batch[place][0]) for place, score in zip(*ranking, strict=True) if score > 0)
            found[question] = heapq.nsmallest(k, found[question])
        passages |= batch
        kept = sorted({(article, place) for some in found for _, article, place in some})
        passages = {key: passages[key] for key in kept}
    return {"best": found, "passages": [[*key, *passage] for key, passage in passages.items()]}


def _merged(slices: Sequence[Mapping[str, Any]], k: int) -> Iterator[list[dict[str, Any]]]:
    """For each question the best passages of all slices, best first: ``title``, ``text``, ``url`` and ``score``.

    Passages of equal score stand in the order of the articles.
    """
    found = (each for of_slice in slices for each in of_slice["passages"])
    passages = {(article, place): Passage(*columns) for article, place, *columns in found}
    for of_question in zip(*(of_slice["best"] for of_slice in slices), strict=True):
        for_all = heapq.nsmallest(k, (passage for of_slice in of_question for passage in of_slice))
        yield [passages[article, place]._asdict() | {"score": round(-score, 6)} for score, article, place in for_all]
