"""Responses survive a kill, and runs of different kinds never mix."""

import json

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.prompting.response_file import ResponseFile


def records(*ids, model="m"):
    return {id_: {"id": id_, "model": model, "version": "1", "settings": {"max_new_tokens": 9}} for id_ in ids}


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_response_is_on_the_disk_at_once(tmp_path):
    responses = ResponseFile(tmp_path / "new" / "r.jsonl", records("a", "b"))
    responses.add("b", "two\nlines, ü")
    assert [(line["id"], line["response"]) for line in lines(responses.partial)] == [("b", "two\nlines, ü")]
    assert not responses.final.exists()


def test_completed_in_the_order_of_the_questions(tmp_path):
    responses = ResponseFile(tmp_path / "r.jsonl", records("a", "b", "c"))
    for id_ in "cab":
        responses.add(id_, id_.upper())
    responses.complete()
    assert [line["response"] for line in lines(responses.final)] == ["A", "B", "C"]
    assert [path.name for path in tmp_path.iterdir()] == ["r.jsonl"]


def test_a_torn_line_is_dropped_and_the_next_starts_on_its_own(tmp_path):
    killed = ResponseFile(tmp_path / "r.jsonl", records("a", "b"))
    killed.add("a", "A")
    with killed.partial.open("ab") as out:
        out.write(b'{"id":"b","model":"m","resp')
    again = ResponseFile(tmp_path / "r.jsonl", records("a", "b"))
    assert list(again.finished) == ["a"]
    again.add("b", "B")
    assert [line["id"] for line in lines(again.partial)] == ["a", "b"]


def test_a_first_line_that_is_torn_leaves_nothing(tmp_path):
    (tmp_path / "r.partial.jsonl").write_bytes(b'{"id":')
    assert ResponseFile(tmp_path / "r.jsonl", records("a")).finished == {}


def test_killed_between_the_final_name_and_the_end(tmp_path):
    done = ResponseFile(tmp_path / "r.jsonl", records("a"))
    done.add("a", "A")
    left = done.partial.read_bytes()
    done.complete()
    done.partial.write_bytes(left)
    again = ResponseFile(tmp_path / "r.jsonl", records("a"))
    again.complete()
    assert [line["response"] for line in lines(again.final)] == ["A"]
    assert not again.partial.exists()


def test_a_newer_version_goes_on_and_each_line_keeps_its_own(tmp_path):
    ResponseFile(tmp_path / "r.jsonl", records("a", "b")).add("a", "A")
    newer = {id_: {**record, "version": "2"} for id_, record in records("a", "b").items()}
    again = ResponseFile(tmp_path / "r.jsonl", newer)
    again.add("b", "B")
    assert [line["version"] for line in lines(again.partial)] == ["1", "2"]


def test_other_settings_are_refused_in_one_line(tmp_path):
    first = ResponseFile(tmp_path / "r.jsonl", records("a", "b"))
    first.add("a", "A")
    with pytest.raises(InputError) as refused:
        ResponseFile(tmp_path / "r.jsonl", records("a", "b", model="other"))
    assert str(refused.value) == (
        f'{first.partial}:1: was asked for with model "m", this run has "other"; '
        "choose another --out, or remove the file to ask anew"
    )


def test_fewer_questions_are_refused_so_that_no_response_is_lost(tmp_path):
    ResponseFile(tmp_path / "r.jsonl", records("a", "b")).add("b", "B")
    with pytest.raises(InputError, match="'b', which is not among the questions"):
        ResponseFile(tmp_path / "r.jsonl", records("a"))


@pytest.mark.parametrize(("name", "expected"), [("r.csv", "ends in .jsonl"), ("folder.jsonl", "is a folder")])
def test_names_that_cannot_be_written(tmp_path, name, expected):
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(InputError, match=expected):
        ResponseFile(tmp_path / name, records("a"))
