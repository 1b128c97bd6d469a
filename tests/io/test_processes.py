"""A pool ends with its block and with its parent; a killed process is an error."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.processes import _without_interrupts, process_pool

WITHOUT_FCNTL = """
import sys
sys.modules["fcntl"] = None
del __import__("signal").pthread_sigmask
import temporal_qa.command_line, temporal_qa.io.atomic, temporal_qa.io.processes, temporal_qa.io.resumable
import temporal_qa.questions.complex_tr.solver
"""

ORPHAN = """
import os, sys
from test_processes import sleep
from temporal_qa.io.processes import process_pool
if __name__ == "__main__":
    with process_pool(2) as submit:
        sleeping = [submit(sleep, 600) for _ in range(2)]
        print(*(process.pid for process in __import__("multiprocessing").active_children()), flush=True)
        sys.stdin.read()
"""

ONE_PROCESS = """
import sys
sys.path.remove("")
from temporal_qa.io.processes import process_pool
with process_pool(1) as submit:
    assert submit(abs, -1).result() == 1
"""


def bad_input(name):
    raise InputError("is not right", name, 3)


def sleep(seconds):
    time.sleep(seconds)


def set_shared(array):
    global SHARED
    SHARED = array


def write_shared(place):
    SHARED[place] = place


def test_results_and_errors_are_returned():
    with process_pool(2) as submit:
        numbers = [submit(abs, -number) for number in range(5)]
        assert [number.result() for number in numbers] == [0, 1, 2, 3, 4]
        with pytest.raises(InputError, match=r"^facts\.jsonl:3: is not right$"):
            submit(bad_input, "facts.jsonl").result()


def test_memory_may_be_shared():
    array = multiprocessing.RawArray("q", 3)
    with process_pool(2, set_shared, array) as submit:
        for done in [submit(write_shared, place) for place in range(3)]:
            done.result()
    assert list(array) == [0, 1, 2]


def test_the_folder_for_temporary_files_may_have_a_name_too_long_for_a_socket(tmp_path, monkeypatch):
    """In a process of its own, whose first processes these are."""
    folder = tmp_path / ("x" * 108)
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    subprocess.run([sys.executable, "-c", ONE_PROCESS], check=True)


def test_files_of_the_working_directory_are_not_loaded(tmp_path):
    (tmp_path / "random.py").write_text("raise ValueError")
    subprocess.run([sys.executable, "-c", ONE_PROCESS], cwd=tmp_path, check=True)


def test_processes_have_the_environment_of_this_one(monkeypatch):
    for value in ("a", "b"):
        monkeypatch.setenv("CHANGED", value)
        with process_pool(1) as submit:
            assert submit(os.getenv, "CHANGED").result() == value


def test_a_killed_process_is_an_error_that_says_so():
    with pytest.raises(ChildProcessError, match="was killed"), process_pool(1) as submit:
        submit(os.kill, submit(os.getpid).result(), signal.SIGKILL).result()


def test_an_error_ends_the_processes_at_once():
    began = time.monotonic()

    def fail():
        with process_pool(1) as submit:
            submit(abs, 1).result()
            submit(sleep, 600)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert time.monotonic() - began < 60
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_the_processes_end_with_their_parent(tmp_path, end):
    script = tmp_path / "orphan.py"
    script.write_text(ORPHAN)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
    parent = subprocess.Popen(
        [sys.executable, script], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    children = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(children) == 2
    (parent.kill if end == signal.SIGKILL else lambda: os.killpg(parent.pid, end))()
    _, told = parent.communicate(timeout=300)
    assert told.count("Traceback") == (end == signal.SIGINT)  # that of the parent, and no other
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in children) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in children)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_waits_until_a_process_has_started(number):
    """Also where it reaches another thread first, as that of an executor, which does not hold it back."""
    ended, handled, in_block = threading.Event(), [], []
    before = signal.signal(number, lambda number, _: handled.append(number))
    threading.Thread(target=ended.wait).start()
    try:
        with _without_interrupts():
            os.kill(os.getpid(), number)
            time.sleep(0.05)
            in_block += handled
        assert (in_block, handled) == ([], [number])
    finally:
        ended.set()
        signal.signal(number, before)


def test_commands_and_solver_import_without_what_only_unix_has():
    subprocess.run([sys.executable, "-c", WITHOUT_FCNTL], check=True)


def test_the_training_loop_imports_without_what_only_unix_has():
    pytest.importorskip("torch")
    loop = "import temporal_qa.engine.loop, temporal_qa.models.predicting\n"
    subprocess.run([sys.executable, "-c", WITHOUT_FCNTL + loop], check=True)
