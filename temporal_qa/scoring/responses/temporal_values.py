"""Reading the number, the length of time or the date that a response gives, in the unit that its question asks for.

Two parsers behind one signature. ``lenient``, the default, reads a response as a careful person would (see
:mod:`~.lenient_parser`). ``published`` does what the code released with TempAnswerQA does, so that a published table
can be checked (see :mod:`temporal_qa.scoring.reference.response_parser`). That code filled the missing parts of a date
from the day on which it ran; here that day is an argument. Neither parser looks at the clock, and no text makes them
fail.

>>> item = AnswerFormat("ttqa", "years", "<num_years>", "How long was he king?")
>>> parse_response("1837 to 1841. Final Answer: He was king for 4 years and 6 months.", item)
TemporalValue(value=4.5, unit='years', rule='years and months', reason=None, coarse=False)
"""

from __future__ import annotations

import ast
import datetime
from typing import Literal, TypeAlias

from temporal_qa.scoring.reference import response_parser
from temporal_qa.scoring.reference.response_dates import read_date
from temporal_qa.scoring.responses import answer_text, lenient_parser
from temporal_qa.scoring.responses.value_types import AnswerFormat, NoValue, Subset, TemporalValue, Unit
from temporal_qa.text.numbers import parse_number

__all__ = ["AnswerFormat", "Parser", "Subset", "TemporalValue", "Unit", "parse_label", "parse_response"]

Parser: TypeAlias = Literal["lenient", "published"]

_MAX_LABEL_CHARACTERS = 1_000


def parse_response(
    response: str, item: AnswerFormat, *, parser: Parser = "lenient", fill_date: datetime.date | None = None
) -> TemporalValue:
    """What a model's response says. A response without a value is a result too, with the reason.

    Args:
        response: the whole response; for ToT, what follows the ``{"explanation":`` that the prompt ended in.
        item: what the question asks for.
        parser: ``lenient`` or ``published``.
        fill_date: the day from which ``published`` takes the missing parts of a TTQA date. 2025-03-15 gives the error
            tables of the paper. ``lenient`` does not use it.

    Raises:
        ValueError: ``published`` without ``fill_date``, or an unknown parser.
    """
    if parser not in ("lenient", "published"):
        raise ValueError(f"no parser {parser!r}, expected 'lenient' or 'published'")
    if parser == "published" and fill_date is None:
        raise ValueError("the published parser fills missing parts of a date: pass fill_date, the day of its run")
    try:
        if parser == "lenient":
            read = lenient_parser.read_sentence if item.source == "ttqa" else lenient_parser.read_json
            value, rule, coarse = read(response, item)
            return TemporalValue(value, item.unit, rule, None, coarse)
        if item.source == "ttqa":
            assert fill_date is not None
            value, rule = response_parser.read_sentence(response, item, fill_date)
        else:
            value, rule = response_parser.read_json(response, item)
        return TemporalValue(value, item.unit, rule)
    except NoValue as reason:
        return TemporalValue(None, item.unit, reason=str(reason))


def parse_label(label: str, item: AnswerFormat, *, parser: Parser = "lenient") -> TemporalValue:
    """What a reference answer of the released files says: ``70``, ``February 17, 1837``, ``{'answer': '352 BC'}``.

    The two parsers differ on the numeric dates of a question that writes the day first.

    Raises:
        ValueError: a label without a value; labels are data, and data must be right.
    """
    try:
        if item.source == "tot":
            fields = _label_fields(label)
            if parser == "published":
                return TemporalValue(*_valued(response_parser.read_fields(fields, item.unit), item.unit))
            value, rule, coarse = lenient_parser.read_fields(fields, item)
            return TemporalValue(value, item.unit, rule, None, coarse)
        if item.unit == "date":
            if parser == "published":
                return TemporalValue(read_date(label), item.unit, "date")
            value, rule, coarse = answer_text.read_text(label, item)
            return TemporalValue(value, item.unit, rule, None, coarse)
        if (count := parse_number(label)) is None:
            raise NoValue("not a number")
        return TemporalValue(count, item.unit, "number")
    except NoValue as reason:
        raise ValueError(f"a label without a value in {item.unit}: {label[:80]!r} ({reason})") from None


def _valued(found: tuple[float, str], unit: Unit) -> tuple[float, Unit, str]:
    return found[0], unit, found[1]


def _label_fields(label: str) -> dict[str, object]:
    if len(label) > _MAX_LABEL_CHARACTERS:
        raise NoValue("a label longer than 1,000 characters")
    try:
        fields = ast.literal_eval(label)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):  # a TypeError: {[]: 1}
        raise NoValue("not a Python literal") from None
    if not isinstance(fields, dict):
        raise NoValue("not an object")
    return fields
