"""The forms in which names are compared: by name (the default of every score), plainly, and that of SQuAD.

By name, what writers vary does not count: case, compatibility forms, punctuation, articles, white space, invisible
characters. Accents and symbols count ("C++" is not "C"). SQuAD's form is for exact match and token F1, which earlier
work reports (Rajpurkar et al., 2016).
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

Normalization: TypeAlias = Literal["names", "plain"]
"""How two names are compared: after :func:`normalize_answer`, or only after :func:`normalize_plain`."""

_ARTICLE_WORDS = frozenset({"a", "an", "the"})
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)

_APOSTROPHE_LETTERS = re.compile("[\u02b9-\u02bf]")
_MARK = "\0"
_MARKS_BETWEEN_DIGITS = re.compile(rf"(?<=\d){_MARK}+(?=\d)")
_NOT_MINUS = re.compile(r"-(?!(?<=^-)[\d ]+$)")


class _Marks(dict[int, str | None]):
    """A table for ``str.translate``, filled as characters come: dashes become "-", other punctuation ``_MARK``, and
    invisible characters go."""

    def __missing__(self, code: int) -> str | None:
        letter = chr(code)
        category = unicodedata.category(letter)
        if category in ("Pd", "Pc") or letter == "\u2212":  # the minus sign is a symbol
            self[code] = "-"
        elif category[0] == "P" or letter == "`" or _APOSTROPHE_LETTERS.match(letter):
            self[code] = _MARK
        else:
            self[code] = None if category in ("Cc", "Cf") else letter
        return self[code]


_MARKS = _Marks()


def normalize_plain(text: str) -> str:
    """The plain form of an answer: NFKC, lower case, white space folded and stripped.

    >>> normalize_plain("  Université\\u00a0de  GENÈVE. ")
    'université de genève.'
    """
    if not text.isascii():  # NFKC leaves ASCII as it is
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.lower().split())


def normalize_answer(text: str) -> str:
    """The form in which two names are compared: NFKC, case folded, without punctuation and articles.

    In this order: control and format characters (Cc, Cf) go; NFKC and case folding; dashes and underscores (Pd, Pc)
    become spaces, and so does other punctuation between two digits ("3.5" is not "35"); all other punctuation (P*)
    goes, with the letters and the grave accent that are written for an apostrophe; then the words "a", "an" and "the"
    go, and white space is folded. A step that leaves nothing is left out: "!!!", "The" and "The The" are names. The
    minus sign of a bare number stays: "-44" is not "44". Symbols (S*) and accents stay.

    Normalising twice changes nothing. Texts with one plain form have one form here.

    >>> normalize_answer("The “Saint-Denis” Co."), normalize_answer("The The!"), normalize_answer("C++")
    ('saint denis co', 'the the', 'c++')
    """
    return bare_name(normalize_plain(text))


def bare_name(plain: str) -> str:
    """:func:`normalize_answer` of a text in plain form."""
    if not plain.replace(" ", "").isalnum() or not (plain.isascii() or _is_folded(plain)):
        plain = _without_marks(plain) or plain  # most names are letters and spaces
    words = plain.split()
    if _ARTICLE_WORDS.isdisjoint(words):
        return plain
    return " ".join([word for word in words if word not in _ARTICLE_WORDS]) or plain


def _is_folded(letters: str) -> bool:
    return letters.casefold() == letters and not _APOSTROPHE_LETTERS.search(letters)


def _without_marks(text: str) -> str:
    while True:
        before = text
        if not text.isascii():
            text = unicodedata.normalize("NFKC", text.casefold())
        text = _MARKS_BETWEEN_DIGITS.sub(" ", text.translate(_MARKS)).replace(_MARK, "").strip()
        text = " ".join(_NOT_MINUS.sub(" ", text).split())
        if text.isascii() or text == before:  # letters may compose where a mark was between them
            return text


def row_form(*of_row: Iterable[str], normalization: Normalization = "names") -> Callable[[str], str]:
    """The form in which the names of one question are compared.

    It is :func:`normalize_answer`, unless two different names of one of the sets would fall together, such as "Times"
    and "The Times"; then, or if asked for, it is :func:`normalize_plain`.

    Args:
        of_row: sets of names that are told apart, such as the right answers.
        normalization: how to compare.

    >>> row_form(["Times", "The Times"]).__name__, row_form(["Times", "times"]).__name__
    ('normalize_plain', 'normalize_answer')
    """
    return normalize_plain if normalization == "plain" or any(map(fall_together, of_row)) else normalize_answer


def fall_together(names: Iterable[str]) -> bool:
    """Whether different names of a set, different in plain form, have one form by :func:`normalize_answer`."""
    plain = set(map(normalize_plain, names)) - {""}
    return len(plain) > 1 and len(set(map(bare_name, plain))) < len(plain)


def squad_normalize(text: str) -> str:
    """SQuAD normalisation: lower case, no ASCII punctuation, no English articles, white space folded.

    >>> squad_normalize("The  U.S. Senate")
    'us senate'
    """
    text = text.lower()
    if not text.replace(" ", "").isalnum():  # most names are letters and spaces; punctuation also bounds words
        text = _ARTICLES.sub(" ", text.translate(_NO_PUNCTUATION))
    return " ".join([word for word in text.split() if word not in _ARTICLE_WORDS])
