"""sMAPE and MASE beside utilsforecast and scikit-learn, on plain numbers in the same run: equal values, and the time.

    python benchmarks/numeric_errors.py [--items 1000000] [--groups 20]

Neither library knows units, unparsed answers or intervals, so all items here are parsed durations, in groups. Their
definitions differ from ours and are converted:

- utilsforecast's ``smape`` is ours as a share, 0 to 1, one value a series: it is multiplied by 100 and averaged over
  series by their size.
- utilsforecast's ``mase`` divides by the mean step of a seasonal naive forecast on training data, ours by the mean
  absolute deviation of the labels from their mean. The training data here is the series mean, y1, mean, y2, ..., mean:
  its steps of one are those deviations, twice each, so the scale is ours. This training data is twice as long as the
  items, so the time of ``mae`` on the items alone is printed too.
- scikit-learn has neither. ``mean_absolute_percentage_error`` divides by the label; with |p| + |y| as label and
  |p| + |y| - |p - y| as prediction, it is sMAPE. MASE of a group is ``mean_absolute_error`` of the predictions divided
  by that of the mean of the labels.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
from machine import print_head, skip_without

from temporal_qa.scoring.mase import mase
from temporal_qa.scoring.smape import smape
from temporal_qa.tables.markdown import markdown_table

Column = np.ndarray


def make_items(items: int, groups: int) -> tuple[Column, Column, Column]:
    """Predictions, labels and groups, with zeros, equal pairs and a hundredfold range."""
    rng = np.random.default_rng(0)
    group = np.sort(rng.integers(groups, size=items))
    labels = np.round(rng.gamma(2.0, 10.0 * (1 + group)), 1)
    predictions = np.where(rng.random(items) < 0.5, labels, np.round(labels * rng.lognormal(0.0, 0.5, items), 1))
    labels[:: items // 100], predictions[:: items // 50] = 0.0, 0.0  # with some 0/0
    return predictions, labels, np.array([f"group {number:02d}" for number in range(groups)])[group]


def utilsforecast_ways(
    predictions: Column, labels: Column, groups: Column, kind: str
) -> dict[str, Callable[[], float]]:
    """utilsforecast on data frames of polars or pandas, which are made before the clock starts."""
    if kind == "polars":
        import polars as frames
    else:
        import pandas as frames
    from utilsforecast.losses import mae, mase, smape

    items = frames.DataFrame({"unique_id": groups, "y": labels, "ours": predictions})
    around, names = [], []
    for name in np.unique(groups):
        here = labels[groups == name]
        series = np.full(2 * len(here) + 1, here.mean())
        series[1::2] = here
        around.append(series)
        names.append(np.repeat(name, len(series)))
    training = frames.DataFrame({"unique_id": np.concatenate(names), "y": np.concatenate(around)})
    _, sizes = np.unique(groups, return_counts=True)

    def mean_over_series(scores: object) -> float:
        return float(
            np.average(scores.sort("unique_id")["ours"] if kind == "polars" else scores["ours"], weights=sizes)
        )

    return {
        "sMAPE": lambda: 100 * mean_over_series(smape(items, ["ours"])),
        "MASE": lambda: mean_over_series(mase(items, ["ours"], seasonality=1, train_df=training)),
        "MAE": lambda: mean_over_series(mae(items, ["ours"])),
    }


def scikit_learn_ways(predictions: Column, labels: Column, groups: Column) -> dict[str, Callable[[], float]]:
    from sklearn.metrics import mean_absolute_error, mean_absolute_percentage_error

    def smape() -> float:
        sizes = np.abs(predictions) + np.abs(labels)
        return 100 * float(mean_absolute_percentage_error(sizes, sizes - np.abs(predictions - labels)))

    def mase() -> float:
        total = 0.0
        for name in np.unique(groups):
            here = groups == name
            of_group = labels[here]
            scale = mean_absolute_error(of_group, np.full(len(of_group), of_group.mean()))
            total += len(of_group) * mean_absolute_error(of_group, predictions[here]) / scale
        return total / len(labels)

    return {"sMAPE": smape, "MASE": mase}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--groups", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=5, help="turns that all take; the median counts")
    options = parser.parse_args()
    print_head("Numeric errors: `python benchmarks/numeric_errors.py`", "numpy", "utilsforecast", "polars", "pandas",
               "scikit-learn")  # fmt: skip
    skip_without("utilsforecast", "polars", "pandas", "sklearn")

    predictions, labels, groups = make_items(options.items, options.groups)
    ways = {
        "ours": {
            "sMAPE": lambda: smape(predictions, labels).score,
            "MASE": lambda: mase(predictions, labels, groups).score,
        },
        "`utilsforecast`, polars": utilsforecast_ways(predictions, labels, groups, "polars"),
        "`utilsforecast`, pandas": utilsforecast_ways(predictions, labels, groups, "pandas"),
        "`scikit-learn`": scikit_learn_ways(predictions, labels, groups),
    }
    seconds: dict[tuple[str, str], list[float]] = {}
    values: dict[tuple[str, str], float] = {}
    for _ in range(options.repeat):  # in turns, so that other load on the machine affects all alike
        for name, scores in ways.items():
            for score, work in scores.items():
                began = time.perf_counter()
                values[score, name] = work()
                seconds.setdefault((score, name), []).append(time.perf_counter() - began)
    rows = []
    for score in ("sMAPE", "MASE"):
        ours, value = statistics.median(seconds[score, "ours"]), values[score, "ours"]
        for name in ways:
            if not np.isclose(values[score, name], value, rtol=1e-9, atol=0):
                raise SystemExit(f"{name}: {score} is {values[score, name]!r}, ours {value!r}: expected the same")
            took = statistics.median(seconds[score, name])
            rows.append([score, name, f"{values[score, name]:.9f}", round(1000 * took), ours / took])
    print(f"{options.items:,} items in {options.groups} groups; equal to a billionth.\n")
    print(markdown_table(["score", "by", "value", "milliseconds", "times as fast as ours"], rows))
    plain = [
        f"{1000 * statistics.median(seconds['MAE', name]):.0f} with {name.split()[-1]}" for name in list(ways)[1:3]
    ]
    print(f"\n`utilsforecast`'s `mae` on the items alone, milliseconds: {', '.join(plain)}.")


if __name__ == "__main__":
    main()
