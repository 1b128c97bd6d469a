"""What two seeds share, and how soon the first task is there, beside reasoning-gym.

    python benchmarks/fresh_tasks.py [--seeds 15] [--size 10000]

A task is its question with its facts; their order does not count. Of every dataset of consecutive seeds, each
task is looked up among those of all other seeds. Item ``i`` of reasoning-gym is drawn by ``Random(seed + i)``, so
that neighbouring seeds share all items but one; its own scripts train and validate on neighbouring seeds.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

from machine import print_head

from temporal_qa.rewards.tasks import create_dataset
from temporal_qa.tables.markdown import markdown_table

STARTS = {
    "`create_dataset`, ours": (
        "from temporal_qa.rewards.tasks import create_dataset; create_dataset('pseudo_pit', 500, 1)[0]"
    ),
    "`create_dataset`, ours, level 5": (
        "from temporal_qa.rewards.tasks import create_dataset; create_dataset('pseudo_pit', 500, 1, level=5)[0]"
    ),
    "`endless_questions`, not resampled": (
        "from temporal_qa.fiction.options import PseudoOptions, make_recipe\n"
        "from temporal_qa.fiction.streaming import endless_questions\n"
        "next(iter(endless_questions(make_recipe(PseudoOptions(seed=1, invent=True, resample=False)))))"
    ),
    "`endless_questions`, resampled": (
        "from temporal_qa.fiction.options import PseudoOptions, make_recipe\n"
        "from temporal_qa.fiction.streaming import endless_questions\n"
        "next(iter(endless_questions(make_recipe(PseudoOptions(seed=1, invent=True)))))"
    ),
    "`import datasets`": "import datasets",
    "`create_dataset`, reasoning-gym": (
        "import reasoning_gym; reasoning_gym.create_dataset('leg_counting', size=500, seed=1)[0]"
    ),
}


def ours(level: int | None) -> Callable[[int, int], Iterator[int]]:
    def items(seed: int, size: int) -> Iterator[int]:
        for row in create_dataset("pseudo_pit", size, seed, level):
            yield hash((row["question"], *sorted(row["fact_context"].splitlines())))

    return items


def leg_counting(seed: int, size: int) -> Iterator[int]:
    import reasoning_gym

    return (hash(item["question"]) for item in reasoning_gym.create_dataset("leg_counting", size=size, seed=seed))


def shared(items: Callable[[int, int], Iterator[int]], seeds: int, size: int) -> list[object]:
    """Pairs of seeds, and the items that two seeds share: the most of neighbours, the most of others, seconds."""
    began = time.perf_counter()
    seeds_of: dict[int, set[int]] = {}
    for seed in range(seeds):
        for item in items(seed, size):
            seeds_of.setdefault(item, set()).add(seed)
    common: Counter[tuple[int, int]] = Counter()
    for found in seeds_of.values():
        ordered = sorted(found)
        common.update((one, other) for place, one in enumerate(ordered) for other in ordered[place + 1 :])
    neighbours = max((n for (one, other), n in common.items() if other == one + 1), default=0)
    others = max((n for (one, other), n in common.items() if other > one + 1), default=0)
    took = time.perf_counter() - began
    return [seeds * (seeds - 1) // 2, neighbours, others, round(seeds * size / took)]


def start(code: str, repeat: int = 5) -> list[object]:
    """Milliseconds of new processes until the first task is there: the median, and the least."""
    seconds = []
    for _ in range(repeat + 1):
        began = time.perf_counter()
        if subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode:
            return ["-", "-"]
        seconds.append(time.perf_counter() - began)
    return [round(1000 * statistics.median(seconds[1:])), round(1000 * min(seconds[1:]))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=15)
    parser.add_argument("--size", type=int, default=10_000)
    given = parser.parse_args()
    print_head("Fresh tasks: `python benchmarks/fresh_tasks.py`", "reasoning-gym", "datasets")
    makers = {"ours, `pseudo_pit`": ours(None), "ours, `pseudo_pit`, level 1": ours(1)}
    try:
        import reasoning_gym  # noqa: F401

        makers["reasoning-gym, `leg_counting`"] = leg_counting
    except ModuleNotFoundError:
        print("fresh_tasks.py: reasoning-gym is not installed, and left out\n")
    rows = [[name, *shared(items, given.seeds, given.size)] for name, items in makers.items()]
    print(f"{given.seeds} consecutive seeds of {given.size:,} tasks each.\n")
    header = ["tasks", "pairs of seeds", "shared by neighbours, at most", "by others, at most", "tasks a second"]
    print(markdown_table(header, rows))
    print(
        "\n"
        + markdown_table(["the first task", "median, ms", "least, ms"], [[n, *start(c)] for n, c in STARTS.items()])
    )


if __name__ == "__main__":
    main()
