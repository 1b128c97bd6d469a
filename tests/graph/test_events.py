"""Events: entities with a span of their own, by facts that state it, by a table, and by an earlier import."""

import json
import re

import numpy as np
import pytest

from temporal_qa.graph.events import Events, fact_counts, find_events
from temporal_qa.graph.graph_folder import read_graph
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError

FACTS = [
    ("war", "P793", "Q1190554", 1914, 1916), ("war", "P793", "Q1190554", 1915, 1918),  # one span
    ("war", "P276", "Seaton", 1914, 1918), ("war", "P276", "war", 1914, 1918),
    ("flood", "P276", "Seaton", 1991, 1991), ("flood", "P793", "Q1190554", 1991, None),
    ("flood", "P793", "a parade", 1950, 1960), ("fire", "P276", "Seaton", 1950, 1950),
]  # fmt: skip


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    file = tmp_path_factory.mktemp("events") / "facts.jsonl"
    names = ("subject", "relation", "object", "start", "end")
    rows = [dict(zip(names, (*fact[:3], str(fact[3]), fact[4] and str(fact[4])), strict=True)) for fact in FACTS]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_graph(file)


def named(graph, events):
    spans = zip(events.first.tolist(), events.last.tolist(), strict=True)
    return {graph.names[entity]: span for entity, span in zip(events.entity.tolist(), spans, strict=True)}


def events_of(graph, tmp_path, rows, drops, **options):
    (tmp_path / "spans.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return named(graph, find_events(graph, drops, tmp_path / "spans.jsonl", **options))


def test_facts_that_state_a_span(graph):
    drops = DropLog()
    assert named(graph, find_events(graph, drops, min_facts=0)) == {"war": (1914, 1918)}
    assert not drops
    # war is in four facts, one of them twice; two of them state its own span
    assert fact_counts(graph)[graph.numbers_by_name["war"]] == 4
    assert len(find_events(graph, drops, min_facts=2).entity) == 1
    assert len(find_events(graph, drops, min_facts=3).entity) == 0
    assert drops == {"event: in too few facts": 1}


def test_an_event_of_a_table_may_be_in_too_few_facts(graph, tmp_path):
    left, fire = DropLog(), {"name": "fire", "start": "1990", "end": "1990"}
    assert events_of(graph, tmp_path, [SPAN, fire], left, min_facts=2) == {"war": (1914, 1918), "flood": (1990, 1992)}
    assert left == {"event: in too few facts": 1}


def test_a_table_without_a_row_is_an_error(graph, tmp_path):
    (tmp_path / "events.csv").write_text("id,start,end\n")
    with pytest.raises(InputError, match=r"events.csv: holds no events, expected rows with id or name, start and end"):
        find_events(graph, DropLog(), tmp_path / "events.csv")


def test_of_several_spans_the_longest_counts(tmp_path):
    fact = {"subject": "Games", "relation": "P793", "object": "Q1190554"}
    spans = [("1936", "1936"), ("1948", "1949"), ("1952", "1952")]
    rows = [json.dumps(fact | {"start": start, "end": end}) for start, end in spans]
    (tmp_path / "facts.jsonl").write_text("\n".join(rows))
    graph = read_graph(tmp_path / "facts.jsonl")
    assert named(graph, find_events(graph, DropLog(), min_facts=0)) == {"Games": (1948, 1949)}


SPAN = {"id": "flood", "start": "1990", "end": "1992"}


@pytest.mark.parametrize(
    ("rows", "found", "drops"),
    [
        ([SPAN], {"flood": (1990, 1992)}, {}),
        ([{"name": "fire", "start": "1990", "end": "1990"}], {"fire": (1990, 1990)}, {}),
        ([{"id": "war", "start": "1900", "end": "1901"}], {"war": (1900, 1901)}, {}),  # the table comes before facts
        ([SPAN | {"end": None}] * 2, {}, {"event: no start or no end": 2}),
        ([SPAN | {"start": None}], {}, {"event: no start or no end": 1}),
        ([SPAN | {"type": "TV shows"}] * 2, {}, {"event: a show, a series, a film or a person": 2}),
        ([SPAN | {"type": "showdown"}], {"flood": (1990, 1992)}, {}),
        ([SPAN | {"start": "1993"}] * 2, {}, {"event: an end before the start": 2}),
        ([SPAN | {"id": "plague"}] * 2, {}, {"event: not an entity of the graph": 2}),
    ],
)
def test_spans_of_a_table(graph, tmp_path, rows, found, drops):
    left = DropLog()
    assert events_of(graph, tmp_path, rows, left, min_facts=0) == {"war": (1914, 1918)} | found
    assert left == drops


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"start": "1990", "end": "1992"}, "spans.jsonl:2: expected 'name' (text), found None"),
        (SPAN | {"start": "soon"}, "spans.jsonl:2: "),
        (SPAN | {"type": 3}, "spans.jsonl:2: expected 'type' (text), found 3"),
    ],
)
def test_a_bad_row_is_an_error_or_is_skipped(graph, tmp_path, row, message):
    with pytest.raises(InputError, match=re.escape(message)):
        events_of(graph, tmp_path, [SPAN, row], DropLog(), min_facts=0)
    left = DropLog(skip_bad_rows=True)
    assert "flood" in events_of(graph, tmp_path, [SPAN, row], left, min_facts=0)
    assert left.bad_rows == 1


def test_a_table_in_csv_has_both_ends_and_its_digits_are_years(graph, tmp_path):
    (tmp_path / "spans.csv").write_text("id,start,end\nflood,1990,1992\n")
    events = find_events(graph, DropLog(), tmp_path / "spans.csv", min_facts=0)
    assert named(graph, events)["flood"] == (1990, 1992)
    (tmp_path / "spans.csv").write_text("id,start\nflood,1990\n")
    with pytest.raises(InputError, match="end"):
        find_events(graph, DropLog(), tmp_path / "spans.csv")


def test_events_of_an_earlier_import_stay_where_no_table_replaces_them(graph, tmp_path):
    numbers = sorted((graph.numbers_by_name[name], first) for name, first in [("flood", 1), ("fire", 2)])
    known = Events(*np.array([(entity, first, first + 5) for entity, first in numbers], np.int32).T)
    assert events_of(graph, tmp_path, [SPAN], DropLog(), min_facts=0, known=known) == {
        "war": (1914, 1918), "flood": (1990, 1992), "fire": (2, 7),
    }  # fmt: skip


def test_spans_are_years(tmp_path):
    (tmp_path / "facts.txt").write_text("a\tr\tb\t2014-01-03\n")
    with pytest.raises(
        InputError, match=r"spans.jsonl: spans of events are years, but the times of the graph are days"
    ):
        events_of(read_graph(tmp_path / "facts.txt"), tmp_path, [SPAN], DropLog())
