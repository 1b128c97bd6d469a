"""Questions about the segments of facts: by the rules of the release, and by ours, which ask nothing ambiguous.

The release asks about each segment once, whatever other segments a question fits; ours ask only what exactly one
segment fits (until-B, see :mod:`~temporal_qa.timeline.spans`), no text twice, and no hard question that equals its
easy one.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from temporal_qa.questions.time_qa import specifiers
from temporal_qa.questions.time_qa.articles import OUTSIDE, AnnotatedSegment, ArticleFact
from temporal_qa.questions.time_qa.record import Mode, TimeQuestion
from temporal_qa.questions.time_qa.specifiers import Place, Specifier, draw_hard, find_specifiers, place_of
from temporal_qa.questions.time_qa.wordings import TimeWordings
from temporal_qa.timeline import CalendarDate, Segment

_MIN_QUESTIONS, _EXTRA_YEARS, _LAST_YEAR = 3, 10, 2020
_DRAWS = 40

NO_WORDING = "fact: its relation has no wordings"
NO_TIME = "question of a person: no time that can be read in it"
NO_HARD = "hard: no other time to ask about (the hard question would be the easy one)"
FITS_ANOTHER = "{}: another segment fits every wording that was drawn"
ASKED_BEFORE = "{}: its text was asked before"
REVERSED = "segment: its end lies before its start"
BEFORE_YEAR_1 = "{}: its segment starts before the year 1, and TimeQA writes years without an era"


def released_questions(
    fact: ArticleFact, mode: Mode, rng: random.Random, wordings: TimeWordings
) -> Iterator[TimeQuestion]:
    """The questions of a fact by the rules of the release; which of the possible ones is drawn is not reproducible.

    Args:
        fact: of one article.
        mode: easy or hard.
        rng: draws the wording of the fact, and the times of the hard questions.
        wordings: for facts of which no person worded the questions.

    Raises:
        KeyError: the relation has no wording.
    """
    template = rng.choice(wordings.templates[fact.relation]) if fact.wording == "machine" else ""
    segments = [_without_january(segment) for segment in fact.segments]
    placed = [(segment, place_of(number, len(segments))) for number, segment in enumerate(segments)]
    if mode == "hard" and _may_be_asked_outside(fact, wordings):
        placed += _extras(segments, rng)
    for number, (segment, place) in enumerate(placed):
        if segment.start is None or segment.end is None:
            yield TimeQuestion(fact, number, mode, segment.sentence, None, segment)
            continue
        when: Specifier | None = Specifier("from_to", segment.start, segment.end)
        if specifiers.is_close(segment.start, segment.end):
            when = Specifier("in", segment.start)
        elif mode == "hard":
            when = draw_hard(rng, segment.start, segment.end, place, as_published=True)
        if segment.sentence:
            text = specifiers.PHRASE.sub(str(when), segment.sentence)
        else:
            text = template.format(subject=fact.subject, when=when)
        yield TimeQuestion(fact, number, mode, text, when, segment)


def _may_be_asked_outside(fact: ArticleFact, wordings: TimeWordings) -> bool:
    """Whether hard questions may ask about times before and after the fact: not of sentences, nor of events."""
    return fact.wording == "machine" and fact.relation not in wordings.pointwise


def _extras(segments: list[AnnotatedSegment], rng: random.Random) -> Iterator[tuple[AnnotatedSegment, Place]]:
    """Unanswerable segments before the first and after the last one, until there are three questions."""
    start, end = segments[0].start, segments[-1].end
    extras = list[tuple[AnnotatedSegment, Place]]()
    if start and start.year > _EXTRA_YEARS:  # times have no era
        before = replace(start, year=start.year - _EXTRA_YEARS)
        extras.append((AnnotatedSegment(before, start, (), reason=OUTSIDE), "first"))
    if end and end < CalendarDate(_LAST_YEAR):
        until = min(CalendarDate(_LAST_YEAR), replace(end, year=end.year + _EXTRA_YEARS))
        extras.append((AnnotatedSegment(end, until, (), reason=OUTSIDE), "last"))
    for _ in range(_MIN_QUESTIONS - len(segments)) if extras else ():
        # A single one is not drawn.
        yield extras[-1] if len(extras) == 1 or rng.random() < 0.5 else extras[0]


def _without_january(segment: AnnotatedSegment) -> AnnotatedSegment:
    """The bounds as the release sees them: those of a sentence are the first ``from A to B`` in it."""
    if segment.sentence:
        found = specifiers.PHRASE.search(segment.sentence)
        phrase = specifiers.read_specifier(found[0]) if found else None
        segment = replace(segment, start=phrase and phrase.first, end=phrase and phrase.second)
    start, end = (date and specifiers.without_january(date) for date in (segment.start, segment.end))
    return replace(segment, start=start, end=end)


@dataclass(frozen=True, slots=True)
class FactAsker:
    """Asks about facts, by our rules if not told otherwise.

    Attributes:
        mode: easy or hard.
        seed: decides the draws, with the fact's index.
        wordings: those of relations; not needed where people worded the questions.
        asked: the texts so far, of all splits.
        drops: counts what is not asked, by reason.
        years_only: hard questions ask only ``in YEAR``.
        as_published: ask by the rules of the release instead.
    """

    mode: Mode
    seed: int
    wordings: TimeWordings
    asked: set[str]
    drops: Counter[str]
    years_only: bool = False
    as_published: bool = False

    def questions(self, fact: ArticleFact) -> Iterator[TimeQuestion]:
        """The questions of a fact, at most one for each segment; by our rules each has one answer set that fits."""
        if fact.wording == "machine" and not self.wordings.templates.get(fact.relation):
            self.drops[NO_WORDING] += 1
            return
        rng = random.Random(f"{self.seed}-{self.mode}-{fact.index}")
        if self.as_published:
            yield from released_questions(fact, self.mode, rng, self.wordings)
            return
        segments = list(fact.segments)
        known = sorted((segment.segment, number) for number, segment in enumerate(segments) if segment.segment)
        places = {number: place_of(place, len(known)) for place, (_, number) in enumerate(known)}
        if self.mode == "hard" and known and _may_be_asked_outside(fact, self.wordings):
            for segment, place in _extras([segments[number] for _, number in known], rng):
                places[len(segments)] = place
                segments.append(segment)
        for number, segment in enumerate(segments):
            if (own := segment.segment) is None:
                self.drops[REVERSED if segment.start else NO_TIME] += 1
            elif own.start.year < 1:  # it still may fit the questions about others
                self.drops[BEFORE_YEAR_1.format(self.mode)] += 1
            elif question := self._ask(fact, number, segment, own, places[number], rng):
                self.asked.add(question.question)
                yield question

    def _ask(
        self, fact: ArticleFact, number: int, segment: AnnotatedSegment, own: Segment, place: Place, rng: random.Random
    ) -> TimeQuestion | None:
        others = [other.segment for at, other in enumerate(fact.segments) if at != number and other.segment]
        reason = NO_HARD
        for _ in range(1 if self.mode == "easy" and segment.sentence else _DRAWS):
            when = self._specifier(segment, own, place, rng)
            if when is None or not when.fits(own):  # nothing lies after a last month
                continue
            if any(map(when.fits, others)):
                reason = FITS_ANOTHER.format(self.mode)
                if self.mode == "easy":  # it has one time only
                    break
                continue
            if segment.sentence:
                text = _reworded(segment.sentence, when, self.mode)
            else:
                text = rng.choice(self.wordings.templates[fact.relation]).format(subject=fact.subject, when=when)
            if text not in self.asked and (self.mode == "easy" or text != segment.sentence):
                return TimeQuestion(fact, number, self.mode, text, when, segment)
            reason = ASKED_BEFORE.format(self.mode)
        self.drops[reason] += 1
        return None

    def _specifier(self, segment: AnnotatedSegment, own: Segment, place: Place, rng: random.Random) -> Specifier | None:
        if self.mode == "hard":
            if self.years_only:
                return specifiers.draw_year(rng, own)
            return draw_hard(rng, own.start, own.end, place)
        if segment.sentence:
            return time_of_sentence(segment.sentence)
        is_moment = own.start.month_number == own.end.month_number
        return Specifier("in", own.start) if is_moment else Specifier("from_to", own.start, own.end)


def time_of_sentence(sentence: str) -> Specifier | None:
    """The time that a person's sentence asks about: its last ``from A to B``; or, if the sentence names no other time,
    the only ``in X``. None where that cannot be told."""
    found = find_specifiers(sentence)
    if phrases := [specifier for _, _, specifier in found if specifier.kind == "from_to"]:
        return phrases[-1]
    if len(found) == 1 and found[0][2].kind == "in":
        start, end, specifier = found[0]
        is_number = specifier.first.year < 100 and not _SENTENCE_END.fullmatch(sentence, end)  # "in 10 Downing Street"
        has_others = any(map(str.isdigit, sentence[:start] + sentence[end:]))
        if not (is_number or has_others or _NOT_A_YEAR.match(sentence, end)):
            return specifier
    return None


_SENTENCE_END = re.compile(r"\W*")
_NOT_A_YEAR = re.compile(r"\s*(?:BCE?\b|B\.\s?C\.)", re.IGNORECASE)


def _reworded(sentence: str, when: Specifier, mode: Mode) -> str:
    """The sentence with another time in place of its own; other times stay, and it begins with a capital."""
    if mode == "easy":
        return sentence
    asked = time_of_sentence(sentence)
    start, end = next((start, end) for start, end, found in reversed(find_specifiers(sentence)) if found == asked)
    text = sentence[:start] + str(when) + sentence[end:]
    return text[:1].upper() + text[1:] if start == 0 else text
