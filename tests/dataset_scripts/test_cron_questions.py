"""CronQuestions by the command: solved, split cleanly, the same bytes for any workers, and real queries."""

import json

import pytest
from datasets import load_dataset

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.questions.cron_questions.queries import KINDS
from temporal_qa.questions.cron_questions.shards import CONFIG, QuestionShards, text_hash, without_alike

from .conftest import tree

BUILD = ("build", "cron-questions", "--invent", 300, "--questions", 4000, "--paraphrases", 2, "--seed", 3)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cron")
    run_command(*BUILD, "--workers", 1, "--out", "made", cwd=folder)
    return folder / "made"


@pytest.fixture(scope="module")
def rows(made):
    return {split: load_dataset(str(made), CONFIG, split=split).to_list() for split in ("train", "dev", "test")}


def test_splits_share_no_entity_wording_question_or_text(rows):
    seen = {"entities": {}, "wording": {}, "seed": {}}
    texts = [row["question"] for of_split in rows.values() for row in of_split]
    assert len(texts) == len(set(texts)) == len({row["id"] for of_split in rows.values() for row in of_split}) > 3000
    for split, of_split in rows.items():
        assert {row["kind"] for row in of_split} == set(KINDS)
        for row in of_split:
            named = {entity["id"] for entity in row["entities"] if entity["slot"] != "event"}
            for what, values in (("entities", named), ("wording", {row["wording"]}), ("seed", {row["seed"]})):
                for value in values:
                    assert seen[what].setdefault(value, split) == split


def test_mentions_stand_at_their_offsets_and_no_slot_stays_unfilled(rows):
    for row in rows["train"] + rows["test"]:
        text = row["question"]
        assert "{" not in text
        for entity in row["entities"]:
            assert text[entity["start"] : entity["end"]] == entity["name"]
            assert row[entity["slot"]] == entity["id"]
        for time in row["times"]:
            assert text[time["start"] : time["end"]] == str(time["year"]) == str(row["year"])


def test_paraphrases_ask_the_same_in_other_words(rows):
    by_seed = {}
    for row in rows["train"]:
        by_seed.setdefault(row["seed"], []).append(row)
    assert {len(of_seed) for of_seed in by_seed.values()} == {2}
    for first, second in by_seed.values():
        assert first["answers"] == second["answers"]
        assert first["wording"] != second["wording"]


@pytest.mark.parametrize("column", [None, "anchor"])
def test_the_solver_finds_every_label_from_the_structure_and_from_the_words(made, column, tmp_path):
    rows = load_dataset(str(made), CONFIG, split="test").to_list()
    with (tmp_path / "rows.jsonl").open("w") as file:
        for row in rows:
            file.write(json.dumps({name: value for name, value in row.items() if name != column}) + "\n")
    audit = run_command("audit", tmp_path / "rows.jsonl", "--graph", made, "--out", tmp_path / "a.json", "--json",
                        cwd=tmp_path)  # fmt: skip
    assert json.loads(audit.stdout)["counts"]["equal"] == len(rows) > 100


def test_the_bytes_depend_on_the_seed_and_not_on_the_workers(made, tmp_path):
    run_command(*BUILD, "--workers", 2, "--out", "again", cwd=tmp_path)
    assert tree(tmp_path / "again") == tree(made)


def test_a_text_that_two_questions_have_is_asked_by_neither(made, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    shards = QuestionShards(tmp_path, {CONFIG: None}, {"train": 1, "dev": 1}, 0, {}, 1, 100)
    (tmp_path / CONFIG).mkdir()
    for shard, texts in enumerate((["Who?", "When?"], ["Where?", "Who?"])):
        pq.write_table(pa.table({"question": texts}), shards.path(shard, CONFIG))
    found = without_alike(shards)
    assert found.alike == {text_hash("Who?")}
    assert [found.is_written(shard) for shard in range(2)] == [False, False]


QUERIES = [
    ({"kind": "simple_entity", "anchor": "Albert Einstein", "relation": "hasWonPrize", "year": 1921}, None),
    ({"kind": "simple_entity", "anchor": "Nobody", "relation": "P166", "year": 1921}, "no entity 'Nobody'"),
    ({"question": "Which award did Albert Einstein receive in 1066?"}, "unanswerable"),
    ({"question": "How old is Albert Einstein?"}, "no known wording"),
]


@pytest.mark.skipif(not (SHARED_DATA / "yago11k").is_dir(), reason="needs YAGO11k in ../shared/data")
def test_real_facts_and_queries_of_others(tmp_path):
    with (tmp_path / "queries.jsonl").open("w") as file:
        file.writelines(json.dumps(query) + "\n" for query, _ in QUERIES)
    graph = SHARED_DATA / "yago11k"
    run_command("solve", tmp_path / "queries.jsonl", "--graph", graph, "--out", "found.jsonl", cwd=tmp_path)
    found = [json.loads(line) for line in (tmp_path / "found.jsonl").read_text().splitlines()]
    for row, (_, fault) in zip(found, QUERIES, strict=True):
        assert (fault in row["reason"] and not row["answers"]) if fault else row["answers"]


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ({"anchor": "a", "relation": "P54"}, "no 'kind', expected simple_entity"),
        ({"kind": "simple_entity", "relation": "P54", "year": 1}, "no 'anchor'"),
        ({"kind": "simple_entity", "relation": "P54", "anchor": 3, "year": 1}, "anchor is 3, expected a name or id"),
        ({"kind": "simple_entity", "relation": "P54", "anchor": "a", "year": "now"}, "year is 'now', expected a whole"),
        ({"kind": "first_last", "relation": "P54", "anchor": "a", "direction": "up"}, "'up', expected first, last"),
        ({"question": 3}, "question is 3, expected text"),
    ],
)
def test_a_query_of_another_form_is_one_line(query, fault, tmp_path):
    (tmp_path / "facts.csv").write_text("subject,relation,object,start,end\na,P54,b,1990,1991\n")
    (tmp_path / "queries.jsonl").write_text(json.dumps(query) + "\n")
    failed = run_command("solve", tmp_path / "queries.jsonl", "--graph", tmp_path / "facts.csv", "--out",
                         tmp_path / "out.jsonl", cwd=tmp_path, status=2)  # fmt: skip
    assert fault in failed.stderr
    assert "queries.jsonl:1:" in failed.stderr
    assert len(failed.stderr.splitlines()) == 1
    assert not (tmp_path / "out.jsonl").exists()
