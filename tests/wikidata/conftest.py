"""Small dumps of Wikidata, written by hand, that several of these tests read."""

import bz2
import gzip
from typing import NamedTuple

import orjson
import pytest

from temporal_qa.wikidata.statements import DatedStatement, Tally, mine_entity

GREGORIAN = "http://www.wikidata.org/entity/Q1985727"


def statement(item, start, end=None):
    times = {"P580": start, "P582": end}
    return {
        "mainsnak": {
            "snaktype": "value",
            "datavalue": {"type": "wikibase-entityid", "value": {"entity-type": "item", "id": f"Q{item}"}},
        },
        "qualifiers": {
            name: [
                {
                    "snaktype": "value",
                    "datavalue": {
                        "value": {"time": f"+{year}-00-00T00:00:00Z", "precision": 9, "calendarmodel": GREGORIAN}
                    },
                }
            ]
            for name, year in times.items()
            if year
        },
        "rank": "normal",
    }


def item(number, label=None, **claims):
    labels = {} if label is None else {"en": {"language": "en", "value": label}}
    return {"type": "item", "id": f"Q{number}", "labels": labels, "claims": claims, "sitelinks": {}}


class Mined(NamedTuple):
    """The dated statements of an entity, and the counts of all."""

    facts: list[DatedStatement]
    tally: Tally


def mined_entity(claims, as_of):
    tally = Tally()
    return Mined(mine_entity(claims, as_of, tally), tally)


ENTITIES = [
    item(900, "Rovers"),
    item(1000, "Ann", P54=[statement(900, 2001, 2003), statement(800, 2003)], P26=[statement(20, 2005)]),
    item(20, "Bob", P26=[statement(1000, 2005)], P54=[statement(700, 2001), statement(600, 2001)]),
    item(800, "United"),
    item(600, "Sports $and Arts"),
    item(30, None, P54=[statement(900, 2001)]),
]


def write_dump(path, entities):
    content = b"[\n" + b",\n".join(map(orjson.dumps, entities)) + b"\n]\n"
    pack = {".gz": gzip.compress, ".bz2": bz2.compress}.get(path.suffix, bytes)
    path.write_bytes(pack(content))
    return path


def many(count):
    """A dump of a few hundred kilobytes: players of ten teams, and what cannot matter."""
    teams = [item(n, f"Team {n}") for n in range(1, 11)]
    players = [
        item(100 + n, f"Player {n}", P54=[statement(1 + n % 10, 1990 + n % 20, 2012), statement(1 + n % 7, 2013)])
        for n in range(count)
    ]
    others = [item(10_000 + n, "x" * 200, P31=[]) for n in range(count)]
    return [entity for group in zip(players, others, strict=True) for entity in group] + teams


@pytest.fixture
def dump(tmp_path):
    return write_dump(tmp_path / "wikidata-20230102-all.json", ENTITIES)
