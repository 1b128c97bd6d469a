"""Released files of CronQuestions: read as plain data, and their faults told."""

import json
import os
import pickle
import sys

import pyarrow.parquet as pq
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


def test_a_year_before_the_first_is_written_with_its_era_and_kept_as_released(tmp_path):
    (tmp_path / "test.pickle").write_bytes(pickle.dumps([WHEN | {"answers": {-43, 1999}}]))
    _, (row,) = imported(tmp_path, tmp_path / "test.pickle")
    assert (row["answers"], row["answer_ids"]) == (["44 BC", "1999"], ["-43", "1999"])
    for ranked in (["44 BC", "1999"], ["-43", "1999"]):
        (tmp_path / "ranked.jsonl").write_text(json.dumps({"id": row["id"], "ranked": ranked}))
        scored = run_command("score", "out.jsonl", "ranked.jsonl", "--json", cwd=tmp_path)
        (overall,) = [each for each in json.loads(scored.stdout)["rows"] if each["facet"] == "all"]
        assert overall["filtered_hits_at_1"] == 100


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


def as_released(row):
    """A question of ours as the release has it, in words that nobody can read."""
    head, tail = (row["anchor"], row["named"]) if row["role"] == "subject" else (row["named"], row["anchor"])
    if row["named_at"] is not None:
        head, tail = row["named"], row["named_at"]
    annotation = {"head": head, "tail": tail, "event_head": row["event"], "adj": row["direction"]}
    return {
        "question": "?", "paraphrases": ["Tell me."], "answers": row["answer_ids"], "answer_type": row["answer_type"],
        "entities": [row[name] for name in ("anchor", "named", "named_at", "event") if row[name] is not None],
        "times": [] if row["year"] is None else [str(row["year"])], "relations": [row["relation"]], "template": "?",
        "type": row["kind"], "annotation": {name: value for name, value in annotation.items() if value is not None},
        "uniq_id": row["id"],
    }  # fmt: skip


def is_asked_in_the_release(row):
    """Ours asks more: who was before somebody, from both ends of every relation; what office somebody held in a war."""
    around_offices = row["relation"] in ("P39", "P166")
    if row["kind"] == "before_after" and row["event"] is None:
        return row["role"] == ("object" if around_offices else "subject")
    return (
        row["kind"] != "time_join" or row["event"] is None or row["role"] == ("object" if around_offices else "subject")
    )


def test_what_a_row_asks_is_taken_from_its_annotation_and_solved_on_the_graph(tmp_path):
    run_command("build", "cron-questions", "--invent", 200, "--seed", 1, "--workers", 1, "--out", "made", cwd=tmp_path)
    rows = [row for file in (tmp_path / "made/questions").iterdir() for row in pq.read_table(file).to_pylist()]
    shapes = {(row["kind"], *(row[name] is None for name in ("named", "named_at", "event"))) for row in rows}
    assert len(shapes) >= 8
    ours = [row for row in rows if is_asked_in_the_release(row)]
    (tmp_path / "test.json").write_text(json.dumps([as_released(row) for row in ours]))
    imported(tmp_path, "test.json")
    run_command("solve", "out.jsonl", "--graph", "made", "--out", "solved.jsonl", cwd=tmp_path)
    solved = [json.loads(line) for line in (tmp_path / "solved.jsonl").read_text().splitlines()]
    assert [(row["id"], row["answer_ids"]) for row in solved] == [(row["id"], row["answer_ids"]) for row in ours]


@pytest.mark.parametrize(
    ("changes", "relation", "anchor"),
    [
        ({"type": "simple_time", "relations": {"26"}}, "P26", "Q76"),
        ({"type": "time_join", "annotation": {"head": "Q76", "event_head": "Q11696"}}, "P54", "Q76"),
        ({"type": "time_join", "annotation": {"tail": "Q76", "event_head": "Q11696"}}, "P39", "Q76"),
        ({"annotation": {"head": "Q76", "tail": "Q11696"}}, "P39", None),
        ({"annotation": None}, "P39", None),
        ({"relations": {"P39", "P54"}}, None, None),
    ],
)  # fmt: skip
def test_faults_of_the_release_are_known_and_what_tells_too_little_is_not_guessed(changes, relation, anchor, tmp_path):
    (tmp_path / "test.pickle").write_bytes(pickle.dumps([ROW | changes]))
    _, (row,) = imported(tmp_path, "test.pickle")
    assert (row["relation"], row["anchor"]) == (relation, anchor)


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
        (pickle.dumps([ROW | {"answers": {frozenset({1})}}]), "'answers' to be a set or list of texts"),
        (pickle.dumps([ROW | {"type": "other"}]), "'type' to be one of"),
        (pickle.dumps([ROW | {"answer_type": "date"}]), "'answer_type' to be entity or time, found 'date'"),
        (pickle.dumps([{1: 2}]), "expected an object"),
        (pickle.dumps([ROW | {"paraphrases": "Who?"}]), "'paraphrases' to be a list of texts"),
        (pickle.dumps([ROW | {"annotation": "{'head': 'Q76'}"}]), "'annotation' to be an object"),
    ],
)
def test_anything_else_is_refused_and_not_run(data, fault, tmp_path):
    (tmp_path / "test.pickle").write_bytes(data)
    assert fault in imported(tmp_path, "test.pickle", status=2)
    assert [path.name for path in tmp_path.iterdir()] == ["test.pickle"]
    assert sys.getrecursionlimit() < 100_000
