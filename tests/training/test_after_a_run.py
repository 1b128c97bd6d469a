"""What is told of finished runs: the mean over their seeds, and the curve beside baselines that ignore time."""

import json
import sys
from pathlib import Path

import pytest

from temporal_qa.engine.learning_curve import baseline_scores
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows, sha256
from temporal_qa.questions.hieradate.baselines import BASELINES

COMMAND = str(Path(sys.executable).parent / "temporal-qa")
SHORT = {"epochs": 2, "max_target_tokens": 8, "checkpoint_every": 100}


@pytest.fixture
def run(workplace, rows):
    """Runs the recipe with a seed, and returns the folder of the run."""
    for name, chosen in (("dev", rows[:9]), ("test", rows[9:20])):
        write_json_lines(workplace.folder / f"{name}.jsonl", chosen)
    validation, test = ({"dataset": str(workplace.folder / f"{name}.jsonl")} for name in ("dev", "test"))

    def with_seed(seed, **changes):
        sources = {"train": test, "validation": validation, "test": test}
        recipe = workplace.recipe(f"seed-{seed}", seed=seed, **sources | SHORT | changes)
        finished = workplace.run(workplace.command(recipe))
        assert finished.returncode == 0, finished.stderr
        return workplace.folder / f"seed-{seed}"

    return with_seed


def test_two_seeds_and_their_mean(workplace, run):
    runs = [str(run(seed)) for seed in (0, 1)]
    script = [sys.executable, str(workplace.root / "training/mean_over_seeds.py"), *runs]
    told = workplace.run(script)
    assert told.returncode == 0, told.stderr
    assert "of 2 seeds" in told.stdout
    found = json.loads(workplace.run([*script, "--json"]).stdout)["scores"][0]
    own = [json.loads((workplace.folder / f"seed-{seed}/model/scores.json").read_text())[0] for seed in (0, 1)]
    assert found["means"]["token_f1"] == pytest.approx((own[0]["token_f1"] + own[1]["token_f1"]) / 2)
    refused = workplace.run([*script, runs[0]])
    assert (refused.returncode, refused.stderr.strip()) == (
        2, f"{runs[0]}: has the seed 0, as another run does; expected each once"
    )  # fmt: skip


def test_the_baselines_of_hieradate_have_a_file_beside_that_of_the_run(workplace, run):
    lives = [{"id": name, "name": name, "start": year} for name, year in (("Ann", "1900"), ("Bob", "1901"))]
    asked = {
        "id": "a", "question": "Who was born first, Ann or Bob?", "fact_context": "", "answers": ["Ann"],
        "lives": lives, "answer_type": "entity", "task": "main", "relation": "birth", "extreme": "first",
    }  # fmt: skip
    write_json_lines(workplace.folder / "lives.jsonl", [asked])
    folder = run(0, epochs=1, test={"dataset": str(workplace.folder / "lives.jsonl")})
    runs = [[row.values["run"] for row in read_rows(folder / f"model/{name}.jsonl")] for name in ("items", "baselines")]
    assert runs == [[str(folder)], [*BASELINES]]


def test_a_curve_beside_the_baselines_of_the_same_questions(workplace, run, rows):
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    folder = run(0)
    script = [sys.executable, str(workplace.root / "training/plot_learning.py")]
    told = workplace.run([*script, str(folder)])
    assert told.returncode == 0, told.stderr
    assert "set accuracy on 11 questions" in told.stdout
    score, low, high = baseline_scores(rows[9:20])["most recent fact"]
    assert f"most recent fact | {score:.1f} [{low:.1f}, {high:.1f}]" in " ".join(told.stdout.split())
    assert (folder / "model/learning_curve.png").read_bytes().startswith(b"\x89PNG")
    assert len(json.loads((folder / "model/training.json").read_text())["validations"]) == 2
    refused = workplace.run([*script, str(workplace.folder)])
    assert refused.returncode == 2
    assert "not a finished run with scores" in refused.stderr


def test_a_run_is_a_scored_run(workplace, run):
    """What it leaves says what `score --items` says of its predictions, and can be reported beside that."""
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    folder, test = run(0, out="seed-0"), workplace.folder / "test.jsonl"
    items, predictions = folder / "model/items.jsonl", folder / "model/predictions.jsonl"
    again = ["--items", "again.jsonl", "--run", "again"]
    scored = workplace.run([COMMAND, "score", str(test), str(predictions), *again])
    assert scored.returncode == 0, scored.stderr
    own, rows = ([row.values for row in read_rows(path)] for path in (items, workplace.folder / "again.jsonl"))
    assert own == [row | {"run": "seed-0"} for row in rows]
    assert {row["questions_file_sha256"] for row in own} == {sha256(test)}
    reported = workplace.run([COMMAND, "report", str(items), "again.jsonl", "--questions", str(test), "--out", "report",
                              "--bootstrap", "20", "--json"])  # fmt: skip
    assert reported.returncode == 0, reported.stderr
    (questions,) = json.loads(reported.stdout)["questions"]
    assert [row["run"] for row in questions["runs"]] == ["seed-0", "again"]
    assert {pair["difference"] for pair in questions["paired_tests"]} == {0.0}


def test_questions_that_are_in_no_file_have_a_hash_too(workplace, run, rows):
    """A dataset's folder is no file, and its rows are those of the file."""
    (workplace.folder / "data").mkdir()
    write_json_lines(workplace.folder / "data/test.jsonl", rows[9:20])
    folder = run(0, test={"dataset": str(workplace.folder / "data"), "split": "test"}, epochs=1)
    (told,) = {
        (row.values["questions"], row.values["questions_file_sha256"], row.values["questions_sha256"])
        for row in read_rows(folder / "model/items.jsonl")
    }
    predictions = str(folder / "model/predictions.jsonl")
    workplace.run([COMMAND, "score", "test.jsonl", predictions, "--items", "of_file.jsonl"])
    of_file = next(read_rows(workplace.folder / "of_file.jsonl")).values["questions_sha256"]
    assert told == ("data test", None, of_file)
