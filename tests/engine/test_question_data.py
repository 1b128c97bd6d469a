"""Where questions come from."""

import json
import re

import pytest

from temporal_qa.engine.question_data import (
    PseudoQuestions,
    StoredQuestions,
    changes,
    load_rows,
    read_source,
    rows_hash,
)
from temporal_qa.io.errors import InputError

INVENTED = PseudoQuestions(1200, seed=4, invent=True, resample=False)


def test_a_file_a_folder_and_rows_in_memory_hold_the_same(tmp_path):
    rows = [{"id": str(n), "question": f"Q{n}?", "answers": ["a", "b"], "fact_context": "F."} for n in range(5)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "some").mkdir()
    (tmp_path / "some/train.jsonl").write_text(lines)
    from_file = load_rows(StoredQuestions(str(tmp_path / "some/train.jsonl")))
    from_folder = load_rows(StoredQuestions(str(tmp_path / "some"), None, "train"))
    assert from_file == from_folder == rows
    assert rows_hash(from_file) == rows_hash(rows) != rows_hash(rows[:-1])


def test_invented_questions_are_the_same_each_epoch_or_new_ones():
    from dataclasses import replace

    first = load_rows(INVENTED, 0)
    assert len(first) == 1200
    assert rows_hash(load_rows(INVENTED, 1)) == rows_hash(first)
    endless = replace(INVENTED, new_each_epoch=True)
    second = load_rows(endless, 1)
    assert rows_hash(load_rows(endless, 0)) == rows_hash(first)
    assert not {row["id"] for row in first} & {row["id"] for row in second}
    assert rows_hash(load_rows(endless, 1)) == rows_hash(second)


def test_questions_that_are_skipped_are_those_that_others_read():
    from dataclasses import replace

    endless = replace(INVENTED, questions=1000, new_each_epoch=True)
    after = replace(endless, skip=1000)
    assert rows_hash(load_rows(after, 0)) == rows_hash(load_rows(endless, 1))
    assert rows_hash(load_rows(replace(after, new_each_epoch=False), 7)) == rows_hash(load_rows(endless, 1))


def test_a_curriculum_has_more_facts_in_later_epochs():
    from dataclasses import replace

    small = replace(INVENTED, questions=1000, group_facts=[2, 3], names=20)
    facts = [max(len(row["facts"]) for row in load_rows(small, epoch)) for epoch in range(3)]
    assert facts == [2, 3, 3]
    assert changes(small)
    assert "facts a group: 2 then 3, names: 20" in small.describe()


def test_only_some_relations_are_asked_about():
    from dataclasses import replace

    some = replace(INVENTED, questions=1000, relations=["P54", "P39"])
    rows = load_rows(some)
    assert {row["relation"] for row in rows} == {"P54", "P39"}
    assert {fact["relation"] for row in rows for fact in row["facts"]} > {"P54", "P39"}
    excerpts = load_rows(replace(some, group_facts=2))
    assert {fact["relation"] for row in excerpts for fact in row["facts"]} == {"P54", "P39"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"skip": 1500}, "expected 'skip' in steps of 1000"),
        ({"skip": -1000}, "expected 'skip' in steps of 1000"),
        ({"group_facts": []}, "'group_facts' of one epoch at least"),
        ({"group_facts": [2, 1]}, "1 facts a group, expected at least 2"),
        ({"names": 3}, "3 names of each type, expected at least 10"),
        ({"relations": ["P1"]}, "unknown relation 'P1', expected P54, P39"),
        ({"relations": "P54"}, "train: relations is 'P54', expected a list of names or null"),
        ({"questions": "many"}, "train: questions is 'many', expected a whole number"),
        ({"questions": 0}, "expected at least one question"),
        ({"questions": True}, "train: questions is True, expected a whole number"),
        ({"seed": None}, "train: seed is None, expected a whole number"),
        ({"names": 20.5}, "train: names is 20.5, expected a whole number or null"),
        ({"group_facts": "3"}, "train: group_facts is '3', expected a whole number or a list of whole numbers or null"),
        ({"invent": "no"}, "train: invent is 'no', expected true or false"),
    ],
)
def test_a_world_that_cannot_be(options, message):
    source = {"pseudo-pit": {"questions": 10, "seed": 0, "invent": True} | options}
    with pytest.raises(InputError, match=re.escape(message)):
        read_source("train", source, "recipe.yaml")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"pseudo-pit": None}, "expected a mapping of options under 'pseudo-pit'"),
        ({"pseudo-pit": {"questions": 1, "seed": 1, "invent": True}, "split": "dev"}, "and nothing beside it"),
        ({"dataset": 5}, "train: dataset is 5, expected text"),
        ({"dataset": "complex-tr", "split": 5}, "train: split is 5, expected text or null"),
    ],
)
def test_a_source_of_the_wrong_shape(source, message):
    with pytest.raises(InputError, match=re.escape(message)):
        read_source("train", source, "recipe.yaml")


def test_the_hash_is_of_all_that_a_model_may_read():
    row = {"id": "1", "question": "?", "answers": ["a"], "passages": [{"title": "t", "text": "x", "url": ""}]}
    changed = [row, row | {"passages": []}, row | {"instruction": "Do."}, row | {"target": "b"}, row | {"answers": []}]
    assert len({rows_hash([row]) for row in changed}) == 5
    assert rows_hash([row | {"kind": "l2_at"}]) == rows_hash([row])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (StoredQuestions("no-such-folder", None, "train"), "dataset no-such-folder train: cannot be loaded"),
        (StoredQuestions("no-such-folder"), "no 'split' is given"),
        (PseudoQuestions(10, 0, facts="no-such.jsonl"), "no such file"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(source, message, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("datasets.config.HF_HUB_OFFLINE", True)
    with pytest.raises(InputError) as told:
        load_rows(source)
    assert message in str(told.value)
    assert "\n" not in str(told.value)
