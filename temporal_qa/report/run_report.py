"""A report of scored runs as a folder: an HTML page, Markdown, CSV, plots, and a record of its inputs."""

import hashlib
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa import __version__
from temporal_qa.io import InputError, folder_beside, sha256, write_json
from temporal_qa.report.document import Section, Table, write_document
from temporal_qa.report.hardest_questions import hardest_questions, read_questions
from temporal_qa.report.question_report import question_section, question_tables
from temporal_qa.report.response_report import response_section
from temporal_qa.scoring.responses.response_scores import ScoredItem, summarize_runs
from temporal_qa.scoring.scored_questions import ScoredQuestion
from temporal_qa.tables.plot_style import check_matplotlib

_CODE = ("drawing", "questions", "report", "scoring", "tables", "text", "timeline")
"""The folders of the library whose code decides the content of a report."""
_LIBRARY = Path(__file__).resolve().parents[1]


class ScoredRuns(NamedTuple):
    """What a report is about: any scored questions and scored responses.

    Attributes:
        files: those that hold them.
        asked: files of questions that the runs answered; the report shows the hardest of each with their facts.
    """

    questions: Sequence[ScoredQuestion]
    responses: Sequence[ScoredItem]
    files: Sequence[Path]
    asked: Sequence[Path] = ()


def write_report(
    runs: ScoredRuns, out: Path, *, bootstrap: int = 1000, seed: int = 0, overwrite: bool = False
) -> dict[str, Any]:
    """Writes the folder ``out``: ``report.html``, which is self-contained, ``report.md``, CSV and PNG files.

    Args:
        runs: at least one.
        out: a new folder or, with ``overwrite``, the folder of an earlier report.
        bootstrap: resamples for 95 % intervals.
        seed: of the bootstrap, and of the draw among equally hard questions.
        overwrite: whether to replace an earlier report.

    Returns:
        For JSON: ``questions``, for each set of them the scores of the runs and the paired tests; ``responses``, the
        scores of each run.

    Raises:
        InputError: no runs, runs that must not be in one report, questions that no run answered, a folder that is not
            ours, or no matplotlib.
    """
    if not runs.questions and not runs.responses:
        raise InputError("no scored runs to report")
    check_matplotlib()
    with folder_beside(out, "report", overwrite=overwrite) as folder:
        found = fill_report(folder, runs, title="Scored runs", bootstrap=bootstrap, seed=seed)
        record = {"report": "scored runs", "temporal_qa": __version__, "code_sha256": code_hash(), "seed": seed}
        files_read = [{"file": path.name, "sha256": sha256(path)} for path in (*runs.files, *runs.asked)]
        write_json(folder / "build.json", record | {"bootstrap": bootstrap, "inputs": files_read})
    return found


def fill_report(
    folder: Path, runs: ScoredRuns, *, title: str, opening: Sequence[Section] = (), note: str = "",
    bootstrap: int = 1000, seed: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """Writes the files of a report to an existing folder; see :func:`write_report`.

    Args:
        folder: the folder.
        runs, bootstrap, seed: as in :func:`write_report`.
        title: of the report.
        opening: sections before those of the runs.
        note: the paragraph under the title.

    Raises:
        InputError: runs that must not be in one report, questions that no run answered, or no matplotlib.
    """
    tables = question_tables(runs.questions, resamples=bootstrap, seed=seed)
    responses = summarize_runs(runs.responses, bootstrap=bootstrap, seed=seed)
    rows_asked = read_questions(runs.asked, [of_set.runs for of_set in tables], seed=seed)
    sections = list(opening)
    for of_set in tables:
        sections.append(question_section(of_set, folder))
        if (rows := rows_asked.get(of_set.runs.questions[0].questions_sha256)) is not None:
            sections.append(hardest_questions(of_set.runs, rows, folder, suffix=of_set.suffix, seed=seed))
    if runs.responses:
        sections.append(response_section(runs.responses, responses, folder))
    sections.append(_sources(runs))
    write_document(folder, title, note, sections)
    return {"questions": [of_set.to_dict() for of_set in tables], "responses": responses}


def _sources(runs: ScoredRuns) -> Section:
    """Versions, and hashes of data and code."""
    note = (
        f"temporal-qa {__version__} (SHA-256 of its code for {', '.join(_CODE)}: {code_hash()}), "
        f"numpy {version('numpy')}, matplotlib {version('matplotlib')}. Same files, seed and versions: same bytes."
    )
    header = ["what", "file", "SHA-256", "scored by temporal-qa"]
    rows = list(map(list, dict.fromkeys(_named_sources(runs))))
    return Section("Made from", note, [Table("sources", "Files", "", header, rows)])


def _named_sources(runs: ScoredRuns) -> Iterator[tuple[str, str, str, str]]:
    """The rows of the table of sources, many times: every question names its files."""
    yield from (("scored runs", path.name, sha256(path), "-") for path in runs.files)
    for q in runs.questions:
        yield "what the questions ask and answer", q.questions, q.questions_sha256, "-"
        if q.questions_file_sha256 is not None:
            yield "questions", q.questions, q.questions_file_sha256, "-"
        yield f"predictions of {q.run}", q.predictions, q.predictions_sha256, q.temporal_qa
    yield from (("questions", path.name, sha256(path), "-") for path in runs.asked)


def code_hash() -> str:
    """The SHA-256 of the code that decides the content of a report: names and bytes of its files, in order."""
    digest = hashlib.sha256()
    for name in _CODE:
        for file in sorted((_LIBRARY / name).rglob("*")):
            if file.suffix in (".py", ".jinja"):
                content = file.read_bytes()
                digest.update(f"{file.relative_to(_LIBRARY).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()
