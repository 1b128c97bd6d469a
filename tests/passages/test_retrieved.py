"""The licence, the description and the options of retrieved passages."""

import pytest

from temporal_qa.passages.paragraphs import Passage
from temporal_qa.passages.retrieve import RetrievedPassages


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
    assert (nothing.describe(), nothing.options(), nothing.rows("q1")) == ("", [], [])


def test_the_search_is_in_the_description_and_the_options():
    record = {"ranker": "bm25", "k": 5, "web_search": "Wikipedia (de), 10 pages a question", "web_language": "de"}
    retrieved = RetrievedPassages({"q1": [Passage("Ann", "Ann."), Passage("Bo", "Bo.")]}, record)
    assert "that a search for the question found (Wikipedia (de), 10 pages a question)" in retrieved.describe()
    assert "2.0 a question on average" in retrieved.describe()
    assert retrieved.options() == [
        "--config open_domain", "--ranker bm25 --top-k 5", "--web-search --web-language de",
    ]  # fmt: skip
    assert retrieved.rows("q1", limit=1) == [{"title": "Ann", "text": "Ann.", "url": ""}]
