"""Local copies of what URLs name: one process at a time makes an output, and no record names the copies."""

import fsspec
import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.local_copies import local_copies
from temporal_qa.io.remote import open_remote


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    store = fsspec.filesystem("memory")
    store.store.clear()
    store.pipe_file("/lab/graph.jsonl", b"{}\n")
    return store


def test_records_name_urls(store):
    graph, out = open_remote("memory://lab/graph.jsonl"), open_remote("memory://lab/runs/one")
    with local_copies("embed", [graph], [out]) as copies:
        (read,), (made,) = copies.paths(graph), copies.paths(out)

        def run():
            (made / "model").mkdir(parents=True)
            (made / "model/recipe.json").write_text(f'{{"graph": "{read}", "out": "{made}/"}}')
            assert read.read_bytes() == b"{}\n"
            return f"{made}/model, unfinished {made.parent}/.one.unfinished\n"

        told = copies.make({}, run, overwrite=False)
    assert store.cat_file("/lab/runs/one/model/recipe.json") == (
        b'{"graph": "memory://lab/graph.jsonl", "out": "memory://lab/runs/one/"}'
    )
    assert told == f"memory://lab/runs/one/model, unfinished {made.parent}/.one.unfinished\n"
    assert not copies.place.exists()


def test_two_processes_write_not_the_same_but_read_it(store):
    graph, out = open_remote("memory://lab/graph.jsonl"), open_remote("memory://lab/out.jsonl")
    with (
        local_copies("solve", [graph], [out]),
        pytest.raises(InputError, match=r"/out\.jsonl-\w+: another process is writing it$"),
        local_copies("solve", [graph], [out]),
    ):
        pass
    with local_copies("score", [graph], []) as one, local_copies("score", [graph], []) as other:
        assert one.place != other.place


def test_what_is_read_is_kept_when_the_work_is_interrupted(store, monkeypatch):
    graph, stop = open_remote("memory://lab/graph.jsonl"), KeyboardInterrupt()
    stop.add_note("kept in .facts.unfinished")

    def read_and_stop():
        with local_copies("mine", [graph], []) as copies:
            copies.copy_inputs()
            assert copies.path(graph).read_bytes() == b"{}\n"
            raise stop

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            read_and_stop()
        monkeypatch.setattr(type(store), "get_file", None)  # it is not copied again
    assert stop.__notes__[0] == "kept in .facts.unfinished"


def test_files_that_others_write_meanwhile_stay(store):
    out = open_remote("memory://lab/ds")
    with local_copies("build", [], [out]) as copies:
        (made,) = copies.paths(out)

        def run():
            made.mkdir(parents=True)
            (made / "a.jsonl").write_bytes(b"1")
            store.pipe_file("/lab/ds/theirs.jsonl", b"2")
            return ""

        with pytest.raises(InputError, match=r"^memory://lab/ds: the folder exists and is not empty"):
            copies.make({}, run, overwrite=False)
    assert store.find("/lab/ds") == ["/lab/ds/theirs.jsonl"]


def test_copying_that_was_interrupted_writes_over_no_file_of_others(store, monkeypatch):
    out, put_file, rm_file = open_remote("memory://lab/ds"), type(store).put_file, type(store).rm_file

    def make(overwrite):
        with local_copies("build", [], [out]) as copies:
            (made,) = copies.paths(out)

            def run():
                made.mkdir(parents=True, exist_ok=True)
                for name in ("a.jsonl", "b.jsonl", "build.json"):
                    (made / name).write_bytes(b"ours")
                return ""

            copies.make({}, run, overwrite=overwrite)

    def stop(*_, **__):
        raise KeyboardInterrupt

    def remove_and_stop(store, path):
        rm_file(store, path)
        if path.endswith("build.json"):
            stop()

    def put_and_stop(*arguments, **more):
        put_file(*arguments, **more)
        stop()

    for name in ("b.jsonl", "old.jsonl", "build.json"):
        store.pipe_file(f"/lab/ds/{name}", b"theirs")
    with monkeypatch.context() as before_the_first_file:
        before_the_first_file.setattr(type(store), "rm_file", remove_and_stop)
        with pytest.raises(KeyboardInterrupt):
            make(overwrite=True)
    monkeypatch.setattr(type(store), "put_file", put_and_stop)
    with pytest.raises(KeyboardInterrupt):
        make(overwrite=True)
    monkeypatch.setattr(type(store), "put_file", put_file)
    with pytest.raises(InputError, match=r"^memory://lab/ds: the folder exists and is not empty"):
        make(overwrite=False)
    assert store.cat_file("/lab/ds/b.jsonl") == store.cat_file("/lab/ds/old.jsonl") == b"theirs"
    make(overwrite=True)
    assert {name: store.cat_file(name) for name in store.find("/lab/ds")} == {
        f"/lab/ds/{name}": b"ours" for name in ("a.jsonl", "b.jsonl", "build.json")
    }


def test_files_of_others_beside_the_output_stay_but_with_overwrite(store):
    out, runs = open_remote("memory://lab/facts.parquet"), []
    store.pipe_file("/lab/facts.drops.json", b"theirs")

    def make(overwrite):
        with local_copies("mine", [], [out]) as copies:
            (made,) = copies.paths(out)

            def run():
                runs.append(overwrite)
                made.parent.mkdir(parents=True)
                made.write_bytes(b"facts")
                made.with_name("facts.drops.json").write_bytes(b"ours")
                return ""

            copies.make({"overwrite": overwrite}, run, overwrite=overwrite)

    for _ in range(2):
        with pytest.raises(InputError, match=r"^memory://lab/facts\.drops\.json: the file exists; choose another, or"):
            make(overwrite=False)
        assert store.find("/lab") == ["/lab/facts.drops.json", "/lab/graph.jsonl"]
        assert store.cat_file("/lab/facts.drops.json") == b"theirs"
    make(overwrite=True)
    assert store.cat_file("/lab/facts.drops.json") == b"ours"
    assert store.cat_file("/lab/facts.parquet") == b"facts"
    assert runs == [False]  # what was made is kept


def test_a_dataset_that_others_make_meanwhile_stays_but_with_overwrite(store):
    out = open_remote("memory://lab/ds")

    def make(overwrite):
        with local_copies("build", [], [out]) as copies:
            (made,) = copies.paths(out)

            def run():
                made.mkdir(parents=True)
                for name in ("build.json", "a.jsonl"):
                    (made / name).write_bytes(b"ours")
                    store.pipe_file(f"/lab/ds/{name}", b"theirs")
                store.pipe_file("/lab/ds/b.jsonl", b"theirs")
                return ""

            copies.make({"overwrite": overwrite}, run, overwrite=overwrite)

    with pytest.raises(InputError, match=r"^memory://lab/ds: the folder exists and is not empty"):
        make(overwrite=False)
    assert {store.cat_file(name) for name in store.find("/lab/ds")} == {b"theirs"}
    make(overwrite=True)
    assert store.find("/lab/ds") == ["/lab/ds/a.jsonl", "/lab/ds/build.json"]
    assert {store.cat_file(name) for name in store.find("/lab/ds")} == {b"ours"}
