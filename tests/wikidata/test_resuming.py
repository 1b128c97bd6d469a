"""Mining resumes after a stop, and never mixes with damaged files or with another run."""

import gzip
import json
import os

import orjson
import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.resumable import unfinished_folder
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.wikidata.dump import DumpReader
from temporal_qa.wikidata.mine import mine
from temporal_qa.wikidata.parts import write_part

from .conftest import many, write_dump

for name in ("duckdb", "indexed_bzip2", "isal", "msgspec", "stringzilla"):
    pytest.importorskip(name, reason="mining needs the extra mine")


class Stop(Exception):
    pass


def stop_after(monkeypatch, count):
    """Allows only so many parts to be written."""
    written = []

    def limited(folder, part):
        if len(written) == count:
            raise Stop
        written.append(part.number)
        write_part(folder, part)

    monkeypatch.setattr("temporal_qa.wikidata.mine.write_part", limited)
    return written


@pytest.fixture
def offsets(monkeypatch):
    """Where reading began, each time."""
    began, blocks = [], DumpReader.blocks

    def told(self, block_bytes, offset=0):
        began.append(offset)
        return blocks(self, block_bytes, offset)

    monkeypatch.setattr(DumpReader, "blocks", told)
    return began


SMALL = {"block_bytes": 2000, "part_blocks": 3, "workers": 2}


@pytest.mark.parametrize("suffix", [".json", ".json.gz", ".json.bz2"])
def test_a_stopped_run_goes_on_behind_its_last_part(tmp_path, monkeypatch, offsets, suffix):
    dump = write_dump(tmp_path / f"dump-20230102{suffix}", many(300))
    mine([dump], tmp_path / "whole.parquet", **SMALL)
    with monkeypatch.context() as patch:
        stop_after(patch, 4)
        with pytest.raises(Stop):
            mine([dump], tmp_path / "facts.parquet", **SMALL)
    assert not (tmp_path / "facts.parquet").exists()
    with monkeypatch.context() as patch:
        written = stop_after(patch, 10_000)
        mine([dump], tmp_path / "facts.parquet", **SMALL)
    assert written[0] == 4
    assert offsets[-1] > 4 * 3 * 1000
    for name in ("parquet", "drops.json"):
        assert (tmp_path / f"facts.{name}").read_bytes() == (tmp_path / f"whole.{name}").read_bytes()
    assert not list(tmp_path.glob(".*"))


def test_a_join_that_was_killed_begins_again(tmp_path, monkeypatch):
    dump = write_dump(tmp_path / "dump-20230102.json", many(300))
    mine([dump], tmp_path / "whole.parquet", **SMALL)
    with monkeypatch.context() as patch:
        stop_after(patch, 4)
        with pytest.raises(Stop):
            mine([dump], tmp_path / "facts.parquet", **SMALL)
    folder = tmp_path / ".facts.parquet.unfinished/folder"
    spilled = folder / ".join.duckdb.tmp/duckdb_temp_storage_DEFAULT-0.tmp"
    spilled.parent.mkdir()
    for left_over in (folder / ".join.duckdb", folder / ".join.duckdb.wal", spilled):
        left_over.write_bytes(b"half of a database")
    mine([dump], tmp_path / "facts.parquet", **SMALL)
    assert (tmp_path / "facts.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(
    "change",
    [
        lambda dump: {"relations": ["P54", "P26"]},
        lambda dump: {"languages": ["de", "en"]},
        lambda dump: {"as_of": CalendarDate(2020)},
        lambda dump: {"block_bytes": 1999},
        lambda dump: os.utime(dump, (1, 1)) or {},
    ],
    ids=["relations", "languages", "as_of", "blocks", "dump"],
)
def test_parts_of_other_dumps_or_options_are_never_used(tmp_path, monkeypatch, offsets, change):
    dump = write_dump(tmp_path / "dump-20230102.json", many(100))
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        with pytest.raises(Stop):
            mine([dump], tmp_path / "facts.parquet", **SMALL)
    mine([dump], tmp_path / "facts.parquet", **(SMALL | change(dump)))
    assert offsets == [0, 0]


@pytest.mark.parametrize("lacking", [("tally",), ("offset",), ("tally", "drops"), ("tally", "statements")])
def test_a_record_of_a_part_that_lacks_something_is_never_counted_as_0(tmp_path, monkeypatch, lacking):
    dump = write_dump(tmp_path / "dump-20230102.json", many(100))
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        with pytest.raises(Stop):
            mine([dump], tmp_path / "facts.parquet", **SMALL)
    path = next((tmp_path / ".facts.parquet.unfinished/folder").rglob("0000-000000.json"))
    record = json.loads(path.read_text())
    *outer, name = lacking
    del (record[outer[0]] if outer else record)[name]
    path.write_text(json.dumps(record))
    with pytest.raises(InputError, match="is damaged, expected the record of a part; remove it to mine the part again"):
        mine([dump], tmp_path / "facts.parquet", **SMALL)


def test_two_runs_do_not_write_the_same_file(tmp_path, dump):
    with unfinished_folder(tmp_path / "facts.parquet", {}), pytest.raises(InputError, match="another process is writ"):
        mine([dump], tmp_path / "facts.parquet", workers=1)
    mine([dump], tmp_path / "facts.parquet", workers=1)


def test_a_damaged_dump_is_told_by_line_and_the_output_stays_as_it_was(tmp_path):
    packed = gzip.compress(b"[\n" + b",\n".join(map(orjson.dumps, many(3000))) + b"\n]\n", compresslevel=1)
    dump = tmp_path / "dump-20230102.json.gz"
    dump.write_bytes(packed[: len(packed) * 3 // 4])
    (tmp_path / "facts.parquet").write_bytes(b"of an earlier run")
    with pytest.raises(InputError, match=r"dump-20230102\.json\.gz:[0-9]+: the archive is truncated or damaged"):
        mine([dump], tmp_path / "facts.parquet", block_bytes=10_000, workers=2)
    assert (tmp_path / "facts.parquet").read_bytes() == b"of an earlier run"
    assert not list(tmp_path.glob(".*"))  # no part was whole
