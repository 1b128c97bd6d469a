"""Repositories of the Hub on loopback, in memory: commits, tags, and the description of a file."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

LARGE = (".safetensors", ".parquet", ".bin")  # kept by their SHA-256, uploaded apart (LFS)


@lru_cache(maxsize=1_000)
def sha256_of(content: bytes) -> str:
    """The hash of a file; kept, since each request asks for it, and a model may have 90 MB."""
    return hashlib.sha256(content).hexdigest()


@dataclass
class Commit:
    """A commit: its title, and all files after it."""

    title: str
    files: dict[str, bytes]

    @cached_property
    def oid(self) -> str:
        files = sorted((path, sha256_of(content)) for path, content in self.files.items())
        return hashlib.sha1(repr((self.title, files)).encode()).hexdigest()


@dataclass
class Repository:
    """Commits, newest last; tags by name."""

    address: str
    private: bool = False
    sdk: str | None = None
    commits: list[Commit] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def files(self) -> dict[str, bytes]:
        return self.commits[-1].files

    @property
    def titles(self) -> list[str]:
        return [commit.title for commit in self.commits]

    def commit(self, title: str, changes: dict[str, bytes | None]) -> None:
        files = {**self.files, **changes} if self.commits else changes
        self.commits.append(Commit(title, {path: content for path, content in files.items() if content is not None}))

    def at(self, revision: str) -> Commit | None:
        wanted = self.commits[-1].oid if revision == "main" else self.tags.get(revision, revision)
        return next((commit for commit in reversed(self.commits) if commit.oid == wanted), None)


def entry_of(path: str, commit: Commit) -> dict[str, object]:
    if path not in commit.files:
        return {"type": "directory", "path": path, "size": 0, "oid": hashlib.sha1(path.encode()).hexdigest()}
    content = commit.files[path]
    if path.endswith(LARGE):  # git holds a pointer to it
        sha256 = sha256_of(content)
        pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{sha256}\nsize {len(content)}\n".encode()
        large = {"lfs": {"oid": sha256, "size": len(content), "pointerSize": len(pointer)}}
    else:
        pointer, large = content, {}
    oid = hashlib.sha1(b"blob %d\0" % len(pointer) + pointer).hexdigest()
    return {"type": "file", "path": path, "size": len(content), "oid": oid, **large}


def sibling_of(path: str, commit: Commit) -> dict[str, object]:
    entry = entry_of(path, commit)
    large = {"lfs": {**entry["lfs"], "sha256": entry["lfs"]["oid"]}} if "lfs" in entry else {}
    return {"rfilename": path, "size": entry["size"], "blobId": entry["oid"], **large}
