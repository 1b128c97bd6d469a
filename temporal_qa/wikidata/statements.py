"""Facts from one Wikidata entity: the rules, as a function that can run anywhere.

:func:`mine_entity` takes the claims of an entity of the JSON dump and returns its dated statements, and counts the
others by reason. It looks at nothing else, so the objects are still ids; :mod:`~.tables` joins the names.

The rules, in the order in which they are applied:

1. *Time.* P580 and P582 are start and end; an end alone is not enough, nor are starts or ends that contradict each
   other. Where neither is given, P585 is both, and each of several points in time makes a fact of its own. P585 is
   ignored beside P580 or P582.
2. *Rank.* Deprecated statements are left out.
3. *Snaks.* The object must be an item: not unknown (``somevalue``), not none (``novalue``). An unknown start or end is
   not a date. ``novalue`` as the end says that the fact still holds. What a date must be: :mod:`~.dates`.
4. *Ends.* A fact without an end holds until ``as_of``, the date of the source. A later end is a plan (the term of an
   office) and is cut to ``as_of``, so that all facts end where the knowledge of the source ends. A fact that starts
   after ``as_of`` is left out, and so is one of several points in time.
5. *Preferred.* A preferred statement replaces the normal ones of the same object that share time with it. The others
   stay: Wikidata prefers what holds now, and an earlier term of the same office is as true.
6. *Merging.* Of the statements of one object with the same months, the most precise stays. A statement whose months lie
   inside those of another adds nothing, and is left out.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from temporal_qa.timeline import DATE_PARTS, CalendarDate
from temporal_qa.wikidata.dates import Unusable, calendar_date

NOT_YET = "starts after as_of"
UNREADABLE = "statement: cannot be read"

# Notes on statements that were kept.
FURTHER_POINT = "one of several points in time, a fact of its own"
LATER_POINT = "one of several points in time, after as_of and left out"

# Old dumps have ids in small letters here and there. Eighteen digits fit into 64 bits.
_ITEM_ID = re.compile("[Qq]([1-9][0-9]{0,17})")


class DatedStatement(NamedTuple):
    """A fact without names: its object is a number, 42 for Q42.

    ``ends_with_source``: the end is ``as_of``, and not stated.
    """

    relation: str
    object: int
    start: CalendarDate
    end: CalendarDate
    rank: str
    ends_with_source: bool

    @property
    def months(self) -> tuple[int, int]:
        """First and last month."""
        return self.start.month_number, self.end.month_number


@dataclass(slots=True)
class Tally:
    """Counts of what was read: lines by kind, statements, those left out by reason, notes on the others,
    and what was left out of lives.

    Each statement is among the facts or in ``drops``:
    ``statements + notes[FURTHER_POINT] == number of facts + drops.total()``.
    """

    entities: Counter[str] = field(default_factory=Counter)
    statements: int = 0
    drops: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    life_drops: Counter[str] = field(default_factory=Counter)
    bad_line: int | None = None
    """The first line that is not an entity."""

    def add(self, other: "Tally") -> None:
        """Adds the counts of later lines of the same dump."""
        for name in ("entities", "drops", "notes", "life_drops"):
            getattr(self, name).update(getattr(other, name))
        self.statements += other.statements
        self.bad_line = other.bad_line if self.bad_line is None else self.bad_line


def mine_entity(claims: Mapping[str, Any], as_of: CalendarDate, tally: Tally) -> list[DatedStatement]:
    """The dated statements of one entity of the dump, by relation (in the order of their numbers), object, and time.

    Args:
        claims: of the wanted properties, such as ``P54``, as the JSON of the dump has them.
        as_of: the date of the source.
        tally: counts the statements, those that are left out by reason, and notes on the others.
    """
    facts: list[DatedStatement] = []
    for relation in sorted(sorted(claims), key=len):  # by their numbers
        by_object: defaultdict[int, list[DatedStatement]] = defaultdict(list)
        statements = claims[relation]
        for statement in statements if isinstance(statements, list) else [statements]:
            tally.statements += 1
            try:
                for fact in _read_statement(relation, statement, as_of, tally.notes):
                    by_object[fact.object].append(fact)
            except Unusable as reason:
                tally.drops[str(reason)] += 1
            except (AttributeError, KeyError, TypeError, ValueError):  # JSON of another shape
                tally.drops[UNREADABLE] += 1
        for item in sorted(by_object):
            facts += _merged(_preferred(by_object[item], tally.drops), tally.drops)
    return facts


def item_number(item_id: str) -> int:
    """42 of ``Q42``. Raises ``ValueError`` on any other id."""
    if (found := _ITEM_ID.fullmatch(item_id)) is None:
        raise ValueError(f"not the id of an item: {item_id!r}")
    return int(found[1])


def _read_statement(
    relation: str, statement: Mapping[str, Any], as_of: CalendarDate, notes: Counter[str]
) -> list[DatedStatement]:
    qualifiers = statement.get("qualifiers") or {}
    starts, ends, points = (qualifiers.get(name) or [] for name in ("P580", "P582", "P585"))
    if not (starts or ends or points):
        raise Unusable("no time: none of P580, P582 and P585")
    if (rank := str(statement.get("rank") or "normal")) == "deprecated":  # a claim of old dumps may have none
        raise Unusable("deprecated")
    item = _item(statement["mainsnak"])
    if not (starts or ends):
        dates = {date: None for snak in points if (date := _date(snak, "point in time"))}  # each once, in order
        if not dates:
            raise Unusable("point in time: none (novalue)")
        if not (past := [date for date in dates if not _is_later(date, as_of)]):
            raise Unusable(NOT_YET)
        notes += Counter({LATER_POINT: len(dates) - len(past), FURTHER_POINT: len(past) - 1})
        return [DatedStatement(relation, item, date, date, rank, ends_with_source=False) for date in past]
    if (start := one_date(starts, "start")) is None:
        raise Unusable("start: none, only an end")
    if (end := one_date(ends, "end")) is not None and _is_later(start, end):
        whole = (start.month and end.month) or start.year > end.year
        raise Unusable("end before start" + ("" if whole else ", as a year stands for its January"))
    if _is_later(start, as_of):
        raise Unusable(NOT_YET)
    if end is not None and not _is_later(end, as_of):
        return [DatedStatement(relation, item, start, end, rank, ends_with_source=False)]
    notes["without an end, which is as_of" if end is None else "end after as_of, cut to it"] += 1
    return [DatedStatement(relation, item, start, as_of, rank, ends_with_source=True)]


def _item(snak: Mapping[str, Any]) -> int:
    if (kind := snak["snaktype"]) != "value":
        raise Unusable("object: unknown (somevalue)" if kind == "somevalue" else "object: none (novalue)")
    datavalue = snak["datavalue"]
    value = datavalue["value"]
    if datavalue["type"] != "wikibase-entityid" or value["entity-type"] != "item":
        raise Unusable("object: no item")
    # Dumps before 2017 or so have the number only.
    return item_number(value["id"] if "id" in value else f"Q{value['numeric-id']}")


def one_date(snaks: list[Mapping[str, Any]], role: str) -> CalendarDate | None:
    """The one date of the qualifiers; ``None`` if there are no qualifiers, or the value is ``novalue``."""
    if len(dates := {_date(snak, role) for snak in snaks}) > 1:
        raise Unusable(f"{role}: several dates")
    return dates.pop() if dates else None


def _date(snak: Mapping[str, Any], role: str) -> CalendarDate | None:
    if (kind := snak["snaktype"]) == "somevalue":
        raise Unusable(f"{role}: unknown (somevalue)")
    return calendar_date(snak["datavalue"]["value"]) if kind == "value" else None


def _is_later(first: CalendarDate, second: CalendarDate) -> bool:
    """Whether one date lies after another, by month, and by day where both have one."""
    if first.month_number != second.month_number:
        return first.month_number > second.month_number
    return bool(first.day and second.day and first.day > second.day)


def _preferred(facts: list[DatedStatement], drops: Counter[str]) -> list[DatedStatement]:
    preferred = [fact.months for fact in facts if fact.rank == "preferred"]
    kept = [fact for fact in facts if fact.rank == "preferred" or not _share_time(fact.months, preferred)]
    if len(kept) < len(facts):
        drops["shares time with a preferred statement of the same object"] += len(facts) - len(kept)
    return kept


def _share_time(months: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    # A month in which one ends and the next begins is not shared: bare years often follow each other so.
    start, end = months
    return any(
        max(start, first) < min(end, last) or (first <= start and end <= last) or (start <= first and last <= end)
        for first, last in others
    )


def _merged(facts: list[DatedStatement], drops: Counter[str]) -> list[DatedStatement]:
    kept: list[DatedStatement] = []
    for fact in sorted(facts, key=_widest_first):
        if kept and fact.months == kept[-1].months:
            drops["same object and months as another statement"] += 1
        elif kept and fact.months[1] <= kept[-1].months[1]:  # of those kept, the last one ends last
            drops["inside the months of another statement of the same object"] += 1
        else:
            kept.append(fact)
    return kept


def _widest_first(fact: DatedStatement) -> tuple[int, int, int, int, bool, CalendarDate, CalendarDate, str]:
    start, end = fact.months
    return (
        start, -end, -DATE_PARTS.index(fact.start.precision), -DATE_PARTS.index(fact.end.precision),
        fact.ends_with_source, fact.start, fact.end, fact.rank,
    )  # fmt: skip
