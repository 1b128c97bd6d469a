"""Facts in files: round trips, and the errors of bad lines and files."""

import gzip
import json
from datetime import date
from pathlib import Path

import numpy as np
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
from temporal_qa.timeline.fact_files import fact_from_row, fact_to_row, read_facts, write_facts
from temporal_qa.timeline.facts import ANSWER_SEPARATOR, Fact

REAL_FACTS = SHARED_DATA / "wikidata" / "quintuples.jsonl"

names = (
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20)
    .map(str.strip)
    .filter(lambda name: name and ANSWER_SEPARATOR not in f" {name} ")
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
        (
            GOOD.replace('"object"', '"objekt"'),
            "column 'object' holds nothing, expected text; the columns are subject, relation, objekt, start, end",
        ),
        (GOOD.replace('"start"', '"from"'), "YYYY-MM-DD; the columns are subject, relation, object, from, end"),
        (GOOD.replace('"end"', '"until"'), "or --as-of; the columns are subject, relation, object, start, until"),
        (GOOD.replace("1990-09", "1990-19"), "no month 19, expected 1 to 12"),
        (GOOD.replace("1990-09", "autumn"), "not a date: 'autumn', expected YYYY, YYYY-MM or YYYY-MM-DD"),
        (GOOD.replace("1994", "1984"), "the end, June 1984, lies before the start, September 1990"),
        (GOOD.replace(', "end": "1994-06"', ""), ": no end, expected a date, or --as-of"),
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


@pytest.mark.parametrize("nothing", [None, "", float("nan")])
def test_an_empty_text_is_no_date_as_an_empty_cell_is(nothing):
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": "1990", "end": nothing}
    assert fact_from_row(row, as_of=CalendarDate(2023, 3)).end == CalendarDate(2023, 3)
    with pytest.raises(ValueError, match=r"^no end, expected a date"):
        fact_from_row(row)
    with pytest.raises(ValueError, match=r"^column 'start' holds nothing, expected a date"):
        fact_from_row(row | {"start": nothing, "end": "1994"})


def test_a_stated_end_that_equals_the_date_of_the_source_is_no_open_end(tmp_path):
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": "2019", "end": "2020-05"}
    (tmp_path / "facts.jsonl").write_text("".join(f"{json.dumps(row | {'end': end})}\n" for end in ("2020-05", None)))
    drops = DropLog()
    as_of = fact_from_row(row).end  # the very object that the file's end is parsed to
    assert [fact.end for fact in read_facts(tmp_path / "facts.jsonl", as_of=as_of, drops=drops)] == [as_of] * 2
    assert drops.open_ends == 1
    reason = "the end, May 2020, lies before the start, 2021 .a year stands for its January."
    with pytest.raises(ValueError, match=reason):
        fact_from_row(row | {"start": "2021"}, as_of)
    with pytest.raises(ValueError, match="the start, 2021, lies after --as-of May 2020, and there is no end"):
        fact_from_row(row | {"start": "2021", "end": None}, as_of)


def test_ids_may_be_whole_numbers():
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": 1990, "end": 1994}
    fact = fact_from_row(row | {"start": np.int64(1990), "subject_id": np.int32(7), "object_id": float("nan")})
    assert (fact.start, fact.subject_id, fact.object_id) == (CalendarDate(1990), "7", None)
    assert fact_from_row(row | {"object_id": 7.0}).object_id == "7"  # as pandas writes it where others have none
    for bad in (7.5, float("inf"), True, [7]):
        with pytest.raises(ValueError, match=f"holds {type(bad).__name__}, expected text or a whole number"):
            fact_from_row(row | {"subject_id": bad})


def test_facts_without_an_end_last_until_the_date_of_the_source(tmp_path):
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": "1990", "end": None}
    assert fact_from_row(row, as_of=CalendarDate(2023, 3)).end == CalendarDate(2023, 3)
    (tmp_path / "facts.jsonl").write_text(json.dumps(row))
    assert [fact.end for fact in read_facts(tmp_path / "facts.jsonl", as_of=CalendarDate(2023, 3))] == [
        CalendarDate(2023, 3)
    ]


ANN = [
    Fact("Ann", "P69", "MIT, Cambridge", CalendarDate(1990), CalendarDate(1994)),
    Fact("Ann", "P108", "Acme", CalendarDate(1995), CalendarDate(2000)),
]
TABLE = "subject,relation,object,start,end\nAnn,P69,'MIT, Cambridge',1990,1994\nAnn,P108,Acme,1995,2000\n".replace(
    "'", '"'
)
ROWS = [{"subject": "Ann", "relation": fact.relation, "object": fact.object, "start": fact.start.year,
         "end": fact.end.year} for fact in ANN]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("facts.csv", TABLE.encode()),
        ("facts.csv", TABLE.encode("utf-8-sig").replace(b"\n", b"\r\n")),
        ("facts.csv.gz", gzip.compress(TABLE.encode(), mtime=0)),
        (
            "facts.csv",
            TABLE.replace("subject", " Subject")
            .replace("end", "END ")
            .replace(",", ", ")
            .replace("T,  ", "T, ")
            .encode(),
        ),
        ("facts.csv", TABLE.replace("1990", "1990.0").replace("2000", " 2000 ").encode() + b",,,,\n\n"),
        ("facts.csv", TABLE.replace(",", ";").replace("MIT; ", "MIT, ").encode()),
        ("facts.csv", TABLE.replace(",", "\t").replace("MIT\t ", "MIT, ").encode()),
        ("facts.jsonl", "\n".join(map(json.dumps, ROWS)).encode()),
        ("facts.jsonl", "\n".join(json.dumps(row | {"start": float(row["start"])}) for row in ROWS).encode()),
    ],
)
def test_years_and_tables_as_people_have_them(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    assert list(read_facts(tmp_path / name)) == ANN


DAYS = [date(1990, 9, 1), date(1995, 2, 28)]


@pytest.mark.parametrize(
    ("column", "read"),
    [
        (pa.array([1990, 1995], pa.int16()), [CalendarDate(1990), CalendarDate(1995)]),
        (pa.array([1990, 1995], pa.float64()), [CalendarDate(1990), CalendarDate(1995)]),
        (pa.array([-43, 476], pa.int64()), [CalendarDate(-43), CalendarDate(476)]),
        *[
            (pa.array(DAYS).cast(kind), [CalendarDate(1990, 9, 1), CalendarDate(1995, 2, 28)])
            for kind in (pa.date32(), pa.date64(), pa.timestamp("s"), pa.timestamp("ns"), pa.timestamp("us", "UTC"))
        ],
        (pa.array(["1990-09", "1995"]).dictionary_encode(), [CalendarDate(1990, 9), CalendarDate(1995)]),
        (pa.array(["1990-09-01T00:00:00Z", "1995-02-28 12:30:00.5+01:00"]),
         [CalendarDate(1990, 9, 1), CalendarDate(1995, 2, 28)]),
    ],
)  # fmt: skip
def test_columns_of_dates_and_numbers(tmp_path, column, read):
    names = {name: ["A", "B"] for name in ("subject", "relation", "object")}
    open_ended = pa.array([None, None], column.type)
    pq.write_table(pa.table(names | {"start": column, "end": open_ended}), tmp_path / "facts.parquet")
    facts = list(read_facts(tmp_path / "facts.parquet", as_of=CalendarDate(2023)))
    assert [(fact.start, fact.end) for fact in facts] == [(start, CalendarDate(2023)) for start in read]


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT])
def test_what_pandas_calls_missing_is_absent_and_named_where_it_must_not_be(missing):
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": 1990, "end": missing, "object_id": missing}
    fact = fact_from_row(row, CalendarDate(2023))
    assert (fact.end, fact.object_id) == (CalendarDate(2023), None)
    with pytest.raises(ValueError, match=r"^column 'start' holds nothing, expected a date"):
        fact_from_row(row | {"start": missing})
    with pytest.raises(ValueError, match=r"^column 'object' holds nothing, expected text"):
        fact_from_row(row | {"object": missing})


@pytest.mark.parametrize(
    "value", [True, 10_000, 20050901, 1990.5, 1e300, float("inf"), [1990], {"year": 1990}, b"1990"]
)
def test_what_is_not_a_date_is_refused(value):
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": value, "end": "2005"}
    with pytest.raises(ValueError, match=r"^column 'start' holds .*, expected a date: YYYY, YYYY-MM or YYYY-MM-DD$"):
        fact_from_row(row)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("200509", "column 'start' holds 200509, expected a date"),
        ("9/1/2005", "not a date: '9/1/2005'"),
        ("", "column 'start' holds nothing, expected a date"),
    ],
)
def test_a_cell_that_is_not_a_date_is_named_with_its_line(tmp_path, cell, message):
    (tmp_path / "facts.csv").write_text(
        f'subject,relation,object,start,end\n"A\nn",P1,B,1990,1991\nC,P1,D,{cell},2005\n'
    )
    drops = DropLog(skip_bad_rows=True)
    assert not list(read_facts(tmp_path / "facts.csv", drops=drops))
    newline, told = map(str, drops.first_bad_rows)
    assert "facts.csv:2: subject is 'A\\nn', expected a name without control characters" in newline
    assert f"facts.csv:4: {message}" in told


def test_rows_with_too_many_cells_are_named_or_skipped(tmp_path):
    (tmp_path / "facts.csv").write_text(TABLE + "Ann,P69,MIT, Cambridge,1990,1994\nAnn\n")
    with pytest.raises(InputError, match=r"facts\.csv:4: 6 cells, expected 5 as in the header"):
        list(read_facts(tmp_path / "facts.csv"))
    drops = DropLog(skip_bad_rows=True)
    assert list(read_facts(tmp_path / "facts.csv", drops=drops)) == ANN
    assert drops.bad_rows == 2


def test_relations_are_read_as_the_caller_knows_them(tmp_path):
    (tmp_path / "facts.csv").write_text(TABLE)
    read = read_facts(tmp_path / "facts.csv", property_of={"P69": "P1", "P108": "P2"}.__getitem__)
    assert [fact.relation for fact in read] == ["P1", "P2"]


def test_absent_ids_are_left_out_of_the_row():
    row = {"subject": "Ann", "relation": "P69", "object": "MIT", "start": "1990", "end": "1994-06"}
    assert fact_to_row(fact_from_row(row)) == row


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("facts.xlsx", b"a,b", r"unknown kind of file, expected \.jsonl, \.csv \(both also \.gz\) or \.parquet"),
        ("facts.csv", b"a,b", "1: no column subject, relation, object, start, end in a, b; expected subject, "),
        ("facts.csv", b"", "csv: is empty, expected a CSV header with subject"),
        ("facts.csv", b"\nsubject,relation\n", "csv:1: the line is empty, expected a CSV header with subject"),
        ("facts.csv", b"subject,Start,relation,object,start\n", "1: two columns start in"),
        ("facts.csv", b"subject;relation;object;start;end;End\nA;P69;B;1990;1991;2001\n", "1: two columns end in"),
        ("facts.csv", b"subject\trelation\tobject\tstart\tid\tid\nA\tP69\tB\t1990\t1\t2\n", "1: two columns id in"),
        (
            "facts.csv",
            b"subject,relation,object,start,end\n" + b"A,P69,B,1990,1991\n" * 9000 + b"A,P69,\xff,1990,1991\n",
            r"csv:9002: not UTF-8 \(invalid start byte\), expected a CSV file in UTF-8$",
        ),
        ("facts.csv", b'subject,relation,object,start,end\nA,P69,"MIT,1990\n', "csv:2: not valid CSV"),
        ("facts.csv", b"subject,relation,object,start,ende\nA,P69,B,1990,1991\n", "1: no column end in subject, "),
        ("facts.csv.gz", b"not gzip", "cannot be read past line 1"),
        ("facts.parquet", b"not parquet", "cannot be read as Parquet past row 0: it is damaged, or of another kind"),
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
