"""Answers that are dates, ages, numbers, ..., by their value: "4 July 2001" is "July 4, 2001", "413 months" is 413.

Rows say so in ``answer_type``. Their ``answer_value`` (``answer_iso``) has the value of the right answer, whose words
may leave it open, as "04/07/2001" does. A unit that an answer names must be that of the row, where that has one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar, cast

from temporal_qa.scoring.normalize import normalize_answer, normalize_plain
from temporal_qa.scoring.reading import conclusions, endings
from temporal_qa.scoring.reading.ages import read_age
from temporal_qa.scoring.reading.asked import is_of_question, is_of_relative, only_number
from temporal_qa.scoring.reading.clauses import first_clause, last_sentence
from temporal_qa.scoring.reading.dates import EQUALS, MAX_LETTERS, NUMBERS_ALONE, read_date, stated_years
from temporal_qa.scoring.reading.events import of_event
from temporal_qa.scoring.reading.marks import DAY_OF_DATE, LIST_MARK, plain_answer
from temporal_qa.scoring.reading.other_languages import in_english
from temporal_qa.scoring.reading.weekdays import of_day, read_week, read_weekday
from temporal_qa.scoring.reading.wording import ARROW, SENTENCE_END, is_doubt, is_hedged, is_statement, leaves_open
from temporal_qa.scoring.reading.yes_or_no import read_yes_no
from temporal_qa.scoring.value_types import AnswerFormat, NoValue, Unit
from temporal_qa.text.dates import NEAR, find_dates, is_day_first
from temporal_qa.text.durations import Duration, find_durations
from temporal_qa.text.numbers import NUMBER, parse_number
from temporal_qa.timeline import Age, CalendarDate

T = TypeVar("T")

# "4 July 2001, not 5 July 2001", "413, not counting June"
_AND_NOT = re.compile(
    r"(?i),?\s\(?(?:(?:and\s+)?not|rather\s+than|instead\s+of)\s+(?:(?:in|on|an?)\s+)?(?=(?:counting|including)\b|(?-i:[A-Z])|\S*\d)"
)
# "413", "The difference is 413 (as June does not count)"
_NUMBER = re.compile(
    r"(?i)(?:(?:(?:from|between|(?:the )?(?:total )?number of)\s[^:]{1,100}|[^\d:]{0,80})"
    r"(?:\b(?:is|are|was|were|have|get|gives|makes)|['\u2019]s|:)\s+)?"
    r"(?:a total of\s+)?(?:(?:exactly|approximately|about|around|roughly)\s+|[\u2248~]\s*)?"
    r"\+?(\d+(?:,\d+)*(?:\.\d+)?|[a-z -]+?)"
    r"(?:\s+\([^()]*\)|\s+in total|,?\s+(?:i\.e\.|that is|which is),?\s[^;?\n]{1,80})?[^\w+%]*"
)
# "52 full years (plus 9 months)", "52 full years, plus 9 months"
_AND_REST = re.compile(
    r"(?i)(\b(?:full|whole|complete|completed) (?:year|month|week|day)s?)(?:\s\(|,\s)(?:plus|and|with) [^()]*?\)?\.?\Z"
)
# "the number of full months is 413"
_NUMBER_OF = re.compile(r"(?i)\bnumber of (?:\w+ ){0,2}(year|month|week|day)s\b")
# "23 years minus 1", "1878 + 23 years = 1901"
_SUM = re.compile(r"=|\b(?:minus|less)\s+(?:\d|an?\b|one\b)|\bplus\s+(?:\d+|an?|one)\b(?!\s+(?:day|week|month)s?\b)")
_COUNTS_ON = re.compile(r"(?i)\s+(?:too\s+(?:many|few)|more|fewer|less|short|onwards?|on|off)\b")
# "23 years / 22", "23 years. The number is 22."; not "The JF-17 flew for 15 years"
_NUMBER_BESIDE = re.compile(rf"{NUMBER.pattern}(?=\W*(?:[.,;:/)]|\Z))")
# A number that a sentence does not state: "Is it 413", "Hardly 413", "Some say it is 413", "The upper bound is 413"
_NOT_STATED = re.compile(
    r"(?i)\A\W*(?:is|are|was|were|what|which)\b|\b(?:hardly|other than|apart from|except|(?:all|anything) but"
    r"|up to|max(?:imum)?|limit|double|half|twice|bound|estimate\w*|mistake\w*|error|sa(?:y|ys|id)|claim\w*"
    r"|thought|thinks?|whether|would|naive|if|at the very)\b"
)
# Between the dates of an order: "1910; 1920", "1910 -> 1920", "1910, then 1920"
_BETWEEN_DATES = re.compile(
    r"(?i)\s*(?:;|\n|\u2192|->|[<\u2039](?!\d)|\$?\band\b|,?\s(?:then|followed by)\b|(?<=\d{4}),(?=\s)"
    r"|(?<=\d{4}[-/.]\d\d[-/.]\d\d),(?=\s))\s*"
)
# "From the latest to the earliest: 1910; 1920"
_REVERSED = re.compile(
    r"(?i)\b(?:latest|newest|most recent)(?: (?:one|date))?(?: to| first|, followed)\b"
    r"|\b(?:descending|reverse|last to first)\b"
)
_FORWARD = re.compile(r"(?i)\b(?:earliest|oldest)(?: (?:one|date))?(?: to| first|, followed)\b|\bascending\b")
# "[1963]", "<1963>"
_IN_BRACKETS = re.compile(r"\s*(?:\[{1,2}([^][]+)\]{1,2}|\(([^()]+)\)|\{([^{}\":]+)\}|<([^<>/]+)>)[\s.]*")
# "20 - 7 = 13", "9 months and 9 days -> 9"
_RESULT = re.compile(rf"{ARROW.pattern}|{EQUALS.pattern}|\b(?:for|making|giving) a total of\b|,? which is(?= \d)")
# "2007, two years after Tesla (2005)", "7 May 2007, over two years before she left on 1 June 2009"
_BESIDE = re.compile(
    r",\s(?:\w+\s){0,5}(?:after|before)\s(?!that\b)[^\W\d][^\d,;()]*"
    r"(?:\([^()]*\)|(?:,\swho\s[^\d,;()]*)?\b(?:in|on)\s[^;()]*\d{4})?[.\s]*\Z"
)
# "413 months. That is 34 years and 5 months."
_IN_UNITS = re.compile(r"\b(?:years?|months?|weeks|days?)\b")
_YEARS_ALONE = re.compile(r"\d \([\d \u2013-]+\)[.\s]*\Z")
_BEFORE_PART = re.compile(r".*[=:]\s*(?=\d+ (?:year|month|day)s?\W*\Z)")
_ZERO = re.compile(r"\b0(?=\d)")
_CUT_OFF = re.compile(r"\b(?:is|was|and|on|in|the|of)\Z")
# "54 years? Let me count again: 55 years."
_ASKS_ITSELF = re.compile(r"(?i)\A(?:about |maybe )?\d[^.?\n]*\?\s")


def as_right_answers(predicted: Sequence[str], right: Sequence[str], columns: Mapping[str, Any]) -> list[str]:
    """The predicted answers; one with the value of the one right answer becomes that answer.

    Where values are compared, a text without the value is the right answer only if it is that but for case and white
    space: one that punctuation alone tells from it ("413%") gets a mark that no name has.

    Args:
        predicted: the answers of one question.
        right: its right answers.
        columns: of its row. Years (``time``) may be several: a list, or a range, of which both ends count.

    >>> row = {"answer_type": "date", "answer_value": "2001-07-04"}
    >>> as_right_answers(["July 4th, 2001"], ["04/07/2001"], row), as_right_answers(["July 2001"], ["04/07/2001"], row)
    (['04/07/2001'], ['July 2001'])
    >>> as_right_answers(["It was a Friday."], ["Friday"], {"answer_type": "weekday"})
    ['Friday']
    """
    kind, unit, question = str(columns.get("answer_type")), columns.get("unit"), str(columns.get("question"))
    if not right or list(predicted) == list(right):
        return list(predicted)
    if any(len(answer) > MAX_LETTERS for answer in predicted):
        return [_by_text(answer, right) for answer in predicted]
    # Its parts may stand as several answers, "2010 - 1924 = 86 years" above "5 months"
    if kind == "age" and read_age(together := ", ".join(_BEFORE_PART.sub("", each) for each in predicted)):
        predicted = [together]
    if kind == "time":
        years = [year for answer in predicted for year in years_of(answer, question) or [_by_text(answer, right)]]
        for name in right:  # one that is not written as its years: "44 BC", "1963 to 1965"
            if name not in years and (own := years_of(name)) and {*own} <= {*years}:
                years = [name, *(year for year in years if year not in own)]
        return years
    if kind == "order" and len(right) == 1:  # its dates may stand as several answers
        told, dates = (_dates(texts, is_day_first(question)) for texts in (predicted, right))
        ways = {*map(direction, (*predicted, question))} - {None}
        return list(right) if dates and told == dates and len(ways) < 2 else list(predicted)
    read, written = _READ.get(kind), str(columns.get("answer_value") or columns.get("answer_iso") or right[0])
    if read is None or len(right) > 1 or (value := read(written, None)) is None:
        return list(predicted)
    if kind == "date" and isinstance(value, CalendarDate):
        numbers = NUMBERS_ALONE.fullmatch(right[0])  # of which the day or the month may stand first
        unit = numbers and (int(numbers[1]), int(numbers[2])) == (value.day, value.month)
        predicted = [each for each in predicted if of_event(each, question)] or predicted  # not "Born: May 5, 1901"

    def value_of(said: str) -> object:
        if kind == "yes_no":
            return read(said, unit)
        if kind in ("number", "age") and is_of_relative(said, question):
            return None
        text = of_day(said, question) if kind == "weekday" and not is_hedged(said) else said
        if kind == "date" and (day := read_weekday(right[0])) and read_weekday(text) not in (None, day):
            return None  # "Monday, 3 July 2018", which was a Tuesday
        text = of_event(text, question, is_age=kind == "age") if kind in ("date", "age") else text
        clause = conclusions.behind_reason(said)
        if clause and is_of_question(clause, question) and (concluded := value_of(clause)) is not None:
            return concluded
        if (found := _result(read, text, unit)) is not None:
            return found
        if told := last_sentence(said, question) or first_clause(said, question):
            return value_of(told)
        return read(only_number(said, question), unit) if kind == "number" else None

    return [right[0] if value_of(_plain(answer)) == value else _by_text(answer, right) for answer in predicted]


# "1995, the year she moved", "In 2001, after two years with Ajax."
_YEAR_WITH_REMARK = re.compile(
    r"((?:[Ii]n )?\d{3,4}), ((?:the (?:\w+ )?(?:year|season)|when|after"
    r"|(?:his|her|their|its|[A-Z]\D{1,60}['\u2019]s) (?:first|last) (?:year|season))\b\D*)"
)


def years_of(answer: str, question: str = "") -> list[str] | None:
    """The years that an answer states, and nothing else: a list of years and ranges, of which both ends count.

    A question after a beginning or an end leaves out the years of the other one.

    >>> years_of("from 1963 to 1965, and 1970"), years_of("1963 or 1964")
    (['1963', '1964', '1965', '1970'], None)
    """
    if len(answer) > MAX_LETTERS:
        return None
    # "Physiology or Medicine", which the question names, leaves no choice of years
    said = re.sub(r"\b\w+ or \w+", lambda found: "it" if found[0] in question else found[0], _plain(answer))
    found = _YEAR_WITH_REMARK.fullmatch(said)
    said = found[1] if found and not leaves_open(found[2]) else said
    years = _result(stated_years, of_event(said, question), None)
    return years_of(first, question) if years is None and (first := first_clause(said, question)) else years


def _plain(answer: str) -> str:
    """The answer in plain characters, without brackets around the whole: models fill in "Final Answer: <answer>"."""
    found = _IN_BRACKETS.fullmatch(answer)
    return plain_answer(in_english(next(filter(None, found.groups())) if found else answer))


def _by_text(answer: str, right: Sequence[str]) -> str:
    """The right answer that this is but for case and white space; or else this, unlike all of them by name."""
    same = {normalize_plain(name): name for name in right}.get(normalize_plain(answer))
    is_like = same is None and normalize_answer(answer) in map(normalize_answer, right)
    return f"\u2260 {answer}" if is_like else same or answer


def _result(read: Callable[[str, Any], T | None], text: str, unit: Any) -> T | None:
    """The value of the part of an answer before a reason, or of the whole, its conclusion, or what follows "=".

    >>> str(_result(read_date, "4 July 2001, not 5 July 2001", None)), _result(read_date, "1910 != 1911", None)
    ('4 July 2001', None)
    """
    if is_hedged(text) or conclusions.JULIAN.search(text) or _CUT_OFF.search(text) or _ASKS_ITSELF.match(text):
        return None
    first, *others = SENTENCE_END.split(text)
    others = [each for each in others if not _IN_UNITS.search(each)]
    if read is _number and conclusions.tells_other(first, others):
        return None
    plain = text if NEAR.search(text) else endings.before_remark(text)  # "1910 (approximately)"
    beside = _BESIDE.search(text)
    alone = text[: beside.start()] if beside and not leaves_open(beside[0]) else plain
    said = [conclusions.concluded(f"{text.rstrip('.')}."), *conclusions.one_of_sentences(text)]
    said += [_AND_NOT.split(endings.before_reason(alone))[0], plain, text]
    for part in said:
        if (value := read(part, unit)) is not None:
            told = filter(None, map(conclusions.TOLD.fullmatch, others))
            is_alone = all(read(found["said"] or found["answer"], unit) in (None, value) for found in told)
            return value if is_alone and not _remark_differs(read, text, unit, value) else None
    *before, after = _RESULT.split(said[0] or text)
    return read(after.strip(), unit) if before and not is_doubt("=".join(before), anywhere=True) else None


def _remark_differs(read: Callable[[str, Any], object], text: str, unit: Any, value: object) -> bool:
    """Whether brackets at the end of an answer hold another value than it: "79 (78 complete years)"; not "1910 (born
    in 1880)", nor "2007 (2007-2009)"."""
    remark = endings.REMARK_AT_END.fullmatch(text)
    if remark is None or is_statement(remark["remark"]) or (other := read(remark["remark"], unit)) is None:
        return False
    if isinstance(other, Age):  # "17 years, 9 months and 1 day (6,484 days)"
        return other.years > 0 and other != value
    if isinstance(other, list) and isinstance(value, list):  # years, of which those of another event stand behind it
        return _YEARS_ALONE.search(text) is not None and {*other}.isdisjoint(value)
    return other != value


def _number(text: str, unit: Any) -> float | None:
    text = _AND_REST.sub(r"\1", text)
    if leaves_open(text) or _NOT_STATED.search(text):
        return None
    *others, last = SENTENCE_END.split(text.strip())
    for said in (text.strip(), last * (not any(map(parse_number, others)))):  # "576 + 9 = 585. The result is 585."
        of, alone = _NUMBER_OF.search(said), _NUMBER.fullmatch(said)
        is_other = (unit and of and of[1] != unit) or (alone and _ZERO.match(alone[1]))
        if alone and not is_other and (number := parse_number(alone[1])) is not None:
            return number
    lengths = find_durations(text)
    units = {name for length in lengths for name in length.units}
    if (units == {asked := unit or min(units, default="")} or unit in units) and not _has_more(text, lengths):
        from temporal_qa.scoring.reading.short_values import read_duration  # patterns that names do not need

        with suppress(NoValue):
            return read_duration(text, AnswerFormat("ttqa", cast(Unit, f"{asked}s"), "")).value
    return None


def _has_more(text: str, lengths: Sequence[Duration]) -> bool:
    """Whether a text with lengths of time counts on from them, or has a number beside them that is of no date."""
    if _SUM.search(text) or _COUNTS_ON.match(text, lengths[-1].end):
        return True
    places = [found[-2:] for found in (*lengths, *find_dates(text))]
    return any(not any(first <= each.start() < end for first, end in places) for each in _NUMBER_BESIDE.finditer(text))


def _dates(texts: Sequence[str], day_first: bool) -> list[object]:
    """The dates in these texts, in their order; a year may lack its AD."""
    parts = [part for text in texts for part in _BETWEEN_DATES.split(text[:MAX_LETTERS]) if part]
    plain = [plain_answer(_without_list_mark(part, place)).strip(" .,:*_") for place, part in enumerate(parts, 1)]
    return [read_date(item, day_first) or _ZERO.sub("", item) for item in plain]


def direction(text: str) -> bool | None:
    """Whether a text says that its dates run from the earliest on, or back from the latest; None if neither."""
    back, on = _REVERSED.search(text) is not None, _FORWARD.search(text) is not None
    return None if back == on else on


def _without_list_mark(part: str, place: int) -> str:
    """An item of a list, in its place, without its mark; "4. July 2001" is a day, if it is not the fourth item."""
    mark, day = LIST_MARK.match(part), DAY_OF_DATE.match(part)
    return part if mark is None or (day and int(day[1]) != place) else part[mark.end() :]


_READ: dict[str, Callable[[str, Any], object]] = {
    "date": read_date, "age": lambda text, _: read_age(text), "yes_no": lambda text, _: read_yes_no(text),
    "number": _number, "week": read_week, "weekday": read_weekday,
}  # fmt: skip
