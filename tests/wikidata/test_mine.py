"""Mining from files to facts: names, order, and the same bytes for any number of processes."""

import sys

import orjson
import pyarrow.parquet as pq
import pytest

from places import SHARED_DATA
from temporal_qa.io.errors import InputError
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import read_facts
from temporal_qa.timeline.facts import group_facts
from temporal_qa.wikidata.lines import NO_ENTITY
from temporal_qa.wikidata.mine import drops_path, mine
from temporal_qa.wikidata.tables import UNNAMED

from .conftest import ENTITIES, item, many, statement, write_dump

for name in ("duckdb", "indexed_bzip2", "isal", "msgspec", "stringzilla"):
    pytest.importorskip(name, reason="mining needs the extra mine")

DATA = SHARED_DATA / "wikidata"
BAD_NAME = "name: one that no fact can have (control characters, the answer separator)"


def test_facts_have_names_ids_times_and_their_line(tmp_path, dump):
    report = mine([dump], tmp_path / "facts.parquet", workers=1)
    rows = pq.read_table(tmp_path / "facts.parquet").to_pylist()
    assert [(row["subject"], row["relation"], row["object"], row["start"], row["end"]) for row in rows] == [
        ("Bob", "P26", "Ann", "2005", "2023-01-02"),
        ("Ann", "P26", "Bob", "2005", "2023-01-02"),
        ("Ann", "P54", "Rovers", "2001", "2003"),
        ("Ann", "P54", "United", "2003", "2023-01-02"),
    ]
    assert rows[3] == {
        "subject_id": "Q1000", "subject": "Ann", "relation": "P54", "object_id": "Q800", "object": "United",
        "start": "2003", "end": "2023-01-02", "start_precision": "year", "end_precision": "day",
        "ends_with_source": True, "rank": "normal", "subject_type": "person", "object_type": "team",
        "source": "wikidata-20230102-all.json", "source_line": 3,
    }  # fmt: skip
    assert report["facts"] == 4
    assert report["drops"] == dict.fromkeys((BAD_NAME, *UNNAMED), 1)
    assert report["statements"] == 7
    assert orjson.loads(drops_path(tmp_path / "facts.parquet").read_bytes()) == report
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "facts.drops.json", "facts.parquet", "wikidata-20230102-all.json",
    ]  # fmt: skip


def test_facts_are_what_the_other_commands_read(tmp_path, dump):
    mine([dump], tmp_path / "facts.parquet", workers=1)
    groups = group_facts(read_facts(tmp_path / "facts.parquet"))
    assert [(group.subject, group.subject_id, group.relations) for group in groups] == [
        ("Ann", "Q1000", ("P54", "P26")), ("Bob", "Q20", ("P26",)),
    ]  # fmt: skip
    assert groups[0].facts[0].start == CalendarDate(2001)


def test_ids_stand_for_missing_labels_on_demand(tmp_path, dump):
    report = mine([dump], tmp_path / "facts.parquet", ids_as_names=True, workers=1)
    objects = pq.read_table(tmp_path / "facts.parquet")
    assert set(zip(objects["subject"].to_pylist(), objects["object"].to_pylist(), strict=True)) >= {
        ("Q30", "Rovers"), ("Bob", "Q700"),
    }  # fmt: skip
    assert report["drops"] == {BAD_NAME: 1}
    assert report["notes"]["an entity without a label is called by its id"] == 2


def test_an_entity_that_comes_again_is_left_out(tmp_path, dump):
    later = write_dump(tmp_path / "more-20230102.json", [item(1000, "Anna", P54=[statement(900, 1999)]), ENTITIES[2]])
    report = mine([dump, later], tmp_path / "facts.parquet", workers=1)
    table = pq.read_table(tmp_path / "facts.parquet")
    assert set(table["source"].to_pylist()) == {dump.name}
    assert "Anna" not in table["object"].to_pylist() + table["subject"].to_pylist()
    assert report["drops"]["entity: stands in the dumps a second time"] == 4


def test_every_statement_is_a_fact_or_has_its_reason(tmp_path, dump):
    report = mine([dump], tmp_path / "facts.parquet", relations=["P54"], workers=1)
    assert report["statements"] == report["facts"] + sum(report["drops"].values())


def test_lines_that_are_no_entity_are_counted_and_the_first_is_named(tmp_path):
    lines = [orjson.dumps(entity) for entity in many(200)]
    lines[150] = lines[150][:-7]
    lines[390] = b'{"broken'
    (tmp_path / "dump-20230102.json").write_bytes(b"\n".join(lines))
    report = mine([tmp_path / "dump-20230102.json"], tmp_path / "f.parquet", block_bytes=5000, part_blocks=2, workers=1)
    assert report["lines"][NO_ENTITY] == 2
    assert report["first_bad_lines"] == {"dump-20230102.json": 151}


@pytest.mark.parametrize("suffix", [".json", ".json.gz", ".json.bz2"])
def test_the_same_bytes_for_any_number_of_workers_and_any_parts(tmp_path, suffix):
    dump = write_dump(tmp_path / f"dump-20230102{suffix}", many(300))
    made = set()
    for workers, block_bytes, part_blocks in [(1, 1 << 20, 100), (2, 2000, 3), (3, 5000, 1)]:
        out = tmp_path / f"{workers}-{block_bytes}" / "facts.parquet"
        mine([dump], out, workers=workers, block_bytes=block_bytes, part_blocks=part_blocks)
        made.add((out.read_bytes(), drops_path(out).read_bytes()))
    assert len(made) == 1
    assert pq.read_metadata(out).num_rows == 600


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("dump-20230102.json", b'{"title": "an article"}\n' * 9, "holds no Wikidata items.* is line 1"),
        ("dump-20230102.json", b"[\n]\n", "holds no Wikidata items"),
        ("dump-20230102.json", b'[{"id": "P5"}]', "holds no Wikidata items"),
        ("latest-all.json", b'{"id": "Q5"}', r"the names of the dumps do not give one date \(latest-all.json: none\)"),
        ("dump-20231302.json", b'{"id": "Q5"}', "the names of the dumps do not give one date"),
    ],
)
def test_files_that_cannot_be_mined(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        mine([tmp_path / name], tmp_path / "facts.parquet", workers=1)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("names", "as_of"),
    [
        (["wikidata-20230102-all.json"], "2023-01-02"),
        (["2023-01-02.json", "rest-20230102.json"], "2023-01-02"),
        (["1920230102.json", "b-20230102.json"], None),
        (["a-20230102.json", "b-20230103.json"], None),
    ],
)
def test_the_date_of_the_source_is_in_the_names(tmp_path, names, as_of):
    dumps = [write_dump(tmp_path / name, ENTITIES) for name in names]
    if as_of is None:
        with pytest.raises(InputError, match="do not give one date"):
            mine(dumps, tmp_path / "facts.parquet", workers=1)
    else:
        assert mine(dumps, tmp_path / "facts.parquet", workers=1)["as_of"] == as_of


def test_a_missing_package_is_told(tmp_path, dump, monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(InputError, match=r"mining needs duckdb: pip install 'temporal-qa\[mine\]'"):
        mine([dump], tmp_path / "facts.parquet")


@pytest.mark.skipif(not DATA.exists(), reason=f"no samples of dumps at {DATA}")
@pytest.mark.parametrize(
    ("name", "relations", "statements", "facts", "undated", "subjects"),
    [
        ("sample_items.json.bz2", None, 274, 236, 35, 41),
        ("short_stream.ndjson.bz2", None, 71, 44, 24, 32),
        ("sample_dump_20150815.json.gz", ["P31"], 13, 6, 7, 3),
    ],
)
def test_real_samples_have_the_facts_counted_by_hand(tmp_path, name, relations, statements, facts, undated, subjects):
    """Counts by hand from the JSON: statements of the relations in entities with a time qualifier."""
    out = tmp_path / "facts.parquet"
    report = mine([DATA / name], out, as_of=CalendarDate(2019, 4, 3), relations=relations, ids_as_names=True, workers=2)
    assert (report["statements"], report["facts"]) == (statements, facts)
    assert report["drops"]["no time: none of P580, P582 and P585"] == undated
    assert report["statements"] == report["facts"] + sum(report["drops"].values())
    assert len(group_facts(read_facts(out))) == subjects
    # The objects are described elsewhere, as is usual in a piece of a dump.
    with pytest.raises(InputError, match=r"no facts found; .*; --ids-as-names keeps facts without labels$"):
        mine([DATA / name], tmp_path / "none.parquet", as_of=CalendarDate(2019, 4, 3), relations=relations)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["facts.drops.json", "facts.parquet"]
