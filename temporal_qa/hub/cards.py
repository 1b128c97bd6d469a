"""Cards, Markdown from the Jinja templates in ``cards/``, with the pictures beside them; and what a dataset was made
from: ``build.json``, and the command that makes it again, as its card shows it.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping
from functools import cache, partial
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from temporal_qa import __version__
from temporal_qa.hub.dataset_repo import card_metadata
from temporal_qa.io import explain_errors, sha256, write_json
from temporal_qa.timeline import CalendarDate

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
        options, inputs, counts, drops: as of :func:`write_build_record`.
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


def write_build_record(
    folder: Path, dataset: str, *, options: Mapping[str, Any], inputs: Mapping[str, Path], counts: Any,
    drops: Mapping[str, int],
) -> None:  # fmt: skip
    """Writes ``build.json``: what is needed to make the same bytes again, and what was left out.

    Args:
        folder: the folder of the dataset.
        dataset: the name of the dataset's script.
        options: the options that decide the content, such as the seed.
        inputs: the files read, by their role; the record keeps their names and hashes.
        counts: the numbers of rows.
        drops: what was left out, by reason.
    """
    write_json(folder / "build.json", {
        "dataset": dataset,
        "temporal_qa": __version__,
        **options,
        "inputs": {name: {"file": path.name, "sha256": sha256(path)} for name, path in inputs.items()},
        "counts": counts,
        "drops": dict(sorted(drops.items())),
    })  # fmt: skip


def what_decides_bytes(inputs: Mapping[str, Path]) -> dict[str, Any]:
    """What decides the bytes of a dataset beside its options: versions, wordings and word lists, hashes of its inputs.

    Raises:
        InputError: a file cannot be read.
    """
    hashes = {}
    for name, path in inputs.items():
        with explain_errors("cannot be read", OSError, path=path):
            hashes[name] = sha256(path)
    versions = {name: version(name) for name in ("datasets", "Faker", "pyarrow")}
    # What people may edit: wordings and word lists.
    edited = hashlib.sha256()
    folder = Path(str(files("temporal_qa.generation")))
    for path in sorted(path for kind in ("*.yaml", "word_lists/*.txt") for path in folder.glob(kind)):
        edited.update(path.name.encode() + b"\0" + path.read_bytes())
    return {"temporal_qa": __version__, "versions": versions, "generation": edited.hexdigest(), "inputs": hashes}


def build_command(family: str, **options: object) -> str:
    """The command with its options in this order: files by their names, True as a flag; of a tuple, each value.

    What is None or False is left out.

    >>> build_command("pseudo-pit", facts=Path("a/b c.jsonl"), invent=False, seed=0, no_fiction=True)
    "temporal-qa build pseudo-pit --facts 'b c.jsonl' --seed 0 --no-fiction"
    """
    words = [f"temporal-qa build {family}"]
    for name, given in options.items():
        option = f"--{name.replace('_', '-')}"
        for value in given if isinstance(given, tuple) else (given,):
            if value is True:
                words.append(option)
            elif value is not None and value is not False:
                words.append(f"{option} {_written(value)}")
    return " ".join(words)


def _written(value: object) -> str:
    if isinstance(value, Path):
        value = value.name or "DIR"
    return shlex.quote(value.isoformat() if isinstance(value, CalendarDate) else str(value))
