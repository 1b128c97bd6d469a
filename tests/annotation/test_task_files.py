"""The folder of tasks: its files, the same for the same seed, and whole or absent."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.annotation import label_studio
from temporal_qa.annotation.task_files import _parts, write_task_files
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "build.json"}


@pytest.mark.parametrize(
    ("tool", "files"),
    [
        ("label-studio", {"annotator_1.json", "annotator_2.json", "labelling_interface.xml"}),
        ("doccano", {"annotator_1.jsonl", "annotator_2.jsonl", "labels.json"}),
    ],
)
def test_same_questions_and_seed_give_the_same_bytes(questions, row, tmp_path, tool, files):
    report = write_task_files(questions, tmp_path / "one", tool, sample=20, double=6, seed=5)
    write_json_lines(tmp_path / "turned.jsonl.gz", (row(number) for number in reversed(range(30))))
    write_task_files(tmp_path / "turned.jsonl.gz", tmp_path / "two", tool, sample=20, double=6, seed=5)
    write_task_files(questions, tmp_path / "three", tool, sample=20, double=6, seed=6)
    one, two, three = (contents(tmp_path / name) for name in ("one", "two", "three"))
    assert set(one) == files
    assert one == two != three
    assert (report["questions"], report["sampled"], report["double"]) == (30, 20, 6)
    assert sum(report["tasks"].values()) == 26
    record = json.loads((tmp_path / "one" / "build.json").read_bytes())
    assert record["counts"] == report
    assert record["drops"] == {"question that was not sampled": 10}


def test_by_default_a_small_file_is_verified_whole_and_twice(questions, tmp_path):
    report = write_task_files(questions, tmp_path / "tasks", "doccano")
    assert (report["sampled"], report["double"]) == (30, 30)
    report = write_task_files(questions, tmp_path / "alone", "doccano", annotators=1)
    assert (report["sampled"], report["double"], report["tasks"]) == (30, 0, {"annotator_1.jsonl": 30})


def test_the_third_annotator_gets_every_question(questions, tmp_path):
    report = write_task_files(questions, tmp_path / "third", "label-studio", adjudication=True)
    assert report["tasks"] == {"adjudicator.json": 30}
    tasks = json.loads((tmp_path / "third" / "adjudicator.json").read_bytes())
    assert {task["data"]["share"] for task in tasks} == {"adjudicator"}


def test_huge_contexts_are_given_whole_and_in_parts(row, tmp_path, monkeypatch):
    monkeypatch.setattr(label_studio, "MAX_FILE_BYTES", 4_000_000)
    text = "Ann Bo played for a team. " * 16_000  # 96,000 words; the paper's contexts have 94,000 on average
    rows = [row(number, passages=[{"title": "T", "text": text, "url": ""}]) for number in range(8)]
    write_json_lines(tmp_path / "q.jsonl", rows)
    report = write_task_files(tmp_path / "q.jsonl", tmp_path / "tasks", "label-studio", annotators=1)
    assert sum(report["tasks"].values()) == 8
    assert len(report["tasks"]) > 1
    found = set()
    for name, number in report["tasks"].items():
        path = tmp_path / "tasks" / name
        assert path.stat().st_size < 4_000_100
        tasks = json.loads(path.read_bytes())
        assert len(tasks) == number
        assert all(task["data"]["context_html"].count('<mark class="subject">') == 16_001 for task in tasks)
        found |= {task["data"]["question_id"] for task in tasks}
    assert found == {row["id"] for row in rows}


@given(st.lists(st.binary(max_size=9)), st.integers(0, 30))
def test_parts_keep_all_lines_in_order_and_to_the_limit(lines, limit):
    parts = list(_parts(lines, limit))
    assert [line for part in parts for line in part] == lines
    assert all(part for part in parts)
    assert all(len(part) == 1 or sum(map(len, part)) <= limit for part in parts)


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        ({}, {"sample": 31}, "questions.jsonl: a sample of 31 cannot be drawn from 30 questions"),
        ({}, {"sample": 10, "double": 11}, "questions.jsonl: 11 questions for two annotators"),
        ({}, {"double": 1, "annotators": 1}, "questions.jsonl: 1 annotator cannot judge 1 question twice"),
        ({"id": "L2_3"}, {}, "questions.jsonl:30: the id L2_3 occurs twice"),
        ({"id": True}, {}, "questions.jsonl:30: expected an 'id'"),
        ({"fact_context": ""}, {}, "questions.jsonl:30: nothing to verify by"),
    ],
)
def test_an_error_leaves_nothing(questions, row, tmp_path, change, arguments, message):
    write_json_lines(questions, [row(number) | (change if number == 29 else {}) for number in range(30)])
    with pytest.raises(InputError) as error:
        write_task_files(questions, tmp_path / "tasks", "label-studio", **arguments)
    assert message in str(error.value)
    assert [path.name for path in tmp_path.iterdir()] == ["questions.jsonl"]
