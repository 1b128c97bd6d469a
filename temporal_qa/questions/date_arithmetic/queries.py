"""The table of date questions: what each task fixes and how it is worded."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from temporal_qa.io.yaml_tables import check_wordings, yaml_table
from temporal_qa.timeline import CalendarDate

Unit: TypeAlias = Literal["year", "month", "week", "day"]

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


class DateQuery(NamedTuple):
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
def date_wordings(*, released: bool = False) -> Mapping[str, tuple[str, ...]]:
    """The wordings of each question that we ask; or ``released`` ones, of TempReason and of TRAM, which are read, too.

    Raises:
        InputError: a key that is unknown, missing or of another type, or a wording with other slots than its question.
    """
    from msgspec import Meta, defstruct

    texts = Annotated[tuple[str, ...], Meta(min_length=1)]
    fields = [*((asks, texts) for asks in _SLOTS), ("released", dict[Literal["later", "earlier", "week"], texts])]
    kind: Any = defstruct("Table", fields, forbid_unknown_fields=True)
    with yaml_table("date_arithmetic.yaml", kind) as table:
        ours = {asks: getattr(table, asks) for asks in _SLOTS}
        check_wordings(ours, _SLOTS)
        check_wordings(table.released, _RELEASED_SLOTS)
        return table.released if released else ours


_OF_TWO = ("date other",)
_SLOTS = {
    "later": ("amount date",), "earlier": ("amount date",), "relative_later": ("amount date",),
    "relative_earlier": ("amount date",), "difference": ("date other unit",), "age": _OF_TWO, "first": _OF_TWO,
    "last": _OF_TWO, "is_before": _OF_TWO, "is_after": _OF_TWO, "sort": ("dates",), "weekday": ("date",),
    "week": ("date",),
}  # fmt: skip
_SHIFTED = ("amount date", "amount month", "amount year")
_RELEASED_SLOTS = {"later": _SHIFTED, "earlier": _SHIFTED, "week": ("date", "date year")}
