"""Questions of an invented world, and a tiny T5 with a tokenizer trained on them."""

from pathlib import Path
from typing import Any

import pytest

from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import block_questions
from temporal_qa.fiction.pseudo_tables import pseudo_features, question_table


@pytest.fixture(scope="session")
def rows() -> list[dict[str, Any]]:
    """Two hundred pseudo-PIT questions."""
    recipe = make_recipe(PseudoOptions(seed=5, invent=True, resample=False))
    return question_table(block_questions(recipe, 0, 200), pseudo_features().arrow_schema).to_pylist()


@pytest.fixture(scope="session")
def tokenizer(rows):
    torch = pytest.importorskip("torch", reason="models need torch")
    pytest.importorskip("transformers", reason="models need transformers")
    torch.set_num_threads(1)
    from temporal_qa.models.seq2seq.t5 import new_tokenizer

    return new_tokenizer((f"{row['instruction']} {row['target']} question: context: title:" for row in rows), "tiny")


@pytest.fixture(scope="session")
def tiny_t5(tokenizer, tmp_path_factory) -> Path:
    """The folder of a T5 that was never trained."""
    from temporal_qa.models.seq2seq.t5 import new_model

    folder = tmp_path_factory.mktemp("tiny-t5")
    new_model(tokenizer, "tiny", seed=0).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
