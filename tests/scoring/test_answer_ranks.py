"""Ranks of right answers, from ranked lists and from scores, equal those that are counted one by one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.scoring.answer_ranks import answer_ranks, by_question
from temporal_qa.scoring.hits_at_k import hits_at_k
from temporal_qa.scoring.mean_reciprocal_rank import rank_summary, ranks_by_relation, reciprocal_ranks

NAMES = st.sampled_from("abcdefg")


@pytest.mark.parametrize(
    ("prediction", "right", "known", "ranks"),
    [
        (3, None, [], [3]),
        (2.5, None, [], [2.5]),  # a mean of ranks
        (None, None, [], [math.inf]),
        (["x", "a", "b"], "a", [], [2]),
        (["x", "a", "b"], ["b", "a"], [], [2, 2]),  # each without the other
        (["x", "a", "b"], ["b"], ["a"], [2]),
        (["x", "a", "b"], ["b"], ["x", "a", "z"], [1]),
        (["x"], ["a", "a"], [], [math.inf]),
        ([], ["a"], [], [math.inf]),
        ([7, 8], 8, [], [2]),
        ({"x": 1, "a": 1, "y": 0}, "a", [], [2]),  # a tie counts against it
        ({"x": 1, "a": 1, "b": 1}, ["a", "b"], [], [2, 2]),
        ({"x": 1, "a": -2.5}, ["a", "c"], ["x"], [1, math.inf]),
        ([0.1, 0.9, 0.9], 1, [], [2]),
        (np.array([0.1, 0.9, 0.9]), np.array([1, 2]), [], [1, 1]),
    ],
)
def test_ranks_by_hand(prediction, right, known, ranks):
    found = answer_ranks([prediction], [right], [known])
    assert found.ranks.tolist() == ranks
    assert found.question.tolist() == [0] * len(ranks)


@given(st.dictionaries(NAMES, st.integers(0, 3), min_size=1), st.lists(NAMES, min_size=1, unique=True), st.lists(NAMES))
def test_ranks_are_those_of_brute_force(scores, right, known):
    def rank(answer):
        if answer not in scores:
            return math.inf
        others = set(scores) - set(right) - set(known) - {answer}
        return 1 + sum(scores[other] >= scores[answer] for other in others)

    assert answer_ranks([scores], [right], [known]).ranks.tolist() == [rank(answer) for answer in right]
    best_first = sorted(scores, key=lambda name: (-scores[name], name))
    distinct = {name: -place for place, name in enumerate(best_first)}
    assert np.array_equal(
        answer_ranks([best_first], [right], [known]).ranks, answer_ranks([distinct], [right], [known]).ranks
    )


def test_a_question_has_the_mean_of_its_answers_or_the_best():
    values, question = np.array([1.0, 0.0, 0.5, 0.2]), np.array([0, 0, 1, 2])
    assert by_question(values, question, "each").tolist() == [0.5, 0.5, 0.2]
    assert by_question(values, question, "any").tolist() == [1.0, 0.5, 0.2]


@pytest.mark.parametrize("ranks", [[0], [-1], [0.5], [math.nan], [1, 0]])
@pytest.mark.parametrize("score", [reciprocal_ranks, lambda ranks: hits_at_k(ranks, 3)])
def test_what_is_not_a_rank_is_refused(ranks, score):
    with pytest.raises(ValueError, match=rf"ranks\[{len(ranks) - 1}\]: found .*, expected a number from 1"):
        score(ranks)


@pytest.mark.parametrize(("prediction", "right"), [(10**400, None), ({"a": 10**400, "b": 1}, "a")])
def test_numbers_beyond_a_float_are_named_by_their_item(prediction, right):
    with pytest.raises(ValueError, match="item 1: a number of more than 300 digits"):
        answer_ranks([1, prediction], [None, right])


@pytest.mark.parametrize("k", [0, -1, 1.5, True, np.inf, np.nan])
def test_k_is_a_whole_number_from_1(k):
    with pytest.raises(ValueError, match="expected a whole number from 1"):
        hits_at_k([1], k)


def test_a_table_by_relation():
    table = ranks_by_relation([1, 2, 4, 20], [2, 0, 2, 2], ["a", "b", "c"])
    assert [row["relation"] for row in table] == ["c", "a"]
    assert table[0] == {"relation": "c", **rank_summary([1, 4, 20])}
    assert table[0]["n"] == 3
    assert table[0]["mrr"] == pytest.approx((1 + 1 / 4 + 1 / 20) / 3)
    assert table[0]["hits_at_10"] == pytest.approx(200 / 3)
    assert math.isnan(rank_summary([])["mrr"])
