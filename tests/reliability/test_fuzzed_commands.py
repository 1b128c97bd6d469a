"""Every command on spoilt files: a good end, or exit status 2 with one line, and then nothing new is left behind."""

import contextlib
import io
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fuzzing import examples, spoilt
from good_files import write_good_files
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.command_line import main

SCORE = "score questions.jsonl predictions.jsonl --by level,hops,kind,relation,future,answers --items out/items.jsonl"
AGREEMENT = "annotate agreement annotations.jsonl --questions questions.jsonl --resamples 2 --gold out/gold.jsonl"
RESPONSES = "score-responses ttqa.csv ttqa_head_M_few-shot.csv --items out/items.jsonl --bootstrap 2"

# A command, and the file of it that is spoilt.
CASES = [
    *((f"solve {name} --out out/solved.jsonl", name) for name in
      ("questions.jsonl", "questions.jsonl.gz", "questions.parquet", "contexts.jsonl")),
    *((f"audit {name} --out out/report.json", name) for name in ("questions.jsonl", "questions.parquet")),
    *((SCORE.replace("questions.jsonl", name), name) for name in ("questions.jsonl", "questions.parquet")),
    (SCORE, "predictions.jsonl"),
    (SCORE + " --as-published --bootstrap 2", "predictions.jsonl"),
    ("import complex_tr.jsonl --config open_domain --out out/rows.jsonl", "complex_tr.jsonl"),
    *((f"import {name} --out out/rows.jsonl", name) for name in ("time_bench.json", "time_bench.json.gz")),
    *((f"annotate export {name} --out out/tasks --sample 2", name) for name in
      ("questions.jsonl", "questions.parquet")),
    ("annotate export complex_tr.jsonl --out out/tasks --tool doccano", "complex_tr.jsonl"),
    *((f"annotate import {name} --out out/verdicts.jsonl", name) for name in
      ("label_studio.json", "label_studio_min.json", "anna.jsonl", "doccano.zip")),
    (AGREEMENT, "annotations.jsonl"),
    (AGREEMENT, "questions.jsonl"),
    (AGREEMENT.replace("questions.jsonl", "questions.parquet"), "questions.parquet"),
    (RESPONSES, "ttqa.csv"),
    (RESPONSES, "ttqa_head_M_few-shot.csv"),
    (RESPONSES.replace("ttqa_head_M_few-shot.csv", "tot_arithmetic_M_few-shot.csv.gz").replace("ttqa", "tot"),
     "tot_arithmetic_M_few-shot.csv.gz"),
    ("score-responses tot.csv tot_arithmetic_M_few-shot.csv.gz --as-published", "tot.csv"),
    ("score-responses built.jsonl responses.jsonl", "built.jsonl"),
    ("score-responses built.jsonl responses.jsonl --baselines --as-published", "responses.jsonl"),
    *(("score-probes probes.jsonl predicted_probes.jsonl --by task,kind --bootstrap 2", name) for name in
      ("probes.jsonl", "predicted_probes.jsonl")),
    *((f"score-probes probes.json predicted_probes.json {how}", name) for how in ("", "--as-published") for name in
      ("probes.json", "predicted_probes.json")),
    *(("distil temp-answer-qa --source . --out out/kept.jsonl", name) for name in
      ("temptabqa_head.json", "tot_arithmetic.json")),
]  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good")
    write_good_files(folder)
    return folder


@contextlib.contextmanager
def beside(good: Path, name: str, content: bytes, command: str) -> Iterator[Path]:
    """A folder with the files of a command, one of them spoilt."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for file in good.iterdir():
            if file.name in command or (file.suffix == ".json" and "--source ." in command):
                shutil.copyfile(file, file.name)
        Path(name).write_bytes(content)
        Path("out").mkdir()
        yield Path("out")


def run(command: str) -> tuple[int, str]:
    """The exit status and what was told on standard error. Whatever else the command raises, is raised."""
    told, before = io.StringIO(), sys.argv
    sys.argv = ["temporal-qa", *command.split()]
    handler = signal.getsignal(signal.SIGTERM)
    try:
        with contextlib.redirect_stderr(told), contextlib.redirect_stdout(io.StringIO()):
            main()
    except SystemExit as end:
        return int(end.code or 0), told.getvalue()
    finally:
        sys.argv = before
        signal.signal(signal.SIGTERM, handler)
    return 0, told.getvalue()


@pytest.mark.parametrize(
    ("command", "name"), CASES, ids=[f"{command.split(' --')[0]}: {name}" for command, name in CASES]
)
def test_a_good_end_or_one_line_and_nothing_left(
    good: Path, command: str, name: str, request: pytest.FixtureRequest
) -> None:
    with beside(good, name, (good / name).read_bytes(), command):
        assert run(command)[0] == 0

    @examples(request.config.getoption("--fuzz-examples"))
    @given(st.data())
    def holds(data: Any) -> None:
        content = data.draw(spoilt(name, (good / name).read_bytes()))
        with beside(good, name, content, command) as out:
            status, told = run(command)
            if status:
                assert status == 2
                lines = [line for line in told.splitlines() if line.startswith("temporal-qa: ")]
                assert len(lines) == 1
                assert len(lines[0]) < 5_000
                assert list(out.rglob("*")) == []

    holds()
