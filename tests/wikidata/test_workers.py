"""Dumps mined in slices: the table of the one road, whatever the slices, and the same words about damage."""

import gzip

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.wikidata.mine import mine

from .conftest import many, write_dump

for name in ("duckdb", "indexed_bzip2", "isal", "msgspec", "stringzilla"):
    pytest.importorskip(name, reason="mining needs the extra mine")

SMALL = {"block_bytes": 2000, "part_blocks": 3, "workers": 1}


@pytest.fixture(scope="module")
def dumps(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dumps")
    return [
        write_dump(folder / f"{name}-20230102{suffix}", many(number))
        for name, suffix, number in (("a", ".json.gz", 200), ("b", ".json", 97), ("c", ".json.bz2", 60))
    ]


def outputs(folder, name):
    return [(folder / f"{name}.{kind}").read_bytes() for kind in ("parquet", "drops.json", "lives.parquet")]


@pytest.mark.parametrize("tasks", [1, 7, 100])
def test_slices_give_the_table_of_one_process(tasks, dumps, tmp_path):
    for name, how in (("one", {}), ("many", {"tasks": tasks})):
        mine(dumps, tmp_path / f"{name}.parquet", lives=tmp_path / f"{name}.lives.parquet", **SMALL, **how)
    assert outputs(tmp_path, "many") == outputs(tmp_path, "one")
    assert not list(tmp_path.glob(".*"))


def test_damage_has_the_same_line_and_leaves_the_same(tmp_path):
    whole = write_dump(tmp_path / "dump-20230102.json.gz", many(300)).read_bytes()
    damaged = tmp_path / "bad-20230102.json.gz"
    damaged.write_bytes(whole[: len(whole) // 2])
    said = []
    for tasks in (0, 3):
        with pytest.raises(InputError) as error:
            mine([damaged], tmp_path / f"{tasks}.parquet", **SMALL, tasks=tasks)
        said.append(str(error.value))
    assert said[0] == said[1]
    assert "bad-20230102.json.gz:" in said[0]


def test_a_dump_without_items_is_refused_and_leaves_nothing(tmp_path):
    empty = tmp_path / "none-20230102.json.gz"
    empty.write_bytes(gzip.compress(b"[\n]\n"))
    with pytest.raises(InputError, match="holds no Wikidata items"):
        mine([empty], tmp_path / "facts.parquet", **SMALL, tasks=3)
    assert [path.name for path in tmp_path.iterdir()] == [empty.name]


def test_a_dump_without_items_is_told_before_the_next_one_is_mined(tmp_path):
    """The next one may take hours, and what was mined of it would go with the refusal."""
    empty, damaged = tmp_path / "none-20230102.json.gz", tmp_path / "bad-20230102.json.gz"
    empty.write_bytes(gzip.compress(b"[\n]\n"))
    whole = write_dump(tmp_path / "dump-20230102.json.gz", many(300)).read_bytes()
    damaged.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"none-20230102\.json\.gz: holds no Wikidata items"):
        mine([empty, damaged], tmp_path / "facts.parquet", **SMALL)
