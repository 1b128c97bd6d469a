"""TimeQA built by the command: loaded, solved, audited; the same bytes for a seed; options and bad input."""

import json

import pytest
from datasets import get_dataset_config_names, load_dataset

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.io.atomic import write_json_lines

from .conftest import tree

PARAGRAPHS = ["Ann Lee", "Ann Lee was a player .", "She played for Reds from 1990 until 1995 .", "Then for Blues ."]


def span(para, answer):
    start = PARAGRAPHS[para].index(answer)
    return {"para": para, "from": start, "end": start + len(answer), "answer": answer}


NONE = {"para": 0, "from": 0, "end": 0, "answer": ""}


def fact(title, bounds, relation="P54"):
    answers = [[span(2, "Reds"), span(2, "Reds")], [span(3, "Blues")], [NONE]]
    return {"index": f"/wiki/{title}#{relation}", "type": relation, "link": f"/wiki/{title}", "paras": PARAGRAPHS,
            "questions": [[pair, answer] for pair, answer in zip(bounds, answers, strict=True)]}  # fmt: skip


BOUNDS = [["1990", "Jan 1995"], ["Jan 1995", "1999"], ["2001", "2006"]]
SENTENCES = [f"Who was it from {start} to {end}?" for start, end in BOUNDS]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    files = {
        "annotated_train.json": [fact("Ann_Lee", BOUNDS), fact("Bo_Ray", BOUNDS, "P39"), fact("Cy_Poe", BOUNDS, "P0")],
        "annotated_dev.json": [fact("Ann_Lee", BOUNDS, "P108"), fact("Di_Fox", BOUNDS)],
        "human_annotated_test.json": [fact("Ed_Gray_(player)", SENTENCES)],
        "relations.json": {"P54": {"template": ["Which {team} had $1 $4?"], "mode": "accumulate"}},
    }
    for name, values in files.items():
        (folder / name).write_text(json.dumps(values))
    return folder


@pytest.fixture(scope="module")
def made(source):
    run_command("build", "time-qa", "--source", ".", "--seed", 3, "--out", "made", cwd=source)
    return source / "made"


def test_each_subject_is_in_one_split_and_every_question_is_solved(made):
    rows = {}
    for config, splits in [("easy", ["train", "dev"]), ("hard", ["train", "dev"]), ("human_hard", ["test"])]:
        for split, dataset in load_dataset(str(made), config).items():
            assert split in splits
            rows[config, split] = dataset.to_list()
    assert {row["subject"] for row in rows["easy", "train"]} == {"Ann Lee", "Bo Ray"}
    assert len(rows["easy", "train"]) == 9
    assert rows["hard", "train"][0]["answers"] == ["Reds"]  # stated twice, one answer
    assert {row["wording"] for row in rows["human_hard", "test"]} == {"human"}
    drops = json.loads((made / "build.json").read_text())["drops"]
    assert drops["fact: moved to the split of its subject (nothing is lost)"] == 1
    assert drops["fact: its relation has no wordings"] == 2  # once a config
    audit = run_command("audit", "made/hard/train", "--out", "audit.json", "--json", cwd=made.parent)
    assert json.loads(audit.stdout)["counts"]["equal"] == len(rows["hard", "train"])
    run_command("solve", "made/easy/dev", "--out", "solved.jsonl", cwd=made.parent)
    score = run_command("score", "made/easy/dev", "solved.jsonl", "--json", cwd=made.parent)
    assert json.loads(score.stdout)["rows"][0]["set_accuracy"] == 100


def test_the_same_seed_gives_the_same_bytes(made, source):
    for seed, out in ((3, "again"), (4, "other")):
        run_command("build", "time-qa", "--source", ".", "--seed", seed, "--out", out, cwd=source)
    assert tree(source / "again") == tree(made)
    card = (made / "README.md").read_text()
    assert "| ours  | easy       | 9 / 3 / 0" in card, card[card.find("| paper") :][:400]
    assert tree(source / "other") != tree(made)


def test_as_published_has_the_released_columns_and_wordings(source):
    run_command("build", "time-qa", "--source", ".", "--as-published", "--templates", "relations.json", "--out", "old",
                cwd=source)  # fmt: skip
    easy = load_dataset(str(source / "old"), "easy")
    assert [row["question"] for row in easy["train"]] == [
        "Which team had Ann Lee from 1990 to 1995?", "Which team had Ann Lee from 1995 to 1999?",
        "Which team had Ann Lee from 2001 to 2006?",
    ]  # fmt: skip
    first, *_, last = easy["train"]
    assert (first["idx"], first["targets"], first["answers"]) == ("/wiki/Ann_Lee#P54#0", ["Reds", "Reds"], ["Reds"])
    assert first["context"][first["from"][0] : first["end"][0]] == "Reds"
    assert (last["targets"], last["from"], last["end"], last["answers"]) == ([""], [0], [0], [])


@pytest.mark.parametrize("as_published", [(), ("--as-published",)], ids=["ours", "as published"])
def test_names_that_come_again_and_early_years_are_asked_about(source, as_published):
    folder = source / "early"
    folder.mkdir(exist_ok=True)
    answers = [[span(2, "Reds"), span(3, "Blues"), span(1, "a"), span(2, "Reds")], [span(3, "Blues")]]
    asked = [[pair, answer] for pair, answer in zip([["1", "5"], ["5", "9"]], answers, strict=True)]
    (folder / "annotated_train.json").write_text(json.dumps([fact("Ann_Lee", BOUNDS) | {"questions": asked}]))
    (folder / "relations.json").write_text((source / "relations.json").read_text())
    for seed in range(3):
        how = ("--seed", seed, "--overwrite", *as_published)
        run_command("build", "time-qa", "--source", "early", *how, "--out", "new", cwd=source)
        rows = [row for config in ("easy", "hard") for row in load_dataset(str(source / "new"), config, split="train")]
        assert {tuple(row["answers"]) for row in rows} >= {("Reds", "Blues", "a"), ("Blues",)}
        assert not any("-" in row["question"] for row in rows)


def test_a_split_or_a_config_without_questions_has_no_file_and_the_others_load(source):
    award = fact("Ann_Lee", BOUNDS, "P166") | {"questions": [[["1990", "1990"], [span(2, "Reds")]]]}
    (source / "close").mkdir()
    for split, given in (("train", fact("Bo_Ray", BOUNDS)), ("dev", award)):
        (source / "close" / f"annotated_{split}.json").write_text(json.dumps([given]))
    run_command("build", "time-qa", "--source", "close", "--out", "no_hard_test", cwd=source)
    sizes = {config: load_dataset(str(source / "no_hard_test"), config).num_rows for config in ("easy", "hard")}
    assert [list(of_splits) for of_splits in sizes.values()] == [["train", "dev"], ["train"]]
    (source / "close" / "annotated_train.json").unlink()
    run_command("build", "time-qa", "--source", "close", "--out", "no_hard", cwd=source)
    assert get_dataset_config_names(str(source / "no_hard")) == ["easy"]
    assert not (source / "no_hard" / "hard").exists()


def test_bad_input_leaves_nothing(source):
    (source / "bad").mkdir()
    (source / "bad" / "annotated_train.json").write_text(json.dumps([fact("A", [["1995", "1990"], *BOUNDS[1:]])]))
    refused = run_command("build", "time-qa", "--source", "bad", "--out", "nothing", cwd=source, status=2)
    assert refused.stderr.count("\n") == 1
    assert "annotated_train.json:1: /wiki/A#P54: the end, 1990, lies before the start, 1995" in refused.stderr
    assert not (source / "nothing").exists()
    skipped = run_command("build", "time-qa", "--source", "bad", "--skip-bad", "--out", "nothing", cwd=source, status=2)
    assert skipped.stderr.startswith("temporal-qa: bad: no facts in the files; left out: 1 (a bad row, such as bad/")


def test_a_bad_fact_that_is_skipped_is_counted_in_the_record(source):
    (source / "mixed").mkdir()
    facts = [fact("A", [["1995", "1990"], *BOUNDS[1:]]), fact("Ann_Lee", BOUNDS)]
    (source / "mixed" / "annotated_train.json").write_text(json.dumps(facts))
    run_command("build", "time-qa", "--source", "mixed", "--skip-bad", "--out", "good", cwd=source)
    assert json.loads((source / "good" / "build.json").read_text())["drops"] == {"a bad row": 1}


def test_facts_that_no_article_mentions_are_an_error_that_says_why(tmp_path):
    (tmp_path / "facts.csv").write_text("subject,relation,object,start,end\nAnn Lee,P54,Reds,1990,1995\n")
    (tmp_path / "pages.jsonl").write_text(json.dumps({"title": "Bob Ray", "text": "He played for Reds."}))
    given = ("--facts", "facts.csv", "--articles", "pages.jsonl", "--out", "nothing")
    said = run_command("build", "time-qa", *given, cwd=tmp_path, status=2).stderr
    assert said.startswith("temporal-qa: facts.csv: no fact that an article mentions; left out: 1 (")
    assert said.count("\n") == 1


def test_splits_of_facts_that_are_too_small_to_score_by_are_warned_of(tmp_path):
    career = "Ann Lee,P54,Reds,1990,1995\nAnn Lee,P54,Blues,1995,1999\n"
    (tmp_path / "facts.csv").write_text(f"subject,relation,object,start,end\n{career}")
    write_json_lines(tmp_path / "pages.jsonl", [{"title": "Ann Lee", "text": "Ann Lee played for Reds and Blues ."}])
    build = ("build", "time-qa", "--facts", "facts.csv", "--articles", "pages.jsonl", "--out", "made")
    few = ", ".join(f"{mode}/{split} has 0 questions" for mode in ("easy", "hard") for split in ("dev", "test"))
    assert f"  warning: {few}: too few to score by" in run_command(*build, cwd=tmp_path).stderr


@pytest.mark.skipif(not (SHARED_DATA / "timeqa").exists(), reason="the released files are not there")
def test_the_real_file_has_no_question_that_two_segments_fit(tmp_path):
    run_command("build", "time-qa", "--source", SHARED_DATA / "timeqa", "--out", "made", cwd=tmp_path)
    rows = {mode: load_dataset(str(tmp_path / "made"), f"human_{mode}", split="train") for mode in ("easy", "hard")}
    texts = {mode: of["question"] for mode, of in rows.items()}
    assert [len(set(of)) for of in texts.values()] == [len(of) for of in texts.values()] == [1090, 1028]
    assert not set(texts["easy"]) & set(texts["hard"])
    for mode in rows:
        audit = run_command("audit", f"made/human_{mode}/train", "--out", f"{mode}.json", "--json", cwd=tmp_path)
        assert json.loads(audit.stdout)["percent"]["equal"] == 100
