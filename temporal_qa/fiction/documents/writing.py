"""An invented document as text: sections, paragraphs, and where the objects of its facts stand."""

import random
from collections import Counter
from itertools import chain
from typing import TypeAlias

from temporal_qa.fiction.documents.others import OtherSentences
from temporal_qa.fiction.documents.plans import DocumentPlan, World, names_of, plan_document
from temporal_qa.fiction.documents.sentences import FactWriter, Sentence, Unit, grammar
from temporal_qa.io import grouped
from temporal_qa.questions.time_qa import articles
from temporal_qa.questions.time_qa.prose_reading import read_article

MIN_WORDS, MAX_WORDS = 100, 10_000

_UNITS_PER_PARAGRAPH = (2, 5)
_MIN_FILLER_WORDS, _DRAWS, _DRAWS_OF_FACTS = 6, 6, 50
_WORDS_PER_OTHER_SECTION = 400

_Section: TypeAlias = tuple[str, list[Unit]]
"""A heading, and what stands below it."""


def write_document(number: int, seed: int, world: World, words: int, counts: Counter[str]) -> articles.ArticleFact:
    """The fact that document ``number``, from 0, of the world of this seed asks about, with its article.

    It has at most ``words`` words, and few less. :func:`~temporal_qa.questions.time_qa.prose_reading.read_article`
    recovers from its text exactly the facts that it states. ``counts`` gets facts stated and left out, sentences of
    other kinds, words, and the forms of the facts.

    Raises:
        RuntimeError: the reader finds other facts.
    """
    plan = plan_document(number, seed, world, words)
    paragraphs, answers = _write(plan, seed, world, words, random.Random(f"{seed}/prose/{number}"), counts)
    stated = [fact for relation in plan.facts for fact in plan.stated(relation)]
    found = read_article(paragraphs)
    if Counter(found) != Counter(stated):
        missing, other = Counter(stated) - Counter(found), Counter(found) - Counter(stated)
        raise RuntimeError(f"article {paragraphs[0]!r}: not read {list(missing)}, read instead {list(other)}")
    segments = grouped((articles.bounds(fact), fact) for fact in plan.facts[plan.relation])
    annotated = tuple(
        articles.AnnotatedSegment(*articles.bounds(facts[0]), tuple(answers[fact] for fact in facts if fact in answers),
                                  reason=articles.LEFT_OUT if facts[0] in plan.left_out else "")
        for facts in segments.values()
    )  # fmt: skip
    counts += Counter({"facts stated": len(stated), "facts left out": len(plan.left_out)})
    index = f"/wiki/{plan.subject.replace(' ', '_')}#{plan.relation}"
    return articles.ArticleFact(index, plan.relation, plan.subject, tuple(paragraphs), annotated)


def _write(
    plan: DocumentPlan, seed: int, world: World, words: int, rng: random.Random, counts: Counter[str]
) -> tuple[list[str], dict[articles.StatedFact, articles.AnswerSpan]]:
    """The paragraphs, the title first; where the object of each fact stands in the article."""
    number = min(1 + words // _WORDS_PER_OTHER_SECTION, len(grammar()["headings"]))
    without_facts: list[_Section] = [(heading, []) for heading in rng.sample(grammar()["headings"], number)]
    for _ in range(_DRAWS_OF_FACTS):  # a short article may be too short for the forms that are drawn first
        writer = FactWriter(plan.subject, plan.subject_type, world, rng)
        of_facts = [
            (grammar()["relations"][relation]["heading"], writer.units(plan.stated(relation)))
            for relation in plan.facts
        ]
        rng.shuffle(of_facts)
        sections = of_facts + without_facts
        texts = [plan.subject, *(heading for heading, _ in sections)]
        texts += [sentence.text for _, units in sections for unit in units for sentence in unit]
        used = sum(len(text.split()) for text in texts)
        if used <= words:
            break
    for sentence in _others(OtherSentences(plan, names_of(seed), world, rng), words - used, counts):
        _, units = rng.choice(sections)
        units.insert(rng.randint(0, len(units)), [Sentence(sentence)])
    counts.update(f"form: {form}" for form in writer.forms)
    paragraphs, answers = _paragraphs(plan.subject, sections, rng)
    counts["words"] += sum(len(paragraph.split()) for paragraph in paragraphs)
    return paragraphs, answers


def _others(others: OtherSentences, room: int, counts: Counter[str]) -> list[str]:
    """Sentences that fill the room, in words, or nearly."""
    sentences: list[str] = []
    misses = 0
    while room >= _MIN_FILLER_WORDS and misses < _DRAWS:
        text, kind = others.draw()
        if (length := len(text.split())) > room:
            misses += 1
            continue
        room -= length
        sentences.append(text)
        counts[f"sentence: {kind}"] += 1
    return sentences


def _paragraphs(
    title: str, sections: list[_Section], rng: random.Random
) -> tuple[list[str], dict[articles.StatedFact, articles.AnswerSpan]]:
    paragraphs, answers = [title], dict[articles.StatedFact, articles.AnswerSpan]()
    for heading, units in sections:
        if units:
            paragraphs.append(heading)
        first = 0
        while first < len(units):
            last = first + rng.randint(*_UNITS_PER_PARAGRAPH)
            text, before = "", articles.starts_of(paragraphs)[-1]
            for sentence in chain.from_iterable(units[first:last]):
                text += " " if text else ""
                if (fact := sentence.fact) and sentence.object_start is not None:
                    start = before + len(text) + sentence.object_start
                    answers[fact] = articles.AnswerSpan(fact.object, start, start + len(fact.object))
                text += sentence.text
            paragraphs.append(text)
            first = last
    return paragraphs, answers
