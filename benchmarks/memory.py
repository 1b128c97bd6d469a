"""Peak memory of every kind of work at 1, 4 and 16 times a size: flat, or so many bytes a row where that is expected.

    python benchmarks/memory.py [--only NAME ...]

Each measurement is a new process, on an input that another process made. The peak is the resident memory (RSS) of the
process and its children: the largest sum that psutil sees, every 50 milliseconds, or the largest process in the
kernel's account (``ru_maxrss``) if that is more. Shared pages count in each process. "Without files" does not count
pages of mapped files, which can be dropped at any time; ``load_dataset`` maps its tables.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from machine import print_head, skip_without
from memory_work import HUB, WORK, Work

SCRIPT = str(Path(__file__).with_name("memory_work.py"))
TIMES = (1, 4, 16)
MIB = 1 << 20
GROWTH = 1.2
"""Memory is flat if it grows by at most this factor from 4 to 16 times the size."""


class Peak(NamedTuple):
    """Bytes of all resident pages, and of those that are not mapped from files."""

    resident: int
    without_files: int


def peak_of(command: list[str], environment: Mapping[str, str]) -> Peak:
    """Runs a command and returns the peak memory of its process and their children.

    Raises:
        SystemExit: the command failed; with the end of its output.
    """
    import psutil

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
        resident = without_files = 0
        while True:
            ended, status, used = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            sums = [0, 0]
            with contextlib.suppress(psutil.NoSuchProcess):
                main = psutil.Process(process.pid)
                for each in [main, *main.children(recursive=True)]:
                    with contextlib.suppress(psutil.NoSuchProcess):
                        pages = each.memory_info()
                        sums[0] += pages.rss
                        sums[1] += pages.rss - pages.shared
            resident, without_files = max(resident, sums[0]), max(without_files, sums[1])
            time.sleep(0.05)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            end = output.read()[-2000:].decode()
            raise SystemExit(f"{' '.join(command)}: exit status {process.returncode}\n{end}")
    return Peak(max(resident, used.ru_maxrss * 1024), without_files)


@contextlib.contextmanager
def loopback_hub() -> Iterator[dict[str, str]]:
    """The environment variables for a loopback Hub, which runs until the block ends."""
    with subprocess.Popen([sys.executable, SCRIPT, "hub"], stdout=subprocess.PIPE, text=True) as server:
        try:
            yield json.loads(server.stdout.readline())
        finally:
            server.terminate()


def measure(name: str, inputs: Path, environment: Mapping[str, str]) -> list[Peak]:
    """The peaks at each of ``TIMES``; makes the inputs that do not exist yet."""
    peaks = []
    for times in TIMES:
        size = times * WORK[name].size
        folder = inputs / str(size)
        if not folder.exists():
            folder.mkdir()
            subprocess.run([sys.executable, SCRIPT, name, folder, str(size)], check=True, capture_output=True)
        peaks.append(peak_of([sys.executable, SCRIPT, name, str(folder), str(size), "run"], environment))
    return peaks


def cells(work: Work, peaks: list[Peak]) -> list[object]:
    """A row of the table."""
    first, fourth, last = (peak.resident for peak in peaks)
    each = (last - fourth) / ((TIMES[2] - TIMES[1]) * work.size)
    if work.kept:
        found = f"{each:,.0f} bytes for each of the {work.unit}"
    elif last <= GROWTH * fourth:
        found = "flat"
    elif peaks[2].without_files <= GROWTH * peaks[1].without_files:
        found = "flat, but for pages of mapped files"
    else:
        found = f"{each:,.0f} bytes for each of the {work.unit}: expected flat"
    return [
        work.name, f"{work.size:,} {work.unit}", *(round(value / MIB) for value in (first, fourth, last)),
        round(peaks[2].without_files / MIB), found, work.kept or "nothing",
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=WORK, default=list(WORK), metavar="NAME")
    options = parser.parse_args()
    print_head("Memory: `python benchmarks/memory.py`", "psutil", "pyarrow", "datasets", "huggingface_hub", "torch")
    skip_without("psutil")
    from temporal_qa.tables.markdown import markdown_table

    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    rows = []
    with loopback_hub() if HUB.exists() else contextlib.nullcontext({}) as hub:
        # Work on the same input is adjacent, so that each input is made once and removed before the next.
        for _, names in groupby(options.only, key=lambda name: WORK[name].make):
            with tempfile.TemporaryDirectory() as inputs:
                for name in names:
                    try:
                        skip_without(*WORK[name].needs)
                    except SystemExit:
                        continue  # it has printed the reason
                    rows.append(cells(WORK[name], measure(name, Path(inputs), environment | hub)))
                    print(f"{name}: {rows[-1][2:5]} MiB", file=sys.stderr, flush=True)
    header = ["what", "1x", "MiB at 1x", "at 4x", "at 16x", "16x without files", "growth", "kept in memory by design"]
    print(markdown_table(header, rows))


if __name__ == "__main__":
    main()
