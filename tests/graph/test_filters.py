"""Known answers of queries, against a loop over all facts."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.graph import filters
from temporal_qa.graph.filters import KnownAnswers, known_span, open_span, published_spans, published_times
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, TemporalGraph

ENTITIES, RELATIONS = 5, 2


def graph_of(facts):
    columns = np.array(facts, np.int32).reshape(-1, 5).T
    names, relations = (pa.array([f"{what}{n}" for n in range(count)], pa.large_string())
                        for what, count in (("e", ENTITIES), ("r", RELATIONS)))  # fmt: skip
    return TemporalGraph(*columns, names, relations, {"train": range(len(facts))}, names, relations, "year")


entity, relation = st.integers(0, ENTITIES - 1), st.integers(0, RELATIONS - 1)
fact = st.builds(
    lambda subject, relation, object, first, length, known: (
        subject, relation, object, first if known != "last" else UNKNOWN_FIRST,
        first + length if known != "first" else UNKNOWN_LAST,
    ),
    entity, relation, entity, st.integers(-3, 6), st.integers(0, 5), st.sampled_from(["both", "both", "first", "last"]),
)  # fmt: skip
queries = st.lists(st.tuples(entity, relation, st.integers(-12, 20)), max_size=8)


@given(st.lists(fact, min_size=1, max_size=15), queries, st.booleans(), st.integers(1, 6))
def test_pairs_are_those_of_a_loop(facts, asked, inverse, at_once):
    graph = graph_of(facts)
    start, end = min(graph.times), max(graph.times)
    expected = sorted({
        (place, subject if inverse else object)
        for place, (given, wanted, time) in enumerate(asked)
        for subject, relation, object, first, last in facts
        if relation == wanted and given == (object if inverse else subject)
        and (start if first == UNKNOWN_FIRST else first) <= time <= (end if last == UNKNOWN_LAST else last)
    })  # fmt: skip
    columns = np.array(asked, np.int32).reshape(-1, 3).T
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filters, "_PAIRS_AT_ONCE", at_once)
        place, answer = KnownAnswers(graph, inverse=inverse).pairs(*columns)
    assert list(zip(place.tolist(), answer.tolist(), strict=True)) == expected
    assert answer.dtype == np.int32


def test_a_graph_without_facts_answers_nothing():
    empty = np.empty(0, np.int32)
    known = KnownAnswers(graph_of([]), spans=(empty, empty))
    assert [column.tolist() for column in known.pairs(*np.zeros((3, 2), np.int32))] == [[], []]


def test_an_unknown_end_is_read_in_three_ways():
    facts = [(0, 0, 1, 3, 5), (0, 0, 2, UNKNOWN_FIRST, 4), (0, 1, 3, 6, UNKNOWN_LAST), (1, 0, 1, 3, 3)]
    graph = graph_of(facts)
    assert [column.tolist() for column in known_span(graph.first, graph.last)] == [[3, 4, 6, 3], [5, 4, 6, 3]]
    assert [column.tolist() for column in open_span(graph)] == [[3, 3, 6, 3], [5, 4, 6, 3]]
    # of the times 3, 4, 5, 6: a fact leaves in the year of its end, and one without an end never
    first, last = published_spans(graph)
    assert (first.tolist()[0], first.tolist()[2:], last.tolist()) == (0, [3, 0], [1, 0, 4, -1])


@pytest.mark.parametrize(
    ("time", "answer", "looked_at"),
    [
        ([1, 2, 3], [4, 2, 7], [4, 4, 7]),
        ([3, 2, 1], [4, 2, 7], [7, 7, 7]),
        ([1, 1, 0], [5, 9, 6], [6, 9, 6]),  # of one time in their order
    ],
)
def test_published_times_are_the_highest_answer_so_far(time, answer, looked_at):
    assert published_times(np.array(time, np.int32), np.array(answer, np.int32)).tolist() == looked_at
