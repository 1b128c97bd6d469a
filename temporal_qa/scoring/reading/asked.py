"""What a question asks for: its words and times, which a sentence may say again ("In May 2008, ... died first"), and
the order of two lives, "Who died first?", which a sentence may tell."""

# ruff: noqa: RUF001

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.scoring.reading.candidates import plain_letters
from temporal_qa.scoring.reading.wording import SENTENCE_END, THEREFORE, leaves_open
from temporal_qa.text.dates import MONTH, WrittenDate, find_dates
from temporal_qa.text.durations import QUANTITY, Duration, find_durations, with_plain_amounts

_WORD = re.compile(r"[\w'’]+")
_ENDING = re.compile(r"['’]s?\Z|(?<=\w{3})(?:ed|ing|ers?|es|s|e)(?:['’]s?)?\Z")
_MONTH = re.compile(MONTH, re.IGNORECASE)
_THAT_TIME = re.compile(r"(?i)\b(?:that|this) (?:time|point|moment|date|day|month|year|period)\b")
_ORDER_OF_EVENTS = re.compile(r"\b(before|after)\b")
# "Bob Ray succeeded Ann Lee" is "Bob Ray was after Ann Lee", and "was succeeded by" the other way round.
_ORDER_VERBS = ("(?:succeeded|followed|replaced)", "after", "before"), ("preceded", "before", "after")
_TO_JOIN = re.compile(r"\b(?:moved|moving) to\b")
_LEAVING = r"(?:\b(?:leaving|left|joining|joined|becoming|became|being)\s+)?"
# "until 2003", "left in 2003"; "since 2003", "joined in 2003"
_UNTIL = re.compile(r"(?i)\b(?:until|till|to|left|ended|resigned)\b")
_SINCE = re.compile(r"(?i)\b(?:since|from|joined|began|started|took|taken|became|appointed|elected|acquired|founded)\b")
# "before June 1940", "after 1940"
_BEFORE_DATE = re.compile(rf"(?i)\b(?:(?P<before>before|prior to)|(?P<after>after|following)) (?:{MONTH}|\d)")
_EVER = 12 * 10_000
"""More months than any date has."""


def _stems(text: str) -> set[str]:
    """The words of a text in lower case without accents and endings; of months three letters."""
    words = _WORD.findall(plain_letters(text).lower())
    return {word[:3] if _MONTH.fullmatch(word) else _ENDING.sub("", word) for word in words} - {""}


@cache
def _words_alike() -> dict[str, list[set[str]]]:
    """The lines of words in ``generation/answer_words.yaml``, which says what they are."""
    with yaml_table("answer_words.yaml", dict[str, list[str]]) as table:
        return {name: [*map(_stems, lines)] for name, lines in table.items()}


def without_times(text: str, times: Iterable[WrittenDate | Duration]) -> str:
    """The text without these dates and lengths of time."""
    for time in sorted(times, key=lambda time: (time.start, time.end), reverse=True):
        text = f"{text[: time.start]} {text[time.end :]}"
    return text


class Asked:
    """The words and the times of a question.

    Args:
        question: its text.
        events: the candidates that it names: "after she worked for Boeing", "Ann Lee or Bob Ray".
        names: all candidates.
    """

    def __init__(self, question: str, events: Sequence[str], names: Sequence[str] = ()) -> None:
        self.question, self.events, self.names = question, events, names
        asked, orders = _stems(question), orders_in(question)
        keys = _stems(" ".join(filter(str.islower, question.split())))  # no words of names, but for "the CEO of"
        alike = _words_alike()
        synonyms = alike["synonyms"]
        lines = [words for words in synonyms if not keys.isdisjoint(words)]
        lines = lines or [words for words in synonyms if not asked.isdisjoint(words)]
        lines += [words for words in alike["orders"] if not keys.isdisjoint(words)]
        same = (word for word, order in ORDER_OF.items() if order in orders and len(events) == 2)
        self._words = asked.union(*alike["small_words"], _stems(" ".join(same)), *(lines if question else synonyms))
        self._dates, self._lengths = _months_in(question), _lengths_in(question)
        order = _ORDER_OF_EVENTS.search(question)
        self._order = order[0] if order else ""
        # The months that it counts on, or back, from its time or event
        self._by = sum(self._lengths) * (-1 if self._order == "before" else 1 if self._order else 0)
        self._times = self._times_asked()

    def _times_asked(self) -> list[tuple[float, float]]:
        """The first and the last month of each: "2 years before May 2008" is May 2006, "after May 2008" has no end."""
        if not self._order:
            return self._dates
        if self.events:
            return []
        if not self._by:
            return [(-_EVER, end) if self._order == "before" else (start, _EVER) for start, end in self._dates]
        return [(start + self._by, end + self._by) for start, end in self._dates]

    def has_words_of(self, text: str) -> bool:
        """Whether the words of a text, but for dates and what the question counts or names, tell no more than it."""
        text = _TO_JOIN.sub("joined", with_plain_amounts(text))
        text = without_times(text, (*find_dates(text), *(find_durations(text) if self.has_length_of(text) else ())))
        for event in self.events:
            text = re.sub(_LEAVING * bool(self._order) + re.escape(event), " ", text)
        return _stems(text) <= self._words

    def has_time_of(self, text: str, above: str = "") -> bool:
        """Whether a text says the time of the question again: all of its months and years, its order, or its event; or
        the time that it counts from its event, whose time a sentence ``above`` tells."""
        if above and self.events and self._by:
            other_end, place = (_UNTIL, 0) if self._by < 0 else (_SINCE, -1)
            for part in SENTENCE_END.split(above):
                dates = [(at + self._by, end + self._by) for at, end in _months_in(part) if self.events[0] in part]
                is_other_end = len(dates) == 1 and other_end.search(part)
                if dates and not is_other_end and dates[place] in _months_in(text):
                    return True
        if _THAT_TIME.search(text) or (self._lengths and self.has_length_of(text)):
            return True
        if self._dates:
            told = {*_months_in(text)}
            return told.issuperset(self._dates) or (bool(self._times) and told.issuperset(self._times))
        if len(self.events) == 1:
            return self.events[0] in text or (bool(self._order) and f"{self._order} that" in text.lower())
        orders = orders_in(self.question)
        return bool(orders) and orders <= orders_in(text)

    def in_order(self, text: str) -> str:
        """The text with "after" or "before" for a verb that says it: "Bob Ray succeeded Ann Lee."."""
        if not (self._order and len(self.events) == 1):
            return text
        event = re.escape(self.events[0])
        for verb, of_one, of_other in _ORDER_VERBS:
            text = re.sub(rf"\b(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey)(?= (?:was )?{verb}\b)", lambda _: self.events[0], text)
            text = re.sub(rf"({event}) was {verb} by\b", rf"{of_one} \1 it was", text)
            text = re.sub(rf"({event}) {verb}\b(?! by)", rf"{of_other} \1 it was", text)
            text = re.sub(rf"\bwas {verb} by (?={event})", f"was {of_other} ", text)
            text = re.sub(rf"(?<!,) {verb} (?={event})", f" was {of_one} ", text)
        return text

    def touches(self, text: str) -> bool:
        """Whether a text has dates, which touch those of the question."""
        return bool(self._times and _months_in(text)) and self.is_not_apart(text)

    def is_not_apart(self, text: str, *, strictly: bool = False) -> bool:
        """Whether the dates in a text touch those of the question; so they do where either has none, or where the text
        counts on from them as the question does. ``strictly`` takes "before May 2003" for the month before, whatever
        the verb; else only "left before May 2003"."""
        told = _months_in(text)
        if not told or not self._times or (self._lengths and self.has_length_of(text)):
            return True
        first, last = min(told)[0], max(end for _, end in told)
        if len(told) == 1:
            order = _BEFORE_DATE.search(text)
            if order and (strictly or (_UNTIL if order["before"] else _SINCE).search(text)):
                first = last = first - 1 if order["before"] else last + 1
            first = -_EVER if _UNTIL.search(text) else first
            last = _EVER if _SINCE.search(text) else last
        return first <= max(end for _, end in self._times) and min(self._times)[0] <= last

    def has_length_of(self, text: str) -> bool:
        """Whether a text says all lengths of time of the question: "two years before May 2008"."""
        return not self._lengths or self._lengths == _lengths_in(text)


def _months_in(text: str) -> list[tuple[float, float]]:
    """The first and the last month of the dates in a text, counted from the year 0."""
    dates = [(12 * date.year, date.month) for date in find_dates(text) if date.year is not None]
    return [(year + (month or 1), year + (month or 12)) for year, month in dates]


def _lengths_in(text: str) -> list[float]:
    return [duration.months for duration in find_durations(with_plain_amounts(text))]


# What an order is of, and its direction.
ORDER_OF = {
    **dict.fromkeys(("before", "first", "earlier", "earliest", "older", "oldest"), ("time", 1)),
    **dict.fromkeys(("after", "second", "last", "later", "latest", "younger", "youngest", "recently"), ("time", -1)),
    **dict.fromkeys(("longer", "longest", "greater", "higher"), ("length", 1)),
    **dict.fromkeys(("shorter", "lesser", "lower", "fewer", "briefer"), ("length", -1)),
}  # fmt: skip
ORDER = re.compile(rf"\b(?:{'|'.join(word for word in ORDER_OF if word not in ('before', 'after'))})\b")
# Of a beginning, of an end, of a day near one, of a length: "was older" is the first, "was older when it was dissolved"
# the last.
_EVENTS = tuple(map(re.compile, (
    r"\b(?:born|births?|found(?:ed|ing)|c[ao]me into the world|beg[aiu]n\w*|start\w*|join\w*|hired"
    r"|(?:older|younger)(?! (?:age|at|when)\b))\b",
    r"\b(?:died?|deaths?|passed|ceased?|dissolved|end(?:ed)?|left|leave|leaving|stop(?:ped)?|stayed|until)\b",
    r"\b(?:bapti[sz]ed|christened|buried|cremated|alive(?! longer)|crowned)\b",
    r"\b(?:lived|li[fv]es?|lifespans?|lasted|existed|alive longer"
    r"|(?:older|younger|greater|lesser|higher|lower) (?:age|at|when))\b",
)))  # fmt: skip
_OR = re.compile(r"\bor\b")
# ", while Bob Ray died in 1910", "The poet Bob Ray died in 1910", "Bob Ray, a poet, died", "Bob Ray's date of death is"
_WORD_OF_NAME = r"(?!(?:Of|Birth|Death|Prize|Medal|Award)\b)[A-Z][\w.'\u2019-]+"
_OF_A_LIFE = re.compile(
    r"(?:\A|[.,;:(]|\b(?:and|while|whereas))\s*(?:(?:[Ii]t (?:says|states) that|[Tt]he(?: [a-z]+){1,4}) )?"
    rf"(?!(?:The|Her|His|Its|Their|Date|Age|Year)\b)({_WORD_OF_NAME}(?: {_WORD_OF_NAME}){{1,4}})"
    r"(?:, an? [^,\n]{1,40},)? (?:date of (?:birth|death) )?(?:died|passed|lived|was|is)\b(?!.*\bor\b)"
)
# "Ann Lee (May 5, 1901 \u2013 July 4, 1990) died ..."
_LIFESPAN = re.compile(r"(?<=[^\W\d]) \([^()\n]{0,30}\d{4}\s?[\u2013\u2014-]\s?[^()\n]{0,30}\d{4}\)")
# "May 5, 1901 comes before July 4, 1990."
_COMPARED_DATES = re.compile(
    r"(?!(?:[Ii]f|[Ww]hether)\b)(?P<one>[^;\n]+?\d) (?:is|was|comes?|came|falls|fell) (?:the )?"
    r"(?P<order>earlier|later|before|after|first|last)\b"
    r"(?: than)?(?P<other>(?:\s[\w,./-]+){0,5}\s[\d./-]+(?:\s[A-Z]+)?\.?|(?:\s(?:date|one))?\.?)"
)

# "May 5, 1901 is the first and July 4, 1990 is the last.", "May 5, 1901 (the earlier), July 4, 1990 (the later)"
_ORDER_BEHIND = re.compile(
    r" (?:\((?:the )?|(?:is|was|comes?|came|falls|fell) (?:the )?)(earlier|later|first|last|earliest|latest|second)\b"
)
# "Since May 1 was a Wednesday, May 9 was a Thursday."
REASON_FIRST = re.compile(r"(?i)\A(?:since|because|as|if(?= today is\b))\b.*,\s(?!\d{4}\b)")
# "Since May comes before June, May 5, 1901 is the earlier date.", "July 4, 1990 is later, so May 5, 1901."
_BEFORE_CONCLUSION = re.compile(rf"{REASON_FIRST.pattern}|\A.*[,;]\s(?:{THEREFORE}),?\s")
# "Of May 5, 1901 and July 4, 1990, the earlier one is ..."
_OF_DATES = re.compile(r"(?i)\A(?:out of|of|between|comparing)\s.+?\band\b.+?,\s(?!\d{4}\b(?![/.-]\d))")
# "05/05/1901, not 06/05/1901, is the later one", "so the other one is earlier"
_OF_THE_OTHER = re.compile(r",? not \d[\w/.-]*,?|[,;]?\s(?:so|and|therefore|thus|hence)\b[^.;]*\bthe other\b[^.;]*")
# "May 5, 1901 is 17 days earlier than May 22, 1901."
_DISTANCE = re.compile(rf"(?:exactly |about )?{QUANTITY.pattern} (?=(?:earlier|later|before|after)\b)", re.IGNORECASE)
# "34 when he married", where the age at a death is asked for
_WHEN = re.compile(r"\bwhen\s+(?:it|s?he|they|h(?:is|er)|their)\b([^.,;(]*)")
_DEATH = re.compile(
    r"\b(?:die[ds]?|dying|dead|death|passed|kill|perish|murder|assassin|execut|drown|end|dissol|ceas|closed|abol)"
)


def orders_in(text: str) -> set[tuple[str, int]]:
    """What the words of order in a text are of, and their directions: "died first", "the longer life"."""
    return {ORDER_OF[word] for word in ORDER.findall(text)}


def tells_otherwise(text: str, question: str) -> bool:
    """Whether a text tells of another event than its question, or the opposite order.

    >>> [tells_otherwise(f"Ann {said}.", "Who died first?") for said in ("was born first", "died last", "died")]
    [True, True, False]
    """
    orders, wanted = orders_in(text), orders_in(question)
    is_opposite = not wanted <= orders and not orders.isdisjoint((what, -way) for what, way in wanted)
    return is_opposite or of_other_event(text, question)


def of_other_event(text: str, question: str) -> bool:
    """Whether a text tells of another event than its question: of a birth, and not of a death."""
    *_, text = (text[:1].lower() + text[1:]).split(", who ")  # "Born in 1901", "Ann Lee, who was born in 1901"
    told, asked = ({event for event in _EVENTS if event.search(each)} for each in (text, question))
    # "When did she first play there?" asks for a beginning
    asked = asked or {_EVENTS[way < 0] for what, way in orders_in(question) if what == "time"}
    return bool(told and asked and told.isdisjoint(asked))


def _of_two_dates(text: str, question: str) -> str:
    """The one of two dates that has the order asked for: "May 5, 1901 is the first and July 4, 1990 is the last.";
    nothing where no order stands behind a date."""
    asked, dates = orders_in(question), find_dates(text)
    ordered = ((date, order) for date in dates if (order := _ORDER_BEHIND.match(text, date.end)))
    date, order = next(ordered, (None, None))
    others = [other for other in dates if date and other[:3] != date[:3]]
    are_two = len(dates) == (3 if text.startswith("Between ") else 2) and len({date[:3] for date in dates}) == 2
    if not (asked and date and order and are_two) or text.startswith("If ") or leaves_open(text):
        return ""
    chosen = date if ORDER_OF[order[1]] in asked else others[0]
    return text[chosen.start : chosen.end]


def _words_of(text: str) -> set[str]:
    return {*re.findall(r"\w\w+", plain_letters(text).lower())}


def of_event(text: str, question: str, *, is_age: bool = False) -> str:
    """The text without dates of another event than the one asked about, or dates (ages) of another life beside it.

    >>> of_event("Ann was born in 1901 and died in 1990.", "When did Ann die?")
    ' and died in 1990.'
    """
    if is_age and _DEATH.search(question) and (when := _WHEN.search(text)) and not _DEATH.search(when[1]):
        return ""
    orders = orders_in(question)
    is_order = bool(orders) and not is_age
    lead = (_BEFORE_CONCLUSION.match(text) or _OF_DATES.match(text)) if is_order else None
    if lead and find_dates(text[lead.end() :]) and not leaves_open(lead[0]):
        text = text[lead.end() :]
    text = _OF_THE_OTHER.sub(" ", _DISTANCE.sub("", text)) if is_order else text
    if not is_age and (chosen := _of_two_dates(text, question)):
        return chosen
    compared = _COMPARED_DATES.fullmatch(text)  # "May 5, 1901 is earlier than July 4, 1990."
    if compared and not leaves_open(text) and len(find_dates(compared["one"])) == 1 and orders:
        return compared["one" if ORDER_OF[compared["order"]] in orders else "other"]
    if is_order and len(find_dates(text)) == 1 and tells_otherwise(text.lower(), question):
        return ""  # "May 5, 1901 is 17 days earlier", where the later one is asked for
    if (without := _LIFESPAN.sub("", text)) != text and find_dates(without):
        text = without
    *ends, last = 0, *(each.end for each in (find_durations(text) if is_age else find_dates(text)))
    parts = [text[start:end] for start, end in pairwise([*ends, last])]
    parts = [part for part in parts if is_age or not tells_otherwise(part, question) or _OR.search(part)]
    words = _words_of(question)
    own = [part for part in parts if not (name := _OF_A_LIFE.search(part)) or not words.isdisjoint(_words_of(name[1]))]
    return "" if parts and not own else "".join(own) + text[last:]
