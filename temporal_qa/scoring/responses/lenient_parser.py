"""The default parser of temporal answers: it reads a response as a careful person does.

In a sentence :mod:`~.answer_sentence` finds the answer, in an object :mod:`~.answer_json`. This module reads what they
found: a text, in which :mod:`~temporal_qa.scoring.reading.short_values` reads lengths of time, dates and calendar
years, or the fields of an object. Text after a refusal ("the table does not provide the year") is not an answer, nor is
one that the next words take back ("Wait, ...").
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from temporal_qa.scoring.reading import short_values
from temporal_qa.scoring.reading.ages import YEARS_OLD
from temporal_qa.scoring.reading.asked import without_times
from temporal_qa.scoring.reading.events import of_event
from temporal_qa.scoring.reading.marks import plain_answer
from temporal_qa.scoring.reading.other_languages import in_english
from temporal_qa.scoring.reading.places import is_length
from temporal_qa.scoring.reading.wording import CONDITION, DOUBT, UNTOLD, WORD, is_hedged, is_sentence
from temporal_qa.scoring.responses.answer_json import CLOCK_KEYS, answer_fields, arithmetic, usual_keys
from temporal_qa.scoring.responses.answer_sentence import ONE_SENTENCE, answer_lines, otherwise_marked, results_alone
from temporal_qa.scoring.value_types import WRONG_KIND, AnswerFormat, NoValue, TemporalValue
from temporal_qa.text.dates import NEAR, find_dates
from temporal_qa.text.durations import clock_seconds, find_durations
from temporal_qa.text.numbers import parse_number

# "- 4"
_MINUS_APART = re.compile(r"\A\s*[-\u2212]\s+(\d[\d.,]*\s*)\Z")
# "352 BC", "AD 79", "-352 AD", "the year B.C. 1,352", "circa 352 B.C.E."
_ANY_ERA = r"B\.?C\.?(?:E\.?)?|A\.?D\.?|C\.?E\.?"
_ERA_YEAR = re.compile(
    r"(?i)\s*(?:in\s+)?(?:the\s+year\s+|(?:c(?:irca|a)?\.?|about|around|approximately)\s+|~\s*)?(?P<minus>-\s?)?"
    rf"(?:(?P<before>{_ANY_ERA})\s*)?(?P<year>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}})"
    rf"(?(before)|\s*(?P<after>{_ANY_ERA})(?:\s+(?P=after))?)\s*\.?"
)
_ERA_WORD = re.compile(r"\b(?:BCE?|AD)\b")
_RANGE = re.compile(r"\W*\d+-\d+\W*")  # "12-13", "[12-13]"; "365 - 505" and "2023-1996" are differences
_NAMED_PARTS = re.compile(r"\b([ABCXYZHMS])\s*=\s*(\d+(?:\.\d+)?)")  # "X = 2, Y = 24, Z = 44"
# "+1", "2 days later", "next_day"
_DAY_SHIFT = re.compile(r"([+-]?\d{1,6})(?: days?(?: later| after)?)?|(previous|same|next) day")
_TIME_OF_DAY = re.compile(r"(?i)([\d:.]+)\s*([ap])\.?m\.?")
# "04:05:06 UTC", "16:30 (24hr)", "4:30 PM IST (+0530)": questions write times so.
_AFTER_TIME = re.compile(r"(?i)\s+\(?(?:24[\s-]?h(?:ou)?rs?|(?:UTC|GMT|[A-Z]{1,3}T)(?:\s*\(?[+-]\d{4}\)?)?)\)?\Z")
# "4 hours" where the hours are asked for
_UNIT_OF_PART = re.compile(r"(?i)(?<=\d)\s*(?:hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|days?)\.?\Z")
_DAY_SECONDS, _HALF_DAY_SECONDS = 86_400, 43_200
_PART_SECONDS = (3_600, 60, 1, _DAY_SECONDS)
_YEAR = re.compile(r"\d{4}")
_YEAR_RANGE = re.compile(r"\b\d{4}-\d{4}\b")
_SHORT_NUMBER = re.compile(r"\b\d{1,3}\b")
_WRONG = re.compile(rf"(?i){WORD}(?:(?:is|are)\s+(?:wrong|incorrect)|can(?:not|['\u2019]t)\s+be)\b")  # "4 is wrong"
# Where another clause begins, which may refuse more than it was asked: "5 years, but the month is not stated"
_CLAUSE = re.compile(r"(?i)(?<=[.;!?])\s+|,?\s+(?=(?:but|however|although|though)\b)|\s+(?=\()")

# "3 bis 4 Jahre", "avant le 3 mars 1900": what English words would leave open
_OPEN_ABROAD = re.compile(
    r"(?i)\b(?:bis|oder|nicht|vor|nach|um|etwa|mindestens|h\u00f6chstens|mehr|ou|pas|avant|apr\u00e8s|vers|environ|moins"
    r"|plus|o|no|antes|despu\u00e9s|menos|m\u00e1s)\b|[\u7ea6\u540e\u6216]|(?<!\u5143)\u524d(?!\d)"
)
_FIRST_WORDS = re.compile(r".{0,30}(?!\w)")
MAX_ANSWER_CHARACTERS = 2_000
"""The longest of the released responses has 1,043. A longer text is not an answer, and takes long to read."""


def read_sentence(response: str, item: AnswerFormat) -> TemporalValue:
    """The value of a TTQA response. Raises ``NoValue``."""
    reason = "no answer marker"
    for line, rule in answer_lines(response):
        try:
            is_date = item.unit == "date"
            if not rule:
                # "born in 1901, died in 1990"
                of_life = is_date and "born" in line.lower() and len(find_dates(line)) > 1
                return read_text((of_life and of_event(line, item.question)) or line, item)
            read = read_text(of_event(line, item.question) if is_date else line, item)
            is_age = short_values.ASKS_AGE.search(item.question) and YEARS_OLD.fullmatch(line)
            units = {unit for duration in find_durations(line) for unit in duration.units}
            if not (is_age or item.unit.startswith("date") or item.unit[:-1] in units):
                raise NoValue("no unit in the concluding sentence")  # "Therefore, 3 of them" is not a duration
            if rule == ONE_SENTENCE and not is_age and _has_several(line, item):
                raise NoValue("several values in one sentence")
            return read._replace(rule=rule)
        except NoValue as problem:
            reason = str(problem)
    raise NoValue(reason)


def _has_several(sentence: str, item: AnswerFormat) -> bool:
    """Whether a sentence has a number that may be the answer as well as the one that is read in it."""
    if item.unit == "date_years":
        return len({*_YEAR.findall(short_values.RANGE.sub(" ", sentence))}) > 1
    if item.unit == "date":
        return False  # several dates are not read
    sentence = without_times(sentence, (*find_durations(sentence), *find_dates(sentence)))
    return not {*_SHORT_NUMBER.findall(sentence)} <= {*_SHORT_NUMBER.findall(item.question)}  # "X-15"


@lru_cache(maxsize=1 << 12)  # models often give the same answer to a question
def read_text(text: str, item: AnswerFormat) -> TemporalValue:
    """The value of a short answer text. Raises ``NoValue``."""
    if len(text) > MAX_ANSWER_CHARACTERS:
        raise NoValue("an answer too long")
    if not item.unit.startswith("date") and (number := short_values.simple_length(text, item)) is not None:
        return TemporalValue(number, "number")
    if (said := in_english(text)) != text and _OPEN_ABROAD.search(text):
        raise NoValue(DOUBT)
    text = plain_answer(said)
    certain = _without_refusal(text)
    words = _FIRST_WORDS.match(text)  # not all of "13 years before the picture was likely taken"
    beginning = words[0].partition(". ")[0] if words else ""
    # "circa 1998"; a sentence may repeat the year of a table, "It was formed in c. 1937."
    is_near = NEAR.search(text) if item.unit == "date" else item.unit == "date_years" and NEAR.match(text)
    is_open = is_near or _WRONG.search(certain) or CONDITION.search(text)
    if is_open or is_hedged(beginning if is_sentence(text) else text):
        raise NoValue(DOUBT)
    if item.unit == "date":
        return short_values.read_date(certain, item)
    read = short_values.read_year if item.unit == "date_years" else short_values.read_duration
    return read(results_alone(certain), item)


def _without_refusal(text: str) -> str:
    """The text before a refusal: "5 years. The length of his second marriage is not stated." is an answer."""
    if not (refusal := UNTOLD.search(text)):
        return text
    if not (breaks := [found.start() for found in _CLAUSE.finditer(text, 0, refusal.start())]):
        raise NoValue("a refusal")
    return text[: breaks[-1]]


def read_json(response: str, item: AnswerFormat) -> TemporalValue:
    """The value of a ToT response. Raises ``NoValue``."""
    try:
        fields, found_by = answer_fields(response)
    except NoValue:
        if response.lstrip().startswith(('"', "{")) or not (answer := otherwise_marked(response)):
            raise
        return _read_answer(answer, item)  # "The answer is **2005-04-07**."
    read = read_fields(fields, item)
    return read if found_by == "JSON" else read._replace(rule=found_by)


def read_fields(fields: Mapping[str, Any], item: AnswerFormat) -> TemporalValue:
    """The value of an answer object without its explanation. Raises ``NoValue``."""
    for key in ("age", "date", "answer"):
        if key in fields:
            return _read_answer(fields[key], item)
    if {"year", "era"} <= fields.keys():
        return _read_answer(f"{fields['year']} {fields['era']}", item)
    if item.unit not in ("seconds", "minutes"):
        raise NoValue(WRONG_KIND)
    scale = 60 if item.unit == "minutes" else 1
    if {"day", "time"} <= fields.keys():
        seconds = _day_shift(fields["day"]) * _DAY_SECONDS + _time_of_day(fields["time"])
        return TemporalValue(seconds / scale, "day and time")
    for names in CLOCK_KEYS:
        if fields.keys() & set(names):
            if names[0] != "hours" and not fields.keys() >= set(names):  # "minutes" may be absent, M may not
                raise NoValue("a part of the time is missing")
            parts = [_part(fields.get(name, 0)) for name in (*names, "days")]
            seconds = sum(part * length for part, length in zip(parts, _PART_SECONDS, strict=True))
            return TemporalValue(seconds / scale, "hours, minutes, seconds")
    raise NoValue("no answer key")


def _read_answer(answer: object, item: AnswerFormat) -> TemporalValue:
    if isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    if isinstance(answer, Mapping):
        parts = usual_keys(answer)
        is_clock = item.unit in ("seconds", "minutes")
        if {"age", "date", "answer"}.isdisjoint(parts) and (is_clock or {"year", "era"} <= parts.keys()):
            return read_fields(parts, item)
        if is_length(answer):  # {"days": 1307}
            return read_text(" ".join(f"{number} {unit}" for unit, number in answer.items()), item)
        raise NoValue(WRONG_KIND)
    if isinstance(answer, str) and len(answer) > MAX_ANSWER_CHARACTERS:
        raise NoValue("an answer too long")
    if isinstance(answer, bool) or not isinstance(answer, int | str if item.unit == "date" else int | float | str):
        raise NoValue(WRONG_KIND)
    if item.unit == "date":
        return read_text(str(answer), item)
    if not isinstance(answer, str):
        return TemporalValue(_finite(answer), "number" if isinstance(answer, int) else "decimals")
    if "time" in item.answer_format:
        raise NoValue("no day beside the time")
    if len(named := _NAMED_PARTS.findall(answer)) > 1:
        return read_fields(usual_keys(dict(named)), item)
    text = _MINUS_APART.sub(r"-\1", plain_answer(answer).strip(" \"'\\*").rpartition("=")[2])
    if found := _ERA_YEAR.fullmatch(text):
        is_bc = (found["before"] or found["after"]).upper().startswith("B")
        if is_bc and found["minus"]:
            raise NoValue("a minus sign with BC")
        year = float(found["year"].replace(",", ""))
        return TemporalValue(-year if is_bc or found["minus"] else year, "era")
    written_era = _ERA_WORD.search(text)
    if written_era or "<era>" in item.answer_format or item.answer_format == '"mm/dd/yyyy"':
        dates = {date.year for date in find_dates(text) if date.year is not None}
        if not written_era and len(dates) == 1 and not _YEAR_RANGE.search(text):
            return TemporalValue(float(dates.pop()), "calendar year")
        raise NoValue("not a year")
    if (value := arithmetic(text.strip(" []"))) is not None:
        if value < 0 and _RANGE.fullmatch(text):
            raise NoValue("a range or alternatives")
        return TemporalValue(_finite(value), "number" if re.fullmatch(r"\s*-?\d+\s*", text) else "arithmetic")
    return read_text(text, item)


def _part(written: object) -> float:
    """One of hours, minutes and seconds, as a number or as text."""
    if isinstance(written, list) and len(written) == 1:
        written = written[0]
    if isinstance(written, str):
        text = _UNIT_OF_PART.sub("", written.rpartition("=")[2].strip(" []"))
        written = arithmetic(text) if (number := parse_number(text)) is None else number
    if isinstance(written, bool) or not isinstance(written, int | float):
        raise NoValue("not a number")
    return _finite(written)


def _finite(value: float) -> float:
    if not -1e15 < value < 1e15:  # also NaN, which json reads
        raise NoValue("a number too large")
    return float(value)


def _day_shift(written: object) -> int:
    text = str(written).strip().lower().replace("\u2212", "-").removeprefix("the ").replace("_", " ")
    if (found := _DAY_SHIFT.fullmatch(text)) is None:
        raise NoValue("no single day")
    return int(found[1]) if found[1] else ("previous", "same", "next").index(found[2]) - 1


def _time_of_day(written: object) -> float:
    text = _AFTER_TIME.sub("", str(written).strip())
    half = _TIME_OF_DAY.fullmatch(text)
    if (seconds := clock_seconds(half[1] if half else text)) is None:
        raise NoValue("no time of day")
    # 12 am is midnight, 12 pm is noon.
    return seconds + _HALF_DAY_SECONDS * ((half[2] in "Pp") - (seconds >= _HALF_DAY_SECONDS)) if half else seconds
