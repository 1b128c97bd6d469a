"""Long work resumes, in one process at a time."""

import signal
import subprocess
import sys

import pytest
from file_trees import tree

from temporal_qa.io import resumable
from temporal_qa.io.atomic import writing_beside
from temporal_qa.io.errors import InputError
from temporal_qa.io.resumable import folder_beside, resumable_folder

OURS = '{"temporal_qa": "0.1.0"}'


PLAN = {"seed": 1, "inputs": {"facts": "ab12"}}
UNFINISHED = ".made.unfinished"


def stop_half_way(final, plan=PLAN, name="half", **how):
    def work():
        with resumable_folder(final, "report", plan, **how) as folder:
            (folder / "data").mkdir(exist_ok=True)
            (folder / "data" / name).write_text("done")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()


def finish(final, plan=PLAN, **how):
    """Goes on and ends well; what was there already."""
    with resumable_folder(final, "report", plan, **how) as folder:
        found = {name for name in tree(folder) if not name.startswith(".")}
        (folder / "build.json").write_text(OURS)
    return found


def test_a_folder_of_long_work_appears_when_it_is_done_and_holds_only_its_files(tmp_path):
    target = tmp_path / "deep" / "made"
    with resumable_folder(target, "report", PLAN) as folder:
        (folder / "build.json").write_text(OURS)
        assert not target.exists()
        assert folder.parent.parent == target.parent  # beside it, so that it can be renamed
    assert tree(tmp_path) == {"deep/made/build.json": OURS}
    assert [path.name for path in target.parent.iterdir()] == ["made"]
    (tmp_path / "usual").mkdir()
    assert target.stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("again", [PLAN, {"inputs": {"facts": "ab12"}, "seed": 1}], ids=["same", "other order"])
def test_work_that_was_stopped_resumes(tmp_path, again):
    stop_half_way(tmp_path / "made", name="first")
    stop_half_way(tmp_path / "made", name="second")
    assert not (tmp_path / "made").exists()
    assert finish(tmp_path / "made", again) == {"data/first", "data/second"}
    assert tree(tmp_path) == {"made/build.json": OURS, "made/data/first": "done", "made/data/second": "done"}


@pytest.mark.parametrize("other", [{}, PLAN | {"seed": 2}, {"seed": 1}, PLAN | {"seed": "1"}])
def test_the_work_of_another_plan_is_removed_only_when_asked(tmp_path, other):
    stop_half_way(tmp_path / "made", other)
    with pytest.raises(InputError, match=r"unfinished there \(\.made\.unfinished\).* or pass --overwrite"):
        finish(tmp_path / "made")
    assert finish(tmp_path / "made", overwrite=True) == set()
    assert tree(tmp_path) == {"made/build.json": OURS}


def test_work_without_files_leaves_nothing(tmp_path):
    def work():
        with resumable_folder(tmp_path / "made", "report", PLAN) as folder, writing_beside(folder / "half") as beside:
            beside.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert list(tmp_path.iterdir()) == []


def test_a_half_written_plan_is_another_plan(tmp_path):
    stop_half_way(tmp_path / "made")
    plan = tmp_path / UNFINISHED / "plan.json"
    plan.write_bytes(plan.read_bytes()[:-1])
    assert finish(tmp_path / "made", overwrite=True) == set()


def test_work_for_another_folder_is_left_alone(tmp_path):
    stop_half_way(tmp_path / "made")
    assert finish(tmp_path / "other") == set()
    assert finish(tmp_path / "made") == {"data/half"}


def test_a_finished_folder_is_replaced_only_when_asked_and_stays_until_then(tmp_path):
    finish(tmp_path / "made")
    with pytest.raises(InputError, match="--overwrite"), resumable_folder(tmp_path / "made", "report", PLAN):
        pytest.fail("refused only after the work")
    stop_half_way(tmp_path / "made", overwrite=True)
    assert tree(tmp_path / "made") == {"build.json": OURS}
    assert finish(tmp_path / "made", overwrite=True) == {"data/half"}
    assert tree(tmp_path) == {"made/build.json": OURS, "made/data/half": "done"}


@pytest.mark.parametrize("record", [None, "{}", "no JSON"])
def test_long_work_never_replaces_folders_that_are_not_ours(tmp_path, record):
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "thesis.tex").write_text("mine")
    if record is not None:
        (tmp_path / "made" / "build.json").write_text(record)
    before = tree(tmp_path)
    with (
        pytest.raises(InputError, match=r"no build\.json"),
        resumable_folder(tmp_path / "made", "report", PLAN, overwrite=True),
    ):
        pytest.fail("refused only after the work")
    assert tree(tmp_path) == before
    assert not (tmp_path / UNFINISHED).exists()


def test_an_empty_folder_may_exist(tmp_path):
    (tmp_path / "made").mkdir()
    finish(tmp_path / "made")
    assert tree(tmp_path) == {"made/build.json": OURS}


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_file_is_not_replaced_by_a_folder(tmp_path, overwrite):
    (tmp_path / "made").write_text("mine")
    with (
        pytest.raises(InputError, match="not a folder"),
        resumable_folder(tmp_path / "made", "report", PLAN, overwrite=overwrite),
    ):
        pytest.fail("refused only after the work")
    with (
        pytest.raises(InputError, match="cannot be written"),
        resumable_folder(tmp_path / "made" / "in", "report", PLAN),
    ):
        pytest.fail("refused only after the work")
    assert tree(tmp_path) == {"made": "mine"}


@pytest.mark.parametrize("plan", [PLAN, {"seed": 2}])
def test_a_folder_that_another_process_makes_is_refused(tmp_path, plan):
    with resumable_folder(tmp_path / "made", "report", PLAN) as folder:
        (folder / "half").touch()
        with (
            pytest.raises(InputError, match="another process is writing it"),
            resumable_folder(tmp_path / "made", "report", plan),
        ):
            pytest.fail("two at a time")
        assert (folder / "half").exists()
    assert finish(tmp_path / "made2") == set()
    assert tree(tmp_path / "made") == {"half": ""}


def test_an_error_that_is_kept_does_not_keep_the_folder(tmp_path):
    """As a notebook keeps the last one."""
    with pytest.raises(RuntimeError) as kept, resumable_folder(tmp_path / "made", "report", PLAN):
        raise RuntimeError
    assert finish(tmp_path / "made") == set()
    assert kept.value.__traceback__ is not None


def test_a_killed_process_leaves_its_work_and_no_lock(tmp_path):
    code = (
        "import os, sys\n"
        "from temporal_qa.io.resumable import resumable_folder\n"
        "with resumable_folder(sys.argv[1], 'report', {'seed': 1}) as folder:\n"
        "    (folder / 'half').write_text('done')\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, tmp_path / "made"])
    assert killed.returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == [UNFINISHED]
    assert finish(tmp_path / "made", {"seed": 1}) == {"half"}
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_a_folder_that_fills_while_the_long_work_is_done_is_kept(tmp_path):
    def make():
        with resumable_folder(tmp_path / "made", "report", PLAN) as folder:
            (folder / "half").write_text("done")
            (tmp_path / "made").mkdir()
            (tmp_path / "made" / "thesis.tex").write_text("mine")

    with pytest.raises(InputError, match="not empty"):
        make()
    assert tree(tmp_path / "made") == {"thesis.tex": "mine"}
    assert (tmp_path / UNFINISHED / "folder" / "half").exists()


def test_work_that_could_not_be_put_in_place_is_not_lost(tmp_path):
    test_a_folder_that_fills_while_the_long_work_is_done_is_kept(tmp_path)
    (tmp_path / "made").rename(tmp_path / "mine")
    assert finish(tmp_path / "made") == {"half"}


def test_a_half_written_file_of_a_killed_process_is_not_put_in_place(tmp_path):
    code = (
        "import os, sys\n"
        "from temporal_qa.io.atomic import writing_beside\n"
        "from temporal_qa.io.resumable import resumable_folder\n"
        "with resumable_folder(sys.argv[1], 'report', {'seed': 1}) as folder:\n"
        "    with writing_beside(folder / 'build.json') as beside:\n"
        "        beside.write_text('half')\n"
        "        os.kill(os.getpid(), 9)\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, tmp_path / "made"])
    assert killed.returncode == -signal.SIGKILL
    finish(tmp_path / "made", {"seed": 1})
    assert tree(tmp_path) == {"made/build.json": OURS}


@pytest.mark.parametrize("end", ["1 / 0", "shutil.rmtree = die"], ids=["of another plan", "that is done"])
def test_half_removed_work_of_a_killed_process_does_not_resume(tmp_path, end):
    code = (
        "import contextlib, os, shutil, sys\n"
        "from pathlib import Path\n"
        "from temporal_qa.io.resumable import unfinished_folder\n"
        "def die(path, **_):\n"
        "    if (path / 'first').exists():\n"
        "        (path / 'first').unlink()\n"
        "        os.kill(os.getpid(), 9)\n"
        "final = Path(sys.argv[1])\n"
        "with contextlib.suppress(ZeroDivisionError), unfinished_folder(final, {'seed': 1}) as folder:\n"
        "    for name in ('first', 'second'):\n"
        "        (folder / name).write_text('done')\n"
        f"    {end}\n"
        "shutil.rmtree = die\n"
        "with unfinished_folder(final, {'seed': 2}):\n"
        "    pass\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, tmp_path / "made"])
    assert killed.returncode == -signal.SIGKILL
    assert finish(tmp_path / "made", {"seed": 1}) == set()
    assert tree(tmp_path) == {"made/build.json": OURS}


def test_a_kill_while_the_old_folder_is_replaced_loses_nothing(tmp_path):
    finish(tmp_path / "made")
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from temporal_qa.io.resumable import folder_beside\n"
        "replace = Path.replace\n"
        "Path.replace = lambda path, to: (replace(path, to), to.name == 'old' and os.kill(os.getpid(), 9))\n"
        "with folder_beside(sys.argv[1], 'report', overwrite=True) as folder:\n"
        "    (folder / 'new').write_text('new')\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, tmp_path / "made"])
    assert killed.returncode == -signal.SIGKILL
    assert not (tmp_path / "made").exists()
    with pytest.raises(ZeroDivisionError), folder_beside(tmp_path / "made", "report", overwrite=True):
        raise ZeroDivisionError
    assert tree(tmp_path) == {"made/build.json": OURS}


def test_after_a_kill_when_all_is_in_place_the_next_call_cleans_up(tmp_path):
    finish(tmp_path / "made")
    (tmp_path / UNFINISHED).mkdir()
    (tmp_path / UNFINISHED / "plan.json").write_text("{}")
    with pytest.raises(InputError, match="exists"), folder_beside(tmp_path / "made", "report"):
        pytest.fail("refused only after the work")
    assert tree(tmp_path) == {"made/build.json": OURS}
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.parametrize(
    "make", [lambda final: folder_beside(final, "report"), lambda final: resumable_folder(final, "report", PLAN)]
)
def test_the_lock_is_removed_last(tmp_path, monkeypatch, make):
    """Who takes it when it is free would otherwise have its own work removed."""
    left, remove = [], resumable._remove

    def noted(*paths):
        left.extend(sorted(file.name for file in path.iterdir()) for path in paths if path.name == UNFINISHED)
        remove(*paths)

    monkeypatch.setattr(resumable, "_remove", noted)
    with make(tmp_path / "made") as folder:
        (folder / "build.json").write_text(OURS)
    assert left == [["lock"]]
