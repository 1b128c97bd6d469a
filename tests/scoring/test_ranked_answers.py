"""Hits and MRR of ranked answers, as CronQuestions was released and filtered; and the published tables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from run_command import run_command
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.questions.cron_questions.queries import KINDS
from temporal_qa.questions.cron_questions.shards import PUBLISHED
from temporal_qa.scoring.ranked_answers import RANK_SCORES, rank_scores
from temporal_qa.scoring.reference.cron_questions import HITS, HITS_AT_1_BY_KIND
from temporal_qa.scoring.score_table import score_report, score_table

from .conftest import match, rows


def question(answers, identity="q", **columns):
    return {"id": identity, "answers": answers, "answer_ids": [f"Q{answer}" for answer in answers]} | columns


def scores_of(right, **prediction):
    matched = match(rows(question(right)), rows({"id": "q"} | prediction))
    found = rank_scores(matched)
    assert tuple(found) == RANK_SCORES
    return [round(float(found[name][0]), 3) for name in RANK_SCORES]


@pytest.mark.parametrize(
    ("answers", "prediction", "released", "filtered"),
    [
        (["a"], {"ranked": ["a", "x"]}, (100, 100, 1), (100, 100, 1)),
        (["a"], {"ranked": ["x", "a"]}, (0, 100, 0.5), (0, 100, 0.5)),
        (["a", "b"], {"ranked": ["a", "b"]}, (100, 100, 1), (100, 100, 1)),  # the other right answer is no rival
        (["a", "b"], {"ranked": ["x", "a", "y", "b"]}, (0, 100, 0.5), (0, 100, round(5 / 12, 3))),
        (["a", "b"], {"ranked": ["a"]}, (100, 100, 1), (50, 50, 0.5)),  # one is not there
        (["a"], {"ranked": ["Qa"]}, (100, 100, 1), (100, 100, 1)),  # an id
        (["a"], {"ranked": ["x", "Qa", "a"]}, (0, 100, 0.5), (0, 100, 0.5)),  # twice: the better place counts
        (["a"], {"ranked": ["x", "x", "a"]}, (0, 100, 0.333), (0, 100, 0.333)),  # two of one name are two
        (["1990", "1991"], {"ranked": [1991, "x", 1990]}, (100, 100, 1), (50, 100, 0.75)),
        (["a"], {"ranked": ["a", "x"], "scores": [0.5, 0.5]}, (0, 100, 0.5), (0, 100, 0.5)),  # a tie counts against
        (["a"], {"ranked": []}, (0, 0, 0), (0, 0, 0)),
        (["a"], {"answers": ["x", "a"]}, (0, 100, 0.5), (0, 100, 0.5)),  # listed answers in their order
        (["The Ace."], {"ranked": ["ace"]}, (100, 100, 1), (100, 100, 1)),
        (["Ann"], {"ranked": ["ann", "Ann"]}, (0, 100, 0.5), (0, 100, 0.5)),  # another entity is called nearly so
        (["Ann", "ann"], {"ranked": ["Ann", "ann"]}, (100, 100, 1), (100, 100, 1)),
        ([], {"ranked": ["a"]}, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_each_ranking_has_its_published_and_filtered_scores(answers, prediction, released, filtered):
    assert scores_of(answers, **prediction) == [*released, *filtered]


@given(st.permutations(range(8)), st.integers(1, 4))
def test_agrees_with_the_rules_counted_by_hand(order, number):
    ranked, right = [f"n{each}" for each in order], [f"n{each}" for each in range(number)]
    places = [ranked.index(answer) for answer in right]
    of_each = [1 + sum(name not in right for name in ranked[:place]) for place in places]
    expected = [100 * (min(places) < 1), 100, 1 / (1 + min(places))]
    expected += [100 * np.mean([rank <= 1 for rank in of_each]), 100, np.mean([1 / rank for rank in of_each])]
    assert scores_of(right, ranked=ranked) == [round(float(value), 3) for value in expected]


def test_the_best_candidate_is_the_answer_of_who_only_ranks():
    row = score_table(match(rows(question(["a"])), rows({"id": "q", "ranked": ["Qa", "x"]})), ())[0]
    assert (row["set_accuracy"], row["hits_at_1"], row["mrr"]) == (100.0, 100.0, 1.0)
    assert "filtered_mrr" in score_report([row])


def test_ids_of_right_answers_are_their_names_however_a_text_is_read():
    given = rows({"id": "q", "text": "Qa $and Qb"})
    for reading in ("chat", "plain"):
        (row,) = match(rows(question(["a", "b"])), given, reading=reading)
        assert row.prediction.answers == ["a", "b"]


def test_a_question_without_prediction_counts():
    questions = rows(question(["a"]), question(["b"], "r"))
    matched = match(questions, rows({"id": "q", "ranked": ["a"]}), allow_missing=True)
    row = score_table(matched, ())[0]
    assert (row["n"], row["n_missing"], row["hits_at_1"], row["filtered_mrr"]) == (2, 1, 50.0, 0.5)


def test_the_released_metric_has_ranks_alone():
    row = score_table(match(rows(question(["a"])), rows({"id": "q", "ranked": ["a"]})), (), as_published=True)[0]
    assert list(row) == ["facet", "value", "n", "unread", "hits_at_1", "hits_at_10", "mrr", "as_published"]
    assert "released CronQuestions metric" in score_report([row])


def test_wordings_of_one_question_are_resampled_together():
    alone = [question(["a"], f"{i}.{j}") for i in range(20) for j in range(5)]
    together = [row | {"seed": row["id"].split(".")[0]} for row in alone]
    given = rows(*({"id": row["id"], "ranked": ["a" if int(row["id"].split(".")[0]) % 2 else "x"]} for row in alone))
    widths = []
    for questions in (alone, together, [row | {"seed": row["id"]} for row in alone]):
        row = score_table(match(rows(*questions), given), (), bootstrap=500)[0]
        low, high = row["hits_at_1_interval"]
        widths.append(high - low)
    assert widths[1] > 1.8 * widths[0]  # 20 questions, not 100: sqrt(5) times as wide
    assert widths[2] == widths[0]


@pytest.mark.parametrize(
    ("prediction", "fault"),
    [
        ({"ranked": "a"}, "'ranked' to be a list"),
        ({"ranked": [True]}, "'ranked' to be a list"),
        ({"ranked": ["a", "b"], "scores": [1.0]}, "for each of 'ranked'"),
        ({"ranked": ["a", "b"], "scores": [1.0, 2.0]}, "never to rise"),
        ({"ranked": ["a", "b"], "scores": [1.0, float("nan")]}, "never to rise"),
        ({"ranked": ["a"], "scores": [float("nan")]}, "for each of 'ranked'"),
        ({"ranked": ["a"], "scores": ["1"]}, "for each of 'ranked'"),
    ],
)
def test_bad_rankings_are_named(prediction, fault):
    with pytest.raises(InputError, match=fault):
        match(rows(question(["a"])), rows({"id": "q"} | prediction))


def test_a_name_that_a_label_without_ids_tells_twice_is_one_answer():
    matched = match(rows({"id": "q", "answers": ["a", "a"]}), rows({"id": "q", "ranked": ["a"]}))
    assert rank_scores(matched)["filtered_mrr"] == [1]


@pytest.mark.parametrize(("kind", "complexity"), [("simple_time", "simple"), ("first_last", "complex")])
def test_a_question_of_one_fact_is_simple(kind, complexity):
    (matched,) = match(rows(question(["a"], kind=kind)), rows({"id": "q", "ranked": ["a"]}))
    assert matched.question.facets["complexity"] == complexity


def test_ids_that_do_not_belong_to_the_answers_are_refused():
    with pytest.raises(InputError, match="'answer_ids' to be a list of 1 texts"):
        match(rows({"id": "q", "answers": ["a"], "answer_ids": ["Q1", "Q2"]}), rows({"id": "q", "answers": []}))


def test_items_and_report_have_the_ranks_beside_the_papers(tmp_path):
    asked = [
        question(["a"], f"q{i}", kind=kind, answer_type="entity", seed=str(i // 2)) for i, kind in enumerate(KINDS)
    ]
    write_json_lines(tmp_path / "questions.jsonl", asked)
    write_json_lines(tmp_path / "p.jsonl", [{"id": row["id"], "ranked": ["a", "x"]} for row in asked])
    run_command("score", "questions.jsonl", "p.jsonl", "--items", "items.jsonl", cwd=tmp_path)
    run_command("report", "items.jsonl", "--out", "report", "--bootstrap", 20, cwd=tmp_path)
    told = " ".join((tmp_path / "report" / "report.md").read_text().split())
    assert "| CronKGQA (paper) | 64.7 | 88.4 |" in told
    assert "| CronKGQA (paper) | 64.7 | 98.8 | 98.5 | 28.8 | 37.1 | 51.1 | 69.9 | 54.9 |" in told
    assert "filtered_mrr" in told


@pytest.mark.parametrize("model", HITS_AT_1_BY_KIND)
def test_table_6_weighted_by_table_4_gives_table_5(model):
    by_kind = HITS_AT_1_BY_KIND[model]
    mean = sum(share * PUBLISHED[kind][2] for kind, share in by_kind.items()) / 30_000
    assert mean == pytest.approx(HITS[model].hits_at_1, abs=0.001)


@pytest.mark.parametrize("row", HITS.values())
def test_both_types_of_answer_of_table_5_give_its_total(row):
    of = {kind: counts[2] for kind, counts in PUBLISHED.items()}
    assert (row.entity * of["entity"] + row.time * of["time"]) / 30_000 == pytest.approx(row.hits_at_1, abs=0.0011)
