"""What decides a comparison of two lives: which of them is first or shorter, and in which part of the dates or ages."""

from typing import NamedTuple

from temporal_qa.questions.hieradate.sample import Relation, Version
from temporal_qa.timeline import DATE_PARTS, Age, CalendarDate, DatePart, Life, age_between, number_of

TIE, TOO_COARSE, NOT_KNOWN = "tie", "dates too coarse to decide", "a date is not known"
DISPUTED = "by their ages one lived longer, by their days not"
"""Why a pair is not asked about."""

MIN_YEARS_APART = 2
"""So many years must lie between two differences of years: 84 and 83 do not say who lived longer, 84 and 82 do."""

UNKNOWN = -1
"""In a key, a month or a day that is not known."""


class Undecided(ValueError):
    """The dates do not decide; the message is the reason."""


class Decision(NamedTuple):
    """The coarsest part in which two dates or ages differ, and which life (0 or 1) is the earlier or shorter one."""

    part: DatePart
    least: int


def decide(lives: tuple[Life, Life], relation: Relation, version: Version) -> Decision:
    """Compares births, deaths or ages.

    Raises:
        Undecided: a date is not known, the two are equal, a date lacks the part that would decide, or the older one by
            age did not live more days.
    """
    first, second = (key_of(life, relation, version) for life in lives)
    for part, a, b in zip(DATE_PARTS, first, second, strict=True):
        if part != "year" and UNKNOWN in (a, b):
            raise Undecided(TOO_COARSE)
        if abs(a - b) >= (years_apart(relation, version) if part == "year" else 1):
            least = int(b < a)
            by_age = relation == "lifespan" and version == "full_date"
            if by_age and _days_lived(lives[least]) >= _days_lived(lives[1 - least]):  # months differ in length
                raise Undecided(DISPUTED)
            return Decision(part, least)
    raise Undecided(TIE)


def key_of(life: Life, relation: Relation, version: Version) -> tuple[int, int, int]:
    """Year, month and day of what is compared, a date or an age. Raises ``Undecided`` where it is not known."""
    if version == "year_only":
        year = years_between(life) if relation == "lifespan" else date_of(life, relation).year
        return year, UNKNOWN, UNKNOWN
    if relation == "lifespan":
        return age_of(life)
    date = date_of(life, relation)
    return date.year, date.month or UNKNOWN, date.day or UNKNOWN


def years_apart(relation: Relation, version: Version) -> int:
    """So many years must lie between two keys for the years to decide."""
    return MIN_YEARS_APART if version == "year_only" and relation == "lifespan" else 1


def _days_lived(life: Life) -> int:
    return number_of(date_of(life, "death")) - number_of(date_of(life, "birth"))


def date_of(life: Life, relation: Relation) -> CalendarDate:
    """The date of birth or death. Raises ``Undecided`` where it is not known."""
    date = life.start if relation == "birth" else life.end
    if date is None:
        raise Undecided(NOT_KNOWN)
    return date


def age_of(life: Life) -> Age:
    """The age at the end. Raises ``Undecided`` where an end is not a day."""
    start, end = date_of(life, "birth"), date_of(life, "death")
    if start.day is None or end.day is None:
        raise Undecided(TOO_COARSE)
    return age_between(start, end)


def years_between(life: Life) -> int:
    """The difference of the years. Raises ``Undecided`` where a date is not known."""
    return date_of(life, "death").year - date_of(life, "birth").year
