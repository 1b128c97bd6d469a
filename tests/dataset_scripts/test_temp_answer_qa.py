"""The dataset of numeric temporal answers: from released CSV files to what load_dataset returns."""

import contextlib
import csv
import datetime
import functools
import http.server
import importlib
import json
import threading

import pytest
from datasets import load_dataset
from huggingface_hub import DatasetCard

from places import SHARED_DATA
from temporal_qa.io.errors import InputError
from temporal_qa.released.temp_answer_qa.files import PAPER_UNITS

temp_answer_qa = importlib.import_module("temporal_qa.dataset_scripts.temp_answer_qa")

REAL = SHARED_DATA / "temp_answer_qa"
real_data = pytest.mark.skipif(not REAL.is_dir(), reason="the shared real data is not beside the checkout")

TTQA_COLUMNS = ["question", "label", "category", "table_id", "answer_format", "answer_temporal_unit", "split",
                "table_context"]  # fmt: skip
TOT_COLUMNS = ["question", "label", "question_type", "question_wo_instruct", "instruction", "answer_format",
               "answer_temporal_unit", "split"]  # fmt: skip


def ttqa(question, label, unit="years", split="head", table_id="1", table="category\nking\n\nborn\t1801"):
    formats = {"date": "%B %d, %Y", "date_years": "yyyy"}
    return [question, label, "king", table_id, formats.get(unit, f"<num_{unit}>"), unit, split, table]


def tot(question, label, unit, instruction, split="arithmetic", question_type="duration"):
    return [f"{question}  {instruction}", label, question_type, question, instruction, "...", unit, split]


TTQA_ROWS = [
    ttqa("How long was he king?", "40"),
    ttqa("When was he born?", "February 17, 1837", "date"),
    ttqa("In what year did he die?", "1892", "date_years", split="tail"),
]
TOT_ROWS = [
    tot("How old in days?", "{'age': 622}", "days", 'JSON = {"explanation": <...>, "age": <num_days>}'),
    tot("When did the war end?", "{'answer': '352 BC'}", "years", 'JSON = {"answer": <year> <era>}'),
    tot("When will she call?", "{'day': '-1', 'time': '15:30'}", "minutes", 'JSON = {"day": ..., "time": "HH:MM"}'),
    tot("How long for 13 drawers?", '{"X": 2.0, "Y": 24.0, "Z": 44.0}', "seconds", "JSON = {X, Y, Z}"),
]


def write_csv(path, columns, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return path


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("released")
    write_csv(folder / "ttqa.csv", TTQA_COLUMNS, TTQA_ROWS)
    write_csv(folder / "tot_arithmetic.csv", TOT_COLUMNS, TOT_ROWS)
    return folder


@pytest.fixture(scope="module")
def made(source, tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "temp-answer-qa"
    return folder, temp_answer_qa.build(source, folder)


def load(folder, config, cache):
    return load_dataset(str(folder), config, cache_dir=str(cache), verification_mode="all_checks")


def test_load_dataset_returns_both_configs(made, tmp_path):
    folder, report = made
    assert report["counts"] == {"ttqa": {"head": 2, "tail": 1}, "tot": {"arithmetic": 4}}
    for config, counts in report["counts"].items():
        dataset = load(folder, config, tmp_path)
        assert {split: len(rows) for split, rows in dataset.items()} == counts
        assert all(rows.features == temp_answer_qa.FEATURES for rows in dataset.values())


def test_every_label_becomes_a_number_in_its_unit(made, tmp_path):
    head = load(made[0], "ttqa", tmp_path)["head"]
    assert head["answer_value"] == [40, datetime.date(1837, 2, 17).toordinal()]
    arithmetic = load(made[0], "tot", tmp_path)["arithmetic"]
    assert arithmetic["answer_value"] == [622, -352, 15.5 * 60 - 1440, 2 * 3600 + 24 * 60 + 44]


def test_a_row_keeps_the_question_and_its_context(made, tmp_path):
    row = load(made[0], "ttqa", tmp_path)["head"][0]
    row_id = row.pop("id")
    assert row == {
        "question": "How long was he king?", "answer": "40", "answer_value": 40.0, "temporal_unit": "years",
        "answer_format": "<num_years>", "context": "category\nking\n\nborn\t1801", "source": "ttqa",
        "question_type": None,
    }  # fmt: skip
    assert row_id.startswith("ttqa_head_")
    row = load(made[0], "tot", tmp_path)["arithmetic"][0]
    assert (row["context"], row["source"], row["question_type"]) == ("", "tot", "duration")


def test_facts_that_only_the_instruction_states_are_the_context(tmp_path):
    row = tot("When did E49 stop?", "{'answer': 2017}", "years", "Facts: E49 from 2001 to 2017.", "semantic")
    row[0] = "When did E49 stop?"
    released = write_csv(tmp_path / "tot.csv", TOT_COLUMNS, [row])
    made = temp_answer_qa.make_rows(released, "tot")
    assert made.splits["semantic"][0]["context"] == "Facts: E49 from 2001 to 2017."


def test_ids_come_from_the_content_and_not_from_the_order(tmp_path):
    """Asked twice of one table with two answers, or of two tables: two questions."""
    rows = [ttqa("How old?", "13"), ttqa("How old?", "14"), ttqa("How old?", "13", table_id="2"),
            ttqa("How old?", "13", split="tail")]  # fmt: skip
    ids = []
    for name, ordered in (("a.csv", rows), ("b.csv", rows[::-1])):
        made = temp_answer_qa.make_rows(write_csv(tmp_path / name, TTQA_COLUMNS, ordered), "ttqa")
        assert list(made.splits) == ["head", "tail"]
        ids.append({row["id"] for split in made.splits.values() for row in split})
    assert ids[0] == ids[1]
    assert len(ids[0]) == 4


def test_a_row_that_is_there_twice_is_left_out_and_counted(source, tmp_path):
    write_csv(tmp_path / "ttqa.csv", TTQA_COLUMNS, [*TTQA_ROWS, TTQA_ROWS[0]])
    report = temp_answer_qa.build(tmp_path, tmp_path / "out")
    assert report["counts"]["ttqa"] == {"head": 2, "tail": 1}
    assert report["drops"] == {"a row again, question, table and answer alike": 1}
    assert json.loads((tmp_path / "out" / "build.json").read_text())["drops"] == report["drops"]
    assert "a row again, question, table and answer alike" in (tmp_path / "out" / "README.md").read_text()


def test_what_differs_from_the_paper_is_told_in_report_record_and_card(made):
    folder, report = made
    assert "tot: no split semantic: the source has no row of it" in report["differences"]
    assert "ttqa: questions in head: 2, in the paper 1,103" in report["differences"]
    assert "ttqa: questions in years: 1, in the paper's Table 2 1,194" in report["differences"]
    record = json.loads((folder / "build.json").read_text())
    assert record["counts"]["differences_from_the_paper"] == report["differences"]
    card = (folder / "README.md").read_text()
    assert all(line in card for line in report["differences"])


def test_the_card_is_valid_and_gives_credit(made):
    card = DatasetCard.load(made[0] / "README.md")
    assert card.data.license == "cc-by-4.0"
    assert {config["config_name"] for config in card.data.configs} == {"ttqa", "tot"}
    for name in ("https://github.com/aauss/temporal-answer-qa", "https://huggingface.co/datasets/baharef/ToT",
                 "https://github.com/clear-temptabqa/clear_temptabqa"):  # fmt: skip
        assert name in card.text
    assert "{{" not in card.text
    assert "{%" not in card.text


def test_same_files_same_bytes(made, source, tmp_path):
    temp_answer_qa.build(source, tmp_path / "again")
    files = [path.relative_to(made[0]) for path in sorted(made[0].rglob("*")) if path.is_file()]
    assert len(files) == 6
    for file in files:
        assert (tmp_path / "again" / file).read_bytes() == (made[0] / file).read_bytes(), file


def test_one_released_file_is_enough(tmp_path):
    write_csv(tmp_path / "tot.csv", TOT_COLUMNS, [*TOT_ROWS, [*TOT_ROWS[0][:-1], "semantic"]])
    report = temp_answer_qa.build(tmp_path, tmp_path / "out")
    assert report["counts"] == {"tot": {"arithmetic": 4, "semantic": 1}}
    assert "ttqa: no split head: the source has no row of it" in report["differences"]
    assert len(load(tmp_path / "out", "tot", tmp_path / "cache")["semantic"]) == 1


def test_a_byte_order_mark_and_windows_line_ends_are_no_harm(tmp_path):
    path = write_csv(tmp_path / "ttqa.csv", TTQA_COLUMNS, TTQA_ROWS)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n").replace(b"\r\r\n", b"\r\n"))
    assert len(temp_answer_qa.make_rows(path, "ttqa").splits["head"]) == 2


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([ttqa("Q?", "1"), ttqa("Q?", "forty-ish")], "ttqa.csv:6: .*'forty-ish'"),  # rows of four lines each
        ([ttqa("Q?", "February 30, 1999", "date")], "ttqa.csv:2: .*'February 30, 1999'"),
        ([ttqa("Q?", "1", split="dev")], "ttqa.csv:2: split 'dev', expected head or tail"),
        ([ttqa(" ", "1")], "ttqa.csv:2: an empty question, expected its text"),
        ([ttqa("Q?", "1", unit="weeks")], "ttqa.csv:2: unit 'weeks', expected one of years, date_years"),
        ([["Q?", "1"]], "ttqa.csv:2: 2 cells, expected 8"),
        ([], "ttqa.csv: holds no question, only a header"),
    ],
)
def test_a_bad_row_stops_the_build_with_its_line_and_leaves_nothing(tmp_path, rows, message):
    write_csv(tmp_path / "ttqa.csv", TTQA_COLUMNS, rows)
    with pytest.raises(InputError, match=message):
        temp_answer_qa.build(tmp_path, tmp_path / "out")
    assert [file.name for file in tmp_path.iterdir()] == ["ttqa.csv"]


@pytest.mark.parametrize(
    "label", ["{'answer': '352 BC'", "__import__('os').getcwd()", "[1, 2]", "{'answer': 'soon'}", "{'day': '+-2'}", ""]
)
def test_a_label_of_test_of_time_must_be_a_dictionary_with_a_value(tmp_path, label):
    path = write_csv(tmp_path / "tot.csv", TOT_COLUMNS, [tot("Q?", label, "minutes", "JSON")])
    with pytest.raises(InputError, match=r"tot.csv:2: "):
        temp_answer_qa.make_rows(path, "tot")


def test_other_files_are_told(tmp_path):
    with pytest.raises(InputError, match=r"holds none of the released files, expected ttqa.csv, tot.csv or tot_arith"):
        temp_answer_qa.build(tmp_path, tmp_path / "out")
    with pytest.raises(InputError, match="no such folder"):
        temp_answer_qa.build(tmp_path / "absent", tmp_path / "out")
    (tmp_path / "ttqa.csv").write_bytes(b"")
    with pytest.raises(InputError, match=r"ttqa.csv: is empty, expected a CSV header"):
        temp_answer_qa.build(tmp_path, tmp_path / "out")
    (tmp_path / "ttqa.csv").write_text("question,answer\n")
    with pytest.raises(InputError, match=r"ttqa.csv:1: no column label, answer_format"):
        temp_answer_qa.build(tmp_path, tmp_path / "out")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@contextlib.contextmanager
def serving(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def test_without_a_source_the_released_files_are_downloaded(tmp_path):
    released = tmp_path / "server"
    released.mkdir()
    write_csv(released / "ttqa.csv", TTQA_COLUMNS, TTQA_ROWS)
    write_csv(released / "tot.csv", TOT_COLUMNS, TOT_ROWS)
    with serving(released) as url:
        report = temp_answer_qa.build(None, tmp_path / "out", base_url=url)
        (released / "tot.csv").unlink()
        with pytest.raises(InputError, match=r"/tot.csv: cannot be downloaded \(HTTP Error 404"):
            temp_answer_qa.build(None, tmp_path / "other", base_url=url)
    assert report["counts"] == {"ttqa": {"head": 2, "tail": 1}, "tot": {"arithmetic": 4}}
    assert set(json.loads((tmp_path / "out" / "build.json").read_text())["inputs"]) == {"ttqa.csv", "tot.csv"}
    assert not (tmp_path / "other").exists()
    with pytest.raises(InputError, match=r"cannot be downloaded .*; pass --source DIR"):
        temp_answer_qa.build(None, tmp_path / "other", base_url=url)  # nobody listens any more


@real_data
def test_the_real_files_have_the_published_counts(tmp_path):
    report = temp_answer_qa.build(REAL, tmp_path / "real")
    assert report["counts"] == {"ttqa": {"head": 1103, "tail": 634}, "tot": {"arithmetic": 1016}}
    assert report["units"]["ttqa"] == PAPER_UNITS["ttqa"]
    assert report["differences"] == [
        "tot: no split semantic: the source has no row of it",
        "tot: questions in years: 89, in the paper's Table 2 229 for all its splits",
    ]
    rows = [row for config in ("ttqa", "tot") for split in load(tmp_path / "real", config, tmp_path / "cache").values()
            for row in split]  # fmt: skip
    assert len({row["id"] for row in rows}) == len(rows) == 2753
    assert all(row["answer_value"] is not None for row in rows)
