"""The names of a group: unique subjects, distinct objects, the same for each call."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.fiction.names import ENTITY_TYPES, FictionalNames
from temporal_qa.fiction.renaming import POOLS, Renaming
from temporal_qa.io import InputError

NAMES = FictionalNames(1)
TYPES = sorted(ENTITY_TYPES)


def renaming(n, seed=0):
    return Renaming(n, NAMES, random.Random(seed))


@pytest.mark.parametrize("entity_type", TYPES)
def test_no_two_groups_have_a_subject_of_one_name(entity_type):
    assert len({renaming(n, n).subject(entity_type) for n in range(2_000)}) == 2_000


@pytest.mark.parametrize("entity_type", TYPES)
def test_a_cast_hangs_on_its_number_and_its_generator_alone(entity_type):
    def played(number, seed):
        of = renaming(number, seed)
        return [of.subject(entity_type), *(of.object(entity_type, ()) for _ in range(5))]

    assert played(7, 3) == played(7, 3)
    assert played(7, 3)[0] == played(7, 4)[0]
    assert played(7, 3) != played(8, 3)


@given(st.lists(st.sampled_from(TYPES), min_size=1, max_size=25), st.integers(0, 10**6), st.integers(0, 9))
def test_an_object_is_never_one_of_those_taken(types, n, seed):
    of = renaming(n, seed)
    taken = [of.subject(types[0])]
    for entity_type in types:
        taken.append(of.object(entity_type, taken))
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize(("entity_type", "number"), [("party", 350), ("country", 450), ("town", 100)])
def test_a_group_may_name_more_than_there_are_in_a_pool(entity_type, number):
    of, taken = renaming(0), {}
    for _ in range(number):
        taken[of.object(entity_type, taken)] = None
    assert len(taken) == number


def test_people_of_a_group_live_in_few_towns_and_those_of_two_groups_in_others():
    towns = [{of.object("town", ()) for _ in range(100)} for of in (renaming(0, 0), renaming(1, 1))]
    assert all(2 <= len(names) <= 6 for names in towns)
    assert towns[0] != towns[1]


def test_organisations_are_shared_by_groups_and_persons_are_not():
    def met(entity_type):
        return [renaming(n, n).object(entity_type, ()) for n in range(1_000)]

    assert len(set(met("person"))) == 1_000
    for entity_type in POOLS:
        assert len(set(met(entity_type))) < 1_000, entity_type


@pytest.mark.parametrize("entity_type", ["planet", "", "Person"])
def test_an_unknown_type_is_refused(entity_type):
    with pytest.raises(ValueError):  # noqa: PT011 - says what Renaming promises; the words are those of the names
        renaming(0).subject(entity_type)
    with pytest.raises(ValueError):  # noqa: PT011
        renaming(0).object(entity_type, ())


def test_persons_are_named_in_one_group_only_however_many_there_are():
    several, following = renaming(0), renaming(1)
    persons = {several.object("person", ()) for _ in range(40)}
    assert following.subject("person") not in persons


def test_a_type_that_has_no_names_is_told_in_one_line():
    for ask in (renaming(1).subject, lambda entity_type: renaming(1).object(entity_type, ())):
        with pytest.raises(InputError, match="no entity type 'planet', expected one of award, company"):
            ask("planet")
