"""The folder of a run, against checkpoints that are damaged or hostile."""

import os
import pickle

import pytest

from temporal_qa.io.errors import InputError

torch = pytest.importorskip("torch", reason="training needs the extra train")
accelerate = pytest.importorskip("accelerate", reason="training needs the extra train")
from temporal_qa.engine.checkpoints import Progress, RunFolder  # noqa: E402


class Hostile:
    """Makes a folder when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


def opened(out):
    accelerator = accelerate.Accelerator(cpu=True)
    model = torch.nn.Linear(2, 2)
    accelerator.prepare(model, torch.optim.AdamW(model.parameters()))
    return RunFolder(out, {"seed": 0}, accelerator)


@pytest.mark.parametrize("name", ["optimizer.bin", "model.safetensors"])
@pytest.mark.parametrize("fault", ["hostile", "cut", "empty"])
def test_a_damaged_checkpoint_is_one_line_and_runs_nothing(name, fault, tmp_path):
    opened(tmp_path / "run").save(Progress(step=3))
    path = tmp_path / "run" / "checkpoints" / "step-00000003" / name
    whole = path.read_bytes()
    contents = {"hostile": pickle.dumps(Hostile(tmp_path / "made")), "cut": whole[: len(whole) // 2], "empty": b""}
    path.write_bytes(contents[fault])
    with pytest.raises(InputError, match=r"step-00000003: is damaged \(.*expected a checkpoint of the run"):
        opened(tmp_path / "run").resume()
    assert not (tmp_path / "made").exists()
    path.write_bytes(whole)
    assert opened(tmp_path / "run").resume().step == 3


def test_another_recipe_is_told_by_its_first_setting(tmp_path):
    letters = "abcdefgh"
    before, other = ({"seed": 0} | dict.fromkeys(letters, value) for value in (1, 2))
    RunFolder(tmp_path, before, accelerate.Accelerator(cpu=True)).losses.touch()
    with pytest.raises(InputError, match=r"holds a run with a: 1, not 2; expected another folder$"):
        RunFolder(tmp_path, other, accelerate.Accelerator(cpu=True))


def test_a_run_resumes_in_a_folder_that_has_moved(tmp_path):
    RunFolder(tmp_path / "old", {"out": "old", "seed": 0}, accelerate.Accelerator(cpu=True)).losses.touch()
    moved = (tmp_path / "old").rename(tmp_path / "new")
    assert RunFolder(moved, {"out": "new", "seed": 0}, accelerate.Accelerator(cpu=True)).losses.exists()


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "run").write_text("mine")
    with pytest.raises(InputError, match=r"run: is a file, expected a folder for the run$"):
        opened(tmp_path / "run")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full, which is on Linux")
@pytest.mark.parametrize("numbers", [1, 100_000])
def test_a_full_disk_is_told_however_torch_says_it(numbers, tmp_path):
    """A small file fails as it is closed, and a larger one while it is written: torch has two messages."""
    with pytest.raises(InputError, match=r"cannot be written \(is the disk full\?\)\. Make room; no checkpoint"):
        opened(tmp_path / "run").save_best(Progress(), lambda folder: torch.save(torch.zeros(numbers), "/dev/full"))
