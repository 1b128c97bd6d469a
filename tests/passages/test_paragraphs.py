"""Articles cut into passages of 100 words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.passages.pages import Article, Passage, split_article


@pytest.mark.parametrize(
    ("number", "lengths"), [(0, []), (1, [1]), (99, [99]), (100, [100]), (101, [100, 1]), (250, [100, 100, 50])]
)
def test_a_passage_has_100_words_and_the_last_one_the_rest(number: int, lengths: list[int]) -> None:
    passages = split_article(Article("T", " ".join(f"w{n}" for n in range(number))))
    assert [len(passage.text.split()) for passage in passages] == lengths


def test_each_passage_has_title_and_url() -> None:
    article = Article("Layla Moran", "word " * 150, "https://example.org/Layla_Moran")
    assert {(passage.title, passage.url) for passage in split_article(article)} == {(article.title, article.url)}


def test_rankers_and_readers_see_the_title_before_the_text() -> None:
    assert Passage("Layla Moran", "was born.").titled_text == "Layla Moran was born."


@given(st.text(), st.integers(1, 7))
def test_no_word_is_lost_doubled_or_moved(text: str, words: int) -> None:
    passages = split_article(Article("T", text), words)
    assert [word for passage in passages for word in passage.text.split()] == text.split()
    assert all(len(passage.text.split()) == words for passage in passages[:-1])
