"""Publishing from the command line: refusals before anything is sent, with one line and status 2."""

import importlib
import os
import sys
from pathlib import Path

import pytest

import warm_process
from temporal_qa.fiction.options import PseudoOptions

COMMAND = Path(sys.executable).parent / "temporal-qa"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    options = PseudoOptions(seed=0, invent=True, questions=10, resample=False)
    importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit").build(folder / "made", options)
    return folder


@pytest.mark.parametrize(
    ("arguments", "token", "message"),
    [
        (["publish", "made", "org/a"], "", "no token, expected one that may write to org/a: run `hf auth login`"),
        (["publish", "made", "a"], "hf_secret", "'a' is not a name of a repository, expected ORG/NAME"),
        (["publish", "nothing", "org/a"], "hf_secret", "nothing: no such folder, expected one that"),
        (["publish-metric", "f1", "org/a"], "hf_secret", "no metric 'f1', expected one of answer_f1"),
        (["publish-metric", "token_f1", "org/a b"], "hf_secret", "'org/a b' is not a name of a repository, expected"),
        (["publish-metric", "token_f1", "org/token_f1"], "hf_secret", "space org/token_f1: HF_HUB_OFFLINE is set"),
    ],
)  # fmt: skip
def test_refused_in_one_line(folder, arguments, token, message):
    environment = {"HF_HOME": str(folder / "hf"), "HF_TOKEN": token, "HF_HUB_OFFLINE": "1"}
    finished = warm_process.run([COMMAND, *arguments], cwd=folder, env=os.environ | environment)
    assert (finished.returncode, finished.stdout) == (2, ""), finished.stderr
    assert finished.stderr.count("\n") == 1
    assert message in finished.stderr
    assert "hf_secret" not in finished.stderr
