"""The learning rate and dropout's draws."""

import pytest

from temporal_qa.engine.loop import learning_rate_at

torch = pytest.importorskip("torch", reason="training needs torch")
pytest.importorskip("accelerate", reason="training needs accelerate")


@pytest.mark.parametrize(
    ("done", "schedule", "warmup", "expected"),
    [
        (0.0, "linear", 0.0, 2.0),
        (0.5, "linear", 0.0, 1.0),
        (1.0, "linear", 0.0, 0.0),
        (0.05, "linear", 0.1, 1.0),
        (0.1, "linear", 0.1, 2.0),
        (0.55, "linear", 0.1, 1.0),
        (0.05, "constant", 0.1, 1.0),
        (0.99, "constant", 0.1, 2.0),
        (0.5, "linear", 1.0, 1.0),
        (1.0, "linear", 1.0, 2.0),
    ],
)
def test_learning_rate(done, schedule, warmup, expected):
    assert learning_rate_at(done, 2.0, schedule, warmup) == pytest.approx(expected)


def test_dropout_depends_on_seed_step_and_process_alone():
    from temporal_qa.engine.loop import seed_dropout

    def drawn(*arguments):
        seed_dropout(*arguments)
        return tuple(torch.rand(4).tolist())

    assert drawn(0, 5, 1) == drawn(0, 5, 1)
    assert len({drawn(0, 5, 1), drawn(0, 5, 0), drawn(0, 6, 1), drawn(1, 5, 1)}) == 4
