"""How tokenizers cut dates, by written form: tables and a plot of a fixed sample of days."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from tqdm import tqdm

from temporal_qa.io import grouped
from temporal_qa.report.document import Picture, Section, Table, write_document
from temporal_qa.tables.plot_style import legible, new_figure, save_figure, series_style, style_axes
from temporal_qa.text.date_forms import DATE_FORMS, DateForm, write_date
from temporal_qa.text.date_tokens import CutDate, Tokenize, cut_date
from temporal_qa.text.dates import WrittenDate
from temporal_qa.timeline import DATE_PARTS, CalendarDate, DatePart, date_of_day, day_number

DAYS = 1000
"""How many days are drawn; all of them where there are fewer."""

EXAMPLE = CalendarDate(2001, 7, 4)
_BEFORE = "on "
_NOTE = (
    "Each date stands after a word and a space. Tokens: how many have letters of the date. Whole: of the dates, how "
    "many have this part in one token that holds nothing of another part, in percent. Apart: how many have no token "
    "with something of this part and of another one. Across: tokens a date with something of several parts."
)


FormTokens: TypeAlias = dict[str, Any]
"""How a tokenizer cuts the dates of a form: ``tokenizer``, ``form``, an ``example``, and means over ``n`` dates by
:data:`_FIGURES`, shares in percent, None for absent parts."""

_FIGURES = ("tokens", *(f"{part}_{how}" for how in ("whole", "apart") for part in DATE_PARTS), "across")
_HEADS = [name.replace("_", " ") for name in _FIGURES]


def sampled_days(first_year: int, last_year: int) -> list[CalendarDate]:
    """:data:`DAYS` different days of these years, the same ones each time, in order.

    >>> len(sampled_days(1000, 2100)), str(sampled_days(1000, 2100)[0]), len(sampled_days(2001, 2001))
    (1000, '27 July 1000', 365)
    """
    days = range(day_number(first_year, 1, 1), day_number(last_year, 12, 31) + 1)
    drawn = random.Random(f"date tokens/{first_year}/{last_year}").sample(days, min(DAYS, len(days)))
    return [date_of_day(day) for day in sorted(drawn)]


def measure(tokenizers: Mapping[str, Tokenize], days: Sequence[CalendarDate]) -> list[FormTokens]:
    """A row for each tokenizer and each form that can write some of the days, or their months or years."""
    work = [(name, form) for name in tokenizers for form in DATE_FORMS]
    bar = tqdm(work, desc="cutting dates", unit=" forms", delay=1, disable=None)
    return [*filter(None, (_of_form(name, tokenizers[name], form, days) for name, form in bar))]


def _of_form(name: str, tokenize: Tokenize, form: DateForm, days: Sequence[CalendarDate]) -> FormTokens | None:
    dates = [date for date in dict.fromkeys(_coarser(day, form.precision) for day in days) if form.can_write(date)]
    if not dates:
        return None
    example, *cut = _cut_each([_coarser(EXAMPLE, form.precision), *dates], form, tokenize)
    figures: dict[str, float | None] = dict.fromkeys(_FIGURES)
    for how in ("whole", "apart"):
        for part in getattr(example, how):
            figures[f"{part}_{how}"] = 100 * sum(getattr(date, how)[part] for date in cut) / len(cut)
    for figure in ("tokens", "across"):
        figures[figure] = sum(getattr(date, figure) for date in cut) / len(cut)
    return {"tokenizer": name, "form": form.name, "example": example.cut, "n": len(cut), **figures}


def _coarser(day: CalendarDate, precision: DatePart) -> CalendarDate:
    return CalendarDate(day.year, day.month if precision != "year" else None, day.day if precision == "day" else None)


def _cut_each(dates: Sequence[CalendarDate], form: DateForm, tokenize: Tokenize) -> list[CutDate]:
    texts = [_BEFORE + write_date(date, form) for date in dates]
    return [
        cut_date(text, tokens, WrittenDate(date.year, date.month, date.day, len(_BEFORE), len(text)))
        for text, tokens, date in zip(texts, tokenize(texts), dates, strict=True)
    ]


def overview(measured: Sequence[FormTokens]) -> tuple[list[str], list[list[Any]]]:
    """A row a tokenizer: means over the forms, each form counting the same, of parts over the forms that have them."""
    rows: list[list[Any]] = []
    for name, of_name in grouped((row["tokenizer"], row) for row in measured).items():
        there = [[row[figure] for row in of_name if row[figure] is not None] for figure in _FIGURES]
        rows.append([name, *(sum(values) / len(values) if values else None for values in there)])
    return ["tokenizer", *_HEADS], rows


def by_form(measured: Sequence[FormTokens]) -> tuple[list[str], list[list[Any]]]:
    """A row a form, of one tokenizer; "-" for a part that the form does not have."""
    return ["form", "example", *_HEADS], [
        [row["form"], row["example"], *("-" if row[figure] is None else row[figure] for figure in _FIGURES)]
        for row in measured
    ]


def write_date_tokens(folder: Path, measured: Sequence[FormTokens], years: tuple[int, int]) -> None:
    """Writes ``report.md``, ``report.html``, CSV files and ``tokens.png`` to an existing folder.

    Raises:
        InputError: matplotlib is not installed.
    """
    by_tokenizer = grouped((row["tokenizer"], row) for row in measured)
    _plot(folder / "tokens.png", by_tokenizer)
    first = Section(
        "All tokenizers", _NOTE,
        [Table("overview", "Means over the written forms", "", *overview(measured)),
         Picture("tokens.png", "Tokens a date, and years in one token, by written form")],
        [Table("by_form", "", "", list(measured[0]), [list(row.values()) for row in measured])],
    )  # fmt: skip
    sections = [
        Section(name, "", [Table(f"by_form_{i}", "By written form", "", *by_form(of_name))])
        for i, (name, of_name) in enumerate(by_tokenizer.items(), 1)
    ]
    drawn = f"Up to {DAYS:,} days of the years {years[0]} to {years[1]}, their months and their years, in each form."
    write_document(folder, "Tokens of dates", drawn, [first, *sections])


def _plot(path: Path, by_tokenizer: Mapping[str, Sequence[FormTokens]]) -> None:
    forms = list(dict.fromkeys(row["form"] for of_name in by_tokenizer.values() for row in of_name))
    figure = new_figure(7.2, 1.4 + 0.25 * len(forms) + 0.2 * -(-len(by_tokenizer) // 2))
    panels = figure.subplots(1, 2, sharey=True)
    shown = (("tokens", "tokens a date"), ("year_whole", "years in one token, %"))
    for axes, (figures, label) in zip(panels, shown, strict=True):
        for i, (name, of_name) in enumerate(by_tokenizer.items()):
            axes.plot(
                [row[figures] for row in of_name],
                [forms.index(row["form"]) + 0.5 * ((i + 0.5) / len(by_tokenizer) - 0.5) for row in of_name],
                **series_style(i), linestyle="", markersize=5, clip_on=False, zorder=2,
                label=legible(name) if axes is panels[0] else None,
            )  # fmt: skip
        axes.set_xlabel(label)
        axes.set_xlim(0, None if axes is panels[0] else 100)
        style_axes(axes, bare=("top", "right", "left"))
        axes.tick_params(length=0)
    panels[0].set_yticks(range(len(forms)), forms, fontsize=8)
    panels[0].set_ylim(len(forms) - 0.5, -0.5)
    figure.suptitle("Dates in tokens, by written form", fontsize=10)
    save_figure(figure, path, legend_columns=2)
