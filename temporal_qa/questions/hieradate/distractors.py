"""Paragraphs of other lives that distract: of lives that share words of the name, then of those most like by BM25."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from temporal_qa.io.errors import InputError
from temporal_qa.questions.hieradate.paragraphs import ParagraphWriter
from temporal_qa.questions.hieradate.sample import Paragraph
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.timeline.lives import Life

NUM_DISTRACTORS = 8
"""As in the paper's distractor setting, which has ten paragraphs."""

_MAX_OF_WORD = 40  # of the many that share a common word, some are drawn


class Distractors:
    """Chooses paragraphs among those of the lives of a split.

    Args:
        lives: at least ten; no two of one name.
        writer: writes their paragraphs.

    Raises:
        InputError: bm25s is not installed.
    """

    def __init__(self, lives: Sequence[Life], writer: ParagraphWriter) -> None:
        try:
            import bm25s  # noqa: F401
        except ImportError:
            raise InputError("the distractor setting needs bm25s: pip install 'temporal-qa[retrieve]'") from None
        self._lives, self._writer = lives, writer
        self._places = {life: place for place, life in enumerate(lives)}
        self._with_word: dict[str, list[int]] = defaultdict(list)
        for place, life in enumerate(lives):
            for word in _words(life):
                self._with_word[word].append(place)

    def choose(self, lives: tuple[Life, Life], rng: random.Random) -> list[Paragraph]:
        """Paragraphs of eight other lives.

        Args:
            lives: the two that the question compares.
            rng: draws among lives that share as many words with their names.
        """
        ours = {self._places[life] for life in lives}
        shared: Counter[int] = Counter()
        for word in sorted(_words(lives[0]) | _words(lives[1])):
            places = self._with_word[word]
            shared.update(places if len(places) <= _MAX_OF_WORD else rng.sample(places, _MAX_OF_WORD))
        candidates = sorted(shared.keys() - ours)
        rng.shuffle(candidates)
        chosen = sorted(candidates, key=lambda place: -shared[place])[:NUM_DISTRACTORS]
        if len(chosen) < NUM_DISTRACTORS:
            taken = ours.union(chosen)
            chosen += [place for place in self._most_like(lives) if place not in taken][: NUM_DISTRACTORS - len(chosen)]
        return [self._writer.write(self._lives[place])[0] for place in chosen]

    def _most_like(self, lives: tuple[Life, Life]) -> list[int]:
        """The places of the lives whose paragraphs are most like those of these two, best first."""
        import numpy as np

        words = self._tokens([_text(self._writer.write(life)[0]) for life in lives])
        scores = self._index.get_scores([word for of_life in words for word in of_life])
        order: list[int] = np.argsort(-scores, kind="stable")[: 2 * NUM_DISTRACTORS + 2].tolist()
        return order

    @cached_property
    def _index(self) -> Any:
        import bm25s

        index = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
        index.index(self._tokens([_text(self._writer.write(life)[0]) for life in self._lives]), show_progress=False)
        return index

    def _tokens(self, texts: Sequence[str]) -> list[list[str]]:
        import bm25s

        words: Any = bm25s.tokenize(list(texts), stopwords="en", return_ids=False, show_progress=False)
        return list(words)


def _words(life: Life) -> set[str]:
    return set(normalize_answer(life.name).split())


def _text(paragraph: Paragraph) -> str:
    return " ".join((paragraph.title, *paragraph.sentences))
