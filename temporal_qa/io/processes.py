"""A pool of processes, for long work in pieces."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

_PACKAGES = ["pandas", "pyarrow.parquet"]  # the first array of Arrow loads pandas, too


def collect_rarely() -> None:
    """Makes Python look for cycles of garbage less often, in this process: rows have none, and looking for some took a
    quarter of the time of writing them."""
    gc.set_threshold(100_000)


@contextlib.contextmanager
def process_pool(
    number: int, begin: Callable[..., object] | None = None, *args: Any
) -> Iterator[Callable[..., Future[Any]]]:
    """At most ``number`` new processes, which end with the block or with this process, whatever they are doing.

    They ignore Ctrl-C, which a terminal sends to a whole group of processes: it interrupts this process, which ends
    them.

    Args:
        number: of processes; each is started when it is needed.
        begin: called first in each process, with ``args``, which may be shared memory.

    Yields:
        A function that submits a call (a function, its arguments) to a process and returns a future.

    Raises:
        ChildProcessError: a process was killed.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    context = _context()
    theirs, ours = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(number, context, _begin, (theirs, dict(os.environ), begin, args))

    def submit(work: Callable[..., Any], *args: Any) -> Future[Any]:
        with _without_interrupts():  # it may start a process
            return executor.submit(work, *args)

    try:
        yield submit
    except BrokenProcessPool:
        raise ChildProcessError("a worker process was killed (out of memory?); the same command resumes") from None
    finally:
        ours.close()  # ends the processes
        executor.shutdown(cancel_futures=True)
        theirs.close()


def _context() -> BaseContext:
    """How processes start. A fork of this process would copy locks that threads of Arrow or of a decompressor hold.

    On Linux, processes are copies of one, the fork server, that has only loaded what takes long to load. Elsewhere,
    where that is not safe, and where its socket has no place, each process loads it itself.
    """
    from multiprocessing import get_context

    if sys.platform != "linux":
        return get_context("spawn")
    from multiprocessing import forkserver

    forkserver.set_forkserver_preload(_PACKAGES)
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"  # or a file random.py in the working directory would be loaded as the module
    try:
        with _without_interrupts():
            forkserver.ensure_running()
    except OSError:  # no folder for temporary files, or one whose name is too long for a socket
        return get_context("spawn")
    finally:
        del os.environ["PYTHONSAFEPATH"]
        if before is not None:
            os.environ["PYTHONSAFEPATH"] = before
    return get_context("forkserver")


def _begin(
    pipe: Connection, environment: dict[str, str], begin: Callable[..., object] | None, args: tuple[Any, ...]
) -> None:
    from tqdm import tqdm

    collect_rarely()
    os.environ.clear()  # the fork server still has the environment of the time when it started
    os.environ.update(environment)
    threading.Thread(target=_end_with_parent, args=(pipe,), daemon=True).start()
    # tqdm's own lock, which libraries make unasked, is one of several processes; Python would warn that it is left.
    tqdm.set_lock(threading.RLock())
    if begin is not None:
        begin(*args)


def _end_with_parent(pipe: Connection) -> None:
    with contextlib.suppress(OSError):
        pipe.poll(None)  # until the other end is closed, by the parent or by its death
    os._exit(1)


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that start in the block ignore Ctrl-C from the beginning; otherwise each would show a traceback, mostly
    while it loads modules. Ctrl-C or SIGTERM during the block reaches this process after the block; otherwise it would
    leave a process half started, which shows a traceback too.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it starts with the first process, and would allow interrupts again
    received = list[int]()
    # The mask is this thread's and its new processes'. Another thread may take the signal, and Python handles it here.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    handlers: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for held in (signal.SIGINT, signal.SIGTERM):
            handlers[held] = signal.signal(held, lambda number, _: received.append(number))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)  # None: not set by Python
        for number in received[:1]:
            signal.raise_signal(number)
