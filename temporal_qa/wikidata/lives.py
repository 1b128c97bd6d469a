"""Lives from one Wikidata entity: a person's birth and death, or the inception and dissolution of anything else.

The rules, in the order in which they are applied:

1. *Kind.* An entity with P569 (birth) or P570 (death) is a person, one with P571 (inception) or P576 (dissolution)
   alone an organisation, be it a company, a country or a building: P31 is not read. Others have no life.
2. *Rank.* Preferred statements replace normal ones; deprecated statements are left out.
3. *Values.* A date of birth, say, that is unknown, coarser than a year, or given with several different values is left
   out, and the other date stays. What a date must be: :mod:`~.dates`.
4. *Source.* A date that lies after ``as_of``, the date of the source, is left out: a plan or a mistake.
5. *Lives.* A life without any date, or with an end before its start, is left out.

The reasons of rules 2 to 4 count dates, those of rule 5, and of :mod:`~.tables`, lives; the latter begin with
``life:``. A life may have one date only: someone lives, or nobody knows.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from temporal_qa.timeline.dates import CalendarDate, surely_before
from temporal_qa.wikidata.dates import Unusable
from temporal_qa.wikidata.statements import UNREADABLE, one_date

_DATES = {"person": {"birth": "P569", "death": "P570"}, "organisation": {"inception": "P571", "dissolution": "P576"}}

LIFE_PROPERTIES = tuple(name for dates in _DATES.values() for name in dates.values())


def mine_life(
    claims: Mapping[str, Any], as_of: CalendarDate, drops: Counter[str]
) -> tuple[str, CalendarDate | None, CalendarDate | None] | None:
    """The life that the claims of one entity state: ``person`` or ``organisation``, its start and its end.

    ``drops`` counts what is left out, by reason.

    >>> mine_life({"P31": []}, CalendarDate(2023), Counter()) is None
    True
    """
    kind = next((kind for kind, dates in _DATES.items() if not claims.keys().isdisjoint(dates.values())), None)
    if kind is None:
        return None
    start, end = [_date(role, claims.get(name) or [], as_of, drops) for role, name in _DATES[kind].items()]
    if start is None and end is None:
        drops["life: no usable date"] += 1
        return None
    if start and end and surely_before(end, start):
        drops["life: end before start"] += 1
        return None
    return kind, start, end


def _date(role: str, statements: Any, as_of: CalendarDate, drops: Counter[str]) -> CalendarDate | None:
    try:
        best = [each for each in statements if each.get("rank") == "preferred"]
        best = best or [each for each in statements if each.get("rank") != "deprecated"]  # old dumps may have no rank
        if statements and not best:
            raise Unusable(f"{role}: deprecated")
        if (date := one_date([each["mainsnak"] for each in best], role)) is not None and surely_before(as_of, date):
            raise Unusable(f"{role}: after as_of")
        return date
    except Unusable as reason:
        drops[str(reason).replace("date:", f"{role}:", 1)] += 1
    except (AttributeError, KeyError, TypeError, ValueError):  # JSON of another shape
        drops[f"{role}: {UNREADABLE}"] += 1
    return None
