"""Questions asked of an endpoint by tasks: the responses of one process, in its order."""

import json
import threading

import pytest
from loopback_endpoint import LoopbackEndpoint

from run_command import run_command

pytest.importorskip("datatrove", reason="tasks need the extra scale")
pytest.importorskip("openai", reason="an endpoint needs openai")

ROWS = [
    {
        "id": f"q{number}",
        "question": f"Which teams did Ann play for in {1950 + number}?",
        "fact_context": "Ann played for Ice Warriors from 1940 to 2001.",
        "answers": ["Ice Warriors"],
    }
    for number in range(30)
]


@pytest.fixture
def server():
    with LoopbackEndpoint() as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


def test_tasks_write_what_one_process_writes(server, tmp_path):
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    line = ("predict", "rows.jsonl", "--model", "m", "--endpoint", server.url, "--out")
    run_command(*line, "one.jsonl", cwd=tmp_path)
    assert len(server.asked) == 30
    server.asked.clear()
    shown = run_command(*line, "many.jsonl", "--executor", "local", "--tasks", 5, cwd=tmp_path)
    assert shown.stdout == "wrote many.jsonl: 30 questions asked\n"
    assert (tmp_path / "many.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()
    assert len(server.asked) == 30
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many.jsonl", "one.jsonl", "rows.jsonl"]


def test_a_question_that_is_refused_is_asked_again_alone(server, tmp_path):
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    line = ("predict", "rows.jsonl", "--model", "m", "--endpoint", server.url, "--out", "r.jsonl")
    server.statuses.append(400)  # one of the tasks meets it, and the request that comes after them the next
    run_command(*line, "--executor", "local", "--tasks", 2, cwd=tmp_path)
    assert len(server.asked) == 31
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == 30


def test_a_reader_and_a_local_model_take_no_tasks(tmp_path):
    done = run_command(
        "predict", "rows.jsonl", "--model", "m", "--out", "r.jsonl", "--executor", "local", cwd=tmp_path, status=2
    )
    assert "--executor has no effect without --endpoint" in done.stderr
