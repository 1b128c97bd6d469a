"""A graph in memory: what it refuses, what it takes out, and how names and times are told."""

import numpy as np
import pyarrow as pa
import pytest

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, TemporalGraph
from temporal_qa.io.errors import InputError

FACTS = [(0, 0, 1, 1990, 1994), (1, 1, 2, 1992, UNKNOWN_LAST), (2, 0, 0, UNKNOWN_FIRST, 1991), (0, 1, 2, 1993, 1993)]


def graph(facts=FACTS, **more):
    names = {"entities": pa.array(["Ann", "Bob", "Ann"], pa.large_string()),
             "relations": pa.array(["met", "saw"], pa.large_string()),
             "entity_ids": pa.array(["Q1", "Q2", "Q3"], pa.large_string()),
             "relation_ids": pa.array(["P1", "P2"], pa.large_string())}  # fmt: skip
    columns = (np.array(column, np.int32) for column in zip(*facts, strict=True))
    return TemporalGraph(*columns, **names | more)


def facts_of(some):
    return list(zip(*(column.tolist() for column in some.columns), strict=True))


def test_times_are_those_at_which_something_begins_or_ends():
    assert graph().times.tolist() == [1990, 1991, 1992, 1993, 1994]


def test_splits_and_single_facts_keep_all_names():
    whole = graph(splits={"train": range(3), "test": range(3, 4)}, time_unit="day", aliases={1: ("Robert",)})
    assert facts_of(whole.of_split("test")) == FACTS[3:]
    assert whole.of_split("test").splits == {"test": range(1)}
    assert facts_of(whole.of_split("valid")) == []
    some = whole.take(np.array([2, 0]))
    assert facts_of(some) == [FACTS[2], FACTS[0]]
    for part in (some, whole.of_split("train")):
        for names in ("entities", "relations", "entity_ids", "relation_ids", "time_unit", "aliases"):
            assert getattr(part, names) == getattr(whole, names)


def test_a_name_or_an_id_leads_to_a_number():
    assert (graph().relation_number("saw"), graph().relation_number("P1")) == (1, 0)
    assert graph().numbers_by_name == {"Ann": -1, "Bob": 1, "Q1": 0, "Q2": 1, "Q3": 2}
    with pytest.raises(InputError, match="2 are called 'saw', expected an id, such as P1, P2"):
        graph(relations=pa.array(["saw", "saw"])).relation_number("saw")
    with pytest.raises(InputError, match="no relation 'Q1' among 2, such as met, saw"):
        graph().relation_number("Q1")


@pytest.mark.parametrize(
    ("unit", "text", "number"),
    [("year", "1990", 1990), ("year", "44 BC", -43), ("step", "7", 7), ("day", "2014-01-02", 735_235)],
)
def test_times_are_told(unit, text, number):
    assert graph(time_unit=unit).time_name(number) == text


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ([(3, 0, 1, 1990, 1994)], "a subject outside of 0 to 2"),
        ([(0, 0, -1, 1990, 1994)], "an object outside of 0 to 2"),
        ([(0, 2, 1, 1990, 1994)], "a relation outside of 0 to 1"),
        ([FACTS[0], (0, 0, 1, 1994, 1990)], "fact 1 ends before it starts"),
        ([(0, 0, 1, UNKNOWN_FIRST, UNKNOWN_LAST)], "a fact without any time"),
    ],
)
def test_what_is_no_graph_is_refused(facts, message):
    with pytest.raises(InputError, match=message):
        graph(facts)


def test_columns_are_of_one_length():
    columns = [np.zeros(number, np.int32) for number in (2, 2, 2, 2, 1)]
    with pytest.raises(InputError, match="columns of 2, 2, 2, 2, 1 facts"):
        TemporalGraph(*columns, entities=pa.array(["a"], pa.large_string()), relations=pa.array(["r"]))
