"""What several commands need: options, progress, output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row, files_of

if TYPE_CHECKING:
    from temporal_qa.timeline.dates import CalendarDate

Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Same seed, same version: same bytes.")]
BootstrapSeed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Of the bootstrap.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a folder made by an earlier run.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def refuse_same_file(source: Path, out: Path) -> None:
    """Raises ``InputError`` where a command would write over what it reads."""
    if out.exists() and any(out.samefile(file) for file in files_of(source) if file.exists()):
        raise InputError("is the input; choose another file to write", out)


def with_progress(rows: Iterator[Row], what: str) -> Iterator[Row]:
    """The same rows, with a bar on a terminal."""
    from tqdm import tqdm

    yield from tqdm(rows, desc=what, unit=" rows", disable=None)


def quiet_bars_without_a_terminal() -> None:
    """Turns off the progress bars of ``datasets`` where nobody sees them move."""
    if not sys.stderr.isatty():
        from datasets.utils.logging import disable_progress_bar

        disable_progress_bar()


def tell_bad_rows(drops: DropLog) -> None:
    """Says how many rows were skipped, and why the first of them."""
    if drops.bad_rows:
        typer.echo(f"skipped {drops.bad_rows:,} bad rows, the first of them:", err=True)
        for error in drops.first_bad_rows:
            typer.echo(f"  {error}", err=True)


def parse_date_option(option: str, text: str | None) -> CalendarDate | None:
    """The date that was given to an option. Raises ``InputError`` where it is none."""
    from temporal_qa.text.dates import parse_date

    try:
        return None if text is None else parse_date(text)
    except ValueError as error:
        raise InputError(f"{option}: {error}") from None


def print_json(value: Any) -> None:
    """One JSON object on standard output."""
    import orjson

    typer.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())
