"""Fictional names: of their type, clean, unique, and the same everywhere for a seed."""

import os
import random
import re
import subprocess
import sys
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.fiction import names as fictional_names
from temporal_qa.fiction.names import POOLS, FictionalNames, Renaming, pronouns_of
from temporal_qa.io import InputError
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline.dates import MONTH_NAMES
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

TYPES = sorted(
    {name for relation in wordings().relations.values() for name in relation.subject_types + relation.object_types}
)

# What the questions are built with: inside a name it could be read as part of the question.
JOINING_WORDS = {"from", "to", "in", "at", "between", "and", "during", "before", "after", "when", "while"}
QUESTION_WORDS = {*MONTH_NAMES, *JOINING_WORDS}


@pytest.mark.parametrize("entity_type", TYPES)
def test_every_type_of_the_relation_table_has_millions_of_names(entity_type):
    assert FictionalNames(1).number_of(entity_type) > 10_000_000


@pytest.mark.parametrize("entity_type", TYPES)
def test_100_000_names_are_all_different(entity_type):
    names = FictionalNames(1)
    assert len({names.nth(entity_type, n) for n in range(100_000)}) == 100_000


@pytest.mark.parametrize("entity_type", TYPES)
def test_names_are_clean(entity_type):
    names = FictionalNames(2)
    rng = random.Random(2)
    anywhere = [names.nth(entity_type, rng.randrange(names.number_of(entity_type))) for _ in range(3_000)]
    for name in [names.nth(entity_type, n) for n in range(3_000)] + anywhere:
        assert name == " ".join(name.split())
        assert name.isprintable()
        assert ANSWER_SEPARATOR not in name
        assert QUESTION_WORDS.isdisjoint(name.split()), name
        # Words of Latin letters: no full stop, comma or question mark, where a reader would take the name to end.
        assert re.fullmatch(r"[A-Za-zÀ-ž' -]+", name), name


def test_persons_have_no_titles_or_suffixes():
    names = FictionalNames(3)
    for n in range(20_000):
        first, last = names.nth("person", n).split()
        assert first[0].isupper()
        assert last[0].isupper()
        assert not {first, last} & {"Mr", "Mrs", "Ms", "Miss", "Dr", "Prof", "Sir", "Jr", "Sr", "MD", "II", "III"}


def test_plain_names_come_first_and_longer_ones_when_they_are_used_up():
    names = FictionalNames(1)
    towns = [names.nth("town", n) for n in range(20_000)]
    plain = [town for town in towns if " " not in town]
    assert 10_000 < len(plain) < 20_000
    assert towns[: len(plain)] == plain


def test_seeds_differ():
    assert [FictionalNames(1).nth("team", n) for n in range(5)] != [FictionalNames(2).nth("team", n) for n in range(5)]


def test_neither_hash_order_nor_locale_nor_fakers_state_plays_a_part():
    code = (
        "import faker; faker.Faker.seed({0}); faker.Faker().name()\n"
        "from temporal_qa.fiction.names import FictionalNames\n"
        "names = FictionalNames(5)\n"
        f"print(ascii([names.nth(entity_type, n) for entity_type in {TYPES} for n in range(50)]))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code.format(hash_seed)],
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "LC_ALL": locale},
            capture_output=True, text=True, check=True,
        ).stdout
        for hash_seed, locale in (("1", "C"), ("2", "C.UTF-8"))
    ]  # fmt: skip
    assert runs[0] == runs[1]
    assert len(runs[0]) > 1_000


def test_an_unknown_type_is_refused():
    for ask in (lambda entity_type: FictionalNames(1).nth(entity_type, 0), FictionalNames(1).number_of):
        with pytest.raises(ValueError, match="no entity type 'planet', expected one of award, company"):
            ask("planet")


def test_names_run_out_with_a_clear_error(monkeypatch):
    inside = fictional_names.Tier([("{} {}", (("Red", "Blue"), ("Fox", "Owl", "Elk")))])
    monkeypatch.setattr(fictional_names, "name_tiers", lambda entity_type: (inside,))
    names = FictionalNames(1)
    assert len({names.nth("team", n) for n in range(6)}) == 6
    with pytest.raises(IndexError, match="no team has the number 6: there are 6 names"):
        names.nth("team", 6)
    with pytest.raises(IndexError, match="expected 0 or more"):
        names.nth("team", -1)


def test_word_lists_are_sorted_and_say_what_they_are_for():
    for word_list in files("temporal_qa.generation").joinpath("word_lists").iterdir():
        lines = word_list.read_text(encoding="utf-8").splitlines()
        entries = [line for line in lines if not line.startswith("#")]
        assert lines[0].startswith("# ")
        assert entries == sorted(set(entries)), word_list.name
        # Words of a slot that stands beside another are single, so that no two patterns can give one name.
        if word_list.name not in {"school.txt", "field.txt", "office.txt", "realm.txt"}:
            assert all(" " not in entry for entry in entries), word_list.name


def test_every_person_has_the_pronoun_of_the_first_name():
    names = FictionalNames(seed=1)
    pronouns = [pronouns_of(names.nth("person", n)) for n in range(300)]
    assert {tuple(each) for each in pronouns} <= {("he",), ("she",), ("he", "she")}
    assert pronouns.count(["he", "she"]) < 15
    # A man in Italy is called as a woman in Germany.
    assert (pronouns_of("Gabriele Mastroianni"), pronouns_of("Gabriele Müller")) == (["he"], ["she"])


# --- The names of a group: unique subjects, distinct objects, the same for each call --------------------------------

NAMES = FictionalNames(1)


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
def test_a_group_has_no_name_of_an_unknown_type(entity_type):
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
