"""Sentences are read back as the facts that they state, or reported as ambiguous, and never misread."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.complex_tr import fact_parsing
from temporal_qa.questions.complex_tr.fact_parsing import (
    fact_context_readings,
    fact_sentence_readings,
)
from temporal_qa.questions.complex_tr.relations import WordingTable, wordings
from temporal_qa.questions.complex_tr.templates import fact_sentence
from temporal_qa.questions.unsolved import Unparsable
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact

RELATIONS = wordings().relations
JULY_1996, APRIL_2016 = CalendarDate(1996, 7), CalendarDate(2016, 4)


def only_reading(context: str) -> list[Fact]:
    (facts,) = fact_context_readings(context)
    return facts


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("end", [JULY_1996, APRIL_2016], ids=["one month", "a span"])
def test_every_wording_is_read_back(relation: str, end: CalendarDate) -> None:
    fact = Fact("Sam Doe", relation, "Somewhere, Inc.", JULY_1996, end)
    assert only_reading(fact_sentence(fact)) == [fact]


@pytest.mark.parametrize("relation", [r for r in RELATIONS.values() if r.temp_reason.sentence], ids=lambda r: r.id)
def test_the_wordings_of_temp_reason_are_read(relation) -> None:
    stated = relation.temp_reason.sentence.replace("{subject}", "Sam Doe").replace("{object}", "Somewhere, Inc.")
    fact = Fact("Sam Doe", relation.id, "Somewhere, Inc.", JULY_1996, APRIL_2016)
    assert only_reading(f"{stated} from Jul, 1996 to Apr, 2016. \n ") == [fact]


@pytest.mark.parametrize(
    ("parties", "as_written", "as_complex_tr"),
    [
        (["the Greens"], ["the Greens"], ["Greens"]),
        (["the The Left", "the Greens"], ["the The Left", "the Greens"], ["The Left", "Greens"]),
        (["the the Left"], ["the the Left"], ["the Left"]),
        # Complex-TR gives all of them "the"
        (["the Greens", "Labour"], ["the Greens", "Labour"], None),
        (["The Greens"], ["The Greens"], None),
        (["thermal springs"], ["thermal springs"], None),
    ],
)
def test_a_party_with_an_article_has_two_names_until_another_party_has_none(parties, as_written, as_complex_tr) -> None:
    lines = [f"Ann was a member of {party} from May 1990 to May 1991." for party in parties]
    readings = fact_context_readings(" \n ".join([*lines, "Ann lived in Ulm in May 1990."]))
    objects = [[fact.object for fact in facts if fact.relation == "P102"] for facts in readings]
    assert objects == [as_written] + ([as_complex_tr] if as_complex_tr else [])
    assert {fact.object for facts in readings for fact in facts if fact.relation != "P102"} == {"Ulm"}


def test_the_article_is_that_of_the_party_where_temp_reason_states_it() -> None:
    (fact,) = only_reading("Ann is a member of the the Left from May, 1990 to May, 1991.")
    assert fact.object == "the Left"


def test_the_words_of_a_party_in_another_name_are_left_as_they_are() -> None:
    unsettled = "Ann worked for the man who was a member of the Club in May 1990."
    assert [(facts[0].subject, facts[0].object) for facts in fact_context_readings(unsettled)] == [
        ("Ann", "the man who was a member of the Club"),
        ("Ann worked for the man who", "the Club"),
        ("Ann worked for the man who", "Club"),
    ]
    settled = only_reading(f"{unsettled}\nAnn lived in Ulm in June 1990.")
    assert [fact.object for fact in settled] == ["the man who was a member of the Club", "Ulm"]


@pytest.mark.parametrize(
    ("sentence", "subject", "name"),
    [
        ("Ann worked for Bank of England in May 1990.", "Ann", "Bank of England"),
        ("Ann worked for A.B. from C to D. from May 1990 to June 1990.", "Ann", "A.B. from C to D."),
        ("Ann worked for X in May 1980 in May 1990.", "Ann", "X in May 1980"),
        ("Ann worked for X from May 1980 to May 1981 in May 1990.", "Ann", "X from May 1980 to May 1981"),
        ("Ann worked for X in May 1980 from May 1990 to June 1990.", "Ann", "X in May 1980"),
        ("Caesar was the head of state of Rome from May 49 BC to March 44 BC.", "Rome", "Caesar"),
        ("Al was the head of the government of Man from May 1990 to June 1990.", "Man", "Al"),
        ("Ann worked for X in May 1980. Co. in May 1990.", "Ann", "X in May 1980. Co."),
        ("Ann worked for IBM  lived in Ulm in May 1990.", "Ann", "IBM  lived in Ulm"),  # no name ends in white space
        ("he/she lived in {object} in May 1990.", "he/she", "{object}"),
        ("Ann lived in Ann in May 1990.", "Ann", "Ann"),
    ],
)
def test_names_may_hold_any_words(sentence: str, subject: str, name: str) -> None:
    (fact,) = only_reading(sentence)
    assert (fact.subject, fact.object) == (subject, name)


def test_the_sentences_of_a_context_settle_their_subject() -> None:
    unsettled = "Ann worked for the man who worked for IBM in May 1990."
    assert [fact.subject for fact in fact_sentence_readings(unsettled)] == ["Ann", "Ann worked for the man who"]
    subjects = [facts[0].subject for facts in fact_context_readings(unsettled)]
    assert subjects == ["Ann", "Ann worked for the man who"]
    facts = only_reading(f"{unsettled}\n \nAnn lived in Ulm in June 1990.\n")
    assert [fact.object for fact in facts] == ["the man who worked for IBM", "Ulm"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" \n", "the context states no fact"),
        ("Ann worked for IBM.", "does not end in a month or a range of months: 'Ann worked for IBM.'"),
        ("Ann worked for IBM in 1990.", "does not end in a month or"),
        ("Ann worked for IBM in Brumaire 1790.", "states no fact: .* not a date: 'Brumaire 1790'"),
        ("Ann worked for IBM from May 1990 to April 1990.", "the end, April 1990, lies before the start, May 1990"),
        ("Ann admired IBM in May 1990.", "in no known wording: 'Ann admired IBM in May 1990.'"),
        ("worked for IBM in May 1990.", "in no known wording"),
        ("Ann worked for IBM in May 1990.\nBob worked for IBM in May 1990.", "share no subject"),
        ("Ann worked for IBM in May 1990. Ann lived in Ulm in May 1991.", "several sentences, expected one a line"),
        ("Ann worked for IBM in May 1990.   Ann lived in Ulm in May 1991.", "several sentences, expected one a line"),
        ("Ann worked for IBM in May 1990.Ann lived in Ulm in May 1991.", "several sentences, expected one a line"),
        ("Al worked for Al was the owner of Al in May 1990.", "can be read in 2 ways"),
    ],
)
def test_what_cannot_be_read_is_said_and_why(text: str, reason: str) -> None:
    with pytest.raises(Unparsable, match=reason):
        fact_context_readings(text)


def test_the_name_of_a_party_can_begin_with_the_or_not() -> None:
    readings = fact_context_readings("Ann was a member of the Greens in May 1990.")
    assert [fact.object for (fact,) in readings] == ["the Greens", "Greens"]


NASTY = (
    "worked for", "was the head of state of", "is a member of the", "was a member of the", "in May 1990.",
    "from May 1990 to June 1990.", "to", "from", "in June 2007", "of", "the", "{subject}", "he/she", ".", ",",
    "lived in", "attended",
)  # fmt: skip
names = st.one_of(
    st.lists(st.sampled_from([*NASTY, "Ann", "Ulm", "3"]), min_size=1, max_size=4).map(" ".join),
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8),
)


@given(
    names, st.lists(st.tuples(st.sampled_from(sorted(RELATIONS)), names, st.integers(0, 99)), min_size=1, max_size=5)
)
def test_any_names(subject: str, stated: list[tuple[str, str, int]]) -> None:
    facts = [
        Fact(subject, relation, name, CalendarDate(1990, 5), CalendarDate(1990 + months // 12, 5 + months % 7))
        for relation, name, months in stated
    ]
    for sentences in (map(fact_sentence, facts), map(sentence_of_complex_tr, facts)):
        readings, reason = [], ""
        try:
            readings = fact_context_readings("\n".join(sentences))
        except Unparsable as unparsable:
            reason = str(unparsable)
        assert facts in readings or "can be read in" in reason or "holds several sentences" in reason


def sentence_of_complex_tr(fact: Fact) -> str:
    if fact.relation != "P102":
        return fact_sentence(fact)
    return fact_sentence(replace(fact, object=f"the {fact.object}"))


def test_words_may_stand_before_and_after_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """No present relation has such a sentence, but a new one may."""
    table = wordings()
    met = msgspec.structs.replace(table.relations["P26"], sentence="In life {subject} met {object} often")
    monkeypatch.setattr(fact_parsing, "wordings", lambda: WordingTable({"P26": met}, table.patterns))
    fact_parsing._sentence_wordings.cache_clear()
    try:
        (fact,) = fact_sentence_readings("In life Ann met Bob often in May 1990.")
        assert (fact.subject, fact.object) == ("Ann", "Bob")
        for part in ("Ann met Bob often in May 1990.", "In life Ann met Bob in May 1990."):
            with pytest.raises(Unparsable, match="in no known wording"):
                fact_sentence_readings(part)
    finally:
        fact_parsing._sentence_wordings.cache_clear()
