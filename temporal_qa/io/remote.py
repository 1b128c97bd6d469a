"""Files of other machines by their URLs, through fsspec: listed, copied here, and copied there.

Commands work on local copies (:mod:`temporal_qa.io.local_copies`). Credentials come from where the store's own
package looks for them, and are in no message. fsspec is imported when a URL is given.
"""

import contextlib
import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from temporal_qa.io.atomic import FILE_EXISTS, writing_beside
from temporal_qa.io.errors import InputError, first_line
from temporal_qa.io.read import read_rows, unknown_split
from temporal_qa.io.resumable import Journal
from temporal_qa.io.urls import has_slash_in_user, secrets_of, without_secrets

_PACKAGES = {
    "s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "abfs": "adlfs", "abfss": "adlfs", "az": "adlfs",
}  # fmt: skip
_WEB = ("http://", "https://")
_LAST = ("README.md", "build.json")  # who reads a folder without them does not take it for a whole dataset
_NO_CREDENTIALS = "no credentials found; for S3 set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile"

FileInfo = Mapping[str, Any]
"""What a store knows of a file: name, size, and often a time and a checksum."""


@dataclass(frozen=True, slots=True)
class Remote:
    """What a URL names.

    Attributes:
        url: to show, without secrets.
        store: the file system of fsspec.
        path: the path in the store.
        base: the path of its folder with a slash at the end; of a pattern, of the last folder before a ``*``.
        folder_url: the URL of that folder, to show.
        secrets: the parts of the given URL that no message shows.
    """

    url: str
    store: Any
    path: str
    base: str
    folder_url: str
    secrets: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def name(self) -> str:
        """The last part of the URL."""
        return self.url.rpartition("/")[2]

    @property
    def is_web_page(self) -> bool:
        """Whether it is on a web server, which has no folders and takes no files."""
        return self.url.startswith(_WEB)

    def list_files(self) -> dict[str, FileInfo]:
        """The files that a URL names: a file, those of a folder, or those of a pattern with ``*``; by their names below
        the folder of the URL. Nothing, if there are none.

        Raises:
            InputError: see :func:`explain_store_errors`; or a name that leads out of the folder.
        """
        store, path, found = self.store, self.path, dict[str, Any]()
        with explain_store_errors(self.url, self.secrets):
            store.invalidate_cache()
            if self.is_web_page:
                try:
                    found[self.name] = store.info(path)
                except FileNotFoundError as error:  # fsspec's for anything that goes wrong; its cause tells what did
                    if error.__cause__ and getattr(error.__cause__, "status", None) not in (404, 410):
                        raise error.__cause__ from None
                return found
            for match in store.glob(path) if "*" in path else [path]:
                found |= store.find(match, detail=True)
        named = {
            name.removeprefix(self.base): info
            for name, info in sorted(found.items())
            if info["type"] == "file" and not name.endswith("/")  # S3's consoles make empty files for folders
        }
        for name in named:
            if name.startswith("/") or ".." in PurePosixPath(name).parts:
                raise InputError(f"{name!r} leads out of the folder", self.url)
        return named

    def list_inputs(self) -> dict[str, FileInfo]:
        """The files of :meth:`list_files`, with those of the names beside a text file; or those of ``FOLDER/SPLIT``.

        Raises:
            InputError: there are none.
        """
        if found := self.list_files():
            if list(found) == [self.name] and PurePosixPath(self.name).suffix in ("", ".txt", ".tsv"):
                for beside in ("*2id*", "*id2*"):  # the names in a file of a graph's benchmark
                    found |= replace(self, path=self.base + beside).list_files()
            return found
        if not self.is_web_page and "*" not in self.path:
            if found := replace(self, path=f"{self.path}-*-of-*.parquet").list_files():
                return found
            names = replace(self, path=f"{self.base}*-of-*.parquet").list_files()
            if splits := sorted({name.rpartition("-of-")[0].rpartition("-")[0] for name in names}):
                raise InputError(unknown_split(self.name, splits), self.url)
        raise InputError("no such file or folder", self.url)

    def named_inputs(self) -> list[str]:
        """What a command is given: the name of the file, folder or split; of a pattern, of each that it matches."""
        with explain_store_errors(self.url, self.secrets):
            matches = sorted(self.store.glob(self.path)) if "*" in self.path else [self.base + self.name]
        return [match.removeprefix(self.base) for match in matches]

    def copy_here(self, files: Mapping[str, FileInfo], folder: Path, record: Path) -> None:
        """Copies files here; those that an interrupted run has copied, and that are the same, are not copied again.

        Args:
            files: what to copy, see :meth:`list_files`.
            folder: where to, with their names.
            record: the file that keeps what is copied.

        Raises:
            InputError: see :func:`explain_store_errors`; or the disk is full.
        """
        sizes = sum(info["size"] or 0 for info in files.values())
        with Journal(record) as journal, _progress(f"reading {self.url}", sizes) as callback:
            copied = {(row.values["file"], row.values["version"]) for row in journal.rows}
            for name, info in files.items():
                local, version = folder / name, fingerprint(info)
                if (str(local), version) not in copied or not local.is_file():
                    with explain_store_errors(self.url, self.secrets), writing_beside(local) as beside:
                        self.store.get_file(info["name"], str(beside), callback=callback)
                    journal.add([{"file": str(local), "version": version}])

    def check_takes_files(self) -> None:
        """A check before long work: a try, since only that tells.

        Raises:
            InputError: the store takes no files there.
        """
        if self.is_web_page or "*" in self.path:
            raise InputError("cannot be written, expected a name in a store, such as s3://BUCKET/NAME", self.url)
        with explain_store_errors(self.url, self.secrets):
            if self.url.startswith("hf://"):  # a try would be a commit
                self.store.resolve_path(self.path)
            else:
                trial = f"{self.base}.{self.name}.trial"
                self.store.pipe_file(trial, b"")
                self.store.rm_file(trial)

    def check_replaceable_there(self, folder: Path, ours: Collection[str]) -> None:
        """A check before :meth:`copy_there`: what stands there is ours, or is an empty file, which is no loss.

        Args:
            folder: as of :meth:`copy_there`.
            ours: the names of files that may be replaced.

        Raises:
            InputError: another file has the name of one to be copied.
        """
        there = self.list_files()
        for name in sorted(set(visible_files(folder)).difference(ours)):
            if not name.startswith(f"{self.name}/"):
                there |= replace(self, path=self.base + name).list_files()
            if name in there and there[name]["size"]:
                raise InputError(FILE_EXISTS, f"{self.folder_url}/{name}")

    def copy_there(self, folder: Path, record: Path, version: str, stale: Collection[str]) -> None:
        """Copies a folder's files to the folder of a URL, and then removes stale ones. ``README.md`` and ``build.json``
        are removed first and copied last, so that nobody takes a half copied dataset for a whole one.

        Args:
            folder: what to copy: what was to be made, under its name, and what belongs beside it; hidden files are not.
            record: the file that keeps what is copied: an interrupted run goes on after that.
            version: of what is copied.
            stale: the names of files to remove, unless they are among those of ``folder``.

        Raises:
            InputError: see :func:`explain_store_errors`.
        """
        names = sorted(visible_files(folder), key=lambda name: (_is_last(name), name))
        sizes = {name: (folder / name).stat().st_size for name in names}
        there, store = self.list_files(), self.store
        with Journal(record) as journal, explain_store_errors(self.url, self.secrets):
            copied = {row.values["file"] for row in journal.rows if row.values["whole"] == version}
            for name in there:
                if not copied and _is_last(name) and (name in stale or name in names):
                    store.rm_file(self.base + name)
            left = [name for name in names if name not in copied or there.get(name, {}).get("size") != sizes[name]]
            with _progress(f"writing {self.url}", sum(sizes[name] for name in left)) as callback:
                for name in left:
                    # From here on it is ours, even if it stays half written.
                    journal.add([{"file": name, "whole": None}])
                    store.put_file(str(folder / name), self.base + name, callback=callback)
                    journal.add([{"file": name, "whole": version}])
            for name in there.keys() & set(stale).difference(names):
                if copied or not _is_last(name):
                    store.rm_file(self.base + name)


def open_remote(url: str) -> Remote:
    """What a URL names; nothing is read yet.

    Raises:
        InputError: no kind of URL that fsspec knows, or one whose package is not installed; no name of a file; a
            password with a slash.
    """
    from fsspec.core import url_to_fs

    shown, secrets = without_secrets(url).rstrip("/"), secrets_of(url)
    if shown.endswith(":"):
        shown += "//"
    if "::" in url:
        raise InputError("is a chain of URLs, expected one", shown)
    if has_slash_in_user(url):
        raise InputError("has a / before an @; in a password write %2F for / and %40 for @", shown)
    with explain_store_errors(shown, secrets):
        try:
            store, path = url_to_fs(url, skip_instance_cache=True)
        except ImportError as error:
            package = _PACKAGES.get(url.partition("://")[0].lower())
            why = f"cannot be opened: {without_secrets(first_line(error), secrets)}"
            raise InputError(f"needs {package}: pip install {package}" if package else why, shown) from None
    path = path.rstrip("/")
    if not path or shown.endswith("://"):
        raise InputError("names no file or folder, expected one such as s3://BUCKET/NAME", shown)
    if shown.startswith(_WEB):
        return Remote(shown, store, path, "", shown.rpartition("/")[0], secrets)
    parts = path.split("/")
    number = next((number for number, part in enumerate(parts) if "*" in part), len(parts) - 1)
    last = parts[number:]
    base, folder_url = path[: len(path) - len("/".join(last))], "/".join(shown.split("/")[: -len(last)])
    return Remote(shown, store, path, base, folder_url, secrets)


@contextlib.contextmanager
def explain_store_errors(url: str, secrets: Collection[str] = ()) -> Iterator[None]:
    """Turns errors of a store, of whatever library, into one line without secrets, see :func:`without_secrets`.

    Raises:
        InputError: the store refused, could not be reached, or has no such bucket.
    """
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        no_credentials = type(error).__name__ == "NoCredentialsError"
        why = _NO_CREDENTIALS if no_credentials else without_secrets(first_line(error), secrets)
        raise InputError(f"not accessible: {why}", url) from None


def fingerprint(info: FileInfo) -> str:
    """A hash of what the store knows of a file."""
    return hashlib.sha256(repr(sorted((key, str(value)) for key, value in info.items())).encode()).hexdigest()


def copied_there(record: Path) -> set[str]:
    """The names of the files that :meth:`Remote.copy_there` has copied, perhaps not whole, by its record."""
    return {row.values["file"] for row in read_rows(record)} if record.exists() else set()


def _is_last(name: str) -> bool:
    return "/" in name and PurePosixPath(name).name in _LAST


def visible_files(folder: Path) -> list[str]:
    """The files of a folder without hidden ones, by their names in it."""
    names = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return [name.as_posix() for name in names if not any(part.startswith(".") for part in name.parts)]


@contextlib.contextmanager
def _progress(what: str, size: int) -> Iterator[Any]:
    """A bar of the bytes, on a terminal; yields the callback that moves it."""
    from fsspec.callbacks import Callback
    from tqdm import tqdm

    with tqdm(total=size, desc=what, unit="B", unit_scale=True, delay=1, disable=None) as bar:
        yield Callback(hooks={"bar": lambda _, done: bar.update(done - bar.n)})
