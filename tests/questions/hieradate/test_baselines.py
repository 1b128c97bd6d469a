"""Baselines that see names and years: what they answer, how well they do on real lives, and where they show."""

import csv
import json
import random

import fsspec
import pytest

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows
from temporal_qa.io.row import Row
from temporal_qa.questions.hieradate.baselines import BASELINES, baseline_answers, with_baselines
from temporal_qa.questions.hieradate.deciding import Undecided, decide
from temporal_qa.timeline.lives import life_to_row, read_lives

REAL_LIVES = SHARED_DATA / "dates" / "baseball_lives.jsonl.gz"


def question(identity, relation, extreme, lives, answer, **columns):
    return {
        "id": identity, "question": f"{relation}, {extreme}?", "answers": [answer], "answer_type": "entity",
        "sample": identity, "task": "main", "relation": relation, "extreme": extreme, "lives": lives,
    } | columns  # fmt: skip


def lives(*dates):
    return [{"id": name, "name": name, "start": start, "end": end}
            for name, (start, end) in zip(("Ann", "Bob"), dates, strict=True)]  # fmt: skip


EARLY = lives(("1900-12-31", "1980-01-01"), ("1901-01-01", "1980-12-31"))

# relation, extreme, task; what first_named, year_only and years_difference answer about Ann and Bob of EARLY.
CASES = [
    ("birth", "first", "main", "Ann Ann Ann"),
    ("birth", "later", "main", "Ann Bob Ann"),
    ("birth", "later", "robustness", "Ann Bob Ann"),
    ("death", "later", "main", "Ann Ann Ann"),
    ("lifespan", "longer", "main", "Ann Ann Ann"),
    ("lifespan", "shorter", "main", "Ann Ann Bob"),
    ("lifespan", "shorter", "robustness", "Ann Ann Bob"),
]


@pytest.mark.parametrize(("relation", "extreme", "task", "answers"), CASES)
def test_what_each_answers(relation, extreme, task, answers):
    row = question("q", relation, extreme, EARLY, "Ann", task=task)
    assert [baseline_answers(name, row) for name in BASELINES] == [[answer] for answer in answers.split()]


@pytest.mark.parametrize(
    "column",
    [5, ["Ann", "Bob"], EARLY[:1], [{"id": "1"}, {"id": "2"}], lives(("May", "1980"), ("1901", "1980"))],
    ids=str,
)
def test_a_column_of_that_name_in_another_dataset_is_passed_over(column):
    answers = {}
    row = Row(1, question("q", "birth", "first", column, "Ann"))
    assert list(with_baselines([row], answers)) == [row]
    assert answers == {}


def test_a_probe_for_no_entity_gets_no_answer():
    assert not any(baseline_answers(name, question("q", "birth", "first", EARLY, "yes", answer_type="yes_no"))
                   for name in BASELINES)  # fmt: skip


@pytest.mark.skipif(not REAL_LIVES.exists(), reason="needs the real lives beside the clone")
def test_years_are_enough_for_people_drawn_at_random_and_useless_where_they_are_equal():
    known = list(read_lives(REAL_LIVES))
    rng = random.Random(0)
    right = {}
    for relation, extreme in (("birth", "first"), ("death", "later"), ("lifespan", "longer")) * 4000:
        pair = tuple(rng.sample(known, 2))
        try:
            part, least = decide(pair, relation, "full_date")
        except Undecided:
            continue
        answer = pair[least if extreme == "first" else 1 - least].name
        row = question("q", relation, extreme, [life_to_row(life) for life in pair], answer)
        for name in BASELINES:
            for which in ("all", part):
                right.setdefault((name, relation, which), []).append(baseline_answers(name, row) == [answer])
    share = {key: 100 * sum(marks) / len(marks) for key, marks in right.items()}
    assert share["year_only", "birth", "all"] == pytest.approx(99.6, abs=0.5)
    assert share["year_only", "death", "all"] == pytest.approx(99.6, abs=0.5)
    assert share["years_difference", "lifespan", "all"] == pytest.approx(98.9, abs=0.8)
    assert share["year_only", "birth", "year"] == 100
    for name, relation in (("first_named", "birth"), ("first_named", "lifespan"), ("year_only", "lifespan")):
        assert share[name, relation, "all"] == pytest.approx(50, abs=4)
    months = [mark for relation in ("birth", "death") for mark in right["year_only", relation, "month"]]
    assert 100 * sum(months) / len(months) == pytest.approx(50, abs=20)  # few


@pytest.fixture
def folder(tmp_path):
    tied = lives(("1900-03", "1950"), ("1900-05", "1970"))
    asked = [
        question("a", "birth", "later", EARLY, "Bob"),
        question("b", "birth", "later", tied, "Bob"),
        question("c", "lifespan", "longer", tied, "Bob"),
        question("d", "birth", "later", tied, "yes", answer_type="yes_no", task="reasoning"),
    ]
    write_json_lines(tmp_path / "asked.jsonl", asked)
    for run in ("one", "two"):
        write_json_lines(tmp_path / f"{run}.jsonl", [{"id": row["id"], "answers": row["answers"]} for row in asked])
    return tmp_path


@pytest.mark.parametrize(("command", "score"), [("score", "set_accuracy"), ("score-probes", "accuracy")])
def test_they_stand_in_each_table_of_scores(folder, command, score):
    found = json.loads(run_command(command, "asked.jsonl", "one.jsonl", "--json", cwd=folder).stdout)["rows"]
    assert found[0][score] == 100
    beside = [(row["value"], row["n"], row[score]) for row in found if row["facet"] == "baseline"]
    assert beside == [("first_named", 3, 0), ("year_only", 2, 50), ("years_difference", 1, 100)]


def test_they_stand_once_in_each_report(folder):
    for run in ("one", "two"):
        run_command("score", "asked.jsonl", f"{run}.jsonl", "--items", f"items/{run}.jsonl", cwd=folder)
        rows = list(read_rows(folder / f"items/{run}.jsonl"))
        assert [row.values["id"] for row in rows] == ["a", "b", "c", "d"]  # of the run alone
        assert {row.values["run"] for row in rows} == {run}
    kept = [f"items/{name}.jsonl" for name in ("one", "baselines_one", "two", "baselines_two")]
    again = "score", "asked.jsonl", "one.jsonl", "--items", "items/one.jsonl", "--overwrite"
    run_command(*again, cwd=folder)
    (folder / "items/one.jsonl").unlink()
    assert "baselines_one.jsonl: the file exists" in run_command(*again[:-1], cwd=folder, status=2).stderr
    run_command(*again, cwd=folder)
    run_command("report", *kept, "--out", "report", "--bootstrap", 10, cwd=folder)
    with open(folder / "report" / "runs.csv") as lines:
        table = {row["run"]: float(row["set accuracy"]) for row in csv.DictReader(lines)}
    assert table == {"one": 100, "two": 100, "first_named": 0, "year_only": 25, "years_difference": 25}
    with open(folder / "report" / "baselines.csv") as lines:
        rows = list(csv.DictReader(lines))
    beside = [(row["baseline"], row["n"], float(row["one"]), float(row[row["baseline"]])) for row in rows]
    assert beside == [("first_named", "3", 100, 0), ("year_only", "2", 100, 50), ("years_difference", "1", 100, 100)]


@pytest.mark.parametrize("command", ["score", "score-probes"])
def test_they_go_to_a_file_beside_the_run_s_also_at_a_url(folder, tmp_path, monkeypatch, command):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    store = fsspec.filesystem("memory")
    store.store.clear()
    told = run_command(command, "asked.jsonl", "one.jsonl", "--items", "memory://lab/one.jsonl", cwd=folder).stdout
    assert "memory://lab/one.jsonl and, for report, the baselines' memory://lab/baselines_one.jsonl" in told
    run_command(command, "asked.jsonl", "one.jsonl", "--items", "one_here.jsonl", cwd=folder)
    runs = {name: {row.values["run"] for row in read_rows(folder / f"{name}.jsonl")}
            for name in ("one_here", "baselines_one_here")}  # fmt: skip
    assert runs == {"one_here": {"one"}, "baselines_one_here": set(BASELINES)}
    for name in ("one", "baselines_one"):
        assert store.cat_file(f"/lab/{name}.jsonl") == (folder / f"{name}_here.jsonl").read_bytes()


def test_a_run_of_their_name_stands_for_itself(folder):
    run_command("score", "asked.jsonl", "one.jsonl", "--items", "items.jsonl", "--run", "year_only",
                "--normalization", "plain", cwd=folder)  # fmt: skip
    rows = [row.values for name in ("items", "baselines_items") for row in read_rows(folder / f"{name}.jsonl")]
    assert {(row["run"], row["normalization"]) for row in rows} == {(name, "plain") for name in BASELINES}
    run_command("report", "items.jsonl", "--out", "report", "--bootstrap", 10, "--json", cwd=folder)


@pytest.mark.parametrize("column", ["nine", [{"id": 1}], [1, 2, 3], {"a": "b"}])
def test_another_column_of_lives_is_not_read(folder, column):
    write_json_lines(folder / "other.jsonl", [{"id": "a", "answers": ["x"], "lives": column}])
    write_json_lines(folder / "told.jsonl", [{"id": "a", "answers": ["x"]}])
    found = json.loads(run_command("score", "other.jsonl", "told.jsonl", "--json", cwd=folder).stdout)["rows"]
    assert [row["facet"] for row in found] == ["all"]
