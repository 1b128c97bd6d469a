"""The passages of questions: articles are found, cut and ranked (Complex-TR, sections 2 and 3.2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tqdm import tqdm

from temporal_qa.io import InputError
from temporal_qa.passages.articles import Subject, find_articles, pages_hash
from temporal_qa.passages.dense import DEFAULT_MODEL, DenseRanker
from temporal_qa.passages.pages import Article, Passage, split_article
from temporal_qa.passages.ranking import BM25Ranker, FusionRanker, Ranker
from temporal_qa.passages.wikipedia_search import MAX_PAGES, WikipediaSearch
from temporal_qa.questions.complex_tr.record import Question


@dataclass(frozen=True, slots=True)
class RetrievedPassages:
    """The passages by id of the question, and the record of their making; both are empty without retrieval.

    ``build.json`` keeps the record: ``ranker, k, articles, web_search`` and, for dense ranking, the model.
    """

    by_question: Mapping[str, list[Passage]] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)

    def rows(self, question_id: str, limit: int | None = None) -> list[dict[str, str]]:
        """The passages of a question as rows of a dataset, best first, at most ``limit``."""
        return [passage._asdict() for passage in self.by_question.get(question_id, [])[:limit]]

    @property
    def average(self) -> float:
        """The mean number of passages of a question."""
        return sum(map(len, self.by_question.values())) / max(1, len(self.by_question))

    def options(self) -> dict[str, object]:
        """The options of ``temporal-qa build complex-tr`` that make the same passages."""
        if not (record := self.record):
            return {}
        return {
            "config": "open_domain", "ranker": record["ranker"], "top_k": record["k"],
            "articles": record["articles"]["file"] if "articles" in record else None, "model": record.get("model"),
            "published_pooling": record.get("pooling") == "published", "web_search": bool(record["web_search"]),
        }  # fmt: skip

    @property
    def wikipedia_only(self) -> bool:
        """Whether every passage is from a Wikipedia."""
        urls = {passage.url for passages in self.by_question.values() for passage in passages}
        return all((urlsplit(url).hostname or "").endswith(".wikipedia.org") for url in urls)

    def licence(self) -> dict[str, Any]:
        """The licence for the head of a card: CC0 for the questions, and the terms of the pages for the passages."""
        if not self.by_question:
            return {"license": "cc0-1.0"}
        if self.wikipedia_only:
            return {"license": ["cc0-1.0", "cc-by-sa-4.0"]}
        return {  # the licence of other pages is unknown
            "license": "other", "license_name": "questions-cc0-passages-as-their-pages", "license_link": "README.md",
        }  # fmt: skip


RANKERS = ("bm25", "dense", "fusion")
TOP_K = 100
"""Passages for a question in the paper (appendix A)."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The options of retrieval.

    Attributes:
        articles: a file or folder of pages about the subjects; None for web search alone.
        ranker: one of :data:`RANKERS`.
        k: the most passages for a question.
        model: for dense ranking, a name on the Hub or a folder.
        published_pooling: dense ranking like the script released with Complex-TR.
        web_search: whether to take pages from Wikipedia's search as well.
        cache: the folder for embeddings and answers from the web.
    """

    articles: Path | None
    ranker: str = "dense"
    k: int = TOP_K
    model: str = DEFAULT_MODEL
    published_pooling: bool = False
    web_search: bool = False
    cache: Path = Path("~/.cache/temporal-qa")

    def __post_init__(self) -> None:
        """Raises ``InputError``: no source of articles, an unknown ranker."""
        if self.articles is None and not self.web_search:
            raise InputError("no source of articles, expected --articles, --web-search or both")
        if self.ranker not in RANKERS:
            raise InputError(f"the ranker {self.ranker!r} is unknown, expected one of {', '.join(RANKERS)}")

    def add_to(self, splits: dict[str, list[Question]], drops: Counter[str]) -> RetrievedPassages:
        """The passages of the questions of all splits. Questions without passages are removed from ``splits``.

        Raises:
            InputError: a package or a model is missing, or a split is left without questions; see
                :func:`retrieve_passages` for the rest.
        """
        cache = self.cache.expanduser()
        # First, since it may lack a variable of the environment, and a model takes long to load.
        web = WikipediaSearch.from_environment(cache / "wikipedia.sqlite") if self.web_search else None
        record: dict[str, Any] = {"ranker": self.ranker, "k": self.k}
        rankers: list[Ranker] = []
        if self.ranker != "dense":
            rankers.append(BM25Ranker())
            record["bm25s"] = version("bm25s")
        if self.ranker != "bm25":
            dense = DenseRanker(self.model, published=self.published_pooling, cache=cache / "embeddings.sqlite")
            rankers.append(dense)
            record |= {
                "model": Path(self.model).name if Path(self.model).is_dir() else self.model,
                "model_sha256": dense.fingerprint,
                "pooling": "published" if self.published_pooling else "the model's own",
                "query_prefix": dense.query_prefix,
                "sentence_transformers": version("sentence-transformers"),
            }
        if self.articles is not None:
            record["articles"] = {"file": self.articles.name, "sha256": pages_hash(self.articles)}
        record["web_search"] = None
        if web is not None:
            asked = str(urlsplit(web.url).hostname).removesuffix(".wikipedia.org")
            record["web_search"] = f"Wikipedia ({asked}), {MAX_PAGES} pages a question"
        ranker: Ranker = FusionRanker(rankers) if len(rankers) > 1 else rankers[0]
        questions = [question for of_split in splits.values() for question in of_split]
        found = retrieve_passages(questions, self.articles, ranker, drops, k=self.k, web=web)
        by_question = {question.id: best for question, best in zip(questions, found, strict=True) if best}
        for split, of_split in splits.items():
            splits[split] = [question for question in of_split if question.id in by_question]
            if not splits[split]:
                subjects = len({question.subject for question in of_split})
                raise InputError(
                    f"no article about any of the {subjects:,} subjects of the split {split!r}, expected pages whose "
                    f"title is the subject's name or whose id is its subject_id in the facts", self.articles,
                )  # fmt: skip
        return RetrievedPassages(by_question, record)


def retrieve_passages(
    questions: Sequence[Question],
    articles: Path | None,
    ranker: Ranker,
    drops: Counter[str],
    *,
    k: int,
    web: WikipediaSearch | None,
) -> list[list[Passage]]:
    """For each question its ``k`` best passages, best first.

    Its candidates are the passages of the articles about its subject and, with ``web``, of the pages that a search for
    the question finds. Without candidates its list is empty, and ``drops`` counts it.

    Args:
        questions: those of all splits at once, since BM25 counts document frequencies over all passages.
        articles: a file or folder of pages, see :mod:`temporal_qa.passages.articles`; None for web search alone.
        ranker: ranks the passages.
        drops: counts the pages and questions left out, by reason.
        k: the most passages for a question.
        web: the search, if any.

    Raises:
        InputError: the articles cannot be read, or the search fails.
    """
    subjects = [Subject(question.subject, question.facts[0].subject_id) for question in questions]
    about = {} if articles is None else find_articles(articles, subjects, drops)
    drops += Counter({"subject without an article": len(set(subjects) - about.keys())})
    pool: list[Passage] = []
    of_article: dict[Article, range] = {}  # each is in the pool once, even if several questions share it
    candidates = []
    searched = tqdm(questions, desc="searching Wikipedia", unit=" questions", disable=True if web is None else None)
    for question, subject in zip(searched, subjects, strict=True):
        found = about.get(subject, []) + ([] if web is None else web.articles(question.question, subject.name, drops))
        for article in found:
            if article not in of_article:
                before = len(pool)
                pool += split_article(article)
                of_article[article] = range(before, len(pool))
        candidates.append(sorted({place for article in found for place in of_article[article]}))
    drops += Counter({"question without passages": candidates.count([])})
    rankings = ranker.rank([question.question for question in questions], pool, k, candidates)
    return [[pool[index] for index in ranking.indices] for ranking in rankings]
