"""Finds the paragraph of the one that a question names, by its title."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from temporal_qa.questions.unsolved import Unanswerable, Unparsable

_WORDS = re.compile(r"\w+")


def find_paragraph(name: str, context: str, *, loosely: bool = True) -> tuple[str, str]:
    """The title and the text of the paragraph about ``name`` in a context, which has a line ``title: text`` for each.

    ``loosely`` as of :func:`find_title`.

    Raises:
        Unanswerable: no paragraph is about that name.
        Unparsable: several are, or the context has no paragraph.
    """
    lines = "\n" + context
    if (place := lines.find(start := f"\n{name}: ")) >= 0 and lines.find(start, place + 1) < 0:
        begin, end = place + len(start), lines.find("\n", place + 1)
        return name, lines[begin : end if end >= 0 else None]
    if not (paragraphs := _read_paragraphs(context)):
        raise Unparsable("the context has no paragraph: a line with a name, a colon and the text")
    return paragraphs[find_title(name, tuple(title for title, _ in paragraphs), loosely=loosely)]


@lru_cache(maxsize=64)  # the questions of a sample share their context
def _read_paragraphs(context: str) -> tuple[tuple[str, str], ...]:
    parted = (line.partition(": ") for line in context.split("\n"))
    return tuple((title, text) for title, _, text in parted if text)


@lru_cache(maxsize=1 << 10)
def find_title(name: str, titles: tuple[str, ...], *, loosely: bool = True) -> int:
    """The place of the title that a name means: the same name, perhaps without "(filmmaker)".

    ``loosely``: if there is none, one that has the name within it, or stands within a longer description.

    Raises:
        Unanswerable: none fits.
        Unparsable: several fit equally well.

    >>> find_title("Indian director S. Shankar", ("Bob Saget", "S. Shankar", "R. Shankar"))
    1
    """
    keys = [words_of(title) for title in titles]
    bare = [words_of(title.partition(" (")[0]) for title in titles]
    asked = words_of(name)
    fitting = [place for place, key in enumerate(keys) if key == asked]
    fitting = fitting or [place for place, key in enumerate(bare) if key == asked]
    if loosely and not fitting:
        fitting = [place for place, key in enumerate(bare) if _within(key, asked) or _within(asked, key)]
    if len(fitting) > 1:
        raise Unparsable(f"{len(fitting)} paragraphs are about {name!r}")
    if not fitting:
        raise Unanswerable(f"no paragraph is about {name!r}")
    return fitting[0]


def proper_name(name: str, title: str) -> str:
    """A name as the title of its paragraph writes it.

    >>> proper_name("Theodore Mcmillian", "Theodore McMillian"), proper_name("director S. Shankar", "S. Shankar (film)")
    ('Theodore McMillian', 'S. Shankar')
    """
    return title if name == title or words_of(name) == words_of(title) else title.partition(" (")[0]


def which_name(answer: str, names: tuple[str, str]) -> int | None:
    """Which of two names an answer means, perhaps in a longer or shorter form; None if it is like both, or neither.

    >>> which_name("David John Lodge CBE", ("Thomas Friedman", "David Lodge"))
    1
    """
    words = words_of(answer)
    alike: list[float] = [len({*words} & {*words_of(name)}) for name in names]
    if alike[0] == alike[1]:
        alike = [SequenceMatcher(None, " ".join(words), " ".join(words_of(name))).ratio() for name in names]
    return None if alike[0] == alike[1] or max(alike) < 0.5 else int(alike[1] > alike[0])


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether some words stand in a longer row of words, one after the other."""
    return bool(part) and any(whole[i : i + len(part)] == part for i in range(len(whole) - len(part) + 1))


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters and without punctuation."""
    return _WORDS.findall(unicodedata.normalize("NFKC", name).casefold())
