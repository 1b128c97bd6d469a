"""The released questions of CronQuestions (Saxena, Chakrabarti and Talukdar, ACL 2021) as rows of ours.

A file is a split: a pickle of a list of rows, or a JSON mirror of it. Names are in the text of a question only, so
answers are ids or years; ``solve`` and ``audit --graph`` compare these. They take what a question asks from its
annotation.

A row says which of its entities are the ``head`` and the ``tail`` of facts, their subject and object, and which is an
event (``event_head``). The second office of a question about two has no such name. The anchor is the entity around
which the facts of the question lie: see :class:`~temporal_qa.questions.cron_questions.queries.GraphQuery`.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from temporal_qa.io import Row
from temporal_qa.questions.cron_questions.queries import DIRECTIONS, FIELDS, KINDS, AnswerType, Kind, year_in, year_text
from temporal_qa.released.import_record import ImportRecord, LeftOut, Remark

LAYOUT = "ids, paraphrases and a template, as CronQuestions is released"
_COLUMNS = {"answers", "answer_type", "entities", "times", "template", "type"}
_QUERY_COLUMNS = tuple(name for name in FIELDS if name not in ("kind", "relation", "answer_type"))
_SLOT = re.compile(r"{\w*}")

# "Who was President before Obama?", "Who received the prize after Ann?": asked about the object of the facts.
_ASKED_ABOUT_OBJECTS = ("P39", "P166")


def is_cron_questions(row: Mapping[str, Any]) -> bool:
    """Whether a released row has the columns of CronQuestions."""
    return row.keys() >= _COLUMNS


def overlap(held: Mapping[str, Mapping[str, set[str]]]) -> list[dict[str, Any]]:
    """For each two splits how many entities, templates and questions are in both, of how many in the smaller.

    ``held`` is that of the record of their import.
    """
    return [
        {"splits": [first, other]}
        | {what: [len(of[first] & of[other]), min(len(of[first]), len(of[other]))] for what, of in held.items()}
        for first, other in combinations(next(iter(held.values())), 2)
    ]


def import_graph_questions(rows: Iterable[Row], split: str, record: ImportRecord) -> Iterator[dict[str, Any]]:
    """The rows of one file in our columns; ``seed`` is the same for rows of the same entities, answers and type.

    Args:
        rows: of the file.
        split: what the column ``split`` says.
        record: gets what was kept, left out and is odd, and what the questions hold.

    Raises:
        InputError: a row of another layout, or a value of another type.
    """
    for row in rows:
        number = row.value("uniq_id", str | int | None, "a text or a whole number")
        identity = f"row_{row.line}" if number in (None, "") else str(number)
        kind = row.value("type", Kind, f"one of {', '.join(KINDS)}")
        answer_type = row.value("answer_type", AnswerType, "entity or time")
        text = _text(row)
        answers, entities, times = (_texts(row, name) for name in ("answers", "entities", "times"))
        if not answers:
            record.leave_out(row, identity, LeftOut.NO_ANSWER)
            continue
        if slots := _SLOT.findall(text):
            record.remark(row, identity, Remark.UNFILLED_SLOT, " ".join(slots))
        seed = hashlib.sha256("\n".join([kind, *entities, "", *answers]).encode()).hexdigest()[:16]
        if seed in record.seen_seeds:
            record.remark(row, identity, Remark.REPEATED_QUESTION, f"seed {seed}")
        record.seen_seeds.add(seed)
        unique = identity
        if identity in record.seen_ids:
            unique = f"{identity}-{split}-{row.line}"
            record.remark(row, identity, Remark.NUMBERED_ID, unique)
        record.seen_ids |= {identity, unique}
        template = row.text("template")
        for what, held in (("entities", entities), ("templates", [template]), ("questions", [text])):
            record.held.setdefault(what, {}).setdefault(split, set()).update(held)
        record.kept[LAYOUT] += 1
        annotation: dict[Any, Any] = row.value("annotation", dict[Any, Any] | None, "an object") or {}
        slots_of = {value: str(slot) for slot, value in reversed(annotation.items()) if isinstance(value, str)}
        called = {entity: slots_of.get(entity) for entity in entities}  # head, tail or event_head; tail2 has no slot
        years = [year for time in times if (year := year_in(time)) is not None]
        named = _texts(row, "relations") if row.values.get("relations") is not None else []
        relation = meant_relation(kind, named[0] if len(named) == 1 else None, called)
        direction = next((word for word in DIRECTIONS.get(kind, ()) if word in annotation.values()), None)
        yield {
            "id": unique, "seed": seed, "split": split, "question": text,
            "answers": [*map(_year, answers)] if answer_type == "time" else answers, "answer_ids": answers,
            "answer_type": answer_type, "kind": kind, "relation": relation,
            "entities": [{"id": entity, "slot": slot} for entity, slot in called.items()],
            "times": [{"year": year} for year in years], "template": template,
        } | query_columns(kind, relation, called, years, direction)  # fmt: skip


def _text(row: Row) -> str:
    """The question in words: its one paraphrase, or else the question itself, which has ids in it."""
    paraphrases: list[str] = row.value("paraphrases", list[str] | None, "a list of texts") or []
    return paraphrases[0] if paraphrases and paraphrases[0].strip() else row.text("question")


def _texts(row: Row, name: str) -> list[str]:
    return sorted({str(value) for value in row.value(name, set[str | int], "a set or list of texts and whole numbers")})


def _year(answer: str) -> str:
    """A year before 1 as questions of ours write it: the release has -43 for 44 BC."""
    return answer if (year := year_in(answer)) is None else year_text(year)


def query_columns(
    kind: str, relation: str | None, entities: Mapping[str, str | None], years: list[int], direction: str | None
) -> dict[str, Any]:
    """The columns of the query beside kind, relation and answer type; all ``None`` if the row tells too little.

    Args:
        kind: of the question, such as ``time_join``.
        relation: its id, such as ``P39``.
        entities: the id of each entity in the question -> what it is called: head, tail, event_head or another word.
        years: in the question.
        direction: first, last, before or after; None where its annotation has none of those of its kind.

    >>> found = query_columns("before_after", "P39", {"Q76": "head", "Q11696": "tail"}, [], "before")
    >>> [found[name] for name in ("anchor", "role", "named", "direction")]
    ['Q11696', 'object', 'Q76', 'before']
    """
    called = {name: entity for entity, name in entities.items() if name in ("head", "tail", "event_head")}
    head, tail, event = (called.get(name) for name in ("head", "tail", "event_head"))
    others = [entity for entity, name in entities.items() if name not in called]
    at_object = head is None or kind == "time_join" or (kind == "before_after" and relation in _ASKED_ABOUT_OBJECTS)
    columns: dict[str, Any] = dict.fromkeys(_QUERY_COLUMNS)
    is_clear = relation is not None and called.keys() & {"head", "tail"} and len(others) < 2
    if not is_clear or (kind in DIRECTIONS and direction is None):
        return columns
    columns |= {"direction": direction, "event": event}
    columns["year"] = years[0] if kind == "simple_entity" and len(years) == 1 else None
    if tail is None:
        return columns | {"anchor": head, "role": "subject"}
    if others:
        return columns | {"anchor": others[0], "role": "object", "named": head, "named_at": tail}
    if at_object:
        return columns | {"anchor": tail, "role": "object", "named": head}
    return columns | {"anchor": head, "role": "subject", "named": tail}


def meant_relation(kind: str, relation: str | None, entities: Mapping[str, str | None]) -> str | None:
    """The relation that a row is about, where its label is another: the release calls spouses 26, and the team members
    of an event office holders."""
    if relation == "26":
        return "P26"
    names = {*entities.values()}
    if (kind, relation) == ("time_join", "P39") and {"head", "event_head"} <= names and "tail" not in names:
        return "P54"
    return relation
