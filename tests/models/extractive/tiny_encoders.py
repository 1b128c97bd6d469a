"""Tiny encoders of three families, made from their configurations, with a tokenizer trained on the spot."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import torch
import transformers

Family = Literal["bert", "big_bird", "modernbert"]

_TOKENS = {"pad_token_id": 0, "bos_token_id": 2, "cls_token_id": 2, "eos_token_id": 3, "sep_token_id": 3}


def new_tokenizer(texts: Iterable[str], kind: Literal["words", "spaces"] = "words", size: int = 800) -> Any:
    """``words``: WordPiece, as MiniLM has it; ``spaces``: a token holds the space before it, as BigBird's do.

    WordPiece has the letters and the most common words: what its trainer learns is another vocabulary each time.
    """
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    if kind == "words":
        normalizer, splitter = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
        words = Counter(word for text in texts for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(text)))
        letters = sorted(set("".join(words)))
        pieces = [
            *special,
            *letters,
            *(f"##{letter}" for letter in letters),
            *(word for word, _ in words.most_common()),
        ]
        tokens = list(dict.fromkeys(pieces))[:size]
        tokenizer = Tokenizer(models.WordPiece({token: n for n, token in enumerate(tokens)}, unk_token="[UNK]"))
        tokenizer.normalizer, tokenizer.pre_tokenizer = normalizer, splitter
    else:
        tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=special, show_progress=False)
        tokenizer.train_from_iterator(texts, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        model_input_names=["input_ids", "attention_mask"],
    )  # fmt: skip


def new_encoder(family: Family, tokenizer: Any, folder: Path, *, tokens: int = 1024, **changes: Any) -> str:
    """The folder of an encoder without a head, never trained, of width 64 with 2 layers."""
    shape = {
        "vocab_size": len(tokenizer), "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "intermediate_size": 128, "max_position_embeddings": tokens, "initializer_range": 0.1,
    } | _TOKENS | changes  # fmt: skip
    if family == "big_bird":  # sparse attention from 5 * 16 tokens
        shape = {"block_size": 16, "num_random_blocks": 1, "attention_type": "block_sparse"} | shape
    torch.manual_seed(0)
    config = transformers.AutoConfig.for_model(family, **shape)
    transformers.AutoModel.from_config(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def learn(reader: Any, examples: list[Any], steps: int, batch: int, rate: float = 3e-3, warmup: int = 0) -> None:
    """Trains until the loss is small, for so many steps at most.

    In the mode of evaluation: without dropout, and without the random blocks that BigBird attends to in training alone.
    With ``warmup`` the rate rises for so many steps and then falls to 0, else it stays.
    """

    def share(step: int) -> float:
        return min((step + 1) / warmup, (steps - step) / (steps - warmup)) if warmup else 1.0

    optimizer = torch.optim.AdamW(reader.model.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, share)
    reader.model.eval()
    draws = torch.Generator().manual_seed(0)
    small, in_epoch = 0, -(-len(examples) // batch)
    for step in range(steps):
        if step % in_epoch == 0:
            order = torch.randperm(len(examples), generator=draws).tolist()
        chosen = order[step % in_epoch * batch :][:batch]
        loss = reader.loss(reader.model, reader.collate([examples[place] for place in chosen], "cpu"))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reader.model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        small = small + 1 if loss.item() < 0.1 else 0
        if small == in_epoch:
            break
