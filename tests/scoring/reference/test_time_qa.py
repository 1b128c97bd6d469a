"""The metric released with TimeQA: its cases, and its values on the released rows, to four decimals."""

import gzip
from itertools import pairwise

import numpy as np
import orjson
import pytest

from places import SHARED_DATA
from temporal_qa.scoring.reference.answer_sets import squad_scores
from temporal_qa.scoring.token_f1 import token_f1

TIME_QA = SHARED_DATA / "timeqa"


@pytest.mark.parametrize(
    ("prediction", "targets", "scores"),
    [
        ("", [], (100, 100)),
        ("The .", [], (100, 100)),
        ("Reds", [], (0, 0)),
        ("", ["Reds"], (0, 0)),
        ("the REDS.", ["Blues", "Reds"], (100, 100)),
        ("Old Reds", ["Reds"], (0, 200 / 3)),
        ("x", ["The"], (0, 0)),
        ("a", ["The"], (100, 100)),
    ],
)
def test_each_text_has_the_scores_of_the_release(prediction, targets, scores):
    assert squad_scores(prediction, targets) == pytest.approx(scores)


def predictions(rows):
    first_of = {}
    for row in rows:
        first_of.setdefault(row["idx"].rpartition("#")[0], row["targets"][0])
    firsts = [row["targets"][0] for row in rows]
    return {
        "nothing": [""] * len(rows),
        "first": firsts,
        "all": [", ".join(row["targets"]) for row in rows],
        "title": [row["idx"].removeprefix("/wiki/").partition("#")[0].replace("_", " ") for row in rows],
        "first of the fact": [first_of[row["idx"].rpartition("#")[0]] for row in rows],
        "the row before": ["", *(before for before, _ in pairwise(firsts))],
    }


HUMAN = {
    "nothing": (16.1401, 16.1401, 0, 0),
    "first": (100, 100, 100, 100),
    "all": (92.9120, 97.8448, 91.5479, 97.4300),
    "title": (0.5978, 4.5075, 0.7128, 5.3750),
    "first of the fact": (35.0982, 39.3175, 33.4012, 38.4326),
    "the row before": (8.6251, 13.7151, 5.7026, 11.7723),
}
DEV_HARD = {
    "nothing": (13.3787, 13.3787),
    "first": (100, 100),
    "all": (92.7114, 98.0102),
    "title": (0.4211, 1.9634),
    "first of the fact": (31.5841, 36.4567),
    "the row before": (8.5844, 14.5427),
}


@pytest.mark.skipif(not TIME_QA.exists(), reason="the released files are not there")
@pytest.mark.parametrize(
    ("file", "expected"),
    [("human_train.easy.json.gzip", HUMAN), ("human_train.hard.json.gzip", HUMAN),
     ("dev_hard_questions.jsonl.gz", DEV_HARD)],
)  # fmt: skip
def test_the_reference_values(file, expected):
    with gzip.open(TIME_QA / file) as lines:
        rows = [orjson.loads(line) for line in lines]
    targets = [[target for target in row["targets"] if target] for row in rows]
    answerable = np.array(list(map(bool, targets)))
    for name, predicted in predictions(rows).items():
        scores = np.array([squad_scores(*pair) for pair in zip(predicted, targets, strict=True)])
        means = [*scores.mean(axis=0), *scores[answerable].mean(axis=0)]
        assert [round(mean, 4) for mean in means[: len(expected[name])]] == pytest.approx(expected[name]), name
        if file == "human_train.easy.json.gzip" and name in ("nothing", "first", "all"):
            ours = token_f1([[text] for text in predicted], targets)
            assert [ours["exact_match"].mean(), ours["token_f1"].mean()] == pytest.approx(means[:2])
