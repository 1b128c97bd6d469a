"""What a line is by its look: a heading, a value alone, a line in bold, a value before sentences."""

import re
from collections.abc import Sequence

from temporal_qa.scoring.reading.endings import is_retraction
from temporal_qa.scoring.reading.marks import without_marks
from temporal_qa.scoring.reading.wording import ARROW, OFFERS, SENTENCE_END, is_doubt, is_statement, leaves_open
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import find_durations

_EMPHASIZED = re.compile(r"(\s*)(\*\*|__|[*_])(?=\S)((?:(?!\2)[^\n])+)\2[.\s]*")
_HEADING = re.compile(r"#{1,6}[ \t]+[^\d\W]")
MAX_TITLE = 80
"""Letters of the longest line that is a title or a value."""
# A weekday or a week
_DAY_OR_WEEK = re.compile(r"(?i)(?:[A-Z]\w{2,5}day|(?:ISO )?week (?:number )?\d{1,2})")
_NUMBER = re.compile(r"\d+")
_IS = re.compile(r"\b(?:is|are|was|were|be|at|on|get)\s+(?:in\s+)?")  # "The date is May 8, 1883.", "It is in week 9."

# "The earliest year is 2007."
_NAMES_ASKED = re.compile(
    r"(?:The (?!other )(?:\w+ ){0,2}(?:date|year|day|age|answer|number)s?\b[^\n;:]*|\d+ \w+ (?:after|before) that)"
    r" (?:is|was|are) "
)
# "Thursday. It was Friday.", "Thursday. Friday is the answer."
TOLD = re.compile(
    r"(?:.*\b(?<!after )(?<!before )(?:[Ii]t|[Tt]hat|[Tt]his) (?:is|was) (?P<said>.+)"
    r"|(?:(?:So|Thus) )?(?P<answer>.+) is the (?:\w+ )?answer\.?)",
    re.DOTALL,
)
JULIAN = re.compile(r"\A[^()]*(?<!not )\b(?:in|of|by) the Julian calendar\b")  # all dates are of the Gregorian one


def tells_value(line: str, above: Sequence[str]) -> bool:
    """Whether a last line, without its marks, tells a value, and none above it does: "The date is May 8, 1883."."""
    said = _IS.split(ARROW.sub("", line.removeprefix("= "), count=1))[-1]
    if not _is_value(said) or any(_is_value(without_marks(each)) for each in above):
        return False
    number = line.rstrip(".")  # not that of the next item of a list, at which the response was cut off
    return not number.isdecimal() or not any(each.lstrip(" *#").startswith(f"{int(number) - 1}.") for each in above)


def _is_value(text: str) -> bool:
    """Whether a text is one number, date, length of time, weekday or week."""
    text = text.rstrip(".").removeprefix("the ").removeprefix("The ")
    if len(text) > MAX_TITLE or text.isdecimal():
        return len(text) <= MAX_TITLE
    spans = [(date.start, date.end) for date in find_dates(text)]
    spans += [(length.start, length.end) for length in find_durations(text)]
    return _DAY_OR_WEEK.fullmatch(text) is not None or (0, len(text)) in spans


def without_emphasis(line: str) -> str:
    """The line without marks around all of it, in which the number of a name or of an item would hide."""
    found = _EMPHASIZED.fullmatch(line)
    return line if found is None else found[1] + found[3]


def is_head(line: str) -> bool:
    """Whether a line is a heading, or ends as one does: "Answer:"."""
    return line.rstrip(" *_").endswith(":") or _HEADING.match(line) is not None


def introduces(line: str) -> bool:
    """Whether a line introduces the answer, and not names that are refused or offered: "Candidates:"."""
    return is_head(line) and not is_doubt(line.lstrip(" #*_")) and not OFFERS.search(line.strip(" #*_"))


def one_of_sentences(text: str) -> list[str]:
    """The first of several sentences, if it has no verb, and the last, if it names what is asked for: "2007. He left in
    2012.", "She worked from 2007 to 2012. The earliest year is 2007."."""
    first, *others = SENTENCE_END.split(text.strip())
    is_open = any(map(leaves_open, others)) or is_retraction(text, in_line=True) or JULIAN.search(text)
    if not others or is_open or tells_other(first, others):
        return []
    if _NAMES_ASKED.match(others[-1]):  # but "2012. The earliest year is 2007." has two answers
        return [others[-1]] if is_statement(first) else []
    return [first] if not is_statement(first) and all(map(is_statement, others)) else []


def tells_other(first: str, others: Sequence[str]) -> bool:
    """Whether a sentence tells another length than the first, in its unit, or another number: "21. It was 22."."""
    for said in [found["said"] or found["answer"] for found in map(TOLD.fullmatch, others) if found]:
        if told := find_durations(said):
            own = find_durations(first)[:1]
            if any(each.units == told[0].units and each.in_unit("days") != told[0].in_unit("days") for each in own):
                return True
        elif re.match(r"(?:\w+ )?\d", said) and not _numbers_and_days(said) <= _numbers_and_days(first):
            return True
    return False


def _numbers_and_days(text: str) -> set[object]:
    return {*_NUMBER.findall(text), *(date[:3] for date in find_dates(text) if date.month)}
