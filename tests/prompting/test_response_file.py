"""Responses survive a kill, and runs of different kinds never mix."""

import json

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.prompting.predicting import resumed_responses

JOURNAL = ".r.jsonl.unfinished/folder/responses.jsonl"


class Killed(BaseException):
    """Stops the run."""


def records(*ids, model="m"):
    return {id_: {"id": id_, "model": model, "version": "1", "settings": {"max_new_tokens": 9}} for id_ in ids}


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def stopped(final, asked, *answered):
    """Answers some questions, then stops the run."""

    def run():
        with resumed_responses(final, asked) as responses:
            for id_ in answered:
                responses.add(id_, id_.upper())
            raise Killed

    with pytest.raises(Killed):
        run()


def finished(final, asked):
    """Completes a run; returns the ids that were finished when it began."""
    with resumed_responses(final, asked) as responses:
        found = list(responses.finished)
        for id_ in asked:
            if id_ not in found:
                responses.add(id_, id_.upper())
    return found


def test_a_response_is_on_the_disk_at_once(tmp_path):
    with resumed_responses(tmp_path / "new" / "r.jsonl", records("b")) as responses:
        responses.add("b", "two\nlines, ü")
        found = lines(tmp_path / "new" / JOURNAL)
        assert [(line["id"], line["response"]) for line in found] == [("b", "two\nlines, ü")]
        assert not (tmp_path / "new" / "r.jsonl").exists()
    assert lines(tmp_path / "new" / "r.jsonl") == found


@pytest.mark.parametrize("name", ["r.jsonl.gz", "r.parquet"])
def test_other_formats_resume_too(tmp_path, name):
    stopped(tmp_path / name, records("a", "b"), "b")
    assert finished(tmp_path / name, records("a", "b")) == ["b"]
    assert finished(tmp_path / name, records("a", "b", "c")) == ["a", "b"]
    rows = [row.values for row in read_rows(tmp_path / name)]
    assert rows == [row | {"response": row["id"].upper()} for row in records("a", "b", "c").values()]
    with pytest.raises(InputError, match="was asked for with model 'm', this run has 'n'"):
        finished(tmp_path / name, records("a", "b", "c", model="n"))


def test_completed_in_the_order_of_the_questions(tmp_path):
    with resumed_responses(tmp_path / "r.jsonl", records("a", "b", "c")) as responses:
        for id_ in "cab":
            responses.add(id_, id_.upper())
    assert [line["response"] for line in lines(tmp_path / "r.jsonl")] == ["A", "B", "C"]
    assert [path.name for path in tmp_path.iterdir()] == ["r.jsonl"]


def test_a_torn_line_is_dropped_and_the_next_starts_on_its_own(tmp_path):
    stopped(tmp_path / "r.jsonl", records("a", "b", "c"), "a")
    with (tmp_path / JOURNAL).open("ab") as out:
        out.write(b'{"id":"b","model":"m","resp')
    stopped(tmp_path / "r.jsonl", records("a", "b", "c"), "b")
    assert [line["id"] for line in lines(tmp_path / JOURNAL)] == ["a", "b"]
    assert finished(tmp_path / "r.jsonl", records("a", "b", "c")) == ["a", "b"]


def test_a_first_line_that_is_torn_leaves_nothing(tmp_path):
    stopped(tmp_path / "r.jsonl", records("a"), "a")
    (tmp_path / JOURNAL).write_bytes(b'{"id":')
    assert finished(tmp_path / "r.jsonl", records("a")) == []


def test_a_run_without_a_response_leaves_nothing(tmp_path):
    stopped(tmp_path / "r.jsonl", records("a"))
    assert list(tmp_path.iterdir()) == []


def test_killed_between_the_final_name_and_the_end(tmp_path):
    stopped(tmp_path / "r.jsonl", records("a", "b"), "a", "b")
    (tmp_path / "r.jsonl").write_bytes((tmp_path / JOURNAL).read_bytes())
    assert finished(tmp_path / "r.jsonl", records("a", "b")) == ["a", "b"]
    assert [line["response"] for line in lines(tmp_path / "r.jsonl")] == ["A", "B"]
    assert [path.name for path in tmp_path.iterdir()] == ["r.jsonl"]


def test_more_questions_may_be_added_to_those_answered(tmp_path):
    finished(tmp_path / "r.jsonl", records("a"))
    assert finished(tmp_path / "r.jsonl", records("b", "a")) == ["a"]
    assert [line["id"] for line in lines(tmp_path / "r.jsonl")] == ["b", "a"]


def test_a_newer_version_resumes_and_each_line_keeps_its_version(tmp_path):
    stopped(tmp_path / "r.jsonl", records("a", "b"), "a")
    newer = {id_: {**record, "version": "2"} for id_, record in records("a", "b").items()}
    finished(tmp_path / "r.jsonl", newer)
    assert [line["version"] for line in lines(tmp_path / "r.jsonl")] == ["1", "2"]


def test_other_settings_are_refused_in_one_line(tmp_path):
    stopped(tmp_path / "r.jsonl", records("a", "b"), "a")
    with pytest.raises(InputError) as refused:
        finished(tmp_path / "r.jsonl", records("a", "b", model="other"))
    assert str(refused.value) == (
        f"{tmp_path / JOURNAL}:1: was asked for with model 'm', this run has 'other'; "
        "choose another --out, or remove the file to ask again"
    )


def test_fewer_questions_are_refused_so_that_no_response_is_lost(tmp_path):
    stopped(tmp_path / "r.jsonl", records("a", "b"), "b")
    with pytest.raises(InputError, match="'b', which is not among the questions"):
        finished(tmp_path / "r.jsonl", records("a"))
    assert finished(tmp_path / "r.jsonl", records("a", "b")) == ["b"]


def test_two_runs_at_once_are_refused(tmp_path):
    with resumed_responses(tmp_path / "r.jsonl", records("a")) as responses:
        with pytest.raises(InputError, match=r"r\.jsonl: another process is writing it"):
            finished(tmp_path / "r.jsonl", records("a"))
        responses.add("a", "A")


@pytest.mark.parametrize(("name", "expected"), [("r.csv", "ends in .jsonl"), ("folder.jsonl", "is a folder")])
def test_names_that_cannot_be_written(tmp_path, name, expected):
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(InputError, match=expected):
        finished(tmp_path / name, records("a"))
