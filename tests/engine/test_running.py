"""The arguments of scripts; which device and precision a training gets."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from temporal_qa.engine.recipes import read_recipe
from temporal_qa.engine.running import ScriptParser, _has_bf16, start_accelerator
from temporal_qa.io.errors import InputError
from temporal_qa.models.recipes import READER_RECIPES

RECIPE = Path(__file__).resolve().parents[2] / "training/recipes/tiny_t5.yaml"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed", "1", "--seed", "1"], "--seed is given twice"),
        (["--se", "0", "--seed=2"], "--seed is given twice"),
        (["--seed", "x"], "argument --seed: invalid int value: 'x'"),
        (["--sed", "1"], "unrecognized arguments: --sed 1"),
    ],
)
def test_bad_usage_is_told_in_one_line(arguments, message):
    parser = ScriptParser("Trains.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--runs", nargs="+")
    for _ in range(2):  # predict.py reads its arguments again, over a recipe
        assert vars(parser.parse_args(["--seed", "1", "--runs", "a", "b"])) == {"seed": 1, "runs": ["a", "b"]}
    with pytest.raises(InputError) as told:
        parser.parse_args(arguments)
    assert str(told.value) == f"{parser.prog}: {message}; see {parser.prog} --help"


def test_more_processes_than_gpus_are_refused(monkeypatch, tmp_path):
    """NCCL would end in a traceback: two processes cannot share a GPU. On the CPU they may be as many as one likes."""
    torch = pytest.importorskip("torch", reason="training needs torch")
    pytest.importorskip("accelerate", reason="training needs accelerate")
    monkeypatch.setattr(torch.accelerator, "current_accelerator", lambda **_: torch.device("cuda"))
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "2")
    recipe = read_recipe(READER_RECIPES, RECIPE, [f"out={tmp_path}", "precision=fp32"])
    with pytest.raises(InputError, match="2 processes on this machine, expected at most 1, one for each GPU"):
        start_accelerator(recipe)
    monkeypatch.setenv("ACCELERATE_USE_CPU", "true")  # accelerate launch --cpu
    assert start_accelerator(recipe).device.type == "cpu"


@pytest.mark.parametrize(
    ("capabilities", "expected"),
    [
        ({"avx2": True, "avx512_f": True, "avx512_bf16": False, "amx_bf16": False}, False),
        ({"avx512_f": True, "avx512_bf16": True, "amx_bf16": False}, True),
        ({"amx_tile": True, "amx_bf16": True}, True),
        ({"architecture": "aarch64"}, False),
    ],
)
def test_auto_is_bf16_only_where_the_processor_multiplies_in_it(monkeypatch, capabilities, expected):
    """Elsewhere it is emulated, and 80 times slower."""
    torch = pytest.importorskip("torch", reason="training needs torch")
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities)
    assert _has_bf16(None) is expected
    assert not _has_bf16(SimpleNamespace(type="mps"))
