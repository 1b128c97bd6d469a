"""Names that lead to other folders, break tables, or run in a browser: they are shown as they are, and no more."""

import csv
from html.parser import HTMLParser
from pathlib import Path

import orjson
import pytest

from temporal_qa.annotation.task_files import write_task_files
from temporal_qa.apps.explorer_html import question_page
from temporal_qa.apps.metric_page import table_html
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows
from temporal_qa.report.run_report import ScoredRuns, write_report
from temporal_qa.report.scored_files import read_scored
from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, scored_questions
from temporal_qa.scoring.set_accuracy import set_accuracy

HOSTILE = [
    "../../x", "/etc/passwd", "a\\b", "a|b", "a\nb\tc", "<script>alert(1)</script>", "'\"><img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))", "$x^{$", "{{ 7 * 7 }}", "{% raw %}", "\u202eabc\u202c", "a\u200bb", "=1+1", "-- ",
    "\x1b[31m",
    "\x00", "`a`", "#1", "a.b.c", "...",
]  # fmt: skip


class Elements(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.dangerous: list[tuple[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.dangerous += [
            (name, value) for name, value in attributes if name.startswith("on") or _leads_away(name, value)
        ]


def _leads_away(name: str, value: str | None) -> bool:
    return name in ("src", "href") and not (value or "").startswith(
        ("data:image/png;base64,", "https://", "http://", "#")
    )


def harmless(page: str) -> bool:
    elements = Elements(page)
    return not elements.dangerous and not elements.names & {
        "script",
        "iframe",
        "object",
        "embed",
        "form",
        "link",
        "base",
    }


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("names") / "questions.jsonl"
    write_json_lines(path, [
        {
            "id": name, "question": f"{name}?", "answers": [name, "A"], "level": name, "hops": name, "kind": name,
            "relation": name, "subject": name, "reference_date": "2001-05", "fact_context": f"{name}\n{name}",
            "passages": [{"title": name, "text": name, "url": f"javascript:{name}"}],
        }
        for name in HOSTILE
    ])  # fmt: skip
    return path


@pytest.fixture(scope="module")
def report(questions: Path) -> Path:
    rows = [row.values for row in read_rows(questions)]
    predictions = questions.with_name("predictions.jsonl")
    write_json_lines(predictions, ({"id": row["id"], "answers": row["answers"][:1]} for row in rows))
    matched = match_predictions(read_rows(questions), read_rows(predictions), questions, predictions)
    sources = Sources.of_files(questions, predictions, matched)
    runs = [questions.with_name(f"run{number}.jsonl") for number, _ in enumerate(HOSTILE)]
    for path, name in zip(runs, HOSTILE, strict=True):
        write_json_lines(path, map(ScoredQuestion.to_row, scored_questions(matched, sources, run=name)))
    out = questions.with_name("report")
    write_report(ScoredRuns(*read_scored(runs), runs, [questions]), out, bootstrap=2)
    return out


def test_a_report_is_written_to_its_folder_alone(report: Path) -> None:
    beside = {path.name for path in report.parent.iterdir()}
    assert beside == {"questions.jsonl", "predictions.jsonl", "report"} | {f"run{n}.jsonl" for n in range(len(HOSTILE))}
    assert all(path.is_file() and path.suffix in (".html", ".md", ".csv", ".png", ".json") for path in report.iterdir())


def test_a_report_runs_nothing_in_a_browser(report: Path) -> None:
    page = (report / "report.html").read_text(encoding="utf-8")
    assert harmless(page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "{{ 7 * 7 }}" in page  # as it was given


def test_tables_of_a_report_keep_their_columns(report: Path) -> None:
    width = 0
    for line in (report / "report.md").read_text(encoding="utf-8").splitlines():
        columns = line.replace("\\|", "").count("|") if line.startswith("|") else 0
        assert width in (0, columns) or not columns
        width = columns
    for path in report.glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            assert len({len(row) for row in csv.reader(file)}) == 1


@pytest.mark.parametrize("tool", ["label-studio", "doccano"])
def test_annotation_tasks_keep_names_and_run_nothing(tool: str, questions: Path, tmp_path: Path) -> None:
    write_task_files(questions, tmp_path / "out" / "tasks", tool, annotators=1)  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["tasks"]
    if tool == "label-studio":
        tasks = [task["data"] for task in orjson.loads((tmp_path / "out/tasks/annotator_1.json").read_bytes())]
        assert all(harmless(task[html]) for task in tasks for html in ("question_html", "context_html"))
    else:
        tasks = [row.values for row in read_rows(tmp_path / "out/tasks/annotator_1.jsonl")]
    assert {task["question_id"] for task in tasks} == set(HOSTILE)


def test_apps_show_names_and_run_nothing(questions: Path) -> None:
    for row in read_rows(questions):
        assert harmless(question_page(row.values, [row.values["id"]], row.values["id"]))
    assert harmless(table_html(HOSTILE[:3], [HOSTILE[i : i + 3] for i in range(0, len(HOSTILE) - 2, 3)]))


@pytest.mark.parametrize("name", HOSTILE)
def test_an_answer_may_be_any_name_but_one_with_the_separator(name: str) -> None:
    assert set_accuracy([[name]], [[name]])[0] == 100
    assert set_accuracy([f"{name} $and A"], [f"A $and {name}"])[0] == 100


def test_an_answer_with_the_separator_in_it_is_one_answer_in_a_list_and_several_in_a_text() -> None:
    joined = "A $and B"
    assert set_accuracy([[joined]], [["A", "B"]])[0] == 0
    assert set_accuracy([joined], ["B $and A"])[0] == 100
    assert answer_f1([[joined]], [[joined]])["answer_f1"][0] == 100
