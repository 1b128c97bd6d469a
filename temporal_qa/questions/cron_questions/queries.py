"""What a question over a temporal graph asks, as a structure: one relation, an anchor, and what it says of the time.

The *anchor* is the entity around which all facts of a question lie: the person of "Which team did Messi play for in
2010?", the office of "Who was President of the USA before Obama?". ``role`` says at which end of the facts it stands.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal, NamedTuple, TypeAlias

from temporal_qa.questions.unsolved import Unparsable
from temporal_qa.text.dates import era_year
from temporal_qa.timeline.dates import CalendarDate

YEAR = re.compile("(?:[1-9][0-9]{0,5} BC|-?[0-9]{1,6})")
"""A year as a question or a query writes it."""


def year_text(year: int) -> str:
    """An astronomical year as questions, answers and contexts write it.

    >>> year_text(1990), year_text(-43)
    ('1990', '44 BC')
    """
    return str(CalendarDate(year))


def year_in(text: str) -> int | None:
    """The astronomical year that a text is, written with its era or as a number; ``None`` for any other text.

    >>> year_in("1990"), year_in("44 BC"), year_in("-43"), year_in("0 BC")
    (1990, -43, -43, None)
    """
    if not YEAR.fullmatch(text):
        return None
    return era_year(text) if text.endswith("BC") else int(text)


Kind: TypeAlias = Literal["simple_time", "simple_entity", "before_after", "first_last", "time_join"]
Role: TypeAlias = Literal["subject", "object"]
Direction: TypeAlias = Literal["before", "after", "first", "last"]
AnswerType: TypeAlias = Literal["entity", "time"]

ROLES: tuple[Role, ...] = ("subject", "object")
KINDS: tuple[Kind, ...] = ("simple_entity", "simple_time", "before_after", "first_last", "time_join")
"""In the order of Table 4."""

DIRECTIONS: Mapping[str, tuple[Direction, Direction]] = {
    "first_last": ("first", "last"), "before_after": ("before", "after"),
}  # fmt: skip
"""Of the kinds that have one; the earlier one first."""


@dataclass(frozen=True, slots=True)
class GraphQuery:
    """A question as a structure; entities and relations are numbers of a graph.

    ========================  =======================================================  ======================
    shape                     what is given beside ``anchor``                          the answers
    ========================  =======================================================  ======================
    simple_time               ``named``                                                all years
    simple_entity             ``year``                                                 who is then at the other end
    first_last_of_pair        ``named``, ``direction``                                 the first or last year
    first_last_time           ``direction``, ``answer_type`` time                      the first or last year of all
    first_last_entity         ``direction``, ``answer_type`` entity                    all that hold in that year
    before_after              ``named``, ``direction``                                 all others that hold in the
                                                                                       nearest year before or after
    before_after_event        ``event``, ``direction``                                 the same, around an event
    time_join                 ``named``                                                all that share a year with it
    time_join_elsewhere       ``named``, ``named_at``                                  all that hold in a year in which
                                                                                       ``named`` holds ``named_at``
    time_join_event           ``event``                                                all that hold in a year of it
    ========================  =======================================================  ======================

    Attributes:
        kind: one of :data:`KINDS`.
        relation: its number.
        anchor: an entity.
        role: the end of the facts at which the anchor stands; answers and ``named`` stand at the other.
        named: an entity at the other end.
        named_at: another entity at the anchor's end.
        direction: ``before`` or ``after``, ``first`` or ``last``.
        event: an entity with a span of its own.
        year: a year.
        answer_type: what is asked for; given for the first or last of all, else it follows from the shape.
        shape: the row of the table above.

    Raises:
        Unparsable: what is given fits no row.
    """

    kind: Kind
    relation: int
    anchor: int
    role: Role
    named: int | None = None
    named_at: int | None = None
    direction: Direction | None = None
    event: int | None = None
    year: int | None = None
    answer_type: AnswerType = "entity"
    shape: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        given = tuple(name for name in _GIVEN if getattr(self, name) is not None)
        shape = _SHAPE_OF.get((self.kind, given))
        if shape == "first_last_entity" and self.answer_type == "time":
            shape = "first_last_time"
        if shape is None:
            raise Unparsable(f"a {self.kind} question with {' and '.join(given) or 'an anchor only'}")
        words = DIRECTIONS.get(self.kind)
        if self.direction not in (words or (None,)):
            expected = " or ".join(words) if words else "none"
            raise Unparsable(f"a {self.kind} question with the direction {self.direction!r}, expected {expected}")
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "answer_type", SHAPES[shape].asked_for)


class Shape(NamedTuple):
    """A row of the table of :class:`GraphQuery`: what is given beside the anchor, and what is asked for."""

    kind: Kind
    given: tuple[str, ...]
    asked_for: AnswerType


SHAPES: Mapping[str, Shape] = {
    "simple_time": Shape("simple_time", ("named",), "time"),
    "simple_entity": Shape("simple_entity", ("year",), "entity"),
    "first_last_of_pair": Shape("first_last", ("named",), "time"),
    "first_last_time": Shape("first_last", (), "time"),
    "first_last_entity": Shape("first_last", (), "entity"),
    "before_after": Shape("before_after", ("named",), "entity"),
    "before_after_event": Shape("before_after", ("event",), "entity"),
    "time_join": Shape("time_join", ("named",), "entity"),
    "time_join_elsewhere": Shape("time_join", ("named", "named_at"), "entity"),
    "time_join_event": Shape("time_join", ("event",), "entity"),
}

_GIVEN = ("named", "named_at", "event", "year")
_SHAPE_OF = {(of.kind, of.given): shape for shape, of in SHAPES.items()}

ENTITIES = ("anchor", "named", "named_at", "event")
FIELDS: tuple[str, ...] = tuple(one.name for one in fields(GraphQuery) if one.init)
"""The columns by which rows keep a query; entities and relations by their ids."""
