"""Options of the test run: pytest reads them here, whichever of the tests it is given."""

import functools
import os
import signal
import sys

import pytest
import typer
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from temporal_qa.io import processes

# A busy machine is no failure: no test asserts how long something takes. Each run draws other examples, so that few do;
# make fuzz and make test-mutants draw more.
settings.register_profile("quick", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=50)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=200)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# Typer would build all commands anew for each one that is run in this process.
typer.main.get_command = functools.cache(typer.main.get_command)

# The processes of pools, some two hundred, are copies of one, which here has loaded what takes them longest, too.
processes._PACKAGES += ["pytest", "duckdb", "temporal_qa.wikidata.mine", "temporal_qa.pipelines.model_responses"]

# Under nohup, Ctrl-C is ignored by this process and all that it starts; some tests send it to what they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


# A process that has collected all tests holds millions of objects; at Python's own pace (700) it looks at them so often
# that this takes a tenth of its time.
processes.collect_rarely()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Examples in docstrings are those of the library. A test file that pytest also reads for them, and that cannot be
    imported, would have no tests and no error: pytest takes the half that was imported for the whole."""
    return [found for found in (yield) if not isinstance(found, DoctestModule)]


@pytest.fixture(autouse=True)
def each_test_chooses_its_device():
    """Accelerate keeps the device of the first Accelerator of a process: where there is a GPU, tests use both."""
    yield
    if accelerate := sys.modules.get("accelerate"):
        accelerate.state.AcceleratorState._reset_state(reset_partial_state=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--kills", type=int, default=2, metavar="N", help="how often tests/reliability kills each command (default: 2)"
    )
    parser.addoption(
        "--fuzz-examples", type=int, default=8, metavar="N",
        help="how many spoilt files tests/reliability makes of each kind (default: 8)",
    )  # fmt: skip
    parser.addoption(
        "--by-heart", type=int, default=2, metavar="N",
        help="how many released questions tests/models has tiny encoders learn by heart (default: 2)",
    )  # fmt: skip
