"""The released evaluation of date probes, to the digit; published scores are fractions of their questions."""

import gzip
import json

import pytest

from places import SHARED_DATA
from temporal_qa.scoring.reference.date_probes import reference_overlap, reference_questions, reference_scores

PAIRS = SHARED_DATA / "dates" / "released_evaluation_pairs.json.gz"


@pytest.mark.skipif(not PAIRS.exists(), reason="the shared real data is not beside the checkout")
@pytest.mark.parametrize("number", [0, 1])
def test_the_released_evaluation_is_reproduced_to_the_digit(number):
    pair = json.loads(gzip.decompress(PAIRS.read_bytes()))[number]
    predicted = {sample["_id"]: sample for sample in pair["prediction"]}
    questions = [
        question
        for sample in pair["gold"] if sample["_id"] in predicted
        for question in reference_questions(sample, predicted[sample["_id"]])
    ]  # fmt: skip
    found = reference_scores((part, reference_overlap(part, *answers)) for part, *answers in questions)
    assert found == pair["released_output"]


AGE = {"year": 90, "month": 10, "day": 1}


@pytest.mark.parametrize(
    ("part", "prediction", "answer", "expected"),
    [
        ("main", "the Ann Lee.", "Ann Lee", (1, 1, 1, 1)),
        ("main", "yes", "yes or no", (0, 0, 0, 0)),
        ("main", "No.", "No Lee", (0, 0, 0, 0)),
        ("extraction", "4 July 2001", "July 4, 2001", (0, 1, 1, 1)),
        ("age", {"year": "90", "month": 10.0, "day": 1}, AGE, (1, 1, 1, 1)),
        ("age", AGE | {"hour": 0}, AGE, (0, 1, 1, 1)),
        ("age", {"year": 1, "month": 90, "day": 10}, AGE, (0, 1, 1, 1)),
        ("age", "90 years, 10 months and 1 day", AGE, (0, 0, 0, 0)),
        ("age", 90, AGE, (0, 0, 0, 0)),
        ("yes_no", "Yes.", "yes", (1,)),
    ],
)
def test_the_released_scores_of_one_question(part, prediction, answer, expected):
    assert reference_overlap(part, prediction, answer) == pytest.approx(expected)


@pytest.mark.parametrize("prediction", [None, [90, 10, 1], {"year": 90}, {**AGE, "day": "first"}, {**AGE, "day": None}])
def test_where_the_released_script_stops(prediction):
    with pytest.raises(ValueError, match="the released script stops"):
        reference_overlap("age", prediction, AGE)


# n main questions, c of them combined: 2n + 2c dates, 2c ages, 2n - c yes/no. Table 3 and 6 (NumNet+, HGN).
@pytest.mark.parametrize(
    ("printed", "of"),
    [(66.85, 549), (67.94, 549), (78.87, 549), (95.08, 549), (94.58, 1346), (96.06, 1346), (53.08, 974), (70.97, 124),
     (81.18, 425), (98.82, 425)],
)  # fmt: skip
def test_published_exact_matches_are_fractions_of_their_questions(printed, of):
    assert of in (549, 124, 549 - 124, 2 * 549 + 2 * 124, 2 * 549 - 124)
    assert round(100 * round(printed / 100 * of) / of, 2) == printed
