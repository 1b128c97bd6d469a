"""Files of other machines by their URLs, through fsspec: listed, copied here, and copied there.

Commands work on local copies (:mod:`temporal_qa.io.local_copies`). Credentials come from where the store's own
package looks for them, and are in no message. fsspec is imported when a URL is given.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from temporal_qa.io.atomic import writing_beside
from temporal_qa.io.errors import InputError, first_line
from temporal_qa.io.read import read_rows, unknown_split
from temporal_qa.io.resumable import Journal
from temporal_qa.io.urls import has_password, without_secrets

_LAST = ("/README.md", "/build.json")  # who reads a folder without them does not take it for a whole dataset

FileInfo = Mapping[str, Any]
"""What a store knows of a file: name, size, and often a time and a checksum."""


@dataclass(frozen=True, slots=True)
class Remote:
    """What a URL names.

    Attributes:
        url: to show, without secrets.
        store: the file system of fsspec.
        path: the path in the store.
        given: the URL with its secrets.
    """

    url: str
    store: Any
    path: str
    given: str = field(repr=False)

    @property
    def name(self) -> str:
        """The last part of the URL."""
        return self.url.rpartition("/")[2]

    @property
    def base(self) -> str:
        """The path of its folder with a slash at the end; of a pattern, of the last folder before a ``*``."""
        before = self.path.partition("*")[0]
        return before[: before.rfind("/") + 1]

    @property
    def folder_url(self) -> str:
        """The URL of that folder, to show."""
        return self.url.partition("*")[0].rpartition("/")[0]

    @property
    def is_pattern(self) -> bool:
        """Whether it stands for several files."""
        return "*" in self.path

    def matches(self, files: Iterable[str]) -> list[str]:
        """What a command is given of the files of :meth:`list_inputs`: of a pattern, the files and folders that match;
        else the one name."""
        if not self.is_pattern:
            return [self.name]
        if "**" in self.path:
            return list(files)
        depth = self.path.removeprefix(self.base).count("/") + 1
        return list(dict.fromkeys("/".join(name.split("/")[:depth]) for name in files))

    @property
    def is_web_page(self) -> bool:
        """Whether it is on a web server, which has no folders and takes no files."""
        return self.url.startswith(("http://", "https://"))

    def beside(self, name: str) -> "Remote":
        """What has another name in the same folder."""
        return replace(self, path=self.base + name)

    def list_files(self) -> dict[str, FileInfo]:
        """The files that a URL names: a file, those of a folder, or those of a pattern with ``*``; by their names below
        the folder of the URL. Nothing, if there are none.

        Raises:
            InputError: see :func:`explain_store_errors`; or a name that leads out of the folder.
        """
        store = self.store
        with explain_store_errors(self.given):
            store.invalidate_cache()
            if self.is_web_page:
                try:
                    return {self.name: store.info(self.path)}
                except FileNotFoundError as error:  # fsspec's for anything that goes wrong; its cause tells what did
                    if error.__cause__ and getattr(error.__cause__, "status", None) not in (404, 410):
                        raise error.__cause__ from None
                return {}
            found = dict[str, Any]()
            matches = store.glob(self.path, detail=True) if self.is_pattern else {self.path: {"type": "any"}}
            for match, info in matches.items():
                found |= {match: info} if info["type"] == "file" else store.find(match, detail=True)
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
            is_file = list(found) == [self.name] and not self.is_web_page
            if is_file and PurePosixPath(self.name).suffix in ("", ".txt", ".tsv"):
                for pattern in ("*2id*", "*id2*"):  # the names in a file of a graph's benchmark
                    found |= self.beside(pattern).list_files()
            return found
        if not self.is_web_page and not self.is_pattern:
            if found := replace(self, path=f"{self.path}-*-of-*.parquet").list_files():
                return found
            names = self.beside("*-of-*.parquet").list_files()
            if splits := sorted({name.rpartition("-of-")[0].rpartition("-")[0] for name in names}):
                raise InputError(unknown_split(self.name, splits), self.url)
        raise InputError("no such file or folder", self.url)

    def copy_here(self, files: Mapping[str, FileInfo], folder: Path) -> None:
        """Copies files here, but those that are here.

        Args:
            files: what to copy, see :meth:`list_files`.
            folder: where to, with their names.

        Raises:
            InputError: see :func:`explain_store_errors`; or the disk is full.
        """
        left = {folder / name: info for name, info in files.items() if not (folder / name).is_file()}
        with _progress(f"reading {self.url}", sum(info["size"] or 0 for info in left.values())) as callback:
            for local, info in left.items():
                with explain_store_errors(self.given), writing_beside(local) as beside:
                    self.store.get_file(info["name"], str(beside), callback=callback)

    def check_takes_files(self) -> None:
        """A check before long work: a try, since only that tells.

        Raises:
            InputError: the store takes no files there.
        """
        if self.is_web_page or self.is_pattern:
            raise InputError("cannot be written, expected a name in a store, such as s3://BUCKET/NAME", self.url)
        with explain_store_errors(self.given):
            if self.url.startswith("hf://"):  # a try would be a commit
                self.store.resolve_path(self.path)
            else:
                trial = f"{self.base}.{self.name}.trial"
                self.store.pipe_file(trial, b"")
                self.store.rm_file(trial)

    def copy_there(self, folder: Path, record: Path, version: str, *, overwrite: bool) -> None:
        """Copies a folder's files to the folder of a URL, and then removes stale ones. ``README.md`` and ``build.json``
        are removed first and copied last, so that nobody takes a half copied dataset for a whole one.

        Args:
            folder: what to copy: what was to be made, under its name, and what belongs beside it; hidden files are not.
            record: the file that keeps what is copied: an interrupted run goes on after that.
            version: of what is copied.
            overwrite: whether all other files at the URL are stale, or only those of an interrupted run.

        Raises:
            InputError: see :func:`explain_store_errors`.
        """
        paths = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
        visible = [path.as_posix() for path in paths if not any(part.startswith(".") for part in path.parts)]
        names = sorted(visible, key=lambda name: (name.endswith(_LAST), name))
        there, store = self.list_files(), self.store
        stale = (there.keys() if overwrite else there.keys() & copied_there(record)) - set(names)
        with Journal(record) as journal, explain_store_errors(self.given):
            copied = {row.values["file"] for row in journal.rows if row.values["whole"] == version} & there.keys()
            for name in there:
                if not copied and name.endswith(_LAST) and (name in stale or name in names):
                    journal.add([{"file": name, "whole": None}])  # else the next run does not see that it was ours
                    store.rm_file(self.base + name)
            left = {name: folder / name for name in names if name not in copied}
            with _progress(f"writing {self.url}", sum(path.stat().st_size for path in left.values())) as callback:
                for name, path in left.items():
                    # From here on it is ours, even if it stays half written.
                    journal.add([{"file": name, "whole": None}])
                    store.put_file(str(path), self.base + name, callback=callback)
                    journal.add([{"file": name, "whole": version}])
            for name in stale:
                if copied or not name.endswith(_LAST):
                    store.rm_file(self.base + name)


def open_remote(url: str) -> Remote:
    """What a URL names; nothing is read yet.

    Raises:
        InputError: no kind of URL that fsspec knows, or one whose package is not installed; no name of a file; a
            password.
    """
    from fsspec.core import url_to_fs

    shown = without_secrets(url).rstrip("/")
    if shown.endswith(":"):
        raise InputError("names no file or folder, expected one such as s3://BUCKET/NAME", f"{shown}//")
    if "::" in url:
        raise InputError("is a chain of URLs, expected one", shown)
    if has_password(url):
        raise InputError("has a password; give it where the store's own tools, or fsspec's configuration, look", shown)
    with explain_store_errors(url):
        # Only file:// knows "auto_mkdir"; other stores make folders by themselves.
        options = {"auto_mkdir": True} if url.startswith("file:") else {}
        store, path = url_to_fs(url, skip_instance_cache=True, **options)
    return Remote(shown, store, path.rstrip("/"), url)


@contextlib.contextmanager
def explain_store_errors(url: str) -> Iterator[None]:
    """Turns errors of a store, of whatever library, into one line without secrets, see :func:`without_secrets`.

    Raises:
        InputError: the store refused, could not be reached, or has no such bucket.
    """
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        why = without_secrets(first_line(error), url)
        raise InputError(f"not accessible: {why}", without_secrets(url).rstrip("/")) from None


def copied_there(record: Path) -> set[str]:
    """The names of the files that :meth:`Remote.copy_there` has copied, perhaps not whole, by its record."""
    return {row.values["file"] for row in read_rows(record)} if record.exists() else set()


@contextlib.contextmanager
def _progress(what: str, size: int) -> Iterator[Any]:
    """A bar of the bytes, on a terminal; yields the callback that moves it."""
    from fsspec.callbacks import Callback
    from tqdm import tqdm

    with tqdm(total=size, desc=what, unit="B", unit_scale=True, delay=1, disable=None) as bar:
        yield Callback(hooks={"bar": lambda _, done: bar.update(done - bar.n)})
