"""How much fiction teaches: set accuracy on real questions by the number of fictional ones, as a table and a picture.

    for n in 333 1000 3333 10000 51451; do
        python training/train.py --config training/recipes/word_fact_set_pit.yaml \\
            --set train.pseudo-pit.questions=$n --set out=runs/fiction/$n
        python training/train.py --config training/recipes/word_fact_set_pit_sft.yaml \\
            --set model=runs/fiction/$n/model --set out=runs/fiction_then_real/$n
    done
    python training/plot_fiction.py --fiction runs/fiction/* --then-real runs/fiction_then_real/* \\
        --real runs/word_fact_set_sft/seed-* --out fiction.png

Runs on equally many questions, such as those of several seeds, become their mean.
"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import mean
from typing import Any

from temporal_qa.engine.learning_curve import baseline_scores
from temporal_qa.engine.question_data import load_rows
from temporal_qa.engine.recipes import read_recipe
from temporal_qa.engine.running import ScriptParser, report_input_errors
from temporal_qa.engine.seeds import read_result
from temporal_qa.models.recipes import READER_RECIPES
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.tables.plot_style import COLOURS, check_matplotlib, new_figure, save_figure, style_axes

NAMES = {
    "then_real": "fiction, then real questions (PIT-SFT)",
    "fiction": "fiction alone (PIT)",
    "real": "real questions alone (SFT)",
}


def main() -> None:
    """From the folders of runs to the table and the picture."""
    parser = ScriptParser(__doc__)
    parser.add_argument("--fiction", nargs="+", type=Path, required=True, help="runs on fiction alone")
    parser.add_argument("--then-real", nargs="*", type=Path, default=[], help="runs that start from their models")
    parser.add_argument("--real", nargs="*", type=Path, default=[], help="runs on real questions alone")
    parser.add_argument("--out", type=Path, required=True, help="the picture, .png")
    given = parser.parse_args()
    check_matplotlib()
    curves = {
        "then_real": by_questions(given.then_real, ancestor=True), "fiction": by_questions(given.fiction),
        "real": by_questions(given.real),
    }  # fmt: skip
    test = recipe_of(given.fiction[0]).test
    levels = {name: score for name, (score, _, _) in baseline_scores(load_rows(test)).items()}
    rows = [
        [NAMES[name], f"{number:,}", f"{mean(scores):.1f}", ", ".join(f"{score:.1f}" for score in scores)]
        for name, curve in curves.items() for number, scores in curve.items()
    ]  # fmt: skip
    rows += [[name, "-", f"{score:.1f}", ""] for name, score in levels.items()]
    print(markdown_table(["trained on", "fictional questions", "set accuracy", "each run"], rows))
    if curves["real"]:
        levels = {NAMES["real"]: mean(score for scores in curves["real"].values() for score in scores)} | levels
    plot(given.out, {name: curves[name] for name in ("then_real", "fiction")}, levels)
    print(f"\nwrote {given.out}")


def by_questions(runs: Iterable[Path], *, ancestor: bool = False) -> dict[int, list[float]]:
    """The number of fictional questions of runs, ascending, with the set accuracy of each run.

    Args:
        runs: finished ones with a test.
        ancestor: the questions are those of the run whose model they start from.
    """
    found = defaultdict[int, list[float]](list)
    for run in runs:
        recipe = recipe_of(run)
        source = recipe_of(Path(recipe.model).parent) if ancestor and recipe.model else recipe
        fiction = source.train.pseudo_pit
        number = fiction.questions * (source.epochs if fiction.new_each_epoch else 1) if fiction else 0
        found[number].append(read_result(run, "scores.json")[0]["set_accuracy"])
    return dict(sorted(found.items()))


def recipe_of(run: Path) -> Any:
    """The recipe of a finished run."""
    read_result(run, "recipe.json")
    return read_recipe(READER_RECIPES, run / "model" / "recipe.json")


def plot(path: Path, curves: dict[str, dict[int, list[float]]], levels: dict[str, float]) -> None:
    """Writes the picture: a line a kind of run with a point each run, and the others as level lines."""
    figure = new_figure(6.4, 4.0)
    axes = figure.subplots()
    for colour, (name, curve) in zip(COLOURS, curves.items(), strict=False):
        axes.plot(list(curve), [mean(scores) for scores in curve.values()], color=colour, label=NAMES[name])
        points = [(number, score) for number, scores in curve.items() for score in scores]
        axes.plot(*zip(*points, strict=True), color=colour, marker="o", markersize=4, linestyle="") if points else None
    for colour, (name, value) in zip(COLOURS[2:], levels.items(), strict=False):
        axes.axhline(value, color=colour, linestyle="--", label=name)
    axes.set_xscale("log")
    axes.set_ylim(0, 100)
    axes.set(xlabel="fictional questions", ylabel="set accuracy on real questions, %")
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    style_axes(axes)
    save_figure(figure, path)


if __name__ == "__main__":
    report_input_errors(main)
