"""``temporal-qa import``: its output and files, which can be audited, scored and loaded like our own."""

import json

import pytest
from datasets import List, Value, load_dataset

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows
from temporal_qa.questions.complex_tr.record import question_features

TIME_BENCH = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"
with_time_bench = pytest.mark.skipif(not TIME_BENCH.exists(), reason="the shared real data is not beside the checkout")

FACTS = (
    "Hans Kramers worked for Leiden University from January 1934 to January 1952. \n "
    "Hans Kramers worked for Utrecht University from January 1926 to January 1934. \n "
    "Hans Kramers worked for Delft University of Technology from January 1931 to January 1952."
)
KRAMERS = {  # Figure 2 of the paper
    "id": "L2_Q451225_P108_4",
    "question": "Which employer did Hans Kramers work for in September 1931?",
    "date": "September 12 1931",
    "text_answers": {"text": ["Utrecht University", "Delft University of Technology"]},
    "fact_context": FACTS,
    "context": "",
    "passages": [{"title": "Hans Kramers", "text": "A Dutch physicist.", "url": "https://example.org"}],
}


def run(*arguments, cwd, status=0):
    return run_command(*arguments, cwd=cwd, status=status)


@pytest.fixture
def folder(tmp_path):
    rows = [KRAMERS, KRAMERS | {"id": "L3_1"}, KRAMERS | {"id": "L2_2", "text_answers": {"text": ["Oxford"]}}]
    (tmp_path / "test.json").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "more.json").write_text(json.dumps([KRAMERS | {"id": "L2_3"}, KRAMERS]))
    return tmp_path


def test_what_was_left_out_is_counted_and_listed_beside_the_questions(folder):
    printed = run("import", "test.json", "more.json", "--out", "ours.jsonl", cwd=folder).stdout.splitlines()
    assert printed[0] == "wrote ours.jsonl: 3 of 5 questions"
    assert "  left out: 1 (id that an earlier row has)" in printed
    assert "  kept, but look: 1 (label that is no object of the relation asked about)" in printed
    assert [row.values["id"] for row in read_rows(folder / "ours.jsonl")] == [KRAMERS["id"], "L2_2", "L2_3"]
    drops = json.loads((folder / "ours.drops.json").read_text())
    assert [(note["file"], note["line"], note["id"]) for note in drops["left_out"]] == [
        ("test.json", 2, "L3_1"),
        ("more.json", 2, KRAMERS["id"]),
    ]
    assert sum(drops["drops"].values()) + drops["kept"] == drops["rows"] == 5
    assert [note["detail"] for note in drops["remarked"]] == ["Oxford"]
    assert [source["file"] for source in drops["inputs"]] == ["test.json", "more.json"]


def test_a_file_given_twice_is_read_twice(folder):
    told = json.loads(run("import", "test.json", "test.json", "--out", "twice.jsonl", "--json", cwd=folder).stdout)
    once = json.loads(run("import", "test.json", "--out", "once.jsonl", "--json", cwd=folder).stdout)
    assert (told["rows"], told["kept"]) == (2 * once["rows"], once["kept"])


def test_json_gives_the_counts_and_the_same_input_the_same_bytes(folder):
    counts = json.loads(run("import", "test.json", "--out", "a.jsonl.gz", "--json", cwd=folder).stdout)
    assert (counts["rows"], counts["kept"], counts["drops_file"]) == (3, 2, "a.drops.json")
    first = [(folder / name).read_bytes() for name in ("a.jsonl.gz", "a.drops.json")]
    run("import", "test.json", "--out", "a.jsonl.gz", "--overwrite", cwd=folder)
    assert [(folder / name).read_bytes() for name in ("a.jsonl.gz", "a.drops.json")] == first


def test_labels_go_through_audit_and_score_as_released(folder):
    run("import", "test.json", "--out", "ours.jsonl", cwd=folder)
    report = json.loads(run("audit", "ours.jsonl", "--out", "report.json", "--json", cwd=folder).stdout)
    assert report["counts"]["equal"] == report["counts"]["different"] == 1
    write_json_lines(folder / "p.jsonl", [{"id": row.values["id"], "answers": ["Oxford"]}
                                          for row in read_rows(folder / "ours.jsonl")])  # fmt: skip
    rows = json.loads(run("score", "ours.jsonl", "p.jsonl", "--by", "answers", "--json", cwd=folder).stdout)["rows"]
    assert {row["value"]: row["set_accuracy"] for row in rows if row["facet"] == "answers"} == {
        "multi": 0.0,
        "single": 100.0,
    }


def test_load_dataset_gives_the_features_of_our_questions(folder):
    run("import", "test.json", "--out", "ours.jsonl", cwd=folder)
    rows = load_dataset("json", data_files=str(folder / "ours.jsonl"), split="train", cache_dir=str(folder / "cache"))
    assert rows.features == question_features()
    assert rows[0]["answers"] == KRAMERS["text_answers"]["text"]


def test_open_domain_rows_have_their_passages(folder):
    run("import", "test.json", "--out", "odqa.jsonl", "--config", "open_domain", cwd=folder)
    rows = load_dataset("json", data_files=str(folder / "odqa.jsonl"), split="train", cache_dir=str(folder / "cache"))
    passage = {name: Value("string") for name in ("title", "text", "url")}
    assert rows.features == question_features() | {"passages": List(passage)}
    assert rows[0]["passages"] == KRAMERS["passages"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.json", "--out", "x.jsonl"], "nowhere.json: no such file"),
        (["test.json", "--out", "x.csv"], "x.csv: expected a name that ends in .jsonl, "),
        (["test.json", "ours.jsonl", "--out", "x.jsonl"], "ours.jsonl:1: columns id, answers; expected id, question,"),
        (["dates.json", "--out", "x.jsonl"], "dates.json: none of the rows is a question of ours, as 0: no facts"),
        (["empty.json", "--out", "x.jsonl"], "empty.json: holds no questions"),
        (["time.json", "--out", "x.jsonl", "--config", "open_domain"], "time.json: --config open_domain: TimeQA has"),
        (["ours.jsonl", "--out", "ours.jsonl"], "ours.jsonl: is the input; choose another file"),
        (["test.json", "--out", "taken.jsonl"], "taken.drops.json: is a folder"),
    ],
)
def test_bad_input_gets_one_line_and_leaves_nothing(folder, arguments, message):
    (folder / "ours.jsonl").write_text('{"id": "a", "answers": ["b"]}\n')
    without_facts = {"question": "Who was king in 1873?", "text_answers": {"text": ["Ann"]}, "id": "0", "context": ""}
    (folder / "dates.json").write_text(json.dumps(without_facts))
    (folder / "empty.json").write_text("[]")
    of_time_qa = {"idx": "/wiki/Ann_Lee#P54#0", "question": "For whom did Ann Lee play in 1990?", "targets": ["Ajax"]}
    (folder / "time.json").write_text(json.dumps(of_time_qa))
    (folder / "taken.drops.json").mkdir()
    before = sorted(folder.iterdir())
    error = run("import", *arguments, cwd=folder, status=2).stderr
    assert message in error
    assert error.count("\n") == 1
    assert sorted(folder.iterdir()) == before


@with_time_bench
def test_time_bench_is_audited_as_if_it_had_not_been_imported(tmp_path):
    run("import", TIME_BENCH, "--out", "ours.jsonl", cwd=tmp_path)
    run("audit", "ours.jsonl", "--out", "ours.json", cwd=tmp_path)
    run("audit", TIME_BENCH, "--out", "theirs.json", cwd=tmp_path)
    ours, theirs = (json.loads((tmp_path / name).read_text()) for name in ("ours.json", "theirs.json"))
    assert ours == theirs
    assert ours["n"] == 1185
    assert json.loads((tmp_path / "ours.drops.json").read_text())["drops"] == {}


@with_time_bench
def test_time_bench_keeps_its_words_and_labels(tmp_path):
    run("import", TIME_BENCH, "--out", "ours.jsonl", cwd=tmp_path)
    for theirs, ours in zip(read_rows(TIME_BENCH), read_rows(tmp_path / "ours.jsonl"), strict=True):
        assert ours.values["answers"] == theirs.values["answer"]
        for column in ("id", "level", "question", "fact_context"):
            assert ours.values[column] == theirs.values[column]
        assert ours.values["kind"] == {"L2": "l2_at", "L3": "l3_neighbour"}[theirs.values["level"]]
        assert len(ours.values["facts"]) == len(ours.values["fact_context"].split("\n"))


def test_hieradate_is_imported_as_samples_and_audited(tmp_path):
    sample = {
        "_id": "w",
        "question": "Who was born first, Ann Lee or Bob Roe?",
        "answer": "Ann Lee",
        "context": [["Bob Roe", ["Bob Roe (born May 1901) sings."]], ["Ann Lee", ["Ann Lee was born in 1900."]]],
        "ques_extract_1": "When was Ann Lee born?",
        "ans_extract_1": "1900",
        "ques_extract_2": "When was Bob Roe born?",
        "ans_extract_2": "May 1901",
        "ques_reason_1": "Does 1900 come before May 1901?",
        "ans_reason_1": "no",
        "ques_reason_2": "Does 1900 come after May 1901?",
        "ans_reason_2": "no",
        "ques_robust": "Who was born later, Ann Lee or Bob Roe?",
        "ans_robust": "Bob Roe",
    }
    (tmp_path / "dev.json").write_text(json.dumps([sample, sample | {"_id": "x", "question": "Who?"}]))
    printed = run("import", "dev.json", "--out", "ours.jsonl", cwd=tmp_path).stdout.splitlines()
    assert printed[0] == "wrote ours.jsonl: 1 of 2 samples"
    assert "  left out: 1 (sample whose main question, dates or ages cannot be read)" in printed
    run("audit", "ours.jsonl", "--out", "report.json", cwd=tmp_path)
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["counts"]["equal"] == 5
    assert [found["id"] for found in report["disagreements"]] == ["w_reason_1"]
    solved = json.loads(run("solve", "ours.jsonl", "--out", "solved.jsonl", "--json", cwd=tmp_path).stdout)
    assert (solved["questions"], solved["answered"]) == (6, 6)
