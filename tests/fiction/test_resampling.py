"""Temporal resampling, equation (3) of Complex-TR: how much of each period is kept."""

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.fiction.pseudo_questions import PseudoRecipe, block_questions
from temporal_qa.fiction.resampling import KEEP_ALL, keep_probabilities
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.periods import FUTURE, PERIODS, period

# How many training questions there are in each period, and the share of generated ones that is kept, in its order.
EQUATION_3 = [
    ([10, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 1, 1, 1]),
    ([1, 2, 3, 4, 5, 6, 8, 0], [7 / 8, 3 / 4, 5 / 8, 1 / 2, 3 / 8, 1 / 4, 0, 1]),
    ([1, 2, 3, 4, 5, 6, 8, 100], [7 / 8, 3 / 4, 5 / 8, 1 / 2, 3 / 8, 1 / 4, 0, 1]),  # the future is not counted
    ([5, 5, 5, 5, 5, 5, 5, 0], [0, 0, 0, 0, 0, 0, 0, 1]),
    ([0, 0, 0, 1, 0, 0, 4, 0], [1, 1, 1, 3 / 4, 1, 1, 0, 1]),
]


@pytest.mark.parametrize(("counts", "kept"), EQUATION_3)
def test_what_is_frequent_in_training_is_thinned_out(counts, kept):
    starts = [1500, *range(1900, 2021, 20)]
    months = [year * 12 for year, number in zip(starts, counts, strict=True) for _ in range(number)]
    assert keep_probabilities(months, 0) == dict(zip(PERIODS, kept, strict=True))
    assert keep_probabilities(months) == dict(zip(PERIODS, [max(0.05, share) for share in kept], strict=True))
    assert keep_probabilities(reversed(months)) == keep_probabilities(iter(months))


@pytest.mark.parametrize("months", [[], [2020 * 12], [2020 * 12, 2035 * 12]])
def test_without_a_month_before_2020_there_is_nothing_to_count(months):
    with pytest.raises(ValueError, match="no training question before 2020"):
        keep_probabilities(months)


@given(st.lists(st.integers(-60_000, 30_000), min_size=1).filter(lambda months: min(months) < 2020 * 12))
def test_the_most_frequent_period_is_dropped_as_published_and_no_share_leaves_0_to_1(months):
    keep = keep_probabilities(months, 0)
    counts = Counter(map(period, months))
    assert keep.keys() == KEEP_ALL.keys() == set(PERIODS)
    assert all(0 <= share <= 1 for share in keep.values())
    assert min(keep.values()) == 0
    assert keep[FUTURE] == 1
    for name in PERIODS[:-1]:
        assert (keep[name] == 1) == (counts[name] == 0)


class Looked(dict):
    """Probabilities that count how often each is read."""

    def __init__(self, *entries):
        super().__init__(*entries)
        self.times = Counter()

    def __getitem__(self, name):
        self.times[name] += 1
        return super().__getitem__(name)


def test_blocks_keep_the_share_of_each_period():
    keep = Looked(zip(PERIODS, [0.25, 0, 1, 0.75, 0.5, 0.9, 0.1, 1], strict=True))
    recipe, left_out = PseudoRecipe(PseudoWorld(4), keep), Counter()
    questions = [pseudo.question for block in range(2)
                 for pseudo in block_questions(recipe, block, not_asked=left_out)]  # fmt: skip
    kept = Counter(period(question.reference_month) for question in questions)
    thinned = sum(number for reason, number in left_out.items() if reason.endswith(": thinned out by resampling"))
    unclear = sum(n for reason, n in left_out.items() if reason.endswith("can be read in more than one way"))
    assert thinned == keep.times.total() - len(questions) - unclear
    for name in PERIODS:
        drawn, share = keep.times[name], dict.__getitem__(keep, name)
        assert drawn > 20, name
        if share in (0, 1):
            assert kept[name] >= drawn * share - unclear
            assert kept[name] <= drawn * share
        else:  # four standard deviations
            assert abs(kept[name] / drawn - share) < 4 * sqrt(share * (1 - share) / drawn), name


def test_what_is_thinned_out_is_not_replaced_from_the_same_group():
    """A group has hundreds of "from ... to ...": drawn until twelve are kept, a period of P = 0.1 loses nothing."""
    questions = block_questions(PseudoRecipe(PseudoWorld(4), dict.fromkeys(PERIODS, 0.1)), 0, 500)
    of_group = Counter(
        (one.question.facts[0].subject_id, KINDS[one.question.kind].level, KINDS[one.question.kind].hops)
        for one in questions
    )
    assert 1 < of_group.total() / len(of_group) < 2.5  # 12 * 0.1, without the groups that give nothing
    assert max(of_group.values()) <= 6


def test_without_resampling_nothing_is_thinned_out():
    left_out = Counter()
    block_questions(PseudoRecipe(PseudoWorld(4)), 0, 200, left_out)
    assert left_out
    assert not any("resampling" in reason for reason in left_out)
