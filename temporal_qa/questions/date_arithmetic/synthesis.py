"""Questions of date arithmetic, each a pure function of the seed and its number, with answers counted in days.

Dates are drawn with a liking for what is hard: ends of months, leap days, turns of the year. All dates of a question
stand in one written form. Forms of numbers alone are followed by their convention, and such questions are flagged where
the date without it could be read as another.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from temporal_qa.questions.date_arithmetic.queries import NAMED_AMOUNTS, TASKS, Amount, DateQuery, Unit, date_wordings
from temporal_qa.text.date_forms import DateForm, forms_for, weekday_name, write_date
from temporal_qa.timeline import CalendarDate, age_between, date_of_day, day_number, day_number_of, write_amount
from temporal_qa.timeline.days import last_day, plus_days, plus_months

_MAX_AMOUNT: dict[Unit, int] = {"year": 60, "month": 11, "week": 60, "day": 400}
_AMOUNTS: tuple[tuple[Unit, ...], ...] = (
    ("day",), ("week",), ("month",), ("year",), ("year", "month"), ("month", "day"), ("week", "day"),
    ("year", "month", "day"),
)  # fmt: skip
# Days between two dates, at most. If all were of one year, the answer in whole years would be 0.
_DISTANCES: dict[Unit, tuple[int, ...]] = {
    "year": (30_000,), "month": (300, 30_000), "week": (25, 300, 30_000), "day": (25, 300, 30_000),
}  # fmt: skip
_YEARS = ((1800, 2030), (1800, 2030), (1800, 2030), (1000, 2400), (-500, 999))


def date_question(seed: int, number: int, tasks: Sequence[str] = tuple(TASKS)) -> dict[str, Any]:
    """The row of the question with this number; tasks take turns.

    Its columns:
        id: ``D<seed>-<number>``.
        question, answers, answer_type, context: as in every family; one answer, no context.
        answer_iso: the answer as an ISO date or a number; None for other types.
        task: one of ``TASKS``; ``asks`` is the question within it.
        unit: of a difference or of the smallest part of an amount; None without one.
        precision: of the dates.
        form: how the dates are written, see ``text/date_forms.py``.
        ambiguous: whether a date without the convention could be read as another one.
        era: ``AD`` or ``BC``, of the earliest date.

    >>> question = date_question(0, 0, ["weekday"])
    >>> question["task"], question["answer_type"]
    ('weekday', 'weekday')
    """
    rng = random.Random(f"{seed}/date arithmetic/{number}")
    task = tasks[number % len(tasks)]
    query = _draw(task, rng)
    answer_type, value = answer_of(query)
    answer_dates = value if isinstance(value, tuple) else ()
    iso = answer_dates[0].isoformat() if answer_dates else str(value)
    dates = [*query.dates, *answer_dates]
    form = _draw_form([form for form in forms_for(query.dates[0]) if _serves(form, query, dates)], query.dates, rng)
    written = [write_date(date, form) for date in query.dates]
    question = rng.choice(date_wordings()[query.asks]).format(
        date=written[0], other=written[-1], dates="; ".join(written), unit=f"{query.unit}s",
        amount=_write_amount(query, rng),
    ) + _convention(form)  # fmt: skip
    return {
        "id": f"D{seed}-{number}",
        "question": question,
        "answers": ["; ".join(write_date(date, form) for date in answer_dates) or str(value)],
        "answer_type": answer_type,
        "context": "",
        "answer_iso": iso if answer_type in ("date", "number") else None,
        "task": task,
        "asks": query.asks,
        "unit": query.unit or (query.amount[-1][1] if query.amount else None),
        "precision": form.precision,
        "form": form.name,
        "ambiguous": any(map(form.is_ambiguous, dates)),
        "era": "BC" if min(query.dates).year < 1 else "AD",
    }


def _draw(task: str, rng: random.Random) -> DateQuery:
    asks = rng.choice(TASKS[task])
    if task in ("shift", "relative"):
        amount: Amount = tuple((rng.randint(1, _MAX_AMOUNT[unit]), unit) for unit in rng.choice(_AMOUNTS))
        if task == "relative" and rng.random() < 0.4:
            amount = rng.choice(list(NAMED_AMOUNTS.values()))
        date = _draw_day(rng)
        smallest = amount[-1][1]
        if smallest in ("month", "year") and rng.random() < 0.3:
            date = CalendarDate(date.year, date.month if smallest == "month" or rng.random() < 0.5 else None)
        return DateQuery(asks, (date,), amount)
    if task in ("weekday", "week"):
        return DateQuery(asks, (_draw_day(rng),))
    first = _draw_day(rng)
    if task == "sort":
        days = {first, *(_near(first, rng) for _ in range(rng.randint(2, 5)))}
        return DateQuery(asks, tuple(rng.sample(sorted(days), len(days))))
    unit = rng.choice(list(_DISTANCES)) if task == "difference" else None
    other = _near(first, rng, _DISTANCES[unit or "day"])
    if task in ("age", "difference"):
        first, other = sorted((first, other))
    return DateQuery(asks, (first, other), unit=unit)


def _draw_day(rng: random.Random) -> CalendarDate:
    first, last = rng.choice(_YEARS)
    date = date_of_day(rng.randint(day_number(first, 1, 1), day_number(last, 12, 31)))
    hard = rng.random()
    if hard < 0.1:
        return last_day(CalendarDate(date.year, date.month))
    if hard < 0.15:
        return last_day(CalendarDate(date.year - date.year % 4, 2))
    return CalendarDate(date.year, *rng.choice([(1, 1), (12, 31)])) if hard < 0.2 else date


def _near(date: CalendarDate, rng: random.Random, distances: Sequence[int] = _DISTANCES["day"]) -> CalendarDate:
    """Another day: of the same month, of the same year, or of another one."""
    distance = rng.choice(distances)
    while (other := plus_days(date, rng.randint(-distance, distance))) == date:
        pass
    return other


def _serves(form: DateForm, query: DateQuery, dates: Sequence[CalendarDate]) -> bool:
    names_the_weekday = query.asks == "weekday" and form.name.startswith("weekday")
    return all(map(form.can_write, dates)) and not names_the_weekday


def _draw_form(forms: Sequence[DateForm], dates: Sequence[CalendarDate], rng: random.Random) -> DateForm:
    """One of the forms; of those that write the dates alike, the first: "2 May" does not show that months are short."""
    drawn = rng.choice(forms)
    written = [write_date(date, drawn) for date in dates]
    alike = (form for form in forms if form.day_first == drawn.day_first)
    return next(form for form in alike if [write_date(date, form) for date in dates] == written)


def _write_amount(query: DateQuery, rng: random.Random) -> str:
    if query.asks.startswith("relative"):
        names = [name for name, amount in NAMED_AMOUNTS.items() if amount == query.amount]
        if names and rng.random() < 0.8:
            return names[0]
    return write_amount(query.amount) if query.amount else ""


def _convention(form: DateForm) -> str:
    if form.day_first is None:
        return ""
    mark = next(letter for letter in form.template if letter in "/-.")
    return f" (Dates are written {mark.join(('dd', 'mm') if form.day_first else ('mm', 'dd'))}{mark}yyyy.)"


def answer_of(query: DateQuery) -> tuple[str, tuple[CalendarDate, ...] | str | int]:
    """The type of the answer, and the answer, of dates or another one, by the rule of ``queries.RULE``."""
    first, last = query.dates[0], query.dates[-1]
    match query.asks.removeprefix("relative_"):
        case "later" | "earlier" as way:
            return "date", (_counted_on(first, query.amount, 1 if way == "later" else -1),)
        case "first" | "last" as which:
            return "date", (sorted(query.dates)[0 if which == "first" else -1],)
        case "is_before" | "is_after" as order:
            return "yes_no", "yes" if (first < last if order == "is_before" else first > last) else "no"
        case "difference":
            return "number", _difference(first, last, query.unit)
        case "age":
            return "age", str(age_between(first, last))
        case "sort":
            return "order", tuple(sorted(query.dates))
        case "weekday":
            return "weekday", weekday_name(first)
        case "week":
            return "week", f"Week {_iso_week(first)}"
    raise ValueError(f"unknown question {query.asks!r}")


def _counted_on(date: CalendarDate, amount: Amount, sign: int) -> CalendarDate:
    size = Counter({unit: sign * number for number, unit in amount})
    if date.month is None:
        return CalendarDate(date.year + size["year"])
    reached = plus_months(date, 12 * size["year"] + size["month"])
    return reached if date.day is None else plus_days(reached, 7 * size["week"] + size["day"])


def _difference(first: CalendarDate, last: CalendarDate, unit: Unit | None) -> int:
    age = age_between(first, last)
    days = day_number_of(last) - day_number_of(first)
    return {"year": age.years, "month": 12 * age.years + age.months, "week": days // 7, "day": days}[unit or "day"]


def _iso_week(date: CalendarDate) -> int:
    """The week of the Thursday of the date's week, counted in the year of that Thursday (ISO 8601)."""
    number = day_number_of(date)
    thursday = date_of_day(number - (number - 1) % 7 + 3)
    return (day_number_of(thursday) - day_number(thursday.year, 1, 1)) // 7 + 1
