"""Markup to plain text: HTML through trafilatura, as the paper does, and wikitext through mwparserfromhell."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

from temporal_qa.io import explain_missing
from temporal_qa.passages.paragraphs import Article

if TYPE_CHECKING:
    from mwparserfromhell.nodes import Tag, Wikilink
    from mwparserfromhell.wikicode import Wikicode

MAX_PAGE_BYTES = 20_000_000
"""A larger page is not read. Wikipedia's own limit is 2 MB."""

_LINK = re.compile(r"\[\[([^\[\]|#]+)")
_BLANK_LINES = re.compile(r"\n\s*\n+")


def html_article(page: bytes, title: str = "") -> Article | None:
    """The main text of an HTML page, without menus and comments, or None for a page without text.

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
    if not isinstance(found, Document) or not (found.text or "").strip():
        return None
    return Article(" ".join((found.title or title).split()), str(found.text), found.url or "")


def wikitext_to_text(wikitext: str) -> str:
    """The prose of a wikitext page, without templates, files, categories and references. Links and tables become
    text: temporal questions ask for what tables of careers and offices hold.

    Raises:
        InputError: mwparserfromhell is not installed.
    """
    with explain_missing("wikitext needs mwparserfromhell", "retrieve"):
        import mwparserfromhell
    code = mwparserfromhell.parse(wikitext)
    for link in code.filter_wikilinks():
        # A leading colon makes a visible link to a file or category; such links stay.
        if re.match(r"\s*(file|image|category)\s*:", str(link.title), re.IGNORECASE):
            _remove(code, link)
    for tag in code.filter_tags(matches=lambda node: str(node.tag).strip().lower() in ("gallery", "ref")):
        _remove(code, tag)
    return _BLANK_LINES.sub("\n", code.strip_code()).strip()


def wikitext_links(wikitext: str) -> tuple[str, ...]:
    """The titles of the pages that a wikitext links to.

    >>> wikitext_links("[[Ann Lee|Ann]] met [[Bo Ray#Life|him]] in [[Rome]].")
    ('Ann Lee', 'Bo Ray', 'Rome')
    """
    return tuple(dict.fromkeys(title.strip() for title in _LINK.findall(wikitext)))


def _remove(code: Wikicode, node: Wikilink | Tag) -> None:
    with contextlib.suppress(ValueError):  # it was removed with the node around it
        code.remove(node)
