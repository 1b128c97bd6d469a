"""The long commands as a user runs them, each in a place of its own, and what they have made there."""

import csv
import gzip
import hashlib
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
from loopback_endpoint import LoopbackEndpoint
from loopback_hub import LoopbackHub
from workplace import RECIPE

from places import ROOT
from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows
from temporal_qa.questions.audit import solve_rows
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, scored_questions
from temporal_qa.timeline.fact_files import write_facts
from warm_process import WarmProcess

COMMAND = str(Path(sys.executable).parent / "temporal-qa")
SMALL_BLOCKS = [sys.executable, str(Path(__file__).with_name("small_blocks.py"))]
QUESTIONS, CONCURRENCY = 24, 2
SECRETS = {"HF_TOKEN": "hf_dummy", "OPENAI_API_KEY": "sk-secret-of-the-tests"}

LINES: dict[str, list[str]] = {
    "mine": [*SMALL_BLOCKS, "mine", "{inputs}/dump-20230102.json.gz", "--out", "out/facts.parquet",
             "--lives", "out/lives.parquet", "--workers", "2"],
    "build complex-tr": [COMMAND, "build", "complex-tr", "--facts", "{inputs}/facts.jsonl", "--out", "out/made"],
    "build pseudo-pit": [*SMALL_BLOCKS, "build", "pseudo-pit", "--invent", "--questions", "800", "--no-resample",
                         "--out", "out/made", "--workers", "2"],
    "build hieradate": [*SMALL_BLOCKS, "build", "hieradate", "--invent", "--samples", "400", "--dev", "100",
                        "--out", "out/made", "--workers", "2"],
    "build time-qa": [COMMAND, "build", "time-qa", "--source", "{inputs}/annotated_train.json", "--out", "out/made"],
    "build time-qa --invent": [*SMALL_BLOCKS, "build", "time-qa", "--invent", "--documents", "80", "--dev", "20",
                               "--words", "200", "--out", "out/made", "--workers", "2"],
    "build cron-questions": [*SMALL_BLOCKS, "build", "cron-questions", "--invent", "150", "--questions", "0",
                             "--contexts", "9", "--out", "out/made", "--workers", "2"],
    "mine in tasks": [*SMALL_BLOCKS, "mine", "{inputs}/dump-20230102.json.gz", "--out", "out/facts.parquet",
                      "--lives", "out/lives.parquet", "--executor", "local", "--tasks", "5", "--workers", "2"],
    "build date-arithmetic in tasks": [*SMALL_BLOCKS, "build", "date-arithmetic", "--questions", "6000", "--out",
                                       "out/made", "--executor", "local", "--num-tasks", "16", "--workers", "2"],
    "build temp-answer-qa": [COMMAND, "build", "temp-answer-qa", "--source", "{inputs}/released", "--out", "out/made"],
    "import graph": [COMMAND, "import", "graph", "{inputs}/graph.txt", "--out", "out/made"],
    "predict": [COMMAND, "predict", "{inputs}/head.jsonl", "--model", "m", "--endpoint", "{endpoint}",
                "--out", "out/responses.jsonl", "--concurrency", str(CONCURRENCY)],
    "publish": [COMMAND, "publish", "{inputs}/made", "org/questions"],
    "train": [sys.executable, str(ROOT / "training/train.py"), "--config", "{inputs}/recipe.yaml"],
    "train embeddings": [sys.executable, str(ROOT / "training/train.py"), "--config", "{inputs}/embedding.yaml"],
}  # fmt: skip
SHORT_LINES = {
    "solve": [COMMAND, "solve", "{inputs}/questions.parquet", "--out", "out/predictions.jsonl"],
    "score": [
        COMMAND,
        "score",
        "{inputs}/questions.parquet",
        "{inputs}/predictions.jsonl",
        "--items",
        "out/items.jsonl",
    ],
    "report": [COMMAND, "report", "{inputs}/items.jsonl", "--out", "out/report", "--bootstrap", "10"],
}
NEEDS = {
    "report": ["matplotlib"],
    "mine": ["duckdb", "indexed_bzip2", "isal", "msgspec", "stringzilla"],
    "mine in tasks": ["duckdb", "indexed_bzip2", "isal", "msgspec", "stringzilla", "datatrove"],
    "build date-arithmetic in tasks": ["datatrove"],
    "predict": ["openai"],
    "train": ["torch", "transformers", "accelerate"],
    "train embeddings": ["torch", "transformers", "accelerate"],
}


class Place:
    """A folder of its own for one command, which writes to ``out`` in it; temporary files go to ``tmp``."""

    def __init__(self, command: str, folder: Path, inputs: Path, hub: LoopbackHub, endpoint: LoopbackEndpoint) -> None:
        for package in NEEDS.get(command, []):
            if find_spec(package) is None:
                pytest.skip(f"{command} needs {package}")
        if command == "report":
            importlib.import_module("matplotlib.font_manager")  # runs fc-list once, whose cache may not fit
        self.command, self.folder, self.hub, self.endpoint = command, folder, hub, endpoint
        self.line = [part.format(inputs=inputs, endpoint=endpoint.url) for part in (LINES | SHORT_LINES)[command]]
        for name in ("out", "tmp"):
            (folder / name).mkdir(parents=True)
        hub.repositories.clear()
        hub.large.clear()
        hub.troubles.clear()
        hub.hung.clear()
        endpoint.asked.clear()
        endpoint.statuses.clear()
        endpoint.delay = 0.05

    def start(self, *more: str, **options: Any) -> WarmProcess:
        """The command in a session of its own, so that its processes can be told from others."""
        environment = self.hub.environment(self.folder / "hf") | SECRETS | {
            "TMPDIR": str(self.folder / "tmp"), "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false",
            "COLUMNS": "200",
        }  # fmt: skip
        return WarmProcess([*self.line, *more], cwd=self.folder, env=os.environ | environment, **options)

    def end(self, process: WarmProcess) -> "subprocess.CompletedProcess[str]":
        """Waits for the end: no process of it is left, no secret is anywhere, no traceback is shown."""
        out, error = process.communicate(timeout=300)
        until = time.monotonic() + 30
        while (left := processes_of(process.pid)) and time.monotonic() < until:
            time.sleep(0.02)
        assert not left, "processes are left behind"
        assert "Traceback" not in error, error
        for secret in SECRETS.values():
            assert secret not in out + error
            for path in (*(self.folder / "out").rglob("*"), *(self.folder / "hf").rglob("*")):
                assert not path.is_file() or secret.encode() not in path.read_bytes(), path
        assert (
            self.command.startswith("train") or process.returncode in (0, -signal.SIGKILL) or error.count("\n") == 1
        ), error
        return subprocess.CompletedProcess(process.args, process.returncode, out, error)

    def run(self, *more: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        return self.end(self.start(*more, **options))

    def files(self) -> dict[str, str]:
        """Every file that is there, hidden and temporary ones too, by hash."""
        return {name: _hash((self.folder / name).read_bytes()) for name in self.names()}

    def names(self) -> list[str]:
        """The names of every file, while the command runs, too."""
        paths = [path for name in ("out", "tmp") for path in (self.folder / name).rglob("*") if path.is_file()]
        return [str(path.relative_to(self.folder)) for path in paths]

    def results(self) -> dict[str, str]:
        """What is whole, or claims to be so by its name: these are the same bytes in every run."""
        if self.command == "publish":
            there = self.hub.repositories.get("datasets/org/questions")
            return {} if there is None else {name: _hash(content) for name, content in there.files.items()}
        files = {
            name: digest
            for name, digest in self.files().items()
            if "/." not in name and ".partial." not in name and name.startswith("out/")
        }
        if not self.command.startswith("train"):
            return files
        told = ("losses.jsonl", "model.safetensors", "predictions.jsonl", "items.jsonl", "scores.json", "recipe.json")
        return {name: digest for name, digest in files.items() if name.endswith(told)} if self.trained else {}

    @property
    def trained(self) -> bool:
        return (self.folder / "out/run/model").is_dir()

    def strays(self) -> set[str]:
        """Files that are neither a result nor of a run that is to go on."""
        if self.command.startswith("train"):
            return {name for name in self.files() if "unfinished" in name or name.startswith("tmp/")}
        return self.files().keys() - (set() if self.command == "publish" else self.results().keys())


class Undisturbed(NamedTuple):
    """A run to which nothing happened."""

    seconds: float
    results: dict[str, str]
    place: Place


def run_undisturbed(place: Place) -> Undisturbed:
    process = place.start()  # returns when it runs: the first start of all loads the packages, which is not counted
    began = time.monotonic()
    finished = place.end(process)
    seconds = time.monotonic() - began
    assert finished.returncode == 0, finished.stderr
    assert place.results()
    assert not place.strays()
    return Undisturbed(seconds, place.results(), place)


def processes_of(session: int) -> list[int]:
    """The processes of a session that are no zombies."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of, *_ = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(of) == session and state != "Z":
            found.append(int(path.parent.name))
    return found


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# What the commands read


def write_inputs(folder: Path) -> None:
    groups = list(invent_groups(40, seed=3))
    write_facts(folder / "facts.jsonl", [fact for group in groups for fact in group.facts])
    importlib.import_module("temporal_qa.dataset_scripts.complex_tr").build(folder / "facts.jsonl", folder / "made")
    questions = shutil.copy(folder / "made/reason_qa/test-00000-of-00001.parquet", folder / "questions.parquet")
    predictions = folder / "predictions.jsonl"
    write_json_lines(predictions, solve_rows(read_rows(questions), solve_row))
    matched = match_predictions(read_rows(questions), read_rows(predictions), questions, predictions)
    scored = scored_questions(matched, Sources.of_files(Path(questions), predictions, matched), run="solver")
    write_json_lines(folder / "items.jsonl", map(ScoredQuestion.to_row, scored))
    (folder / "dump-20230102.json.gz").write_bytes(gzip.compress(_dump(1500), compresslevel=1))
    (folder / "graph.txt").write_text("".join(f"a{n}\tr\tb{n % 99}\t{1900 + n % 99}\t####\n" for n in range(200_000)))
    _write_released(folder / "released")
    (folder / "annotated_train.json").write_text(json.dumps([_annotated(number) for number in range(400)]))
    rows = [{"id": f"tot-{n}", "source": "tot", "context": None, "question": f"What is {n} days after 2001-01-01?"}
            for n in range(QUESTIONS)]  # fmt: skip
    write_json_lines(folder / "head.jsonl", rows)
    data = {"dataset": f"{folder}/made", "config": "reason_qa"}
    recipe = {"out": "out/run", "train": data | {"split": "train"}, "validation": None,
              "test": data | {"split": "test"}} | RECIPE | {"epochs": 1}  # fmt: skip
    (folder / "recipe.yaml").write_text(json.dumps(recipe))
    _write_graph(folder / "graph")
    recipe = {"embedding": "tntcomplex", "graph": f"{folder}/graph", "out": "out/run", "rank": 8, "batch_size": 50,
              "epochs": 6, "checkpoint_every": 4, "patience": None, "log_every": 5}  # fmt: skip
    (folder / "embedding.yaml").write_text(json.dumps(recipe))


def _annotated(number: int) -> dict[str, Any]:
    names = ("Reds", "Blues", "Greens")
    paragraphs = [f"Player {number}", *(f"In {1990 + 5 * n} they joined {name} ." for n, name in enumerate(names))]
    questions = []
    for para, name in enumerate(names, 1):
        start = paragraphs[para].index(name)
        answer = {"para": para, "from": start, "end": start + len(name), "answer": name}
        questions.append([[str(1985 + 5 * para), str(1990 + 5 * para)], [answer]])
    return {"index": f"/wiki/Player_{number}#P54", "type": "P54", "link": "", "paras": paragraphs,
            "questions": questions}  # fmt: skip


def _write_graph(folder: Path) -> None:
    lines = [f"thing {n % 50}\tr {n % 3}\tthing {(n + n % 3 + 1) % 50}\t{n // 40}" for n in range(600)]
    folder.mkdir()
    for split, some in (("train", lines[::2]), ("valid", lines[1::4]), ("test", lines[3::4])):
        (folder / f"{split}.txt").write_text("\n".join(some) + "\n")


def _dump(players: int) -> bytes:
    lines = [_item(n, f"Team {n}") for n in (1, 2, 3)]
    for n in range(10, 10 + players):
        statements = [_statement(team, 1990 + 5 * team + n % 9) for team in (1, 2, 3)]
        born = [{"mainsnak": _time(1970 + n % 9)}]
        lines.append(_item(n, f"Player {n}") | {"claims": {"P54": statements, "P569": born}})
    return b"[\n" + b",\n".join(map(orjson.dumps, lines)) + b"\n]\n"


def _item(number: int, label: str) -> dict[str, Any]:
    labels = {"en": {"language": "en", "value": label}}
    return {"type": "item", "id": f"Q{number}", "labels": labels, "claims": {}}


def _statement(team: int, year: int) -> dict[str, Any]:
    value = {"type": "wikibase-entityid", "value": {"entity-type": "item", "id": f"Q{team}"}}
    times = {"P580": [_time(year)], "P582": [_time(year + 4)]}
    return {"mainsnak": {"snaktype": "value", "datavalue": value}, "qualifiers": times}


def _time(year: int) -> dict[str, Any]:
    gregorian = "http://www.wikidata.org/entity/Q1985727"
    value = {"time": f"+{year}-00-00T00:00:00Z", "precision": 9, "calendarmodel": gregorian}
    return {"snaktype": "value", "datavalue": {"value": value}}


def _write_released(folder: Path) -> None:
    columns = ["question", "label", "category", "table_id", "answer_format", "answer_temporal_unit", "split",
               "table_context"]  # fmt: skip
    rows = [[f"How long was king {n} king?", str(n % 60 + 1), "king", str(n), "<num_years>", "years",
             ("head", "tail")[n % 2], f"king {n}\\n\\nborn\\t{1300 + n}"] for n in range(400)]  # fmt: skip
    folder.mkdir()
    with (folder / "ttqa.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
