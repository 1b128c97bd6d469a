"""Where a step of the set reader of words goes, and how fast it is in other ways: threads, batches, ``torch.compile``.

    OMP_NUM_THREADS=1 python benchmarks/set_reader.py

No released code is like it. Other load on the machine affects all ways, since they take turns.
"""

# ruff: noqa: E402 (without torch, this script says so in one line)

import os
import random
import tempfile
import time
from pathlib import Path

from machine import print_head, skip_without

skip_without("torch", "transformers", "accelerate")

import torch

from temporal_qa.engine.question_data import load_rows
from temporal_qa.engine.reader_training import ReaderTraining, Step
from temporal_qa.engine.recipes import read_recipe
from temporal_qa.engine.running import start_accelerator
from temporal_qa.models.readers import readers
from temporal_qa.models.recipes import READER_RECIPES
from temporal_qa.tables.markdown import markdown_table
from training import RECIPES, Ours, fresh_reader, print_parts, synchronize

CHANGES = [
    "trackers=[]", "validation=null", "test=null", "batches_per_step=1", "tokens_per_batch=1024",
    "train={pseudo-pit: {questions: 4000, seed: 0, invent: true, resample: false}}",
]  # fmt: skip
STEPS = 200


def main() -> None:
    print_head("The set reader: `python benchmarks/set_reader.py`", "torch", "transformers", "accelerate")
    with tempfile.TemporaryDirectory() as folder:
        recipe = read_recipe(READER_RECIPES, RECIPES / "word_fact_set_sft.yaml", [*CHANGES, f"out={folder}"])
        accelerator = start_accelerator(recipe)
        rows, start = load_rows(recipe.train), Path(folder) / recipe.reader
        readers()[recipe.reader].create(recipe, rows, start)
        reader = fresh_reader(recipe, start)
        training = ReaderTraining(accelerator, recipe, reader)
        steps = training.epoch(0).steps[:STEPS]
        print(f"{len(rows):,} questions of ReasonQA, batches of 1,024 words\n")
        ours = Ours(training, steps)
        print_parts(ours, steps)
        print_ways(ours, steps)


def print_ways(ours: Ours, steps: list[Step]) -> None:
    """Questions a second where the same questions are trained on in other ways, which take turns."""
    examples = [example for step in steps for batch in step.batches for example in batch]
    shuffled, size = random.Random(0).sample(examples, len(examples)), -(-len(examples) // len(steps))
    of_any_length = [Step([shuffled[at : at + size]], size, shuffled[0]) for at in range(0, len(shuffled), size)]
    threads, cores = torch.get_num_threads(), os.cpu_count() or 1
    ways = {
        f"as it trains, {threads} of {cores} threads": (steps, ours.model, threads),
        f"{cores} threads": (steps, ours.model, cores),
        "batches of any lengths": (of_any_length, ours.model, threads),
        "`torch.compile`, any lengths of batch": (steps, torch.compile(ours.model, dynamic=True), threads),
    }
    spent = dict.fromkeys(ways, 0.0)
    for turn in range(4):
        for name, (some, model, number) in ways.items():
            torch.set_num_threads(number)
            start = time.perf_counter()
            for step in some:
                ours.accelerator.backward(ours.reader.loss(model, ours.collate(step.batches[0])))
                ours.update()
            synchronize()
            spent[name] += (time.perf_counter() - start) * bool(turn)  # the first turn is a warm-up, and compiles
    torch.set_num_threads(threads)
    first = next(iter(spent.values()))
    table = [[name, 3 * len(examples) / seconds, first / seconds] for name, seconds in spent.items()]
    print(markdown_table(["set reader", "questions a second", "ratio"], table) + "\n")


if __name__ == "__main__":
    main()
