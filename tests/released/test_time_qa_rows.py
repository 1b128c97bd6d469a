"""Released rows of TimeQA and those of mirrors, as rows of ours: nothing is lost."""

import json
from collections import Counter

import orjson
import pytest

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.io.row import Row
from temporal_qa.questions.time_qa.perturbing import perturb_rows
from temporal_qa.questions.time_qa.rows import write_squad_layout
from temporal_qa.released.files import read_released
from temporal_qa.released.import_record import ImportRecord
from temporal_qa.released.time_qa import import_time_rows, is_time_qa

TIME_QA = SHARED_DATA / "timeqa"
CONTEXT = "Ann Lee Reds had her ."
EASY = {"idx": "/wiki/Ann_Lee#P54#0", "question": "Who had Ann Lee from 1990 to Mar 1995?",
        "context": CONTEXT, "targets": ["Reds"], "from": [8], "end": [12],
        "paragraphs": [{"title": "Ann", "text": "Reds had her ."}]}  # fmt: skip
NEXT = EASY | {"idx": "/wiki/Ann_Lee#P54#1", "question": "Who had Ann Lee from Mar 1995 to 1999?",
               "targets": [""], "from": [0], "end": [0]}  # fmt: skip


def imported(*rows, name="rows.jsonl"):
    record = ImportRecord()
    return list(import_time_rows([Row(n, row, name) for n, row in enumerate(rows, 1)], record)), record


def test_a_released_row_as_ours():
    (first, second), record = imported(EASY, NEXT)
    assert (first["answers"], first["answer_starts"], first["mode"], first["relation"]) == (
        ["Reds"],
        [8],
        "easy",
        "P54",
    )
    assert (second["answers"], second["answer_starts"]) == ([], [])
    assert first["segments"] == second["segments"] == [
        {"start": "1990", "end": "1995-03", "answers": ["Reds"]}, {"start": "1995-03", "end": "1999", "answers": []}
    ]  # fmt: skip
    assert [(row["segment_start"], row["segment_end"]) for row in (first, second)] == [
        ("1990", "1995-03"), ("1995-03", "1999")
    ]  # fmt: skip
    again = perturb_rows([Row(1, first), Row(2, second)], 2, 0, Counter())
    assert [row["perturbed_of"] for row in again] == [first["id"]] * 2 + [second["id"]] * 2
    assert first["released"] == second["released"] == "{}"
    assert first["length"] == "00000-00399"
    assert not record.remarked


@pytest.mark.parametrize(
    ("mirror", "answers", "apart"),
    [
        ({"targets": "['Reds', \"Ann's\"]"}, ["Reds", "Ann's"], {"targets"}),
        ({"targets": ["Reds", "Reds"]}, ["Reds"], {"targets"}),
        ({"targets": None, "answer": ["Reds"]}, ["Reds"], {"targets", "answer"}),
        ({"targets": None, "answer": ""}, [], {"targets", "answer"}),
        ({"targets": None, "answer": "[PIAS]"}, ["[PIAS]"], {"targets", "answer"}),
        ({"targets": "[\"the 'Reds' 'B'\",\n ' x']"}, ["the 'Reds' 'B'", " x"], {"targets"}),
        ({"targets": ["", "Reds"], "level": "hard"}, ["Reds"], {"targets", "level"}),
    ],
)
def test_what_mirrors_have_is_kept_apart(mirror, answers, apart):
    row = {column: value for column, value in (EASY | mirror).items() if column not in ("from", "end", "paragraphs")}
    (made,), _ = imported(row)
    assert made["answers"] == answers
    kept = orjson.loads(made["released"])
    assert kept == {column: row[column] for column in apart}


def test_one_idx_many_times_gets_numbers_and_its_segment_once():
    rows = imported(*[EASY] * 4)[0]
    assert [row["id"] for row in rows] == [EASY["idx"], *(f"{EASY['idx']}#{n}" for n in (2, 3, 4))]
    assert [len(row["segments"]) for row in rows] == [1] * 4


def test_easy_and_hard_in_one_file_keep_both_rows():
    hard = EASY | {"question": "Who had Ann Lee before May 1991?"}
    rows, record = imported(EASY, hard)
    assert [row["id"] for row in rows] == ["/wiki/Ann_Lee#P54#0", "/wiki/Ann_Lee#P54#0#2"]
    assert [row["mode"] for row in rows] == ["easy", "hard"]
    assert "segments" not in rows[0]
    assert [note.reason for note in record.remarked] == ["id that an earlier row has, so that it got a number"]


@pytest.mark.parametrize(
    ("name", "mode"),
    [("easy_and_hard.jsonl", "unknown"), ("dev.hard.json", "hard"), ("squad/human_easy/dev.json", "easy"),
     ("hard_disk/dev.json", "unknown"), ("hardware.jsonl", "unknown")],
)  # fmt: skip
def test_the_mode_is_that_of_the_file_if_it_has_one(name, mode):
    (made,), _ = imported(EASY | {"question": "Who had Ann Lee in 1990?"}, name=name)
    assert made["mode"] == mode
    # "in 1990" is both bounds of an easy question, and of a hard one any time.
    assert made.get("segments", []) == [{"start": "1990", "end": "1990", "answers": ["Reds"]}] * (mode == "easy")


def test_the_layout_of_squad_gives_the_same_rows(tmp_path):
    rows, _ = imported(EASY, NEXT)
    write_squad_layout(tmp_path / "dev.json", rows)
    record = ImportRecord()
    again = list(import_time_rows(read_released(tmp_path / "dev.json"), record))
    assert again == [{column: value for column, value in row.items() if column != "paragraphs"} for row in rows]
    assert not record.remarked


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"idx": "q1"}, "found the idx 'q1'"),
        ({"idx": "/wiki/Ann_Lee#P54#٠"}, "found the idx"),
        ({"targets": "[Reds"}, "found 'targets'"),
        ({"targets": "[__import__('os')]"}, "expected a list of texts"),
        ({"end": ["12"]}, "'Reds' is not the text at its offsets 8 to 12"),
        ({"targets": [1]}, "expected a list of texts, [''] for no answer"),
        ({"targets": "['Reds' 'Blues']"}, "found 'targets' \"['Reds' 'Blues']\", expected a list of texts"),
        ({"targets": "['Reds'\\n \"Ann's\"]"}, "expected a list of texts"),
        ({"question": None}, "expected 'question' (text)"),
        ({"from": [3]}, "'Reds' is not the text at its offsets 3 to 12"),
        ({"from": [1000], "end": [1004]}, "'Reds' is not the text at its offsets 1000 to 1004"),
        ({"context": "by Reds .", "from": [-6], "end": [-2]}, "'Reds' is not the text at its offsets -6 to -2"),
        ({"context": "  "}, "expected 'context' (text)"),
        ({"context": "<p>Reds</p>", "from": [3], "end": [7]}, "its context is HTML (<p>)"),
    ],
)
def test_a_bad_row_is_an_error_of_one_line(change, fault):
    if change == {"targets": "[Reds"}:  # a text without its end is one target
        assert imported({key: EASY[key] for key in ("idx", "question")} | change)[0][0]["answers"] == ["[Reds"]
        return
    with pytest.raises(InputError) as error:
        imported(EASY | change)
    assert str(error.value).startswith("rows.jsonl:1: ")
    assert fault in str(error.value)


def test_import_by_the_command_then_scored(tmp_path):
    (tmp_path / "dev.easy.json").write_text(json.dumps(EASY) + "\n" + json.dumps(NEXT) + "\n")
    printed = run_command("import", "questions", "dev.easy.json", "--out", "ours.parquet", cwd=tmp_path).stdout
    assert printed.splitlines()[:2] == ["wrote ours.parquet: 2 of 2 questions", "  2 with idx and targets (TimeQA)"]
    solved = run_command("solve", "ours.parquet", "--out", "solved.jsonl", cwd=tmp_path)
    assert "1 of 2 questions answered" in solved.stdout
    scores = json.loads(run_command("score", "ours.parquet", "solved.jsonl", "--json", cwd=tmp_path).stdout)["rows"]
    assert [row["exact_match"] for row in scores] == [100, 100, 100]


@pytest.mark.skipif(not TIME_QA.exists(), reason="the released files are not there")
class TestRealFiles:
    def test_hard_questions_of_dev(self):
        rows, record = [], ImportRecord()
        released = list(read_rows(TIME_QA / "dev_hard_questions.jsonl.gz"))
        assert is_time_qa(released[0].values)
        rows = list(import_time_rows(iter(released), record))
        assert record.kept.total() == len(rows) == 3087
        assert Counter(row["kind"] for row in rows) == {"in": 1205, "between": 1204, "after": 248, "before": 229,
                                                        "late": 108, "early": 93}  # fmt: skip
        assert sum(not row["answers"] for row in rows) == 413
        for row, ours in zip(released, rows, strict=True):
            again = {"idx": ours["id"], "question": ours["question"], "targets": ours["answers"] or [""]}
            assert again | orjson.loads(ours["released"]) == row.values

    @pytest.mark.parametrize("mode", ["easy", "hard"])
    def test_training_rows_lose_nothing(self, mode):
        released = list(read_released(TIME_QA / f"human_train.{mode}.json.gzip"))
        for row, ours in zip(released, import_time_rows(iter(released), ImportRecord()), strict=True):
            again = {"idx": ours["id"], "targets": ours["answers"] or [""], "from": ours["answer_starts"] or [0],
                     "end": ours["answer_ends"] or [0]}  # fmt: skip
            kept = {column: ours[column] for column in ("question", "context", "paragraphs")}
            assert again | kept | orjson.loads(ours["released"]) == row.values
