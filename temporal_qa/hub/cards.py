"""Cards: Markdown from the Jinja templates in ``cards/``, and the pictures beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from temporal_qa import __version__


def render_card(template: str, **values: Any) -> str:
    """Fills the template of that name in ``cards/``. A variable that ``values`` lacks is an error, but for ``version``,
    that of temporal-qa."""
    return str(_environment().get_template(template).render({"version": __version__} | values))


@cache
def _environment() -> Any:
    import jinja2

    # Markdown needs no escaping, and the values are our own tables and counts.
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_source), undefined=jinja2.StrictUndefined, keep_trailing_newline=True,
        trim_blocks=True, autoescape=False,  # noqa: S701
    )  # fmt: skip
    environment.filters["as_json"] = partial(json.dumps, ensure_ascii=False, indent=2)
    return environment


def _source(name: str) -> str:
    return files("temporal_qa.cards").joinpath(f"{name}.md.jinja").read_text(encoding="utf-8")


def write_card(folder: Path, card: str, plots: Mapping[str, str]) -> None:
    """Writes ``README.md`` and the plots that it shows, ``plots/<name>.svg``.

    Args:
        folder: the folder of the dataset. No config may be named ``plots``.
        card: what :func:`render_card` returns.
        plots: name -> SVG.
    """
    (folder / "plots").mkdir(exist_ok=True)  # a resumed build may have it already
    for name, svg in plots.items():
        (folder / "plots" / f"{name}.svg").write_text(svg, encoding="utf-8", newline="")
    (folder / "README.md").write_text(card, encoding="utf-8", newline="")
