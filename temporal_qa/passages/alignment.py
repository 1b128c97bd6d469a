"""Whether an article mentions the object of a fact, in the manner of TimeQA (section 2.2; its code is not released).

An object is mentioned if the article links to it, or its name stands there: as it is written, in other case, with
other accents and punctuation; or if the cosine of TF-IDF vectors of its name and of some sentence is above 0.40. Words
are compared without case and accents; the documents of the IDF, ln((1 + n) / (1 + df)) + 1, are all sentences of all
articles. A word that stands in no sentence counts in the length of the name's vector.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property

from temporal_qa.passages.articles import title_key
from temporal_qa.passages.paragraphs import folded
from temporal_qa.questions.time_qa.articles import AnswerSpan
from temporal_qa.text.positions import positions

MIN_COSINE = 0.40
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"\w+")
_WITHOUT_SPACES = "\u2e80"  # Chinese, Japanese and Korean letters, from here on, may stand beside a name


class Mention(StrEnum):
    """How an article mentions an object."""

    LINK = "link"
    VERBATIM = "verbatim"
    OTHER_CASE = "other case"
    FOLDED = "accents and punctuation folded"
    SIMILAR = "TF-IDF above 0.40"
    NONE = "none"


class SentenceWords:
    """In how many sentences of all articles each word stands."""

    def __init__(self, contexts: Iterable[str]) -> None:
        self.sentences = 0
        self.with_word: Counter[str] = Counter()
        for context in contexts:
            for words in _sentences(context):
                self.sentences += 1
                self.with_word.update(set(words))

    def vector(self, words: Iterable[str]) -> dict[str, float]:
        """The TF-IDF vector of these words, of length 1."""
        weights = {
            word: times * (math.log((1 + self.sentences) / (1 + self.with_word[word])) + 1)
            for word, times in Counter(words).items()
        }
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        return {word: weight / length for word, weight in weights.items()}


class AlignedArticle:
    """One article, in which objects are looked for.

    Args:
        context: its text.
        links: the titles that it links to.
        words: of all articles.
    """

    def __init__(self, context: str, links: Iterable[str], words: SentenceWords) -> None:
        self.context, self.words = context, words
        self.links = frozenset(map(title_key, links))
        lower = context.lower()
        self.lower = lower if len(lower) == len(context) else ""  # if the number of letters changes, so do the offsets

    @cached_property
    def _folded(self) -> str:
        return f" {' '.join(_words(self.context))} "

    @cached_property
    def _vectors(self) -> list[dict[str, float]]:
        return [self.words.vector(sentence) for sentence in _sentences(self.context)]

    def find(self, name: str, others: Iterable[str] = ()) -> tuple[Mention, AnswerSpan]:
        """How the article mentions an object of that name, and the answer, marked where the name stands as written or
        in other case. A link counts less than a name that can be marked.

        "Real" is marked where it stands alone, and in "Real Madrid", one of the ``others``, only where it does not.
        """
        longer = [other for other in others if name.lower() in other.lower() != name.lower()]
        for how, text, sought, within in (
            (Mention.VERBATIM, self.context, name, longer),
            (Mention.OTHER_CASE, self.lower, name.lower(), [other.lower() for other in longer]),
        ):
            if (start := _find_words(text, sought, within)) is not None:
                end = start + len(sought)
                return how, AnswerSpan(self.context[start:end], start, end)
        if title_key(name) in self.links:
            how = Mention.LINK
        elif (plain := " ".join(_words(name))) and f" {plain} " in self._folded:
            how = Mention.FOLDED
        else:
            how = Mention.SIMILAR if self._cosine(name) > MIN_COSINE else Mention.NONE
        return how, AnswerSpan(name, None, None)

    def _cosine(self, name: str) -> float:
        vector = self.words.vector(_words(name))
        shared = (sum(x * sentence.get(word, 0.0) for word, x in vector.items()) for sentence in self._vectors)
        return max(shared, default=0.0)


def _find_words(text: str, words: str, longer: Iterable[str]) -> int | None:
    """Where the words stand in the text, not within other words; first outside of longer names, then within one."""
    parts = [(name.find(words), name) for name in longer if words in name]
    first = None
    for start in positions(words, text):
        around = text[start - 1 : start] + text[start + len(words) : start + len(words) + 1]
        if not any((letter.isalnum() or letter == "_") and letter < _WITHOUT_SPACES for letter in around):
            if not any(start >= before and text.startswith(name, start - before) for before, name in parts):
                return start
            first = start if first is None else first
    return first


def _sentences(context: str) -> list[list[str]]:
    return [words for part in _SENTENCE_END.split(context) if (words := _words(part))]


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text))
