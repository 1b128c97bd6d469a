"""Rows reworded by a model behind an endpoint that fails and lies: none is lost, a killed run resumes to the same."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("datatrove", reason="paraphrase needs datatrove")
pytest.importorskip("aiosqlite", reason="paraphrase needs aiosqlite")

sys.path.insert(0, str(Path(__file__).parent))  # for the file beside this one

from rewording_endpoint import RewordingEndpoint, lot

from run_command import run_command as run
from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import block_questions
from temporal_qa.io.read import read_rows

ROWS = 100
_REWORDED = {"question", "instruction"}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    made = [
        question.to_row()
        for question in block_questions(make_recipe(PseudoOptions(seed=5, invent=True, resample=False)), 0, ROWS)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in made))
    return path


@pytest.fixture(autouse=True, scope="module")
def _key():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "sk-loopback")
        patch.setenv("NO_PROXY", "127.0.0.1")
        yield


@contextmanager
def rewording():
    with RewordingEndpoint() as endpoint:
        yield endpoint.start()
        endpoint.shutdown()


@pytest.fixture
def server():
    with rewording() as endpoint:
        yield endpoint


@pytest.fixture(scope="module")
def whole(rows, tmp_path_factory):
    """The folder in which one process reworded all rows, what it said, and the keys that its server was sent."""
    folder = tmp_path_factory.mktemp("whole")
    with rewording() as endpoint:
        said = run(*command(rows, endpoint, "out.jsonl", "--json"), cwd=folder)
        return folder, said, endpoint.keys


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def command(rows, server, out, *more):
    return ["paraphrase", rows, "--model", "m", "--endpoint", server.url, "--out", out, "--concurrency", 16, *more]


def test_no_row_is_lost_and_no_other_meaning_kept(rows, whole):
    folder, said, keys = whole
    report, made, given = json.loads(said.stdout), lines(folder / "out.jsonl"), lines(rows)
    assert said.stderr == ""
    assert [row["id"] for row in made] == [row["id"] for row in given]
    for row, old in zip(made, given, strict=True):
        assert row["original_question"] == old["question"]
        assert row["paraphrased"] == (row["question"] != old["question"])
        assert row["instruction"] == old["instruction"].replace(old["question"], row["question"])
        assert {key: row[key] for key in old.keys() - _REWORDED} == {key: old[key] for key in old.keys() - _REWORDED}
        drawn = lot(old["question"])
        if drawn < 5 or 10 <= drawn < 20:
            assert not row["paraphrased"], row["question"]
    assert report["rows"] == ROWS == report["reworded"] + sum(report["kept_as_they_were"].values())
    assert report["reworded"] == sum(row["paraphrased"] for row in made) > 0.6 * ROWS
    assert report["kept_as_they_were"]["the request failed"] == sum(lot(row["question"]) < 5 for row in given)
    assert [path.name for path in folder.iterdir()] == ["out.jsonl"]
    assert keys == {"Bearer sk-loopback"}


def test_the_solver_still_answers_paraphrased_rows(whole, tmp_path):
    made = whole[0] / "out.jsonl"
    report = json.loads(run("audit", made, "--out", "audit.json", "--json", cwd=tmp_path).stdout)
    solved = json.loads(run("solve", made, "--out", "solved.jsonl", "--json", cwd=tmp_path).stdout)
    assert solved["answered"] == solved["questions"] == ROWS
    assert report


def test_killed_tasks_resume_to_the_bytes_of_one_process(rows, server, whole, tmp_path):
    tasks = 2
    server.delay = 0.2
    again = [str(word) for word in command(rows, server, "out.jsonl", "--executor", "local", "--tasks", tasks)]
    process = subprocess.Popen(
        [sys.executable, "-m", "temporal_qa", *again], cwd=tmp_path, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while len(server.attempts) < ROWS / 2:
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "out.jsonl").exists()
    kept = b"".join(path.read_bytes() for path in (tmp_path / ".out.jsonl.unfinished").rglob("*") if path.is_file())
    assert len(kept) > 1000
    assert b"sk-loopback" not in kept
    time.sleep(0.5)  # what the killed process had sent is answered
    server.delay = 0.0
    run(*again, cwd=tmp_path)
    assert (tmp_path / "out.jsonl").read_bytes() == (whole[0] / "out.jsonl").read_bytes()
    assert sum(n > 1 for question, n in server.attempts.items() if lot(question) >= 10) <= 16 * tasks  # under way


def test_a_server_that_refuses_the_key_ends_the_run_in_one_line(rows, server, tmp_path):
    server.refuse = 401
    said = run(*command(rows, server, "out.parquet", "--limit", 20), cwd=tmp_path, status=2)
    assert said.stderr.startswith(f"temporal-qa: {server.url}: status 401, ")
    assert said.stderr.count("\n") == 1
    assert "sk-loopback" not in said.stderr
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"sk-loopback" not in kept
    server.refuse = 0
    run(*command(rows, server, "out.parquet", "--limit", 20), cwd=tmp_path)
    assert len(list(read_rows(tmp_path / "out.parquet"))) == 20


def test_a_server_that_answers_nothing_ends_the_run_in_one_line(rows, server, tmp_path):
    server.refuse = 422
    said = run(*command(rows, server, "out.parquet", "--limit", 2), cwd=tmp_path, status=2)
    assert said.stderr == f"temporal-qa: {server.url}: every request failed; the same command asks again\n"
    server.refuse = 0
    run(*command(rows, server, "out.parquet", "--limit", 2), cwd=tmp_path)


def test_rows_of_other_kinds_are_refused_in_one_line(server, tmp_path):
    (tmp_path / "rows.jsonl").write_text(json.dumps({"id": "q", "question": "How old was she in 1990?"}) + "\n")
    said = run(*command("rows.jsonl", server, "out.jsonl"), cwd=tmp_path, status=2)
    assert said.stderr == "temporal-qa: rows.jsonl:1: neither 'facts' nor 'fact_context', expected one of them\n"
