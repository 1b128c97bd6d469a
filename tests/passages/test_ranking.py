"""BM25 and reciprocal-rank fusion; what BM25 finds of TimeQA: a small case, and the floor on the real rows."""

import functools
import math
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import SHARED_DATA
from temporal_qa.io.drops import DropLog
from temporal_qa.passages.pages import Passage
from temporal_qa.passages.ranking import BM25Ranker, Candidates, FusionRanker, Ranking, best, retrieval_hits
from temporal_qa.questions.time_qa.passages import cut_passages
from temporal_qa.released.files import read_released
from temporal_qa.released.import_record import ImportRecord
from temporal_qa.released.time_qa import import_time_rows, read_annotated

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
            "from temporal_qa.passages.ranking import BM25Ranker; from temporal_qa.passages.pages import Passage;"
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


TIME_QA = SHARED_DATA / "timeqa"


def row(question, answers, name, text):
    paragraphs = [{"title": name, "text": part} for part in text.split("|")]
    context = f"{name} {text.replace('|', ' ')}"
    return {"question": question, "answers": answers, "context": context, "subject": name, "paragraphs": paragraphs}


def test_hits_on_two_articles():
    rows = [
        row("Who taught Ann Lee in 1990?", ["Maria"], "Ann Lee", "she sang|taught by Maria"),
        row("Who taught Bo Ray in 1990?", ["Oscar"], "Bo Ray", "he ran|he never learned"),
        row("Where did Bo Ray live?", [], "Bo Ray", "he ran|he never learned"),
    ]
    assert retrieval_hits(rows, k=1) == (100, 50, 3, 2)


@pytest.fixture(scope="module", autouse=True)
def _words_once():
    """Both modes search the same articles, whose words take longest to find."""
    with pytest.MonkeyPatch.context() as patch:
        found = functools.cache(BM25Ranker().words)
        patch.setattr(BM25Ranker, "words", lambda self, texts: found(tuple(texts)))
        yield


@pytest.fixture(scope="module")
def cut():
    """The text of each annotated article -> our passages of it."""
    facts = read_annotated(TIME_QA / "human_annotated_train.json", DropLog(), as_published=True)
    return {fact.context: cut_passages(fact.paragraphs) for fact in facts}


@pytest.mark.skipif(not TIME_QA.exists(), reason="the released files are not there")
@pytest.mark.parametrize(
    ("mode", "article", "released", "ours"), [("easy", 94.7, 73.0, 80.0), ("hard", 92.1, 56.2, 61.0)]
)
def test_the_floor(cut, mode, article, released, ours):
    """Right article first, and a passage with an answer among five, in percent of 1,171 and 982 questions."""
    rows = list(import_time_rows(read_released(TIME_QA / f"human_train.{mode}.json.gzip"), ImportRecord()))
    hits = retrieval_hits(rows)
    assert (hits.questions, hits.answerable) == (1171, 982)
    assert hits.article_first >= article
    assert hits.answer_in_passages >= released
    assert retrieval_hits([row | {"paragraphs": cut[row["context"]]} for row in rows]).answer_in_passages >= ours
