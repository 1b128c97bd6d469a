"""Files of questions and of responses: the run of each file, and the question of each response."""

import csv
import gzip
import io

import orjson
import pytest

from temporal_qa.io import write_rows
from temporal_qa.io.errors import InputError
from temporal_qa.released.temp_answer_qa.files import read_questions, read_run
from temporal_qa.scoring.value_types import AnswerFormat, TempAnswerItem

HEADER = ["question", "label", "answer_format", "answer_temporal_unit", "split"]
QUESTIONS = [
    ["How old was Ann?", "70", "<num_years>", "years", "head"],
    ["How old was Bob?", "7", "<num_years>", "years", "head"],
    ["How old was Bob?", "7", "<num_years>", "years", "head"],  # the same question of another table
    ["When did it end?", "2003", "yyyy", "date_years", "tail"],
]


def test_a_folder_holds_both_datasets(tmp_path):
    (tmp_path / "ttqa.csv").write_text("\n".join(map(",".join, [HEADER, *QUESTIONS])))
    tot = "How long?,{'answer': 3},<num_days>,days,arithmetic,trick"
    (tmp_path / "tot_arithmetic.csv").write_text(f"{','.join(HEADER)},question_type\n{tot}")
    assert [question.asked.source for question in read_questions(tmp_path)] == ["ttqa"] * 4 + ["tot"]
    (tmp_path / "other/ttqa").mkdir(parents=True)
    (tmp_path / "other/README.md").touch()
    with pytest.raises(InputError, match=r"other: .*, expected ttqa.csv, tot.csv or .*; found README.md, ttqa$"):
        read_questions(tmp_path / "other")


def test_an_unknown_unit_is_refused(tmp_path):
    path = tmp_path / "ttqa.csv"
    rows = map(",".join, [HEADER, *QUESTIONS])
    path.write_text("\n".join(rows).replace("7,<num_years>,years", "7,<num_years>,furlongs"))
    with pytest.raises(InputError, match=r"ttqa\.csv:3: expected 'answer_temporal_unit' to be one of seconds"):
        read_questions(path)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (None, "holds no questions"),
        ({"id": "q1", "response": "44"}, ":1: a response, .* the questions come first, then the responses"),
        ({"id": "q1", "question": "Who?", "answers": ["Ann"]}, ":1: a row of another .* with temporal-qa score$"),
    ],
)
def test_rows_that_are_no_questions_are_told_what_they_are(tmp_path, row, message):
    (tmp_path / "q.jsonl").write_bytes(orjson.dumps(row) if row else b"")
    with pytest.raises(InputError, match=message):
        read_questions(tmp_path / "q.jsonl")


def write_csv(path, header, rows):
    text = io.StringIO(newline="")
    csv.writer(text).writerows([header, *rows])
    content = text.getvalue().encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


@pytest.fixture
def questions(tmp_path):
    return read_questions(write_csv(tmp_path / "ttqa.csv", HEADER, QUESTIONS))


def responses(path, texts, rows=QUESTIONS[:3]):
    return write_csv(path, [*HEADER, "response"], [[*row, text] for row, text in zip(rows, texts, strict=True)])


def test_the_released_name_says_whose_responses_they_are(tmp_path, questions):
    path = tmp_path / "ttqa_head_Llama-3.1-8B-Instruct_few-shot_add_generation_prompt.csv.gz"
    run = read_run(responses(path, ["70", "7", "8"]), questions)
    assert (run.dataset, run.split, run.model, run.prompting) == ("ttqa", "head", "Llama-3.1-8B", "few-shot")
    assert run.responses == ["70", "7", "8"]
    assert [question.label for question in run.questions] == ["70", "7", "7"]


def test_questions_without_a_response_may_be_left_out(tmp_path, questions):
    path = responses(tmp_path / "ttqa_head_Llama-3.1-8B_few-shot.csv", ["70", "7"], QUESTIONS[:2])
    run = read_run(path, questions, only_answered=True)
    assert ([question.label for question in run.questions], run.responses) == (["70", "7"], ["70", "7"])


def test_columns_say_it_if_there_are_any(tmp_path, questions):
    rows = [[*row, "70", "ttqa", "head", "GPT", "zero-shot"] for row in QUESTIONS[:3]]
    header = [*HEADER, "response", "dataset", "split", "model", "prompting"]
    header[4] = "released_split"
    run = read_run(write_csv(tmp_path / "mine.csv", header, rows), questions)
    assert (run.model, run.prompting) == ("GPT", "zero-shot")


@pytest.mark.parametrize("name", ["mine.csv", "ttqa_head_M_few-shot.csv"])
def test_columns_of_model_and_prompting_go_before_the_name(tmp_path, questions, name):
    rows = [[*row, "70", "M-Instruct", "zero-shot"] for row in QUESTIONS[:3]]
    run = read_run(write_csv(tmp_path / name, [*HEADER, "response", "model", "prompting"], rows), questions)
    assert (run.dataset, run.split, run.model, run.prompting) == ("ttqa", "head", "M-Instruct", "zero-shot")


def test_a_split_of_a_built_dataset_says_its_name(tmp_path):
    row = {"id": "q1", "question": "How old?", "answer": "7", "temporal_unit": "years", "answer_format": "<num_years>"}
    (tmp_path / "ttqa").mkdir()
    write_rows(tmp_path / "ttqa/tail-00000-of-00001.parquet", [row | {"source": "ttqa"}])
    response = {"id": "q1", "response": "7", "model": "M", "prompting": "few-shot"}
    (tmp_path / "r.jsonl").write_bytes(orjson.dumps(response))
    run = read_run(tmp_path / "r.jsonl", read_questions(tmp_path / "ttqa/tail"))
    assert (run.dataset, run.split) == ("ttqa", "tail")


@pytest.mark.parametrize(
    ("name", "said", "split"),
    [
        ("asked.parquet", {}, ""),
        ("asked.parquet", {"split": "tail"}, "tail"),
        ("tail-00000-of-00001.parquet", {}, "tail"),
        ("tail-00000-of-00001.parquet", {"split": None}, "tail"),
        ("asked-twice.jsonl", {}, ""),
    ],
)
def test_a_file_of_ones_own_is_no_split_and_its_ids_may_be_numbers(tmp_path, name, said, split):
    row = {"id": 1, "question": "How old?", "answer": "7", "temporal_unit": "years", "answer_format": "<num_years>"}
    write_rows(tmp_path / name, [row | {"source": "ttqa"} | said])
    (question,) = read_questions(tmp_path / name)
    assert (question.key, question.split) == (("1",), split)


def test_the_dataset_is_not_guessed_where_questions_are_of_both(tmp_path, questions):
    asked = AnswerFormat("tot", "days", "<num_days>", "How long?")
    other = TempAnswerItem(("tot_1",), "arithmetic", "{'answer': 3}", "", asked)
    rows = [[*row, "70", "M", "zero-shot"] for row in QUESTIONS[:3]]
    path = write_csv(tmp_path / "mine.csv", [*HEADER, "response", "model", "prompting"], rows)
    with pytest.raises(InputError, match="no column 'dataset'"):
        read_run(path, [*questions, other])


def test_our_own_responses_are_matched_by_id_and_begin_after_the_prefill(tmp_path):
    row = {"id": "tot_1", "question": "How long?", "answer": "{'answer': 3}", "temporal_unit": "days"}
    row |= {"answer_format": "<num_days>", "source": "tot", "question_type": "duration"}
    (tmp_path / "arithmetic.jsonl").write_bytes(orjson.dumps(row))
    asked = read_questions(tmp_path / "arithmetic.jsonl")
    line = {"id": "tot_1", "dataset": "tot", "split": "arithmetic", "model": "tiny", "prompting": "zero-shot"}
    for prefill, response in (('{"explanation":', ' "x", "answer": 3}'), ("", '{"explanation": "x", "answer": 3}')):
        (tmp_path / "r.jsonl").write_bytes(orjson.dumps(line | {"prefill": prefill, "response": response}))
        assert read_run(tmp_path / "r.jsonl", asked).responses == [' "x", "answer": 3}']


def test_responses_as_csv_answer_built_questions_by_their_text_and_label(tmp_path):
    built = {"temporal_unit": "years", "answer_format": "<num_years>", "source": "ttqa"}
    rows = [built | {"id": f"q{n}", "question": row[0], "answer": row[1]} for n, row in enumerate(QUESTIONS[:2])]
    (tmp_path / "head.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)))
    path = responses(tmp_path / NAME, ["7", "70"], [QUESTIONS[1], QUESTIONS[0]])
    run = read_run(path, read_questions(tmp_path / "head.jsonl"))
    assert [question.key for question in run.questions] == [("q1",), ("q0",)]


YEARS = QUESTIONS[0][2:]
NAME = "ttqa_head_M_few-shot.csv"


@pytest.mark.parametrize(
    ("name", "texts", "rows", "message"),
    [
        (NAME, ["70", "7"], QUESTIONS[:2], "1 question without a response, the first of them 'How old was Bob\\?'"),
        (NAME, ["70"] * 4, [*QUESTIONS[:3], QUESTIONS[0]], "5: a further response to"),
        (NAME, ["70"], [["How old was Ann?", "70.0", *YEARS]], "2: the label '70.0' of 'How old .*', expected '70'"),
        (NAME, ["70"], [["Who?", "70", *YEARS]], "2: a response to an unknown question: 'Who\\?'"),
        (NAME, [], [], "holds no responses"),
        ("ttqa_dev_M_few-shot.csv", ["9"], [["Who?", "70", *YEARS[:2], "dev"]], "answers ttqa dev, but .* of ttqa h"),
        ("mine.csv", ["70"] * 3, QUESTIONS[:3], "no column 'model', expected dataset, split, model, "),
    ],
)
def test_responses_that_do_not_fit_are_refused(tmp_path, questions, name, texts, rows, message):
    with pytest.raises(InputError, match=message):
        read_run(responses(tmp_path / name, texts, rows), questions)


@pytest.mark.parametrize("absent", ["id", "response"])
def test_rows_of_other_responses_are_told_what_is_expected(tmp_path, questions, absent):
    row = {"id": "q1", "response": "44", "text": "44"}
    (tmp_path / "r.jsonl").write_bytes(orjson.dumps({name: row[name] for name in row if name != absent}))
    with pytest.raises(InputError) as told:
        read_run(tmp_path / "r.jsonl", questions)
    expected = "expected id and response (text), and dataset, split, model, prompting, the same in all rows"
    assert str(told.value) == f"{tmp_path / 'r.jsonl'}:1: no '{absent}', {expected}"


def test_a_file_holds_one_run(tmp_path, questions):
    rows = [[*row, "70", model] for row, model in zip(QUESTIONS[:3], ["A", "B", "B"], strict=True)]
    with pytest.raises(InputError, match="2 values of 'model', expected one run a file"):
        read_run(write_csv(tmp_path / NAME, [*HEADER, "response", "model"], rows), questions)


def test_a_truncated_archive_is_refused(tmp_path, questions):
    path = responses(tmp_path / "ttqa_head_M_few-shot.csv.gz", ["70", "7", "8"])
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match="cannot be read past line"):
        read_run(path, questions)
