"""A disk that fills: one line that says what could not be written, nothing half-written, and with room it goes on."""

import random
import resource
import shutil
import subprocess
import sys

import pytest
from long_commands import LINES

import warm_process

# In bytes: the largest file of a command is larger.
LARGEST_FILES = {
    "mine": 60_000, "build complex-tr": 20_000, "build pseudo-pit": 20_000, "build temp-answer-qa": 5_000,
    "predict": 3_000, "solve": 2_000, "score": 2_000, "report": 40_000, "train": 1_000_000,
}  # fmt: skip


def check_told(finished):
    assert finished.returncode == 2, finished.stderr
    line = finished.stderr.splitlines()[-1]
    assert "out/" in line
    assert "cannot be written" in line
    assert any(why in line for why in ("No space left on device", "File too large", "is the disk full?"))


@pytest.mark.parametrize("command", LARGEST_FILES)
def test_files_that_may_not_grow(command, place, inputs, chosen):
    """A limit on the size of files, which has the errors of a full disk or quota. What was there before stays."""
    chosen(command not in ("build pseudo-pit", "build temp-answer-qa"))
    here = place(command)
    limit, more = LARGEST_FILES[command], []
    if command in ("mine", "solve", "score"):
        out = here.line[here.line.index("--items" if command == "score" else "--out") + 1]
        (here.folder / out).write_text("before")
        more = ["--overwrite"]
    elif command.startswith("build"):
        if command == "build complex-tr":
            shutil.copytree(inputs / "made", here.folder / "out/made")
        else:
            assert not here.run().returncode  # only a folder of the same kind is replaced
        more = ["--overwrite"]
    before = here.results()
    check_told(here.run(*more, limits={resource.RLIMIT_FSIZE: limit}))
    assert here.results() == before


@pytest.fixture
def disk(tmp_path):
    """Mounts a small disk; its size can be changed."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def resize(size, how="remount,"):
        return subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"{how}size={size}", "tmpfs", folder], capture_output=True, text=True
        )

    if not sys.platform.startswith("linux") or resize(1 << 16, how="").returncode:
        pytest.skip("no right to mount a disk of a few kilobytes")
    resize.folder = folder
    yield resize
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.parametrize("command", [*(name for name in LINES if name != "publish"), "solve", "report"])
def test_a_small_disk(command, place, undisturbed, disk, chosen, pytestconfig):
    """Of half to nearly twice the bytes of the result; then there is room, and it goes on."""
    chosen(command == "mine")
    whole, kills = undisturbed(command), pytestconfig.getoption("--kills")
    size = sum((whole.place.folder / name).stat().st_size for name in whole.results)
    failed = 0
    for number in range(kills // 2):
        here = place(command, f"disk/{number}")
        assert not disk(int(size * (0.5 + 3 * number / kills))).returncode
        finished = here.run()
        if finished.returncode:
            failed += 1
            check_told(finished)
            assert here.results() == {}
            disk(1 << 30)
            finished = here.run()
        assert finished.returncode == 0, finished.stderr
        assert here.results() == whole.results
        assert not here.strays()
        subprocess.run(["rm", "-r", here.folder], check=True)
    assert failed


def test_a_parquet_write_that_fails_does_not_end_the_process(tmp_path):
    """Arrow ends it with status 134 where datasets writes a column of some megabytes to a path, see write_config."""
    draw = random.Random(0)
    rows = "".join(f'{{"t": "{draw.randbytes(500).hex()}"}}\n' for _ in range(5_000))
    (tmp_path / "rows.jsonl").write_text(rows)
    code = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from datasets import load_dataset\n"
        "from temporal_qa.hub.dataset_repo import write_config\n"
        "splits = load_dataset('json', data_files=sys.argv[1], cache_dir=sys.argv[2])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))\n"
        "try:\n"
        "    write_config(Path(sys.argv[2], 'made'), 'default', splits)\n"
        "except OSError as error:\n"
        "    print(error.strerror)\n"
    )
    ended = warm_process.run([sys.executable, "-c", code, tmp_path / "rows.jsonl", tmp_path])
    assert (ended.returncode, ended.stdout) == (0, "File too large\n"), ended.stderr
