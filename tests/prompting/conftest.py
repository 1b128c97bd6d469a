"""A loopback endpoint with a log, and a tiny random chat model."""

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for the file beside this one

from loopback_endpoint import LoopbackEndpoint

TABLE = "category\nlighthouse\n\nCape Murrel Light\nBuilt\t1871\nElectrified\t1922"


@pytest.fixture
def question_rows() -> list[dict[str, Any]]:
    """Twelve questions, six on a table and six with a JSON answer."""
    tables = [
        {"id": f"ttqa-{n}", "source": "ttqa", "context": TABLE, "question": f"How old was the light in {1880 + n}?"}
        for n in range(6)
    ]
    sums = [
        {
            "id": f"tot-{n}",
            "source": "tot",
            "context": None,
            "question": f'What is {n} days after 2001-01-01? JSON = {{"explanation": <steps>, "answer": "yyyy-mm-dd"}}',
        }
        for n in range(6)
    ]
    return [row for pair in zip(tables, sums, strict=True) for row in pair]


@pytest.fixture
def questions(question_rows: list[dict[str, Any]], tmp_path: Path) -> Path:
    return write_rows(tmp_path / "head.jsonl", question_rows)


def write_rows(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackEndpoint]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with LoopbackEndpoint() as endpoint:
        threading.Thread(target=endpoint.serve_forever, args=(0.02,), daemon=True).start()
        yield endpoint
        endpoint.shutdown()


CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a random Llama of two layers and a tokenizer trained on one line of text."""
    torch = pytest.importorskip("torch", reason="a local model needs torch")
    transformers = pytest.importorskip("transformers", reason="a local model needs transformers")
    pytest.importorskip("accelerate", reason="a local model needs accelerate")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    special = ["<|pad|>", "<|im_start|>", "<|im_end|>"]
    bytewise = Tokenizer(models.BPE())
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    bytewise.train_from_iterator(["the light was built in the year and the days after that date " * 4], trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=bytewise, pad_token="<|pad|>", eos_token="<|im_end|>", chat_template=CHATML
    )
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        max_position_embeddings=8192, initializer_range=0.2, pad_token_id=0, bos_token_id=1, eos_token_id=2,
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("tiny-chat-model")
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
