"""Calendar dates, spans of months, facts (quintuples), groups and files of them, lives; most of it is here by name."""

from temporal_qa.timeline.ages import Age, age_between, write_amount
from temporal_qa.timeline.dates import DATE_PARTS, MONTH_NAMES, CalendarDate, DatePart, format_month, parse_month
from temporal_qa.timeline.days import DAYS_PER_YEAR, date_of_day, day_number, day_number_of, day_of, first_day, last_day
from temporal_qa.timeline.facts import ANSWER_SEPARATOR, Fact, FactGroup, chronological_order, storage_order
from temporal_qa.timeline.lives import Life
from temporal_qa.timeline.spans import Segment, TimeSpan

__all__ = [
    "ANSWER_SEPARATOR", "DATE_PARTS", "DAYS_PER_YEAR", "MONTH_NAMES", "Age", "CalendarDate", "DatePart", "Fact",
    "FactGroup", "Life", "Segment", "TimeSpan", "age_between", "chronological_order", "date_of_day", "day_number",
    "day_number_of", "day_of", "first_day", "format_month", "last_day", "parse_month", "storage_order", "write_amount",
]  # fmt: skip
