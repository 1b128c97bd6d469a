"""The learning rate, dropout's draws, and gradients accumulated over batches."""

import pytest

from temporal_qa.engine.optimization import learning_rate_at

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
    from temporal_qa.engine.optimization import seed_dropout

    def drawn(*arguments):
        seed_dropout(*arguments)
        return tuple(torch.rand(4).tolist())

    assert drawn(0, 5, 1) == drawn(0, 5, 1)
    assert len({drawn(0, 5, 1), drawn(0, 5, 0), drawn(0, 6, 1), drawn(1, 5, 1)}) == 4


def test_a_step_is_the_mean_over_all_its_target_tokens(rows, tokenizer, tiny_t5):
    """However the questions of a step are cut into batches, short targets and long ones: the gradient is that of one
    batch of them all, and an empty batch changes nothing."""
    from collections import Counter
    from types import SimpleNamespace

    from accelerate import Accelerator

    from temporal_qa.engine.batches import collate
    from temporal_qa.engine.training_steps import Step, train_step
    from temporal_qa.models.seq2seq.inputs import InputFormat, read_examples
    from temporal_qa.models.seq2seq.t5 import load_model

    reading = InputFormat("facts", 300, 60)
    examples = sorted(
        read_examples(rows[:12], tokenizer, reading, Counter(), targets=True), key=lambda example: len(example.target)
    )
    targets = sum(len(example.target) for example in examples)
    accelerator, recipe = Accelerator(cpu=True), SimpleNamespace(fusion=False, max_gradient_norm=1e9)
    whole = load_model(str(tiny_t5), dropout_rate=0.0).train()
    loss = whole(**collate(examples, tokenizer.pad_token_id, "cpu")).loss
    loss.backward()
    loss = loss.detach()

    for cut in ([12], [1, 3, 8], [5, 7, 0], [0, 12]):
        places = iter(examples)
        batches = [[next(places) for _ in range(size)] for size in cut]
        model = load_model(str(tiny_t5), dropout_rate=0.0).train()
        optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
        before = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
        model, optimizer = accelerator.prepare(model, optimizer)
        step = Step(batches, targets, examples[0])
        found, norm = train_step(accelerator, model, optimizer, step, tokenizer.pad_token_id, recipe)
        assert float(found) == pytest.approx(float(loss), rel=1e-5)
        assert float(norm) > 0
        for (name, parameter), other in zip(model.named_parameters(), whole.parameters(), strict=True):
            torch.testing.assert_close(before[name] - parameter.detach(), other.grad, atol=2e-4, rtol=2e-3)
