"""The rules of mining, one entity at a time."""

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.text.dates import parse_date
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact
from temporal_qa.wikidata import statements as rules
from temporal_qa.wikidata.statements import FURTHER_POINT, Tally, mine_entity

from .conftest import mined_entity

AS_OF = CalendarDate(2023, 1, 2)
GREGORIAN = "http://www.wikidata.org/entity/Q1985727"
NO_TIME = "no time: none of P580, P582 and P585"
NOT_PREFERRED = "shares time with a preferred statement of the same object"
SAME_MONTHS = "same object and months as another statement"
CONTAINED = "inside the months of another statement of the same object"


def time_snak(date):
    """A qualifier: ``2007``, ``2007-06``, ``2007-06-15``, a snak type (``somevalue``), or a snak as it is."""
    if isinstance(date, dict):
        return date
    if date in ("somevalue", "novalue"):
        return {"snaktype": date}
    parts = date.split("-")
    time = "-".join(["+" + parts[0], *parts[1:], *["00"] * (3 - len(parts))]) + "T00:00:00Z"
    value = {"time": time, "precision": 8 + len(parts), "calendarmodel": GREGORIAN}
    return {"snaktype": "value", "datavalue": {"type": "time", "value": value}}


def item_snak(number):
    value = {"entity-type": "item", "numeric-id": number, "id": f"Q{number}"}
    return {"snaktype": "value", "datavalue": {"type": "wikibase-entityid", "value": value}}


def statement(start=None, end=None, point=None, *, rank="normal", item=7, **other):
    times = {"P580": start, "P582": end, "P585": point}
    qualifiers = {
        name: [time_snak(date) for date in (dates if isinstance(dates, list) else [dates])]
        for name, dates in times.items()
        if dates is not None
    }
    return {"mainsnak": item_snak(item), "rank": rank, "qualifiers": qualifiers} | other


def mined(*statements, as_of=AS_OF):
    found = mined_entity({"P54": list(statements)}, as_of)
    tally = found.tally
    assert tally.statements == len(statements)
    assert tally.statements + tally.notes[FURTHER_POINT] == len(found.facts) + tally.drops.total()
    return found


def spans(found):
    return [f"{fact.start.isoformat()}/{fact.end.isoformat()}" for fact in found.facts]


@pytest.mark.parametrize(
    ("times", "span"),
    [
        ({"start": "2001", "end": "2003-05"}, "2001/2003-05"),
        ({"start": "2001-02-03", "end": "2001-02-03"}, "2001-02-03/2001-02-03"),
        ({"start": "2001", "end": "2001"}, "2001/2001"),
        ({"point": "2001-07"}, "2001-07/2001-07"),
        ({"start": "2001", "end": "2003", "point": "2002"}, "2001/2003"),  # the span says more
        ({"start": ["2001", "2001"], "end": "2003"}, "2001/2003"),  # the same date twice
        # No end: the date of the source.
        ({"start": "2001"}, "2001/2023-01-02"),
        ({"start": "2001", "end": "novalue"}, "2001/2023-01-02"),
        # What the source says of the time after it is a plan.
        ({"start": "2001", "end": "2027"}, "2001/2023-01-02"),
        ({"start": "2001", "end": "2023-01-31"}, "2001/2023-01-02"),
        ({"start": "2001", "end": "2023-01"}, "2001/2023-01"),
        ({"start": "2023-01-02"}, "2023-01-02/2023-01-02"),
        ({"start": "2023"}, "2023/2023-01-02"),
    ],
)
def test_qualifiers_of_time_become_one_span(times, span):
    found = mined(statement(**times))
    assert spans(found) == [span]
    assert not found.tally.drops


def test_several_points_in_time_are_a_fact_each():
    found = mined(statement(point=["2001", "2003", "2001"]))
    assert spans(found) == ["2001/2001", "2003/2003"]
    assert found.tally.notes == {FURTHER_POINT: 1}


def test_a_point_in_time_after_the_source_leaves_the_others():
    found = mined(statement(point=["2001", "2030", "2003"]), statement(point=["2030", "2031"], item=8))
    assert spans(found) == ["2001/2001", "2003/2003"]
    assert found.tally.notes == {FURTHER_POINT: 1, "one of several points in time, after as_of and left out": 1}
    assert found.tally.drops == {rules.NOT_YET: 1}


def test_open_and_cut_ends_are_noted():
    found = mined(statement("2001"), statement("2001", "2030", item=8), statement("2001", "2002", item=9))
    assert [fact.ends_with_source for fact in found.facts] == [True, True, False]
    assert found.tally.notes == {"without an end, which is as_of": 1, "end after as_of, cut to it": 1}


@pytest.mark.parametrize(
    ("dropped", "reason"),
    [
        (statement(), NO_TIME),
        (statement(qualifiers=[]), NO_TIME),  # old dumps write [] for {}
        (statement("2001", rank="deprecated"), "deprecated"),
        (statement("2001", mainsnak={"snaktype": "somevalue"}), "object: unknown (somevalue)"),
        (statement("2001", mainsnak={"snaktype": "novalue"}), "object: none (novalue)"),
        (
            statement("2001", mainsnak={"snaktype": "value", "datavalue": {"type": "string", "value": "Q7"}}),
            "object: no item",
        ),
        (
            statement(
                "2001",
                mainsnak={
                    "snaktype": "value",
                    "datavalue": {
                        "type": "wikibase-entityid",
                        "value": {"entity-type": "property", "numeric-id": 31, "id": "P31"},
                    },
                },
            ),
            "object: no item",
        ),
        (statement(end="2001"), "start: none, only an end"),
        (statement(end="2001", point="2000"), "start: none, only an end"),
        (statement("novalue", "2001"), "start: none, only an end"),
        (statement("somevalue", "2001"), "start: unknown (somevalue)"),
        (statement("2001", "somevalue"), "end: unknown (somevalue)"),
        (statement(point="somevalue"), "point in time: unknown (somevalue)"),
        (statement(point="novalue"), "point in time: none (novalue)"),
        (statement(["2001", "2002"]), "start: several dates"),
        (statement("2001", ["2002", "2003"]), "end: several dates"),
        (statement("2001", ["2002", "novalue"]), "end: several dates"),
        (statement("2001", "2000-12"), "end before start"),
        (statement("2001-02-03", "2001-02-02"), "end before start"),
        (statement("2001-06", "2001"), "end before start, as a year stands for its January"),
        (statement("2023-02"), rules.NOT_YET),
        (statement("2023-01-03"), rules.NOT_YET),
        (statement(point="2024"), rules.NOT_YET),
        (statement("2024", "2026"), rules.NOT_YET),
        (
            statement(
                {
                    "snaktype": "value",
                    "datavalue": {
                        "value": {"time": "+1990-00-00T00:00:00Z", "precision": 8, "calendarmodel": GREGORIAN}
                    },
                }
            ),
            "date: coarser than a year",
        ),
        # Any other JSON.
        (None, rules.UNREADABLE),
        (statement("2001", mainsnak={"snaktype": "value"}), rules.UNREADABLE),
        (statement({"snaktype": "value"}), rules.UNREADABLE),
        (statement("2001", item=-7), rules.UNREADABLE),
        (statement("2001", item=10**18), rules.UNREADABLE),
        (statement("2001", qualifiers={"P580": "2001"}), rules.UNREADABLE),
    ],
)
def test_what_makes_no_fact_has_a_reason(dropped, reason):
    found = mined(dropped)
    assert not found.facts
    assert found.tally.drops == {reason: 1}


@pytest.mark.parametrize(
    ("statements", "kept", "drops"),
    [
        # A preferred statement takes the place of normal ones that share time with it ...
        ([("2001", "2005", "normal"), ("2002-03", "2004", "preferred")], ["2002-03/2004"], {NOT_PREFERRED: 1}),
        ([("2001", "2005", "normal"), ("2004", "2008", "preferred")], ["2004/2008"], {NOT_PREFERRED: 1}),
        ([("2001", "2005", "normal"), ("2001", "2005", "preferred")], ["2001/2005"], {NOT_PREFERRED: 1}),
        ([("2001", "2001", "normal"), ("2001", "2005", "preferred")], ["2001/2005"], {NOT_PREFERRED: 1}),
        # ... and no others: an earlier term, also one that ends in the month in which the preferred one starts.
        ([("2001", "2005", "normal"), ("2010", None, "preferred")], ["2001/2005", "2010/2023-01-02"], {}),
        ([("2001", "2005", "normal"), ("2005", "2008", "preferred")], ["2001/2005", "2005/2008"], {}),
        # The same months: the most precise one.
        ([("2001", "2005", "normal"), ("2001-01-09", "2005-01", "normal")], ["2001-01-09/2005-01"],
         {SAME_MONTHS: 1}),
        ([("2001", "2005", "normal")] * 3, ["2001/2005"], {SAME_MONTHS: 2}),
        # Exact containment.
        ([("2001", "2005", "normal"), ("2002", "2005", "normal")], ["2001/2005"], {CONTAINED: 1}),
        ([("2001", None, "normal"), ("2002", "2005", "normal")], ["2001/2023-01-02"], {CONTAINED: 1}),
        ([("2001", "2030", "normal"), ("2001", "2040", "normal")], ["2001/2023-01-02"], {SAME_MONTHS: 1}),
        ([("2001", "2005", "normal"), ("2004", "2006", "normal")], ["2001/2005", "2004/2006"], {}),
    ],
)  # fmt: skip
def test_statements_of_one_object(statements, kept, drops):
    written = [statement(start, end, rank=rank) for start, end, rank in statements]
    for order in (written, written[::-1]):
        found = mined(*order)
        assert spans(found) == kept
        assert found.tally.drops == drops


def test_objects_are_told_apart_and_come_in_order():
    found = mined(statement("2001", "2005", item=30), statement("2001", "2005", item=4), statement("2000", item=30))
    assert [(fact.object, fact.start.isoformat()) for fact in found.facts] == [(4, "2001"), (30, "2000")]
    found = mined_entity({name: [statement("2001", "2005")] for name in ("P102", "P6", "P54")}, AS_OF)
    assert [fact.relation for fact in found.facts] == ["P6", "P54", "P102"]


def test_details_of_old_dumps():
    old = statement("2001")
    del old["mainsnak"]["datavalue"]["value"]["id"], old["rank"]
    (fact,) = mined(old).facts
    assert (fact.object, fact.rank) == (7, "normal")


years = st.integers(1990, 2030).map(str)
dates = st.one_of(years, st.tuples(years, st.integers(1, 12)).map(lambda parts: f"{parts[0]}-{parts[1]:02d}"))
statements = st.builds(
    statement,
    st.none() | dates | st.just("somevalue"),
    st.none() | dates | st.just("novalue"),
    st.none() | dates,
    rank=st.sampled_from(["normal", "normal", "preferred", "deprecated"]),
    item=st.integers(1, 2),
)


@given(st.lists(statements, max_size=8), st.randoms(use_true_random=False))
def test_whatever_the_statements(written, random):
    found = mined(*written)
    for fact in found.facts:
        assert fact.start.month_number <= fact.end.month_number <= AS_OF.month_number
        stated = Fact("Ann", fact.relation, f"Q{fact.object}", *map(parse_date, (str(fact.start), str(fact.end))))
        assert (stated.span.start, stated.span.end) == fact.months
        for other in found.facts:
            if other is not fact and other.object == fact.object:
                (start, end), (first, last) = fact.months, other.months
                assert not (first <= start and end <= last)
    shuffled = random.sample(written, len(written))
    again = mined(*shuffled)
    assert again == found


def test_the_function_is_pure_and_can_be_sent_to_other_machines():
    claims = {"P54": [statement("2001"), statement("2001", "2002"), statement()]}
    before = copy.deepcopy(claims)
    sent = pickle.loads(pickle.dumps(mine_entity))  # noqa: S301
    tally = Tally()
    facts = sent(claims, AS_OF, tally)
    assert claims == before
    assert pickle.loads(pickle.dumps((facts, tally))) == (facts, tally) == mined_entity(claims, AS_OF)  # noqa: S301
    assert tally.drops == Counter({NO_TIME: 1, CONTAINED: 1})
