"""The explorer without gradio: rows made or loaded, a model's answers marked, the page of a question."""

import html
import importlib
import json
import re
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pyarrow.parquet as pq
import pytest

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.apps.explorer_app import explorer_app
from temporal_qa.apps.explorer_html import question_page
from temporal_qa.apps.explorer_rows import baseline_answers, invented_rows, load_rows, read_answers
from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.questions.date_arithmetic.synthesis import date_question
from temporal_qa.questions.hieradate.solver import solve_life_question
from temporal_qa.timeline.fact_files import write_facts

COMMAND = Path(sys.executable).parent / "temporal-qa"
HOSTILE = "<script>alert(1)</script>"
RELEASED = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())


def test_the_invented_rows_are_solved_and_of_all_kinds():
    rows = invented_rows()
    assert rows == invented_rows()
    assert {row["kind"] for row in rows} == set(KINDS)
    assert len({row["id"] for row in rows}) == len(rows) > 40
    assert all(solve_row(row).answers == row["answers"] for row in rows)
    answers = baseline_answers(rows)
    assert {mark(row, answers[row["id"]].answers) for row in rows} == {"right", "partly right", "wrong"}


def mark(row, found):
    return re.search("<span id='verdict'[^>]*>. ([^<]*)</span>", question_page(row, found, "a model"))[1]


@pytest.mark.parametrize(
    ("found", "right", "expected"),
    [
        (["b", "A"], ["a", "B"], "right"),
        (["a"], ["a", "b"], "partly right"),
        (["a", "x"], ["a"], "partly right"),
        (["x"], ["a"], "wrong"),
        ([], ["a"], "wrong"),
    ],
)
def test_marks(found, right, expected):
    assert mark({"question": "Who?", "answers": right}, found) == expected


def test_rows_and_answers_may_be_given(monkeypatch):
    gradio = MagicMock()
    monkeypatch.setitem(sys.modules, "gradio", gradio)
    rows = invented_rows()[:2]
    explorer_app(rows, {rows[0]["id"]: ["Nobody"]}, model="a model given")
    ((page,), _) = gradio.HTML.call_args
    assert "a model given: ✗ Nobody" in text_of(page)


def test_every_page_holds_the_question_its_answers_the_facts_and_the_reasons():
    for row in invented_rows():
        text = text_of(question_page(row, ["Nobody"], "a model"))
        assert row["question"] in text
        assert all(f"✓ {answer}" in text for answer in row["answers"])
        assert all(fact["object"] in text for fact in row["facts"])
        assert "a model: ✗ Nobody ✗ wrong missing: " in text
        assert f"So the answer is: {', '.join(row['answers'])}" in text
        assert "The labels say something else" not in text


def test_a_page_without_a_model_and_one_without_its_answer():
    row = invented_rows()[0]
    assert "no answer to this question" in question_page(row, None, "a model")
    assert "a model" not in question_page(row, None, "")


def test_text_from_data_is_escaped():
    row = invented_rows()[0]
    hostile = json.loads(json.dumps(row).replace(json.dumps(row["subject"])[1:-1], HOSTILE))
    page = question_page(hostile | {"answers": [HOSTILE], "id": HOSTILE}, [HOSTILE], HOSTILE)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "The labels disagree with the facts." in page


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"question": "Who?"}, "The solver has no answer: the question names no subject of the facts"),
        ({"facts": [{"subject": "Ann"}]}, "The row cannot be read: facts[0]: column 'relation' holds nothing"),
        ({"facts": None, "fact_context": "Ann lived."}, "does not end in a month or"),
        ({"facts": 3}, "expected a list of facts"),
        ({"answers": None}, "Labelled answers: none"),
    ],
)
def test_a_row_that_cannot_be_explained_is_shown_with_the_reason(change, shown):
    row = invented_rows()[0]
    page = text_of(question_page(row | change, ["x"], "a model"))
    assert shown in page
    assert (change.get("question") or row["question"]) in page


def test_a_question_on_dates_has_a_page():
    row = date_question(0, 0)
    text = text_of(question_page(row, row["answers"], "a model"))
    assert f"{row['task']} · {row['form']}" in text
    assert f"{row['answer_iso']}: proleptic Gregorian calendar" in text
    assert f"So the answer is: {row['answers'][0]}" in text
    assert "✓ right" in text
    assert "Facts" not in text
    assert "The labels disagree with the dates." in text_of(question_page(row | {"answers": ["1 May 1900"]}, None, ""))
    assert "disagree" not in text_of(question_page(row | {"answers": [row["answer_iso"]]}, None, ""))


def test_two_lives_stand_on_a_timeline_under_their_paragraphs():
    context = (
        "Ann Lee: Ann Lee (4 May 1801 - 1 June 1871) was a nurse.\nBob Ray: Bob Ray (2 May 1801 - 1890) was a poet."
    )
    lives = [{"id": "1", "name": "Ann Lee", "start": "1801-05-04", "end": "1871-06-01"},
             {"id": "2", "name": HOSTILE, "start": "1801-05-02", "end": "1890"}]  # fmt: skip
    row = {"id": "s_main", "question": "Who was born first, Ann Lee or Bob Ray?", "answers": ["Bob Ray"],
           "answer_type": "entity", "task": "main", "context": context, "lives": lives}  # fmt: skip
    page = question_page(row, None, "")
    assert page.count("height: 8px") == 2
    assert "<script" not in page
    text = text_of(page)
    assert "4 May 1801 – 1 Jun 1871" in text
    assert context.splitlines()[1] in text
    assert "So the answer is: Bob Ray" in text


def marked(page):
    """The marked texts with how each is marked: as labelled, by the model, or both."""
    found = re.findall(r"<mark style='color: inherit; ([^']*)'>(.*?)</mark>", page)
    return [(text, "background" in style, "dashed" in style) for style, text in found]


def test_a_question_over_a_graph_shows_its_facts_and_what_it_asks():
    row = {"id": "P54.subject.Ann.0-0", "question": "Which was the first team that Ann Lee played for?",
           "answers": ["Reds"], "answer_type": "entity", "kind": "first_last", "relation": "P54", "anchor": "Ann Lee",
           "role": "subject", "direction": "first", "year": None}  # fmt: skip
    text = text_of(question_page(row, ["Reds"], "a model"))
    assert "anchor: Ann Lee" in text
    assert "direction: first" in text
    assert "year" not in text
    assert "The solver needs the graph" in text
    facts = {"fact_context": "Ann Lee played for Reds in 1990.\nAnn Lee played for <Blues> in 1995."}
    assert "Ann Lee played for &lt;Blues&gt; in 1995." in question_page(row | facts, None, "")


def test_the_answer_of_a_row_and_that_of_a_model_are_marked_in_the_article():
    context = "Ann Lee . She taught at Yale <1990> , then at Yale College until 1999 ."
    start = context.index("Yale College")
    row = {"id": "/wiki/Ann_Lee#P108#0", "question": "Who employed Ann Lee in 1995?", "answers": ["Yale College"],
           "answer_type": "entity", "context": context, "answer_starts": [start], "answer_ends": [start + 12],
           "kind": "in", "mode": "hard", "wording": "human", "specifier": "in 1995",
           "segments": [{"start": "1990", "end": "1999", "answers": ["Yale College"]}]}  # fmt: skip
    page = question_page(row, ["Yale"], "a model", (start, start + 4))
    assert marked(page) == [("Yale", True, True), (" College", True, False)]
    text = text_of(page)
    assert "Marked: labelled answer, a model" in text
    assert "hard · human" in text
    assert "from 1990 until 1999: Yale College" in text
    assert "So the answer is: Yale College" in text
    assert "disagree" not in text
    assert marked(question_page(row, None, "")) == [("Yale College", True, False)]
    assert marked(question_page(row | {"answers": [], "answer_starts": [], "answer_ends": []}, None, "")) == []
    for starts in (3, None, ["a"], [-1], [10**9], [None]):
        assert marked(question_page(row | {"answer_starts": starts}, [], "a model", (5, 10**9))) == []


@pytest.fixture(scope="module")
def hieradate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hieradate")
    run_command("build", "hieradate", "--invent", "--samples", "12", "--combined", "4", "--out", "made", cwd=folder)
    configs = ("samples", "questions")
    return {config: load_rows(str(folder / "made"), config, "train", folders=True) for config in configs}


@pytest.mark.parametrize("config", ["samples", "questions"])
def test_hieradate_shows_both_lives_the_dates_and_the_answer(hieradate, config):
    for row in hieradate[config]:
        page = text_of(question_page(row, row["answers"], "a model"))
        assert all(life["name"] in page for life in row["lives"])
        assert f"So the answer is: {row['answers'][0]}" in page
        assert "✓ right" in page
        assert "disagree" not in page
        assert all(probe["answer"] in page for probe in row.get("probes") or ())


def test_a_date_of_hieradate_is_right_in_any_form_and_broken_lives_are_not_drawn(hieradate):
    row = next(row for row in hieradate["questions"] if row["task"] == "extraction")
    solved = solve_life_question(row["question"], row["context"])
    assert "✓ right" in text_of(question_page(row, [solved.value], "a model"))
    assert "✗ wrong" in text_of(question_page(row, ["1 May 1001"], "a model"))
    assert "disagree" in text_of(question_page(row | {"answers": ["1 May 1001"]}, None, ""))
    assert "The solver has no answer" in text_of(question_page(row | {"question": "Who?"}, ["x"], "a model"))
    for lives in (3, [{"id": "Q1"}], ["Ann"], []):
        assert "height: 8px" not in question_page(row | {"lives": lives, "probes": lives}, ["x"], "a model")


def test_probes_without_a_question_are_shown_as_such(hieradate):
    row = dict(hieradate["samples"][0]) | {"probes": [{}, {"answer": "1990"}, "nothing"]}
    assert "Questions about the steps None 1990" in " ".join(text_of(question_page(row, None, "")).split())


@pytest.mark.skipif(not RELEASED.exists(), reason=f"no released TempReason questions at {RELEASED}")
def test_released_rows_have_pages():
    from temporal_qa.io.read import read_rows

    for row, _ in zip(read_rows(RELEASED), range(200), strict=False):
        text = text_of(question_page(row.values, None, ""))
        assert "So the answer is:" in text


def test_a_model_s_answers(tmp_path):
    path = tmp_path / "model.jsonl"
    path.write_text('{"id": 1, "answers": ["a", " "]}\n{"id": "2", "text": "b $and c"}\n{"id": 3, "answers": []}\n')
    assert read_answers(path) == {"1": (["a"], None), "2": (["b", "c"], None), "3": ([], None)}
    path.write_text('{"id": 1, "answers": ["a"], "start": 4, "end": 5}\n{"id": 2, "answers": [], "start": null}\n')
    assert read_answers(path) == {"1": (["a"], (4, 5)), "2": ([], None)}
    for bad in ('{"id": 1}', '{"answers": ["a"]}', '{"id": 1, "answers": [1]}'):
        path.write_text(bad)
        with pytest.raises(InputError, match=r"model.jsonl: row 1: expected 'id'"):
            read_answers(path)


def test_rows_of_a_folder(tmp_path):
    write_facts(tmp_path / "facts.jsonl", [fact for group in invent_groups(40, seed=3) for fact in group.facts])
    importlib.import_module("temporal_qa.dataset_scripts.complex_tr").build(tmp_path / "facts.jsonl", tmp_path / "made")
    written = pq.read_table(next((tmp_path / "made").glob("*/dev-*"))).to_pylist()
    not_shown = ("subject",)
    shown = [{name: value for name, value in row.items() if name not in not_shown} for row in written]
    assert load_rows(str(tmp_path / "made"), "reason_qa", "dev", folders=True) == shown


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"test.csv": "id,answers\n1,a\n"}, "expected the columns 'question', and 'facts', 'fact_context' or"),
        ({"test.jsonl": '{"question": "a", "fact_context": ""}\n{"question": null}\n'}, "row 2: expected the columns"),
        ({"test.txt": "some text\n"}, "other files than Parquet, JSON or CSV"),
        ({}, "cannot be loaded"),
    ],
)
def test_a_folder_without_questions(tmp_path, files, message):
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        load_rows(str(tmp_path), "", "test", folders=True)
