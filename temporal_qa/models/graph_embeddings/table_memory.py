"""Memory for tables: plain memory, or files mapped into it where the tables outgrow it."""

import os
import tempfile
from pathlib import Path

import torch
from torch import Tensor

from temporal_qa.io import InputError
from temporal_qa.io.errors import explain_full_disk

_SHARE = 0.2
"""A table that would take a larger share of the machine's memory is mapped: the optimizer has one as large."""


def new_table(folder: Path, rows: int, columns: int) -> Tensor:
    """A table of zeros, in 32-bit floats.

    Args:
        folder: for the file, where there is one; it has no name and vanishes with the process, however it ends.
        rows, columns: its shape.
    """
    size, page = rows * columns, os.sysconf("SC_PAGE_SIZE")
    if 4 * size <= _SHARE * page * os.sysconf("SC_PHYS_PAGES"):
        return torch.zeros(rows, columns)
    with explain_full_disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
        free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
        if free < 4 * size:
            raise InputError(f"{free / 1e9:.1f} GB free, expected {4 * size / 1e9:.1f} for a table", folder)
        with tempfile.NamedTemporaryFile(prefix=".table-", dir=folder) as file:
            file.truncate(4 * size)
            return torch.from_file(file.name, shared=True, size=size, dtype=torch.float32).view(rows, columns)
