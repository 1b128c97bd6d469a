"""Perturbed questions: others of the same segment; and the layout of SQuAD 2.0."""

import json
from collections import Counter

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.questions.time_qa import perturbing
from temporal_qa.questions.time_qa.perturbing import BEYOND, NO_BOUNDS, TOO_FEW, perturb_rows
from temporal_qa.questions.time_qa.rows import write_squad_layout
from temporal_qa.questions.time_qa.solver import solve_time_row
from temporal_qa.questions.time_qa.specifiers import read_specifier

ROW = {
    "id": "/wiki/Ann#P54#0", "question": "From 1990 to March 1995, whom did she play for?", "answers": ["Reds"],
    "specifier": "from 1990 to Mar 1995", "segment_start": "1990", "segment_end": "1995-03", "kind": "from_to",
    "segments": [{"start": "1990", "end": "1995-03", "answers": ["Reds"]},
                 {"start": "1992", "end": "1999", "answers": ["Blues"]}],
}  # fmt: skip


def perturbed(row, **how):
    drops = Counter()
    return list(perturb_rows([Row(1, row)], how.pop("times", 3), how.pop("seed", 0), drops, **how)), drops


def test_distinct_questions_that_only_their_segment_fits():
    for seed in range(20):
        rows, drops = perturbed(ROW, seed=seed)
        assert not drops
        assert [row["id"] for row in rows] == [f"{ROW['id']}#{n}" for n in range(3)]
        assert {row["perturbed_of"] for row in rows} == {ROW["id"]}
        assert len({row["question"] for row in rows}) == 3
        for row in rows:
            assert row["question"].endswith(", whom did she play for?")
            assert row["question"][0].isupper()
            assert row["kind"] == read_specifier(row["specifier"]).kind
            solution = solve_time_row(row)
            assert (solution.answers, len(solution.fitting)) == (["Reds"], 1)


def test_the_time_of_the_row_is_not_asked_again():
    asked = {"question": "Who, in Jul 1990?", "specifier": "in Jul 1990", "kind": "in"}
    short = {"segment_start": "1990-05", "segment_end": "1990-08", "segments": []}
    rows, _ = perturbed(ROW | asked | short, times=2)
    assert sorted(row["specifier"] for row in rows) == ["between Jun 1990 and Jul 1990", "in Jun 1990"]
    assert perturbed(ROW | asked | short, times=3) == ([], {TOO_FEW: 1})


def test_as_published_close_bounds_give_one_question_three_times():
    close = ROW | {"question": "Who, in 1990?", "specifier": "in 1990", "segment_end": "1990-02"}
    rows, _ = perturbed(close, as_published=True)
    assert [row["question"] for row in rows] == ["Who, in 1990?"] * 3
    assert perturbed(close) == ([], {TOO_FEW: 1})


def test_as_published_the_first_500_facts_are_asked_about():
    rows = [Row(n, ROW | {"id": f"/wiki/Ann#P{n // 2}#{n % 2}"}) for n in range(1004)]
    for as_published, left_out in ((True, {BEYOND: 4}), (False, {})):
        drops = Counter()
        assert len(list(perturb_rows(rows, 2, 0, drops, as_published=as_published))) == 2 * (1004 - drops.total())
        assert drops == left_out


def test_more_times_than_a_segment_has_are_not_looked_for_long(monkeypatch):
    draws = []
    drawn = perturbing.draw_hard
    monkeypatch.setattr(perturbing, "draw_hard", lambda *given, **how: draws.append(1) or drawn(*given, **how))
    asked = {"question": "From May 1990 to August 1990, who?", "specifier": "from May 1990 to Aug 1990"}
    short = {"segment_start": "1990-05", "segment_end": "1990-08", "segments": []}
    assert perturbed(ROW | asked | short, times=10**6) == ([], {TOO_FEW: 1})
    assert len(draws) < 10_000


def test_what_cannot_be_perturbed_is_counted():
    for lacking in ({"segment_start": ""}, {"segment_start": None}, {"specifier": ""}, {"question": "Who then?"}):
        assert perturbed(ROW | lacking) == ([], {NO_BOUNDS: 1})


def test_a_row_that_cannot_be_perturbed_does_not_end_the_work():
    short = {"segment_start": "1990-05", "segment_end": "1990-05", "segments": []}
    for left_out in ({"segment_start": ""}, short):
        drops = Counter()
        made = list(perturb_rows([Row(1, ROW | left_out | {"id": "a#1"}), Row(2, ROW)], 3, 0, drops))
        assert (len(made), drops.total()) == (3, 1)


def test_a_row_of_another_family_is_named():
    with pytest.raises(InputError, match=":1: no 'specifier', expected a question of a build of TimeQA"):
        perturbed({"id": "L2-1", "question": "Whom did she play for in May 1990?", "facts": []})


@pytest.mark.parametrize("segments", [
    "x", [None], [{"start": "abc", "end": "1990"}], [{"start": "1990-13", "end": "1991"}],
    [{"start": "1995", "end": "1990"}], [{"start": "1990"}],
], ids=str)  # fmt: skip
def test_segments_that_are_none_are_an_error_of_one_line(segments):
    with pytest.raises(InputError, match="found the segments"):
        perturbed(ROW | {"segments": segments})


def test_squad_layout(tmp_path):
    asked = {"context": "Reds had Ann .", "subject": "Ann"}
    rows = [
        asked | {"id": "1", "question": "Who?", "answers": ["Ann"], "answer_starts": [9]},
        asked | {"id": "2", "question": "Where?", "answers": [], "answer_starts": []},
        {
            "id": "3",
            "question": "Who?",
            "context": "Other .",
            "subject": "Bo",
            "answers": ["Oth"],
            "answer_starts": [None],
        },
    ]
    write_squad_layout(tmp_path / "squad.json", rows)
    made = json.loads((tmp_path / "squad.json").read_text())
    assert made["version"] == "v2.0"
    assert [article["title"] for article in made["data"]] == ["Ann", "Bo"]
    first, second = made["data"][0]["paragraphs"][0]["qas"]
    assert first == {
        "id": "1",
        "question": "Who?",
        "is_impossible": False,
        "answers": [{"text": "Ann", "answer_start": 9}],
    }
    assert (second["is_impossible"], second["answers"]) == (True, [])
    assert made["data"][1]["paragraphs"][0]["qas"] == []  # its answer does not stand in the article
