"""The parts of a question row that all readers of question files use: its id, question, right answers and facets."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Literal, TypeAlias

from temporal_qa.io import Row, is_list_of_texts
from temporal_qa.scoring.normalize import is_blank, split_answers

AnswerType: TypeAlias = Literal["entity", "date", "age", "yes_no"]
"""The type of the answers to a question about dates or lives."""

NamesOfRow: TypeAlias = Callable[[Mapping[str, Any]], Sequence[str] | None]
"""Gives the names that the answers to a row may have; ``None`` where they are not known."""

LABEL_COLUMNS = ("answers", "answer", "text_answers")
"""The columns of right answers: ours, that of TimeBench, and that of the released files."""

_MAX_FACET = 100
"""Letters of the longest text that is a facet unasked; contexts are longer."""

_NOT_FACETS = ("id", "question", "answer")
"""Columns that differ from question to question, and so do not group them; they are facets only where asked for."""


def row_id(row: Row) -> str:
    """The row's ``id``, text or a whole number, as text. Raises ``InputError`` where there is none."""
    identity = row.values.get("id")
    if isinstance(identity, str) and identity:
        return identity
    if isinstance(identity, bool) or not isinstance(identity, int):
        hint = ""
        if "id" not in row.values and row.values.keys() & {"question", "Question", "idx", "_id", "uniq_id"}:
            hint = "; temporal-qa import reads released questions"
        elif "anchor" in row.values:
            hint = "; temporal-qa solve --graph answers queries over a graph"
        raise row.error(f"expected an 'id' (text or a whole number), found {identity!r}{hint}")
    return str(identity)


def question_text(row: Row) -> str | None:
    """The row's ``question`` if it is a text."""
    question = row.values.get("question")
    return question if isinstance(question, str) else None


def labelled_answers(row: Row) -> list[str]:
    """The right answers, a list. An empty one is the label "no answer".

    They are in ``answers``, in ``answer`` as in TimeBench's TempReason (there also as one string that joins them), or
    in ``text_answers`` (``{"text": [...]}``) as in the released Complex-TR and TempReason.

    Raises:
        InputError: a row of TempAnswerQA; none of the columns, another type, or answers that are all blank, which is
            not a label.
    """
    column = next((column for column in LABEL_COLUMNS if row.values.get(column) is not None), "answers")
    labels = row.values.get(column)
    if column == "answer" and not isinstance(labels, list) and "temporal_unit" in row.values:
        raise row.error("a row of TempAnswerQA; score it with temporal-qa score-responses")
    if column == "answer" and isinstance(labels, str):
        labels = split_answers(labels) or [""] * bool(labels)
    if column == "text_answers" and isinstance(labels, Mapping):
        labels = labels.get("text")
    if not is_list_of_texts(labels):
        raise row.error("expected 'answers' or 'answer' (list of strings), or 'text_answers.text'")
    if labels and all(map(is_blank, labels)):
        raise row.error(f"expected {column!r} to hold an answer that is not blank, or to be empty: no answer is right")
    return labels


def candidate_names(values: Mapping[str, Any]) -> list[str] | None:
    """The names that the answers to a row may have: the objects of its ``facts``; or, where it asks for an entity, the
    names of its ``lives`` (HieraDate) or the answers of its ``segments`` (TimeQA); ``None`` where it has none of these.

    >>> candidate_names({"answer_type": "entity", "segments": [{"answers": ["Ajax"]}, {"answers": ["Hull City"]}]})
    ['Ajax', 'Hull City']
    """
    if (names := _names_in(values.get("facts"), "object")) is not None or values.get("answer_type") != "entity":
        return names
    return _names_in(values.get("lives"), "name") or _names_in(values.get("segments"), "answers") or None


def _names_in(objects: Any, key: str) -> list[str] | None:
    """The texts, or lists of texts, that the objects of a list have under a key, each once; ``None`` for no list."""
    if not isinstance(objects, Iterable) or isinstance(objects, str | Mapping):
        return None
    found = [each.get(key) for each in objects if isinstance(each, Mapping)]
    names = chain.from_iterable(one if isinstance(one, list | tuple) else (one,) for one in found)
    return list(dict.fromkeys(name for name in names if isinstance(name, str)))


def facets_of(values: Mapping[str, Any], asked: Collection[str] = ()) -> dict[str, str]:
    """The columns by which questions can be grouped: those of one text, number or truth value, as texts.

    Args:
        values: the columns of a row.
        asked: columns to take in any case. Others are left out where they hold an id, a question, an answer or a text
            of more than 100 letters.

    >>> facets_of({"id": "q1", "level": "L2", "hops": 2, "score": 0.5, "future": True, "facts": [], "kind": None})
    {'level': 'L2', 'hops': '2', 'score': '0.5', 'future': 'future'}
    """
    facets = {}
    for name, value in values.items():
        if name in _NOT_FACETS and name not in asked:
            continue
        if isinstance(value, str) and (len(value) <= _MAX_FACET or name in asked):
            facets[name] = value
        elif isinstance(value, bool):
            facets[name] = str(value).lower() if name != "future" else "future" if value else "in-domain"
        elif isinstance(value, int):
            facets[name] = str(value)
        elif isinstance(value, float) and math.isfinite(value):
            facets[name] = f"{value:.12g}"
    return facets
