"""Errors of bad input and of full disks, each told in one line."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path


class InputError(ValueError):
    """Bad input from the user, told in one line: file, line number, what is wrong, what was expected.

    The command line prints it and exits with status 2; library users catch it as a ``ValueError``.
    """

    def __init__(self, message: str, path: Path | str | None = None, line: int | None = None) -> None:
        place = "" if path is None else f"{path}: " if line is None else f"{path}:{line}: "
        super().__init__(_in_one_line(place + message))


def _in_one_line(message: str) -> str:
    """Without what would break the line or steer a terminal, and not longer than a reader wants it to be."""
    if len(message) > 1_500:  # a value in it is not as it should be
        message = f"{message[:700]} ... {message[-700:]}"
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in message)


def first_line(error: BaseException) -> str:
    """What an error says, in one line; its kind where it says nothing."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


class FullDisk(InputError):
    """No room for what is to be written: the disk is full, a quota is used up, or files may not be as large."""


@contextlib.contextmanager
def explain_full_disk(final: Path) -> Iterator[None]:
    """Turns the errors of a full disk, whoever tells of them, into one that names what could not be written.

    Raises:
        FullDisk: see there.
    """
    try:
        yield
    except Exception as error:
        # datasets wraps what happens while it writes; DuckDB has errors of its own, with the system's words.
        causes = [cause for cause in (error, error.__cause__, error.__context__) if cause is not None]
        bad_input = any(isinstance(cause, InputError) and not isinstance(cause, FullDisk) for cause in causes)
        told = next((words for words in _FULL if any(words in str(cause) for cause in causes)), None)
        if bad_input or told is None:
            raise
        raise FullDisk(f"cannot be written: {told}", final) from None


_FULL = [os.strerror(number) for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)]
