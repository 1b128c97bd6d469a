"""Which questions have a temporal answer, and how far the distilled questions agree with the released selection."""

import gzip
import json

import pytest

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.io.csv_rows import read_csv
from temporal_qa.io.errors import InputError
from temporal_qa.released.temp_answer_qa.distillation import compare, distil
from temporal_qa.released.temp_answer_qa.temporal_answers import Excluded, TemporalAnswer, temptabqa_answer, tot_answer

REAL = SHARED_DATA / "temp_answer_qa"
real_data = pytest.mark.skipif(not REAL.is_dir(), reason="the shared real data is not beside the checkout")


@pytest.mark.parametrize(
    ("question", "answer", "label", "unit"),
    [
        # The answer says its unit, ...
        ("How long did the siding remain open?", "102 years", "102", "years"),
        ("How long was the war?", "One year.", "1", "years"),
        ("How long until the first case in hospital?", "14 days.", "14", "days"),
        ("How long was the war?", "two weeks", "14", "days"),
        ("How much time did it take to travel 7 km?", "1 year 2 months", "14", "months"),
        ("How long was the war?", "a year", "1", "years"),
        ("How long was the war?", "1½ years", "1.5", "years"),
        ("How long was the war?", "Half a month", "0.5", "months"),
        ("How long was the war?", "two decades", "20", "years"),
        # ... or the question does.
        ("How many years did he play?", "two and a half", "2.5", "years"),
        ("How many years did he play?", "13", "13", "years"),
        ("How many more months is the mission to last?", "nine", "9", "months"),
        ("How many solar days are there in one orbital period?", "89,666", "89666", "days"),
        ("The election happened how many years prior?", "1", "1", "years"),
        ("What is the orbital period in years?", "164.8 yr", "164.8", "years"),
        ("For how many months was it open?", "2 years", "24", "months"),
        # Ages, and what stands around a value.
        ("How old was she when she won in 2014?", "34 years old", "34", "years"),
        ("What was Jenson Button’s age when he won?", "Age of 38", "38", "years"),
        ("What was her age at death?", "81", "81", "years"),
        ("How many years ago did he die?", "21 Years ago (2001)", "21", "years"),
        ("How many years was he active since 1946?", "6 Years (1946-1952)", "6", "years"),
        # Years and dates.
        ("In what year was he born?", "1837", "1837", "date_years"),
        ("What was the last year that he won?", "1980", "1980", "date_years"),
        ("What year did the party split?", "The year of 1985", "1985", "date_years"),
        ("When did he write The Storm?", "He wrote the storm in 1880.", "1880", "date_years"),
        ("When was it published?", "10 November 1961", "November 10, 1961", "date"),
        ("When was he born?", "He was born on February 17, 1873.", "February 17, 1873", "date"),
        ("When was the flag first used?", "15 August 1948; 73 years ago", "August 15, 1948", "date"),
        ("What date is the third Sunday of May in 2022?", "May 15", "May 15, 2022", "date"),
    ],
)
def test_one_date_or_one_duration_is_a_temporal_answer(question, answer, label, unit):
    formats = {"years": "<num_years>", "months": "<num_months>", "days": "<num_days>", "date_years": "yyyy"}
    expected = TemporalAnswer(label, unit, formats.get(unit, "%B %d, %Y"))
    assert temptabqa_answer(question, answer) == expected


@pytest.mark.parametrize(
    ("question", "answer", "reason"),
    [
        ("Who was the spouse of Art Carney in 1970?", "Barbara Isaac", Excluded.NOT_TEMPORAL),
        ("How many medals did he win in 2001?", "two", Excluded.COUNT),
        ("How many total one day international matches did he play?", "463", Excluded.COUNT),
        ("How many men age 17-49 are not fit for service?", "54,188", Excluded.COUNT),
        ("What was the strength of the army when it formed?", "1500", Excluded.COUNT),
        ("How many times was he the winner?", "2 Times (1928,1929)", Excluded.COUNT),
        ("When was the church closed?", "1873-1949", Excluded.RANGE),
        ("How long does it last?", "4-8 weeks", Excluded.RANGE),
        ("How long does it last?", "three to five years", Excluded.RANGE),
        ("How many years was it?", "Between 3 and 5", Excluded.RANGE),
        ("What is it?", "The border between Spain and France", Excluded.NOT_TEMPORAL),
        ("How many years was it?", "3 or 4", Excluded.SEVERAL),
        ("How many years was it?", "three, or four years", Excluded.SEVERAL),
        ("What years did he win more than one award?", "2007, 2008, 2013, 2014", Excluded.SEVERAL),
        ("How often are the championships held?", "Every two years", Excluded.FREQUENCY),
        ("How often are the championships held?", "2 years", Excluded.FREQUENCY),
        ("How long was his term?", "Nearly 30 years", Excluded.BOUND),
        ("How long was his term?", "around 30 years", Excluded.BOUND),
        ("Where was the battle?", "Overton", Excluded.NOT_TEMPORAL),
        ("How long was the film?", "110 minutes", Excluded.SUB_DAY),
        ("What time is it in Florida?", "7:40", Excluded.SUB_DAY),
        ("When was it first available?", "May 1989", Excluded.PARTIAL_DATE),
        ("What is the day a week before Halloween?", "October 24th", Excluded.PARTIAL_DATE),
        ("When was Caesar killed?", "44 BC", Excluded.ERA),
        ("When was it made?", "February 30, 1999", Excluded.MALFORMED),
        ("How many days did it take to reach Mars?", "5 months 25 days", Excluded.OTHER_UNIT),
        ("How many years was it?", "18 months", Excluded.OTHER_UNIT),
        ("What day of the week was it?", "Tuesday", Excluded.WEEKDAY),
    ],
)
def test_anything_else_is_excluded_with_its_reason(question, answer, reason):
    assert temptabqa_answer(question, answer) is reason


def json_question(question, keys):
    return f'{question} Answer as JSON = {{"explanation": <your step by step solution>, {keys}}}.'


@pytest.mark.parametrize(
    ("keys", "label", "expected"),
    [
        ('"age": <num_days>', "{'age': 3319}", "days"),
        ('"answer": <num_months>', "{'answer': '15'}", "months"),
        ('"answer": <year> <era>', "{'answer': '352 BC'}", "years"),
        ('"date": "mm/dd/yyyy"', "{'date': '12/11/2011'}", "date"),
        ('"answer" : "<date>"', "{'answer': '24 May, 2023'}", "date"),
        ('"X": X, "Y": Y, "Z": Z', '{"X": 2.0, "Y": 24.0, "Z": 44.0}', "seconds"),
        ('"day": "same_day/+x/-x", "time": "HH:MM:SS"', "{'day': '+1', 'time': '03:38:24'}", "seconds"),
        ('"day": "date/same_day/+x/-x", "time": "HH:MM"', "{'day': '-1', 'time': '15:30'}", "minutes"),
        ('"hours": <num_hours>, "minutes": <num_mins>', "{'hours': 5, 'minutes': 0}", "minutes"),
        ('"answer": <number>', "{'answer': 9}", Excluded.COUNT),
        ('"answer": "day_of_week"', "{'answer': 'Sunday'}", Excluded.WEEKDAY),
        ('"answer": "<answer>"', "{'answer': 'unanswerable'}", Excluded.UNANSWERABLE),
        ('"unordered_list": [name1, ...]', "{'unordered_list': ['Joe']}", Excluded.SEVERAL),
        ('"answer": "<entity_name>"', "{'answer': 'E3'}", Excluded.NOT_TEMPORAL),
        ('"day": "-x/same_day/+x", "time": "HH:MM:SS"', "{'day': '+-26', 'time': '18:06:22'}", Excluded.MALFORMED),
        ('"answer": <num_days>', "__import__('os')", Excluded.MALFORMED),
        ('"answer": <num_days>', "[1]", Excluded.MALFORMED),
        ('"answer": <num_days>', "{[]: 1}", Excluded.MALFORMED),
    ],
)
def test_labels_of_test_of_time(keys, label, expected):
    found = tot_answer(json_question("A question.", keys), label)
    if isinstance(expected, Excluded):
        assert found is expected
    else:
        assert (found.label, found.unit) == (label, expected)
        assert found.answer_format == keys.split(":", 1)[1].strip()


def test_a_year_or_an_age_without_a_format_is_known_from_the_question():
    keys = '"answer": <your_answer>'
    assert tot_answer(json_question("How many years old is he?", keys), "{'answer': '30'}").unit == "years"
    assert tot_answer(json_question("What year was the tower ready in?", keys), "{'answer': '2007'}").unit == "years"


@pytest.fixture
def raw(tmp_path):
    """Three kept questions, one of them twice, and two that are left out."""
    head = [
        {"question": "How old was he?", "answer": "34 years", "category": "actor", "table_id": 1},
        {"question": "How old  was HE?", "answer": "34", "category": "actor", "table_id": 1},
        {"question": "When was he born?", "answer": "1837", "category": "actor", "table_id": 1},
        {"question": "Who was he?", "answer": "Art", "category": "actor", "table_id": 1},
    ]
    days, name = json_question("Days?", '"answer": <num_days>'), json_question("Who?", '"answer": "<name>"')
    tot = [
        {"question": days, "label": "{'answer': 5}", "question_type": "duration"},
        {"question": name, "label": "{'answer': 'Joe'}", "question_type": "compare"},
    ]
    folder = tmp_path / "raw"
    folder.mkdir()
    (folder / "temptabqa_head.json").write_text(json.dumps(head))
    with gzip.open(folder / "tot_arithmetic.json.gz", "wt") as file:
        json.dump(tot, file)
    return folder


def test_every_raw_question_is_kept_or_counted_by_reason(raw):
    made = distil(raw)
    assert made.counts() == {
        "head": {"kept": 2, str(Excluded.REPEATED): 1, str(Excluded.NOT_TEMPORAL): 1},
        "arithmetic": {"kept": 1, str(Excluded.NOT_TEMPORAL): 1},
    }
    assert made.rows[0] == {
        "question": "How old was he?", "answer": "34 years", "category": "actor", "table_id": 1, "label": "34",
        "answer_format": "<num_years>", "answer_temporal_unit": "years", "split": "head", "source": "ttqa",
    }  # fmt: skip


def test_agreement_with_a_released_selection(raw, tmp_path):
    (tmp_path / "ttqa.csv").write_text(
        "question,label,split,answer_format,answer_temporal_unit,table_id\n"
        "how old was he?,35,head,<num_years>,years,1\n"  # another label
        "In what year was he born?,1837,head,yyyy,date_years,1\n"  # "When was he born?" in other words
        "Who was he?,1,head,<num_years>,years,1\n"  # left out by us
        "Not in the raw file?,1,tail,<num_years>,years,1\n"
    )
    (agreement,) = compare(distil(raw), tmp_path)
    words = ("distil", "temp-answer-qa", "--source", raw, "--out", "kept.jsonl", "--compare", ".")
    shown = run_command(*words, cwd=tmp_path).stdout
    assert "| split | raw | kept | released | shared | found | same unit |" in shown
    assert agreement == {
        "split": "head", "raw": 3, "kept": 2, "released": 3, "shared": 2, "found": 1, "same_unit": 1,
        "same_format": 1, "same_label": 0, "recall": 50, "precision": 50,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("other.json", b"[]", "holds no raw file, expected one or more of temptabqa_head.json"),
        ("temptabqa_head.json", b"{\n  'a'", "temptabqa_head.json:1: not valid JSON"),
        ("temptabqa_head.json", b'{"a": 1}', "temptabqa_head.json:1: expected 'question' to be a text, found None"),
        (
            "temptabqa_head.json",
            b'[{"question": "Q", "answer": 5}]',
            "temptabqa_head.json:1: expected 'answer' to be a text, found 5",
        ),
        (
            "tot_arithmetic.json",
            b'[{"question": "Q"}]',
            "tot_arithmetic.json:1: expected 'label' to be a text, found None",
        ),
        ("tot_arithmetic.json.gz", b"[]", "tot_arithmetic.json.gz: cannot be read"),
    ],
)
def test_a_bad_raw_file_is_told_in_one_line(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        distil(tmp_path)


def test_there_must_be_something_to_compare_with(raw, tmp_path):
    with pytest.raises(InputError, match=r"holds none of the released files, expected ttqa.csv, tot.csv"):
        compare(distil(raw), tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty, expected a CSV header with question, label"),
        (b"question,answer\n", r"released.csv:1: no column label in question, answer; expected question, label"),
        (b"question,label,id,id\na,b,1,2\n", "released.csv:1: two columns id in question, label, id, id"),
        (b'question,label\n"two\nlines",1\nonly one cell\n', r"released.csv:4: 1 cell, expected 2"),
        (b'question,label\na,b\n"never closed,1\n', r"released.csv:3: not valid CSV"),
        (b"question,label\n\xff,1\n", "not UTF-8"),
    ],
)
def test_a_bad_released_file_is_told_with_its_line(tmp_path, content, message):
    path = tmp_path / "released.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(read_csv(path, ("question", "label")))


def test_lines_are_those_on_which_rows_begin(tmp_path):
    path = tmp_path / "released.csv"
    path.write_bytes(b'\xef\xbb\xbfquestion,label\r\n"two\nlines",1\r\n\r\nlast,2\r\n')
    rows = list(read_csv(path, ("question", "label")))
    assert [(row.line, row.values["question"]) for row in rows] == [(2, "two\nlines"), (5, "last")]


def test_columns_without_a_name_may_be_several(tmp_path):
    path = tmp_path / "released.csv"
    path.write_bytes(b"question,label,,\na,1,,\n")
    assert [row.values["label"] for row in read_csv(path, ("question", "label"))] == ["1"]


@real_data
def test_the_real_selection_is_found_again():
    """All of Test of Time; of TempTabQA all but two of the 508 questions that the raw files have in these words."""
    agreements = {agreement["split"]: agreement for agreement in compare(distil(REAL / "raw"), REAL)}
    arithmetic = agreements["arithmetic"]
    assert (arithmetic["kept"], arithmetic["shared"], arithmetic["found"]) == (1016, 1016, 1016)
    assert arithmetic["same_unit"] == arithmetic["same_format"] == arithmetic["same_label"] == 1016
    temptabqa = [agreements["head"], agreements["tail"]]
    assert sum(agreement["shared"] for agreement in temptabqa) == 508
    assert sum(agreement["found"] for agreement in temptabqa) >= 506
    for agreement in temptabqa:
        assert agreement["same_unit"] == agreement["same_format"] == agreement["found"]
        assert agreement["same_label"] > 0.94 * agreement["found"]  # the rest were corrected after the raw version
