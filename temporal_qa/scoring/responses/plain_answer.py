"""An answer in plain characters: without LaTeX, tags and citation marks, with plain hyphens, spaces and thousands."""

# ruff: noqa: RUF001

from __future__ import annotations

import re

from temporal_qa.scoring.answer_wording import TEX_ORDINAL, TEX_SPACE, without_ornaments
from temporal_qa.text.dates import MONTH

_UNUSUAL = re.compile(
    r"[\\$~<{\[【'’=\u00a0\u00ad\u2007\u2009-\u2013\u202f\u2060\ufeff年]"
    r"|\d \d|\d\.(?: [A-Z]|\d\d\.\d|\d\.\d)|[a-z] the \d|\bday of "
)
_TAG = re.compile(r"</?[A-Za-z][\w-]{0,20}\s*/?>")
_UNIT = r"(?:full\s+|whole\s+)?(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?)"
_THOUSANDS = re.compile(
    r"(?<![\w.,/'’-])\d{1,3}(?:(?:\{,\}|\\[,;:! ]|['’\u00a0\u2009\u202f])\d{3})+(?![\w,])"
    rf"|(?<![\w.,/'’-])(?<!\d )\d{{1,3}}(?: \d{{3}})+(?=\s+{_UNIT}\b|\W*$)"
)
_TEX_GROUP = re.compile(r"\\(?:boxed|fbox|mbox|emph|text\w{0,2}|math\w{0,2})\s*\{([^{}]*)\}")
_TEX_MARK = re.compile(r"\\[()\[\]]|\$")
_ISO_DATE = re.compile(r"\b(\d{4})[\u2010-\u2013](\d{2})[\u2010-\u2013](\d{2})\b")
_POINTED_DATE = re.compile(r"(?<![\d.])(\d{4})\.(\d{1,2})\.(\d{1,2})(?![\d.])")
_JAPANESE_DATE = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
_DAY_MARK = re.compile(
    rf"(?<![\w.])(\d{{1,2}})\. (?={MONTH}\b)|(?<=[a-z] )the (?=\d{{1,2}}(?:st|nd|rd|th)\b)", re.IGNORECASE
)
_DAY_OF = re.compile(rf"(?<=\d(?:st|nd|rd|th)) day (?=of {MONTH}\b)", re.IGNORECASE)
_HYPHEN = re.compile("[\u2010\u2011]")
_SPACE = re.compile("[\u00a0\u2007\u2009\u202f]")
_NESTING = 3


def _iso(found: re.Match[str]) -> str:
    return f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"


def plain_answer(text: str) -> str:
    """The same answer in plain characters.

    >>> plain_answer(r"$\\boxed{10{,}957 \\text{ days}}$"), plain_answer("4\u2011Jul\u20112001 [1]")
    ('10957  days', '4-Jul-2001')
    """
    if _UNUSUAL.search(text) is None:
        return text
    text = _TAG.sub("", without_ornaments(text))
    text = _THOUSANDS.sub(lambda found: re.sub(r"\D", "", found[0]), text)
    if "\\" in text or "$" in text or "~" in text:
        for _ in range(_NESTING):
            text = _TEX_GROUP.sub(r"\1", text)
        text = _TEX_MARK.sub("", TEX_ORDINAL.sub(r"\1", TEX_SPACE.sub(" ", text)))
    text = _JAPANESE_DATE.sub(_iso, _POINTED_DATE.sub(_iso, text))
    text = _DAY_OF.sub(" ", _DAY_MARK.sub(lambda found: f"{found[1]} " if found[1] else "", text))
    return _SPACE.sub(" ", _HYPHEN.sub("-", _ISO_DATE.sub(r"\1-\2-\3", text)))
