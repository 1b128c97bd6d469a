"""Rows for the training of chat models: what they hold, and that our reader reads their completions."""

import json

import pytest

from run_command import run_command
from temporal_qa.io.errors import InputError
from temporal_qa.prompting.chat_prompts import chat_prompt
from temporal_qa.prompting.chat_rows import chat_row
from temporal_qa.rewards.functions import answer_f1_reward, format_reward

ROW = {
    "id": "L2_1", "question": "Who owned Reelvale?", "answers": ["Ernst & Young", "Rowe, Smith and Co."],
    "level": "L2", "future": False, "facts": [{"subject": "Reelvale", "object": "Ernst & Young"}],
    "fact_context": "Ernst & Young was the owner of Reelvale from 1990 to 1994.\nRowe, Smith and Co. was the owner.",
    "instruction": "...", "target": "...", "paragraphs": [{"title": "Reelvale", "sentences": ["..."]}],
}  # fmt: skip
TABLE = {
    "id": "ttqa_1", "source": "ttqa", "context": "Born\t1871", "question": "When was he born?", "answer": "1871",
    "temporal_unit": "date_years", "answer_format": "yyyy",
}  # fmt: skip
SUM = TABLE | {"id": "tot_1", "source": "tot", "context": "", "answer": "{'answer': 4}"}


def test_a_row_keeps_what_rewards_need_and_drops_what_the_prompt_holds():
    row = chat_row(ROW)
    assert list(row) == ["id", "question", "answers", "level", "future", "facts", "contract", "prompt", "completion"]
    assert {name: row[name] for name in ("answers", "facts", "future")} == {
        name: ROW[name] for name in ("answers", "facts", "future")
    }
    assert row["prompt"] == list(chat_prompt(ROW, "zero-shot").messages)
    assert row["completion"] == [
        {"role": "assistant", "content": "Final Answer: Ernst & Young $and Rowe, Smith and Co."}
    ]


def test_a_row_of_a_graph_keeps_the_sentences_that_name_its_candidates():
    facts = "Ann played for Ajax from 1990 to 1993.\nBob played for Ajax from 1992 to 1996."
    row = {"id": "q", "question": "Who played for Ajax in 1995?", "answers": ["Bob"], "anchor": "Ajax"}
    chat = chat_row(row | {"fact_context": facts})
    columns = {name: [chat[name]] for name in ("answers", "fact_context", "question", "anchor")}
    assert answer_f1_reward(["Ann and Bob"], **columns) == [0.5]
    assert answer_f1_reward(["Bob played for Ajax in 1995."], **columns) == [1]


def test_rows_of_families_that_pandas_has_joined_have_nan_for_the_columns_of_others():
    rows = [ROW, TABLE, {"id": "d", "question": "How many days has May 1999?", "answers": ["31"]}]
    nothing = dict.fromkeys([name for row in rows for name in row], float("nan"))
    for row in rows:
        chat, alone = chat_row(nothing | row), chat_row(row)
        assert {name: chat[name] for name in alone} == alone


def test_a_row_without_a_right_answer_says_so():
    assert chat_row(ROW | {"answers": []})["completion"][0]["content"] == "Final Answer: none"


def test_a_text_for_the_right_answers_is_not_taken_letter_by_letter():
    with pytest.raises(InputError, match="the answers of a row are the text 'IBM', expected a list of texts"):
        chat_row(ROW | {"answers": "IBM"})


@pytest.mark.parametrize(
    ("row", "completion"), [(TABLE, "Final Answer: 1871"), (SUM, '{"explanation": "", "answer": 4}')]
)
def test_questions_with_numbers(row, completion):
    chat = chat_row(row)
    assert [message["role"] for message in chat["prompt"]] == ["system", "user"], "without a prefill"
    assert chat["completion"] == [{"role": "assistant", "content": completion}]
    assert chat["answers"] == [row["answer"]]
    assert chat["temporal_unit"] == "date_years"


@pytest.mark.parametrize(
    ("row", "contract"),
    [
        (ROW, "facts"), (TABLE, "ttqa"), (SUM, "tot"),
        ({"id": "d", "question": "When?", "answers": ["1 May 1990"], "answer_type": "date"}, "dates"),
        ({"id": "t", "question": "Who?", "answers": ["Ann"], "specifier": "in 1990", "context": "Ann led."}, "article"),
    ],
)  # fmt: skip
def test_the_right_response_has_the_form_that_the_prompt_asks_for(row, contract):
    chat = chat_row(row)
    assert chat["contract"] == contract
    assert format_reward([chat["completion"]], contract=[contract]) == [1]


def test_few_shot_prompts_are_those_of_predict():
    assert chat_row(ROW, "few-shot")["prompt"] == list(chat_prompt(ROW, "few-shot").messages)


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("name", ["rows.parquet", "rows.jsonl", "rows.jsonl.gz"])
def test_the_command_writes_rows_that_datasets_loads(tmp_path, monkeypatch, name):
    from datasets import load_dataset

    questions = write(tmp_path / "train.jsonl", [ROW, ROW | {"id": "L2_2", "answers": []}])
    said = run_command("chat-rows", questions, "--out", name, cwd=tmp_path).stdout
    assert said == f"wrote {name}: 2 rows\n"
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    kind = "parquet" if name.endswith("parquet") else "json"
    rows = load_dataset(kind, data_files=str(tmp_path / name), split="train", cache_dir=str(tmp_path / "cache"))
    assert rows[0] == chat_row(ROW)
    assert rows[1]["answers"] == []


def test_completions_score_100(tmp_path):
    questions = write(tmp_path / "q.jsonl", [ROW, ROW | {"id": "L2_2", "answers": []}])
    run_command("chat-rows", questions, "--out", "rows.jsonl", cwd=tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    write(tmp_path / "said.jsonl", [{"id": row["id"], "text": row["completion"][0]["content"]} for row in rows])
    scored = json.loads(run_command("score", questions, "said.jsonl", "--json", cwd=tmp_path).stdout)
    assert scored["rows"][0]["set_accuracy"] == 100


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (ROW | {"answers": None}, ":1: expected 'answers' or 'answer' (list of strings), or 'text_answers.text'"),
        (SUM | {"answer": "4 days"}, ":1: answer is '4 days', expected fields, such as {'answer': 4}"),
        (SUM | {"answer": None}, ":1: expected 'answer' (text), found None"),
        (ROW | {"passages": []}, ":1: has passages (config open_domain), expected a row of config reason_qa"),
    ],
)
def test_bad_rows(tmp_path, row, told):
    questions = write(tmp_path / "q.jsonl", [row])
    refused = run_command("chat-rows", questions, "--out", "rows.jsonl", cwd=tmp_path, status=2).stderr
    assert told in refused
    assert refused.count("\n") == 1
    assert not (tmp_path / "rows.jsonl").exists()
