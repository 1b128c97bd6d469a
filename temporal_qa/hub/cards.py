"""Cards: Markdown from the Jinja templates in ``cards/``."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def render_card(template: str, **values: Any) -> str:
    """The template of that name in ``cards/``, filled. A name in it that ``values`` lacks is an error."""
    import jinja2

    # Markdown, not HTML: nothing is escaped, and what goes in are our own tables and counts.
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined, keep_trailing_newline=True, trim_blocks=True, autoescape=False
    )
    source = files("temporal_qa.cards").joinpath(f"{template}.md.jinja").read_text(encoding="utf-8")
    return environment.from_string(source).render(values)
