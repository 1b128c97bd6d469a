"""Responses of models to TempAnswerQA, from the released CSV files or from ``temporal-qa predict``.

A *run* is the responses of one model to one split, prompted in one way. Responses are matched with their questions by
id in our own files, and by text and label in the released ones, which have no ids.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from temporal_qa.io.csv_rows import is_csv, read_csv
from temporal_qa.io.errors import InputError
from temporal_qa.io.messages import counted
from temporal_qa.io.read import Row, read_rows
from temporal_qa.scoring.responses.value_types import PREFILL, Run, Subset, TempAnswerItem

# ttqa_head_Llama-3.1-8B-Instruct_few-shot_add_generation_prompt.csv.gz
_RELEASED_NAME = re.compile(
    r"(?P<dataset>ttqa|tot)_(?P<split>[a-z]+)_(?P<model>.+?)(?:-[Ii]nstruct)?_(?P<prompting>few-shot|zero-shot)"
    r"(?:_\w+)?\.csv(?:\.gz)?"
)
_RUN_COLUMNS = ("dataset", "split", "model", "prompting")
_RUN = f"{', '.join(_RUN_COLUMNS)}, the same in all rows"


def read_run(path: Path, questions: Iterable[TempAnswerItem], *, only_answered: bool = False) -> Run:
    """One file of responses, with the questions that it answers.

    Dataset, split, model and prompting come from columns if the file has them (ours do), else from the pattern of the
    released names: ``<ttqa|tot>_<split>_<model>_<few-shot|zero-shot>_....csv[.gz]``.

    Args:
        path: the responses of one run.
        questions: what was asked, perhaps with other splits.
        only_answered: leave out the questions without a response.

    Raises:
        InputError: an unknown file, responses to other questions, or, unless ``only_answered``, questions of the split
            that have none.
    """
    ours = not is_csv(path)
    rows = list(read_rows(path)) if ours else list(read_csv(path, ("question", "label", "response")))
    if ours and (absent := [name for name in ("id", "response") if rows and rows[0].values.get(name) is None]):
        raise rows[0].error(f"no {absent[0]!r}, expected id and response (text), and {_RUN}")
    if not rows:
        raise InputError("holds no responses", path)
    named = _run_of(rows, path)
    waiting: dict[tuple[str, ...], list[TempAnswerItem]] = defaultdict(list)
    for question in questions:
        if question.asked.source == named["dataset"] and question.split in ("", named["split"]):
            waiting[question.key].append(question)
    asked, responses = [], []
    for row in rows:
        key = (str(row.values.get("id")),) if ours else (row.values["question"], row.values["label"])
        if key in waiting and not waiting[key]:
            raise row.error(f"a further response to {key[0][:80]!r}, expected one for each question")
        if key not in waiting:
            expected = "expected the questions that predict was given" if ours else "expected one of the questions"
            raise row.error(f"a response to an unknown question: {key[0][:80]!r}; {expected}")
        response = row.values.get("response")
        if not isinstance(response, str):
            raise row.error(f"expected 'response' (text), found {response!r:.80}")
        asked.append(waiting[key].pop(0))
        responses.append((str(row.values.get("prefill") or "") + response).removeprefix(PREFILL) if ours else response)
    missing = [key[0] for key, left in waiting.items() for _ in left]
    if missing and not only_answered:
        first = f"the first of them {missing[0][:80]!r}"
        limit = ", as predict gives without --limit" if ours else ""
        raise InputError(
            f"{counted(len(missing), 'question')} without a response, {first}; expected one for each{limit} "
            f"(--only-answered leaves them out)",
            path,
        )
    return Run(cast(Subset, named["dataset"]), named["split"], named["model"], named["prompting"], asked, responses)


def _run_of(rows: list[Row], path: Path) -> dict[str, str]:
    pattern = _RELEASED_NAME.fullmatch(path.name)
    named = {}
    for column in _RUN_COLUMNS:
        values = {row.values[column] for row in rows if isinstance(row.values.get(column), str)}
        if len(values) > 1:
            raise InputError(f"{len(values)} values of {column!r}, expected one run a file: {sorted(values)[:3]}", path)
        if values and pattern and pattern[column] not in values:
            raise InputError(f"the name says {column} {pattern[column]!r}, the rows say {values.pop()!r}", path)
        if values:
            named[column] = values.pop()
        elif pattern:
            named[column] = pattern[column]
        else:
            raise InputError(
                f"no column {column!r}, expected {_RUN}; or a name <ttqa|tot>_<split>_<model>_<few-shot|zero-shot>.csv",
                path,
            )
    if named["dataset"] not in ("ttqa", "tot"):
        raise InputError(f"dataset {named['dataset']!r}, expected ttqa or tot", path)
    return named
