"""Reading the number, the length of time or the date that a response gives, in the unit that its question asks for.

There are two parsers. ``lenient``, the default, reads a response as a careful person does (see
:mod:`~.lenient_parser`). ``published`` does what the code released with TempAnswerQA does, so that a printed table can
be checked (see :mod:`temporal_qa.scoring.reference.response_parser`). That code filled the missing parts of a date from
the day on which it ran; here that day is an argument. Neither parser looks at the clock, and no text makes them fail.

>>> item = AnswerFormat("ttqa", "years", "<num_years>", "How long was he king?")
>>> parse_response("1837 to 1841. Final Answer: He was king for 4 years and 6 months.", item)
TemporalValue(value=4.5, rule='years and months', reason=None, coarse=False)
"""

import datetime
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias, cast, get_args

from temporal_qa.scoring.reading.places import parsed
from temporal_qa.scoring.reading.thoughts import UNFINISHED, without_thought
from temporal_qa.scoring.reference import response_parser
from temporal_qa.scoring.responses import lenient_parser
from temporal_qa.scoring.value_types import MAX_NUMBER, AnswerFormat, NoValue, TemporalValue, Unit
from temporal_qa.text.numbers import parse_number

Parser: TypeAlias = Literal["lenient", "published"]


def parse_response(
    response: str, item: AnswerFormat, *, parser: Parser = "lenient", fill_date: datetime.date | None = None
) -> TemporalValue:
    """The value of a model's response, or the reason why it has none. ``lenient`` takes off a thought before it.

    Args:
        response: the whole response; for ToT, the text after the ``{"explanation":`` that the prompt ends with.
        item: what the question asks for.
        parser: ``lenient`` or ``published``.
        fill_date: the day from which ``published`` takes the missing parts of a TTQA date. 2025-03-15 gives the error
            tables of the paper. ``lenient`` does not use it.

    Raises:
        ValueError: ``published`` without ``fill_date``, or an unknown parser.
    """
    if parser not in ("lenient", "published"):
        raise ValueError(f"no parser {parser!r}, expected 'lenient' or 'published'")
    try:
        if parser == "lenient":
            if (after := without_thought(response)) is None:
                raise NoValue(UNFINISHED)
            read = lenient_parser.read_sentence if item.source == "ttqa" else lenient_parser.read_json
            return _in_range(read(after, item))
        if fill_date is None:
            raise ValueError("the published parser fills missing parts of a date: pass fill_date, the day of its run")
        if item.source == "ttqa":
            return _in_range(response_parser.read_sentence(response, item, fill_date))
        return _in_range(response_parser.read_json(response, item))
    except NoValue as reason:
        return TemporalValue(None, reason=str(reason))


@lru_cache(maxsize=1 << 14)  # the runs of several models answer the same questions
def parse_label(label: str, item: AnswerFormat, *, parser: Parser = "lenient") -> TemporalValue:
    """The value of a reference answer of the released files: ``70``, ``February 17, 1837``, ``{'answer': '352 BC'}``.

    The two parsers differ on the numeric dates of a question that writes the day first.

    Raises:
        ValueError: the label has no value.
    """
    published = parser == "published"
    try:
        if item.source == "tot":
            if not isinstance(fields := parsed(label), dict):
                raise NoValue("not an object")
            read = (response_parser.read_fields if published else lenient_parser.read_fields)(fields, item)
        elif item.unit == "date" and published:
            read = TemporalValue(response_parser.read_date(label), "date")
        elif item.unit != "date" and (count := parse_number(label)) is not None:
            read = TemporalValue(count, "number")
        elif item.unit.startswith("date") and not published:
            read = lenient_parser.read_text(label, item)  # "352 BC"
        else:
            raise NoValue("not a number")
        return _in_range(read)
    except NoValue as reason:
        raise ValueError(f"a label without a value in {item.unit}: {label[:80]!r} ({reason})") from None


def read_value_column(values: Sequence[object], units: Sequence[str] | None, name: str) -> list[object]:
    """The column with each text replaced by its number, or by None if it has none.

    The lenient parser reads text as an answer in the unit of its item: durations as counts of the unit, calendar years
    as the year (352 BC is -352), dates as days, counted as ``datetime.date.toordinal`` does. Other values stay. For
    whole responses use :func:`parse_response`.

    Raises:
        ValueError: text without units, or an unknown unit.

    >>> read_value_column(["4 years and 6 months", "no idea", 3], ["years", "years", "days"], "predictions")
    [4.5, None, 3]
    """
    column = list(values)
    units = [] if units is None else list(units)  # a column of pandas is asked by label, not by place
    for index, value in enumerate(column):
        if isinstance(value, str):
            if index >= len(units):
                raise ValueError(f"{name}[{index}]: {value!r} is text; reading it needs units=, that of each item")
            if (unit := units[index]) not in get_args(Unit):
                raise ValueError(f"units[{index}]: no unit {unit!r}, expected one of {', '.join(get_args(Unit))}")
            asked = AnswerFormat("tot", cast(Unit, unit), "")
            try:
                column[index] = lenient_parser.read_fields({"answer": value}, asked).value
            except NoValue:
                column[index] = None
    return column


def _in_range(read: TemporalValue) -> TemporalValue:
    if read.value is not None and abs(read.value) > MAX_NUMBER:
        raise NoValue(f"a number beyond {MAX_NUMBER:g}")
    return read
