"""predict from file to file, through the loopback endpoint of conftest.py."""

import json
import sys
from collections import Counter
from importlib.util import find_spec

import pytest

from run_command import run_command
from temporal_qa import __version__
from temporal_qa.io.errors import InputError
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


REASON_QA = [
    {
        "id": f"L2_{number}",
        "question": f"Which teams did Ann play for in {1990 + number}?",
        "fact_context": "Ann played for Ice Warriors from 1980 to 2001.\nAnn played for Polar Bears from 1989 to 2003.",
        "answers": ["Ice Warriors", "Polar Bears"],
    }
    for number in range(4)
]


@pytest.fixture
def reason_qa(tmp_path):
    path = tmp_path / "test.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in REASON_QA))
    return path


@through_an_endpoint
def test_reason_qa_is_written_as_score_reads_it_and_resumes(server, reason_qa, tmp_path):
    out = tmp_path / "r.jsonl"
    wrong, right = (
        json.dumps({"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}).encode()
        for text in (
            "Final Answer: Ice Warriors",
            "<think>Both.\n\n</think>\n\nFinal Answer: Ice Warriors $and Polar Bears",
        )
    )
    server.reply = wrong
    assert predict(reason_qa, out, "m", endpoint=server.url, limit=1) == 1
    server.reply = right
    assert predict(reason_qa, out, "m", endpoint=server.url) == 3
    assert lines(out)[1].keys() == {"id", "model", "prompting", "settings", "version", "prompt_hash", "text"}
    assert [line["id"] for line in lines(out)] == [row["id"] for row in REASON_QA]
    scored = json.loads(run_command("score", reason_qa, out, "--json", cwd=tmp_path).stdout)
    assert scored["rows"][0]["set_accuracy"] == 75


@through_an_endpoint
def test_a_response_that_is_not_unicode_is_kept_as_far_as_it_is(server, reason_qa, tmp_path):
    server.reply = rb'{"choices": [{"index": 0, "message": {"role": "assistant", "content": "A \ud800 \ud83d\ude00"}}]}'
    assert predict(reason_qa, tmp_path / "r.jsonl", "m", endpoint=server.url) == 4
    assert {line["text"] for line in lines(tmp_path / "r.jsonl")} == {"A \N{REPLACEMENT CHARACTER} \N{GRINNING FACE}"}


@through_an_endpoint
def test_the_same_call_asks_nothing_again(server, questions, tmp_path):
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
def test_a_failure_reports_what_is_kept_and_the_next_run_resumes(server, questions, tmp_path):
    out = tmp_path / "r.jsonl"
    server.statuses = [200, 200, 200, 401]
    with pytest.raises(InputError, match=r"status 401.* \(3 of 12 responses are kept; the same command resumes\)$"):
        predict(questions, out, "m", endpoint=server.url, concurrency=1)
    assert not out.exists()
    assert predict(questions, out, "m", endpoint=server.url) == 9
    assert len(lines(out)) == 12


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"id": None}, ":2: expected an 'id' (text or a whole number), found None"),
        ({"id": "ttqa-0"}, ":2: id 'ttqa-0' occurs twice"),
        ({"question": ""}, ":2: expected 'question' (text), found ''"),
        (
            {"source": "timeqa"},
            ":2: expected 'fact_context' (ReasonQA), 'answer_type' (questions on dates), or 'source' ttqa or tot "
            "(TempAnswerQA); found none",
        ),
        ({"source": None, "fact_context": " "}, ":2: expected 'fact_context' (text), found ' '"),
        (
            {"source": None, "fact_context": "Ann worked for SAP.", "passages": []},
            ":2: has passages (config open_domain), expected a row of config reason_qa: facts in fact_context",
        ),
        (
            {"source": None, "fact_context": "Ann worked for SAP."},
            ":2: is not of the same dataset as the rows before it, expected TempAnswerQA alone",
        ),
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
