"""The other end of a connection stalls, trickles, hangs up, is busy, or sends what is damaged."""

import json
import os
import sys

import pytest
from long_commands import QUESTIONS, SECRETS
from loopback_repositories import Repository

import warm_process

SHARD = "/datasets/org/questions/resolve/.*/reason_qa/test-.*"
LOAD = """
import json, time
sleep = time.sleep
time.sleep = lambda seconds: sleep(seconds / 50)  # the waits between attempts
from temporal_qa.io.errors import InputError
from temporal_qa.engine.question_data import Source, load_rows
try:
    print(json.dumps(load_rows(Source("org/questions", "reason_qa", "test"))))
except InputError as error:
    raise SystemExit(str(error))
"""


def test_an_endpoint_with_every_fault_once(place, undisturbed):
    """Each of the first requests meets another one; all questions are answered, as if nothing had been."""
    whole, here = undisturbed("predict"), place("predict")
    here.endpoint.faults = ["stall", "trickle", "hang up"]
    here.endpoint.statuses = [429, 500, 503]
    finished = here.run("--timeout", "1")
    assert finished.returncode == 0, finished.stderr
    assert here.results() == whole.results
    assert len(here.endpoint.asked) == QUESTIONS + 6


@pytest.fixture
def published(hub, inputs):
    """A dataset on the Hub, as publish puts it there."""
    there = Repository("datasets/org/questions")
    there.commit("initial commit", {".gitattributes": b"*.parquet filter=lfs\n"})
    paths = [path for path in (inputs / "made").rglob("*") if path.is_file()]
    there.commit("questions", {str(path.relative_to(inputs / "made")): path.read_bytes() for path in paths})
    hub.repositories["datasets/org/questions"] = there
    hub.troubles.clear()
    yield hub
    hub.repositories.clear()
    hub.troubles.clear()


def load(hub, folder):
    """Loads the test split as training and predict.py do, in a new process with an empty cache."""
    environment = os.environ | hub.environment(folder) | {"HF_TOKEN": SECRETS["HF_TOKEN"]}
    ended = warm_process.run([sys.executable, "-c", LOAD], env=environment)
    assert "Traceback" not in ended.stderr, ended.stderr
    assert SECRETS["HF_TOKEN"] not in ended.stdout + ended.stderr
    return ended


def test_a_dataset_of_a_hub_in_trouble_is_loaded_when_that_has_passed(published, tmp_path):
    for trouble in (429, "cut", "hang up", 500, 503, "wrong"):
        published.trouble(f"GET {SHARD}", trouble, times=1)
    ended = load(published, tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert len(json.loads(ended.stdout)) > 50
    assert not any(times for _, _, times in published.troubles)  # each was met


@pytest.mark.parametrize(
    ("request_", "trouble", "told"),
    [(f"GET {SHARD}", "wrong", "Parquet magic bytes not found"), ("GET /api/.*", "hang up", "Server disconnected")],
)
def test_a_dataset_that_cannot_be_had_is_told_in_one_line(published, tmp_path, request_, trouble, told):
    published.trouble(request_, trouble)
    ended = load(published, tmp_path)
    assert ended.returncode == 1
    line = ended.stderr.splitlines()[-1]
    assert line.startswith("dataset org/questions reason_qa test: cannot be loaded: ")
    assert told in line
