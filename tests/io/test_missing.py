"""What counts as missing in a column, whoever has read it."""

import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from temporal_qa.io.missing import is_missing


@pytest.mark.parametrize("entry", [
    None, float("nan"), np.float16("nan"), np.float32("nan"), np.float64("nan"), np.longdouble("nan"), Decimal("NaN"),
    complex("nan"), np.datetime64("NaT"), np.timedelta64("NaT"), pd.NA, pd.NaT,
], ids=repr)  # fmt: skip
def test_no_nan_and_no_nat_is_an_entry(entry):
    assert is_missing(entry) is True


@pytest.mark.parametrize("entry", [
    "", "nan", 0, False, np.False_, 0.0, np.float32(0), float("inf"), Decimal(0), datetime.date(2001, 2, 3),
    pd.Timestamp("2001-02-03"), np.datetime64("2001-02-03"), [], [None], {}, set(), b"", np.array([np.nan]),
    np.array([1.0, np.nan]), np.array([]), np.array(0), pd.Series([np.nan]),
], ids=repr)  # fmt: skip
def test_zero_nothing_in_a_text_and_lists_are_entries(entry):
    assert is_missing(entry) is False
