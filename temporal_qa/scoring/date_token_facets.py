"""How a tokenizer cuts the dates of a question, as facets of its row."""

from collections.abc import Iterable, Iterator
from itertools import islice

from temporal_qa.io import Row
from temporal_qa.text.date_tokens import Tokenize, cut_date
from temporal_qa.text.dates import find_dates, is_day_first
from temporal_qa.timeline import DATE_PARTS

DATE_TOKEN_FACETS = ("date_tokens", *(f"{part}_whole" for part in DATE_PARTS))
"""The number of tokens of the date that takes the most; whether all years, all months, all days are whole."""

_TEXTS = ("question", "context", "fact_context")
_BATCH = 256


def with_date_tokens(rows: Iterable[Row], tokenize: Tokenize) -> Iterator[Row]:
    """The rows with the facets of :data:`DATE_TOKEN_FACETS`, as texts; ``none`` where there is no such part.

    The dates are those of the question or, if it has none, of the ``context`` or ``fact_context``.
    """
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        yield from _with_facets(batch, tokenize)


def _with_facets(rows: list[Row], tokenize: Tokenize) -> Iterator[Row]:
    texts = [_text_with_dates(row) for row in rows]
    for row, text, tokens in zip(rows, texts, tokenize(texts), strict=True):
        cut = [cut_date(text, tokens, date) for date in find_dates(text, day_first=is_day_first(text))]
        facets = {"date_tokens": str(max((date.tokens for date in cut), default="none"))}
        for part in DATE_PARTS:
            whole = [date.whole[part] for date in cut if part in date.whole]
            facets[f"{part}_whole"] = ("yes" if all(whole) else "no") if whole else "none"
        yield row._replace(values=row.values | facets)


def _text_with_dates(row: Row) -> str:
    texts = [text for name in _TEXTS if isinstance(text := row.values.get(name), str)]
    return next((text for text in texts if find_dates(text)), "")
