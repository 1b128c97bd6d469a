"""The command ``temporal-qa retrieval``: what it tells of two articles, and one line for rows of another kind."""

import json

import pytest

from run_command import run_command as run

pytest.importorskip("bm25s")


def row(question, answers, name, text):
    return {"id": question, "question": question, "answers": answers, "subject": name, "context": f"{name} {text}",
            "paragraphs": [{"title": name, "text": part} for part in text.split(" . ")]}  # fmt: skip


ROWS = [
    row("Who taught Ann Lee in 1990?", ["Maria"], "Ann Lee", "she sang . taught by Maria"),
    row("Who taught Bo Ray in 1990?", ["Oscar"], "Bo Ray", "he ran . he never learned"),
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return tmp_path


def test_it_tells_how_often_the_article_and_an_answer_are_found(folder):
    assert run("retrieval", "rows.jsonl", "--top-k", "1", cwd=folder).stdout == (
        "2 questions, 2 with an answer\n"
        "  the article asked about is found first: 100.0 %\n"
        "  a passage among the first 1 holds an answer: 50.0 %\n"
    )
    told = json.loads(run("retrieval", "rows.jsonl", "--json", cwd=folder).stdout)
    assert told == {"article_first": 100, "answer_in_passages": 50, "questions": 2, "answerable": 2, "top_k": 5}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"paragraphs": None}, "rows.jsonl:1: expected 'paragraphs' to be a list of {title, text}, found None"),
        ({"paragraphs": [{"text": "a"}]}, "rows.jsonl:1: expected 'paragraphs'"),
        ({"context": " "}, "rows.jsonl:1: expected 'context' (text), found ' '"),
        ({"answers": "Maria"}, "rows.jsonl:1: expected 'answers' to be a list of texts, found 'Maria'"),
    ],
)
def test_rows_of_another_kind_are_one_line(folder, change, message):
    (folder / "rows.jsonl").write_text(json.dumps(ROWS[0] | change) + "\n")
    refused = run("retrieval", "rows.jsonl", cwd=folder, status=2)
    assert refused.stderr.count("\n") == 1
    assert message in refused.stderr


def test_rows_of_another_family_are_told_which_one_is_expected(folder):
    (folder / "rows.jsonl").write_text('{"id": "1", "question": "Who?", "answers": ["Ann"], "fact_context": "A."}\n')
    assert "rows.jsonl:1: no 'paragraphs', expected a question of a build of TimeQA" in (
        run("retrieval", "rows.jsonl", cwd=folder, status=2).stderr
    )


def test_one_question_is_told_as_one(folder):
    (folder / "rows.jsonl").write_text(json.dumps(ROWS[0]) + "\n")
    assert run("retrieval", "rows.jsonl", cwd=folder).stdout.startswith("1 question, 1 with an answer\n")


def test_no_rows_are_one_line(folder):
    (folder / "rows.jsonl").write_text("")
    assert run("retrieval", "rows.jsonl", cwd=folder, status=2).stderr.endswith("rows.jsonl: no questions\n")
