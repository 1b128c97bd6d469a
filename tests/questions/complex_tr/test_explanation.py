"""The explanation agrees with the solver for every kind, random facts and released questions."""

import pytest
from each_kind import MORE_THAN_ANSWERS_TOUCHES_THE_WINDOW, drawn_queries
from hypothesis import given
from hypothesis import strategies as st

from places import SHARED_DATA
from temporal_qa.io.read import read_rows
from temporal_qa.questions.complex_tr.explanation import explain
from temporal_qa.questions.complex_tr.queries import KINDS, TemporalQuery
from temporal_qa.questions.complex_tr.solver import Solution, answer, solve, solve_row
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.facts import Fact
from temporal_qa.timeline.spans import TimeSpan

RELEASED = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"


def fact(relation: str, name: str, start: str, end: str) -> Fact:
    return Fact("Ann", relation, name, CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end))


IBM = fact("P108", "IBM", "1990-05", "1991-06")
SAP = fact("P108", "SAP", "1993-01", "1995-01")
ESA = fact("P108", "ESA", "1994-02", "1999-12")
ULM = fact("P551", "Ulm", "1991-01", "1993-02")
FACTS = [ESA, ULM, SAP, IBM]

CASES = {
    "l2_at": (
        "Which employer did Ann work for in March 1994?",
        "1994-03",
        "1994-03",
        """\
Asked for: every employer of Ann (P108) that holds in March 1994.
The question names the month: March 1994.
- no: IBM ends in June 1991, 2 years and 9 months too early
- yes: SAP holds from January 1993 to January 1995
- yes: ESA holds from February 1994 to December 1999
- 1 fact of other relations: not asked about
Answers: SAP, ESA""",
    ),
    "l2_between": (
        "Which employers did Ann work for from June 1991 to January 1993?",
        "1991-06",
        "1993-01",
        """\
Asked for: every employer of Ann (P108) that holds at some time from June 1991 to January 1993.
The question names the months: from June 1991 to January 1993, both included.
- yes: IBM holds from May 1990 to June 1991
- yes: SAP holds from January 1993 to January 1995
- no: ESA starts in February 1994, 1 year and 1 month too late
- 1 fact of other relations: not asked about
Answers: IBM, SAP""",
    ),
    "l2_offset": (
        "Which employer did Ann work for 1 year and 2 months after April 1990?",
        "1991-06",
        "1991-06",
        """\
Asked for: every employer of Ann (P108) that holds in June 1991.
1 year and 2 months after April 1990 is June 1991.
- yes: IBM holds from May 1990 to June 1991
- no: SAP starts in January 1993, 1 year and 7 months too late
- no: ESA starts in February 1994, 2 years and 8 months too late
- 1 fact of other relations: not asked about
Answers: IBM""",
    ),
    "l3_neighbour": (
        "Which employer did Ann work for before he/she worked for ESA?",
        "1993-01",
        "1994-01",
        """\
Asked for: every employer of Ann (P108) that starts last before the event starts.
The event: Ann worked for ESA from February 1994 to December 1999. The last start before its start is in January 1993.
- no: IBM starts in May 1990, 3 years and 9 months before the event starts: farther than the nearest start
- yes: SAP starts in January 1993, 1 year and 1 month before the event starts: the nearest start
- event: ESA is the event of the question, and so no answer
- 1 fact of other relations: not asked about
Answers: SAP""",
    ),
    "l3_during": (
        "Which employers did Ann work for while he/she was living in Ulm?",
        "1991-01",
        "1993-02",
        """\
Asked for: every employer of Ann (P108) that holds at some time from January 1991 to February 1993.
The event: Ann lived in Ulm from January 1991 to February 1993. Its months are those that matter.
- yes: IBM holds from May 1990 to June 1991
- yes: SAP holds from January 1993 to January 1995
- no: ESA starts in February 1994, 1 year too late
- event: Ulm is the event of the question, and so no answer
Answers: IBM, SAP""",
    ),
    "l3_offset": (
        "Which employer did Ann work for 1 year after he/she lived in Ulm?",
        "1994-02",
        "1994-02",
        """\
Asked for: every employer of Ann (P108) that holds in February 1994.
The event: Ann lived in Ulm from January 1991 to February 1993. 1 year after its end, February 1993, is February 1994.
- no: IBM ends in June 1991, 2 years and 8 months too early
- yes: SAP holds from January 1993 to January 1995
- yes: ESA holds from February 1994 to December 1999
- event: Ulm is the event of the question, and so no answer
Answers: SAP, ESA""",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_in_words(kind: str) -> None:
    question, first, last, text = CASES[kind]
    solution = solve(question, FACTS)
    explanation = explain(solution.query, solution.facts)
    assert solution.query.kind == kind
    assert explanation.to_text() == text
    assert explanation.window == TimeSpan(parse_month(first), parse_month(last))
    assert explanation.answers == solution.answers


def test_the_other_direction_of_an_event_in_words() -> None:
    after = solve("Which employer did Ann work for after he/she worked for IBM?", FACTS)
    assert explain(after.query, after.facts).to_text().split("\n")[:2] == [
        "Asked for: every employer of Ann (P108) that starts next after the event starts.",
        "The event: Ann worked for IBM from May 1990 to June 1991. The next start after its start is in January 1993.",
    ]
    before = solve("Which employer did Ann work for 1 month before he/she lived in Ulm?", FACTS)
    assert explain(before.query, before.facts).time == (
        "The event: Ann lived in Ulm from January 1991 to February 1993. "
        "1 month before its start, January 1991, is December 1990."
    )


def test_a_label_of_several_words_is_quoted() -> None:
    query = TemporalQuery("l2_at", "Ann", "P39", month=parse_month("1990-06"))
    assert explain(query, FACTS).asked == "Asked for: every “position held” of Ann (P39) that holds in June 1990."


def test_why_a_neighbour_is_none() -> None:
    tied = fact("P108", "NASA", "1993-01", "1996-01")
    query = TemporalQuery("l3_neighbour", "Ann", "P108", direction="after", event=SAP)
    explanation = explain(query, [IBM, SAP, tied])
    assert [each.why for each in explanation.fact_roles] == [
        "starts in May 1990, 2 years and 8 months before the event starts",
        "is the event of the question, and so no answer",
        "starts in January 1993, in the same month as the event",
    ]
    assert explanation.window is None
    assert explanation.answers == []
    assert explanation.to_text().endswith("\nAnswers: none")
    assert "No fact of the relation starts after its start." in explanation.time


def test_facts_of_another_subject_and_of_unknown_relations_are_not_asked_about() -> None:
    stranger = Fact("Bo", "P108", "IBM", IBM.start, IBM.end)
    unknown = fact("P999", "???", "1990-05", "1991-06")
    query = TemporalQuery("l2_at", "Ann", "P108", month=parse_month("1990-06"))
    explanation = explain(query, [stranger, unknown, IBM])
    assert [explanation.role_of(each) for each in (stranger, unknown, IBM)] == ["not asked", "not asked", "answer"]
    assert "- 2 facts of other relations: not asked about" in explanation.to_text().split("\n")
    assert explanation.role_of(SAP) == "not asked"  # it was not among them
    assert [each.why for each in explanation.fact_roles[1:]] == ["is of another relation", "is of another subject"]


def test_a_fact_on_the_other_side_of_the_event_is_not_measured_against_the_nearest() -> None:
    query = TemporalQuery("l3_neighbour", "Ann", "P108", direction="before", event=SAP)
    explanation = explain(query, [IBM, SAP, ESA])
    assert [each.why for each in explanation.fact_roles] == [
        "starts in May 1990, 2 years and 8 months before the event starts: the nearest start",
        "is the event of the question, and so no answer",
        "starts in February 1994, 1 year and 1 month after the event starts",
    ]


@pytest.mark.parametrize("relation", ["P108", "P551"])
def test_an_equal_fact_of_another_subject_is_not_the_event(relation: str) -> None:
    stranger = Fact("Bo", "P108", "IBM", IBM.start, IBM.end)
    query = TemporalQuery("l3_during", "Ann", relation, event=IBM)
    explanation = explain(query, [stranger, IBM, ULM])
    assert explanation.role_of(IBM) == "event"
    assert explanation.role_of(stranger) == "not asked"
    assert (", other than the event" in explanation.asked) is (relation == "P108")
    assert explanation.answers == answer(query, [stranger, IBM, ULM])


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (TemporalQuery("l2_at", "Ann", "P108"), "wrong fields"),
        (TemporalQuery("l3_neighbour", "Ann", "P108", direction="after"), "without an event"),
    ],
)
def test_what_is_no_query(query: TemporalQuery, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        explain(query, FACTS)


@st.composite
def facts_and_queries(draw: st.DrawFn, kinds: list[str]) -> tuple[list[Fact], TemporalQuery]:
    """Facts of a few years, so that they overlap, touch and tie, perhaps stated twice; a query of one of the kinds."""
    facts = []
    for number in range(draw(st.integers(1, 8))):
        start = draw(st.integers(0, 40))
        first, last = (CalendarDate(2000 + m // 12, m % 12 + 1) for m in (start, start + draw(st.integers(0, 15))))
        facts.append(Fact("Ann", draw(st.sampled_from(["P108", "P551"])), f"place {number % 6}", first, last))
    facts += draw(st.lists(st.sampled_from(facts), max_size=2))
    return facts, draw(drawn_queries(facts, kinds))


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_agrees_with_the_solver(kind: str, data: st.DataObject) -> None:
    facts, query = data.draw(facts_and_queries([kind]))
    explanation = explain(query, facts)
    assert explanation.answers == answer(query, facts)
    answering = [each.fact for each in explanation.fact_roles if each.role == "answer"]
    assert answering == [each for each in Solution(query, [], facts).proof if each is not query.event]


@given(facts_and_queries(list(KINDS)))
def test_judges_every_fact_once_and_answers_touch_the_window(drawn: tuple[list[Fact], TemporalQuery]) -> None:
    facts, query = drawn
    explanation = explain(query, facts)
    assert sorted(map(repr, (each.fact for each in explanation.fact_roles))) == sorted(map(repr, facts))
    for each in explanation.fact_roles:
        assert each.role == explanation.role_of(each.fact)
        if each.role == "answer":
            assert explanation.window is not None
            assert each.fact.span.overlaps(explanation.window)
        if each.role == "asked" and query.kind not in MORE_THAN_ANSWERS_TOUCHES_THE_WINDOW:
            assert explanation.window is not None
            touches = each.fact.span.overlaps(explanation.window)
            assert not touches, f"{query.kind} is one of MORE_THAN_ANSWERS_TOUCHES_THE_WINDOW, or this answers"


@pytest.mark.skipif(not RELEASED.exists(), reason=f"no released TempReason questions at {RELEASED}")
def test_explains_the_released_questions_as_they_are_solved() -> None:
    count = 0
    for row in read_rows(RELEASED):
        solution = solve_row(row.values)
        assert explain(solution.query, solution.facts).answers == solution.answers
        count += 1
    assert count == 1185


@pytest.mark.parametrize(
    ("event", "direction", "first", "last"),
    [(IBM, "after", "1990-06", "1993-01"), (SAP, "before", "1990-05", "1992-12")],
)
def test_the_window_of_a_neighbour_is_what_lies_between_the_two_starts(event, direction, first, last) -> None:
    query = TemporalQuery("l3_neighbour", "Ann", "P108", direction=direction, event=event)
    assert explain(query, [IBM, SAP]).window == TimeSpan(parse_month(first), parse_month(last))
