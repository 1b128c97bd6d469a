"""The output of ``publish``: before, after, again, and after others have edited the repository."""

import importlib
import json
import shutil

import pytest
from huggingface_hub import HfApi, constants
from typer.testing import CliRunner

from temporal_qa import __version__
from temporal_qa.command_line import app
from temporal_qa.fiction.options import PseudoOptions
from temporal_qa.hub import publishing

REPO = "datasets/org/a"
TAG = f"the tag {__version__}"


@pytest.fixture
def run(hub, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr(publishing, "hub_client", lambda: HfApi(endpoint=hub.url, token="hf_dummy"))

    def run(*arguments):
        finished = CliRunner().invoke(app, ["publish", *map(str, arguments)], catch_exceptions=False)
        assert finished.exit_code == 0
        return finished.stdout.replace(hub.url, "HUB")

    return run


@pytest.fixture
def folder(tmp_path):
    pseudo_pit = importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit")
    pseudo_pit.build(tmp_path / "made", PseudoOptions(seed=0, invent=True, questions=10, resample=False))
    shutil.rmtree(tmp_path / "made/plots", ignore_errors=True)
    (tmp_path / "made/NOTES.md").write_text("about it")
    (tmp_path / "made/token").write_text("hf_secret")
    return tmp_path / "made"


def test_a_publication_from_dry_run_to_edits_by_others(run, folder, hub):
    looked = run(folder, "org/a", "--private", "--dry-run").splitlines()
    assert looked[0] == f"would publish HUB/datasets/org/a, a new private dataset with {TAG}"
    assert [line.split()[0] for line in looked[1:-1]] == ["added"] * 5
    assert looked[-1] == "  not sent: token"
    assert looked[2] == "  added          8 B  NOTES.md"
    assert hub.repositories == {}

    first = run(folder, "org/a", "--private").splitlines()
    there = hub.repositories[REPO]
    of_first = there.commits[-1].oid
    assert first == [*looked[1:], f"published HUB/datasets/org/a with {TAG}, commit {of_first}"]
    assert there.private

    (folder / "token").unlink()
    assert run(folder, "org/a") == f"nothing to publish: HUB/datasets/org/a is up to date; {TAG} is at {of_first}\n"

    (folder / "NOTES.md").rename(folder / "MORE.md")
    looked = run(folder, "org/a", "--dry-run").splitlines()
    assert looked[0] == f"would publish HUB/datasets/org/a; {TAG} is at {of_first}"
    assert [line.split()[::3] for line in looked[1:]] == [
        ["added", "MORE.md"], ["changed", ".temporal_qa.json"], ["removed", "NOTES.md"]
    ]  # fmt: skip
    second = run(folder, "org/a").splitlines()
    assert second[:3] == looked[1:]
    assert second[3] == f"published HUB/datasets/org/a, commit {there.commits[-1].oid}"
    assert second[4] == (
        f"{TAG} is at {of_first} and stays there, since others may have pinned it; to move it, delete it and "
        f"publish again: hf repos tag delete org/a {__version__} --type dataset"
    )

    there.commit("Edited", {"MORE.md": b"edited"})
    (folder / "MORE.md").unlink()
    assert "  kept, since somebody has edited it there: MORE.md" in run(folder, "org/a").splitlines()
    assert there.files["MORE.md"] == b"edited"


def test_one_object_for_programs(run, folder, hub):
    made = json.loads(run(folder, "org/a", "--json"))
    commit = hub.repositories[REPO].commits[-1].oid
    assert {key: made[key] for key in ("url", "new", "dry_run", "commit", "tag", "tagged")} == {
        "url": "HUB/datasets/org/a", "new": True, "dry_run": False, "commit": commit, "tag": __version__,
        "tagged": commit,
    }  # fmt: skip
    assert made["added"]["NOTES.md"] == 8
    again = json.loads(run(folder, "org/a", "--json"))
    assert (again["new"], again["commit"], again["tagged"], again["added"]) == (False, None, commit, {})
