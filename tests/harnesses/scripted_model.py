"""A local chat model that says what it is told to say: its next token depends on the last one, and on nothing else."""

from itertools import pairwise
from pathlib import Path

TEMPLATE = (
    "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>"
    "{% if enable_thinking is defined and enable_thinking is false %}<think></think>{% endif %}{% endif %}"
)


def write_thinking_model(folder: Path, thoughts: int, answer: str) -> None:
    """Writes a model that thinks for so many tokens, blank lines among them, and then answers.

    With ``enable_thinking=False`` its chat template closes the thought, and the model answers at once.
    """
    import torch
    from tokenizers import AddedToken, Tokenizer, decoders, models
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    special = ["<|unknown|>", "<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>", "<think></think>"]
    thought = ["<think>", *(f"Step {n}." + ("\n\n" if n % 100 == 0 else " ") for n in range(thoughts - 2)), "</think>"]
    words = [*special, *thought, answer]
    number = {word: place for place, word in enumerate(words)}
    script = ["<|assistant|>", *thought, answer, "<|end|>"]
    follows = {number[word]: number[then] for word, then in pairwise(script)}
    follows[number["<think></think>"]] = number[answer]

    tokenizer = Tokenizer(models.WordLevel(number, "<|unknown|>"))
    tokenizer.add_special_tokens([AddedToken(word, normalized=False) for word in special])
    tokenizer.decoder = decoders.Fuse()
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="<|unknown|>", pad_token="<|pad|>", eos_token="<|end|>",
        chat_template=TEMPLATE, model_max_length=8192, clean_up_tokenization_spaces=False,
    ).save_pretrained(folder)  # fmt: skip

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(words), hidden_size=128, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1,
        max_position_embeddings=8192, pad_token_id=1, bos_token_id=None, eos_token_id=2,
    )  # fmt: skip
    model = LlamaForCausalLM(config)
    with torch.no_grad():
        model.model.layers[0].self_attn.o_proj.weight.zero_()
        model.model.layers[0].mlp.down_proj.weight.zero_()
        embedded = torch.nn.functional.normalize(torch.randn(len(words), 128))
        model.model.embed_tokens.weight.copy_(embedded)
        model.lm_head.weight.zero_()
        for token, then in follows.items():
            model.lm_head.weight[then] += embedded[token]
    model.save_pretrained(folder)
