"""Which facts stay: a time that is known, in order and in bounds, and stated once in a split."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.graph.fact_columns import COARSE, FactBatch, FactColumns, NameTable, first_statements
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST
from temporal_qa.io.drops import DropLog

REVERSED, OUTLIER = "an end before the start", "a year before -5000 or after 2100"


@pytest.mark.parametrize(
    ("first", "last", "years", "reason"),
    [
        (1990, 1994, True, None),
        (1990, 1990, True, None),
        (-5000, 2100, True, None),
        (1990, UNKNOWN_LAST, True, None),
        (UNKNOWN_FIRST, 1990, True, None),
        (-5001, 1990, True, OUTLIER),
        (2100, 2101, True, OUTLIER),
        (2101, UNKNOWN_LAST, True, OUTLIER),
        (9500, 9000, True, OUTLIER),
        (9500, 9600, False, None),
        (1991, 1990, True, REVERSED),
        (9500, 9499, False, REVERSED),
        (COARSE, 1990, True, "a time that is coarser than a year"),
        (1990, COARSE, True, "a time that is coarser than a year"),
        (UNKNOWN_FIRST, UNKNOWN_LAST, True, "no time"),
    ],
)
def test_each_reason(first, last, years, reason):
    drops = DropLog()
    columns = FactColumns(NameTable(), NameTable(), drops)
    times = [np.array([1990, time], np.int32) for time in (first, last)]
    texts = [pa.array(pair) for pair in (["a", "c"], ["r", "s"], ["b", "d"])]
    kept = columns.add(FactBatch(*texts, *times), years=years)
    graph = columns.graph({"train": range(kept)}, "year")
    assert (kept, dict(drops)) == ((2, {}) if reason is None else (1, {reason: 1}))
    assert graph.entities.to_pylist() == (["a", "c", "b", "d"] if reason is None else ["a", "b"])


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), max_size=12))
def test_first_statements_are_those_of_a_loop(facts):
    columns = [np.array([fact[place] for fact in facts], np.int32) for place in range(2)]
    assert first_statements(columns).tolist() == [fact not in facts[:place] for place, fact in enumerate(facts)]
