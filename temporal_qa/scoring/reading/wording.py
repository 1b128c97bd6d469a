"""The words by which the reader of answers tells a name from doubt, refusal, prose and "no answer"."""

# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Callable

_MONTH = r"(?-i:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?)"
# What follows a "no" that is not "none": "no idea", "no longer at Tesla", "no later than 1990", "no, it was Tesla".
_NOT_A_THING = (
    "ideas?|clue|way|doubt|problem|need|longer|later|earlier|sooner|more|less|fewer|question|reason|comment|guarantee"
    "|guess|thanks|kidding|wait|sorry|actually|not|it|he|she|they|that|this|the|because|then"
)
_VERBS = (
    "is|are|was|were|has|have|had|does|did|will|would|been|worked|works|played|plays|served|joined|held|holds|led|headed"
    "|lived|studied|attended|received|won|married|owned|owns|became|coached|managed|chaired|employed|belonged"
    "|considered|mentions|mentioned|asks|left|began|started|ended|resigned|retired|covers|cover"
)
# "None (there is a gap)", "none, because no fact covers it"; not "None, but Tesla".
THEREFORE = "so|thus|hence|therefore"
"""What begins a conclusion; for patterns that ignore case."""

SOURCE = re.compile(
    r"(?:based\s+on|according\s+to|\Afrom)\s+(?:the|this)\s+(?:(?:given|provided|above)\s+)?"
    r"(?:context|articles?|texts?|passages?|paragraphs?|documents?|facts?|information|table)(?:\s+(?:given|provided|above))?,"
    r"\s+(?:it\s+(?:was|is)\s+(?!not\b))?",
    re.IGNORECASE,
)
"""Names the source of a sentence, at its beginning: "According to the article, "."""
_SO = re.compile(rf"\A(?:{THEREFORE}),?\s+", re.IGNORECASE)
_WHY = re.compile(r"\s*(?:[.,;:(\[]|\s[-\u2013\u2014]\s)\s*(?P<why>.{0,300})")
_OF_TEXT = r"(?:article|text|passage|document|context|paragraph|page|information)s?(?: provided| given)?"
_THE_TEXT = rf"(?:(?:the|this|provided|given) )*{_OF_TEXT}"
_IN_TEXT = rf" (?:anywhere )?in (?:the|this) (?:\w+ )?{_OF_TEXT}"
_FROM_TEXT = rf" (?:from|by|in|with|based on|using|given) {_THE_TEXT}"
_TOLD = (
    r"(?:say|said|mention(?:ed)?|stated?|specif(?:y|ied)|tell|told|provided?|contain|indicated?|given?|list(?:ed)?"
    r"|included?|named|found|available|answer(?:ed)?)"
)
# Begins another clause, which may name an answer: "The team was Arsenal; the season is not mentioned".
_CLAUSE = r"[,;:()]|\. |\b(?:is|are|was|were|be|but|and|although|though|which|whose)\b(?! not |n['’]t )"
# As one abstains who has read a text: it is a claim about the text, and no doubt.
_TEXT_DOES_NOT_TELL = re.compile(
    rf"{_THE_TEXT} (?:do|does|did)(?: not|n['’]t) (?:\w+ )?{_TOLD}\b[^.\n]{{0,200}}"
    rf"|{_THE_TEXT} (?:(?:(?:gives|contains|provides|has|offers|makes) (?:no|insufficient)|lacks(?: this| the| any)?)"
    r" (?:information|mention|details?)|is silent)"
    rf"\b(?:(?!{_CLAUSE})[^.\n]){{0,100}}"
    r"|(?:(?:it|this|that|the answer|(?:this |the )?information)(?: is| was)?(?: |(?=n['’]t)))?"
    rf"(?:not|n['’]t) {_TOLD}(?:{_IN_TEXT})?"
    rf"|(?:the|his|her|their|its|(?-i:[A-Z])[\w.-]*(?: [\w.-]+){{0,4}}['’]s) (?-i:[a-z])(?:(?!{_CLAUSE})[^\n]){{1,150}}"
    rf" (?:is|are|was|were)(?: not|n['’]t) (?:\w+ly )?{_TOLD}(?:{_IN_TEXT})?"
    rf"|(?:the answer (?:is|was) ?)?(?:not|n['’]t){_IN_TEXT}"
    r"|it(?:['’]s| is) (?:not possible|impossible) to (?:determine|tell|say|know|find|answer)\b"
    rf"[^.,;:()\n]{{0,150}}{_FROM_TEXT}(?: [^.,;:()\n]{{1,150}})?"
    rf"|{_THE_TEXT} (?:says|mentions|states|tells|contains) nothing\b[^.,;:()\n]{{0,100}}"
    rf"|I (?:can(?:not|['’]t)|could(?: not|n['’]t)|am unable to) answer (?:(?:this|that|the) question|this|that|it)"
    rf"{_FROM_TEXT}"
    rf"|unable to (?:answer|determine|find|say|tell)\b[^.,;:()\n]{{0,100}}{_FROM_TEXT}"
    r"|(?:(?:the (?:answer|question)|it|this) )?can(?:not| not|['’]t) be (?:determined|found|answered|inferred)"
    rf"{_FROM_TEXT}"
    rf"|I (?:(?:could|did)(?: not|n['’]t)|can(?:not| not|['’]t)) find (?:this|that|any|the)"
    r" (?:information|mention|answer|details?)"
    rf"(?: (?:of|about|on|for)\b(?:(?!{_CLAUSE})[^.\n]){{1,100}})?{_IN_TEXT}"
    rf"|(?:(?:there(?: is|['’]s) )?(?:no|not enough|insufficient)|there isn['’]t enough) (?:information|mention)\b"
    rf"[^.\n]{{0,100}}{_IN_TEXT}(?: to (?:answer|determine|know|say|tell)\b(?:(?! so\b)[^.,;:()\n]){{0,150}})?"
    rf"|(?:the question is )?(?:unanswerable|not answerable){_FROM_TEXT}",
    re.IGNORECASE,
)
# "Unfortunately, the article does not say", "unknown, as the article does not say"
_REGRET = re.compile(r"\A(?:unfortunately,?|(?:I['’]m |I am )?sorry,?(?: but)?|as|because|since)\s+", re.IGNORECASE)
# After it: "It only says that he retired in 1999."
_ONLY_TELLS = re.compile(
    rf"(?:it|{_THE_TEXT}) (?:only|just|merely) (?:says|states|mentions|tells|covers|lists)\b(?:(?!\.\s|, so\b).)*",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r";|\b(?:but|although|though|however)\b"
    r"|\b(?:except|besides|beyond|(?:other|else) than|(?:apart|aside) from) (?-i:[A-Z])"
    # "..., so it must be Tesla"; not "..., so it is Unknown"
    rf"|, (?:{THEREFORE}),? (?:[a-z]+ ){{0,5}}(?!unknown|none|n/a)(?-i:(?:[A-Z][^ ]*(?: |$))+)$",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|except|besides|other|however|although|though|instead|actually|wait|maybe|perhaps|or)\b"
    r"|\b(?:it|that) (?:was|is) (?-i:[A-Z])",
    re.IGNORECASE,
)
_NOTHING_ELSE = (
    r"(?!.*\b(?:but|except|besides|other|than|know\w*|sure|certain|tell|say)\b)[a-z0-9'-]+"
    r"(?: (?:(?:of|the|in|at|for|from|by|with) [A-Z][\w.'-]*(?: (?:(?:of|and|for|the) )*[A-Z][\w.'-]*)*"
    rf"|[a-z0-9'-]+|{_MONTH})){{0,14}}"
)
_NO_ANSWER = re.compile(
    r"(?:there (?:is|was|are|were) )?(?:no (?:(?:correct|right|valid|possible|known) )?answers?"
    r"(?: (?:exists?|found|available|possible))?"
    r"|none(?: of (?:them|these|those|the above))?|nobody|no[ -]?one|nothing"
    r"|(?:the question is )?(?:unanswerable|not answerable)"
    # "nobody held it", "no party", "she held no office in May 2008", "he did not play for any team"
    rf"|(?-i:(?:[Nn]obody|[Nn]o[ -]one|[Nn]one|[Nn]o(?! (?:{_NOT_A_THING})\b)) {_NOTHING_ELSE}"
    r"|(?:In [^,]{1,20}, )?(?:he|she|they|it|[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,4})"
    rf" (?:(?:{_VERBS})(?: [a-z]+){{0,3}} no|(?:did|was|were|had)(?: not|n['’]t)(?: [a-z]+){{1,3}} any)"
    rf" (?!(?:{_NOT_A_THING}|information|evidence|mention|data|wonder|mistake)\b){_NOTHING_ELSE})|not applicable"
    r"|n/a|null|none/unanswerable|(?:the )?empty set|∅|\\emptyset|\\varnothing|\[\s*\]|\{\s*\})",
    re.IGNORECASE,
)
# A last paragraph: "Therefore, no answer.", "The passage does not say."; not "The passage does not mention an end."
_THIS = r"(?:this|that|it|the (?:answer|question)|(?:this|the) information)"
_NONE_AT_LAST = re.compile(
    rf"(?:(?:{THEREFORE}),?\s+)?(?:(?:there (?:is|was) )?no answer|none(?: of (?:them|these|those|the above))?|nobody"
    rf"|no[ -]?one|n/a|(?:{_THIS} is )?(?:unanswerable|not answerable)(?:{_FROM_TEXT})?"
    rf"|{_THE_TEXT} (?:do|does|did)(?: not|n['’]t) (?:\w+ly )?{_TOLD}(?: {_THIS}| so)?"
    rf"|{_THIS} (?:(?:is|was)(?: not|n['’]t) {_TOLD}(?:{_IN_TEXT})?"
    rf"|can(?: ?not|['’]t) be (?:determined|found|answered|inferred)(?:{_FROM_TEXT})?))",
    re.IGNORECASE,
)
_OF_A_DETAIL = re.compile(r"\b(?:when|whether|if|that|how|why|until|since)\b", re.IGNORECASE)
_UNSURE = "maybe|perhaps|possibly|probably|likely|unlikely|doubtful|presumably|apparently|supposedly"
_WE_THINK = r"\b(?:I|we) (?:think|guess|believe|suspect|suppose|assume)\b|\?\s*$"
_DOUBT_START = re.compile(
    r"(?:(?:it|this|that|he|she|they)(?:['’]s| is| was| were| are)? )?"
    r"(?:(?:definitely|certainly|clearly|probably) )?(?:not|neither)\b"
    rf"|(?:{_UNSURE}|either)\b"
    r"|(?:unknown|unclear|uncertain|unsure|undetermined|indeterminate|insufficient \w+|not sure|idk|\?+)"
    r"(?=$|[;:(]|\s[(\u2013\u2014-])",
    re.IGNORECASE,
)
_HELPERS = r"(?:do|does|did|is|are|was|were|could|would|has|have|had)"
# In lower case, as names have capitals: "Tomorrow Never Dies" is a name.
_DOUBT = re.compile(
    rf"\b(?:{_HELPERS}n['’]t|can['’]t|{_HELPERS} not|[Cc]annot|[Cc]an not)\b"
    r"|\b(?:might|may|could)\b (?:\w+ )?(?:be|have)\b"
    r"|\bnot (?:sure|certain|clear|known|available|provided|given|mentioned|stated|specified|enough|possible|found"
    r"|determin\w+)\b"
    r"|\b(?:unsure|uncertain|unable to|impossible to|hard to (?:say|tell))\b"
    r"|\bno (?:information|evidence|idea|way|mention|clue|data)\b"
    rf"|\b(?:I|we) doubt\b|\b(?:[Ss]orry|apologi[sz]e)\b|{_WE_THINK}"
)
_HEDGE = re.compile(
    rf"\b(?:{_UNSURE}|unsure|uncertain|unclear|unknown|[Nn]ot (?:sure|certain|clear))\b"
    rf"|\b(?:might|may|could)\b (?!not\b|never\b)(?:\w+ )?(?:be|have)\b|{_WE_THINK}"
    r"|\bI (?:do not|don['’]t|cannot|can not|can['’]t) (?:know|tell|say)\b|\bno idea\b|\b[Mm]y (?:best )?guess\b"
    r"|\b(?:hard|impossible|not possible) to (?:say|tell|know|determine)\b"
    rf"|\b(?:{_UNSURE.title()}) [a-z]"  # no name: "Perhaps it was Tesla"
)
_OFFERED = r"(?:possible|potential) (?:answers?|candidates?)|candidates|options"
_OFFERS = re.compile(rf"\b(?:{_OFFERED})\b", re.IGNORECASE)
_DENIAL = re.compile(
    rf"\b(?:not?|nor|never|nothing|false|wrong|incorrect|excluded?|ruled out|refused|declined|rejected|except"
    rf"|{_UNSURE}|but|however|although|though|instead|or|also|unless|{_OFFERED})\b"
    r"|n['’]t\b|[✗✘❌]",
    re.IGNORECASE,
)
_SUBJECTS = "He|She|They|It|I|We|You|There|This|That|These|Those|Let|So|Thus|Therefore"
_EVENTS = "died|lasted|existed|ceased|came|trained|presided"
_STATEMENT = re.compile(rf"\b(?:{_EVENTS})\b")
_SENTENCE = re.compile(rf"\b(?:{_VERBS})\b|^(?:{_SUBJECTS})\b,? [a-z]")
_CAREFUL = (
    "and|then|plus|as|along|followed|both|first|only|just|or|not|no|none|nobody|noone|nothing|never|cannot|unanswerable|unknown|unclear"
    f"|unsure|uncertain|undetermined|indeterminate|insufficient|{_UNSURE}|either"
    "|neither|might|may|could|idk|n/a|sorry|null|definitely|certainly|clearly|rather|instead"
)
PROSE_WORDS = frozenset(f"{_VERBS}|{_EVENTS}|{_SUBJECTS}|{_CAREFUL}|{_CAREFUL.title()}".split("|"))
"""Words that a line without marks is read with care for. A line without any of them is names."""

_RETRACTION = re.compile(
    r"(?:^|[.!?\n])[\s*_“'(>]{0,8}(?:note[*_]{0,2}:[*_]{0,2}\s)?(?:(?:but|oh|no|hmm{0,5}|well|however)\b[\s,.!*]{1,4})?"
    r"(?:wait|actually|correction|hmm{0,5}|hold on|scratch that|on second thoughts?|oops|sorry|no,"
    r"|I (?:was|am|might be|may be) (?:wrong|mistaken|not (?:sure|certain)|unsure)|I['’]m not (?:sure|certain)"
    r"|(?:edit|(?:revised|corrected)(?: (?:final )?answer)?)[*_]{0,2}:|I made an? (?:mistake|error)"
    r"|(?:that|this|it|the above|(?:my|this|that|the) (?:final )?answer)"
    r"(?:(?:['’]s| is| was| seems)(?: actually)? (?:wrong|incorrect|mistaken|not (?:right|correct))"
    r"| (?:is|was)n['’]t (?:right|correct)))(?:\b|(?<=:))(?! for (?:the|any|my)\b)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r",?\s\(?(?:(?:because|since)\b|as\s+(?:it|he|she|they|the|there|that|this|(?-i:(?!I\b)[A-Z]\w*))\b)", re.IGNORECASE
)
_IS_RIGHT = re.compile(
    r"\b(?:that|this|it|which|answer) (?:is|was) (?:indeed )?(?:right|correct|confirmed)\b", re.IGNORECASE
)
_CONFIRMATION = re.compile(rf"\b(?:so|but|and)? ?yes\b|{_IS_RIGHT.pattern}", re.IGNORECASE)
_NO = re.compile(r"\W*no\b", re.IGNORECASE)
_DENIED = re.compile(
    rf"(?:\b(?:not|never|neither|nor|or|{_UNSURE})|n['’]t)(?: be| in)?[\s$\\(\[*_\"'`:]*$", re.IGNORECASE
)
_EXPLANATION = re.compile(
    r"\n[ \t]{0,8}[*_#>]{0,6}[ \t]{0,4}(?:explanation|reason(?:s|ing)?|justification|rationale|note|evidence|why)"
    r"[ \t]{0,4}[*_]{0,3}[ \t]{0,4}:"
    r"|\n[ \t]{0,8}\n[ \t]{0,8}(?=(?:this is because|because|according to the|based on the|as (?:stated|mentioned))\b)"
    r"|\n[ \t]{0,8}(?:these|those) (?:are|were) (?:all )?(?:the|her|his|their|its) [\w ',-]{1,60}[.!]?\s*\Z"
    r"|\n[ \t]{0,8}(?:all|both)(?: (?!not\b)\w+){0,3} (?:overlap|fall within|fell within)"
    r"(?: (?!(?:not|but|except|only)\b)[\w'\u2019-]+){1,15}\.?\s*\Z",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:(?:\n[ \t]{0,8}|(?<=[.!?] ))"
    r"(?:(?:please )?let me know|I hope|hope (?:this|that|it)|feel free"
    r"|if you(?: have| need| want,?| would like,?|['’]d like,?)"
    r"|(?-i:Is there anything|Would you like|Do you (?:have|need|want)|Want me|Shall I|Should I|Can I)(?=[^\n]*\?))"
    r" [^\n]{1,120}\s*){1,3}\Z",
    re.IGNORECASE,
)
# "Source: fact 2", "(Confidence: 95 %)", "[1] Wikipedia" in the last lines
_SOURCES = re.compile(
    r"(?:\n[ \t]*[-*_]{3,}[ \t]*)?"
    r"(?:\n[ \t]{0,8}[*_#>(\[]{0,6}(?:sources?|references?|citations?|confidence)\b[^\n:]{0,20}:[^\n]*"
    r"(?:\n[ \t]{0,8}(?:[-*\u2022][ \t]|\[\^?\d|\d{1,3}[.)][ \t])[^\n]+)*"
    r"|\n[ \t]*(?:\n[ \t]{0,8}(?:\[\^?\d{1,3}\]:?|[\u00b9\u00b2\u00b3])[ \t][^\n]+)+"
    r"|\n[ \t]*\n[ \t]{0,8}this (?:answer )?is based on\b[^\n]+)\s*\Z",
    re.IGNORECASE,
)
_MAX_CLOSING = 500


def is_no_answer(text: str) -> bool:
    """Whether the text says that no answer is right, or that a text tells none: "none", "nobody held it", "no party",
    "unanswerable", "the head coach is not mentioned"."""
    text = _SO.sub("", text.rstrip(" .!"))
    if source := SOURCE.match(text):  # "Based on the passage, this cannot be answered."
        rest = text[source.end() :]
        return is_no_answer(rest) or tells_nothing(f"{rest} in the passage")
    if tells_nothing(text):
        return True
    if _NO_ANSWER.fullmatch(text) or (text[:1] + text[-1:] in ("()", "[]", "<>") and _NO_ANSWER.fullmatch(text[1:-1])):
        return True
    if (found := _WHY.search(text, 1)) is None:
        return False
    said, why = text[: found.start()], found["why"]
    is_all = found.end() == len(text) and _BUT.search(why) is None
    if is_all and tells_nothing(said) and _ONLY_TELLS.fullmatch(why):
        return True
    if not _NO_ANSWER.fullmatch(said):  # "Unknown - the article does not say."
        return _DOUBT_START.fullmatch(said) is not None and tells_nothing(why.rstrip(")]"))
    return is_all and (not why[:1].isupper() or is_sentence(why))


def is_none_at_last(text: str, of_asked_time: bool) -> bool:
    """Whether a last paragraph says that no answer is right, and not that some detail is missing: "None.", "The passage
    does not say.", "In May 2008, he had no employer."; ``of_asked_time``: it says the time of the question."""
    text = text.rstrip(" .!")
    if _NONE_AT_LAST.fullmatch(SOURCE.sub("", _SO.sub("", text))):
        return True
    return of_asked_time and is_no_answer(text) and _OF_A_DETAIL.search(text) is None


def tells_nothing(text: str) -> bool:
    """Whether it says that a text does not tell: "the article does not mention this"."""
    text = _REGRET.sub("", text.strip(" ,.;:!-\u2014"))
    return _TEXT_DOES_NOT_TELL.fullmatch(text) is not None and _GOES_ON.search(text) is None


def is_doubt(text: str, *, anywhere: bool = False) -> bool:
    """Whether the text doubts, denies or refuses; ``anywhere`` also takes single words such as "not" and "but"."""
    text = text.strip()
    return bool(_DOUBT_START.match(text.rstrip(" .!")) or _DOUBT.search(text) or (anywhere and _DENIAL.search(text)))


def offers(text: str) -> bool:
    """Whether the text introduces names among which an answer is yet to be chosen: "Candidates:"."""
    return _OFFERS.search(text) is not None


def is_hedged(text: str) -> bool:
    """Whether the text says that it is not sure of its answer, be that yes or no."""
    return _HEDGE.search(text) is not None


def leaves_open(text: str) -> bool:
    """Whether the text doubts or denies anything, by a single word even, or is not sure."""
    return is_doubt(text, anywhere=True) or is_hedged(text)


def before_reason(text: str) -> str:
    """The text before the reason for its answer: "413, since June is not complete"; the whole if it is not sure."""
    reason = None if is_hedged(text) else _REASON.search(text)
    return text[: reason.start()] if reason else text


def is_denied(before: str) -> bool:
    """Whether the text before an answer denies it, or leaves a choice: "it is not", "or maybe"."""
    return _DENIED.search(before[-40:]) is not None


def is_retraction(text: str, *, in_line: bool = False, of: str = "") -> bool:
    """Whether what follows an answer takes it back: "Wait, ...", "I am not sure"; not "Wait, ... yes, that is right".

    Args:
        text: what follows; ``in_line``: a line with the answer at its beginning.
        of: the answer, if it is known; a "yes" takes back a "no".
    """
    found = _RETRACTION.search(text, 1 if in_line else 0)
    confirmed = _IS_RIGHT if _NO.match(of) else _CONFIRMATION
    return found is not None and confirmed.search(text, found.end()) is None


def without_closing(text: str) -> str:
    """The text without polite words at its end, "I hope this helps!", and without its sources: "Source: fact 2"."""
    begin, end = text[:-_MAX_CLOSING], _CLOSING.sub("", text[-_MAX_CLOSING:])
    without_sources = _SOURCES.sub("", end)
    if without_sources == end or not (begin + without_sources).strip():
        return begin + end
    return begin + _CLOSING.sub("", without_sources)


def without_explanation(text: str) -> tuple[str, str]:
    """The text before a label such as "Explanation:", and what follows it."""
    found = _EXPLANATION.search(text, len(text) - len(text.lstrip()))
    return (text, "") if found is None else (text[: found.start()], text[found.end() :].strip())


def is_sentence(text: str) -> bool:
    """Whether the text has the verb of a sentence, in lower case."""
    return _SENTENCE.search(text) is not None


def is_statement(text: str) -> bool:
    """As :func:`is_sentence`, or with a verb beside which a number is a value: "Ann died first", "lasted 4 years"."""
    return is_sentence(text) or _STATEMENT.search(text) is not None


def is_reason(line: str) -> bool:
    """Whether a line reads as a sentence that explains: it has a verb, or ends as one of five words or more does."""
    line = line.strip(" \t\r\n*_")
    return is_sentence(line) or (line.endswith((".", ":")) and line.count(" ") >= 4)


def unsettles(reasons: str) -> bool:
    """Whether sentences below an answer leave it open, or begin by denying it: "It could be SpaceX.", "It is not."."""
    return is_hedged(reasons) or _DOUBT_START.match(reasons.strip()) is not None


def is_choice(text: str, is_names: Callable[[str], bool]) -> bool:
    """Whether the text leaves a choice between names: "Tesla or SpaceX"."""
    parts = re.split(r"\s+or\s+|\s*/\s*", text.rstrip("."))
    return len(parts) > 1 and any(is_names(part) for part in parts)
