"""The paragraph that states the dates of a life: in one of a dozen written forms and several forms of sentences.

Paragraphs of other lives distract: first of those whose names share words, then of those most alike by BM25.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from temporal_qa.io import explain_missing, grouped
from temporal_qa.questions.hieradate.sample import Paragraph
from temporal_qa.questions.hieradate.synthesis import DrawOptions, WrittenDates, unambiguous_forms, years_only
from temporal_qa.questions.hieradate.wordings import paragraph_wordings
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.text.date_forms import write_date
from temporal_qa.timeline import Life
from temporal_qa.timeline.ages import age_bounds

_AGE_SHARE = 13 / 248
"""The share of paragraphs of the paper's combined test samples that state the age (appendix B.2)."""


def write_paragraph(life: Life, options: DrawOptions) -> tuple[Paragraph, WrittenDates, bool]:
    """The paragraph of a life, its dates as they stand there, and whether it states the age.

    It depends on the seed and the life alone, and is the same in all samples.

    Args:
        life: one with a date.
        options: of which ``seed``, ``version``, ``invent`` (of those who do not exist more may be said) and
            ``states_age`` count.
    """
    texts = paragraph_wordings()[life.type]
    rng = random.Random(f"{options.seed}/hieradate/paragraph/{life.id}/{life.name}")
    stated = years_only(life) if options.version == "year_only" else life
    written, slots = _written(stated, rng)
    both = texts.both if stated.start and stated.end else texts.start if stated.start else texts.end
    slots |= {"name": life.name, "who": rng.choice(texts.invented if options.invent else texts.who)}
    more = texts.more + texts.more_invented if options.invent else texts.more
    sentences = list(rng.choice(both)) + rng.sample(more, rng.randint(0, 2))
    states_age = False
    if options.states_age and rng.random() < _AGE_SHARE and stated.start and stated.end:
        least, greatest = age_bounds(stated.start, stated.end)
        if states_age := least.years == greatest.years:  # else the dates do not decide the whole years
            sentences.append(texts.age)
            slots["years"] = str(least.years)
    # Names may have braces, so each sentence is filled once.
    return Paragraph(life.name, tuple(text.format(**slots) for text in sentences)), written, states_age


def _written(life: Life, rng: random.Random) -> tuple[WrittenDates, dict[str, str]]:
    """The dates in one form for each precision; also as slots, alone and after "on" or "in"."""
    dates = {place: date for place, date in (("start", life.start), ("end", life.end)) if date}
    forms, slots = {}, {}
    for place, date in dates.items():
        if date.precision not in forms:
            forms[date.precision] = rng.choice(unambiguous_forms(date.precision, dates.values()))
        slots[place] = write_date(date, forms[date.precision])
        slots[f"on_{place}"] = f"{'on' if date.precision == 'day' else 'in'} {slots[place]}"
    return WrittenDates(slots.get("start"), slots.get("end")), slots


NUM_DISTRACTORS = 8
"""As in the paper's distractor setting, which has ten paragraphs."""

_MAX_OF_WORD = 40  # if more lives share a word, some are drawn
_MAX_SEARCHED = 10_000  # if there are more lives, some are drawn: BM25 compares each pair with all of them


class Distractors:
    """Chooses paragraphs among those of the lives of a split.

    Args:
        lives: at least ten; no two of one name.
        options: of their paragraphs, see :func:`write_paragraph`.

    Raises:
        InputError: bm25s is not installed.
    """

    def __init__(self, lives: Sequence[Life], options: DrawOptions) -> None:
        with explain_missing("the distractor setting needs bm25s", "retrieve"):
            import bm25s  # noqa: F401
        self._lives, self._options = lives, options
        self._places = {life: place for place, life in enumerate(lives)}
        rng = random.Random(f"{options.seed}/hieradate/distractors")
        self._searched = sorted(rng.sample(range(len(lives)), min(len(lives), _MAX_SEARCHED)))
        self._with_word = grouped((word, place) for place, life in enumerate(lives) for word in _words(life))

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
        return [write_paragraph(self._lives[place], self._options)[0] for place in chosen]

    def _most_like(self, lives: tuple[Life, Life]) -> list[int]:
        """The places of the lives, of those searched, whose paragraphs are most like those of these two, best first."""
        import numpy as np

        scores = self._index.get_scores([word for of_life in self._words_of(lives) for word in of_life])
        order: list[int] = np.argsort(-scores, kind="stable")[: 2 * NUM_DISTRACTORS + 2].tolist()
        return [self._searched[place] for place in order]

    @cached_property
    def _index(self) -> Any:
        import bm25s

        index = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
        index.index(self._words_of([self._lives[place] for place in self._searched]), show_progress=False)
        return index

    def _words_of(self, lives: Sequence[Life]) -> list[list[str]]:
        """The words of the paragraph of each life."""
        import bm25s

        paragraphs = [write_paragraph(life, self._options)[0] for life in lives]
        texts = [" ".join((paragraph.title, *paragraph.sentences)) for paragraph in paragraphs]
        return list(bm25s.tokenize(texts, stopwords="en", return_ids=False, show_progress=False))


def _words(life: Life) -> set[str]:
    return set(normalize_answer(life.name).split())
