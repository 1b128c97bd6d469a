"""The head of every benchmark's output: benchmark, machine, load and versions. And the CPU seconds of a command."""

import contextlib
import ctypes
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

GIB = 1 << 30
_PR_SET_CHILD_SUBREAPER = 36  # of linux/prctl.h


def print_head(title: str, *packages: str) -> None:
    """Prints a Markdown heading, with the machine and the versions of packages (or ``absent``) under it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIB
    versions = ", ".join(f"{name} {_version(name)}" for name in ("temporal-qa", *packages))
    print(
        f"\n## {title}\n\n{_processor()}, {len(os.sched_getaffinity(0))} cores, {memory:.0f} GiB; load before the run "
        f"{os.getloadavg()[0]:.1f}; {platform.system()} {platform.release()}; Python {platform.python_version()}; "
        f"{versions}.\n",
        flush=True,
    )


def skip_without(*needed: str | Path) -> None:
    """Ends the benchmark with one line if a package (a name) or its data (a path) is missing.

    Raises:
        SystemExit: with status 0, if something is missing.
    """
    for what in needed:
        if not (what.exists() if isinstance(what, Path) else find_spec(what)):
            kind = "such file or folder as" if isinstance(what, Path) else "package"
            print(f"{Path(sys.argv[0]).name}: skipped: no {kind} {what}", flush=True)
            raise SystemExit(0)


def run_with_cpu_seconds(command: Sequence[str], **how: Any) -> tuple[subprocess.CompletedProcess[str], float]:
    """What ``subprocess.run`` returns of a command, and the CPU seconds of it and of all processes below it.

    Worker processes are children of a fork server that no command waits for. On Linux, this process adopts it.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, **how)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _processor() -> str:
    """The processor's name; ``platform.processor()`` is empty or ``x86_64`` on Linux."""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
