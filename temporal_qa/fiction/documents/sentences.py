"""Sentences that state facts: each fact in one of several forms, alone or linked to the fact before.

Their wordings are in ``generation/time_qa_articles.yaml``.
"""

import random
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from temporal_qa.fiction.documents.plans import World
from temporal_qa.fiction.names import pronouns_of
from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.time_qa.articles import StatedFact
from temporal_qa.text.dates import format_month_first
from temporal_qa.timeline import CalendarDate

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_OBJECT = "\0"  # holds the place of the object while a sentence is put together
_LINKED_SHARE = 0.7  # of the facts that can be linked to the one before

_PARTS = ("frames", "relations", "nouns", "others", "events", "filler", "lists", "headings")
_SLOTS = {"clause", "at", "start", "end", "later", "duration", "period", "subject", "object", "other", "town"}


@cache
def grammar() -> Mapping[str, Any]:
    """The table.

    Raises:
        InputError: a part of it is missing, or a sentence has a slot that nothing fills.
    """
    with yaml_table("time_qa_articles.yaml", dict[str, Any]) as table:
        if unknown := sorted({*re.findall(r"\{(\w+)\}", str(table))} - _SLOTS - table["lists"].keys()):
            raise ValueError(f"found the slot {unknown[0]!r}, expected {', '.join([*sorted(_SLOTS), *table['lists']])}")
        return {part: table[part] for part in _PARTS}


class Sentence(NamedTuple):
    """A sentence, where in it the object of its fact stands, if it does, and the fact, if it is the first about it."""

    text: str
    object_start: int | None = None
    fact: StatedFact | None = None


def finish(text: str, name: str = "") -> Sentence:
    """The sentence of a frame that is filled in, with a capital and a full stop; ``name`` takes the object's place."""
    text = text.rstrip(",").replace(",,", ",")  # "X, a rival," may stand before a comma or at the end
    place = text.find(_OBJECT)
    text = text.replace(_OBJECT, name)
    return Sentence(f"{text[0].upper()}{text[1:]}.", place if place >= 0 else None)


def clause(template: str, subject: str) -> str:
    """A clause about the subject; its object is filled in by :func:`finish`."""
    return template.format(subject=subject, object=_OBJECT)


def date_in_words(date: CalendarDate, rng: random.Random) -> str:
    """``1990``, ``May 1990``, and of days ``14 May 1990`` or ``May 14, 1990``."""
    return format_month_first(date) if date.day and rng.random() < 0.4 else str(date)


def at(date: CalendarDate, rng: random.Random) -> str:
    """The date with its preposition."""
    return f"{'on' if date.day else 'in'} {date_in_words(date, rng)}"


def months_apart(start: CalendarDate, end: CalendarDate) -> int | None:
    """The months from one date to another, neither with a day and both equally precise; else None."""
    if start.day or end.day or start.precision != end.precision or end < start:
        return None
    return end.month_number - start.month_number


def length_in_words(months: int) -> str:
    """``a year``, ``two years and three months``."""
    return " and ".join(
        f"a {unit}" if number == 1 else f"{_NUMBERS[number] if number <= 12 else number} {unit}s"
        for number, unit in ((months // 12, "year"), (months % 12, "month"))
        if number
    )


def later_in_words(start: CalendarDate, end: CalendarDate, rng: random.Random) -> str | None:
    """The second date, counted from the first: ``two years later``, ``the following year``; None where it cannot be."""
    if (months := months_apart(start, end)) is None:
        return None
    unit, step = ("month", 1) if start.month else ("year", 12)
    if months == 0:
        return f"in the same {unit}"
    return f"the following {unit}" if months == step and rng.random() < 0.6 else f"{length_in_words(months)} later"


Unit: TypeAlias = list[Sentence]
"""Sentences that stay together, since each may count from the one before."""


class _Part(NamedTuple):
    """A sentence to be written: its frame, the kind of its clause (None: no clause), what fills the other slots, and
    the last date in it, from which a later one may count."""

    frame: str
    clause: str | None
    slots: dict[str, str]
    last_date: CalendarDate | None


class FactWriter:
    """Writes the facts of one subject.

    Attributes:
        forms: how often each form was used.
    """

    def __init__(self, subject: str, subject_type: str, world: World, rng: random.Random) -> None:
        self.subject, self.world, self.rng = subject, world, rng
        self.forms: list[str] = []
        if subject_type == "person":
            pronouns, drawn = pronouns_of(subject), rng.choice(("he", "she"))
            self._short, self._pronoun = subject.rpartition(" ")[2], drawn if drawn in pronouns else pronouns[0]
        else:
            self._short, self._pronoun = grammar()["nouns"][subject_type], "it"

    def name(self) -> str:
        """The subject, where no sentence about it stands before."""
        return self.subject if self.rng.random() < 0.4 else self._short

    def units(self, facts: list[StatedFact]) -> list[Unit]:
        """The facts of one relation, given in the order of time."""
        units: list[Unit] = []
        before: tuple[StatedFact, CalendarDate | None] | None = None
        for fact in facts:
            linked = self._linked_forms(fact, *before) if before and self.world == "rich" else {}
            if linked and self.rng.random() < _LINKED_SHARE:
                forms, unit = linked, units[-1]
            else:
                forms, unit = self._forms(fact), []
                units.append(unit)
            form = self.rng.choice(list(forms))
            # Not a set: the hash of a date differs between processes, and the counts are written in this order.
            self.forms += [form, *(f"date to the {date.precision}" for date in dict.fromkeys((fact.start, fact.end)))]
            first, *others = forms[form]
            unit.append(self._sentence(fact, first, is_first=not unit)._replace(fact=fact))
            unit += [self._sentence(fact, part, is_first=False) for part in others]
            before = fact, forms[form][-1].last_date
        return units

    def _forms(self, fact: StatedFact) -> dict[str, list[_Part]]:
        """The forms that need no fact before."""
        start, end = fact.start, fact.end
        if "moment" in grammar()["relations"][fact.relation]:
            return {"event": [_Part("start", "moment", {"at": at(start, self.rng)}, start)]}
        if start == end:
            return {"short time": [_Part("brief", "span", {"at": at(start, self.rng)}, start)]}
        words = {"start": date_in_words(start, self.rng), "end": date_in_words(end, self.rng)}
        forms = {"one sentence": [_Part("span", "span", words, end)]}
        if self.world == "rich":
            forms["two sentences"] = [_Part("start", "start", {"at": at(start, self.rng)}, start), self._ending(fact)]
            if months := months_apart(start, end):
                words = {"duration": length_in_words(months), "start": date_in_words(start, self.rng)}
                forms["with its length"] = [_Part("lasting", "span", words, None)]
        return forms

    def _linked_forms(
        self, fact: StatedFact, before: StatedFact, last_date: CalendarDate | None
    ) -> dict[str, list[_Part]]:
        """The forms that count from the fact before, or name it."""
        relation = grammar()["relations"][fact.relation]
        later = later_in_words(last_date, fact.start, self.rng) if last_date else None
        if "moment" in relation:
            part = _Part("start_later", "moment", {"later": later or ""}, fact.start)
            return {"event, some time later": [part]} if later else {}
        if fact.start == fact.end:
            return {}
        forms: dict[str, list[_Part]] = {}
        if later:
            start = _Part("start_later", "start", {"later": later}, fact.start)
            forms["some time later"] = [start, self._ending(fact)]
        period = {"period": relation["period"]}
        if fact.start == before.end:
            start = _Part("start_period", "start", period, fact.start)
            forms["from the end of the one before"] = [start, self._ending(fact)]
        if fact.end == before.end:
            words = period | {"start": date_in_words(fact.start, self.rng)}
            forms["until the end of the one before"] = [_Part("until_period", "span", words, fact.end)]
        return forms

    def _ending(self, fact: StatedFact) -> _Part:
        """The sentence that says when a fact ended, after the one that says when it began."""
        end, period, rng = fact.end, grammar()["relations"][fact.relation]["period"], self.rng
        parts = [
            _Part("end", "end", {"at": at(end, rng)}, end),
            _Part("period_end", None, {"period": period, "at": at(end, rng), "end": date_in_words(end, rng)}, end),
        ]
        if months := months_apart(fact.start, end):
            parts.append(_Part("end_later", "end", {"later": later_in_words(fact.start, end, rng) or ""}, end))
            parts.append(_Part("period_lasted", None, {"period": period, "duration": length_in_words(months)}, None))
        return rng.choice(parts)

    def _sentence(self, fact: StatedFact, part: _Part, *, is_first: bool) -> Sentence:
        frame, said = self.rng.choice(grammar()["frames"][part.frame]), ""
        if part.clause:
            template = self.rng.choice(grammar()["relations"][fact.relation][part.clause])
            may_be_pronoun = not is_first and template.startswith("{subject}")
            said = clause(template, self._pronoun if may_be_pronoun and self.rng.random() < 0.6 else self.name())
        return finish(frame.format(clause=said, **part.slots), fact.object)
