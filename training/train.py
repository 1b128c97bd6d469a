"""Trains a reader on temporal questions, or the embeddings of a temporal graph, as a recipe says.

    accelerate launch training/train.py --config training/recipes/t5_base_sft.yaml --set seed=1
    accelerate launch training/train.py --config training/recipes/t5_base_pit.yaml --init tiny
    accelerate launch training/train.py --config training/recipes/tntcomplex_icews14.yaml
    python -m temporal_qa.training.train --config RECIPE.yaml --push ORG/NAME

A run that was stopped in any way resumes with the same command. At the end, the model, its card and its scores are in
<out>/model.
"""

from typing import Any

from temporal_qa.engine.checkpoints import RunFolder
from temporal_qa.engine.loop import Trainee
from temporal_qa.engine.reader_training import ReaderTraining, load_start
from temporal_qa.engine.running import read_arguments, report_input_errors, run
from temporal_qa.models.readers import readers
from temporal_qa.models.recipes import EMBEDDINGS, READER_RECIPES, EmbeddingRecipe


def start(accelerator: Any, recipe: Any, folder: RunFolder) -> Trainee:
    """What the recipe names, ready to be trained."""
    if isinstance(recipe, EmbeddingRecipe):
        from temporal_qa.models.graph_embeddings.training import EmbeddingTraining

        return EmbeddingTraining(accelerator, recipe)
    return ReaderTraining(accelerator, recipe, load_start(readers()[recipe.reader], recipe, folder, accelerator))


def main() -> None:
    """From the recipe to the model."""
    recipe, push = read_arguments({**READER_RECIPES, **EMBEDDINGS}, __doc__ or "")
    run(recipe, start, push)


if __name__ == "__main__":
    report_input_errors(main)
