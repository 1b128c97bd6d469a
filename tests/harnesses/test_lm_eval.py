"""lm-evaluation-harness run for real, offline: its scores are those of our commands on the same responses."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

lm_eval = pytest.importorskip("lm_eval", reason="needs lm-evaluation-harness: pip install 'temporal-qa[harness]'")

from lm_eval.api.model import LM  # noqa: E402
from lm_eval.tasks import TaskManager  # noqa: E402

from temporal_qa.io.read import read_rows  # noqa: E402
from temporal_qa.prompting.chat_prompts import chat_prompt, right_response  # noqa: E402
from temporal_qa.prompting.models import LocalModel  # noqa: E402
from temporal_qa.scoring.value_types import PREFILL  # noqa: E402


class Replay(LM):
    """A model that has said it all before, by the id of the question."""

    def __init__(self, responses):
        super().__init__()
        self.responses = responses
        self.prompts = []

    def generate_until(self, requests, disable_tqdm=False):
        self.prompts += [request.args[0] for request in requests]
        return [self.responses[request.doc["id"]] for request in requests]

    def loglikelihood(self, requests):
        raise NotImplementedError

    def loglikelihood_rolling(self, requests):
        raise NotImplementedError


def evaluate(task, task_folder, model, data, **how):
    """The scores of one task, as the harness reports them."""
    manager = TaskManager(include_path=str(task_folder), include_defaults=False, metadata=data)
    results = lm_eval.simple_evaluate(
        model, tasks=[task], task_manager=manager, bootstrap_iters=0, log_samples=False, **how
    )["results"][task]
    return {name.removesuffix(",none"): value for name, value in results.items() if name.endswith(",none")}


def reported(results, scores):
    return {name: results[name] for name in scores}


def test_reason_qa_scores_as_our_command_does(task_folder, complex_tr, split_rows, noisy_answers, score):
    rows = split_rows(complex_tr, "reason_qa", "test")
    texts = noisy_answers(rows)
    scores = score(rows, texts)
    assert len(set(scores.values())) == 4, "the answers tell the scores apart"
    found = evaluate("complex_tr_reason_qa", task_folder, Replay(texts), {"complex_tr": str(complex_tr)})
    # The harness adds the same numbers up in another order: the last bit of a mean may differ.
    assert reported(found, scores) == pytest.approx(scores, rel=1e-14)


def test_questions_over_a_graph_score_as_our_command_does(task_folder, cron_questions, split_rows, score):
    rows = split_rows(cron_questions, "reason_qa", "test")
    texts = {row["id"]: right_response(row) if number % 4 else "no idea" for number, row in enumerate(rows)}
    model = Replay(texts)
    found = evaluate("cron_questions_reason_qa", task_folder, model, {"cron_questions": str(cron_questions)})
    scores = {name: value for name, value in score(rows, texts).items() if value is not None}
    assert reported(found, scores) == pytest.approx(scores, rel=1e-14)
    assert 70 < found["set_accuracy"] < 80
    assert rows[0]["fact_context"] in model.prompts[0]


@pytest.mark.parametrize("task", ["date_arithmetic", "hieradate"])
def test_questions_on_dates_score_as_our_command_does(task_folder, request, split_rows, score, task):
    data = request.getfixturevalue(task)
    rows = split_rows(data, "questions", "test")
    texts = {row["id"]: right_response(row) if number % 4 else "no idea" for number, row in enumerate(rows)}
    model = Replay(texts)
    found = evaluate(task, task_folder, model, {task: str(data)})
    assert reported(found, score(rows, texts)) == pytest.approx(score(rows, texts), rel=1e-14)
    assert 70 < found["set_accuracy"] < 80
    assert rows[0]["question"] in model.prompts[0]


@pytest.mark.parametrize(
    ("config", "split", "prefill"), [("ttqa", "head", ""), ("ttqa", "tail", ""), ("tot", "arithmetic", PREFILL)]
)
def test_temp_answer_qa_scores_as_our_command_does(
    task_folder, temp_answer_qa, split_rows, released, score_responses, config, split, prefill
):
    rows = split_rows(temp_answer_qa, config, split)
    responses = released(rows, config, split)
    scores = score_responses(rows, responses, split, prefill)
    assert scores["mase"] > 0, "there is something to add up"
    assert 0 < scores["coverage"] < 1, "and something to leave out"
    task, data = f"temp_answer_qa_{config}_{split}", {"temp_answer_qa": str(temp_answer_qa)}
    found = evaluate(task, task_folder, Replay(responses), data)
    assert reported(found, scores) == scores


@pytest.mark.parametrize(("options", "prefilled"), [({}, True), ({"prefill": False}, False)])
def test_a_json_answer_is_begun_unless_the_model_is_to_think_first(
    task_folder, temp_answer_qa, split_rows, options, prefilled
):
    rows = split_rows(temp_answer_qa, "tot", "arithmetic")
    model = Replay({row["id"]: ("" if prefilled else "<think>{}</think>") + right_response(row) for row in rows})
    data = {"temp_answer_qa": str(temp_answer_qa)} | options
    found = evaluate("temp_answer_qa_tot_arithmetic", task_folder, model, data, limit=20)
    assert [prompt.endswith(PREFILL) for prompt in model.prompts] == [prefilled] * 20
    assert found["em"] == 100


TASKS = ("complex_tr_reason_qa", "temp_answer_qa_ttqa_tail", "temp_answer_qa_tot_arithmetic")


@pytest.fixture(scope="module")
def samples(task_folder, complex_tr, temp_answer_qa, tiny_model, tmp_path_factory):
    """What the command lm_eval logs of a tiny model, offline: by task, the samples and the scores."""
    folder = tmp_path_factory.mktemp("run")
    finished = subprocess.run(
        [
            Path(sys.executable).parent / "lm_eval", "--include_path", task_folder, "--tasks", ",".join(TASKS),
            "--metadata", f"complex_tr={complex_tr}", f"temp_answer_qa={temp_answer_qa}",
            "--model", "hf", "--model_args", f"pretrained={tiny_model}", "--device", "cpu", "--apply_chat_template",
            "--limit", "4", "--gen_kwargs", "max_gen_toks=24", "--log_samples", "--output_path", folder,
        ],
        capture_output=True, encoding="utf-8",
        env=os.environ | {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(folder / "huggingface")},
    )  # fmt: skip
    assert finished.returncode == 0, finished.stderr[-2000:]
    (report,) = folder.glob("*/results_*.json")
    results = json.loads(report.read_text())["results"]
    logged = {task: [row.values for row in read_rows(next(folder.glob(f"*/samples_{task}_*")))] for task in TASKS}
    return {task: (logged[task], results[task]) for task in TASKS}


def test_a_run_of_reason_qa(samples, score):
    logged, results = samples["complex_tr_reason_qa"]
    assert len(logged) == 4
    texts = {sample["doc"]["id"]: sample["resps"][0][0] for sample in logged}
    scores = score([sample["doc"] for sample in logged], texts)
    assert {name: results[f"{name},none"] for name in scores} == scores
    assert all(sample["doc"]["question"] in sample["arguments"]["gen_args_0"]["arg_0"] for sample in logged)


def test_a_run_of_reason_qa_asks_and_answers_as_predict_does(samples, tiny_model):
    logged, _ = samples["complex_tr_reason_qa"]
    ours = LocalModel(str(tiny_model), max_new_tokens=24, batch_size=1)
    prompts = [chat_prompt(sample["doc"]) for sample in logged]
    assert [sample["arguments"]["gen_args_0"]["arg_0"] for sample in logged] == [ours.render(one) for one in prompts]
    assert {sample["doc"]["id"]: sample["resps"][0][0] for sample in logged} == dict(ours.ask(prompts))


@pytest.mark.parametrize("task", TASKS[1:])
def test_a_run_of_temp_answer_qa_asks_and_answers_as_predict_does(samples, tiny_model, score_responses, task):
    logged, results = samples[task]
    ours = LocalModel(str(tiny_model), max_new_tokens=24, batch_size=1)
    prompts = [chat_prompt(sample["doc"]) for sample in logged]
    assert [sample["arguments"]["gen_args_0"]["arg_0"] for sample in logged] == [ours.render(one) for one in prompts]
    responses = {sample["doc"]["id"]: sample["resps"][0][0] for sample in logged}
    assert responses == dict(ours.ask(prompts))
    scores = score_responses([s["doc"] for s in logged], responses, task.rsplit("_", 1)[1], prompts[0].prefill)
    found = {name: results[f"{name},none"] for name in scores}
    assert {name: None if value != value else value for name, value in found.items()} == scores
