"""BigBird computes the same whatever came before, and draws nothing from NumPy's global generator."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_encoders import new_encoder, new_tokenizer  # noqa: E402

from temporal_qa.models.extractive.span_windows import SpanWindowsReader  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return new_encoder("big_bird", new_tokenizer(["Ada was born in 1815."]), tmp_path_factory.mktemp("bigbird"))


def load(folder, **settings):
    return SpanWindowsReader.load(folder, {"context": "text", "max_input_tokens": 1024} | settings).model


def ids(length):
    return torch.randint(4, 20, (2, length), generator=torch.Generator().manual_seed(length))


@pytest.mark.parametrize("as_keyword", [True, False])
def test_a_short_batch_between_does_not_change_the_logits_of_a_long_one(folder, as_keyword):
    model = load(folder)
    with torch.inference_mode():
        before = model(input_ids=ids(256)).start_logits
        assert model.base_model.attention_type == "block_sparse"
        short = model(input_ids=ids(64)) if as_keyword else model(ids(64))
        assert model.base_model.attention_type == "original_full"
        assert short.start_logits.shape == (2, 64)
        assert torch.equal(model(input_ids=ids(256)).start_logits, before)
        model.base_model.set_attention_type("original_full")
        full = model.base_model.encoder.layer[0].attention.attention_type
    assert full == "original_full"  # sparse and full attention are not the same thing:
    plain = load(folder)
    plain.config.attention_type = "original_full"
    assert not torch.allclose(full_logits(folder), before)


def full_logits(folder):
    model = load(folder)
    model.base_model._forward_pre_hooks.clear()
    model.base_model.set_attention_type("original_full")
    with torch.inference_mode():
        return model(input_ids=ids(256)).start_logits


@pytest.mark.parametrize("beside", [150, 400, 1000])
def test_a_longer_window_beside_a_window_does_not_change_its_logits(folder, beside):
    reader = SpanWindowsReader.load(folder, {"context": "text", "max_input_tokens": 1024})
    text = "Ada was born in 1815. "
    rows = [{"id": "q", "question": "When?", "answers": ["1815"], "context": text * times} for times in (2, beside)]
    alone, long = reader.read(rows, Counter(), training=False)
    long = replace(long, windows=long.windows[:1])

    def logits(*examples):
        with torch.inference_mode():
            return reader.model(**reader.collate(examples, "cpu")["inputs"]).start_logits[0, : len(alone.windows[0])]

    assert len(long.windows[0]) > 128
    assert torch.allclose(logits(alone), logits(alone, long), atol=1e-5)


@pytest.mark.parametrize("gradient_checkpointing", [False, True])
def test_a_training_pass_leaves_numpys_generator_alone(folder, gradient_checkpointing):
    model = load(folder, gradient_checkpointing=gradient_checkpointing).train()
    np.random.seed(7)
    expected = np.random.random(3).tolist()
    np.random.seed(7)
    model(input_ids=ids(256)).start_logits[:, 100].sum().backward()
    assert np.random.random(3).tolist() == expected
    assert any(parameter.grad is not None for parameter in model.bert.encoder.layer[0].parameters())


def test_switching_keeps_the_weights_that_are_trained(folder):
    model = load(folder).train()
    before = {name: id(weight) for name, weight in model.named_parameters()}
    for length in (64, 256, 64):
        model(input_ids=ids(length))
    assert {name: id(weight) for name, weight in model.named_parameters()} == before
