"""Tokenizers by their ``tokenizer.json``, without transformers. Needs the extra ``tokens`` (tokenizers)."""

import json
from collections.abc import Sequence
from pathlib import Path

from temporal_qa.hub.hub_errors import load_or_explain
from temporal_qa.io import InputError, explain_missing
from temporal_qa.io.errors import check_regular
from temporal_qa.text.date_tokens import Token, Tokenize

_FILE = "tokenizer.json"


def load_tokenize(name_or_path: str) -> Tokenize:
    """A function that tells which letters of a text each token stands for. No code of the repository is run.

    Args:
        name_or_path: a model on the Hub, its folder, or a ``tokenizer.json``.

    Raises:
        InputError: tokenizers is not installed, or there is no such model, or it has no ``tokenizer.json``.
    """
    with explain_missing("tokens need tokenizers", "tokens"):
        from tokenizers import Tokenizer
    failure = f"--tokenizer {name_or_path} cannot be loaded, expected a model on the Hub or a folder with {_FILE}"
    if not (path := Path(name_or_path)).exists():
        from huggingface_hub import hf_hub_download

        path = Path(load_or_explain(hf_hub_download, name_or_path, failure, _FILE))
    if path.is_dir() and not (path / _FILE).exists():
        raise InputError(f"has no {_FILE}; save_pretrained of transformers writes one for most tokenizers", path)
    file = path / _FILE if path.is_dir() else path
    check_regular(file)
    tokenizer = load_or_explain(Tokenizer.from_file, str(file), failure)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    # The id of the token that stands for what the vocabulary lacks.
    model = json.loads(tokenizer.to_str())["model"]
    by_name = model.get("unk_token")  # the text in models of words and pairs, absent in unigram models
    unknown = model.get("unk_id") if by_name is None else tokenizer.token_to_id(by_name)

    def tokenize(texts: Sequence[str]) -> list[list[Token]]:
        return [
            [Token(start, end, number != unknown) for (start, end), number in zip(cut.offsets, cut.ids, strict=True)]
            for cut in tokenizer.encode_batch(list(texts), add_special_tokens=False)
        ]

    return tokenize
