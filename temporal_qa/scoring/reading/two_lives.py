"""The words of comparisons of two lives, and whether a sentence takes back what its comparison tells: "Ann Lee, who
died after Bob Ray." names Ann Lee, and not Bob Ray, who died first."""

# ruff: noqa: RUF001

import re
from collections.abc import Sequence

from temporal_qa.scoring.reading.events import ORDER, ORDER_OF, of_other_event, orders_in
from temporal_qa.text.durations import QUANTITY

# Of one of two names: "died before", "was older than"
COMPARES = re.compile(rf"\b(?:{'|'.join(ORDER_OF)})\b")
BETWEEN_LIVES = re.compile(rf"(?:{ORDER.pattern}[^.;]*?)?\b(?:before|after|than)\b")
# "Of the two, Ann Lee ...", "Between Ann Lee and Bob Ray, Ann Lee ...", "Both were born in 1901, but Ann Lee ..."
OF_BOTH = re.compile(
    r"(?i)(?:(?:between|(?:out )?of|among|comparing)\s[^,]{1,120},\s(?:it is clear that\s|we (?:can )?see that\s)?"
    r"|(?:(?:al)?though\s)?(?:[^,]{1,80}\s)?(?:both|they)\s[^,]{1,120},\s(?:but\s)?)"
)
# Before a length in a comparison: "about 3 years longer", "slightly longer"
VAGUE = re.compile(
    rf"(?i)\b(?:(?:about|around|approximately|roughly|nearly|almost|over|more\s+than)\s+(?={QUANTITY.pattern})"
    rf"|(?:slightly|much|somewhat)\s+(?={ORDER.pattern}))"
)
# "(91 years vs. 94 years)", "(1863 vs. 2023)", "(91)", "at the greater age of 91"
LENGTHS = re.compile(
    rf"\s\((?:(?=[^()]*{QUANTITY.pattern})[^()]*|\d{{1,3}}"
    r"|[\d\s]+(?:vs\.?|versus|compared (?:to|with)|and|<|>)[\d\s]+)\)|(?<= age) of \d{1,3}\b(?: years)?"
)
# "Ann Lee, born on July 1, 1801, was born first."
DATE_AMID = re.compile(
    r",\s(?:who (?:was )?)?(?:born|died)\s(?:on\s|in\s)?(?!after|before)[\w -]{0,15}\d\w{0,3}(?:,\s\d{4})?,"
    r"(?=\s[a-z])"
)
# "Bob Ray died in 1910, making Ann Lee the first to die."
MAKING = re.compile(r",\s(?:thus\s)?making\s([^,;.]{1,80}?)\s(?=the\b)")
_SURVIVED = re.compile(r"(?<!was )(?<!not )\b(?:outlived|survived|predeceased)\b(?! by)")
# What models say of an age at death, and what questions do
_WORDS_OF_AGE = (
    ("older age", "greater age"), ("younger age", "lesser age"), ("died older", "died at a greater age"),
    ("died younger", "died at a lesser age"), ("older when", "of greater age when"),
    ("younger when", "of lesser age when"),
)  # fmt: skip
OF_ONE = re.compile(r"(?:who|which|with|at)\b")  # "Ann Lee, who lived 94 years"
# Where a sentence that has told which of two lives it is may go on: "Ann Lee lived longer, reaching 91, while Bob Ray
# ..."; and where it may after her name alone: "Ann Lee, because she lived 91 years, while Bob Ray ..."
_AFTER_ORDER = re.compile(
    r"[,;]\s|[.]\s(?=[A-Z])|\s\(|:?\s[\u2013\u2014-]\s|,?\s(?=(?:as|because|since|while|whereas|at|compared)\b)"
)
_AFTER_NAME = re.compile(
    r",?\s(?=(?:as|because|since)\b)|[.]\s(?=(?:He|She|They|It|His|Her|Its)\b)|,\s(?=(?:who|at)\b)"
    r"|\s[\u2013\u2014-]\s(?=(?:he|she|they|it|his|her|its)\b)|\s\((?=[^()]*\b(?:vs|versus|against|compared)\b)"
)
CUTS = ((_AFTER_ORDER, False), (_AFTER_NAME, True))
"""Each with whether only a name stands before it."""
# "..., while Bob Ray had already died", "... Bob Ray is the answer"
OTHER_WINS = re.compile(r"(?i)\b(?:answer|already|before that|more|exceed\w*|surpass\w*|outlived|even)\b")
OF_ANOTHER = re.compile(r"\bother\b|\d")

_COMPARED = re.compile(r"\b(?:than|before|after|other)\b")
_IT_IS = r"(?:(?:it|that|this|the answer) (?:is|was|would be) )?(?:(?:that|the (?:birth|death|life)) of )?"
# Behind a name that is the answer by itself: ". He died before ...", " (died after", ", who died on 5 May, after"
_ALONE = (
    r"(?:['’]s)?(?:[.:;]\s|\s[–—-]\s|\s\((?=[^()]*\b(?:before|after|than)\b)"
    r"|,\s(?:[^,]|,\s(?=\d|(?:\w+\s)?(?:before|after|than)\b))*\b(?:before|after|than)\b"
    r"|\s(?:as|because|since)\s)"
)
_WORD = re.compile(r"[^\s,.;:()]+")
_CLAUSE = re.compile(r"[.;:]\s|,\s|\s[–—-]\s|\s\(|\s(?=(?:and|so|thus|hence|therefore|which|while|whereas)\b)")


def in_usual_words(text: str, *, of_length: bool) -> str:
    """The text with the words of the question for others: "outlived", "predeceased", and, where a length is asked for,
    the words of ages at a death: "died younger", "at an older age"."""
    for said, same in _WORDS_OF_AGE if of_length else ():
        text = text.replace(said, same)
    outlived = "lived longer than" if of_length else "died after"
    return _SURVIVED.sub(lambda verb: "died before" if verb[0] == "predeceased" else outlived, text)


def takes_back(text: str, name: str, events: Sequence[str], question: str) -> bool:
    """Whether a sentence names another life by itself than the one that its comparison tells, or goes on with the order
    asked for of another, or with the opposite of this one.

    Args:
        text: the sentence, perhaps with others behind it.
        name: the life that it tells to be the one asked for.
        events: the names of the two lives.
        question: which asks for an order.

    >>> takes_back("Ann Lee, who died after Bob Ray.", "Bob Ray", ["Ann Lee", "Bob Ray"], "Who died first?")
    True
    """
    places = {event: text.find(event) for event in events if event in text}
    if name not in places:
        return False
    first, asked = min(places, key=places.__getitem__), orders_in(question)
    if first != name and re.match(rf"(?i){_IT_IS}{re.escape(first)}{_ALONE}", text):
        return True
    opposite = {(what, -way) for what, way in asked}
    words_of_other = {*" ".join(events).split()} - {*name.split()}
    for clause in _CLAUSE.split(text)[1:]:
        orders, named = orders_in(clause), [event for event in events if event in clause]
        if not orders or len(named) > 1 or of_other_event(clause, question) or _COMPARED.search(clause):
            continue
        # "he", or a first name alone, is of the life that the sentence names first, but for words of the other's name
        is_alone = first == name and words_of_other.isdisjoint(_WORD.findall(clause))
        is_of_name = named == [name] if named else is_alone
        if orders <= (opposite if is_of_name else asked):
            return True
    return False
