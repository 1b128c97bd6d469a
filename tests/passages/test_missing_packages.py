"""Without an optional package one line names it, and the rest works."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.passages.dense import DenseRanker
from temporal_qa.passages.pages import html_article, read_wiki_pages, wikitext_to_text
from temporal_qa.passages.ranking import BM25Ranker
from temporal_qa.passages.wikipedia_search import WikipediaSearch

NEEDS: list[tuple[str, Callable[[], object], str]] = [
    ("bm25s", BM25Ranker, "BM25 needs bm25s"),
    ("sentence_transformers", DenseRanker, "dense ranking needs sentence-transformers"),
    ("trafilatura", lambda: html_article(b"<html>"), "HTML pages need trafilatura"),
    ("mwparserfromhell", lambda: wikitext_to_text("text"), "wikitext needs mwparserfromhell"),
    ("defusedxml", lambda: list(read_wiki_pages(Path("wiki.xml"))), "MediaWiki XML needs defusedxml"),
    ("requests_cache", lambda: WikipediaSearch(Path("cache"), "", ""), "web search needs requests-cache"),
]


@pytest.mark.parametrize(("package", "use", "message"), NEEDS, ids=[package for package, _, _ in NEEDS])
def test_a_missing_package_is_named_with_its_extra(
    package: str, use: Callable[[], object], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InputError, match=rf"^{message}: pip install 'temporal-qa\[retrieve\]'$"):
        use()


def test_none_of_them_is_imported_before_it_is_used() -> None:
    program = (
        "import sys, temporal_qa.passages.retrieve\n"
        f"sys.exit(', '.join({{'torch', *{['requests', *(package for package, _, _ in NEEDS)]!r}}} & set(sys.modules)))"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert finished.stderr.strip() == ""
