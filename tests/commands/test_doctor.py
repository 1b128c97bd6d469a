"""temporal-qa doctor: what is there, what is missing and what that costs; never a credential."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from temporal_qa import __version__, diagnosis
from temporal_qa.commands.doctor import told_devices

COMMAND = Path(sys.executable).parent / "temporal-qa"
CREDENTIALS = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "OPENAI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_SEARCH_ENGINE_ID")


@pytest.fixture
def doctor(tmp_path):
    """What the command says in a home of its own, as text and as JSON."""
    home = tmp_path / "huggingface"
    bare = {name: value for name, value in os.environ.items() if name not in CREDENTIALS and not name.startswith("HF_")}

    def run(**environment):
        outputs = []
        for option in ([], ["--json"]):
            finished = subprocess.run(
                [COMMAND, "doctor", *option], cwd=tmp_path, capture_output=True, encoding="utf-8",
                env=bare | {"HF_HOME": str(home)} | environment,
            )  # fmt: skip
            assert (finished.returncode, finished.stderr) == (0, "")
            outputs.append(finished.stdout)
        return outputs[0], json.loads(outputs[1])

    run.home = home
    return run


def test_every_part_is_told(doctor):
    text, found = doctor()
    assert (found["temporal_qa"], found["python"]) == (__version__, sys.version.split()[0])
    headings = ["Extras", "Devices", "Caches and disk", "Credentials", "Metrics by their bare names"]
    assert re.findall(r"^[A-Z].*$", text, re.MULTILINE) == headings
    assert all(f" {name} " in text for name in found["extras"])
    assert found["devices"]["cpu_cores"] >= 1
    assert found["disk"]["here"]["free_gb"] > 0


def test_each_extra_of_the_package_is_known_and_has_its_cost():
    declared = set(importlib.metadata.metadata("temporal-qa").get_all("Provides-Extra"))
    assert set(diagnosis.NEEDED_FOR) == declared - {"dev"}
    assert [extra.name for extra in diagnosis.extras()] == sorted(declared - {"dev"})


def test_a_missing_package_and_one_that_is_too_old(monkeypatch):
    requires = ["numpy>=2", 'duckdb<3,>=2; extra == "mine"', 'isal>=1.9; extra == "mine"', 'msgspec; extra == "mine"']
    versions = {"duckdb": "1.4.0", "msgspec": "0.22.0"}

    def version(name):
        if name in versions:
            return versions[name]
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", lambda name: requires)
    monkeypatch.setattr(importlib.metadata, "version", version)
    (mine,) = diagnosis.extras()
    assert mine == diagnosis.Extra("mine", {"msgspec": "0.22.0"}, ["duckdb<3,>=2 (found 1.4.0)", "isal>=1.9"], "mine")
    assert mine.install == "pip install 'temporal-qa[mine]'"


def test_a_missing_extra_says_what_it_costs_and_how_to_get_it(doctor):
    text, found = doctor()
    missing = [extra for extra in found["extras"].values() if extra["missing"]]
    if not missing:
        pytest.skip("every extra is installed here")
    for extra in missing:
        assert f"without: {extra['needed_for']}\n" in text
        assert f"pip install 'temporal-qa[{extra['name']}]'\n" in text


def test_credentials_are_found_and_never_shown(doctor):
    text, found = doctor()
    assert {one["found_in"] for one in found["credentials"].values()} == {None}
    assert "without: publish, publish-metric, private repositories; hf auth login, or set HF_TOKEN" in text

    secrets = {name: f"secret-{number}" for number, name in enumerate(CREDENTIALS)}
    text, found = doctor(**secrets)
    assert [one["found_in"] for one in found["credentials"].values()] == [
        "HF_TOKEN", "OPENAI_API_KEY", "GOOGLE_API_KEY, GOOGLE_SEARCH_ENGINE_ID",
    ]  # fmt: skip
    assert "secret" not in text + json.dumps(found)


def test_a_token_from_a_login_is_found_in_its_file(doctor):
    doctor.home.mkdir()
    (doctor.home / "token").write_text("secret-token")
    text, found = doctor()
    assert found["credentials"]["Hugging Face token"]["found_in"] == str(doctor.home / "token")
    assert "secret" not in text + json.dumps(found)


def test_an_empty_variable_is_no_credential(doctor):
    _, found = doctor(HF_TOKEN="", OPENAI_API_KEY=" ", GOOGLE_API_KEY="only-half")
    assert {one["found_in"] for one in found["credentials"].values()} == {None}


def test_caches_are_where_the_libraries_have_them(doctor, tmp_path):
    text, found = doctor(HF_DATASETS_CACHE=str(tmp_path / "elsewhere"))
    assert [cache["path"] for cache in found["caches"].values()] == [
        str(path) for path in (doctor.home, doctor.home / "hub", tmp_path / "elsewhere", doctor.home / "modules")
    ]
    assert all(cache["writable"] and not cache["exists"] for cache in found["caches"].values())
    assert "made when needed" in text


def test_a_cache_that_cannot_be_written(doctor):
    doctor.home.write_text("a file where a folder should be")
    text, found = doctor()
    assert not any(cache["writable"] for cache in found["caches"].values())
    assert "cannot be written; without: load_dataset, models; set HF_HOME" in text


def test_accelerators_are_told_with_memory_and_bf16():
    card = {"device": "cuda:0", "name": "NVIDIA T4", "memory_gb": 15.8, "bf16": False}
    chip = {"device": "mps", "name": "arm", "memory_gb": None, "bf16": True}
    found = {"cpu_cores": 8, "torch": "2.13.0", "accelerators": [card, chip]}
    told = [" ".join(line.split()) for line in told_devices(found)]
    assert told == ["ok cpu 8 cores", "ok cuda:0 NVIDIA T4, 15.8 GB, bf16: no", "ok mps arm, bf16: yes"]
    told = list(told_devices(found | {"accelerators": []}))
    assert told[1].endswith("torch 2.13.0 finds none: models run on the CPU, slowly")


def test_devices_are_those_of_torch():
    torch = pytest.importorskip("torch", reason="needs torch")
    found = diagnosis.devices()
    assert found["torch"] == torch.__version__
    assert len(found["accelerators"]) == torch.cuda.device_count() + torch.backends.mps.is_available()


def test_offline_is_told(doctor):
    text, found = doctor(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="0")
    assert found["offline"] == ["HF_HUB_OFFLINE"]
    assert "HF_HUB_OFFLINE set: nothing is fetched from the Hub" in text


def test_metrics_are_found_once_they_are_installed(doctor):
    text, found = doctor()
    assert set(found["metrics"].values()) == {False}
    assert "temporal_mase" in found["metrics"]
    assert "temporal-qa install-metrics" in text
    environment = os.environ | {"HF_HOME": str(doctor.home)}
    environment.pop("HF_MODULES_CACHE", None)
    subprocess.run([COMMAND, "install-metrics"], check=True, capture_output=True, env=environment)
    text, found = doctor()
    assert set(found["metrics"].values()) == {True}
    assert "temporal-qa install-metrics" not in text


def test_the_modules_cache_is_that_of_evaluate():
    import evaluate

    assert diagnosis.caches()["modules"]["path"] == str(Path(evaluate.config.HF_MODULES_CACHE).absolute())
