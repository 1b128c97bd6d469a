"""BigBird made steady: what it computes for an input depends on this input alone.

BigBird of transformers (5.23) switches itself to full attention for good at the first input that is too short for
sparse attention, and seeds NumPy's global generator in each training pass. All tokens attend to its last block and it
to all, so what a window gets changes with its padding, unless that block is nothing but padding.
"""

from typing import Any

from temporal_qa.models.extractive.windows import Padding


def steady_attention(model: Any) -> None:
    """Sets the attention of each pass by the length of its inputs, and keeps NumPy's generator as it was.

    Sparse attention needs more than ``(5 + 2 * num_random_blocks) * block_size`` tokens, with padding; shorter inputs
    get full attention. A model whose configuration has full attention keeps it.

    Args:
        model: any model over a ``BigBirdModel``, as ``from_pretrained`` returns it; changed in place.
    """
    config, bigbird = model.config, model.base_model
    if config.attention_type == "block_sparse":
        needed = _full_up_to(config)

        def set_type(_: Any, args: tuple[Any, ...], given: dict[str, Any]) -> None:
            input_ids = args[0] if args else given["input_ids"]
            bigbird.set_attention_type("block_sparse" if input_ids.shape[1] > needed else "original_full")

        bigbird.register_forward_pre_hook(set_type, with_kwargs=True)
    for layer in bigbird.encoder.layer:  # each one, since gradient checkpointing calls them again in the backward pass
        _keep_numpy_state(layer.attention)


def padding_of(config: Any, max_tokens: int) -> Padding:
    """How inputs of an encoder are padded: those of BigBird so that all get sparse attention, the last block empty.

    TimeQA's released reader pads all to ``max_tokens``, which comes to the same.
    """
    if getattr(config, "attention_type", None) != "block_sparse":
        return Padding(max_tokens)
    return Padding(max_tokens, least=_full_up_to(config) + config.block_size, after=config.block_size)


def _full_up_to(config: Any) -> int:
    return int((5 + 2 * config.num_random_blocks) * config.block_size)


def _keep_numpy_state(module: Any) -> None:
    import numpy as np

    states: list[Any] = []
    module.register_forward_pre_hook(lambda *_: states.append(np.random.get_state()))
    module.register_forward_hook(lambda *_: np.random.set_state(states.pop()), always_call=True)
