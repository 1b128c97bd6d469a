"""Scored runs for the tests of reports."""

import pytest

from temporal_qa.report import question_runs
from temporal_qa.scoring.scored_questions import ScoredQuestion

KINDS = [("L2", "1-hop", "l2_at"), ("L2", "multi-hop", "l2_offset"), ("L3", "multi-hop", "l3_during")]
DATES = ["1850-02", "1999-12", "2000-01", "2021-06"]


def scored_run(run, right, *, n=12, questions_sha256="q" * 64, **values):
    """A run of ``n`` questions that is right where ``right(i)`` says so, and half right elsewhere in answer F1."""
    rows = []
    for i in range(n):
        level, hops, kind = KINDS[i % 3]
        score = 100.0 if right(i) else 0.0
        columns = {
            "run": run, "id": f"id{i}", "set_accuracy": score, "answer_f1": max(score, 50.0), "exact_match": 100.0,
            "token_f1": 100.0, "answers": "multi" if i % 4 == 0 else "single", "level": level, "hops": hops,
            "kind": kind, "relation": ["P39", "P108", "P9999"][i % 3],
            "future": "future" if i % 4 == 3 else "in-domain", "reference_date": DATES[i % 4], "facts": 3 + i,
            "predicted_answers": ["A", "B"] if right(i) else ["A"], "as_published": False, "normalization": "names",
            "missing": False, "n_questions": n, "questions": "test.parquet",
            "questions_sha256": questions_sha256, "questions_file_sha256": "f" * 64,
            "predictions": f"{run}.jsonl", "predictions_sha256": run.ljust(64, "0"), "temporal_qa": "0.1.0",
        }  # fmt: skip
        rows.append(ScoredQuestion.from_row(columns | values))
    return rows


@pytest.fixture
def few_resamples(monkeypatch):
    """Intervals of differences from few resamples, where a test has hundreds of pairs; p is exact all the same."""
    monkeypatch.setattr(question_runs, "TEST_RESAMPLES", 50)


@pytest.fixture
def run_of():
    """Makes scored runs."""
    return scored_run
