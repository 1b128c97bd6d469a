"""Tasks on datatrove's executors: equal to one process, whatever the tasks, and plain about those that fail."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from run_command import run_command
from temporal_qa.dataset_scripts import date_arithmetic
from temporal_qa.dataset_scripts.date_arithmetic import FEATURES, DateShards
from temporal_qa.io.errors import InputError
from temporal_qa.io.shards import write_shards
from temporal_qa.questions.date_arithmetic.queries import TASKS

pytest.importorskip("datatrove", reason="tasks need the extra scale")
from temporal_qa.pipelines import shards as pipeline
from temporal_qa.pipelines.cluster import Cluster
from temporal_qa.pipelines.task_state import TaskStates

PARTITION = os.environ.get("SLURM_TEST_PARTITION", "cpu")


class Spoilt(DateShards):
    """Shards of which two cannot be written."""

    bad: dict[int, Exception] = {3: ValueError("the moon is full"), 5: ValueError("no tide")}  # noqa: RUF012

    def write(self, shard, on_rows):
        if shard in self.bad:
            raise self.bad[shard]
        DateShards.write(self, shard, on_rows)


class Misread(Spoilt):
    bad = {3: InputError("no such moon", Path("sky.csv"), 7)}  # noqa: RUF012


class Deadly(Spoilt):
    """A shard that ends its process, as the kernel does where memory is short."""

    def write(self, shard, on_rows):
        if shard == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        DateShards.write(self, shard, on_rows)


def make(kind, folder, questions=320):
    (folder / "questions").mkdir(parents=True, exist_ok=True)
    return kind(folder, {"questions": FEATURES.arrow_schema}, questions, 7, tuple(TASKS), min_items=20)


def files(folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*.parquet")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    write_shards(make(DateShards, folder))
    return files(folder)


@pytest.mark.parametrize("tasks", [1, 16])
def test_any_number_of_tasks_gives_the_bytes_of_one_process(tasks, tmp_path, whole):
    told = []
    cluster = Cluster("local", tasks, workers=2)
    pipeline.write_shards(make(DateShards, tmp_path), cluster=cluster, logs=tmp_path / "logs", on_rows=told.append)
    assert files(tmp_path) == whole
    assert sum(told) == 320
    assert not (tmp_path / "logs").exists()


def test_failing_tasks_are_named_and_the_others_are_kept(tmp_path, whole):
    cluster = Cluster("local", 8, workers=2)
    with pytest.raises(ChildProcessError) as failed:
        pipeline.write_shards(make(Spoilt, tmp_path), cluster=cluster, logs=tmp_path / "logs")
    assert str(failed.value).startswith(
        "2 tasks of 8 failed (3, 5): ValueError: the moon is full; what is written is kept"
    )
    assert len(files(tmp_path)) == 14  # of 16: shards 11 and 13, of the same tasks, too
    assert "the moon is full" in (tmp_path / "logs/logs/task_00003.log").read_text()
    pipeline.write_shards(make(DateShards, tmp_path), cluster=Cluster("local", 8, workers=1), logs=tmp_path / "logs")
    assert files(tmp_path) == whole


def test_bad_input_of_a_task_is_bad_input(tmp_path):
    with pytest.raises(InputError, match="no such moon"):
        pipeline.write_shards(make(Misread, tmp_path), cluster=Cluster("local", 4, workers=1), logs=tmp_path / "logs")


def test_a_killed_task_is_told_and_done_again(tmp_path, whole):
    cluster = Cluster("local", 8, workers=2)
    with pytest.raises(ChildProcessError, match=r"^1 task of 8 failed \(3\), killed or never begun"):
        pipeline.write_shards(make(Deadly, tmp_path), cluster=cluster, logs=tmp_path / "logs")
    assert len(files(tmp_path)) == 14  # of 16: task 3 has two
    pipeline.write_shards(make(DateShards, tmp_path), cluster=cluster, logs=tmp_path / "logs")
    assert files(tmp_path) == whole


def test_only_tasks_with_missing_shards_run(tmp_path, whole):
    shards = make(DateShards, tmp_path)
    write_shards(shards)
    for shard in (2, 7):
        shards.path(shard, "questions").unlink()
    began = []

    class Watched(Cluster):
        def run(self, steps, logs, tasks, on_look):
            began.extend(tasks)
            Cluster.run(self, steps, logs, tasks, on_look)

    pipeline.write_shards(shards, cluster=Watched("local", 4, workers=1), logs=tmp_path / "logs")
    assert sorted(began) == [2, 3]
    assert files(tmp_path) == whole
    (tmp_path / "logs" / "begun").mkdir(parents=True)  # as a kill leaves them that comes while they are removed
    pipeline.write_shards(shards, cluster=Watched("local", 4, workers=1), logs=tmp_path / "logs")
    assert sorted(began) == [2, 3]
    assert not (tmp_path / "logs").exists()


def test_states_tell_what_is_done_and_why_a_task_failed(tmp_path):
    states = TaskStates(tmp_path)
    assert states.begin([1, 2], 4) == [1, 2]
    assert [states.is_done(task) for task in range(4)] == [True, False, False, True]
    with states.recorded(1):
        pass
    sizes = {file: file.stat().st_size for file in (tmp_path / "failed").iterdir()}
    with pytest.raises(ZeroDivisionError), states.recorded(2):
        _ = 1 / 0
    assert states.error(1) is None
    assert str(states.error(2)) == "ZeroDivisionError: division by zero"
    assert [states.is_done(task) for task in (1, 2)] == [False, False]
    with pytest.raises(InputError), states.recorded(1):
        raise InputError("\x00" * 10_000)
    assert isinstance(states.error(1), InputError)
    with pytest.raises(InputError), states.recorded(1):  # tried again
        raise InputError("no moon")
    assert str(states.error(1)) == "no moon"
    assert {file: file.stat().st_size for file in sizes} == sizes  # so a full disk has room for each reason


def test_a_machine_without_slurm_leaves_no_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(InputError, match="needs sbatch, which is not on this machine"):
        pipeline.write_shards(
            make(DateShards, tmp_path), cluster=Cluster("slurm", 2, partition="cpu"), logs=tmp_path / "logs"
        )
    assert not (tmp_path / "logs").exists()


@pytest.fixture(scope="module")
def slurm() -> None:
    """Skips without Slurm. Each process of a pool imports this file; sinfo, which may wait long, is not asked then."""
    partitions = ""
    if shutil.which("sbatch"):
        with suppress(subprocess.TimeoutExpired):  # its controller may be away
            partitions = subprocess.run(
                ["sinfo", "--noheader", "--format", "%R"], capture_output=True, text=True, check=False, timeout=3
            ).stdout
    if PARTITION not in partitions.split():
        pytest.skip(f"needs Slurm with a partition {PARTITION}")


@pytest.mark.usefixtures("slurm")
def test_array_jobs_of_slurm_give_the_same_bytes(tmp_path, whole):
    cluster = Cluster("slurm", 4, partition=PARTITION, hours=1, memory_gb=1)
    pipeline.write_shards(make(DateShards, tmp_path), cluster=cluster, logs=tmp_path / "logs")
    assert files(tmp_path) == whole


@pytest.mark.usefixtures("slurm")
def test_a_stopped_command_cancels_its_jobs(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "temporal_qa", "build", "date-arithmetic", "--questions", "3000000", "--out", "made",
         "--executor", "slurm", "--num-tasks", "3", "--partition", PARTITION], cwd=tmp_path, stderr=subprocess.PIPE,
    )  # fmt: skip
    launched = tmp_path / ".made.tasks/launch_script.slurm"
    while not launched.exists() and process.poll() is None:
        time.sleep(0.2)
    time.sleep(1)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    left = subprocess.run(
        ["squeue", "--noheader", "--states", "running,pending", "--name", "temporal-qa"], capture_output=True, text=True
    )
    assert left.stdout.strip() == ""


@pytest.fixture(scope="module")
def ray_of_two_workers() -> Iterator[None]:
    ray = pytest.importorskip("ray", reason="needs ray")
    from ray.cluster_utils import Cluster as RayCluster

    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)  # its workers import this file
    cluster = RayCluster(initialize_head=True, head_node_args={"num_cpus": 2, "memory": 3 << 30})
    os.environ["RAY_ADDRESS"] = cluster.address
    yield
    del os.environ["RAY_ADDRESS"], os.environ["PYTHONPATH"]
    ray.shutdown()
    cluster.shutdown()


@pytest.mark.usefixtures("ray_of_two_workers")
def test_ray_gives_the_same_bytes_and_tells_of_killed_tasks(tmp_path, whole):
    cluster = Cluster("ray", 4, memory_gb=1)
    pipeline.write_shards(make(DateShards, tmp_path / "a"), cluster=cluster, logs=tmp_path / "logs")
    assert files(tmp_path / "a") == whole
    with pytest.raises(ChildProcessError, match=r"1 task of 4 failed \(3\), killed or never begun"):
        pipeline.write_shards(make(Deadly, tmp_path / "b"), cluster=cluster, logs=tmp_path / "logs")
    pipeline.write_shards(make(DateShards, tmp_path / "b"), cluster=cluster, logs=tmp_path / "logs")
    assert files(tmp_path / "b") == whole


def test_a_build_in_tasks_equals_one_in_a_process(tmp_path):
    options = {"questions": 100, "seed": 3, "tasks": list(TASKS)}
    date_arithmetic.build(tmp_path / "one", **options)
    write = partial(pipeline.write_shards, cluster=Cluster("local", 3), logs=tmp_path / ".many.tasks")
    date_arithmetic.build(tmp_path / "many", **options, write=write)
    for path in (path for path in (tmp_path / "one").rglob("*") if path.is_file()):
        assert (tmp_path / "many" / path.relative_to(tmp_path / "one")).read_bytes() == path.read_bytes(), path


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--num-tasks", 4], "--num-tasks has no effect without --executor"),
        (["--executor", "local", "--partition", "cpu"], "--partition has no effect with --executor local"),
        (["--executor", "local", "--memory-gb", 4], "--memory-gb has no effect with --executor local"),
        (["--executor", "slurm"], "--executor slurm needs --partition"),
    ],
)
def test_options_without_effect_are_refused(options, message, tmp_path):
    done = run_command("build", "pseudo-pit", "--invent", "--out", "made", *options, cwd=tmp_path, status=2)
    assert message in done.stderr
    assert not any(tmp_path.iterdir())


def test_the_commands_say_what_tasks_are_for(tmp_path):
    shown = run_command("build", "cron-questions", "--help", cwd=tmp_path).stdout
    assert "More than one machine" in shown
    assert json.dumps(["local", "slurm", "ray"])[1:-1].replace('"', "").replace(", ", "|") in shown
