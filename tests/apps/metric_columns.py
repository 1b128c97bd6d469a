"""What the tests of the apps of metrics give to them, and the evaluate module with which they agree."""

import os

from places import ROOT

os.environ["HF_EVALUATE_OFFLINE"] = "1"  # read when evaluate is first imported

import evaluate

from temporal_qa.apps.metric_page import Columns

METRICS = ROOT / "metrics"


def columns(found, right, units=None, groups=None):
    return Columns([f"q{n}" for n in range(len(right))], found, right, units, groups)


def metric(name, folder):
    return evaluate.load(str(METRICS / name), cache_dir=str(folder))
