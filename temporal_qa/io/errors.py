"""Errors of bad input, of missing packages and of full disks, with messages of one line, and words of such messages."""

import contextlib
import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path


class InputError(ValueError):
    """Bad input from the user; the message is one line: file, line number, what is wrong, what was expected.

    The command line prints it and exits with status 2; library users catch it as a ``ValueError``.

    Attributes:
        fault: the message without the place.
        line: the line of the file, counted from 1.
    """

    def __init__(self, message: str, path: Path | str | None = None, line: int | None = None) -> None:
        self.fault, self.line = message, line
        text = ("" if path is None else f"{path}: " if line is None else f"{path}:{line}: ") + message
        if len(text) > 1_500:  # too long to read
            text = f"{text[:700]} ... {text[-700:]}"
        # Without line breaks and control characters.
        super().__init__("".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text))


def check_regular(path: Path) -> None:
    """Raises ``InputError`` for a pipe or a device: it may never end, and cannot be read twice."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise InputError("is a pipe or a device, expected a file", path)


def first_line(error: BaseException) -> str:
    """The first line of an error's message, or its type if it has no message."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def expected_error(error: Exception) -> InputError | OSError | None:
    """What the user is told in one line: bad input, a full disk, a folder without permission. None: a fault of ours."""
    causes = [error, error.__cause__, error.__context__]  # datasets wraps errors that occur while it writes
    found = next((cause for cause in causes if isinstance(cause, InputError | OSError)), None)
    if isinstance(found, OSError) and found.filename is not None and found.strerror:
        return InputError(found.strerror, str(found.filename))
    return found


@contextlib.contextmanager
def explain_missing(needs: str, extra: str) -> Iterator[None]:
    """Turns the error of importing a package that is not installed into one that says how to install it.

    Args:
        needs: what needs which package, such as "plots need matplotlib"; ``{}`` becomes the missing one of several.
        extra: the extra of temporal-qa that installs it.

    Raises:
        InputError: a package is not installed.
    """
    try:
        yield
    except ImportError as error:
        raise InputError(f"{needs.format(error.name)}: pip install 'temporal-qa[{extra}]'") from None


@contextlib.contextmanager
def explain_errors(fault: str, *kinds: type[Exception], path: Path | str | None = None) -> Iterator[None]:
    """Turns errors of some kinds, from whatever library, into one that says what cannot be done.

    Args:
        fault: what cannot be done, such as "cannot be read"; the error says why.
        kinds: of errors.
        path: the file or folder with which it cannot be done; by default the one that the error names.

    Raises:
        InputError: there was such an error; one of ours stays as it is.
    """
    try:
        yield
    except InputError:
        raise
    except kinds as error:
        place = path or getattr(error, "filename", None)
        raise InputError(f"{fault}: {getattr(error, 'strerror', None) or first_line(error)}", place) from None


class FullDisk(InputError):
    """There is no room for a file: the disk is full, a quota is used up, or the file is too large."""


@contextlib.contextmanager
def explain_full_disk(final: Path) -> Iterator[None]:
    """Turns the errors of a full disk, from whatever library, into one that names the file or folder.

    Raises:
        FullDisk: the disk is full.
    """
    try:
        yield
    except Exception as error:
        # datasets wraps errors of writing; DuckDB has its own errors, with the system's message.
        causes = [cause for cause in (error, error.__cause__, error.__context__) if cause is not None]
        bad_input = any(isinstance(cause, InputError) and not isinstance(cause, FullDisk) for cause in causes)
        message = next((text for text in _FULL if any(text in str(cause) for cause in causes)), None)
        if bad_input or message is None:
            raise
        raise FullDisk(f"cannot be written: {message}", final) from None


_FULL = [os.strerror(number) for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)]


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number and its noun, in the singular or the plural.

    >>> [counted(n, "question") for n in (0, 1, 2000)], counted(1, "person", "people")
    (['0 questions', '1 question', '2,000 questions'], '1 person')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def one_of(names: Iterable[str]) -> str:
    """The names, at least one, as alternatives.

    >>> one_of(["dev"]), one_of(["dev", "test", "train"])
    ('dev', 'dev, test or train')
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
