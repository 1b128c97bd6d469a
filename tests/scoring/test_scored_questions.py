"""A scored run: the scores of the table, question by question, with facets and hashes."""

import hashlib

import pytest
from datasets import Dataset

from temporal_qa import __version__
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.io.row import Row
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.score_table import score_table
from temporal_qa.scoring.scored_questions import (
    ScoredQuestion,
    Sources,
    questions_hash,
    run_name,
    scored_questions,
)

QUESTIONS = [
    {"id": "a", "answers": ["Tesla", "SpaceX"], "level": "L2", "hops": "1-hop", "kind": "l2_at", "relation": "P108",
     "future": True, "reference_date": "2021-03", "seed": "s1", "facts": [{}] * 3, "fact_context": "One.\nTwo."},
    {"id": "b", "answers": ["Turin"], "reference_date": "-0043-03", "fact_context": "One.\n\n Two. \n"},
    {"id": 7, "answers": ["Ulm"], "reference_date": "soon", "facts": "many"},
]  # fmt: skip
PREDICTIONS = [{"id": "a", "answers": ["Tesla"]}, {"id": "b", "text": "Turin"}, {"id": 7, "answers": []}]


@pytest.fixture
def scored(tmp_path):
    def score(**how):
        paths = tmp_path / "questions.jsonl", tmp_path / "t5.base.jsonl"
        for path, rows in zip(paths, (QUESTIONS, PREDICTIONS), strict=True):
            write_json_lines(path, rows)
        matched = match_predictions(*map(read_rows, paths), *paths)
        return matched, scored_questions(matched, Sources.of_files(*paths, matched), run=run_name(paths[1]), **how)

    return score


def test_each_question_has_its_scores_facets_and_sources(scored, tmp_path):
    _, (first, second, third) = scored()
    assert (first.run, first.id, first.set_accuracy, first.answer_f1) == ("t5.base", "a", 0.0, pytest.approx(200 / 3))
    assert list(first.facets.values()) == ["multi", "L2", "1-hop", "l2_at", "P108", "future"]
    assert (first.reference_date, first.facts) == ("2021-03", 3)
    assert (second.facets["answers"], second.facets["level"]) == ("single", None)
    assert (first.seed, second.seed) == ("s1", None)
    assert (second.reference_date, second.facts) == ("-0043-03", 2)
    assert (third.id, third.reference_date, third.facts) == ("7", None, None)  # neither a date nor a list
    assert [question.predicted_answers for question in (first, second, third)] == [["Tesla"], ["Turin"], []]
    assert (first.questions, first.predictions) == ("questions.jsonl", "t5.base.jsonl")
    hashes = [
        hashlib.sha256((tmp_path / file).read_bytes()).hexdigest() for file in (first.questions, first.predictions)
    ]
    assert [first.questions_file_sha256, first.predictions_sha256] == hashes
    assert first.questions_sha256 == questions_hash([Row(1, row) for row in QUESTIONS])
    assert first.temporal_qa == __version__


@pytest.mark.parametrize("as_published", [False, True])
def test_the_mean_over_questions_is_the_score_of_the_table(scored, as_published):
    matched, questions = scored(as_published=as_published)
    (table,) = score_table(matched, (), as_published=as_published)
    for name in SCORES:
        assert sum(getattr(q, name) for q in questions) / 3 == pytest.approx(table[name])
    assert {question.as_published for question in questions} == {as_published}


def test_scores_out_of_range_and_bad_dates_are_refused(scored):
    (row, *_) = map(ScoredQuestion.to_row, scored()[1])
    with pytest.raises(ValueError, match="'answer_f1' is 101, expected a score from 0 to 100"):
        ScoredQuestion.from_row(row | {"answer_f1": 101})
    with pytest.raises(ValueError, match="'token_f1' is -1, expected a score"):
        ScoredQuestion.from_row(row | {"token_f1": -1})
    with pytest.raises(ValueError, match="'facts' is -1, expected a number from 0"):
        ScoredQuestion.from_row(row | {"facts": -1})
    assert ScoredQuestion.from_row(row | {"facts": 0, "reference_date": "2021"}).reference_month == 2021 * 12
    with pytest.raises(ValueError, match="not a date: 'soon'"):
        ScoredQuestion.from_row(row | {"reference_date": "soon"})


def hashed(*rows):
    return questions_hash([Row(line, row) for line, row in enumerate(rows, 1)])


ASKED = {"id": "a", "question": "Who?", "answers": ["Ann", "Bob"], "facts": [], "fact_context": "Ann was."}


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (ASKED | {"fact_context": "Bob was.", "passages": [{"title": "Ann"}]}, True),  # another setting, same question
        ({"id": "a", "question": "Who?", "answer": "Ann $and Bob"}, True),
        ({"id": "a", "question": "Who?", "text_answers": {"text": ["Ann", "Bob"]}}, True),
        (ASKED | {"id": "b"}, False),
        (ASKED | {"question": "Who was?"}, False),
        (ASKED | {"answers": ["Ann"]}, False),
        (ASKED | {"answers": ["Ann Bob"]}, False),
    ],
)
def test_questions_are_the_same_by_what_they_ask_and_answer(other, same):
    assert (hashed(ASKED) == hashed(other)) is same


def test_a_question_that_is_not_a_text_counts_as_absent():
    assert hashed({"id": "a", "question": 7, "answers": ["Ann"]}) == hashed({"id": "a", "answers": ["Ann"]})


def test_order_and_format_of_the_file_do_not_change_the_hash(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [{"id": name, "question": f"Who is {name}?", "answers": [name.upper()]} for name in "abc"]
    write_json_lines(tmp_path / "q.jsonl.gz", rows[::-1])
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "q.parquet")
    hashes = {questions_hash(read_rows(tmp_path / name)) for name in ("q.jsonl.gz", "q.parquet")}
    assert hashes == {hashed(*rows)}
    assert hashes != {hashed(*rows[:2])}


def test_a_row_without_answers_is_named():
    with pytest.raises(InputError, match="rows:2: expected 'answers'"):
        hashed(ASKED, {"id": "b"})


def test_a_facet_that_was_asked_for_is_kept_and_every_other_key_stays(scored, tmp_path):
    matched, plain = scored()
    sources = Sources.of_files(tmp_path / "questions.jsonl", tmp_path / "t5.base.jsonl", matched)
    asked = scored_questions(matched, sources, run="t5.base", by=["level", "subject", "id"])
    for one, other in zip(map(ScoredQuestion.to_row, plain), map(ScoredQuestion.to_row, asked), strict=True):
        assert other == one | {"subject": None}
        assert ScoredQuestion.from_row(other).to_row() == other


def test_an_unanswerable_question_is_an_item_like_others():
    matched = match_predictions(
        [Row(1, {"id": 1, "answers": []}), Row(2, {"id": 2, "answers": []})],
        [Row(1, {"id": 1, "text": ""}), Row(2, {"id": 2, "text": "Ulm"})], "q", "p",
    )  # fmt: skip
    found = scored_questions(matched, Sources("q", "0", None, "p", "1"), run="r")
    assert [(q.facets["answers"], q.set_accuracy, q.predicted_answers) for q in found] == [
        ("none", 100.0, []), ("none", 0.0, ["Ulm"]),
    ]  # fmt: skip


def test_questions_of_time_qa_keep_the_facets_of_their_family(tmp_path):
    told = {
        "specifier": "in 1990",
        "mode": "hard",
        "length": "00000-00399",
        "bounds_mentioned": True,
        "wording": "human",
    }
    paths = tmp_path / "questions.jsonl", tmp_path / "none.jsonl"
    write_json_lines(paths[0], [{"id": "a", "answers": []} | told])
    write_json_lines(paths[1], [{"id": "a", "answers": []}])
    matched = match_predictions(*map(read_rows, paths), *paths)
    (scored,) = scored_questions(matched, Sources.of_files(*paths, matched), run="none")
    assert list(scored.facets.values())[6:] == ["hard", "00000-00399", "true", "human"]


def test_the_questions_of_a_split_are_named_with_its_folder(tmp_path):
    (tmp_path / "human_hard").mkdir()
    split, predictions = tmp_path / "human_hard/train", tmp_path / "none.jsonl"
    Dataset.from_list([{"id": "a", "answers": ["b"]}]).to_parquet(f"{split}-00000-of-00001.parquet")
    write_json_lines(predictions, [{"id": "a", "answers": []}])
    matched = match_predictions(read_rows(split), read_rows(predictions), split, predictions)
    assert Sources.of_files(split, predictions, matched).questions == "human_hard/train"
