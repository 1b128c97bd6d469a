"""Builds of pseudo-PIT: what the switches change, and what becomes of a build that is stopped, refused or repeated."""

import hashlib
import importlib
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from datasets import load_dataset

from temporal_qa.fiction import recipes
from temporal_qa.fiction.group_statistics import WIKIDATA_SAMPLE
from temporal_qa.fiction.pseudo_questions import class_counts
from temporal_qa.fiction.recipes import PseudoOptions
from temporal_qa.fiction.resampling import period
from temporal_qa.files import InputError
from temporal_qa.questions.solver import solve_row
from temporal_qa.timeline.dates import parse_month

pseudo_pit = importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit")
pytestmark = pytest.mark.usefixtures("fewer_training_groups")

REAL_FACTS = Path(__file__).parents[3] / "shared" / "data" / "wikidata" / "quintuples.jsonl"
SHARD = "reason_qa/train-00000-of-00001.parquet"


def load(folder, cache):
    return load_dataset(
        str(folder), "reason_qa", split="train", cache_dir=str(cache), verification_mode="all_checks"
    )  # fmt: skip


def rows_of(folder):
    return [row for path in sorted(folder.glob("reason_qa/*")) for row in pq.read_table(path).to_pylist()]


def tree(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*") if path.is_file()
    }  # fmt: skip


def record_of(folder):
    return json.loads((folder / "build.json").read_text())


def by_class(rows):
    return Counter((row["level"], row["hops"]) for row in rows)


@pytest.fixture(scope="module")
def switched(facts, tmp_path_factory):
    """Builds of the same facts with and without each of the switches."""
    folder = tmp_path_factory.mktemp("switched")
    for name, how in {"plain": {}, "real names": {"fiction": False}, "all periods": {"resample": False}}.items():
        pseudo_pit.build(folder / name, PseudoOptions(400, 3, facts=facts, **how))
    return folder


def names(rows):
    return {name for row in rows for fact in row["facts"] for name in (fact["subject"], fact["object"])}


def test_fiction_is_a_switch(facts, switched):
    real = {json.loads(line)[end] for line in facts.read_text().splitlines() for end in ("subject", "object")}
    plain, real_names = rows_of(switched / "plain"), rows_of(switched / "real names")
    assert names(real_names) <= real
    assert not names(plain) & real
    assert "Not renamed" in (switched / "real names" / "README.md").read_text()
    assert "**Renamed**" in (switched / "plain" / "README.md").read_text()
    for rows in (plain, real_names):
        assert by_class(rows) == class_counts(0, 400)
        assert any(row["shift_months"] for row in rows)


def test_resampling_is_a_switch(switched):
    plain, alike = (record_of(switched / name) for name in ("plain", "all periods"))
    assert set(alike["keep"].values()) == {1.0}
    assert 0.0 in plain["keep"].values()
    assert any("resampling" in reason for reason in plain["drops"])
    assert not any("resampling" in reason for reason in alike["drops"])
    never = [name for name, share in plain["keep"].items() if share == 0]
    found = [Counter(period(parse_month(row["reference_date"])) for row in rows_of(switched / name))
             for name in ("plain", "all periods")]  # fmt: skip
    assert all(found[0][name] == 0 < found[1][name] for name in never)
    late = [sum(row["future"] for row in rows_of(switched / name)) for name in ("plain", "all periods")]
    assert late[0] > late[1]


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_real_facts_give_questions_that_the_solver_confirms(tmp_path):
    report = pseudo_pit.build(tmp_path / "real", PseudoOptions(700, 3, facts=REAL_FACTS))
    rows = list(load(tmp_path / "real", tmp_path / "cache"))
    assert len(rows) == 700
    assert by_class(rows) == class_counts(0, 700)
    facts = [json.loads(line) for line in REAL_FACTS.read_text().splitlines()]
    assert {row["source_group"] for row in rows} <= {fact["subject"] for fact in facts}
    assert not names(rows) & {fact[end] for fact in facts for end in ("subject", "object")}
    for row in rows:
        text_only = {key: row[key] for key in ("question", "fact_context")}
        assert row["answers"] == solve_row(row).answers == solve_row(text_only).answers
    assert report["statistics"].multi_answer_percent > 5


# --- Stopped, refused, overwritten ------------------------------------------------------------------------------------

BUILDER = """
import importlib, sys, time
from pathlib import Path
from temporal_qa.fiction import pseudo_questions, pseudo_shards
from temporal_qa.fiction.recipes import PseudoOptions

pseudo_questions.BLOCK_SIZE = pseudo_shards.BLOCK_SIZE = 100
pseudo_shards._FEWEST_QUESTIONS = 200


def tell(number):
    print(number, flush=True)
    time.sleep(float(sys.argv[3]))


if __name__ == "__main__":
    pseudo_pit = importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit")
    pseudo_pit.group_statistics = lambda groups: pseudo_pit.WIKIDATA_SAMPLE
    options = PseudoOptions(1_234, 5, invent=True, resample=False)
    pseudo_pit.build(Path(sys.argv[1]), options, workers=int(sys.argv[2]), on_questions=tell)
"""


def test_a_build_that_was_killed_goes_on_and_ends_in_the_same_bytes(tmp_path):
    script = tmp_path / "builder.py"
    script.write_text(BUILDER)

    def command(name, workers, pause=0.0):
        return [sys.executable, str(script), str(tmp_path / name), str(workers), str(pause)]

    rng = random.Random(2)
    with subprocess.Popen(command("killed", 2, 0.04), stdout=subprocess.PIPE, text=True) as process:
        for _ in range(rng.randint(2, 5)):
            process.stdout.readline()
        time.sleep(rng.uniform(0, 0.06))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert not (tmp_path / "killed").exists()
    assert (tmp_path / ".killed.unfinished").is_dir()
    again = subprocess.run(command("killed", 2), capture_output=True, text=True, check=True)
    assert sum(map(int, again.stdout.split())) == 1_234
    subprocess.run(command("at once", 1), stdout=subprocess.DEVNULL, check=True)
    assert len(tree(tmp_path / "at once")) == 8 + 4  # shards; the record, the card and its pictures
    assert tree(tmp_path / "killed") == tree(tmp_path / "at once")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["at once", "builder.py", "killed"]


@pytest.fixture
def quick(monkeypatch):
    """Without the figures of five hundred groups, which take most of a small build."""
    monkeypatch.setattr(pseudo_pit, "group_statistics", lambda groups: WIKIDATA_SAMPLE)
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
    """A shard of other rows under the name of the first: only where the plan is the same it is taken for it."""
    quick(tmp_path / "expected", 20, seed=2)
    ours = pq.read_table(tmp_path / "expected" / SHARD)
    left = ours.take(list(range(19, -1, -1)))

    def stop(number):
        pq.write_table(left.replace_schema_metadata(OURS), tmp_path / ".made.unfinished" / "folder" / SHARD)
        raise Stopped

    for questions, seed, kept in ((20, 1, False), (30, 2, False), (20, 2, True)):
        with pytest.raises(Stopped):
            quick(tmp_path / "made", questions, seed, on_questions=stop)
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
        quick(tmp_path / "made", 20, on_questions=stop)
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

    quick(tmp_path / "made", on_questions=build_again)
    assert refused == [f"{tmp_path / 'made'}: another process is writing it"] * 2
    assert len(rows_of(tmp_path / "made")) == 20


def test_facts_that_do_not_give_the_questions_are_told_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("temporal_qa.fiction.pseudo_questions._MOST_GROUPS", 50)
    (tmp_path / "facts.jsonl").write_text("".join(
        json.dumps({"subject": f"S{n}", "relation": "P54", "object": name, "start": start, "end": start}) + "\n"
        for n in range(8) for name, start in (("A", "1950"), ("B", "1990"))
    ))  # fmt: skip
    lack = r"facts\.jsonl: 50 groups lack 4 L3 multi-hop of 20 questions; expected"
    with pytest.raises(InputError, match=lack) as told:
        pseudo_pit.build(tmp_path / "out", PseudoOptions(20, 1, facts=tmp_path / "facts.jsonl", resample=False))
    assert "\n" not in str(told.value)
    assert not (tmp_path / "out").exists()


def test_any_number_of_questions_is_made(tmp_path, monkeypatch):
    """Small blocks, and numbers of questions that leave one for the last of them."""
    monkeypatch.setattr("temporal_qa.fiction.pseudo_questions._MOST_GROUPS", 50)
    for module in ("pseudo_questions", "pseudo_shards"):
        monkeypatch.setattr(f"temporal_qa.fiction.{module}.BLOCK_SIZE", 10)
    monkeypatch.setattr(pseudo_pit, "group_statistics", lambda groups: WIKIDATA_SAMPLE)
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
        quick(tmp_path / "made", on_questions=stop)
    (tmp_path / "facts.jsonl").write_text("nonsense\n")
    with pytest.raises(InputError, match="not valid JSON"):
        pseudo_pit.build(tmp_path / "made", PseudoOptions(20, 1, facts=tmp_path / "facts.jsonl"))
    assert (tmp_path / ".made.unfinished" / "folder" / SHARD).read_text() == "done"


def test_an_edited_wording_is_another_plan(monkeypatch, tmp_path):
    """Or a build would go on in two wordings. People are told to edit these files."""

    edited = shutil.copytree(str(recipes.files("temporal_qa.generation")), tmp_path / "generation")
    options = PseudoOptions(20, 1, invent=True)
    plan = options.plan()
    monkeypatch.setattr(recipes, "files", lambda package: edited)
    assert options.plan() == plan
    with (edited / "relations.yaml").open("a") as file:
        file.write("# edited")
    assert options.plan() != plan
