"""Facts, and the groups that they form."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact, FactGroup, chronological_order, group_facts, storage_order

MUSK = Fact("Elon Musk", "P108", "SpaceX", CalendarDate(2002, 6), CalendarDate(2023, 10))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"object": ""}, "^object is ''"),
        ({"object": " SpaceX"}, "without white space around"),
        ({"relation": ""}, "^relation is ''"),
        ({"subject": "Elon\nMusk"}, r"^subject is 'Elon\\nMusk', expected a name without control characters"),
        ({"subject": "Elon\u2028Musk"}, "without control characters"),
        ({"object": "Tesla $and SpaceX"}, "answer"),
        ({"object": "Tesla $and"}, "answer"),
        ({"object": "Tesla $AND SpaceX"}, "answer"),
        ({"object": f" {'x' * 79}"}, f"^object is ' {'x' * 79}', expected"),
        ({"object": f" {'x' * 80}"}, f"^object is ' {'x' * 79}'..., expected"),  # long names are cut
        ({"end": CalendarDate(2002, 5)}, "the end, May 2002, lies before the start, June 2002$"),
        (
            {"end": CalendarDate(2002)},
            r"the end, 2002, lies before the start, June 2002 \(a year stands for its January\)$",
        ),
        ({"start": CalendarDate(2024)}, r"before the start, 2024 \(a year stands for its January\)$"),
        ({"start": CalendarDate(2002, 6, 9), "end": CalendarDate(2002, 6, 3)}, "3 June 2002, lies before"),
    ],
)
def test_impossible_facts_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        replace(MUSK, **change)


def test_names_keep_their_own_letters():
    for name in ("Łódź", "Confédération générale", "Ping An\u00a0Bank", "東京", "O'Neil, Jr. {x}", "Bread and Roses"):
        assert replace(MUSK, object=name).object == name


def test_a_fact_may_last_one_day():
    day = CalendarDate(2002, 6, 9)
    assert replace(MUSK, start=day, end=day).span.months == 1


def test_the_span_follows_from_the_dates():
    assert MUSK.span.start == 2002 * 12 + 5
    assert replace(MUSK, start=CalendarDate(2002, 6, 9), end=CalendarDate(2002, 6)).span.months == 1


def fact(relation, object_, start, **more):
    return Fact("Ann", relation, object_, CalendarDate.fromisoformat(start), CalendarDate(2020), **more)


def test_storage_sorts_by_relation_before_object_and_display_by_object_before_relation():
    start, end = CalendarDate(2001, 5), CalendarDate(2002)
    facts = [Fact("Ann", relation, name, start, end) for relation, name in (("P108", "B"), ("P69", "A"))]
    facts.append(Fact("Ann", "P69", "Z", CalendarDate(2000), end))
    assert [fact.object for fact in sorted(facts, key=storage_order)] == ["Z", "B", "A"]
    assert [fact.object for fact in sorted(facts, key=chronological_order)] == ["Z", "A", "B"]


def test_a_group_does_not_depend_on_the_order_of_the_source():
    facts = [fact("P69", "A", "1990"), fact("P108", "B", "1990"), fact("P108", "C", "1985"), fact("P26", "D", "1999")]
    expected = group_facts(facts)
    for seed in range(20):
        assert group_facts(Random(seed).sample(facts, len(facts))) == expected
    assert [one.object for one in expected[0].facts] == ["C", "B", "A", "D"]


def test_the_representative_relation_is_the_most_frequent_and_of_several_the_earliest():
    most_frequent = [fact("P69", "A", "1990"), fact("P108", "B", "1995"), fact("P108", "C", "1997")]
    earliest = [fact("P69", "A", "1990"), fact("P108", "B", "1985")]
    for facts in (most_frequent, earliest):
        assert group_facts(facts)[0].representative_relation == "P108"


def test_subjects_with_ids_are_distinguished_by_id():
    facts = [
        fact("P69", "A", "1990", subject_id="Q1"),
        fact("P69", "B", "1991", subject_id="Q2"),
        fact("P69", "C", "1990"),
    ]
    # Sorted by name, then by id; a group without an id comes first.
    assert [(group.subject_id, group.facts[0].object) for group in group_facts(facts)] == [
        (None, "C"),
        ("Q1", "A"),
        ("Q2", "B"),
    ]


def test_subjects_without_ids_are_distinguished_by_name():
    facts = [fact("P69", "A", "1990"), replace(fact("P69", "B", "1990"), subject="Bob")]
    assert [group.subject for group in group_facts(facts)] == ["Ann", "Bob"]


def test_a_fact_stated_twice_is_kept_once_and_counted():
    drops = Counter()
    groups = group_facts([fact("P69", "A", "1990"), fact("P69", "A", "1990"), fact("P69", "A", "1991")], drops)
    assert len(groups[0].facts) == 2
    assert drops == {"fact stated again": 1}
    assert isinstance(groups[0], FactGroup)


def test_facts_that_say_the_same_are_one_whatever_their_precision_or_ids():
    facts = [fact("P69", "A", "1990"), fact("P69", "A", "1990-01"), fact("P69", "A", "1990", object_id="Q1")]
    for order in permutations(facts):  # the order does not decide which one is kept
        drops = Counter()
        assert group_facts(order, drops) == group_facts(facts)
        assert len(group_facts(order)[0].facts) == 1
        assert drops == {"fact stated again": 2}


def test_a_subject_with_several_names_gets_the_most_frequent_one():
    drops = Counter()
    facts = [replace(fact("P69", name, "1990", subject_id="Q1"), subject=subject)
             for name, subject in [("A", "Ann Old"), ("B", "Ann New"), ("C", "Ann New"), ("D", "Ann")]]  # fmt: skip
    (group,) = group_facts(facts, drops)
    assert {one.subject for one in group.facts} == {group.subject} == {"Ann New"}
    assert drops == {"fact under another name of its subject, renamed": 2}
