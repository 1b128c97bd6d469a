"""The end of a training of graph embeddings: scores of the test facts, card, pictures."""

from __future__ import annotations

from typing import Any

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.io.atomic import write_json


def finish(training: Any, folder: RunFolder, progress: Progress) -> None:
    """Writes the scores beside the best model and moves it to its place."""
    best = folder.best(progress)
    write_json(best / "recipe.json", training.recipe.to_dict())
    write_json(best / "training.json", progress.to_dict())
    best.rename(folder.model)
    print(f"wrote {folder.model}")
