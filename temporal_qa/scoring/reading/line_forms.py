"""What a line of an answer is by its form: a rule, a heading, a line that introduces the answer, a value;
and what leads to an answer in it."""

# ruff: noqa: RUF001

import re
from collections.abc import Iterator, Sequence

from temporal_qa.scoring.reading import endings, wording
from temporal_qa.scoring.reading.conclusions import CONCLUDES
from temporal_qa.scoring.reading.marks import without_marks
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import find_durations

# A line that says nothing: a fence, a rule, "$$", or blank.
RULE = re.compile(r"(?:(?:```|~~~).*|[-*_=\s]{3,}|\$\$)?")
_HEADING = re.compile(r"#{1,6}[ \t]+[^\d\W]")
# A weekday or a week
_WEEKDAY = re.compile(r"\A(?i:[A-Z]\w{2,5}day),? (?=\w)")
_DAY_OR_WEEK = re.compile(r"(?i)(?:[A-Z]\w{2,5}day|(?:ISO )?week (?:number )?\d{1,2})")
# Before a value that a sentence ends with: "The date is May 8, 1883.", "It is in week 9.", "This gives us 413."
_IS = re.compile(
    r"\b(?:is|are|was|were|be|at|on|get|corresponds to|ended in|began in"
    r"|(?:gives|leaves|brings|takes|leads)(?: us)?(?: to)?)\s+(?:in\s+)?"
)
_COMES_FIRST = re.compile(
    r"\s(?:is|comes|came|falls)(?: the)? (?:first|last|earlier|later|earliest|latest)(?: one)?\.?\Z"
)
_OF_RESULT = re.compile(r"(?i)\A(?:final )?(?:sorted|ordered|in order|order|date of \w+|result|total)\s*:\s*")
LABEL = re.compile(rf"(?i){CONCLUDES.pattern}[*_]*:[*_]*\s*")  # "**Conclusion:** 413"
# "Both Tesla and SpaceX", "Only Tesla", "It's Tesla", "So, Tesla", "In short, Tesla", "As of May 2008, Tesla", "Of the
# two, Ann", a label: "Result: Tesla".
_LEAD = re.compile(
    r"(?i)(?:(?:both|first|only|just|it['’]s|that['’]s|(?-i:That) would be|(?:that|the\s+(?:birth|death|life))\s+of)\s+"
    rf"|(?:{wording.THEREFORE}|{wording.IN_SHORT}),\s+|(?:sure|certainly|of\s+course)[!,]\s+"
    r"|(?:as\s+of|in|on|during|from|between|(?:exactly\s+)?\d+\s(?:years?|months?)[^,:：\n]{0,20}\s(?:before|after))"
    r"\s[^,:：\n]{1,40}\d,\s+"
    r"|(?:comparing|looking\s+at)\s[^,:：\n]{1,60},\s+"
    r"|(?:at|in|during)\s+(?:that|this|the)\s+(?:time|period)(?:\s+in\s+question)?,\s+"
    rf"|(?:of|between|among)\s+the(?:se)?\s[^,:：\n]{{1,40}},\s+"
    rf"|(?:in|at|for|by|as|with|on\s+the\s+(?:staff|roster|team)\s+of)\s+|(?-i:{endings.TITLE}\s+(?=[^\W\d_a-z]))"
    rf"|(?!step\b)[^:：\n]{{1,80}}[:：]\s*|{wording.ARROW.pattern})"
)
NUMBER = re.compile(r"\d+")
MAX_TITLE = 80  # letters of the longest line that is a title or a value


def tells_value(line: str, above: Sequence[str]) -> bool:
    """Whether a last line, without its marks, tells a value, and none above it does: "This gives us May 8, 1883.",
    "Sorted: 1907; 1910"."""
    plain = _OF_RESULT.sub("", LABEL.sub("", wording.ARROW.sub("", line.removeprefix("= "), count=1)))
    said = _IS.split(_COMES_FIRST.sub("", plain))[-1]
    if not is_value(said.removeprefix("So ")) or any(is_value(without_marks(each)) for each in above):
        return False
    number = line.rstrip(".")  # not that of the next item of a list, at which the response was cut off
    is_next = re.fullmatch(r"\d{1,3}", number) is not None
    return not (is_next and any(each.lstrip(" *#").startswith(f"{int(number) - 1}.") for each in above))


def is_value(text: str) -> bool:
    """Whether a text is one number, date, length of time, weekday or week; or dates in an order, between semicolons."""
    if ";" in text:
        return all(map(is_value, re.split(r";\s*", text)))
    text = _WEEKDAY.sub("", text.rstrip(".").removeprefix("the ").removeprefix("The "))
    if len(text) > MAX_TITLE or text.isdecimal():
        return len(text) <= MAX_TITLE
    spans = [found[-2:] for found in (*find_dates(text), *find_durations(text))]
    return _DAY_OR_WEEK.fullmatch(text) is not None or (0, len(text)) in spans


def is_head(line: str) -> bool:
    """Whether a line is a heading, or ends as one does: "Answer:"."""
    return line.rstrip(" *_").endswith(":") or _HEADING.match(line) is not None


def introduces(line: str) -> bool:
    """Whether a line introduces the answer, and not names that are refused or offered: "Candidates:"."""
    return is_head(line) and not wording.is_doubt(line.lstrip(" #*_")) and not wording.OFFERS.search(line.strip(" #*_"))


def without_leads(text: str) -> Iterator[str]:
    """The text without what leads to an answer, part by part, as a name may begin like one: "So, General Motors"."""
    lead = _LEAD.match(text)
    if lead is None or not lead[0].rstrip().endswith((":", "\uff1a")):  # not "Ann Lee: died in 1901"
        yield text
    while lead and not wording.is_doubt(lead[0], anywhere=True):
        yield (text := text[lead.end() :])
        lead = _LEAD.match(text)
