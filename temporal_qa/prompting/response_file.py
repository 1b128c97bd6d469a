"""Responses on disk: each is saved at once, and none is asked for twice.

During a run, each response is a row of a journal in the hidden folder ``.NAME.unfinished``, from which the next run
resumes. In the end all responses are written to the file ``NAME`` in the order of the questions, and the folder is
removed.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from temporal_qa.io import Row, read_rows, write_rows
from temporal_qa.io.atomic import ROW_SUFFIXES, check_suffix, check_writable
from temporal_qa.io.errors import explain_full_disk
from temporal_qa.io.resumable import Journal, unfinished_folder

Record = dict[str, Any]


class Responses:
    """The responses to some questions.

    Attributes:
        finished: question id -> the line of its response, earlier runs included.
    """

    def __init__(self, final: Path, records: Mapping[str, Record], column: str, journal: Journal) -> None:
        self.finished: dict[str, Record] = {}
        self._final, self._records, self._column, self._journal = final, records, column, journal

    def add(self, question_id: str, response: str) -> None:
        """Appends one response to the journal on the disk."""
        record = {**self._records[question_id], self._column: response}
        with explain_full_disk(self._final):
            self._journal.add([record])
        self.finished[question_id] = record

    def take(self, rows: Iterable[Row]) -> None:
        """Adds responses of earlier runs. Raises ``InputError`` if one was asked for in another way."""
        for row in rows:
            found, expected = row.values, self._records.get(str(row.values.get("id")))
            if expected is None:
                raise row.error(
                    f"holds a response to {found.get('id')!r}, which is not among the questions; "
                    "ask the same questions or more, or choose another --out"
                )
            for key, value in expected.items():
                if key != "version" and found.get(key) != value:
                    raise row.error(
                        f"was asked for with {key} {found.get(key)!r:.80}, this run has {value!r:.80}; "
                        "choose another --out, or remove the file to ask again"
                    )
            row.text(self._column, "")
            self.finished[expected["id"]] = found


@contextlib.contextmanager
def resumed_responses(final: Path, records: Mapping[str, Record], column: str = "response") -> Iterator[Responses]:
    """The responses of earlier runs, to which the block adds the missing ones; then ``final`` is written.

    Args:
        final: a file for the responses, ``.jsonl``, ``.jsonl.gz`` or ``.parquet``.
        records: question id -> all fields of its line except the response, in the order of the questions. A response on
            disk must have the same fields; only its ``version`` may differ.
        column: the field of the response.

    Raises:
        InputError: ``final`` cannot be written, another process writes it, or a response was asked for in another way.
    """
    check_suffix(final, *ROW_SUFFIXES)
    check_writable(final)
    with (
        unfinished_folder(final, {"rows": "responses"}, discard=False) as folder,
        Journal(folder / "responses.jsonl") as journal,
    ):
        responses = Responses(final, records, column, journal)
        responses.take(read_rows(final) if final.exists() else [])
        responses.take(journal.rows)
        yield responses
        write_rows(final, (responses.finished[question_id] for question_id in records))
