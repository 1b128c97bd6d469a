"""Bare names: installed, loaded from any directory with and without a network, replaced by other versions, removed."""

import json
import multiprocessing
import os
import sys
from pathlib import Path

import filelock
import pytest
from evaluate.loading import CachedEvaluationModuleFactory

import warm_process
from places import ROOT
from temporal_qa.hub import installed_metrics
from temporal_qa.hub.installed_metrics import install_metrics, installed, remove_metrics
from temporal_qa.io.errors import InputError

COMMAND = Path(sys.executable).parent / "temporal-qa"
METRICS = ROOT / "metrics"
NAMES = sorted(module.parent.name for module in METRICS.glob("*/README.md"))

SCORE = """
import evaluate
print(evaluate.load("temporal_mase").compute(predictions=[12, 2, None, 6], references=[10, 2, 6, 6])["temporal_mase"])
for name in ("set_accuracy", "answer_f1", "token_f1"):
    print(evaluate.load(name).compute(predictions=[["a"], ["b"]], references=[["a"], ["c"]])[name])
print(evaluate.load("temporal_smape").compute(predictions=[3, None], references=[1, 5])["temporal_smape"])
"""


def run(environment, *command, cwd):
    return warm_process.run(command, cwd=cwd, env=os.environ | environment)


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def loaded(cache, name="temporal_mase"):
    """The file that evaluate loads for the bare name."""
    cached = CachedEvaluationModuleFactory(f"evaluate-metric--{name}", dynamic_modules_path=cache / "evaluate_modules")
    return cache / "evaluate_modules/metrics" / f"evaluate-metric--{name}" / cached.get_module().hash / f"{name}.py"


def test_the_command_makes_bare_names_work_from_any_directory(hub, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    installed = run(hub.environment(tmp_path / "hf"), COMMAND, "install-metrics", "--json", cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    paths = json.loads(installed.stdout)["installed"]
    assert paths.keys() >= set(NAMES)
    assert all(Path(path).is_file() and str(tmp_path / "hf") in path for path in paths.values())

    # Online, evaluate asks the Hub first, which answers 404 to its users and 401 to others.
    online = hub.environment(tmp_path / "hf")
    offline = online | {"HF_EVALUATE_OFFLINE": "1"}
    for environment in (online, online | {"HF_TOKEN": ""}, offline):
        hub.log.clear()
        scored = run(environment, sys.executable, "-c", SCORE, cwd=tmp_path / "elsewhere")
        assert scored.returncode == 0, scored.stderr
        assert [float(line) for line in scored.stdout.split()] == [pytest.approx(1 / 3), 50, 50, 50, 75]
        assert bool(hub.log) == (environment is not offline)

    removed = run(online, COMMAND, "install-metrics", "--remove", cwd=tmp_path)
    assert sorted(removed.stdout.split()[1::2]) == sorted(str(Path(path).parent) for path in paths.values())
    assert "Couldn't find a module" in run(offline, sys.executable, "-c", SCORE, cwd=tmp_path).stderr
    again = run(online, COMMAND, "install-metrics", "--remove", cwd=tmp_path)
    assert again.stdout.startswith("nothing to remove")


def test_removing_undoes_exactly_what_was_written(tmp_path):
    (tmp_path / "hf").mkdir()
    for prepared in ([], ["hf/modules/evaluate_modules/metrics/evaluate-metric--temporal_mase/notes.txt"],
                     ["hf/modules/__init__.py", "hf/modules/evaluate_modules/__init__.py"]):  # fmt: skip
        for name in prepared:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("of somebody else")
        before = tree(tmp_path)
        installed = install_metrics(tmp_path / "hf/modules")
        install_metrics(tmp_path / "hf/modules")
        assert tree(tmp_path) != before
        (installed["temporal_mase"].parent / "__pycache__").mkdir()  # as an import leaves it
        assert len(remove_metrics(tmp_path / "hf/modules")) == len(installed)
        assert tree(tmp_path) == before
    assert remove_metrics(tmp_path / "hf/modules") == []


def test_folders_that_others_use_meanwhile_stay(tmp_path):
    install_metrics(tmp_path / "modules")
    other = tmp_path / "modules/evaluate_modules/metrics/accuracy/accuracy.py"
    other.parent.mkdir()
    other.write_text("of somebody else")
    remove_metrics(tmp_path / "modules")
    assert [path for path in (tmp_path / "modules").rglob("*") if path.is_file()] == [other]


def test_the_version_that_was_installed_last_wins(tmp_path, monkeypatch):
    chosen = {}
    for version in ("1.0", "2.0", "1.0", "1.0", "2.0"):
        monkeypatch.setattr(installed_metrics, "__version__", version)
        installed = install_metrics(tmp_path)["temporal_mase"]
        assert loaded(tmp_path) == installed
        assert chosen.setdefault(version, installed) == installed  # the same version, the same place
        assert list(tmp_path.rglob("temporal_mase.py")) == [installed]
    assert chosen["1.0"] != chosen["2.0"]
    remove_metrics(tmp_path)
    assert tree(tmp_path) == {}


def test_a_copy_of_others_that_is_newer_does_not_win(tmp_path):
    other = tmp_path / "evaluate_modules/metrics/evaluate-metric--temporal_mase" / ("f" * 64) / "temporal_mase.py"
    other.parent.mkdir(parents=True)
    other.write_text("of somebody else")
    os.utime(other, (5e9, 5e9))  # the clock of the machine that wrote it was wrong
    assert loaded(tmp_path) == other
    installed = install_metrics(tmp_path)["temporal_mase"]
    assert loaded(tmp_path) == installed
    remove_metrics(tmp_path)
    assert loaded(tmp_path) == other


def test_a_damaged_copy_is_written_again(tmp_path):
    installed = install_metrics(tmp_path)["temporal_mase"]
    code = installed.read_bytes()
    installed.write_bytes(code[:100])
    assert install_metrics(tmp_path)["temporal_mase"] == installed
    assert installed.read_bytes() == code


def test_the_remains_of_a_killed_run_can_be_removed(tmp_path, monkeypatch):
    calls = []

    def killed(folder, name, code):
        calls.append(name)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return put(folder, name, code)

    put = installed_metrics._put
    monkeypatch.setattr(installed_metrics, "_put", killed)
    with pytest.raises(KeyboardInterrupt):
        install_metrics(tmp_path / "modules")
    assert any((tmp_path / "modules").rglob("*.py"))
    remove_metrics(tmp_path / "modules")
    assert tree(tmp_path) == {}


def test_only_copies_with_our_mark_are_removed(tmp_path):
    other = tmp_path / "evaluate_modules/metrics/evaluate-metric--temporal_mase" / ("f" * 64) / "temporal_mase.py"
    other.parent.mkdir(parents=True)
    other.write_text("of somebody else")
    before = tree(tmp_path)
    assert remove_metrics(tmp_path) == []
    install_metrics(tmp_path)
    remove_metrics(tmp_path)
    assert tree(tmp_path) == before


def call_when_all_are_there(cache, barrier, failures, calls):
    barrier.wait()
    for call in calls:
        try:
            call(cache)
        except Exception as error:
            failures.put(repr(error))


@pytest.mark.parametrize(
    "calls", [[[install_metrics]] * 4, [[install_metrics, remove_metrics]] * 3], ids=["installed", "and removed"]
)
def test_several_processes_at_once_leave_whole_copies(tmp_path, calls):
    processes = multiprocessing.get_context("fork")
    failures, barrier = processes.Queue(), processes.Barrier(len(calls))
    for _ in range(5):
        started = [
            processes.Process(target=call_when_all_are_there, args=(tmp_path / "a/b", barrier, failures, each))
            for each in calls
        ]
        for process in started:
            process.start()
        for process in started:
            process.join()
        assert failures.empty(), failures.get()
        remove_metrics(tmp_path / "a/b")
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_waiting_too_long_is_an_error(tmp_path, monkeypatch):
    install_metrics(tmp_path)
    monkeypatch.setattr(installed_metrics, "_MAX_WAIT", 0.01)
    with filelock.FileLock(tmp_path / "evaluate_modules/temporal_qa.lock"):
        for call in (install_metrics, remove_metrics):
            with pytest.raises(InputError, match="another process installs or removes metrics there"):
                call(tmp_path)


def test_an_error_of_removal_names_the_path(tmp_path):
    copy = install_metrics(tmp_path)["answer_f1"].parent
    copy.chmod(0o555)
    try:
        if os.access(copy, os.W_OK):
            pytest.skip("this user may write everywhere")
        with pytest.raises(InputError, match=f"^{tmp_path}: cannot be written: Permission denied$"):
            remove_metrics(tmp_path)
    finally:
        copy.chmod(0o755)
    assert remove_metrics(tmp_path)


def test_metrics_of_this_version_are_installed_where_evaluate_takes_them(tmp_path, monkeypatch):
    assert set(installed(tmp_path).values()) == {False}
    monkeypatch.setattr(installed_metrics, "__version__", "0.0.1")
    install_metrics(tmp_path)
    assert set(installed(tmp_path).values()) == {True}
    monkeypatch.undo()
    assert set(installed(tmp_path).values()) == {False}
    module = install_metrics(tmp_path)["temporal_mase"]
    assert set(installed(tmp_path).values()) == {True}
    newer = module.parents[1] / ("f" * 64) / module.name
    newer.parent.mkdir()
    newer.write_text("of somebody else")
    os.utime(newer, (5e9, 5e9))
    assert loaded(tmp_path) == newer
    assert [name for name, there in installed(tmp_path).items() if not there] == ["temporal_mase"]


def test_a_cache_that_cannot_be_written_is_reported(tmp_path):
    (tmp_path / "modules").write_text("a file")
    with pytest.raises(InputError, match="cannot be"):
        install_metrics(tmp_path / "modules")


def test_a_place_where_no_folder_can_be_made_is_reported(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):  # and not tried for ever
        install_metrics(Path("/proc/self/modules"))
