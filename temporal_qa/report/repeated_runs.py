"""Runs that two files hold are refused."""

from collections.abc import Iterable
from pathlib import Path

from temporal_qa.io import InputError
from temporal_qa.scoring.responses.response_scores import ScoredItem
from temporal_qa.scoring.responses.value_types import Run


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
