"""The two forms in which names are compared: our own, and that of SQuAD.

Ours keeps what tells two names apart, such as "U.S." and "us". SQuAD's drops punctuation and articles; token F1 needs
it to be comparable with earlier work (Rajpurkar et al., 2016).
"""

from __future__ import annotations

import re
import string
import unicodedata

_ARTICLE_WORDS = frozenset({"a", "an", "the"})
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalize_answer(text: str) -> str:
    """The form in which two answers are compared: NFKC, lower case, white space folded and stripped.

    >>> normalize_answer("  Université\\u00a0de  GENÈVE ")
    'université de genève'
    """
    if not text.isascii():  # NFKC leaves ASCII as it is
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.lower().split())


def squad_normalize(text: str) -> str:
    """SQuAD normalisation: lower case, no ASCII punctuation, no English articles, white space folded.

    >>> squad_normalize("The  U.S. Senate")
    'us senate'
    """
    text = text.lower()
    if not text.replace(" ", "").isalnum():  # most names are letters and spaces; punctuation also bounds words
        text = _ARTICLES.sub(" ", text.translate(_NO_PUNCTUATION))
    return " ".join([word for word in text.split() if word not in _ARTICLE_WORDS])
