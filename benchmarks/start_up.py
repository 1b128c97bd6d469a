"""The time to import the library, to answer ``--help`` and to start worker processes, in turns with a floor and peers.

    python benchmarks/start_up.py [--repeat 7]

Each measurement is a new process, with byte code already compiled. The floor is a Python that does nothing; for
``--help``, which typer draws, it is also the import of typer. ``python -X importtime -c "import MODULE"`` shows the
parts of a slow import.
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

from machine import print_head

FLOOR = "python -c pass"
# The modules that README, metric cards and docstrings use.
MODULES = (
    "temporal_qa", "temporal_qa.timeline.facts", "temporal_qa.questions.complex_tr.solver",
    "temporal_qa.questions.complex_tr.synthesis",
    "temporal_qa.questions.complex_tr.explanation", "temporal_qa.fiction.options", "temporal_qa.fiction.streaming",
    "temporal_qa.scoring.answer_scores", "temporal_qa.scoring.mase", "temporal_qa.passages.ranking",
    "temporal_qa.wikidata.mine", "temporal_qa.drawing.timeline_png",
)  # fmt: skip
PEERS = ("typer", "numpy", "pyarrow", "evaluate", "datasets")
HELP = ("temporal-qa", "datasets-cli", "hf")
HELP_LIMIT = 0.5
"""The seconds that ``temporal-qa --help`` may take."""

# The first use of Arrow loads pandas. A process takes no second call while the others start.
ARRAY = "__import__('pyarrow').array(['a']) and __import__('time').sleep(0.2)"
USE = f"    for done in [submit(eval, {ARRAY!r}) for _ in range(8)]: done.result()"
POOLS = {
    "8 worker processes with an array of Arrow": f"""
from temporal_qa.io.processes import process_pool
with process_pool(8) as submit:
{USE}""",
    "the same by multiprocessing, spawned": f"""
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
with ProcessPoolExecutor(8, get_context("spawn")) as executor:
    submit = executor.submit
{USE}""",
}
"""What is said of a pool -> the code that starts it."""


def commands() -> dict[str, list[str]]:
    """Name -> command; programs that are not installed are left out."""
    found = {FLOOR: [sys.executable, "-c", "pass"]}
    for module in (*PEERS, *MODULES):
        name = f"import {module}"
        found[name] = [sys.executable, "-c", name]
    for name, code in POOLS.items():
        found[name] = [sys.executable, "-c", code]
    for program in HELP:
        path = Path(sys.executable).parent / program
        if path.exists():
            found[f"{program} --help"] = [str(path), "--help"]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=7, help="turns that all take; the median counts")
    options = parser.parse_args()
    print_head("Start: `python benchmarks/start_up.py`", "typer", "datasets", "huggingface_hub", "evaluate", "pyarrow")
    from temporal_qa.tables.markdown import markdown_table

    waiting = commands()
    seconds: dict[str, list[float]] = {name: [] for name in waiting}
    for turn in range(options.repeat + 1):
        for name, command in list(waiting.items()):
            began = time.perf_counter()
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            took = time.perf_counter() - began
            if done.returncode:  # the package, or one that it needs, is not installed
                print(f"left out: {name}: {done.stderr.strip().splitlines()[-1]}")
                del waiting[name]
            elif turn:  # the first turn compiles and fills the cache of files
                seconds[name].append(took)
    middle = {name: statistics.median(times) for name, times in seconds.items() if name in waiting}
    floor = middle[FLOOR]
    rows = [
        [f"`{name}`", round(1000 * took), round(1000 * min(seconds[name])), took / floor]
        for name, took in middle.items()
    ]
    print(markdown_table(["what", "median, ms", "least, ms", "times the floor"], rows))
    ours = middle["temporal-qa --help"]
    beside = "; ".join(
        f"{middle[name] / ours:.1f} times as long: `{name}`"
        for name in ("datasets-cli --help", "hf --help")
        if name in middle
    )
    print(f"\n`temporal-qa --help` in {ours:.2f} s, {HELP_LIMIT} asked. {beside}.")


if __name__ == "__main__":
    main()
