"""The scripts as users start them, and what they say."""

import json
import sys
from pathlib import Path

import pytest

from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows

BIN = Path(sys.executable).parent
SHORT = {"epochs": 1, "max_target_tokens": 8, "checkpoint_every": 100}
FUSION = {
    "reader": "fusion_in_decoder", "context": "passages", "passages": 3, "max_input_tokens": 100, "passages_at_once": 4
}  # fmt: skip


@pytest.fixture
def few(workplace, passage_rows):
    """Seventeen questions, so that two processes do not have as many."""
    path = workplace.folder / "few.jsonl"
    write_json_lines(path, passage_rows[:17])
    return {"dataset": str(path)}


@pytest.mark.parametrize("processes", [1, 2])
def test_accelerate_launch(workplace, few, processes):
    recipe = workplace.recipe("launched", train=few, **SHORT)
    config = str(workplace.root / "training/accelerate/ddp.yaml")
    options = {1: ["--cpu", "--num_processes", "1"], 2: ["--config_file", config, "--num_processes", "2"]}
    launch = [str(BIN / "accelerate"), "launch", *options[processes]]
    finished = workplace.run([*launch, *workplace.command(recipe)[1:]])
    assert finished.returncode == 0, finished.stderr
    card = (workplace.folder / "launched/model/README.md").read_text()
    assert f"**Processes**: {'1' if processes == 1 else '2 (multi_cpu)'}\n" in card


def test_the_module_of_the_wheel_with_trackers_and_overrides(workplace, few):
    recipe = workplace.recipe("module", train=few, **SHORT)
    command = [sys.executable, "-m", "temporal_qa.training.train", "--config", str(recipe)]
    overrides = ["--set", "trackers=[tensorboard]", "--set", "optimizer=adafactor", "--set", "out=elsewhere"]
    finished = workplace.run([*command, *overrides])
    assert finished.returncode == 0, finished.stderr
    assert (workplace.folder / "elsewhere/model/README.md").is_file()
    assert list((workplace.folder / "elsewhere").glob("temporal-qa/events.out.tfevents.*"))


@pytest.mark.parametrize("processes", [1, 2])
def test_fusion_in_decoder_validates_over_all_processes(workplace, few, processes):
    recipe = workplace.recipe("fusion", train=few, validation=few, test=few, **SHORT, **FUSION)
    finished = workplace.run(workplace.command(recipe, processes=processes))
    assert finished.returncode == 0, finished.stderr
    assert "% of passages cut" in finished.stdout
    predictions = list(read_rows(workplace.folder / "fusion/model/predictions.jsonl"))
    asked = [row.values["id"] for row in read_rows(few["dataset"])]
    assert [row.values["id"] for row in predictions] == asked
    score = workplace.run([str(BIN / "temporal-qa"), "score", few["dataset"], "fusion/model/predictions.jsonl"])
    assert score.returncode == 0, score.stderr


def test_it_stops_when_it_gets_no_better(workplace, few):
    # Without learning, no epoch is better than the first.
    still = {"learning_rate": 0.0, "epochs": 9, "patience": 2, "max_target_tokens": 8}
    recipe = workplace.recipe("patient", train=few, validation=few, **still)
    finished = workplace.run(workplace.command(recipe))
    assert finished.returncode == 0, finished.stderr
    told = json.loads((workplace.folder / "patient/model/training.json").read_text())
    assert (told["stopped"], told["epoch"], len(told["validations"])) == (True, 3, 3)
    assert told["best"] == told["validations"][0]["step"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--set", "lr=1"], "unknown field `lr`"),
        (["--set", "train.dataset=nowhere.jsonl", "--set", "train.split=train"], "dataset nowhere.jsonl train: cannot"),
        (["--set", "context=passages", "--set", "train.dataset=bare.jsonl"], "has no 'passages'"),
        (["--set", "model=no-such-model", "--set", "init=null"], "model no-such-model cannot be loaded"),
        (["--set", "trackers=[no-such-tracker]"], "tracker 'no-such-tracker' is not installed or unknown"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(workplace, rows, more, message):
    write_json_lines(workplace.folder / "bare.jsonl", rows[:4])
    recipe = workplace.recipe("wrong", **SHORT)
    refused = workplace.run(workplace.command(recipe, *more))
    assert refused.returncode == 2, refused.stderr
    assert message in refused.stderr.strip().splitlines()[-1]
    assert "Traceback" not in refused.stderr


def test_processes_that_do_not_divide_a_step_are_refused(workplace):
    recipe = workplace.recipe("uneven", **SHORT | {"batches_per_step": 3})
    refused = workplace.run(workplace.command(recipe, processes=2))
    assert refused.returncode != 0
    assert "batches_per_step is 3, expected a multiple of the number of processes, 2" in refused.stderr
