"""Lives: what a row may hold, and that files keep it."""

import gzip
import json
import pickle
from datetime import date

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from places import SHARED_DATA
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.days import month_length
from temporal_qa.timeline.lives import Life, life_from_row, life_to_row, read_lives, write_lives

BALL_PLAYERS = SHARED_DATA / "dates" / "baseball_lives.jsonl.gz"

START, END = CalendarDate(1990, 5), CalendarDate(1990)
GOOD = [
    ({"id": "Q1", "name": "A"}, Life("Q1", "A")),
    ({"id": "Q1", "name": "A", "start": "1990-05", "end": None}, Life("Q1", "A", start=START)),
    ({"id": "Q1", "name": "A", "type": "club", "end": "1990"}, Life("Q1", "A", "club", None, END)),
    ({"id": "Q1", "name": "A", "birth": "-0043-03", "death": ""}, Life("Q1", "A", start=CalendarDate(-43, 3))),
    ({"id": "Q1", "name": "A", "start": "1990-05", "end": "1990"}, Life("Q1", "A", "person", START, END)),
    ({"id": "Q1", "name": "A", "start": None, "birth": "1990-05"}, Life("Q1", "A", start=START)),
    ({"id": "Q1", "name": "A", "birth": -43, "death": 1990.0}, Life("Q1", "A", "person", CalendarDate(-43), END)),
    ({"id": 7, "name": "A"}, Life("7", "A")),
    ({"id": 7.0, "name": "A"}, Life("7", "A")),
    ({"id": "Q1", "name": "A", "type": "", "death": float("nan")}, Life("Q1", "A")),
    ({"id": "Q1", "name": "A", "start": pd.NA, "end": pd.NaT}, Life("Q1", "A")),
    ({"id": "Q1", "name": "A", "type": pd.NA, "start": float("nan"), "birth": "1990-05"}, Life("Q1", "A", start=START)),
    ({"id": "Q1", "name": "A", "birth": "1990-05-02T00:00:00Z"}, Life("Q1", "A", start=CalendarDate(1990, 5, 2))),
    ({"id": "Q1", "name": "A", "start": date(1990, 5, 2)}, Life("Q1", "A", start=CalendarDate(1990, 5, 2))),
]

BAD = [
    ({"id": "Q1"}, "column 'name' holds nothing, expected text; the columns are id"),
    ({"name": "A"}, "column 'id' holds nothing, expected text or a whole number; the columns are name"),
    ({"id": "Q1", "name": " A"}, "name is ' A'"),
    ({"id": "", "name": "A"}, "id is ''"),
    ({"id": 7.5, "name": "A"}, "'id' holds float"),
    ({"id": True, "name": "A"}, "'id' holds bool"),
    ("Ann", "holds str, expected a life"),
    ({"id": "Q1", "name": "A", "start": "1990-02-30"}, "no day 30"),
    ({"id": "Q1", "name": "A", "start": "May 1990"}, "not a date"),
    ({"id": "Q1", "name": "A", "start": "1990", "end": "1989-12-31"}, "before the start"),
    ({"id": "Q1", "name": "A", "birth": "1990-05-03", "death": "1990-05-02"}, "before the start"),
    ({"id": "Q1", "name": "A", "start": "-0043", "end": "-0044-12"}, "the end, December 45 BC, lies before"),
    ({"id": "Q1", "name": "A", "death": True}, "'death' holds True, expected a date: YYYY"),
    ({"id": "Q1", "name": "A", "birth": 1990.5}, "'birth' holds 1990.5, expected a date"),
    ({"id": "Q1", "name": "A $and B"}, "the answer separator"),
    ({"id": "Q1", "name": "A\nB"}, "without control characters"),
    ({"id": "Q1", "name": "A", "type": 5}, "'type' holds int"),
]


@pytest.mark.parametrize("life", [life for _, life in GOOD])
def test_a_worker_gets_the_same_life(life):
    assert pickle.loads(pickle.dumps(life)) == life  # noqa: S301 - ours, as it goes to a worker


@pytest.mark.parametrize(("row", "life"), GOOD)
def test_a_row_is_a_life(row, life):
    assert life_from_row(row) == life
    assert life_from_row(life_to_row(life)) == life


@pytest.mark.parametrize(("row", "message"), BAD)
def test_what_is_not_a_life_is_told(row, message):
    with pytest.raises(ValueError, match=message):
        life_from_row(row)


@st.composite
def dates(draw):
    year, month = draw(st.integers(-5000, 9999)), draw(st.none() | st.integers(1, 12))
    day = None if month is None else draw(st.none() | st.integers(1, month_length(year, month)))
    return CalendarDate(year, month, day)


names = st.text("ab é\xa0", min_size=1).map(str.strip).filter(bool)
spans = st.tuples(st.none() | dates(), st.none() | dates()).map(
    lambda span: span if None in span else tuple(sorted(span))
)


@settings(max_examples=50)
@given(st.lists(st.tuples(names, spans)), st.sampled_from([".jsonl", ".jsonl.gz", ".parquet"]))
def test_files_keep_lives(tmp_path_factory, rows, suffix):
    lives = [Life(f"L{i}", name, "person", *span) for i, (name, span) in enumerate(rows)]
    path = tmp_path_factory.mktemp("lives") / f"lives{suffix}"
    assert write_lives(path, lives) == len(lives)
    assert list(read_lives(path)) == lives


TABLE = "id,name,birth,death\nQ1,Ann,1990-05,\nQ2,Bob,-43,476\n"
ROWS = [Life("Q1", "Ann", start=START), Life("Q2", "Bob", "person", CalendarDate(-43), CalendarDate(476))]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("lives.csv", TABLE.encode()),
        ("lives.csv", TABLE.replace(",", ";").replace("birth", " Birth").encode("utf-8-sig")),
        ("lives.csv", TABLE.replace("birth", "start").replace("death", "end").encode()),
        ("lives.csv.gz", gzip.compress(TABLE.encode(), mtime=0)),
        ("lives.jsonl", b"\n\n".join(json.dumps(life_to_row(life)).encode() for life in ROWS)),
    ],
)
def test_tables_as_people_have_them(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    assert list(read_lives(tmp_path / name)) == ROWS


def test_columns_of_dates(tmp_path):
    days = pa.array([date(1990, 5, 2), None])
    pq.write_table(pa.table({"id": ["1", "2"], "name": ["A", "B"], "birth": days}), tmp_path / "lives.parquet")
    assert [life.start for life in read_lives(tmp_path / "lives.parquet")] == [CalendarDate(1990, 5, 2), None]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "lives.jsonl",
            '{"id": "Q1", "name": "A"}\n{"id": "Q2"}\n',
            "lives.jsonl:2: column 'name' holds nothing, expected text; the columns are id",
        ),
        ("lives.jsonl", '{"id": "Q1", "name": "A"}\nQ2,B\n', "lives.jsonl:2: not valid JSON"),
        ("lives.csv", "id,name,death\nQ1,A,\nQ2,B,soon\n", "lives.csv:3: not a date: 'soon', expected YYYY"),
        ("lives.csv", "id,birth\nQ1,1990\n", "lives.csv:1: no column name in id, birth; expected id, name"),
        ("lives.txt", "Q1", "lives.txt: unknown kind of file, expected .jsonl, .csv (both also .gz) or .parquet"),
        ("lives.parquet", "Q1", "lives.parquet: cannot be read as Parquet past row 0"),
    ],
)
def test_a_bad_row_or_file_is_told_in_one_line(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError) as raised:
        list(read_lives(tmp_path / name))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_bad_rows_can_be_counted(tmp_path):
    (tmp_path / "lives.csv").write_text("id,name,birth,death\nQ1,A,1990,1980\nQ2,B,1990,\nQ3\n")
    drops = DropLog(skip_bad_rows=True)
    assert [life.name for life in read_lives(tmp_path / "lives.csv", drops)] == ["B"]
    assert drops.bad_rows == 2
    assert str(drops.first_bad_rows[0]).endswith("lives.csv:2: the end, 1980, lies before the start, 1990")


@pytest.mark.skipif(not BALL_PLAYERS.exists(), reason="needs ../shared/data")
def test_real_lives():
    lives = list(read_lives(BALL_PLAYERS))
    assert len(lives) == 10_075
    assert {date.precision for life in lives for date in (life.start, life.end) if date} == {"year", "month", "day"}
