"""Arrow tables made column by column equal the rows of the records."""

import random

import pyarrow as pa
import pytest

from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.fiction.pseudo_questions import PseudoQuestion, PseudoRecipe, block_questions
from temporal_qa.fiction.pseudo_tables import pseudo_features, question_table
from temporal_qa.questions.complex_tr.record import Question, question_features
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact

SCHEMA = pseudo_features().arrow_schema


@pytest.fixture(scope="module")
def questions():
    return block_questions(PseudoRecipe(PseudoWorld(1)), 0, 400)


def row(pseudo):
    own = ("shift_months", "source_group", "instruction", "target")
    return pseudo.question.to_row() | {column: getattr(pseudo, column) for column in own}


def test_features_are_those_of_every_question_and_four_more():
    own, every = list(question_features()), list(pseudo_features())
    assert every == [*own, "shift_months", "source_group", "instruction", "target"]
    assert {name: pseudo_features()[name] for name in own} == dict(question_features())
    assert SCHEMA.field("shift_months").type == pa.int32()


def test_every_row_is_its_record(questions):
    table = question_table(questions, SCHEMA)
    assert table.schema.equals(SCHEMA, check_metadata=True)
    assert table.column_names == list(pseudo_features())
    assert table.to_pylist() == [row(pseudo) for pseudo in questions]
    table.validate(full=True)
    assert all(column.null_count == 0 for column in table.columns)


def test_any_choice_in_any_order_gives_those_rows(questions):
    rng = random.Random(0)
    for size in (0, 1, 2, 17):
        some = rng.sample(questions, size)
        table = question_table(some, SCHEMA)
        assert table.schema.equals(SCHEMA, check_metadata=True)
        assert table.to_pylist() == [row(pseudo) for pseudo in some]
    assert question_table(questions[:3] * 2, SCHEMA).to_pylist() == [row(pseudo) for pseudo in questions[:3] * 2]


def test_the_questions_of_a_group_share_its_facts_each_in_an_order_of_its_own(questions):
    some = [pseudo for pseudo in questions if pseudo.question.subject == questions[0].question.subject]
    assert len(some) > 4
    assert question_table(some, SCHEMA).to_pylist() == [row(pseudo) for pseudo in some]
    assert len({tuple(pseudo.question.facts) for pseudo in some}) > 1


def test_equal_facts_that_are_two_objects_and_dates_before_christ():
    def fact(name):
        return Fact("Ann", "P54", name, CalendarDate(-43, 3, 15), CalendarDate(0, 12), "S1", "Q1", "person", "team")

    def pseudo(id_, facts, month):
        question = Question(id_, "Who?", ("Ä", "B"), "l3_offset", "P54", "Ann", month, facts, "…\n")
        return PseudoQuestion(question, -1200, "G", "x", "y")

    questions = [pseudo("a", (fact("Ä"), fact("B")), -43 * 12), pseudo("b", (fact("B"),), 24_240), pseudo("c", (), 0)]
    table = question_table(questions, SCHEMA)
    assert table.to_pylist() == [row(each) for each in questions]
    assert table["facts"].to_pylist()[0][0]["start"] == "-0043-03"
    assert table["reference_date"].to_pylist() == ["-0043-01", "2020-01", "0000-01"]
    assert table["future"].to_pylist() == [False, True, False]
