"""Fine-tunes T5 as Fusion-in-Decoder on temporal questions with passages, as a recipe says.

    accelerate launch training/train_fusion_in_decoder.py --config training/recipes/fid_base.yaml --set seed=1
    python -m temporal_qa.training.train_fusion_in_decoder --config RECIPE.yaml --push ORG/NAME

A run that was stopped, however it was, goes on with the same command. The model, its card and its scores are in
<out>/model in the end.
"""

from temporal_qa.engine.checkpoints import RunFolder
from temporal_qa.engine.finishing import finish, push_model
from temporal_qa.engine.loop import train
from temporal_qa.engine.recipes import FusionRecipe
from temporal_qa.engine.running import load_start, read_arguments, report_input_errors, start_accelerator


def main() -> None:
    """From the recipe to the model."""
    recipe, push = read_arguments(FusionRecipe, __doc__ or "")
    accelerator = start_accelerator(recipe)
    folder = RunFolder(recipe.out, recipe.to_dict(), accelerator)
    if folder.finished:
        accelerator.print(f"finished already: {folder.model}")
    else:
        tokenizer, model = load_start(recipe, folder, accelerator)
        model.encoder.passages_at_once = recipe.passages_at_once
        progress = train(accelerator, folder, recipe, tokenizer, model)
        finish(accelerator, folder, recipe, tokenizer, progress)
    if push and accelerator.is_main_process:
        print(push_model(folder.model, push))
    accelerator.end_training()


if __name__ == "__main__":
    report_input_errors(main)
