"""The rows that the explorer shows, invented or loaded, and a model's answers to them."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from temporal_qa.apps.uploaded_tables import read_table
from temporal_qa.io import InputError, first_line, is_list_of_texts
from temporal_qa.questions.answer_candidates import answer_candidates
from temporal_qa.questions.cron_questions.queries import FIELDS
from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.normalize import split_answers
from temporal_qa.scoring.reading.response import read_answers as read_response
from temporal_qa.scoring.set_accuracy import set_accuracy

MAX_EXPLORED = 500
"""The most rows of a split that are read."""

_INVENTED_SUBJECTS, _SEED = 8, 0

_SHOWN = ("id", "question", "answers", "answer", "text_answers", "level", "hops", "kind", "reference_date", "future",
          "facts", "fact_context", "answer_type", "answer_value", "answer_iso", "context", "lives",
          "probes", "task", "form", "version", "decided_by", "mode", "wording", "reason", "segments", "specifier",
          "answer_starts", "answer_ends", *FIELDS)  # fmt: skip
"""The columns that are kept. Others, such as passages, would take too much memory for each visit."""


class ModelAnswer(NamedTuple):
    """A model's answers, and where its answer stands in the context, in characters, if it says so."""

    answers: list[str]
    span: tuple[int, int] | None = None


ModelAnswers = dict[str, ModelAnswer]
"""Question id -> a model's answer."""

Mark = Literal["right", "partly right", "wrong"]


def invented_rows() -> list[dict[str, Any]]:
    """A small fictional dataset: one question of each kind about a few subjects, in rows as ``build`` writes them."""
    from temporal_qa.fiction.world import invent_groups
    from temporal_qa.questions.complex_tr.queries import KINDS
    from temporal_qa.questions.complex_tr.synthesis import questions_of_kind
    from temporal_qa.questions.complex_tr.verbalize import context_facts, next_id, verbalize

    rows = []
    numbers: Counter[str] = Counter()
    for group in invent_groups(_INVENTED_SUBJECTS, _SEED):
        rng = random.Random(f"{_SEED}/explorer/{group.subject_id}")
        stated = context_facts(group)
        for kind in KINDS:
            if candidates := list(questions_of_kind(group, kind, _SEED)):
                candidate = rng.choice(candidates)
                question = verbalize(stated, candidate, next_id(group, candidate, numbers), rng, Counter())
                if question is not None:
                    rows.append(question.to_row())
    return rows


def baseline_answers(rows: list[dict[str, Any]]) -> ModelAnswers:
    """The answers of a baseline that ignores time: the most recent fact of the relation."""
    from temporal_qa.questions.complex_tr.baselines import most_recent_fact

    return {row["id"]: ModelAnswer(most_recent_fact(row)) for row in rows}


def load_rows(source: str, config: str, split: str, *, folders: bool) -> list[dict[str, Any]]:
    """The first rows of a split, at most :data:`MAX_EXPLORED`.

    Args:
        source: a dataset of the Hub (``org/name``), or a local folder.
        config: its configuration; empty for the default.
        split: its split.
        folders: whether local folders may be read: not where strangers use the app.

    Raises:
        InputError: no such dataset, configuration or split, or rows without a question and facts.
    """
    import datasets
    from datasets.packaged_modules.csv.csv import Csv
    from datasets.packaged_modules.json.json import Json
    from datasets.packaged_modules.parquet.parquet import Parquet

    source, split = source.strip(), split.strip() or "test"
    _check_source(source, folders)
    try:
        # Strangers must not use the token of the machine's owner.
        builder = datasets.load_dataset_builder(source, config.strip() or None, token=None if folders else False)
        if not isinstance(builder, Parquet | Json | Csv):  # other kinds may unpack archives, or worse
            raise InputError(f"{source} has other files than Parquet, JSON or CSV")
        rows = list(itertools.islice(builder.as_streaming_dataset(split=split), MAX_EXPLORED))
    except InputError:
        raise
    except Exception as error:  # errors of the loader and the network have no common base class
        raise InputError(f"{source} cannot be loaded: {first_line(error)}") from None
    if not rows:
        raise InputError(f"{source}: no rows in the split {split!r}")
    for number, row in enumerate(rows, 1):
        _check_row(row, f"{source}, row {number}")
    return [{name: row[name] for name in _SHOWN if name in row} for row in rows]


def _check_source(source: str, folders: bool) -> None:
    from huggingface_hub.utils import HFValidationError, validate_repo_id

    if folders and Path(source).is_dir():
        return
    try:
        validate_repo_id(source)
        on_hub = "/" in source and not Path(source).exists()
    except HFValidationError:
        on_hub = False
    if not on_hub:
        neither = "neither a folder nor" if folders else "not"
        raise InputError(f"{source!r} is {neither} the name of a dataset on the Hub, expected org/name")


def _check_row(row: dict[str, Any], place: str) -> None:
    needed = ("facts", "fact_context", "answer_type")  # the last one where dates, or a context, answer the question
    if not isinstance(row.get("question"), str) or all(row.get(name) is None for name in needed):
        columns = ", ".join(map(repr, list(row)[:12]))
        raise InputError(
            f"{place}: expected the columns 'question', and 'facts', 'fact_context' or 'answer_type'; found {columns}"
        )


def read_answers(path: Path, rows: Iterable[Mapping[str, Any]] = ()) -> ModelAnswers:
    """A model's answers from an uploaded file with ``id`` and ``answers`` (list) or ``text`` (a response), perhaps with
    ``start`` and ``end`` in the context.

    A response without an answer that can be read is left out. The facts of ``rows`` settle where a line parts.

    Raises:
        InputError: as :func:`~temporal_qa.apps.uploaded_tables.read_table`, or a row without these columns.
    """
    answers: ModelAnswers = {}
    row_of = {str(row.get("id")): row for row in rows}
    for number, row in enumerate(read_table(path, ("id", "answers", "text", "start", "end")), 1):
        found = row.get("answers") if row.get("answers") is not None else row.get("text")
        if row.get("id") is None or not (isinstance(found, str) or is_list_of_texts(found)):
            raise InputError(f"{path.name}: row {number}: expected 'id', and 'answers' (list of texts) or 'text'")
        start, end = row.get("start"), row.get("end")
        span = (start, end) if isinstance(start, int) and isinstance(end, int) else None
        if isinstance(found, list):
            answers[str(row["id"])] = ModelAnswer(split_answers(found), span)
            continue
        asked = row_of.get(str(row["id"]), {})
        response = read_response(
            found, answer_candidates(asked), answer_type=asked.get("answer_type"), question=asked.get("question")
        )
        if response.reason is None:
            answers[str(row["id"])] = ModelAnswer(response.answers, span)
    return answers


def mark(found: list[str], right: list[str]) -> Mark:
    """The mark of a set of answers, by set accuracy and answer F1."""
    if set_accuracy([found], [right])[0] == 100:
        return "right"
    return "partly right" if answer_f1([found], [right])["answer_f1"][0] > 0 else "wrong"
