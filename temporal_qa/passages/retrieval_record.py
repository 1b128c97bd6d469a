"""How passages were made, from the record in ``build.json``: in words for the card, and as options of the command."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

_RANKINGS = {
    "bm25": "BM25",
    "dense": "cosine similarity of sentence embeddings",
    "fusion": "reciprocal-rank fusion of BM25 and the cosine similarity of sentence embeddings",
}


def passages_in_words(record: Mapping[str, Any], average: float) -> str:
    """The lines of a card, as a Markdown list. ``average`` is the number of passages a question."""
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
        f"- **Passages**: articles cut after every 100 words, each passage with the title of its article; {sources}\n"
        f"  the {record['k']} best, {average:.1f} a question on average. Questions without any are left out.\n"
        f"- **Ranking**: {ranking}."
    )


def options_of(record: Mapping[str, Any]) -> list[str]:
    """The options of ``temporal-qa build complex-tr`` that make the passages again."""
    options = ["--config open_domain", f"--ranker {record['ranker']} --top-k {record['k']}"]
    if "articles" in record:
        options.append(f"--articles {shlex.quote(record['articles']['file'])}")
    if "model" in record:
        options.append(f"--model {shlex.quote(record['model'])}")
        options += ["--published-pooling"] if record["pooling"] == "published" else []
    return options + ([f"--web-search --web-language {record['web_language']}"] if record["web_search"] else [])
