"""The changes of a publication, found by hashes, and limited to files that publications wrote."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.hub.repo_changes import HubFile, changes_between, hash_content, make_manifest, read_manifest


def hashes(files):
    return {path: hash_content(content) for path, content in files.items()}


def on_hub(files):
    """Files as the Hub lists them: Parquet by its SHA-256, others as git blobs."""
    return {
        path: HubFile(one.size, one.sha256 if path.endswith(".parquet") else one.git_sha1)
        for path, one in hashes(files).items()
    }


OLD, NEW, EDITED = b"old", b"newer", b"edited by somebody"


@pytest.mark.parametrize(
    ("here", "there", "written", "expected"),
    [
        ({"a": OLD}, {}, {}, {"added": {"a": 3}}),
        ({"a": OLD}, {"a": OLD}, {"a": OLD}, {}),
        ({"a": NEW}, {"a": OLD}, {"a": OLD}, {"changed": {"a": 5}}),
        ({"x.parquet": NEW}, {"x.parquet": OLD}, {"x.parquet": OLD}, {"changed": {"x.parquet": 5}}),
        ({}, {"a": OLD}, {"a": OLD}, {"removed": {"a": 3}}),
        # not written by a publication: it stays, or prevents the publication
        ({}, {"notes.md": OLD}, {}, {}),
        ({"a": NEW}, {"a": OLD}, {}, {"changed": {"a": 5}, "foreign": ("a",)}),
        ({"a": OLD}, {"a": OLD}, {}, {}),
        # edited since
        ({"a": NEW}, {"a": EDITED}, {"a": OLD}, {"changed": {"a": 5}, "foreign": ("a",)}),
        ({}, {"a": EDITED}, {"a": OLD}, {"kept": ("a",)}),
        ({"a": EDITED}, {"a": EDITED}, {"a": OLD}, {}),
        # removed there by somebody
        ({"a": OLD}, {}, {"a": OLD}, {"added": {"a": 3}}),
        ({}, {}, {"a": OLD}, {}),
    ],
)  # fmt: skip
def test_each_case(here, there, written, expected):
    changes = changes_between(hashes(here), on_hub(there), hashes(written))
    nothing = {"added": {}, "changed": {}, "removed": {}, "kept": (), "foreign": ()}
    assert {name: getattr(changes, name) for name in nothing} == nothing | expected
    assert bool(changes) == bool(changes.added or changes.changed or changes.removed)


FILES = st.dictionaries(st.sampled_from(["a", "b.parquet", "c/d", "e"]), st.sampled_from([OLD, NEW, EDITED, b""]))


@given(FILES, FILES, FILES)
def test_after_the_changes_nothing_is_left_to_do(here, there, written):
    changes = changes_between(hashes(here), on_hub(there), hashes(written))
    after = {path: content for path, content in there.items() if path not in changes.removed}
    after |= {path: here[path] for path in (*changes.added, *changes.changed)}
    assert not changes_between(hashes(here), on_hub(after), hashes(here))
    for path, content in there.items():
        if path not in here and content != written.get(path):
            assert after[path] == content


@given(FILES)
def test_a_manifest_is_read_as_written(files):
    assert read_manifest(make_manifest("a", hashes(files))) == ("a", hashes(files))
    assert make_manifest("a", hashes(files)) == make_manifest("a", dict(reversed(hashes(files).items())))


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"files": {"a": 1}}', b'{"files": {"a": {}}}'])
def test_another_manifest_is_refused(content):
    with pytest.raises(ValueError, match="not as temporal-qa writes it"):
        read_manifest(content)


@pytest.mark.parametrize("size", [0, 1, (1 << 20) + 1])
def test_hashes_are_those_of_git_and_sha256sum(tmp_path, size):
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    found = hash_content(path)
    assert found == hash_content(path.read_bytes())
    assert found.size == size
    assert run("sha256sum", path).split()[0] == found.sha256
    assert run("git", "hash-object", "--no-filters", path).strip() == found.git_sha1


def run(*command):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True).stdout
