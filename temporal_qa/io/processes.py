"""Processes that leave it to the one that started them to say why they end."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from multiprocessing import resource_tracker


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """Processes that are started in the block are not interrupted by Ctrl-C, which a terminal sends to all of a group.

    Their parent is, and ends them; otherwise each would show a traceback of its own, the more so while it is loading.
    An interrupt that comes during the block reaches this process after it.
    """
    resource_tracker.ensure_running()  # it comes with the first process, and allows interrupts again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
