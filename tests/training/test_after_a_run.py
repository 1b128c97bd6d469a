"""What is told of finished runs: the mean over their seeds, and the curve beside baselines that ignore time."""

import json
import sys

import pytest

from temporal_qa.files import write_json_lines
from temporal_qa.report.learning_curve import baseline_scores

SHORT = {"epochs": 2, "max_target_tokens": 8, "checkpoint_every": 100}


@pytest.fixture
def run(workplace, rows):
    """Runs the recipe with a seed, and returns the folder of the run."""
    for name, chosen in (("dev", rows[:9]), ("test", rows[9:20])):
        write_json_lines(workplace.folder / f"{name}.jsonl", chosen)
    validation, test = ({"dataset": str(workplace.folder / f"{name}.jsonl")} for name in ("dev", "test"))

    def with_seed(seed):
        recipe = workplace.recipe(f"seed-{seed}", seed=seed, train=test, validation=validation, test=test, **SHORT)
        finished = workplace.run(workplace.command(recipe))
        assert finished.returncode == 0, finished.stderr
        return workplace.folder / f"seed-{seed}"

    return with_seed


def test_two_seeds_and_their_mean(workplace, run):
    runs = [str(run(seed)) for seed in (0, 1)]
    script = [sys.executable, str(workplace.root / "training/mean_over_seeds.py"), *runs]
    told = workplace.run(script)
    assert told.returncode == 0, told.stderr
    assert "2 seeds" in told.stdout
    found = json.loads(workplace.run([*script, "--json"]).stdout)["scores"][0]
    own = [json.loads((workplace.folder / f"seed-{seed}/model/scores.json").read_text())[0] for seed in (0, 1)]
    assert found["means"]["token_f1"] == pytest.approx((own[0]["token_f1"] + own[1]["token_f1"]) / 2)
    refused = workplace.run([*script, runs[0]])
    assert (refused.returncode, refused.stderr.strip()) == (
        2, f"{runs[0]}: has the seed 0, as another run does; expected each once"
    )  # fmt: skip


def test_a_curve_beside_the_baselines_of_the_same_questions(workplace, run, rows):
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    folder = run(0)
    script = [sys.executable, str(workplace.root / "training/plot_learning.py")]
    told = workplace.run([*script, str(folder)])
    assert told.returncode == 0, told.stderr
    assert "set accuracy on 11 unseen questions" in told.stdout
    score, low, high = baseline_scores(rows[9:20])["most recent fact"]
    assert f"most recent fact | {score:.1f} [{low:.1f}, {high:.1f}]" in " ".join(told.stdout.split())
    assert (folder / "model/learning_curve.png").read_bytes().startswith(b"\x89PNG")
    assert len(json.loads((folder / "model/training.json").read_text())["validations"]) == 2
    refused = workplace.run([*script, str(workplace.folder)])
    assert refused.returncode == 2
    assert "no finished run that was scored" in refused.stderr
