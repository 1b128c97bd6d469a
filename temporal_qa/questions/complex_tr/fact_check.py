"""What is doubtful in a file of facts, and what a build does with it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.io import DropLog, InputError, counted, grouped
from temporal_qa.io.drops import BAD_ROW
from temporal_qa.questions.complex_tr.fact_groups import CONTRADICTION, NO_WORDINGS, SINGLE_FACT, TWO_HOLDERS, conflicts
from temporal_qa.questions.complex_tr.relations import property_of, wordings
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.timeline import CalendarDate, Fact, chronological_order
from temporal_qa.timeline.fact_files import MissingEnd, fact_from_row, fact_rows, has_open_end
from temporal_qa.timeline.facts import RENAMED, STATED_AGAIN, ReversedSpan, most_frequent_name, subject_key

LONG_SPAN = 100 * 12
"""Months from start to end from which a span is listed: a century."""

_SKIPPED = f'stops; with --skip-bad left out as "{BAD_ROW}"'
KINDS = {
    "not_a_fact": ("not a fact", _SKIPPED),
    "reversed": ("end before start", _SKIPPED),
    "no_end": ("no end", f"{_SKIPPED}; --as-of DATE stands for the end"),
    "unknown_relation": ("unknown relation", f'left out as "{NO_WORDINGS}"'),
    "duplicate": ("stated again", f'kept once, counted as "{STATED_AGAIN}"'),
    "renamed": ("another name of the same subject_id", f'kept, counted as "{RENAMED}"'),
    "partly_identified": ("a name with and without subject_id", "kept as different subjects"),
    "same_name": ("a name of several subject_ids", "kept as different subjects; questions give only the name"),
    "look_alike": ("names that are one to scores", "not named in questions; no question has both as answers"),
    CONTRADICTION: ("the same fact, another start or end", "both kept, as answers; neither is named in a question"),
    TWO_HOLDERS: ("two holders of an office at once", "both kept, as answers"),
    "same_month": ("starts in one month, on different days", "both start together: questions count months"),
    "long_span": ("a century or longer", "kept"),
    "single_fact": ("the only usable fact of its subject", f'left out as "{SINGLE_FACT}"'),
}
"""Kind of finding -> what it is, and what a build does with it."""


class Finding(NamedTuple):
    """Something doubtful: its kind, one of ``KINDS``; its lines, the last of which shows it; and a message."""

    kind: str
    lines: tuple[int, ...]
    message: str

    def to_row(self) -> dict[str, Any]:
        """For JSON."""
        return self._asdict() | {"in_a_build": KINDS[self.kind][1]}


@dataclass(slots=True)
class FactCheck:
    """What was found in ``rows`` rows, in the order of ``KINDS``, and the facts and subjects that a build would use.

    ``open_ends`` facts have no end but the date of the source; ``year_ends`` end in a year, its January.
    """

    rows: int = 0
    open_ends: int = 0
    year_ends: int = 0
    findings: list[Finding] = field(default_factory=list)
    facts: int = 0
    subjects: int = 0
    relations: Counter[str] = field(default_factory=Counter)

    def of_kind(self, kind: str) -> list[Finding]:
        """The findings of a kind."""
        return [finding for finding in self.findings if finding.kind == kind]


class _BadLines(DropLog):
    """Makes each line that is not a row a finding."""

    def __init__(self, found: FactCheck) -> None:
        super().__init__(skip_bad_rows=True)
        self._found = found

    def bad_row(self, error: InputError) -> None:
        self._found.rows += 1
        self._found.findings.append(Finding("not_a_fact", (error.line or 0,), error.fault))


def check_facts(path: Path | str, *, as_of: CalendarDate | None = None) -> FactCheck:
    """Checks a file of facts. All facts are held in memory.

    Args:
        path: the file, see :func:`~temporal_qa.timeline.fact_files.fact_rows`.
        as_of: the date of the source; the end of facts that have none.

    Raises:
        InputError: the file cannot be read.
    """
    found = FactCheck()
    lines: dict[int, int] = {}  # by the identity of a fact: two facts may be equal
    by_subject: dict[tuple[str, str], list[Fact]] = {}
    for row in fact_rows(path, _BadLines(found)):
        found.rows += 1
        try:
            fact = fact_from_row(row.values, as_of, property_of)
        except ValueError as problem:
            kind = {ReversedSpan: "reversed", MissingEnd: "no_end"}.get(type(problem), "not_a_fact")
            found.findings.append(Finding(kind, (row.line,), str(problem)))
            continue
        is_open = has_open_end(row.values, fact, as_of)
        found.open_ends += is_open
        found.year_ends += fact.end.month is None and not is_open
        if fact.relation not in wordings().relations:
            found.findings.append(Finding("unknown_relation", (row.line,), _unknown(fact.relation)))
            continue
        lines[id(fact)] = row.line
        by_subject.setdefault(subject_key(fact), []).append(fact)
    for facts in by_subject.values():
        kept = list(_kept(facts, lines, found.findings))
        found.findings += _doubts(kept, lines)
        if len(kept) > 1:
            found.facts, found.subjects = found.facts + len(kept), found.subjects + 1
            found.relations.update(fact.relation for fact in kept)
        else:
            found.findings.append(Finding("single_fact", (lines[id(kept[0])],), statement(kept[0])))
    found.findings += [*_partly_identified(by_subject, lines), *_same_names(by_subject, lines)]
    order = list(KINDS)
    found.findings.sort(key=lambda finding: (order.index(finding.kind), finding.lines[-1]))
    return found


def _partly_identified(subjects: Mapping[tuple[str, str], Sequence[Fact]], lines: dict[int, int]) -> Iterator[Finding]:
    """Names of subjects that have an id in some facts only."""
    identified = grouped((fact.subject, fact) for key, facts in subjects.items() if key[0] for fact in facts)
    for (_, name), facts in subjects.items():
        if name in identified:
            first, other = identified[name][0], facts[0]
            message = f"{name!r}: {first.subject_id} here, and {counted(len(facts), 'fact')} without an id"
            yield Finding("partly_identified", (lines[id(first)], lines[id(other)]), message)


def _same_names(subjects: Mapping[tuple[str, str], Sequence[Fact]], lines: dict[int, int]) -> Iterator[Finding]:
    """Names that subjects with different ids have."""
    named = ((most_frequent_name(facts), facts[0]) for key, facts in subjects.items() if key[0])
    for name, firsts in grouped(named).items():
        if len(firsts) > 1:
            ids = " and ".join(str(fact.subject_id) for fact in firsts)
            yield Finding("same_name", tuple(lines[id(fact)] for fact in firsts), f"{name!r}: {ids}")


def _kept(facts: Sequence[Fact], lines: dict[int, int], findings: list[Finding]) -> Iterator[Fact]:
    """The facts of a subject, each statement once."""
    name = most_frequent_name(facts)
    first: dict[Any, Fact] = {}
    for fact in facts:
        if fact.subject != name:
            message = f"{fact.subject!r}, elsewhere {name!r} ({fact.subject_id})"
            findings.append(Finding("renamed", (lines[id(fact)],), message))
        same = first.setdefault((fact.relation, fact.object, fact.span), fact)
        if same is fact:
            yield fact
        else:
            findings.append(Finding("duplicate", (lines[id(same)], lines[id(fact)]), statement(fact)))


def _doubts(facts: Sequence[Fact], lines: dict[int, int]) -> Iterator[Finding]:
    for kind, earlier, later in conflicts(facts):
        other = span_text(later) if kind == CONTRADICTION else f"{later.object}, {span_text(later)}"
        yield Finding(kind, (lines[id(earlier)], lines[id(later)]), f"{statement(earlier)}; {other}")
    for alike in grouped((normalize_answer(fact.object), fact) for fact in facts).values():
        first_of = {fact.object: fact for fact in reversed(alike)}
        if len(first_of) > 1:
            places = tuple(sorted(lines[id(fact)] for fact in first_of.values()))
            yield Finding("look_alike", places, f"{facts[0].subject}: {' and '.join(map(repr, sorted(first_of)))}")
    with_days = (((fact.relation, fact.span.start), fact) for fact in facts if fact.start.day)
    for first, *others in grouped(with_days).values():
        for fact in others:
            if fact.start != first.start and fact.object != first.object:
                message = f"{statement(first)}; {fact.object}, {span_text(fact)}"
                yield Finding("same_month", (lines[id(first)], lines[id(fact)]), message)
    for fact in sorted(facts, key=chronological_order):
        if fact.span.end - fact.span.start >= LONG_SPAN:
            yield Finding("long_span", (lines[id(fact)],), statement(fact))


def statement(fact: Fact) -> str:
    """A fact in one line."""
    return f"{fact.subject}, {wordings().relations[fact.relation].label}: {fact.object}, {span_text(fact)}"


def span_text(fact: Fact) -> str:
    """``1990-09 to 1994-06``."""
    return f"{fact.start.isoformat()} to {fact.end.isoformat()}"


@lru_cache(maxsize=1 << 12)
def _unknown(relation: str) -> str:
    known = {one.label: one.id for one in wordings().relations.values()}
    near = get_close_matches(relation.casefold(), known, n=1)
    hint = f"; did you mean {near[0]!r} ({known[near[0]]})?" if near else ""
    return f"{relation!r} is not in generation/relations.yaml{hint}"
