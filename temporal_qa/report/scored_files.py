"""Reading scored runs: the questions of ``score --items`` and the responses of ``score-responses --items``."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from tqdm import tqdm

from temporal_qa.io import InputError, Row, read_rows
from temporal_qa.released.files import value_of
from temporal_qa.report.repeated_runs import refuse_repeated_runs, run_of_response
from temporal_qa.scoring.responses.response_scores import ScoredItem
from temporal_qa.scoring.scored_questions import BASELINE, FACETS, MAY_BE_ABSENT, ScoredQuestion

Scored = TypeVar("Scored", ScoredQuestion, ScoredItem)


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
        of_file: tuple[list[ScoredQuestion], list[ScoredItem]] = ([], [])
        for row in tqdm(read_rows(path), desc=path.name, unit=" rows", disable=None):
            if row.values.keys() >= _QUESTION_TYPES.keys() - set(MAY_BE_ABSENT):
                of_file[0].append(_read(ScoredQuestion.from_row, _QUESTION_TYPES, row))
            elif row.values.keys() == _ITEM_TYPES.keys():
                of_file[1].append(_read(lambda values: ScoredItem(**values), _ITEM_TYPES, row))
            else:
                raise row.error(
                    "not a scored question or response, expected what score --items or score-responses --items writes"
                )
        if not any(of_file):
            raise InputError("holds no scored questions or responses", path)
        # Baselines come with each run on their questions; one copy is enough.
        of_file[0][:] = [q for q in of_file[0] if q.predictions != BASELINE or _run_of_question(q) not in owner]
        refuse_repeated_runs(path, map(_run_of_question, of_file[0]), owner, "; score --run NAME tells two apart")
        refuse_repeated_runs(path, map(run_of_response, of_file[1]), owner)
        _check_whole(path, "questions", ((_run_of_question(each), each.n_questions) for each in of_file[0]))
        _check_whole(path, "items", ((run_of_response(each), each.n_items) for each in of_file[1]))
        questions += of_file[0]
        responses += of_file[1]
    return questions, responses


def _check_whole(path: Path, what: str, runs: Iterable[tuple[tuple[str, ...], int]]) -> None:
    for (run, expected), number in Counter(runs).items():
        if number < expected:
            raise InputError(
                f"holds {number:,} of the {expected:,} {what} of the run {', '.join(run)}, expected all", path
            )


def _run_of_question(question: ScoredQuestion) -> tuple[str, ...]:
    return question.run, f"questions of SHA-256 {question.questions_sha256[:12]}..."


def _read(make: Callable[[dict[str, Any]], Scored], types: Mapping[str, Any], row: Row) -> Scored:
    """Makes an object of a row; a column that is not among the types is a facet."""
    values = {}
    for name in row.values:
        wanted = types.get(name, str | None)
        expected = wanted.__name__ if isinstance(wanted, type) else str(wanted)
        values[name] = value_of(row, name, wanted, expected)
    try:
        return make(values)
    except ValueError as error:
        raise row.error(str(error)) from None


_QUESTION_TYPES = {
    name: wanted for name, wanted in get_type_hints(ScoredQuestion).items() if name != "facets"
} | dict.fromkeys(FACETS, str | None)
_ITEM_TYPES = get_type_hints(ScoredItem)
