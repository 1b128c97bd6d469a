"""What a run has learned, beside two baselines that ignore time: a table, and the curve as learning_curve.png.

    python training/plot_learning.py runs/learn

The table is of the test questions of the run, which it has never seen; the curve is of those that it was validated on.
"""

import argparse
from pathlib import Path

import orjson

from temporal_qa.files import InputError
from temporal_qa.models.question_data import load_rows, read_source
from temporal_qa.models.running import ends_clearly
from temporal_qa.report.learning_curve import baseline_scores, plot_learning_curve
from temporal_qa.report.tables import markdown_table


def main() -> None:
    """From the folder of a run to the table and the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="the folder of a finished run, the recipe's 'out'")
    run = parser.parse_args().run
    try:
        recipe, training, scores = (
            orjson.loads((run / "model" / f"{name}.json").read_bytes()) for name in ("recipe", "training", "scores")
        )
        losses = [orjson.loads(line) for line in (run / "losses.jsonl").read_bytes().splitlines()]
    except OSError as error:
        raise InputError(f"no finished run that was scored: {error.filename}: {error.strerror}", run) from None
    validation, test = (questions_of(recipe, key, run) for key in ("validation", "test"))
    own = scores[0]
    rows = [["the model", (own["set_accuracy"], *own["set_accuracy_interval"])]]
    rows += [[name, score] for name, score in baseline_scores(test).items()]
    print(markdown_table(["answered by", f"set accuracy on {own['n']:,} unseen questions"], rows))
    plot = run / "model" / "learning_curve.png"
    lines = {name: score for name, (score, _, _) in baseline_scores(validation).items()}
    plot_learning_curve(plot, losses, training["validations"], lines, f"{run.name}: {training['step']:,} steps")
    print(f"\nwrote {plot}")


def questions_of(recipe: dict, key: str, run: Path) -> list:
    """The rows that the recipe names under ``key``."""
    if recipe[key] is None:
        raise InputError(f"the recipe has no {key} questions", run)
    # As it was written from the dataclass: the kinds of source differ in their keys.
    source = recipe[key] if "dataset" in recipe[key] else {"pseudo-pit": recipe[key]}
    return load_rows(read_source(key, source, run / "model" / "recipe.json"))


if __name__ == "__main__":
    ends_clearly(main)
