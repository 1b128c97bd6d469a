"""What decides a comparison of two lives: which of them is first or shorter, and in which part of the dates or ages.

All pairs that can be compared are numbered, so that any one of them is found without a search (:class:`PairIndex`).
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from temporal_qa.questions.hieradate.sample import Relation, Version
from temporal_qa.timeline import DATE_PARTS, CalendarDate, DatePart, Life, age_between, day_number_of

TIE, TOO_COARSE, NOT_KNOWN = "tie", "dates too coarse to decide", "a date is not known"
DISPUTED = "by their ages one lived longer, by their days not"
"""Why a pair is not asked about."""

MIN_YEARS_APART = 2
"""How far two differences of years must lie apart to say who lived longer: 84 and 82 do, 84 and 83 do not."""

UNKNOWN = -1
"""In a key, a month or a day that is not known."""


_Places: TypeAlias = dict[DatePart, NDArray[np.int64]]
"""By the part that decides, a place for each key."""


class Undecided(ValueError):
    """The dates do not decide; the message is the reason."""


def decide(lives: tuple[Life, Life], relation: Relation, version: Version) -> tuple[DatePart, int]:
    """The coarsest part in which two births, deaths or ages differ, and which life (0 or 1) is the earlier or shorter.

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
            return part, least
    raise Undecided(TIE)


def key_of(life: Life, relation: Relation, version: Version) -> tuple[int, int, int]:
    """Year, month and day of what is compared, a date or an age; of the version with years alone, the first.

    Raises:
        Undecided: a date is not known, or too coarse for an age.
    """
    if relation == "lifespan":
        start, end = date_of(life, "birth"), date_of(life, "death")
        if version == "year_only":
            return end.year - start.year, UNKNOWN, UNKNOWN
        if start.day is None or end.day is None:
            raise Undecided(TOO_COARSE)
        return age_between(start, end)
    date = date_of(life, relation)
    if version == "year_only":
        return date.year, UNKNOWN, UNKNOWN
    return date.year, date.month or UNKNOWN, date.day or UNKNOWN


def years_apart(relation: Relation, version: Version) -> int:
    """How far the years of two keys must lie apart to decide."""
    return MIN_YEARS_APART if version == "year_only" and relation == "lifespan" else 1


def _days_lived(life: Life) -> int:
    return day_number_of(date_of(life, "death")) - day_number_of(date_of(life, "birth"))


def date_of(life: Life, relation: Relation) -> CalendarDate:
    """The date of birth or death. Raises ``Undecided`` where it is not known."""
    date = life.start if relation == "birth" else life.end
    if date is None:
        raise Undecided(NOT_KNOWN)
    return date


class PairIndex:
    """The pairs of lives of one type that differ in their births, deaths or ages; of ages also those that days dispute.

    Lives are sorted by what is compared. The partners that a life comes after by its year stand side by side in this
    order; so do those by its month, and those by its day. So each life has three ranges of partners, and the sums of
    their sizes number the pairs.

    Args:
        lives: in any order; it decides the numbers.
        relation: what is compared.
        version: of the dates.

    Attributes:
        counts: the number of pairs, by the part that decides.
        undecided: the number of other pairs, by reason. A life whose dates give no age is in no pair of lifespans.
    """

    def __init__(self, lives: Sequence[Life], relation: Relation, version: Version) -> None:
        keyed = list[tuple[tuple[int, int, int], Life]]()
        for life in lives:
            with suppress(Undecided):
                keyed.append((key_of(life, relation, version), life))
        keys = np.array([key for key, _ in keyed], dtype=np.int64).reshape(-1, 3)
        order = np.lexsort(keys.T[::-1])
        keys, self._lives = keys[order], [keyed[place][1] for place in order.tolist()]
        self._first, ends = _ranges(keys, years_apart(relation, version))
        self._sums = {part: np.cumsum(ends[part] - self._first[part]) for part in DATE_PARTS}
        self.counts = {part: int(sums[-1]) if len(sums) else 0 for part, sums in self._sums.items()}
        ties = int((np.arange(len(keys)) - ends["day"])[keys[:, 2] != UNKNOWN].sum())
        others = len(keys) * (len(keys) - 1) // 2 - sum(self.counts.values()) - ties
        self.undecided = +Counter({TIE: ties, TOO_COARSE: others})

    def __len__(self) -> int:
        """The number of lives that are compared."""
        return len(self._lives)

    def pair(self, part: DatePart, number: int) -> tuple[Life, Life]:
        """Pair ``number`` of those that this part decides; the later or older life first."""
        sums = self._sums[part]
        place = int(sums.searchsorted(number, side="right"))
        before = int(sums[place - 1]) if place else 0
        return self._lives[place], self._lives[int(self._first[part][place]) + number - before]


def _ranges(keys: NDArray[np.int64], apart: int) -> tuple[_Places, _Places]:
    """For each part and key, where those begin and end that the key comes after, decided by this part."""
    begin: _Places = {"year": np.zeros(len(keys), dtype=np.int64)}
    code = keys[:, 0]
    end: _Places = {"year": np.searchsorted(code, code - apart, side="right")}
    for part, column in zip(DATE_PARTS[1:], keys.T[1:], strict=True):
        first_known, code = code * 64 + 1, code * 64 + column + 1
        begin[part] = np.searchsorted(code, first_known)
        end[part] = np.where(column == UNKNOWN, begin[part], np.searchsorted(code, code))
    return begin, end
