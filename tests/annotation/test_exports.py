"""Round trips: questions to a tool's files, through the tool, and back to verdicts; and files that are not exports."""

import gzip
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from temporal_qa.annotation.exports import read_exports
from temporal_qa.annotation.task_files import write_task_files
from temporal_qa.annotation.verdicts import Dropped, Judgement, merge
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError

# What the tools make of our files, as their sources do it; the real Label Studio is run by tests/integration.
# ``chosen`` is what one annotator did, by question: (verdict, comment), the verdict None where the task was skipped;
# questions that are not in it were left.
Chosen = Mapping[str, tuple[bool | None, str]]


def label_studio_export(tasks: Path, chosen: Chosen, user: int) -> list[dict[str, Any]]:
    """The JSON export of all tasks of a project: ``data_export/serializers.py`` of Label Studio 1.23."""
    exported = []
    for number, task in enumerate(json.loads(tasks.read_bytes()), 1):
        given = chosen.get(task["data"]["question_id"])
        annotations = [] if given is None else [_annotation(number, given, user)]
        exported.append({"id": number, "annotations": annotations, "drafts": [], "predictions": [], **task, "meta": {}})
    return exported


def _annotation(number: int, given: tuple[bool | None, str], user: int) -> dict[str, Any]:
    verdict, comment = given
    result = [] if verdict is None else [_region("verdict", "choices", {"choices": [str(verdict)]})]
    result += [_region("comment", "textarea", {"text": [comment]})] if comment else []
    return {"id": number, "completed_by": user, "result": result, "was_cancelled": verdict is None, "task": number}


def _region(name: str, kind: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "from_name": name, "to_name": "context", "type": kind, "origin": "manual", "value": value}


def label_studio_min_export(tasks: Path, chosen: Chosen, user: int) -> list[dict[str, Any]]:
    """JSON-MIN: ``convert_to_json_min`` of label_studio_sdk 2.1. It lacks skipped tasks and has its own ``id``."""
    exported = []
    for task in label_studio_export(tasks, chosen, user):
        row = task["data"] | {"id": task["id"]}
        if not task["annotations"]:
            exported.append(row | {"annotator": None, "annotation_id": None})
        for annotation in task["annotations"]:
            if not annotation["was_cancelled"]:
                regions = {region["from_name"]: region["value"] for region in annotation["result"]}
                parts = {name: (value.get("choices") or value["text"])[0] for name, value in regions.items()}
                exported.append(row | parts | {"annotator": user, "annotation_id": annotation["id"]})
    return exported


def doccano_export(tasks: Path, chosen: Chosen) -> list[dict[str, Any]]:
    """One member's file: ``data_export`` of doccano 1.8.4. It does not mark skipped tasks."""
    exported = []
    for number, line in enumerate(tasks.read_bytes().splitlines(), 1):
        example = json.loads(line)
        verdict, comment = chosen.get(example["question_id"], (None, ""))
        example |= {"label": [] if verdict is None else [str(verdict)], "Comments": [comment] if comment else []}
        exported.append({"id": number} | example)
    return exported


def doccano_zip(files: Mapping[str, list[dict[str, Any]]]) -> bytes:
    """The archive that doccano offers: a ``.jsonl`` a member."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as members:
        for user, rows in files.items():
            members.writestr(f"{user}.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    return archive.getvalue()


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
COMMENT = TEXT.filter(str.strip).map(str.strip) | st.just("")
CHOSEN = st.tuples(st.none() | st.booleans(), COMMENT)


def row(identity, text):
    return {"id": identity, "question": f"{text}?", "answers": [f"A{text}"], "fact_context": f"{text}."}


@settings(max_examples=60)
@given(data=st.data(), ids=st.dictionaries(TEXT, TEXT, min_size=1, max_size=8), seed=st.integers(0, 99))
@pytest.mark.parametrize("kind", ["JSON", "JSON_MIN", "doccano", "doccano zip"])
def test_verdicts_come_back_as_they_were_given(kind, data, ids, seed):
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_json_lines(folder / "q.jsonl", (row(identity, text) for identity, text in ids.items()))
        tool = "doccano" if kind.startswith("doccano") else "label-studio"
        write_task_files(folder / "q.jsonl", folder / "tasks", tool, seed=seed)
        expected, skipped, left, exports = [], 0, 0, []
        for user, tasks in enumerate(sorted((folder / "tasks").glob("annotator_*")), 1):
            chosen = data.draw(st.dictionaries(st.sampled_from(sorted(ids)), CHOSEN))
            exports.append(export(kind, tasks, chosen, user, folder))
            for question, (verdict, comment) in chosen.items():
                skipped += verdict is None
                if verdict is not None:
                    # doccano's users have names, those of Label Studio are numbers.
                    name = f"user {user}" if tool == "doccano" else f"{user}"
                    expected.append(Judgement(question, f"{tasks.stem}/{name}", verdict, comment))
            left += len(ids.keys() - chosen.keys())
        kept, drops = merge(read_exports(path for path in exports if path))
        assert kept == sorted(expected, key=lambda judgement: (judgement.id, judgement.annotator))
        if kind == "JSON":
            assert drops == counter(SKIPPED=skipped, MISSING=left)
        elif kind == "JSON_MIN":
            assert drops == counter(MISSING=left)
        else:
            assert drops == counter(MISSING=left + skipped)


def counter(**counts):
    return {Dropped[name].value: number for name, number in counts.items() if number}


def export(kind, tasks, chosen, user, folder):
    path = folder / f"user {user}.{'zip' if kind == 'doccano zip' else 'jsonl' if kind == 'doccano' else 'json'}"
    if kind == "doccano zip":
        path.write_bytes(doccano_zip({f"user {user}": doccano_export(tasks, chosen)}))
    elif kind == "doccano":
        write_json_lines(path, doccano_export(tasks, chosen))
    else:
        make = label_studio_export if kind == "JSON" else label_studio_min_export
        rows = make(tasks, chosen, user)
        if not rows:  # JSON-MIN of a project where every task was skipped
            return None
        path.write_text(json.dumps(rows), encoding="utf-8")
    return path


EXAMPLE = {"text": "x", "label": ["True"], "Comments": [], "question_id": "q", "share": "annotator_1"}


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("anna.json", lambda path: path.write_text(json.dumps([EXAMPLE]))),
        ("anna.jsonl", lambda path: path.write_text("\ufeff" + json.dumps(EXAMPLE) + "\n\n")),
        ("anna.jsonl.gz", lambda path: path.write_bytes(gzip.compress(json.dumps(EXAMPLE).encode()))),
        ("export.zip", lambda path: path.write_bytes(doccano_zip({"anna": [EXAMPLE], "nobody": []}))),
    ],
)
def test_the_user_of_doccano_is_in_the_name_of_the_file(tmp_path, name, write):
    write(tmp_path / name)
    assert list(read_exports([tmp_path / name])) == [Judgement("q", "annotator_1/anna", True)]


def zipped(name, text):
    def write(path):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(name, text)

    return write


@pytest.mark.parametrize(
    ("name", "write", "message"),
    [
        ("absent.json", lambda path: None, "absent.json: no such file"),
        ("folder.json", lambda path: path.mkdir(), "is a folder, expected an export"),
        ("a.zip", os.mkfifo, "a.zip: is a pipe or a device, expected a file"),
        ("a.csv", lambda path: path.write_text("text,label\n"), "unknown kind of file, expected an export as .json"),
        ("a.json", lambda path: path.write_text("[\n{\n"), "a.json:3: not valid JSON"),
        ("a.json", lambda path: path.write_text(""), "a.json:1: not valid JSON"),
        ("a.json", lambda path: path.write_text('{"tasks": []}'), "found a JSON dict, expected a list of tasks"),
        ("a.json", lambda path: path.write_text("[]"), "holds no tasks"),
        ("a.json", lambda path: path.write_text("[3]"), "task 1 is neither a task of a Label Studio JSON"),
        ("a.json", lambda path: path.write_text('[{"id": 1}]'), "task 1 is neither a task of a Label Studio JSON"),
        ("a.jsonl", lambda path: path.write_text(f"{json.dumps(EXAMPLE)}\n{{"), "a.jsonl:2: not valid JSON"),
        ("a.jsonl", lambda path: path.write_text(json.dumps(EXAMPLE | {"question_id": 3})), "has no 'question_id'"),
        ("a.jsonl.gz", lambda path: path.write_bytes(gzip.compress(b"{}" * 999)[:-9]), "cannot be read"),
        ("a.zip", lambda path: path.write_bytes(b"PK\x03\x04 no archive"), "cannot be read: File is not a zip file"),
        ("a.zip", zipped("anna.jsonl", "{"), "a.zip, anna.jsonl:1: not valid JSON"),
        ("a.zip", zipped("anna.csv", "text"), "holds no tasks"),
    ],
)
def test_files_that_are_not_exports(tmp_path, name, write, message):
    write(tmp_path / name)
    with pytest.raises(InputError) as error:
        list(read_exports([tmp_path / name]))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_damaged_archive_is_reported(tmp_path):
    content = bytearray(doccano_zip({"anna": [EXAMPLE] * 50}))
    content[60] ^= 0xFF
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(InputError, match="cannot be read"):
        list(read_exports([tmp_path / "a.zip"]))


def test_an_archive_that_unpacks_to_more_than_any_export_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("temporal_qa.annotation.exports._MAX_UNPACKED", 1_000)
    with zipfile.ZipFile(tmp_path / "export.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.jsonl", " " * 1_001)
    with pytest.raises(InputError, match=r"export\.zip: unpacks to 1,001 bytes, expected at most 1,000"):
        list(read_exports([tmp_path / "export.zip"]))


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_damaged_in_any_compression_is_reported(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "doccano.zip"
    with zipfile.ZipFile(path, "w", kind) as archive:
        archive.writestr("anna.jsonl", '{"text": "x", "label": []}\n' * 100)
    content = path.read_bytes()
    path.write_bytes(content[:60] + b"\xff" * 20 + content[80:])
    with pytest.raises(InputError, match=r"cannot be read|not valid JSON"):
        list(read_exports([path]))
