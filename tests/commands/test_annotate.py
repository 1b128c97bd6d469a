"""Human verification from the command line, the third annotator included, and one line for bad input."""

import json
import shutil

import pytest

from places import SHARED_DATA
from run_command import run_command

TEMP_REASON = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"
with_data = pytest.mark.skipif(not TEMP_REASON.exists(), reason="the shared real data is not beside the checkout")

ROWS = [
    {"id": f"q{n}", "question": f"Who, {n}?", "answers": ["Bo"], "fact_context": "Ann met Bo.", "more": {"n": n}}
    for n in range(8)
]


def run(*arguments, cwd, status=0):
    return run_command("annotate", *arguments, cwd=cwd, status=status)


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def annotate(tasks, verdict, out):
    """Writes what doccano exports when a member of the project gives these verdicts."""
    examples = [json.loads(line) for line in tasks.read_text().splitlines()]
    write_lines(out, [row | {"label": [str(verdict(row["question_id"]))], "Comments": []} for row in examples])


@pytest.fixture(scope="module")
def verified(tmp_path_factory):
    """Eight questions, four of them judged by two annotators, who disagree on the first two of these."""
    tmp_path = tmp_path_factory.mktemp("verified")
    write_lines(tmp_path / "questions.jsonl", ROWS)
    run("export", "questions.jsonl", "--out", "tasks", "--tool", "doccano", "--double", 4, cwd=tmp_path)
    shares = [(tmp_path / "tasks" / f"annotator_{n}.jsonl").read_text().splitlines() for n in (1, 2)]
    first, second = ({json.loads(line)["question_id"] for line in share} for share in shares)
    both = sorted(first & second)
    (tmp_path / "both.json").write_text(json.dumps(both))
    annotate(tmp_path / "tasks" / "annotator_1.jsonl", lambda question: question != both[2], tmp_path / "anna.jsonl")
    annotate(tmp_path / "tasks" / "annotator_2.jsonl", lambda question: question not in both[:3], tmp_path / "bo.jsonl")
    run("import", "anna.jsonl", "bo.jsonl", "--out", "verdicts.jsonl", cwd=tmp_path)
    return tmp_path


@pytest.fixture
def folder(verified, tmp_path):
    return shutil.copytree(verified, tmp_path / "work")


def test_from_verdicts_to_the_gold_split(folder):
    both = json.loads((folder / "both.json").read_text())
    selections = ("--questions", "questions.jsonl", "--gold", "gold.jsonl", "--disagreements", "open.jsonl")
    output = run("agreement", "verdicts.jsonl", *selections, cwd=folder).stdout
    # Of 4 questions 2 agree; 4 of 8 verdicts are True: (1/2 - 1/2) / (1 - 1/2).
    assert "Fleiss' kappa: 0.00 [" in output
    assert "observed agreement: 50.0 % [" in output
    assert f"  {both[0]}: annotator_1/anna True, annotator_2/bo False\n" in output
    assert "wrote gold.jsonl: 5 of 8 questions\nwrote open.jsonl: 2 of 8 questions" in output

    run("export", "open.jsonl", "--adjudication", "--tool", "doccano", "--out", "third", cwd=folder)
    annotate(folder / "third" / "adjudicator.jsonl", lambda question: question == both[0], folder / "cy.jsonl")
    run("import", "anna.jsonl", "bo.jsonl", "cy.jsonl", "--out", "all.jsonl", cwd=folder)
    final = json.loads(run("agreement", "all.jsonl", *selections, "--overwrite", "--json", cwd=folder).stdout)
    assert final["agreement"]["kappa"] == 0
    assert final["agreement"]["n"] == 4
    assert final["decided"] == {
        "one annotator": {"confirmed": 4, "rejected": 0, "open": 0},
        "all agree": {"confirmed": 1, "rejected": 1, "open": 0},
        "majority": {"confirmed": 0, "rejected": 0, "open": 0},
        "third annotator": {"confirmed": 1, "rejected": 1, "open": 0},
    }
    assert [row["confirmed"] for row in final["disagreements"]] == [True, False]
    assert final["disagreements"][0]["verdicts"][2]["annotator"] == "adjudicator/cy"
    gold = [json.loads(line) for line in (folder / "gold.jsonl").read_text().splitlines()]
    assert gold == [row for row in ROWS if row["id"] not in both[1:3]]
    assert (folder / "open.jsonl").read_bytes() == b""


def test_import_reports_what_it_leaves_out(folder):
    write_lines(folder / "cy.jsonl", [{"text": "x", "label": [], "question_id": "q1", "share": "annotator_1"}])
    output = run("import", "anna.jsonl", "anna.jsonl", "cy.jsonl", "--out", "v.jsonl", cwd=folder).stdout
    assert output.splitlines() == [
        "wrote v.jsonl: 6 verdicts on 6 questions",
        "  annotator_1/anna: 6",
        "  left out: 1 (not annotated)",
        "  left out: 6 (the same verdict of the same annotator once more)",
    ]


def test_agreement_that_cannot_be_measured(folder):
    run("import", "anna.jsonl", "--out", "one.jsonl", cwd=folder)
    assert "agreement: no question has several annotators" in run("agreement", "one.jsonl", cwd=folder).stdout
    assert json.loads(run("agreement", "one.jsonl", "--json", cwd=folder).stdout)["agreement"] is None
    rows = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text().splitlines()]
    write_lines(folder / "same.jsonl", [row | {"verdict": True} for row in rows])
    output = run("agreement", "same.jsonl", cwd=folder).stdout
    assert "Fleiss' kappa: undefined, since all verdicts on these are the same; observed agreement: 100.0 %" in output
    warning = "kappa is hardly defined here: nearly all verdicts are the same, so that 9"
    assert warning not in output + run("agreement", "verdicts.jsonl", cwd=folder).stdout
    many = [
        {"id": f"q{n}", "annotator": name, "verdict": n + len(name) > 3} for n in range(99) for name in ("an", "bob")
    ]
    write_lines(folder / "nearly.jsonl", many)
    assert warning in run("agreement", "nearly.jsonl", cwd=folder).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["export", "nowhere.jsonl", "--out", "x"], "nowhere.jsonl: no such file"),
        (["export", "questions.jsonl", "--out", "x", "--sample", "9"], "9 cannot be drawn from 8 questions"),
        (["export", "questions.jsonl", "--out", "tasks"], "the folder exists and is not empty"),
        (
            ["export", "questions.jsonl", "--out", "x", "--adjudication", "--sample", "3"],
            "--sample has no effect with --adjudication",
        ),
        (["export", "questions.jsonl", "--out", "x", "--adjudication", "--seed", "0"], "--seed has no effect with"),
        (["agreement", "verdicts.jsonl", "--questions", "questions.jsonl"], "--questions has no effect without --gold"),
        (["import", "tasks/annotator_1.jsonl", "--out", "verdicts.jsonl"], "verdicts.jsonl: the file exists"),
        (["import", "questions.jsonl", "--out", "x.jsonl"], "questions.jsonl: task 1 is neither a task of a Label"),
        (["import", "tasks/annotator_1.jsonl", "--out", "x.txt"], "expected a name that ends in .jsonl"),
        (["import", "tasks/annotator_1.jsonl", "--out", "x.jsonl"], "no verdicts (6 not annotated)"),
        (["import", "anna.jsonl", "--out", "anna.jsonl"], "is the input; choose another"),
        (["agreement", "verdicts.jsonl", "--gold", "x"], "need --questions"),
        (["agreement", "questions.jsonl"], "questions.jsonl:1: expected 'annotator' to be a text, found None"),
        (
            ["agreement", "verdicts.jsonl", "--questions", "open.jsonl", "--gold", "x.jsonl"],
            "open.jsonl: 7 questions with verdicts are not in it, as q1",
        ),
        (
            ["agreement", "verdicts.jsonl", "--questions", "questions.jsonl", "--gold", "questions.jsonl"],
            "is the input; choose another",
        ),
        (
            [
                "agreement",
                "verdicts.jsonl",
                "--questions",
                "questions.jsonl",
                "--gold",
                "x.jsonl",
                "--disagreements",
                "./x.jsonl",
            ],
            "--gold and --disagreements are the same file",
        ),
    ],
)
def test_bad_input_gets_one_line_and_status_2(folder, arguments, message):
    write_lines(folder / "open.jsonl", ROWS[:1])
    before = sorted(path.name for path in folder.iterdir())
    error = run(*arguments, cwd=folder, status=2).stderr
    assert message in error
    assert error.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir()) == before


@with_data
def test_released_questions_are_shared_out_as_in_the_paper(tmp_path):
    output = run("export", TEMP_REASON, "--out", "tasks", cwd=tmp_path).stdout
    assert output.startswith("wrote tasks: 500 of 1,185 questions, 100 twice\n")
    tasks = json.loads((tmp_path / "tasks" / "annotator_1.json").read_bytes())
    assert len(tasks) == 300
    # Every answer is an object of the facts, so every task shows it marked.
    assert all('<mark class="answer">' in task["data"]["context_html"] for task in tasks)
