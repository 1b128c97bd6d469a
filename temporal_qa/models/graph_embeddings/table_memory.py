"""Memory for tables: plain memory, or files mapped into it where the tables outgrow it."""

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch
from torch import Tensor

from temporal_qa.io import InputError
from temporal_qa.io.errors import explain_full_disk

_SHARE = 0.5
"""Tables that would take a larger share of the machine's memory are mapped."""


def table_memory(numbers: int, folder: Path) -> Callable[[int, int], Tensor]:
    """Makes tables of zeros, of two sizes, in 32-bit floats.

    Args:
        numbers: of all tables together.
        folder: for the files, where there are any; they have no name and vanish with the process, however it ends.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return torch.zeros if 4 * numbers <= _SHARE * memory else partial(_mapped, folder)


def _mapped(folder: Path, rows: int, columns: int) -> Tensor:
    size = rows * columns
    with explain_full_disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
        free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
        if free < 4 * size:
            raise InputError(f"{free / 1e9:.1f} GB free, expected {4 * size / 1e9:.1f} for a table", folder)
        handle, name = tempfile.mkstemp(prefix=".table-", dir=folder)
        try:
            os.truncate(handle, 4 * size)
            return torch.from_file(name, shared=True, size=size, dtype=torch.float32).view(rows, columns)
        finally:
            os.close(handle)
            os.unlink(name)
