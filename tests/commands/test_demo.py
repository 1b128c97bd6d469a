"""The demo writes a whole folder or nothing, and its report agrees with its predictions."""

import json
import shutil

import pytest

from temporal_qa.commands import demo_steps
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows, sha256
from temporal_qa.questions.complex_tr.baselines import random_object
from temporal_qa.questions.complex_tr.queries import KINDS, kind_in_words
from temporal_qa.report.run_report import ScoredRuns, write_report
from temporal_qa.report.scored_files import read_scored
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.score_table import score_table
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import read_facts

SYSTEMS = ("solver", "most recent fact", "random object")
PLACES = ("Jadebrook", "Iolitetown", "Velm", "Ulm")


@pytest.fixture(autouse=True, scope="module")
def _a_small_world():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo_steps, "INVENTED_SUBJECTS", 40)
        patch.setattr(demo_steps, "SIZE", 6)
        patch.setattr("temporal_qa.fiction.group_statistics.MEASURED_GROUPS", 20)
        yield


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The folder of the demo with seed 0, which no test changes, and what was said meanwhile."""
    out, said = tmp_path_factory.mktemp("demo") / "out", []
    assert run(out, said=said) == out / "report.html"
    return out, said


@pytest.fixture
def copy(demo, tmp_path):
    return shutil.copytree(demo[0], tmp_path / "out")


def run(out, facts=None, seed=0, as_of=None, said=None):
    return demo_steps.run(facts, out, seed, as_of, [].append if said is None else said.append)


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def asked_in(out):
    return list(read_rows(out / "complex-tr" / "reason_qa" / "test-00000-of-00001.parquet"))


def predictions(out, system):
    return list(read_rows(out / "predictions" / f"{system.replace(' ', '_')}.jsonl"))


def tables(report):
    """The title and the cells of each Markdown table, without its rule."""
    title = ""
    for block in report.split("\n\n"):
        if block.startswith("#"):
            title = block.lstrip("# ")
        elif block.startswith("|"):
            lines = block.splitlines()
            yield title, [[cell.strip() for cell in line.strip("|").split("|")] for line in [lines[0], *lines[2:]]]


def without_intervals(row):
    return [cell.split(" [")[0] for cell in row]


def test_the_report_has_the_scores_of_the_written_predictions(demo):
    out, said = demo
    report = out / "report.md"
    assert "## Questions of reason_qa/test" in report.read_text()
    assert [line[:3] for line in said] == ["1. ", "2. ", "3. ", "4. ", "5. ", "6. "]
    assert "40 subjects" in said[0]

    by_title = dict(tables(report.read_text()))
    header, *overall = by_title["Scores"]
    assert header == ["run", "unread", "set accuracy", "answer F1", "exact match", "token F1"]
    asked = asked_in(out)
    per_system = {}
    for system in SYSTEMS:
        rows = score_table(match_predictions(asked, predictions(out, system), "q", "p"), ["kind"])
        per_system[system] = {row["value"]: row for row in rows}
    assert [row.pop(1) for row in overall] == ["0", "0", "0"]
    expected = [[name, *(f"{rows[''][score]:.1f}" for score in SCORES)] for name, rows in per_system.items()]
    assert [without_intervals(row) for row in overall] == expected
    assert float(expected[0][1]) == 100 > float(expected[1][1])
    _, *by_kind = by_title["Set accuracy by kind of question"]
    kinds = {kind_in_words(kind): kind for kind in KINDS}
    for kind, _, *scores in map(without_intervals, by_kind):
        assert scores == [f"{per_system[system][kinds[kind]]['set_accuracy']:.1f}" for system in SYSTEMS]
    assert sorted(kinds[row[0]] for row in by_kind) == sorted(set(per_system["solver"]) - {""})

    # Two of three systems fail each of the hardest questions, which are shown with their facts and reasons.
    shown = report.read_text().partition("## Hardest questions")[2]
    assert shown.count("- solver, right: ") == shown.count("Asked for: every ") == 5
    assert shown.count("- most recent fact, wrong: ") == shown.count("- random object, wrong: ") == 5
    assert sorted(file.name for file in report.parent.glob("hardest*")) == [f"hardest_{n}.png" for n in range(1, 6)]

    # The lines shown agree with the report.
    assert said[4].endswith("\n".join(f"   {name}: {', '.join(scores[:3])}" for name, *scores in expected))

    # Set accuracy once more, by hand.
    for system, cells in zip(SYSTEMS, expected, strict=True):
        answers = {row.values["id"]: set(row.values["answers"]) for row in predictions(out, system)}
        right = sum(answers[row.values["id"]] == set(row.values["answers"]) for row in asked)
        assert cells[1] == f"{100 * right / len(asked):.1f}"


def test_its_scored_runs_make_the_same_report(demo, tmp_path):
    out, _ = demo
    scored = [out / "scored" / f"{system.replace(' ', '_')}.jsonl" for system in SYSTEMS]
    asked = out / "complex-tr" / "reason_qa" / "test"
    write_report(ScoredRuns(*read_scored(scored), scored, [asked]), tmp_path / "again")
    for name in ("runs.csv", "paired_tests.csv", "by_kind.csv", "by_period.png", "hardest_1.png", "sources.csv"):
        assert (tmp_path / "again" / name).read_bytes() == (out / name).read_bytes(), name


def test_a_second_run_replaces_the_first_and_has_the_same_bytes(copy, tmp_path):
    first = tree(tmp_path)
    (copy / "facts.jsonl").write_text("of an earlier run\n")
    run(copy)
    assert tree(tmp_path) == first


def test_a_folder_with_other_things_is_refused_and_untouched(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("mine")
    said = []
    with pytest.raises(InputError, match="not ours to remove"):
        run(tmp_path / "out", said=said)
    assert said == []  # refused before the work
    assert tree(tmp_path) == {"out/thesis.tex": b"mine"}


@pytest.mark.parametrize("name", ["facts.jsonl", "predictions/mine.jsonl"])
def test_what_is_the_users_in_the_folder_stays(copy, tmp_path, name):
    mine = copy / name
    mine.write_bytes((copy / "facts.jsonl").read_bytes())
    before = tree(tmp_path)
    facts, fault = (mine, "lies in") if name == "facts.jsonl" else (None, "holds predictions/mine.jsonl, which")
    with pytest.raises(InputError, match=fault):
        run(copy, facts)
    assert tree(tmp_path) == before


def test_all_families_are_in_one_table_and_on_one_page(demo):
    out, said = demo
    title, (header, *rows) = next(tables((out / "report.md").read_text()))
    assert (title, header) == ("All families", demo_steps.HEADER)
    families = ["pseudo-pit", "hieradate", "date-arithmetic", "time-qa", "cron-questions"]
    assert [row[0] for row in rows] == ["complex-tr", *families, "temp-answer-qa"]
    assert all(int(row[1].replace(",", "")) > 5 and row[2] == "100.0" for row in rows[:-1])
    assert all((out / "families" / name / "build.json").is_file() for name in families)
    assert int(rows[0][1]) == len(asked_in(out))
    page = (out / "report.html").read_text()
    (lines,) = [line.split("\n\n")[1].splitlines() for line in said if "|" in line]
    assert len(lines) == 2 + len(rows)
    assert all(row[0] in line and f">{row[0]}<" in page for row, line in zip(rows, lines[2:], strict=True))


@pytest.mark.parametrize("there", [False, True])
def test_a_demo_that_fails_leaves_nothing_and_keeps_the_last_one(demo, tmp_path, there):
    said = []

    def say(line):
        said.append(line.partition(":")[0])
        if line.startswith("5"):
            raise KeyboardInterrupt

    if there:
        shutil.copytree(demo[0], tmp_path / "out")
    before = tree(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        demo_steps.run(None, tmp_path / "out", 1, None, say)
    assert said[0] != demo[1][0].partition(":")[0]  # another seed invents other facts
    assert tree(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"] * there


def test_facts_that_are_given_are_used_and_no_world_is_invented(tmp_path):
    facts = tmp_path / "mine.jsonl"
    rows = [
        {"subject": f"Person {n}", "relation": "P551", "object": place, "start": f"{1950 + n + 7 * i}-02"}
        | ({} if place == "Ulm" else {"end": f"{1960 + n + 7 * i}-03"})
        for n in range(12)
        for i, place in enumerate(PLACES)
    ]
    facts.write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = []
    run(tmp_path / "out", facts, seed=3, as_of=CalendarDate(2023, 3), said=said)
    assert said[0] == f"1. facts: {facts}"
    assert not (tmp_path / "out" / "facts.jsonl").exists()
    assert "# All families, and ReasonQA on mine.jsonl" in (tmp_path / "out" / "report.md").read_text()
    record = json.loads((tmp_path / "out" / "build.json").read_text())
    assert record["inputs"]["facts"] == {"file": "mine.jsonl", "sha256": sha256(facts)}
    assert (record["dataset"], record["seed"]) == ("demo", 3)

    given = {(fact.subject, fact.object) for fact in read_facts(facts, as_of=CalendarDate(2023, 3))}
    for row in asked_in(tmp_path / "out"):
        assert {(fact["subject"], fact["object"]) for fact in row.values["facts"]} <= given
        assert {fact["end"] for fact in row.values["facts"] if fact["object"] == "Ulm"} == {"2023-03"}
    drawn = [random_object(row.values, 3) for row in asked_in(tmp_path / "out")]
    assert [row.values["answers"] for row in predictions(tmp_path / "out", "random object")] == drawn
