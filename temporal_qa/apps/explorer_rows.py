"""The rows that the explorer shows, invented or loaded, and a model's answers to them."""

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.apps.uploaded_tables import read_table
from temporal_qa.io import InputError, explain_errors, is_list_of_texts
from temporal_qa.questions.answer_candidates import answers_in_text
from temporal_qa.questions.cron_questions.queries import FIELDS
from temporal_qa.scoring.normalize import split_answers

MAX_EXPLORED = 500
"""The most rows of a split that are read."""

_INVENTED_SUBJECTS, _SEED = 8, 0

_SHOWN = ("id", "question", "answers", "answer", "text_answers", "level", "hops", "kind", "reference_date", "future",
          "facts", "fact_context", "answer_type", "answer_value", "answer_iso", "context", "lives",
          "probes", "task", "form", "version", "decided_by", "mode", "wording", "reason", "segments", "specifier",
          "answer_starts", "answer_ends", *FIELDS)  # fmt: skip
"""The columns that are kept. Others, such as passages, would take too much memory for each visit."""

_NEEDED = ("facts", "fact_context", "answer_type")  # one of them; the last where dates, or a context, give the answer


class ModelAnswer(NamedTuple):
    """A model's answers, and where its answer stands in the context, in characters, if it says so."""

    answers: list[str]
    span: tuple[int, int] | None = None


def invented_rows() -> list[dict[str, Any]]:
    """A small fictional dataset: one question of each kind about a few subjects, in rows as ``build`` writes them."""
    from temporal_qa.fiction.world import invent_groups
    from temporal_qa.questions.complex_tr.queries import KINDS
    from temporal_qa.questions.complex_tr.synthesis import questions_of_kind
    from temporal_qa.questions.complex_tr.verbalize import build_questions

    rng = random.Random(f"{_SEED}/explorer")
    chosen = [
        (group, rng.choice(candidates))
        for group in invent_groups(_INVENTED_SUBJECTS, _SEED) for kind in KINDS
        if (candidates := list(questions_of_kind(group, kind, _SEED)))
    ]  # fmt: skip
    return [question.to_row() for question in build_questions(chosen, _SEED, Counter())]


def baseline_answers(rows: list[dict[str, Any]]) -> dict[str, ModelAnswer]:
    """The answers, by id, of a baseline that ignores time: the most recent fact of the relation."""
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
    # Errors of the loader and the network have no common base class.
    with explain_errors("cannot be loaded", Exception, path=source):
        # Strangers must not use the token of the machine's owner.
        builder = datasets.load_dataset_builder(source, config.strip() or None, token=None if folders else False)
        if not isinstance(builder, Parquet | Json | Csv):  # other kinds may unpack archives, or worse
            raise InputError(f"{source} has other files than Parquet, JSON or CSV")
        rows = list(itertools.islice(builder.as_streaming_dataset(split=split), MAX_EXPLORED))
    if not rows:
        raise InputError(f"{source}: no rows in the split {split!r}")
    for number, row in enumerate(rows, 1):
        if not isinstance(row.get("question"), str) or all(row.get(name) is None for name in _NEEDED):
            columns = ", ".join(map(repr, list(row)[:12]))
            raise InputError(
                f"{source}, row {number}: expected the columns 'question', and 'facts', 'fact_context' or "
                f"'answer_type'; found {columns}"
            )
    return [{name: row[name] for name in _SHOWN if name in row} for row in rows]


def _check_source(source: str, folders: bool) -> None:
    if folders and Path(source).is_dir():
        return
    if not re.fullmatch(r"\w[\w.-]*/\w[\w.-]*", source, re.ASCII) or Path(source).exists():
        neither = "neither a folder nor" if folders else "not"
        raise InputError(f"{source!r} is {neither} the name of a dataset on the Hub, expected org/name")


def read_answers(path: Path, rows: Iterable[Mapping[str, Any]] = ()) -> dict[str, ModelAnswer]:
    """A model's answers, by id, from an uploaded file with ``id`` and ``answers`` (list) or ``text`` (a response),
    perhaps with ``start`` and ``end`` in the context.

    A response without an answer that can be read is left out. The facts of ``rows`` settle where a line parts.

    Raises:
        InputError: as :func:`~temporal_qa.apps.uploaded_tables.read_table`, or a row without these columns.
    """
    answers: dict[str, ModelAnswer] = {}
    row_of = {str(row.get("id")): row for row in rows}
    for number, row in enumerate(read_table(path, ("id", "answers", "text", "start", "end")), 1):
        found = row.get("answers") if row.get("answers") is not None else row.get("text")
        if row.get("id") is None or not (isinstance(found, str) or is_list_of_texts(found)):
            raise InputError(f"{path.name}: row {number}: expected 'id', and 'answers' (list of texts) or 'text'")
        start, end = row.get("start"), row.get("end")
        span = (start, end) if isinstance(start, int) and isinstance(end, int) else None
        asked = row_of.get(str(row["id"]), {})
        asked = {**asked, "answers": asked.get("answers") or []}
        read = split_answers(found) if isinstance(found, list) else answers_in_text(asked, found)
        if read is not None:
            answers[str(row["id"])] = ModelAnswer(read, span)
    return answers
