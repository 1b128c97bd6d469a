"""The released TempReason questions and their articles."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from places import SHARED_DATA
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows
from temporal_qa.passages.articles import Subject, find_articles
from temporal_qa.passages.pages import Article, Passage, split_article
from temporal_qa.passages.ranking import BM25Ranker
from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings

RELEASED = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"

pytestmark = pytest.mark.skipif(not RELEASED.exists(), reason=f"no released TempReason questions at {RELEASED}")


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return [row.values for row in read_rows(RELEASED)]


def test_each_subject_finds_its_article(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    texts = {fact_context_readings(row["fact_context"])[0][0].subject: row["context"] for row in rows}
    write_json_lines(tmp_path / "pages.jsonl.gz", ({"title": name, "text": text} for name, text in texts.items()))
    found = find_articles(tmp_path, [Subject(name) for name in texts], Counter())
    assert {subject.name: article.text for subject, (article,) in found.items()} == texts
    assert len(texts) == 142


def test_bm25_finds_the_question_s_own_article_among_all(rows: list[dict[str, Any]]) -> None:
    passages: list[Passage] = []
    article_of: list[str] = []
    for text in dict.fromkeys(row["context"] for row in rows):
        cut = split_article(Article("", text))
        passages += cut
        article_of += [text] * len(cut)
    rankings = BM25Ranker().rank([row["question"] for row in rows], passages, 1)
    own = sum(article_of[ranking.indices[0]] == row["context"] for ranking, row in zip(rankings, rows, strict=True))
    assert own / len(rows) > 0.95
