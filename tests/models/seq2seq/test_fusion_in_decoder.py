"""Fusion-in-Decoder beside plain T5."""

import pytest

torch = pytest.importorskip("torch", reason="models need torch")
pytest.importorskip("transformers", reason="models need transformers")

from temporal_qa.models.seq2seq.t5 import load_model  # noqa: E402

BATCH, PASSAGES, LENGTH = 3, 4, 12


@pytest.fixture(scope="module")
def plain(tiny_t5):
    return load_model(str(tiny_t5)).eval()


@pytest.fixture
def fusion(tiny_t5):
    return load_model(str(tiny_t5), fusion=True).eval()


@pytest.fixture(scope="module")
def batch():
    """Ragged passages: 4, 1 and 2 of them, from 2 to 12 tokens long."""
    draw = torch.Generator().manual_seed(1)
    ids = torch.randint(5, 200, (BATCH, PASSAGES, LENGTH), generator=draw)
    lengths = torch.tensor([[12, 3, 7, 2], [5, 0, 0, 0], [9, 10, 0, 0]])
    mask = (torch.arange(LENGTH) < lengths[..., None]).long()
    labels = torch.randint(5, 200, (BATCH, 6), generator=draw)
    return {"input_ids": ids * mask, "attention_mask": mask, "labels": labels}


def flat(batch):
    """One passage a question, as T5 and as Fusion-in-Decoder take it."""
    ids, mask = batch["input_ids"][:, 0], batch["attention_mask"][:, 0]
    return {"input_ids": ids, "attention_mask": mask}, {"input_ids": ids[:, None], "attention_mask": mask[:, None]}


def test_one_passage_has_the_logits_of_t5(plain, fusion, batch):
    as_t5, as_fusion = flat(batch)
    expected = plain(**as_t5, labels=batch["labels"])
    found = fusion(**as_fusion, labels=batch["labels"])
    torch.testing.assert_close(found.logits, expected.logits, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(found.loss, expected.loss)


@pytest.mark.parametrize("beams", [1, 4])
def test_one_passage_generates_as_t5(plain, fusion, batch, beams):
    as_t5, as_fusion = flat(batch)
    options = {"num_beams": beams, "max_new_tokens": 10, "do_sample": False}
    assert torch.equal(fusion.generate(**as_fusion, **options), plain.generate(**as_t5, **options))


def test_it_is_t5_on_the_states_of_passages_that_were_encoded_one_by_one(plain, fusion, batch):
    from transformers.modeling_outputs import BaseModelOutput

    found = fusion(**batch).logits
    for question in range(BATCH):
        states = [
            plain.encoder(ids[: mask.sum()][None], mask[: mask.sum()][None]).last_hidden_state
            for ids, mask in zip(batch["input_ids"][question], batch["attention_mask"][question], strict=True)
            if mask.any()
        ]
        fused = BaseModelOutput(last_hidden_state=torch.cat(states, 1))
        expected = plain(encoder_outputs=fused, labels=batch["labels"][question][None]).logits
        torch.testing.assert_close(found[question][None], expected, atol=1e-4, rtol=1e-4)


def test_a_masked_passage_changes_nothing(fusion, batch):
    noise = torch.randint(5, 200, (BATCH, 2, LENGTH), generator=torch.Generator().manual_seed(2))
    padded = batch | {
        "input_ids": torch.cat([batch["input_ids"], noise], 1),
        "attention_mask": torch.cat([batch["attention_mask"], torch.zeros_like(noise)], 1),
    }
    torch.testing.assert_close(fusion(**padded).logits, fusion(**batch).logits, atol=1e-6, rtol=1e-6)
    questions = {name: padded.pop(name) for name in ("input_ids", "attention_mask")}
    ours = {name: batch[name] for name in questions}
    assert torch.equal(fusion.generate(**questions, max_new_tokens=8), fusion.generate(**ours, max_new_tokens=8))


def test_the_order_of_the_passages_does_not_matter(fusion, batch):
    turned = batch | {name: batch[name].flip(1) for name in ("input_ids", "attention_mask")}
    torch.testing.assert_close(fusion(**turned).logits, fusion(**batch).logits, atol=1e-5, rtol=1e-5)


def test_beams_of_a_question_do_not_depend_on_its_batch(fusion, batch):
    questions = {name: batch[name] for name in ("input_ids", "attention_mask")}
    together = fusion.generate(**questions, num_beams=3, max_new_tokens=8)
    for place in range(BATCH):
        alone = fusion.generate(
            **{name: v[place][None] for name, v in questions.items()}, num_beams=3, max_new_tokens=8
        )
        expected = together[place][: alone.shape[1]]
        assert torch.equal(alone[0], expected)
        assert not together[place][alone.shape[1] :].any()  # padding


@pytest.mark.parametrize("passages_at_once", [1, 2, 100])
@pytest.mark.parametrize("dropout", [0.0, 0.1])
def test_computing_passages_again_gives_the_same_gradients(tiny_t5, batch, passages_at_once, dropout, monkeypatch):
    import temporal_qa.models.seq2seq.fusion_in_decoder as module

    fusion = load_model(str(tiny_t5), fusion=True, dropout_rate=dropout).train()

    def gradients():
        fusion.zero_grad()
        torch.manual_seed(3)
        fusion(**batch).loss.backward()
        return {name: parameter.grad.clone() for name, parameter in fusion.named_parameters()}

    whole = gradients()
    fusion.encoder.passages_at_once = passages_at_once
    parts, compute_again = [], module.checkpoint

    def counted(states, ids, mask, **options):
        parts.append(len(ids))
        return compute_again(states, ids, mask, **options)

    monkeypatch.setattr(module, "checkpoint", counted)
    again = gradients()
    assert parts == [passages_at_once] * (7 // passages_at_once) + [7 % passages_at_once] * (7 % passages_at_once > 0)
    if dropout:  # drawn part by part: compared with the same parts that are kept in memory
        monkeypatch.setattr(module, "checkpoint", lambda states, ids, mask, **_: states(ids, mask))
        whole = gradients()
    for name, gradient in whole.items():
        torch.testing.assert_close(again[name], gradient, atol=1e-4, rtol=1e-3, msg=lambda text, name=name: name + text)


def test_a_checkpoint_is_that_of_a_t5_and_back(plain, fusion, batch, tmp_path):
    fusion.save_pretrained(tmp_path)
    again, as_t5 = load_model(str(tmp_path), fusion=True).eval(), load_model(str(tmp_path)).eval()
    assert torch.equal(again(**batch).logits, fusion(**batch).logits)
    assert as_t5.state_dict().keys() == plain.state_dict().keys()
    for name, weight in plain.state_dict().items():
        assert torch.equal(as_t5.state_dict()[name], weight)
    assert again.encoder.embed_tokens.weight is again.shared.weight  # tied, as in T5
