"""What tables hold where they hold nothing."""

import sys


def is_missing(entry: object) -> bool:
    """Whether an entry of a column is missing: None, the NA of pandas, or what does not equal itself, as no NaN and no
    NaT does, whether Python's, of NumPy or of pandas.

    >>> is_missing(float("nan")), is_missing(0), is_missing("")
    (True, False, False)
    """
    if entry is None or hasattr(entry, "__len__"):  # a text or a list is there; an array compares each of its entries
        return entry is None
    pandas = sys.modules.get("pandas")  # it takes half a second to load, and nothing is its NA before
    return (pandas is not None and entry is pandas.NA) or bool(entry != entry)
