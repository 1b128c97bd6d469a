"""The paragraph that states the dates of a life: in one of a dozen written forms and several forms of sentences."""

from __future__ import annotations

import random

from temporal_qa.questions.hieradate.sample import Paragraph, Version
from temporal_qa.questions.hieradate.synthesis import WrittenDates, unambiguous_forms, years_only
from temporal_qa.questions.hieradate.wordings import ParagraphWordings, paragraph_wordings
from temporal_qa.text.date_forms import write_date
from temporal_qa.timeline.ages import age_bounds
from temporal_qa.timeline.lives import Life

_AGE_SHARE = 13 / 248
"""So many paragraphs of the paper's combined test samples state the age (appendix B.2)."""


class ParagraphWriter:
    """Writes paragraphs. That of a life depends on the seed and the life alone, and is the same in all samples.

    Args:
        seed: decides the forms.
        version: whether dates are written as years alone.
        invented: whether the lives do not exist, so that more may be said of them.
        state_ages: whether a few paragraphs state the age; years alone do not decide it.
    """

    def __init__(self, seed: int, version: Version, *, invented: bool, state_ages: bool) -> None:
        self.seed, self.version, self.invented, self.state_ages = seed, version, invented, state_ages

    def write(self, life: Life) -> tuple[Paragraph, WrittenDates, bool]:
        """The paragraph of a life, its dates as they stand there, and whether it states the age."""
        rng = random.Random(f"{self.seed}/hieradate/paragraph/{life.id}/{life.name}")
        texts = paragraph_wordings()[life.type]
        stated = years_only(life) if self.version == "year_only" else life
        written, slots = _written(stated, rng)
        both = texts.both if stated.start and stated.end else texts.start if stated.start else texts.end
        slots |= {"name": life.name, "who": rng.choice(texts.invented if self.invented else texts.who)}
        sentences = list(rng.choice(both)) + self._more(texts, rng)
        years = _whole_years(stated) if self.state_ages and rng.random() < _AGE_SHARE else None
        if years is not None:
            sentences.append(texts.age)
            slots["years"] = str(years)
        # Names may have braces, so each sentence is filled once.
        paragraph = Paragraph(life.name, tuple(sentence.format(**slots) for sentence in sentences))
        return paragraph, written, years is not None

    def _more(self, texts: ParagraphWordings, rng: random.Random) -> list[str]:
        more = texts.more + texts.more_invented if self.invented else texts.more
        return rng.sample(more, rng.randint(0, 2))


def _written(life: Life, rng: random.Random) -> tuple[WrittenDates, dict[str, str]]:
    """The dates in one form for each precision; also as slots, alone and after "on" or "in"."""
    dates = {place: date for place, date in (("start", life.start), ("end", life.end)) if date}
    forms, written, slots = {}, {}, {}
    for place, date in dates.items():
        if date.precision not in forms:
            alike = [other for other in dates.values() if other.precision == date.precision]
            forms[date.precision] = rng.choice(unambiguous_forms(alike))
        written[place] = slots[place] = write_date(date, forms[date.precision])
        slots[f"on_{place}"] = f"{'on' if date.precision == 'day' else 'in'} {written[place]}"
    return WrittenDates(written.get("start"), written.get("end")), slots


def _whole_years(life: Life) -> int | None:
    """The completed years at the end, where the dates decide them."""
    if life.start is None or life.end is None:
        return None
    bounds = age_bounds(life.start, life.end)
    return bounds.least.years if bounds.least.years == bounds.greatest.years else None
