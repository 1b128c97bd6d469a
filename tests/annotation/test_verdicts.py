"""Verdicts are merged to one for each annotator and question, and every drop is counted."""

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.annotation.verdicts import Dropped, Judgement, merge, read_judgements
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError

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
