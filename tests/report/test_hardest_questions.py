"""The choice of the hardest questions, and the content of each case."""

import random

import pytest

from places import SHARED_DATA
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.io.row import Row
from temporal_qa.report.hardest_questions import hardest, read_questions
from temporal_qa.report.hardest_questions import hardest_questions as shown_questions
from temporal_qa.report.question_runs import runs_by_questions
from temporal_qa.report.run_report import ScoredRuns, write_report
from temporal_qa.scoring.labelled_rows import row_id
from temporal_qa.scoring.scored_questions import questions_hash

TEMP_REASON = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"

FACTS = [
    {"subject": "Ann", "relation": "P108", "object": "IBM", "start": "1990-05", "end": "1991-06"},
    {"subject": "Ann", "relation": "P108", "object": "SAP_1", "start": "1993-01", "end": "1995-01"},
]
ASKED = "Which employer did Ann work for in February 1994?"
ROW = {"id": "id0", "question": ASKED, "answers": ["SAP_1"], "facts": FACTS}
IN_WORDS = [
    "Asked for: every employer of Ann (P108) that holds in February 1994.",
    "The question names the month: February 1994.",
    "no: IBM ends in June 1991, 2 years and 8 months too early",
    "yes: SAP_1 holds from January 1993 to January 1995",
    "Answers: SAP_1",
]


def hardest_questions(runs, path, folder, **how):
    return shown_questions(runs, {row_id(row): row for row in read_rows(path)}, folder, **how)


def side_by_side(*scored):
    (runs,) = runs_by_questions([question for run in scored for question in run])
    return runs


def test_questions_that_the_fewest_runs_answer_come_first(run_of, monkeypatch):
    runs = side_by_side(
        run_of("one", lambda i: i > 1), run_of("two", lambda i: i > 3), run_of("three", lambda i: i > 4)
    )
    places = hardest(runs)
    assert (set(places[:2]), set(places[2:4]), places[4]) == ({0, 1}, {2, 3}, 4)
    monkeypatch.setattr("temporal_qa.report.hardest_questions.HARDEST", 2)
    assert hardest(runs) == places[:2]


def test_questions_that_all_runs_answer_are_not_hard(run_of, tmp_path):
    assert hardest(side_by_side(run_of("one", lambda i: True), run_of("two", lambda i: i != 7))) == [7]
    all_right = side_by_side(run_of("one", lambda i: True))
    assert hardest(all_right) == []
    write_json_lines(tmp_path / "asked.jsonl", [ROW])
    told = hardest_questions(all_right, tmp_path / "asked.jsonl", tmp_path)
    assert (told.note, told.parts) == ("None: every run answers every question exactly.", [])


def test_the_draw_depends_on_the_seed_and_not_on_the_order_of_the_rows(run_of):
    rows = run_of("one", lambda i: False, n=300)
    chosen = [rows[place].id for place in hardest(side_by_side(rows))]
    mixed = random.Random(0).sample(rows, 300)
    assert [mixed[place].id for place in hardest(side_by_side(mixed))] == chosen
    assert [rows[place].id for place in hardest(side_by_side(rows), seed=1)] != chosen


@pytest.fixture
def shown(tmp_path, run_of):
    """The one case that is shown of a question in this row, which the first of two runs answers."""

    def show(row):
        write_json_lines(tmp_path / "asked.jsonl", [row])
        runs = side_by_side(
            run_of("one", lambda i: True, n=1, predicted_answers=["SAP_1"]),
            run_of("two", lambda i: False, n=1, predicted_answers=["x " * 999]),
            run_of("three", lambda i: False, n=1, predicted_answers=[]),
        )
        (case,) = hardest_questions(runs, tmp_path / "asked.jsonl", tmp_path, suffix="_2").parts
        return case

    return show


def test_a_question_is_shown_in_full(shown, tmp_path):
    case = shown(ROW)
    assert (case.title, case.text) == (f"1. {ASKED}", "Right answers: SAP_1")
    assert case.note == "Runs that are right: 1 of 3. Question: L2 1-hop: in a month, id id0."
    assert case.lists["Why"] == IN_WORDS
    answered = case.lists["What the runs answered"]
    assert answered[::2] == ["one, right: SAP_1", "three, wrong: no answer"]
    assert len(answered[1]) < 400
    assert case.picture.file == "hardest_2_1.png"
    assert "the answers marked" in case.picture.shows
    assert (tmp_path / "hardest_2_1.png").read_bytes()[:4] == b"\x89PNG"
    assert case.picture.html.count("height: 8px") == 2  # a bar a fact


def test_facts_may_be_text(shown):
    context = "Ann worked for IBM from May, 1990 to Jun, 1991.\nAnn worked for SAP_1 from Jan, 1993 to Jan, 1995.\n"
    case = shown({"id": "id0", "question": ASKED, "answers": ["SAP_1"], "fact_context": context})
    assert case.lists["Why"] == IN_WORDS
    assert case.picture is not None


@pytest.mark.parametrize(("label", "agrees"), [(["sap_1 "], True), (["IBM"], False), (["SAP_1", "IBM"], False)])
def test_a_label_that_the_facts_contradict_is_reported(shown, label, agrees):
    case = shown(ROW | {"answers": label})
    other = "The answers that came with the question are others; they, or the facts, are wrong."
    assert case.lists["Why"] == [*IN_WORDS, *([] if agrees else [other])]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"facts": None}, "The row cannot be read: expected 'facts', 'fact_context', 'segments'"),
        ({"facts": [{}]}, "The row cannot be read: facts[0]: "),
        ({"facts": "many"}, "The row cannot be read: column 'facts' holds str, expected a list of facts."),
        ({"question": None}, "The row cannot be read: column 'question' holds nothing, expected text."),
    ],
)
def test_without_facts_there_is_no_timeline_but_the_rest(shown, tmp_path, changed, reason):
    case = shown(ROW | changed)
    (line,) = case.lists["Why"]
    assert line.startswith(reason)
    assert case.text == "Right answers: SAP_1"
    assert case.title == ("1. id0" if changed == {"question": None} else f"1. {ASKED}")
    assert case.picture is None
    assert list(tmp_path.glob("*.png")) == []


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (["Wednesday"], []),
        (["Monday"], ["The answers that came with the question are others; they, or the facts, are wrong."]),
    ],
)
def test_a_question_on_dates_is_told_by_its_rule(shown, answers, why):
    case = shown({"id": "id0", "question": "What day of the week is 4 July 2001?", "answers": answers, "context": ""})
    first, *others = case.lists["Why"]
    assert first.startswith("Wednesday: proleptic Gregorian calendar")
    assert others == why
    assert case.picture is None


def test_a_question_on_lives_is_drawn(shown):
    lives = [{"id": name, "name": name, "start": start} for name, start in (("Ann", "1801-05-04"), ("Bob", "1801"))]
    row = {"id": "id0", "question": "When was Ann born?", "answers": ["4 May 1801"], "lives": lives}
    case = shown(row | {"context": "Ann: Ann (born May 4, 1801) was a nurse.", "task": "extraction"})
    assert case.lists["Why"] == ["Ann: May 4, 1801 to ?"]
    assert case.picture.shows == "The lives on a timeline"
    assert case.picture.html.count("height: 8px") == 2


def test_the_facts_of_a_question_that_the_solver_cannot_read_are_still_drawn(shown):
    case = shown(ROW | {"question": "What about Ann?"})
    assert case.lists["Why"][0].startswith("The solver has no answer: ")
    assert case.picture.shows == "The facts of Ann on a timeline"


def test_questions_and_runs_are_matched_by_the_hash_of_the_questions(tmp_path, run_of):
    for name in ("one.jsonl", "same.jsonl.gz", "other.jsonl"):
        write_json_lines(tmp_path / name, [ROW | ({"id": "other"} if name == "other.jsonl" else {"future": True})])
    digest = questions_hash([Row(1, ROW)])
    sets = [side_by_side(run_of("one", bool, n=1, questions_sha256=digest))]
    for name in ("one.jsonl", "same.jsonl.gz"):
        ((found, rows),) = read_questions([tmp_path / name], sets).items()
        assert (found, list(rows)) == (digest, ["id0"])
    with pytest.raises(
        InputError, match=rf"other.jsonl: no run is on these.*expected those of test.parquet \({digest[:6]}"
    ):
        read_questions([tmp_path / "one.jsonl", tmp_path / "other.jsonl"], sets)
    with pytest.raises(InputError, match=r"expected those of a scored run"):
        read_questions([tmp_path / "one.jsonl"], [])


def test_a_file_that_lacks_a_question_of_the_runs_is_refused(tmp_path, run_of):
    write_json_lines(tmp_path / "asked.jsonl", [ROW])
    digest = questions_hash([Row(1, ROW)])
    with pytest.raises(InputError, match="has no question 'id1', which a scored run has"):
        read_questions(
            [tmp_path / "asked.jsonl"], [side_by_side(run_of("one", lambda i: False, n=2, questions_sha256=digest))]
        )


def test_of_two_sets_of_questions_the_one_whose_file_is_given_is_shown(tmp_path, run_of):
    write_json_lines(tmp_path / "asked.jsonl", [ROW])
    digest = questions_hash([Row(1, ROW)])
    scored = [*run_of("one", lambda i: False), *run_of("one", lambda i: False, n=1, questions_sha256=digest)]
    for name in ("out", "again"):
        write_report(ScoredRuns(scored, [], [], [tmp_path / "asked.jsonl"]), tmp_path / name, bootstrap=20)
    made = {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    assert made == {file.name: file.read_bytes() for file in (tmp_path / "again").iterdir()}
    assert [name for name in sorted(made) if name.startswith("hardest")] == ["hardest_2_1.png"]
    text = made["report.md"].decode()
    assert text.count("## Hardest questions 2") == 1
    assert text.index("## Questions 2") < text.index("## Hardest questions") < text.index("## Made from")
    assert "(hardest_2_1.png)" in text
    assert "asked.jsonl" in text  # among what the report was made from
    page = made["report.html"].decode()
    assert "<figcaption>The facts of Ann on a timeline" in page
    assert 'class="timeline"' in page  # as letters, which a phone can show, and not as the PNG


@pytest.mark.skipif(not TEMP_REASON.exists(), reason="the shared real data is not beside the checkout")
def test_released_questions_are_shown_in_full(tmp_path, run_of):
    """The first ones, of both levels: each has a timeline of the facts that its text states."""
    rows = [row.values for row in read_rows(TEMP_REASON)]
    rows = [rows[0], rows[1], rows[-2], rows[-1]]
    write_json_lines(tmp_path / "asked.jsonl", rows)
    scored = [
        question for i, row in enumerate(rows) for question in run_of("one", lambda i: False, n=1, id=str(row["id"]))
    ]
    cases = hardest_questions(side_by_side(scored), tmp_path / "asked.jsonl", tmp_path).parts
    assert sorted(case.title[3:] for case in cases) == sorted(row["question"] for row in rows)
    for case in cases:
        assert case.lists["Why"][0].startswith("Asked for: ")
        assert (tmp_path / case.picture.file).stat().st_size > 1000
