"""inspect_ai run for real, offline: its scores are those of our commands on the same responses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="needs inspect_ai: pip install 'temporal-qa[harness]'")
pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated:DeprecationWarning")

from inspect_ai.log import read_eval_log  # noqa: E402
from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402

from temporal_qa.io.read import InputError  # noqa: E402
from temporal_qa.prompting.chat_prompts import chat_prompt, right_response  # noqa: E402
from temporal_qa.prompting.models import LocalModel  # noqa: E402


def evaluate(task, model, tmp_path, **how):
    """The log of a run."""
    (log,) = inspect_ai.eval(task, model, log_dir=str(tmp_path / "logs"), display="none", **how)
    assert log.status == "success", log.error
    return log


def said(text):
    """One response. Its usage is given, as the tokens of a mock model are counted by a file from the internet."""
    return ModelOutput.from_content("mockllm/model", text).model_copy(update={"usage": ModelUsage()})


def replay(responses):
    """A model that has said it all before, by the last turn of the prompt."""

    def answer(messages, tools, tool_choice, config):
        return said(responses[messages[-1].text])

    return get_model("mockllm/model", custom_outputs=answer)


def logged(log):
    return {sample.id: sample.output.completion for sample in log.samples}


def test_reason_qa_scores_as_our_command_does(inspect_tasks, complex_tr, split_rows, noisy_answers, score, tmp_path):
    rows = split_rows(complex_tr, "reason_qa", "test")
    texts = noisy_answers(rows)
    prompts = {chat_prompt(row).messages[-1]["content"]: texts[row["id"]] for row in rows}
    log = evaluate(inspect_tasks.reason_qa(str(complex_tr)), replay(prompts), tmp_path)
    assert logged(log) == texts
    found = {one.name: one.metrics["mean"].value for one in log.results.scores}
    assert found == pytest.approx(score(rows, texts), rel=1e-14)


@pytest.mark.parametrize("name", ["date_arithmetic", "hieradate"])
def test_questions_on_dates_score_as_our_command_does(inspect_tasks, request, split_rows, score, tmp_path, name):
    data = request.getfixturevalue(name)
    rows = split_rows(data, "questions", "test")
    texts = {row["id"]: right_response(row) if number % 4 else "no idea" for number, row in enumerate(rows)}
    for row in rows:  # read by the names of the two lives
        others = [life["name"] for life in row.get("lives") or () if life["name"] not in row["answers"]]
        if row["answer_type"] == "entity" and others:
            texts[row["id"]] = f"Final Answer: {row['answers'][0]}, not {others[0]}"
    prompts = {chat_prompt(row).messages[-1]["content"]: texts[row["id"]] for row in rows}
    log = evaluate(inspect_tasks.dates(str(data)), replay(prompts), tmp_path)
    assert logged(log) == texts
    assert {one.name: one.metrics["mean"].value for one in log.results.scores} == pytest.approx(score(rows, texts))


@pytest.mark.parametrize(("config", "split"), [("ttqa", "tail"), ("tot", "arithmetic")])
def test_temp_answer_qa_scores_as_our_command_does(
    inspect_tasks, temp_answer_qa, split_rows, released, score_responses, tmp_path, config, split
):
    rows = split_rows(temp_answer_qa, config, split)
    responses = released(rows, config, split)
    rows = rows[400:600]  # among them are durations, which have a percentage error
    by_prompt = {chat_prompt(row, prefill=False).messages[-1]["content"]: responses[row["id"]] for row in rows}
    task = inspect_tasks.temp_answer_qa(str(temp_answer_qa), config, split)
    log = evaluate(task, replay(by_prompt), tmp_path, limit=(400, 600))
    (scores,) = log.results.scores
    found = {name: metric.value for name, metric in scores.metrics.items()}
    assert found == score_responses(rows, logged(log), split)
    assert min(found["mase"], found["smape"]) > 0, "there is something to add up"
    assert 0 < found["coverage"] < 1, "and something to leave out"


def test_epochs_count_as_responses_of_their_own(inspect_tasks, temp_answer_qa, split_rows, tmp_path):
    row = split_rows(temp_answer_qa, "ttqa", "tail")[0]
    answers = iter([f"Final Answer: {row['answer']}", "no idea"] * 2)
    model = get_model("mockllm/model", custom_outputs=map(said, answers))
    task = inspect_tasks.temp_answer_qa(str(temp_answer_qa), split="tail")
    log = evaluate(task, model, tmp_path, limit=1, epochs=4, max_connections=1)
    metrics = log.results.scores[0].metrics
    assert (metrics["em"].value, metrics["coverage"].value) == (50, 0.5)


@pytest.mark.parametrize(
    ("given", "told"),
    [({"prompting": "few_shot"}, "unknown prompting 'few_shot', expected one of few-shot, zero-shot"),
     ({"config": "TTQA"}, "no config 'TTQA', expected one of ttqa, tot")],
)  # fmt: skip
def test_a_value_that_there_is_not_is_refused(inspect_tasks, temp_answer_qa, given, told):
    with pytest.raises(InputError, match=told):
        inspect_tasks.temp_answer_qa(str(temp_answer_qa), **({"split": "tail"} | given))


def test_a_tiny_model_answers_as_it_does_to_predict(temp_answer_qa, split_rows, tiny_model, score_responses, tmp_path):
    rows = split_rows(temp_answer_qa, "tot", "arithmetic")[:3]
    finished = subprocess.run(
        [
            Path(sys.executable).parent / "inspect", "eval", "temporal_qa/temp_answer_qa",
            "-T", f"data={temp_answer_qa}", "-T", "config=tot", "-T", "split=arithmetic",
            "--model", "hf/tiny", "-M", f"model_path={tiny_model}", "-M", "do_sample=false", "-M", "device=cpu",
            "--limit", "3", "--max-tokens", "24", "--max-connections", "1", "--log-dir", "logs", "--display", "none",
        ],
        cwd=tmp_path, capture_output=True, encoding="utf-8",
        env=os.environ | {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(tmp_path / "huggingface")},
    )  # fmt: skip
    assert finished.returncode == 0, finished.stderr[-2000:]
    log = read_eval_log(str(next((tmp_path / "logs").iterdir())))
    ours = LocalModel(str(tiny_model), max_new_tokens=24, batch_size=1)
    assert logged(log) == dict(ours.ask([chat_prompt(row, prefill=False) for row in rows]))
    found = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    scores = score_responses(rows, logged(log), "arithmetic")
    assert {name: None if value != value else value for name, value in found.items()} == scores
