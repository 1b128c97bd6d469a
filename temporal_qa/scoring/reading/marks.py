"""The marks around and in an answer, taken off: Markdown, LaTeX, quotation marks, HTML, citations, emoji.

:func:`without_marks` is for names, which keep their characters; :func:`plain_answer` for dates and numbers.
"""

# ruff: noqa: RUF001

import html
import re
from functools import lru_cache

from temporal_qa.text.dates import MONTH
from temporal_qa.text.numbers import small_letters

LIST_MARK = re.compile(
    r"\s*(?!c\. \d)(?:[-*+•‣·–—▪●○►➤→➡]\ufe0f?|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})\\?[.)]|[#*_]+\d{1,3}[.)])[ \t]+(?=\S)"
)
"""``-``, ``*``, ``1.``, ``a)``, ``(iv)`` before an item of a list; not ``c. 1985``."""

DAY_OF_DATE = re.compile(rf"(?i)\s*(\d{{1,2}})\. {MONTH} (?!\d{{1,2}}(?:st|nd|rd|th)?,?\s\d)\d")
"""``4. July 2001``, which begins as an item of a list; not ``4. July 4, 2001``."""

INVISIBLE = "\u00ad\u200b\u2060\ufeff"
"""Letters that are not seen: the soft hyphen, spaces and joiners of no width, the byte order mark."""

_MAY_BE_ORNAMENT = re.compile(f"[{INVISIBLE}<[\u3010\u2190-\u2bff\U0001f300-\U0001faff]")
_ORNAMENT = re.compile(
    r"(?<=\S)\s*(?:\[\^?\d{1,3}\]|\u3010[^\u3011\n]{0,60}\u3011)|</?(?:b|i|u|em|strong|span|p|br|answer|response|final|result|output)\s*/?>"
    # A tick, or a picture but those of doubt and denial.
    f"|[{INVISIBLE}]|(?:[\u2705\u2714\u2713\u2728\u2600-\u260f\u2614-\u269f\u26a1-\u26d3\u26d5-\u26ff\u2b50]|(?!\U0001f44e|\U0001f6ab|\U0001f914|\U0001f937)[\U0001f300-\U0001faff])\ufe0f?"
)
_QUOTED = re.compile(r"\A(?:[\s#]|>(?![=\d]))+")  # "> Tesla" is a quotation, ">= 4" a bound
_PAIRS = (
    *((mark, mark) for mark in ("**", "__", "``", "*", "_", "`", '"', "'", "$")),
    *((marks[0], marks[1]) for marks in ("“”", "”“", "„“", "«»", "‘’", "【】")), ("\\(", "\\)"), ("\\[", "\\]"),
)  # fmt: skip
_OPENING = frozenset(left[0] for left, _ in _PAIRS)
# "**Tesla**", "_Tesla_", "`Tesla`" within a text
_EMPHASIS = re.compile(
    r"\*\*([^*\n]+)\*\*|(?<!\w)\*([^*\s][^*\n]*)\*(?!\w)|(?<!\w)__([^_\n]+)__(?!\w)|(?<!\w)_([^_\n]+)_(?!\w)|`([^`\n]+)`"
)
_LINK = re.compile(r"\[([^\[\]\n]+)\]\(https?://[^\s()]*\)")
# "\text{Tesla}", "\boxed{Tesla}"
_TEX_GROUP = re.compile(r"\\(?:boxed|fbox|mbox|emph|underline|text\w{0,2}|math\w{0,2})\s*\{([^{}]*)\}")
_NESTING = 3
_TEX_SPACE = re.compile(r"\\[,;: ]|\\q?quad\b|(?<=[\w,.}])~(?=[\w\\])")
# "4^{th}"
_TEX_ORDINAL = re.compile(r"\^\{?(st|nd|rd|th)\}?")
_ESCAPED = re.compile(r"\\([&$%#_{}*.~+()\[\]!|>`'\"-])")
# A full stop after a long word or a closing mark: "Tesla."; not that of "Co."
_LAST_WORD = re.compile(r"(?:[^\W\d_]{5,}|[)\]\"'”*_$])[.,;:]+$|[,;:。]+$")


def without_ornaments(text: str) -> str:
    """The text without citation marks, tags of HTML, emoji and letters that are not seen."""
    return _ORNAMENT.sub("", text) if _MAY_BE_ORNAMENT.search(text) else text


def without_tex(text: str) -> str:
    """The text without groups of LaTeX, spaces of LaTeX and raised letters."""
    text = _TEX_SPACE.sub(" ", text.replace("\\!", ""))  # "\quad\text{and}" needs its words apart
    for _ in range(_NESTING):
        text = _TEX_GROUP.sub(r"\1", text)
    return _TEX_ORDINAL.sub(r"\1", text)


def cells(row: str) -> list[str]:
    """The cells of a row of a table in Markdown, without marks.

    >>> cells("| 1 | **Tesla** |")
    ['1', 'Tesla']
    """
    return [without_marks(cell) for cell in row.strip().strip("|").split("|")]


@lru_cache(maxsize=32)  # a reader looks at the same line in several ways
def without_marks(text: str) -> str:
    """The text without Markdown, LaTeX and quotation marks around it or around names in it, and without a full stop.

    >>> without_marks("**Tesla** and *SpaceX*."), without_marks(r"$\\text{Ernst \\& Young}$")
    ('Tesla and SpaceX', 'Ernst & Young')
    """
    text = _LINK.sub(r"\1", text) if "](" in text else text
    text = _QUOTED.sub("", text, count=1).strip()
    if "\\" in text or "^" in text:
        text = without_tex(text)
    if "&" in text and ";" in text:
        text = html.unescape(text)
    before = None
    while text != before:
        before = text
        ends = text.endswith((".", ",", ";", ":", "。", "\n"))
        if ends and (found := _LAST_WORD.search(text[-40:])):
            text = text[: len(text) - len(found[0]) + len(found[0].rstrip(".,;:。"))]
        for left, right in _PAIRS if text[:1] in _OPENING else ():
            inner = text[len(left) : -len(right)]
            if text.startswith(left) and text.endswith(right) and inner and left not in inner and right not in inner:
                text = inner.strip()
    if "*" in text or "_" in text or "`" in text:
        text = _EMPHASIS.sub(lambda found: found[found.lastindex or 0], text)
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


# What plain_answer changes. Most answers have none of it.
_UNUSUAL = re.compile(
    r"[\\$~\uff5e<{\[【=\u00a0\u00ad\u2007\u2009-\u2013\u202f\u2060\ufeff年]"
    r"|\d[ '’]\d|\d\.(?: [A-Z]|\d\d\.\d|\d\.\d)|[a-z] the \d|\bday of |--"
    r"|(?:irst|econd|hird|[a-z]th)(?:,? \d|(?i: (?:day )?of | (?:iso )?week\b))"
)
_TAG = re.compile(r"</?[A-Za-z][\w-]{0,20}\s*/?>")
_UNIT = r"(?:full\s+|whole\s+)?(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?)"
# "10{,}957", "10 957 days"
_THOUSANDS = re.compile(
    r"(?<![\w.,/'’-])\d{1,3}(?:(?:\{,\}|\\[,;:! ]|['’\u00a0\u2009\u202f])\d{3})+(?![\w,])"
    rf"|(?<![\w.,/'’-])(?<!\d )\d{{1,3}}(?: \d{{3}})+(?=\s+{_UNIT}\b|\W*$)"
)
_DASH_BETWEEN = re.compile(r"(?<=\d)\s?(?:[~\uff5e]|--)\s?(?=\d)")  # "48~49" and LaTeX's "48--49" are ranges
_TEX_MARK = re.compile(r"\\[()\[\]]|\$")
# "2001.7.4", "2001\u201307\u201304", "2001年7月4日"
_DATE_PARTS = re.compile(
    r"(?<![\w.])(\d{4})(?:([.\u2010-\u2013])(\d{1,2})\2(\d{1,2})(?!\w|\.\w)|年(\d{1,2})月(\d{1,2})日)"
)
# "4. July", "on the 4th"
_DAY_MARK = re.compile(rf"(?i)(?<![\w.])(\d{{1,2}})\. (?={MONTH}\b)|(?<=[a-z] )the (?=\d{{1,2}}(?:st|nd|rd|th)\b)")
# "the 4th day of July"
_DAY_OF = re.compile(rf"(?i)(?<=\d(?:st|nd|rd|th)) day (?=of {MONTH}\b)")
# "the fifteenth of May", "May the fifteenth", "the tenth week"
_UNITS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEENS = ("ten", "eleven", "twelf", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twent", "thirt", "fort", "fift")
_ORDINALS = (
    *_UNITS, *(f"{teen}th" for teen in _TEENS),
    *(f"{ten}{end}" for ten in _TENS for end in ("ieth", *(f"y-{unit}" for unit in _UNITS))),
)  # fmt: skip

_ORDINAL_IN_WORDS = re.compile(
    rf"(?i)(?<!\w)((?<=[a-z.] ))?(?:the )?({'|'.join(_ORDINALS)})"
    rf"(?= (?:day )?of {MONTH}\b| (?:iso )?week\b|(?(1),? \d|(?!)))"
)
_PLAIN = str.maketrans("\u2010\u2011\u00a0\u2007\u2009\u202f", "--    ")  # hyphens and spaces


def plain_answer(text: str) -> str:
    """The same answer in plain characters.

    >>> plain_answer(r"$\\boxed{10{,}957 \\text{ days}}$"), plain_answer("4\u2011Jul\u20112001 [1]")
    ('10957  days', '4-Jul-2001')
    >>> plain_answer("the twenty-first of May 1990"), plain_answer("May the first, 1990")
    ('21th of May 1990', 'May 1th, 1990')
    """
    if _UNUSUAL.search(text) is None:
        return text
    text = _TAG.sub("", without_ornaments(text))
    text = _THOUSANDS.sub(lambda found: re.sub(r"\D", "", found[0]), text)
    text = _DASH_BETWEEN.sub("-", text)
    if "\\" in text or "$" in text or "~" in text:
        text = _TEX_MARK.sub("", without_tex(text))
    text = _DATE_PARTS.sub(lambda date: f"{date[1]}-{int(date[3] or date[5]):02}-{int(date[4] or date[6]):02}", text)
    text = _ORDINAL_IN_WORDS.sub(lambda found: f"{_ORDINALS.index(small_letters(found[2])) + 1}th", text)
    text = _DAY_OF.sub(" ", _DAY_MARK.sub(lambda found: f"{found[1]} " if found[1] else "", text))
    return text.translate(_PLAIN)
