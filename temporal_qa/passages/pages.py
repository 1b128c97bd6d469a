"""Pages become articles in plain text, and articles passages.

HTML becomes text through trafilatura, as the paper does, and wikitext through mwparserfromhell.

The pages of a MediaWiki export (``pages-articles.xml``, plain, ``.gz`` or ``.bz2``) are read one at a time: defusedxml
refuses document types, and so every entity that a file defines, and no page in memory is larger than
:data:`MAX_PAGE_BYTES`.

A passage is 100 words of an article and its title, as in Fusion-in-Decoder (Izacard and Grave, 2021), which Complex-TR
follows (section 3.2, equation 4).
"""

import bz2
import contextlib
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple
from urllib.parse import quote

from temporal_qa.io import InputError, batched, explain_missing, first_line
from temporal_qa.io.read import DAMAGE, open_bytes

WORDS = 100
"""Words in a passage."""

MAX_PAGE_BYTES = 20_000_000
"""A larger page is not read. Wikipedia's own limit is 2 MB."""

_BLOCK_BYTES = 1 << 16
_NO_PROSE = re.compile(r"\s*(file|image|category)\s*:", re.IGNORECASE)
_LINK = re.compile(r"\[\[([^\[\]|#]+)")
_BLANK_LINES = re.compile(r"\n\s*\n+")


class Article(NamedTuple):
    """A page as plain text. ``url`` is empty, and ``links`` (titles of pages) are none, where the source gives none."""

    title: str
    text: str
    url: str = ""
    links: tuple[str, ...] = ()


class Passage(NamedTuple):
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
    return [Passage(article.title, " ".join(part), article.url) for part in batched(article.text.split(), words)]


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


class Page(NamedTuple):
    """A page of a source. ``article`` converts it to text, and is called only for a page that is wanted.

    ``redirect`` is the title of the page that it redirects to.
    """

    titles: tuple[str, ...]
    article: Callable[[], Article]
    id: str | None = None
    redirect: str | None = None


def html_article(page: bytes, title: str = "") -> Article:
    """The main text of an HTML page, without menus and comments; it may be empty.

    Args:
        page: the page in any encoding that it declares or that can be detected.
        title: the title for a page without one.

    Raises:
        InputError: trafilatura is not installed.
    """
    with explain_missing("HTML pages need trafilatura", "retrieve"):
        from trafilatura import bare_extraction
        from trafilatura.settings import Document
    found = bare_extraction(page, include_comments=False, with_metadata=True)
    if not isinstance(found, Document):
        return Article(title, "")
    return Article(" ".join((found.title or title).split()), found.text or "", found.url or "")


def wikitext_to_text(wikitext: str) -> str:
    """The prose of a wikitext page, without templates, files, categories and references. Links and tables become
    text: temporal questions ask for what tables of careers and offices hold.

    Raises:
        InputError: mwparserfromhell is not installed.
    """
    with explain_missing("wikitext needs mwparserfromhell", "retrieve"):
        import mwparserfromhell
    code = mwparserfromhell.parse(wikitext)
    # A leading colon makes a visible link to a file or category; such links stay.
    links = code.filter_wikilinks(matches=lambda link: _NO_PROSE.match(str(link.title)) is not None)
    tags = code.filter_tags(matches=lambda tag: str(tag.tag).strip().lower() in ("gallery", "ref"))
    for node in links + tags:
        with contextlib.suppress(ValueError):  # it was removed with the node around it
            code.remove(node)
    return _BLANK_LINES.sub("\n", code.strip_code()).strip()


def wikitext_links(wikitext: str) -> tuple[str, ...]:
    """The titles of the pages that a wikitext links to.

    >>> wikitext_links("[[Ann Lee|Ann]] met [[Bo Ray#Life|him]] in [[Rome]].")
    ('Ann Lee', 'Bo Ray', 'Rome')
    """
    return tuple(dict.fromkeys(title.strip() for title in _LINK.findall(wikitext)))


def read_wiki_pages(path: Path) -> Iterator[Page]:
    """The articles and redirects of an export (namespace 0), in file order; of several revisions the last.

    Raises:
        InputError: defusedxml is not installed; or the file is damaged, not XML, not a MediaWiki export, declares a
            document type, or holds a page that is too large.
    """
    with explain_missing("MediaWiki XML needs defusedxml", "retrieve"):
        from defusedxml import DefusedXmlException
        from defusedxml.ElementTree import ParseError, iterparse
    base = ""
    try:
        with bz2.open(path) if path.suffix == ".bz2" else open_bytes(path) as file:
            source = _BoundedReader(file, path)
            events = iterparse(source, events=("start", "end"), forbid_dtd=True)
            _, root = next(events)
            if (name := _local_name(root)) != "mediawiki":
                raise InputError(f"found <{name}>, expected a MediaWiki export, <mediawiki>", path)
            for event, element in events:
                name = _local_name(element) if event == "end" else ""
                if name == "base":
                    base = (element.text or "").rsplit("/", 1)[0]
                elif name == "page":
                    if (page := _wiki_page(element, base)) is not None:
                        yield page
                    source.since_page = 0
                    root.clear()  # frees the pages already read
    except InputError:  # ours, which is a ValueError too
        raise
    except ParseError as error:
        raise InputError(f"not well-formed XML: {error}", path, error.position[0]) from None
    except DefusedXmlException:
        raise InputError("declares a document type or entities, expected a plain MediaWiki export", path) from None
    except DAMAGE as error:
        raise InputError(f"cannot be read: {error}", path) from None
    except (LookupError, ValueError) as error:  # an unknown encoding, or one that the parser cannot read
        raise InputError(f"in an encoding that cannot be read ({first_line(error)}), expected UTF-8", path) from None


class _BoundedReader:
    """Reads for the parser, and raises an error where a page is too large."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self.file, self.path = file, path
        self.since_page = 0

    def read(self, size: int = -1) -> bytes:
        block = self.file.read(_BLOCK_BYTES if size < 0 else min(size, _BLOCK_BYTES))
        self.since_page += len(block)
        if self.since_page > MAX_PAGE_BYTES:
            raise InputError(f"holds a page of more than {MAX_PAGE_BYTES // 10**6} MB, expected articles", self.path)
        return block


def _wiki_page(page: Any, base: str) -> Page | None:
    """The page, or None outside the namespace of articles."""
    parts = {_local_name(child): child for child in page}  # the last revision of several
    title, namespace, redirect = (parts.get(name) for name in ("title", "ns", "redirect"))
    if title is None or not title.text or (namespace is not None and namespace.text != "0"):
        return None
    texts = (child.text for child in parts.get("revision", ()) if _local_name(child) == "text")
    name, wikitext = title.text, next(texts, None) or ""

    def article() -> Article:
        url = f"{base}/{quote(name.replace(' ', '_'))}" if base else ""
        return Article(name, wikitext_to_text(wikitext), url, wikitext_links(wikitext))

    return Page((name,), article, redirect=None if redirect is None else redirect.get("title"))


def _local_name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]  # the namespace holds the version of the export format
