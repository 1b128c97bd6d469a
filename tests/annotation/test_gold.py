"""Gold questions: confirmed by one annotator, by two who agree, or by the third."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.annotation.gold import ADJUDICATED, AGREED, MAJORITY, ONE, decide, select_rows
from temporal_qa.annotation.verdicts import Judgement
from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row

T, F = True, False


def judged(first, third=(), question="q"):
    some = [Judgement(question, f"a{number}", verdict) for number, verdict in enumerate(first)]
    return some + [Judgement(question, f"t{n}", verdict, adjudication=True) for n, verdict in enumerate(third)]


@pytest.mark.parametrize(
    ("first", "third", "way", "confirmed", "needless"),
    [
        ([T], [], ONE, True, 0),
        ([F], [], ONE, False, 0),
        ([T, T], [], AGREED, True, 0),
        ([F, F], [], AGREED, False, 0),
        ([T, F], [], ADJUDICATED, None, 0),
        ([T, F], [T], ADJUDICATED, True, 0),
        ([F, T], [F], ADJUDICATED, False, 0),
        ([T, F], [T, F], ADJUDICATED, None, 0),
        ([T, F, T], [], MAJORITY, True, 0),
        ([T, T], [F], AGREED, True, 1),
        ([T], [F], ONE, True, 1),
        ([], [T], ADJUDICATED, None, 0),
    ],
)
def test_decisions(first, third, way, confirmed, needless):
    decisions = decide(judged(first, third))
    (decision,) = decisions.all
    assert (decision.way, decision.confirmed, decisions.needless_adjudications) == (way, confirmed, needless)
    assert decision.disputed == (len(set(first)) == 2)


@given(st.dictionaries(st.text(min_size=1), st.tuples(st.lists(st.booleans()), st.lists(st.booleans())), min_size=1))
def test_every_question_is_confirmed_rejected_or_open(verdicts):
    verdicts = {question: given for question, given in verdicts.items() if any(given)}
    decisions = decide(j for question, (first, third) in verdicts.items() for j in judged(first, third, question))
    ids = [decisions.ids(outcome) for outcome in (True, False, None)]
    assert set().union(*ids) == set(verdicts)
    assert sum(map(len, ids)) == sum(sum(counts.values()) for counts in decisions.counts().values()) == len(verdicts)


ROWS = [Row(line, {"id": name, "more": [line]}, "q.jsonl") for line, name in enumerate("cab", 1)]


def test_rows_are_selected_unchanged_and_in_their_order():
    assert list(select_rows(ROWS, {"a", "c"}, {"a", "c"})) == [ROWS[0].values, ROWS[1].values]


@pytest.mark.parametrize(
    ("rows", "judged", "message"),
    [
        (ROWS, {"x", "a"}, "q.jsonl: 1 question with verdicts is not in it, as x"),
        ([*ROWS, ROWS[1]], {"a"}, "q.jsonl:2: the id a occurs twice"),
    ],
)
def test_verdicts_that_do_not_fit_the_rows(rows, judged, message):
    with pytest.raises(InputError) as error:
        list(select_rows(rows, {"a"}, judged))
    assert str(error.value) == message
