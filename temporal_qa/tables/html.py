"""HTML and SVG from Jinja templates beside the code; every value is escaped, and invisible controls are written out."""

from functools import cache
from importlib.resources import files
from typing import Any

from temporal_qa.tables.markdown import visible


def render_html(package: str, template: str, **values: Any) -> str:
    """Fills ``TEMPLATE.jinja`` of a package; a variable that ``values`` lacks is an error."""
    return str(_template(package, template).render(values))


@cache
def _template(package: str, name: str) -> Any:
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: visible(value) if isinstance(value, str) else value,
    )  # fmt: skip
    return environment.from_string(files(package).joinpath(f"{name}.jinja").read_text(encoding="utf-8"))
