"""What tables hold where they hold nothing."""

import math
import sys


def is_missing(entry: object) -> bool:
    """Whether an entry of a column is missing: None, NaN, or the NA or NaT of pandas.

    >>> is_missing(float("nan")), is_missing(0), is_missing("")
    (True, False, False)
    """
    if isinstance(entry, float):
        return math.isnan(entry)
    pandas = sys.modules.get("pandas")  # it takes half a second to load, and nothing is its NA before
    return entry is None or (pandas is not None and (entry is pandas.NA or entry is pandas.NaT))
