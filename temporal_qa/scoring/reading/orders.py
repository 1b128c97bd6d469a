"""The order of two lives that a question asks for, "Who died first?", and that a sentence tells."""

import re

from temporal_qa.text.dates import find_dates

_ORDER = re.compile(
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
# "Ann Lee died (in 1901,) before Bob Ray.", "Ann Lee is older than Bob Ray."
COMPARED = re.compile(
    r"(?P<one>[^\n]+?)\s(?:was\s|is\s|had\s)?(?P<about>died|born|lived|older|younger)\b[^;:.\n]{0,40}?\s"
    r"(?P<order>before|after|earlier|later|longer|shorter|than)\s(?:than\s)?(?P<other>[^\n]+?)(?:\s(?:did|was|is))?\.?"
)


def orders_in(text: str) -> set[tuple[str, int]]:
    """What the words of order in a text are of, and their directions: "died first", "the longer life"."""
    return {ORDER_OF[word] for word in _ORDER.findall(text)}


def tells_otherwise(text: str, question: str) -> bool:
    """Whether a text tells of another event than its question, or the opposite order.

    >>> [tells_otherwise(f"Ann {said}.", "Who died first?") for said in ("was born first", "died last", "died")]
    [True, True, False]
    """
    told, asked = ({event for event in _EVENTS if event.search(each)} for each in (text, question))
    orders, wanted = orders_in(text), orders_in(question)
    is_opposite = not wanted <= orders and not orders.isdisjoint((what, -way) for what, way in wanted)
    return is_opposite or bool(told and asked and told.isdisjoint(asked))


def of_event(text: str, question: str) -> str:
    """The text without dates of another event than the one asked about.

    >>> of_event("Ann was born in 1901 and died in 1990.", "When did Ann die?")
    ' and died in 1990.'
    """
    kept, at = "", 0
    for date in find_dates(text):
        part = text[at : date.end]
        kept += "" if tells_otherwise(part, question) and _OR.search(part) is None else part
        at = date.end
    return kept + text[at:]
