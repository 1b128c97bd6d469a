"""Facts in files: round trips, and the errors of bad lines and files."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from places import SHARED_DATA
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import fact_from_row, fact_to_row, read_facts, write_facts
from temporal_qa.timeline.facts import ANSWER_SEPARATOR, Fact

REAL_FACTS = SHARED_DATA / "wikidata" / "quintuples.jsonl"

names = (
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20)
    .map(str.strip)
    .filter(lambda name: name and ANSWER_SEPARATOR not in name)
)
day = st.tuples(st.integers(-500, 3000), st.none() | st.integers(1, 12)).map(lambda x: CalendarDate(*x))


@st.composite
def facts(draw):
    start, end = sorted([draw(day), draw(day)], key=lambda date: date.month_number)
    ids = {column: draw(st.none() | names) for column in ("subject_id", "object_id", "subject_type", "object_type")}
    return Fact(draw(names), draw(names), draw(names), start, end, **ids)


@given(st.lists(facts(), max_size=6), st.sampled_from([".jsonl", ".jsonl.gz", ".parquet"]))
@settings(max_examples=60)
def test_written_facts_are_read_back(tmp_path_factory, some_facts, suffix):
    path = tmp_path_factory.mktemp("facts") / f"facts{suffix}"
    assert write_facts(path, some_facts) == len(some_facts)
    assert list(read_facts(path)) == some_facts


GOOD = '{"subject": "Ann", "relation": "P69", "object": "MIT", "start": "1990-09", "end": "1994-06"}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not valid JSON"),
        ("[1]", "found a JSON list, expected one JSON object a line"),
        (GOOD.replace('"MIT"', "7"), "column 'object' holds int, expected text"),
        (GOOD.replace('"object"', '"objekt"'), "column 'object' holds nothing, expected text"),
        (GOOD.replace("1990-09", "1990-19"), "no month 19, expected 1 to 12"),
        (GOOD.replace("1990-09", "autumn"), "not a date: 'autumn', expected YYYY, YYYY-MM or YYYY-MM-DD"),
        (GOOD.replace("1994", "1984"), "the end, June 1984, lies before the start, September 1990"),
        (GOOD.replace(', "end": "1994-06"', ""), ": no end, and no date of the source (--as-of) to stand for it"),
        (GOOD.replace("MIT", "M $and T"), "contains the answer"),
    ],
)
def test_a_bad_line_is_named_with_file_line_and_reason(tmp_path, line, message):
    path = tmp_path / "facts.jsonl"
    path.write_text(f"{GOOD}\n\n{line}\n{GOOD}\n")
    with pytest.raises(InputError) as raised:
        list(read_facts(path))
    assert str(raised.value).startswith(f"{path}:3: ")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)

    drops = DropLog(skip_bad_rows=True)
    assert len(list(read_facts(path, drops=drops))) == 2
    assert drops.bad_rows == 1
    assert [str(error) for error in drops.first_bad_rows] == [str(raised.value)]


def test_facts_without_an_end_last_until_the_date_of_the_source(tmp_path):
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": "1990", "end": None}
    assert fact_from_row(row, as_of=CalendarDate(2023, 3)).end == CalendarDate(2023, 3)
    (tmp_path / "facts.jsonl").write_text(json.dumps(row))
    assert [fact.end for fact in read_facts(tmp_path / "facts.jsonl", as_of=CalendarDate(2023, 3))] == [
        CalendarDate(2023, 3)
    ]


def test_absent_ids_are_left_out_of_the_row():
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": "1990", "end": "1994-06"}
    assert fact_to_row(fact_from_row(row)) == row


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("facts.csv", b"a,b", "unknown kind of file"),
        ("facts.parquet", b"not parquet", "cannot be read as Parquet"),
        ("facts.jsonl.gz", b"not gzip", "cannot be read past line 0"),
        ("facts.jsonl.gz", gzip.compress(b"\n" * 100_000 + GOOD.encode(), mtime=0)[:-20], "cannot be read past line"),
        ("facts.jsonl", b"\xff\xfe{\n", "not UTF-8"),
    ],
)
def test_the_error_of_a_broken_file_is_one_line(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message) as raised:
        list(read_facts(tmp_path / name))
    assert str(raised.value).startswith(str(tmp_path / name))
    assert "\n" not in str(raised.value)


def test_a_missing_file_and_a_folder_are_refused():
    with pytest.raises(InputError, match="no such file"):
        list(read_facts("nowhere.jsonl"))
    with pytest.raises(InputError, match="is a folder"):
        list(read_facts(Path(__file__).parent))


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_real_facts_are_read_and_written_unchanged(tmp_path):
    real = list(read_facts(REAL_FACTS))
    assert len(real) == 660
    assert len({fact.subject for fact in real}) == 142
    write_facts(tmp_path / "facts.jsonl", real)
    assert list(read_facts(tmp_path / "facts.jsonl")) == real
