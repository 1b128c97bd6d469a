"""T5 and Fusion-in-Decoder as readers."""

from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="models need torch")

from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.seq2seq.inputs import TextExample  # noqa: E402
from temporal_qa.models.seq2seq.reader import FusionReader, T5Reader  # noqa: E402

SETTINGS = {"context": "passages", "max_input_tokens": 300, "max_target_tokens": 6}


def test_padding_is_masked_and_passages_are_ragged():
    def example(*inputs, target):
        return TextExample("x", (), tuple(np.array(i, np.int32) for i in inputs), np.array(target, np.int32))

    examples = [example([5, 6, 7], [8], target=[9, 1]), example([4], target=[3, 3, 1])]
    reader = FusionReader(SimpleNamespace(pad_token_id=0), None, None)
    batch = reader.collate(examples, "cpu")
    assert batch["input_ids"].tolist() == [[[5, 6, 7], [8, 0, 0]], [[4, 0, 0], [0, 0, 0]]]
    assert batch["attention_mask"].tolist() == [[[1, 1, 1], [1, 0, 0]], [[1, 0, 0], [0, 0, 0]]]
    assert batch["labels"].tolist() == [[9, 1, -100], [3, 3, 1]]
    assert batch["labels"].is_contiguous()
    assert batch["labels"].dtype == torch.int64
    elsewhere = reader.collate(examples, "meta")  # any device but a CPU
    assert elsewhere["input_ids"].shape == elsewhere["attention_mask"].shape == (2, 2, 8)
    assert elsewhere["labels"].shape == (2, 3)


def test_fused_layers_are_those_of_transformers(tiny_t5):
    from transformers import AutoModelForSeq2SeqLM

    ours = T5Reader.load(str(tiny_t5), SETTINGS).model
    plain = AutoModelForSeq2SeqLM.from_pretrained(tiny_t5).eval()
    assert {"GELU", "RMSNorm"} <= {type(layer).__name__ for layer in ours.modules()}
    assert list(ours.state_dict()) == list(plain.state_dict())
    tokens = torch.arange(2, 26).view(2, 12)
    for model in (ours, plain):
        model(input_ids=tokens, labels=tokens).loss.backward()
    for one, other in zip(ours.parameters(), plain.parameters(), strict=True):
        torch.testing.assert_close(one.grad, other.grad, atol=1e-6, rtol=1e-4)


def test_a_reader_takes_what_it_needs_of_a_recipe(tiny_t5):
    reader = FusionReader.load(str(tiny_t5), SETTINGS | {"passages_at_once": 3, "dropout": 0.2, "learning_rate": 1.0})
    assert reader.model.encoder.passages_at_once == 3
    assert (reader.model.config.dropout_rate, reader.model.training, reader.settings.separately) == (0.2, False, True)
    assert type(T5Reader.load(str(tiny_t5), SETTINGS).model).__name__ == "T5ForConditionalGeneration"
    with pytest.raises(InputError, match="beams: Expected `int` >= 1"):
        T5Reader.load(str(tiny_t5), SETTINGS | {"beams": 0})


@pytest.mark.parametrize("kind", [T5Reader, FusionReader])
def test_what_is_saved_is_what_was_loaded(kind, tiny_t5, tmp_path):
    from collections import Counter

    reader = kind.load(str(tiny_t5), SETTINGS)
    reader.save(reader.model, tmp_path)
    passages = [{"title": "Ada", "text": "Ada was born in 1815."}] * 2
    row = {"id": "a", "question": "When?", "answers": ["1815"], "passages": passages}
    found = []
    for each in (reader, kind.load(str(tmp_path), SETTINGS)):
        examples = each.read([row], Counter(), training=False)
        found.append(each.answer(each.model, examples))
        assert each.size(examples[0]).target == 6
        (learned,) = each.read([row], Counter(), training=True)
        batch = each.collate([learned], "cpu")
        assert each.loss(each.model, batch).dim() == 0
        assert learned.weight == len(learned.target) > 0
    assert found[0] == found[1]
