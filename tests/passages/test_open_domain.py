"""Retrieval of TimeQA's articles and passages by BM25: a small case, and the floor on the real rows."""

import functools

import pytest

from places import SHARED_DATA
from temporal_qa.io.drops import DropLog
from temporal_qa.passages.ranking import BM25Ranker, retrieval_hits
from temporal_qa.questions.time_qa.passages import cut_passages
from temporal_qa.released.files import read_released
from temporal_qa.released.import_record import ImportRecord
from temporal_qa.released.time_qa import read_annotated
from temporal_qa.released.time_qa_rows import import_time_rows

TIME_QA = SHARED_DATA / "timeqa"


def row(question, answers, name, text):
    paragraphs = [{"title": name, "text": part} for part in text.split("|")]
    context = f"{name} {text.replace('|', ' ')}"
    return {"question": question, "answers": answers, "context": context, "subject": name, "paragraphs": paragraphs}


def test_hits_on_two_articles():
    rows = [
        row("Who taught Ann Lee in 1990?", ["Maria"], "Ann Lee", "she sang|taught by Maria"),
        row("Who taught Bo Ray in 1990?", ["Oscar"], "Bo Ray", "he ran|he never learned"),
        row("Where did Bo Ray live?", [], "Bo Ray", "he ran|he never learned"),
    ]
    assert retrieval_hits(rows, k=1) == (100, 50, 3, 2)


@pytest.fixture(scope="module", autouse=True)
def _words_once():
    """Both modes search the same articles, whose words take longest to find."""
    with pytest.MonkeyPatch.context() as patch:
        found = functools.cache(BM25Ranker().words)
        patch.setattr(BM25Ranker, "words", lambda self, texts: found(tuple(texts)))
        yield


@pytest.fixture(scope="module")
def cut():
    """The text of each annotated article -> our passages of it."""
    facts = read_annotated(TIME_QA / "human_annotated_train.json", DropLog(), as_published=True)
    return {fact.context: cut_passages(fact.paragraphs) for fact in facts}


@pytest.mark.skipif(not TIME_QA.exists(), reason="the released files are not there")
@pytest.mark.parametrize(
    ("mode", "article", "released", "ours"), [("easy", 94.7, 73.0, 80.0), ("hard", 92.1, 56.2, 61.0)]
)
def test_the_floor(cut, mode, article, released, ours):
    """Right article first, and a passage with an answer among five, in percent of 1,171 and 982 questions."""
    rows = list(import_time_rows(read_released(TIME_QA / f"human_train.{mode}.json.gzip"), ImportRecord()))
    hits = retrieval_hits(rows)
    assert (hits.questions, hits.answerable) == (1171, 982)
    assert hits.article_first >= article
    assert hits.answer_in_passages >= released
    assert retrieval_hits([row | {"paragraphs": cut[row["context"]]} for row in rows]).answer_in_passages >= ours
