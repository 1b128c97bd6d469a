"""Invented documents: the reader recovers each fact, offsets and lengths are right, and the seed decides everything."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.fiction.documents import writing
from temporal_qa.fiction.documents.plans import bounds, plan_document
from temporal_qa.fiction.documents.sentences import FactWriter
from temporal_qa.fiction.documents.writing import write_document
from temporal_qa.questions.time_qa.articles import LEFT_OUT
from temporal_qa.questions.time_qa.prose_reading import ProseError, read_article

numbers = st.integers(0, 2_999_999)
seeds = st.integers(0, 10**6)
worlds = st.sampled_from(["rich", "small"])


@given(numbers, seeds, worlds, st.sampled_from([100, 150, 300, 1000]))
def test_an_article_states_the_facts_of_its_plan_but_for_those_left_out(number, seed, world, words):
    plan = plan_document(number, seed, world, words)
    counts = Counter()
    fact = write_document(number, seed, world, words, counts)
    stated = [each for relation in plan.facts for each in plan.stated(relation)]
    assert sorted(read_article(fact.paragraphs), key=str) == sorted(stated, key=str)
    assert len({bounds(each) for each in plan.facts[fact.relation]}) == len(fact.segments) >= 2
    assert 2 * sum(segment.reason == LEFT_OUT for segment in fact.segments) <= len(fact.segments)
    for segment in fact.segments:
        of_segment = [each.object for each in plan.facts[fact.relation] if bounds(each) == (segment.start, segment.end)]
        assert [answer.text for answer in segment.answers] == ([] if segment.reason else of_segment)
        assert all(fact.context[answer.start : answer.end] == answer.text for answer in segment.answers)
    assert not re.search(",[.,]", fact.context)
    assert 0.8 * words <= len(fact.context.split()) == counts["words"] <= words
    assert counts["facts stated"] + counts["facts left out"] == sum(map(len, plan.facts.values()))


def test_the_start_of_a_fact_is_counted_before_its_end():
    """Once they stood in a set: the hash of a date differs between processes, so the bytes of a build did."""
    for number in range(30):
        plan = plan_document(number, 1, "rich", 300)
        for facts in plan.facts.values():
            writer = FactWriter(plan.subject, plan.subject_type, "rich", random.Random(0))
            writer.units(facts)
            dates = [date for fact in facts for date in dict.fromkeys((fact.start, fact.end))]
            counted = [form for form in writer.forms if form.startswith("date to the")]
            assert counted == [f"date to the {date.precision}" for date in dates]


def test_articles_of_ten_thousand_words():
    fact = write_document(0, 1, "rich", 10_000, Counter())
    assert 9_900 <= len(fact.context.split()) <= 10_000


def test_every_form_of_fact_occurs_in_the_rich_world_and_years_alone_in_the_small_one():
    forms = {"rich": set(), "small": set()}
    for world, found in forms.items():
        for number in range(150):
            counts = Counter()
            write_document(number, 1, world, 200, counts)
            found |= {name for name in counts if name.startswith("form: ")}
    small = {"form: one sentence", "form: short time", "form: event", "form: date to the year"}
    assert forms["small"] == small
    assert forms["rich"] == small | {
        "form: two sentences", "form: with its length", "form: some time later", "form: event, some time later",
        "form: from the end of the one before", "form: until the end of the one before", "form: date to the month",
        "form: date to the day",
    }  # fmt: skip


@given(numbers)
def test_the_small_world_has_no_dates_but_the_years_of_its_facts(number):
    fact = write_document(number, 3, "small", 100, Counter())
    years = {str(date.year) for each in fact.segments if each.answers for date in (each.start, each.end)}
    assert set(re.findall(r"\d+", fact.context)) == years
    assert {date.month for each in fact.segments for date in (each.start, each.end)} == {None}


def test_no_subject_occurs_twice_and_another_seed_gives_other_names():
    for world in ("rich", "small"):
        subjects = [plan_document(number, 1, world, 300).subject for number in range(400)]
        assert len(set(subjects)) == 400
        assert not set(subjects) & {plan_document(number, 2, world, 300).subject for number in range(100)}


def test_prose_that_a_reader_takes_otherwise_is_an_error(monkeypatch):
    monkeypatch.setattr(writing, "read_article", lambda paragraphs: read_article(paragraphs)[1:])
    with pytest.raises(RuntimeError, match=r"not read .*StatedFact"):
        write_document(0, 1, "rich", 300, Counter())


def test_a_year_changed_in_a_fact_is_noticed():
    noticed = total = 0
    for number in range(40):
        paragraphs = list(write_document(number, 5, "small", 100, Counter()).paragraphs)
        stated = read_article(paragraphs)
        for place, paragraph in enumerate(paragraphs):
            for year in re.finditer(r"\d{4}", paragraph):
                changed = f"{paragraph[: year.start()]}{int(year[0]) - 1}{paragraph[year.end() :]}"
                try:
                    noticed += read_article([*paragraphs[:place], changed, *paragraphs[place + 1 :]]) != stated
                except ProseError:
                    noticed += 1
                total += 1
    assert noticed == total > 200
