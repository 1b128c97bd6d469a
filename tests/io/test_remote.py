"""What a URL names, and what is said where it names nothing."""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from temporal_qa.io.errors import InputError
from temporal_qa.io.local_copies import LocalCopies
from temporal_qa.io.remote import explain_store_errors, open_remote
from temporal_qa.io.urls import without_secrets


@pytest.fixture(autouse=True)
def store():
    store = fsspec.filesystem("memory")
    store.store.clear()
    for name in ("ds/test-00000-of-00002.parquet", "ds/test-00001-of-00002.parquet", "ds/dev-00000-of-00001.parquet",
                 "ds2/other.jsonl", "runs/a/items.jsonl", "runs/b/items.jsonl", "runs/readme"):  # fmt: skip
        store.pipe_file(f"/top/{name}", b"1")
    return store


@pytest.mark.parametrize(
    ("url", "files", "given"),
    [
        ("memory://top/ds2/other.jsonl", ["other.jsonl"], ["other.jsonl"]),
        ("memory://top/ds2", ["ds2/other.jsonl"], ["ds2"]),
        ("memory://top/ds2/", ["ds2/other.jsonl"], ["ds2"]),
        ("memory://top/ds/test", ["test-00000-of-00002.parquet", "test-00001-of-00002.parquet"], ["test"]),
        ("memory://top/runs/*/items.jsonl", ["a/items.jsonl", "b/items.jsonl"], None),
        ("memory://top/ru*/[ab]*", ["runs/a/items.jsonl", "runs/b/items.jsonl"], ["runs/a", "runs/b"]),
        ("memory://top/**/items.jsonl", ["runs/a/items.jsonl", "runs/b/items.jsonl"], None),
        ("memory://top/ds*/test-*", ["ds/test-00000-of-00002.parquet", "ds/test-00001-of-00002.parquet"], None),
    ],
)
def test_a_file_a_folder_a_split_a_pattern(tmp_path, url, files, given):
    remote = open_remote(url)
    assert list(remote.list_inputs()) == files
    copies = LocalCopies(tmp_path, {remote: remote.list_inputs()}, ())
    assert copies.paths(remote) == [tmp_path / "0" / name for name in given or files]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("memory://top/ds/train", "memory://top/ds/train: no split 'train', expected dev or test"),
        ("memory://top/nothing", "memory://top/nothing: no such file or folder"),
        ("memory://top/x*", "memory://top/x*: no such file or folder"),
        ("s9://top/x", "s9://top/x: not accessible: Protocol not known: s9"),
        ("zip://x::memory://top/x", "is a chain of URLs, expected one"),
        ("memory://", "names no file or folder"),
    ],
)
def test_nothing_is_there(url, message):
    with pytest.raises(InputError) as refused:
        open_remote(url).list_inputs()
    assert message in str(refused.value)


def test_the_files_of_a_benchmark_come_with_their_names(store):
    for name in ("train.txt", "entity2id.txt", "relation2id.txt", "test.txt"):
        store.pipe_file(f"/graph/{name}", b"1")
    remote = open_remote("memory://graph/train.txt")
    assert list(remote.list_inputs()) == ["train.txt", "entity2id.txt", "relation2id.txt"]
    assert not remote.is_pattern


@pytest.mark.parametrize("name", ["/top/../../x", "/top/ds/../../../x"])
def test_no_name_leads_out_of_the_folder(monkeypatch, name):
    found = {name: {"name": name, "type": "file", "size": 1}}
    monkeypatch.setattr(MemoryFileSystem, "find", lambda *_, **__: found)
    with pytest.raises(InputError, match="leads out of the folder"):
        open_remote("memory://top/ds").list_files()


def test_a_package_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(InputError, match=r"s3://bucket/x: not accessible: Install s3fs to access S3$"):
        open_remote("s3://bucket/x")


def test_a_web_server_that_refuses_or_is_not_there_is_told_from_a_missing_file():
    class Server(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_error(int(self.path[1:4]))

        do_HEAD, log_message = do_GET, lambda *_: None

    with HTTPServer(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        for status, why in ((404, "no such file"), (403, "not accessible: 403"), (500, "not accessible: 500")):
            with pytest.raises(InputError, match=f"{url}/{status}.csv: {why}"):
                open_remote(f"{url}/{status}.csv").list_inputs()
        server.shutdown()
    with pytest.raises(InputError, match="not accessible: Cannot connect to host 127"):
        open_remote(f"{url}/404.csv").list_inputs()


def test_no_secret_is_shown(monkeypatch):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "very/secret+value")
    monkeypatch.setenv("MY_TOKEN", "short")
    with pytest.raises(InputError) as refused, explain_store_errors("s3://bucket"):
        raise OSError("short: very/secret+value at https://ann:password@host/x?X-Amz-Signature=abc is wrong\nmore")
    assert str(refused.value) == "s3://bucket: not accessible: short: *** at https://host/x is wrong"
    assert without_secrets("s3://key:password@bucket/x") == "s3://bucket/x"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ftp://ann:pa@ss@host/x", "ftp://host/x"),
        ("s3://AKIA:wJal/rXUt@bucket/x is wrong", "s3://bucket/x is wrong"),
        ("abfs://c:secret@account/x and az://user:se/cret@account/y", "abfs://account/x and az://account/y"),
        ("s3://bucket/a@b and hf://datasets/org/name@v2/x", "s3://bucket/a@b and hf://datasets/org/name@v2/x"),
        ("github://org:name@v2/x", "github://org:name@v2/x"),
        ("http://localhost:8000/name@v2/x", "http://localhost:8000/name@v2/x"),
        ("https://host/x?token=ab'cd, 'https://host/x?token=a'", "https://host/x 'https://host/x'"),
        ("very/secret+value", "***"),
        ("https://host/very%2Fsecret%2Bvalue/x or very/secret%2Bvalue", "https://host/***/x or ***"),
    ],
)
def test_what_is_shown_of_a_text(monkeypatch, text, shown):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "very/secret+value")
    assert without_secrets(text) == shown


@pytest.mark.parametrize(
    "url", ["memory://top%2Fsecret@top/x", "memory://top/x?sig=top%2Fsecret&v=1", "memory://top/x?v=1&sig=top/secret"]
)
def test_a_store_that_repeats_its_address_shows_no_secret_of_the_url(monkeypatch, url):
    def find(*_, **__):
        raise OSError("530 User top%2Fsecret, top/secret cannot log in")

    monkeypatch.setattr(MemoryFileSystem, "find", find)
    with pytest.raises(InputError) as refused:
        open_remote(url).list_files()
    assert str(refused.value) == "memory://top/x: not accessible: 530 User ***, *** cannot log in"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("memory://?X-Amz-Signature=topsecret", "memory://: names no file or folder"),
        ("memory://ann:topsecret@", "memory://: names no file or folder"),
        ("s9://top?token=topsecret", "s9://top: not accessible"),
        ("memory://ann:top/topsecret@bucket/x", "memory://bucket/x: has a password; give it where the store's own"),
    ],
)
def test_no_refusal_of_a_url_shows_its_secrets(url, message):
    with pytest.raises(InputError) as refused:
        open_remote(url)
    assert str(refused.value).startswith(message)
    assert "topsecret" not in str(refused.value)
