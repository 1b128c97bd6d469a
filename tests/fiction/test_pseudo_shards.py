"""Shards have the same bytes for any number of processes and interruptions."""

import hashlib
import json
import shutil
import sys
from collections import Counter
from dataclasses import replace
from itertools import accumulate

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import warm_process
from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, PseudoRecipe, block_questions
from temporal_qa.fiction.pseudo_shards import CONFIG, PseudoShards
from temporal_qa.fiction.pseudo_tables import pseudo_features, question_table
from temporal_qa.io.errors import InputError
from temporal_qa.io.shards import write_shards
from temporal_qa.questions.periods import PERIODS

SCHEMA = pseudo_features().arrow_schema

# Small blocks and shards: 1,234 questions make 13 blocks in 8 shards, of one or two row groups. A process of
# multiprocessing reads the file that was started anew, up to __main__, so its workers have the same small numbers.
WRITER = """
import os, sys, time
from pathlib import Path
import pyarrow as pa
from temporal_qa.fiction import pseudo_questions, pseudo_shards, pseudo_tables
from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.fiction.pseudo_questions import PseudoRecipe
from temporal_qa.io.shards import write_shards

pseudo_questions.BLOCK_SIZE = pseudo_shards.BLOCK_SIZE = pseudo_tables.BLOCK_SIZE = 100
pseudo_shards.PseudoShards.items_per_row_group = 100


class Failing(PseudoWorld):
    def group(self, number, subject_id):
        if number == 9 * 128:  # the first of block 9
            if fault == "killed":
                os.kill(os.getpid(), 9)
            raise {"solver": RuntimeError, "own": Own}[fault]("no such group")
        return PseudoWorld.group(self, number, subject_id)


class Own(Exception):
    def __init__(self, *of):
        super().__init__(*of)
        self.unsendable = lambda: None


folder, workers, fault = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]


def tell(number):
    print(number, flush=True)

if __name__ == "__main__":
    folder.mkdir(exist_ok=True)
    world = Failing(5) if fault else PseudoWorld(5)
    schema = pa.ipc.read_schema(pa.memory_map(str(Path(__file__).with_name("schema"))))
    schemas, recipe = {pseudo_shards.CONFIG: schema}, PseudoRecipe(world)
    plan = pseudo_shards.PseudoShards(folder, schemas, recipe, 1_234, min_items=200)
    try:
        write_shards(plan, workers=workers, on_rows=tell)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
    else:
        print(sorted(plan.finish()[0]["not_asked"]["train"].items()))
"""


@pytest.fixture(scope="module")
def writer(tmp_path_factory):
    """The command that writes into a folder with some workers, and fails as asked."""
    script = tmp_path_factory.mktemp("script") / "writer.py"
    script.write_text(WRITER)
    script.with_name("schema").write_bytes(SCHEMA.serialize())  # to make it takes longer than all questions
    return lambda folder, workers=1, fault="": [sys.executable, str(script), str(folder), str(workers), fault]


def run(command):
    ended = warm_process.run(command)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


def hashes(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (folder / CONFIG).iterdir()}


@pytest.fixture(scope="module")
def folder_of_one(tmp_path_factory):
    return tmp_path_factory.mktemp("uninterrupted")


@pytest.fixture(scope="module")
def uninterrupted(writer, folder_of_one):
    """The hashes of the files that one process writes, and what it left out."""
    folder = folder_of_one
    *numbers, left_out = run(writer(folder))
    assert sum(map(int, numbers)) == 1_234
    assert sorted(hashes(folder)) == [f"train-{n:05d}-of-00008.parquet" for n in range(8)]
    return hashes(folder), left_out


def test_the_bytes_are_the_same_for_any_number_of_workers(writer, uninterrupted, tmp_path):
    *numbers, left_out = run(writer(tmp_path / "out", 3))
    assert sum(map(int, numbers)) == 1_234
    assert (hashes(tmp_path / "out"), left_out) == uninterrupted


def test_a_shard_that_is_there_is_not_written_again(writer, uninterrupted, folder_of_one, tmp_path):
    folder = shutil.copytree(folder_of_one, tmp_path / "out")
    times = {path: path.stat().st_mtime_ns for path in (folder / CONFIG).iterdir()}
    lost = folder / CONFIG / "train-00003-of-00008.parquet"
    lost.unlink()
    assert sorted(map(int, run(writer(folder))[:-1])) == [100, 100, 100, 100, 100, 134, 200, 200, 200]
    assert hashes(folder) == uninterrupted[0]
    assert [path for path in times if path.stat().st_mtime_ns != times[path]] == [lost]


@pytest.mark.parametrize(
    ("fault", "reported"),
    [
        ("solver", "RuntimeError: no such group"),
        ("own", "local object 'Own.__init__.<locals>.<lambda>'"),  # cannot be sent, as each Python says
        ("killed", "ChildProcessError: a worker process was killed (out of memory?); the same command resumes"),
    ],
)
def test_what_ends_a_worker_reaches_who_asked_and_what_is_whole_stays(writer, uninterrupted, tmp_path, fault, reported):
    assert run(writer(tmp_path / "out", 2, fault))[-1].endswith(reported)
    left = {name: digest for name, digest in hashes(tmp_path / "out").items() if not name.startswith(".")}
    assert left.items() < uninterrupted[0].items()
    assert "train-00006-of-00008.parquet" not in left  # blocks 9 and 10
    assert len(left) >= 5  # shards are begun in their order, so the other worker was in one of the first six at most


# --- In this process --------------------------------------------------------------------------------------------------


def plan_of(questions, folder, recipe=None, **how):
    return PseudoShards(folder, {CONFIG: SCHEMA}, recipe or PseudoRecipe(PseudoWorld(5)), questions, **how)


@pytest.mark.parametrize(
    ("questions", "shards"),
    [(1, 1), (1_000, 1), (29_999, 1), (30_000, 1), (30_001, 2), (51_451, 2), (60_000, 2), (60_001, 4), (200_000, 8),
     (960_000, 32), (1_000_000, 32), (1_000_001, 33), (32_000_000, 32), (40_000_000, 40), (10**9, 1_000)],
)  # fmt: skip
def test_how_many_shards_there_are(questions, shards, tmp_path):
    assert plan_of(questions, tmp_path).number_of_shards == shards


@given(st.integers(1, 3 * 10**6))
def test_the_shards_have_every_block_once_in_order(questions):
    plan = plan_of(questions, None)
    rows = [plan.rows(shard) for shard in range(plan.number_of_shards)]
    assert sum(rows) == questions
    assert plan.starts(questions) == [0, *accumulate(rows[:-1])]
    assert not any(number % BLOCK_SIZE for number in rows[:-1])
    assert all(rows)
    assert max(rows) <= 1_001_000  # some 280 MB


def test_the_rows_of_the_shards_are_the_blocks_in_order(tmp_path, monkeypatch):
    monkeypatch.setattr(PseudoShards, "items_per_row_group", 1_000)
    plan, reported, counts = plan_of(2_050, tmp_path, min_items=1_000), [], Counter()
    write_shards(plan, on_rows=reported.append)
    assert reported == [1_000, 1_000, 50]
    assert [pq.read_metadata(plan.path(shard, CONFIG)).num_rows for shard in range(3)] == [1_000, 1_000, 50]
    assert plan.number_of_shards == 3
    found = [row for shard in range(3) for row in pq.read_table(plan.path(shard, CONFIG)).to_pylist()]
    blocks = [block_questions(plan.recipe, block, size, counts) for block, size in ((0, 1_000), (1, 1_000), (2, 50))]
    assert found == [row for block in blocks for row in question_table(block, SCHEMA).to_pylist()]
    assert plan.finish()[0] == {"not_asked": {"train": counts}}
    for shard in range(3):
        file = pq.ParquetFile(plan.path(shard, CONFIG))
        assert file.schema_arrow.equals(SCHEMA)
        columns = [file.metadata.row_group(0).column(n) for n in range(file.metadata.num_columns)]
        assert {column.compression for column in columns} == {"ZSTD"}


def test_a_world_that_does_not_give_the_questions_leaves_no_half_file(tmp_path, monkeypatch):
    monkeypatch.setattr("temporal_qa.fiction.pseudo_questions._MAX_GROUPS", 20)
    nothing = PseudoRecipe(PseudoWorld(1), dict.fromkeys(PERIODS, 0.0))
    with pytest.raises(InputError, match="20 groups lack"):
        write_shards(plan_of(10, tmp_path, nothing))
    assert list((tmp_path / CONFIG).iterdir()) == []


def test_seeds_give_other_rows_of_the_same_columns(tmp_path):
    made = []
    for seed in (1, 2):
        plan = replace(plan_of(50, tmp_path, PseudoRecipe(PseudoWorld(seed))), split=f"seed{seed}")
        write_shards(plan)
        kept = pq.read_metadata(plan.path(0, CONFIG)).metadata
        assert json.loads(kept[b"temporal_qa.not_asked"]) == plan.finish()[0]["not_asked"][plan.split]
        made.append(pq.read_table(plan.path(0, CONFIG)))
    assert made[0].schema.equals(made[1].schema)
    assert not set(made[0]["question"].to_pylist()) & set(made[1]["question"].to_pylist())
