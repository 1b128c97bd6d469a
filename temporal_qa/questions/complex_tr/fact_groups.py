"""Groups of facts that questions can be asked about, from a file of facts; and facts in them that do not go together:
one fact with two spans, an office held by two at once.

Neither of two such facts is left out of a build, since nobody knows which is wrong; builds warn of them, and
``temporal-qa check`` lists them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from temporal_qa.io import DropLog, InputError, counted, grouped
from temporal_qa.questions.complex_tr.relations import property_of, wordings
from temporal_qa.timeline import CalendarDate, Fact, FactGroup, chronological_order
from temporal_qa.timeline.fact_files import read_facts
from temporal_qa.timeline.facts import group_facts

NO_WORDINGS, SINGLE_FACT = "fact of a relation that has no wordings", "group of a single fact"
"""The reasons under which facts and groups are counted."""

CONTRADICTION, TWO_HOLDERS = "contradiction", "two_holders"

Conflict: TypeAlias = tuple[str, Fact, Fact]
"""What is wrong, an earlier fact, and the later one."""

MIN_GROUPS = 4
"""Groups that fill three splits at least."""


def worded_facts(facts: Path, relations: Collection[str], drops: DropLog, as_of: CalendarDate | None) -> Iterator[Fact]:
    """The facts of a file that are of these relations, those that have wordings; arguments and errors as of
    :func:`~temporal_qa.timeline.fact_files.read_facts`."""
    for fact in read_facts(facts, as_of=as_of, drops=drops, property_of=property_of):
        if fact.relation in relations:
            yield fact
        else:
            drops[NO_WORDINGS] += 1


def read_groups(facts: Path, drops: DropLog, *, as_of: CalendarDate | None = None) -> list[FactGroup]:
    """The groups of two facts or more of relations that have wordings, sorted by subject. All facts are held in memory,
    some 500 bytes each.

    Args:
        facts: the file, see :func:`~temporal_qa.timeline.fact_files.read_facts`.
        drops: counts what is left out, by reason; decides whether a bad row is an error, or skipped.
        as_of: the date of the source; the end of facts that have none.

    Raises:
        InputError: the file cannot be read, a row is not a fact, or all rows are bad.
    """
    usable = list(worded_facts(facts, wordings().relations, drops, as_of))
    if drops.bad_rows and not usable and not drops[NO_WORDINGS]:
        bad, first = counted(drops.bad_rows, "bad row"), drops.first_bad_rows[0]
        raise InputError(f"{bad} and no good one, the first of them: {first}", facts)
    found = group_facts(usable, drops)
    groups = [group for group in found if len(group.facts) > 1]  # the context of a single fact would be its answer
    drops += Counter({SINGLE_FACT: len(found) - len(groups)})
    drops.kept_conflicts.update(kind for group in groups for kind, _, _ in conflicts(group.facts))
    return groups


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
        if fact.span != last.span and (together or fact.span.start < last.span.end):
            yield CONTRADICTION, last, fact
        last = max(last, fact, key=lambda one: (one.span.end, one.span.start))


def _double_terms(terms: Sequence[Fact]) -> Iterator[Conflict]:
    last, rival = terms[0], None  # the fact that ends last, and the one of another holder that does
    for fact in terms[1:]:
        other = rival if fact.object == last.object else last
        if other is not None and fact.span.start < other.span.end:
            yield TWO_HOLDERS, other, fact
        if fact.span.end > last.span.end:
            last, rival = fact, rival if fact.object == last.object else last
        elif fact.object != last.object and (rival is None or fact.span.end > rival.span.end):
            rival = fact
