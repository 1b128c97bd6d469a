"""Ctrl-C and SIGTERM: the status that a shell gives them, one line, nothing half-written, no process left."""

import os
import signal
import time

import pytest
from long_commands import LINES

STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.mark.parametrize("how", STATUS, ids=lambda how: how.name)
@pytest.mark.parametrize("command", LINES)
def test_stopped_at_work(command, how, place, chosen):
    """Ctrl-C reaches all processes of the terminal's job, SIGTERM the one that was started."""
    chosen(
        not command.startswith(("build hieradate", "build t", "build date", "import graph", "train embeddings"))
        and how == (signal.SIGTERM if command in ("build complex-tr", "predict") else signal.SIGINT)
    )
    here = place(command)
    here.endpoint.delay = 0.5
    here.hub.trouble("POST .*/commit/main", "hang", times=1)
    process = here.start()
    until = time.monotonic() + 120
    while not (begun := at_work(here)) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    assert begun, process.communicate()
    if how == signal.SIGINT:
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    ended = here.end(process)
    if ended.returncode == 0 and command == "build temp-answer-qa":
        pytest.skip("its short work was done before the signal came")
    assert ended.returncode == STATUS[how], ended.stderr
    *before, line = ended.stderr.splitlines()
    how_it_ended, _, goes_on_how = line.partition("; ")
    assert how_it_ended in ("temporal-qa: interrupted", "temporal-qa: terminated", "stopped")
    assert command == "publish" or goes_on_how.endswith(("the same command resumes", "the same command begins anew"))
    assert not before or command.startswith("train")
    assert here.results() == {} or command == "publish"
    assert here.results().keys() <= {".gitattributes"}
    goes_on = (
        "mine",
        "mine in tasks",
        "build cron-questions",
        "build date-arithmetic in tasks",
        "build hieradate",
        "build pseudo-pit",
        "predict",
        "train",
        "train embeddings",
    )
    assert not here.strays() or command in goes_on


def at_work(here):
    """Whether something is written, asked or sent."""
    if here.command == "predict":
        return len(here.endpoint.asked) >= 1
    if here.command == "publish":
        return here.hub.hung.is_set()
    if here.command.startswith("train"):
        return (here.folder / "out/run/losses.jsonl").exists()
    if here.command == "mine":
        return any(name.endswith("000000.labels.parquet") for name in here.names())
    return any("/." in name and not name.endswith(("lock", "plan.json")) for name in here.names())
