"""Files made to do harm: archives that fill the memory, YAML that runs or grows, names that lead elsewhere."""

import bz2
import gzip
import os
import resource
import signal
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import warm_process
from temporal_qa.io import read as reading
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows

MEGABYTE = 1 << 20
MEMORY = 3 << 30
COMMAND = "from temporal_qa.command_line import main; main()"


def temporal_qa(*arguments: str | bytes, cwd: Path) -> tuple[int, str]:
    """Exit status and standard error of the command, in a process that may have 3 GiB of memory."""
    done = warm_process.run([sys.executable, "-c", COMMAND, *arguments], cwd=cwd, limits={resource.RLIMIT_AS: MEMORY})
    return done.returncode, done.stderr


def one_line(told: str) -> str:
    (line,) = told.splitlines()
    return line


@pytest.fixture(scope="module")
def bomb() -> bytes:
    """Four gigabytes of one letter, without a line break, in four megabytes."""
    return gzip.compress(b" " * 64 * MEGABYTE, 1) * 64


def test_an_archive_that_unpacks_to_gigabytes_is_one_line(tmp_path: Path, bomb: bytes) -> None:
    (tmp_path / "bomb.jsonl.gz").write_bytes(bomb)
    status, told = temporal_qa("solve", "bomb.jsonl.gz", "--out", "out.jsonl", cwd=tmp_path)
    assert (status, "a line of more than" in one_line(told)) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["bomb.jsonl.gz"]


def _csv(path: Path) -> object:
    from temporal_qa.io.csv_rows import read_csv

    return list(read_csv(path, ["question"]))


def _published(path: Path) -> object:
    from temporal_qa.released.files import read_released

    return list(read_released(path))


def _labels(path: Path) -> object:
    from temporal_qa.fiction.real_labels import read_real_labels

    return list(read_real_labels(path))


def _export(path: Path) -> object:
    from temporal_qa.annotation.exports import read_exports

    return list(read_exports([path]))


def _raw(path: Path) -> object:
    from temporal_qa.released.temp_answer_qa.distillation import distil

    return distil(path.parent)


@pytest.mark.parametrize(
    ("read", "name", "beginning"),
    [
        (lambda path: list(read_rows(path)), "rows.jsonl.gz", b""), (_csv, "q.csv.gz", b"question\n"),
        (_published, "q.json.gz", b"["), (_published, "q.json.gz", b"{"), (_labels, "labels.txt.gz", b""),
        (_export, "anna.jsonl.gz", b""), (_export, "tasks.json.gz", b"["), (_raw, "tot_arithmetic.json.gz", b"["),
    ],
)  # fmt: skip
def test_no_archive_is_unpacked_without_bound(
    read: Callable[[Path], object], name: str, beginning: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_LINE_BYTES", MEGABYTE)
    monkeypatch.setattr(reading, "MAX_BYTES_AT_ONCE", MEGABYTE)
    (tmp_path / name).write_bytes(gzip.compress(beginning + b" " * 2 * MEGABYTE))
    with pytest.raises(InputError, match=r"more than 1,048,576 bytes"):
        read(tmp_path / name)


def test_a_zip_that_unpacks_to_more_than_it_may_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(90):
            archive.writestr(f"../../{number}.jsonl", b" " * MEGABYTE)
    content = bytearray((tmp_path / "bomb.zip").read_bytes())
    size = MEGABYTE.to_bytes(4, "little")
    (tmp_path / "bomb.zip").write_bytes(content.replace(size, (100 * MEGABYTE).to_bytes(4, "little")))
    with pytest.raises(InputError, match="expected at most"):
        _export(tmp_path / "bomb.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["bomb.zip"]  # nothing is ever unpacked to a file


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
HOSTILE_YAML = {
    "a tag that runs a command": "a: !!python/object/apply:os.system ['touch ran']\n",
    "a tag that makes an object": "a: !!python/object/new:pathlib.Path ['ran']\n",
    "aliases that stand for a billion values": LAUGHS,
    "an alias of itself": "a: &a [*a]\n",
}


@pytest.mark.parametrize("text", HOSTILE_YAML.values(), ids=HOSTILE_YAML)
def test_yaml_of_recipes_runs_nothing_and_does_not_grow(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from temporal_qa.engine.recipes import read_recipe
    from temporal_qa.models.predicting import read_prediction_recipe
    from temporal_qa.models.recipes import READER_RECIPES

    monkeypatch.chdir(tmp_path)
    Path("r.yaml").write_text(text)
    for read in (lambda path: read_recipe(READER_RECIPES, path), lambda path: read_prediction_recipe(path, ["a"])):
        with pytest.raises(InputError, match=r"r\.yaml: cannot be read as YAML"):
            read(Path("r.yaml"))
    assert [path.name for path in tmp_path.iterdir()] == ["r.yaml"]


@pytest.mark.parametrize("text", HOSTILE_YAML.values(), ids=HOSTILE_YAML)
def test_yaml_of_a_card_runs_nothing_and_does_not_grow(text: str, tmp_path: Path) -> None:
    (tmp_path / "build.json").write_text('{"temporal_qa": "0.1.0", "dataset": "complex_tr"}')
    used = text.replace("a: ", "configs: ", 1) + ("dataset_info: *i\n" if text is LAUGHS else "")
    (tmp_path / "README.md").write_text(f"---\n{used}---\n")
    status, told = temporal_qa("publish", ".", "org/name", "--dry-run", cwd=tmp_path)
    assert (status, "README.md: its head does not declare" in one_line(told)) == (2, True)
    assert len(told) < 2_000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "build.json"]


def test_a_name_that_is_not_utf_8_is_one_line(tmp_path: Path) -> None:
    name = b"questions-\xff.jsonl"
    try:
        Path(os.fsdecode(bytes(tmp_path) + b"/" + name)).write_text("{}")
    except OSError:
        pytest.skip("this file system has UTF-8 names only")
    status, told = temporal_qa("solve", name, "--out", "out.jsonl", cwd=tmp_path)
    assert (status, "is not UTF-8" in one_line(told)) == (2, True)


@pytest.mark.parametrize("column", ["question", "answers", "level"])
def test_a_text_of_four_megabytes_in_any_column(column: str, tmp_path: Path) -> None:
    context = "Ann attended MIT from Jan, 1990 to Jan, 1992."
    row = {"id": "a", "question": "Where was Ann educated in June, 1990?", "answers": ["MIT"], "fact_context": context}
    large = "Ann was " * (4 * MEGABYTE // 8)
    value = [large] if column == "answers" else large
    write_json_lines(tmp_path / "q.jsonl", [row | {column: value}])
    write_json_lines(tmp_path / "p.jsonl", [{"id": "a", "text": large if column == "answers" else "MIT"}])
    for arguments in (
        ["solve", "q.jsonl", "--out", "solved.jsonl"], ["audit", "q.jsonl", "--out", "report.json"],
        ["score", "q.jsonl", "p.jsonl", "--items", "items.jsonl", *(["--by", "level"] if column == "level" else [])],
    ):  # fmt: skip
        status, told = temporal_qa(*arguments, cwd=tmp_path)
        assert status in (0, 2)
        assert len(told) < 5_000
        assert "Traceback" not in told


def test_a_damaged_dump_leaves_what_was_there(tmp_path: Path) -> None:
    """At some places indexed_bzip2 1.7 ends the process (status 134), which nothing in Python can turn into a line."""
    pytest.importorskip("indexed_bzip2", reason="reading dumps needs the extra mine")
    lines = (b'{"id":"Q%d","text":"%s"}' % (number, b"x" * (number % 700)) for number in range(3000))
    packed = bz2.compress(b"[\n" + b",\n".join(lines) + b"\n]\n")
    (tmp_path / "facts.parquet").write_bytes(b"before")
    for place in (4_000, 4_519):
        (tmp_path / "dump.json.bz2").write_bytes(packed[:place] + b"\xff" * 20 + packed[place + 20 :])
        status, told = temporal_qa(
            "mine",
            "dump.json.bz2",
            "--as-of",
            "2020",
            "--workers",
            "1",
            "--out",
            "facts.parquet",
            "--overwrite",
            cwd=tmp_path,
        )
        assert status == -signal.SIGABRT or (status, "damaged" in one_line(told)) == (2, True)
        assert (tmp_path / "facts.parquet").read_bytes() == b"before"
