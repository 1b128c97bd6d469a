"""A text with spans of it marked, as HTML; of a long one the parts around the marks come first."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from temporal_qa.text.positions import merged_spans

_AROUND, _LONG = 300, 3000  # characters


class Mark(NamedTuple):
    """Characters of a text, ``start`` up to ``end``, with the CSS of the mark."""

    start: int
    end: int
    style: str


def marked_text(text: str, marks: Sequence[Mark]) -> str:
    """The text, escaped, with the marks; those that reach beyond the text, or are empty, are left out."""
    marks = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    whole = f"<div style='white-space: pre-line'>{_part(text, marks, 0, len(text))}</div>"
    if len(text) <= _LONG:
        return whole
    # Parts that touch are one.
    around = merged_spans((max(0, mark.start - _AROUND), min(len(text), mark.end + _AROUND)) for mark in marks)
    near = "".join(f"<p>… {_part(text, marks, start, end)} …</p>" for start, end in around)
    return f"{near}<details><summary>The whole text, {len(text.split()):,} words</summary>{whole}</details>"


def _part(text: str, marks: Sequence[Mark], start: int, end: int) -> str:
    cuts = {start, end} | {cut for mark in marks for cut in mark[:2] if start < cut < end}
    pieces = []
    for first, after in pairwise(sorted(cuts)):
        styles = dict.fromkeys(mark.style for mark in marks if mark.start <= first and after <= mark.end)
        piece = escape(text[first:after])
        pieces.append(f"<mark style='color: inherit; {'; '.join(styles)}'>{piece}</mark>" if styles else piece)
    return "".join(pieces)
