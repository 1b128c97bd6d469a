"""Mutation testing: how many small faults put into the code do the tests of its folder notice?

    python tests/mutation.py --seed 1

Mutants are made and run by mutmut, in a copy of the working tree: of every folder a random sample, the same for the
same seed and code, against the tests and doctests of that folder. A mutant is killed when a test fails, or when the
tests take far longer. The table gives the share that is killed, with its Wilson interval, corrected for the finite
number of mutants; before it stand the survivors, as diffs. Equivalent mutants, which no test could tell, count as
survivors.

mutmut leaves constants of modules and decorated functions (properties, caches) as they are.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import chdir
from math import sqrt
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Beside tests/<folder> and the doctests.
TESTS = {
    "timeline": [],
    "text": ["tests/commands/test_date_tokens.py"],
    "questions": [
        "tests/dataset_scripts",
        "tests/released",
        "tests/commands/test_check.py",
        "tests/commands/test_import_released.py",
    ],
    "scoring": [
        "tests/metrics",
        "tests/commands/test_score_probes.py",
        "tests/commands/test_score_responses.py",
    ],
    "graph": [
        "tests/dataset_scripts/test_temporal_graph.py",
        "tests/questions/cron_questions",
        "tests/models/graph_embeddings/test_ranking.py",
    ],
    "rewards": [],
}

SETTINGS = """
[tool.mutmut]
source_paths = ["temporal_qa"]
only_mutate = ["temporal_qa/{folder}/*"]
also_copy = [
    "conftest.py", "cards", "dataset_scripts", "docs", "generation", "harnesses", "metrics", "spaces", "training",
]
pytest_add_cli_args = ["-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = {tests}
timeout_constant = 5.0
timeout_multiplier = 5.0
"""

# mutmut forks from a process in which all tests have run: what they left in caches would hide a mutant. And it runs the
# tests that called the mutated function in that process, so each test there begins with cold caches, too. While mutmut
# finds out which those are, it sees one process only, and others must not look for its settings in a folder of a test.
# Cases have numbers for names: pytest does not find all of the long ones again that mutmut gives it.
CONFTEST = """
import os
import sys

import pytest

os.cpu_count = lambda: 1


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc):
    parametrize = metafunc.parametrize

    def numbered(names, values, **given):
        values = [*values]
        parametrize(names, values, **given | {"ids": [*map(str, range(len(values)))]})

    metafunc.parametrize = numbered


def pytest_runtest_setup():
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        from mutmut.mutation.trampoline import set_mutant_under_test

        set_mutant_under_test("stats")
        del os.environ["MUTANT_UNDER_TEST"]
    for name, module in [*sys.modules.items()]:
        if name.startswith("temporal_qa"):
            for value in [*vars(module).values()]:
                getattr(value, "cache_clear", int)()
                if isinstance(value, dict) and type(value).__module__.startswith("temporal_qa"):
                    value.clear()  # a dict that fills itself
"""


def main() -> int:
    """Runs what the arguments ask for; 1 where a folder falls short of ``--at-least``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=list(TESTS), help="of temporal_qa/ (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--sample", type=int, default=300, help="mutants of each folder (default: %(default)s)")
    parser.add_argument("--at-least", type=float, default=90.0, help="percent that must be killed")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    if unknown := set(arguments.folders) - set(TESTS):
        parser.error(f"no tests are named here for {', '.join(sorted(unknown))}, only for {', '.join(TESTS)}")
    table = [
        "| folder | mutants | sampled | killed | timed out | survived | killed % | 95 % interval |",
        "|" + " :-- |" * 8,
    ]
    survivors, low = [], False
    for folder in arguments.folders:
        with tempfile.TemporaryDirectory() as copy:
            names, outcomes, diffs = run_folder(folder, Path(copy), arguments)
        counts = Counter(outcomes.values())
        killed = counts["killed"] + counts["timeout"]
        low |= 100 * killed < arguments.at_least * len(outcomes)
        lower, upper = wilson_interval(killed, len(outcomes), len(names))
        table.append(
            f"| {folder} | {len(names)} | {len(outcomes)} | {counts['killed']} | {counts['timeout']} | "
            f"{len(outcomes) - killed} | {100 * killed / len(outcomes):.1f} | {100 * lower:.1f} to {100 * upper:.1f} |"
        )
        survivors += diffs
    print(*survivors, "", *table, sep="\n")
    return int(low)


def run_folder(folder: str, copy: Path, arguments: argparse.Namespace) -> tuple[list[str], dict[str, str], list[str]]:
    """The names of all mutants, the outcomes of those sampled, and the diffs of the survivors."""
    copy_working_tree(copy)
    tests = [f"tests/{folder}", f"temporal_qa/{folder}", *TESTS[folder]]
    with (copy / "pyproject.toml").open("a") as settings:
        settings.write(SETTINGS.format(folder=folder, tests=tests))
    (copy / "conftest.py").write_text(CONFTEST)
    with chdir(copy):
        names = mutant_names(folder)
    sample = sorted(random.Random(arguments.seed).sample(names, min(arguments.sample, len(names))))
    mutmut(copy, "run", "--max-children", str(arguments.processes), *sample)
    listed = re.findall(r"^ *(\S+): (.+)$", mutmut(copy, "results", "--all", "true"), re.MULTILINE)
    outcomes = {name: outcome for name, outcome in listed if name in set(sample)}
    if len(outcomes) != len(sample) or "not checked" in outcomes.values():
        raise SystemExit(f"mutmut did not run all of the {len(sample)} mutants of {folder}")
    alive = [name for name, outcome in outcomes.items() if outcome not in ("killed", "timeout")]
    return names, outcomes, [mutmut(copy, "show", name) for name in alive]


def copy_working_tree(copy: Path) -> None:
    """What git would keep of the working tree, and a link to the real data beside it, where there is some."""
    files = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in files.stdout.splitlines():
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    if (ROOT.parent / "shared").exists():  # mutmut runs the tests in a folder of the copy
        (copy / "shared").symlink_to((ROOT.parent / "shared").resolve())


def mutant_names(folder: str) -> list[str]:
    """The names of all mutants of a folder of the current directory, as mutmut gives them, in order."""
    from mutmut.configuration import reset_config
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    reset_config()
    return [
        get_mutant_name(path, name)
        for path in sorted(Path("temporal_qa", folder).rglob("*.py"))
        for name in mutate_file_contents(str(path), path.read_text()).mutant_names
    ]


def mutmut(copy: Path, *arguments: str) -> str:
    """Runs the command in the copy and returns what it prints; its own output where it fails."""
    # CI=1 gives hypothesis the same examples each time, and keeps none of them.
    same_examples = {"CI": "1", "HYPOTHESIS_PROFILE": "thorough", "PYTHONHASHSEED": "0"}
    environment = os.environ | same_examples | {"OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", "from mutmut.__main__ import cli; cli()", *arguments]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"mutmut {arguments[0]} failed:\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}")
    return done.stdout


def wilson_interval(successes: int, trials: int, population: int, z: float = 1.96) -> tuple[float, float]:
    """Of a share, at 95 %, 0 to 1. A sample of much of the population tells more than one of little."""
    share = successes / trials
    z *= sqrt((population - trials) / (population - 1))
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    margin = z / (1 + z * z / trials) * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return centre - margin, centre + margin


if __name__ == "__main__":
    sys.exit(main())
