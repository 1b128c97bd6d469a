"""Answers as chat models write them, by hand and with the verdict of a careful reader, to invented questions of all
families, in ``natural_answers.jsonl``.

``right_unread`` and ``wrong_paid`` list the texts on which the reader still errs. A change that mends one moves it.
"""

import json
from pathlib import Path

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text

ROWS = [json.loads(line) for line in Path(__file__).with_name("natural_answers.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", ROWS, ids=[case["row"]["question"] for case in ROWS])
def test_an_answer_counts_as_a_careful_reader_says(case):
    def paid(kind: str) -> dict[str, bool]:
        return {text: score_answer_text(case["row"], text)["set_accuracy"] == 100 for text in case.get(kind, ())}

    assert paid("right") == dict.fromkeys(case.get("right", ()), True)
    assert paid("wrong") == dict.fromkeys(case.get("wrong", ()), False)
    assert paid("right_unread") == dict.fromkeys(case.get("right_unread", ()), False), "now read: belongs to 'right'"
    assert paid("wrong_paid") == dict.fromkeys(case.get("wrong_paid", ()), True), "paid no more: belongs to 'wrong'"
