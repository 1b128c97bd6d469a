"""The solver against brute force over months, and against what it must refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.solving import solve_row
from temporal_qa.questions.time_qa.solver import solve_time_row
from temporal_qa.questions.time_qa.specifiers import Specifier, find_specifiers
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.spans import Segment

SEGMENTS = [
    {"start": "1990", "end": "1995-03", "answers": ["Reds"]},
    {"start": "1995-03", "end": "1999", "answers": ["Blues", "Greens"]},
    {"start": "2003", "end": "2003", "answers": []},
]


@pytest.mark.parametrize(
    ("when", "answers"),
    [
        ("from 1990 to Mar 1995", ["Reds"]),
        ("from 1990 to 1999", ["Reds", "Blues", "Greens"]),
        ("in Feb 1995", ["Reds"]),
        ("in March 1995", ["Blues", "Greens"]),
        ("in 1995", ["Reds", "Blues", "Greens"]),
        ("between Jan 1991 and Feb 1995", ["Reds"]),
        ("in early 1990s", ["Reds"]),
        ("in late 1990s", ["Blues", "Greens"]),
        ("before Apr 1990", ["Reds"]),
        ("after May 1996", ["Blues", "Greens"]),
        ("in 2003", []),
        ("after Dec 1998", []),
        ("in 2010", []),
    ],
)
def test_answers_are_those_of_all_segments_that_fit(when, answers):
    row = {"question": f"Which team, {when}?", "segments": SEGMENTS}
    if answers:
        assert solve_row(row).answers == answers
    else:
        with pytest.raises(Unanswerable):
            solve_row(row)


def test_segments_may_begin_before_the_year_1():
    segments = [
        {"start": "-0043", "end": "-0029-06", "answers": ["Reds"]},
        {"start": "1990", "end": "1995", "answers": ["Blues"]},
    ]
    assert solve_row({"question": "Which team, before 1995?", "segments": segments}).answers == ["Reds", "Blues"]
    assert solve_row({"question": "Which team, from 1990 to 1995?", "segments": segments}).answers == ["Blues"]


@pytest.mark.parametrize(
    ("when", "reason"), [("in 2003", "^from 2003 until 2003: no answer$"), ("in 2010", "^no segment holds then$")]
)
def test_why_there_is_no_answer(when, reason):
    with pytest.raises(Unanswerable, match=reason):
        solve_row({"question": f"Which team, {when}?", "segments": SEGMENTS})


def test_of_several_times_of_a_specifier_the_last_counts_if_the_question_says_them():
    row = {"question": "Which team, in 1992 or in 1997?", "specifier": "in 1992 or in 1997", "segments": SEGMENTS}
    assert solve_time_row(row).answers == ["Blues", "Greens"]
    with pytest.raises(Unparsable, match="no time"):
        solve_time_row(row | {"question": "Which team?"})


def test_the_specifier_counts_where_the_question_says_its_time_in_other_words():
    row = {"question": "Which team, two years before 1999?", "specifier": "in 1997", "segments": SEGMENTS}
    assert solve_time_row(row).answers == ["Blues", "Greens"]


@pytest.mark.parametrize(
    ("when", "fits", "misses"),
    [
        ("in early 1990s", ("1990", "1990-02"), ("1993", "1999")),
        ("in early 1990s", ("1992-12", "1999"), ("1989", "1990")),
        ("in late 1990s", ("1999-12", "2005"), ("2000", "2005")),
        ("in late 1990s", ("1996", "1997-02"), ("1996", "1997")),
    ],
)
def test_the_early_and_late_years_of_a_decade_have_these_bounds(when, fits, misses):
    right, wrong = ({"start": start, "end": end, "answers": [start]} for start, end in (fits, misses))
    assert solve_time_row({"question": f"Who, {when}?", "segments": [right, wrong]}).answers == [fits[0]]


BOUNDS = st.builds(CalendarDate, st.integers(1995, 2005), st.none() | st.integers(1, 12))


@given(BOUNDS, BOUNDS, st.sampled_from(["from_to", "in", "between", "before", "after"]), BOUNDS, BOUNDS)
def test_it_agrees_with_the_specifiers_of_the_synthesis(start, end, kind, first, second):
    start, end = sorted((start, end), key=lambda date: date.month_number)
    first, second = sorted((first, second), key=lambda date: date.month_number)
    when = Specifier(kind, first, second if kind in ("from_to", "between") else None)
    segment = {"start": start.isoformat(), "end": end.isoformat(), "answers": ["A"]}
    low, high = when.months
    fits = any(low <= month < high for month in Segment(start, end).months)
    try:
        solved = solve_time_row({"question": f"Who, {when}?", "segments": [segment]}).answers
    except Unanswerable:
        solved = []
    assert (solved == ["A"]) is fits


def test_bad_rows_are_refused():
    with pytest.raises(Unparsable, match="no time"):
        solve_time_row({"question": "Who?", "segments": SEGMENTS})
    with pytest.raises(Unparsable, match="no time"):
        solve_time_row({"question": "Who ruled in Marseille 1990?", "segments": SEGMENTS})
    with pytest.raises(ValueError, match="expected start, end"):
        solve_time_row({"question": "Who in 1990?", "segments": [{"start": "soon", "end": "1990", "answers": []}]})


@pytest.mark.parametrize("segment", [
    {"start": "1990-13", "end": "1995"}, {"start": "1990", "end": "1995-99"}, {"start": "1995", "end": "1990"},
    {"start": 1990, "end": "1995"}, {"answers": "Real"}, {"answers": [5]}, {"answers": None},
], ids=str)  # fmt: skip
def test_a_segment_that_is_none_is_refused(segment):
    segment = {"start": "1980", "end": "1999", "answers": ["Reds"]} | segment
    with pytest.raises(ValueError, match="found the segment"):
        solve_time_row({"question": "Who in 1991?", "segments": [segment]})


def test_a_number_of_more_digits_than_any_year_is_no_time():
    many = "1" * 5000
    assert find_specifiers(f"in {many}, from 1990 to {many}, in early {many}s") == []
    with pytest.raises(Unparsable, match="no time"):
        solve_time_row({"question": f"Which team, in {many}?", "segments": SEGMENTS})
