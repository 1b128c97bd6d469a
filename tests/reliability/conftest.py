"""Commands that take long, run as a user runs them, and what faults are held against: their undisturbed results."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# For what is shared with the tests in other folders, too.
sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("reliability", "hub", "prompting", "training"))

from long_commands import Place, Undisturbed, run_undisturbed, write_inputs
from loopback_endpoint import LoopbackEndpoint
from loopback_hub import LoopbackHub

_FOUND: list[str] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many kills came while there was something to kill."""
    for line in _FOUND:
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def report() -> Callable[[str], None]:
    """Takes a line to be shown when all tests are done."""
    return _FOUND.append


@pytest.fixture(scope="session")
def chosen(pytestconfig: pytest.Config) -> Callable[[bool], None]:
    """Skips what is not chosen for the default run, as it takes as long as what is."""

    def check(of_default_run: bool) -> None:
        if not of_default_run and pytestconfig.getoption("--kills") <= 2:
            pytest.skip("not in the default run: pass --kills 20")

    return check


@pytest.fixture(scope="session")
def hub() -> Iterator[LoopbackHub]:
    with LoopbackHub() as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="session")
def endpoint() -> Iterator[LoopbackEndpoint]:
    with LoopbackEndpoint() as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands read."""
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


@pytest.fixture
def place(tmp_path: Path, inputs: Path, hub: LoopbackHub, endpoint: LoopbackEndpoint) -> Callable[[str, str], Place]:
    """Makes a new place to run a command in; both servers have forgotten everything."""

    def make(command: str, name: str = "here") -> Place:
        return Place(command, tmp_path / name, inputs, hub, endpoint)

    return make


@pytest.fixture(scope="session")
def undisturbed(
    tmp_path_factory: pytest.TempPathFactory, inputs: Path, hub: LoopbackHub, endpoint: LoopbackEndpoint
) -> Callable[[str], Undisturbed]:
    """How long a command takes when nothing happens, and what it makes; each is run once."""
    known: dict[str, Undisturbed] = {}

    def ask(command: str) -> Undisturbed:
        if command not in known:
            known[command] = run_undisturbed(Place(command, tmp_path_factory.mktemp(command), inputs, hub, endpoint))
        return known[command]

    return ask
