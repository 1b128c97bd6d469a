"""Reading scored runs: questions and responses are distinguished, other rows are refused."""

import math
from dataclasses import asdict

import pytest

from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.report.scored_files import read_scored
from temporal_qa.scoring.responses.response_scores import ScoredItem
from temporal_qa.scoring.scored_questions import ScoredQuestion

ITEM = ScoredItem(
    "tot", "arithmetic", "M", "few-shot", "How long?", "trick", "<num_days>", "days", 5.0, None, False, 100.0, None,
    "none: no number", "So.", 1,
)  # fmt: skip


@pytest.fixture
def rows(run_of):
    return [question.to_row() for question in run_of("one", lambda i: i % 2 == 0)]


def test_questions_and_responses_are_read_back_from_any_mix_of_files(tmp_path, run_of, rows):
    write_json_lines(tmp_path / "both.jsonl.gz", [rows[0], asdict(ITEM), *rows[1:]])
    write_json_lines(tmp_path / "other.jsonl", map(ScoredQuestion.to_row, run_of("two", bool)))
    questions, responses = read_scored([tmp_path / "both.jsonl.gz", tmp_path / "other.jsonl"])
    assert questions == [*run_of("one", lambda i: i % 2 == 0), *run_of("two", bool)]
    assert responses == [ITEM]


def test_a_further_column_is_a_facet(tmp_path, rows):
    write_json_lines(tmp_path / "one.jsonl", [row | {"difficulty": "hard"} for row in rows])
    (first, *_), _ = read_scored([tmp_path / "one.jsonl"])
    assert first.facets["difficulty"] == "hard"
    assert first.to_row() == rows[0] | {"difficulty": "hard"}


def test_whole_numbers_are_scores_too(tmp_path, rows):
    write_json_lines(tmp_path / "whole.jsonl", [rows[0] | {"set_accuracy": 100, "n_questions": 1}])
    assert read_scored([tmp_path / "whole.jsonl"])[0][0].set_accuracy == 100.0


def test_a_run_in_two_files_is_refused_on_the_same_questions_only(tmp_path, run_of, rows):
    write_json_lines(tmp_path / "one.jsonl", rows)
    write_json_lines(tmp_path / "again.jsonl", rows)
    with pytest.raises(
        InputError, match=r"again.jsonl: holds the run one, questions of SHA-256 qq.*one.jsonl does.*score --run NAME"
    ):
        read_scored([tmp_path / "one.jsonl", tmp_path / "again.jsonl"])
    write_json_lines(
        tmp_path / "again.jsonl", map(ScoredQuestion.to_row, run_of("one", bool, questions_sha256="r" * 64))
    )
    assert len(read_scored([tmp_path / "one.jsonl", tmp_path / "again.jsonl"])[0]) == 24
    write_json_lines(tmp_path / "item.jsonl", [asdict(ITEM)])
    with pytest.raises(InputError, match=r"holds the run tot, arithmetic, M, few-shot, as"):
        read_scored([tmp_path / "item.jsonl", tmp_path / "item.jsonl"])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"set_accuracy": 101}, "'set_accuracy' is 101.*expected a score from 0 to 100"),
        ({"token_f1": True}, "expected 'token_f1' to be float, found True"),
        ({"answer_f1": "50"}, "expected 'answer_f1' to be float, found '50'"),
        ({"answer_f1": None}, "expected 'answer_f1' to be float, found None"),
        ({"run": None}, "expected 'run' to be str, found None"),
        ({"hops": 2}, r"expected 'hops' to be str \| None, found 2"),
        ({"facts": 2.5}, r"expected 'facts' to be int \| None, found 2.5"),
        ({"facts": -3}, "'facts' is -3, expected a number from 0"),
        ({"facts": True}, r"expected 'facts' to be int \| None, found True"),
        ({"predicted_answers": "A"}, r"expected 'predicted_answers' to be list\[str\], found 'A'"),
        ({"predicted_answers": ["A", None]}, r"expected 'predicted_answers' to be list\[str\], found \['A', None\]"),
        ({"questions_file_sha256": 5}, r"expected 'questions_file_sha256' to be str \| None, found 5"),
        ({"as_published": "no"}, "expected 'as_published' to be bool, found 'no'"),
        ({"reference_date": "soon"}, "not a date: 'soon'"),
        ({"extra": 1}, r"expected 'extra' to be str \| None, found 1"),
        ({"extra": ["a"]}, r"expected 'extra' to be str \| None, found \['a'\]"),
        ({"run": ...}, "not a scored question or response, expected what score --items or score-responses --items"),
    ],
)
def test_bad_rows_are_named(tmp_path, rows, changed, message):
    bad = {name: value for name, value in (rows[1] | changed).items() if value is not ...}
    write_json_lines(tmp_path / "bad.jsonl", [rows[0], bad])
    with pytest.raises(InputError, match=f"bad.jsonl:2: {message}"):
        read_scored([tmp_path / "bad.jsonl"])


def test_a_bad_response_is_named_too(tmp_path):
    write_json_lines(tmp_path / "bad.jsonl", [asdict(ITEM) | {"label": "five"}])
    with pytest.raises(InputError, match=r"bad.jsonl:1: expected 'label' to be float, found 'five'"):
        read_scored([tmp_path / "bad.jsonl"])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"label": math.nan}, "'label' is nan, expected a finite number"),
        ({"value": math.nan}, "'value' is nan, expected a finite number"),
        ({"value": math.inf}, "'value' is inf, expected a finite number"),
        ({"smape": math.nan}, "'smape' is nan, expected a number from 0 to 100"),
        ({"smape": 100.5}, "'smape' is 100.5, expected a number from 0 to 100"),
        ({"mase": math.nan}, "'mase' is nan, expected a number from 0 to inf"),
        ({"mase": -1.0}, "'mase' is -1.0, expected a number from 0 to inf"),
    ],
)
def test_an_impossible_number_of_a_response_is_named(tmp_path, changed, message):
    """Parquet can hold them: pandas writes NaN for missing numbers."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist([asdict(ITEM) | {"value": 1.0, "mase": math.inf}]), tmp_path / "good.parquet")
    assert read_scored([tmp_path / "good.parquet"])[1][0].mase == math.inf  # the published MASE may be
    pq.write_table(pa.Table.from_pylist([asdict(ITEM), asdict(ITEM) | changed]), tmp_path / "bad.parquet")
    with pytest.raises(InputError, match=rf"bad.parquet:2: {message}"):
        read_scored([tmp_path / "bad.parquet"])


@pytest.mark.parametrize("kept", [1, 11])
def test_a_truncated_run_is_refused(tmp_path, run_of, rows, kept):
    other = [question.to_row() for question in run_of("two", bool)]
    write_json_lines(tmp_path / "cut.jsonl", [*other, *rows[:kept]])
    with pytest.raises(InputError, match=f"cut.jsonl: holds {kept} of the 12 questions of the run one, "):
        read_scored([tmp_path / "cut.jsonl"])


def test_truncated_responses_are_refused(tmp_path):
    cut = [asdict(ITEM) | {"n_items": 3}] * 2
    write_json_lines(tmp_path / "cut.jsonl", cut)
    message = "cut.jsonl: holds 2 of the 3 items of the run tot, arithmetic, M, few-shot, expected all"
    with pytest.raises(InputError, match=message):
        read_scored([tmp_path / "cut.jsonl"])
    write_json_lines(tmp_path / "whole.jsonl", [*cut, cut[0]])
    assert len(read_scored([tmp_path / "whole.jsonl"])[1]) == 3


def test_a_file_without_rows_is_refused(tmp_path):
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(InputError, match=r"empty.jsonl: holds no scored questions or responses"):
        read_scored([tmp_path / "empty.jsonl"])
