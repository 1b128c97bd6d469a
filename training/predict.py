"""Answers questions with a trained model.

    python training/predict.py --model runs/t5_base_sft/seed-0/model --questions complex-tr --config reason_qa \\
        --split test --out predictions.parquet
    temporal-qa score complex-tr/reason_qa/test-00000-of-00001.parquet predictions.parquet

Few-shot prompting, as the paper does with FLAN-T5-XL (Tables 4 and 5, one example):

    python training/predict.py --recipe training/recipes/flan_t5_xl_one_shot.yaml

A recipe is a YAML file of these options; options on the command line replace those of the recipe. The model is a folder
or a name on the Hub; a model of ours has its own settings for reading. Batches get as large as memory allows. A call
that was stopped resumes with the same command.
"""

from pathlib import Path

from temporal_qa.commands.options import check_out_file
from temporal_qa.engine.question_data import Source
from temporal_qa.engine.running import ScriptParser, report_input_errors
from temporal_qa.io.errors import InputError, counted
from temporal_qa.models.predicting import predict, read_prediction_recipe

READING = (
    "context", "max_input_tokens", "step_tokens", "max_question_tokens", "search", "no_answer", "max_target_tokens",
    "passages", "beams",
)  # fmt: skip
"""The options that replace settings of the model's recipe."""


def main() -> None:
    """From questions to predictions."""
    parser = _parser()
    typed = given = parser.parse_args()
    if given.recipe:
        parser.set_defaults(**read_prediction_recipe(given.recipe, vars(given)))
        given = parser.parse_args()
    for name in ("model", "questions", "out"):
        if getattr(given, name) is None:
            raise InputError(f"no --{name}, expected it here or in a recipe")
    check_out_file(given.out, Path(given.questions), overwrite=given.overwrite)
    if not given.shots:
        for name in ("seed", "shots_from"):
            if getattr(typed, name) is not None:
                raise InputError(f"--{name.replace('_', '-')} has no effect without --shots; leave it out")
    shown = None
    if given.shots_from:
        is_file = Path(given.shots_from).is_file()
        shown = Source(given.shots_from) if is_file else Source(given.shots_from, given.config, "train")
    done = predict(
        given.model,
        Source(given.questions, given.config, given.split),
        given.out,
        shown=shown,
        shots=given.shots,
        seed=given.seed or 0,
        reader=given.reader,
        names=given.names,
        **{name: getattr(given, name) for name in READING},
    )
    rate = f", {done['now'] / done['seconds']:.1f} a second" if done["now"] and done["seconds"] else ""
    cut = "".join(f", {100 * share:.2f} % of {name[:-4]} cut" for name, share in done["cut"].items())
    questions = counted(done["questions"], "question")
    print(f"wrote {given.out}: {questions}, {done['now']:,} now in {done['seconds']:.1f} s{rate}{cut}")


def _parser() -> ScriptParser:
    parser = ScriptParser(__doc__)
    parser.add_argument("--recipe", type=Path, help="a YAML file of the options below, such as max_input_tokens: 1024")
    parser.add_argument("--model", help="a folder or a name on the Hub (required)")
    parser.add_argument("--reader", help="of a model of others: t5 (the default), extractive_encoder, ...")
    parser.add_argument("--questions", help="a file (.parquet, .jsonl), a dataset folder, or a Hub id (required)")
    parser.add_argument("--config", help="of the dataset")
    parser.add_argument("--split", help="of the dataset")
    parser.add_argument("--out", type=Path, help="the predictions, .jsonl[.gz] or .parquet (required)")
    parser.add_argument("--beams", type=int, help="of the search (default: as in the model's recipe)")
    parser.add_argument(
        "--context",
        choices=["facts", "text", "passages", "paragraphs", "instruction", "none"],
        help="default: as in its recipe",
    )
    parser.add_argument("--max-input-tokens", type=int, help="the longest input (default: as in the model's recipe)")
    parser.add_argument(
        "--step-tokens", type=int, help="from one window of a long context to the next (default likewise)"
    )
    parser.add_argument("--max-question-tokens", type=int, help="of a longer question its first ones are read")
    parser.add_argument("--search", choices=["exact", "best_8"], help="of an answer in a window (default likewise)")
    parser.add_argument(
        "--no-answer",
        choices=["all_windows", "last_window", "never"],
        help="who says that there is none (default likewise)",
    )
    parser.add_argument("--max-target-tokens", type=int, help="the longest answer (default likewise)")
    parser.add_argument("--passages", type=int, help="the maximum for a question (default likewise)")
    parser.add_argument("--shots", type=int, default=0, help="worked examples before each question")
    parser.add_argument("--shots-from", help="the file, or the dataset with a split 'train', that they are drawn from")
    parser.add_argument("--seed", type=int, help="decides which worked examples are drawn (default: 0)")
    parser.add_argument("--names", help="a graph: answers become its entities of the nearest names, or its years")
    parser.add_argument("--overwrite", action="store_true", help="replace the predictions if they exist")
    return parser


if __name__ == "__main__":
    report_input_errors(main)
