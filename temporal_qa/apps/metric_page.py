"""What the app of a metric is given and shows: predictions and references that users paste or upload, read, joined and
checked; and, also as HTML, the score, the score of each part, and the worst items.

Each score equals that of the ``evaluate`` module of the same name; the tests compare the two.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from temporal_qa.apps.uploaded_tables import MAX_MEGABYTES, MAX_ROWS, Rows, read_table
from temporal_qa.io import InputError, counted
from temporal_qa.tables.html import render_html

PREDICTIONS = ("prediction", "predictions")
REFERENCES = ("reference", "references", "answer_value", "label", "answers", "answer")
ONLY_PREDICTIONS = (*PREDICTIONS, "answers", "answer", "text", "value")
UNITS = ("unit", "units", "temporal_unit", "answer_temporal_unit")
GROUPS = ("group", "groups")
TYPES = ("answer_type", "answer_types")
"""The names that a column may have; the first one that is there counts. ``ONLY_PREDICTIONS`` are for a file without
references, where the additional names are unambiguous."""

_KNOWN = {"id", *ONLY_PREDICTIONS, *REFERENCES, *UNITS, *GROUPS, *TYPES}


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns to score, with one entry for each item; ``ids`` are those of the files, or numbers from 1."""

    ids: list[str]
    predictions: list[Any]
    references: list[Any]
    units: list[str] | None = None
    groups: list[str] | None = None


WORST = 20
"""The number of worst items shown."""

ShownTable = tuple[list[str], list[list[Any]]]
"""The heads of the columns, and the rows."""


@dataclass(frozen=True, slots=True)
class ShownScore:
    """The contents of an app.

    Attributes:
        summary: what ``evaluate`` returns: each score, ``n`` and, on request, intervals.
        parts: the score of each part: by number of right answers, by unit or group, or by type of answer.
        worst: the wrong items, the worst first, at most :data:`WORST`.
    """

    summary: Mapping[str, Any]
    parts: ShownTable
    worst: ShownTable


def pasted_columns(predictions: str, references: str, units: str = "") -> Columns:
    """Columns from text: one item a line; one unit may stand for all items.

    An empty line among the predictions is an item without an answer; empty lines after the last item do not count.

    Raises:
        InputError: no references, too many lines, or columns of unequal length.

    >>> pasted_columns("3 years\\n\\n", "4\\n5", units="years")
    Columns(ids=['1', '2'], predictions=['3 years', ''], references=['4', '5'], units=['years', 'years'], groups=None)
    """
    right = _lines("references", references.rstrip())
    if right == [""]:
        raise InputError("no references: expected one line for each item")
    found = _lines("predictions", predictions)
    while len(found) > len(right) and found[-1] == "":
        found.pop()
    if len(found) != len(right):
        raise InputError(f"predictions: {len(found)}, references: {len(right)}; expected one line for each item")
    return Columns([str(number) for number in range(1, len(right) + 1)], found, right, _units(units, len(right)))


def _lines(name: str, text: str) -> list[str]:
    if len(text) > MAX_MEGABYTES << 20:
        raise InputError(f"{name}: more than {MAX_MEGABYTES} million letters")
    column = [line.strip() for line in text.split("\n")]
    if len(column) > MAX_ROWS:
        raise InputError(f"{name}: {len(column):,} items, expected at most {MAX_ROWS:,}")
    return column


def _units(text: str, length: int) -> list[str] | None:
    units = [line.strip() for line in text.strip().split("\n")]
    if units == [""]:
        return None
    if len(units) == 1:
        units *= length
    if len(units) != length:
        raise InputError(f"{len(units)} units but {length} references; expected one for all, or one a line")
    return units


def uploaded_columns(predictions: Path | None, references: Path | None = None, units: Sequence[str] = UNITS) -> Columns:
    """Columns from one file with both, or from two files, joined by ``id`` if both have it, else in their order.

    ``units`` are the names that their column may have, or that of types (:data:`TYPES`), which takes its place.

    Raises:
        InputError: no file, or one that cannot be read or is too large, a missing column, ids in some rows only or
            twice, or rows without a partner.
    """
    if predictions is None:
        raise InputError("no file: expected predictions and references, in one file or in two")
    found = right = read_table(predictions, _KNOWN)
    place = predictions.name
    if references is not None:
        right, place = read_table(references, _KNOWN), references.name
        found = _joined(found, right, predictions.name, place)
    names = PREDICTIONS if references is None else ONLY_PREDICTIONS
    return Columns(
        ids=_ids(right, place) or [str(number) for number in range(1, len(right) + 1)],
        predictions=_column(found, names, predictions.name, "predictions"),
        references=_column(right, REFERENCES, place, "references"),
        units=_texts(right, units, place),
        groups=_texts(right, GROUPS, place),
    )


def _joined(found: Rows, right: Rows, found_name: str, right_name: str) -> Rows:
    """The predictions in the order of the references."""
    found_ids, right_ids = _ids(found, found_name), _ids(right, right_name)
    if found_ids is None or right_ids is None:
        if len(found) != len(right):
            raise InputError(
                f"{found_name}: {counted(len(found), 'row')}, {right_name}: {len(right):,}; "
                "expected equally many, or ids"
            )
        return found
    for ids, name in ((found_ids, found_name), (right_ids, right_name)):
        if twice := [each for each, number in Counter(ids).items() if number > 1]:
            raise InputError(f"{name}: the id {twice[0][:80]!r} occurs twice, expected each once")
    by_id = dict(zip(found_ids, found, strict=True))
    if missing := [each for each in right_ids if each not in by_id]:
        raise InputError(
            f"{found_name}: no prediction for {counted(len(missing), 'id')}, the first is {missing[0][:80]!r}"
        )
    if len(found_ids) != len(right_ids):
        raise InputError(f"{found_name} has predictions for ids that {right_name} does not have")
    return [by_id[each] for each in right_ids]


def _ids(rows: Rows, name: str) -> list[str] | None:
    """The ids of the rows; None if no row has one."""
    ids = [row.get("id") for row in rows]
    if all(each is None for each in ids):
        return None
    if None in ids:
        raise InputError(f"{name}: row {ids.index(None) + 1} has no id, expected one in each row or in none")
    return [str(each) for each in ids]


def _found(rows: Rows, names: Sequence[str]) -> tuple[str, list[Any]] | None:
    """The first of these columns that some row has: its name, and its values."""
    columns = ((name, [row.get(name) for row in rows]) for name in names)
    return next(((name, values) for name, values in columns if any(each is not None for each in values)), None)


def _column(rows: Rows, names: Sequence[str], place: str, what: str) -> list[Any]:
    if found := _found(rows, names):
        return found[1]
    there = ", ".join(map(repr, list(rows[0])[:12]))
    raise InputError(f"{place}: no column of {what}, expected one of {', '.join(names)}; found {there}")


def _texts(rows: Rows, names: Sequence[str], place: str) -> list[str] | None:
    name, column = _found(rows, names) or ("", None)
    for number, value in enumerate(column or (), 1):
        if not isinstance(value, str):
            raise InputError(f"{place}: row {number}: expected {name!r} to be text, found {value!r:.80}")
    return column


def means_of_parts(heads: list[str], parts: Mapping[str, Any], scores: Mapping[str, Any]) -> ShownTable:
    """The number of items and the mean scores of each part that has some; ``parts`` say which items are theirs."""
    rows = [
        [name, int(which.sum()), *(round(float(values[which].mean()), 2) for values in scores.values())]
        for name, which in parts.items()
        if which.any()
    ]
    return [*heads, *scores], rows


def worst_first(errors: NDArray[Any], wrong: NDArray[Any] | None = None) -> list[int]:
    """The items of the largest errors that are ``wrong`` (by default: whose error is not 0), at most :data:`WORST`.

    Those without an error (NaN) come last.
    """
    wrong = errors > 0 if wrong is None else wrong
    return [item for item in np.argsort(-errors, kind="stable").tolist() if wrong[item]][:WORST]


def summary_html(summary: Mapping[str, Any]) -> str:
    """The numbers of a summary, in large type, without its tables; all text is escaped."""
    figures = [
        (name, _figure(value), [f"{end:.4g}" for end in summary.get(f"{name}_interval", ())])
        for name, value in summary.items()
        if not isinstance(value, dict | list)
    ]
    return render_html("temporal_qa.apps", "summary.html", figures=figures)


def _figure(value: float | None) -> str:
    return "undefined" if value is None else f"{value:,}" if isinstance(value, int) else f"{value:.4g}"


def table_html(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table that scrolls sideways on a narrow screen; all text is escaped, and a long one cut."""
    return render_html("temporal_qa.apps", "table.html", heads=heads, rows=rows)
