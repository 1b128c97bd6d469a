"""An endpoint that answers, refuses, fails for a while, keeps failing, or stalls."""

import json
import socket
from importlib.util import find_spec

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.prompting.chat_prompts import chat_prompt
from temporal_qa.prompting.models import Endpoint
from temporal_qa.scoring.reading.response import read_answers
from temporal_qa.scoring.reading.thoughts import UNFINISHED
from temporal_qa.scoring.reading.wording import DOUBT

pytestmark = pytest.mark.skipif(find_spec("openai") is None, reason="an endpoint needs openai")


@pytest.fixture
def prompts(question_rows):
    return [chat_prompt(row, "zero-shot") for row in question_rows]


def test_every_prompt_gets_its_own_response(server, prompts):
    answered = dict(Endpoint(server.url, "m", concurrency=5).ask(prompts))
    assert len(answered) == len(server.asked) == len(prompts)
    for prompt in prompts:
        assert answered[prompt.id] == prompt.messages[1]["content"][::-1]


def test_what_is_sent(server, prompts):
    list(Endpoint(server.url, "some/model", max_new_tokens=33, concurrency=1).ask(prompts[:2]))
    on_table, with_json = server.asked
    assert on_table == {
        "model": "some/model", "messages": list(prompts[0].messages), "max_tokens": 33, "temperature": 0,
    }  # fmt: skip
    assert with_json["messages"][-1] == {"role": "assistant", "content": '{"explanation":'}
    assert (with_json["continue_final_message"], with_json["add_generation_prompt"]) == (True, False)


def test_the_key_comes_from_the_environment(server, prompts, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback")
    list(Endpoint(server.url, "m").ask(prompts))
    assert server.keys == {"Bearer sk-loopback"}


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_recovers_is_asked_again(server, prompts, status):
    server.statuses = [status]
    assert len(list(Endpoint(server.url, "m", concurrency=1).ask(prompts[:2]))) == 2
    assert len(server.asked) == 3


@pytest.mark.parametrize(("status", "times"), [(401, 1), (404, 1), (429, 2), (500, 2)])
def test_a_server_that_keeps_failing_is_reported_without_the_key(server, prompts, monkeypatch, status, times):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback")
    server.statuses = [status] * 9
    with pytest.raises(InputError) as failed:
        list(Endpoint(server.url, "m", concurrency=1, retries=1).ask(prompts))
    message = str(failed.value)
    assert message.startswith(f"{server.url}: question ttqa-0: status {status}, ")
    assert "refused" in message
    assert "sk-loopback" not in message
    assert "\n" not in message
    assert len(server.asked) == times


def test_a_server_that_cannot_continue_a_turn(server, prompts):
    server.statuses = [422]
    with pytest.raises(InputError, match="a server that cannot continue a turn needs --no-prefill"):
        list(Endpoint(server.url, "m").ask(prompts[1:2]))


def test_a_server_that_stalls(server, prompts):
    server.delay = 5
    with pytest.raises(InputError, match="no answer in time"):
        list(Endpoint(server.url, "m", timeout=0.2, retries=1).ask(prompts[:1]))
    assert len(server.asked) == 2


def test_a_server_that_trickles(server, prompts):
    """Each byte arrives in time, but the answer does not end."""
    server.faults = ["trickle"] * 2
    with pytest.raises(InputError, match=f"question {prompts[0].id}: no answer in time"):
        list(Endpoint(server.url, "m", timeout=0.3, retries=1).ask(prompts[:1]))
    assert len(server.asked) == 2


def test_a_server_that_closes_in_the_middle(server, prompts):
    server.faults = ["hang up"] * 3
    with pytest.raises(InputError, match=f"question {prompts[0].id}: no connection"):
        list(Endpoint(server.url, "m", retries=1).ask(prompts[:1]))
    assert len(list(Endpoint(server.url, "m", retries=1).ask(prompts[:1]))) == 1


def test_no_server(prompts):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        with pytest.raises(InputError, match=r"no connection \(.*refused"):
            list(Endpoint(url, "m", retries=0).ask(prompts))


@pytest.mark.parametrize("reply", [b"<html>hello</html>", b"{}", b'{"choices": []}', b'{"choices": 7}', b"[]", b'"hi"'])
def test_a_server_of_another_kind(server, prompts, reply):
    server.reply = reply
    with pytest.raises(InputError, match="the answer is not a chat completion"):
        list(Endpoint(server.url, "m", retries=0).ask(prompts[:1]))


def test_an_empty_response_is_a_response(server, prompts):
    server.reply = b'{"choices": [{"index": 0, "message": {"role": "assistant", "content": ""}}]}'
    assert [response for _, response in Endpoint(server.url, "m").ask(prompts[:1])] == [""]


@pytest.mark.parametrize(
    ("choice", "response"),
    [
        ({"message": {"content": None, "reasoning_content": "It may"}, "finish_reason": "length"}, "<think>It may"),
        ({"message": {"content": "", "reasoning": "It may"}, "finish_reason": "stop"}, "<think>It may"),
        ({"message": {"content": None}, "finish_reason": "length"}, "<think>"),
        ({"message": {"content": None}, "finish_reason": "stop"}, "<think>"),
        ({"message": {"content": ""}, "finish_reason": "content_filter"}, "<think>"),
        ({"message": {"content": "Tesla", "reasoning_content": "It may"}, "finish_reason": "stop"}, "Tesla"),
    ],
)
def test_a_thought_that_never_ends_is_no_empty_response(server, prompts, choice, response):
    server.reply = json.dumps({"choices": [{"index": 0, **choice}]}).encode()
    assert [text for _, text in Endpoint(server.url, "m").ask(prompts[:1])] == [response]
    assert read_answers(response).reason == (None if response == "Tesla" else UNFINISHED)


def test_a_refusal_is_kept_and_counts_as_doubt(server, prompts):
    refused = {"message": {"content": None, "refusal": "I am sorry, I cannot."}, "finish_reason": "stop"}
    server.reply = json.dumps({"choices": [{"index": 0, **refused}]}).encode()
    assert [text for _, text in Endpoint(server.url, "m").ask(prompts[:1])] == ["I am sorry, I cannot."]
    assert read_answers("I am sorry, I cannot.").reason == DOUBT


def test_responses_under_way_at_a_failure_are_kept(server, prompts):
    server.statuses = [200, 200, 401]
    server.delay = 0.1
    answered = []
    with pytest.raises(InputError, match="status 401"):
        answered.extend(Endpoint(server.url, "m", concurrency=3).ask(prompts))
    assert len(answered) == len(server.asked) - 1
    assert len(server.asked) <= 6


@pytest.mark.parametrize(
    "url", ["localhost:8000/v1", "http://", "http://me:secret@host/v1", "http://host/v1?key=secret"]
)
def test_a_url_is_plain(url):
    with pytest.raises(InputError, match="expected a plain URL") as refused:
        Endpoint(url, "m")
    assert "secret" not in str(refused.value)
