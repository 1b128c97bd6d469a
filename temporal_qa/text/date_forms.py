"""Some twenty forms in which people write dates, each a template: ``4 July 2001``, ``July 4th, 2001``, ``07/04/2001``.

:func:`write_date` writes a date in a form; :func:`~temporal_qa.text.dates.find_dates` finds it again in a text. A form
is for days, months or years. Years before 1000 get their era, so that they are not taken for other numbers. Numbers
alone do not say whether the day or the month stands first: such forms are ambiguous where the day could be a month.
"""

from typing import NamedTuple

from temporal_qa.timeline import MONTH_NAMES, CalendarDate, DatePart, day_number_of

WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class DateForm(NamedTuple):
    """One form.

    Attributes:
        name: of the form, as in facets and reports.
        template: for ``str.format`` with the fields of :func:`write_date`.
        precision: the finest part that the form writes.
        four_digits: whether it writes only years from 1 to 9999, without an era.
        day_first: for forms of numbers alone, whether the day stands before the month; None for other forms.
    """

    name: str
    template: str
    precision: DatePart
    four_digits: bool = False
    day_first: bool | None = None

    def can_write(self, date: CalendarDate) -> bool:
        """Whether the date has the precision of the form, and its year can be written."""
        return date.precision == self.precision and (not self.four_digits or 1 <= date.year <= 9999)

    def is_ambiguous(self, date: CalendarDate) -> bool:
        """Whether the written date may be read as another day, with day and month exchanged."""
        return self.day_first is not None and date.day is not None and date.day <= 12 and date.day != date.month


DATE_FORMS = (
    DateForm("day month year", "{day} {month} {year}", "day"),
    DateForm("month day, year", "{month} {day}, {year}", "day"),
    DateForm("month day year", "{month} {day} {year}", "day"),
    DateForm("month 0day, year", "{month} {day:02}, {year}", "day"),
    DateForm("day-th month year", "{ordinal} {month} {year}", "day"),
    DateForm("month day-th, year", "{month} {ordinal}, {year}", "day"),
    DateForm("the day-th of month, year", "the {ordinal} of {month}, {year}", "day"),
    DateForm("day mon year", "{day} {mon} {year}", "day"),
    DateForm("mon day, year", "{mon} {day}, {year}", "day"),
    DateForm("mon. day, year", "{mon_with_dot} {day}, {year}", "day"),
    DateForm("day-mon-year", "{day}-{mon}-{digits:04}", "day", four_digits=True),
    DateForm("weekday, day month year", "{weekday}, {day} {month} {year}", "day"),
    DateForm("weekday, month day, year", "{weekday}, {month} {day}, {year}", "day"),
    DateForm("year-month-day", "{digits:04}-{number:02}-{day:02}", "day", four_digits=True),
    DateForm("year/month/day", "{digits:04}/{number:02}/{day:02}", "day", four_digits=True),
    DateForm("day/month/year", "{day:02}/{number:02}/{digits:04}", "day", four_digits=True, day_first=True),
    DateForm("month/day/year", "{number:02}/{day:02}/{digits:04}", "day", four_digits=True, day_first=False),
    DateForm("day-month-year", "{day:02}-{number:02}-{digits:04}", "day", four_digits=True, day_first=True),
    DateForm("month-day-year", "{number:02}-{day:02}-{digits:04}", "day", four_digits=True, day_first=False),
    DateForm("day.month.year", "{day}.{number}.{digits:04}", "day", four_digits=True, day_first=True),
    DateForm("month year", "{month} {year}", "month"),
    DateForm("month of year", "{month} of {year}", "month"),
    DateForm("mon, year", "{mon}, {year}", "month"),
    DateForm("mon. year", "{mon_with_dot} {year}", "month"),
    DateForm("month/year", "{number:02}/{digits:04}", "month", four_digits=True),
    DateForm("year", "{year}", "year"),
)


def forms_for(date: CalendarDate) -> list[DateForm]:
    """The forms that can write the date."""
    return [form for form in DATE_FORMS if form.can_write(date)]


def write_date(date: CalendarDate, form: DateForm) -> str:
    """The date in a form.

    Raises:
        ValueError: the form cannot write the date.

    >>> write_date(CalendarDate(2001, 7, 4), DATE_FORMS[6]), write_date(CalendarDate(-43, 3), DATE_FORMS[-4])
    ('the 4th of July, 2001', 'Mar, 44 BC')
    """
    if not form.can_write(date):
        raise ValueError(f"{date} cannot be written as {form.name!r}")
    year, month, day = date.year, MONTH_NAMES[(date.month or 1) - 1], date.day or 1
    return form.template.format(
        # Only four digits are read as a year without its era.
        year=year if 1000 <= year <= 9999 else f"{year} AD" if year > 0 else f"{1 - year} BC",
        digits=year, month=month, mon=month[:3], mon_with_dot=month if len(month) == 3 else f"{month[:3]}.",
        number=date.month, day=day, ordinal=ordinal(day) if "{ordinal}" in form.template else "",
        weekday=weekday_name(date) if "{weekday}" in form.template else "",
    )  # fmt: skip


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th``, ``11th``, ``21st``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def weekday_name(date: CalendarDate) -> str:
    """The day of the week, of any day of the proleptic Gregorian calendar.

    Raises:
        ValueError: a date without a day.

    >>> weekday_name(CalendarDate(2001, 7, 4))
    'Wednesday'
    """
    return WEEKDAY_NAMES[(day_number_of(date) - 1) % 7]  # 1 January of the year 1 was a Monday
