"""Samples of HieraDate in the released layout (:mod:`~.hieradate`) as samples of ours.

The main question says what is compared and who; the answers to the extraction questions, with their structured dates,
say the dates. What our columns cannot hold stays in the column ``released``, so that nothing is lost.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from temporal_qa.io import Row, counted
from temporal_qa.questions.hieradate.life_reading import states_age
from temporal_qa.questions.hieradate.main_questions import MainQuestion, read_main_question
from temporal_qa.questions.hieradate.naming import find_title, proper_name
from temporal_qa.questions.hieradate.sample import Paragraph, Probe, Relation, Sample
from temporal_qa.questions.hieradate.sample_files import released_object
from temporal_qa.questions.hieradate.wordings import match_wording
from temporal_qa.questions.unsolved import Unparsable, Unsolved
from temporal_qa.released.hieradate import COLUMNS, ENDS, paragraphs_of, sample_id, type_of_answer
from temporal_qa.released.import_record import ImportRecord, LeftOut
from temporal_qa.scoring.date_probes import answer_text
from temporal_qa.scoring.reading.ages import read_age
from temporal_qa.scoring.reading.dates import read_date
from temporal_qa.timeline import DATE_PARTS, CalendarDate, DatePart, Life

LAYOUT = "ques_extract_1, ... (HieraDate)"

_YEARS_ALONE = re.compile(r"\d+(?:-year| years?| AD| BC)?")


def is_hieradate(values: Mapping[str, Any]) -> bool:
    """Whether a row is a sample of HieraDate in the released layout."""
    return "ques_extract_1" in values


def import_samples(rows: Iterable[Row], record: ImportRecord) -> Iterator[dict[str, Any]]:
    """Released samples as rows of the config ``samples``, in their order.

    The column ``released`` has, as a JSON object, the released values that
    :func:`~temporal_qa.questions.hieradate.sample_files.released_object` would not write again.

    Args:
        rows: the rows of one file, as :func:`~temporal_qa.released.files.read_released` gives them.
        record: notes what became of each row.

    Raises:
        InputError: a row without an id, or with a value of the wrong type.
    """
    for row in rows:
        if (identity := sample_id(row)) in record.seen_ids:
            record.leave_out(row, identity, LeftOut.REPEATED_ID)
            continue
        try:
            sample = _sample(row, identity)
        except Unparsable as why:
            record.leave_out(row, identity, LeftOut.UNREADABLE_SAMPLE, why)
            continue
        record.seen_ids.add(identity)
        record.kept[LAYOUT] += 1
        yield sample.to_row() | {"released": record.keep_apart(row, identity, released_object(sample))}


def _sample(row: Row, identity: str) -> Sample:
    asked = read_main_question(row.text("question").strip())
    paragraphs = tuple(paragraphs_of(row))
    year_only = _is_year_only(row.values)
    probes = tuple(_probes(row, year_only=year_only))
    names, gold = _names(asked, paragraphs)
    dates = [CalendarDate.fromisoformat(probe.value) for probe in probes if probe.answer_type == "date"]
    return Sample(
        id=identity, lives=_lives(identity, asked, names, dates), relation=asked.relation, extreme=asked.extreme,
        decided_by=_decided_by(asked.relation, dates, probes), version="year_only" if year_only else "full_date",
        setting="normal" if len(paragraphs) <= 2 else "distractor",
        states_age=any(states_age(" ".join(paragraph.sentences)) for paragraph in gold),
        paragraphs=paragraphs, probes=probes,
    )  # fmt: skip


def _is_year_only(values: Mapping[str, Any]) -> bool:
    """Whether the last reasoning question compares years, or ages in years alone."""
    asked = match_wording(str(values.get("ques_reason_3") or values.get("ques_reason_1")))
    return asked is not None and all(map(_YEARS_ALONE.fullmatch, asked[1].groups()))


def _probes(row: Row, *, year_only: bool) -> Iterator[Probe]:
    for key, (question, answer, task) in COLUMNS.items():
        if row.values.get(question) is None and row.values.get(answer) is None:
            continue
        if row.values.get(answer) in (None, ""):
            raise Unparsable(f"{answer} is absent or empty")
        text = value = answer_text(row.values[answer])
        answer_type = type_of_answer(task, text)
        if answer_type == "date":
            if (date := read_date(text) or _structured(row.values.get(f"{answer}_date"))) is None:
                raise Unparsable(f"{answer} is {text!r}, expected a date")
            value = date.isoformat()
        elif answer_type == "age":
            if (age := read_age(text)) is None:
                raise Unparsable(f"{answer} is {text!r}, expected an age")
            text, value = str(age), "-".join(map(str, age))
            if year_only and age[1:] == (0, 0):
                text = value = str(age.years)
        yield Probe(key, task, row.text(question), text, answer_type, value)


def _structured(parts: Any) -> CalendarDate | None:
    """The date of ``{"year": ..., "month": ..., "day": ...}``, where a part that is not known is 0."""
    with suppress(KeyError, TypeError, ValueError):
        year, month, day = (int(parts[part]) for part in DATE_PARTS)
        date = CalendarDate(year, month or None, day or None)
        return CalendarDate.fromisoformat(date.isoformat()) if year else None  # which refuses years that are none
    return None


def _names(asked: MainQuestion, paragraphs: tuple[Paragraph, ...]) -> tuple[tuple[str, str], tuple[Paragraph, ...]]:
    """The names of A and B as their paragraphs have them, and these paragraphs; all of them where none fits."""
    titles = tuple(paragraph.title for paragraph in paragraphs)
    for a, b in asked.pairs:
        with suppress(Unsolved):
            of_a, of_b = paragraphs[find_title(a, titles)], paragraphs[find_title(b, titles)]
            return (proper_name(a, of_a.title), proper_name(b, of_b.title)), (of_a, of_b)
    return asked.pairs[0], paragraphs


def _lives(identity: str, asked: MainQuestion, names: tuple[str, str], dates: list[CalendarDate]) -> tuple[Life, Life]:
    ends = ENDS[asked.relation]
    if len(dates) != 2 * len(ends):
        raise Unparsable(f"{counted(len(dates), 'date')}, expected {2 * len(ends)} for a question of {asked.relation}")
    try:
        a, b = (
            Life(f"{identity}_{letter}", name, asked.type, **dict(zip(ends, of_life, strict=True)))
            for letter, name, of_life in zip("ab", names, (dates[: len(ends)], dates[len(ends) :]), strict=True)
        )
    except ValueError as problem:
        raise Unparsable(str(problem)) from None
    return a, b


def _decided_by(relation: Relation, dates: list[CalendarDate], probes: tuple[Probe, ...]) -> DatePart:
    """The first part in which the two ages, or the two dates, differ; parts that dates lack are 1, as published."""
    pair: list[Sequence[object]] = [(date.year, date.month or 1, date.day or 1) for date in dates]
    if relation == "lifespan":
        pair = [probe.value.split("-") for probe in probes if probe.answer_type == "age"]
        if len(pair) != 2:
            raise Unparsable(f"{counted(len(pair), 'age')}, expected 2")
    return next((part for part, a, b in zip(DATE_PARTS, *pair, strict=False) if a != b), "day")
