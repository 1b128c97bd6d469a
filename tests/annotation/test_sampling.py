"""Shares of the annotators: sizes, independence of order, at most two for a question."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.annotation.task_files import draw_shares

IDS = [f"q{number}" for number in range(1000)]


def test_the_paper_s_draw_is_600_tasks():
    shares = draw_shares(IDS, sample=500, double=100)
    times = Counter(question for share in shares.values() for question in share)
    assert {name: len(share) for name, share in shares.items()} == {"annotator_1": 300, "annotator_2": 300}
    assert Counter(times.values()) == {1: 400, 2: 100}


@given(st.data(), st.integers(0, 9))
def test_every_drawn_question_goes_to_one_annotator_or_two_different_ones(data, seed):
    ids = data.draw(st.sets(st.text(min_size=1), min_size=1, max_size=40))
    sample = data.draw(st.integers(1, len(ids)))
    annotators = data.draw(st.integers(1, 5))
    double = data.draw(st.integers(0, sample if annotators > 1 else 0))
    shares = draw_shares(ids, sample=sample, double=double, annotators=annotators, seed=seed)
    times = Counter(question for share in shares.values() for question in share)
    assert set(times) <= ids
    assert sorted(times.values()) == [1] * (sample - double) + [2] * double
    assert all(len(share) == len(set(share)) for share in shares.values())
    sizes = [len(share) for share in shares.values()]
    assert max(sizes) - min(sizes) <= 1


def test_the_order_of_the_questions_does_not_matter_and_the_seed_does():
    draw = draw_shares(IDS, sample=50, double=10, seed=1)
    assert draw == draw_shares(IDS[::-1], sample=50, double=10, seed=1)
    assert draw != draw_shares(IDS, sample=50, double=10, seed=2)


def test_doubly_annotated_questions_are_not_first():
    """An annotator who could recognise them might take more care of them."""
    shares = draw_shares(IDS, sample=500, double=100)
    both = set(shares["annotator_1"]) & set(shares["annotator_2"])
    among_the_first = sum(question in both for question in shares["annotator_1"][:100])
    assert 15 < among_the_first < 55  # a third of them in the mean


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sample": 1001, "double": 0}, "1,001 cannot be drawn from 1,000"),
        ({"sample": 0, "double": 0}, "a sample of 0"),
        ({"sample": 5, "double": 6}, "6 questions for two annotators are more than the 5"),
        ({"sample": 5, "double": 1, "annotators": 1}, "1 annotator cannot judge 1 question twice"),
        ({"sample": 5, "double": 0, "annotators": 0}, "0 annotators"),
    ],
)
def test_impossible_draws(arguments, message):
    with pytest.raises(ValueError, match=message):
        draw_shares(IDS, **arguments)


def test_all_pairs_of_annotators_share_questions():
    shares = draw_shares(IDS, sample=200, double=100, annotators=4)
    met = {(a, b) for a, ours in shares.items() for b, theirs in shares.items() if a < b and set(ours) & set(theirs)}
    assert len(met) == 6
