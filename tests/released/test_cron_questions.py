"""Released files of CronQuestions: read as plain data, and their faults told."""

import json
import os
import pickle
import sys

import pytest

from run_command import run_command

ROW = {
    "question": "Who held the position of Q11696 before Q76", "paraphrases": ["Who was President before Obama?"],
    "answers": {"Q207"}, "answer_type": "entity", "entities": {"Q11696", "Q76"}, "times": set(), "relations": {"P39"},
    "template": "Who was {tail} before {head}?", "type": "before_after", "uniq_id": 7,
    "annotation": {"head": "Q76", "tail": "Q11696", "adj": "before", "type": "before"},
}  # fmt: skip
WHEN = ROW | {
    "type": "simple_time", "answer_type": "time", "answers": {1999, 2000}, "entities": {"Q1", "Q2"}, "uniq_id": 8,
    "paraphrases": ["When was Ann in {tail2}?"], "template": "When was {head} in {tail}?",
    "times": {"1999", "\uff12\uff10\uff10\uff10", "the 1990s"},
}  # fmt: skip


def imported(tmp_path, *files, status=0):
    found = run_command("import", "questions", *files, "--out", "out.jsonl", "--json", cwd=tmp_path, status=status)
    if status:
        assert len(found.stderr.splitlines()) == 1
        assert not (tmp_path / "out.jsonl").exists()
        return found.stderr
    return json.loads(found.stdout), [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]


def plain(row):
    return {name: sorted(value) if isinstance(value, set) else value for name, value in row.items()}


@pytest.mark.parametrize("form", ["2", "3", "4", "5", "json", "jsonl"])
def test_pickles_and_mirrors_become_the_same_rows(form, tmp_path):
    path = tmp_path / ("test.pickle" if form.isdigit() else f"test.{form}")
    if form.isdigit():
        path.write_bytes(pickle.dumps([ROW, WHEN], protocol=int(form)))
    else:
        rows = [json.dumps(plain(row)) for row in (ROW, WHEN)]
        path.write_text(f"[{','.join(rows)}]" if form == "json" else "\n".join(rows))
    counts, (who, when) = imported(tmp_path, path)
    assert (counts["kept"], counts["remarks"]) == (2, {"slot of its template that was not filled": 1})
    assert (who["id"], who["kind"], who["question"]) == ("7", "before_after", "Who was President before Obama?")
    assert who["entities"] == [{"id": "Q11696", "slot": "tail"}, {"id": "Q76", "slot": "head"}]
    assert (when["answers"], when["answer_type"], when["times"]) == (["1999", "2000"], "time", [{"year": 1999}])


def test_repeats_and_the_overlap_of_splits_are_told(tmp_path):
    again = ROW | {"paraphrases": ["Before Obama, who was President?"], "uniq_id": 9}
    for name, rows in (("train", [ROW, again, ROW]), ("dev", [WHEN, ROW | {"uniq_id": 10}])):
        (tmp_path / f"{name}.pickle").write_bytes(pickle.dumps(rows))
    counts, rows = imported(tmp_path, "train.pickle", "dev.pickle")
    assert counts["remarks"] == {
        "id that an earlier row has, so that it got a number": 1,
        "same entities, answers and type as an earlier row": 3,
        "slot of its template that was not filled": 1,
    }
    assert counts["overlap"] == [
        {"splits": ["train", "dev"], "entities": [2, 2], "templates": [1, 1], "questions": [1, 2]}
    ]
    assert len({row["id"] for row in rows}) == 5
    assert len({row["seed"] for row in rows}) == 2
    assert [row["split"] for row in rows] == ["train"] * 3 + ["dev"] * 2
    assert json.loads((tmp_path / "out.drops.json").read_text())["overlap"] == counts["overlap"]


class Runs:
    def __reduce__(self):
        return os.system, ("touch ran",)


class Opens:
    def __reduce__(self):
        return open, ("ran", "w")


def nested(depth):
    return b"\x80\x04" + b"]" * depth + b"a" * (depth - 1) + b"."


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (pickle.dumps([Runs()]), "system"),
        (pickle.dumps([Runs()], protocol=2), "system"),
        (pickle.dumps([Opens()]), "open"),
        (pickle.dumps([ROW], protocol=0), "opcode"),
        (b"cos\nsystem\n(S'touch ran'\ntR.", "opcode"),
        (b"\x80\x02cbuiltins\neval\nX\x0f\x00\x00\x00open('ran','w')\x85R.", "names builtins.eval"),
        (b"\x80\x04(X\x09\x00\x00\x00touch ranios\nsystem\n.", "opcode INST"),
        (pickle.dumps([ROW])[:-20], "cannot be read"),
        (pickle.dumps([ROW | {"question": "a\ud800"}]), "surrogates not allowed"),
        (b"", "cannot be read"),
        (nested(100_000), "expected an object"),
        (pickle.dumps([10**5000]), "opcode LONG4"),
        (b"\x80\x02]r\xff\xff\xff\x7f.", "damaged"),
        (b"\x80\x02X\xff\xff\xff\x7fabc.", "cannot be read"),
        (pickle.dumps({"a": 1}), "found a dict, expected a list"),
        (pickle.dumps([ROW | {"answers": {frozenset({1})}}]), "'answers' to hold texts"),
        (pickle.dumps([ROW | {"type": "other"}]), "'type' to be one of"),
        (pickle.dumps([ROW | {"answer_type": "date"}]), "'answer_type' to be one of entity, time, found 'date'"),
        (pickle.dumps([{1: 2}]), "expected an object"),
    ],
)
def test_anything_else_is_refused_and_not_run(data, fault, tmp_path):
    (tmp_path / "test.pickle").write_bytes(data)
    assert fault in imported(tmp_path, "test.pickle", status=2)
    assert [path.name for path in tmp_path.iterdir()] == ["test.pickle"]
    assert sys.getrecursionlimit() < 100_000
