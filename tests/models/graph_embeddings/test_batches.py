"""The negatives of a step: frequent entities come more often, and the loss is told how probable each was."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="graph embeddings need torch")

STEPS = 3_000


def test_a_candidate_is_in_the_sample_as_often_as_it_says(make_training, tmp_path):
    """Those that are right for the step are always in it; others by their frequency, each in its turn."""
    facts = [f"hub {n % 2}\tr\tthing {n % 40}\t{n % 7}" for n in range(400)] + [
        f"rare {n}\tr\thub 0\t1" for n in range(9)
    ]
    (tmp_path / "train.txt").write_text("\n".join(facts) + "\n")
    maker = make_training(tmp_path / "train.txt", negatives=12).batches
    subject, object = np.array([3, 4, 5]), np.array([4, 7, 7])
    rng = np.random.default_rng(0)
    times, told = np.zeros(maker.entities), np.full(maker.entities, np.nan)
    for _ in range(STEPS):
        rows, candidates, unused, log_probability = maker._sample(subject, object, rng)
        assert sorted(rows) == sorted(set(rows))
        assert not np.isin(rows[:unused], [3, 4, 5, 7]).any()
        assert np.isin([3, 4, 5, 7], rows).all()
        times[rows[:candidates]] += 1
        told[rows[:candidates]] = log_probability.exp().numpy()
    assert told[[4, 7]].tolist() == [1, 1]
    assert np.nanmax(np.abs(times / STEPS - told)) < 0.04  # 4 standard deviations
    assert told[0] > 2 * np.nanmin(told)
