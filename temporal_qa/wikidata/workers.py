"""Mines blocks of lines in several processes, with the results in the order of the blocks.

A block is passed as a file in the page cache, which takes half the copying of a pipe. Each process has two such files,
so that one block waits while the other is mined.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from temporal_qa.io.processes import process_pool
from temporal_qa.wikidata.lines import MinedLines, MiningOptions, mine_lines

if TYPE_CHECKING:
    from concurrent.futures import Future


def mine_blocks(
    blocks: Iterable[bytes], options: MiningOptions, workers: int, folder: Path
) -> Generator[tuple[int, MinedLines]]:
    """The size and the result of each block, in order.

    An error of ``blocks`` is raised after the results of all blocks before it.

    Args:
        blocks: whole lines.
        options: what to look for.
        workers: how many processes; 1 mines in this one.
        folder: for the files that pass the blocks; they stay there and are small.

    Raises:
        ChildProcessError: a worker was killed.
    """
    if workers == 1:
        for block in blocks:
            yield len(block), mine_lines(block, options)
        return
    waiting: deque[tuple[int, Future[MinedLines]]] = deque()
    failure: Exception | None = None
    source = iter(blocks)
    with contextlib.ExitStack() as opened, process_pool(workers) as submit:
        paths = [folder / f"block-{number:03d}" for number in range(2 * workers)]
        files = [opened.enter_context(path.open("w+b", buffering=0)) for path in paths]
        for number in range(1 << 62):
            try:
                block = next(source)
            except StopIteration:
                break
            except Exception as error:
                failure = error
                break
            if len(waiting) == len(files):
                size, mined = waiting.popleft()
                yield size, mined.result()
            slot = number % len(files)  # its last block is mined: results are taken in order
            files[slot].seek(0)
            view = memoryview(block)
            while view:
                view = view[files[slot].write(view) :]
            waiting.append((len(block), submit(_mine_file, paths[slot], len(block), options)))
        for size, mined in waiting:
            yield size, mined.result()
    if failure is not None:
        raise failure


def _mine_file(path: Path, size: int, options: MiningOptions) -> MinedLines:
    with path.open("rb", buffering=0) as file:
        return mine_lines(file.read(size), options)
