"""Cards: Markdown from the Jinja templates in ``cards/``, and the pictures beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from temporal_qa import __version__
from temporal_qa.hub.build_record import write_build_record
from temporal_qa.hub.dataset_repo import card_metadata

if TYPE_CHECKING:  # heavy, and used in annotations only
    from datasets import DatasetInfo


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


def write_card_and_record(
    folder: Path, dataset: str, infos: Mapping[str, DatasetInfo], card: Mapping[str, Any], plots: Mapping[str, str], *,
    rows: int | None = None, options: Mapping[str, Any], inputs: Mapping[str, Path], counts: Any,
    drops: Mapping[str, int],
) -> None:  # fmt: skip
    """Completes a dataset: ``README.md``, the plots that it shows (``plots/<name>.svg``), and ``build.json``.

    Args:
        folder: the folder of the dataset. No config may be named ``plots``.
        dataset: the name of its script and of the template of its card.
        infos: what the card declares about each config.
        card: the values of the template, which also knows the ``first_config`` and its ``first_split``.
        plots: name -> SVG.
        rows: as of :func:`~temporal_qa.hub.dataset_repo.card_metadata`, which completes the YAML head of the template.
        options, inputs, counts, drops: as of :func:`~temporal_qa.hub.build_record.write_build_record`.
    """
    import yaml

    first_config = next(iter(infos))
    first = {"first_config": first_config, "first_split": next(iter(infos[first_config].splits))}
    _, fields, text = render_card(dataset, **first, **card).split("---\n", 2)
    readme = f"---\n{card_metadata(infos, rows, **yaml.safe_load(fields))}\n---\n{text}"
    (folder / "plots").mkdir(exist_ok=True)  # a resumed build may have it already
    for name, svg in plots.items():
        (folder / "plots" / f"{name}.svg").write_text(svg, encoding="utf-8", newline="")
    (folder / "README.md").write_text(readme, encoding="utf-8", newline="")
    write_build_record(folder, dataset, options=options, inputs=inputs, counts=counts, drops=drops)
