"""Texts become the names and years of a graph that they are most like."""

import numpy as np
import pyarrow as pa
import pytest

pytest.importorskip("rapidfuzz")

from temporal_qa.graph.graph import UNKNOWN_LAST, TemporalGraph
from temporal_qa.models.graph_qa.known import NearestNames


def names(*entities, max_names=3, aliases=None, ids=None, first=1990):
    column = lambda *numbers: np.array(numbers, np.int32)  # noqa: E731
    graph = TemporalGraph(
        column(0, 1), column(0, 0), column(1, 0), column(first, 1995), column(1992, UNKNOWN_LAST),
        pa.array(entities, pa.large_string()), pa.array(["P54"], pa.large_string()), {"train": range(2)},
        time_unit="year", aliases=aliases or {}, entity_ids=ids and pa.array(ids, pa.large_string()),
    )  # fmt: skip
    return NearestNames(graph, max_names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Reds", [("Reds", 0), ("Beds", -1), ("Blues", -4)]),
        ("Reeds", [("Beds", -2), ("Reds", -1), ("Blues", -4)]),
        ("1991", [("1991", 0), ("Beds", -4), ("Reds", -4)]),
        ("1989", [("Beds", -4), ("Reds", -4), ("Blues", -5)]),  # no fact reaches so far back
        ("", [("Beds", -4), ("Reds", -4), ("Blues", -5)]),
    ],
)
def test_years_are_equal_and_names_are_near(text, expected):
    assert sorted(names("Reds", "Blues", "Beds").ranked(text)) == sorted(expected)
    assert [score for _, score in names("Reds", "Blues", "Beds").ranked(text)] == sorted(
        (score for _, score in expected), reverse=True
    )


@pytest.mark.parametrize(("text", "year"), [("44 BC", "44 BC"), ("-43", "44 BC"), ("1 BC", "1 BC"), ("14", "14")])
def test_years_before_1_are_as_labels_write_them(text, year):
    assert names("Reds", "Blues", "Beds", first=-43).ranked(text)[0] == (year, 0)
    assert names("Reds", "Blues", "Beds", first=100).ranked(text)[0][1] < 0


def test_an_entity_is_as_near_as_the_nearest_of_all_that_it_is_called():
    called = names("Reds", "Blues", "Beds", aliases={1: ("Navy", "Redcoats"), 2: ("Sleepers",)})
    assert called.ranked("Redcoat") == [("Blues", -1), ("Reds", -4), ("Beds", -5)]


def test_entities_of_one_name_are_told_apart_as_labels_tell_them():
    called = names("Reds", "Reds", "Beds", ids=["Q1", "Q2", "Q3"])
    assert called.ranked("Reds (Q2)")[0] == ("Reds (Q2)", 0)
    assert called.ranked("Reds") == [("Reds (Q1)", 0), ("Beds", -1), ("Reds (Q2)", -5)]


def test_each_answer_has_a_name_once_and_all_share_one_list():
    chosen, ranked, scores = names("Reds", "Blues", "Beds").of_answers(["Redss", "Red", "1990"])
    assert chosen == ["Reds", "1990"]
    assert ranked == ["1990", "Reds", "Beds"]
    assert scores == [0, -1, -2]
    assert names("Reds", "Blues").of_answers([]) == ([], [], [])
