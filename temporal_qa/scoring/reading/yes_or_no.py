"""Yes and no as answers: with their reason beside them, "No, it does not.", and in the words of the question, "It is
earlier.", "Their lives did not overlap."."""

# ruff: noqa: RUF001

import re
from typing import Literal

from temporal_qa.scoring.reading.abstention import tells_nothing
from temporal_qa.scoring.reading.candidates import Candidates
from temporal_qa.scoring.reading.dates import MAX_LETTERS
from temporal_qa.scoring.reading.endings import before_reason
from temporal_qa.scoring.reading.wording import DOUBT, SENTENCE_END, NotRead, is_hedged, is_unsettled
from temporal_qa.text.dates import find_dates
from temporal_qa.text.numbers import NUMBER_WORDS, small_letters

_SURELY = "certainly|definitely|of course"
_YES = (
    r"yes|yep|yeah|yup|true|(?:correct|right|absolutely|indeed)(?! (?:no|not|after|before|now)\b)|ja|oui|s\u00ed"
    rf"|\u662f\u7684?|affirmative|(?:{_SURELY})(?=(?:,? (?:he|she|it|they) (?:is|was|are|were|do|does|did))?\W*\Z)"
)
# "Not at all.", "Certainly not."; not "Not at all clear", "Never mind."
_NOT_AT_ALL = rf"(?:not at all|never|(?:absolutely|{_SURELY}) not)(?=\s*(?:[.,;:!\u2013\u2014-]|\Z))"
_YES_OR_NO = re.compile(
    r"(?i)\W*(?:the\s+|indeed,\s+(?=yes|no|true|false)"
    r"|(?:that|this|it|(?:the|this) statement)(?:['\u2019]s| is) (?=true|false|correct|right))?"
    rf"({_YES}|{_NOT_AT_ALL}|nope|nah|nein|non|\u4e0d\u662f|\u5426|false|incorrect|negative"
    r"|no(?!\s+(?:(?:clear|definite|definitive|further|more|relevant|specific|such|sufficient|valid)\s+)*"
    r"(?:one|answers?|information|mention|ideas?|clue|way|doubt|question|evidence|data|later|earlier|sooner|comments?"
    r"|details?|dates?(?! overlap)|facts?|indications?|conclusions?|response|more)\b))\b([^\n]*)"
)
_CHOICE = r"\A\W*(?:or\b|/|is(?: not|n['\u2019]t)\b)"
_OTHER_WORD = {
    "yes": re.compile(  # "Yes, there is no gap" has none
        rf"(?i){_CHOICE}|\A\W*if\b|\bno\b(?!\s+\w)|\bno\s+(?:they|it|he|she|not|yes|in)\b|\b(?:false|wrong|incorrect|nope|nah|nein|non)\b"
        r"|\b(?:not really|but not|only if|unless|otherwise)\b|[\u4e0d\u5426\u6ca1]"
    ),
    "no": re.compile(
        rf"(?i){_CHOICE}|\b(?:yes|ja|oui)\b|\A\W*(?:it|this|that|he|she|they) (?:does|do|did|is|are|was|were)\W*\Z"
        r"|\A\W*(?:they|(?:their|the two|both) \w+) (?:did |do )?overlap"
        r"|(?<!not )(?<!n['\u2019]t )(?<!\bopposite is )(?<!\breverse is )\btrue\b|(?<!\u4e0d)\u662f"
    ),
}
# "No, it is not possible for them to have met.", which is no doubt
_NOT_POSSIBLE = re.compile(r"\b(?:not |im)possible(?= (?:for|that|to (?:have|be|meet)|because|since|as)\b|[,.;]|\W*\Z)")
# "Yes, it did not overlap.", "Yes, their lives never overlapped."; not "Yes, the first did not end until 1910."
_NO_AFTER_YES = re.compile(
    r"\W*(?i:it|this|that|he|she|they|their|the|there|both)(?: (?!because|since|but|though|when|while|who)[a-z-]+)"
    r"{0,4}? (?:(?:not|never|neither)\b(?!.*\b(?:until|yet)\b)|no overlap|failed to)"
    r"|\W*\w+(?:['\u2019]s)? \w+n['\u2019]t\b(?!.*\b(?:until|yet)\b)"
)
# "Absolutely, yes"
_SURE = re.compile(
    r"(?i)\A(?:(?:absolutely|definitely|certainly|clearly|of course)\b[,:]?\s+(?=(?:yes|no)\b)"
    r"|there (?:is|was) (?=no (?:\w+ )?overlap))"
)
_LEAD = re.compile(r"(?i)\A\W*(?:yes|no)[,.:;]\s+")
# "Did she die before him?", "She died before him."
_PRESENT = {"died": "die", "lived": "live", "ended": "end", "started": "start", "lasted": "last", "existed": "exist"}
_NOT = re.compile(r"\s+not\b|n['’]t\b")
_ALONE = re.compile(r"(?i)(?:they|it|he|she) (?:do|does|did|is|are|was|were)")
_WORD = re.compile(r"[\w-]+")
# Words that a sentence may have and its question not, or the other way round.
_SMALL_WORDS = re.compile(
    r"\b(?:an?|the|and|of|than|that|it|they|he|she|their|its|this|both|two|first|date|is|are|was|were|be|do|does|did|comes?|came|falls?|fell"
    r"|so|thus|indeed|clearly)\b"
)
# "born ten years before her"; "She was born first"
_BY_HOW_MUCH = re.compile(
    rf"(?i)(?:\b(?:about|almost|nearly|exactly) )?\b(?:\d+|{NUMBER_WORDS}|an?) (?:day|week|month|year)s? "
    r"(?=(?:before|after|earlier|later|older|younger|longer|shorter)\b)"
)
_FIRST = re.compile(r"\bfirst\Z")
_COMPARES = {
    **dict.fromkeys(("younger", "shorter", "less", "smaller"), "<"),
    **dict.fromkeys(("older", "longer", "greater", "more", "larger"), ">"),
    **dict.fromkeys(("before", "earlier", "precede", "precedes", "preceded"), "<t"),
    **dict.fromkeys(("after", "later", "follow", "follows", "followed"), ">t"),
    **dict.fromkeys(("overlap", "overlaps", "overlapped"), "="),
}  # fmt: skip
_OPPOSITE = {"<": ">", ">": "<", "<t": ">t", ">t": "<t", "=": "="}


def read_yes_no(text: str) -> Literal["yes", "no"] | None:
    """The ``yes`` or ``no`` with which an answer of one line begins; ``None`` where it has both, or doubts it.

    >>> read_yes_no("No, it does not."), read_yes_no("Yes."), read_yes_no("yes or no"), read_yes_no("It does.")
    ('no', 'yes', None, None)
    """
    if (found := _YES_OR_NO.fullmatch(text.strip()[:MAX_LETTERS])) is None:
        return None
    said: Literal["yes", "no"] = "yes" if re.match(_YES, small_letters(found[1])) else "no"
    rest = _NOT_POSSIBLE.sub("", found[2])
    is_open = _OTHER_WORD[said].search(rest) or is_hedged(rest) or is_unsettled(rest) or tells_nothing(rest)
    return None if is_open or (said == "yes" and _NO_AFTER_YES.match(rest)) else said


class YesOrNo(Candidates):
    """Yes and no, which may have their reason beside them, or be said in the words of the question."""

    are_names = False

    def __init__(self, question: str) -> None:
        super().__init__(("yes", "no"))
        self._asked = _words(question)
        self._asked_by = question.partition(" ")[0].lower()

    def _tile(self, text: str) -> list[str] | None:
        said = read_yes_no(_SURE.sub("", text))
        told = self._restated(_LEAD.sub("", text) if said else text)  # "No, it fell before it."
        if said and told and said != told:
            raise NotRead(DOUBT)
        return [each] if (each := said or told) else None

    def _restated(self, text: str) -> Literal["yes", "no"] | None:
        """What a sentence says that compares what the question compares, in either order, and adds nothing."""
        if is_hedged(text) or "?" in text:
            return None
        if len(sentences := SENTENCE_END.split(text.strip())) > 1:  # "It is not earlier. It is later."
            told = {self._restated(each) for each in sentences}
            return told.pop() if len(told) == 1 else None
        said, denials = _NOT.subn("", before_reason(text).split(", not ")[0].strip(" .!"))
        if denials > 1 or is_unsettled(said):
            return None
        if _ALONE.fullmatch(said) and self._asked_by == said.split()[-1].lower():
            return "no" if denials else "yes"
        if (place := next((place for place, word in enumerate(self._asked) if word in _OPPOSITE), None)) is None:
            return None
        one, sign, other = self._asked[:place], self._asked[place], self._asked[place + 1 :]
        opposite = _OPPOSITE[sign]
        # "Bo died before Ada.", where it is asked whether Ada did
        verb = one[-1:] if {*other}.isdisjoint({"born", *_PRESENT.values()}) else []
        words = _words(_BY_HOW_MUCH.sub("", _FIRST.sub("earlier", said)))
        for first, second, (same, reverse) in (one, other, (sign, opposite)), (other, one, (opposite, sign)):
            if _tells(words, [*first, *verb, same, *second]):
                return "no" if denials else "yes"
            if _tells(words, [*first, *verb, reverse, *second]):
                return None if denials else "no"  # "not later" may be the same day
        return None


def _words(text: str) -> list[str]:
    """The words of a text but for small ones; a date is one word, and so are those of one comparison."""
    for date in reversed(find_dates(text)):
        text = f"{text[: date.start]} {date.year}-{date.month}-{date.day} {text[date.end :]}"
    words = _WORD.findall(_SMALL_WORDS.sub(" ", text.lower()))
    return [_COMPARES.get(word) or _PRESENT.get(word, word) for word in words]


def _tells(words: list[str], told: list[str]) -> bool:
    """Whether these are words of what is told, in its order, with its comparison."""
    rest = iter(told)
    return not {*words}.isdisjoint(_OPPOSITE) and all(word in rest for word in words)
