"""Reading scored runs: the questions of ``score --items`` and the responses of ``score-responses --items``."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_type_hints

from tqdm import tqdm

from temporal_qa.io import DropLog, InputError, Row, read_each, read_rows
from temporal_qa.scoring.responses.response_scores import ScoredItem
from temporal_qa.scoring.scored_questions import BASELINE, FACETS, MAY_BE_ABSENT, ScoredQuestion
from temporal_qa.scoring.value_types import Run


def read_scored(paths: Iterable[Path]) -> tuple[list[ScoredQuestion], list[ScoredItem]]:
    """The scored questions and the scored responses in these files, which may hold both; their columns differ.

    Raises:
        InputError: a row that is neither, a value of another type, a file without rows, a run in two files, or a run
            without all of its questions or items, as of a truncated file.
    """
    questions: list[ScoredQuestion] = []
    responses: list[ScoredItem] = []
    owner: dict[tuple[str, ...], Path] = {}
    for path in paths:
        rows = tqdm(read_rows(path), desc=path.name, unit=" rows", disable=None)
        if not (found := list(read_each(rows, _read, DropLog()))):
            raise InputError("holds no scored questions or responses", path)
        items = [each for each in found if isinstance(each, ScoredItem)]
        asked = [each for each in found if isinstance(each, ScoredQuestion)]
        # Baselines come with each run on their questions; one copy is enough.
        asked = [q for q in asked if q.predictions != BASELINE or _run_of_question(q) not in owner]
        refuse_repeated_runs(path, map(_run_of_question, asked), owner, "; score --run NAME tells two apart")
        refuse_repeated_runs(path, map(run_of_response, items), owner)
        _check_whole(path, "questions", ((_run_of_question(each), each.n_questions) for each in asked))
        _check_whole(path, "items", ((run_of_response(each), each.n_items) for each in items))
        questions += asked
        responses += items
    return questions, responses


def refuse_repeated_runs(
    path: Path, runs: Iterable[tuple[str, ...]], owner: dict[tuple[str, ...], Path], advice: str = ""
) -> None:
    """Adds the runs of a file to ``owner``.

    Args:
        path: the file.
        runs: the identity of each of its runs.
        owner: run -> the file that holds it.
        advice: the end of the error's message.

    Raises:
        InputError: another file holds one of them; the two would be pooled into one.
    """
    for run in dict.fromkeys(runs):
        if run in owner:
            raise InputError(f"holds the run {', '.join(run)}, as {owner[run]} does; expected each once{advice}", path)
        owner[run] = path


def run_of_response(response: ScoredItem | Run) -> tuple[str, ...]:
    """The identity of the run of a response."""
    return response.dataset, response.split, response.model, response.prompting


def _check_whole(path: Path, what: str, runs: Iterable[tuple[tuple[str, ...], int]]) -> None:
    for (run, expected), number in Counter(runs).items():
        if number < expected:
            raise InputError(
                f"holds {number:,} of the {expected:,} {what} of the run {', '.join(run)}, expected all", path
            )


def _run_of_question(question: ScoredQuestion) -> tuple[str, ...]:
    return question.run, f"questions of SHA-256 {question.questions_sha256[:12]}..."


def _read(row: Row) -> ScoredQuestion | ScoredItem:
    """The scored question or response of a row; further columns of a question are facets."""
    of_question = row.values.keys() >= _QUESTION_TYPES.keys() - set(MAY_BE_ABSENT)
    if not of_question and row.values.keys() != _ITEM_TYPES.keys():
        raise ValueError(
            "not a scored question or response, expected what score --items or score-responses --items writes"
        )
    values = {}
    for name in row.values:
        wanted = (_QUESTION_TYPES if of_question else _ITEM_TYPES).get(name, str | None)
        values[name] = row.value(name, wanted, wanted.__name__ if isinstance(wanted, type) else str(wanted))
    return ScoredQuestion.from_row(values) if of_question else ScoredItem(**values)


_QUESTION_TYPES: dict[str, Any] = {
    name: wanted for name, wanted in get_type_hints(ScoredQuestion).items() if name != "facets"
} | dict.fromkeys(FACETS, str | None)
_ITEM_TYPES: dict[str, Any] = get_type_hints(ScoredItem)
