"""Facts and queries in words, as the papers print them."""

import random
import re
from dataclasses import replace

import pytest
from each_kind import every_query

from temporal_qa.questions.complex_tr.queries import KINDS, TemporalQuery
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.templates import fact_sentence, question_text, subject_pronoun
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.facts import Fact, group_facts


def fact(relation, subject, object_, start, end, **more):
    return Fact(subject, relation, object_, CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end), **more)


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (
            fact("P39", "Layla Moran", "Member of the 57th Parliament of the United Kingdom", "2017-06", "2019-11"),
            "Layla Moran held the position of Member of the 57th Parliament of the United Kingdom"
            " from June 2017 to November 2019.",
        ),  # Table 8
        (
            fact("P69", "Mary Bartlebaugh", "Quartz College", "1872-05", "1874-05"),
            "Mary Bartlebaugh studied at Quartz College from May 1872 to May 1874.",
        ),  # Table 14
        (fact("P166", "Ann", "Medal", "1990-05", "1990-05"), "Ann received Medal in May 1990."),
        (fact("P286", "Chelsea F.C.", "Thomas Tuchel", "2021-01", "2022-09"),
         "Thomas Tuchel was the head coach of Chelsea F.C. from January 2021 to September 2022."),
        (fact("P54", "{object}", "{start} FC", "1990", "1991"),
         "{object} played for {start} FC from January 1990 to January 1991."),
    ],
)  # fmt: skip
def test_a_fact_is_stated_in_a_sentence(one, sentence):
    assert fact_sentence(one) == sentence


JUNE_2005, MARCH_1984, MARCH_2003 = map(parse_month, ("2005-06", "1984-03", "2003-03"))
TUCHEL = fact("P286", "Chelsea F.C.", "Thomas Tuchel", "2021", "2022")
LAKERS = fact("P54", "Kobe Bryant", "LA Lakers", "1996-07", "2016-04")


def wordings_of(query, pronoun="he/she"):
    return {question_text(query, random.Random(seed), pronoun) for seed in range(300)}


@pytest.mark.parametrize(
    ("query", "wording"),
    [
        (TemporalQuery("l2_at", "Barack Obama", "P69", month=parse_month("1981-04")),
         "Where was Barack Obama educated in April 1981?"),
        (TemporalQuery("l2_at", "Barack Obama", "P69", month=parse_month("1981-04")),
         "In April 1981, where was Barack Obama educated?"),
        (TemporalQuery("l2_between", "FC Barcelona", "P488", month=MARCH_1984, last_month=MARCH_2003),
         "Who were the chairs of FC Barcelona from March 1984 to March 2003?"),
        (TemporalQuery("l2_offset", "Lynne Bowker", "P69", month=JUNE_2005, duration=180, direction="before"),
         "Where was Lynne Bowker educated 15 years before June 2005?"),
        (TemporalQuery("l3_neighbour", "Kobe Bryant", "P54", direction="before", event=LAKERS),
         "Which team did Kobe Bryant play for before he/she played for LA Lakers?"),
        (TemporalQuery("l3_during", "Kobe Bryant", "P166", event=LAKERS),
         "Which awards did Kobe Bryant receive when he/she was playing for LA Lakers?"),
        (TemporalQuery("l3_offset", "Kobe Bryant", "P108", duration=42, direction="after", event=LAKERS),
         "Which employer did Kobe Bryant work for 3 years and 6 months after he/she played for LA Lakers?"),
        (TemporalQuery("l3_during", "Chelsea F.C.", "P127", event=TUCHEL),
         "Who were the owners of Chelsea F.C. when Thomas Tuchel was the head coach?"),
    ],
)  # fmt: skip
def test_the_wordings_of_the_paper_are_among_ours(query, wording):
    assert wording in wordings_of(query)


CUP = fact("P166", "Velm Owls", "Fair Play Cup", "1990", "1990")
COACH = fact("P286", "Velm Owls", "Ann Lee", "1990", "1991")


@pytest.mark.parametrize(
    ("facts", "pronoun"),
    [
        ([replace(CUP, subject_type="team")], "it"),
        ([replace(CUP, subject_type="person")], "he/she"),
        ([CUP], "he/she"),  # awards go to persons, where nothing else is known
        ([CUP, COACH], "it"),  # but no person has a head coach
    ],
)
def test_only_persons_are_he_or_she(facts, pronoun):
    (group,) = group_facts(facts)
    assert subject_pronoun(group) == pronoun
    for text in wordings_of(TemporalQuery("l3_during", "Velm Owls", "P286", event=CUP), pronoun):
        assert re.search(rf"\b{pronoun} received Fair Play Cup\?$", text)


def test_the_event_is_no_answer_and_the_wording_says_so():
    query = TemporalQuery("l3_during", "Kobe Bryant", "P54", event=LAKERS)
    assert "Which other teams did Kobe Bryant play for while he/she was playing for LA Lakers?" in wordings_of(query)
    assert all("other" in text for text in wordings_of(query))
    assert not any("other" in text for text in wordings_of(query._replace(relation="P108")))


@pytest.mark.parametrize(("direction", "words"), [("before", "last before"), ("after", "next after")])
def test_a_neighbour_may_be_called_the_nearest_one(direction, words):
    texts = wordings_of(TemporalQuery("l3_neighbour", "Kobe Bryant", "P54", direction=direction, event=LAKERS))
    asked = "For which team did Kobe Bryant play"
    assert {text for text in texts if text.startswith(asked)} == {
        f"{asked} {direction} he/she played for LA Lakers?", f"{asked} {words} he/she played for LA Lakers?"
    }  # fmt: skip


@pytest.mark.parametrize("relation", wordings().relations.values(), ids=lambda relation: relation.id)
def test_every_wording_is_used(relation):
    event = fact(relation.id, "Ann", "Bob", "1990-01", "1991-01")
    for query in every_query("Ann", relation.id, {relation.id: event}):
        patterns = wordings().patterns[query.kind]
        during = query.kind == "l3_during"
        asks = relation.ask_other if during else relation.ask_span if KINDS[query.kind].asks_span else relation.ask
        ways = len(patterns) * len(set(asks)) * (len(relation.event_during) if during else 1)
        assert len(wordings_of(query)) == ways


@pytest.mark.parametrize("relation", list(wordings().relations))
def test_no_slot_is_left_unfilled_and_every_question_reads_as_one(relation):
    events = {of: fact(of, "Ann", "Bob", "1990-01", "1991-01") for of in wordings().relations}
    for query in every_query("Ann", relation, events):
        for seed in range(30):
            text = question_text(query, random.Random(seed), "he/she")
            assert not set("{}") & set(text)
            assert re.fullmatch(r"[A-Z][^?]*\?", text)
            assert "  " not in text


def test_names_are_never_taken_for_slots():
    event = fact("P54", "{object}", "{event} {month}", "1990", "1991")
    query = TemporalQuery("l3_neighbour", "{object}", "P54", direction="after", event=event)
    for text in wordings_of(query):
        assert "{event} {month}" in text
        assert text.count("{object}") == 1
