"""Wikipedia pages for a question, found by Wikipedia's own search: the MediaWiki API, without a key.

The paper uses Google (Complex-TR, section 2), whose search API closes on 2027-01-01. Requests are sent one at a time,
with a pause after each, and every answer is kept, as https://www.mediawiki.org/wiki/API:Etiquette asks.
"""

import os
import re
import sqlite3
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import orjson

from temporal_qa import __version__
from temporal_qa.io import InputError, explain_missing
from temporal_qa.passages.pages import MAX_PAGE_BYTES, Article, wikitext_to_text

CONTACT_VARIABLE, URL_VARIABLE = "TEMPORAL_QA_CONTACT", "WIKIPEDIA_API_URL"
MAX_PAGES = 10
"""The most pages for a question; the paper takes as many from Google."""

_FIXED = {"action": "query", "format": "json", "formatversion": "2", "maxlag": "5"}
_MAX_QUERY = 300  # characters, the limit of the search
_TIMEOUT = 20  # seconds to wait for a connection, and between two parts of an answer
_MAX_WAIT = 120  # seconds; if the server asks for more, the search fails
_BUSY = {429, 500, 502, 503, 504, "maxlag", "ratelimited", "readonly", "cirrussearch-backend-error",
         "cirrussearch-too-busy-error"}  # fmt: skip


class WikipediaSearch:
    """Finds pages and gets their text.

    Args:
        cache: the SQLite file that keeps answers, so that an interrupted search resumes.
        contact: the user's e-mail address or URL, for the operators of the server.
        url: the address of the API.
        pause: seconds to wait after each request.
        waits: seconds before each new attempt at a request, if the server is busy or cannot be reached.

    Raises:
        InputError: requests-cache is not installed, or the file is not such a cache.
    """

    def __init__(
        self, cache: Path, contact: str, url: str, *, pause: float = 1, waits: tuple[float, ...] = (5, 10, 20, 40)
    ) -> None:
        with explain_missing("web search needs requests-cache", "retrieve"):
            from requests_cache import CachedSession
            from requests_cache.backends.sqlite import SQLiteCache
        self.cache, self.url, self.pause, self.waits = cache, url, pause, waits
        try:
            backend = SQLiteCache(cache, serializer="json")
        except (sqlite3.Error, OSError) as error:
            raise self._bad_cache(error) from None
        self._session = CachedSession(
            backend=backend, filter_fn=lambda response: _rows(response) is not None, ignored_parameters=["User-Agent"]
        )
        self._session.headers["User-Agent"] = f"temporal-qa/{__version__} ({contact})"
        self._session.hooks["response"].append(_read_whole)
        self._articles: dict[int, Article | None] = {}

    @classmethod
    def from_environment(cls, cache: Path) -> Self:
        """The search of the English Wikipedia, or of the API that ``WIKIPEDIA_API_URL`` names.

        Raises:
            InputError: ``TEMPORAL_QA_CONTACT`` is not set or not in ASCII.
        """
        contact = os.environ.get(CONTACT_VARIABLE, "").strip()
        if not contact or not contact.isascii() or not contact.isprintable():
            raise InputError(
                f"web search needs the environment variable {CONTACT_VARIABLE}: your e-mail address or URL, which "
                f"Wikipedia asks of programs that search"
            )
        return cls(cache, contact, os.environ.get(URL_VARIABLE) or "https://en.wikipedia.org/w/api.php")

    def articles(self, question: str, subject: str, drops: Counter[str]) -> list[Article]:
        """The articles that contain the words of the question; if they are few, also those with the subject's name.

        They stand in the order of the search, at most ``MAX_PAGES``. ``drops`` counts the pages without text.

        Raises:
            InputError: the server refuses, keeps failing or is not a MediaWiki API; or the cache is damaged.
        """
        ids = self._search(question)
        if len(ids) < MAX_PAGES:
            ids += self._search(subject)
        ids = list(dict.fromkeys(ids))[:MAX_PAGES]
        # The server cuts large answers short: missing pages are requested again.
        while missing := [page for page in ids if page not in self._articles]:
            found = self._ask(
                pageids="|".join(map(str, missing)), prop="info|revisions", inprop="url", rvprop="content",
                rvslots="main",
            )  # fmt: skip
            read = {page["pageid"]: _article(page) for page in found if "revisions" in page}
            self._articles |= read if read.keys() & set(missing) else dict.fromkeys(missing)
        articles = [self._articles[page] for page in ids]
        drops += Counter({"search result without text": articles.count(None)})
        return [article for article in articles if article is not None]

    def _search(self, text: str) -> list[int]:
        """The ids of the pages that contain all these words, best first. Search operators are removed."""
        words = re.sub(r'[?*~"!:\\|<>]|(?<!\w)-', " ", text)[:_MAX_QUERY].strip()
        found = self._ask(list="search", srsearch=words, srlimit=str(MAX_PAGES), srprop="") if words else []
        return [hit["pageid"] for hit in found]

    def _ask(self, **parameters: str) -> list[dict[str, Any]]:
        """The rows of an answer, from the cache if it has them."""
        import requests

        for wait in (*self.waits, None):
            try:
                response = self._session.get(
                    self.url, params=_FIXED | parameters, timeout=_TIMEOUT, stream=True, allow_redirects=False
                )
            except sqlite3.Error as error:
                raise self._bad_cache(error) from None
            except (requests.RequestException, ValueError) as error:  # ValueError: not a URL, or a damaged encoding
                busy, asked = isinstance(error, requests.ConnectionError | requests.Timeout), 0
                problem = f"no answer ({type(error).__name__})"
            else:
                if not response.from_cache:
                    time.sleep(self.pause)
                if (rows := _rows(response)) is not None:
                    return rows
                problem, busy, asked = _refusal(response)
            if not busy or wait is None or asked > _MAX_WAIT:
                break
            time.sleep(max(wait, asked))
        about = parameters.get("srsearch") or f"pages {parameters['pageids']}"
        line = " ".join(f"{self.url}: searching {about[:80]!r}: {problem}".split())
        raise InputError(f"{line[:300]}; what was found is kept, run again to resume")

    def _bad_cache(self, error: Exception) -> InputError:
        return InputError(f"cannot be used as a cache of answers ({error}); remove it or choose another", self.cache)


def _read_whole(response: Any, **_: Any) -> None:
    """Reads an answer, within limits of size and time, before the cache stores it."""
    import requests

    # An answer does not depend on cookies, though its header says so; the cache would ask again.
    response.headers.pop("Vary", None)
    body, end = bytearray(), time.monotonic() + 10 * _TIMEOUT
    for block in response.iter_content(1 << 16):
        body += block
        if len(body) > MAX_PAGE_BYTES:
            raise requests.exceptions.ContentDecodingError(f"more than {MAX_PAGE_BYTES // 10**6} MB")
        if time.monotonic() > end:
            raise requests.Timeout
    response._content = bytes(body)


def _rows(response: Any) -> list[dict[str, Any]] | None:
    """The search results or pages of an answer, each with its ``pageid``; None where the answer holds neither."""
    with suppress(orjson.JSONDecodeError, LookupError, TypeError):
        query = orjson.loads(response.content)["query"] if response.status_code == 200 else {}
        rows: list[dict[str, Any]] = query["search"] if "search" in query else query["pages"]
        return rows if isinstance(rows, list) and all(isinstance(row["pageid"], int) for row in rows) else None
    return None


def _refusal(response: Any) -> tuple[str, bool, int]:
    """The error in an answer without rows, whether to try again, and after how many seconds at least."""
    asked = response.headers.get("Retry-After", "")
    try:
        error = orjson.loads(response.content)["error"]
        code, message = error["code"], f"{error['code']}: {error['info']}"
    except (orjson.JSONDecodeError, LookupError, TypeError):
        code, message = None, f"status {response.status_code}, not an answer of a MediaWiki API"
    busy = response.status_code in _BUSY or str(code) in _BUSY
    return message, busy, int(asked) if re.fullmatch(r"[0-9]{1,9}", asked) else 0


def _article(page: dict[str, Any]) -> Article | None:
    """The article of a page, or None for a page without text."""
    with suppress(LookupError, TypeError):
        text = wikitext_to_text(str(page["revisions"][0]["slots"]["main"]["content"]))
        return Article(str(page["title"]), text, str(page.get("fullurl", ""))) if text.split() else None
    return None
