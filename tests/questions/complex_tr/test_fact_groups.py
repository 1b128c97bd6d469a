"""Groups from a file of facts: what is kept, and what is left out and counted."""

import orjson
import pytest

from places import SHARED_DATA
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.fact_groups import read_groups
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline.dates import CalendarDate

REAL_FACTS = SHARED_DATA / "wikidata" / "quintuples.jsonl"


def line(subject, relation="P54", object_="A", start="1990", end="1991", **more):
    fact = {"subject": subject, "relation": relation, "object": object_, "start": start, "end": end} | more
    return orjson.dumps(fact).decode()


def read(tmp_path, lines, *, skip_bad_rows=False, **how):
    path, drops = tmp_path / "facts.jsonl", DropLog(skip_bad_rows=skip_bad_rows)
    path.write_text("\n".join(lines))
    groups = read_groups(path, drops, **how)
    return {group.subject: [fact.object for fact in group.facts] for group in groups}, drops


CASES = [
    ("two facts are a group", [line("Bob"), line("Bob", object_="B")], {"Bob": ["A", "B"]}, {}),
    ("of several relations too", [line("Bob"), line("Bob", "P108")], {"Bob": ["A", "A"]}, {}),
    ("sorted by subject", [line(s, object_=o) for o in "BA" for s in ("Zoe", "Ann")],
     {"Ann": ["A", "B"], "Zoe": ["A", "B"]}, {}),
    ("a single fact", [line("Bob"), line("Ann"), line("Ann", object_="B")], {"Ann": ["A", "B"]},
     {"group of a single fact": 1}),
    ("the same fact twice", [line("Bob"), line("Bob")], {}, {"fact stated again": 1, "group of a single fact": 1}),
    ("a relation without wordings", [line("Bob"), line("Bob", "P40"), line("Bob", "P54", "B")], {"Bob": ["A", "B"]},
     {"fact of a relation that has no wordings": 1}),
    ("one known relation of two", [line("Bob"), line("Bob", "P40")], {},
     {"fact of a relation that has no wordings": 1, "group of a single fact": 1}),
    ("two names of one subject", [line("Bob", subject_id="Q1"), line("Rob", object_="B", subject_id="Q1"),
                                  line("Bob", object_="C", subject_id="Q1")], {"Bob": ["A", "B", "C"]},
     {"fact under another name of its subject, renamed": 1}),
    ("nothing", [""], {}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "groups", "dropped"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_kept_and_what_is_counted(tmp_path, lines, groups, dropped):
    found, drops = read(tmp_path, lines)
    assert found == groups
    assert drops == dropped
    assert list(found) == sorted(found)


def test_the_order_of_the_lines_plays_no_part(tmp_path):
    lines = [line(s, r, o) for s in ("Ann", "Bob") for r in ("P54", "P40", "P108") for o in "BA"]
    assert read(tmp_path, lines) == read(tmp_path, lines[::-1])


def test_a_bad_line_stops_or_is_skipped_and_counted(tmp_path):
    lines = [line("Bob"), "nonsense", line("Bob", end="1980"), line("Bob", object_="B"), '{"subject": 1}']
    with pytest.raises(InputError, match=r"facts\.jsonl:2: not valid JSON"):
        read(tmp_path, lines)
    found, drops = read(tmp_path, lines, skip_bad_rows=True)
    assert found == {"Bob": ["A", "B"]}
    assert drops == {"a bad row": 3}
    assert [str(error).split("facts.jsonl:")[1][0] for error in drops.first_bad_rows] == ["2", "3", "5"]


def test_an_open_fact_ends_with_its_source(tmp_path):
    lines = [line("Bob"), line("Bob", object_="B", end=None)]
    assert read(tmp_path, lines, as_of=CalendarDate(2023, 3))[0] == {"Bob": ["A", "B"]}
    with pytest.raises(InputError, match=r"facts\.jsonl:2: no end"):
        read(tmp_path, lines)


def test_every_relation_of_the_table_is_known(tmp_path):
    lines = [line("Bob", relation, object_) for relation in wordings().relations for object_ in "AB"]
    found, drops = read(tmp_path, lines)
    assert len(found["Bob"]) == 2 * len(wordings().relations)
    assert not drops


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_all_real_groups_can_be_asked_about():
    drops = DropLog()
    groups = read_groups(REAL_FACTS, drops)
    assert (len(groups), sum(len(group.facts) for group in groups), drops) == (142, 660, {})
