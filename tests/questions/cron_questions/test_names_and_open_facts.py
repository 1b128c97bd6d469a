"""Names that several have, relations under several names, and facts that may last: what is not asked, and what is."""

import random
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest

from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import UNKNOWN_LAST, TemporalGraph
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.drops import DropLog
from temporal_qa.io.row import Row
from temporal_qa.questions.cron_questions.graph_files import read_graph_and_events
from temporal_qa.questions.cron_questions.graph_groups import NO_YEARS, SPLITS, GraphGroups, unique_names
from temporal_qa.questions.cron_questions.graph_rows import GraphRowSolver
from temporal_qa.questions.cron_questions.queries import KINDS, GraphQuery
from temporal_qa.questions.cron_questions.record import FactContexts, question_row
from temporal_qa.questions.cron_questions.synthesis import GraphAsker
from temporal_qa.questions.cron_questions.wordings import wordings_of_split
from temporal_qa.questions.unsolved import Unanswerable


def graph_of(rows, names, ids=None):
    """Facts of P54 ``(player, team, first, last)`` by numbers of entities; a last year of None is not known."""
    subject, object, first, last = zip(*rows, strict=True)
    last = [UNKNOWN_LAST if year is None else year for year in last]
    columns = (np.array(column, np.int32) for column in (subject, [0] * len(rows), object, first, last))
    texts = [None if each is None else pa.array(each, pa.large_string()) for each in (names, ["P54"], ids)]
    return TemporalGraph(
        *columns, texts[0], texts[1], {"train": range(len(rows))}, entity_ids=texts[2], time_unit="year"
    )


REASON = "unanswerable: nobody and nothing else holds then"
NO_EVENTS = Events(*(np.array([], np.int32) for _ in range(3)))


def asked(graph, events=NO_EVENTS):
    groups = GraphGroups(graph, events, seed=0)
    for split in SPLITS:
        asker = GraphAsker(groups, split, 0, dict.fromkeys(KINDS, 1), 100, Counter())
        for number in groups.of_split[split].tolist():
            group = groups.group(number)
            yield from asker.questions(group, asker.generator(group))


def test_a_row_has_the_ids_of_its_entities_and_years_as_they_are():
    graph = graph_of([(0, 1, 1990, 1994)], ["Ann", "Lions"], ["Q1", "Q2"])
    found = {}
    for question in asked(graph):
        query = question.query
        wording = wordings_of_split("train", "P54", query.shape, query.role, query.direction)[0]
        answers = [graph.names[one] if query.answer_type == "entity" else str(one) for one in question.answers]
        row = question_row(question, wording, graph, answers, "s-0", random.Random(0))
        found.setdefault(row["answer_type"], []).append((row["answers"], row["answer_ids"]))
    assert (["Lions"], ["Q2"]) in found["entity"]
    assert (["1990"], ["1990"]) in found["time"]


@pytest.mark.parametrize(
    ("names", "ids", "unique"),
    [
        (["Ann", "Bob"], None, [True, True]),
        (["Ann", "Ann"], ["1", "2"], [False, False]),
        (["Ann", "Bob"], ["1", "2"], [True, True]),
        (["2", "Bob"], ["1", "2"], [False, True]),  # "2" is read as the id of Bob
        (["1", "Bob"], ["1", "2"], [True, True]),
        (["Ann ", "B\nb"], None, [False, False]),
        (["\x07Ann", "Bob\x07"], None, [False, False]),
        (["A", "Bo  b"], None, [True, True]),
        (["علی\u200cرضا", "शक्\u200dति"], None, [True, True]),  # with the joiners of their scripts
        (["\u200cAnn", "Bo\u200bb"], None, [False, False]),
        (["B\u2028b", "Bo\u00a0"], None, [False, False]),
    ],
)
def test_a_name_is_of_one_entity_and_can_be_written(names, ids, unique):
    graph = graph_of([(0, 1, 1990, 1991)], names, ids)
    assert unique_names(graph.entities, graph.entity_ids).tolist() == unique


@pytest.mark.parametrize(
    ("name", "may_answer"),
    [("Ann", True), ("Ke$ha", True), ("A$andB", True), ("A $and B", False), ("A $AND B", False), ("$and B", False),
     ("A $and", False), ("A\nB", False), (" A", False)],
)  # fmt: skip
def test_a_name_that_a_text_cannot_give_answers_nothing(name, may_answer):
    names = [name] + [f"n{number}" for number in range(20)]
    graph = graph_of([(0, 1 + n, 1990 + n, 1990 + n) for n in range(20)], names)
    answers = [question.answers for question in asked(graph) if question.query.answer_type == "entity"]
    assert ([0] in answers) is may_answer
    assert any(0 not in each for each in answers) is (name not in ("A\nB", " A"))  # as an anchor, in one line


@pytest.mark.parametrize(("name", "are_asked"), [("War", False), ("Peace", True)])
def test_an_event_whose_name_another_has_is_not_asked_about(name, are_asked):
    names = [f"n{number}" for number in range(20)] + ["War", name]
    graph = graph_of([(n, 10 + n % 10, 1990, 1999) for n in range(10)], names, [f"Q{n}" for n in range(22)])
    events = Events(np.array([20, 21], np.int32), np.array([1990, 1990], np.int32), np.array([1999, 1999], np.int32))
    found = {question.query.event for question in asked(graph, events)} - {None}
    assert bool(found) is are_asked


CLOSED = [(0, 3, 1990, 2000), (1, 3, 1990, 2000), (2, 4, 2005, 2006)]


@pytest.mark.parametrize(
    ("stints", "last"),
    [
        ([], {(0, 1)}),  # both left in 2000
        ([(0, 3, 2001, None), (1, 3, 2001, None)], set()),  # one of them will be the last
        ([(0, 3, 2001, None)], set()),  # she may have left in 2001, or stay: known is 2000
        ([(0, 3, 2001, 2003), (0, 3, 2003, None)], {(0,)}),  # whenever she leaves
        (
            [(0, 3, 2006, 2006), (1, 3, 2006, 2006), (0, 3, 2006, None)],
            set(),
        ),  # she may stay longer than any fact tells
    ],
)
def test_who_is_last_is_asked_where_no_open_fact_may_change_it(stints, last):
    found, first = set(), set()
    for number in range(12):  # other names, so that the team is of each split
        names = [f"{number} {n}" for n in ("x", "y", "z", "T", "U")]
        for one in asked(graph_of(CLOSED + stints, names)):
            if (one.query.kind, one.query.anchor, one.query.answer_type) == ("first_last", 3, "entity"):
                (found if one.query.direction == "last" else first).add(tuple(one.answers))
    assert (first, found) == ({(0, 1)}, last)


def test_a_context_tells_entities_of_one_name_apart():
    graph = graph_of([(0, 2, 1990, 1991), (1, 2, 1992, 1993)], ["Ann", "Ann", "Reds"], ["Q1", "Q2", "Q3"])
    groups = GraphGroups(graph, NO_EVENTS, seed=0)
    group = groups.group(2)  # around the team
    query = GraphQuery("first_last", 0, 2, group.role, direction="first")
    assert FactContexts(groups, 0, 5).context(query, group, "q").splitlines() == [
        "Ann (Q1) played for Reds from 1990 to 1991.", "Ann (Q2) played for Reds from 1992 to 1993.",
    ]  # fmt: skip


def test_a_context_tells_the_aliases_of_its_question():
    graph = graph_of([(0, 2, 1990, 1991), (1, 2, 1992, 1993)], ["Ann", "Bo", "Reds"])
    query = GraphQuery("before_after", 0, 2, GraphGroups(graph, NO_EVENTS, 0).group(2).role, named=0, direction="after")
    row = {"entities": [{"slot": "named", "name": "Annie"}, {"slot": "anchor", "name": "Reds"}]}
    contexts = FactContexts(GraphGroups(graph, NO_EVENTS, seed=0), 0, 5)
    assert contexts.aliases(query, row) == "Annie is another name of Ann.\n"


@pytest.mark.parametrize("is_event", [False, True])
def test_a_holder_that_is_an_event_is_not_named_as_one_of_the_others(is_event):
    events = Events(*np.array([[0], [1990], [1991]])) if is_event else NO_EVENTS
    kinds = {
        one.query.kind
        for number in range(12)
        for one in asked(graph_of([(0, 2, 1990, 1992), (1, 2, 1991, 1995)], [f"{number} {n}" for n in "xyT"]), events)
        if one.query.named == 0
    }
    assert kinds & {"time_join"} == (set() if is_event else {"time_join"})


def test_facts_without_an_end_are_counted():
    drops = DropLog()
    GraphGroups(graph_of([(0, 1, 1990, None), (0, 1, 1980, 1985)], ["Ann", "Reds"]), NO_EVENTS, 0, drops)
    assert drops == {NO_YEARS: 1}


@pytest.mark.parametrize(
    ("query", "answers"),
    [
        ({"kind": "simple_time", "named": "t"}, ["1990", "1991"]),
        ({"kind": "simple_time", "named": "t", "answer_type": "entity"}, ["1990", "1991"]),
        ({"kind": "first_last", "named": "t", "direction": "last"}, ["1991"]),
        ({"kind": "first_last", "direction": "first"}, ["t"]),
        ({"kind": "first_last", "direction": "first", "answer_type": "time"}, ["1990"]),
    ],
    ids=str,
)
def test_what_a_query_asks_for_need_not_be_told_where_its_shape_tells(tmp_path, query, answers):
    fact = {"subject": "a", "subject_id": "Q1", "relation": "P54", "object": "t", "object_id": "Q2"}
    write_json_lines(tmp_path / "facts.jsonl", [fact | {"start": "1990", "end": "1991"}])
    solver = GraphRowSolver(tmp_path / "facts.jsonl")
    row = {"anchor": "a", "relation": "P54"} | query
    assert solver.solve(row).answers == answers
    in_ids = solver.solve_labelled(row | {"answers": [{"t": "Q2"}.get(each, each) for each in answers]})
    assert in_ids.answers == [{"t": "Q2"}.get(each, each) for each in answers]
    assert in_ids.evidence()[-1] == "a | P54 | t | from 1990 to 1991"


def test_a_year_before_the_first_is_written_with_its_era_and_read_either_way(tmp_path):
    fact = {"subject": "Caesar", "relation": "P39", "object": "dictator", "start": "-0048", "end": "-0043"}
    write_json_lines(tmp_path / "facts.jsonl", [fact])
    solver = GraphRowSolver(tmp_path / "facts.jsonl")
    when = {"anchor": "Caesar", "named": "dictator", "relation": "P39", "kind": "first_last", "direction": "last"}
    solution = solver.solve(when)
    assert solution.answers == ["44 BC"]
    gaps = dict.fromkeys(("year", "event", "named_at", "answer_type", "role"), float("nan"))  # pandas fills gaps so
    assert solver.solve(when | gaps).answers == ["44 BC"]
    assert solution.evidence()[-1] == "Caesar | P39 | dictator | from 49 BC to 44 BC"
    assert solver.solve_labelled(when | {"answers": ["-43"]}).answers == ["-43"]  # as released labels are
    assert solver.solve_labelled(when | {"answer": "-43"}).answers == ["-43"]
    assert solver.solve_labelled(when | {"answers": ["-44"]}).answers == ["44 BC"]
    for year in (-43, -43.0, "-43", "44 BC"):  # pandas has -43.0, where other rows have no year
        assert solver.solve({"anchor": "Caesar", "relation": "P39", "kind": "simple_entity", "year": year}).answers
    with pytest.raises(Unanswerable):
        solver.solve({"anchor": "Caesar", "relation": "P39", "kind": "simple_entity", "year": "43 BC"})
    assert solver.solve({"question": "Who served as dictator in 49 BC?"}).answers == ["Caesar"]


@pytest.mark.parametrize(
    ("anchor", "named", "role"),
    [
        ("a", None, "subject"), ("t", None, "object"), ("u", None, "subject"),
        ("a", "u", "subject"), ("u", "a", "subject"), ("t", "a", "object"), ("t", "u", "object"),
        ("both", None, "subject"), ("both", "w", "object"), ("both", "x", "subject"),
    ],
)  # fmt: skip
def test_the_end_at_which_an_anchor_stands_is_the_subject_where_it_has_no_facts(tmp_path, anchor, named, role):
    fact = {"relation": "P54", "start": "1990", "end": "1991"}
    other = {"subject": "u", "object": "v", "relation": "P39"}
    pairs = (("a", "t"), ("both", "x"), ("w", "both"))
    facts = [fact | {"subject": subject, "object": object} for subject, object in pairs]
    write_json_lines(tmp_path / "facts.jsonl", [*facts, fact | other])
    asked = {"kind": "simple_time", "named": named} if named else {"kind": "simple_entity", "year": 1990}
    query = GraphRowSolver(tmp_path / "facts.jsonl").query(asked | {"relation": "P54", "anchor": anchor})
    assert query.role == role


def test_predictions_of_a_file(tmp_path):
    fact = {"subject": "a", "relation": "P54", "object": "t", "start": "1990", "end": "1991"}
    write_json_lines(tmp_path / "facts.jsonl", [fact])
    asked = {"kind": "simple_entity", "anchor": "a", "relation": "P54"}
    rows = [Row(1, asked | {"id": "x", "year": 1990}), Row(2, asked | {"year": 1999})]
    assert list(GraphRowSolver(tmp_path / "facts.jsonl").rows(rows)) == [
        {"id": "x", "answers": ["t"], "answer_ids": ["t"], "text": "t",
         "why": ["the year is 1990", "a | P54 | t | from 1990 to 1991"]},
        {"id": "line_2", "answers": [], "answer_ids": [], "text": "", "why": [], "reason": REASON},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "answers", "told"),
    [
        ({"kind": "first_last", "direction": "last"}, ["b"], "not counted: c | P39 | king | from 2000, no end"),
        ({"kind": "simple_entity", "year": 2005}, [], "; not counted: c | P39 | king | from 2000, no end"),
        ({"kind": "simple_time", "named": "b"}, ["1996", "1997"], "b | P39 | king | from 1996 to 1997"),
        ({"kind": "simple_entity", "relation": "P26", "anchor": "d", "role": "subject", "year": 1990}, [],
         "; not counted: b | P26 | d | from 1990 to 1995"),
    ],
)  # fmt: skip
def test_facts_that_may_change_an_answer_are_told(tmp_path, query, answers, told):
    king = {"relation": "P39", "object": "king"}
    write_json_lines(tmp_path / "facts.jsonl", [
        king | {"subject": "b", "start": "1996", "end": "1997"}, king | {"subject": "c", "start": "2000"},
        {"subject": "b", "relation": "P26", "object": "d", "start": "1990", "end": "1995"},
    ])  # fmt: skip
    row = {"id": "x", "relation": "P39", "anchor": "king", "role": "object"} | query
    (made,) = GraphRowSolver(tmp_path / "facts.jsonl").rows([Row(1, row)])
    assert made["answers"] == answers
    assert (made["why"][-1] if answers else made["reason"]).endswith(told)


def test_predictions_for_labels_in_ids_are_in_ids(tmp_path):
    fact = {"subject": "a", "subject_id": "Q1", "relation": "P54", "object": "t", "object_id": "Q2"}
    write_json_lines(tmp_path / "facts.jsonl", [fact | {"start": "1990", "end": "1991"}])
    released = {"id": "0", "question": "Which team did a play for in 1990?", "answers": ["Q2"], "answer_ids": ["Q2"]}
    (predicted,) = GraphRowSolver(tmp_path / "facts.jsonl").rows([Row(1, released)])
    assert (predicted["answers"], predicted["answer_ids"], predicted["text"]) == (["Q2"], ["Q2"], "Q2")


def test_the_solver_takes_an_event_that_occurs_in_nothing_but_its_own_span(tmp_path):
    fact = {"relation": "P54", "start": "1990", "end": "1991"}
    war = {"subject": "war", "relation": "P793", "object": "occurrence", "start": "1980", "end": "1985"}
    write_json_lines(tmp_path / "facts.jsonl", [fact | {"subject": "a", "object": "t"}, war])
    write_json_lines(tmp_path / "events.jsonl", [{"id": "war", "start": "1991", "end": "1992"}])
    question = {"question": "Who played for t during war?"}
    assert GraphRowSolver(tmp_path / "facts.jsonl", tmp_path / "events.jsonl").solve(question).answers == ["a"]
    with pytest.raises(Unanswerable):
        GraphRowSolver(tmp_path / "facts.jsonl").solve(question)


def test_a_relation_under_two_names_is_one(tmp_path):
    fact = {"subject": "a", "start": "1990", "end": "1991"}
    write_json_lines(tmp_path / "facts.jsonl", [
        fact | {"relation": "P54", "object": "t"}, fact | {"relation": "member of sports team", "object": "u"},
    ])  # fmt: skip
    solver = GraphRowSolver(tmp_path / "facts.jsonl")
    for relation in ("P54", "member of sports team"):
        row = {"kind": "simple_entity", "anchor": "a", "relation": relation, "year": 1990}
        assert solver.solve(row).answers == ["t", "u"]
    assert solver.solve({"question": "Which team did a play for in 1990?"}).answers == ["t", "u"]
    assert len(solver.graph) == 2
    write_json_lines(tmp_path / "facts.jsonl", [
        fact | {"relation": relation, "object": "t"} for relation in ("P54", "member of sports team")
    ])  # fmt: skip
    drops = DropLog()
    graph, _ = read_graph_and_events(tmp_path / "facts.jsonl", drops=drops)
    assert (len(graph), list(graph.splits.values()), drops) == (1, [range(1)], {"a fact stated again in its split": 1})
