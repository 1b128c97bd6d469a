"""Facts as quintuples, and the groups that they form around one subject."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.spans import TimeSpan

# What joins several answers into one string, as in the released Complex-TR. No name may contain it.
ANSWER_SEPARATOR = " $and "


@dataclass(frozen=True, slots=True)
class Fact:
    """The quintuple ``(subject, relation, object, start, end)`` of Complex-TR, section 2.

    ``relation`` is a Wikidata property such as ``P54``. The fact holds in every month from ``start`` to ``end``, both
    included (``span``). Ids are the source's (Wikidata ``Q42``); types say what kind of entity it is (``person``,
    ``team``, ...); both are optional.

    Raises:
        ValueError: an empty or padded name, one with a control character (a line break, say) or with the answer
            connector; an end before the start.
    """

    subject: str
    relation: str
    object: str
    start: CalendarDate
    end: CalendarDate
    subject_id: str | None = None
    object_id: str | None = None
    subject_type: str | None = None
    object_type: str | None = None
    span: TimeSpan = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_name("subject", self.subject)
        _check_name("relation", self.relation)
        _check_name("object", self.object)
        object.__setattr__(self, "span", TimeSpan(self.start.month_number, self.end.month_number))
        if self.span.months == 1 and self.start.day and self.end.day and self.end.day < self.start.day:
            raise ValueError(f"the end, {self.end}, lies before the start, {self.start}")


def _check_name(column: str, name: str) -> None:
    if not name or name != name.strip():
        raise ValueError(f"{column} is {name!r}, expected a name without white space around it")
    if not name.isprintable() and any(character < " " or character in "\x7f\x85\u2028\u2029" for character in name):
        raise ValueError(f"{column} is {name!r}, expected a name without control characters")
    if ANSWER_SEPARATOR in name:
        raise ValueError(f"{column} is {name!r}, which contains the answer separator {ANSWER_SEPARATOR!r}")


@dataclass(frozen=True, slots=True)
class FactGroup:
    """All facts of one subject, several relations together, in chronological order.

    The order is total (start, end, relation, object), so it does not depend on the order of the source.
    """

    subject: str
    facts: tuple[Fact, ...]
    subject_id: str | None = None

    @property
    def representative_relation(self) -> str:
        """The most frequent relation (Complex-TR, section 2); of several, the one whose first fact starts first."""
        return Counter(fact.relation for fact in self.facts).most_common(1)[0][0]

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations of the group, each once, by number of facts and then by first start."""
        return tuple(relation for relation, _ in Counter(fact.relation for fact in self.facts).most_common())


def group_facts(facts: Iterable[Fact], drops: Counter[str] | None = None) -> list[FactGroup]:
    """One group per subject, sorted by subject.

    Subjects are told apart by id where the source gives one, else by name. A fact stated twice is kept once and
    counted in ``drops`` as ``duplicate_fact``.
    """
    by_subject: dict[tuple[str, str], dict[Fact, None]] = {}
    for fact in facts:
        group = by_subject.setdefault((fact.subject_id or "", "" if fact.subject_id else fact.subject), {})
        if drops is not None and fact in group:
            drops["duplicate_fact"] += 1
        group[fact] = None
    groups = []
    for group in by_subject.values():
        ordered = tuple(sorted(group, key=_chronologically))
        groups.append(FactGroup(ordered[0].subject, ordered, ordered[0].subject_id))
    return sorted(groups, key=lambda group: (group.subject, group.subject_id or ""))


def _chronologically(fact: Fact) -> tuple[TimeSpan, str, str, CalendarDate, CalendarDate, str]:
    return fact.span, fact.relation, fact.object, fact.start, fact.end, fact.object_id or ""
