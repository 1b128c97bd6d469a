"""Retrieved passages, and what a card says of them: how they were made, the options to make them again, the licence."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import urlsplit

from temporal_qa.passages.paragraphs import Passage

_RANKINGS = {
    "bm25": "BM25",
    "dense": "cosine similarity of sentence embeddings",
    "fusion": "reciprocal-rank fusion of BM25 and the cosine similarity of sentence embeddings",
}


@dataclass(frozen=True, slots=True)
class RetrievedPassages:
    """The passages by id of the question, and the record of their making; both are empty without retrieval.

    ``build.json`` keeps the record: ``ranker, k, articles, web_search`` and, for dense ranking, the model.
    """

    by_question: Mapping[str, list[Passage]] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)

    def rows(self, question_id: str, limit: int | None = None) -> list[dict[str, str]]:
        """The passages of a question as rows of a dataset, best first, at most ``limit``."""
        return [asdict(passage) for passage in self.by_question.get(question_id, [])[:limit]]

    def describe(self) -> str:
        """The lines of a card about the passages, as a Markdown list."""
        record = self.record
        if not record:
            return ""
        average = sum(map(len, self.by_question.values())) / len(self.by_question)
        sources = "of those about the question's subject"
        if "articles" in record:
            sources += f" in `{record['articles']['file']}` (SHA-256 `{record['articles']['sha256']}`)"
        if record["web_search"]:
            found = f"of the pages that a search for the question found ({record['web_search']})"
            sources = f"{sources} and {found}" if "articles" in record else found
        ranking = _RANKINGS[record["ranker"]]
        if "model" in record:
            own = "own pooling and query prompt"
            if record["pooling"] == "published":
                own = "mean pooling, no query prompt and the inner product for the cosine, as in the released script"
            ranking += f"; model `{record['model']}` (SHA-256 `{record['model_sha256']}`), {own}"
        return (
            f"- **Passages**: articles cut after every 100 words, each passage with the title of its article; {sources}"
            f"\n  the {record['k']} best, {average:.1f} a question on average. Questions without any are left out.\n"
            f"- **Ranking**: {ranking}."
        )

    def options(self) -> list[str]:
        """The options of ``temporal-qa build complex-tr`` that make the same passages."""
        record = self.record
        if not record:
            return []
        options = ["--config open_domain", f"--ranker {record['ranker']} --top-k {record['k']}"]
        if "articles" in record:
            options.append(f"--articles {shlex.quote(record['articles']['file'])}")
        if "model" in record:
            options.append(f"--model {shlex.quote(record['model'])}")
            options += ["--published-pooling"] if record["pooling"] == "published" else []
        return options + ([f"--web-search --web-language {record['web_language']}"] if record["web_search"] else [])

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
