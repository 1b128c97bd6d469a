"""Fusion-in-Decoder (Izacard and Grave, 2021): a T5 that encodes each passage alone and decodes from all together.

Its weights have the names and shapes of a T5's, so each can load the checkpoints of the other.
"""

from typing import Any

import torch
from torch.utils.checkpoint import checkpoint
from transformers import T5Config, T5ForConditionalGeneration
from transformers.modeling_outputs import BaseModelOutput
from transformers.models.t5.modeling_t5 import T5Stack


class PassageEncoder(T5Stack):  # type: ignore[misc]  # transformers is not typed where it is not installed
    """T5's encoder over passages: tokens (batch, passages, length) to states (batch, passages * length, width).

    Passages that are masked throughout are not encoded, so questions may have different numbers of passages at no cost.
    Input of shape (batch, length) is encoded as by T5.

    Attributes:
        passages_at_once: how many passages are encoded together. In training, each such part is computed again in the
            backward pass, so that memory holds the activations of only one part. ``None``: all, computed once.
    """

    passages_at_once: int | None = None

    def forward(self, input_ids: Any = None, attention_mask: Any = None, **options: Any) -> Any:
        """See the class. ``attention_mask`` has the shape of ``input_ids``; padding is on the right."""
        if input_ids is None or input_ids.dim() == 2:
            return super().forward(input_ids=input_ids, attention_mask=attention_mask, **options)
        batch, passages, length = input_ids.shape
        lengths = attention_mask.flatten(0, 1).sum(-1)
        ids, mask = input_ids.flatten(0, 1), attention_mask.flatten(0, 1)
        # Passages are sorted by length, since a part is as wide as its longest passage.
        real = lengths.argsort(descending=True, stable=True)[: int((lengths > 0).sum())]
        parts = real.split(self.passages_at_once or max(1, len(real)))
        encoded = [self._encode(ids[part], mask[part], int(lengths[part[0]])) for part in parts if len(part)]
        width = self.config.d_model
        states = (encoded[0] if encoded else self.embed_tokens.weight).new_zeros(batch * passages, length, width)
        for part, of_part in zip(parts, encoded, strict=False):
            states = states.index_copy(0, part, torch.nn.functional.pad(of_part, (0, 0, 0, length - of_part.shape[1])))
        return BaseModelOutput(last_hidden_state=states.view(batch, passages * length, width))

    def _encode(self, ids: Any, mask: Any, length: int) -> Any:
        ids, mask = ids[:, :length], mask[:, :length]
        if self.passages_at_once and self.training and torch.is_grad_enabled():
            return checkpoint(self._states, ids, mask, use_reentrant=False)
        return self._states(ids, mask)

    def _states(self, ids: Any, mask: Any) -> Any:
        return super().forward(input_ids=ids, attention_mask=mask).last_hidden_state


class FusionInDecoder(T5ForConditionalGeneration):  # type: ignore[misc]
    """T5 whose ``input_ids`` and ``attention_mask`` have the shape (batch, passages, length).

    Otherwise ``forward`` and ``generate`` work as T5's, beams included. With one passage it is a T5.
    """

    def __init__(self, config: T5Config) -> None:
        super().__init__(config)
        self.encoder: Any = PassageEncoder(self.encoder.config)
        self.post_init()

    def forward(
        self, input_ids: Any = None, attention_mask: Any = None, encoder_outputs: Any = None, **kwargs: Any
    ) -> Any:
        """Works as T5's; the decoder attends to all passages that are not masked."""
        if encoder_outputs is None and input_ids is not None:
            encoder_outputs, attention_mask = self._fused(input_ids, attention_mask)
        return super().forward(attention_mask=attention_mask, encoder_outputs=encoder_outputs, **kwargs)

    @torch.no_grad()  # type: ignore[untyped-decorator]  # torch is not typed where it is not installed
    def generate(self, input_ids: Any, attention_mask: Any = None, **options: Any) -> Any:
        """Works as T5's, with the options of ``GenerationMixin.generate``: tokens of shape (batch, length)."""
        encoded, attention_mask = self._fused(input_ids, attention_mask)
        return super().generate(encoder_outputs=encoded, attention_mask=attention_mask, **options)

    def _fused(self, input_ids: Any, attention_mask: Any) -> tuple[BaseModelOutput, Any]:
        """The states of all passages of a question end to end without the padding between them, and their mask.

        The decoder's attention ignores the order of states, so leaving out padding does not change the result.
        """
        if attention_mask is None:
            attention_mask = torch.ones_like(input_ids)
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.flatten(1)
        longest = max(1, int(mask.sum(-1).max()))
        real_first = mask.argsort(dim=-1, descending=True, stable=True)[:, :longest]
        states = states.gather(1, real_first.unsqueeze(-1).expand(-1, -1, states.shape[-1]))
        return BaseModelOutput(last_hidden_state=states), mask.gather(1, real_first)
