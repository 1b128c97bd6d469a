"""The answers of a question, and the forms in which names are compared: by name (the default), plainly, and SQuAD's.

By name, what writers vary does not count: case, compatibility forms, punctuation, articles, white space, invisible
characters, the commas of thousands. Accents and symbols count ("C++" is not "C"). SQuAD's form is for exact match and
token F1, which earlier work reports (Rajpurkar et al., 2016).
"""

import re
import string
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from temporal_qa.timeline import ANSWER_SEPARATOR

Answers: TypeAlias = str | Sequence[str]
"""The answers of one question, as a list or as one joined text."""

Normalization: TypeAlias = Literal["names", "plain"]
"""How two names are compared: after :func:`normalize_answer`, or only after :func:`normalize_plain`."""

Reading: TypeAlias = Literal["chat", "plain"]
"""How a text is read: by the rules of :mod:`~.reading.response`, or split at the separator as it stands."""

_ARTICLE_WORDS = frozenset({"a", "an", "the"})
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)

_APOSTROPHE_LETTERS = re.compile("[\u02b9-\u02bf]")
_NOT_LETTERS = re.compile("[\u02b9-\u02bf\u115f\u1160]")  # Unicode calls these letters too; two are blank
_MARK = "\0"
_MARKS_BETWEEN_DIGITS = re.compile(rf"(?<=\d){_MARK}+(?=\d)")
_THOUSANDS = re.compile(rf"(?<!\d)(?<!\d[,{_MARK}])[1-9]\d{{0,2}}(?:,\d{{3}})+(?!\d)", re.ASCII)
_NOT_MINUS = re.compile(r"-(?!(?<=^-)[\d ]+$)")

# White space, control characters, those with Unicode's property Default_Ignorable_Code_Point, and Braille's blank.
_BLANK = re.compile(
    "[\\s\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*"
)


class _Marks(dict[int, str | None]):
    """A table for ``str.translate``, filled as characters come: dashes become "-", other punctuation but commas becomes
    ``_MARK``, and invisible characters go."""

    def __missing__(self, code: int) -> str | None:
        letter = chr(code)
        category = unicodedata.category(letter)
        if category in ("Pd", "Pc") or letter == "\u2212":  # the minus sign is a symbol
            self[code] = "-"
        elif category[0] == "P" or letter == "`" or _APOSTROPHE_LETTERS.match(letter):
            self[code] = letter if letter == "," else _MARK
        else:
            self[code] = None if category in ("Cc", "Cf") else letter
        return self[code]


_MARKS = _Marks()


def normalize_plain(text: str) -> str:
    """The plain form of an answer: NFKC, lower case, white space folded and stripped. A blank one is empty.

    >>> normalize_plain("  Université\\u00a0de  GENÈVE. ")
    'université de genève.'
    """
    if not text.isascii():  # NFKC leaves ASCII as it is
        text = unicodedata.normalize("NFKC", text)
    plain = " ".join(text.lower().split())
    return "" if is_blank(plain) else plain


def is_blank(text: str) -> bool:
    """Whether nothing of a text can be seen: it is no answer.

    >>> is_blank(" \\u200b"), is_blank("!")
    (True, False)
    """
    return _BLANK.fullmatch(text) is not None


def split_answers(answers: Answers, separator: str = ANSWER_SEPARATOR) -> list[str]:
    """The answers of one question, stripped, without blank ones. A list is never split further.

    >>> split_answers("Tesla $and SpaceX")
    ['Tesla', 'SpaceX']
    >>> split_answers("Switzerland")
    ['Switzerland']
    >>> split_answers("")
    []
    """
    parts = answers.split(separator) if isinstance(answers, str) else answers
    return [part.strip() for part in parts if not is_blank(part)]


def normalize_answer(text: str) -> str:
    """The form in which two names are compared: NFKC, case folded, without punctuation and articles.

    In this order: control and format characters (Cc, Cf) go; NFKC and case folding; the commas of thousands go, those
    between groups of exactly three digits after a first group that does not begin with 0 ("1,000" is "1000", "1,5" is
    not "15"); dashes and underscores (Pd, Pc) become spaces, and so does other punctuation between two digits ("3.5" is
    not "35"); all other punctuation (P*) goes, with the letters and the grave accent that are written for an
    apostrophe; then the words "a", "an" and "the" go, and white space is folded. A step that leaves nothing is left
    out: "!!!", "The" and "The The" are names. The minus sign of a bare number stays: "-44" is not "44". Symbols (S*)
    and accents stay.

    Normalising twice changes nothing. Texts with one plain form have one form here.

    >>> normalize_answer("The “Saint-Denis” Co."), normalize_answer("The The!"), normalize_answer("C++")
    ('saint denis co', 'the the', 'c++')
    """
    return _plain_and_name(text)[1]


def answer_forms(texts: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """All forms of each text, in less time than one form after the other: those of :func:`normalize_plain` and
    :func:`normalize_answer` and, for exact match, the plain one after :func:`squad_normalize`, or as it is where that
    leaves nothing."""
    for text in texts:
        plain, name, has_marks = _plain_and_name(text)
        yield plain, name, (squad_normalize(plain) or plain) if has_marks else name


def _plain_and_name(text: str) -> tuple[str, str, bool]:
    """The plain form of a text, its form by name, and whether it has more than letters, digits and white space."""
    composed = text if text.isascii() else unicodedata.normalize("NFKC", text)
    words = composed.lower().split()
    letters = "".join(words)
    if letters.isalnum() and (letters.isascii() or _is_folded(letters)):  # most names are letters and spaces
        plain = " ".join(words)
        return plain, plain if _ARTICLE_WORDS.isdisjoint(words) else _without_articles(plain), False
    plain = normalize_plain(text)
    without_marks = _without_marks(plain)
    return plain, _without_articles(plain if is_blank(without_marks) else without_marks), True


def _without_articles(text: str) -> str:
    found = " ".join([word for word in text.split() if word not in _ARTICLE_WORDS])
    return text if is_blank(found) else found


def _is_folded(letters: str) -> bool:
    return letters.casefold() == letters and not _NOT_LETTERS.search(letters)


def _without_marks(text: str) -> str:
    while True:
        before = text
        if not text.isascii():
            text = unicodedata.normalize("NFKC", text.casefold())
        text = text.translate(_MARKS)
        if "," in text:
            text = _THOUSANDS.sub(lambda number: number[0].replace(",", ""), text).replace(",", _MARK)
        if _MARK in text:
            text = _MARKS_BETWEEN_DIGITS.sub(" ", text).replace(_MARK, "")
        text = " ".join(_NOT_MINUS.sub(" ", text.strip()).split())
        if text.isascii() or text == before:  # letters may compose where a mark was between them
            return text


def row_form(*of_row: Collection[str], normalization: Normalization = "names") -> Callable[[str], str]:
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


def fall_together(names: Collection[str]) -> bool:
    """Whether different names of a set, different in plain form, have one form by :func:`normalize_answer`."""
    if len(names) < 2:
        return False
    forms = {plain: name for plain, name, _ in map(_plain_and_name, names) if plain}
    return len(set(forms.values())) < len(forms)


def squad_normalize(text: str) -> str:
    """SQuAD normalisation: lower case, no ASCII punctuation, no English articles, white space folded.

    >>> squad_normalize("The  U.S. Senate")
    'us senate'
    """
    text = text.lower()
    if not text.replace(" ", "").isalnum():  # most names are letters and spaces; punctuation also bounds words
        text = _ARTICLES.sub(" ", text.translate(_NO_PUNCTUATION))
    return " ".join([word for word in text.split() if word not in _ARTICLE_WORDS])
