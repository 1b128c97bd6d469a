"""A recipe for a tiny model, and a folder in which the training scripts run as a user runs them."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import yaml

from places import ROOT

RECIPE: dict[str, Any] = {
    "reader": "t5",
    "model": None,
    "init": "tiny",
    "context": "facts",
    "max_input_tokens": 256,
    "max_target_tokens": 48,
    "passages": None,
    "answer_orders": "chronological",
    "epochs": 2,
    "best_by": "set_accuracy",
    "patience": None,
    "dropout": 0.1,
    "seed": 0,
    "optimizer": "adamw",
    "learning_rate": 0.003,
    "schedule": "linear",
    "warmup": 0.1,
    "weight_decay": 0.0,
    "max_gradient_norm": 1.0,
    "tokens_per_batch": 800,
    "batches_per_step": 2,
    "precision": "fp32",  # the same on every machine
    "gradient_checkpointing": False,
    "compile": False,
    "beams": 1,
    "checkpoint_every": 3,
    "log_every": 1,
    "trackers": [],
}


def write_rows(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


class Workplace:
    """A folder with recipes, in which the scripts run on one thread."""

    def __init__(self, folder: Path, rows: list[dict[str, Any]]) -> None:
        self.folder, self.root = folder, ROOT
        self.questions = write_rows(folder / "questions.jsonl", rows)

    def recipe(self, name: str, **changes: Any) -> Path:
        """A complete recipe in a file, that trains on the questions and is named like its folder."""
        data = {"dataset": self.questions}
        recipe = {"out": str(self.folder / name), "train": data, "validation": None, "test": None} | RECIPE | changes
        path = self.folder / f"{name}.yaml"
        path.write_text(yaml.safe_dump(recipe))
        return path

    def command(self, recipe: Path, *more: str, processes: int = 1) -> list[str]:
        path = str(ROOT / "training/train.py")
        launch = [path] if processes == 1 else ["-m", "torch.distributed.run", f"--nproc_per_node={processes}",
                                                "--standalone", path]  # fmt: skip
        return [sys.executable, *launch, "--config", str(recipe), *more]

    def start(self, command: list[str], **options: Any) -> "subprocess.Popen[str]":
        environment = os.environ | {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false",
                                    "GLOO_SOCKET_IFNAME": "lo", "HF_HOME": str(self.folder / "hf")}  # fmt: skip
        environment.pop("PYTHONPATH", None)
        return subprocess.Popen(
            command, cwd=self.folder, env=environment | options.pop("env", {}), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
        )  # fmt: skip

    def run(self, command: list[str], **options: Any) -> "subprocess.CompletedProcess[str]":
        process = self.start(command, **options)
        out, error = process.communicate(timeout=600)
        return subprocess.CompletedProcess(command, process.returncode, out, error)

    def kill_at(self, command: list[str], losses: Path, line: int) -> None:
        """Starts the command and kills all its processes when the loss curve has so many lines."""
        process = self.start(command)
        while process.poll() is None and (not losses.exists() or losses.read_bytes().count(b"\n") < line):
            time.sleep(0.005)
        assert process.poll() is None, process.communicate()
        import psutil  # accelerate brings it

        # torchrun gives each worker a session of its own.
        for running in (*psutil.Process(process.pid).children(recursive=True), process):
            running.kill()
        process.communicate()


def state(out: Path) -> tuple[bytes, str, dict[str, bytes], bytes]:
    """The loss curve, the last checkpoint and the model of a finished run, as bytes."""
    (last,) = (out / "checkpoints").iterdir()
    weights = {path.name: path.read_bytes() for path in last.iterdir() if path.suffix in (".safetensors", ".bin")}
    assert {"model.safetensors", "optimizer.bin"} <= weights.keys()
    return (out / "losses.jsonl").read_bytes(), last.name, weights, (out / "model/model.safetensors").read_bytes()
