"""The changes that a publication makes to a repository of the Hub, found by comparing hashes.

Others may edit the card on the site, add notes or upload a split of their own. So each publication leaves a list of the
files that it wrote, ``.temporal_qa.json``. The next one replaces and removes only files that are unchanged since.
"""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec
import orjson

MANIFEST = ".temporal_qa.json"
"""The path, in a repository, of the list of published files."""

Content = Path | bytes
"""The content for a file: a local file, or bytes."""


@dataclass(frozen=True, slots=True)
class FileHash:
    """Size in bytes, and the two hashes by which the Hub may identify a content."""

    size: int
    sha256: str
    git_sha1: str


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file on the Hub: size in bytes, and its hash: SHA-256 of a large file (LFS), else that of a git blob."""

    size: int
    hash: str

    def holds(self, content: FileHash) -> bool:
        """Whether the file has that content; the two kinds of hashes differ in length."""
        return self.hash in (content.sha256, content.git_sha1)


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a publication: path -> size in bytes, in the order of paths.

    ``kept`` are files that are no longer published, but stay because somebody has edited them; ``foreign`` are the
    changed files that somebody else wrote or edited.
    """

    added: dict[str, int]
    changed: dict[str, int]
    removed: dict[str, int]
    kept: tuple[str, ...]
    foreign: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def changes_between(
    here: Mapping[str, FileHash], there: Mapping[str, HubFile], written: Mapping[str, FileHash]
) -> Changes:
    """The changes that publish the files that are here.

    Args:
        here: the files to publish, by path.
        there: the files in the repository now.
        written: the files that earlier publications wrote, as :func:`read_manifest` returns them.
    """

    def ours(path: str) -> bool:
        return path == MANIFEST or (path in written and there[path].holds(written[path]))

    changed = {path: here[path].size for path in sorted(here) if path in there and not there[path].holds(here[path])}
    gone = [path for path in sorted(written) if path in there and path not in here]
    return Changes(
        added={path: here[path].size for path in sorted(here) if path not in there},
        changed=changed,
        removed={path: there[path].size for path in gone if ours(path)},
        kept=tuple(path for path in gone if not ours(path)),
        foreign=tuple(path for path in changed if not ours(path)),
    )


def hash_content(content: Content) -> FileHash:
    """The size and both hashes of a content.

    >>> hash_content(b"abc").git_sha1  # git hash-object
    'f2ba8f84ab5c1bce84a7b441cb1959cfc7093b7f'
    """
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    # git names content by SHA-1; nothing here relies on its security.
    sha256, git_sha1 = hashlib.sha256(), hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    with io.BytesIO(content) if isinstance(content, bytes) else content.open("rb") as file:
        while block := file.read(1 << 20):
            sha256.update(block)
            git_sha1.update(block)
    return FileHash(size, sha256.hexdigest(), git_sha1.hexdigest())


def make_manifest(name: str, files: Mapping[str, FileHash]) -> bytes:
    """The content of ``.temporal_qa.json``. It has no version, so that the same files give the same bytes."""
    about = "Written by temporal-qa publish, which replaces and removes only what is listed here."
    values = {"about": about, "name": name, "files": {path: asdict(file) for path, file in sorted(files.items())}}
    return orjson.dumps(values, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def read_manifest(content: bytes) -> tuple[str | None, dict[str, FileHash]]:
    """The dataset or metric in a ``.temporal_qa.json`` (older ones name none), and its files.

    Raises:
        ValueError: temporal-qa did not write it.
    """
    try:
        values = orjson.loads(content)
        return values.get("name"), msgspec.convert(values["files"], dict[str, FileHash])
    except (KeyError, TypeError, AttributeError, ValueError):
        raise ValueError(f"{MANIFEST} is not as temporal-qa writes it") from None
