"""HieraDate as released: a file is one JSON list of samples, each with its questions and answers as columns.

A comparison sample has two extraction and two yes/no questions, a combined one four, two ages and one yes/no. Answers
to extraction questions are text, ages ``{"year": 90, "month": 10, "day": 1}``. A prediction repeats the sample with
other answers. Source: Ho, Sugawara and Aizawa (2022), https://github.com/Alab-NII/HieraDate.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, Row
from temporal_qa.questions.hieradate.main_questions import read_main_question
from temporal_qa.questions.hieradate.sample import Paragraph, Relation, Task
from temporal_qa.questions.unsolved import Unparsable
from temporal_qa.released.files import read_released
from temporal_qa.scoring.date_probes import answer_text
from temporal_qa.scoring.labelled_rows import AnswerType
from temporal_qa.scoring.reading.ages import read_age
from temporal_qa.scoring.reading.dates import read_date
from temporal_qa.scoring.reading.yes_or_no import read_yes_no
from temporal_qa.scoring.reference.date_probes import Part, reference_overlap, reference_questions, reference_scores
from temporal_qa.timeline.dates import DATE_PARTS, deciding_part

COLUMNS: dict[str, tuple[str, str, Task]] = {
    "main": ("question", "answer", "main"),
    **{f"extract_{n}": (f"ques_extract_{n}", f"ans_extract_{n}", "extraction") for n in range(1, 5)},
    **{f"reason_{n}": (f"ques_reason_{n}", f"ans_reason_{n}", "reasoning") for n in range(1, 4)},
    "robust": ("ques_robust", "ans_robust", "robustness"),
}
"""Our key of a probe -> the columns of its question and answer, and its task."""

ENDS: dict[Relation, tuple[str, ...]] = {"birth": ("start",), "death": ("end",), "lifespan": ("start", "end")}
"""The ends of a life that a question of each relation asks for."""


def is_released(path: Path) -> bool:
    """Whether the name is that of a file in the released layout."""
    return path.name.endswith((".json", ".json.gz"))


def read_released_samples(path: Path) -> Iterator[Row]:
    """The samples of a file, each with an ``id``, numbered from 1.

    Raises:
        InputError: the file cannot be read, or a sample has no ``_id``.
    """
    for row in read_released(path):
        yield row._replace(values=row.values | {"id": sample_id(row)})


def sample_id(sample: Row) -> str:
    """The ``_id`` of a sample, or its ``id``. Raises ``InputError`` where it has neither."""
    identity = sample.values.get("_id", sample.values.get("id"))
    if isinstance(identity, bool) or not isinstance(identity, str | int) or identity == "":
        raise sample.error(f"expected an '_id' (text or a whole number), found {identity!r:.80}")
    return str(identity)


def released_questions(sample: Row) -> Iterator[Row]:
    """The questions of a sample as rows of ours (:meth:`~temporal_qa.questions.hieradate.sample.Sample.question_rows`).

    ``relation`` is read from the main question, ``decided_by`` from the dates or ages; they are ``unknown`` where these
    do not tell.

    Raises:
        InputError: an answer is absent, or not of a type that its question may have.
    """
    combined = sample.values.get("ques_extract_3") is not None  # tables of both kinds have the columns in all rows
    shared = {
        "sample": sample.values["id"], "kind": "combined" if combined else "comparison",
        "decided_by": _decided_by(sample.values, combined=combined),
        "relation": "lifespan" if combined else _relation(sample.values),
    }  # fmt: skip
    for key, (question, answer, task) in COLUMNS.items():
        value = sample.values.get(answer)
        if sample.values.get(question) is None and value is None and key not in ("main", "robust"):
            continue
        if value is None or value == "":
            raise sample.error(f"expected {answer!r}, an answer, found {value!r}")
        text = answer_text(value)
        yield sample._replace(
            values={
                "id": f"{shared['sample']}_{key}", "question": sample.values.get(question), "answers": [text],
                "answer_type": type_of_answer(task, text), "probe": key, "task": task, **shared,
            }
        )  # fmt: skip


def released_predictions(sample: Row) -> Iterator[Row]:
    """The predictions of a sample, one row for each answer that it has."""
    for key, (_, answer, _) in COLUMNS.items():
        if (value := sample.values.get(answer)) is not None:
            yield sample._replace(values={"id": f"{sample.values['id']}_{key}", "answers": [answer_text(value)]})


def paragraphs_of(row: Row) -> list[Paragraph]:
    """The paragraphs in the column ``context`` of a sample, or of a question of 2WikiMultihopQA or HotpotQA.

    Raises:
        InputError: it has another form.
    """
    return list(row.value("context", list[Paragraph], "a list of [title, [sentence, ...]]"))


def type_of_answer(task: Task, answer: str) -> AnswerType:
    """The type of an answer to a question of this task; a reasoning question asks for an age, or yes or no."""
    if task == "extraction":
        return "date"
    if task != "reasoning":
        return "entity"
    return "age" if read_yes_no(answer) is None else "yes_no"


def _relation(values: Mapping[str, Any]) -> str:
    try:
        return read_main_question(str(values.get("question"))).relation
    except Unparsable:
        return "unknown"


def _decided_by(values: Mapping[str, Any], *, combined: bool) -> str:
    """The coarsest part in which the two dates, or the two ages, differ."""
    if combined:
        first, second = (read_age(answer_text(values.get(f"ans_reason_{number}"))) or () for number in (1, 2))
        return next((part for part, a, b in zip(DATE_PARTS, first, second, strict=False) if a != b), "unknown")
    dates = [read_date(answer_text(values.get(f"ans_extract_{number}"))) for number in (1, 2)]
    return (dates[0] and dates[1] and deciding_part(dates[0], dates[1])) or "unknown"


def score_as_published(gold: Path, predictions: Path) -> tuple[dict[str, float], list[str]]:
    """The released scores (:mod:`~temporal_qa.scoring.reference.date_probes`), and the ids without a prediction.

    Raises:
        InputError: a file in another layout, a sample that occurs twice, or what the released script stops at.
    """
    predicted = {row.values["id"]: row for row in read_released_samples(predictions)}  # of two, the last counts
    seen: set[str] = set()
    missing = []
    overlaps: list[tuple[Part, tuple[float, ...]]] = []
    for sample in read_released_samples(gold):
        if (identity := sample.values["id"]) in seen:
            raise sample.error(f"the sample {identity!r:.80} occurs twice, expected each once")
        seen.add(identity)
        if identity not in predicted:
            missing.append(identity)
            continue
        try:
            for part, prediction, answer in reference_questions(sample.values, predicted[identity].values):
                overlaps.append((part, reference_overlap(part, prediction, answer)))
        except ValueError as error:
            raise predicted[identity].error(f"{identity!r:.80}: {error}") from None
    try:
        return reference_scores(overlaps), missing
    except ValueError as error:
        raise InputError(str(error), predictions) from None
