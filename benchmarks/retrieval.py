"""Recall of the answers in the best-ranked passages, on released questions and their articles.

    python benchmarks/retrieval.py ../shared/data/temp_reason/temp_reason.jsonl.gz [--model NAME] [--published-pooling]
    python benchmarks/retrieval.py ../shared/data/timeqa/human_annotated_train.json [--model NAME]

A question counts at k if one of its k best passages (title and text) holds one of its answers, word for word in any
case. Only questions with an answer in a passage of their article are asked: no ranking is right for the others. The
passages are (i) those of the question's own article, and (ii) those of all articles; in (ii) answers count in any
article, and in a second figure only in the question's own article. Without --model, only BM25 ranks.
"""

import argparse
import json
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from machine import print_head, skip_without

from temporal_qa.io.read import read_rows
from temporal_qa.passages.dense import DenseRanker
from temporal_qa.passages.pages import Article, Passage, split_article
from temporal_qa.passages.ranking import BM25Ranker, FusionRanker, Ranker, Ranking
from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
from temporal_qa.tables.markdown import markdown_table

CUTOFFS = (1, 5, 20, 100)
SETTINGS = ("its own article", "all articles", "all articles, answer in its own")


class Released(NamedTuple):
    question: str
    answers: list[str]
    article: Article


@dataclass(frozen=True, slots=True)
class Asked:
    question: str
    right: frozenset[int]  # passages that hold an answer
    own: range  # passages of the question's article


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("questions", type=Path)
    options.add_argument("--model", help="a sentence-transformers model")
    options.add_argument("--published-pooling", action="store_true", help="mean pooling, no prompt, inner product")
    arguments = options.parse_args()

    packages = ["bm25s", *(["sentence-transformers", "transformers", "torch"] if arguments.model else [])]
    print_head("Retrieval: `python benchmarks/retrieval.py QUESTIONS`", *packages)
    skip_without("bm25s", arguments.questions)

    read = read_time_qa if arguments.questions.suffix == ".json" else read_temp_reason
    released = list(read(arguments.questions))
    asked, passages = answerable(released)
    print(
        f"{arguments.questions.name}: {len(released):,} questions, {len(asked):,} of them with an answer in a passage"
    )
    print(f"of their article; {len({row.article for row in released}):,} articles, {len(passages):,} passages.\n")
    with tempfile.TemporaryDirectory() as folder:
        bm25 = BM25Ranker()
        rankers: dict[str, Ranker] = {"BM25": bm25}
        if arguments.model:
            cache = Path(folder) / "embeddings.sqlite"
            dense = DenseRanker(arguments.model, published=arguments.published_pooling, cache=cache)
            rankers |= {"dense": dense, "fusion": FusionRanker([bm25, dense])}
        rows = []
        for name, ranker in rankers.items():
            rows += measure(name, ranker, asked, passages)
    rows.sort(key=lambda row: SETTINGS.index(row[0]))
    print("\n" + markdown_table(["passages of", "ranker", *(f"k = {k}" for k in CUTOFFS)], rows))


def measure(name: str, ranker: Ranker, asked: list[Asked], passages: list[Passage]) -> list[list[object]]:
    questions = [question.question for question in asked]
    start = time.perf_counter()
    own = ranker.rank(questions, passages, max(CUTOFFS), [question.own for question in asked])
    pooled = ranker.rank(questions, passages, max(CUTOFFS))
    print(f"{name}: both rankings in {time.perf_counter() - start:.1f} s.")
    found = (recall(asked, own), recall(asked, pooled), recall(asked, pooled, own=True))
    return [[setting, name, *shares] for setting, shares in zip(SETTINGS, found, strict=True)]


def recall(asked: list[Asked], rankings: list[Ranking], *, own: bool = False) -> list[float]:
    """The share of questions with a right passage among the k best, in percent."""
    shares = []
    for k in CUTOFFS:
        found = 0
        for question, ranking in zip(asked, rankings, strict=True):
            right = question.right & set(question.own) if own else question.right
            found += not right.isdisjoint(ranking.indices[:k])
        shares.append(100 * found / len(asked))
    return shares


def answerable(released: list[Released]) -> tuple[list[Asked], list[Passage]]:
    """The questions with an answer in a passage of their article, and the passages of all articles."""
    passages: list[Passage] = []
    ranges: dict[Article, range] = {}
    for article in dict.fromkeys(row.article for row in released):
        found = split_article(article)
        ranges[article] = range(len(passages), len(passages) + len(found))
        passages += found
    words = [f" {fold(passage.titled_text)} " for passage in passages]
    asked = []
    for question, answers, article in released:
        phrases = [f" {fold(answer)} " for answer in answers]
        right = frozenset(index for index, text in enumerate(words) if any(phrase in text for phrase in phrases))
        if not right.isdisjoint(ranges[article]):
            asked.append(Asked(question, right, ranges[article]))
    return asked, passages


def fold(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def read_temp_reason(path: Path) -> Iterator[Released]:
    """Questions of TempReason, whose articles have no break after the title and between paragraphs."""
    for row in read_rows(path):
        text = row.values["context"]
        subjects = [facts[0].subject for facts in fact_context_readings(row.values["fact_context"])]
        known = max((len(name) for name in subjects if text.startswith(name)), default=1)
        # The title ends after the name, before the first capital that follows a small letter, a bracket or a dot.
        end = re.compile(r"(?:[^\W_A-Z]|[).])(?=[A-Z])|$").search(text, known - 1).end()
        article = Article(text[:end], re.sub(r"(?<=[\w)\"]\.)(?=[A-Z])", " ", text[end:]))
        yield Released(row.values["question"], row.values["answer"], article)


def read_time_qa(path: Path) -> Iterator[Released]:
    """Questions of TimeQA that have an answer; the first paragraph of an article is its title."""
    for row in json.loads(path.read_bytes()):
        title, *paragraphs = row["paras"]
        for question, found in row["questions"]:
            if answers := [answer["answer"] for answer in found if answer["answer"]]:
                yield Released(question, answers, Article(title, "\n".join(paragraphs)))


if __name__ == "__main__":
    main()
