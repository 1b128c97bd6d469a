"""Questions drawn for verification and shared out among annotators, in files for annotation tools to import."""

import random
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import orjson
from tqdm import tqdm

from temporal_qa.annotation import doccano, label_studio
from temporal_qa.annotation.tasks import VerificationTask, task_from_row
from temporal_qa.annotation.verdicts import ADJUDICATOR
from temporal_qa.hub.cards import write_build_record
from temporal_qa.io import InputError, counted, folder_beside, read_rows, write_json, write_json_lines
from temporal_qa.scoring.labelled_rows import row_id

SAMPLE, DOUBLE, ANNOTATORS = 500, 100, 2
"""The numbers of Complex-TR, section 2; fewer questions where the file holds fewer."""


def write_task_files(
    questions: Path,
    out: Path,
    tool: Literal["label-studio", "doccano"],
    *,
    sample: int | None = None,
    double: int | None = None,
    annotators: int = ANNOTATORS,
    adjudication: bool = False,
    seed: int = 0,
    overwrite: bool = False,
) -> dict[str, Any]:
    """Writes the folder ``out``: a share for each annotator, the files for the tool's project, and ``build.json``.

    For Label Studio: ``annotator_1.json`` ... (in parts if it would refuse the size) and ``labelling_interface.xml``;
    for doccano: ``annotator_1.jsonl`` ... and ``labels.json``. Same questions in any order, same arguments: same bytes,
    except the hash of the input in ``build.json``.

    Args:
        questions: rows as :func:`~temporal_qa.annotation.tasks.task_from_row` reads them.
        out: the folder to make.
        tool: whose files to write.
        sample: how many questions to draw; by default 500, or all of a smaller file.
        double: how many of these to give to two annotators; by default 100, or all; 0 for one annotator.
        annotators: the number of shares.
        adjudication: one share of all questions, for the third annotator; ``sample``, ``double`` and ``annotators``
            do not apply.
        seed: of the draw and of the order.
        overwrite: replace a folder made by an earlier run.

    Returns:
        ``questions`` (in the file), ``sampled``, ``double``, and ``tasks`` by file.

    Raises:
        InputError: a file or row that cannot be used, an id that occurs twice, more questions wanted than there are.
    """
    ids = _ids(questions)
    if adjudication:
        shares = {ADJUDICATOR: sorted(ids)}
        sample, double = len(ids), 0
    else:
        sample = min(SAMPLE, len(ids)) if sample is None else sample
        double = (min(DOUBLE, sample) if annotators > 1 else 0) if double is None else double
        try:
            shares = draw_shares(ids, sample=sample, double=double, annotators=annotators, seed=seed)
        except ValueError as problem:
            raise InputError(str(problem), questions) from None
    wanted = {question for share in shares.values() for question in share}
    tasks = {
        identity: task_from_row(row)
        for row in tqdm(read_rows(questions), desc="questions", unit=" rows", total=len(ids), disable=None)
        if (identity := row_id(row)) in wanted
    }
    with folder_beside(out, "human_verification", overwrite=overwrite) as folder:
        counts: dict[str, int] = {}
        for share, members in shares.items():
            given = (tasks[question] for question in tqdm(members, desc=share, unit=" tasks", disable=None))
            write = _write_label_studio if tool == "label-studio" else _write_doccano
            counts |= write(folder, share, given)
        if tool == "label-studio":
            (folder / "labelling_interface.xml").write_text(label_studio.labelling_interface(), encoding="utf-8")
        else:
            write_json(folder / "labels.json", doccano.LABELS)
        report = {"questions": len(ids), "sampled": sample, "double": double, "tasks": counts}
        options = {"seed": seed, "tool": tool, "annotators": len(shares), "adjudication": adjudication}
        write_build_record(
            folder, "human_verification", options=options, inputs={"questions": questions}, counts=report,
            drops={"question that was not sampled": len(ids) - sample},
        )  # fmt: skip
    return report


def draw_shares(
    ids: Collection[str], *, sample: int, double: int, annotators: int = 2, seed: int = 0
) -> dict[str, list[str]]:
    """Draws questions and gives each to one annotator, or to two.

    A share does not show which of its questions another annotator has, too. The order of ``ids`` does not matter.
    Complex-TR, section 2, draws 500 questions and gives 100 of them to two annotators.

    Args:
        ids: the ids of all questions, each once.
        sample: how many to draw, at most ``len(ids)``.
        double: how many of these to give to two annotators, at most ``sample``; 0 where there is one annotator.
        annotators: how many shares to make, at least 1; they differ by one question at most.
        seed: same ids and arguments, same shares.

    Returns:
        ``annotator_1``, ``annotator_2`` ... with the ids of their questions, in the order of annotation.

    Raises:
        ValueError: an argument is out of range.

    >>> shares = draw_shares([f"q{n}" for n in range(50)], sample=10, double=4)
    >>> {name: len(ids) for name, ids in shares.items()}, len(set(shares["annotator_1"]) & set(shares["annotator_2"]))
    ({'annotator_1': 7, 'annotator_2': 7}, 4)
    """
    if not 0 < sample <= len(ids):
        raise ValueError(f"a sample of {sample:,} cannot be drawn from {counted(len(ids), 'question')}")
    if not 0 <= double <= sample:
        raise ValueError(f"{double:,} questions for two annotators are more than the {sample:,} sampled")
    if annotators < 1 or (annotators == 1 and double):
        raise ValueError(f"{counted(annotators, 'annotator')} cannot judge {counted(double, 'question')} twice")
    chance = random.Random(f"{seed}/annotation/sample")
    shares: list[list[str]] = [[] for _ in range(annotators)]
    for turn, question in enumerate(chance.sample(sorted(ids), sample)):
        # The smallest shares so far, ties at random, so that all pairs of annotators share questions.
        for share in sorted(chance.sample(shares, annotators), key=len)[: 2 if turn < double else 1]:
            share.append(question)
    for number, share in enumerate(shares, 1):
        random.Random(f"{seed}/annotation/order/{number}").shuffle(share)
    return {f"annotator_{number}": share for number, share in enumerate(shares, 1)}


def _ids(questions: Path) -> set[str]:
    ids: set[str] = set()
    for row in read_rows(questions, columns=["id"]):
        identity = row_id(row)
        if identity in ids:
            raise row.error(f"the id {identity} occurs twice")
        ids.add(identity)
    if not ids:
        raise InputError("holds no questions", questions)
    return ids


def _write_doccano(folder: Path, share: str, tasks: Iterable[VerificationTask]) -> dict[str, int]:
    name = f"{share}.jsonl"
    return {name: write_json_lines(folder / name, (doccano.doccano_example(task, share) for task in tasks))}


def _write_label_studio(folder: Path, share: str, tasks: Iterable[VerificationTask]) -> dict[str, int]:
    lines = (orjson.dumps(label_studio.label_studio_task(task, share)) for task in tasks)
    parts = list(_parts(lines, label_studio.MAX_FILE_BYTES))
    counts = {}
    for number, part in enumerate(parts, 1):
        name = f"{share}.json" if len(parts) == 1 else f"{share}_part_{number}.json"
        (folder / name).write_bytes(b"[\n" + b",\n".join(part) + b"\n]\n")
        counts[name] = len(part)
    return counts


def _parts(lines: Iterable[bytes], limit: int) -> Iterator[list[bytes]]:
    """Blocks of lines with at most ``limit`` bytes; a longer line is a block of its own."""
    part: list[bytes] = []
    size = 0
    for line in lines:
        if part and size + len(line) > limit:
            yield part
            part, size = [], 0
        part.append(line)
        size += len(line) + 2
    if part:
        yield part
