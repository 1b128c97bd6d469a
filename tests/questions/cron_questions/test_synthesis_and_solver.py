"""What is asked and what the solver answers, against brute force by the table of rules."""

from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from questions.cron_questions.small_graphs import RELATIONS, brute_force, graphs

from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import UNKNOWN_LAST, TemporalGraph
from temporal_qa.questions.cron_questions.graph_groups import GraphGroups
from temporal_qa.questions.cron_questions.queries import KINDS, GraphQuery
from temporal_qa.questions.cron_questions.solver import GraphSolver
from temporal_qa.questions.cron_questions.synthesis import MANY_ANSWERS, GraphAsker
from temporal_qa.questions.cron_questions.wordings import graph_wordings, read_question
from temporal_qa.questions.cron_questions.years import RelationRules
from temporal_qa.questions.unsolved import Unanswerable, Unparsable


def every_question(groups, max_answers=100, drops=None):
    rates, drops = dict.fromkeys(KINDS, 1), Counter() if drops is None else drops
    for split, numbers in groups.of_split.items():
        asker = GraphAsker(groups, split, 0, rates, max_answers, drops)
        for group in map(groups.group, map(int, numbers)):
            yield from ((split, question) for question in asker.questions(group, asker.generator(group)))


@settings(max_examples=100)
@given(graphs(), st.integers(0, 9))
def test_synthesis_solver_and_brute_force_agree(drawn, seed):
    graph, events = drawn
    groups = GraphGroups(graph, events, seed)
    solver = GraphSolver(graph, events, graph_wordings().rules_of(graph))
    asked = set()
    for split, question in every_question(groups):
        query = question.query
        assert query not in asked
        asked.add(query)
        assert set(question.answers) == brute_force(graph, events, query), query
        solution = solver.solve(query)
        assert solution.answers == question.answers, query
        named = (query.anchor, query.named, query.named_at)
        assert all(groups.is_of(entity, split) for entity in named if entity is not None)
        assert solution.why(graph)


@settings(max_examples=60)
@given(graphs())
def test_who_was_there_with_somebody_is_asked_where_anybody_else_was(drawn):
    graph, events = drawn
    asked = {question.query: question.answers for _, question in every_question(GraphGroups(graph, events, seed=0))}
    for query, answers in asked.items():
        if query.kind == "time_join" and query.named is not None:
            assert answers != [query.named]
            if query.named_at is None:
                assert (query.named in answers) is (RELATIONS[query.relation] in ("P54", "P39"))


@settings(max_examples=60)
@given(graphs(), st.integers(1, 3))
def test_what_has_more_answers_than_are_allowed_is_not_asked_and_all_else_is(drawn, most):
    groups = GraphGroups(*drawn, seed=0)
    every = {question.query: question.answers for _, question in every_question(groups)}
    drops = Counter()
    asked = {question.query: question.answers for _, question in every_question(groups, most, drops)}
    assert asked == {query: answers for query, answers in every.items() if len(answers) <= most}
    too_many = Counter(MANY_ANSWERS.format(query.kind) for query, answers in every.items() if len(answers) > most)
    assert {reason: n for reason, n in drops.items() if reason in set(map(MANY_ANSWERS.format, KINDS))} == too_many


def marriages(couples):
    """A graph of ``(subject, object, first, last)``, all of one relation."""
    subject, object, first, last = np.array(couples, np.int32).T
    relation = np.full_like(subject, RELATIONS.index("P26"))
    names, relations = (pa.array(each, pa.large_string()) for each in ("abcdef", RELATIONS))
    splits = {"train": range(len(couples))}
    return TemporalGraph(subject, relation, object, first, last, names, relations, splits, time_unit="year")


NO_EVENTS = Events(*np.zeros((3, 0), np.int32))


@settings(max_examples=60)
@given(st.lists(st.tuples(*(st.integers(0, most) for most in (3, 3, 9, 4))), min_size=1, max_size=8))
def test_questions_on_marriages_have_the_answers_of_a_graph_that_states_them_both_ways(drawn):
    couples = [(a, b, first, first + more) for a, b, first, more in drawn]
    both_ways = marriages(couples + [(b, a, *years) for a, b, *years in couples])
    for _, question in every_question(GraphGroups(marriages(couples), NO_EVENTS, seed=0)):
        assert set(question.answers) == brute_force(both_ways, NO_EVENTS, question.query), question.query


@pytest.mark.parametrize(
    ("couples", "is_asked"),
    [
        ([(0, 1, 1990, 1994)], True),
        ([(0, 1, 1990, 1994), (2, 0, 1980, 1985)], False),
        ([(0, 1, 1990, 1994), (2, 0, 1980, 1985), (0, 2, 1980, 1985)], True),
    ],
)
def test_a_first_marriage_is_asked_about_where_no_spouse_states_an_earlier_one(couples, is_asked):
    query = GraphQuery("first_last", RELATIONS.index("P26"), 0, "subject", direction="first", answer_type="entity")
    found = {question.query for _, question in every_question(GraphGroups(marriages(couples), NO_EVENTS, seed=0))}
    assert (query in found) is is_asked


def test_who_and_when_was_the_first_and_the_last_are_asked():
    graph = marriages([(0, 1, 1990, 1994), (1, 0, 1990, 1994), (0, 2, 1995, 1999), (2, 0, 1995, 1999)])
    asked = {question.query: question.answers for _, question in every_question(GraphGroups(graph, NO_EVENTS, seed=0))}
    of_marriage = partial(GraphQuery, "first_last", RELATIONS.index("P26"), 0, "subject")
    assert asked[of_marriage(direction="first", answer_type="entity")] == [1]
    assert asked[of_marriage(direction="last", answer_type="entity")] == [2]
    assert asked[of_marriage(direction="first", answer_type="time")] == [1990]


@given(graphs(), st.data())
def test_however_long_a_fact_without_an_end_holds_the_answers_are_the_same(drawn, data):
    graph, events = drawn
    some = data.draw(st.lists(st.integers(0, len(graph) - 1), min_size=1, max_size=4, unique=True))
    endless = [number for number in some if RELATIONS[graph.relation[number]] != "P166"]  # an award is of one year
    told = np.append(np.delete(graph.last, endless), graph.first).max()
    open_last, closed_last = graph.last.copy(), graph.last.copy()
    for number in endless:
        open_last[number] = UNKNOWN_LAST
        closed_last[number] = data.draw(st.integers(int(graph.first[number]), int(told)))
    groups = GraphGroups(replace(graph, last=open_last), events, seed=0)
    for _, question in every_question(groups):
        assert set(question.answers) == brute_force(replace(graph, last=closed_last), events, question.query)


@settings(max_examples=30)
@given(graphs())
def test_each_wording_is_read_back_as_the_query_that_it_asks(drawn):
    graph, events = drawn
    groups = GraphGroups(graph, events, seed=0)
    relations = {relation: number for number, relation in groups.relations.items()}
    numbers = {name: number for number, name in enumerate(graph.entities.to_pylist())}
    for split, question in every_question(groups):
        query, group_relation = question.query, RELATIONS[question.query.relation]
        names = {name: f"n{value}" for name in ("anchor", "named", "named_at", "event")
                 if (value := getattr(query, name)) is not None}  # fmt: skip
        for wording in graph_wordings().by_use[group_relation, query.shape, query.role, query.direction]:
            if wording.split != split:
                continue
            text, spans = wording.fill(names | {"year": str(query.year)})
            assert {slot: text[slice(*span)] for slot, span in spans.items()}.items() <= (
                names | {"year": str(query.year)}
            ).items()
            assert read_question(text, relations, numbers.get, set(events.entity.tolist()).__contains__) == query, text


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"kind": "simple_time"}, "a simple_time question with an anchor only"),
        ({"kind": "simple_entity", "named": 1}, "a simple_entity question with named"),
        ({"kind": "first_last"}, "direction None, expected first or last"),
        ({"kind": "before_after", "named": 1, "direction": "first"}, "direction 'first', expected before or after"),
        ({"kind": "time_join", "named": 1, "direction": "first"}, "direction 'first', expected none"),
        ({"kind": "time_join", "named_at": 1}, "a time_join question with named_at"),
    ],
)
def test_what_fits_no_shape_is_refused(told, fault):
    with pytest.raises(Unparsable, match=fault):
        GraphQuery(**({"relation": 0, "anchor": 0, "role": "subject"} | told))


@settings(max_examples=20)
@given(graphs())
def test_what_nothing_answers_says_why(drawn):
    graph, events = drawn
    solver = GraphSolver(graph, events, RelationRules())
    year = int(graph.last.max()) + 1
    with pytest.raises(Unanswerable):
        solver.solve(GraphQuery("simple_entity", 0, 0, "subject", year=year))
    anchor, relation = int(graph.object[0]), int(graph.relation[0])
    with pytest.raises(Unanswerable, match="is not an event"):
        solver.solve(GraphQuery("time_join", relation, anchor, "object", event=0))


def test_the_years_of_several_stints_are_told_apart():
    stints = [(0, 2, 1982, 1985), (0, 2, 1990, 1990), (1, 2, 1984, 1984), (1, 2, 1987, 1988)]
    subject, object, first, last = (np.array(column, np.int32) for column in zip(*stints, strict=True))
    names, relations = (pa.array(texts, pa.large_string()) for texts in (["Bob", "Ann", "Red"], ["P54"]))
    graph = TemporalGraph(
        subject, np.zeros_like(subject), object, first, last, names, relations, {"train": range(4)}, time_unit="year"
    )
    no_events = Events(*(np.array([], np.int32) for _ in range(3)))
    solver = GraphSolver(graph, no_events, RelationRules())
    solution = solver.solve(GraphQuery("time_join", relation=0, anchor=2, role="object", named=0))
    assert solution.answers == [1]
    assert solution.why(graph)[0] == "the years are 1982 to 1985, 1990"
    in_1990 = solver.solve(GraphQuery("simple_entity", relation=0, anchor=2, role="object", year=1990))
    assert in_1990.why(graph)[0] == "the year is 1990"
    last = solver.solve(GraphQuery("first_last", relation=0, anchor=2, role="object", direction="last"))
    assert (last.answers, last.why(graph)[0]) == ([0], "the year is 1990")


def test_who_held_an_office_while_somebody_was_at_another_counts_only_the_years_there():
    """Entities 0 to 2 are people, 3 to 5 offices: 0 held 4 in 1990 and 5 in 1995; 1 and 2 held 3 then."""
    held = [(0, 4, 1990, 1990), (0, 5, 1995, 1995), (1, 3, 1990, 1990), (2, 3, 1995, 1995)]
    solver = GraphSolver(marriages(held), NO_EVENTS, RelationRules())
    while_at = partial(GraphQuery, "time_join", RELATIONS.index("P26"), 3, "object", named=0)
    assert [solver.solve(while_at(named_at=office)).answers for office in (4, 5)] == [[1], [2]]
