"""Facts joined with the articles about their subjects: what TimeQA's questions are made from, made anew.

Facts of one subject and relation are one; objects with the same bounds are the answers of one segment. What the
article does not mention (:mod:`~.alignment`) is unanswerable, and a fact of which it does not mention more than half is
left out.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from temporal_qa.io import grouped
from temporal_qa.passages.alignment import AlignedArticle, Mention, SentenceWords
from temporal_qa.passages.articles import Subject, find_articles
from temporal_qa.passages.paragraphs import Article
from temporal_qa.questions.time_qa.articles import AnnotatedSegment, ArticleFact
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
    found = find_articles(articles, [_subject(group) for group in groups], drops)
    if others := sum(len(of_subject) - 1 for of_subject in found.values()):
        drops[OTHER_ARTICLES] += others
    paragraphs = {subject: _paragraphs(of_subject[0]) for subject, of_subject in found.items()}
    words = SentenceWords(" ".join(of_article) for of_article in paragraphs.values())
    mentions: Counter[str] = Counter()
    names, taken = {_key(group.subject) for group in groups}, set[str]()
    by_subject: list[list[ArticleFact]] = []
    for group in groups:
        subject = _subject(group)
        if subject not in found:
            drops[NO_ARTICLE] += len(group.relations)
            continue
        title = _free_title(group.subject, names, taken)
        taken.add(_key(title))
        aligned = AlignedArticle(" ".join(paragraphs[subject]), found[subject][0].links, words)
        of_relations = (
            _fact(group, relation, title, paragraphs[subject], aligned, mentions, drops)
            for relation in sorted(group.relations)
        )
        by_subject.append([fact for fact in of_relations if fact])
    return _splits(_thinned(by_subject, seed, drops), seed), mentions


def _subject(group: FactGroup) -> Subject:
    return Subject(group.subject, group.subject_id)


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
    group: FactGroup, relation: str, title: str, paragraphs: tuple[str, ...], article: AlignedArticle,
    mentions: Counter[str], drops: Counter[str],
) -> ArticleFact | None:  # fmt: skip
    names = {fact.object for fact in group.facts}
    found = [(fact, *article.find(fact.object, names)) for fact in group.facts if fact.relation == relation]
    mentions.update(how.value for _, how, _ in found)
    objects = grouped(
        ((replace(fact.start, day=None), replace(fact.end, day=None)), (how, answer)) for fact, how, answer in found
    )
    if len(objects) < 2:
        drops[ONE_SEGMENT] += 1
        return None
    missing = [how is Mention.NONE for _, how, _ in found]
    if 2 * sum(missing) > len(missing):
        drops[NOT_MENTIONED] += 1
        return None
    segments = tuple(
        AnnotatedSegment(*bounds, tuple(answer for how, answer in of_segment if how is not Mention.NONE))
        for bounds, of_segment in objects.items()
    )
    return ArticleFact(f"/wiki/{_key(title)}#{relation}", relation, group.subject, paragraphs, segments)


def _thinned(by_subject: Sequence[list[ArticleFact]], seed: int, drops: Counter[str]) -> list[list[ArticleFact]]:
    drawn = [fact for facts in by_subject for fact in facts]
    random.Random(f"{seed}/ceiling").shuffle(drawn)
    of_relations = grouped((fact.relation, fact.index) for fact in drawn).values()
    kept = {index for of_relation in of_relations for index in of_relation[:RELATION_CEILING]}
    if len(kept) < len(drawn):
        drops[OVER_CEILING] += len(drawn) - len(kept)
    thinned = [[fact for fact in facts if fact.index in kept] for facts in by_subject]
    return [facts for facts in thinned if facts]


def _splits(by_subject: list[list[ArticleFact]], seed: int) -> dict[str, list[ArticleFact]]:
    random.Random(f"{seed}/splits").shuffle(by_subject)
    splits, begin, share = {}, 0, 0.0
    for split, part in SPLIT_SHARES.items():
        share += part
        end = round(share * len(by_subject))
        splits[split] = [fact for facts in by_subject[begin:end] for fact in facts]
        begin = end
    return splits
