"""A local model that thinks for 4,000 tokens before its answer, through the commands of both harnesses, offline."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from temporal_qa.io.atomic import write_json_lines

pytest.importorskip("torch", reason="a local model needs torch")
sys.path.insert(0, str(Path(__file__).parent))  # for the file beside this one

from scripted_model import write_thinking_model

THOUGHTS, ANSWER = 4_000, "Ernst & Young"
BUDGETS = [
    pytest.param(None, {}, 100, id="the default leaves room"),
    pytest.param(60, {}, 0, id="a thought that is cut off is no answer"),
    pytest.param(60, {"enable_thinking": "False"}, 100, id="thinking turned off in the template"),
]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("thinking-model")
    write_thinking_model(folder, THOUGHTS, f"Final Answer: {ANSWER}")
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """ReasonQA that the model knows: everyone worked for the same firm, twice."""
    folder = tmp_path_factory.mktemp("facts")
    facts = (
        {"subject": f"Person {n}", "relation": "P108", "object": ANSWER, "start": f"{year}-02", "end": f"{year + 3}-05"}
        for n in range(40)
        for year in (1950 + n, 1960 + n)
    )
    write_json_lines(folder / "facts.jsonl", facts)
    build = importlib.import_module("temporal_qa.dataset_scripts.complex_tr").build
    build(folder / "facts.jsonl", folder / "complex-tr", seed=0)
    return folder / "complex-tr"


def run(folder, *command):
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(folder / "huggingface")}
    command = [Path(sys.executable).parent / command[0], *command[1:]]
    finished = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", env=os.environ | offline | {"OMP_NUM_THREADS": "1"}
    )
    assert finished.returncode == 0, finished.stderr[-2000:]


@pytest.mark.parametrize(("budget", "options", "score"), BUDGETS)
def test_lm_eval(task_folder, model, data, tmp_path, budget, options, score):
    pytest.importorskip("lm_eval", reason="needs lm-evaluation-harness: pip install 'temporal-qa[harness]'")
    run(
        tmp_path, "lm_eval", "--include_path", task_folder, "--tasks", "complex_tr_reason_qa",
        "--metadata", f"complex_tr={data}", "--model", "hf", "--device", "cpu", "--batch_size", "2", "--limit", "2",
        "--model_args", ",".join([f"pretrained={model}", *(f"{name}={value}" for name, value in options.items())]),
        "--apply_chat_template", "--log_samples", "--output_path", "out",
        *(["--gen_kwargs", f"max_gen_toks={budget}"] if budget else []),
    )  # fmt: skip
    (report,) = (tmp_path / "out").glob("*/results_*.json")
    assert json.loads(report.read_text())["results"]["complex_tr_reason_qa"]["set_accuracy,none"] == score
    (samples,) = (tmp_path / "out").glob("*/samples_*.jsonl")
    check_thoughts([json.loads(line)["resps"][0][0] for line in samples.read_text().splitlines()], budget, options)


@pytest.mark.parametrize(("budget", "options", "score"), BUDGETS)
def test_inspect_eval(model, data, tmp_path, budget, options, score):
    pytest.importorskip("inspect_ai", reason="needs inspect_ai: pip install 'temporal-qa[harness]'")
    from inspect_ai.log import read_eval_log

    run(
        tmp_path, "inspect", "eval", "temporal_qa/reason_qa", "-T", f"data={data}",
        *(["-T", f"max_tokens={budget}"] if budget else []),
        "--model", "hf/thinking", "-M", f"model_path={model}", "-M", "do_sample=false", "-M", "device=cpu",
        *(word for name, value in options.items() for word in ("-M", f"{name}={value}")),
        "--limit", "2", "--max-connections", "2", "--log-dir", "logs", "--display", "none",
    )  # fmt: skip
    log = read_eval_log(str(next((tmp_path / "logs").iterdir())))
    assert {one.name: one.metrics["mean"].value for one in log.results.scores}["set_accuracy"] == score
    check_thoughts([sample.output.completion for sample in log.samples], budget, options)


def check_thoughts(responses, budget, options):
    """The model thought to the end, not at all, or to the end of its budget; blank lines did not stop it."""
    for response in responses:
        steps = response.count("Step ")
        assert steps == (0 if options else THOUGHTS - 2 if budget is None else budget - 1)
        assert ("\n\n" in response) == (steps > 0)
        assert (ANSWER in response) == (options != {} or budget is None)
