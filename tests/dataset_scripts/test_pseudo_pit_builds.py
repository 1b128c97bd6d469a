"""Builds of pseudo-PIT that are stopped, refused or repeated."""

import importlib
import json
import shutil

import pyarrow.parquet as pq
import pytest

from temporal_qa.fiction.options import PseudoOptions
from temporal_qa.hub import cards
from temporal_qa.io.errors import InputError

from .conftest import record_of, rows_of, tree

pseudo_pit = importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit")

pytestmark = pytest.mark.usefixtures("fewer_groups")

SHARD = "reason_qa/train-00000-of-00001.parquet"


@pytest.fixture
def quick():
    return lambda out, questions=20, seed=1, **how: pseudo_pit.build(
        out, PseudoOptions(questions, seed, invent=True, resample=False), **how
    )  # fmt: skip


def test_a_folder_is_replaced_only_when_asked(quick, tmp_path):
    quick(tmp_path / "made")
    before = tree(tmp_path)
    with pytest.raises(InputError, match="choose another, or pass --overwrite"):
        quick(tmp_path / "made", seed=2)
    assert tree(tmp_path) == before
    quick(tmp_path / "made", overwrite=True)
    assert tree(tmp_path) == before
    quick(tmp_path / "made", seed=2, overwrite=True)
    assert sorted(tree(tmp_path)) == sorted(before)
    assert record_of(tmp_path / "made")["seed"] == 2


def test_a_folder_that_no_build_of_ours_made_is_kept(quick, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "thesis.tex").write_text("mine")
    with pytest.raises(InputError, match=r"no build\.json of ours"):
        quick(tmp_path / "thesis", overwrite=True)
    assert list(tree(tmp_path)) == ["thesis/thesis.tex"]


class Stopped(Exception):
    pass


def test_shards_of_another_plan_are_removed_when_asked_and_those_of_this_one_kept(quick, tmp_path):
    """A shard with other rows under the name of the first: it is accepted only if the plan is the same."""
    quick(tmp_path / "expected", 20, seed=2)
    ours = pq.read_table(tmp_path / "expected" / SHARD)
    left = ours.take(list(range(19, -1, -1)))

    def stop(number):
        pq.write_table(left.replace_schema_metadata(OURS), tmp_path / ".made.unfinished" / "folder" / SHARD)
        raise Stopped

    for questions, seed, kept in ((20, 1, False), (30, 2, False), (20, 2, True)):
        with pytest.raises(Stopped):
            quick(tmp_path / "made", questions, seed, on_progress=stop)
        if not kept:
            with pytest.raises(InputError, match="other options or inputs is unfinished there"):
                quick(tmp_path / "made", 20, seed=2)
        quick(tmp_path / "made", 20, seed=2, overwrite=not kept)
        assert rows_of(tmp_path / "made") == (left if kept else ours).to_pylist()
        shutil.rmtree(tmp_path / "made")


def test_a_damaged_shard_is_written_again(quick, tmp_path):
    quick(tmp_path / "expected", 20)

    def stop(number):
        whole = (tmp_path / "expected" / SHARD).read_bytes()
        (tmp_path / ".made.unfinished" / "folder" / SHARD).write_bytes(whole[: len(whole) // 2])
        raise Stopped

    with pytest.raises(Stopped):
        quick(tmp_path / "made", 20, on_progress=stop)
    quick(tmp_path / "made", 20)
    assert tree(tmp_path / "made") == tree(tmp_path / "expected")


OURS = {"temporal_qa.not_asked": "{}", "temporal_qa.arrow_bytes": "0"}


def test_a_second_build_into_the_same_folder_is_refused_while_one_runs(quick, tmp_path):
    refused = []

    def build_again(number):
        for seed in (1, 2):
            with pytest.raises(InputError, match="another process is writing it") as raised:
                quick(tmp_path / "made", seed=seed, overwrite=True)
            refused.append(str(raised.value))

    quick(tmp_path / "made", on_progress=build_again)
    assert refused == [f"{tmp_path / 'made'}: another process is writing it"] * 2
    assert len(rows_of(tmp_path / "made")) == 20


def test_facts_that_do_not_give_the_questions_are_named_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("temporal_qa.fiction.pseudo_questions._MAX_GROUPS", 50)
    (tmp_path / "facts.jsonl").write_text("".join(
        json.dumps({"subject": f"S{n}", "relation": "P54", "object": name, "start": start, "end": start}) + "\n"
        for n in range(8) for name, start in (("A", "1950"), ("B", "1990"))
    ))  # fmt: skip
    lack = r"facts\.jsonl: 50 groups lack 4 L3 multi-hop of 20 questions: too few can be asked"
    with pytest.raises(InputError, match=lack) as raised:
        pseudo_pit.build(tmp_path / "out", PseudoOptions(20, 1, facts=tmp_path / "facts.jsonl", resample=False))
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "out").exists()


def test_any_number_of_questions_is_made(tmp_path, monkeypatch):
    """Small blocks, and numbers of questions that leave one for the last of them."""
    monkeypatch.setattr("temporal_qa.fiction.pseudo_questions._MAX_GROUPS", 50)
    for module in ("pseudo_questions", "pseudo_shards", "pseudo_tables"):
        monkeypatch.setattr(f"temporal_qa.fiction.{module}.BLOCK_SIZE", 10)
    for questions in range(11, 200, 10):
        pseudo_pit.build(tmp_path / str(questions), PseudoOptions(questions, 1, invent=True, resample=False))


def test_bad_input_leaves_nothing_behind(tmp_path):
    (tmp_path / "facts.jsonl").write_text("nonsense\n")
    with pytest.raises(InputError, match=r"facts\.jsonl:1: not valid JSON"):
        pseudo_pit.build(tmp_path / "out", PseudoOptions(20, 1, facts=tmp_path / "facts.jsonl"))
    assert [path.name for path in tmp_path.iterdir()] == ["facts.jsonl"]


def test_a_build_of_bad_input_takes_nothing_of_an_unfinished_one_away(quick, tmp_path):
    def stop(number):
        (tmp_path / ".made.unfinished" / "folder" / SHARD).write_text("done")
        raise Stopped

    with pytest.raises(Stopped):
        quick(tmp_path / "made", on_progress=stop)
    (tmp_path / "facts.jsonl").write_text("nonsense\n")
    with pytest.raises(InputError, match="not valid JSON"):
        pseudo_pit.build(tmp_path / "made", PseudoOptions(20, 1, facts=tmp_path / "facts.jsonl"))
    assert (tmp_path / ".made.unfinished" / "folder" / SHARD).read_text() == "done"


def test_an_edited_wording_is_another_plan(monkeypatch, tmp_path):
    """Otherwise a build could resume in other wordings. People may edit these files."""

    edited = shutil.copytree(str(cards.files("temporal_qa.generation")), tmp_path / "generation")
    options = PseudoOptions(20, 1, invent=True)
    plan = options.plan()
    monkeypatch.setattr(cards, "files", lambda package: edited)
    assert options.plan() == plan
    with (edited / "relations.yaml").open("a") as file:
        file.write("# edited")
    assert options.plan() != plan
