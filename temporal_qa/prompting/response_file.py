"""Responses on disk: each is safe as soon as it is there, and none is asked for twice.

While a run goes on, responses are appended to ``NAME.partial.jsonl`` beside the final ``NAME.jsonl``, line by line,
each on the disk before the next. A killed run leaves that file, and the next run goes on from it. When all responses
are there they are written to the final name in the order of the questions, and the partial file goes away.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.io.atomic import lock, write_json_lines
from temporal_qa.io.errors import InputError, explain_full_disk
from temporal_qa.io.read import read_rows

Record = dict[str, Any]


@contextlib.contextmanager
def one_writer(final: Path) -> Iterator[None]:
    """Has the responses of ``final`` for this process alone: of two that ask the same, one would ask in vain.

    Raises:
        InputError: another process writes them, or nothing can be written there.
    """
    partial = _partial(final)
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        file = partial.open("ab")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", final) from None
    with file:
        lock(file.fileno(), final)
        try:
            yield
        finally:
            if not os.fstat(file.fileno()).st_size:
                partial.unlink(missing_ok=True)


def _partial(final: Path) -> Path:
    return final.with_suffix(".partial.jsonl")


class ResponseFile:
    """The responses to some questions, under their final name or on the way there.

    Reads what earlier runs have left. A line cut off by a kill is dropped.

    Args:
        final: where the responses are to go, a ``.jsonl`` file.
        records: per question id, in order, everything that the line of its response says besides ``response``. A
            response found on disk belongs to this run only if it says the same; its ``version`` may differ.

    Raises:
        InputError: ``final`` cannot be written, or holds responses that were asked for in another way.
    """

    def __init__(self, final: Path, records: Mapping[str, Record]) -> None:
        if final.suffix != ".jsonl":
            raise InputError("expected a name that ends in .jsonl", final)
        if final.is_dir():
            raise InputError("is a folder, expected a file to write", final)
        self.final = final
        self.partial = _partial(final)
        self.records = records
        self.finished: dict[str, Record] = {}
        final.parent.mkdir(parents=True, exist_ok=True)
        if self.partial.exists():
            _drop_torn_line(self.partial)
        for path in (self.final, self.partial):
            if path.exists():
                self._read(path)

    def add(self, question_id: str, response: str) -> None:
        """Appends one response and waits until it is on the disk."""
        record = {**self.records[question_id], "response": response}
        with explain_full_disk(self.final), self.partial.open("ab") as out:
            out.write(orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE))
            out.flush()
            os.fsync(out.fileno())
        self.finished[question_id] = record

    def complete(self) -> None:
        """Writes all responses to the final name in the order of the questions."""
        write_json_lines(self.final, (self.finished[question_id] for question_id in self.records))
        self.partial.unlink(missing_ok=True)

    def _read(self, path: Path) -> None:
        for row in read_rows(path):
            found = row.values
            expected = self.records.get(str(found.get("id")))
            if expected is None:
                raise row.error(
                    f"holds a response to {found.get('id')!r}, which is not among the questions; "
                    "ask the same questions or more, or choose another --out"
                )
            for key, value in expected.items():
                if key != "version" and found.get(key) != value:
                    raise row.error(
                        f"was asked for with {key} {_short(found.get(key))}, this run has {_short(value)}; "
                        "choose another --out, or remove the file to ask anew"
                    )
            if not isinstance(found.get("response"), str):
                raise row.error("expected a response, a string")
            self.finished[expected["id"]] = found


def _drop_torn_line(path: Path) -> None:
    """Cuts the file after its last whole line, so that the next one starts on a line of its own."""
    with path.open("rb+") as file:
        file.truncate(file.read().rfind(b"\n") + 1)


def _short(value: object) -> str:
    text = orjson.dumps(value).decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
