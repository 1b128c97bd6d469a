"""Verdicts are merged to one for each annotator and question, with every drop counted; gold questions are confirmed by
one annotator, by two who agree, or by the third."""

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.annotation.verdicts import (
    ADJUDICATED,
    AGREED,
    MAJORITY,
    ONE,
    Dropped,
    Judgement,
    decide,
    merge,
    read_judgements,
    select_rows,
)
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row

YES, NO = Judgement("q", "a", True, "yes"), Judgement("q", "a", False, "no")


@pytest.mark.parametrize(
    ("found", "kept", "drops"),
    [
        ([YES], [YES], {}),
        ([YES, YES], [YES], {Dropped.REPEATED: 1}),
        ([YES, Judgement("q", "a", True, "sure")], [Judgement("q", "a", True, "yes\nsure")], {Dropped.REPEATED: 1}),
        ([YES, Judgement("q", "b", False)], [YES, Judgement("q", "b", False)], {}),
        ([YES, NO], [], {Dropped.CONTRADICTED: 2}),
        ([YES, NO, YES], [], {Dropped.CONTRADICTED: 3}),
        ([Dropped.SKIPPED, YES, Dropped.SKIPPED], [YES], {Dropped.SKIPPED: 2}),
    ],
)
def test_merging(found, kept, drops):
    merged, counted = merge(found)
    assert merged == kept
    assert counted == {reason.value: number for reason, number in drops.items()}


judgements = st.builds(
    Judgement, st.sampled_from("pqr"), st.sampled_from("ab"), st.booleans(), st.sampled_from(["", "c"])
)


@given(st.lists(judgements | st.sampled_from([Dropped.SKIPPED, Dropped.MISSING])), st.randoms())
def test_all_is_kept_or_counted_whatever_the_order(found, random):
    kept, drops = merge(found)
    assert len(kept) + drops.total() == len(found)
    shuffled = random.sample(found, len(found))
    again, drops_again = merge(shuffled)
    assert [(j.id, j.annotator, j.verdict) for j in kept] == [(j.id, j.annotator, j.verdict) for j in again]
    assert drops_again == drops


def test_files_of_verdicts_are_read_as_written(tmp_path):
    some = [NO, Judgement("q é\n", "b", True, "x\ny", adjudication=True)]
    write_json_lines(tmp_path / "a.jsonl", map(asdict, some))
    assert read_judgements(tmp_path / "a.jsonl") == some


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "holds no verdicts"),
        (
            [{"id": "q", "annotator": "a", "verdict": "True"}],
            ":1: expected 'verdict' to be true or false, found 'True'",
        ),
        ([{"annotator": "a", "verdict": True}], ":1: expected 'id' to be a text, found None"),
        ([{"id": "q", "annotator": "a", "verdict": True}] * 2, ":2: a judges question q a second time"),
    ],
)
def test_bad_files_of_verdicts(tmp_path, rows, message):
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(InputError) as error:
        read_judgements(path)
    assert message in str(error.value)


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
