"""Blocks of lines mined in several processes, results in the order of the blocks.

A block is handed over as a file, in the memory of the page cache: half the copying of a pipe. Each worker has two such
files, so that one block waits while the other is mined. Block i goes to worker i modulo N, which keeps the order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from temporal_qa.io.processes import without_interrupts
from temporal_qa.wikidata.lines import MinedLines, MiningOptions, mine_lines

_SLOTS = 2


def mine_blocks(
    blocks: Iterable[bytes], options: MiningOptions, workers: int, folder: Path
) -> Generator[tuple[int, MinedLines]]:
    """Size of each block and what it gave, in their order.

    An error of ``blocks`` is raised after the results of all blocks before it.

    Args:
        blocks: whole lines.
        options: what to look for.
        workers: how many processes; 1 mines in this one.
        folder: for the files that blocks are handed over in; they stay there and are small.

    Raises:
        ChildProcessError: a worker was killed.
    """
    if workers == 1:
        for block in blocks:
            yield len(block), mine_lines(block, options)
        return
    # A fork would copy the threads of the decompressor in whatever state they are.
    context = get_context("spawn")
    pool = [_Worker(context, options, folder / f"worker-{n:03d}") for n in range(workers)]
    waiting: deque[tuple[int, _Worker]] = deque()
    failure: Exception | None = None
    source = iter(blocks)
    try:
        for number in range(1 << 62):
            try:
                block = next(source)
            except StopIteration:
                break
            except Exception as error:
                failure = error
                break
            if len(waiting) == _SLOTS * workers:
                size, worker = waiting.popleft()
                yield size, worker.result()
            worker = pool[number % workers]
            worker.submit(block, number // workers % _SLOTS)
            waiting.append((len(block), worker))
        for size, worker in waiting:
            yield size, worker.result()
        if failure is not None:
            raise failure
    finally:
        for worker in pool:
            worker.close()


class _Worker:
    def __init__(self, context: object, options: MiningOptions, path: Path) -> None:
        self._files = [Path(f"{path}-{slot}").open("w+b", buffering=0) for slot in range(_SLOTS)]  # noqa: SIM115
        self._pipe, theirs = context.Pipe()  # type: ignore[attr-defined]
        names = [file.name for file in self._files]
        # Daemons end with this process; where it is killed, the pipe breaks and they end, too.
        self._process = context.Process(target=_work, args=(theirs, names, options), daemon=True)  # type: ignore[attr-defined]
        with without_interrupts():
            self._process.start()
        theirs.close()

    def submit(self, block: bytes, slot: int) -> None:
        file = self._files[slot]
        file.seek(0)
        view = memoryview(block)
        while view:
            view = view[file.write(view) :]
        try:
            self._pipe.send((slot, len(block)))
        except OSError:
            raise self._killed() from None

    def result(self) -> MinedLines:
        try:
            found: MinedLines | Exception = self._pipe.recv()
        except (EOFError, OSError):
            raise self._killed() from None
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        self._pipe.close()
        self._process.terminate()
        self._process.join()
        for file in self._files:
            file.close()

    def _killed(self) -> ChildProcessError:
        return ChildProcessError("a mining process was killed (out of memory?); the same command goes on from here")


def _work(pipe: Connection, names: list[str], options: MiningOptions) -> None:
    files = [open(name, "rb", buffering=0) for name in names]  # noqa: SIM115
    while True:
        try:
            slot, size = pipe.recv()
        except (EOFError, OSError):  # the work is done, or the other side is gone
            return
        found: MinedLines | Exception
        try:
            files[slot].seek(0)
            found = mine_lines(files[slot].read(size), options)
        except Exception as error:
            found = error
        try:
            pipe.send(found)
        except OSError:
            return
