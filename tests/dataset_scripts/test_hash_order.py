"""What a build writes does not depend on the order in which Python's sets hold texts, which each process draws anew."""

import hashlib
import os
import subprocess
import sys

import pytest

BUILDS = {
    # the two dates of a fact, of two precisions, stood in a set
    "time-qa": ["--invent", "--documents", "12", "--words", "200"],
    "hieradate": ["--invent", "--samples", "60"],
    "cron-questions": ["--invent", "40", "--questions", "0", "--contexts", "3"],
    "date-arithmetic": ["--questions", "60"],
}


@pytest.mark.parametrize("family", BUILDS)
def test_two_orders_give_the_same_bytes(family, tmp_path):
    made = []
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-m", "temporal_qa", "build", family, *BUILDS[family], "--out", tmp_path / seed],
            env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True,
        )  # fmt: skip
        files = sorted(file for file in (tmp_path / seed).rglob("*") if file.is_file())
        made.append(
            {file.relative_to(tmp_path / seed): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
        )
    assert len(made[0]) > 2
    assert made[0] == made[1]
