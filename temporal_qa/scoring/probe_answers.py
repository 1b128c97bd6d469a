"""Reading the short answers to questions about dates: a date, an age, yes or no.

A reading is of the whole answer: nothing is read where it has two of them, denies one, or only bounds it ("before
1910").
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import orjson

from temporal_qa.scoring.labelled_rows import AnswerType
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.scoring.reading.abstention import tells_nothing
from temporal_qa.scoring.reading.wording import is_doubt, is_hedged, is_unsettled
from temporal_qa.text.dates import ERA, MONTH, NEAR, find_dates, parse_date
from temporal_qa.text.durations import find_durations, with_plain_amounts
from temporal_qa.text.numbers import NUMBER_WORDS, parse_number
from temporal_qa.timeline import DATE_PARTS, Age, CalendarDate
from temporal_qa.timeline.days import DAYS_PER_YEAR

DAYS_PER_MONTH = DAYS_PER_YEAR / 12

MAX_LETTERS = 1_000
"""A longer text is not a short answer."""
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DASH = r"[-\u2013\u2014]"
_TO = rf"\s*(?:{_DASH}|/|\b(?:to|and|or)\b)\s*"
_BOUND = re.compile(
    r"\b(?:before|after|until|since|prior|between|under|over|above|below|exceed\w*|nearly|almost|than)\b"
    r"|\bat (?:the )?(?:very )?(?:least|most)\b"
    rf"|\bup to\b|\bby (?:(?:the )?{_DAY} (?:of )?)?(?:{MONTH}|\d{{4}})|\u00b1"
    rf"|{MONTH}{_TO}{MONTH}|\b(?:day|week|month|year) (?:following|preceding)\b|\b(?:eve|week) of\b"
    rf"|[<>\u2264\u2265]=?\s*(?:\d|{MONTH})|\d\s?\+(?!\s*\d)|\bplus\s+\d|\bonwards?\b|\bat the (?:earliest|latest)\b"
    rf"|\d{{4}}\s+on\W*\Z|\d{{4}}\s?{_DASH}\s*\Z|\b(?:some|a\s+few|several)\s+(?:more\s+)?(?:year|month|week|day)s\b"
    rf"|(?:\bto|{_DASH})\s*(?:the\s+)?(?:present|now|today)\b"
    # A part of a month or a year: "late May 1989", "summer of 1910".
    r"|\b(?:(?:early|mid|late|spring|summer|autumn|fall|winter)(?:-|\s+)(?:(?:of|in)\s+)?"
    rf"|(?:start|beginning|middle|end|decade)\s+of\s+)(?:{MONTH}|\d{{4}})"
    rf"|\d{{4}} ?{_DASH} ?(?:\d{{4}}|(?:1[3-9]|[2-9]\d)(?![-/.\d]))|\d{{4}}[\u2013\u2014]\d{{2}}(?!\d)"  # 1970-71
    rf"|(?<![\w/.-])(?<!fact )(?<!row )(?<!table )(?<!page ){_DAY}{_TO}{_DAY}\s+(?:of\s+)?{MONTH}"  # 5-6 May
    rf"|{MONTH}\s+{_DAY}{_TO}{_DAY}\b(?!:)"
    # What is still to be counted: "May 6, 1999 + 3 days", "one week from May 6", "1970 + 5".
    rf"|(?:\s[+\u2212-]|\bplus|\bminus)\s*(?:\d+|{NUMBER_WORDS}|an?)\s+(?:day|week|month|year)|\d{{4}}\s+[+\u2212-]\s*\d{{1,2}}\b(?!\s*[-/])"
    rf"|\b(?:day|week|month|year)s?\s+(?:from|past)\s+(?:{MONTH}|\d)",
    re.IGNORECASE,
)
# At the end of an answer a number after a day is its year, however small: "March 10, 517".
_SMALL_YEAR = re.compile(
    rf"(?<!\d)((?:{MONTH}\s+{_DAY},?|{_DAY}\s+(?:of\s+)?{MONTH},?)\s+)(\d{{1,3}})\.?\Z", re.IGNORECASE
)
# "35 years, 7 months and 28 days (13,027 days)"
_REMARK = re.compile(r"(?<=\S)\s*\((?!and\b)([^()]*)\)\s*\Z")
# "04/07/2001", of which the day or the month may stand first
_NUMBERS_ALONE = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}")
# "90-10-1"
_AGE_IN_NUMBERS = re.compile(r"(\d{1,4})-(\d{1,2})-(\d{1,2})", re.ASCII)
# "P90Y10M1D"
_ISO_AGE = re.compile(r"P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?", re.ASCII)
# "She was 90 when she died."
YEARS_OLD = re.compile(
    r"\D*\b(?:was|is|aged?:?|age of|at|be)\s+(\d{1,3})(?!\d|\w|[.,:/-]\d|%)"
    r"(?:\W*\Z|\s*[.,;:(]\D*|\s+(?:when|at|in|on|by|as|that)\b\D*(?:\bin\s+\d{4}\W*)?\Z)",
    re.ASCII | re.IGNORECASE,
)
# "90y 10m 1d"
_SHORT_UNITS = {
    re.compile(rf"(\d)\s*(?:{short})(?![a-z])\.?", re.IGNORECASE): unit
    for short, unit in (("y|yrs?", "years"), ("m|mos?|mths?", "months"), ("d", "days"))
}
_IT_IS = re.compile(r"\A(?:it|that|this|the (?:date|month|year|answer)) (?:is|was) ", re.IGNORECASE)
# "517-03-10"
_SHORT_ISO = re.compile(r"\d{3}-\d{2}-\d{2}")
_CHOICE = r"\A\W*(?:or\b|/)"
_OTHER_WORD = {
    "yes": re.compile(  # "Yes, there is no gap" has none
        rf"{_CHOICE}|\A\W*if\b|\bno\b(?!\s+\w)|\bno\s+(?:they|it|he|she|not|yes|in)\b|\b(?:false|wrong|incorrect|nope|nah|nein|non)\b"
        r"|\b(?:not really|but not|only if|unless|otherwise)\b",
        re.IGNORECASE,
    ),
    "no": re.compile(
        rf"{_CHOICE}|\b(?:yes|ja|oui)\b|\A\W*(?:it|this|that|he|she|they) (?:does|do|did|is|are|was|were)\W*\Z"
        r"|\A\W*(?:they|(?:their|the two|both) \w+) (?:did |do )?overlap"
        r"|(?<!not )(?<!n['\u2019]t )(?<!\bopposite is )(?<!\breverse is )\btrue\b",
        re.IGNORECASE,
    ),
}
# "No, it is not possible for them to have met.", which is no doubt
_NOT_POSSIBLE = re.compile(r"\b(?:not |im)possible(?= (?:for|that|to (?:have|be|meet)|because|since|as)\b|[,.;]|\W*\Z)")
# "Yes, it did not overlap.", "Yes, their lives never overlapped."; not "Yes, the first did not end until 1910."
_NO_AFTER_YES = re.compile(
    r"\W*(?i:it|this|that|he|she|they|their|the|there|both)(?: (?!because|since|but|though|when|while|who)[a-z-]+)"
    r"{0,4}? (?:(?:not|never|neither)\b(?!.*\b(?:until|yet)\b)|no overlap|failed to)"
    r"|\W*\w+(?:['\u2019]s)? \w+n['\u2019]t\b"
)
# "1910 + 5 = 1915", "1910 plus 5 gives 1915"; not "1910 != 1911"
EQUALS = re.compile(r"(?<![<>!])=(?!=)|\b(?:gives|yields|equals)\b|\b(?:we|you) (?:get|reach|obtain|arrive at)\b")
# "Three days after July 1, 2001 is July 4, 2001."
_SUM_IN_WORDS = re.compile(
    r"(?:\b(?:day|week|month|year)s?\s+(?:after|before|from|later\s+than|earlier\s+than)|\bplus|\bminus)\s[^;\n]{1,80}?"
    r"\s(?:is|was|will\s+be|would\s+be|falls\s+on)\s+(?-i:(?=[\dA-Z*]|the\s+\d))",
    re.IGNORECASE,
)
# "July 4, 2001 is three days after July 1, 2001."
_SUM_AFTER = re.compile(
    rf"\s(?:is|was|falls|comes|lies)\s(?:exactly\s)?(?:\d+|{NUMBER_WORDS}|an?)\s(?:day|week|month|year)s?\b[^.;\n]{{0,60}}?"
    r"\s(?:after|before|from|(?:later|earlier)\s+than)\s[^;\n]{1,40}\Z",
    re.IGNORECASE,
)
# "years: 90"
_UNIT_FIRST = re.compile(r"\b(years?|months?|days?):\s*(\d+)", re.IGNORECASE)
# "90 years + 10 months"
_PLUS = re.compile(r";| \+ ")
# "90-year-10-month-1-day"
_BETWEEN_PARTS = re.compile(r"(?<=[a-z])-(?=\d)", re.IGNORECASE)
_ONLY_AGE = re.compile(r"(?:\d|years?|months?|days?|and|old|[\s,\"{}:-])+", re.IGNORECASE)
_WORD_OF_DATE = re.compile(rf"\w{{3,6}}day|the|of|{MONTH}|B|C|{ERA}|\d+(?:st|nd|rd|th)?", re.IGNORECASE)
_YES = r"yes|yep|yeah|yup|true|(?:correct|right|absolutely|indeed)(?! (?:no|not|after|before|now)\b)|ja|oui|s\u00ed"
_YES_OR_NO = re.compile(
    r"\W*(?:the\s+|indeed,\s+(?=yes|no|true|false)"
    r"|(?:that|this|it|(?:the|this) statement)(?:['\u2019]s| is) (?=true|false|correct|right))?"
    rf"({_YES}|nope|nah|nein|non|false|incorrect"
    r"|no(?!\s+(?:(?:clear|definite|definitive|further|more|relevant|specific|such|sufficient|valid)\s+)*"
    r"(?:one|answers?|information|mention|ideas?|clue|way|doubt|question|evidence|data|later|earlier|sooner|comments?"
    r"|details?|dates?(?! overlap)|facts?|indications?|conclusions?|response|more)\b))\b([^\n]*)",
    re.IGNORECASE,
)


def answer_text(value: Any) -> str:
    """An answer as text: a text as it is, and an age ``{"year": 90, ...}`` or a number as JSON.

    >>> answer_text("4 July 2001"), answer_text({"year": 90, "month": 10, "day": 1}), answer_text(90)
    ('4 July 2001', '{"year":90,"month":10,"day":1}', '90')
    """
    if isinstance(value, str):
        return value
    return orjson.dumps(value, default=repr, option=orjson.OPT_SERIALIZE_NUMPY).decode()


def answer_type_of(answer: str) -> AnswerType:
    """The type of a right answer, from its form. A number alone is a year, and so a date.

    >>> [answer_type_of(text) for text in ("No", "1910", "90 years, 10 months and 1 day", "Seven Years in Tibet")]
    ['yes_no', 'date', 'age', 'entity']
    """
    if answer.strip().lower() in ("yes", "no"):
        return "yes_no"
    if all(map(_WORD_OF_DATE.fullmatch, re.findall(r"[^\s,./-]+", answer))) and read_date(answer):
        return "date"
    is_age = _ONLY_AGE.fullmatch(answer[:MAX_LETTERS]) or _ISO_AGE.fullmatch(answer.strip())
    return "age" if is_age and read_age(answer) is not None else "entity"


@lru_cache(maxsize=1 << 14)
def read_date(text: str, day_first: bool | None = None) -> CalendarDate | None:
    """The one date of an answer, with the parts that it states; ``None`` where there is not one.

    Numbers alone that may be read in two ways ("04/07/2001") are read as ``day_first`` says, and not where it is None.

    >>> str(read_date("on July 4th, 2001")), str(read_date("March 10, 517")), read_date("before 1910")
    ('4 July 2001', '10 March 517', None)
    """
    text = text.strip()
    if len(text) > MAX_LETTERS:
        return None
    text = _result_of_sum(text)
    if _SHORT_ISO.fullmatch(text):
        text = f"0{text}"
    try:
        return parse_date(_IT_IS.sub("", text).rstrip(". "))  # "It is 1400-11."; in other sentences that may be a range
    except ValueError:
        pass
    if is_not_firm(text) or NEAR.search(text):
        return None
    text = _SMALL_YEAR.sub(r"\1AD \2", text)
    dates = {found[:3]: found for found in find_dates(text, day_first=day_first is True)}
    finest = min(dates, key=lambda parts: parts.count(None), default=(None,) * 3)
    others = (own not in (None, part) for parts in dates for own, part in zip(parts, finest, strict=True))
    if not dates or any(others):  # but "The first Monday of May 2018 was May 7, 2018." has one
        return None
    found = dates[finest]
    if day_first is None and _has_two_readings(text[found.start : found.end]):
        return None
    try:
        return found.to_date()
    except ValueError:
        return None


def _result_of_sum(text: str) -> str:
    """The result, where a text is a sum with its result: ``1 January 1999 + 3 days = 4 January 1999``."""
    *before, after = EQUALS.split(text)
    if before and find_dates(after) and not is_doubt("=".join(before), anywhere=True):
        return after.strip()
    if (total := _SUM_IN_WORDS.search(text)) and not is_doubt(text[: total.end()], anywhere=True):
        return text[total.end() :]
    return text[: total.start()] if (total := _SUM_AFTER.search(text)) else text


def _has_two_readings(date: str) -> bool:
    numbers = _NUMBERS_ALONE.fullmatch(date)
    if numbers is None:
        return False
    first, second = map(int, numbers.groups())
    return first != second and max(first, second) <= 12


@lru_cache(maxsize=1 << 14)
def read_age(text: str) -> Age | None:
    """The one age of an answer; parts that it does not state are 0, and twelve months are a year.

    >>> read_age("90-year-10-month-1-day-old"), read_age("90 years"), read_age('{"year": 90, "month": "10", "day": 1}')
    (Age(years=90, months=10, days=1), Age(years=90, months=0, days=0), Age(years=90, months=10, days=1))
    >>> read_age("1090 months"), read_age("P90Y10M1D"), read_age("not 90 years")
    (Age(years=90, months=10, days=0), Age(years=90, months=10, days=1), None)
    """
    text = text.strip().rstrip(". ")
    if len(text) > MAX_LETTERS:
        return None
    if (remark := _REMARK.search(text)) and not is_doubt(remark[1], anywhere=True):
        text = text[: remark.start()]  # "35 years, 7 months and 28 days (13,027 days)"
    if text.startswith("{"):
        return _age_of_mapping(text)
    if found := _AGE_IN_NUMBERS.fullmatch(text):
        return _age(*map(int, found.groups()))
    if found := _ISO_AGE.fullmatch(text):
        of_unit = [int(part or 0) for part in found.groups()]
        return _age(of_unit[0], of_unit[1], 7 * of_unit[2] + of_unit[3])
    if (number := parse_number(text)) is not None:
        return _age(number, 0, 0)
    text = _PLUS.sub(", ", _UNIT_FIRST.sub(r"\2 \1", text.replace("&", "and")))
    if is_not_firm(text):
        return None
    for short, unit in _SHORT_UNITS.items():
        text = short.sub(rf"\1 {unit} ", text)
    apart = _BETWEEN_PARTS.sub(" ", text)  # "90-year-10-month" as "90-year 10-month"
    lengths = {(found.months, found.seconds) for found in find_durations(with_plain_amounts(apart))}
    if not lengths and (alone := YEARS_OLD.fullmatch(text)):  # "She was 90 when she died"
        return _age(int(alone[1]), 0, 0)
    if len(lengths) != 1:
        return None
    ((months, seconds),) = lengths
    return _age(0, months, seconds / 86_400)


def _age_of_mapping(text: str) -> Age | None:
    try:
        value = orjson.loads(text)
        parts = [value.get(name, value.get(f"{name}s")) for name in DATE_PARTS]
        return None if parts == [None] * 3 else _age(*(float(part or 0) for part in parts))
    except (ValueError, TypeError):
        return None


def _age(years: float, months: float, days: float) -> Age | None:
    if not all(0 <= part < 1e6 and part == int(part) for part in (years, months, days)):
        return None
    return Age(*divmod(12 * int(years) + int(months), 12), int(days))


def age_days(age: Age) -> float:
    """The length of an age in days, a year being 365.2425 of them and a month its twelfth.

    >>> age_days(Age(90, 10, 2)) - age_days(Age(90, 10, 1)), age_days(Age(400, 0, 0))
    (1.0, 146097.0)
    """
    return (12 * age.years + age.months) * DAYS_PER_MONTH + age.days


def read_yes_no(text: str) -> Literal["yes", "no"] | None:
    """The ``yes`` or ``no`` with which an answer of one line begins; ``None`` where it has both, or doubts it.

    >>> read_yes_no("No, it does not."), read_yes_no("Yes."), read_yes_no("yes or no"), read_yes_no("It does.")
    ('no', 'yes', None, None)
    """
    found = _YES_OR_NO.fullmatch(text.strip()[:MAX_LETTERS])
    if found is None:
        return None
    said: Literal["yes", "no"] = "yes" if re.match(_YES, found[1].lower()) else "no"
    rest = _NOT_POSSIBLE.sub("", found[2])
    is_open = _OTHER_WORD[said].search(rest) or is_hedged(rest) or is_unsettled(rest) or tells_nothing(rest)
    return None if is_open or (said == "yes" and _NO_AFTER_YES.match(rest)) else said


def is_not_firm(text: str) -> bool:
    """Whether the answer is denied, doubted, a choice or a bound."""
    return _BOUND.search(text) is not None or is_doubt(text, anywhere=True)


READERS: dict[AnswerType, Callable[[str], object]] = {
    "entity": normalize_answer, "date": read_date, "age": read_age, "yes_no": read_yes_no,
}  # fmt: skip
"""What reads the value of an answer of each type."""
