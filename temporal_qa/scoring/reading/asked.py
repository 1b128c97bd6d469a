"""What a question asks for: its words and times, which a sentence may say again ("In May 2008, ... died first")."""

# ruff: noqa: RUF001

import re
from collections.abc import Iterable, Sequence
from functools import cache

from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.scoring.reading.candidates import plain_letters
from temporal_qa.scoring.reading.events import ORDER_OF, orders_in
from temporal_qa.scoring.reading.wording import SENTENCE_END, is_hedged, is_statement, leaves_open
from temporal_qa.text.date_forms import WEEKDAY_NAMES
from temporal_qa.text.dates import MONTH, WrittenDate, find_dates
from temporal_qa.text.durations import Duration, find_durations, with_plain_amounts

_WORD = re.compile(r"[\w'’]+")
_ENDING = re.compile(r"['’]s?\Z|(?<=\w{3})(?:ed|ing|ers?|es|s|e)(?:['’]s?)?\Z")
# Without its ending a word may keep a doubled letter: "stepp(ed)", "winn(er)".
_DOUBLED = re.compile(r"(?<=\w\w)([^\W\d_])\1\Z")
_MONTH = re.compile(MONTH, re.IGNORECASE)
_THAT_TIME = re.compile(r"(?i)\b(?:that|this) (?:time|point|moment|date|day|month|year|period)\b")
_ORDER_OF_EVENTS = re.compile(r"\b(before|after)\b")
# "Bob Ray succeeded Ann Lee" is "Bob Ray was after Ann Lee", and "was succeeded by" the other way round.
_ORDER_VERBS = ("(?:succeeded|followed|replaced)", "after", "before"), ("preceded", "before", "after")
_TO_JOIN = re.compile(r"\b(?:moved|moving|went on|going on) to\b")
# A count of things before their noun, "three awards", which a question may lack; not a length of time.
_COUNT = re.compile(r"(?i)\b(?:three|four|five|six|several) (?=[a-z]{3})(?!(?:more|year|month|week|day|decade|centur))")
_LEAVING = r"(?:\b(?:leaving|left|joining|joined|becoming|became|being)\s+)?"
# "until 2003", "left in 2003"; "since 2003", "joined in 2003"
_UNTIL = re.compile(r"(?i)\b(?:until|till|to|left|ended|resigned)\b")
_SINCE = re.compile(
    r"(?i)\b(?:since|from|joined|began|started|took|taken|became|appointed|elected|acquired|founded|signed|hired"
    r"|(?<!was )(?<!were )(?<!been )married|onwards?|present|now|today)\b|\d{4} ?(?:\+|[-\u2013\u2014] ?(?=[?:]|$))"
)
# "before June 1940", "after 1940"
_BEFORE_DATE = re.compile(rf"(?i)\b(?:(?P<before>before|prior to)|(?P<after>after|following)) (?:{MONTH}|\d)")
_YEARS_JOINED = re.compile(r"(?<=\b\d{4})-(?=\d{4}\b)")  # "2001-2004"
_EVER = 12 * 10_000
"""More months than any date has."""
VALUE = re.compile(rf"(?i)\b(?:{'|'.join(WEEKDAY_NAMES)}|(?:iso )?week)\b|\d+")
"""A weekday, the word "week", or a number."""


def _stems(text: str) -> set[str]:
    """The words of a text in lower case without accents and endings; of months three letters."""
    words = _WORD.findall(plain_letters(text).lower())
    return {word[:3] if _MONTH.fullmatch(word) else _DOUBLED.sub(r"\1", _ENDING.sub("", word)) for word in words} - {""}


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


def without_values(text: str) -> str:
    """The text without dates, lengths of time, weekdays and numbers."""
    return VALUE.sub(" ", without_times(text, [*find_dates(text), *find_durations(text)]))


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
        words = f"{question[:1].lower()}{question[1:]}".split()
        keys = _stems(" ".join(filter(str.islower, words)))  # no words of names, but for "the CEO of"
        alike = _words_alike()
        synonyms = alike["synonyms"]
        lines = [words for words in synonyms if not keys.isdisjoint(words)]
        lines = lines or [words for words in synonyms if not asked.isdisjoint(words)]
        lines += [words for words in alike["orders"] if not keys.isdisjoint(words)]
        same = (word for word, order in ORDER_OF.items() if order in orders and len(events) == 2)
        self._words = asked.union(*alike["small_words"], _stems(" ".join(same)), *(lines if question else synonyms))
        self._dates, self._lengths = _months_in(question), _lengths_in(question)
        self._order = next(iter(_ORDER_OF_EVENTS.findall(question)), "")
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
        text = _TO_JOIN.sub("joined", _COUNT.sub("", with_plain_amounts(text.replace("i.e. ", ""))))
        text = _YEARS_JOINED.sub(" to ", text)
        text = without_times(text, (*find_dates(text), *(find_durations(text) if self.has_length_of(text) else ())))
        for event in self.events:
            text = re.sub(_LEAVING * bool(self._order) + re.escape(event), " ", text)
        return _stems(text) <= self._words

    def tells_value(self, text: str) -> bool:
        """Whether a sentence says the question again with one value or more: "Ann was 54 years old when she died."."""
        rest = without_values(text)
        return rest != text and is_statement(text) and not is_hedged(text) and self.has_words_of(rest)

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
        """Whether a text has dates, which touch those of the question, and not only at an edge."""
        return bool(self._times and _months_in(text)) and self.is_not_apart(text, but_for_edges=True)

    def is_not_apart(self, text: str, *, strictly: bool = False, but_for_edges: bool = False) -> bool:
        """Whether the dates in a text touch those of the question; so they do where either has none, or where the text
        counts on from them as the question does. ``strictly`` takes "before May 2003" for the month before, whatever
        the verb; else only "left before May 2003". ``but_for_edges`` leaves out the first and the last year of
        two or more.
        """
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
        start, end = min(self._times)[0], max(end for _, end in self._times)
        edge = 12 if but_for_edges and end - start >= 23 else 0
        return first + edge <= end and start + edge <= last

    def has_length_of(self, text: str) -> bool:
        """Whether a text says all lengths of time of the question: "two years before May 2008"."""
        return not self._lengths or self._lengths == _lengths_in(text)


def _months_in(text: str) -> list[tuple[float, float]]:
    """The first and the last month of the dates in a text, counted from the year 0."""
    written = find_dates(_YEARS_JOINED.sub(" to ", text))
    dates = [(12 * date.year, date.month) for date in written if date.year is not None]
    return [(year + (month or 1), year + (month or 12)) for year, month in dates]


def _lengths_in(text: str) -> list[float]:
    return [duration.months for duration in find_durations(with_plain_amounts(text))]


# Names, and what counts from another day: "the next day is Tuesday", "the week starts on Monday"
_OF_ANOTHER = re.compile(
    r"\b(?:next|before|after|previous|other|beg[aiu]ns?|start(?:s|ed)?|(?:fa|mo|bro)ther|sister)\b"
    r"|\b(?!ISO\b|BC\b|AD\b)[A-Z][a-z]+"
)
# "Her sister reigned for 44 years.", "His first wife was 22."
_OF_RELATIVE = re.compile(
    r"(?i)\A\W*(?:his|her|their|its) (?:\w+ )?(?:(?:half-|step)?(?:brother|sister|father|mother|son|daughter)|child"
    r"|wife|husband|spouse|partner|parents?|uncle|aunt|cousin|niece|nephew|twin|predecessor|successor|rival|deputy)s?\b"
    r"(?!['\u2019])"
)
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
"""A number in digits, with its thousands or decimals."""


def is_of_question(clause: str, question: str) -> bool:
    """Whether a clause names nobody, and counts from nothing, but what its question does."""
    told, asked = ({*_OF_ANOTHER.findall(without_values(text))} for text in (clause, question))
    return told <= asked


def is_of_relative(text: str, question: str) -> bool:
    """Whether a text is of somebody near the one whom its question asks about: "Her sister was 22."."""
    found = _OF_RELATIVE.match(text)
    return found is not None and re.search(rf"(?i)\b{found[0].split()[-1]}\b", question) is None


def only_number(sentence: str, question: str) -> str:
    """The one number of a sentence that says its question again, "She won it at the age of 31.", but for those of the
    question; or nothing."""
    told, asked = ({*DIGITS.findall(without_times(text, find_dates(text)))} for text in (sentence, question))
    rest = without_values(sentence)
    is_sentence = len(rest.split()) > 3 and not (find_durations(sentence) or leaves_open(sentence))
    is_one = len(told - asked) == 1 and is_sentence and Asked(question, ()).has_words_of(rest)
    return (told - asked).pop() if is_one else ""
