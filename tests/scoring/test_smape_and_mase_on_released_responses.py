"""sMAPE and MASE of the 18 released response files of TempAnswerQA, by formula and as printed."""

import csv
import datetime
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from places import SHARED_DATA
from temporal_qa.scoring.mase import constant_guesses, mase
from temporal_qa.scoring.number_scores import Numbers, mean
from temporal_qa.scoring.reference.mase import REFERENCE_CENTROIDS, reference_scaled_errors, reference_scales
from temporal_qa.scoring.responses.temporal_values import parse_label, parse_response
from temporal_qa.scoring.smape import smape
from temporal_qa.scoring.value_types import AnswerFormat

DATA = SHARED_DATA / "temp_answer_qa"
FILL_DATE = datetime.date(2026, 11, 21)  # of the expected scores
DATASETS = {"ttqa": "ttqa", "tot": "tot_arithmetic"}  # name -> that of the published centroids

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"no released TempAnswerQA responses at {DATA}")


class Run(NamedTuple):
    predictions: Numbers
    labels: Numbers
    units: list[str]


def read_run(path: Path) -> Run:
    source = "ttqa" if path.name.startswith("ttqa") else "tot"
    predictions, labels, units = [], [], []
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            item = AnswerFormat(source, row["answer_temporal_unit"], row["answer_format"])
            predictions.append(parse_response(row["response"], item, parser="published", fill_date=FILL_DATE).value)
            labels.append(parse_label(row["label"], item, parser="published").value)
            units.append(row["answer_temporal_unit"])
    return Run(np.array(predictions, dtype=np.float64), np.array(labels, dtype=np.float64), units)


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DATA / "expected_scores.json").read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def runs(expected: dict[str, Any]) -> list[tuple[dict[str, Any], Run]]:
    """Each expected row with its run."""
    found = []
    for row in expected["rows"]:
        pattern = f"{row['dataset']}_{row['split']}_{row['model']}-[Ii]nstruct_{row['prompting']}_*.csv.gz"
        (path,) = (DATA / "responses").glob(pattern)
        found.append((row, read_run(path)))
    return found


def pooled_scales(runs: Sequence[Run], centroids: Any = None) -> list[Numbers]:
    """The published scales, from the labels of all runs at once."""
    labels = np.concatenate([run.labels for run in runs])
    units = [unit for run in runs for unit in run.units]
    scales = reference_scales(labels, units, centroids=centroids)
    return np.split(scales, np.cumsum([len(run.labels) for run in runs])[:-1])


def test_formula(runs: list[tuple[dict[str, Any], Run]]) -> None:
    assert len(runs) == 18
    for row, run in runs:
        percent, scaled = smape(*run), mase(*run)
        assert percent.score == pytest.approx(row["smape"], abs=1e-4)
        assert scaled.score == pytest.approx(row["mase"], abs=1e-3), row
        assert (percent.n_defined, scaled.n_defined) == (row["n_defined"]["smape"], row["n_defined"]["mase"])
        assert scaled.coverage == pytest.approx(1 - row["n_unparsed"] / row["n"])


@pytest.mark.parametrize("dataset", DATASETS)
def test_as_published_when_all_runs_are_scored_together(runs: list[tuple[dict[str, Any], Run]], dataset: str) -> None:
    chosen = [(row, run) for row, run in runs if row["dataset"] == dataset]
    # The published clusters of Test of Time's years depend on the order of the rows: given here, all else is found.
    given = {"years": REFERENCE_CENTROIDS["tot_arithmetic"]["years"]} if dataset == "tot" else {}
    for (row, run), scales in zip(chosen, pooled_scales([run for _, run in chosen], given), strict=True):
        found = mean(reference_scaled_errors(np.array(run.predictions, float), np.array(run.labels), scales))
        assert found == pytest.approx(row["mase_as_published_on_released_items"], abs=0.01), row


def test_clusters_are_the_published_ones(runs: list[tuple[dict[str, Any], Run]]) -> None:
    for dataset, name in DATASETS.items():
        of_dataset = [run for row, run in runs if row["dataset"] == dataset]
        units = np.array([unit for run in of_dataset for unit in run.units])
        found, given = (np.concatenate(pooled_scales(of_dataset, how)) for how in (None, REFERENCE_CENTROIDS[name]))
        for unit in np.unique(units):
            if (dataset, unit) != ("tot", "years"):
                assert found[units == unit] == pytest.approx(given[units == unit], abs=0.6 if unit == "date" else 0.005)


def test_test_of_time_matches_print_with_the_published_centroids(runs: list[tuple[dict[str, Any], Run]]) -> None:
    for row, run in runs:
        if row["dataset"] == "tot":
            centroids = REFERENCE_CENTROIDS["tot_arithmetic"]
            printed = mase(run.predictions, run.labels, units=run.units, as_published=True, centroids=centroids).score
            assert round(100 * float(np.mean(run.predictions == run.labels)), 2) == row["paper"]["em"]
            assert round(smape(*run).score, 2) == row["paper"]["smape"]
            assert round(printed, 2) == row["paper"]["mase"]


def test_baselines(runs: list[tuple[dict[str, Any], Run]], expected: dict[str, Any]) -> None:
    for row in expected["baselines"]:
        run = next(run for other, run in runs if (other["dataset"], other["split"]) == (row["dataset"], row["split"]))
        answers = constant_guesses(run.labels, run.units, mean if row["baseline"] == "mean" else np.median)
        assert 100 * np.mean(answers == run.labels) == pytest.approx(row["em"], abs=0.005)
        assert smape(answers, run.labels, run.units).score == pytest.approx(row["smape_excl_dates"], abs=0.006)
        assert mase(answers, run.labels, run.units).score == pytest.approx(row["mase_textbook"], abs=1e-4)
