"""The order of two lives that a question asks for, "Who died first?", and that a sentence tells."""

import re
from itertools import compress, pairwise

from temporal_qa.scoring.reading.doubt import leaves_open
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import find_durations

ORDER = re.compile(
    r"\b(?:first|second|last|earli(?:er|est)|lat(?:er|est)|longe(?:r|st)|shorter|old(?:er|est)|young(?:er|est)|greater|recently)\b"
)
# What an order is of, and its direction.
ORDER_OF = {
    **dict.fromkeys(("before", "first", "earlier", "earliest", "older", "oldest"), ("time", 1)),
    **dict.fromkeys(("after", "second", "last", "later", "latest", "younger", "youngest", "recently"), ("time", -1)),
    **dict.fromkeys(("longer", "longest", "greater"), ("length", 1)), "shorter": ("length", -1),
}  # fmt: skip
# Of a beginning, of an end, of a day near one, of a length: "was older" is the first, "was older when it was dissolved"
# the last.
_EVENTS = tuple(map(re.compile, (
    r"\b(?:born|births?|founded|beg[aiu]n\w*|start\w*|join\w*|hired|(?:older|younger)(?! (?:age|at|when)\b))\b",
    r"\b(?:died?|deaths?|passed|ceased?|dissolved|end(?:ed)?|left|leave|leaving|stop(?:ped)?|stayed|until)\b",
    r"\b(?:bapti[sz]ed|christened|buried|cremated|alive(?! longer)|crowned)\b",
    r"\b(?:lived|li[fv]es?|lifespans?|lasted|existed|alive longer|(?:older|younger|greater) (?:age|at|when))\b",
)))  # fmt: skip
_OR = re.compile(r"\bor\b")
# ", while Bob Ray died in 1910"
_OF_A_LIFE = re.compile(
    r"(?:\A|[.,;:(]|\b(?:and|while|whereas))\s*((?:[A-Z][\w.'\u2019-]+ ){2,5})"
    r"(?:died|passed|lived|was|is)\b(?!.*\bor\b)"
)
# "Ann Lee (May 5, 1901 \u2013 July 4, 1990) died ..."
_LIFESPAN = re.compile(r"(?<=[^\W\d]) \([^()\n]{0,30}\d{4}\s?[\u2013\u2014-]\s?[^()\n]{0,30}\d{4}\)")
_WORD = re.compile(r"\w+")
# "May 5, 1901 comes before July 4, 1990."
_COMPARED_DATES = re.compile(
    r"(?!(?:[Ii]f|[Ww]hether)\b)(?P<one>[^;\n]+?\d) (?:is|was|comes?|came|falls|fell) (?:the )?"
    r"(?P<order>earlier|later|before|after|first|last)\b"
    r"(?: than)?(?P<other>(?:\s[\w,./-]+){0,5}\s[\d./-]+(?:\s[A-Z]+)?\.?|(?:\s(?:date|one))?\.?)"
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


def of_event(text: str, question: str, *, is_age: bool = False) -> str:
    """The text without dates of another event than the one asked about, or dates (ages) of another life beside it.

    >>> of_event("Ann was born in 1901 and died in 1990.", "When did Ann die?")
    ' and died in 1990.'
    """
    compared = _COMPARED_DATES.fullmatch(text)  # "May 5, 1901 is earlier than July 4, 1990."
    if compared and not leaves_open(text) and len(find_dates(compared["one"])) == 1 and (asked := orders_in(question)):
        return compared["one" if ORDER_OF[compared["order"]] in asked else "other"]
    if (without := _LIFESPAN.sub("", text)) != text and find_dates(without):
        text = without
    *ends, last = 0, *(each.end for each in (find_durations(text) if is_age else find_dates(text)))
    parts = [text[start:end] for start, end in pairwise([*ends, last])]
    parts = [part for part in parts if is_age or not tells_otherwise(part, question) or _OR.search(part)]
    names = [_OF_A_LIFE.search(part) for part in parts]
    is_own = [name is None or not {*name[1].split()}.isdisjoint(_WORD.findall(question)) for name in names]
    return "".join(compress(parts, is_own) if any(is_own) else parts) + text[last:]
