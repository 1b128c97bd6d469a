"""All pairs of lives that a question can compare, numbered, so that any one of them is found without a search.

Lives are sorted by what is compared. Those that a life comes after, decided by its year, by its month or by its day,
stand side by side in this order, so each life has three ranges of partners, and their sizes add up to numbers of pairs.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from temporal_qa.questions.hieradate.deciding import TIE, TOO_COARSE, UNKNOWN, Undecided, key_of, years_apart
from temporal_qa.questions.hieradate.sample import Relation, Version
from temporal_qa.timeline import DATE_PARTS, DatePart, Life


class PairIndex:
    """The pairs of lives of one type that differ in their births, deaths or ages; of ages also those that days dispute.

    Args:
        lives: in any order; it decides the numbers.
        relation: what is compared.
        version: of the dates.

    Attributes:
        counts: the number of pairs, by the part that decides.
        undecided: the number of other pairs, by reason. A life whose dates give no age is in no pair of lifespans.
    """

    def __init__(self, lives: Sequence[Life], relation: Relation, version: Version) -> None:
        keyed = [(key, life) for life in lives if (key := _key_if_known(life, relation, version))]
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


def _key_if_known(life: Life, relation: Relation, version: Version) -> tuple[int, int, int] | None:
    try:
        return key_of(life, relation, version)
    except Undecided:
        return None


def _ranges(
    keys: NDArray[np.int64], apart: int
) -> tuple[dict[DatePart, NDArray[np.int64]], dict[DatePart, NDArray[np.int64]]]:
    """For each part and key, where those begin and end that the key comes after, decided by this part."""
    years, months, days = keys.T
    in_months, in_days = years * 64 + months + 1, (years * 64 + months + 1) * 64 + days + 1
    nothing = np.zeros(len(keys), dtype=np.int64)
    begin = {
        "year": nothing,
        "month": np.searchsorted(in_months, years * 64 + 1),
        "day": np.searchsorted(in_days, in_months * 64 + 1),
    }
    end = {
        "year": np.searchsorted(years, years - apart, side="right"),
        "month": np.searchsorted(in_months, in_months),
        "day": np.searchsorted(in_days, in_days),
    }
    known = {"year": nothing == 0, "month": months >= 0, "day": days >= 0}
    return begin, {part: np.where(known[part], end[part], begin[part]) for part in DATE_PARTS}  # type: ignore[return-value]
