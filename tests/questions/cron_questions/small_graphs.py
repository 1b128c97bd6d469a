"""Random small graphs, and what answers a query by the rules, year by year and fact by fact."""

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import TemporalGraph

RELATIONS = ("P54", "P39", "P166", "P108", "P26")
PEOPLE, PLACES, EVENTS = 6, 3, 2


@st.composite
def graphs(draw):
    """A graph of a few people, places and events, with ties, points, gaps and repeated stints.

    Most facts are of offices (P39), about which people at other offices are asked.
    """
    rows = draw(
        st.lists(
            st.tuples(
                st.integers(0, PEOPLE - 1), st.sampled_from((1,) * 8 + (0, 2, 3, 4)),
                st.integers(PEOPLE, PEOPLE + PLACES - 1), st.integers(-2, 9), st.integers(0, 4),
            ),
            min_size=1, max_size=25, unique=True,
        )
    )  # fmt: skip
    subject, relation, object, first, length = (np.array(column, np.int32) for column in zip(*rows, strict=True))
    names = [f"n{number}" for number in range(PEOPLE + PLACES + EVENTS)]
    graph = TemporalGraph(
        subject, relation, object, first, first + length, pa.array(names, pa.large_string()),
        pa.array(RELATIONS, pa.large_string()), {"train": range(len(rows))}, time_unit="year",
    )  # fmt: skip
    start = draw(st.lists(st.integers(-2, 9), min_size=EVENTS, max_size=EVENTS))
    starts = np.array(start, np.int32)
    entities = np.arange(PEOPLE + PLACES, PEOPLE + PLACES + EVENTS, dtype=np.int32)
    return graph, Events(entities, starts, starts + 2)


def brute_force(graph, events, query):
    """The answers by the table of rules: K(s, r, o) is a set of years, and everything is looked up in it."""
    held = {}
    for subject, relation, object, first, last in zip(*(column.tolist() for column in graph.columns), strict=True):
        if relation == query.relation:
            pair = (subject, object) if query.role == "subject" else (object, subject)
            held.setdefault(pair, set()).update(range(first, last + 1))
    around = {other: years for (anchor, other), years in held.items() if anchor == query.anchor}
    every = sorted({year for years in around.values() for year in years})
    in_year = lambda year: {other for other, years in around.items() if year in years}  # noqa: E731
    spans = {e: set(range(f, last + 1)) for e, f, last in zip(*map(np.ndarray.tolist, events), strict=True)}
    if query.kind == "simple_time":
        return around[query.named]
    if query.kind == "simple_entity":
        return in_year(query.year)
    if query.kind == "first_last":
        years = around[query.named] if query.named is not None else every
        year = min(years) if query.direction == "first" else max(years)
        return {year} if query.answer_type == "time" else in_year(year)
    if query.kind == "before_after":
        years = spans[query.event] if query.event is not None else around[query.named]
        excepted = {query.named, query.event}
        before = query.direction == "before"
        for year in reversed(every) if before else every:
            if (year < min(years) if before else year > max(years)) and in_year(year) - excepted:
                return in_year(year) - excepted
        return set()
    if query.event is not None:
        years, excepted = spans[query.event], set()
    elif query.named_at is not None:
        years, excepted = held[query.named_at, query.named], set()
    else:
        counted = RELATIONS[query.relation] in ("P54", "P39")
        years, excepted = around[query.named], set() if counted else {query.named}
    return {other for year in years for other in in_year(year)} - excepted
