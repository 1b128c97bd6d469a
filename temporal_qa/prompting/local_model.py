"""Responses of a model on this machine, through transformers."""

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from temporal_qa.hub.hub_errors import load_or_explain, load_whole
from temporal_qa.io import InputError, explain_missing
from temporal_qa.prompting.chat_prompts import ChatPrompt

# Templates of models that think often begin the thought themselves.
_THOUGHT = re.compile(r"<think>\s*\Z")

# torch and transformers belong to an extra and take seconds to import: imported where they are used.


class LocalModel:
    """A chat model from the Hub or a folder, on the available devices, that decodes greedily.

    Args:
        name_or_path: as ``from_pretrained`` takes it. Weights keep their saved type.
        max_new_tokens: the longest response, in tokens.
        batch_size: the number of prompts answered together.

    Raises:
        InputError: torch or transformers is not installed, the model does not exist, or it has no chat template.
    """

    def __init__(self, name_or_path: str, *, max_new_tokens: int = 512, batch_size: int = 8) -> None:
        with explain_missing("a local model needs {}", "train"):
            import accelerate  # noqa: F401  (device_map needs it)
            import torch  # noqa: F401
            import transformers
        bars: Any = transformers.utils.logging
        if not sys.stderr.isatty():
            bars.disable_progress_bar()
        failure = f"--model {name_or_path} cannot be loaded as a chat model"
        load = transformers.AutoTokenizer.from_pretrained
        self.tokenizer: Any = load_or_explain(load, name_or_path, failure, padding_side="left")
        if self.tokenizer.chat_template is None:
            raise InputError(f"--model {name_or_path} has no chat template, expected an instruction-tuned model")
        load = transformers.AutoModelForCausalLM.from_pretrained
        self.model: Any = load_whole(load, name_or_path, failure, dtype="auto", device_map="auto")
        if self.tokenizer.pad_token is None:
            self.tokenizer.pad_token = self.tokenizer.eos_token
        self.max_new_tokens = max_new_tokens
        self.batch_size = batch_size

    def ask(self, prompts: Sequence[ChatPrompt]) -> Iterator[tuple[str, str]]:
        """The prompts' ids and responses, the longest prompts first: prompts of a batch have similar length, and a lack
        of memory shows at once."""
        rendered = sorted(((prompt.id, self.render(prompt)) for prompt in prompts), key=lambda pair: -len(pair[1]))
        for start in range(0, len(rendered), self.batch_size):
            ids, texts = zip(*rendered[start : start + self.batch_size], strict=True)
            responses = zip(texts, self._continue(list(texts)), strict=True)
            yield from zip(ids, (thought_begun(text) + response for text, response in responses), strict=True)

    def render(self, prompt: ChatPrompt) -> str:
        """The text for the model: the chat in the model's own template.

        Raises:
            InputError: the template refuses the chat.
        """
        import jinja2

        try:
            text = self.tokenizer.apply_chat_template(
                list(prompt.messages),
                tokenize=False,
                add_generation_prompt=not prompt.prefill,
                continue_final_message=bool(prompt.prefill),
            )
        except jinja2.TemplateError as error:  # some templates have no system turn
            raise InputError(f"the model's chat template refuses the prompt: {error}") from None
        return str(text)

    def _continue(self, texts: list[str]) -> list[str]:
        import torch

        # The template has added the special tokens.
        inputs = self.tokenizer(texts, add_special_tokens=False, padding=True, return_tensors="pt")
        inputs = inputs.to(self.model.device)
        try:
            with torch.inference_mode():
                tokens = self.model.generate(
                    **inputs,
                    max_new_tokens=self.max_new_tokens,
                    do_sample=False, temperature=None, top_p=None, top_k=None,  # turns off the model's own defaults
                    pad_token_id=self.tokenizer.pad_token_id,
                )  # fmt: skip
        except torch.OutOfMemoryError:
            raise InputError(f"out of memory with --batch-size {self.batch_size}; try a smaller one") from None
        new = tokens[:, inputs["input_ids"].shape[1] :]
        return [str(text) for text in self.tokenizer.batch_decode(new, skip_special_tokens=True)]


def thought_begun(prompt: str) -> str:
    """The mark with which a prompt begins the thought of the model. Its response has to begin so, too, to be read: a
    thought that was cut off tells no answer.

    >>> thought_begun("<|im_start|>assistant\\n<think>\\n"), thought_begun("<think>\\n\\n</think>\\n\\n")
    ('<think>\\n', '')
    """
    mark = _THOUGHT.search(prompt)
    return mark[0] if mark else ""
