"""Where questions come from."""

import json
import re

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from temporal_qa.engine.question_data import PseudoQuestions, Source, load_rows, rows_hash, source_version
from temporal_qa.engine.recipes import convert
from temporal_qa.io.errors import InputError


def pseudo(**options):
    return Source(
        pseudo_pit=PseudoQuestions(**{"questions": 1200, "seed": 4, "invent": True, "resample": False} | options)
    )


INVENTED = pseudo()


def test_a_file_a_folder_and_rows_in_memory_hold_the_same(tmp_path):
    rows = [{"id": str(n), "question": f"Q{n}?", "answers": ["a", "b"], "fact_context": "F."} for n in range(5)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "some").mkdir()
    (tmp_path / "some/train.jsonl").write_text(lines)
    from_file = load_rows(Source(str(tmp_path / "some/train.jsonl")))
    from_folder = load_rows(Source(str(tmp_path / "some"), None, "train"))
    assert from_file == from_folder == rows
    assert rows_hash(from_file) == rows_hash(rows) != rows_hash(rows[:-1])


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    store = fsspec.filesystem("memory")
    store.store.clear()
    return store


def test_urls_hold_the_same_as_paths(tmp_path, store):
    row = {"id": "1", "question": "Q?", "answers": [], "fact_context": "F."}
    (tmp_path / "some").mkdir()
    (tmp_path / "some/train.jsonl").write_text(json.dumps(row))
    store.put(str(tmp_path / "some"), "/lab/some", recursive=True)
    file, folder = Source("memory://lab/some/train.jsonl"), Source("memory://lab/some", None, "train")
    assert load_rows(file) == load_rows(folder) == [row]
    pq.write_table(pa.Table.from_pylist([row]), tmp_path / "test-00000-of-00001.parquet")
    store.put(str(tmp_path / "test-00000-of-00001.parquet"), "/lab/test-00000-of-00001.parquet")
    assert load_rows(Source(str(tmp_path / "test"))) == load_rows(Source("memory://lab/test")) == [row]
    assert folder.describe() == "memory://lab/some train"
    assert (folder.hub_id, source_version(folder)) == (None, "")
    assert not list(tmp_path.glob("cache/temporal-qa/urls/*"))
    with pytest.raises(InputError, match=r"^memory://lab/other: no split .other., expected test$"):
        load_rows(Source("memory://lab/other", None, "train"))


def test_pseudo_pit_of_facts_at_a_url(tmp_path, store):
    facts = [
        {"subject": s, "relation": "P54", "object": f"{s} {n}", "start": str(1990 + n), "end": str(1991 + n)}
        for s in ("Ada", "Ben", "Cyd", "Dan", "Eva", "Fay")
        for n in range(4)
    ]
    path = tmp_path / "facts.jsonl"
    path.write_text("".join(json.dumps(fact) + "\n" for fact in facts))
    store.put(str(path), "/lab/facts.jsonl")
    local, there = (load_rows(pseudo(facts=str(each), invent=False)) for each in (path, "memory://lab/facts.jsonl"))
    assert local == there
    store.pipe_file("/lab/bad.jsonl", b"{")
    with pytest.raises(InputError, match=r"^memory://lab/bad\.jsonl"):
        load_rows(pseudo(facts="memory://lab/bad.jsonl", invent=False))


def test_several_configs_are_read_one_after_the_other(tmp_path):
    for name in ("easy", "hard"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rows.jsonl").write_text(json.dumps({"id": "1", "question": "Q?", "answers": []}) + "\n")
    configs = "".join(f"- config_name: {name}\n  data_files: {name}/rows.jsonl\n" for name in ("easy", "hard"))
    (tmp_path / "README.md").write_text(f"---\nconfigs:\n{configs}---\n")
    both = Source(str(tmp_path), ["hard", "easy"], "train")
    assert [row["id"] for row in load_rows(both)] == ["hard/1", "easy/1"]
    assert both.describe().endswith("hard and easy train")


def test_where_keeps_the_rows_with_these_values(tmp_path):
    tasks = ["main", "extraction", "reasoning", "main"]
    rows = [{"id": str(n), "question": "Q?", "answers": ["a"], "task": task} for n, task in enumerate(tasks)]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    some = Source(str(path), where={"task": ["main", "reasoning"]})
    assert [row["id"] for row in load_rows(some)] == ["0", "2", "3"]
    assert some.describe().endswith("(task in main, reasoning)")
    with pytest.raises(InputError, match=r"\(task in age\): no rows"):
        load_rows(Source(str(path), where={"task": ["age"]}))
    with pytest.raises(InputError, match="nothing beside 'pseudo-pit'"):
        Source(pseudo_pit=INVENTED.pseudo_pit, where={"task": ["main"]})


def test_invented_questions_are_the_same_each_epoch_or_new_ones():
    first = load_rows(INVENTED, 0)
    assert len(first) == 1200
    assert rows_hash(load_rows(INVENTED, 1)) == rows_hash(first)
    endless = pseudo(new_each_epoch=True)
    second = load_rows(endless, 1)
    assert rows_hash(load_rows(endless, 0)) == rows_hash(first)
    assert not {row["id"] for row in first} & {row["id"] for row in second}
    assert rows_hash(load_rows(endless, 1)) == rows_hash(second)


def test_questions_that_are_skipped_are_those_that_others_read():
    endless = pseudo(questions=1000, new_each_epoch=True)
    after = pseudo(questions=1000, new_each_epoch=True, skip=1000)
    assert rows_hash(load_rows(after, 0)) == rows_hash(load_rows(endless, 1))
    assert rows_hash(load_rows(pseudo(questions=1000, skip=1000), 7)) == rows_hash(load_rows(endless, 1))


def test_a_curriculum_has_more_facts_in_later_epochs():
    small = pseudo(questions=1000, group_facts=[2, 3], names=20)
    facts = [max(len(row["facts"]) for row in load_rows(small, epoch)) for epoch in range(3)]
    assert facts == [2, 3, 3]
    assert small.changes
    assert "facts a group: 2 then 3, names: 20" in small.describe()


def test_only_some_kinds_are_asked():
    both = pseudo(questions=1000, kinds=["l2_at", "l3_neighbour"])
    assert {row["kind"] for row in load_rows(both)} == {"l2_at", "l3_neighbour"}
    assert not both.changes
    assert "kinds: l2_at l3_neighbour" in both.describe()


def test_only_some_relations_are_asked_about():
    some = {"questions": 1000, "relations": ["P54", "P39"]}
    rows = load_rows(pseudo(**some))
    assert {row["relation"] for row in rows} == {"P54", "P39"}
    assert {fact["relation"] for row in rows for fact in row["facts"]} > {"P54", "P39"}
    excerpts = load_rows(pseudo(**some, group_facts=2))
    assert {fact["relation"] for row in excerpts for fact in row["facts"]} == {"P54", "P39"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"skip": 1500}, "expected 'skip' in steps of 1000"),
        ({"skip": -1000}, "skip: Expected `int` >= 0"),
        ({"group_facts": []}, "group_facts: Expected `array` of length >= 1"),
        ({"group_facts": [2, 1]}, "1 fact a group, expected at least 2"),
        ({"names": 3}, "3 names of each type, expected at least 10"),
        ({"relations": ["P1"]}, "unknown relation 'P1', expected P54, P39"),
        ({"relations": "P54"}, "relations: Expected `array | null`, got `str`"),
        ({"questions": "many"}, "questions: Expected `int`, got `str`"),
        ({"questions": 0}, "questions: Expected `int` >= 1"),
        ({"questions": True}, "questions: Expected `int`, got `bool`"),
        ({"seed": None}, "seed: Expected `int`, got `null`"),
        ({"names": 20.5}, "names: Expected `int | null`, got `float`"),
        ({"group_facts": "3"}, "group_facts: Expected `int | array | null`, got `str`"),
        ({"invent": "no"}, "invent: Expected `bool`, got `str`"),
    ],
)
def test_a_world_that_cannot_be(options, message):
    source = {"pseudo-pit": {"questions": 10, "seed": 0, "invent": True} | options}
    with pytest.raises(InputError, match=re.escape(message)):
        convert(source, Source, "recipe.yaml")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"pseudo-pit": None}, "expected 'dataset' (with 'config' and 'split') or 'pseudo-pit' (with options)"),
        ({"pseudo-pit": 5}, "pseudo-pit: Expected `object | null`, got `int`"),
        ({"pseudo-pit": {"questions": 1, "seed": 1, "invent": True}, "split": "dev"}, "expected nothing beside"),
        ({"dataset": 5}, "dataset: Expected `str | null`, got `int`"),
        ({"dataset": "complex-tr", "split": 5}, "split: Expected `str | null`, got `int`"),
    ],
)
def test_a_source_of_the_wrong_shape(source, message):
    with pytest.raises(InputError, match=re.escape(message)):
        convert(source, Source, "recipe.yaml")


def test_a_split_that_is_not_there_is_told(tmp_path):
    for split in ("train", "dev"):
        row = {"id": "1", "question": "Q?", "answers": ["a"], "fact_context": "F."}
        (tmp_path / f"{split}.jsonl").write_text(json.dumps(row))
    card = "configs:\n- config_name: default\n  data_files:\n" + "".join(
        f"  - split: {split}\n    path: {split}.jsonl\n" for split in ("train", "dev")
    )
    (tmp_path / "README.md").write_text(f"---\n{card}---\n")
    with pytest.raises(InputError) as told:
        load_rows(Source(str(tmp_path), None, "validation"))
    expected = "cannot be loaded: Unknown split \"validation\". Should be one of ['train', 'dev']."
    assert str(told.value) == f"dataset {tmp_path.name} validation: {expected}"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"subject": "A", "relation": "P54"}], "row 1 has subject, relation, expected a question: id, question"),
        ([{"id": 1, "question": "Q?"}, {"id": 2}], "row 2 has id, expected a question: id, question"),
        ([{"id": 1, "question": "Q?", "answers": "Ann"}], "row 1: answers are 'Ann', expected a list of texts"),
        ([{"id": 1, "question": "Q?", "answers": [1815]}], "row 1: answers are [1815], expected a list of texts"),
        ([], "no rows"),
    ],
)  # fmt: skip
def test_rows_that_are_not_questions(tmp_path, rows, message):
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(InputError) as told:
        load_rows(Source(str(tmp_path / "rows.jsonl")))
    assert f"rows.jsonl: {message}" in str(told.value)


def test_the_hash_is_of_all_that_a_model_may_read():
    row = {"id": "1", "question": "?", "answers": ["a"], "passages": [{"title": "t", "text": "x", "url": ""}]}
    changed = [
        row, row | {"passages": []}, row | {"instruction": "Do."}, row | {"target": "b"}, row | {"answers": []},
        row | {"paragraphs": [{"title": "t", "text": "x"}]}, row | {"entities": [{"id": "Q1", "start": 0, "end": 3}]},
        row | {"times": [{"year": 1990, "start": 0, "end": 4}]}, row | {"answer_starts": [4]},
    ]  # fmt: skip
    assert len({rows_hash([row]) for row in changed}) == len(changed)
    assert rows_hash([row | {"kind": "l2_at"}]) == rows_hash([row])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            Source("no-such-folder", None, "train"),
            "dataset no-such-folder train: cannot be loaded: no such file",
        ),
        (Source("org/no-such", None, "train"), "cannot be loaded: no such folder, and not loaded from the Hub: "),
        (Source("no-such/file.jsonl"), "no such file or folder, and one on the Hub is ORG/NAME with a 'split'"),
        (Source("."), "no 'split' is given"),
        (pseudo(facts="no-such.jsonl", invent=False), "no such file"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(source, message, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("datasets.config.HF_HUB_OFFLINE", True)
    with pytest.raises(InputError) as told:
        load_rows(source)
    assert message in str(told.value)
    assert "\n" not in str(told.value)
