"""How well predicted time intervals fit: four forms of intersection over union, in whole years with both ends included.

With the overlap ``v``, the union ``u``, the hull ``h`` (the shortest interval that holds both) and the gap ``g``
between two intervals, all counted in years:

- ``iou``: ``v / u``; 0 for all that miss, near or far;
- ``giou``: ``(iou - g / h + 1) / 2``, from 0 to 1 (Rezatofighi et al., CVPR 2019, moved to 0 to 1);
- ``aeiou``: ``max(1, v) / h`` (Jain et al., TimePlex, EMNLP 2020, section 5);
- ``gaeiou``: ``v / h`` where they overlap, else ``1 / ((g + 1) h)`` (Cai et al., Time2Box, 2021): who misses by more
  earns less.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from temporal_qa.scoring.answer_columns import Scores


def interval_overlap(predictions: ArrayLike, references: ArrayLike) -> dict[str, Scores]:
    """The four measures of each pair of intervals.

    Args:
        predictions, references: ``(n, 2)`` whole numbers, the first and the last year of each interval.

    Returns:
        Measure -> ``n`` values from 0 to 100; 100 where both are equal.

    Raises:
        ValueError: another shape, a number that is not whole, or an interval that ends before it starts.

    >>> scores = interval_overlap([[1990, 1994], [1990, 1994]], [[1993, 1996], [2000, 2000]])
    >>> {name: values.round(2).tolist() for name, values in scores.items()}
    {'iou': [28.57, 0.0], 'giou': [64.29, 27.27], 'aeiou': [28.57, 9.09], 'gaeiou': [28.57, 1.52]}
    """
    predicted = check_intervals("predictions", predictions).astype(np.float64)  # differences of whole numbers overflow
    expected = check_intervals("references", references).astype(np.float64)
    if len(predicted) != len(expected):
        raise ValueError(f"{len(predicted)} predictions for {len(expected)} references")
    first, last = np.maximum(predicted[:, 0], expected[:, 0]), np.minimum(predicted[:, 1], expected[:, 1])
    overlap, gap = np.maximum(last - first + 1, 0), np.maximum(first - last - 1, 0)
    hull = np.maximum(predicted[:, 1], expected[:, 1]) - np.minimum(predicted[:, 0], expected[:, 0]) + 1
    iou = overlap / (hull - gap)
    scores = {
        "iou": iou,
        "giou": (iou - gap / hull + 1) / 2,
        "aeiou": np.maximum(overlap, 1) / hull,
        "gaeiou": np.where(overlap > 0, overlap, 1 / (gap + 1)) / hull,
    }
    return {name: 100 * values for name, values in scores.items()}


def check_intervals(name: str, values: ArrayLike) -> NDArray[np.int64]:
    """Intervals as ``(n, 2)`` whole years. Raises ``ValueError`` with the place of one that is not."""
    try:
        array: NDArray[Any] = np.asarray(values)
        if array.dtype == object:  # of pandas: a column of lists or of arrays, or two columns
            values = array.tolist()
            array = np.asarray(values)
    except ValueError:  # rows of different lengths
        array = np.array(None)
    if array.shape[:1] == (0,):
        return np.empty((0, 2), np.int64)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        listed = values if isinstance(values, list | tuple) else ()
        place, found = next(((i, value) for i, value in enumerate(listed) if not _is_pair(value)), (0, values))
        raise ValueError(f"{name}[{place}]: found {found!r:.80}, expected two whole years, such as [1990, 1994]")
    if len(wrong := np.flatnonzero(array[:, 0] > array[:, 1])):
        first, last = array[wrong[0]]
        raise ValueError(f"{name}[{wrong[0]}]: from {first} to {last}, expected an end that is not before the start")
    return array.astype(np.int64)


def _is_pair(value: Any) -> bool:
    whole = value if isinstance(value, list | tuple) and len(value) == 2 else [None]
    return all(type(year) is int or isinstance(year, np.integer) for year in whole)  # True is an int, too
