"""Lines of a dump: the fast way finds what parsing whole entities finds."""

import bz2
import functools
import gzip
from collections import Counter

import orjson
import pytest

from places import SHARED_DATA
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.wikidata.lines import (
    ITEMS,
    MINED_ITEMS,
    NO_ENTITY,
    UNDATED_ITEMS,
    UNWANTED_ITEMS,
    FactRow,
    MiningOptions,
    mine_lines,
)
from temporal_qa.wikidata.statements import UNREADABLE

from .conftest import mined_entity

pytest.importorskip("msgspec", reason="mining needs the extra mine")
pytest.importorskip("stringzilla", reason="mining needs the extra mine")

DATA = SHARED_DATA / "wikidata"
SAMPLES = {
    "sample_items.json.bz2": bz2.open,
    "short_stream.ndjson.bz2": bz2.open,
    "sample_dump_20150815.json.gz": gzip.open,
}
with_data = pytest.mark.skipif(not DATA.exists(), reason=f"no samples of dumps at {DATA}")

OPTIONS = MiningOptions(("P54", "P39"), ("en", "mul"), CalendarDate(2023))


@functools.cache
def sample(name):
    with SAMPLES[name](DATA / name) as file:
        return file.read()


@functools.cache
def entities(name):
    lines = [line.strip().rstrip(b",") for line in sample(name).split(b"\n")]
    return [orjson.loads(line) for line in lines if line not in (b"", b"[", b"]")]


@functools.cache
def mined_whole(name, relations, as_of):
    items = (entity for entity in entities(name) if entity["type"] == "item")
    return [mined_entity(claims_of(entity, relations), as_of) for entity in items]


def claims_of(entity, relations):
    return {name: entity["claims"][name] for name in relations if name in entity["claims"]}


@with_data
@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("languages", [("en",), ("de", "en"), ("la", "mul", "en-gb")])
def test_real_lines_give_what_whole_entities_give(name, languages):
    every_property = tuple(sorted({name for entity in entities(name) for name in entity["claims"] or ()}))
    for relations in (tuple(wordings().relations), every_property):
        options = MiningOptions(relations, languages, CalendarDate(2019, 4, 3))
        found = mine_lines(sample(name), options)
        items = [entity for entity in entities(name) if entity["type"] == "item"]
        whole = mined_whole(name, relations, options.as_of)
        assert [
            (f"Q{row.subject}", row.relation, f"Q{row.object}", row.start, row.end, row.rank, row.ends_with_source)
            for row in found.facts
        ] == [
            (item["id"], fact.relation, f"Q{fact.object}", fact.start.isoformat(), fact.end.isoformat(), fact.rank,
             fact.ends_with_source)
            for item, mined in zip(items, whole, strict=True)
            for fact in mined.facts
        ]  # fmt: skip
        called = {entity["id"]: [(entity["labels"] or {}).get(name) for name in languages] for entity in items}
        labels = {item: next((found["value"] for found in labels if found), None) for item, labels in called.items()}
        assert dict(zip(found.labelled, found.labels, strict=True)) == {
            int(item[1:]): label for item, label in labels.items() if label is not None
        }
        # Statements in entities without any time were not read, and all of them lack one.
        drops = sum((mined.tally.drops for mined in whole), Counter())
        unread = sum(mined.tally.statements for mined in whole) - found.tally.statements
        assert drops - found.tally.drops == Counter({"no time: none of P580, P582 and P585": unread} if unread else {})
        assert found.tally.drops <= drops
        assert found.tally.entities[ITEMS] == len(items)
        assert not found.tally.entities[NO_ENTITY]


@pytest.mark.parametrize(
    ("labels", "label"),
    [
        ({"en": "Moon", "mul": "Luna", "de": "Mond"}, "Moon"),
        ({"mul": "Luna", "de": "Mond"}, "Luna"),
        ({"de": "Mond"}, None),
        ({}, None),
        ([], None),  # old dumps write [] for {}
    ],
)
def test_labels_fall_back_by_language(labels, label):
    written = labels and {name: {"language": name, "value": value} for name, value in labels.items()}
    found = mine_lines(
        orjson.dumps({"id": "Q1", "labels": written}), MiningOptions(("P54",), ("en", "mul"), CalendarDate(2023))
    )
    assert found.labels == ([] if label is None else [label])


@with_data
@pytest.mark.parametrize(
    ("name", "items", "others", "statements", "dated", "facts"),
    [
        # The 3,715 time-qualified statements that the data's README names.
        ("sample_items.json.bz2", 100, 0, 12_599, 3_715, 995),
        ("short_stream.ndjson.bz2", 635, 0, 8_122, 55, 48),
        ("sample_dump_20150815.json.gz", 55, 46, 149, 6, 6),
    ],
)
def test_counts_of_the_samples_with_every_property(name, items, others, statements, dated, facts):
    everything = entities(name)
    relations = {name for entity in everything for name in entity["claims"] or ()}
    mined = [mined_entity(claims_of(entity, relations), CalendarDate(2019, 4, 3)) for entity in everything]
    assert sum(found.tally.statements for found in mined) == statements
    undated = sum(found.tally.drops["no time: none of P580, P582 and P585"] for found in mined)
    assert statements - undated == dated
    assert sum(len(found.facts) for found in mined) == facts
    tally = mine_lines(sample(name), OPTIONS).tally
    assert (tally.entities[ITEMS], tally.entities["other entities (properties, lexemes)"]) == (items, others)


def entity(number, labels=None, claims=None, **other):
    written = {name: {"language": name, "value": value} for name, value in (labels or {}).items()}
    return {"type": "item", "id": f"Q{number}", "labels": written, "descriptions": {}, "claims": claims or {}} | other


TIME = {"time": "+2001-00-00T00:00:00Z", "precision": 9, "calendarmodel": "http://www.wikidata.org/entity/Q1985727"}
DATED = {
    "mainsnak": {
        "snaktype": "value",
        "datavalue": {"type": "wikibase-entityid", "value": {"entity-type": "item", "id": "Q9", "numeric-id": 9}},
    },
    "qualifiers": {"P580": [{"snaktype": "value", "datavalue": {"type": "time", "value": TIME}}]},
    "rank": "normal",
}


def mined(*lines):
    return mine_lines(b"\n".join(line if isinstance(line, bytes) else orjson.dumps(line) for line in lines), OPTIONS)


@pytest.mark.parametrize("before", [b"", b"[", b"[\n", b"\xef\xbb\xbf[\n", b"  "])
@pytest.mark.parametrize("after", [b"", b",", b"]", b",\r\n\n]\n", b" \t"])
def test_brackets_commas_and_white_space_around_entities(before, after):
    found = mine_lines(before + orjson.dumps(entity(5, {"en": "five"})) + after, OPTIONS)
    assert (found.labelled, found.labels) == ([5], ["five"])
    assert found.tally.entities == {ITEMS: 1, UNDATED_ITEMS: 1}


@pytest.mark.parametrize(
    ("line", "label"),
    [
        (entity(5, {"en": "five"}), "five"),
        (entity(5, {"de": "fünf", "en": "five"}), "five"),
        (entity(5, {"mul": "5", "de": "fünf"}), "5"),
        (entity(5, {"de": "fünf"}), None),
        (entity(5, {"en": 'say "five"\\'}), 'say "five"\\'),
        (entity(5, {"en": "fünf \U0001f600"}), "fünf \U0001f600"),
        (b'{"type":"item","id":"Q5","labels":{"en":{"language":"en","value":"f\\u00fcnf"}}}', "fünf"),
        (b'{"type": "item", "id": "Q5", "labels": {"en": {"language": "en", "value": "five"}}}', "five"),
        # The description is no label, wherever it stands.
        (entity(5, descriptions={"en": {"language": "en", "value": "a number"}}), None),
        ({"descriptions": {"en": {"language": "en", "value": "no"}}} | entity(5, {"en": "five"}), "five"),
        (b'{"id":"Q5","descriptions":{"en":{"value":"no"}},"labels":{"en":{"value":"five"}}}', "five"),
        (b'{"id":"Q5","labels":{"en":{"value":"\\"descriptions\\":"}},"descriptions":{}}', '"descriptions":'),
        (b'{"id":"Q5","labels":{},"descriptions":{"en":{"value":"no"}}}', None),
        # Old dumps: other orders of the keys, [] for {}, ids in small letters.
        ({"claims": [], "labels": [], "id": "Q5", "type": "item"}, None),
        ({"type": "item", "aliases": {}, "labels": {"en": {"value": "five"}}, "claims": {}, "id": "q5"}, "five"),
    ],
)  # fmt: skip
def test_the_label_of_an_item_is_read_and_no_description(line, label):
    found = mined(line)
    assert found.labels == ([] if label is None else [label])
    assert found.tally.entities[ITEMS] == 1


def test_kinds_of_lines_are_counted():
    found = mined(
        b"[",
        entity(1, claims={"P54": [DATED]}),
        entity(2, claims={"P31": [DATED]}),
        entity(3, claims={"P54": [DATED | {"qualifiers": {}}]}),
        {"type": "property", "id": "P54", "labels": {}, "claims": {"P54": [DATED]}},
        {"type": "lexeme", "id": "L7", "lemmas": {}, "claims": {}},
        b"]",
    )
    others = {"other entities (properties, lexemes)": 2}
    assert found.tally.entities == {ITEMS: 3, MINED_ITEMS: 1, UNWANTED_ITEMS: 1, UNDATED_ITEMS: 1} | others
    assert found.facts == [FactRow(1, "P54", 9, "2001", "2023", 2001 * 12, 2023 * 12, True, "normal", line=1)]
    assert found.lines == 7


@pytest.mark.parametrize(
    "line",
    [
        orjson.dumps(entity(1, {"en": "one"}, {"P54": [DATED]}))[:-9],
        orjson.dumps(entity(1, {"en": "one"}))[:-2],
        b"{}",
        b"null",
        b"not JSON",
        b'{"id": 5}',
        b'{"id": "Qx"}',
        b'{"id": "Q-5"}',
        b'{"type":"item","id":"Q1000000000000000000","labels":{"en":{"language":"en","value":"far"}}}',
        b'{"id": "five"}',
        b'{"type":"item","id":"Q5","labels":{"en":{"language":"en","value":"\xff"}}}',
        b'{"id": "Q5", "labels": {"en": "five"}}',
        b'{"id": "Q5", "sitelinks": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        b'{"id": "Q5", "claims": {"P54": [{"qualifiers": {"P580": "\xff"}}]}}',
    ],
)
def test_a_line_that_is_no_entity_is_counted_and_passed_over(line):
    found = mined(entity(7, {"en": "seven"}), line, line, entity(8, {"en": "eight"}))
    assert found.labels == ["seven", "eight"]
    assert found.tally.entities[NO_ENTITY] == 2
    assert found.tally.bad_line == 1


@pytest.mark.parametrize("claims", ["null", "5", '"P580"'])
def test_claims_of_another_shape_are_statements_that_cannot_be_read(claims):
    found = mined(b'{"id": "Q5", "claims": {"P54": ' + claims.encode() + b', "P39": "P580"}}')
    assert not found.facts
    assert found.tally.statements == found.tally.drops[UNREADABLE] == 2
