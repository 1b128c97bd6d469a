"""Lives: what a row may hold, and that files keep it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from places import SHARED_DATA
from temporal_qa.io.errors import InputError
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.lives import Life, life_from_row, life_to_row, read_lives, write_lives

BALL_PLAYERS = SHARED_DATA / "dates" / "baseball_lives.jsonl.gz"

START, END = CalendarDate(1990, 5), CalendarDate(1990)
GOOD = [
    ({"id": "Q1", "name": "A"}, Life("Q1", "A")),
    ({"id": "Q1", "name": "A", "start": "1990-05", "end": None}, Life("Q1", "A", start=START)),
    ({"id": "Q1", "name": "A", "type": "club", "end": "1990"}, Life("Q1", "A", "club", None, END)),
    ({"id": "Q1", "name": "A", "birth": "-0043-03", "death": ""}, Life("Q1", "A", start=CalendarDate(-43, 3))),
    ({"id": "Q1", "name": "A", "start": "1990-05", "end": "1990"}, Life("Q1", "A", "person", START, END)),
]

BAD = [
    ({"id": "Q1"}, "expected 'id' and 'name'"),
    ({"id": "Q1", "name": " A"}, "name is ' A'"),
    ({"id": "", "name": "A"}, "id is ''"),
    ({"id": 7, "name": "A"}, "'id' holds int"),
    ({"id": "Q1", "name": "A", "start": "1990-02-30"}, "no day 30"),
    ({"id": "Q1", "name": "A", "start": "May 1990"}, "not a date"),
    ({"id": "Q1", "name": "A", "start": "1990", "end": "1989-12-31"}, "before the start"),
]


@pytest.mark.parametrize(("row", "life"), GOOD)
def test_a_row_is_a_life(row, life):
    assert life_from_row(row) == life
    assert life_from_row(life_to_row(life)) == life


@pytest.mark.parametrize(("row", "message"), BAD)
def test_what_is_not_a_life_is_told(row, message):
    with pytest.raises(ValueError, match=message):
        life_from_row(row)


dates = st.none() | st.builds(CalendarDate, st.integers(-500, 2100), st.none() | st.integers(1, 12))
names = st.text("ab é", min_size=1).map(str.strip).filter(bool)


@settings(max_examples=20)
@given(st.lists(st.tuples(names, dates)), st.sampled_from([".jsonl", ".jsonl.gz", ".parquet"]))
def test_files_keep_lives(tmp_path_factory, rows, suffix):
    lives = [Life(f"L{i}", name, "person", start) for i, (name, start) in enumerate(rows)]
    path = tmp_path_factory.mktemp("lives") / f"lives{suffix}"
    assert write_lives(path, lives) == len(lives)
    assert list(read_lives(path)) == lives


def test_a_bad_row_names_file_and_line(tmp_path):
    path = tmp_path / "lives.jsonl"
    path.write_text('{"id": "Q1", "name": "A"}\n{"id": "Q2"}\n')
    with pytest.raises(InputError, match=r"lives\.jsonl:2"):
        list(read_lives(path))


@pytest.mark.skipif(not BALL_PLAYERS.exists(), reason="needs ../shared/data")
def test_real_lives():
    lives = list(read_lives(BALL_PLAYERS))
    assert len(lives) == 10_075
    assert {date.precision for life in lives for date in (life.start, life.end) if date} == {"year", "month", "day"}
