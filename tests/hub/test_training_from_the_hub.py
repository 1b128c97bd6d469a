"""The open-domain dataset is published on a Hub; Fusion-in-Decoder is trained and predicts on it by name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT
from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows
from temporal_qa.questions.complex_tr.templates import fact_sentence
from temporal_qa.timeline.fact_files import write_facts

for package in ("torch", "transformers", "accelerate", "bm25s"):
    pytest.importorskip(package, reason=f"training on retrieved passages needs {package}")

COMMAND = Path(sys.executable).parent / "temporal-qa"
CHANGES = ("init=tiny", "model=null", "out=run", "epochs=1", "max_input_tokens=200", "max_target_tokens=8",
           "passages=4", "trackers=[]", "train.dataset=org/open", "train.split=dev", "validation=null",
           "test.dataset=org/open", "tokens_per_batch=8000")  # fmt: skip


def test_by_hub_id_from_the_dataset_to_the_predictions(tmp_path, hub):
    groups = list(invent_groups(24, seed=3))
    write_facts(tmp_path / "facts.jsonl", [fact for group in groups for fact in group.facts])
    articles = [{"title": group.subject, "text": " ".join(map(fact_sentence, group.facts))} for group in groups]
    write_json_lines(tmp_path / "articles.jsonl", articles)

    def run(*command):
        environment = hub.environment(tmp_path / "hf") | {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
        finished = subprocess.run(list(map(str, command)), cwd=tmp_path, capture_output=True, text=True, timeout=300,
                                  env=os.environ | environment)  # fmt: skip
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    run(COMMAND, "build", "complex-tr", "--facts", "facts.jsonl", "--config", "open_domain",
        "--articles", "articles.jsonl", "--ranker", "bm25", "--out", "open")  # fmt: skip
    run(COMMAND, "publish", "open", "org/open")
    script = ROOT / "training/train.py"
    options = [part for change in CHANGES for part in ("--set", change)]
    output = run(sys.executable, script, "--config", ROOT / "training/recipes/fid_base.yaml", *options)
    assert "of passages cut" in output
    card = (tmp_path / "run/model/README.md").read_text()
    assert "org/open" in card.split("---")[1]
    assert card.count(f"commit {hub.repositories['datasets/org/open'].commits[-1].oid}") == 2  # of training and test

    run(sys.executable, ROOT / "training/predict.py", "--model", "run/model", "--questions", "org/open",
        "--config", "open_domain", "--split", "test", "--out", "predictions.parquet")  # fmt: skip
    asked = [row.values["id"] for row in read_rows(tmp_path / "open/open_domain/test-00000-of-00001.parquet")]
    assert [row.values["id"] for row in read_rows(tmp_path / "predictions.parquet")] == asked
