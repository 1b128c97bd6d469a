"""Facts that do not go together: one fact with two spans, an office held by two at once.

Neither is left out of a build, since nobody knows which of the two is wrong; builds warn of them, and
``temporal-qa check`` lists them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from temporal_qa.io import grouped
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline import Fact, chronological_order

CONTRADICTION, TWO_HOLDERS = "contradiction", "two_holders"

Conflict: TypeAlias = tuple[str, Fact, Fact]
"""What is wrong, an earlier fact, and the later one."""


def conflicts(facts: Iterable[Fact]) -> Iterator[Conflict]:
    """The conflicts among the facts of one subject; a later fact is named in one of each kind at most.

    ``contradiction``: two facts of one relation and object that overlap, start together or end together.
    ``two_holders``: an office of a single holder (``single_holder`` in ``relations.yaml``) that two objects hold at
    once. A month in which the earlier fact ends and the later one starts is a handover, and not an overlap. The same
    months stated twice are not a conflict.
    """
    ordered, relations = sorted(facts, key=chronological_order), wordings().relations
    for same in grouped(((fact.relation, fact.object), fact) for fact in ordered).values():
        yield from _contradictions(same)
    for relation, terms in grouped((fact.relation, fact) for fact in ordered).items():
        if relation in relations and relations[relation].single_holder:
            yield from _double_terms(terms)


def _contradictions(same: Sequence[Fact]) -> Iterator[Conflict]:
    last = same[0]  # the one that ends last
    for fact in same[1:]:
        together = fact.span.start == last.span.start or fact.span.end == last.span.end
        if fact.span != last.span and (together or _overlap(last, fact)):
            yield CONTRADICTION, last, fact
        last = max(last, fact, key=lambda one: (one.span.end, one.span.start))


def _double_terms(terms: Sequence[Fact]) -> Iterator[Conflict]:
    last, rival = terms[0], None  # the fact that ends last, and the one of another holder that does
    for fact in terms[1:]:
        other = rival if fact.object == last.object else last
        if other is not None and _overlap(other, fact):
            yield TWO_HOLDERS, other, fact
        if fact.span.end > last.span.end:
            last, rival = fact, rival if fact.object == last.object else last
        elif fact.object != last.object and (rival is None or fact.span.end > rival.span.end):
            rival = fact


def _overlap(earlier: Fact, later: Fact) -> bool:
    return later.span.start < earlier.span.end
