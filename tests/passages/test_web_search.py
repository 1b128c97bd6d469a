"""Web search and pages, against a server of our own that speaks Google's API."""

import gzip
import logging
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.io.errors import InputError
from temporal_qa.passages import http_cache, web_search
from temporal_qa.passages.http_cache import HttpCache, HttpError
from temporal_qa.passages.page_text import html_article
from temporal_qa.passages.web_search import GoogleSearch, PageReader

from .conftest import ENGINE, KEY, LoopbackWeb, Reply

QUESTION = "Which team did Ann Été play for in May 1990?"
TEXT = "Ann Été played for the Ice Warriors from 1988 to 1994, and then for the Polar Bears until she retired in 2001. "


@pytest.fixture
def http(tmp_path: Path) -> HttpCache:
    return HttpCache(tmp_path / "web", pause=0, backoff=0, retries=2)


@pytest.fixture
def search(http: HttpCache, web: LoopbackWeb) -> GoogleSearch:
    return GoogleSearch(http, KEY, ENGINE, web.api)


def kept(http: HttpCache) -> bytes:
    return b"".join(f"{path.name}\n".encode() + path.read_bytes() for path in sorted(http.folder.glob("*")))


class TestGoogleSearch:
    def test_gives_the_links_in_order(self, search: GoogleSearch, web: LoopbackWeb) -> None:
        web.results[QUESTION] = ["/b", "/a"]
        assert search.search(QUESTION) == [f"{web.url}/b", f"{web.url}/a"]
        assert web.queries == [{"cx": [ENGINE], "q": [QUESTION], "num": ["10"]}]

    def test_asks_each_question_once_even_in_another_run(
        self, search: GoogleSearch, web: LoopbackWeb, http: HttpCache
    ) -> None:
        web.results[QUESTION] = ["/a"]
        again = GoogleSearch(HttpCache(http.folder, pause=0), "another key", ENGINE, web.api)
        assert search.search(QUESTION) == search.search(QUESTION) == again.search(QUESTION)
        assert web.asked["/customsearch/v1"] == 1

    def test_another_engine_or_question_is_another_request(self, search: GoogleSearch, web: LoopbackWeb) -> None:
        search.search(QUESTION)
        search.search(QUESTION + "?")
        search.engine = "other"
        with pytest.raises(InputError):
            search.search(QUESTION)
        assert web.asked["/customsearch/v1"] == 3

    def test_nothing_found_is_no_error(self, search: GoogleSearch) -> None:
        assert search.search("Xyzzy?") == []

    @pytest.mark.parametrize("status", [429, 500, 503])
    def test_tries_again_when_the_server_is_busy(self, status: int, search: GoogleSearch, web: LoopbackWeb) -> None:
        web.results[QUESTION] = ["/a"]
        web.replies += [Reply(status, headers={"Retry-After": "0"}), Reply(status)]
        assert search.search(QUESTION) == [f"{web.url}/a"]
        assert web.asked["/customsearch/v1"] == 3

    def test_gives_up_in_one_line_and_goes_on_from_there(self, search: GoogleSearch, web: LoopbackWeb) -> None:
        web.replies += [Reply(429)] * 3
        with pytest.raises(
            InputError, match="status 429, also when tried again; what was found so far is kept"
        ) as told:
            search.search(QUESTION)
        assert KEY not in str(told.value)
        assert "\n" not in str(told.value)
        assert search.search(QUESTION) == []  # the refusal was not kept

    @pytest.mark.parametrize(
        ("reply", "message"),
        [
            (
                Reply(403, b'{"error": {"message": "Custom Search API is disabled"}}'),
                "status 403: Custom Search API is",
            ),
            (Reply(400, f'{{"error": {{"message": "bad key {KEY}"}}}}'.encode()), r"status 400: bad key \*\*\*"),
            (Reply(200, b"<html>proxy login</html>"), "no search results in JSON"),
            (Reply(200, b'{"items": [{"title": "T"}]}'), "no search results in JSON"),
            (Reply(200, b"[]"), "no search results in JSON"),
            (Reply(404, b"nope"), "status 404, and no search results in JSON"),
        ],
    )
    def test_tells_what_the_api_said(self, reply: Reply, message: str, search: GoogleSearch, web: LoopbackWeb) -> None:
        web.replies.append(reply)
        with pytest.raises(InputError, match=message) as told:
            search.search(QUESTION)
        assert KEY not in str(told.value)
        assert search.search(QUESTION) == []  # and it was not kept

    def test_the_key_follows_no_redirect(self, search: GoogleSearch, web: LoopbackWeb) -> None:
        web.replies.append(Reply(302, headers={"Location": f"{web.url}/elsewhere"}))
        with pytest.raises(InputError, match="status 302"):
            search.search(QUESTION)
        assert web.asked["/elsewhere"] == 0

    def test_the_key_is_in_no_log_no_file_and_no_url(
        self, search: GoogleSearch, web: LoopbackWeb, http: HttpCache, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        web.replies += [Reply(503)]
        search.search(QUESTION)
        assert KEY.encode() not in kept(http)
        assert "customsearch" in caplog.text  # urllib3 logs each URL
        assert KEY not in caplog.text

    def test_no_connection(self, http: HttpCache, web: LoopbackWeb) -> None:
        web.shutdown()
        web.server_close()
        with pytest.raises(InputError, match="no connection"):
            GoogleSearch(http, KEY, ENGINE, web.api).search(QUESTION)

    def test_key_and_engine_come_from_the_environment(
        self, http: HttpCache, web: LoopbackWeb, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv(web_search.KEY_VARIABLE, raising=False)
        monkeypatch.delenv(web_search.ENGINE_VARIABLE, raising=False)
        with pytest.raises(InputError, match="environment variable GOOGLE_API_KEY"):
            GoogleSearch.from_environment(http)
        monkeypatch.setenv(web_search.KEY_VARIABLE, KEY)
        with pytest.raises(InputError, match="environment variable GOOGLE_SEARCH_ENGINE_ID"):
            GoogleSearch.from_environment(http)
        monkeypatch.setenv(web_search.ENGINE_VARIABLE, ENGINE)
        assert GoogleSearch.from_environment(http).url == web_search.DEFAULT_URL
        monkeypatch.setenv(web_search.URL_VARIABLE, web.api)
        assert GoogleSearch.from_environment(http).search(QUESTION) == []


class TestPages:
    def read(self, http: HttpCache, *urls: str) -> tuple[list[str], Counter[str]]:
        drops: Counter[str] = Counter()
        return [article.title for article in PageReader(http).articles(list(urls), drops)], drops

    def test_become_articles_with_title_text_and_url(self, http: HttpCache, web: LoopbackWeb) -> None:
        url = web.add_page("/ann", "Ann Été", TEXT)
        (article,) = PageReader(http).articles([url, url], Counter())
        assert (article.title, article.url) == ("Ann Été", url)
        assert TEXT.strip() in article.text
        assert web.agents == {http_cache.USER_AGENT}

    def test_are_fetched_once(self, http: HttpCache, web: LoopbackWeb) -> None:
        url = web.add_page("/ann", "Ann", TEXT)
        assert self.read(http, url) == self.read(http, url)
        assert web.asked == {"/robots.txt": 1, "/ann": 1}

    @pytest.mark.parametrize(
        ("reply", "reason"),
        [
            (Reply(403, b"no robots"), "search result: status 403"),
            (Reply(404), "search result: status 404"),
            (Reply(503), "search result: status 503, also when tried again"),
            (Reply(200, b"%PDF-1.7", "application/pdf"), "search result that is no HTML"),
            (Reply(200, b"", "text/html"), "search result without text"),
            (Reply(200, b"<html><script>render()</script></html>"), "search result without text"),
            (Reply(302, headers={"Location": "/loop"}), "search result: no answer (TooManyRedirects)"),
            (Reply(302, headers={"Location": "ftp://127.0.0.1/x"}), "search result: no answer (InvalidSchema)"),
            (
                Reply(200, b"no gzip", headers={"Content-Encoding": "gzip"}),
                "search result: no answer (ContentDecodingError)",
            ),
        ],
    )
    def test_that_cannot_be_had_are_counted(self, reply: Reply, reason: str, http: HttpCache, web: LoopbackWeb) -> None:
        web.pages["/loop"] = reply
        good = web.add_page("/ann", "Ann", TEXT)
        assert self.read(http, f"{web.url}/loop", good) == (["Ann"], {reason: 1})

    @pytest.mark.parametrize(
        ("url", "reason"),
        [("file:///etc/passwd", "search result: no http or https URL"), ("http://[", "search result: no URL")],
    )
    def test_what_is_no_url_of_the_web_is_not_fetched(self, url: str, reason: str, http: HttpCache) -> None:
        assert self.read(http, url) == ([], {reason: 1})

    def test_a_huge_page_is_not_read_to_its_end(
        self, http: HttpCache, web: LoopbackWeb, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(http_cache, "MAX_PAGE_BYTES", 2_000_000)
        bomb = gzip.compress(b"a" * 50_000_000)  # small on the wire
        web.pages["/bomb"] = Reply(200, bomb, headers={"Content-Encoding": "gzip"})
        assert self.read(http, f"{web.url}/bomb") == ([], {"search result: more than 2 MB": 1})

    def test_what_robots_txt_forbids_is_not_fetched(self, http: HttpCache, web: LoopbackWeb) -> None:
        web.pages["/robots.txt"] = Reply(200, b"User-agent: *\nDisallow: /private\n", "text/plain")
        private, public = web.add_page("/private/ann", "P", TEXT), web.add_page("/ann", "Ann", TEXT)
        assert self.read(http, private, public) == (["Ann"], {"search result that robots.txt forbids": 1})
        assert web.asked["/private/ann"] == 0

    @given(st.binary(max_size=300))
    def test_no_bytes_break_the_extraction(self, page: bytes) -> None:
        html_article(page)
        html_article(b"<html><body><p>" + page)


class TestHttpCache:
    def test_a_damaged_file_is_named(self, http: HttpCache, web: LoopbackWeb) -> None:
        http.get(f"{web.url}/a")
        (path,) = http.folder.glob("*")
        path.write_bytes(b"half an answ")
        with pytest.raises(InputError, match=r"\.http: is no answer kept by this cache; remove it"):
            http.get(f"{web.url}/a")

    def test_a_body_is_kept_byte_for_byte(self, http: HttpCache, web: LoopbackWeb) -> None:
        body = bytes(range(256)) * 3 + b"\n\n{}"
        web.pages["/a"] = Reply(200, body, "application/octet-stream")
        first = http.get(f"{web.url}/a")
        assert first == http.get(f"{web.url}/a")
        assert (first.body, first.status, first.content_type) == (body, 200, "application/octet-stream")
        assert web.asked["/a"] == 1

    @pytest.mark.parametrize("url", ["http://[", "nowhere", "ftp://127.0.0.1/", "http://"])
    def test_what_is_no_url_is_refused(self, url: str, http: HttpCache) -> None:
        with pytest.raises(HttpError):
            http.get(url)

    def test_busy_statuses_are_not_kept(self, http: HttpCache, web: LoopbackWeb) -> None:
        web.replies += [Reply(500)] * 3
        with pytest.raises(HttpError, match="status 500"):
            http.get(f"{web.url}/a")
        assert not list(http.folder.glob("*"))

    def test_two_requests_to_one_host_lie_a_pause_apart(
        self, tmp_path: Path, web: LoopbackWeb, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pauses: list[float] = []
        monkeypatch.setattr(http_cache.time, "sleep", pauses.append)
        http = HttpCache(tmp_path, pause=60)
        http.get(f"{web.url}/a")
        http.get(f"{web.url}/b")
        http.get(f"{web.url}/a")  # from disk
        assert len(pauses) == 1
        assert 0 < pauses[0] <= 60
