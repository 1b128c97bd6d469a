"""What makes a world easier or harder: facts, relations, kinds, distractors."""

import random
from collections import Counter

import pytest

from temporal_qa.fiction.groups import PseudoWorld, WorldLimits, excerpt
from temporal_qa.fiction.pseudo_questions import PSEUDO_MIX, PseudoRecipe, block_questions, class_counts
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.solver import solve


def questions(limits, size=120, seed=3, block=0):
    recipe = PseudoRecipe(PseudoWorld(seed, limits=WorldLimits(**limits)))
    return [pseudo.question for pseudo in block_questions(recipe, block, size)]


def test_only_the_kinds_asked_for_are_asked_in_the_shares_of_the_mix():
    kinds = ("l2_at", "l3_neighbour")
    found = Counter(question.kind for question in questions({"kinds": kinds}))
    assert set(found) == set(kinds)
    assert found["l2_at"] == class_counts(0, 120, (("L2", "1-hop"), ("L3", "1-hop")))["L2", "1-hop"] == 51


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_may_be_asked_alone(kind):
    assert {question.kind for question in questions({"kinds": (kind,)}, 20)} == {kind}


def test_some_classes_add_up_for_any_stretch():
    some = tuple(PSEUDO_MIX)[1:3]
    whole, left, right = (class_counts(*cut, some) for cut in ((7, 90_000), (7, 40_000), (40_000, 90_000)))
    assert whole == {key: left[key] + right[key] for key in some}
    assert sum(whole.values()) == 90_000 - 7


@pytest.mark.parametrize("max_relations", [1, 2, 3])
def test_an_excerpt_is_a_stretch_of_a_few_relations(max_relations):
    world, most, limits = PseudoWorld(3), 0, WorldLimits(6, max_relations_per_group=max_relations)
    for n in range(60):
        group = world.group(n, "S").group
        found = excerpt(group, limits, random.Random(n))
        relations = set(found.relations)
        of_these = [fact for fact in group.facts if fact.relation in relations]
        first = of_these.index(found.facts[0])
        assert list(found.facts) == of_these[first : first + 6]
        most = max(most, len(relations))
    assert most == max_relations


@pytest.mark.parametrize("distractors", [1, 3])
def test_distractors_have_the_facts_of_the_subject_under_other_names_and_at_other_times(distractors):
    for question in questions({"distractors": distractors, "names_per_type": 10, "max_facts_per_group": 4}):
        by_subject = {}
        for fact in question.facts:
            by_subject.setdefault(fact.subject, []).append(fact)
        own = by_subject.pop(question.subject)
        assert len(by_subject) == distractors
        for facts in by_subject.values():
            assert Counter(fact.relation for fact in facts) == Counter(fact.relation for fact in own)
            assert sorted(fact.span.months for fact in facts) == sorted(fact.span.months for fact in own)
            assert abs(min(f.span.start for f in facts) - min(f.span.start for f in own)) <= 120
        assert solve(question.question, question.facts).answers == list(question.answers)
        assert set(question.answers) <= {fact.object for fact in own}
        assert len(question.fact_context.splitlines()) == len(question.facts)


def test_distractors_are_a_pure_function_of_the_block():
    limits = {"distractors": 2, "max_facts_per_group": 4}
    assert questions(limits, block=7) == questions(limits, block=7)
    assert not {q.question for q in questions(limits, seed=3)} & {q.question for q in questions(limits, seed=4)}


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"kinds": ("l4",)}, "unknown kind 'l4', expected l2_at"),
        ({"max_relations_per_group": 0}, "0 relations a group, expected at least 1"),
        ({"distractors": -1}, "-1 distractors, expected at least 0"),
        ({"distractors": 10, "names_per_type": 10}, "10 distractors, expected at least 0 and fewer than names"),
    ],
)
def test_limits_that_cannot_be_are_refused(limits, message):
    with pytest.raises(InputError, match=message):
        WorldLimits(**limits)
