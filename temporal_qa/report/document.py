"""A report as a folder: Markdown, one self-contained HTML page, and a CSV file for each table."""

import base64
import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.tables.html import render_html
from temporal_qa.tables.markdown import cell_text, markdown_table, visible

_MAX_UNFOLDED, _MAX_FILE_NAME = 200, 200  # letters


class Table(NamedTuple):
    """A table; ``name`` is that of its file.

    Cells are texts, numbers, or ``(value, low, high)``, a number with its interval; ``None`` is an empty cell.
    """

    name: str
    title: str
    note: str
    header: Sequence[str]
    rows: list[list[Any]]


class Picture(NamedTuple):
    """A PNG in the report's folder, and what it shows in words. The page shows ``html`` instead, if there is one."""

    file: str
    shows: str
    html: str = ""


class Case(NamedTuple):
    """One case in full: two paragraphs, a picture or None, and lists of lines by their names."""

    title: str
    text: str
    note: str
    picture: Picture | None
    lists: Mapping[str, Sequence[str]]


class Section(NamedTuple):
    """A part of a report: a paragraph, then tables, pictures and cases.

    Tables without rows, and tables in ``unshown``, are written as CSV only.
    """

    title: str
    note: str
    parts: Sequence[Table | Picture | Case]
    unshown: Sequence[Table] = ()

    @property
    def shown(self) -> list[Table | Picture | Case]:
        """The parts without empty tables."""
        return [part for part in self.parts if not isinstance(part, Table) or part.rows]


def write_document(folder: Path, title: str, note: str, sections: Sequence[Section]) -> None:
    """Writes ``report.md``, ``report.html`` and a CSV file for each table; the pictures are already in the folder."""
    used = set[str]()
    for section in sections:
        for part in (*section.parts, *section.unshown):
            if isinstance(part, Table):
                name = part.name[:_MAX_FILE_NAME]
                while name.casefold() in used:  # facets whose names differ in signs alone, or one that is called "time"
                    name += "_"
                used.add(name.casefold())
                _write_csv(folder / f"{name}.csv", part)
    (folder / "report.md").write_text(_markdown(title, note, sections), encoding="utf-8", newline="")
    (folder / "report.html").write_text(_html(title, note, sections, folder), encoding="utf-8", newline="")


def _markdown(title: str, note: str, sections: Sequence[Section]) -> str:
    parts = [f"# {_plain(title)}", _plain(note)]
    for section in sections:
        parts += [f"## {_plain(section.title)}", _plain(section.note)]
        for part in section.shown:
            if isinstance(part, Picture):
                parts.append(_picture(part))
            elif isinstance(part, Case):
                parts += [f"### {_plain(part.title)}", _plain(part.text), _plain(part.note)]
                parts += [_picture(part.picture)] if part.picture else []
                for name, lines in part.lists.items():
                    parts += [f"{_plain(name)}:", "\n".join(f"- {_plain(line)}" for line in lines)]
            else:
                header, rows = list(map(_plain, part.header)), [list(map(_plain_cell, row)) for row in part.rows]
                parts += [f"### {_plain(part.title)}", _plain(part.note), markdown_table(header, rows)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _picture(picture: Picture) -> str:
    return f"![{_plain(picture.shows)}]({picture.file})"


def _plain(text: str) -> str:
    """The text in one line, with the marks of Markdown and HTML escaped.

    An underscore between two letters or digits is not a mark, so that names of runs and files keep it.
    """
    return re.sub(r"([\\`*\[\]<>#~$]|(?<![^\W_])_|_(?![^\W_]))", r"\\\1", " ".join(visible(text).split()))


def _plain_cell(value: Any) -> Any:
    return "" if value is None else _plain(value) if isinstance(value, str) else value


def _html(title: str, note: str, sections: Sequence[Section], folder: Path) -> str:
    """The page, with pictures as data URIs, without scripts, and without any need of the network."""

    def in_base64(file: str) -> str:
        return base64.b64encode((folder / file).read_bytes()).decode()

    return render_html(
        "temporal_qa.report", "report.html", title=title, about=note, sections=sections, in_base64=in_base64,
        cell=_cell, opening=_opening, right=_right,
    )  # fmt: skip


def _opening(note: str) -> tuple[str, str]:
    """The first sentence of a long note and the rest, which the page folds; a short note is not parted."""
    sentences = re.split(r"(?<=[.:;]) ", note, maxsplit=1)
    return (note, "") if len(note) <= _MAX_UNFOLDED or len(sentences) == 1 else (sentences[0], sentences[1])


def _cell(value: object) -> tuple[str, str]:
    """The text of a cell of the page, and its interval, empty without one."""
    if isinstance(value, tuple):
        number, *ends = map(cell_text, value)
        return number, f"[{', '.join(ends)}]"
    return "" if value is None else cell_text(value), ""


def _right(table: Table) -> list[bool]:
    """Which columns are on the right: those of numbers, or of "-" where there is none."""
    return [
        all(isinstance(value, float | tuple) or re.match(r"[-+]?[\d.]|-?$", _cell(value)[0]) for value in column)
        for column in zip(*table.rows, strict=True)
    ]


def _write_csv(path: Path, table: Table) -> None:
    """Writes the table with all digits; a column of intervals becomes three columns."""
    wide = [any(isinstance(row[i], tuple) for row in table.rows) for i in range(len(table.header))]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_spread([(name, f"{name} low", f"{name} high") for name in table.header], wide))
        writer.writerows(_spread(row, wide) for row in table.rows)


def _spread(cells: Sequence[Any], wide: Sequence[bool]) -> Iterator[Any]:
    for value, three in zip(cells, wide, strict=True):
        parts = value if isinstance(value, tuple) else (value, None, None)
        yield from parts if three else parts[:1]
