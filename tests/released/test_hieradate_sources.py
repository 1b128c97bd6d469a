"""2WikiMultihopQA and HotpotQA read as HieraDate does: what is taken, what becomes of it, what is left out and why."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from places import SHARED_DATA
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.io.row import Row
from temporal_qa.questions.hieradate import deciding
from temporal_qa.questions.hieradate.sample import Sample, Setting, Version
from temporal_qa.questions.hieradate.solver import solve_life_question
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, build_sample
from temporal_qa.questions.hieradate.usable import converted_sample, split_samples
from temporal_qa.released import hieradate_sources as sources

DATES = SHARED_DATA / "dates"
DASH = "\N{EN DASH}"


def paragraph(title: str, text: str) -> list[Any]:
    return [title, [f"{title} {text}", " More is known. "]]


def row(**changes: Any) -> dict[str, Any]:
    """A row of 2WikiMultihopQA, but for the changes."""
    return {
        "_id": "q1",
        "type": "comparison",
        "question": "Who was born first, Ann Mclee or Bob Roe?",
        "answer": "Ann McLee",
        "supporting_facts": [["Ann McLee (singer)", 0], ["Bob Roe", 0]],
        "evidences": [
            ["Ann McLee", "date of birth", "1 May 1900"],
            ["Bob Roe", "date of birth", "June 5, 1901"],
        ],
        "context": [
            paragraph("Bob Roe", f"( June 5, 1901 {DASH} 1950) sang."),
            paragraph("Ann Lee", "(born 1950) sings."),
            paragraph("Ann McLee (singer)", f"(1 May 1900 {DASH} 3 June 1960) sang."),
        ],
    } | changes


def read(
    tmp_path: Path, *rows: dict[str, Any], as_published: bool = False, **options: Any
) -> tuple[list[Comparison], Counter[str]]:
    path, drops = tmp_path / "rows.json", Counter[str]()
    path.write_bytes(orjson.dumps(rows))
    return list(sources.read_source([path], DrawOptions(**options), drops, as_published=as_published)), drops


def test_a_comparison_has_the_dates_of_the_evidence_in_the_words_of_the_paragraphs(tmp_path: Path) -> None:
    (found,), drops = read(tmp_path, row())
    assert [(life.name, str(life.start)) for life in found.lives] == [
        ("Ann McLee", "1 May 1900"),  # the question has another case
        ("Bob Roe", "5 June 1901"),
    ]
    assert (found.relation, found.extreme) == ("birth", "first")
    assert (found.question, found.opposite) == (
        "Who was born first, Ann Mclee or Bob Roe?",
        "Who was born later, Ann Mclee or Bob Roe?",
    )
    assert [dates.start for dates in found.written] == ["1 May 1900", "June 5, 1901"]
    assert [each.title for each in found.paragraphs] == ["Bob Roe", "Ann McLee (singer)"]
    assert found.paragraphs[0].sentences[1] == "More is known."
    assert not drops


def test_the_distractor_setting_has_every_paragraph(tmp_path: Path) -> None:
    (found,), _ = read(tmp_path, row(), setting="distractor")
    assert [each.title for each in found.paragraphs] == ["Bob Roe", "Ann Lee", "Ann McLee (singer)"]


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("Who is younger, Bob Roe or Ann McLee?", "Who was born later, Bob Roe or Ann McLee?"),
        ("Who is older, Ann McLee or Bob Roe?", "Who was born first, Ann McLee or Bob Roe?"),
    ],
)
def test_ages_of_2wiki_are_asked_as_births_and_those_of_hotpotqa_stay(tmp_path: Path, asked: str, kept: str) -> None:
    answer = "Bob Roe" if "younger" in asked else "Ann McLee"
    (of_2wiki,), _ = read(tmp_path, row(question=asked, answer=answer))
    (of_hotpotqa,), _ = read(tmp_path, row(question=asked, answer=answer, evidences=None))
    assert (of_2wiki.question, of_hotpotqa.question) == (kept, asked)
    assert of_2wiki.lives == of_hotpotqa.lives


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"type": "bridge_comparison"}, "no comparison of dates"),
        ({"question": "Who is taller, Ann McLee or Bob Roe?"}, "no comparison of dates"),
        ({"question": "Who died in Rome, Ann McLee or Bob Roe?"}, "question or answer in no known wording"),
        ({"question": "Who was born first, Ann McLee or Carl Doe?"}, "names without one gold paragraph each"),
        ({"supporting_facts": [["Bob Roe", 0], ["Bob Roe", 1]]}, "names without one gold paragraph each"),
        (
            {"context": [*row()["context"], paragraph("Bob Roe", "was another one.")]},
            "names without one gold paragraph each",
        ),
        ({"question": "Who died first, Ann McLee or Bob Roe?"}, "date that neither evidence nor paragraph states"),
        (
            {"evidences": [*row()["evidences"][:1], ["Bob Roe", "date of birth", "1902"]]},
            "paragraph with another date than the evidence",
        ),
        ({"answer": "Bob Roe"}, "answer that the dates contradict"),
        ({"answer": "both"}, "answer that the dates contradict"),
    ],
)
def test_what_is_left_out_is_counted_by_reason(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    assert read(tmp_path, row(), row(**changes))[1] == {reason: 1}


@pytest.mark.parametrize(
    ("birth", "reason"),
    [("1 May 1900", deciding.TIE), ("May 1900", deciding.TOO_COARSE), ("1900", deciding.TOO_COARSE)],
)
def test_ties_and_dates_too_coarse_are_not_asked(tmp_path: Path, birth: str, reason: str) -> None:
    context = [paragraph("Bob Roe", f"(born {birth}) sings."), row()["context"][2]]
    changed = row(context=context, evidences=[row()["evidences"][0], ["Bob Roe", "date of birth", birth]])
    for as_published in (False, True):
        assert read(tmp_path, changed, as_published=as_published) == ([], {reason: 1})


def test_year_only_writes_years_in_paragraphs_too(tmp_path: Path) -> None:
    (found,), _ = read(tmp_path, row(), version="year_only")
    assert [dates.start for dates in found.written] == ["1900", "1901"]
    assert found.paragraphs[1].sentences[0] == f"Ann McLee (singer) (1900 {DASH} 1960) sang."


@pytest.mark.parametrize(
    ("changes", "opposite"),
    [
        ({}, "Who was born later, Ann Mclee or Bob Roe?"),
        # Found in any case, but replaced in one: the question stays, and its answer is the opposite.
        (
            {"question": "Ann Mclee or Bob Roe, who was born earlier?"},
            "Ann Mclee or Bob Roe, who was born earlier?",
        ),
        ({"question": "Who is older, Ann Mclee or Bob Roe?", "evidences": []}, ""),
        ({"question": "Was Ann Mclee or Bob Roe born first?"}, "Who was born later, Ann Mclee or Bob Roe?"),
        # Names of HotpotQA are as people write them, and in title case where the release writes them itself.
        ({"question": "Who was born first, Ann McLee or Bob Roe?"}, "Who was born later, Ann McLee or Bob Roe?"),
        ({"question": "Was Ann McLee or Bob Roe born first?"}, "Who was born later, Ann Mclee or Bob Roe?"),
    ],
)
def test_published_opposites_have_the_faults_of_the_released_code(
    tmp_path: Path, changes: dict[str, Any], opposite: str
) -> None:
    (found,), _ = read(tmp_path, row(**changes, answer="Bob Roe"), as_published=True)
    assert found.opposite == opposite
    assert [life.name for life in found.lives] == ["Ann Mclee", "Bob Roe"]


def test_a_paragraph_that_states_the_age_is_marked(tmp_path: Path) -> None:
    aged = [paragraph("Bob Roe", "(June 5, 1901 - 1950) died aged 48."), *row()["context"][1:]]
    assert [found.states_age for found in read(tmp_path, row(), row(context=aged))[0]] == [False, True]


@pytest.mark.parametrize("column", ["context", "supporting_facts", "question", "_id", "evidences", "answer"])
def test_a_row_without_a_column_is_bad_input(tmp_path: Path, column: str) -> None:
    with pytest.raises(InputError, match=rf"rows\.json.*{column}"):
        read(tmp_path, row(**{column: 3}))
    with pytest.raises(InputError, match=r"'evidences' to be a list of \[subject, relation, object\]"):
        read(tmp_path, row(evidences=[["Ann McLee", "date of birth"]]))


@pytest.mark.skipif(not DATES.is_dir(), reason="no real data")
@pytest.mark.parametrize("version", ["full_date", "year_only"])
@pytest.mark.parametrize(("setting", "number"), [("normal", 2), ("distractor", 10)])
def test_the_solver_answers_real_rows(setting: Setting, version: Version, number: int) -> None:
    drops = Counter[str]()
    found = list(sources.read_source([DATES / "2wiki_rows.json"], DrawOptions(setting=setting, version=version), drops))
    assert [(each.relation, each.states_age) for each in found] == [("birth", True), ("lifespan", False)]
    for comparison in found:
        sample = build_sample(
            comparison, random.Random(0), DrawOptions(version=version, setting=setting, wordings="published")
        )
        assert len(sample.paragraphs) == number
        for probe in sample.probes:
            assert solve_life_question(probe.question, sample.context).answers == [probe.answer]


@pytest.mark.skipif(not DATES.is_dir(), reason="no real data")
@pytest.mark.parametrize("name", ["2wiki_dev_person_questions", "hotpotqa_dev_date_questions"])
def test_real_questions_of_dates_are_all_selected(name: str) -> None:
    for real in read_rows(DATES / f"{name}.jsonl.gz"):
        assert sources.is_selected(Row(real.line, real.values | {"type": "comparison"}, real.path))


@pytest.mark.parametrize(("version", "start"), [("full_date", "1900-05-01"), ("year_only", "1900")])
def test_a_comparison_becomes_a_sample_of_the_version(tmp_path: Path, version: Version, start: str) -> None:
    (comparison,), _ = read(tmp_path, row())
    sample = converted_sample(comparison, DrawOptions(version=version))
    assert (sample.version, sample.setting) == (version, "normal")
    assert start in {life.start.isoformat() for life in sample.lives}


def test_who_shares_a_name_through_others_is_in_one_split(tmp_path: Path) -> None:
    (made,), _ = read(tmp_path, row())
    sample = converted_sample(made, DrawOptions())

    def about(number: int, *names: str) -> Sample:
        a, b = (replace(life, id=name, name=name) for life, name in zip(made.lives, names, strict=True))
        return sample._replace(id=str(number), lives=(a, b))

    chain = [about(n, f"Person {n}", f"Person {n + 1}") for n in (0, 2, 1, 4, 3)]  # all hang together
    apart = [about(10 + n, f"Other {n}", f"Stranger {n}") for n in range(4)]
    for seed in range(5):
        splits = split_samples([*chain, *apart], {"dev": 2}, seed)
        of_chain = {split for split, found in splits.items() for each in found if int(each.id) < 10}
        assert len(of_chain) == 1
