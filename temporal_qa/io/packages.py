"""Packages that only some work needs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from temporal_qa.io.errors import InputError


@contextlib.contextmanager
def explain_missing(what: str, *, extra: str) -> Iterator[None]:
    """Turns the error of a package that is not installed into one line that says ``what`` needs it, and its extra.

    Raises:
        InputError: a package that is imported in the block is not installed.
    """
    try:
        yield
    except ImportError:
        raise InputError(f"{what}: pip install 'temporal-qa[{extra}]'") from None
