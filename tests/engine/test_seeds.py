"""Means over runs that differ in their seed only."""

import json

import pytest

from temporal_qa.engine.seeds import difference_of_means, mean_over_seeds, mean_table
from temporal_qa.io.errors import InputError
from temporal_qa.scoring.answer_scores import SCORES


def write_run(folder, seed, accuracy, *, epochs=10, n=4, model="runs/pit/seed-{}/model"):
    (folder / "model").mkdir(parents=True)
    recipe = {"seed": seed, "out": str(folder), "model": model.format(seed), "epochs": epochs}
    (folder / "model/recipe.json").write_text(json.dumps(recipe))
    scores = {"set_accuracy": accuracy, "answer_f1": accuracy + 1, "exact_match": accuracy, "token_f1": 100.0}
    rows = [{"facet": "all", "value": "", "n": n} | scores, {"facet": "hops", "value": "1-hop", "n": 1} | scores]
    (folder / "model/scores.json").write_text(json.dumps(rows))
    return folder


def test_mean_and_deviation_between_runs(tmp_path):
    runs = [write_run(tmp_path / str(seed), seed, accuracy) for seed, accuracy in enumerate((80.0, 83.0, 86.0))]
    everything, single_hop = mean_over_seeds(runs)
    assert (everything["facet"], everything["n"], single_hop["value"]) == ("all", 4, "1-hop")
    assert everything["means"] == {"set_accuracy": 83.0, "answer_f1": 84.0, "exact_match": 83.0, "token_f1": 100.0}
    assert everything["deviations"] == {"set_accuracy": 3.0, "answer_f1": 3.0, "exact_match": 3.0, "token_f1": 0.0}
    with pytest.raises(InputError, match="expected the runs of at least two seeds, found one"):
        mean_over_seeds(runs[:1])
    table = mean_table([everything], 3)
    assert "of 3 seeds" in table
    assert "83.0 ± 3.0" in table


def test_two_recipes_are_compared_question_by_question(tmp_path):
    right = {"sft": [(0, 0, 1, 1), (0, 1, 0, 1)], "pit": [(1, 1, 1, 1), (1, 1, 0, 1)]}  # of each seed, by question
    runs = {}
    for name, seeds in right.items():
        runs[name] = [write_run(tmp_path / f"{name}-{seed}", seed, 0.0) for seed in (0, 1)]
        for run, correct in zip(runs[name], seeds, strict=True):
            items = [{"id": str(n), "set_accuracy": 100.0 * each} for n, each in enumerate(correct)]
            (run / "model/items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    found = difference_of_means(runs["pit"], runs["sft"])
    assert (found.difference, found.better, found.worse) == ((100 + 50 + 0 + 0) / 4, 2, 0)
    assert difference_of_means(runs["pit"], runs["pit"]).p == 1
    (runs["sft"][0] / "model/items.jsonl").write_text('{"id": "9", "set_accuracy": 0.0}\n')
    with pytest.raises(InputError, match="was scored on other questions than"):
        difference_of_means(runs["pit"], runs["sft"])


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"seed": 0}, "has the seed 0, as another run does"),
        ({"seed": 1, "epochs": 15}, "epochs is 15, expected 10 as in"),
        ({"seed": 1, "n": 5}, "was scored on other questions"),
        ({"seed": 1, "model": "google-t5/t5-large"}, "model is 'google-t5/t5-large', expected 'runs/pit/seed-0/model'"),
        ({"seed": 1, "model": "runs/pit/seed-0/model"}, "model is 'runs/pit/seed-0/model', expected"),
    ],
)
def test_runs_that_do_not_belong_together(tmp_path, other, message):
    runs = [write_run(tmp_path / "a", 0, 80.0), write_run(tmp_path / "b", accuracy=81.0, **other)]
    with pytest.raises(InputError, match=message):
        mean_over_seeds(runs)


def test_a_run_that_is_not_finished(tmp_path):
    with pytest.raises(InputError, match=r"not a finished run with scores: recipe\.json"):
        mean_over_seeds([tmp_path, tmp_path])


@pytest.mark.parametrize("score", ["n", *SCORES])
def test_a_run_whose_table_lacks_a_score(tmp_path, score):
    runs = [write_run(tmp_path / str(seed), seed, 80.0) for seed in (0, 1)]
    table = runs[1] / "model/scores.json"
    rows = json.loads(table.read_text())
    table.write_text(json.dumps([{name: value for name, value in row.items() if name != score} for row in rows]))
    with pytest.raises(InputError, match="is damaged, expected the file of a training run"):
        mean_over_seeds(runs)
