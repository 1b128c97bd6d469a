"""The table of date questions: what each task fixes and how it is worded."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Literal, TypeAlias, get_args

from temporal_qa.io.yaml_tables import check_same_slots, yaml_table
from temporal_qa.timeline import CalendarDate

Unit: TypeAlias = Literal["year", "month", "week", "day"]
UNITS: tuple[Unit, ...] = get_args(Unit)

Amount: TypeAlias = tuple[tuple[int, Unit], ...]
"""A length of time, the larger units first: ``((2, "year"), (3, "month"))``."""

TASKS: dict[str, tuple[str, ...]] = {
    "shift": ("later", "earlier"),
    "relative": ("relative_later", "relative_earlier"),
    "difference": ("difference",),
    "age": ("age",),
    "compare": ("first", "last", "is_before", "is_after"),
    "sort": ("sort",),
    "weekday": ("weekday",),
    "week": ("week",),
}
"""Each task with its questions, which are the headings of ``generation/date_arithmetic.yaml``."""

RULE = (
    "proleptic Gregorian calendar; years and months are counted first, the day is cut to the length of the month, then "
    "weeks and days (dateutil.relativedelta); whole units; ISO 8601 weeks"
)
"""The rule that all answers follow."""

NAMED_AMOUNTS: dict[str, Amount] = {
    "a day": ((1, "day"),),
    "a week": ((1, "week"),),
    "a fortnight": ((2, "week"),),
    "a month": ((1, "month"),),
    "a year": ((1, "year"),),
}


@dataclass(frozen=True, slots=True)
class DateQuery:
    """A question in structured form.

    Attributes:
        asks: a heading of the table of wordings, such as ``later``.
        dates: its dates, in the order of the question.
        amount: of time, for the questions that count on or back.
        unit: in which a difference is counted.
    """

    asks: str
    dates: tuple[CalendarDate, ...]
    amount: Amount = ()
    unit: Unit | None = None


@cache
def date_wordings() -> Mapping[str, tuple[str, ...]]:
    """The wordings of each question that we ask.

    Raises:
        InputError: wordings of one of them with different slots.
    """
    with yaml_table("date_arithmetic.yaml") as table:
        for asks in chain.from_iterable(TASKS.values()):
            check_same_slots(asks, table[asks])
        return {asks: tuple(table[asks]) for of_task in TASKS.values() for asks in of_task}
