"""Each dataset is published by the command and loaded by its name, in new processes with fresh caches."""

import csv
import hashlib
import importlib
import json
import os
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import warm_process
from places import SHARED_DATA
from run_command import run_command
from temporal_qa import __version__
from temporal_qa.fiction.options import PseudoOptions
from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.timeline.fact_files import write_facts
from warm_process import WarmProcess

COMMAND = Path(sys.executable).parent / "temporal-qa"
RELEASED = SHARED_DATA / "temp_answer_qa"

LOAD = """
import json, sys
from datasets import load_dataset
name, revision = sys.argv[1:3]
found = {}
for config in sys.argv[3:]:
    whole = load_dataset(name, config, revision=revision, verification_mode="all_checks")
    streamed = load_dataset(name, config, revision=revision, streaming=True)
    found[config] = {split: [rows.to_list(), list(streamed[split])] for split, rows in whole.items()}
print(json.dumps(found))
"""


def build_complex_tr(folder):
    write_facts(folder / "facts.jsonl", [fact for group in invent_groups(40, seed=3) for fact in group.facts])
    importlib.import_module("temporal_qa.dataset_scripts.complex_tr").build(folder / "facts.jsonl", folder / "made")


def build_pseudo_pit(folder):
    options = PseudoOptions(seed=0, invent=True, questions=60, resample=False)
    importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit").build(folder / "made", options)


def build_date_arithmetic(folder):
    date_arithmetic = importlib.import_module("temporal_qa.dataset_scripts.date_arithmetic")
    date_arithmetic.build(folder / "made", questions=40, seed=2, tasks=["shift", "week", "sort"])


def build_hieradate(folder):
    options = ("--invent", "--samples", 6, "--test", 4, "--workers", 1, "--out", folder / "made")
    run_command("build", "hieradate", *options, cwd=folder)


def build_time_qa(folder):
    facts = [fact for group in invent_groups(12, seed=3) for fact in group.facts]
    write_facts(folder / "facts.jsonl", facts)
    mentioned = {}
    for fact in facts:
        mentioned.setdefault(fact.subject, []).append(fact.object)
    pages = [{"title": name, "text": " . ".join(objects)} for name, objects in mentioned.items()]
    write_json_lines(folder / "pages.jsonl", pages)
    options = ("--facts", "facts.jsonl", "--articles", "pages.jsonl", "--squad-layout", "--out", "made")
    run_command("build", "time-qa", *options, cwd=folder)


def build_temp_answer_qa(folder, source=None):
    if source is None:
        source = folder / "released"
        source.mkdir()
        columns = ["question", "label", "category", "table_id", "answer_format", "answer_temporal_unit", "split", "table_context"]  # fmt: skip  # noqa: E501
        rows = [["How long was he king?", "40", "king", "1", "<num_years>", "years", "head", "king\\n\\nborn\\t1801"],
                ["In what year did he die?", "1892", "king", "1", "yyyy", "date_years", "tail", "king"]]  # fmt: skip
        with (source / "ttqa.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([columns, *rows])
    importlib.import_module("temporal_qa.dataset_scripts.temp_answer_qa").build(source, folder / "made")


def build_released_temp_answer_qa(folder):
    if not RELEASED.is_dir():
        pytest.skip("the shared real data is not beside the checkout")
    build_temp_answer_qa(folder, RELEASED)


def run(environment, *command, cwd, status=0):
    finished = warm_process.run(command, cwd=cwd, env=os.environ | environment)
    assert finished.returncode == status, finished.stderr
    assert "hf_dummy" not in finished.stdout + finished.stderr
    return finished


@pytest.mark.parametrize(
    ("build", "configs"),
    [(build_complex_tr, ["reason_qa"]), (build_pseudo_pit, ["reason_qa"]),
     (build_date_arithmetic, ["questions"]), (build_hieradate, ["questions", "samples"]),
     (build_time_qa, ["easy", "hard"]),
     (build_temp_answer_qa, ["ttqa"]), (build_released_temp_answer_qa, ["ttqa", "tot"])],
)  # fmt: skip
def test_published_and_loaded_by_name(build, configs, hub, tmp_path):
    build(tmp_path)
    environment = hub.environment(tmp_path / "hf-of-the-publisher")
    published = run(environment, COMMAND, "publish", "made", "org/questions", cwd=tmp_path)
    assert f"published {hub.url}/datasets/org/questions with the tag {__version__}" in published.stdout
    assert published.stderr == ""

    environment = hub.environment(tmp_path / "hf-of-another")
    loaded = run(environment, sys.executable, "-c", LOAD, "org/questions", __version__, *configs, cwd=tmp_path)
    found = json.loads(loaded.stdout)
    assert found.keys() == set(configs)
    for config, splits in found.items():
        files = {path.name.split("-")[0]: path for path in (tmp_path / "made" / config).iterdir()}
        assert splits.keys() == files.keys()
        for split, (whole, streamed) in splits.items():
            here = pq.read_table(files[split]).to_pylist()
            assert len(here) > 0
            assert whole == here
            assert streamed == here


def test_the_same_command_resumes_a_killed_upload(hub, tmp_path):
    build_complex_tr(tmp_path)
    files = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in (tmp_path / "made").glob("*/*.parquet")}
    *others, last = sorted(files.values())
    hub.trouble(f"PUT /large/{last}", "hang", times=1)
    environment, command = hub.environment(tmp_path / "hf"), [COMMAND, "publish", "made", "org/questions"]
    publishing = WarmProcess(command, cwd=tmp_path, env=os.environ | environment)
    assert hub.hung.wait(300)
    deadline = time.monotonic() + 300
    while hub.large.keys() != set(others) and time.monotonic() < deadline:
        time.sleep(0.01)
    publishing.kill()
    publishing.wait()
    assert hub.large.keys() == set(others)
    assert hub.repositories["datasets/org/questions"].titles == ["initial commit"]

    hub.log.clear()
    run(environment, *command, cwd=tmp_path)
    assert [request for request in hub.log if request.startswith("PUT")] == [f"PUT /large/{last}"]
    again = run(environment, *command, "--json", cwd=tmp_path)
    assert json.loads(again.stdout)["commit"] is None
    assert len(hub.repositories["datasets/org/questions"].commits) == 2
