"""Articles, and their passages.

A passage is 100 words of an article and its title, as in Fusion-in-Decoder (Izacard and Grave, 2021), which Complex-TR
follows (section 3.2, equation 4).
"""

import unicodedata
from dataclasses import dataclass

WORDS = 100
"""Words in a passage."""


@dataclass(frozen=True, slots=True)
class Article:
    """A page as plain text. ``url`` is empty, and ``links`` (titles of pages) are none, where the source gives none."""

    title: str
    text: str
    url: str = ""
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of an article, with the article's title and URL."""

    title: str
    text: str
    url: str = ""

    @property
    def titled_text(self) -> str:
        """The text for rankers and readers: the title, then the text."""
        return f"{self.title} {self.text}"


def split_article(article: Article, words: int = WORDS) -> list[Passage]:
    """The article cut after every ``words`` words, without overlap; the last passage has what is left.

    Words are what white space separates. An article without words gives no passages.

    >>> [passage.text for passage in split_article(Article("Title", "one two  three"), words=2)]
    ['one two', 'three']
    """
    found = article.text.split()
    return [
        Passage(article.title, " ".join(found[start : start + words]), article.url)
        for start in range(0, len(found), words)
    ]


def folded(text: str) -> str:
    """The text as words are compared: without case and accents.

    >>> folded("Škoda in Plzeň")
    'skoda in plzen'
    """
    text = text.casefold()
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKD", text)
    return text.translate({ord(letter): None for letter in set(text) if unicodedata.combining(letter)})
