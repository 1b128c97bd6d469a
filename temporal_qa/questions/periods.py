"""The periods of reference times by which the papers count questions (Complex-TR, section 3.1)."""

from temporal_qa.timeline import parse_month

FUTURE_START = parse_month("2020-01")
"""Questions whose reference time is in or after this month are ``future``: training sets hold none of them."""

FIRST_YEAR, YEARS = 1900, 20

FUTURE = "2020 and later"
PERIODS = (
    f"before {FIRST_YEAR}",
    *(f"{year}-{year + YEARS - 1}" for year in range(FIRST_YEAR, FUTURE_START // 12, YEARS)),
    FUTURE,
)
"""The seven periods of the paper, in order, and the time after them, of which it has no training questions."""


def period(month: int) -> str:
    """The period that a month lies in.

    >>> from temporal_qa.timeline.dates import parse_month
    >>> [period(parse_month(month)) for month in ("1021-05", "1899-12", "1900-01", "2019-12", "2020-01")]
    ['before 1900', 'before 1900', '1900-1919', '2000-2019', '2020 and later']
    """
    if month >= FUTURE_START:
        return FUTURE
    return PERIODS[max(0, (month // 12 - FIRST_YEAR) // YEARS + 1)]
