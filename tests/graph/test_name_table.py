"""Texts have the numbers of their first coming, however they are divided into parts."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.graph import name_table
from temporal_qa.graph.fact_columns import NameTable, UnknownId

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
        patch.setattr(name_table, "_FEW", few)
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
