"""Fictional names: of their type, clean, unique, and the same everywhere for a seed."""

import os
import random
import re
import subprocess
import sys
from importlib.resources import files

import pytest

from temporal_qa.fiction import names as fictional_names
from temporal_qa.fiction.names import FictionalNames, pronouns_of
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
