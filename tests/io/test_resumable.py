"""A folder is whole or absent."""

import os
from functools import partial
from pathlib import Path

import pytest
from file_trees import tree

from temporal_qa.io.errors import InputError
from temporal_qa.io.resumable import folder_beside, resumable_folder

OURS = '{"temporal_qa": "0.1.0"}'


def test_a_folder_is_replaced_only_when_asked_and_only_if_a_build_made_it(tmp_path):
    target = tmp_path / "made"
    with folder_beside(target, "report") as beside:
        (beside / "build.json").write_text(OURS)
        (beside / "old").touch()
    with pytest.raises(InputError, match="--overwrite"), folder_beside(target, "report"):
        pass
    with folder_beside(target, "report", overwrite=True) as beside:
        (beside / "build.json").write_text(OURS)
    assert [path.name for path in target.iterdir()] == ["build.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.parametrize("record", [None, "{}", '{"version": "0.1.0"}', "7", "no JSON"])
def test_a_folder_that_no_build_of_ours_made_is_kept(tmp_path, record):
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "thesis.tex").write_text("mine")
    if record is not None:
        (tmp_path / "made" / "build.json").write_text(record)
    before = tree(tmp_path)
    with (
        pytest.raises(InputError, match=r"no build\.json of ours"),
        folder_beside(tmp_path / "made", "report", overwrite=True),
    ):
        pytest.fail("refused only after the work")
    assert tree(tmp_path) == before


@pytest.mark.parametrize("name", ["facts.jsonl", "data/notes.txt", ".git/config"])
def test_files_that_were_not_written_with_a_folder_are_kept(tmp_path, name):
    def make():
        with folder_beside(tmp_path / "made", "report", overwrite=True) as beside:
            (beside / "build.json").write_text(OURS)
            (beside / "data").mkdir()
            (beside / "data" / "part").touch()

    make()
    (tmp_path / "made" / ".DS_Store").touch()  # of a look at it on macOS
    make()
    mine = tmp_path / "made" / name
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    before = tree(tmp_path)
    with pytest.raises(InputError, match=f"it holds {name}, which temporal-qa did not write with it; move what"):
        make()
    assert tree(tmp_path) == before


def test_a_folder_that_fills_while_ours_is_made_is_kept(tmp_path):
    def make():
        with folder_beside(tmp_path / "made", "report"):
            (tmp_path / "made").mkdir()
            (tmp_path / "made" / "thesis.tex").write_text("mine")

    with pytest.raises(InputError, match="not empty"):
        make()
    assert tree(tmp_path) == {"made/thesis.tex": "mine"}


def test_a_failed_build_leaves_the_old_folder_and_nothing_else(tmp_path):
    with folder_beside(tmp_path / "made", "report") as beside:
        (beside / "build.json").write_text(OURS)
    with pytest.raises(ZeroDivisionError), folder_beside(tmp_path / "made", "report", overwrite=True) as beside:
        (beside / "half").write_text(f"half {1 / 0}")
    assert tree(tmp_path) == {"made/build.json": OURS}
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.parametrize("found", ['{"temporal_qa": "0.1.0", "dataset": "pseudo_pit"}', OURS])
def test_a_folder_of_another_kind_is_kept(tmp_path, found):
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "build.json").write_text(found)
    for kind in {"pseudo_pit", "report", "complex_tr"} - {"report" if found == OURS else "pseudo_pit"}:
        message = f"is a folder of the kind .*, expected {kind}"
        with pytest.raises(InputError, match=message), folder_beside(tmp_path / "made", kind, overwrite=True):
            pytest.fail("refused only after the work")
    assert tree(tmp_path) == {"made/build.json": found}


@pytest.mark.parametrize(
    ("final", "message"),
    [
        ("/", "is the root of all folders|holds no build.json"),
        ("-", "a folder cannot go to standard output"),
        ("/proc/x", "cannot be written"),
        ("/proc", "holds no build.json"),
        ("/dev/full", "is not a folder"),
        (".", "holds no build.json"),
        ("..", "holds no build.json"),
        ("circle", "cannot be written: Too many levels of symbolic links"),
        ("circle/made", "cannot be written: Too many levels of symbolic links"),
        ("pipe", "is not a folder"),
        ("pipe/made", "cannot be written"),
        ("x" * 300, "cannot be written: File name too long"),
        ("x" * 250, "cannot be written: File name too long"),
    ],
)
@pytest.mark.parametrize("make", [folder_beside, partial(resumable_folder, plan={})])
def test_what_cannot_become_a_folder_is_refused_before_the_work(tmp_path, monkeypatch, final, message, make):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("circle").symlink_to("circle")
    os.mkfifo("pipe")
    with pytest.raises(InputError, match=message), make(final, "report", overwrite=True):
        pytest.fail("refused only after the work")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["circle", "here", "pipe"]


def test_the_current_folder_is_not_taken_away(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(InputError, match="is the current folder, or a disk"), folder_beside(".", "report"):
        pytest.fail("refused only after the work")


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_says_what_is_kept(tmp_path, stop):
    def fill(make, finished):
        with make as folder:
            for name in finished:
                (folder / name).write_text("whole")
            raise stop

    def notes(make, finished):
        with pytest.raises(stop) as stopped:
            fill(make, finished)
        return stopped.value.__notes__

    made = tmp_path / "made"
    assert notes(folder_beside(made, "report"), ["a"]) == [f"nothing of {made} is kept; the same command begins anew"]
    assert notes(resumable_folder(made, "report", {}), []) == [
        f"nothing of {made} is kept; the same command begins anew"
    ]
    assert notes(resumable_folder(made, "report", {}), ["a", "b", ".half"]) == [
        f"what is finished (2 files, 0.0 MB) is kept in {tmp_path / '.made.unfinished'}; the same command resumes"
    ]


@pytest.mark.parametrize("finished", [[], ["a"]])
def test_an_interrupt_does_not_tell_of_work_within_what_is_not_kept(tmp_path, finished):
    made = tmp_path / "made"

    def interrupted():
        with folder_beside(made, "demo") as whole, resumable_folder(whole / "dataset", "report", {}) as folder:
            for name in finished:
                (folder / name).write_text("whole")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        interrupted()
    assert stopped.value.__notes__ == [f"nothing of {made} is kept; the same command begins anew"]
