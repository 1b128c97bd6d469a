"""The search of Wikipedia, against a loopback server with the MediaWiki API."""

import gzip
import json
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa import __version__
from temporal_qa.io.errors import InputError
from temporal_qa.passages import wikipedia_search
from temporal_qa.passages.pages import html_article
from temporal_qa.passages.wikipedia_search import CONTACT_VARIABLE, URL_VARIABLE, WikipediaSearch

from .conftest import CONTACT, LoopbackWiki, Reply

QUESTION = "Which team did Ann Été play for?"
TEXT = "'''Ann Été''' did [[play]] for the team Ice Warriors, which she left in 1994. Asked for more: {{stub}}"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "wikipedia.sqlite"


@pytest.fixture
def search(cache: Path, wiki: LoopbackWiki) -> WikipediaSearch:
    return WikipediaSearch(cache, CONTACT, wiki.api, pause=0, waits=(0, 0))


def titles(
    search: WikipediaSearch, question: str = QUESTION, subject: str = "Ann Été"
) -> tuple[list[str], Counter[str]]:
    drops: Counter[str] = Counter()
    found = [article.title for article in search.articles(question, subject, drops)]
    return found, +drops


class TestWhatIsFound:
    def test_pages_become_articles_with_title_text_and_url(self, search: WikipediaSearch, wiki: LoopbackWiki) -> None:
        url = wiki.add_page("Ann Été", TEXT)
        (article,) = search.articles(QUESTION, "Ann Été", Counter())
        assert (article.title, article.url) == ("Ann Été", url)
        assert article.text == "Ann Été did play for the team Ice Warriors, which she left in 1994. Asked for more:"
        assert wiki.agents == {f"temporal-qa/{__version__} ({CONTACT})"}

    def test_pages_with_the_question_stand_before_those_with_the_name(
        self, search: WikipediaSearch, wiki: LoopbackWiki
    ) -> None:
        wiki.add_page("1994 in sports", "Ann Été retired.")
        wiki.add_page("Ann Été", TEXT)
        assert titles(search) == (["Ann Été", "1994 in sports"], {})

    def test_no_more_than_ten_pages_and_no_second_search_for_them(
        self, search: WikipediaSearch, wiki: LoopbackWiki
    ) -> None:
        for n in range(12):
            wiki.add_page(f"Page {n}", TEXT)
        assert titles(search)[0] == [f"Page {n}" for n in range(10)]
        assert len(wiki.searches) == 1

    def test_search_operators_are_removed(self, search: WikipediaSearch, wiki: LoopbackWiki) -> None:
        titles(search, 'Did "-Ann" join insource:/x/ * ~B-52 ?' + " word" * 100, "!Ann")
        assert wiki.searches[0].startswith("Did   Ann  join insource /x/")
        assert "B-52" in wiki.searches[0]
        assert max(map(len, wiki.searches)) <= 300
        assert wiki.searches[1] == "Ann"

    def test_nothing_found_is_not_an_error(self, search: WikipediaSearch) -> None:
        assert titles(search) == ([], {})

    @pytest.mark.parametrize("text", ["", "{{infobox}}", None])
    def test_a_page_without_text_is_counted(
        self, text: str | None, search: WikipediaSearch, wiki: LoopbackWiki
    ) -> None:
        wiki.add_page("Ann Été", text)
        assert titles(search) == ([], {"search result without text": 1})

    def test_a_page_that_was_deleted_meanwhile_is_counted(self, search: WikipediaSearch, wiki: LoopbackWiki) -> None:
        wiki.replies.append(Reply(body=b'{"query": {"search": [{"pageid": 7}]}}'))
        assert titles(search) == ([], {"search result without text": 1})

    def test_pages_missing_from_an_answer_are_requested_again(
        self, search: WikipediaSearch, wiki: LoopbackWiki
    ) -> None:
        wiki.pages_an_answer = 2
        for n in range(5):
            wiki.add_page(f"Page {n}", TEXT)
        assert titles(search)[0] == [f"Page {n}" for n in range(5)]
        assert [query["pageids"] for query in wiki.queries if "pageids" in query] == [
            "100|101|102|103|104", "102|103|104", "104",
        ]  # fmt: skip


class TestTheCache:
    def test_nothing_is_requested_twice_even_in_another_run(
        self, search: WikipediaSearch, wiki: LoopbackWiki, cache: Path
    ) -> None:
        wiki.add_page("Ann Été", TEXT)
        again = WikipediaSearch(cache, "bob@example.org", wiki.api)
        assert titles(search) == titles(search) == titles(again) == (["Ann Été"], {})
        assert len(wiki.queries) == 3  # the question, the name, the page

    def test_holds_json_and_neither_pickles_nor_the_contact(
        self, search: WikipediaSearch, wiki: LoopbackWiki, cache: Path
    ) -> None:
        wiki.add_page("Ann Été", TEXT)
        titles(search)
        with sqlite3.connect(cache) as database:
            kept = [json.loads(value) for (value,) in database.execute("SELECT value FROM responses")]
        assert len(kept) == 3
        assert CONTACT.encode() not in cache.read_bytes()

    def test_a_damaged_file_is_named(self, cache: Path, wiki: LoopbackWiki) -> None:
        cache.parent.mkdir()
        cache.write_bytes(b"half an answ" * 1000)
        with pytest.raises(
            InputError, match=r"wikipedia\.sqlite: cannot be used as a cache of answers \(.*; remove it"
        ):
            titles(WikipediaSearch(cache, CONTACT, wiki.api))

    def test_a_damaged_answer_is_asked_for_again(
        self, search: WikipediaSearch, wiki: LoopbackWiki, cache: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        wiki.add_page("Ann Été", TEXT)
        first = titles(search)
        with sqlite3.connect(cache) as database:
            database.execute("UPDATE responses SET value = substr(value, 1, 40)")
        assert titles(WikipediaSearch(cache, CONTACT, wiki.api, pause=0)) == first
        assert len(wiki.queries) == 6
        assert "Traceback" not in capfd.readouterr().err


class TestRefusals:
    @pytest.mark.parametrize(
        "reply",
        [
            Reply(429),
            Reply(500, b"<html>"),
            Reply(503, headers={"Retry-After": "0"}),
            Reply(200, b'{"error": {"code": "maxlag", "info": "Waiting for 10.0.0.1: 6 seconds lagged", "lag": 6}}'),
        ],
    )
    def test_a_busy_server_is_asked_again(self, reply: Reply, search: WikipediaSearch, wiki: LoopbackWiki) -> None:
        wiki.add_page("Ann Été", TEXT)
        wiki.replies += [reply, reply]
        assert titles(search)[0] == ["Ann Été"]
        assert len(wiki.queries) == 5

    def test_gives_up_in_one_line_and_resumes(self, search: WikipediaSearch, wiki: LoopbackWiki) -> None:
        titles(search, "", "Ann Été")
        wiki.replies += [Reply(429)] * 3
        with pytest.raises(
            InputError, match=r"searching .*: status 429, .*; what was found is kept, run again"
        ) as caught:
            titles(search)
        assert "\n" not in str(caught.value)
        assert titles(search) == ([], {})  # the refusal was not kept

    @pytest.mark.parametrize(
        ("reply", "message"),
        [
            (Reply(200, b'{"error": {"code": "badvalue", "info": "Two\\nlines"}}'), "badvalue: Two lines;"),
            (Reply(403, b"Please set a user-agent"), "status 403, not an answer of a MediaWiki API;"),
            (Reply(302, headers={"Location": "/elsewhere"}), "status 302, not"),
            (Reply(200, b"<html>proxy login</html>"), "status 200, not an answer of a MediaWiki API;"),
            (Reply(200, b"[]"), "status 200, not"),
            (Reply(200, b'{"query": {"search": [{"title": "T"}]}}'), "status 200, not"),
            (Reply(200, b'{"query": {"search": {"pageid": 1}}}'), "status 200, not"),
            (Reply(200, b'{"query": 1}'), "status 200, not"),
            (Reply(200, b"no gzip", headers={"Content-Encoding": "gzip"}), "no answer .ContentDecodingError"),
            (Reply(503, headers={"Retry-After": "3600"}), "status 503, not an answer of a MediaWiki API;"),
        ],
    )
    def test_other_refusals_are_reported_at_once(
        self, reply: Reply, message: str, search: WikipediaSearch, wiki: LoopbackWiki
    ) -> None:
        wiki.replies.append(reply)
        with pytest.raises(InputError, match=message) as caught:
            titles(search)
        assert "\n" not in str(caught.value)
        assert len(wiki.queries) == 1
        assert titles(search) == ([], {})  # and it was not kept

    def test_waits_as_long_as_the_server_asks(
        self, search: WikipediaSearch, wiki: LoopbackWiki, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pauses: list[float] = []
        monkeypatch.setattr(wikipedia_search.time, "sleep", pauses.append)
        search.pause = 1
        wiki.replies.append(Reply(503, headers={"Retry-After": "17"}))
        titles(search)
        titles(search)  # from the cache, without a pause
        assert pauses == [1, 17, 1, 1]

    def test_a_huge_answer_is_not_read_to_its_end(
        self, search: WikipediaSearch, wiki: LoopbackWiki, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(wikipedia_search, "MAX_PAGE_BYTES", 2_000_000)
        bomb = gzip.compress(b"a" * 50_000_000)  # small on the wire
        wiki.replies.append(Reply(200, bomb, headers={"Content-Encoding": "gzip"}))
        with pytest.raises(InputError, match="no answer"):
            titles(search)

    def test_no_connection(self, cache: Path, wiki: LoopbackWiki) -> None:
        wiki.shutdown()
        wiki.server_close()
        with pytest.raises(InputError, match=r"no answer .ConnectionError"):
            titles(WikipediaSearch(cache, CONTACT, wiki.api, waits=(0,)))

    @pytest.mark.parametrize("url", ["http://[", "nowhere", "ftp://127.0.0.1/", "http://"])
    def test_what_is_not_a_url_is_refused(self, url: str, cache: Path) -> None:
        with pytest.raises(InputError, match="no answer"):
            titles(WikipediaSearch(cache, CONTACT, url))


class TestTheEnvironment:
    def test_sends_the_contact_to_the_configured_url(
        self, cache: Path, wiki: LoopbackWiki, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(CONTACT_VARIABLE, CONTACT)
        monkeypatch.delenv(URL_VARIABLE, raising=False)
        assert WikipediaSearch.from_environment(cache).url == "https://en.wikipedia.org/w/api.php"
        monkeypatch.setenv(URL_VARIABLE, wiki.api)
        assert titles(WikipediaSearch.from_environment(cache)) == ([], {})

    @pytest.mark.parametrize("contact", [None, " ", "a\nX-Injected: 1", "Été"])
    def test_without_a_contact_nothing_is_sent(
        self, contact: str | None, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv(CONTACT_VARIABLE, raising=False)
        if contact is not None:
            monkeypatch.setenv(CONTACT_VARIABLE, contact)
        with pytest.raises(InputError, match="environment variable TEMPORAL_QA_CONTACT"):
            WikipediaSearch.from_environment(cache)


@given(st.binary(max_size=300))
def test_no_bytes_break_the_extraction_from_html(page: bytes) -> None:
    html_article(page)
    html_article(b"<html><body><p>" + page)


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.sampled_from(["query", "search", "pages", "pageid", "error", "code"]), inner),
                    max_leaves=8))  # fmt: skip
def test_no_answer_breaks_the_reading(values: object) -> None:
    class Response:
        status_code, headers, content = 200, {}, json.dumps(values).encode()

    if wikipedia_search._rows(Response()) is None:
        wikipedia_search._refusal(Response())
