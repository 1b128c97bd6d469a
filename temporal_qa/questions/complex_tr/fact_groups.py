"""Groups of facts that questions can be asked about, from a file of facts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from temporal_qa.io.errors import InputError, OnBadRow
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import read_facts
from temporal_qa.timeline.facts import FactGroup, group_facts

SKIPPED = "line that is no fact, skipped"
"""The reason under which bad lines are counted."""


def read_groups(
    facts: Path, drops: Counter[str], *, as_of: CalendarDate | None = None, on_bad_row: OnBadRow | None = None
) -> list[FactGroup]:
    """The groups of two facts or more of relations that have wordings, sorted by subject. All facts are held in memory,
    some 500 bytes each.

    Args:
        facts: the file, see :func:`~temporal_qa.timeline.fact_files.read_facts`.
        drops: counts what is left out, by reason.
        as_of: the date of the source; the end of facts that have none.
        on_bad_row: called with the error of each bad row, which is then passed over; without it, the error is raised.

    Raises:
        InputError: the file cannot be read, or a row is no fact.
    """
    known = wordings().relations
    usable = []

    def count_bad_row(error: InputError) -> None:
        if on_bad_row is None:
            raise error
        drops[SKIPPED] += 1
        on_bad_row(error)

    for fact in read_facts(facts, as_of=as_of, on_bad_row=count_bad_row):
        if fact.relation in known:
            usable.append(fact)
        else:
            drops["fact of a relation that has no wordings"] += 1
    groups = []
    for group in group_facts(usable, drops):
        if len(group.facts) > 1:
            groups.append(group)
        else:  # its context would be its answer
            drops["group of a single fact"] += 1
    return groups
