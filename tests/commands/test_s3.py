"""Datasets in S3, with a real server of its protocol on this machine: moto's, from ``pip install moto[server,s3]``.

The server is ``moto_server`` on the path, or the program that ``TEMPORAL_QA_TEST_S3_SERVER`` names.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import orjson
import pytest

import warm_process
from run_command import run_command

pytest.importorskip("s3fs", reason="s3:// needs s3fs")
SERVER = os.environ.get("TEMPORAL_QA_TEST_S3_SERVER") or shutil.which("moto_server")
if SERVER is None:
    pytest.skip("no S3 server: neither moto_server nor TEMPORAL_QA_TEST_S3_SERVER", allow_module_level=True)

SECRETS = {"AWS_ACCESS_KEY_ID": "AKIAKNOWNTONOBODY", "AWS_SECRET_ACCESS_KEY": "a-secret-that-is-not-shown"}
STATIONS = [("P54", "Ice Warriors", 0, 5), ("P54", "Polar Bears", 5, 9), ("P551", "Jadebrook", 2, 7)]
FACTS = b"".join(
    orjson.dumps({"subject": f"Person {n}", "relation": relation, "object": name, "start": f"{1950 + n + a}",
                  "end": f"{1950 + n + b}"}) + b"\n"
    for n in range(12)
    for relation, name, a, b in STATIONS
)  # fmt: skip
BUILD = ("build", "complex-tr", "--facts", "s3://lab/facts.jsonl", "--out", "s3://lab/ds/made")
TEST = "s3://lab/ds/made/reason_qa/test"


@pytest.fixture(scope="module")
def endpoint():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [SERVER, "-H", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if server.poll() is not None or not probe.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.1)
        assert server.poll() is None
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def environment(endpoint, monkeypatch, tmp_path):
    of_s3 = SECRETS | {"AWS_ENDPOINT_URL": endpoint, "AWS_DEFAULT_REGION": "us-east-1", "AWS_MAX_ATTEMPTS": "1"}
    of_s3["AWS_EC2_METADATA_DISABLED"] = "true"
    for name, value in (of_s3 | {"XDG_CACHE_HOME": str(tmp_path / "cache")}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in ("AWS_PROFILE", "AWS_SESSION_TOKEN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def store(environment):
    import s3fs

    store = s3fs.S3FileSystem(skip_instance_cache=True, use_listings_cache=False)
    if store.exists("lab"):
        store.rm("lab", recursive=True)
    store.mkdir("lab")
    store.pipe_file("lab/facts.jsonl", FACTS)
    return store


@pytest.fixture
def run(tmp_path):
    def run(*arguments, status=0):
        finished = run_command(*arguments, cwd=tmp_path, status=status)
        for secret in SECRETS.values():
            assert secret not in finished.stdout + finished.stderr
        return finished

    return run


def test_built_loaded_solved_audited_and_scored_there(store, run, tmp_path):
    import datasets

    run(*BUILD)
    assert store.exists("lab/ds/made/build.json")
    loaded = datasets.load_dataset(
        "parquet", data_files={"test": f"{TEST}-*.parquet"}, cache_dir=str(tmp_path / "datasets")
    )["test"]
    assert loaded.num_rows == json.loads(store.cat_file("lab/ds/made/build.json"))["counts"]["reason_qa"]["test"] > 0
    run("solve", TEST, "--out", "s3://lab/runs/solver.jsonl")
    run("audit", TEST, "--out", "s3://lab/runs/audit.json")
    scored = json.loads(run("score", TEST, "s3://lab/runs/solver.jsonl", "--json").stdout)["rows"][0]
    assert (scored["n"], scored["set_accuracy"]) == (loaded.num_rows, 100)
    assert json.loads(store.cat_file("lab/runs/audit.json"))["counts"]["equal"] == loaded.num_rows
    assert b"cache" not in store.cat_file("lab/ds/made/build.json")

    assert "s3://lab/ds/made: the folder exists and is not empty" in run(*BUILD, status=2).stderr
    store.pipe_file("lab/ds/made/reason_qa/old-00000-of-00001.parquet", b"old")
    run(*BUILD, "--overwrite")
    assert not store.exists("lab/ds/made/reason_qa/old-00000-of-00001.parquet")
    store.rm_file("lab/ds/made/build.json")
    assert "holds no build.json of ours" in run(*BUILD, "--overwrite", status=2).stderr


_KILLED_AT_THE_SECOND = """
import os, signal, sys
import s3fs
from temporal_qa.command_line import main

put, count = s3fs.S3FileSystem._put_file, 0

async def put_or_die(*arguments, **options):
    global count
    count += 1
    if count == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return await put(*arguments, **options)

s3fs.S3FileSystem._put_file = put_or_die
main()
"""


def test_killed_while_it_copies_the_same_command_copies_the_rest(store, run, tmp_path):
    build = ("build", "date-arithmetic", "--questions", "40", "--out", "s3://lab/ds/made")
    killed = warm_process.run([sys.executable, "-c", _KILLED_AT_THE_SECOND, *build], cwd=tmp_path)
    assert killed.returncode == -9
    first = {name: store.info(name)["LastModified"] for name in store.find("lab/ds/made")}
    assert len(first) == 1
    assert not any(name.endswith(("build.json", "README.md")) for name in first)
    assert run(*build).stdout.startswith("wrote s3://lab/ds/made: 40 questions")
    made = {name: store.info(name)["LastModified"] for name in store.find("lab/ds/made")}
    assert first.items() <= made.items()  # not copied again
    assert {"lab/ds/made/build.json", "lab/ds/made/README.md"} <= made.keys()
    assert not list((tmp_path / "cache/temporal-qa/urls").iterdir())


@pytest.mark.parametrize(
    ("arguments", "changed", "message"),
    [
        (("score", "s3://lab/no.jsonl", "x.jsonl"), {}, "s3://lab/no.jsonl: no such file or folder"),
        (("score", "s3://absent/x.jsonl", "x.jsonl"), {}, "s3://absent/x.jsonl: not accessible: The specified bucket"),
        ((*BUILD[:-1], "s3://absent/ds"), {}, "s3://absent/ds: not accessible: The specified bucket does not exist"),
        (BUILD, dict.fromkeys(SECRETS), "s3://lab/facts.jsonl: not accessible: Unable to locate credentials"),
        (BUILD, {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}, 'Could not connect to the endpoint URL: "http://127.0.0.1'),
    ],
)
def test_what_the_store_refuses_is_one_line(store, run, monkeypatch, arguments, changed, message):
    for name, value in changed.items():
        monkeypatch.setenv(name, value) if value else monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", os.devnull)  # no credentials of the user's either
    refused = run(*arguments, status=2)
    assert message in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert store.find("lab") == ["lab/facts.jsonl"]


def test_wrong_credentials_are_one_line_without_them(store, run, endpoint):
    def ask_for_credentials_after(requests):
        address, plain = f"{endpoint}/moto-api/reset-auth", {"Content-Type": "text/plain"}
        urllib.request.urlopen(urllib.request.Request(address, str(requests).encode(), plain)).close()

    ask_for_credentials_after(0)
    try:
        refused = run(*BUILD, status=2)
    finally:
        ask_for_credentials_after("inf")
    assert refused.stderr.startswith("temporal-qa: s3://lab/facts.jsonl: not accessible: ")
    assert refused.stderr.count("\n") == 1
    assert store.find("lab") == ["lab/facts.jsonl"]
