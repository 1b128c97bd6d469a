"""The places of bars and labels on a timeline."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.drawing.timeline_layout import MAX_FACTS, lay_out, lay_out_lives
from temporal_qa.questions.complex_tr.explanation import explain
from temporal_qa.questions.complex_tr.queries import TemporalQuery
from temporal_qa.text.dates import parse_date
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.facts import Fact
from temporal_qa.timeline.lives import Life


def fact(relation: str, name: str, start: str, end: str) -> Fact:
    return Fact("Ann", relation, name, parse_date(start), parse_date(end))


def lanes(timeline):
    return [lane for _, of_relation in timeline.relations for lane in of_relation]


def test_the_axis_has_whole_years_and_bars_reach_to_the_end_of_their_last_month():
    timeline = lay_out([fact("P54", "A", "2000-01", "2000-12"), fact("P54", "B", "2001-07", "2003-12")])
    assert [(lane.left, lane.right) for lane in lanes(timeline)] == [(0, 0.25), (0.375, 1)]
    assert timeline.ticks == ((0, "2000"), (0.25, "2001"), (0.5, "2002"), (0.75, "2003"), (1, "2004"))
    assert (timeline.window, timeline.window_label, timeline.not_drawn) == (None, "", 0)


def test_the_window_is_within_the_years_shown():
    facts = [fact("P54", "A", "2000-01", "2000-12")]
    asked = explain(TemporalQuery("l2_at", "Ann", "P54", month=parse_month("2003-12")), facts)
    timeline = lay_out(facts, asked)
    assert timeline.window == (47 / 48, 1)
    assert timeline.window_label == "December 2003"
    assert lanes(timeline)[0].right == 0.25


def test_asked_relation_first_then_that_of_the_event_then_the_most_frequent():
    event = fact("P551", "Ulm", "1990-01", "1991-01")
    facts = [fact("P39", str(n), "1990-01", "1991-01") for n in range(3)] + [event, fact("P54", "A", "1990-05", "1992")]
    asked = explain(TemporalQuery("l3_during", "Ann", "P54", event=event), facts)
    names = [name for name, _ in lay_out(facts, asked).relations]
    assert names == ["member of sports team (P54)", "residence (P551)", "position held (P39)"]
    assert lay_out(facts).relations[0][0] == "position held (P39)"


def test_labels_say_role_name_and_dates_as_precise_as_the_source():
    facts = [
        fact("P54", "A", "1990", "1991-02"),
        fact("P54", "B", "1992-03-04", "1992-03-04"),
        fact("P9", "C", "-0043", "1"),
    ]
    facts[2] = Fact("Ann", "P9", "C", CalendarDate(-43), CalendarDate(1))
    asked = explain(TemporalQuery("l2_at", "Ann", "P54", month=parse_month("1991-02")), facts)
    shown = {lane.name: (lane.dates, lane.role) for lane in lanes(lay_out(facts, asked))}
    assert shown == {
        "✓ A": ("1990 \u2013 Feb 1991", "answer"),
        "B": ("4 Mar 1992", "asked"),
        "C": ("44 BC \u2013 1", "not asked"),
    }


def test_of_too_many_facts_those_that_matter_are_drawn_and_the_others_counted():
    facts = [fact("P54", f"team {n}", "1990-01", "1990-01") for n in range(100)] + [
        fact("P39", "Z", "1999-01", "1999-01")
    ]
    asked = explain(TemporalQuery("l2_at", "Ann", "P39", month=parse_month("1999-01")), facts)
    timeline = lay_out(facts, asked)
    assert timeline.not_drawn == 101 - MAX_FACTS
    assert lanes(timeline)[0].name == "✓ Z"


def test_no_facts():
    with pytest.raises(ValueError, match="no facts"):
        lay_out([])


dates = st.integers(-600, 24400)


@given(st.lists(st.tuples(dates, st.integers(0, 1500), st.text("abc ", max_size=80)), min_size=1, max_size=40), dates)
def test_everything_has_a_place_inside(drawn, month):
    facts = []
    for start, length, name in drawn:
        first, last = map(CalendarDate.from_month, (start, start + length))
        facts.append(Fact("Ann", "P54", f"team {name.strip()}.", first, last))
    timeline = lay_out(facts, explain(TemporalQuery("l2_at", "Ann", "P54", month=month), facts))
    assert len(lanes(timeline)) == len(facts)
    assert [lane.left for lane in lanes(timeline)] == sorted(lane.left for lane in lanes(timeline))
    for lane in lanes(timeline):
        assert 0 <= lane.left < lane.right <= 1 + 1e-9
    left, right = timeline.window
    assert 0 <= left < right <= 1 + 1e-9
    assert 1 <= len(timeline.ticks) <= 8
    assert all(0 <= place <= 1 for place, _ in timeline.ticks)


def test_years_before_christ_are_round_as_they_are_written():
    timeline = lay_out([fact("P39", "consul", "-0078", "0025")])
    assert [year for _, year in timeline.ticks] == ["60 BC", "40 BC", "20 BC", "20"]


def life(name: str, start: str | None, end: str | None) -> Life:
    return Life(name, name, "person", *(date and CalendarDate.fromisoformat(date) for date in (start, end)))


def test_lives_stand_in_their_order_each_under_its_name():
    timeline = lay_out_lives([life("Ann", "2001-01-01", "2002-12-31"), life("Bob", "2000", "2003-01")], "BOB")
    assert [(name, lane.left, lane.right, lane.role) for name, (lane,) in timeline.relations] == [
        ("Ann", pytest.approx(366 / 1461), pytest.approx((366 + 730) / 1461), "not asked"),
        ("✓ Bob", 0, pytest.approx((366 + 730 + 31) / 1461), "answer"),
    ]
    assert timeline.ticks[0] == (0, "2000")
    assert [meaning for _, meaning in timeline.legend] == ["answer", "other"]


@pytest.mark.parametrize(
    ("start", "end", "name", "dates"),
    [
        ("1910-09-03", "2001-07-04", "90 years, 10 months and 1 day", "3 Sep 1910 \u2013 4 Jul 2001"),
        ("1910", "2001-07-04", "90 \u2013 91 years", "1910 \u2013 4 Jul 2001"),
        ("1910-09", "2001-07", "90 years", "Sep 1910 \u2013 Jul 2001"),
        ("-0043", None, "person", "44 BC \u2013 ?"),
        (None, "2001-07", "person", "? \u2013 Jul 2001"),
        ("1990-05", "1990", "0 years", "May 1990 \u2013 1990"),
    ],
)
def test_a_life_is_labelled_with_its_age_and_dates(start, end, name, dates):
    ((shown, (lane,)),) = lay_out_lives([life("Ann", start, end)], "yes").relations
    assert (shown, lane.name, lane.dates, lane.role) == ("Ann", name, dates, None)
    assert 0 <= lane.left < lane.right <= 1 + 1e-9


def test_lives_without_dates_are_left_out():
    ((name, _),) = lay_out_lives([life("Ann", None, None), life("Bob", "1990", None)]).relations
    assert name == "Bob"
    with pytest.raises(ValueError, match="no dates"):
        lay_out_lives([life("Ann", None, None)])


@given(st.lists(st.tuples(dates, st.integers(0, 1500)), min_size=1, max_size=4))
def test_every_life_has_a_place_inside(drawn):
    lives = [
        Life(f"L{n}", "Ann", "person", *map(CalendarDate.from_month, (a, a + b))) for n, (a, b) in enumerate(drawn)
    ]
    timeline = lay_out_lives(lives, "Ann")
    assert all(0 <= lane.left < lane.right <= 1 + 1e-9 for lane in lanes(timeline))
    assert all(0 <= place <= 1 for place, _ in timeline.ticks)
