"""URLs where commands take paths, with fsspec's store in memory; ``test_s3.py`` has a real server."""

import json
import os
import sys
from pathlib import Path
from typing import get_type_hints

import fsspec
import orjson
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from run_command import COMMANDS, run_command
from temporal_qa.commands.url_parameters import is_written

STATIONS = [("P54", "Ice Warriors", 0, 5), ("P54", "Polar Bears", 5, 9), ("P551", "Jadebrook", 2, 7)]
FACTS = [
    {"subject": f"Person {n}", "relation": relation, "object": name, "start": f"{year + a}", "end": f"{year + b}"}
    for n, year in enumerate(range(1950, 1962))
    for relation, name, a, b in STATIONS
]
BUILD = ("build", "complex-tr", "--facts", "memory://lab/facts.jsonl", "--out", "memory://lab/ds/made")
TEST = "memory://lab/ds/made/reason_qa/test"


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    store = fsspec.filesystem("memory")
    store.store.clear()
    store.pipe_file("/lab/facts.jsonl", b"".join(orjson.dumps(fact) + b"\n" for fact in FACTS))
    return store


@pytest.fixture
def run(store, tmp_path):
    """Runs a command; nothing that it shows or writes names the local copies, and none stay."""

    def run(*arguments, status=0, stay=False):
        finished = run_command(*arguments, cwd=tmp_path, status=status)
        copies = str(tmp_path / "cache")
        if not stay:
            assert not list((tmp_path / "cache/temporal-qa/urls").glob("*"))
            assert copies not in finished.stdout + finished.stderr
        assert status == 0 or finished.stderr.count("\n") == 1
        assert not [name for name in store.find("/") if copies.encode() in store.cat_file(name)]
        return finished

    return run


WRITTEN = {
    *(f"{command} out" for command in (
        "demo", "mine", "perturb", "chat-rows", "check", "audit", "date-tokens", "solve", "predict", "embed", "report",
        "retrieve", "paraphrase", "import questions", "import graph", "distil temp-answer-qa", "annotate export",
        "annotate import", "build complex-tr", "build pseudo-pit", "build date-arithmetic", "build hieradate",
        "build time-qa", "build cron-questions", "build temp-answer-qa",
    )),
    "mine lives", "score items", "score-probes items", "score-responses items", "score-responses report",
    "annotate agreement gold", "annotate agreement disagreements",
}  # fmt: skip


def test_it_is_known_of_each_path_whether_it_is_written():
    paths = {
        f"{words} {name}": is_written(words.split()[-1], name)
        for words, command in COMMANDS.items()
        for name, kind in get_type_hints(command.callback).items()
        if "Path" in str(kind)
    }
    assert {path for path, written in paths.items() if written} == WRITTEN
    assert len(paths) > len(WRITTEN)


def test_folders_of_a_url_of_this_machine_are_made(run, tmp_path):
    run(*BUILD)
    run("solve", TEST, "--out", f"file://{tmp_path}/new/answers.jsonl")
    assert (tmp_path / "new/answers.jsonl").stat().st_size


def test_a_dataset_at_a_url_has_the_bytes_of_one_here(store, run, tmp_path):
    (tmp_path / "facts.jsonl").write_bytes(store.cat_file("/lab/facts.jsonl"))
    here = run("build", "complex-tr", "--facts", "facts.jsonl", "--out", "made").stdout
    there = run(*BUILD).stdout
    assert there == here.replace("made", "memory://lab/ds/made")
    files = [path.relative_to(tmp_path / "made") for path in (tmp_path / "made").rglob("*") if path.is_file()]
    assert {f"/lab/ds/made/{name}" for name in files} == set(store.find("/lab/ds"))
    assert all(store.cat_file(f"/lab/ds/made/{name}") == (tmp_path / "made" / name).read_bytes() for name in files)


def test_from_a_dataset_at_a_url_to_a_report(store, run):
    run(*BUILD)
    assert "wrote memory://lab/runs/a.jsonl: " in run("solve", TEST, "--out", "memory://lab/runs/a.jsonl").stdout
    score = ("score", TEST, "memory://lab/runs/a.jsonl", "--json", "--items")
    assert json.loads(run(*score, "memory://lab/items/a.jsonl").stdout)["rows"][0]["set_accuracy"] == 100
    run(*score, "memory://lab/items/b.jsonl", "--run", "b")
    run("audit", TEST, "--out=memory://lab/audit.json")
    assert "report: memory://lab/report/report.html" in run(
        "report", "memory://lab/items/*.jsonl", "--questions", TEST, "--out", "memory://lab/report", "--bootstrap", 10
    ).stdout  # fmt: skip
    inputs = json.loads(store.cat_file("/lab/report/build.json"))["inputs"]
    assert [each["file"] for each in inputs][:2] == ["a.jsonl", "b.jsonl"]
    run("annotate", "export", TEST, "--out", "memory://lab/tasks", "--sample", 2, "--double", 1)
    run("check", "memory://lab/facts.jsonl", "--out", "memory://lab/findings.jsonl")
    run("chat-rows", TEST, "--out", "memory://lab/chat.parquet")
    run("import", "graph", "memory://lab/facts.jsonl", "--out", "memory://lab/graph")
    run("build", "cron-questions", "--facts", "memory://lab/graph", "--out", "memory://lab/cron", "--workers", 1)
    solved = run("solve", "memory://lab/cron/questions/train", "--graph", "memory://lab/graph", "--out", "here.jsonl")
    assert "wrote here.jsonl" in solved.stdout


def test_what_is_there_is_replaced_only_if_it_is_ours(store, run):
    run(*BUILD)
    other = ("build", "date-arithmetic", "--questions", 8, "--overwrite", "--out")
    assert "of the kind complex_tr, expected date_arithmetic" in run(*other, "memory://lab/ds/made", status=2).stderr
    assert "holds no build.json of ours" in run(*other, "memory://lab/ds", status=2).stderr
    store.pipe_file("/lab/ds/made/reason_qa/stale-00000-of-00001.parquet", b"old")
    before = store.find("/lab")
    assert "memory://lab/ds/made: the folder exists and is not empty; choose another" in run(*BUILD, status=2).stderr
    refused = run(*BUILD, "--overwrite", status=2).stderr
    assert "not overwritten: it holds reason_qa/stale-00000-of-00001.parquet, which temporal-qa did not" in refused
    assert store.find("/lab") == before
    record = json.loads(store.cat_file("/lab/ds/made/build.json"))
    del record["files"]  # of an earlier version
    store.pipe_file("/lab/ds/made/build.json", json.dumps(record).encode())
    run(*BUILD, "--overwrite")
    assert set(before) - set(store.find("/lab")) == {"/lab/ds/made/reason_qa/stale-00000-of-00001.parquet"}
    solve = ("solve", TEST, "--out", "memory://lab/a.jsonl")
    run(*solve)
    assert "memory://lab/a.jsonl: the file exists; choose another" in run(*solve, status=2).stderr
    run(*solve, "--overwrite")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*BUILD[:-1], "memory://lab/facts.jsonl"), "memory://lab/facts.jsonl: the file exists"),
        (("check", "memory://lab/bad.jsonl", "--out", "memory://lab/bad.jsonl", "--overwrite"), "is the input"),
        ((*BUILD, "--config", "open_domain", "--cache", "memory://lab/c"), "--cache: expected a folder on this mach"),
        (("solve", "memory://lab/*.jsonl", "--out", "x.jsonl"), "memory://lab/*.jsonl: matches 2 files, expected"),
        (("solve", "memory://lab/facts.jsonl", "--out", "memory://lab/x.csv"), "memory://lab/x.csv: expected"),
        (("solve", "memory://lab/facts.jsonl", "--out", "https://lab/x.jsonl"), "https://lab/x.jsonl: cannot be"),
        (("check", "memory://lab/bad.jsonl", "--as-of", "soon"), "--as-of: not a date"),
        (("build", "complex-tr", "--facts", "memory://lab/bad.jsonl", "--out", "x"), "memory://lab/bad.jsonl:1: not"),
        (("predict", "memory://lab/bad.jsonl", "--model", "memory://lab/no", "--out", "x.jsonl"), "lab/no: no such"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_with_the_url(store, run, arguments, message):
    store.pipe_file("/lab/bad.jsonl", b"nonsense\n")
    assert message in run(*arguments, status=2).stderr
    assert store.find("/lab") == ["/lab/bad.jsonl", "/lab/facts.jsonl"]


@pytest.mark.parametrize(
    ("stop", "status", "overwrite"),
    [(SystemExit(143), 143, False), (OSError("reset by peer"), 2, False), (OSError("reset by peer"), 2, True)],
)
def test_the_same_command_copies_what_an_interrupted_one_has_not(store, run, monkeypatch, stop, status, overwrite):
    if overwrite:
        run(*BUILD, "--seed", 1)
    command, copied, put_file = [*BUILD, *(["--overwrite"] if overwrite else [])], [], MemoryFileSystem.put_file

    def put(self, here, there, **options):
        if len(copied) == 2:
            put_file(self, os.devnull, there)  # half a file
            raise stop
        copied.append(there)
        put_file(self, here, there, **options)

    monkeypatch.setattr(MemoryFileSystem, "put_file", put)
    told = run(*command, status=status, stay=True)
    assert "the same command resumes" in told.stderr
    assert told.stdout == ""
    assert not store.exists("/lab/ds/made/build.json")
    assert not store.exists("/lab/ds/made/README.md")

    monkeypatch.setattr(MemoryFileSystem, "put_file", lambda *a, **o: (copied.append(a[2]), put_file(*a, **o))[1])
    monkeypatch.setitem(sys.modules, "temporal_qa.dataset_scripts.complex_tr", None)  # it is not built again
    assert run(*command).stdout.startswith("wrote memory://lab/ds/made\n  train: ")
    assert len(copied) == len(set(copied)) == len(store.find("/lab/ds/made"))
    assert copied[-2:] == ["/lab/ds/made/README.md", "/lab/ds/made/build.json"]
    assert all(store.info(name)["size"] for name in copied)


def test_other_inputs_after_an_interrupt_are_built_anew(store, run, monkeypatch, tmp_path):
    def refuse(*_, **__):
        raise OSError("reset by peer")

    with monkeypatch.context() as broken:
        broken.setattr(MemoryFileSystem, "put_file", refuse)
        run(*BUILD, status=2, stay=True)
    store.pipe_file("/lab/facts.jsonl", store.cat_file("/lab/facts.jsonl").replace(b"Jadebrook", b"Redbrook"))
    run(*BUILD)
    (tmp_path / "facts.jsonl").write_bytes(store.cat_file("/lab/facts.jsonl"))
    run("build", "complex-tr", "--facts", "facts.jsonl", "--out", "made")
    for path in Path(tmp_path / "made").rglob("*.parquet"):
        assert store.cat_file(f"/lab/ds/{path.relative_to(tmp_path)}") == path.read_bytes()
