"""The work whose memory memory.py measures, each piece in its own process.

python benchmarks/memory_work.py NAME FOLDER SIZE        makes the input of that size in the folder
python benchmarks/memory_work.py NAME FOLDER SIZE run    does the work on it, and writes into the folder
"""

import importlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared/data"
TRAINING_STEPS = 6
RESPONSES = 16_518  # in the released files


@dataclass(frozen=True, slots=True)
class Work:
    """One piece of work.

    Attributes:
        name: as in the table.
        unit: of its size.
        size: at 1x.
        make: writes the input of a size to a folder.
        run: does the work on the input in the folder.
        kept: what makes its memory grow with the size; empty if it should be flat.
        needs: packages and files; without them the work is left out.
    """

    name: str
    unit: str
    size: int
    make: Callable[[Path, int], None]
    run: Callable[[Path, int], None]
    kept: str = ""
    needs: tuple[str | Path, ...] = ()


def command(*arguments: str | Path | int) -> None:
    """Replaces this process with the command ``temporal-qa``, so that only its memory counts."""
    program = Path(sys.executable).parent / "temporal-qa"
    os.execv(program, [str(program), *map(str, arguments)])


def nothing(folder: Path, size: int) -> None:
    """Work that needs no input."""


def make_facts(folder: Path, size: int) -> None:
    from itertools import islice

    from temporal_qa.fiction.world import invent_groups
    from temporal_qa.timeline.fact_files import write_facts

    facts = (fact for group in invent_groups(size, seed=0) for fact in group.facts)
    write_facts(folder / "facts.jsonl", islice(facts, size))


def make_questions(folder: Path, size: int) -> None:
    """Rows with their facts, as JSON Lines and as Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from temporal_qa.fiction.options import PseudoOptions, make_recipe
    from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, block_questions
    from temporal_qa.io.atomic import write_json_lines
    from temporal_qa.io.read import read_rows

    recipe = make_recipe(PseudoOptions(size, invent=True, resample=False))
    blocks = ((start // BLOCK_SIZE, min(BLOCK_SIZE, size - start)) for start in range(0, size, BLOCK_SIZE))
    made = (made.question.to_row() for block, n in blocks for made in block_questions(recipe, block, n))
    write_json_lines(folder / "questions.jsonl", made)
    rows = [row.values for row in read_rows(folder / "questions.jsonl")]
    pq.write_table(pa.Table.from_pylist(rows), folder / "questions.parquet")


def make_answers(folder: Path, size: int) -> None:
    """Questions without facts, and predictions: what scoring reads."""
    from scoring import make_rows

    from temporal_qa.io.atomic import write_json_lines

    predictions, references = make_rows(size, 100_000)
    labels = ({"id": f"q{n}", "answers": each, "level": "L2"} for n, each in enumerate(references))
    write_json_lines(folder / "questions.jsonl", labels)
    write_json_lines(
        folder / "predictions.jsonl", ({"id": f"q{n}", "answers": each} for n, each in enumerate(predictions))
    )


def make_dataset(folder: Path, size: int) -> None:
    command("build", "pseudo-pit", "--invent", "--questions", size, "--out", folder / "pseudo-pit")


def make_dump(folder: Path, size: int) -> None:
    """A dump of so many megabytes, as .gz, and as .bz2 in streams of a megabyte, as pbzip2 makes them."""
    import bz2
    import gzip

    import mining

    with gzip.open(folder / "dump.json.gz", "wb", compresslevel=1) as zipped:
        for piece in mining.pieces(DATA / "wikidata", size * 1_000_000):
            zipped.write(piece)
    with gzip.open(folder / "dump.json.gz") as lines, (folder / "dump.json.bz2").open("wb") as packed:
        while block := lines.read(900_000):
            packed.write(bz2.compress(block, 1))


def make_responses(folder: Path, size: int) -> None:
    """The released files, each under the names of as many models as the size needs."""
    for file in sorted((DATA / "temp_answer_qa/responses").glob("*.csv.gz")):
        for number in range(size // RESPONSES):
            dataset, split, model, rest = file.name.split("_", 3)
            shutil.copy(file, folder / f"{dataset}_{split}_{model}-copy{number}_{rest}")


def score_in_memory(folder: Path, size: int) -> None:
    from scoring import make_rows

    from temporal_qa.scoring.answer_scores import answer_scores

    answer_scores(*make_rows(size, 100_000))


def hold_rows(folder: Path, size: int) -> None:
    from scoring import make_rows

    make_rows(size, 100_000)


def stream(folder: Path, size: int) -> None:
    from temporal_qa.fiction.options import PseudoOptions, make_recipe
    from temporal_qa.fiction.streaming import endless_questions

    for _ in endless_questions(make_recipe(PseudoOptions(seed=1, invent=True))).take(size):
        pass


def load(folder: Path, size: int) -> None:
    import datasets

    with tempfile.TemporaryDirectory() as cache:
        rows = datasets.load_dataset(str(folder / "pseudo-pit"), split="train", cache_dir=cache)
        for _ in rows.iter(1000):
            pass


def publish(folder: Path, size: int) -> None:
    """Publishes to a loopback Hub, a process that memory.py starts and does not measure."""
    os.environ["HF_HOME"] = str(folder / "home")
    command("publish", folder / "pseudo-pit", f"org/of-{size}")


def train(folder: Path, size: int) -> None:
    """A tiny T5: reads, tokenises and plans the rows, and trains a few steps."""
    from temporal_qa.engine.question_data import load_rows
    from temporal_qa.engine.reader_training import ReaderTraining
    from temporal_qa.engine.recipes import read_recipe
    from temporal_qa.engine.running import start_accelerator
    from temporal_qa.models.readers import readers
    from temporal_qa.models.recipes import READER_RECIPES

    changes = [
        f"train={{dataset: {folder / 'questions.jsonl'}}}", "tokens_per_batch=4096", "batches_per_step=1",
        "validation=null", "test=null", "trackers=[]", f"out={folder / 'run'}",
    ]  # fmt: skip
    recipe = read_recipe(READER_RECIPES, ROOT / "training/recipes/t5_base_sft.yaml", changes, init="tiny")
    accelerator = start_accelerator(recipe)
    kind = readers()[recipe.reader]
    kind.create(recipe, load_rows(recipe.train), folder / "start")
    training = ReaderTraining(accelerator, recipe, kind.load(str(folder / "start"), recipe.to_dict()))
    model, optimizer = accelerator.prepare(training.model, training.optimizer())
    for step in training.epoch(0).steps[:TRAINING_STEPS]:
        training.step(model, optimizer, step)


def mine(kind: str) -> Callable[[Path, int], None]:
    # A part of a dump lacks the items that its facts name.
    how = ("--as-of", "2019-04", "--workers", 2, "--ids-as-names")
    return lambda folder, _: command("mine", folder / f"dump.json.{kind}", "--out", folder / f"{kind}.parquet", *how)


WIKIDATA, RELEASED = DATA / "wikidata", DATA / "temp_answer_qa"
HUB = ROOT / "tests/hub/loopback_hub.py"
WORK = {
    "rows": Work("rows of scoring alone, in lists", "questions", 62_500, nothing, hold_rows, "the rows"),
    "score": Work("`answer_scores`, with those rows", "questions", 62_500, nothing, score_in_memory, "rows and scores"),
    "score-files": Work(
        "`temporal-qa score`", "questions", 25_000, make_answers,
        lambda folder, size: command("score", folder / "questions.jsonl", folder / "predictions.jsonl"),
        "answers and predictions, to match them by id",
    ),
    "responses": Work(
        "`temporal-qa score-responses`", "responses", RESPONSES, make_responses,
        lambda folder, size: command("score-responses", RELEASED, *sorted(folder.glob("*.csv.gz"))),
        "the responses of all runs", (RELEASED,),
    ),
    "mine-gz": Work("`temporal-qa mine`, .gz", "MB of JSON", 20, make_dump, mine("gz"), needs=(WIKIDATA,)),
    "mine-bz2": Work("`temporal-qa mine`, .bz2", "MB of JSON", 20, make_dump, mine("bz2"), needs=(WIKIDATA,)),
    "pseudo-pit": Work(
        "`temporal-qa build pseudo-pit`, one process", "questions", 12_500, nothing,
        lambda folder, size: command(
            "build", "pseudo-pit", "--invent", "--questions", size, "--out", folder / "out", "--workers", 1
        ),
    ),
    "stream": Work("`endless_questions`", "questions", 6_250, nothing, stream),
    "complex-tr": Work(
        "`temporal-qa build complex-tr`", "facts", 20_000, make_facts,
        lambda folder, size: command("build", "complex-tr", "--facts", folder / "facts.jsonl", "--out", folder / "out"),
        "all facts, of which groups and splits are made",
    ),
    "solve": Work(
        "`temporal-qa solve`, .jsonl", "questions", 6_250, make_questions,
        lambda folder, size: command("solve", folder / "questions.jsonl", "--out", folder / "solved.jsonl"),
    ),
    "solve-parquet": Work(
        "`temporal-qa solve`, .parquet", "questions", 6_250, make_questions,
        lambda folder, size: command("solve", folder / "questions.parquet", "--out", folder / "solved_parquet.jsonl"),
    ),
    "load": Work("`load_dataset` and one pass", "questions", 12_500, make_dataset, load),
    "publish": Work("`temporal-qa publish`", "questions", 12_500, make_dataset, publish, needs=(HUB,)),
    "train": Work(
        f"training, {TRAINING_STEPS} steps of a tiny T5", "questions", 390, make_questions, train,
        "rows while they are read, then tokens", ("torch", "transformers", "accelerate"),
    ),
}  # fmt: skip


def serve_hub() -> None:
    """Runs a loopback Hub until it is ended; prints its environment in one line."""
    sys.path.insert(0, str(HUB.parent))
    hub = importlib.import_module("loopback_hub").LoopbackHub()
    print(json.dumps(hub.environment(Path("unused"))), flush=True)
    hub.serve_forever()


def main() -> None:
    if sys.argv[1] == "hub":
        return serve_hub()
    name, folder, size, *how = sys.argv[1:]
    (WORK[name].run if how == ["run"] else WORK[name].make)(Path(folder), int(size))


if __name__ == "__main__":
    main()
