"""Fleiss' kappa compared with its definition in fractions."""

import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.annotation.agreement import count_verdicts, measure_agreement
from temporal_qa.annotation.verdicts import Judgement
from temporal_qa.io.errors import InputError


def judged(question, *verdicts, **fields):
    return [Judgement(question, f"a{number}", verdict, **fields) for number, verdict in enumerate(verdicts)]


def kappa_by_pairs(verdicts):
    """By definition: the share of pairs of annotators that agree, corrected for chance.

    Chance draws both verdicts of a pair from all verdicts. None where this agrees always.
    """
    pairs = [(a, b) for given in verdicts for i, a in enumerate(given) for j, b in enumerate(given) if i != j]
    observed = Fraction(sum(a == b for a, b in pairs), len(pairs))
    every = [verdict for given in verdicts for verdict in given]
    true = Fraction(sum(every), len(every))
    chance = true**2 + (1 - true) ** 2
    return None if chance == 1 else (observed - chance) / (1 - chance)


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=1)))
def test_kappa_follows_its_definition(verdicts):
    some = [judgement for number, given in enumerate(verdicts) for judgement in judged(f"q{number}", *given)]
    measured = measure_agreement(count_verdicts(some), resamples=5)
    expected = kappa_by_pairs(verdicts)
    assert (measured.kappa is None) == (expected is None)
    assert expected is None or measured.kappa == pytest.approx(float(expected), abs=1e-12)
    assert (measured.n, measured.annotators_each) == (len(verdicts), len(verdicts[0]))


def paper_like(agree_true=62, agree_false=24, differ=14):
    kinds = [(True, True)] * agree_true + [(False, False)] * agree_false + [(True, False)] * differ
    return [judgement for number, given in enumerate(kinds) for judgement in judged(f"q{number:03}", *given)]


def test_a_hundred_questions_of_two_annotators():
    """86 agree; 138 of 200 verdicts are True: chance agrees in 0.69² + 0.31² = 0.5722."""
    measured = measure_agreement(count_verdicts(paper_like()))
    assert measured.kappa == pytest.approx((0.86 - 0.5722) / (1 - 0.5722))
    assert measured.observed == pytest.approx(86)
    low, high = measured.kappa_interval
    # The standard error by the delta method is 0.077: 0.52 to 0.82.
    assert low == pytest.approx(0.52, abs=0.04)
    assert high == pytest.approx(0.82, abs=0.04)
    assert measured.observed_interval[0] < 86 < measured.observed_interval[1]


def test_intervals_depend_on_the_seed_alone():
    counts = count_verdicts(paper_like())
    assert measure_agreement(counts, seed=3) == measure_agreement(counts[::-1], seed=3)
    assert measure_agreement(counts, seed=3) == measure_agreement(count_verdicts(paper_like()[::-1]), seed=3)
    assert measure_agreement(counts, seed=3).kappa_interval != measure_agreement(counts, seed=4).kappa_interval


@pytest.mark.parametrize("verdict", [True, False])
def test_kappa_is_undefined_where_every_verdict_is_the_same(verdict):
    some = [judgement for number in range(9) for judgement in judged(f"q{number}", verdict, verdict)]
    measured = measure_agreement(count_verdicts(some), resamples=10)
    assert (measured.kappa, measured.kappa_interval, measured.undefined_resamples) == (None, None, 10)
    assert (measured.observed, measured.observed_interval) == (100.0, (100.0, 100.0))


def test_resamples_without_a_kappa_are_counted():
    """One question of three is True: a resample lacks it with probability (2/3)³ = 0.30, or has it alone with 0.04."""
    some = judged("p", True, True) + judged("q", False, False) + judged("r", False, False)
    measured = measure_agreement(count_verdicts(some), resamples=1000)
    assert (measured.kappa, measured.kappa_interval) == (1.0, (1.0, 1.0))
    assert measured.undefined_resamples == pytest.approx(333, abs=60)
    left_out = f"[1.00, 1.00] without {measured.undefined_resamples} resamples in which all verdicts are the same;"
    assert left_out in measured.in_words()


def test_agreement_by_chance_is_near_all_where_nearly_all_verdicts_are_the_same():
    some = [judgement for number in range(99) for judgement in judged(f"q{number}", True, True)] + judged(
        "p", True, False
    )
    measured = measure_agreement(count_verdicts(some), resamples=10)
    assert measured.chance == pytest.approx(100 * (0.995**2 + 0.005**2))
    assert measured.kappa == pytest.approx((measured.observed - measured.chance) / (100 - measured.chance))


def test_single_verdicts_and_adjudications_do_not_count():
    some = judged("p", True, False) + judged("q", True) + [Judgement("p", "third", True, adjudication=True)]
    assert count_verdicts(some).tolist() == [[1, 1]]
    assert count_verdicts(judged("q", True)).shape == (0, 2)
    with pytest.raises(ValueError, match="at least one question"):
        measure_agreement(np.empty((0, 2), dtype=np.int64))


def test_a_third_annotator_that_is_not_marked_is_an_error():
    """Counted as one of three equal annotators, the adjudicator would raise the agreement."""
    with pytest.raises(InputError, match=r"2 \(as p\), 3 \(as q\).*--adjudication"):
        count_verdicts(judged("p", True, True) + judged("q", True, False, True))


def test_without_statsmodels_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "statsmodels.stats.inter_rater", None)
    with pytest.raises(InputError, match=r"pip install 'temporal-qa\[annotate\]'"):
        measure_agreement(count_verdicts(paper_like()))
