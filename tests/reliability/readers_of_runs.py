"""Readers of what training and predicting leave on the disk."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import orjson

from temporal_qa.io.resumable import Journal


def run_folder(path: Path) -> object:
    from temporal_qa.engine.checkpoints import RunFolder

    (path.parent / "out/checkpoints/step-00000003").mkdir(parents=True)
    (path.parent / "out/recipe.json").write_bytes((path.parent / "run_recipe.json").read_bytes())
    (path.parent / "out/checkpoints/step-00000003/progress.json").write_bytes(
        (path.parent / "progress.json").read_bytes()
    )
    one = SimpleNamespace(is_main_process=True, wait_for_everyone=lambda: None, load_state=lambda _: None)
    return RunFolder(path.parent / "out", {"seed": 1, "out": "out", "model": "x"}, one).resume()


def runs_of_seeds(path: Path) -> object:
    from temporal_qa.engine.seeds import mean_over_seeds, mean_table

    for seed in (1, 2):
        model = path.parent / f"seed-{seed}/model"
        model.mkdir(parents=True)
        (model / "recipe.json").write_bytes(orjson.dumps({"seed": seed, "out": str(seed), "model": "x"}))
        (model / "scores.json").write_bytes((path.parent / "scores.json").read_bytes())
    if path.name == "run_recipe.json":
        shutil.copyfile(path, path.parent / "seed-1/model/recipe.json")
    return mean_table(mean_over_seeds([path.parent / "seed-1", path.parent / "seed-2"]), 2)


def answers_so_far(path: Path) -> object:
    from temporal_qa.models.predicting import _answer_row

    with Journal(path) as journal:
        return [_answer_row(row) for row in journal.rows]
