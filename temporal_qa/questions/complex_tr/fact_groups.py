"""Groups of facts that questions can be asked about, from a file of facts."""

from collections.abc import Collection
from pathlib import Path

from temporal_qa.io import DropLog, InputError, counted
from temporal_qa.questions.complex_tr.fact_conflicts import conflicts
from temporal_qa.questions.complex_tr.relations import property_of, wordings
from temporal_qa.timeline import CalendarDate, Fact, FactGroup
from temporal_qa.timeline.fact_files import read_facts
from temporal_qa.timeline.facts import group_facts

NO_WORDINGS, SINGLE_FACT = "fact of a relation that has no wordings", "group of a single fact"
"""The reasons under which facts and groups are counted."""

MIN_GROUPS = 4
"""Groups that fill three splits at least."""


def worded_facts(
    facts: Path, relations: Collection[str], drops: DropLog, *, as_of: CalendarDate | None = None
) -> list[Fact]:
    """The facts of a file that are of these relations, those that have wordings; arguments and errors as of
    :func:`~temporal_qa.timeline.fact_files.read_facts`."""
    worded = []
    for fact in read_facts(facts, as_of=as_of, drops=drops, property_of=property_of):
        if fact.relation in relations:
            worded.append(fact)
        else:
            drops[NO_WORDINGS] += 1
    return worded


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
    usable = worded_facts(facts, wordings().relations, drops, as_of=as_of)
    if drops.bad_rows and not usable and not drops[NO_WORDINGS]:
        bad, first = counted(drops.bad_rows, "bad row"), drops.first_bad_rows[0]
        raise InputError(f"{bad} and no good one, the first of them: {first}", facts)
    groups = []
    for group in group_facts(usable, drops):
        if len(group.facts) > 1:
            groups.append(group)
            drops.kept_conflicts.update(kind for kind, _, _ in conflicts(group.facts))
        else:  # its context would be its answer
            drops[SINGLE_FACT] += 1
    return groups
