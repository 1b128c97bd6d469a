"""The prompts, as a specification."""

import json
from datetime import date, datetime, timedelta
from importlib.resources import files

import pytest

from temporal_qa.io import InputError, yaml_tables
from temporal_qa.prompting.chat_prompts import FINAL_ANSWER, _chats, chat_prompt, right_response
from temporal_qa.questions.solving import solve_row
from temporal_qa.questions.time_qa.solver import solve_time_row
from temporal_qa.questions.unsolved import Unanswerable
from temporal_qa.scoring.value_types import PREFILL

REASON_QA = {
    "id": "d", "question": "Who was it?", "fact_context": "Ann worked for IBM.\nAnn worked for SAP.",
    "answers": ["IBM", "SAP"],
}  # fmt: skip
ON_LIVES = {"id": "e", "question": "When was Ann born?", "context": "Ann: Ann (1801 - 1871) was a painter."}
ON_DATE = {"id": "f", "question": "What day of the week is 4 July 2001?", "context": ""}
ON_ARTICLE = {
    "id": "g", "question": "Whom did Ann work for in 1980?", "context": "Ann worked for IBM.", "specifier": "in 1980"
}  # fmt: skip
ON_TABLE = {"id": "a", "source": "ttqa", "question": "How old was the light in 1900?", "context": "\nBuilt\t1871\n\n"}
SUM = {"id": "b", "source": "tot", "question": "What is 2 days after 2001-01-01?", "context": None}
ON_FACT = {"id": "c", "source": "tot", "question": "When did E1 start?", "context": "E1 was the R1 of E2 in 1980."}


def roles(prompt):
    return [message["role"] for message in prompt.messages]


def test_a_question_on_facts_zero_shot():
    prompt = chat_prompt(REASON_QA, "zero-shot")
    assert roles(prompt) == ["system", "user"]
    system, user = (message["content"] for message in prompt.messages)
    assert "A fact holds in every month from its start to its end, both ends included." in system
    assert system.endswith("\nFinal Answer: A $and B")
    assert user == "Facts:\nAnn worked for IBM.\nAnn worked for SAP.\n\nQuestion: Who was it?"
    assert prompt.prefill == ""


def test_a_question_on_a_table_zero_shot():
    prompt = chat_prompt(ON_TABLE, "zero-shot")
    assert roles(prompt) == ["system", "user"]
    system, user = (message["content"] for message in prompt.messages)
    assert '"Final Answer:"' in system
    assert "JSON" not in system
    assert user == "Table:\nBuilt\t1871\n\nQuestion: How old was the light in 1900?"
    assert prompt.prefill == ""


def test_questions_on_dates_zero_shot():
    prompt = chat_prompt(ON_LIVES, "zero-shot")
    assert roles(prompt) == ["system", "user"]
    system, user = (message["content"] for message in prompt.messages)
    assert "a date as the question writes dates" in system
    assert user == "Paragraphs:\nAnn: Ann (1801 - 1871) was a painter.\n\nQuestion: When was Ann born?"
    bare = chat_prompt(ON_DATE, "zero-shot")
    assert bare.messages[0] == prompt.messages[0]
    assert bare.messages[1]["content"] == "What day of the week is 4 July 2001?"


@pytest.mark.parametrize("example", _chats()["dates"])
def test_the_solver_gives_the_answers_of_solved_examples_on_dates(example):
    assert solve_row({"question": example["question"], "context": example.get("text", "")}).answers == [
        example["answer"]
    ]


def test_a_question_on_an_article_zero_shot():
    system, user = (message["content"] for message in chat_prompt(ON_ARTICLE, "zero-shot").messages)
    assert '"none" if the article does not tell' in system
    assert user == "Article:\nAnn worked for IBM.\n\nQuestion: Whom did Ann work for in 1980?"


@pytest.mark.parametrize("example", _chats()["article"])
def test_the_solver_gives_the_answers_of_solved_examples_on_articles(example):
    spans = [("1901", "1908-06", "Hask & Sons"), ("1908-10", "1912", "Marsh Museum"),
             ("1913-02", "1934-03", "Port Ansel Garden"), ("1920", "1921", "Tarn College")]  # fmt: skip
    row = {"question": example["question"], "segments": [{"start": a, "end": b, "answers": [c]} for a, b, c in spans]}
    if example["answer"] == "none":
        with pytest.raises(Unanswerable):
            solve_time_row(row)
    else:
        assert " $and ".join(solve_time_row(row).answers) == example["answer"]


def test_a_question_of_test_of_time_zero_shot():
    prompt = chat_prompt(SUM, "zero-shot")
    assert roles(prompt) == ["system", "user", "assistant"]
    system, user, begun = (message["content"] for message in prompt.messages)
    assert "one JSON object and nothing else" in system
    assert '"explanation"' in system
    assert FINAL_ANSWER not in system
    assert user == "What is 2 days after 2001-01-01?", "the question brings its own format"
    assert begun == prompt.prefill == PREFILL == '{"explanation":'


def test_facts_and_instructions_stand_before_the_question():
    user = chat_prompt(ON_FACT, "zero-shot").messages[1]["content"]
    assert user == "E1 was the R1 of E2 in 1980.\n\nWhen did E1 start?"


def test_without_prefill_the_model_writes_its_whole_turn():
    prompt = chat_prompt(SUM, "zero-shot", prefill=False)
    assert roles(prompt) == ["system", "user"]
    assert prompt.prefill == ""


@pytest.mark.parametrize(
    ("row", "examples"),
    [
        (REASON_QA, _chats()["facts"]),
        (ON_TABLE, _chats()["ttqa"]),
        (SUM, _chats()["tot"]),
        (ON_FACT, _chats()["tot"]),
        (ON_LIVES, _chats()["dates"]),
        (ON_DATE, _chats()["dates"]),
        (ON_ARTICLE, _chats()["article"]),
    ],
)
def test_few_shot_adds_solved_examples_as_turns_and_changes_nothing_else(row, examples):
    few, zero = (chat_prompt(row, prompting).messages for prompting in ("few-shot", "zero-shot"))
    assert (few[0], *few[-len(zero) + 1 :]) == zero
    turns = few[1 : -len(zero) + 1]
    assert [turn["role"] for turn in turns] == ["user", "assistant"] * len(examples)
    assert [example["question"] in turn["content"] for example, turn in zip(examples, turns[::2], strict=True)]


@pytest.mark.parametrize("example", _chats()["facts"])
def test_the_solver_gives_the_answers_of_solved_examples_on_facts(example):
    row = {"question": example["question"], "fact_context": example["text"]}
    assert " $and ".join(solve_row(row).answers) == example["answer"]


def test_solved_examples_on_facts_are_right_responses():
    solved = [turn["content"] for turn in chat_prompt(REASON_QA).messages if turn["role"] == "assistant"]
    assert solved == [right_response({"answers": example["answer"].split(" $and ")}) for example in _chats()["facts"]]
    assert "Final Answer: Hask & Sons $and Marsh Museum" in solved


@pytest.mark.parametrize(
    ("row", "right"),
    [
        (REASON_QA, "Final Answer: IBM $and SAP"),
        (ON_ARTICLE | {"answers": []}, "Final Answer: none"),
        (ON_TABLE | {"answer": "29"}, "Final Answer: 29"),
        (SUM | {"answer": "{'answer': '2001-01-03'}"}, '{"explanation": "", "answer": "2001-01-03"}'),
    ],
)
def test_the_right_response_to_each_kind_of_question(row, right):
    assert right_response(row) == right


def test_solved_examples_on_tables_keep_the_contract():
    answers = [turn["content"] for turn in chat_prompt(ON_TABLE).messages if turn["role"] == "assistant"]
    last_lines = [answer.splitlines()[-1] for answer in answers]
    assert last_lines == ["Final Answer: 41", "Final Answer: 1926", "Final Answer: 79", "Final Answer: March 2, 1934"]
    assert all(answer.count(FINAL_ANSWER) == 1 for answer in answers)


def test_solved_examples_with_json_begin_with_the_prefill():
    solved = [turn["content"] for turn in chat_prompt(SUM).messages if turn["role"] == "assistant"][:-1]
    for text in solved:
        assert text.startswith(PREFILL)
        fields = json.loads(text)
        assert next(iter(fields)) == "explanation"
        assert len(fields) > 1


def test_the_answers_of_the_examples_are_right():
    assert _chats()["ttqa"][0]["answer"] == str(1912 - 1871)
    assert _chats()["ttqa"][2]["answer"] == str((date(1901, 6, 21) - date(1901, 4, 3)).days)
    due, ferry, bread, call, dynasty, began, lasted = (example["answer"] for example in _chats()["tot"])
    assert due == {"date": f"{date(2011, 3, 18) + timedelta(days=45):%m/%d/%Y}"}
    assert ferry == {"answer": (date(2004, 4, 8) - date(2004, 2, 20)).days}
    assert bread["X"] * 3600 + bread["Y"] * 60 + bread["Z"] == 9 * (7 * 60 + 25)
    arrival = datetime(2000, 1, 1, 21, 40) + timedelta(hours=3 + 5)
    assert call == {"day": f"+{arrival.day - 1}", "time": f"{arrival:%H:%M:%S}"}
    assert dynasty == {"answer": f"{(1 - 37) + 60} AD"}, "37 BC is the astronomical year -36"
    assert began == {"answer": 1963}
    assert lasted == {"answer": 1962 - 1955}


def test_the_hash_is_of_what_is_asked():
    assert chat_prompt(SUM).sha256 == chat_prompt({**SUM, "id": "z", "answer": "2001-01-03"}).sha256
    others = [chat_prompt(SUM, "zero-shot"), chat_prompt(SUM, prefill=False), chat_prompt({**SUM, "question": "?"})]
    assert len({prompt.sha256 for prompt in [chat_prompt(SUM), *others]}) == 4


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("    heading: Facts", "    headng: Facts", "instructions, facts: expected heading and text"),
        ("  - question: ", "  - asked: ", "dates: expected examples with question and answer"),
        ("\ntot:", "\ntott:", "there is no 'tot'"),
    ],
)
def test_a_table_of_prompts_with_other_keys_is_refused(right, wrong, message, monkeypatch, tmp_path):
    text = files("temporal_qa.generation").joinpath("chat_examples.yaml").read_text(encoding="utf-8")
    assert right in text
    (tmp_path / "chat_examples.yaml").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with pytest.raises(InputError, match=message):
        _chats.__wrapped__()
