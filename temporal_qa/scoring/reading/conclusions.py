"""What the last sentence of a text concludes, and whether sentences behind an answer tell another value."""

import re
from collections.abc import Sequence

from temporal_qa.scoring.reading import wording
from temporal_qa.scoring.reading.endings import is_retraction
from temporal_qa.text.date_forms import WEEKDAY_NAMES
from temporal_qa.text.dates import MONTH, MONTH_NUMBERS
from temporal_qa.text.durations import find_durations

_THEREFORE = (
    rf"[\s*_#>]{{0,8}}(?:{wording.THEREFORE}|{wording.IN_SHORT}|(?:we|I|one)(?: can)?(?: thus)? conclude(?: that)?"
    r"|(?:this|that|which) (?:means|leaves)(?: that| us with| only)?|(?:final )?(?:conclusion|result)(?=[*_]{0,2}:))\b"
)
CONCLUDES = re.compile(rf"\A{_THEREFORE}", re.IGNORECASE)
# The last sentence of a last paragraph: "June is in this span. Therefore, he worked for Tesla." (or "Smith & Co. AG"),
# "So not Tesla but SpaceX."
CONCLUSION = re.compile(
    rf"(?i)(?:^|[.!?,;][\"\u201d)]?\s){_THEREFORE}[*_]{{0,2}}[,:]?[*_]{{0,2}}\s"
    r"(?:not (?-i:[A-Z\d])[^!?\n]{1,80}? but (?:rather )?)?"
    r"((?:(?!(?-i:(?<!\b[A-Z\d])(?<!\b[A-Z][a-z])(?<!\bInc)(?<!\bLtd))[.!?]\s(?!(?<=\b[A-Z][a-z]{{2}}\.\s)\d))[^\n])*\.[*_\s]*)$"
)
# "As it was not May yet, subtract one: 24", "..., giving 24"
_GIVING = re.compile(r"\A(?:giving\s|[^:]*:\s)")
_NUMBER_OR_DAY = re.compile(rf"(?i)\d+(?:,\d{{3}}(?!\d))*|\b(?:{'|'.join(WEEKDAY_NAMES)})\b|\b{MONTH}")
# What may stand before a value that is concluded, and behind it: "she was 22 years old", "Tuesday is the right one"
_BEFORE_VALUE = re.compile(
    r"(?i)(?:\A|[=:]|\b(?:is|are|was|were|be|get|gives?|giving|makes?|an?|the|only|exactly|actually|week|number))\W*\Z"
)
_AFTER_VALUE = re.compile(
    r"(?i)(?:\W|th|st|nd|rd|years?|months?|weeks?|days?|old|of age|whole|complete|full|AD|BCE?|CE"
    r"|(?:is|was) the (?:\w+ )?(?:answer|one|date|day))*"
)
_MAX_CONCLUSION = 1_000
"""Letters at the end of a text in which its conclusion is looked for."""


def concluded(text: str) -> str:
    """What the last sentence concludes, or nothing: "Therefore, yes."."""
    return found[1] if (found := CONCLUSION.search(text[-_MAX_CONCLUSION:])) else ""


def behind_reason(text: str) -> str:
    """The clause that a last sentence gives the reason for: "Since May does not count, it is 4."; or nothing."""
    *_, last = wording.SENTENCE_END.split(text)
    reason = wording.REASON_FIRST.match(last)
    return _GIVING.sub("", last[reason.end() :]) if reason and not wording.is_hedged(reason[0]) else ""


def concludes_otherwise(head: str, reasons: str) -> bool:
    """Whether sentences below a value conclude another: "1994 - 1971 = 23\n\nAs it was not May yet, she was 22."."""
    conclusion = behind_reason(reasons) or concluded(reasons)
    before, *_, after = [*_NUMBER_OR_DAY.split(conclusion), ""]
    if wording.leaves_open(conclusion) or not (_BEFORE_VALUE.search(before) and _AFTER_VALUE.fullmatch(after)):
        return False  # "..., so it does not fit.", "..., so her birthday in May had passed."
    told, own = (_values_of(text) for text in (conclusion, head.rpartition("=")[2]))
    return bool(told and own) and told != own and (len(told) == len(own) or told.isdisjoint(own))


def _values_of(text: str) -> set[object]:
    """The numbers in a text, or its weekdays; a month is its number, as "14 October" may be written "14/10"."""
    found = _NUMBER_OR_DAY.findall(text)
    values = {
        int(each.replace(",", "")) if each[0].isdigit() else MONTH_NUMBERS.get(each[:3].casefold(), each)
        for each in found
    }
    return {*filter(lambda value: isinstance(value, int), values)} or values


NAMES_ASKED = re.compile(
    r"(?:The (?!other )(?:\w+ ){0,2}(?:date|year|day|age|answer|number)s?\b[^\n;:]*|\d+ \w+ (?:after|before) that)"
    r" (?:is|was|are) "
)
"""Begins a sentence that names what is asked for: "The earliest year is 2007."."""
# "Thursday. It was Friday.", "Thursday. Friday is the answer."
TOLD = re.compile(
    r"(?:.*\b(?<!after )(?<!before )(?:[Ii]t|[Tt]hat|[Tt]his) (?:is|was) (?P<said>.+)"
    r"|(?:(?:So|Thus) )?(?P<answer>.+) is the (?:\w+ )?answer\.?)",
    re.DOTALL,
)
JULIAN = re.compile(r"\A[^()]*(?<!not )\b(?:in|of|by) the Julian calendar\b")  # all dates are of the Gregorian one


def one_of_sentences(text: str) -> list[str]:
    """The first of several sentences, if it has no verb, and the last, if it names what is asked for: "2007. He left in
    2012.", "She worked from 2007 to 2012. The earliest year is 2007."."""
    first, *others = wording.SENTENCE_END.split(text.strip())
    is_open = any(map(wording.leaves_open, others)) or is_retraction(text, in_line=True) or JULIAN.search(text)
    if not others or is_open or tells_other(first, others):
        return []
    if NAMES_ASKED.match(others[-1]):  # but "2012. The earliest year is 2007." has two answers
        return [others[-1]] if wording.is_statement(first) else []
    return [first] if not wording.is_statement(first) and all(map(wording.is_statement, others)) else []


def tells_other(first: str, others: Sequence[str]) -> bool:
    """Whether a sentence tells another length than the first, in its unit, or another number: "21. It was 22."."""
    for said in [found["said"] or found["answer"] for found in map(TOLD.fullmatch, others) if found]:
        if told := find_durations(said):
            own = find_durations(first)[:1]
            if any(each.units == told[0].units and each.in_unit("days") != told[0].in_unit("days") for each in own):
                return True
        elif re.match(r"(?:\w+ )?\d", said) and not _values_of(said) <= _values_of(first):
            return True
    return False
