"""Dense ranking: cosine similarity of sentence embeddings (Complex-TR, section 3.2, equation 5)."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from temporal_qa.hub.hub_errors import hide_bars_in_logs, load_or_explain
from temporal_qa.io import batched, explain_errors, explain_missing
from temporal_qa.passages.pages import Passage
from temporal_qa.passages.ranking import Candidates, Ranking, best

DEFAULT_MODEL = "BAAI/bge-base-en-v1.5"

# For models without a query prompt in their files, by the last part of the name, which a local copy shares.
# https://huggingface.co/BAAI/bge-base-en-v1.5#using-sentence-transformers
_BGE = "Represent this sentence for searching relevant passages: "
QUERY_PREFIXES = {"bge-small-en-v1.5": _BGE, "bge-base-en-v1.5": _BGE, "bge-large-en-v1.5": _BGE}

_BATCH_SIZE = 32
"""The most passages embedded at once."""

Vector = NDArray[np.float32]
_Batch = tuple[str, ...]


class DenseRanker:
    """Ranks by the cosine of the embeddings of question and passage, with the model's own pooling and query prompt.

    The last digits of an embedding, and so the order of nearly equal passages, depend on the other texts of its batch.
    Therefore each question is a batch of its own, and so are consecutive passages of one article: an article gets the
    same vectors whatever else is ranked or cached.

    Args:
        model: a ``sentence-transformers`` model, a name on the Hub or a folder. Its weights must be safetensors.
        published: like the script released with Complex-TR: mean pooling for every model, no query prompt, and the
            inner product instead of the cosine.
        cache: the file that keeps embeddings; None keeps none.

    Raises:
        InputError: sentence-transformers is not installed, or the model does not exist.
    """

    def __init__(self, model: str = DEFAULT_MODEL, *, published: bool = False, cache: Path | None = None) -> None:
        self.published, self.model, self.query_prefix = published, _load(model), ""
        if published:
            self.model = _mean_pooled(self.model)
        else:
            self.query_prefix = self.model.prompts.get("query") or QUERY_PREFIXES.get(Path(model).name, "")
        self.fingerprint = _fingerprint(self.model)
        """SHA-256 of weights, modules, vocabulary, prompts and longest input: of all that embeddings depend on."""
        self.cache = None if cache is None else EmbeddingCache(cache)

    def rank(
        self, questions: Sequence[str], passages: Sequence[Passage], k: int, candidates: Candidates | None = None
    ) -> list[Ranking]:
        """See :meth:`~temporal_qa.passages.ranking.Ranker.rank`. Scores lie in [-1, 1] unless ``published``."""
        if not passages or not questions:
            return [Ranking((), ()) for _ in questions]
        vectors = self._embed(self._batches(passages), "passages")
        of_passages = np.stack([vectors[passage.titled_text] for passage in passages])
        of_questions = self._embed([(question,) for question in questions], "questions")
        if candidates is None:
            of_passages = of_passages.astype(np.float64)
        rankings = []
        for number, question in enumerate(questions):
            among = None if candidates is None else candidates[number]
            compared = of_passages if among is None else of_passages[np.asarray(among, dtype=np.int64)]
            products = compared.astype(np.float64, copy=False) @ of_questions[question].astype(np.float64)
            # Rounded, because products of equal vectors differ in the last bit by their place in the matrix.
            rankings.append(best(np.round(products, 9), k, among))
        return rankings

    def _batches(self, passages: Sequence[Passage]) -> list[_Batch]:
        batches: list[_Batch] = []
        for _, article in groupby(passages, key=lambda passage: (passage.title, passage.url)):
            batches += map(tuple, batched((passage.titled_text for passage in article), _BATCH_SIZE))
        return batches

    def _embed(self, batches: Sequence[_Batch], what: str) -> dict[str, Vector]:
        """Text -> vector; of a text in several batches the first one's."""
        settings = [self.fingerprint, what, self.query_prefix, "dot" if self.published else "cosine"]
        keys = {batch: hashlib.sha256(json.dumps([settings, batch]).encode()).digest() for batch in batches}
        found = {} if self.cache is None else self.cache.get(keys.values())
        missing = [batch for batch, key in keys.items() if key not in found]
        with tqdm(total=sum(map(len, missing)), desc=f"embedding {what}", unit=" texts", disable=None) as bar:
            for batch in missing:
                found[keys[batch]] = self._encode(batch, what).ravel()
                if self.cache is not None:
                    self.cache.put(keys[batch], found[keys[batch]])
                bar.update(len(batch))
        vectors: dict[str, Vector] = {}
        for batch, key in keys.items():
            for text, vector in zip(batch, found[key].reshape(len(batch), -1), strict=True):
                vectors.setdefault(text, vector)
        return vectors

    def _encode(self, batch: _Batch, what: str) -> Vector:
        """One row for each text."""
        texts = list(batch)
        options: dict[str, Any] = {
            "batch_size": len(texts), "show_progress_bar": False, "normalize_embeddings": not self.published,
        }  # fmt: skip
        if self.published:
            rows = self.model.encode(texts, prompt="", **options)
        elif what == "questions":
            rows = self.model.encode_query(texts, prompt=self.query_prefix, **options)
        else:
            rows = self.model.encode_document(texts, **options)
        return np.asarray(rows, dtype=np.float32)


def _load(model: str) -> Any:
    with explain_missing("dense ranking needs sentence-transformers", "retrieve"):
        from sentence_transformers import SentenceTransformer
    hide_bars_in_logs()
    failure = f"the model {model!r} cannot be loaded, expected a name on the Hub or a folder"
    return load_or_explain(SentenceTransformer, model, failure, model_kwargs={"use_safetensors": True})


def _mean_pooled(model: Any) -> Any:
    """The model's transformer (its first module) and mean pooling over the tokens."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling

    transformer = model[0]
    pooling = Pooling(transformer.get_embedding_dimension(), pooling_mode="mean")
    return SentenceTransformer(modules=[transformer, pooling])


def _fingerprint(model: Any) -> str:
    import torch

    vocabulary, prompts = sorted(model.tokenizer.get_vocab().items()), sorted(model.prompts.items())
    digest = hashlib.sha256(f"{model.max_seq_length} {vocabulary} {prompts}".encode())
    for module in model:
        config = {name: getattr(module, name) for name in getattr(module, "config_keys", ())}
        digest.update(f"{type(module).__name__} {sorted(config.items())!r}".encode())
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(f"{name} {tuple(tensor.shape)} {tensor.dtype}".encode())
        digest.update(tensor.detach().cpu().contiguous().view(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


class EmbeddingCache:
    """Embeddings on disk by a hash of their texts and model: vectors of 32-bit floats, each whole or absent.

    Each call of :meth:`put` is one transaction: a killed run loses only the call under way. Several runs may share the
    file. (If the machine itself stops, the last calls may be lost.)

    Raises:
        InputError: the file is not such a cache, is damaged, or cannot be written; also of the methods.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=60)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")  # does not wait for the disk at each call
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS embeddings (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
            )

    def get(self, keys: Iterable[bytes]) -> dict[bytes, Vector]:
        """The vectors of the keys that are in the cache, each of shape (dimension,)."""
        found = {}
        with self._explained():
            for key in keys:
                for (vector,) in self._database.execute("SELECT vector FROM embeddings WHERE key = ?", (key,)):
                    found[key] = np.frombuffer(vector, dtype="<f4")
        return found

    def put(self, key: bytes, vector: Vector) -> None:
        """Writes a vector to the file."""
        with self._explained(), self._database:
            row = key, vector.astype("<f4").tobytes()
            self._database.execute("INSERT OR REPLACE INTO embeddings VALUES (?, ?)", row)

    def _explained(self) -> AbstractContextManager[None]:
        fault = "cannot be used as a cache of embeddings (remove it, or choose another file)"
        return explain_errors(fault, sqlite3.Error, OSError, ValueError, path=self.path)
