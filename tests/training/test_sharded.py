"""Fully sharded training (FSDP 2) with the configuration of ``training/accelerate``, on two processes of a CPU.

Accelerate shards on accelerators only, and would train as DistributedDataParallel here; so the processes are told that
they are of the sharded kind. All that follows is the real thing, over gloo.
"""

import pytest

from temporal_qa.io.read import read_rows

load_file = pytest.importorskip("safetensors.torch", reason="training needs safetensors and torch").load_file

FORCED = """
import runpy, sys
import accelerate
from accelerate.utils import DistributedType, FullyShardedDataParallelPlugin
import temporal_qa.engine.running as running

def forced(recipe, start=running.start_accelerator):
    accelerator = start(recipe)
    accelerate.PartialState._shared_state["distributed_type"] = DistributedType.FSDP
    accelerate.state.AcceleratorState._shared_state["distributed_type"] = DistributedType.FSDP
    accelerate.state.AcceleratorState._shared_state["fsdp_plugin"] = FullyShardedDataParallelPlugin()
    assert accelerator.is_fsdp2 and accelerator.num_processes == 2
    return accelerator

running.start_accelerator = forced
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""


@pytest.fixture
def sharded(workplace):
    """Makes the command that trains sharded over two processes."""
    (workplace.folder / "forced.py").write_text(FORCED)

    def command(recipe):
        python, script, *rest = workplace.command(recipe)
        config = str(workplace.root / "training/accelerate/fsdp.yaml")
        launch = ["-m", "accelerate.commands.launch", "--config_file", config, "--num_processes", "2"]
        return [python, *launch, str(workplace.folder / "forced.py"), script, *rest]

    return command


def curve(folder):
    return [row.values["loss"] for row in read_rows(folder / "losses.jsonl")]


def test_sharded_training_is_the_same_training(workplace, sharded):
    whole = workplace.recipe("whole", dropout=0.0, epochs=1)
    finished = workplace.run(workplace.command(whole))
    assert finished.returncode == 0, finished.stderr
    parts = workplace.recipe("parts", dropout=0.0, epochs=1)
    killed_after = 5
    workplace.kill_at(sharded(parts), workplace.folder / "parts/losses.jsonl", killed_after)
    finished = workplace.run(sharded(parts))
    assert finished.returncode == 0, finished.stderr
    assert curve(workplace.folder / "parts") == pytest.approx(curve(workplace.folder / "whole"), rel=1e-3)
    (checkpoint,) = (workplace.folder / "parts/checkpoints").iterdir()
    assert list(checkpoint.glob("*model*/*.distcp")), list(checkpoint.iterdir())  # it was cut over the processes
    weights, expected = (load_file(workplace.folder / name / "model/model.safetensors") for name in ("parts", "whole"))
    assert weights.keys() == expected.keys()
    for name, weight in expected.items():
        assert (weights[name] - weight).abs().max() < 0.02 * max(1, weight.abs().max()), name
