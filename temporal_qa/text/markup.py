"""Text that is HTML although plain text was expected."""

import re

_BEGINS = re.compile(
    r"^[ \t]{0,20}(<(?:!doctype|html|head|body|div|p|table|ul|ol|h[1-6])\b[^<>\n]{0,200}>)", re.I | re.M
)


def html_tag(text: str) -> str | None:
    """The first HTML tag of a block that begins a line; ``None`` if none does.

    >>> html_tag("Ann Lee" + chr(10) + "<p class=a>She sang.</p>")
    '<p class=a>'
    >>> html_tag("a < b, <br> and <ref>")
    """
    return found[1] if (found := _BEGINS.search(text)) else None
