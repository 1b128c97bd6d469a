"""The invented world: the same for a seed, independent of its size, and close to real facts in its statistics."""

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import groupby, islice
from statistics import mean

import pytest

from temporal_qa.fiction.names import FictionalNames
from temporal_qa.fiction.world import WORLD_END, WORLD_START, invent_group, invent_groups, world_model
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.synthesis import segments
from temporal_qa.timeline.dates import parse_month


@pytest.fixture(scope="module")
def world():
    return list(invent_groups(2_000, seed=1))


@pytest.fixture(scope="module")
def chains(world):
    """The facts of each subject and relation, by start."""
    return [
        list(facts)
        for group in world
        for _, facts in groupby(sorted(group.facts, key=lambda fact: fact.relation), key=lambda fact: fact.relation)
    ]


def test_equal_seeds_give_equal_worlds_and_others_do_not(world):
    assert list(invent_groups(50, seed=1)) == world[:50]
    assert {group.subject for group in invent_groups(50, seed=2)} != {group.subject for group in world[:50]}


def test_fewer_groups_are_the_beginning_of_more(world):
    assert list(invent_groups(5, seed=1)) == list(invent_groups(10, seed=1))[:5] == world[:5]
    assert list(invent_groups(0, seed=1)) == []
    assert list(islice(invent_groups(10**12, seed=1), 3)) == world[:3]


def test_groups_may_be_made_in_any_order(world):
    names = FictionalNames(1)
    numbers = random.Random(0).sample(range(2_000), 100)
    assert [invent_group(n, names) for n in numbers] == [world[n] for n in numbers]


def test_processes_agree_whatever_their_hash_seed():
    code = "from temporal_qa.fiction.world import invent_groups; print(ascii(list(invent_groups(200, seed=3))))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1] == ascii(list(invent_groups(200, seed=3))) + "\n"


def test_every_relation_occurs_in_a_world_as_small_as_the_demo():
    relations = {fact.relation for group in invent_groups(400, seed=0) for fact in group.facts}
    assert relations == set(world_model().chains)


def test_types_are_those_of_the_relation_table(world):
    table = wordings().relations
    found = Counter()
    for fact in (fact for group in world for fact in group.facts):
        assert fact.subject_type in table[fact.relation].subject_types
        assert fact.object_type in table[fact.relation].object_types
        found[fact.relation, fact.subject_type] += 1
        found[fact.relation, fact.object_type] += 1
    for relation in map(table.get, world_model().chains):  # and all of those
        for entity_type in relation.subject_types + relation.object_types:
            assert found[relation.id, entity_type], (relation.id, entity_type)


def test_subjects_are_unique_and_belong_to_their_group(world):
    assert len({group.subject for group in world}) == len(world)
    assert [group.subject_id for group in world] == [f"F{n:06d}" for n in range(len(world))]
    for group in world:
        assert {(fact.subject, fact.subject_id) for fact in group.facts} == {(group.subject, group.subject_id)}
        assert len({fact.subject_type for fact in group.facts}) == 1
        assert group.subject not in {fact.object for fact in group.facts}


def test_organisations_are_shared_and_persons_are_not(world):
    groups_naming = {entity_type: Counter() for entity_type in ("company", "town", "party", "school", "person")}
    for group in world:
        for entity_type, counts in groups_naming.items():
            counts.update({fact.object for fact in group.facts if fact.object_type == entity_type})
    assert max(groups_naming.pop("person").values()) == 1
    assert all(max(counts.values()) > 1 for counts in groups_naming.values())


def test_no_fact_lies_outside_the_world_or_is_finer_than_a_month(world):
    for fact in (fact for group in world for fact in group.facts):
        assert WORLD_START <= fact.start <= fact.end <= WORLD_END
        assert None not in (fact.start.month, fact.end.month)
        assert fact.start.day is fact.end.day is None


def test_lives_follow_their_course(world):
    for group in world:
        starts = {}
        for fact in group.facts:
            starts.setdefault(fact.relation, fact)
        if group.facts[0].subject_type == "person":
            assert group.facts[-1].span.end - group.facts[0].span.start < 100 * 12
        if "P69" in starts:
            for work in {"P108", "P937", "P39"} & starts.keys():
                assert starts[work].span.start >= starts["P69"].span.end
            if "P26" in starts:  # school begins at 19 at the latest, and nobody marries under 20
                assert starts["P26"].span.start > starts["P69"].span.start
        assert all(fact.span.months == 1 for fact in group.facts if fact.relation == "P166")


def test_a_returning_object_has_been_away(chains):
    returns = 0
    for chain in chains:
        for i, fact in enumerate(chain):
            earlier = [other for other in chain[:i] if other.object == fact.object]
            returns += bool(earlier)
            assert all(other.span.end + 1 < fact.span.start for other in earlier)
    assert 0.005 < returns / sum(map(len, chains)) < 0.03


def test_nothing_piles_up_in_the_last_month(world):
    assert not any(fact.start == WORLD_END for group in world for fact in group.facts)


def test_figures_are_near_those_of_real_facts(world, chains):
    facts = [fact for group in world for fact in group.facts]
    assert 9.0 < mean(len(group.facts) for group in world) < 10.8  # Complex-TR, Table 3
    assert 3 < mean(len(group.relations) for group in world) < 4

    begins = Counter()
    for chain in chains:
        ended = chain[0].span.end
        for fact in chain[1:]:
            later = fact.span.start - ended
            begins["overlap" if later < 0 else "touch" if later == 0 else "next" if later == 1 else "gap"] += 1
            ended = max(ended, fact.span.end)
    shares = {how: number / begins.total() for how, number in begins.items()}
    assert 0.15 < shares["overlap"] < 0.23
    assert 0.35 < shares["touch"] < 0.56
    assert 0.20 < shares["gap"] < 0.30

    lengths = sorted(fact.span.months for fact in facts)
    assert 30 < lengths[len(lengths) // 2] < 48
    assert 0.03 < lengths.count(1) / len(lengths) < 0.08
    assert 0.05 < mean(fact.end == WORLD_END for fact in facts) < 0.12  # still held


def test_time_reaches_back_centuries_and_into_the_future_split(world):
    facts = [fact for group in world for fact in group.facts]
    assert {17, 18, 19, 20} < {fact.start.year // 100 for fact in facts} <= set(range(11, 21))
    assert 0.25 < mean(fact.start.year >= 2000 for fact in facts) < 0.40
    # Questions about months since 2020 are the future split; facts that reach there can be asked for.
    assert mean(fact.span.end >= parse_month("2020-01") for fact in facts) > 0.08


def test_a_few_percent_of_the_months_have_several_answers(world):
    """As for real facts: 5 % of the l2_at questions made from the Wikidata sample."""
    several = asked = 0
    for group in world[:500]:
        for relation in group.relations:
            for segment in segments(fact for fact in group.facts if fact.relation == relation):
                answers = {fact.object for fact in segment.facts}
                several += len(segment.months) * (len(answers) > 1)
                asked += len(segment.months) * bool(answers)
    assert 0.03 < several / asked < 0.15
