"""Pages that a web search finds for a question (Complex-TR, section 2: Google Custom Search, top 10, Trafilatura).

Google closes the Custom Search JSON API on 2027-01-01 and takes no new customers; another engine needs a class with the
method of :class:`WebSearch`, and nothing else here changes.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Protocol
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import orjson

from temporal_qa.io.errors import InputError
from temporal_qa.passages.http_cache import USER_AGENT, Answer, HttpCache, HttpError
from temporal_qa.passages.page_text import html_article
from temporal_qa.passages.paragraphs import Article

KEY_VARIABLE = "GOOGLE_API_KEY"
ENGINE_VARIABLE = "GOOGLE_SEARCH_ENGINE_ID"
URL_VARIABLE = "GOOGLE_SEARCH_URL"
DEFAULT_URL = "https://www.googleapis.com/customsearch/v1"


class WebSearch(Protocol):
    """Anything that finds pages for a question."""

    def search(self, question: str) -> list[str]:
        """The URLs of the pages found, best first."""
        ...


class GoogleSearch:
    """The Google Custom Search JSON API.

    Args:
        http: how to ask; answers are kept there, so that a search that was paid for is not made again.
        key: the API key. It goes into a header, not into the URL: never into a log, a cache or a message.
        engine: the id of the search engine (``cx``).
        url: where the API is.
        number: how many results to ask for, 1 to 10.
    """

    def __init__(self, http: HttpCache, key: str, engine: str, url: str = DEFAULT_URL, number: int = 10) -> None:
        self.http = http
        self.engine = engine
        self.url = url
        self.number = number
        self._key = key

    @classmethod
    def from_environment(cls, http: HttpCache) -> GoogleSearch:
        """Key and engine from ``GOOGLE_API_KEY`` and ``GOOGLE_SEARCH_ENGINE_ID``; from ``GOOGLE_SEARCH_URL``, if set,
        where the API is (a proxy, say).

        Raises:
            InputError: one of the first two is not set.
        """
        for variable in (KEY_VARIABLE, ENGINE_VARIABLE):
            if not os.environ.get(variable):
                raise InputError(f"web search needs the environment variable {variable}")
        url = os.environ.get(URL_VARIABLE) or DEFAULT_URL
        return cls(http, os.environ[KEY_VARIABLE], os.environ[ENGINE_VARIABLE], url)

    def search(self, question: str) -> list[str]:
        """The links of the results, best first; none where nothing was found.

        Raises:
            InputError: the API refuses, keeps failing, or answers with something else than results.
        """
        parameters = {"cx": self.engine, "q": question, "num": str(self.number)}
        try:
            answer = self.http.get(
                self.url, parameters, {"X-Goog-Api-Key": self._key},
                follow_redirects=False, worth_keeping=lambda answer: _links(answer) is not None,
            )  # fmt: skip
        except HttpError as error:
            raise self._failure(question, f"{error}; what was found so far is kept, run again to go on") from None
        links = _links(answer)
        if links is None:
            raise self._failure(question, f"status {answer.status}{_told(answer)}")
        return links

    def _failure(self, question: str, what: str) -> InputError:
        """One line, in which a server that repeats the key cannot give it away."""
        what = " ".join(what.replace(self._key, "***").split())
        return InputError(f"{self.url}: searching {question[:80]!r}: {what[:300]}")


def _links(answer: Answer) -> list[str] | None:
    """The links of the results, or None where the answer holds no results."""
    try:
        values = orjson.loads(answer.body)
        return [str(item["link"]) for item in values.get("items", ())] if answer.status == 200 else None
    except (orjson.JSONDecodeError, LookupError, TypeError, AttributeError):
        return None


def _told(answer: Answer) -> str:
    """What the API says is wrong."""
    try:
        return f": {orjson.loads(answer.body)['error']['message']}"
    except (orjson.JSONDecodeError, LookupError, TypeError):
        return ", and no search results in JSON"


class PageReader:
    """Fetches the pages found and takes their text. What a site's ``robots.txt`` forbids is not fetched.

    It goes where the search engine sends it, private addresses included: search with an engine that you trust.
    """

    def __init__(self, http: HttpCache) -> None:
        self.http = http
        self._robots: dict[str, RobotFileParser] = {}

    def articles(self, urls: list[str], drops: Counter[str]) -> list[Article]:
        """The articles of the pages that can be had, in the order of ``urls``; the others are counted in ``drops``."""
        found = (self._article(url, drops) for url in dict.fromkeys(urls))
        return [article for article in found if article is not None]

    def _article(self, url: str, drops: Counter[str]) -> Article | None:
        try:
            urlsplit(url)
        except ValueError:
            drops["search result: no URL"] += 1
            return None
        try:
            if not self._may_fetch(url):
                drops["search result that robots.txt forbids"] += 1
                return None
            answer = self.http.get(url)
        except HttpError as error:
            drops[f"search result: {error}"] += 1
            return None
        if answer.status != 200:
            drops[f"search result: status {answer.status}"] += 1
            return None
        kind = answer.content_type.partition(";")[0].strip().lower()
        if kind not in ("text/html", "application/xhtml+xml"):
            drops["search result that is no HTML"] += 1
            return None
        article = html_article(answer.body, url=url, title=url)
        if article is None:
            drops["search result without text"] += 1
        return article

    def _may_fetch(self, url: str) -> bool:
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._robots:
            rules = RobotFileParser()
            answer = self.http.get(f"{site}/robots.txt")
            allowed = answer.body.decode("utf-8", "replace") if answer.status == 200 else ""
            # As RFC 9309 has it: a site that has no such file, or shows it to nobody, forbids nothing.
            rules.parse(allowed.splitlines())
            self._robots[site] = rules
        return self._robots[site].can_fetch(USER_AGENT, url)
