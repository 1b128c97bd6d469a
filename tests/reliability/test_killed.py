"""SIGKILL at random moments, then the same command again: the same bytes, and nothing else is left."""

import contextlib
import os
import random
import re
import signal
import subprocess
from pathlib import Path

import pytest
from long_commands import CONCURRENCY, LINES, QUESTIONS

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")


@pytest.mark.parametrize("command", LINES)
def test_killed_at_random_moments_it_goes_on_to_the_same_bytes(
    command, place, undisturbed, report, chosen, pytestconfig
):
    """Twice in a row: what goes on is killed, too. Once all its processes die, once only the one that was started."""
    chosen(
        not command.endswith("in tasks")  # pipelines/test_cluster.py kills some
        and not command.startswith(("build hieradate", "build t", "build cron", "import graph", "train embeddings"))
    )  # as builds of pseudo-pit and complex-tr go
    whole, kills = undisturbed(command), pytestconfig.getoption("--kills")
    rng = random.Random(f"kills of {command}")
    moments = [whole.seconds * (n + rng.random()) / kills for n in range(kills)]
    rng.shuffle(moments)
    while_it_ran = begun = 0
    for first in range(0, kills, 2):
        here = place(command, f"kills-{first}")
        for number, moment in enumerate(moments[first : first + 2]):
            process = here.start()
            try:
                process.wait(moment)
            except subprocess.TimeoutExpired:
                while_it_ran += 1
            if number % 2:
                process.kill()
            else:
                kill_session(process.pid)
            here.end(process)
            begun += bool(here.files() or here.results())
            assert here.results().items() <= whole.results.items(), "what has its name is whole"
        done = here.results() == whole.results
        finished = here.run()
        refused = finished.returncode == 2 and re.search("the (file|folder) exists", finished.stderr)
        assert finished.returncode == 0 or (done and refused), finished.stderr
        assert here.results() == whole.results
        assert not here.strays()
        if command == "predict":  # asked again: what was under way, or answered and not yet on the disk
            assert len(here.endpoint.asked) <= QUESTIONS + 2 * 2 * CONCURRENCY
    report(f"{command}: {kills} kills, {while_it_ran} while it ran, {begun} when something was written")
    if not while_it_ran and kills < 10:  # the machine was busier when the command was timed
        pytest.skip(f"all {kills} kills came after the end")
    assert while_it_ran


def kill_session(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended
        os.killpg(leader, signal.SIGKILL)
