"""T-EaE, temporal entities as experts: embeddings of mentions are added to the tokens of an encoder, or replace them.

Entities as Experts (Fevry et al., EMNLP 2020) as a baseline of CronKGQA (Saxena, Chakrabarti and Talukdar, ACL 2021,
section 6.1); its code: token states go to ``2 * rank``, the embedding of each mention is added at its first token, or
(``replace``) put in its place after one more layer; then learned positions, layer norm, a transformer of 6 layers and 8
heads, and the first token scores all embeddings by their inner product.
"""

import torch
from torch import Tensor, nn

from temporal_qa.models.graph_qa.mentions import Mentions, Tables, rows

_MAX_TOKENS, _LAYERS, _HEADS = 100, 6, 8


class TEaE(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """See the module; arguments as of :class:`~.attended.Attended`.

    Args:
        replace: whether embeddings replace the tokens of a mention.
    """

    def __init__(self, width: int, tables: Tables, dropout: float, replace: bool) -> None:
        super().__init__()
        columns, self.replace = tables.entity.shape[1], replace
        self.project, self.place = nn.Linear(width, columns), nn.Embedding(_MAX_TOKENS, columns)
        self.of_mention = nn.Linear(columns, columns) if replace else nn.Identity()
        self.norm = nn.LayerNorm(columns)
        heads = next(heads for heads in range(_HEADS, 0, -1) if columns % heads == 0)
        layer = nn.TransformerEncoderLayer(columns, heads, 4 * columns, dropout, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, _LAYERS, enable_nested_tensor=False)

    def forward(self, states: Tensor, mentions: Mentions, tables: Tables, mask: Tensor, tokens: Tensor) -> Tensor:
        """See :meth:`.attended.Attended.forward`.

        Args:
            states: (batch, tokens, width), of the encoder.
            mentions, tables: as there.
            mask: (batch, tokens), whether a token is one.
            tokens: (batch, 4), the first token of each entity, and of the year; -1 where there is none.
        """
        states = self.project(states[:, :_MAX_TOKENS])
        mask = mask[:, :_MAX_TOKENS].bool()
        known = torch.cat([rows(tables.entity, mentions.entity), rows(tables.time, mentions.year)[:, None]], 1)
        there = (tokens >= 0) & (tokens < states.shape[1])
        place = torch.where(there, tokens, 0)[..., None].expand_as(known)
        added = self.of_mention(known) * there[..., None]
        if self.replace:
            kept = torch.ones_like(states).scatter_reduce(
                1, place, 1.0 - there[..., None].expand_as(known).float(), "prod"
            )
            states = states * kept
        states = states.scatter_add(1, place, added)
        states = self.norm(states + self.place.weight[: states.shape[1]])
        first = self.layers(states, src_key_padding_mask=~mask)[:, 0]
        return first @ torch.cat([tables.entity, tables.time]).T
