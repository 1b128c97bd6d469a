"""predict from file to file, killed and gone on with; through the loopback endpoint of conftest.py."""

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from importlib.util import find_spec

import pytest

from temporal_qa import __version__
from temporal_qa.files import InputError
from temporal_qa.prompting.predicting import predict

through_an_endpoint = pytest.mark.skipif(find_spec("openai") is None, reason="an endpoint needs openai")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@through_an_endpoint
def test_one_line_a_response(server, questions, question_rows, tmp_path):
    out = tmp_path / "r.jsonl"
    assert predict(questions, out, "some/model", endpoint=server.url, prompting="zero-shot", max_new_tokens=20) == 12
    written = lines(out)
    assert [line["id"] for line in written] == [row["id"] for row in question_rows]
    hashes = [line.pop("prompt_hash") for line in written]
    assert len(set(hashes)) == 12
    assert all(len(value) == 64 for value in hashes)
    assert written[1] == {
        "id": "tot-0", "dataset": "tot", "split": "head", "model": "some/model", "prompting": "zero-shot",
        "settings": {"through": "endpoint", "decoding": "greedy", "max_new_tokens": 20},
        "version": __version__, "prefill": '{"explanation":', "response": question_rows[1]["question"][::-1],
    }  # fmt: skip


@through_an_endpoint
def test_asked_once_the_same_call_asks_nothing(server, questions, tmp_path):
    out = tmp_path / "r.jsonl"
    assert predict(questions, out, "m", endpoint=server.url, limit=5) == 5
    assert predict(questions, out, "m", endpoint=server.url) == 7
    before = out.read_bytes()
    assert predict(questions, out, "m", endpoint=server.url) == 0
    assert out.read_bytes() == before
    assert set(Counter(server.questions()).values()) == {1}


@through_an_endpoint
@pytest.mark.parametrize(
    ("changed", "key"),
    [({"model": "other"}, "model"), ({"prompting": "zero-shot"}, "prompting"), ({"prefill": False}, "prefill"),
     ({"max_new_tokens": 9}, "settings")],
)  # fmt: skip
def test_a_run_of_another_kind_is_refused(server, questions, tmp_path, changed, key):
    arguments = {"questions": questions, "out": tmp_path / "r.jsonl", "model": "m", "endpoint": server.url}
    predict(**arguments)
    with pytest.raises(InputError, match=f"was asked for with {key} .*, this run has"):
        predict(**arguments | changed)
    assert len(server.asked) == 12


@through_an_endpoint
def test_a_failure_tells_what_is_kept_and_the_next_run_goes_on(server, questions, tmp_path):
    out = tmp_path / "r.jsonl"
    server.statuses = [200, 200, 200, 401]
    with pytest.raises(InputError, match=r"status 401.* \(3 of 12 responses are kept, the same command goes on\)$"):
        predict(questions, out, "m", endpoint=server.url, concurrency=1)
    assert not out.exists()
    assert predict(questions, out, "m", endpoint=server.url) == 9
    assert len(lines(out)) == 12


@through_an_endpoint
def test_killed_and_gone_on_with(server, questions, question_rows, tmp_path):
    out, concurrency = tmp_path / "r.jsonl", 3
    partial = tmp_path / "r.partial.jsonl"
    server.delay = 0.15
    program = (
        "import sys; from temporal_qa.prompting.predicting import predict\n"
        "predict(sys.argv[1], sys.argv[2], 'm', endpoint=sys.argv[3], concurrency=int(sys.argv[4]))"
    )
    arguments = [str(questions), str(out), server.url, str(concurrency)]
    run = subprocess.Popen([sys.executable, "-c", program, *arguments])
    until = time.monotonic() + 60
    while not (partial.exists() and partial.read_bytes().count(b"\n") >= 4) and time.monotonic() < until:
        time.sleep(0.01)
    run.kill()
    assert run.wait() == -signal.SIGKILL
    time.sleep(2 * server.delay)  # requests that were under way reach the log
    kept = {json.loads(line)["id"] for line in partial.read_bytes().split(b"\n")[:-1]}
    assert 4 <= len(kept) < 12
    asked_before = len(server.asked)

    subprocess.run([sys.executable, "-c", program, *arguments], check=True, timeout=60)
    assert [line["id"] for line in lines(out)] == [row["id"] for row in question_rows]
    question_of = {row["id"]: row["question"] for row in question_rows}
    asked = [question.rpartition("Question: ")[2] for question in server.questions()]
    assert sorted(asked[asked_before:]) == sorted(question_of[id_] for id_ in question_of.keys() - kept)
    twice = [question for question, times in Counter(asked).items() if times > 1]
    assert len(twice) <= 2 * concurrency, "under way, or answered and not yet on the disk"
    assert not partial.exists()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"id": 7}, ":2: id is 7, expected a string"),
        ({"id": "ttqa-0"}, ":2: id 'ttqa-0' occurs twice"),
        ({"question": ""}, ":2: question is '', expected a string"),
        ({"source": "timeqa"}, ":2: source is 'timeqa', expected ttqa or tot"),
        ({"source": "ttqa"}, ":2: context is empty, expected the table that the question is about"),
    ],
)
def test_bad_questions(questions, question_rows, tmp_path, change, expected):
    question_rows[1] |= change
    questions.write_text("".join(json.dumps(row) + "\n" for row in question_rows))
    with pytest.raises(InputError) as refused:
        predict(questions, tmp_path / "r.jsonl", "m", endpoint="http://127.0.0.1/v1")
    assert str(refused.value) == f"{questions}{expected}"
    assert list(tmp_path.iterdir()) == [questions]


def test_no_questions(tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    with pytest.raises(InputError, match="no questions"):
        predict(empty, tmp_path / "r.jsonl", "m")


@pytest.mark.parametrize(
    ("missing", "endpoint", "extra"), [("torch", None, "train"), ("openai", "http://127.0.0.1/v1", "endpoint")]
)
def test_an_extra_that_is_not_installed(questions, tmp_path, monkeypatch, missing, endpoint, extra):
    for name in ("accelerate", "torch", "transformers") if missing == "torch" else ("openai",):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match=rf"pip install 'temporal-qa\[{extra}\]'"):
        predict(questions, tmp_path / "r.jsonl", "m", endpoint=endpoint)
