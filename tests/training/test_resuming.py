"""A run that was killed and started again ends as one that was not: the same loss curve, bit-equal weights."""

import random
import resource

import pytest
from workplace import state

from temporal_qa.io.read import read_rows

load_file = pytest.importorskip("safetensors.torch", reason="training needs safetensors and torch").load_file


def test_killed_at_a_random_step_and_started_again_it_ends_the_same(workplace):
    """With two processes; one alone is killed in tests/reliability."""
    processes = 2
    steady = workplace.recipe("steady")
    finished = workplace.run(workplace.command(steady, processes=processes))
    assert finished.returncode == 0, finished.stderr
    steps = len(list(read_rows(workplace.folder / "steady/losses.jsonl")))
    assert steps > 8

    stopped = workplace.recipe("stopped")
    again = workplace.command(stopped, processes=processes)
    killed_after = random.Random(processes).randrange(1, steps - 2)
    workplace.kill_at(again, workplace.folder / "stopped/losses.jsonl", killed_after)
    assert not (workplace.folder / "stopped/model").exists()
    kept = list((workplace.folder / "stopped/checkpoints").glob("step-*"))
    finished = workplace.run(again)
    assert finished.returncode == 0, finished.stderr
    assert ("resumes after step" in finished.stdout) == bool(kept)
    assert state(workplace.folder / "stopped") == state(workplace.folder / "steady")


def test_two_processes_make_the_steps_of_one(workplace):
    curves = []
    for processes in (1, 2):
        recipe = workplace.recipe(f"by-{processes}", dropout=0.0, epochs=1)
        finished = workplace.run(workplace.command(recipe, processes=processes))
        assert finished.returncode == 0, finished.stderr
        losses = read_rows(workplace.folder / f"by-{processes}/losses.jsonl")
        curves.append([row.values["loss"] for row in losses])
    assert curves[1] == pytest.approx(curves[0], rel=1e-4)


def test_a_finished_run_is_not_run_again(workplace):
    recipe = workplace.recipe("done", epochs=1)
    first = workplace.run(workplace.command(recipe))
    assert first.returncode == 0, first.stderr
    before = (workplace.folder / "done/model/model.safetensors").stat()
    again = workplace.run(workplace.command(recipe))
    assert (again.returncode, again.stdout) == (0, f"finished already: {workplace.folder}/done/model\n"), again.stderr
    assert (workplace.folder / "done/model/model.safetensors").stat().st_mtime_ns == before.st_mtime_ns


def test_another_recipe_does_not_go_on_with_the_run(workplace):
    recipe = workplace.recipe("run", epochs=1)
    assert workplace.run(workplace.command(recipe)).returncode == 0
    other = workplace.run(workplace.command(recipe, "--set", "learning_rate=1e-4"))
    assert other.returncode == 2
    assert "holds a run with learning_rate: 0.003, not 0.0001" in other.stderr.splitlines()[-1]


def test_test_questions_that_cannot_be_read_stop_the_run_before_its_first_step(workplace):
    recipe = workplace.recipe("untested", test={"dataset": "nothing.jsonl"}, epochs=1)
    stopped = workplace.run(workplace.command(recipe))
    assert (stopped.returncode, stopped.stdout) == (2, "")
    assert "dataset nothing.jsonl: cannot be loaded: no such file or folder" in stopped.stderr.splitlines()[-1]
    assert not (workplace.folder / "untested").exists()


def test_a_run_may_get_other_test_questions_until_it_is_scored(workplace):
    recipe = workplace.recipe("run", checkpoint_every=1)
    workplace.kill_at(workplace.command(recipe), workplace.folder / "run/losses.jsonl", 3)
    other = [*workplace.command(recipe), "--set", f"test={{dataset: {workplace.questions}}}"]
    finished = workplace.run(other)
    assert finished.returncode == 0, finished.stderr
    assert "resumes after step" in finished.stdout
    assert (workplace.folder / "run/model/scores.json").is_file()
    assert workplace.run(other).stdout.startswith("finished already")
    refused = workplace.run(workplace.command(recipe))
    assert refused.returncode == 2
    assert "holds a run with test: {" in refused.stderr


def test_a_loss_that_is_no_number_stops_the_run_and_keeps_the_checkpoint(workplace):
    # The rate rises over the whole training: some steps are sound, and then the weights leave all bounds.
    recipe = workplace.recipe("wild", learning_rate=1e30, warmup=1.0, max_gradient_norm=1e30, checkpoint_every=1)
    stopped = workplace.run(workplace.command(recipe))
    assert stopped.returncode == 2
    (line,) = stopped.stderr.splitlines()[-1:]
    assert "finite" in line
    (kept,) = (workplace.folder / "wild/checkpoints").iterdir()
    assert f"{kept.name} is kept" in line
    weights = load_file(kept / "model.safetensors")
    assert all(weight.isfinite().all() for weight in weights.values())


def test_a_full_disk_stops_the_run_and_keeps_the_checkpoint(workplace):
    recipe = workplace.recipe("full", checkpoint_every=1)
    command, losses = workplace.command(recipe), workplace.folder / "full/losses.jsonl"
    workplace.kill_at(command, losses, 3)
    (before,) = sorted((workplace.folder / "full/checkpoints").glob("step-*"))[-1:]

    def small_files():  # what is larger than 1 MB cannot be written, as on a disk with 1 MB left
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY))

    stopped = workplace.run(command, preexec_fn=small_files)
    assert stopped.returncode == 2, stopped.stderr
    line = stopped.stderr.splitlines()[-1]
    assert "cannot be written (" in line
    assert f"the run is kept up to {before.name}; the same command resumes" in line
    assert [path.name for path in (workplace.folder / "full/checkpoints").iterdir()] == [before.name]
    finished = workplace.run(command)
    assert finished.returncode == 0, finished.stderr
