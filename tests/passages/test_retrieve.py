"""From questions to passages: articles, web pages, ranking, and counts of drops."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from temporal_qa.hub.cards import build_command, render_card
from temporal_qa.io.errors import InputError
from temporal_qa.passages.pages import Passage
from temporal_qa.passages.ranking import BM25Ranker
from temporal_qa.passages.retrieve import Retrieval, RetrievedPassages, retrieve_passages
from temporal_qa.passages.wikipedia_search import CONTACT_VARIABLE, URL_VARIABLE, WikipediaSearch
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact

from .conftest import CONTACT, LoopbackWiki

WORDS = "and so on for many more words " * 12  # 84 words: with a sentence before it, about one passage
PAGES = {
    "Ann Mill": f"Ann Mill was born in Ulm in 1950. {WORDS} Her team was the Ice Warriors until 1994. {WORDS}",
    "Bob Reed": f"Bob Reed came to study in Vienna. {WORDS} The Polar Bears were his team. {WORDS}",
    "Ulm": "Ulm is a town on the Danube.",
}


def question(subject: str, text: str = "Which team did {} play for?", subject_id: str | None = None) -> Question:
    date = CalendarDate(1990, 5)
    fact = Fact(subject, "P54", "Ice Warriors", date, date, subject_id)
    return Question(
        f"L2_{subject}", text.format(subject), ("Ice Warriors",), "l2_at", "P54", subject, 23884, (fact,), "."
    )


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    path = tmp_path / "pages.jsonl"
    rows = [{"title": title, "text": text, "url": f"https://example.org/{title}"} for title, text in PAGES.items()]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def retrieve(
    questions: Sequence[Question], articles: Path | None, k: int = 100, web: WikipediaSearch | None = None
) -> tuple[list[list[Passage]], Counter[str]]:
    drops: Counter[str] = Counter()
    return retrieve_passages(questions, articles, BM25Ranker(), drops, k=k, web=web), drops


class TestArticlesOfSubjects:
    def test_a_question_gets_the_passages_of_its_subject_only_best_first(self, pages: Path) -> None:
        (found,), drops = retrieve([question("Ann Mill")], pages)
        assert {(passage.title, passage.url) for passage in found} == {("Ann Mill", "https://example.org/Ann Mill")}
        assert "Ice Warriors" in found[0].text
        assert sorted(len(passage.text.split()) for passage in found)[-1] == 100
        assert " ".join(sorted(word for passage in found for word in passage.text.split())) == " ".join(
            sorted(PAGES["Ann Mill"].split())
        )
        assert drops == {}

    def test_at_most_k(self, pages: Path) -> None:
        (found,), _ = retrieve([question("Ann Mill")], pages, k=1)
        assert len(found) == 1
        assert "Ice Warriors" in found[0].text

    def test_questions_are_answered_in_their_order(self, pages: Path) -> None:
        asked = [question("Bob Reed"), question("Ann Mill"), question("Bob Reed", "Where did {} study?")]
        found, _ = retrieve(asked, pages)
        assert [passages[0].title for passages in found] == ["Bob Reed", "Ann Mill", "Bob Reed"]
        assert "Polar Bears" in found[0][0].text
        assert "Vienna" in found[2][0].text

    def test_a_question_without_an_article_has_no_passages_and_is_counted(self, pages: Path) -> None:
        asked = [question("Cy Moor"), question("Ann Mill"), question("Cy Moor", "Where did {} live?")]
        found, drops = retrieve(asked, pages)
        assert [bool(passages) for passages in found] == [False, True, False]
        assert drops == {"subject without an article": 1, "question without passages": 2}

    def test_the_subject_s_id_finds_a_page_of_another_title(self, tmp_path: Path) -> None:
        path = tmp_path / "pages.jsonl"
        path.write_text(json.dumps({"id": "Q7", "title": "Ann Mill (footballer)", "text": PAGES["Ann Mill"]}))
        (found,), _ = retrieve([question("Ann Mill", subject_id="Q7")], path)
        assert found[0].title == "Ann Mill (footballer)"


class TestWithTheWeb:
    @pytest.fixture
    def search(self, tmp_path: Path, wiki: LoopbackWiki) -> WikipediaSearch:
        return WikipediaSearch(tmp_path / "wikipedia.sqlite", CONTACT, wiki.api, pause=0, waits=())

    def test_found_pages_are_added_to_the_subject_s_article(
        self, pages: Path, search: WikipediaSearch, wiki: LoopbackWiki
    ) -> None:
        news = "Ann Mill, who once played for a team called the Ice Warriors, opened a school on Monday. "
        url = wiki.add_page("Old star opens school", news * 2)
        wiki.add_page("Ann Mill", "{{disambiguation}}")
        (found,), drops = retrieve([question("Ann Mill")], pages, web=search)
        assert {passage.url for passage in found} == {"https://example.org/Ann Mill", url}
        assert drops == {"search result without text": 1}

    def test_the_web_alone(self, search: WikipediaSearch, wiki: LoopbackWiki) -> None:
        wiki.add_page("News", PAGES["Ann Mill"])
        (found, nothing), drops = retrieve([question("Ann Mill"), question("Bob Reed")], None, web=search)
        assert found
        assert not nothing
        assert drops["question without passages"] == 1

    def test_a_second_run_uses_the_cache(self, pages: Path, search: WikipediaSearch, wiki: LoopbackWiki) -> None:
        wiki.add_page("News", PAGES["Ann Mill"])
        first = retrieve([question("Ann Mill")], pages, web=search)
        requests = len(wiki.queries)
        assert retrieve([question("Ann Mill")], pages, web=search) == first
        assert len(wiki.queries) == requests


class TestRetrieval:
    def test_the_record_describes_the_passages(self, pages: Path, tmp_path: Path) -> None:
        drops: Counter[str] = Counter()
        found = Retrieval(pages, "bm25", 1, cache=tmp_path).add_to({"test": [question("Ann Mill")]}, drops)
        record = found.record
        assert [len(passages) for passages in found.by_question.values()] == [1]
        assert record["articles"]["file"] == "pages.jsonl"
        assert len(record["articles"]["sha256"]) == 64
        assert (record["ranker"], record["k"], record["web_search"]) == ("bm25", 1, None)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"articles": None}, "no source of articles, expected --articles, --web-search or both"),
            ({"ranker": "best"}, "the ranker 'best' is unknown, expected one of bm25, dense, fusion"),
            ({"articles": Path("nowhere")}, "nowhere: no such file or folder"),
            ({"web_search": True}, "web search needs the environment variable TEMPORAL_QA_CONTACT"),
        ],
    )
    def test_errors_are_reported(
        self, change: dict[str, Any], message: str, pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv(CONTACT_VARIABLE, raising=False)
        splits = {"test": [question("Ann Mill")]}
        with pytest.raises(InputError, match=message):
            replace(Retrieval(pages, "bm25", cache=tmp_path), **change).add_to(splits, Counter())

    def test_web_search_through_the_environment(
        self, pages: Path, tmp_path: Path, wiki: LoopbackWiki, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(CONTACT_VARIABLE, CONTACT)
        monkeypatch.setenv(URL_VARIABLE, wiki.api)
        retrieval = Retrieval(pages, "bm25", web_search=True, cache=tmp_path / "cache")
        record = retrieval.add_to({"test": [question("Ann Mill")]}, Counter()).record
        assert wiki.searches == ["Which team did Ann Mill play for", "Ann Mill"]
        assert record["web_search"] == "Wikipedia (127.0.0.1), 10 pages a question", "the one that was asked"
        assert CONTACT not in json.dumps(record)


@pytest.mark.parametrize(
    ("urls", "licence"),
    [
        ([], "cc0-1.0"),
        (["https://en.wikipedia.org/wiki/Ann", "https://de.wikipedia.org/wiki/Ann"], ["cc0-1.0", "cc-by-sa-4.0"]),
        (["https://en.wikipedia.org/wiki/Ann", ""], "other"),
        (["https://en.wikipedia.org.example.com/wiki/Ann"], "other"),
        (["https://example.com/en.wikipedia.org"], "other"),
    ],
)
def test_the_licence_is_that_of_the_passages_too(urls, licence):
    fields = RetrievedPassages({str(n): [Passage("Ann", "Ann.", url)] for n, url in enumerate(urls)}).licence()
    assert fields["license"] == licence
    assert ("license_name" in fields) == ("license_link" in fields) == (licence == "other")


def test_without_retrieval_everything_is_empty():
    nothing = RetrievedPassages()
    assert (nothing.options(), nothing.rows("q1")) == ({}, [])


def test_the_search_is_in_the_description_and_the_options():
    record = {"ranker": "bm25", "k": 5, "web_search": "Wikipedia (en), 10 pages a question"}
    retrieved = RetrievedPassages({"q1": [Passage("Ann", "Ann."), Passage("Bo", "Bo.")]}, record)
    described = render_card("_passages", passages=retrieved.record, passages_average=retrieved.average)
    assert "that a search for the question found (Wikipedia (en), 10 pages a question)" in described
    assert "2.0 a question on average" in described
    assert build_command("complex-tr", **retrieved.options()) == (
        "temporal-qa build complex-tr --config open_domain --ranker bm25 --top-k 5 --web-search"
    )
    assert retrieved.rows("q1", limit=1) == [{"title": "Ann", "text": "Ann.", "url": ""}]
