"""Groups of facts that questions can be asked about, from a file of facts."""

from __future__ import annotations

from pathlib import Path

from temporal_qa.io.drops import DropLog
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import read_facts
from temporal_qa.timeline.facts import FactGroup, group_facts

SKIPPED = "line that is no fact, skipped"
"""The reason under which bad lines are counted."""


def read_groups(facts: Path, drops: DropLog, *, as_of: CalendarDate | None = None) -> list[FactGroup]:
    """The groups of two facts or more of relations that have wordings, sorted by subject. All facts are held in memory,
    some 500 bytes each.

    Args:
        facts: the file, see :func:`~temporal_qa.timeline.fact_files.read_facts`.
        drops: counts what is left out, by reason; decides whether a bad row is an error, or skipped.
        as_of: the date of the source; the end of facts that have none.

    Raises:
        InputError: the file cannot be read, or a row is not a fact.
    """
    known = wordings().relations
    usable = []
    for fact in read_facts(facts, as_of=as_of, drops=drops):
        if fact.relation in known:
            usable.append(fact)
        else:
            drops["fact of a relation that has no wordings"] += 1
    if drops.bad_rows:
        drops[SKIPPED] += drops.bad_rows
    groups = []
    for group in group_facts(usable, drops):
        if len(group.facts) > 1:
            groups.append(group)
        else:  # its context would be its answer
            drops["group of a single fact"] += 1
    return groups
