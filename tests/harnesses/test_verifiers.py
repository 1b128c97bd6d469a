"""The taskset of verifiers, run for real by its own commands: validated, and asked of an endpoint on this machine."""

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path

import pytest

vf = pytest.importorskip("verifiers.v1", reason="needs verifiers: make test-verifiers")

from temporal_qa_v1 import TemporalTaskset  # noqa: E402
from temporal_qa_v1.taskset import TemporalConfig  # noqa: E402

from temporal_qa.questions.complex_tr.solver import solve_text  # noqa: E402
from temporal_qa.rewards.tasks import create_dataset  # noqa: E402

COMMANDS = Path(sys.executable).parent


def run(command, *arguments, cwd):
    environment = {"PATH": f"{COMMANDS}:{os.environ['PATH']}", "NO_PROXY": "127.0.0.1", "OPENAI_API_KEY": "none"}
    done = subprocess.run(
        [COMMANDS / command, *arguments, "--no-rich"], cwd=cwd, capture_output=True, encoding="utf-8",
        env=os.environ | environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]


class Solver(BaseHTTPRequestHandler):
    """Streams the right answer, and to every third request one that is wrong."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        facts, _, question = body["messages"][-1]["content"].partition("\n\nQuestion: ")
        right = " $and ".join(solve_text(question, facts.removeprefix("Facts:\n")).answers)
        self.server.asked += 1
        said = "<think>Hm.</think>Final Answer: " + ("Nobody" if self.server.asked % 3 == 0 else right)
        choices = ({"delta": {"content": said}, "finish_reason": None}, {"delta": {}, "finish_reason": "stop"})
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": body["model"]}
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for choice in choices:
            self.wfile.write(f"data: {json.dumps(chunk | {'choices': [choice | {'index': 0}]})}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *_):
        """Keeps the output of the tests clean."""


def test_its_tasks_are_those_of_the_dataset_without_end():
    taskset = TemporalTaskset(TemporalConfig(id="temporal-qa-v1", seed=5, level=2))
    assert TemporalTaskset.INFINITE
    for task, row in zip(islice(taskset.load(), 10), create_dataset("pseudo_pit", 10, 5, 2), strict=True):
        assert (task.data.question, task.data.answers) == (row["question"], row["answers"])
        assert row["fact_context"] in task.data.prompt_text


def test_its_own_command_validates_every_task(tmp_path):
    run("vf-validate", "temporal-qa-v1", "-n", "1000", "--runtime.type", "subprocess", "-o", "out", cwd=tmp_path)
    (summary,) = tmp_path.glob("out/*/summary.json")
    assert json.loads(summary.read_text())["outcomes"]["valid"] == 1_000


def test_its_own_command_evaluates_a_model_behind_an_endpoint(tmp_path):
    with ThreadingHTTPServer(("127.0.0.1", 0), Solver) as server:
        server.asked = 0
        threading.Thread(target=server.serve_forever, daemon=True).start()
        run(
            "vf-eval", "temporal-qa-v1", "-n", "6", "-m", "solver", "-o", "out", "--no-push",
            "--client.base-url", f"http://127.0.0.1:{server.server_port}/v1", "--client.api-key-var", "OPENAI_API_KEY",
            "--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess", cwd=tmp_path,
        )  # fmt: skip
        server.shutdown()
    (traces,) = tmp_path.glob("out/*/traces.jsonl")
    runs = [json.loads(line)["traces"][0] for line in traces.read_text().splitlines()]
    scores = [(run["rewards"]["set_accuracy"]["score"], run["rewards"]["form"]["score"]) for run in runs]
    assert sorted(scores) == [(0, 1)] * 2 + [(1, 1)] * 4
