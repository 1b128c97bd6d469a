"""Lives from dumps: the rules for one entity, and the table with its counts."""

import bz2
from collections import Counter

import orjson
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import SHARED_DATA
from temporal_qa.io.errors import InputError
from temporal_qa.timeline.dates import CalendarDate, surely_before
from temporal_qa.timeline.lives import Life, read_lives
from temporal_qa.wikidata.lives import mine_life

from .conftest import GREGORIAN, item, statement, write_dump

DATA = SHARED_DATA / "wikidata"
AS_OF = CalendarDate(2023, 1, 2)
REVERSED = "life: end before start"
JULIAN = GREGORIAN.replace("Q1985727", "Q1985786")


def time(date, model=GREGORIAN, **value):
    """A date as the dump has it: ``2007``, ``-0044-03-15``, or the type of a snak without a value."""
    if date in ("somevalue", "novalue"):
        return {"snaktype": date}
    sign = "-" if date.startswith("-") else "+"
    parts = date.removeprefix("-").split("-")
    text = sign + "-".join([*parts, *["00"] * (3 - len(parts))]) + "T00:00:00Z"
    found = {"time": text, "precision": 8 + len(parts), "calendarmodel": model} | value
    return {"snaktype": "value", "datavalue": {"type": "time", "value": found}}


def stated(*dates, rank="normal", **value):
    return [{"mainsnak": time(date, **value), "rank": rank} for date in dates]


def mined(drops=None, as_of=AS_OF, **claims):
    counted = Counter()
    life = mine_life(claims, as_of, counted)
    assert counted == (drops or {})
    return life and (life[0], *(date and date.isoformat() for date in life[1:]))


@pytest.mark.parametrize(
    ("claims", "life"),
    [
        ({"P569": stated("1910-09-03"), "P570": stated("2001-07-04")}, ("person", "1910-09-03", "2001-07-04")),
        ({"P569": stated("1910-09"), "P570": stated("2001")}, ("person", "1910-09", "2001")),
        ({"P571": stated("1910"), "P576": stated("2001-07")}, ("organisation", "1910", "2001-07")),
        ({"P569": stated("1910")}, ("person", "1910", None)),
        ({"P570": stated("1910")}, ("person", None, "1910")),
        ({"P569": stated("1910"), "P570": stated("novalue")}, ("person", "1910", None)),
        # A person in whose item an inception stands, too.
        ({"P569": stated("1910"), "P571": stated("1990")}, ("person", "1910", None)),
        # The same value twice, and the best rank.
        ({"P569": stated("1910", "1910")}, ("person", "1910", None)),
        ({"P569": stated("1910") + stated("1911-05", rank="preferred")}, ("person", "1911-05", None)),
        ({"P569": stated("1910") + stated("1911", rank="deprecated")}, ("person", "1910", None)),
        ({"P569": [{"mainsnak": time("1910")}]}, ("person", "1910", None)),  # old dumps may have no rank
        # Julian days are converted; years BC become astronomical.
        ({"P569": stated("1643-01-04", model=JULIAN)}, ("person", "1643-01-14", None)),
        ({"P570": stated("-0044-03-15", model=JULIAN)}, ("person", None, "-0043-03-13")),
        # A coarse date does not lie before one that it contains.
        ({"P569": stated("1910-05"), "P570": stated("1910")}, ("person", "1910-05", "1910")),
        ({"P569": stated("1910"), "P570": stated("2023")}, ("person", "1910", "2023")),
        ({}, None),
    ],
)
def test_claims_become_a_life_or_none(claims, life):
    assert mined(**claims) == life


@pytest.mark.parametrize(
    ("births", "reason"),
    [
        (stated("1910", "1911"), "birth: several dates"),
        (stated("1910", "1910-05-03"), "birth: several dates"),
        (stated("1910", "1911", rank="preferred") + stated("1912"), "birth: several dates"),
        (stated("1910", "novalue"), "birth: several dates"),
        (stated("somevalue"), "birth: unknown (somevalue)"),
        (stated("1910", precision=8), "birth: coarser than a year"),
        (stated("1910-02-30"), "birth: one that its calendar does not have"),
        (stated("1910", model="Q1"), "birth: neither Gregorian nor Julian"),
        (stated("1910", rank="deprecated"), "birth: deprecated"),
        (stated("2024"), "birth: after as_of"),
        (stated("2023-01-03"), "birth: after as_of"),
        (stated("1910", time="soon"), "birth: cannot be read"),
        ([None], "birth: statement: cannot be read"),
        ([{"mainsnak": {"snaktype": "value"}}], "birth: statement: cannot be read"),
        (5, "birth: statement: cannot be read"),
    ],
)
def test_a_date_that_is_left_out_has_its_reason_and_the_other_stays(births, reason):
    assert mined({reason: 1}, P569=births, P570=stated("2001")) == ("person", None, "2001")
    assert mined({reason: 1, "life: no usable date": 1}, P569=births) is None


@pytest.mark.parametrize(("start", "end"), [("1910", "1909"), ("1910-05-03", "1910-05-02"), ("-0043", "-0044-12")])
def test_an_end_before_the_start_is_left_out(start, end):
    assert mined({REVERSED: 1}, P571=stated(start), P576=stated(end)) is None


dates = st.sampled_from(["1990", "1990-05", "1990-05-07", "1991", "-0044", "somevalue", "novalue", "2030"])
statements = st.lists(st.tuples(dates, st.sampled_from(["normal", "preferred", "deprecated"])), max_size=4)


@given(statements, statements, st.randoms(use_true_random=False))
def test_whatever_the_statements(births, deaths, random):
    def claims(shuffle):
        lists = [[stated(date, rank=rank)[0] for date, rank in rows] for rows in (births, deaths)]
        return {name: shuffle(rows) for name, rows in zip(("P569", "P570"), lists, strict=True) if rows}

    drops, again = Counter(), Counter()
    life = mine_life(claims(list), AS_OF, drops)
    assert mine_life(claims(lambda rows: random.sample(rows, len(rows))), AS_OF, again) == life
    assert drops.keys() - again.keys() <= {reason for reason in drops if ":" in reason}
    if life:
        assert any(life[1:])
        Life("Q1", "Ann", *life)
        assert not any(date and surely_before(AS_OF, date) for date in life[1:])


for name in ("duckdb", "indexed_bzip2", "isal", "msgspec", "stringzilla"):
    pytest.importorskip(name, reason="mining needs the extra mine")

from temporal_qa.wikidata.mine import drops_path, mine  # noqa: E402

BAD_LIFE_NAME = "life: a name that no fact can have (control characters, the answer separator)"
NO_LIFE_NAME = "life: no label in the languages"
LIFE_STATED_AGAIN = "life: its entity stands in the dumps a second time"

ENTITIES = [
    item(900, "Rovers", P571=stated("1880"), P576=stated("1999-12-31")),
    item(30, "Ann", P569=stated("1970-02-03"), P54=[statement(900, 1990, 1993)]),
    item(20, None, P569=stated("1960"), P570=stated("2000")),
    item(800, "Sports $and Arts", P571=stated("1900")),
    item(30, "Anna", P569=stated("1970-02-04")),
    item(10, "Bob", P570=stated("1960-05"), P569=stated("1900", "1901")),
    item(7, "Eve", P569=stated("1960"), P570=stated("1950")),
    item(5, "Five", P31=[]),
]


def test_the_table_is_one_of_lives_with_their_line(tmp_path):
    dump = write_dump(tmp_path / "dump-20230102.json", ENTITIES)
    report = mine([dump], tmp_path / "facts.parquet", lives=tmp_path / "lives.parquet", workers=1)
    assert list(read_lives(tmp_path / "lives.parquet")) == [
        Life("Q10", "Bob", "person", None, CalendarDate(1960, 5)),
        Life("Q30", "Ann", "person", CalendarDate(1970, 2, 3)),
        Life("Q900", "Rovers", "organisation", CalendarDate(1880), CalendarDate(1999, 12, 31)),
    ]
    rows = pq.read_table(tmp_path / "lives.parquet").to_pylist()
    assert rows[2] == {
        "id": "Q900", "name": "Rovers", "type": "organisation", "start": "1880", "end": "1999-12-31",
        "start_precision": "year", "end_precision": "day", "source": "dump-20230102.json", "source_line": 2,
    }  # fmt: skip
    assert report["lives"] == {
        "found": 6, "with_start_and_end": 2, "to_the_day": 0, "written": 3, "written_with_start_and_end": 1,
        "drops": {BAD_LIFE_NAME: 1, NO_LIFE_NAME: 1, LIFE_STATED_AGAIN: 1, REVERSED: 1, "birth: several dates": 1},
    }  # fmt: skip
    assert orjson.loads(drops_path(tmp_path / "facts.parquet").read_bytes()) == report


def test_facts_are_the_same_with_lives_as_without(tmp_path):
    dump = write_dump(tmp_path / "dump-20230102.json", ENTITIES)
    without = mine([dump], tmp_path / "a.parquet", workers=1)
    with_lives = mine([dump], tmp_path / "b.parquet", lives=tmp_path / "lives.parquet", workers=1)
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert without == {name: value for name, value in with_lives.items() if name != "lives"}


def test_ids_stand_for_missing_labels_on_demand(tmp_path):
    dump = write_dump(tmp_path / "dump-20230102.json", ENTITIES)
    mine([dump], tmp_path / "f.parquet", lives=tmp_path / "l.parquet", ids_as_names=True, workers=1)
    assert [life.name for life in read_lives(tmp_path / "l.parquet")] == ["Bob", "Q20", "Ann", "Rovers"]


def test_lives_without_facts_are_written_and_without_either_nothing_is(tmp_path):
    dump = write_dump(tmp_path / "dump-20230102.json", [item(30, "Ann", P569=stated("1970"))])
    assert mine([dump], tmp_path / "f.parquet", lives=tmp_path / "l.parquet", workers=1)["facts"] == 0
    assert pq.read_metadata(tmp_path / "f.parquet").num_rows == 0
    assert pq.read_metadata(tmp_path / "l.parquet").num_rows == 1
    (tmp_path / "b").mkdir()
    dump = write_dump(tmp_path / "b" / "dump-20230102.json", [item(30, "Ann", P569=stated("1970", precision=7))])
    with pytest.raises(InputError, match=r"no facts and no lives found; .*birth: coarser than a year \(1\)"):
        mine([dump], tmp_path / "b" / "f.parquet", lives=tmp_path / "b" / "l.parquet", workers=1)
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["dump-20230102.json"]


def test_the_same_bytes_for_any_number_of_workers_and_any_parts_and_dumps(tmp_path):
    people = [
        item(100 + n % 250, f"Player {n}", P569=stated(f"{1900 + n % 50}-05-{1 + n % 28:02}"), P570=stated("1999"))
        for n in range(300)
    ]
    dumps = [write_dump(tmp_path / f"{n}-20230102.json.gz", people[n::2]) for n in (0, 1)]
    made = set()
    for workers, block_bytes, part_blocks in [(1, 1 << 20, 100), (1, 3000, 2), (2, 2000, 3)]:
        out = tmp_path / f"{workers}-{block_bytes}" / "facts.parquet"
        sizes = {"block_bytes": block_bytes, "part_blocks": part_blocks}
        report = mine(dumps, out, lives=out.with_name("lives.parquet"), workers=workers, **sizes)
        made.add((out.with_name("lives.parquet").read_bytes(), drops_path(out).read_bytes()))
    assert len(made) == 1
    assert (report["lives"]["written"], report["lives"]["drops"]) == (250, {LIFE_STATED_AGAIN: 50})


def test_facts_and_lives_in_one_file_are_refused(tmp_path):
    dump = write_dump(tmp_path / "dump-20230102.json", ENTITIES)
    with pytest.raises(InputError, match="facts and lives go to the same file"):
        mine([dump], tmp_path / "f.parquet", lives=tmp_path / "f.parquet", workers=1)


@pytest.mark.skipif(not DATA.exists(), reason=f"no samples of dumps at {DATA}")
@pytest.mark.parametrize(
    ("name", "found", "whole", "to_the_day", "written"),
    [("short_stream.ndjson.bz2", 108, 29, 18, 105), ("sample_items.json.bz2", 38, 1, 0, 38)],
)
def test_real_samples_have_the_lives_counted_by_hand(tmp_path, name, found, whole, to_the_day, written):
    """Counts by hand from the JSON. One man stands in the stream three times, in three versions of his entity."""
    out = tmp_path / "facts.parquet"
    options = {"lives": tmp_path / "lives.parquet", "as_of": CalendarDate(2019, 4, 30), "workers": 1}
    report = mine([DATA / name], out, ids_as_names=True, **options)["lives"]
    assert [report[count] for count in ("found", "with_start_and_end", "to_the_day", "written")] == [
        found, whole, to_the_day, written,
    ]  # fmt: skip
    with bz2.open(DATA / name) as lines:
        entities = [orjson.loads(line.rstrip(b",\n")) for line in lines if line.startswith(b"{")]
    mined_whole = [mine_life(entity["claims"] or {}, options["as_of"], Counter()) for entity in entities]
    assert Counter(life is not None for life in mined_whole)[True] == found
    lives = list(read_lives(tmp_path / "lives.parquet"))
    assert len({life.id for life in lives}) == len(lives) == written
