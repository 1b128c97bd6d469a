"""temporal-qa doctor shows what is there, what is missing and what that prevents; never a credential."""

import importlib.metadata
import json
import os
import re
import sys
from functools import partial
from pathlib import Path

import pytest

import warm_process
from temporal_qa import __version__
from temporal_qa.commands import doctor as diagnosis
from temporal_qa.commands.doctor import device_lines
from temporal_qa.hub import installed_metrics

COMMAND = Path(sys.executable).parent / "temporal-qa"
# Both outputs in one process: most of the time goes into loading the libraries that the command asks.
TWICE = """
import sys
sys.path[:0] = sys.argv[1:]
from temporal_qa.command_line import main
for option in ([], ["--json"]):
    sys.argv = ["temporal-qa", "doctor", *option]
    try:
        main()
    except SystemExit as end:
        assert not end.code
    print(end="\\f")
"""
CREDENTIALS = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "OPENAI_API_KEY", "TEMPORAL_QA_CONTACT")


def outputs(folder, code=TWICE, path=(), **environment):
    """The output of the command in this folder, with an empty home in it, as text and as JSON."""
    bare = {name: value for name, value in os.environ.items() if name not in CREDENTIALS and not name.startswith("HF_")}
    env = bare | {"HF_HOME": str(folder / "huggingface")} | environment
    finished = warm_process.run([sys.executable, "-c", code, *path], cwd=folder, env=env)
    assert (finished.returncode, finished.stderr) == (0, "")
    text, record, _ = finished.stdout.split("\f")
    return text, json.loads(record)


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The outputs where nothing is set."""
    return outputs(tmp_path_factory.mktemp("plain"))


@pytest.fixture
def doctor(tmp_path):
    """The outputs in a new folder, where a test makes what is to be found."""
    run = partial(outputs, tmp_path)
    run.home = tmp_path / "huggingface"
    return run


def test_every_part_is_shown(plain):
    text, found = plain
    assert (found["temporal_qa"], found["python"]) == (__version__, sys.version.split()[0])
    assert Path(found["installed_in"]).name == "temporal_qa"
    headings = ["Extras", "Devices", "Caches", "Credentials", "Metrics by their bare names"]
    assert re.findall(r"^[A-Z].*$", text, re.MULTILINE) == headings
    assert all(f" {name} " in text for name in found["extras"])
    assert found["devices"]["cpu_cores"] >= 1
    assert found["caches"]["hub"]["free_gb"] > 0


def test_each_extra_of_the_package_is_known_and_has_its_cost():
    declared = set(importlib.metadata.metadata("temporal-qa").get_all("Provides-Extra"))
    assert set(diagnosis.NEEDED_FOR) == declared - {"dev", "docs"}
    assert list(diagnosis.extras()) == sorted(declared - {"dev", "docs"})


def test_a_missing_package_and_one_that_is_too_old(monkeypatch):
    requires = ["numpy>=2", 'duckdb<3,>=2; extra == "mine"', 'isal>=1.9; extra == "mine"', 'msgspec; extra == "mine"']
    versions = {"duckdb": "1.4.0", "msgspec": "0.22.0"}

    def version(name):
        if name in versions:
            return versions[name]
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", lambda name: requires)
    monkeypatch.setattr(importlib.metadata, "version", version)
    assert diagnosis.extras() == {
        "mine": {
            "name": "mine", "installed": {"msgspec": "0.22.0"}, "missing": ["duckdb<3,>=2 (found 1.4.0)", "isal>=1.9"],
            "needed_for": "mine", "install": "pip install 'temporal-qa[mine]'",
        }
    }  # fmt: skip


def test_a_missing_extra_says_what_it_costs_and_how_to_get_it(plain):
    text, found = plain
    missing = [extra for extra in found["extras"].values() if extra["missing"]]
    if not missing:
        pytest.skip("every extra is installed here")
    for extra in missing:
        assert f"without: {extra['needed_for']}\n" in text
        assert f"pip install 'temporal-qa[{extra['name']}]'\n" in text


def test_credentials_are_found_and_never_shown(plain, doctor):
    text, found = plain
    assert {one["found_in"] for one in found["credentials"].values()} == {None}
    assert "without: publish, publish-metric, private repositories; hf auth login, or set HF_TOKEN" in text

    secrets = {name: f"secret-{number}" for number, name in enumerate(CREDENTIALS)}
    text, found = doctor(**secrets)
    assert [one["found_in"] for one in found["credentials"].values()] == [
        "HF_TOKEN", "OPENAI_API_KEY", "TEMPORAL_QA_CONTACT",
    ]  # fmt: skip
    assert "secret" not in text + json.dumps(found)


def test_a_token_from_a_login_is_found_in_its_file(doctor):
    doctor.home.mkdir()
    (doctor.home / "token").write_text("secret-token")
    text, found = doctor()
    assert found["credentials"]["Hugging Face token"]["found_in"] == str(doctor.home / "token")
    assert "secret" not in text + json.dumps(found)


def test_an_empty_variable_is_not_a_credential(doctor):
    _, found = doctor(HF_TOKEN="", OPENAI_API_KEY=" ", TEMPORAL_QA_CONTACT="")
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


def test_a_cache_in_a_folder_that_may_not_be_searched(doctor, tmp_path):
    doctor.home.mkdir()
    doctor.home.chmod(0)
    try:
        if os.access(doctor.home, os.X_OK):
            pytest.skip("this user may search everything")
        text, found = doctor(HF_HOME=str(doctor.home / "inner"))
    finally:
        doctor.home.chmod(0o755)
    assert {cache["problem"] for cache in found["caches"].values()} == {"Permission denied"}
    assert set(found["metrics"].values()) == {False}
    assert f"NO       hub                 {doctor.home / 'inner/hub'} (Permission denied)\n" in text
    assert found["credentials"]["Hugging Face token"]["problem"].endswith("token cannot be read: Permission denied")


def test_doctor_and_publish_report_a_token_that_cannot_be_read(doctor, tmp_path):
    (doctor.home / "token").mkdir(parents=True)
    text, found = doctor()
    token = found["credentials"]["Hugging Face token"]
    assert (token["found_in"], token["problem"]) == (None, f"{doctor.home / 'token'} cannot be read: Is a directory")
    assert f"NO       Hugging Face token  {token['problem']}; without: publish" in text
    bare = {name: value for name, value in os.environ.items() if name not in CREDENTIALS}
    finished = warm_process.run(
        [COMMAND, "publish-metric", "token_f1", "org/a"], env=bare | {"HF_HOME": str(doctor.home)}
    )
    assert finished.returncode == 2
    assert finished.stderr == f"temporal-qa: {doctor.home / 'token'}: the token cannot be read: Is a directory\n"


def test_without_a_working_directory(doctor):
    text, _ = doctor('import os; os.mkdir("gone"); os.chdir("gone"); os.rmdir("../gone")\n' + TWICE)
    assert text.startswith(f"temporal-qa {__version__}, ")


@pytest.mark.parametrize(
    ("module", "message"),
    [("raise RuntimeError('no driver\\nof this kind')", "cannot be loaded: no driver"),
     ("raise OSError('libcuda.so')", "cannot be loaded: libcuda.so"),
     ("import there_is_no_such_module", "cannot be loaded: No module named 'there_is_no_such_module'"),
     (None, "cannot be loaded: module 'torch' has no attribute '__version__'")],
)  # fmt: skip
def test_a_torch_that_cannot_be_loaded(doctor, tmp_path, module, message):
    (tmp_path / "broken/torch").mkdir(parents=True)
    if module is not None:
        (tmp_path / "broken/torch/__init__.py").write_text(module)
    else:
        (tmp_path / "broken/torch/__init__.py").touch()  # left over; without this file torch elsewhere would be found
    text, found = doctor(path=[tmp_path / "broken"])
    assert (found["devices"]["torch"], found["devices"]["accelerators"]) == (message, None)
    assert f"none     torch               {message}; see the extra train\n" in text


def test_accelerators_are_shown_with_memory_and_bf16():
    card = {"device": "cuda:0", "name": "NVIDIA T4", "memory_gb": 15.8, "bf16": False}
    chip = {"device": "mps", "name": "arm", "memory_gb": None, "bf16": True}
    found = {"cpu_cores": 8, "torch": "2.13.0", "accelerators": [card, chip]}
    lines = [" ".join(line.split()) for line in device_lines(found)]
    assert lines == ["ok cpu 8 cores", "ok cuda:0 NVIDIA T4, 15.8 GB, bf16: no", "ok mps arm, bf16: yes"]
    lines = list(device_lines(found | {"accelerators": []}))
    assert lines[1].endswith("torch 2.13.0 finds none: models run on the CPU, slowly")


def test_devices_are_those_of_torch():
    torch = pytest.importorskip("torch", reason="needs torch")
    found = diagnosis.devices()
    assert found["torch"] == torch.__version__
    assert len(found["accelerators"]) == torch.cuda.device_count() + torch.backends.mps.is_available()


def test_metrics_are_found_once_they_are_installed(plain, doctor, monkeypatch):
    text, found = plain
    assert set(found["metrics"].values()) == {False}
    assert "temporal_mase" in found["metrics"]
    assert "temporal-qa install-metrics" in text
    environment = os.environ | {"HF_HOME": str(doctor.home)}
    environment.pop("HF_MODULES_CACHE", None)
    monkeypatch.setattr(installed_metrics, "__version__", "0.0.1")
    installed_metrics.install_metrics(doctor.home / "modules")
    text, found = doctor()
    assert set(found["metrics"].values()) == {False}  # of another version
    warm_process.run([COMMAND, "install-metrics"], env=environment).check_returncode()
    text, found = doctor()
    assert set(found["metrics"].values()) == {True}
    assert "temporal-qa install-metrics" not in text


def test_the_modules_cache_is_that_of_evaluate():
    """In a process of its own: here, a test with other caches may have been the first to load the libraries."""
    code = (
        "import evaluate; from temporal_qa.commands.doctor import caches; "
        "print(caches()['modules']['path'], evaluate.config.HF_MODULES_CACHE, sep='\\n')"
    )
    done = warm_process.run([sys.executable, "-c", code])
    ours, theirs = done.stdout.splitlines()
    assert Path(ours) == Path(theirs).absolute()
