"""Trains a reader on temporal questions, as a recipe says.

    accelerate launch training/train.py --config training/recipes/t5_base_sft.yaml --set seed=1
    accelerate launch training/train.py --config training/recipes/t5_base_pit.yaml --init tiny
    python -m temporal_qa.training.train --config RECIPE.yaml --push ORG/NAME

A run that was stopped in any way resumes with the same command. At the end, the model, its card and its scores are in
<out>/model.
"""

from temporal_qa.engine.checkpoints import RunFolder
from temporal_qa.engine.finishing import finish, push_model
from temporal_qa.engine.loop import train
from temporal_qa.engine.running import load_start, read_arguments, report_input_errors, start_accelerator
from temporal_qa.models.readers import READERS


def main() -> None:
    """From the recipe to the model."""
    recipe, push = read_arguments(READERS, __doc__ or "")
    accelerator, kind = start_accelerator(recipe), READERS[recipe.reader]
    folder = RunFolder(recipe.out, recipe.to_dict(), accelerator)
    if folder.finished:
        accelerator.print(f"finished already: {folder.model}")
    else:
        reader = load_start(kind, recipe, folder, accelerator)
        progress = train(accelerator, folder, recipe, reader)
        finish(accelerator, folder, recipe, kind, progress)
    if push and accelerator.is_main_process:
        print(push_model(folder.model, push))
    accelerator.end_training()


if __name__ == "__main__":
    report_input_errors(main)
