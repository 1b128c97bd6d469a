"""Chat rows in the trainers of TRL: a decoder of a million weights learns from a split, and is asked for rewards."""

import json
import re

import pytest

pytest.importorskip("torch", reason="TRL needs torch")
trl = pytest.importorskip("trl", reason="needs TRL: pip install 'temporal-qa[rl]'")

from temporal_qa.fiction.options import PseudoOptions, make_recipe  # noqa: E402
from temporal_qa.fiction.streaming import endless_questions  # noqa: E402
from temporal_qa.prompting.chat_rows import chat_row  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

TEMPLATE = (
    "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """A split as it comes from the disk."""
    from itertools import islice

    from datasets import load_dataset

    path = tmp_path_factory.mktemp("chat") / "train.jsonl"
    questions = islice(endless_questions(make_recipe(PseudoOptions(seed=1, invent=True))), 32)
    path.write_text("".join(json.dumps(chat_row(question)) + "\n" for question in questions))
    return load_dataset("json", data_files=str(path), split="train", cache_dir=str(path.parent / "cache"))


@pytest.fixture
def tokenizer(rows):
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    special = ["<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]
    bytewise = Tokenizer(models.BPE())
    bytewise.pre_tokenizer, bytewise.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=2_000, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    bytewise.train_from_iterator((message["content"] for prompt in rows["prompt"] for message in prompt), trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=bytewise, pad_token="<|pad|>", eos_token="<|end|>", chat_template=TEMPLATE
    )


@pytest.fixture
def decoder(tokenizer):
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=128, intermediate_size=352, num_hidden_layers=4, num_attention_heads=4,
        max_position_embeddings=2048, tie_word_embeddings=True, pad_token_id=0, bos_token_id=None, eos_token_id=1,
    )  # fmt: skip
    model = LlamaForCausalLM(config)
    assert 900_000 < model.num_parameters() < 1_500_000
    return model


def settings(folder, **others):
    return {
        "output_dir": str(folder), "use_cpu": True, "bf16": False, "gradient_checkpointing": False, "report_to": [],
        "save_strategy": "no", "logging_steps": 1, "disable_tqdm": True, "per_device_train_batch_size": 4,
    } | others  # fmt: skip


def test_supervised_training_learns_the_completion_and_nothing_else(rows, decoder, tokenizer, tmp_path):
    trainer = trl.SFTTrainer(
        decoder, trl.SFTConfig(**settings(tmp_path), max_steps=12, learning_rate=3e-3, max_length=2048),
        train_dataset=rows, processing_class=tokenizer,
    )  # fmt: skip
    batch = next(iter(trainer.get_train_dataloader()))
    learned = [
        tokenizer.decode(ids[labels != -100]) for ids, labels in zip(batch["input_ids"], batch["labels"], strict=True)
    ]
    right = {row["completion"][0]["content"] for row in rows}
    assert {re.sub(r"^<\|assistant\|>|<\|end\|>$", "", text) for text in learned} <= right
    trainer.train()
    losses = [line["loss"] for line in trainer.state.log_history if "loss" in line]
    assert losses[-1] < losses[0] - 1


def test_reinforcement_gets_the_answers_and_the_facts_of_each_prompt(rows, decoder, tokenizer, tmp_path):
    asked = []

    def reward(prompts, completions, answers, facts, **columns):
        asked.extend(zip(prompts, answers, facts, strict=True))
        assert all(len(completion) == 1 and completion[0]["role"] == "assistant" for completion in completions)
        return [float(len(completion[0]["content"])) for completion in completions]

    trainer = trl.GRPOTrainer(
        decoder, reward, trl.GRPOConfig(**settings(tmp_path), max_steps=1, num_generations=2, max_completion_length=8),
        train_dataset=rows, processing_class=tokenizer,
    )  # fmt: skip
    trainer.train()
    of_prompt = {row["prompt"][-1]["content"]: (row["answers"], row["facts"]) for row in rows}
    assert len(asked) == 4
    assert all(of_prompt[prompt[-1]["content"]] == (answers, facts) for prompt, answers, facts in asked)
    assert "reward" in trainer.state.log_history[0]
