"""The explorer reads datasets of the Hub, and reports in one line what it cannot load."""

import importlib
import json
import os
import sys
from pathlib import Path

import pyarrow.parquet as pq

import warm_process
from temporal_qa.fiction.world import invent_groups
from temporal_qa.timeline.fact_files import write_facts

COMMAND = Path(sys.executable).parent / "temporal-qa"


def test_rows_of_a_dataset_of_the_hub_and_what_cannot_be_loaded(hub, tmp_path):
    environment = os.environ | hub.environment(tmp_path / "hf")
    write_facts(tmp_path / "facts.jsonl", [fact for group in invent_groups(40, seed=3) for fact in group.facts])
    importlib.import_module("temporal_qa.dataset_scripts.complex_tr").build(tmp_path / "facts.jsonl", tmp_path / "made")
    warm_process.run([COMMAND, "publish", "made", "org/questions"], cwd=tmp_path, env=environment).check_returncode()
    script = """
import json
from temporal_qa.io.errors import InputError
from temporal_qa.apps.explorer_rows import load_rows
messages = []
for source, config, split in (
    ("org/nothing", "", "test"), ("org/questions", "none", "test"), ("org/questions", "", "none"),
    ("../org", "", "test"), ("a/b/c", "", ""), ("here", "", ""),
):
    try:
        load_rows(source, config, split, folders=False)
    except InputError as error:
        messages.append(str(error))
print(json.dumps([load_rows("org/questions", "", "", folders=False), messages]))
"""
    (tmp_path / "here").mkdir()
    finished = warm_process.run([sys.executable, "-c", script], cwd=tmp_path, env=environment)
    rows, messages = json.loads(finished.stdout)
    written = pq.read_table(next((tmp_path / "made").glob("*/test-*"))).to_pylist()
    not_shown = ("subject",)
    assert rows == [{name: value for name, value in row.items() if name not in not_shown} for row in written]
    expected = [
        "cannot be loaded",
        "none",
        "none",
        *["is not the name of a dataset on the Hub"] * 3,
    ]
    assert len(messages) == len(expected)
    assert all(words in line and "\n" not in line for words, line in zip(expected, messages, strict=True))
