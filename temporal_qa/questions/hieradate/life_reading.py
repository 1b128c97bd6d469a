"""Reads from a paragraph when the one that it is about was born and died, or was founded and dissolved.

An opening such as ``(9 April 1927, Turin - 21 February 2010)`` gives both dates. Elsewhere a date means what the words
around it say: "born", "b.", "passed away", "was founded". The first birth and the first death count, but not those that
a text tells of a relative ("Her brother Tom was born on ..."), nor dates that are bounds ("died before 1960"). A date
after "c." counts as it is written.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, pairwise
from typing import Literal, NamedTuple, TypeAlias

from temporal_qa.text.dates import ERA, MONTH, WrittenDate, find_dates, is_day_first
from temporal_qa.timeline import CalendarDate

LifeType: TypeAlias = Literal["person", "organisation"]


class StatedDate(NamedTuple):
    """A date and the words in which a paragraph states it."""

    date: CalendarDate
    text: str


class StatedLife(NamedTuple):
    """What a paragraph states of a life; None for what it does not state."""

    start: StatedDate | None = None
    end: StatedDate | None = None


# The letters that a cue begins with stand first, each in both cases: so most places are ruled out at once.
_CUES = {
    "person": re.compile(
        r"(?-i:(?=[abdfilmoprsABDFILMOPRS*†]))(?:\b|(?=[*†]))(?:"
        r"(?P<start>(?-i:[bB])(?:orn|irth\w*)\b|(?-i:[iI])nto the world\b|(?-i:b(?<!\..)\.|\*))"
        r"|(?P<end>(?-i:[dD])(?:ied|ies|eath|eceased)\b|(?-i:[pP])(?:assed away|erished)\b|(?-i:d(?<!\..)\.|†))"
        r"|(?P<life>(?-i:[lL])(?:ived|ife|ifespan)\b)"
        r"|(?P<other>(?-i:[fF])(?:loruit|lourished)\b|(?-i:[aA])ctive\b|(?-i:[rR])(?:eign\w*|uled)\b"
        r"|(?-i:[sS])erv(?:ed|ing)\b|(?-i:[oO])ffice\b|(?-i:[bB])(?:apti[sz]\w+|uried)\b|(?-i:[mM])arried\b"
        r"|(?-i:f(?<!\..)l\.|[rm](?<!\..)\.)))",
        re.IGNORECASE,
    ),
    "organisation": re.compile(
        r"(?-i:(?=[cdefilmrCDEFILMR]))\b"
        r"(?:(?P<start>found(?:ed|ing|ation)|establish(?:ed|ment)|inception|incorporated|came into being)"
        r"|(?P<end>dissol(?:ved|ution)|disbanded|defunct|ceased)"
        r"|(?P<life>existed|lasted)|(?P<other>merged|renamed|moved))\b",
        re.IGNORECASE,
    ),
}
_RELATIVE = (
    "(?:grand|step|half-)?(?:father|mother|parents?|brother|sister|siblings?|twin|son|daughter|child|children)"
    "|wife|husband|spouse|widow|widower|uncle|aunt|cousin|nephew|niece"
)
# Before a cue: "Her elder brother Tom was"; not "She survived her husband and", "She and her husband"
_OF_ANOTHER = re.compile(
    rf"(?<!\w and )\b(?:[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|[Ww]hose)\s+(?:\w+\s+){{0,2}}?(?:{_RELATIVE})"
    r"(?:\s+(?!X+\b)[A-Z][\w.'-]+){0,3}(?:\s+(?:was|were|had|been|also|later))*\s+\Z"
)
_BOUND = re.compile(r"\b(?:before|after|by|no later than)\s+(?:the\s+)?\Z", re.IGNORECASE)
_FAR = 80  # letters: "Born in Rome, she studied opera stage directing at the Academy of Music in Brno (1998 ..."
_MAX_LETTERS = 10_000  # of a paragraph that are read; a life stands at its beginning
_DIGIT = re.compile(r"\d")
_WORDS_OF_DATE = re.compile(rf"(?>(?:{MONTH}|{ERA}|of\b|(?-i:the\b)|\d+(?:st|nd|rd|th)\b)\W*)+", re.IGNORECASE)
# A pattern that begins with its letters and looks back from there is found much faster.
_SENTENCE_END = re.compile(
    r"[.!?\n](?:(?<=\n)|(?<!\b\w.)(?<!\b[JS]r.)(?<!\b[DM]r.)[\"\u201d\u2019)]*\s+(?=[\"\u201c\u2018(]?[A-ZÀ-Þ]))"
)
_RANGE = re.compile(r"\s-\s|[\u2013\u2014]|\b(?:to|until|till)\s+\Z")
_ALIVE = re.compile(r"[^()]{0,40}\) is\b")
_VERB = re.compile(r"\b(?:was|is|were|are|has|had|in|on|from|between)\b")
_FRONTED = re.compile(r"(?:\A|[;,])\W*(?:and )?(?:(?:it was )?(?:on|in) )?(?:the |\w+day, )?\Z", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\[[^\]]*\]|\s*\(O\. ?S\.[^)]*\)")  # as in "1 May [O.S. 19 April] 1900"
_TWO_YEARS = re.compile(r"-(?<=\d{4}-)(?=\d{4}\b)")
_BEFORE = re.compile(r"(?:\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, |\bthe )\Z")
_AGE = re.compile(r"\baged?\b[^.;]{0,15}?(?<!\d)\d{1,3}\b|\b\d{1,3}[- ]years?[- ]old\b", re.IGNORECASE)
_SHORT_YEAR = re.compile(r",? (\d{3})\b")


@lru_cache(maxsize=1 << 10)  # a paragraph answers several questions
def read_life(title: str, text: str, type_: LifeType = "person") -> StatedLife:
    """The first birth and the first death (foundation and dissolution) that a paragraph states.

    Args:
        title: what the paragraph is about; words and numbers of this name mean nothing.
        text: the paragraph, of which the first 10,000 letters are read.
        type_: of whom; a person may found something, too.

    >>> life = read_life("Max Born", "Max Born( born 11 December 1882, Breslau - d. January 5, 1970) was a physicist.")
    >>> str(life.start.date), life.end.text
    ('11 December 1882', 'January 5, 1970')
    """
    text = _without_name(text[:_MAX_LETTERS], title)
    if "[" in text or "(O" in text:
        text = _ASIDE.sub("", text)
    text = _TWO_YEARS.sub("\u2013", text)
    day_first = is_day_first(text)
    stated: dict[str, StatedDate] = {}
    for number, sentence in enumerate(_sentences(text)):
        if not _DIGIT.search(sentence):
            continue
        for meaning, date in _claims(sentence, day_first, _CUES[type_], opening=number == 0):
            stated.setdefault(meaning, date)
        if len(stated) == 2:
            break
    return StatedLife(**stated)


def is_a_cue(name: str) -> bool:
    """Whether a name alone means a birth, a death or a part of a date, such as "AD": no text tells the two apart.

    >>> is_a_cue("Born"), is_a_cue("May"), is_a_cue("Max Born")
    (True, True, False)
    """
    return any(cues.fullmatch(name) for cues in _CUES.values()) or _WORDS_OF_DATE.fullmatch(name) is not None


def _without_name(text: str, title: str) -> str:
    """The text without its title, also without "(singer)"; but "May (singer)" leaves May a month."""
    for name in dict.fromkeys((title, title.partition(" (")[0])):
        if name in text and name and not is_a_cue(name):
            # A pattern of each name would take longer than all the rest.
            made, *parts = text.split(name)
            for part in parts:
                is_whole = not made[-1:].isalnum() and not part[:1].isalnum()
                made += ("X" * len(name) if is_whole else name) + part
            text = made
    return text


def states_age(text: str) -> bool:
    """Whether a paragraph states an age in numbers.

    >>> states_age("She died in Helsinki in 2007, aged 63."), states_age("In the age of steam, 1850 was a good year.")
    (True, False)
    """
    return _AGE.search(text) is not None


def _sentences(text: str) -> Iterator[str]:
    ends = (found.end() for found in _SENTENCE_END.finditer(text))
    return (text[begin:end] for begin, end in pairwise(chain((0,), ends, (len(text),))))


def _claims(
    sentence: str, day_first: bool, cue_words: re.Pattern[str], *, opening: bool
) -> Iterator[tuple[str, StatedDate]]:
    """``start`` or ``end`` with the date, by the last cue before it or, as in "On 4 July she was born", behind."""
    dates = find_dates(sentence, day_first=day_first)
    verb = _VERB.search(sentence)
    life_until = (verb.start() if verb else len(sentence)) if opening else 0  # there a range needs no cue
    meaning, done, spent = None, 0, 0  # of the date before, its end, and the end of the last cue that a date took
    for number, date in enumerate(dates):
        next_date = dates[number + 1].start if number + 1 < len(dates) else len(sentence)
        cues = list(cue_words.finditer(sentence, max(done, spent, date.start - _FAR), date.start))
        cue = cues[-1] if cues else None
        said = cue.lastgroup if cue else None
        if said in (None, "life") and meaning and _RANGE.search(sentence[done : date.start]):  # "born 1900 - 1950"
            said = "end" if meaning == "start" else meaning
        elif said == "life" or (said is None and date.start < life_until):  # "lived 1900 - 1950", "Ann (1900 - 1950)"
            said = _end_of_range(sentence, date, next_date)
        if said is None and _FRONTED.search(sentence, done, date.start):  # "On 4 July she was born"
            cue = cue_words.search(sentence, date.end, next_date)
            said = cue.lastgroup if cue else None
        if cue and _OF_ANOTHER.search(sentence, max(0, cue.start() - _FAR), cue.start()):
            said = "other"
        meaning, done, spent = said, date.end, cue.end() if cue else spent
        if _BOUND.search(sentence, max(0, date.start - len("no later than the ")), date.start):
            continue
        if meaning in ("start", "end") and (stated := _stated(sentence, date)):
            yield meaning, stated


def _end_of_range(sentence: str, date: WrittenDate, next_date: int) -> str | None:
    if _RANGE.search(sentence[date.end : next_date].partition(")")[0]):
        return "start"
    if _RANGE.search(sentence[sentence.rfind("(", 0, date.start) + 1 : date.start][-_FAR:]):
        return "end"
    return "start" if _ALIVE.match(sentence, date.end) else None


def _stated(sentence: str, date: WrittenDate) -> StatedDate | None:
    begin, end, year = date.start, date.end, date.year
    if year is None and (short := _SHORT_YEAR.match(sentence, end)):  # "1 May 408"
        end, year = short.end(), int(short[1])
    if (before := _BEFORE.search(sentence, max(0, begin - len("Wednesday, ")), begin)) and (
        before[0] != "the " or " of " in sentence[begin:end]
    ):
        begin = before.start()
    try:
        return StatedDate(date._replace(year=year).to_date(), sentence[begin:end])
    except ValueError:  # no year, or a day that the calendar does not have
        return None
