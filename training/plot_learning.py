"""The scores of a run beside two baselines that ignore time: a table, and the curve as learning_curve.png.

    python training/plot_learning.py runs/learn

The table is of the test questions of the run (without them, of the validation); the curve is of the validation.
"""

from pathlib import Path
from typing import Any

from temporal_qa.engine.learning_curve import baseline_scores, plot_learning_curve
from temporal_qa.engine.question_data import Source, load_rows
from temporal_qa.engine.recipes import read_recipe
from temporal_qa.engine.running import ScriptParser, report_input_errors
from temporal_qa.engine.seeds import read_result
from temporal_qa.io.read import read_rows
from temporal_qa.models.recipes import READER_RECIPES
from temporal_qa.tables.markdown import markdown_table


def main() -> None:
    """From the folder of a run to the table and the plot."""
    parser = ScriptParser(__doc__)
    parser.add_argument("run", type=Path, help="the folder of a finished run, the recipe's 'out'")
    run = parser.parse_args().run
    training, scores = (read_result(run, f"{name}.json") for name in ("training", "scores"))
    losses = [row.values for row in read_rows(run / "losses.jsonl")]
    recipe, own = read_recipe(READER_RECIPES, run / "model" / "recipe.json"), scores[0]
    rows = [["the model", (own["set_accuracy"], *own["set_accuracy_interval"])]]
    rows += [[name, score] for name, score in baselines(recipe.test or recipe.validation).items()]
    print(markdown_table(["answered by", f"set accuracy on {own['n']:,} questions"], rows))
    lines = {}
    if recipe.validation:
        lines = {name: score for name, (score, _, _) in baselines(recipe.validation).items()}
    plot = run / "model" / "learning_curve.png"
    plot_learning_curve(plot, losses, training["validations"], lines, f"{run.name}: {training['step']:,} steps")
    print(f"\nwrote {plot}")


def baselines(source: Source) -> dict[str, Any]:
    """The scores of the baselines on the questions of a source; none where rows have no facts."""
    rows = load_rows(source)
    return baseline_scores(rows) if all(row.get("facts") for row in rows) else {}


if __name__ == "__main__":
    report_input_errors(main)
