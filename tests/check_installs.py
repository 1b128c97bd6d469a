"""Installs the package in three ways, and uses it from another folder, in clean virtual environments.

    python tests/check_installs.py

A wheel, an editable install, and a source distribution, which installs the files of the wheel; the core only, no
extras. Prints a line for each; exits with status 1 at the first that fails. ``make test`` runs it while types are
checked.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = shutil.which("uv", path=Path(sys.executable).parent)  # make setup goes without where there is no index for it

# What a user does first, with nothing but the installed package: it must not find the checkout by accident.
USE = r"""
import json, os, pathlib, subprocess, sys
from importlib.resources import files

import evaluate
from datasets import load_dataset

import temporal_qa

assert "torch" not in sys.modules and "transformers" not in sys.modules
facts = [
    {"subject": f"Person {i}", "relation": "P54", "object": team, "start": start, "end": end}
    for i in range(8)
    for team, start, end in [("Ice Warriors", "1990-02", "1994-06"), ("Polar Bears", "1994-06", "2001-01")]
]
pathlib.Path("facts.jsonl").write_text("\n".join(map(json.dumps, facts)))
command = os.path.join(os.path.dirname(sys.executable), "temporal-qa")
for arguments in (["--version"], ["doctor"], ["build", "complex-tr", "--facts", "facts.jsonl", "--out", "made"],
                  ["solve", "made/reason_qa/test-00000-of-00001.parquet", "--out", "predictions.jsonl"],
                  ["build", "time-qa", "--invent", "--documents", "2", "--words", "100", "--out", "articles"],
                  ["score", "made/reason_qa/test-00000-of-00001.parquet", "predictions.jsonl"]):
    subprocess.run([command, *arguments], check=True, stdout=subprocess.DEVNULL)
os.mkdir("reader")
pathlib.Path("reader", "recipe.json").write_text('{"reader": "t5"}')
recipe = str(files("temporal_qa.training") / "recipes" / "t5_base_sft.yaml")
for arguments in ([command, "embed", "facts.jsonl", "--out", "run"],
                  [command, "predict", "made/reason_qa/test", "--model", "reader", "--out", "predictions.parquet"],
                  [sys.executable, "-m", "temporal_qa.training.train", "--config", recipe]):
    told = subprocess.run(arguments, capture_output=True, text=True)
    assert (told.returncode, told.stderr.count("\n")) == (2, 1), told.stderr
    assert told.stderr.endswith("pip install 'temporal-qa[train]'\n"), told.stderr
tasks = subprocess.run([command, "harness-path"], check=True, capture_output=True, text=True).stdout.strip()
for name in ("complex_tr_reason_qa.yaml", "_temp_answer_qa.yml", "utils.py", "../inspect_ai/tasks.py"):
    assert pathlib.Path(tasks, name).is_file(), name
questions = load_dataset("made", "reason_qa", split="test", cache_dir="cache")
for name in ("set_accuracy", "answer_f1", "token_f1"):
    metric = evaluate.load(str(files("temporal_qa.metrics") / name))
    result = metric.compute(predictions=questions["answers"][:], references=questions["answers"][:])
    assert 100.0 in result.values(), result
    assert (files("temporal_qa.metrics") / name / "app.py").is_file()
assert (files("temporal_qa.spaces") / "explorer" / "app.py").is_file()
import temporal_qa.apps.explorer_app, temporal_qa.apps.metric_app
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        run([sys.executable, "-m", "build", *(["--installer", "uv"] if UV else []), "--outdir", folder / "dist", ROOT])
        wheel, sdist = next((folder / "dist").glob("*.whl")), next((folder / "dist").glob("*.tar.gz"))
        with ThreadPoolExecutor(2) as pool:
            for check in (
                pool.submit(use, folder / "wheel", [wheel]),
                pool.submit(use, folder / "editable", ["--editable", ROOT]),
                pool.submit(compare, folder / "sdist", sdist, wheel),
            ):
                print(check.result(), flush=True)


def use(folder: Path, requirement: list[str | Path]) -> str:
    """Makes the environment, installs, uses; returns what to print."""
    folder.mkdir()
    run([sys.executable, "-m", "venv", *(["--without-pip"] if UV else []), folder / "venv"])
    python = folder / "venv" / "bin" / "python"
    install(python, "--constraint", ROOT / "constraints.txt", *requirement)
    (folder / "elsewhere").mkdir()
    run([python, "-I", "-c", USE], cwd=folder / "elsewhere")
    return f"{folder.name}: installed and used from another folder"


def compare(folder: Path, sdist: Path, wheel: Path) -> str:
    """Installs the package alone from both, compares the files; returns what to print."""
    installed = []
    for requirement in (sdist, wheel):
        to = folder / requirement.name
        install(sys.executable, "--no-deps", "--target", to, requirement)
        paths = (path for path in to.rglob("*") if path.is_file())
        installed.append({str(path.relative_to(to)): path.read_bytes() for path in paths if path.suffix != ".pyc"})
    # What differs is where the package came from, which is told in its metadata, and the list of all hashes.
    where = ("direct_url.json", "uv_build.json", "uv_cache.json", "RECORD")
    of_sdist, of_wheel = ({name: files[name] for name in files if not name.endswith(where)} for files in installed)
    if different := [name for name in of_sdist.keys() | of_wheel.keys() if of_sdist.get(name) != of_wheel.get(name)]:
        sys.exit(f"failed: the source distribution installs other files than the wheel: {sorted(different)}")
    return f"sdist: installs the {len(of_wheel)} files of the wheel"


def install(python: str | Path, *what: str | Path) -> None:
    pip = [UV, "pip", "install", "--python", python] if UV else [python, "-m", "pip", "install", "--no-compile"]
    run([*pip, "--quiet", *what])


def run(command: list[str | Path], cwd: Path | None = None) -> None:
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "HF_EVALUATE_OFFLINE": "1"}
    environment.pop("PYTHONPATH", None)
    if cwd is not None:
        environment["HF_HOME"] = str(cwd / "huggingface")  # nothing of the user's caches is read or written
    finished = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, env=environment)
    if finished.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))[:200]}\n{finished.stdout}{finished.stderr}")


if __name__ == "__main__":
    main()
