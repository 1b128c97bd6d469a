"""Runs on the same questions: how they are matched, how questions are grouped, and how runs are compared."""

import numpy as np
import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.report import question_runs
from temporal_qa.report.question_runs import TEST_RESAMPLES, facet_value, paired_tests, runs_by_questions
from temporal_qa.scoring.significance import holm, paired_difference


def never(i):
    return False


def test_runs_are_matched_by_question_whatever_the_order_of_rows(run_of):
    one, other = run_of("one", lambda i: i < 3), run_of("other", lambda i: i in (0, 5))
    (runs,) = runs_by_questions([*one, *other[::-1]])
    assert list(runs.scores) == ["one", "other"]
    assert [question.id for question in runs.questions] == [question.id for question in one]
    assert np.flatnonzero(runs.scores["other"]["set_accuracy"]).tolist() == [0, 5]
    answers = [question.predicted_answers for question in runs.by_run["other"]]
    assert [place for place, of_question in enumerate(answers) if of_question == ["A", "B"]] == [0, 5]


def test_the_same_questions_are_compared_whatever_file_they_were_read_from(run_of):
    of_file = run_of("one", never)
    of_the_hub = run_of("other", never, questions="ORG/complex-tr reason_qa test", questions_file_sha256=None)
    (runs,) = runs_by_questions([*of_file, *of_the_hub])
    assert list(runs.scores) == ["one", "other"]


def test_other_questions_with_the_same_ids_and_part_of_the_questions_are_other_sets(run_of):
    sets = runs_by_questions(
        [*run_of("one", never), *run_of("two", never, questions_sha256="r" * 64), *run_of("three", never)[:5]]
    )
    assert [(list(runs.scores), len(runs.questions)) for runs in sets] == [(["one"], 12), (["two"], 12), (["three"], 5)]


def test_a_question_twice_in_a_run_is_refused(run_of):
    with pytest.raises(InputError, match=r"the run one has the question 'id3' of test.parquet twice"):
        runs_by_questions([*run_of("one", never), run_of("one", never)[3]])


@pytest.mark.parametrize(
    ("column", "value", "facet", "expected"),
    [
        ("reference_date", "-0043-03", "period", "before 1900"),
        ("reference_date", "1899-12", "period", "before 1900"),
        ("reference_date", "1900-01", "period", "1900-1919"),
        ("reference_date", "2019-12", "period", "2000-2019"),
        ("reference_date", "2020-01", "period", "2020 and later"),
        ("reference_date", None, "period", None),
        ("facts", 1, "facts", "1-4"),
        ("facts", 4, "facts", "1-4"),
        ("facts", 5, "facts", "5-8"),
        ("facts", 20, "facts", "17-20"),
        ("facts", 21, "facts", "21 and more"),
        ("facts", 300, "facts", "21 and more"),
        ("facts", 0, "facts", None),
        ("facts", None, "facts", None),
        ("relation", None, "relation", None),
        ("hops", "1-hop", "hops", "1-hop"),
    ],
)
def test_facets(run_of, column, value, facet, expected):
    (question,) = run_of("one", never, n=1, **{column: value})
    assert facet_value(question, facet) == expected


def test_values_are_in_order_and_questions_without_a_value_in_no_group(run_of):
    untold = run_of("one", never, n=1, id="x", relation=None, reference_date=None, kind="new kind")
    (runs,) = runs_by_questions([*untold, *run_of("one", never)])
    assert list(runs.members("period")) == ["before 1900", "1980-1999", "2000-2019", "2020 and later"]
    assert list(runs.members("relation")) == ["P39", "P108", "P9999"]
    assert list(runs.members("kind")) == ["l2_at", "l2_offset", "l3_during", "new kind"]
    assert list(runs.members("future")) == ["in-domain", "future"]
    assert sum(map(len, runs.members("relation").values())) == 12
    assert runs.members("relation")["P39"] == [1, 4, 7, 10]  # places among the questions, the untold one first


def test_every_pair_is_tested_by_both_scores_and_all_are_corrected_together(run_of):
    rights = {"a": lambda i: True, "b": lambda i: i < 6, "c": lambda i: i > 9}
    (runs,) = runs_by_questions([question for name, right in rights.items() for question in run_of(name, right)])
    tests = paired_tests(runs, seed=2)
    assert [(test["score"], test["first"], test["second"]) for test in tests] == [
        (score, *pair) for score in ("set_accuracy", "answer_f1") for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    first = runs.scores["a"]["set_accuracy"], runs.scores["b"]["set_accuracy"]
    found = paired_difference(*first, resamples=TEST_RESAMPLES, seed=2)
    assert (tests[0]["difference_interval"], tests[0]["p"]) == ([found.low, found.high], found.p)
    assert (tests[0]["better"], tests[0]["worse"]) == (found.better, found.worse)
    assert [test["p_holm"] for test in tests] == holm([test["p"] for test in tests])
    assert (tests[0]["difference"], tests[3]["difference"]) == (found.difference, 25.0) == (50.0, 25.0)


def test_a_clear_difference_stays_clear_however_many_runs_there_are(run_of, monkeypatch):
    monkeypatch.setattr(question_runs, "TEST_RESAMPLES", 10)
    names = [f"run {number:02}" for number in range(30)]  # 870 tests
    scored = [question for name in names for question in run_of(name, lambda i: False, n=60)]
    (runs,) = runs_by_questions([*scored, *run_of("solver", bool, n=60)])
    tests = paired_tests(runs)
    assert len(tests) == 30 * 31
    assert all((test["p_holm"] < 1e-12) is (test["second"] == "solver") for test in tests)


def test_one_run_has_no_tests(run_of):
    (runs,) = runs_by_questions(run_of("alone", never))
    assert paired_tests(runs) == []
