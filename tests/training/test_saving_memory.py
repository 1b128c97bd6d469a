"""bf16, computing activations again, torch.compile: the same training, as far as rounding can tell."""

import shutil

import pyarrow.parquet as pq
import pytest

from temporal_qa.engine.question_data import Source
from temporal_qa.io.read import read_rows
from temporal_qa.models.predicting import predict

SHORT = {"epochs": 1, "dropout": 0.0, "max_target_tokens": 24}


def losses(workplace, name, **changes):
    finished = workplace.run(workplace.command(workplace.recipe(name, **SHORT, **changes)))
    assert finished.returncode == 0, finished.stderr
    return [row.values["loss"] for row in read_rows(workplace.folder / name / "losses.jsonl")]


def test_the_loss_is_about_the_same(workplace):
    plain = losses(workplace, "plain", precision="fp32")
    again = losses(workplace, "again", precision="fp32", gradient_checkpointing=True)
    assert again == pytest.approx(plain, rel=1e-5)
    assert losses(workplace, "bf16", precision="bf16") == pytest.approx(plain, rel=0.05)


@pytest.mark.skipif(shutil.which("g++") is None, reason="torch.compile needs a C++ compiler on CPU")
def test_compiled_it_is_the_same_training(workplace):
    compiled = losses(workplace, "compiled", precision="fp32", compile=True)
    assert compiled == pytest.approx(losses(workplace, "plain", precision="fp32"), rel=1e-3)


def test_a_model_trained_in_bf16_is_scored_as_it_is_loaded(workplace, tmp_path):
    questions = Source(workplace.questions)
    losses(workplace, "scored", precision="bf16", test={"dataset": workplace.questions})
    model = workplace.folder / "scored" / "model"
    predict(str(model), questions, tmp_path / "again.parquet")
    again = pq.read_table(tmp_path / "again.parquet").to_pylist()
    scored = [row.values for row in read_rows(model / "predictions.jsonl")]
    assert [row["text"] for row in again] == [row["text"] for row in scored]
    assert [row["score"] for row in again] == pytest.approx([row["score"] for row in scored], abs=1e-4)
