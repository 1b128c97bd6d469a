"""Facts of ours as a graph: an error names its row, whichever file and part of it holds the row."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from temporal_qa.graph import fact_tables
from temporal_qa.graph.graph_folder import read_graph
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError

GOOD = {"subject": "Ann", "relation": "P39", "object": "mayor", "start": "1990", "end": "1994"}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(fact_tables, "_ROWS_AT_ONCE", 2)


def numbered(count, spoilt=None, **bad):
    return [GOOD | {"object": f"office {n}"} | (bad if n == spoilt else {}) for n in range(count)]


def written(path, rows):
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("name", ["facts.parquet", "facts.jsonl"])
@pytest.mark.parametrize("place", [0, 1, 4])
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"object": ""}, "object"),
        ({"relation": None}, "relation"),
        ({"start": "soon"}, "'soon'"),
        ({"end": "1990-13"}, "no month 13"),
    ],
)
def test_an_error_names_its_row(tmp_path, name, place, bad, message):
    path = written(tmp_path / name, numbered(5, place, **bad))
    with pytest.raises(InputError, match=rf"{name}:{place + 1}: .*{message}"):
        read_graph(path)


def test_an_error_names_its_shard(tmp_path):
    first, second = (f"facts-0000{number}-of-00002.parquet" for number in range(2))
    written(tmp_path / first, numbered(3))
    written(tmp_path / second, numbered(5, 3, start="soon"))
    with pytest.raises(InputError, match=f"{second}:4: .*'soon'"):
        read_graph(tmp_path / "facts")


@pytest.mark.parametrize("name", ["facts.parquet", "facts.jsonl"])
def test_without_an_id_or_with_an_empty_one_the_name_is_the_id(tmp_path, name):
    rows = [GOOD | {"subject": f"Ann {n}", "subject_id": identity} for n, identity in enumerate(["", None, "Q7"])]
    graph = read_graph(written(tmp_path / name, rows))
    assert [graph.entity_ids[number].as_py() for number in graph.subject] == ["Ann 0", "Ann 1", "Q7"]


@pytest.mark.parametrize("name", ["facts.parquet", "facts.jsonl"])
def test_ids_may_be_whole_numbers(tmp_path, name):
    rows = [GOOD | {"subject": f"Ann {n}", "subject_id": n} for n in range(3)]
    graph = read_graph(written(tmp_path / name, rows))
    assert [graph.entity_ids[number].as_py() for number in graph.subject] == ["0", "1", "2"]


def test_bad_rows_of_json_may_be_counted(tmp_path):
    drops = DropLog(skip_bad_rows=True)
    path = written(tmp_path / "facts.jsonl", numbered(5, 3, start="soon"))
    assert len(read_graph(path, drops)) == 4
    assert drops == {"a bad row": 1}


def test_a_file_without_a_start_or_without_text_is_named(tmp_path):
    rows = [{name: value for name, value in GOOD.items() if name != "start"}]
    with pytest.raises(InputError, match="no column 'start', expected subject, relation, object, start, end"):
        read_graph(written(tmp_path / "a.parquet", rows))
    with pytest.raises(InputError, match="column 'object' holds int64, expected text"):
        read_graph(written(tmp_path / "b.parquet", [GOOD | {"object": 7}]))


def test_an_end_that_no_row_has_is_unknown(tmp_path):
    rows = [{name: value for name, value in GOOD.items() if name != "end"}]
    one, other = (read_graph(written(tmp_path / name, rows)) for name in ("a.parquet", "a.jsonl"))
    assert one.last.tolist() == other.last.tolist() == [2**31 - 1]


def test_shares_are_refused_for_what_is_split(tmp_path):
    for name in ("train", "test"):
        (tmp_path / f"{name}.txt").write_text("a\tr\tb\t1\n")
    with pytest.raises(InputError, match="is split into train, test already; leave out the shares of valid and test"):
        read_graph(tmp_path, valid=0.1)


@pytest.mark.parametrize("name", ["facts.parquet", "facts.jsonl"])
def test_years_have_bounds(tmp_path, name):
    drops = DropLog()
    assert len(read_graph(written(tmp_path / name, numbered(5, 3, end="9500")), drops)) == 4
    assert drops == {"a year before -5000 or after 2100": 1}


@pytest.mark.parametrize("name", ["facts.parquet", "facts.jsonl"])
def test_an_end_before_the_start_is_left_out_within_a_year_too(tmp_path, name):
    ends = ["1993", "1994-05", "1994-06-14", "1994-06-15", "1994-06", "1994", None]
    rows = [GOOD | {"object": f"office {n}", "start": "1994-06-15", "end": end} for n, end in enumerate(ends)]
    drops = DropLog()
    assert read_graph(written(tmp_path / name, rows), drops).last.tolist() == [1994, 1994, 1994, 2**31 - 1]
    assert drops == {"an end before the start": 3}


def test_no_parquet_is_told_with_the_file(tmp_path):
    (tmp_path / "facts.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(InputError, match=r"/facts.parquet: cannot be read as Parquet past row 0: "):
        read_graph(tmp_path / "facts.parquet")
    with pytest.raises(InputError, match=r"/none.parquet: no such file$"):
        read_graph(tmp_path / "none.parquet")


@pytest.mark.parametrize(
    ("kind", "value"), [(pa.date32(), -800_000), (pa.timestamp("s"), -90_000_000_000), (pa.timestamp("s", "Mars/X"), 0)]
)
def test_dates_that_python_cannot_hold_are_told_with_the_file(tmp_path, kind, value):
    starts = pa.array([value], pa.int32() if kind == pa.date32() else pa.int64()).cast(kind)
    facts = {"subject": ["Ann"], "relation": ["P39"], "object": ["mayor"], "start": starts}
    pq.write_table(pa.table(facts), tmp_path / "facts.parquet")
    with pytest.raises(InputError, match=r"/facts.parquet: cannot be read as Parquet past row 0: "):
        read_graph(tmp_path / "facts.parquet")


@pytest.mark.parametrize("name", ["facts.parquet", "facts.jsonl"])
def test_a_year_begins_before_a_month_of_it(tmp_path, name):
    left = DropLog()
    rows = [GOOD | {"start": "2000", "end": "2000-03"}, GOOD | {"start": "2000-03", "end": "2000", "object": "judge"},
            GOOD | {"start": "2000-05", "end": "2000-03", "object": "clerk"}]  # fmt: skip
    graph = read_graph(written(tmp_path / name, rows), left)
    assert sorted(graph.entities.to_pylist()) == ["Ann", "judge", "mayor"]
    assert left.total() == 1


def test_a_file_without_usable_facts_is_named(tmp_path):
    path = written(tmp_path / "facts.jsonl", [GOOD | {"start": "2001", "end": "2000"}])
    with pytest.raises(InputError, match=r"/facts.jsonl: no usable facts; left out: 1 "):
        read_graph(path, DropLog())
