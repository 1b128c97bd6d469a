"""Which facts stay: a time that is known, in order and in bounds, and stated once in a split. Their texts have the
numbers of their first coming, however they are divided into parts.
"""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.graph import fact_columns
from temporal_qa.graph.fact_columns import COARSE, FactBatch, FactColumns, NameTable, UnknownId, first_statements
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
def test_each_span_is_kept_or_counted_by_its_reason(first, last, years, reason):
    drops = DropLog()
    columns = FactColumns(NameTable(), NameTable(), drops, "year" if years else "step")
    times = [np.array([1990, time], np.int32) for time in (first, last)]
    texts = [pa.array(pair) for pair in (["a", "c"], ["r", "s"], ["b", "d"])]
    kept = columns.add(FactBatch(*texts, *times))
    graph = columns.graph({"train": range(kept)})
    assert (kept, dict(drops)) == ((2, {}) if reason is None else (1, {reason: 1}))
    assert graph.entities.to_pylist() == (["a", "c", "b", "d"] if reason is None else ["a", "b"])


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), max_size=12), st.integers(0, 12))
def test_first_statements_are_those_of_a_loop(facts, first):
    columns = [np.array([fact[place] for fact in facts], np.int32) for place in range(2)]
    train, test, drops = facts[:first], facts[first:], DropLog()
    splits = {"train": range(len(train)), "test": range(len(train), len(facts))}
    fresh, left = first_statements(columns, splits, drops)
    assert fresh.tolist() == [fact not in of[:place] for of in (train, test) for place, fact in enumerate(of)]
    sizes = len(set(train)), len(set(test))
    assert left == {"train": range(sizes[0]), "test": range(sizes[0], sum(sizes))}
    assert drops.total() == len(facts) - sum(sizes)


texts = st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), max_size=6)


def named(part):
    return pa.array([f"{text}{place}" for place, text in enumerate(part)], pa.string())


@given(texts, st.integers(0, 4))
def test_numbers_are_those_of_a_dictionary(parts, few):
    expected: dict[str, int] = {}
    for part in parts:
        for text in part:
            expected.setdefault(text, len(expected))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fact_columns, "_FEW", few)
        table = NameTable()
        numbers = [table.add(pa.array(part, pa.string()), named(part)) for part in parts]
        table.settle()
    assert [column.tolist() for column in numbers] == [[expected[text] for text in part] for part in parts]
    assert table.ids.to_pylist() == list(expected)
    first_names = {}
    for part in parts:
        for place, text in enumerate(part):
            first_names.setdefault(text, f"{text}{place}")
    assert table.names.to_pylist() == list(first_names.values())


def test_an_id_without_a_name_is_called_by_its_id():
    table = NameTable()
    numbers = table.add(pa.array(["Q7", "Q1", "Q7"]))
    table.settle()
    assert (numbers.tolist(), table.names.to_pylist()) == ([0, 1, 0], ["Q7", "Q1"])


@pytest.mark.parametrize(("more", "unknown"), [(["b", "a"], None), (["a", "c"], "c"), ([], None)])
def test_a_table_that_is_known_takes_no_others(more, unknown):
    table = NameTable(pa.array(["a", "b"], pa.large_string()), pa.array(["Ann", "Bob"], pa.large_string()))
    numbers = table.add(pa.array(more, pa.string()))
    if unknown is None:
        table.settle()
        assert numbers.tolist() == ["ab".index(text) for text in more]
    else:
        with pytest.raises(UnknownId, match=f"^{unknown}$"):
            table.settle()
    assert table.names.to_pylist() == ["Ann", "Bob"]


def test_an_empty_id_is_told():
    table = NameTable()
    table.add(pa.array(["a", ""]))
    with pytest.raises(UnknownId, match=r"^$"):
        table.settle()
