"""Recipes of encoders and TimeQA's Fusion-in-Decoder: to the end with tiny models, killed, and on 2 processes."""

import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from workplace import state

from places import ROOT
from run_command import run_command
from temporal_qa.io.read import read_rows

sys.path.append(str(ROOT / "tests/models/extractive"))
pytest.importorskip("torch", reason="training needs torch")

from tiny_encoders import new_encoder, new_tokenizer

BIN = Path(sys.executable).parent
SHORT = {
    "epochs": 5,
    "checkpoint_every": 3,
    "log_every": 1,
    "tokens_per_batch": 512,
    "trackers": "[]",
    "precision": "fp32",
}


@pytest.fixture
def time_qa(tmp_path):
    """The folder of a small build of TimeQA, and its rows to learn from."""
    sizes = ["--documents", 3, "--dev", 1, "--test", 1, "--words", 100, "--seed", 1]
    run_command("build", "time-qa", "--invent", "--world", "small", *sizes, "--out", "time-qa", cwd=tmp_path)
    return tmp_path / "time-qa", [row.values for row in read_rows(tmp_path / "time-qa/hard/train")]


@pytest.fixture
def asked(request, workplace, rows, time_qa):
    """Of a reader: the options that its recipe needs here, its recipe, and the file and rows of its test questions."""
    folder, articles = time_qa
    texts = [text for row in articles + rows for text in (row["question"], row.get("context") or row["fact_context"])]
    model = new_encoder("bert", new_tokenizer(texts), workplace.folder / "encoder", tokens=512, hidden_size=16)
    options = SHORT | {"model": model}
    if request.param == "word_fact_set":
        options.pop("model")
    if request.param in ("fact_set", "word_fact_set"):
        source = f"{{dataset: {workplace.questions}}}"
        options |= {"train": source, "validation": source, "test": source}
        recipe = "fact_set_reason_qa" if request.param == "fact_set" else "word_fact_set_sft"
        return options, ROOT / f"training/recipes/{recipe}.yaml", [workplace.questions], rows
    options |= {f"{name}.dataset": folder for name in ("train", "validation", "test")} | {"empty_windows": 1.0}
    test = [row.values for row in read_rows(folder / "hard/test")]
    source = [str(folder), "--config", "hard", "--split", "test"]
    return options, ROOT / "training/recipes/time_qa_minilm.yaml", source, test


def command(workplace, recipe, out, options, launch=()):
    settings = [f"--set={key}={value}" for key, value in ({"out": workplace.folder / out} | options).items()]
    return [*launch, *workplace.command(recipe, *settings)[bool(launch) :]]


@pytest.mark.parametrize("asked", ["extractive_encoder", "fact_set", "word_fact_set"], indirect=True)
def test_killed_and_started_again_it_ends_the_same_and_predicts(workplace, asked):
    options, recipe, source, test = asked
    finished = workplace.run(command(workplace, recipe, "steady", options))
    assert finished.returncode == 0, finished.stderr
    steps = len(list(read_rows(workplace.folder / "steady/losses.jsonl")))
    assert steps > 8
    again = command(workplace, recipe, "stopped", options)
    workplace.kill_at(again, workplace.folder / "stopped/losses.jsonl", steps // 2)
    assert not (workplace.folder / "stopped/model").exists()
    finished = workplace.run(again)
    assert finished.returncode == 0, finished.stderr
    assert state(workplace.folder / "stopped") == state(workplace.folder / "steady")

    script, model = str(ROOT / "training/predict.py"), str(workplace.folder / "steady/model")
    out = str(workplace.folder / "predictions.parquet")
    done = workplace.run([sys.executable, script, "--model", model, "--questions", *source, "--out", out])
    assert done.returncode == 0, done.stderr
    found = pq.read_table(out).to_pylist()
    assert [row["id"] for row in found] == [row["id"] for row in test]
    for row, asked_row in zip(found, test, strict=True):
        if row.get("start") is not None:
            assert [asked_row["context"][row["start"] : row["end"]]] == row["answers"]
    written = [row.values["answers"] for row in read_rows(workplace.folder / "steady/model/predictions.jsonl")]
    assert written == [row["answers"] for row in found]


@pytest.mark.parametrize("asked", ["extractive_encoder", "fact_set", "word_fact_set"], indirect=True)
def test_accelerate_launches_two_processes(workplace, asked):
    options, recipe, _, test = asked
    config = str(ROOT / "training/accelerate/ddp.yaml")
    launch = [str(BIN / "accelerate"), "launch", "--config_file", config, "--num_processes", "2"]
    changes = {"epochs": 1, "batches_per_step": 2}
    finished = workplace.run(command(workplace, recipe, "launched", options | changes, launch))
    assert finished.returncode == 0, finished.stderr
    assert "**Processes**: 2 (multi_cpu)\n" in (workplace.folder / "launched/model/README.md").read_text()
    predictions = read_rows(workplace.folder / "launched/model/predictions.jsonl")
    assert [row.values["id"] for row in predictions] == [row["id"] for row in test]


def test_fusion_in_decoder_reads_time_qa_to_the_end(workplace, time_qa):
    from temporal_qa.models.seq2seq import t5

    folder, articles = time_qa
    tokenizer = t5.new_tokenizer((row["context"] + row["question"] for row in articles), "tiny")
    tokenizer.save_pretrained(workplace.folder / "t5")
    t5.new_model(tokenizer, "tiny", seed=0).save_pretrained(workplace.folder / "t5")
    options = SHORT | {"model": workplace.folder / "t5", "epochs": 1, "max_target_tokens": 8, "tokens_per_batch": 4096}
    options |= {f"{name}.dataset": folder for name in ("train", "validation", "test")}
    finished = workplace.run(command(workplace, ROOT / "training/recipes/time_qa_fid.yaml", "fid", options))
    assert finished.returncode == 0, finished.stderr
    found = [row.values["id"] for row in read_rows(workplace.folder / "fid/model/predictions.jsonl")]
    assert found == [row.values["id"] for row in read_rows(folder / "hard/test")]
