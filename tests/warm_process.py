"""Python in a process of its own that has its heavy packages loaded: a copy (fork) of one that has loaded them once.

To load pandas, Arrow, SciPy and an HTTP client takes longer than most commands do. Nothing of this package is loaded
before, and nothing of Hugging Face, which reads the environment when it is loaded. Not for tests of what is imported,
of PYTHON... variables, which are read before Python starts, or of the very end, which :func:`_end` cuts short.
"""

import atexit
import functools
import gc
import importlib
import json
import os
import resource
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

PACKAGES = [
    "aiohttp", "anyio", "dill", "filelock", "fsspec", "h11", "httpcore2", "httpx2", "jinja2", "multiprocess",
    "orjson", "pandas", "pyarrow.compute", "pyarrow.csv", "pyarrow.dataset", "pyarrow.json", "pyarrow.parquet",
    "requests", "rich.console", "scipy.stats", "typer.rich_utils", "xxhash", "yaml",
]  # fmt: skip


class WarmProcess:
    """As much of ``subprocess.Popen`` as the tests use, in a session of its own; standard input is empty.

    Args:
        command: ``sys.executable``, then ``-c`` and code or a script; or a script of Python; then its arguments.
        cwd: the working directory; else that of the tests.
        env: the whole environment; else that of the tests.
        limits: ``resource.RLIMIT_...`` -> the most that the process may have.
    """

    def __init__(
        self, command: Sequence[Any], *, cwd: Path | None = None, env: Mapping[str, str] | None = None,
        limits: Mapping[int, int] | None = None,
    ) -> None:  # fmt: skip
        self.args = [os.fsdecode(part) for part in command]
        self.returncode: int | None = None
        self._output, self._errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
        self._status, theirs = socket.socketpair()
        request = json.dumps(
            [self.args, os.fspath(cwd or os.getcwd()), dict(os.environ if env is None else env),
             list((limits or {}).items())]
        ).encode()  # fmt: skip
        with theirs:
            files = [file.fileno() for file in (theirs, self._output, self._errors)]
            socket.send_fds(_server(), [len(request).to_bytes(8, "big")], files)
            _server().sendall(request)
        self.pid = _receive_number(self._status)

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._status.settimeout(None if timeout is None else max(timeout, 1e-6))
            try:
                self.returncode = os.waitstatus_to_exitcode(_receive_number(self._status))
            except TimeoutError:
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
            self._status.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it has written to standard output and standard error, when it has ended."""
        self.wait(timeout)
        return _text(self._output), _text(self._errors)


def run(command: Sequence[Any], *, timeout: float = 300, **options: Any) -> subprocess.CompletedProcess[str]:
    """As :func:`subprocess.run`, with what is written as text; ``options`` are those of :class:`WarmProcess`."""
    process = WarmProcess(command, **options)
    output, errors = process.communicate(timeout)
    return subprocess.CompletedProcess(process.args, process.wait(), output, errors)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "backslashreplace")


def _receive_number(connection: socket.socket) -> int:
    return int.from_bytes(connection.recv(8, socket.MSG_WAITALL), "big")


@functools.cache
def _server() -> socket.socket:
    """The connection to the process that is copied, which ends when the connection is closed."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, env=os.environ | {"OMP_NUM_THREADS": "1"}, start_new_session=True,
        )  # fmt: skip
    atexit.register(process.wait)
    atexit.register(ours.close)  # first
    return ours


def _serve(requests: socket.socket) -> list[str]:
    """Starts a process for each request, and returns in that process, to run the command that is returned."""
    while True:
        length, files, *_ = socket.recv_fds(requests, 8, 3)
        if not length:
            sys.exit()
        request = requests.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL)
        if not os.fork():
            break
        for file in files:
            os.close(file)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    requests.close()
    with socket.socket(fileno=files[0]) as status:
        if child := os.fork():
            with suppress(BrokenPipeError):  # nobody waits for it
                status.sendall(child.to_bytes(8, "big"))
                status.sendall(os.waitpid(child, 0)[1].to_bytes(8, "big"))
            os._exit(0)
    os.setsid()
    for number, file in enumerate(files[1:], 1):
        os.dup2(file, number)
        os.close(file)
    command, folder, environment, limits = json.loads(request)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    if limits:  # where files may not grow Python keeps half a compiled file, and fails when it loads it (fixed in 3.13)
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # for its workers
    for limit, value in limits:
        resource.setrlimit(limit, (value, resource.RLIM_INFINITY))
    tempfile.tempdir = None
    return command[command[0] == sys.executable :]


def _end(status: int) -> None:
    """Ends this process as Python does, but for the modules: to take them down takes longer than most commands do."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    for package in PACKAGES:
        with suppress(ImportError):  # of an extra that is not installed
            importlib.import_module(package)
    gc.freeze()
    sys.argv = _serve(socket.socket(fileno=int(sys.argv[1])))
    status: Any = 0
    try:
        if sys.argv[0] == "-c":
            code = sys.argv.pop(1)
            sys.path[0] = ""
            exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102
        else:
            sys.path[0] = str(Path(sys.argv[0]).parent)
            runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as end:
        status = end.code or 0
    if isinstance(status, int):
        _end(status)
    sys.exit(status)
