"""Scores of questions as a table, with the name of the metric and intervals."""

import pytest

from temporal_qa.io.read import Row
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.score_report import score_report
from temporal_qa.scoring.score_table import score_table


def scored(**how):
    questions = [Row(n, {"id": str(n), "answers": ["A"], "level": level}) for n, level in enumerate(["L2", "L2", "L3"])]
    predictions = [Row(n, {"id": str(n), "text": text}) for n, text in enumerate(["A", "A", "B"])]
    return score_table(match_predictions(questions, predictions, "q", "p"), ["level"], **how)


def test_scores_say_which_metric_they_are():
    assert score_report(scored()).splitlines() == [
        "Scores, 0 to 100.",
        "",
        "| facet | value |   n | unread | set_accuracy | answer_f1 | exact_match | token_f1 |",
        "| :---- | :---- | --: | -----: | -----------: | --------: | ----------: | -------: |",
        "| all   |       |   3 |      0 |         66.7 |      66.7 |        66.7 |     66.7 |",
        "| level | L2    |   2 |      0 |        100.0 |     100.0 |       100.0 |    100.0 |",
        "| level | L3    |   1 |      0 |          0.0 |       0.0 |         0.0 |      0.0 |",
    ]
    assert score_report(scored(as_published=True)).startswith("Scores as published")
    with pytest.raises(ValueError, match="all as published, or none"):
        score_report([*scored(), *scored(as_published=True)])


def test_intervals_stand_beside_their_score():
    assert "| level | L2    |   2 |      0 | 100.0 [100.0, 100.0] |" in score_report(scored(bootstrap=50))
