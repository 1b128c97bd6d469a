"""Facts joined with the articles about their subjects: what TimeQA's questions are made from, made anew.

Facts of one subject and relation are one; objects with the same bounds are the answers of one segment. What the
article does not mention is unanswerable, and a fact of which it does not mention more than half is left out.

Whether an article mentions an object is decided in the manner of TimeQA (section 2.2; its code is not released): if the
article links to it, or its name stands there: as it is written, in other case, with other accents and punctuation; or
if the cosine of TF-IDF vectors of its name and of some sentence is above 0.40. Words are compared without case and
accents; the documents of the IDF, ln((1 + n) / (1 + df)) + 1, are all sentences of all articles. A word that stands in
no sentence counts in the length of the name's vector. A name of one word needs its capital, but for offices: "nice" is
not the town.
"""

import math
import random
import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import accumulate, chain, count, pairwise
from pathlib import Path

from temporal_qa.io import grouped
from temporal_qa.passages.articles import Subject, find_articles, title_key
from temporal_qa.passages.pages import Article, folded
from temporal_qa.questions.time_qa.articles import AnnotatedSegment, AnswerSpan, ArticleFact, bounds
from temporal_qa.text.positions import positions
from temporal_qa.timeline import Fact, FactGroup
from temporal_qa.timeline.facts import group_facts

RELATION_CEILING = 500
"""The largest number of facts of one relation: TimeQA thins out "play for" and the like, without saying how far."""

SPLIT_SHARES = {"train": 0.70, "dev": 0.15, "test": 0.15}
"""The shares of subjects, nearly those of TimeQA's Table 1."""

# What is counted is not a row of the file, but all facts of a subject and relation.
NO_ARTICLE = "facts of a subject and relation: no article about the subject"
ONE_SEGMENT = "facts of a subject and relation: a single segment, which changes nothing"
NOT_MENTIONED = "facts of a subject and relation: the article does not mention more than half of their objects"
OVER_CEILING = "facts of a subject and relation: over the ceiling of the relation"
OTHER_ARTICLES = "article: a further one about a subject"

MIN_COSINE = 0.40
_SHORT = 3  # letters
_POSITION_HELD = "P39"
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
        for words in chain.from_iterable(map(_sentences, contexts)):
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
        title: what it is called among all.
        paragraphs: its text.
        links: the titles that it links to.
        words: of all articles.
    """

    def __init__(self, title: str, paragraphs: tuple[str, ...], links: Iterable[str], words: SentenceWords) -> None:
        self.title, self.paragraphs, self.words = title, paragraphs, words
        self.context, self.links = " ".join(paragraphs), frozenset(map(title_key, links))
        lower = self.context.lower()
        # If the number of letters changes, so do the offsets.
        self.lower = lower if len(lower) == len(self.context) else ""

    @cached_property
    def _folded(self) -> str:
        return f" {' '.join(_words(self.context))} "

    @cached_property
    def _vectors(self) -> list[dict[str, float]]:
        return [self.words.vector(sentence) for sentence in _sentences(self.context)]

    def find(self, name: str, others: Iterable[str] = (), *, is_office: bool = False) -> tuple[Mention, AnswerSpan]:
        """How the article mentions an object of that name, and the answer, marked where the name stands as written or
        in other case. A link counts less than a name that can be marked.

        "Real" is marked where it stands alone, and in "Real Madrid", one of the ``others``, only where it does not. A
        name of one word needs its capital, "nice" is not the town; but not that of an office: "she was a senator".
        """
        longer = [other for other in others if name.lower() in other.lower() != name.lower()]
        if (start := _find_words(self.context, name, longer)) is not None:
            return Mention.VERBATIM, self._marked(start, name)
        needs_capital = self.context != self.lower and not (is_office or re.search(r"[ -]", name.removeprefix("The ")))
        found = positions(name.lower(), self.lower)
        common = {at for at in found if needs_capital and _lacks_capital(self.context[at : at + len(name)], name)}
        lower = [other.lower() for other in longer]
        if (start := _find_words(self.lower, name.lower(), lower, but_at=common)) is not None:
            return Mention.OTHER_CASE, self._marked(start, name)
        if title_key(name) in self.links:
            how = Mention.LINK
        elif common:  # without case, what follows would find the common word again
            how = Mention.NONE
        elif (plain := " ".join(_words(name))) and f" {plain} " in self._folded:
            how = Mention.FOLDED
        else:
            vector = self.words.vector(_words(name))
            cosines = (sum(x * sentence.get(word, 0.0) for word, x in vector.items()) for sentence in self._vectors)
            how = Mention.SIMILAR if max(cosines, default=0.0) > MIN_COSINE else Mention.NONE
        return how, AnswerSpan(name, None, None)

    def _marked(self, start: int, name: str) -> AnswerSpan:
        return AnswerSpan(self.context[start : start + len(name)], start, start + len(name))


def _lacks_capital(found: str, name: str) -> bool:
    """Whether a text lacks the capital of a name, or one of a short name: Nato is NATO, "It" is not IT."""
    word = name.removeprefix("The ")
    letters = zip(word if len(word) <= _SHORT else word[0], found[-len(word) :], strict=False)
    return any(letter.isupper() and not other.isupper() for letter, other in letters)


def _find_words(text: str, words: str, longer: Iterable[str], but_at: Container[int] = ()) -> int | None:
    """Where the words stand in the text, not within other words; first outside of longer names, then within one."""
    parts = [(name.find(words), name) for name in longer if words in name]
    first = None
    for start in positions(words, text):
        around = text[start - 1 : start] + text[start + len(words) : start + len(words) + 1]
        is_within = any((letter.isalnum() or letter == "_") and letter < _WITHOUT_SPACES for letter in around)
        if start not in but_at and not is_within:
            if not any(start >= before and text.startswith(name, start - before) for before, name in parts):
                return start
            first = start if first is None else first
    return first


def _sentences(context: str) -> list[list[str]]:
    return [words for part in _SENTENCE_END.split(context) if (words := _words(part))]


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text))


def article_facts(
    facts: Iterable[Fact], articles: Path, seed: int, drops: Counter[str]
) -> tuple[dict[str, list[ArticleFact]], Counter[str]]:
    """The facts with their articles, by split, and how many objects are mentioned in which way.

    Args:
        facts: a fact of ours, from its start until its end.
        articles: pages, see :func:`~.articles.find_articles`.
        seed: decides the splits, and which facts of a relation are kept.
        drops: counts what is left out, by reason.

    Raises:
        InputError: see :func:`~.articles.find_articles`.
    """
    groups = group_facts(facts, drops)
    subjects = [Subject(group.subject, group.subject_id) for group in groups]
    found = find_articles(articles, subjects, drops)
    drops += Counter({OTHER_ARTICLES: sum(len(of_subject) - 1 for of_subject in found.values())})
    paragraphs = {subject: _paragraphs(of_subject[0]) for subject, of_subject in found.items()}
    words = SentenceWords(" ".join(of_article) for of_article in paragraphs.values())
    mentions: Counter[str] = Counter()
    names, taken = {_key(group.subject) for group in groups}, set[str]()
    by_subject: list[list[ArticleFact]] = []
    for group, subject in zip(groups, subjects, strict=True):
        if subject not in found:
            drops[NO_ARTICLE] += len(group.relations)
            continue
        title = _free_title(group.subject, names, taken)
        taken.add(_key(title))
        aligned = AlignedArticle(title, paragraphs[subject], found[subject][0].links, words)
        of_relations = (_fact(group, relation, aligned, mentions, drops) for relation in sorted(group.relations))
        by_subject.append([fact for fact in of_relations if fact])
    return _splits(_thinned(by_subject, seed, drops), seed), mentions


def _key(title: str) -> str:
    return title.replace(" ", "_")  # as the index has it


def _free_title(name: str, names: set[str], taken: set[str]) -> str:
    """The name; if it is taken, the name with the first number that makes a title which no subject has or is called."""
    if _key(name) not in taken:
        return name
    numbered = (f"{name} ({number})" for number in count(2))
    return next(title for title in numbered if _key(title) not in names and _key(title) not in taken)


def _paragraphs(article: Article) -> tuple[str, ...]:
    return article.title, *(line for text in article.text.splitlines() if (line := " ".join(text.split())))


def _fact(
    group: FactGroup, relation: str, article: AlignedArticle, mentions: Counter[str], drops: Counter[str]
) -> ArticleFact | None:
    names = {fact.object for fact in group.facts}
    of_relation = [fact for fact in group.facts if fact.relation == relation]
    is_office = relation == _POSITION_HELD
    found = [(fact, *article.find(fact.object, names, is_office=is_office)) for fact in of_relation]
    mentions.update(how.value for _, how, _ in found)
    objects = grouped((bounds(fact), (how, answer)) for fact, how, answer in found)
    if len(objects) < 2:
        drops[ONE_SEGMENT] += 1
        return None
    missing = [how is Mention.NONE for _, how, _ in found]
    if 2 * sum(missing) > len(missing):
        drops[NOT_MENTIONED] += 1
        return None
    segments = tuple(
        AnnotatedSegment(*segment, tuple(answer for how, answer in of_segment if how is not Mention.NONE))
        for segment, of_segment in objects.items()
    )
    return ArticleFact(f"/wiki/{_key(article.title)}#{relation}", relation, group.subject, article.paragraphs, segments)


def _thinned(by_subject: Sequence[list[ArticleFact]], seed: int, drops: Counter[str]) -> list[list[ArticleFact]]:
    drawn = list(chain.from_iterable(by_subject))
    random.Random(f"{seed}/ceiling").shuffle(drawn)
    of_relations = grouped((fact.relation, fact.index) for fact in drawn).values()
    kept = {index for of_relation in of_relations for index in of_relation[:RELATION_CEILING]}
    drops += Counter({OVER_CEILING: len(drawn) - len(kept)})
    thinned = [[fact for fact in facts if fact.index in kept] for facts in by_subject]
    return [facts for facts in thinned if facts]


def _splits(by_subject: list[list[ArticleFact]], seed: int) -> dict[str, list[ArticleFact]]:
    random.Random(f"{seed}/splits").shuffle(by_subject)
    edges = (round(share * len(by_subject)) for share in accumulate(SPLIT_SHARES.values(), initial=0))
    parts = (chain.from_iterable(by_subject[begin:end]) for begin, end in pairwise(edges))
    return dict(zip(SPLIT_SHARES, map(list, parts), strict=True))
