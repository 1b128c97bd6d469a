"""BM25 and reciprocal-rank fusion."""

import math
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.passages.paragraphs import Passage
from temporal_qa.passages.ranking import BM25Ranker, Candidates, FusionRanker, Ranking, best

TEXTS = (
    "He studied physics in Ulm.",
    "She worked for IBM in Zürich.",
    "He worked for Tesla and later for SpaceX.",
    "",
    "The river flows north.",
)
PASSAGES = [Passage("Ann", text) for text in TEXTS]


class Fixed:
    """A ranker that returns a given ranking."""

    def __init__(self, *indices: int) -> None:
        self.indices = indices

    def rank(
        self, questions: Sequence[str], passages: Sequence[Passage], k: int, candidates: Candidates | None = None
    ) -> list[Ranking]:
        kept = self.indices[:k]
        return [Ranking(kept, tuple(1.0 for _ in kept)) for _ in questions]


class TestBest:
    @given(st.lists(st.integers(-3, 3), min_size=1), st.integers(1, 30), st.data())
    def test_is_the_beginning_of_a_stable_sort(self, scores: list[int], k: int, data: st.DataObject) -> None:
        candidates = data.draw(st.none() | st.sets(st.sampled_from(range(len(scores)))).map(sorted))
        allowed = range(len(scores)) if candidates is None else candidates
        expected = sorted(allowed, key=lambda index: (-scores[index], index))[:k]
        of_allowed = np.array([scores[index] for index in allowed], dtype=np.float64)
        assert list(best(of_allowed, k, candidates).indices) == expected

    @pytest.mark.parametrize("k", [0, -1])
    def test_refuses_to_keep_none(self, k: int) -> None:
        with pytest.raises(ValueError, match="expected 1 or more"):
            best(np.array([1.0]), k)


class TestBM25:
    @pytest.mark.parametrize(
        ("question", "first"),
        [
            ("Which company did she work for in Zürich?", 1),
            ("Who worked for TESLA?", 2),  # whatever the case
            ("Which company did she work for in Zurich?", 1),  # and the accents
            ("Where does the river flow?", 4),
        ],
    )
    def test_puts_the_passage_with_the_rarest_words_first(self, question: str, first: int) -> None:
        (ranking,) = BM25Ranker().rank([question], PASSAGES, 1)
        assert ranking.indices == (first,)

    def test_scores_are_lucene_s_formula(self) -> None:
        """ln(1 + (N - n + 0.5) / (n + 0.5)) * f / (f + 1.5 * (0.25 + 0.75 * length / mean length))."""
        passages = [Passage("xx", text) for text in ("physics physics", "physics ulm river", "river")]
        (ranking,) = BM25Ranker().rank(["physics"], passages, 3)
        rarity = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
        mean = (3 + 4 + 2) / 3
        expected = {0: 2 / (2 + 1.5 * (0.25 + 0.75 * 3 / mean)), 1: 1 / (1 + 1.5 * (0.25 + 0.75 * 4 / mean)), 2: 0.0}
        assert dict(zip(ranking.indices, ranking.scores, strict=True)) == pytest.approx(
            {index: rarity * share for index, share in expected.items()}, rel=1e-5
        )

    def test_ranks_among_the_candidates_only(self) -> None:
        (ranking,) = BM25Ranker().rank(["Tesla, SpaceX, IBM"], PASSAGES, 10, [[0, 1, 4]])
        assert ranking.indices == (1, 0, 4)

    @given(
        st.lists(st.lists(st.sampled_from(["ulm", "ibm", "שלום", "the"])).map(" ".join), min_size=1, max_size=12),
        st.lists(st.sampled_from(["ulm", "ibm", "שלום", "tesla"])).map(" ".join),
        st.data(),
    )
    def test_candidates_have_the_scores_that_they_have_among_all(
        self, texts: list[str], question: str, data: st.DataObject
    ) -> None:
        passages = [Passage("", text) for text in texts]
        candidates = sorted(data.draw(st.sets(st.sampled_from(range(len(texts))))))
        whole, some = (BM25Ranker().rank([question], passages, 20, chosen)[0] for chosen in (None, [candidates]))
        kept = [(at, score) for at, score in zip(whole.indices, whole.scores, strict=True) if at in candidates]
        assert list(zip(some.indices, some.scores, strict=True)) == kept

    @pytest.mark.parametrize("question", ["", "Xyzzy?", "the of in"])
    def test_a_question_that_shares_no_word_keeps_the_order(self, question: str) -> None:
        (ranking,) = BM25Ranker().rank([question], PASSAGES, 3)
        assert ranking == Ranking((0, 1, 2), (0.0, 0.0, 0.0))

    @pytest.mark.parametrize("passages", [[], [Passage("", "")], [Passage("", "a"), Passage("", "the")]])
    def test_passages_without_words_are_ranked_too(self, passages: list[Passage]) -> None:
        (ranking,) = BM25Ranker().rank(["Who?"], passages, 5)
        assert ranking.indices == tuple(range(len(passages)))

    @given(
        st.lists(st.lists(st.sampled_from(["ulm", "ibm", "zürich", "the"])).map(" ".join), max_size=12),
        st.lists(st.sampled_from(["ulm", "ibm", "tesla"])).map(" ".join),
    )
    def test_a_smaller_k_gives_the_beginning_of_a_larger_one(self, texts: list[str], question: str) -> None:
        passages = [Passage("", text) for text in texts]
        (whole,) = BM25Ranker().rank([question], passages, 100)
        assert sorted(whole.indices) == list(range(len(passages)))
        for k in range(1, len(passages)):
            (cut,) = BM25Ranker().rank([question], passages, k)
            assert cut.indices == whole.indices[:k]

    def test_the_order_of_hashes_changes_nothing(self) -> None:
        program = (
            "from temporal_qa.passages.ranking import BM25Ranker; from temporal_qa.passages.paragraphs import Passage;"
            "words = [f'word{n % 37} word{n % 11} word{n % 5}' for n in range(200)];"
            "print(BM25Ranker().rank(['word3 word7 word20', 'word1'], [Passage('', w) for w in words], 50))"
        )
        runs = {
            subprocess.run(
                [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, check=True, capture_output=True
            ).stdout
            for seed in ("1", "2", "3")
        }
        assert len(runs) == 1


class TestFusion:
    def test_scores_are_sums_of_reciprocal_ranks(self) -> None:
        (ranking,) = FusionRanker([Fixed(0, 1, 2), Fixed(2, 0)]).rank(["?"], PASSAGES, 10)
        assert ranking.indices == (0, 2, 1)
        assert ranking.scores == pytest.approx((1 / 61 + 1 / 62, 1 / 63 + 1 / 61, 1 / 62))

    def test_equal_sums_stand_in_the_order_of_the_passages(self) -> None:
        (ranking,) = FusionRanker([Fixed(3, 1), Fixed(1, 3)]).rank(["?"], PASSAGES, 10)
        assert ranking.indices == (1, 3)

    def test_one_ranker_fused_with_itself_keeps_its_order(self) -> None:
        (alone,) = BM25Ranker().rank(["She worked for IBM"], PASSAGES, 5)
        (fused,) = FusionRanker([BM25Ranker(), BM25Ranker()]).rank(["She worked for IBM"], PASSAGES, 5)
        assert fused.indices == alone.indices

    @given(st.permutations(range(6)), st.permutations(range(6)), st.integers(1, 6))
    def test_a_smaller_k_gives_the_beginning_of_a_larger_one(self, one: list[int], other: list[int], k: int) -> None:
        fusion = FusionRanker([Fixed(*one), Fixed(*other)])
        assert fusion.rank(["?"], PASSAGES, k)[0].indices == fusion.rank(["?"], PASSAGES, 6)[0].indices[:k]
