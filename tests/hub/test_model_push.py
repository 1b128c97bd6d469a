"""A model is trained, pushed to a Hub, and loaded from there by name, each in a new process."""

import json
import os
import subprocess
import sys

import pytest
import yaml

from places import ROOT
from temporal_qa import __version__

for package in ("torch", "transformers", "accelerate"):
    pytest.importorskip(package, reason=f"training needs {package}")

LOAD = """
import sys
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
model, tokenizer = AutoModelForSeq2SeqLM.from_pretrained(sys.argv[1]), AutoTokenizer.from_pretrained(sys.argv[1])
inputs = tokenizer(["question: Where? context: Here."], return_tensors="pt")
print(model.generate(**inputs, max_new_tokens=5, do_sample=False).tolist())
"""

FACT = {"subject": "Ann", "relation": "P108", "object": "Tesla", "start": "1999", "end": "2004"}
QUESTION = {"id": "1", "question": "Whom did Ann work for in May 2000?", "answers": ["Tesla"], "facts": [FACT],
            "fact_context": "Ann worked for Tesla from January 1999 to January 2004."}  # fmt: skip

RECIPE = """
reader: t5
model: null
init: tiny
train: {pseudo-pit: {questions: 24, seed: 1, invent: true, resample: false}}
validation: null
test: {pseudo-pit: {questions: 6, seed: 2, invent: true, resample: false}}
context: facts
max_input_tokens: 200
max_target_tokens: 8
passages: null
answer_orders: chronological
epochs: 1
best_by: set_accuracy
patience: null
dropout: 0.1
seed: 0
optimizer: adafactor
learning_rate: 1e-3
schedule: constant
warmup: 0
weight_decay: 0
max_gradient_norm: 1
tokens_per_batch: 2000
batches_per_step: 1
precision: fp32
gradient_checkpointing: true
compile: false
beams: 2
checkpoint_every: 100
log_every: 1
trackers: []
"""


def run(folder, environment, *command):
    shared = {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
    return subprocess.run([sys.executable, *map(str, command)], cwd=folder, capture_output=True, text=True,
                          env=os.environ | shared | environment, timeout=300)  # fmt: skip


@pytest.fixture
def trained(tmp_path, hub):
    """The arguments of a finished training run, which needed no Hub."""
    (tmp_path / "recipe.yaml").write_text(RECIPE + f"out: {tmp_path / 'run'}\n")
    script = ROOT / "training/train.py"
    command = [script, "--config", tmp_path / "recipe.yaml"]
    finished = run(tmp_path, {"HF_HUB_OFFLINE": "1"}, *command)
    assert finished.returncode == 0, finished.stderr
    return command


def test_push_and_load_by_name(trained, hub, tmp_path):
    (tmp_path / "run/model/.env").write_text("HF_TOKEN=secret")
    pushed = run(tmp_path, hub.environment(tmp_path / "hf-1"), *trained, "--push", "org/tiny-t5")
    assert pushed.returncode == 0, pushed.stderr
    assert f"{hub.url}/org/tiny-t5" in pushed.stdout
    files = hub.repositories["org/tiny-t5"].files
    assert ".env" not in files
    assert {
        "README.md",
        "config.json",
        "model.safetensors",
        "recipe.json",
        "scores.json",
        "learning_curve.png",
    } <= files.keys()

    here = run(tmp_path, {}, "-c", LOAD, tmp_path / "run/model")
    there = run(tmp_path, hub.environment(tmp_path / "hf-2"), "-c", LOAD, "org/tiny-t5")
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout != ""

    (tmp_path / "questions.jsonl").write_text(json.dumps(QUESTION))
    ask = ("-m", "temporal_qa", "predict", "questions.jsonl", "--model")
    asked = run(tmp_path, {}, *ask, tmp_path / "run/model", "--out", "here.jsonl")
    assert asked.returncode == 0, asked.stderr
    asked = run(tmp_path, hub.environment(tmp_path / "hf-2"), *ask, "org/tiny-t5", "--out", "there.jsonl")
    assert asked.returncode == 0, asked.stderr
    assert (tmp_path / "there.jsonl").read_text() == (tmp_path / "here.jsonl").read_text()

    again = run(tmp_path, hub.environment(tmp_path / "hf-1"), *trained, "--push", "org/tiny-t5")
    assert again.returncode == 0, again.stderr  # the repository is there already

    (tmp_path / "run/model/mine.txt").symlink_to(tmp_path / "recipe.yaml")
    refused = run(tmp_path, hub.environment(tmp_path / "hf-1"), *trained, "--push", "org/tiny-t5")
    assert refused.returncode == 2
    assert "mine.txt: is a link; expected a file of the build" in refused.stderr.splitlines()[-1]


def test_the_card_describes_the_run(trained, tmp_path):
    card = (tmp_path / "run/model/README.md").read_text()
    head = yaml.safe_load(card.split("---")[1])
    assert (head["license"], head["pipeline_tag"]) == ("apache-2.0", "question-answering")
    assert "base_model" not in head
    assert str(tmp_path) not in card
    assert "](learning_curve.png)" in card
    (result,) = head["model-index"][0]["results"]
    metrics = {metric["type"]: metric for metric in result["metrics"]}
    assert set(metrics) == {"set_accuracy", "answer_f1", "exact_match", "token_f1"}
    assert metrics["set_accuracy"]["args"]["n"] == 6
    low, high = metrics["set_accuracy"]["args"]["confidence_interval_95"]
    assert low <= metrics["set_accuracy"]["value"] <= high
    for expected in ("pseudo-pit, 24 questions", "adafactor", "fp32", "SHA-256", "torch 2.", "% of sentences",
                     f"(temporal-qa {__version__}; SHA-256"):  # fmt: skip
        assert expected in card


def test_a_refusal_of_the_hub_is_reported_in_one_line(trained, hub, tmp_path):
    hub.trouble("POST .*/commit/main", 403)
    refused = run(tmp_path, hub.environment(tmp_path / "hf"), *trained, "--push", "org/tiny-t5")
    assert refused.returncode == 2
    line = refused.stderr.strip().splitlines()[-1]
    assert line.startswith("--push org/tiny-t5: ")
    assert "the same command tries again" in line
    assert "hf_dummy" not in refused.stderr
    assert (tmp_path / "run/model/model.safetensors").is_file()


def test_an_unreachable_hub_is_reported_in_one_line(trained, hub, tmp_path):
    elsewhere = hub.environment(tmp_path / "hf") | {"HF_ENDPOINT": "http://127.0.0.1:9"}
    refused = run(tmp_path, elsewhere, *trained, "--push", "org/tiny-t5")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert refused.stderr.strip().splitlines()[-1].startswith("--push org/tiny-t5: ")
