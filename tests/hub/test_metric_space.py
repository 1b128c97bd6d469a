"""Metrics as Spaces: their files, and the same scores by evaluate."""

import json
import os
import sys
from pathlib import Path

import pytest
from huggingface_hub import metadata_load

import warm_process
from places import ROOT
from temporal_qa import __version__
from temporal_qa.hub import metric_space
from temporal_qa.hub.metric_space import metric_folders, metric_publication
from temporal_qa.io.errors import InputError
from temporal_qa.scoring.mase import mase
from temporal_qa.scoring.set_accuracy import set_accuracy

COMMAND = Path(sys.executable).parent / "temporal-qa"
METRICS = ROOT / "metrics"
NAMES = sorted(module.parent.name for module in METRICS.glob("*/README.md"))
NUMBERS = {"predictions": [12, 2, None, 6], "references": [10, 2, 6, 6]}
ANSWERS = {"predictions": [["Tesla"], ["Boeing"]], "references": [["Tesla"], ["Tesla", "SpaceX"]]}

SCORE = """
import json, sys
import evaluate
for name, column in json.loads(sys.argv[1]).items():
    print(json.dumps(evaluate.load(name).compute(**column)))
"""


def run(environment, *command, cwd):
    return warm_process.run(command, cwd=cwd, env=os.environ | environment)


def test_all_metrics_are_found():
    assert set(NAMES) <= metric_folders().keys()


@pytest.mark.parametrize("name", NAMES)
def test_a_space_holds_module_card_and_requirements(name):
    publication = metric_publication(name, f"org/{name}")
    folder = metric_folders()[name]
    assert {f"{name}.py", "README.md", "requirements.txt"} <= publication.files.keys()
    assert not any("__pycache__" in path for path in publication.files)
    assert publication.repo_type == "space"
    there = {path: content if isinstance(content, bytes) else content.read_bytes()
             for path, content in publication.files.items()}  # fmt: skip
    assert there[f"{name}.py"] == (folder / f"{name}.py").read_bytes()
    assert f"temporal-qa=={__version__}\nevaluate>=" in there["requirements.txt"].decode()
    assert f'evaluate.load("org/{name}")'.encode() in there["README.md"]
    assert metadata_load(folder / "README.md")["sdk"] == "gradio"


def test_leftovers_of_evaluate_and_gradio_are_not_published(tmp_path, monkeypatch):
    folder = tmp_path / "my_metric"
    (folder / "__pycache__").mkdir(parents=True)
    left_behind = (".gradio.pem", "__pycache__/my_metric.pyc", "a.pyc", "token")
    for name in ("my_metric.py", "app.py", "requirements.txt", *left_behind):
        (folder / name).write_text("temporal-qa>=0.1\ntemporal-qa-more\n")
    monkeypatch.setattr(metric_space, "files", lambda _: tmp_path)
    made = metric_publication("my_metric", "org/other")
    assert made.files.keys() == {"other.py", "app.py", "requirements.txt"}
    assert made.left_out == (".gradio.pem", "__pycache__/", "a.pyc", "token")
    assert made.files["requirements.txt"].decode() == f"temporal-qa=={__version__}\ntemporal-qa-more\n"
    (folder / "requirements.txt").write_text("evaluate")
    with pytest.raises(InputError, match=r"requirements\.txt: expected it to name temporal-qa"):
        metric_publication("my_metric", "org/my_metric")


@pytest.mark.parametrize(
    ("name", "repo", "message"),
    [("mase", "org/mase", "no metric 'mase', expected one of " + ", ".join(NAMES)),
     ("token_f1", "org/token.f1", "evaluate loads no module with a dot in its name"),
     ("token_f1", "org/a b", "'org/a b' is not a name of a repository")],
)  # fmt: skip
def test_other_names_than_those_of_metrics_are_refused(name, repo, message):
    with pytest.raises(InputError, match=message):
        metric_publication(name, repo)


def test_evaluate_computes_the_same_from_the_space(hub, tmp_path):
    environment = hub.environment(tmp_path / "hf-of-the-publisher")
    for name, repo in [("temporal_mase", "org/temporal_mase"), ("set_accuracy", "org/set-accuracy-of-answers")]:
        published = run(environment, COMMAND, "publish-metric", name, repo, cwd=tmp_path)
        assert published.returncode == 0, published.stderr
        assert ("set_accuracy.py becomes set-accuracy-of-answers.py there" in published.stdout) == ("-" in repo)
    columns = {"org/temporal_mase": NUMBERS, "org/set-accuracy-of-answers": ANSWERS}
    environment = hub.environment(tmp_path / "hf-of-another")
    found = run(environment, sys.executable, "-c", SCORE, json.dumps(columns), cwd=tmp_path)
    assert found.returncode == 0, found.stderr
    errors, accuracy = map(json.loads, found.stdout.splitlines())
    assert errors == json.loads(json.dumps(mase(*NUMBERS.values()).to_dict("temporal_mase")))
    assert accuracy == {"set_accuracy": set_accuracy(**ANSWERS).mean(), "n": 2}
