"""Embeddings are published on a Hub, and loaded from there by name."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import yaml

for package in ("torch", "safetensors"):
    pytest.importorskip(package, reason=f"embeddings need {package}")

from temporal_qa.graph.graph import TemporalGraph  # noqa: E402

USE = """
import sys
from temporal_qa.models.graph_embeddings import load
embedding = load(sys.argv[1])
print(embedding.rank("thing 0", "leads to", 3, k=2), embedding.times("thing 0", "leads to", "thing 1").first)
"""


@pytest.fixture
def model(tmp_path):
    """The folder of a model that a run has left."""
    import torch

    from temporal_qa.models.graph_embeddings.trained import MODELS, save

    column = np.arange(4, dtype=np.int32)
    names = pa.array([f"thing {n}" for n in range(4)], pa.large_string())
    graph = TemporalGraph(
        column, 0 * column, column[::-1], column, column, names, pa.array(["leads to"], pa.large_string())
    )
    torch.manual_seed(0)
    save(MODELS["tntcomplex"](4, 1, 4, 3, 1.0), graph, "tntcomplex", tmp_path / "model")
    for name in ("recipe.json", "training.json"):
        (tmp_path / "model" / name).write_text("{}")
    (tmp_path / "model/README.md").write_text("---\nlicense: other\n---\n# Mine\nload('PATH_OR_REPO')\n")
    return tmp_path / "model"


def run(folder, environment, *command):
    return subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True,
                          env=os.environ | {"OMP_NUM_THREADS": "1"} | environment, timeout=300)  # fmt: skip


def test_publish_and_load_by_name(model, hub, tmp_path):
    command = Path(sys.executable).parent / "temporal-qa"
    published = run(tmp_path, hub.environment(tmp_path / "hf-1"), command, "publish", model, "org/embeddings")
    assert published.returncode == 0, published.stderr
    assert "data file" not in published.stderr  # the names are Parquet files in a repository of a model
    last = published.stdout.splitlines()[-1]
    assert last.startswith(f"published {hub.url}/org/embeddings, commit ")
    assert b"load('org/embeddings')" in hub.repositories["org/embeddings"].files["README.md"]
    files = hub.repositories["org/embeddings"].files
    assert files.keys() >= {"README.md", "config.json", "model.safetensors", "entities.parquet", "relations.parquet"}
    assert yaml.safe_load(files["README.md"].decode().split("---")[1]) == {"license": "other"}
    here = run(tmp_path, {}, sys.executable, "-c", USE, model)
    there = run(tmp_path, hub.environment(tmp_path / "hf-2"), sys.executable, "-c", USE, "org/embeddings")
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout != ""


def test_dry_run_private_overwrite_and_a_refusal(model, hub, tmp_path):
    def publish(*options):
        command = Path(sys.executable).parent / "temporal-qa"
        environment = hub.environment(tmp_path / "hf")
        return run(tmp_path, environment, command, "publish", model, "org/embeddings", *options)

    dry = publish("--dry-run", "--private")
    assert dry.stdout.startswith(f"would publish {hub.url}/org/embeddings, a new private model\n"), dry.stderr
    assert "org/embeddings" not in hub.repositories
    assert publish("--private").returncode == 0
    assert hub.repositories["org/embeddings"].private
    assert publish().stdout.startswith("nothing to publish: ")
    hub.repositories["org/embeddings"].commit("Edited", {"README.md": b"Theirs"})
    (model / "README.md").write_text("# Mine again\n")
    assert "that were edited there since: README.md" in publish().stderr
    hub.trouble("POST .*/commit/main", 403)
    refused = publish("--overwrite")
    assert refused.returncode == 2
    line = refused.stderr.strip().splitlines()[-1]  # after the bars of the upload
    assert "Traceback" not in refused.stderr
    assert line.startswith("temporal-qa: model org/embeddings: the Hub refuses (403)")
