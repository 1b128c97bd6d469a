"""How a tokenizer cuts a date, and whether it keeps year, month and day whole; facets of rows that say so.

A part of a date is the digits of its year or day, or the digits or the name of its month. Separators, endings
(``4th``), eras and weekdays belong to no part. A part is

- **whole** if one token has all of it, and nothing of another part (white space and separators do not matter);
- **apart** if no token has something of it and of another part, however many tokens it takes.

A token that stands for letters that the vocabulary lacks keeps nothing whole.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from temporal_qa.io import Row, batched
from temporal_qa.text.dates import MONTH_NUMBERS, WrittenDate, find_dates, is_day_first
from temporal_qa.timeline import DATE_PARTS, DatePart

DATE_TOKEN_FACETS = ("date_tokens", *(f"{part}_whole" for part in DATE_PARTS))
"""The number of tokens of the date that takes the most; whether all years, all months, all days are whole."""

_TEXTS = ("question", "context", "fact_context")
_BATCH = 256
_RUNS = re.compile(r"\d+|[^\W\d_]+")


class Token(NamedTuple):
    """The letters of a text that a token stands for, as a half-open span; ``known``: the vocabulary has them."""

    start: int
    end: int
    known: bool = True


Tokenize: TypeAlias = Callable[[Sequence[str]], Sequence[Sequence[Token]]]
"""Gives the tokens of each text in their order, without special ones."""


class CutDate(NamedTuple):
    """A date in tokens.

    Attributes:
        cut: the date with a dot between tokens, such as ``4· July· 200·1``.
        tokens: how many have letters of the date.
        across: how many of these have something of more than one part.
        whole, apart: for each part that the date has, see the head of this file.
    """

    cut: str
    tokens: int
    across: int
    whole: Mapping[DatePart, bool]
    apart: Mapping[DatePart, bool]


def cut_date(text: str, tokens: Sequence[Token], date: WrittenDate) -> CutDate:
    """The date at its place in the text.

    Args:
        text: that has the date.
        tokens: of the whole text.
        date: as :func:`~.dates.find_dates` finds it; its span may be wider than its parts.

    >>> tokens = [Token(*found.span()) for found in re.finditer(r"\\w{1,3}|\\S", "on 4/07/2001")]
    >>> date = cut_date("on 4/07/2001", tokens, WrittenDate(2001, 7, 4, 3, 12))
    >>> date.cut, date.tokens, date.across, date.whole
    ('4·/·07·/·200·1', 6, 0, {'year': False, 'month': True, 'day': True})
    """
    places = _places_of_parts(text, date)
    first = bisect_right(tokens, date.start, key=attrgetter("end"))
    last = bisect_left(tokens, date.end, key=attrgetter("start"))
    found = [token for token in tokens[first:last] if token.end > token.start]
    parts_of = [{part for part, (start, end) in places.items() if t.start < end and t.end > start} for t in found]

    def is_whole(part: DatePart) -> bool:
        start, end = places[part]
        of_part = [token for token, parts in zip(found, parts_of, strict=True) if parts == {part}]
        return any(token.known and token.start <= start and token.end >= end for token in of_part)

    return CutDate(
        cut="·".join(text[max(token.start, date.start) : min(token.end, date.end)] for token in found),
        tokens=len(found),
        across=sum(len(parts) > 1 for parts in parts_of),
        whole={part: is_whole(part) for part in places},
        apart={part: all(parts == {part} for parts in parts_of if part in parts) for part in places},
    )


def _places_of_parts(text: str, date: WrittenDate) -> dict[DatePart, tuple[int, int]]:
    """The spans of the parts. The year is the last number, unless one of four digits or more begins the date."""
    runs = [found.span() for found in _RUNS.finditer(text, date.start, date.end)]
    numbers = {span: int(text[slice(*span)]) for span in runs if text[span[0]].isdecimal()}
    names = [span for span in runs if text[slice(*span)][:3].casefold() in MONTH_NUMBERS]
    places: dict[DatePart, tuple[int, int]] = {}
    if date.year is not None:
        first, *_, last = (runs[0], *numbers)
        places["year"] = first if first[1] - first[0] >= 4 and first in numbers else last
        del numbers[places["year"]]
    if date.month is not None:
        places["month"] = names[0] if names else next(span for span, n in numbers.items() if n == date.month)
        numbers.pop(places["month"], None)
    if date.day:
        places["day"] = next(span for span, number in numbers.items() if number == date.day)
    return places


def with_date_tokens(rows: Iterable[Row], tokenize: Tokenize) -> Iterator[Row]:
    """The rows with the facets of :data:`DATE_TOKEN_FACETS`, as texts; ``none`` where there is no such part.

    The dates are those of the question or, if it has none, of the ``context`` or ``fact_context``.
    """
    for batch in batched(rows, _BATCH):
        texts = [_text_with_dates(row) for row in batch]
        for row, text, tokens in zip(batch, texts, tokenize(texts), strict=True):
            yield row._replace(values=row.values | _facets(text, tokens))


def _text_with_dates(row: Row) -> str:
    texts = (row.values.get(column) for column in _TEXTS)
    return next((text for text in texts if isinstance(text, str) and find_dates(text)), "")


def _facets(text: str, tokens: Sequence[Token]) -> dict[str, str]:
    cut = [cut_date(text, tokens, date) for date in find_dates(text, day_first=is_day_first(text))]
    facets = {"date_tokens": str(max((date.tokens for date in cut), default="none"))}
    for part in DATE_PARTS:
        whole = [date.whole[part] for date in cut if part in date.whole]
        facets[f"{part}_whole"] = ("yes" if all(whole) else "no") if whole else "none"
    return facets
