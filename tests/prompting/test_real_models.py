"""A tiny chat model made from a config, run in process and behind ``transformers serve``."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.prompting.chat_prompts import chat_prompt
from temporal_qa.prompting.models import LocalModel
from temporal_qa.prompting.predicting import predict

pytestmark = pytest.mark.usefixtures("tiny_model")  # which skips where torch or transformers is not installed


@pytest.fixture(scope="module")
def served(tiny_model, tmp_path_factory):
    """The URL of ``transformers serve`` with the tiny model."""
    for package in ("openai", "fastapi", "uvicorn"):
        pytest.importorskip(package, reason=f"transformers serve needs {package}")
    folder = tmp_path_factory.mktemp("serve")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = shutil.which("transformers", path=Path(sys.executable).parent)
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder)}
    with (folder / "serve.log").open("wb") as log:
        server = subprocess.Popen(
            [command, "serve", str(tiny_model), "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"],
            stdout=log, stderr=log, env=environment,
        )  # fmt: skip
        try:
            until = time.monotonic() + 90
            while True:
                assert server.poll() is None, (folder / "serve.log").read_text()
                assert time.monotonic() < until, "transformers serve did not come up"
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
                    break
                except OSError:
                    time.sleep(0.1)
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("NO_PROXY", "127.0.0.1")
                yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.kill()
            server.wait()


def responses(path):
    return {row.values["id"]: row.values["response"] for row in read_rows(path)}


def test_a_model_gives_the_same_responses_in_process_and_behind_a_server(tiny_model, served, questions, tmp_path):
    ways = {"here.jsonl": {"batch_size": 5}, "there.jsonl": {"endpoint": served, "concurrency": 2}}
    for name, way in ways.items():
        predict(
            questions, tmp_path / name, str(tiny_model), prompting="zero-shot", prefill=False, max_new_tokens=24, **way
        )
    here, there = (responses(tmp_path / name) for name in ways)
    assert here == there
    assert len(set(here.values())) > 3, "the responses depend on the questions"


def test_a_server_that_cannot_continue_a_turn_says_so(tiny_model, served, questions, tmp_path):
    with pytest.raises(InputError, match=r"status 422, .*continue_final_message.* needs --no-prefill"):
        predict(questions, tmp_path / "r.jsonl", str(tiny_model), endpoint=served, max_new_tokens=4)


def test_rendered_in_the_models_own_template(tiny_model, question_rows):
    model = LocalModel(str(tiny_model))
    on_table, with_json = (model.render(chat_prompt(row, "zero-shot")) for row in question_rows[:2])
    assert on_table.startswith("<|im_start|>system\nYou answer questions about time.")
    assert on_table.endswith("Question: How old was the light in 1880?<|im_end|>\n<|im_start|>assistant\n")
    assert with_json.endswith('<|im_end|>\n<|im_start|>assistant\n{"explanation":'), "the turn is left open"


def test_a_batch_answers_as_its_prompts_would_alone(tiny_model, question_rows):
    prompts = [chat_prompt(row) for row in question_rows[:4]]
    together, alone = (
        dict(LocalModel(str(tiny_model), max_new_tokens=12, batch_size=size).ask(prompts)) for size in (4, 1)
    )
    assert together == alone
    assert set(together) == {prompt.id for prompt in prompts}


def test_a_response_is_what_the_model_adds(tiny_model, question_rows):
    model = LocalModel(str(tiny_model), max_new_tokens=12)
    prompt = chat_prompt(question_rows[1], "zero-shot")
    [(_, response)] = model.ask([prompt])
    text = model.tokenizer(model.render(prompt), add_special_tokens=False, return_tensors="pt")
    whole = model.model.generate(**text, max_new_tokens=12, do_sample=False)
    assert model.tokenizer.decode(whole[0][text["input_ids"].shape[1] :], skip_special_tokens=True) == response


def test_no_such_model(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(InputError) as failed:
        LocalModel(str(tmp_path / "nothing-here"))
    assert str(failed.value).startswith(f"--model {tmp_path / 'nothing-here'} cannot be loaded as a chat model: ")
    assert "\n" not in str(failed.value)


def test_a_folder_without_a_model(tmp_path):
    with pytest.raises(InputError, match=r"cannot be loaded as a chat model: the folder has no config\.json"):
        LocalModel(str(tmp_path))


def test_a_model_without_a_chat_template(tiny_model, tmp_path):
    plain = tmp_path / "plain"
    shutil.copytree(tiny_model, plain)
    (plain / "chat_template.jinja").unlink()
    with pytest.raises(InputError, match="has no chat template, expected an instruction-tuned model"):
        LocalModel(str(plain))


def test_a_template_that_refuses_a_system_turn(tiny_model, question_rows):
    model = LocalModel(str(tiny_model))
    model.tokenizer.chat_template = "{{ raise_exception('no system turn') }}"
    with pytest.raises(InputError, match="the model's chat template refuses the prompt: no system turn"):
        list(model.ask([chat_prompt(question_rows[0])]))
