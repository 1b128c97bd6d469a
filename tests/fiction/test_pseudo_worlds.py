"""Worlds of pseudo-groups: any group by its number, in any process and order."""

import os
import pickle
import random
import subprocess
import sys
from collections import Counter

import pytest

from temporal_qa.fiction.groups import (
    GROUPS_PER_WORLD,
    MAX_SHIFT,
    MIN_SHIFT,
    PseudoWorld,
    WorldLimits,
    excerpt,
    shifted,
)
from temporal_qa.fiction.real_labels import withheld_names
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact, FactGroup

REAL = [
    FactGroup(f"Real {n}", tuple(
        Fact(f"Real {n}", "P108", name, CalendarDate(1950 + n + i), CalendarDate(1953 + n + i), f"Q{n}", f"Q10{i}",
             "person", "company")
        for i, name in enumerate(("IBM", "SAP", "IBM"))), f"Q{n}")
    for n in range(7)
]  # fmt: skip
WORLDS = {
    "invented": PseudoWorld(3),
    "real": PseudoWorld(3, tuple(REAL)),
    "real names": PseudoWorld(3, tuple(REAL), fiction=False),
}


def test_shifts_are_uniform_over_the_months_of_120_years():
    world, number = WORLDS["real names"], 30_000
    drawn = Counter(world.group(n, "S").shift_months for n in range(number))
    assert (min(drawn), max(drawn)) == (MIN_SHIFT, MAX_SHIFT) == (-1200, 240)
    assert len(drawn) == 1441  # every month of them
    # Pearson's test in 131 bins of 11 months: 130 expected, standard deviation 16.
    bins = Counter((months - MIN_SHIFT) // 11 for months in drawn.elements())
    expected = number / 131
    assert len(bins) == 131
    assert 82 < sum((found - expected) ** 2 / expected for found in bins.values()) < 178


@pytest.mark.parametrize("name", WORLDS)
def test_a_group_is_a_pure_function_of_its_number(name):
    world = WORLDS[name]
    numbers = [*range(30), 10**9, GROUPS_PER_WORLD - 1, GROUPS_PER_WORLD, GROUPS_PER_WORLD << 41]
    made = {n: world.group(n, f"S{n}") for n in numbers}
    fresh = PseudoWorld(world.seed, world.groups, world.fiction)
    random.Random(0).shuffle(numbers)
    assert {n: fresh.group(n, f"S{n}") for n in numbers} == made
    assert pickle.loads(pickle.dumps(world)).group(5, "S5") == made[5]  # noqa: S301 - ours, as it goes to a worker
    assert fresh == world


@pytest.mark.parametrize("name", WORLDS)
def test_the_id_of_the_subject_decides_nothing_else(name):
    one, other = (WORLDS[name].group(4, subject_id) for subject_id in ("S", "T"))
    assert {fact.subject_id for fact in one.group.facts} == {one.group.subject_id} == {"S"}
    assert [fact.span for fact in one.group.facts] == [fact.span for fact in other.group.facts]
    assert [fact.object for fact in one.group.facts] == [fact.object for fact in other.group.facts]
    assert (one.shift_months, one.source_group) == (other.shift_months, other.source_group)


@pytest.mark.parametrize("name", WORLDS)
def test_seeds_differ(name):
    world = WORLDS[name]
    other = PseudoWorld(4, world.groups, world.fiction)
    assert [world.group(n, "S") for n in range(5)] != [other.group(n, "S") for n in range(5)]


def test_processes_agree_whatever_their_hash_seed():
    code = (
        "from temporal_qa.fiction.groups import PseudoWorld\n"
        "from temporal_qa.fiction.world import invent_groups\n"
        "real = tuple(invent_groups(9, 2))\n"
        "worlds = PseudoWorld(3), PseudoWorld(3, real), PseudoWorld(3, real, False)\n"
        "print(ascii([world.group(n, f'S{n}') for world in worlds for n in (*range(40), 10**12)]))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1]
    assert runs[0].count("PseudoGroup(") == 3 * 41


def test_real_groups_are_drawn_alike_and_known_by_their_id():
    sources = Counter(WORLDS["real"].group(n, "S").source_group for n in range(7_000))
    assert sources.keys() == {f"Q{n}" for n in range(7)}
    assert all(880 < number < 1_120 for number in sources.values())
    by_name = PseudoWorld(3, (FactGroup("Real 1", REAL[1].facts),))
    assert by_name.group(0, "S").source_group == "Real 1"


def test_a_pseudo_group_is_its_source_shifted_and_renamed():
    for n in range(30):
        pseudo = WORLDS["real"].group(n, f"S{n}")
        source = REAL[int(pseudo.source_group[1:])]
        for fact, of_source in zip(pseudo.group.facts, source.facts, strict=True):
            later = of_source.span.start + pseudo.shift_months, of_source.span.end + pseudo.shift_months
            assert (fact.span.start, fact.span.end) == later
        names = [fact.object for fact in pseudo.group.facts]
        assert names[0] == names[2] != names[1]
        assert not {pseudo.group.subject, *names} & {source.subject, "IBM", "SAP"}


def test_without_fiction_the_names_stay_and_the_times_move_as_with_it():
    for n in range(30):
        plain, fictional = WORLDS["real names"].group(n, f"S{n}"), WORLDS["real"].group(n, f"S{n}")
        assert (plain.shift_months, plain.source_group) == (fictional.shift_months, fictional.source_group)
        source = REAL[int(plain.source_group[1:])]
        assert plain.group == shifted(source, plain.shift_months, f"S{n}")
        assert [fact.object_id for fact in plain.group.facts] == [fact.object_id for fact in source.facts]


@pytest.mark.parametrize("name", ["invented", "real"])
def test_groups_have_subjects_of_their_own_names(name):
    groups = [WORLDS[name].group(n, f"S{n}").group for n in range(500)]
    assert len({group.subject for group in groups}) == 500


def test_after_a_lap_the_names_begin_again_in_another_order():
    world = WORLDS["invented"]
    first, again = world.group(2, "S"), world.group(2 + GROUPS_PER_WORLD, "S")
    assert (first.source_group, again.source_group) == ("F000002", "F000002L1")
    assert first.group.subject != again.group.subject
    assert first.shift_months != again.shift_months


def test_withheld_names_are_given_to_nobody():
    plain = PseudoWorld(3)
    real = {fact.object for n in range(60) for fact in plain.group(n, "S").group.facts}
    real |= {plain.group(n, "S").group.subject for n in range(60)}
    world = PseudoWorld(3, withheld=withheld_names(real))
    for n in (*range(120), *range(GROUPS_PER_WORLD, GROUPS_PER_WORLD + 60)):
        group = world.group(n, "S").group
        assert not real & {group.subject, *(fact.object for fact in group.facts)}


@pytest.mark.parametrize("groups", [(), tuple(REAL)], ids=["invented", "real"])
def test_a_small_world_has_few_facts_a_group_and_few_names(groups):
    limits = WorldLimits(max_facts_per_group=2, names_per_type=10)
    world = PseudoWorld(3, groups, limits=limits)
    names: dict[str, set[str]] = {}
    for n in (*range(400), *(GROUPS_PER_WORLD * 7 + n for n in range(20))):  # however far a block must go for groups
        facts = world.group(n, f"S{n}").group.facts
        assert 1 <= len(facts) <= 2
        assert len({fact.relation for fact in facts}) == 1
        for fact in facts:
            names.setdefault(fact.subject_type, set()).add(fact.subject)
            names.setdefault(fact.object_type, set()).add(fact.object)
    assert {len(of_type) for of_type in names.values()} == {10}
    assert world.group(5, "S5") == PseudoWorld(3, groups, limits=limits).group(5, "S5")


def test_an_excerpt_is_neighbours_of_a_relation_that_has_several():
    def fact(relation, year):
        return Fact("Ada", relation, f"{relation} {year}", CalendarDate(year), CalendarDate(year + 1))

    group = FactGroup("Ada", tuple(fact(*of) for of in [*(("P54", year) for year in range(1990, 1995)), ("P69", 1980)]))
    seen = {excerpt(group, WorldLimits(2), random.Random(n)).facts for n in range(60)}
    assert seen == {group.facts[n : n + 2] for n in range(4)}
    assert excerpt(group, WorldLimits(), random.Random(0)) is group
    alone = FactGroup("Ada", (fact("P69", 1980),))
    assert excerpt(alone, WorldLimits(2), random.Random(0)) == alone
