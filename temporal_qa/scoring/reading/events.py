"""The event that a question asks for, and the order of two lives or dates, "Who died first?", which a text may tell."""

import re
from itertools import pairwise

from temporal_qa.scoring.reading.candidates import plain_letters
from temporal_qa.scoring.reading.wording import REASON_FIRST, THEREFORE, leaves_open
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import QUANTITY, find_durations

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
    r"\b(?:bapti[sz]ed|christened|buried|cremated|alive(?! longer)|crowned|(?:married|divorced) (?=[oi]n\b))\b",
    r"\b(?:lived|li[fv]es?(?! (?:began|started|ended)\b)|lifespans?|lasted|existed|alive longer"
    r"|(?:older|younger|greater|lesser|higher|lower) (?:age|at|when))\b",
)))  # fmt: skip
_OR = re.compile(r"\bor\b")
# ", while Bob Ray died in 1910", "The poet Bob Ray died in 1910", "Bob Ray, a poet, died", "Bob Ray's date of death is"
_WORD_OF_NAME = r"(?!(?:Of|Birth|Death|Prize|Medal|Award)\b)[A-Z][\w.'\u2019-]+"
_OF_A_LIFE = re.compile(
    r"(?:\A|[.,;:(]|\b(?:and|while|whereas))\s*(?:(?:[Ii]t (?:says|states) that|[Tt]he(?: [a-z]+){1,4}) )?"
    rf"(?!(?:The|Her|His|Its|Their|Date|Age|Year)\b)({_WORD_OF_NAME}(?: {_WORD_OF_NAME}){{1,4}})"
    r"(?:, an? [^,\n]{1,40},)? (?:date of (?:birth|death) |life )?(?:died|passed|lived|was|is|ended|began)\b"
    r"(?!.*\bor\b)"
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
