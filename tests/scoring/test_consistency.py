"""Abstention and consistency on small runs, and by the command."""

import json
import random

import pytest

from run_command import run_command
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.scoring.consistency import abstention, consistency, run_notes
from temporal_qa.scoring.matching import Prediction, match_predictions


def matched(*rows, allow_missing=False):
    """Rows of (group, question, right answers, predicted text; None: missing)."""
    asked = [
        {"id": str(n), "question": question, "answers": right, "perturbed_of": group, "specifier": "in 1990"}
        for n, (group, question, right, _) in enumerate(rows)
    ]
    given = [{"id": str(n), "text": text} for n, (*_, text) in enumerate(rows) if text is not None]
    questions, predictions = ([Row(1, row) for row in side] for side in (asked, given))
    return match_predictions(questions, predictions, "q", "p", ["perturbed_of"], allow_missing=True, reading="plain")


def test_abstention_counts_what_is_left_unanswered():
    run = matched(("a", "?", [], ""), ("a", "?", [], "Reds"), ("a", "?", ["Reds"], ""), ("a", "?", [], None))
    found = abstention(run)
    assert found == {"unanswerable": 3, "abstained": 2, "right": 1, "precision": 50, "recall": pytest.approx(100 / 3)}
    told = "Abstention: precision 50.0, recall 33.3 (2 abstained, 3 unanswerable, 1 of both)."
    assert run_notes({"abstention": found}) == [told]
    assert abstention(matched(("a", "?", ["Reds"], "Reds")))["precision"] is None


RUN = [
    ("a", "in 1990?", ["Reds"], "Reds"), ("a", "in 1991?", ["Reds"], "REDS."), ("a", "in 1992?", ["Reds"], "Reds"),
    ("b", "in 1990?", ["Reds"], "Reds"), ("b", "in 1991?", ["Reds"], "Blues"), ("b", "in 1992?", ["Reds"], "Reds"),
    ("c", "in 1990?", ["Reds"], "Blues"), ("c", "in 1990?", ["Reds"], "Blues"), ("c", "in 1990?", ["Reds"], "Blues"),
    ("d", "in 1990?", [], "Blues"), ("d", "in 1991?", [], "Blues"), ("d", "in 1992?", [], "Blues"),
]  # fmt: skip
RIGHT = [True, True, True, True, False, True, False, False, False, False, False, False]


def test_consistency_compares_names_and_counts_distinct_questions():
    found = consistency(matched(*RUN), RIGHT)
    assert list(found.values()) == [3, 2, 2, 1, pytest.approx(200 / 3), 50]
    rows = matched(*RUN)
    for seed in range(5):  # the order of the rows does not matter: the first of a group has the first id
        order = random.Random(seed).sample(range(len(RUN)), len(RUN))
        assert consistency([rows[place] for place in order], [RIGHT[place] for place in order]) == found
    (told,) = run_notes({"consistency": found})
    assert "2 of 3 groups (66.7 %) are answered alike" in told
    (told,) = run_notes({"consistency": consistency(matched(*RUN[:2]), [False, False])})
    assert told.endswith("where the first answer is right, 0 of 0 groups.")


RELEASED = {"groups": 3, "consistent": 1, "right_groups": 2, "right_consistent": 0} | {
    "consistency": pytest.approx(100 / 3), "consistency_of_right": 0,
}  # fmt: skip


def test_as_published_compares_raw_texts_and_loses_the_last_group():
    assert consistency(matched(*RUN), RIGHT, as_published=True) == RELEASED


def test_as_published_any_three_rows_in_turn_are_a_group():
    mixed = [("x" if n % 2 else "y", *row[1:]) for n, row in enumerate(RUN)]
    assert consistency(matched(*mixed), RIGHT, as_published=True) == RELEASED


def test_a_missing_answer_is_not_an_empty_one():
    assert consistency(matched(("a", "x", [], ""), ("a", "y", [], None)), [True, False])["consistent"] == 0


def test_missing_and_unread_answers_are_never_alike():
    assert consistency(matched(("a", "x", [], None), ("a", "y", [], None)), [False, False])["consistent"] == 0
    unread = [row._replace(prediction=Prediction([], "?", unread="doubt")) for row in matched(*RUN[:3])]
    assert list(consistency(unread, [False] * 3).values()) == [1, 0, 0, 0, 0, None]


@pytest.mark.parametrize("without", [{}, {"perturbed_of": None}])
def test_other_rows_are_refused(without):
    asked, given = [Row(1, {"id": "1", "answers": ["A"], **without})], [Row(1, {"id": "1", "text": "A"})]
    with pytest.raises(InputError, match="expected rows of `temporal-qa perturb`"):
        consistency(match_predictions(asked, given, "q", "p", ["perturbed_of"]), [True])


def test_the_command_tells_consistency_and_abstention(tmp_path):
    rows = [{"id": str(n), "question": question, "answers": right, "perturbed_of": group, "specifier": "in 1990"}
            for n, (group, question, right, _) in enumerate(RUN)]  # fmt: skip
    write_json_lines(tmp_path / "q.jsonl", rows)
    write_json_lines(tmp_path / "p.jsonl", [{"id": str(n), "text": text} for n, (*_, text) in enumerate(RUN[:-1])])
    words = ["score", "q.jsonl", "p.jsonl", "--consistency", "--allow-missing", "--json"]
    ours = json.loads(run_command(*words, cwd=tmp_path).stdout)
    assert (ours["consistency"]["groups"], ours["consistency"]["consistent"]) == (3, 1)
    assert ours["abstention"] == {"unanswerable": 3, "abstained": 0, "right": 0, "precision": None, "recall": 0}
    assert (ours["rows"][0]["n"], ours["rows"][0]["n_missing"]) == (12, 1)
    released = json.loads(run_command(*words, "--as-published", cwd=tmp_path).stdout)
    assert released["rows"][0]["n"] == 11  # the release leaves out what is not predicted
    assert "set_accuracy" not in released["rows"][0]
    assert "abstention" not in released
    items = run_command(*words, "--as-published", "--items", "i.jsonl", cwd=tmp_path, status=2)
    assert "TimeQA's released metric has no set accuracy" in items.stderr
    (tmp_path / "p.jsonl").write_text("")
    nothing = run_command(*words, "--as-published", cwd=tmp_path, status=2)
    assert "no question is predicted, and TimeQA's released metric counts no others" in nothing.stderr


def test_questions_over_a_graph_are_not_perturbed(tmp_path):
    write_json_lines(tmp_path / "q.jsonl", [{"id": "1", "answers": ["A"], "answer_ids": ["Q1"]}])
    write_json_lines(tmp_path / "p.jsonl", [{"id": "1", "ranked": ["Q1"]}])
    for published in ((), ("--as-published",)):
        refused = run_command("score", "q.jsonl", "p.jsonl", "--consistency", *published, cwd=tmp_path, status=2)
        assert "--consistency: questions over a graph, expected rows of `temporal-qa perturb`" in refused.stderr
