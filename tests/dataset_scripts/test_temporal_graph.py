"""The folder of a temporal graph: it is read back as the graph that it was made from, loads, and can be published."""

import hashlib
import json
from importlib import import_module

import pytest
from datasets import load_dataset

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.graph.graph_folder import read_events, read_graph
from temporal_qa.hub.publications import dataset_publication
from temporal_qa.io.errors import InputError

build = import_module("temporal_qa.dataset_scripts.temporal_graph").build

FACTS = [
    ("Q1", "Ann", "P39", "Q7", "mayor", 1990, 1994),
    ("Q2", "Ann", "P39", "Q7", "mayor", 1994, None),  # another of the same name
    ("Q9", "the flood", "P793", "Q1190554", "occurrence", 1991, 1992),
    ("Q9", "the flood", "P276", "Q8", "Seaton", 1991, 1991),
    ("Q9", "the flood", "P276", "Q8", "Seaton", 1991, 1991),
    ("Q1", "Ann", "P551", "Q8", "Seaton", 1995, 1993),
]  # fmt: skip


def rows():
    for subject_id, subject, relation, object_id, object, start, end in FACTS:
        yield {"subject": subject, "subject_id": subject_id, "relation": relation, "object": object,
               "object_id": object_id, "start": str(start), "end": end and str(end)}  # fmt: skip


@pytest.fixture
def facts(tmp_path):
    file = tmp_path / "facts.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows()))
    return file


def same(one, other):
    return (
        all((here == there).all() for here, there in zip(one.columns, other.columns, strict=True))
        and all(getattr(one, names).equals(getattr(other, names))
                for names in ("entities", "entity_ids", "relations", "relation_ids"))
        and (one.splits, one.time_unit) == (other.splits, other.time_unit)
    )  # fmt: skip


def test_facts_of_ours_keep_ids_and_names(facts, tmp_path):
    made = build(facts, tmp_path / "graph", min_event_facts=1)
    assert made["counts"]["facts"] == {"train": 4}
    assert made["drops"] == {"an end before the start": 1, "a fact stated again in its split": 1}
    graph = read_graph(tmp_path / "graph")
    assert same(graph, read_graph(facts))
    assert dict(zip(graph.entity_ids.to_pylist(), graph.entities.to_pylist(), strict=True)) == {
        "Q1": "Ann", "Q2": "Ann", "Q9": "the flood", "Q7": "mayor", "Q1190554": "occurrence", "Q8": "Seaton",
    }  # fmt: skip
    numbers = graph.numbers_by_name
    assert numbers["Seaton"] == numbers["Q8"]
    assert numbers["Ann"] == -1  # two are called so
    relations = load_dataset(str(tmp_path / "graph"), "relations", split="relations", cache_dir=tmp_path / "cache")
    assert [(row["id"], row["facts"]) for row in relations] == [("P39", 2), ("P793", 1), ("P276", 1)]
    assert [column.tolist() for column in read_events(tmp_path / "graph")] == [[numbers["Q9"]], [1991], [1992]]


def test_parquet_and_csv_say_the_same(facts, tmp_path):
    import pyarrow.csv as csv
    import pyarrow.json as jsonl
    import pyarrow.parquet as pq

    table = jsonl.read_json(facts)
    pq.write_table(table, tmp_path / "facts.parquet")
    csv.write_csv(table, tmp_path / "facts.csv")
    assert same(read_graph(facts), read_graph(tmp_path / "facts.parquet"))
    assert same(read_graph(facts), read_graph(tmp_path / "facts.csv"))


def digests(folder):
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_same_options_same_bytes_and_shares_are_exact(facts, tmp_path):
    made = [build(facts, tmp_path / name, valid=0.25, test=0.25, seed=3) for name in "ab"]
    assert made[0]["counts"]["facts"] == {"train": 2, "valid": 1, "test": 1}
    assert digests(tmp_path / "a") == digests(tmp_path / "b")
    assert same(read_graph(facts, valid=0.25, test=0.25, seed=3), read_graph(tmp_path / "a"))


def test_the_folder_loads_and_can_be_published(facts, tmp_path):
    build(facts, tmp_path / "graph")
    cache = {"cache_dir": str(tmp_path / "cache")}
    train = load_dataset(str(tmp_path / "graph"), "facts", split="train", **cache)
    assert train[1] == {"subject": 1, "relation": 0, "object": 3, "first": 1994, "last": None}
    entities = load_dataset(str(tmp_path / "graph"), "entities", split="entities", **cache)
    assert entities[3] == {
        "number": 3,
        "id": "Q7",
        "name": "mayor",
        "facts": 2,
        "event_first": None,
        "event_last": None,
    }
    publication = dataset_publication(tmp_path / "graph", "org/graph")
    assert set(publication.files) == set(digests(tmp_path / "graph"))


@pytest.mark.parametrize(
    ("rows", "left", "drops"),
    [
        ([("Q8", "1990", "1995", "storm")], [(1990, 1995)], {}),
        ([("Seaton", "1990", "1995", None)], [(1990, 1995)], {}),
        ([("Q8", "1990", "1995", "television series")], [], {"event: a show, a series, a film or a person": 1}),
        ([("Q8", "1990", None, None)], [], {"event: no start or no end": 1}),
        ([("Q8", "1995", "1990", None)], [], {"event: an end before the start": 1}),
        ([("Q88", "1990", "1995", None)], [], {"event: not an entity of the graph": 1}),
        ([("Q7", "1990", "1995", None), ("Q2", "1990", "1995", None)], [(1990, 1995)], {"event: in too few facts": 1}),
    ],
)
def test_events_by_a_table(facts, tmp_path, rows, left, drops):
    lines = [json.dumps({"id": name, "start": start, "end": end, "type": kind}) for name, start, end, kind in rows]
    (tmp_path / "events.jsonl").write_text("\n".join(lines))
    facts.write_text("".join(line for line in facts.read_text().splitlines(keepends=True) if "P793" not in line))
    made = build(facts, tmp_path / "graph", events=tmp_path / "events.jsonl", min_event_facts=1 + (len(rows) > 1))
    _, first, last = read_events(tmp_path / "graph")
    assert list(zip(first.tolist(), last.tolist(), strict=True)) == left
    assert {reason: n for reason, n in made["drops"].items() if reason.startswith("event")} == drops


def test_a_folder_that_is_imported_again_keeps_its_events(facts, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "Q8", "start": "1990", "end": "1995"}')
    (tmp_path / "b.jsonl").write_text('{"id": "Q7", "start": "1991", "end": "1993"}')
    build(facts, tmp_path / "one", events=tmp_path / "a.jsonl", min_event_facts=1)
    build(tmp_path / "one", tmp_path / "again", min_event_facts=1, valid=0.25)
    before, after = read_events(tmp_path / "one"), read_events(tmp_path / "again")
    assert [column.tolist() for column in after] == [column.tolist() for column in before]
    assert len(after.entity) == 2  # the flood, and Q8 of the table
    build(tmp_path / "one", tmp_path / "more", events=tmp_path / "b.jsonl", min_event_facts=1)
    graph, more = read_graph(tmp_path / "more"), read_events(tmp_path / "more")
    spans = dict(zip(more.entity.tolist(), zip(more.first.tolist(), more.last.tolist(), strict=True), strict=True))
    numbers = graph.numbers_by_name
    assert spans == {numbers["Q8"]: (1990, 1995), numbers["Q7"]: (1991, 1993), numbers["Q9"]: (1991, 1992)}
    few = build(tmp_path / "one", tmp_path / "few", min_event_facts=9)
    assert (few["counts"]["events"], few["drops"]) == (0, {"event: in too few facts": 2})


def test_an_empty_name_in_parquet_has_its_row(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    some = list(rows())
    some[2]["subject"] = ""
    pq.write_table(pa.Table.from_pylist(some), tmp_path / "facts.parquet")
    with pytest.raises(InputError, match=r"facts.parquet:3: column 'subject' is empty, expected text"):
        read_graph(tmp_path / "facts.parquet")


def test_the_command_says_what_it_wrote(facts, tmp_path):
    said = run_command("import", "graph", "facts.jsonl", "--out", "graph", cwd=tmp_path).stdout.splitlines()
    assert said[:2] == [
        "wrote graph: 4 facts (train 4)",
        "  6 entities, 3 relations, 4 years from 1990 to 1994, 0 events",
    ]
    counts = json.loads(run_command("import", "graph", "graph", "--out", "again", "--json", cwd=tmp_path).stdout)
    assert counts["counts"]["facts"] == {"train": 4}
    assert same(read_graph(tmp_path / "graph"), read_graph(tmp_path / "again"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--out", "x"], "nowhere: no such file"),
        (["facts.jsonl", "--out", "x", "--valid", "0.6", "--test", "0.4"], "shares of 0.6 and 0.4 .* leave none of 4"),
        (["facts.jsonl", "--out", "x", "--seed", "1"], "--seed has no effect without --valid or --test"),
        (["facts.jsonl", "--out", "x", "--events", "no.csv"], "no.csv: no such file"),
        (["bad.jsonl", "--out", "x"], "bad.jsonl:1: expected 'relation'"),
        (["facts.jsonl", "--out", "facts.jsonl"], "exists and is not a folder"),
    ],
)
def test_bad_input_is_one_line(facts, tmp_path, arguments, message):
    (tmp_path / "bad.jsonl").write_text('{"subject": "Ann", "start": "1990"}\n')
    import re

    error = run_command("import", "graph", *arguments, cwd=tmp_path, status=2).stderr
    assert error.count("\n") == 1
    assert re.search(message, error)
    assert not (tmp_path / "x").exists()


@pytest.mark.skipif(not SHARED_DATA.exists(), reason="the shared real data is not beside the checkout")
@pytest.mark.parametrize(
    ("name", "facts", "drops"),
    [
        ("icews14", {"train": 72_826, "valid": 8_941, "test": 8_963}, 0),
        ("yago11k", {"train": 16_330, "valid": 2_044, "test": 2_050}, 85),
    ],
)
def test_real_graphs(tmp_path, name, facts, drops):
    made = build(SHARED_DATA / name, tmp_path / "graph")
    assert made["counts"]["facts"] == facts
    assert sum(made["drops"].values()) == drops
    assert same(read_graph(tmp_path / "graph"), read_graph(SHARED_DATA / name))


def test_files_of_a_benchmark_folder_that_are_not_read_are_named(facts, tmp_path):
    for name in ("train.txt", "train2.txt", "valid.csv", "events.csv"):
        (tmp_path / "lab" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "lab" / name).write_text("Q9\tr\tB\t1990\t1991\n")
    (tmp_path / "lab/events.csv").write_text("id,start,end\nQ9,1990,1991\n")
    events = ("--events", "lab/events.csv", "--min-event-facts", 1)
    said = run_command("import", "graph", "lab", *events, "--out", "graph", cwd=tmp_path).stdout.splitlines()
    assert "  not read, by their names: train2.txt, valid.csv" in said
    assert (
        build(facts, tmp_path / "of-facts")["not_read"]
        == build(tmp_path / "graph", tmp_path / "again")["not_read"]
        == []
    )
