"""What a line of an answer is by its form: a rule, a heading, a line that introduces the answer, a value."""

import re
from collections.abc import Sequence

from temporal_qa.scoring.reading import wording
from temporal_qa.scoring.reading.conclusions import CONCLUDES
from temporal_qa.scoring.reading.marks import LIST_MARK, without_marks
from temporal_qa.scoring.reading.wording import is_doubt
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import find_durations

# A line that says nothing: a fence, a rule, "$$", or blank.
RULE = re.compile(r"(?:(?:```|~~~).*|[-*_=\s]{3,}|\$\$)?")
_HEADING = re.compile(r"#{1,6}[ \t]+[^\d\W]")
# A weekday or a week
_WEEKDAY = re.compile(r"\A(?i:[A-Z]\w{2,5}day),? (?=\w)")
_DAY_OR_WEEK = re.compile(r"(?i)(?:[A-Z]\w{2,5}day|(?:ISO )?week (?:number )?\d{1,2})")
LABEL = re.compile(rf"(?i){CONCLUDES.pattern}[*_]*:[*_]*\s*")  # "**Conclusion:** 413"
NUMBER = re.compile(r"\d+")
MAX_TITLE = 80  # letters of the longest line that is a title or a value


def tells_value(line: str, above: Sequence[str]) -> bool:
    """Whether a last line is a value, perhaps behind a label, or a finished sentence, and no line above it a value:
    "Sorted: 1907; 1910", "This gives us May 8, 1883."; not "5. But", at which the response was cut off."""
    plain = without_marks(wording.ARROW.sub("", line.removeprefix("= "), count=1)).rstrip(".")
    label, _, said = LABEL.sub("", plain).rpartition(": ")
    is_finished = line.rstrip(" *_").endswith(".") and LIST_MARK.match(line) is None
    before = f"{int(plain) - 1}." if re.fullmatch(r"\d{1,3}", plain) else "\n"  # of the number of a next item
    is_listed = any(each.lstrip(" *#").startswith(before) or is_value(without_marks(each)) for each in above)
    is_cut_off = label and said.isdecimal()  # "Total days: 7"
    return (is_finished or (is_value(said) and not is_cut_off)) and not is_listed


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
    return is_head(line) and not is_doubt(line.lstrip(" #*_")) and not wording.OFFERS.search(line.strip(" #*_"))
