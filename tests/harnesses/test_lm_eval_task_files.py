"""The task files of lm-evaluation-harness, as far as they can be checked without it."""

import math

import pytest
import yaml

from temporal_qa.io.errors import InputError
from temporal_qa.prompting.chat_prompts import chat_prompt, right_response
from temporal_qa.scoring.value_types import PREFILL

ROWS = {
    "ttqa": {"source": "ttqa", "context": "Born\t1871", "question": "In which year was he born?",
             "temporal_unit": "date_years", "answer_format": "yyyy", "answer": "1871"},
    "tot": {"source": "tot", "context": None, "question": "What is 2 days and 2 days?",
            "temporal_unit": "days", "answer_format": "<num_days>", "answer": "{'answer': 4}"},
}  # fmt: skip
for source in ROWS:
    ROWS[source] |= {"id": source, "prefill": chat_prompt(ROWS[source] | {"id": source}).prefill}
REASON_QA = {
    "id": "q1", "question": "Whom did Ann work for?", "fact_context": "Ann worked for NightOwl.",
    "answers": ["NightOwl"],
}  # fmt: skip


ON_DATES = {"id": "q2", "question": "What day of the week is 4 July 2001?", "answers": ["Wednesday"], "context": ""}


ON_ARTICLE = {
    "id": "q3",
    "question": "Whom did Ann work for in 1980?",
    "answers": [],
    "context": "Ann.",
    "specifier": "",
}


def row_of(task):
    if task.startswith("time_qa"):
        return ON_ARTICLE
    if task in ("date_arithmetic", "hieradate"):
        return ON_DATES
    return REASON_QA if task.endswith("reason_qa") else ROWS["ttqa" if "ttqa" in task else "tot"]


TASKS = [
    "complex_tr_reason_qa",
    "cron_questions_reason_qa",
    "date_arithmetic",
    "hieradate",
    *("temp_answer_qa_ttqa_head", "temp_answer_qa_ttqa_tail"),
    *("temp_answer_qa_tot_arithmetic", "temp_answer_qa_tot_semantic"),
    *("time_qa_easy", "time_qa_hard", "time_qa_human_easy", "time_qa_human_hard"),
]


@pytest.fixture(scope="module")
def read_task(task_folder, utils):
    """A task file with what it includes, functions found by their names, as the harness reads it."""

    class Loader(yaml.SafeLoader):
        pass

    def function(loader, node):
        module, name = loader.construct_scalar(node).split(".")
        assert module == "utils"
        return getattr(utils, name)

    Loader.add_constructor("!function", function)

    def read(name):
        task = yaml.load((task_folder / name).read_text(encoding="utf-8"), Loader)  # noqa: S506  (a safe one)
        return (read(task.pop("include")) if "include" in task else {}) | task

    return read


def test_there_is_a_task_for_each_split(task_folder, read_task):
    assert sorted(path.stem for path in task_folder.glob("*.yaml")) == sorted(TASKS)
    assert [read_task(f"{name}.yaml")["task"] for name in TASKS] == TASKS


@pytest.mark.parametrize("name", TASKS)
def test_every_score_is_given_and_summed_up(read_task, name):
    task = read_task(f"{name}.yaml")
    scores = task["process_results"](row_of(name), ["no idea"])
    assert list(scores) == [metric["metric"] for metric in task["metric_list"]]
    for metric in task["metric_list"]:
        assert callable(metric["aggregation"]) or metric["aggregation"] == "mean"
        assert metric["higher_is_better"] is (metric["metric"] not in ("smape", "mase"))


@pytest.mark.parametrize("name", TASKS)
def test_there_is_room_to_think(read_task, name):
    limits = read_task(f"{name}.yaml")["generation_kwargs"]
    assert limits == {"until": [], "do_sample": False, "max_gen_toks": 4096}


@pytest.mark.parametrize("name", TASKS)
def test_the_prompt_is_that_of_predict(read_task, name):
    task, row = read_task(f"{name}.yaml"), row_of(name)
    examples = task["fewshot_config"]["samples"]()
    assert len(examples) == task["num_fewshot"]
    prompt = chat_prompt(row, "few-shot")
    turns = [turn for e in examples for turn in (task["doc_to_text"](e), task["doc_to_target"](e))]
    turns.append(task["doc_to_text"](row))
    assert turns == [turn["content"] for turn in prompt.messages[1:] if turn["content"] != PREFILL]
    assert task["description"] == "{{system_turn}}"


@pytest.mark.parametrize(("options", "begun"), [({}, PREFILL), ({"prefill": True}, PREFILL), ({"prefill": False}, "")])
def test_system_turn_and_prefill_stand_in_columns(utils, complex_tr, temp_answer_qa, options, begun):
    found = {
        "test": utils.load_questions(dataset="complex_tr", config="reason_qa", complex_tr=str(complex_tr)),
        "tail": utils.load_temp_answer_qa(config="ttqa", split="tail", temp_answer_qa=str(temp_answer_qa), **options),
        "arithmetic": utils.load_temp_answer_qa(
            config="tot", split="arithmetic", temp_answer_qa=str(temp_answer_qa), **options
        ),
    }
    for split, rows in found.items():
        last = rows[split][-1]
        assert last["system_turn"] == chat_prompt(last, "zero-shot").messages[0]["content"]
        assert last.get("prefill", "") == (begun if split == "arithmetic" else "")


@pytest.mark.parametrize(
    ("source", "response", "em", "smape", "item", "coverage"),
    [
        ("ttqa", "Final Answer: 1871", 100, None, (1871.0, 1871.0, "date_years"), 1),
        ("ttqa", "Final Answer: 1870", 0, None, (1870.0, 1871.0, "date_years"), 1),
        ("ttqa", "no idea", 0, None, (None, 1871.0, "date_years"), 0),
        ("tot", ' "2 and 2", "answer": 4}', 100, 0, (4.0, 4.0, "days"), 1),
        ("tot", ' "2 and 2", "answer": 12}', 0, 50, (12.0, 4.0, "days"), 1),
        ("tot", "", 0, 100, (None, 4.0, "days"), 0),
    ],
)
def test_a_response_scored(utils, source, response, em, smape, item, coverage):
    found = utils.score_response(ROWS[source], [response])
    assert found == {"em": em, "smape": smape, "mase": item, "coverage": coverage}


def test_mase_is_scaled_by_the_labels_of_all(utils):
    items = [(12.0, 10.0, "days"), (2.0, 2.0, "days"), (None, 6.0, "days"), (6.0, 6.0, "days"), (1.0, 5.0, "years")]
    assert utils.mase(items) == pytest.approx((2 / 2 + 0 + 0) / 3), "days vary by 2, the only year by nothing"
    assert math.isnan(utils.mase(items[-1:]))


def test_smape_is_the_mean_where_it_is_defined(utils):
    assert utils.smape([None, 50.0, 100.0]) == 75
    assert math.isnan(utils.smape([None]))


@pytest.mark.parametrize(
    ("name", "split"),
    [("load_questions", {"dataset": "date_arithmetic"}),
     ("load_temp_answer_qa", {"config": "ttqa", "split": "head"})],
)  # fmt: skip
def test_where_the_data_is_must_be_said(utils, name, split):
    with pytest.raises(InputError, match=r"expected --metadata (date_arithmetic|temp_answer_qa)=PATH, a folder that"):
        getattr(utils, name)(version=1.0, pretrained="model", **split)


def summed_up(task, rows, responses, prefill=""):
    """What the harness makes of the scores of all responses."""
    scored = [task["process_results"](row | {"prefill": prefill}, [responses[row["id"]]]) for row in rows]
    ways = {metric["metric"]: metric["aggregation"] for metric in task["metric_list"]}
    columns = {name: [scores[name] for scores in scored] for name in ways}
    return {name: sum(columns[name]) / len(rows) if way == "mean" else way(columns[name]) for name, way in ways.items()}


def test_reason_qa_summed_up_is_what_our_command_says(read_task, complex_tr, split_rows, noisy_answers, score):
    rows = split_rows(complex_tr, "reason_qa", "test")
    texts = noisy_answers(rows)
    found = summed_up(read_task("complex_tr_reason_qa.yaml"), rows, texts)
    assert len(set(found.values())) == 4, "the answers tell the scores apart"
    assert found == pytest.approx(score(rows, texts), rel=1e-14)


@pytest.mark.parametrize(
    ("config", "split", "prefill"), [("ttqa", "head", ""), ("ttqa", "tail", ""), ("tot", "arithmetic", PREFILL)]
)
def test_temp_answer_qa_summed_up_is_what_our_command_says(
    read_task, temp_answer_qa, split_rows, released, score_responses, config, split, prefill
):
    rows = split_rows(temp_answer_qa, config, split)
    responses = released(rows, config, split)
    found = summed_up(read_task(f"temp_answer_qa_{config}_{split}.yaml"), rows, responses, prefill)
    assert found == score_responses(rows, responses, split, prefill)


@pytest.mark.parametrize("name", ["date_arithmetic", "hieradate"])
def test_questions_on_dates_summed_up_are_what_our_command_says(read_task, request, split_rows, score, name):
    rows = split_rows(request.getfixturevalue(name), "questions", "test")
    wrong = ["no idea", "Final Answer: 4 July 2001", "Final Answer: 3"]
    texts = {row["id"]: right_response(row) if number % 4 else wrong[number % 3] for number, row in enumerate(rows)}
    found = summed_up(read_task(f"{name}.yaml"), rows, texts)
    assert 74 <= found["set_accuracy"] < 80
    assert found == pytest.approx(score(rows, texts), rel=1e-14)
