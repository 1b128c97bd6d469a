"""Gradients accumulated over batches."""

import pytest

torch = pytest.importorskip("torch", reason="training needs torch")
pytest.importorskip("accelerate", reason="training needs accelerate")


def test_a_step_is_the_mean_over_all_its_target_tokens(rows, tiny_t5):
    """However the questions of a step are cut into batches, short targets and long ones: the gradient is that of one
    batch of them all, and an empty batch changes nothing."""
    from collections import Counter
    from types import SimpleNamespace

    from accelerate import Accelerator

    from temporal_qa.engine.reader_training import ReaderTraining, Step
    from temporal_qa.models.seq2seq.reader import T5Reader

    settings = {"context": "facts", "max_input_tokens": 300, "max_target_tokens": 60, "dropout": 0.0}
    reader = T5Reader.load(str(tiny_t5), settings)
    examples = sorted(reader.read(rows[:12], Counter(), training=True), key=lambda example: len(example.target))
    weight = sum(len(example.target) for example in examples)
    accelerator, whole = Accelerator(cpu=True), reader.model.train()
    loss = whole(**reader.collate(examples, "cpu")).loss
    loss.backward()
    loss = loss.detach()

    for cut in ([12], [1, 3, 8], [5, 7, 0], [0, 12]):
        places = iter(examples)
        batches = [[next(places) for _ in range(size)] for size in cut]
        model = T5Reader.load(str(tiny_t5), settings).model.train()
        optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
        before = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
        model, optimizer = accelerator.prepare(model, optimizer)
        step = Step(batches, weight, examples[0])
        recipe = SimpleNamespace(validation=None, test=None, max_gradient_norm=1e9)
        found, norm = ReaderTraining(accelerator, recipe, reader).step(model, optimizer, step)
        assert float(found) == pytest.approx(float(loss), rel=1e-5)
        assert float(norm) > 0
        for (name, parameter), other in zip(model.named_parameters(), whole.parameters(), strict=True):
            torch.testing.assert_close(before[name] - parameter.detach(), other.grad, atol=2e-4, rtol=2e-3)
