"""What may stand behind an answer: a reason, a remark, dates, sentences, an explanation, polite words, sources, words
that take it back."""

# ruff: noqa: RUF001

import re

from temporal_qa.scoring.reading import wording
from temporal_qa.text.dates import MONTH

# "413, since June is not complete", "1998 (as he says)"
_REASON = re.compile(
    r"(?i),?\s\(?(?:(?:because|since|according\s+to)\b|as\s+(?:its?|his|her|their|he|she|they|the|there|that|this|(?-i:(?!I\b)[A-Z]\w*))\b)"
)
REMARK_AT_END = re.compile(
    r"(?i)(?P<said>[^()]*[^()\s])\s*\((?!\s*(?:or|and|plus|no|actually|wait)\b)(?P<remark>[^()]*)\)[\s.]*"
)
"""A remark in brackets at the end of an answer that gives no other: "15 years (5 years in one team, 10 in another)"."""

# "I am not sure", "I could be mistaken"
_I_AM_UNSURE = re.compile(
    rf"(?i){wording.WORD}(?:I(?:(?:['’]m| am| was| (?:might|may|could) be)"
    r" (?:not (?:[\w%]+ )?(?:sure|certain|confident)|wrong|mistaken|unsure)\b"
    r"| (?:might|may|could) have mis)|grain of salt\b)|\((?:not verified|unverified)\b"
)
_THE_ANSWER = r"(?:that|this|it|the (?:answer )?above|(?:my|this|that|the) (?:final )?answer)"
_IS_WRONG = (
    r"(?:(?:['’]s| is| was| seems| (?:may|might|could)(?: well)? be)(?: actually)?"
    r" (?:wrong|incorrect|mistaken|not (?:right|correct)"
    r"|(?:(?:just|only|merely) )?(?:an?|my) (?:\w+ )?(?:guess|placeholder))"
    r"| (?:cannot|can['’]t) be (?:right|correct)| (?:is|was)n['’]t (?:right|correct))"
)
_TAKES_BACK = (  # or gives another
    r"wait|actually|correction|hmm{0,5}|hold on|scratch that|strike that|make that|never ?mind|erratum|wrong(?=!)",
    r"on second thoughts?|oops|sorry|(?:no|nein|non)(?=,)|or (?:maybe|perhaps)|rather(?=:)|korrektur|corrección|更正",
    r"(?:edit|update|also|(?:revised|corrected)(?: (?:final )?answer)?)[*_]{0,2}:",
    r"(?:other (?:possible )?answers?|alternatives?|second choice|also possible)[*_]{0,2}:",
    r"I (?:made an? (?:mistake|error)|take (?:that|it|this) back|(?:cannot|can not|can['’]t) be (?:sure|certain)|forgot"
    r"|withdraw|retract|misread|mean(?= (?-i:[A-Z\d]))|stand corrected|(?:need|have) to correct"
    r"|reali[sz]ed?(?: that)? I (?:made|mis\w*))",
    r"it should (?:be|have been)(?! (?:noted|said|mentioned|clear))|in reality,? (?:it|the answer)",
    r"this contradicts",
    r"[^.!?\n]{1,60} also (?:fits|qualifies|counts)",
    r"(?:please )?(?:ignore|disregard) (?:that|this|the above|my|the (?:\w+ )?answer)",
    _THE_ANSWER + _IS_WRONG,  # "That is not correct", "The answer above is only a guess"
    r"(?:my )?confidence(?: level)?[*_]{0,2}:[*_ ]{0,3}(?:(?:very )?low|[0-4]?\d(?:\.\d+)?(?= ?%))",
    r"or:",
    r"(?:an?other|an alternative|alternative|a second) (?:\w+ )?(?:possibility|possible|option|answer|candidate)",
    r"alternatively(?::|,? (?:(?:it|this|that|the answer) )?(?:could|might|may|would|is|was)\b|,? (?=(?-i:[A-Z\d])))",
    r"(?:it|this|the answer) (?:could|might|may) also be",
    r"[^.!?\n]{1,60} should (?:also )?be (?:included|counted|added)",
    r"[^.!?\n]{1,60} (?:is|are|would be) (?:(?:also|equally) (?:possible|right|correct|valid)|right as well)",
)
# At the beginning of a line or a sentence, or behind ", " or a dash: "Wait, ..."; not "Sorry for the delay"
_RETRACTION = re.compile(
    r"(?i)(?:^|[.!?\n]|,(?= so (?:that|this|the|my)\b)|[\u2013\u2014](?= (?:no,|wait\b)))[\s*_#“'(>\u26a0\ufe0f]{0,8}"
    r"(?:(?:note|disclaimer|verification|check)[*_]{0,2}:[*_]{0,2}\s)?"
    r"(?:(?:but|so|oh|no|hmm{0,5}|well|however)\b[\s,.!*]{1,4})?"
    rf"(?:{'|'.join(_TAKES_BACK)})(?:\b|(?<=:))(?! for (?:the|any|my)\b)"
)
_IS_RIGHT = re.compile(r"(?i)\b(?:that|this|it|which|answer) (?:is|was) (?:indeed )?(?:right|correct|confirmed)\b")
# After "Wait, ...": "... yes, that is right"
_CONFIRMATION = re.compile(rf"{_IS_RIGHT.pattern}|\b(?:so|but|and)? ?yes\b")
_NO = re.compile(r"(?i)\W*no\b")

# "Explanation: ...", "Because ..." in a paragraph of its own, a last line "These are his clubs."
_EXPLANATION = re.compile(
    r"(?i)\n[ \t]{0,8}[*_#>]{0,6}[ \t]{0,4}(?:explanation|reason(?:s|ing)?|justification|rationale|note|evidence|why"
    r"|calculations?|breakdown)[ \t]{0,4}[*_]{0,3}[ \t]{0,4}[:?]"
    r"|\n[ \t]{0,8}(?:#{1,6}[ \t*_]{1,4}|\*\*)(?:explanation|reasoning|justification|rationale)[*_ \t]{0,4}(?=\n)"
    r"|\n[ \t]{0,8}[*_#>]{0,6}here(?:['\u2019]s| is) (?:the|how|why|my|a) (?:step-by-step )?"
    r"(?:breakdown|calculation|reasoning|explanation)\b[^\n]{0,40}:"
    r"|\n[ \t]{0,8}\n[ \t]{0,8}(?=(?:this is because|because|according to the|based on the|as (?:stated|mentioned))\b)"
    r"|\n[ \t]{0,8}(?:these|those) (?:are|were) (?:all )?(?:the|her|his|their|its) [\w ',-]{1,60}[.!]?\s*\Z"
    r"|\n[ \t*_(]{0,8}(?:(?:all|both)(?: (?!not\b)\w+){0,3} (?:include|cover|contain)"
    r"|(?:all|both|these|the (?:\w+ )?(?:two|three|four|five|\w+s))"
    r"(?: (?!(?:not|never|might|may|cannot|could)\b)\w+){0,4} (?:overlap(?:s|ped)?|f[ae]ll within))"
    r"(?: (?!(?:not|but|except|only)\b)[\w'\u2019-]+){1,15}(?: \((?!not\b)[^()\n]{1,60}\))?\.?[\s*_)]*\Z"
)
# A pattern that begins with a character, as this and the next do, is searched for by that character.
# "Let me know if ...", "I hope this helps!", "Would you like ...?"
_POLITE = (
    r"[.!?\n](?:(?<=\n)[ \t]{0,8}|(?<!\n) )(?=[plihfcwds])"
    r"(?:(?:please )?let me know|I hope|hope (?:this|that|it)|feel free"
    r"|if you(?: have| need| want,?| would like,?|['’]d like,?)"
    r"|confidence:(?= (?:(?:very )?high|(?:[5-9]\d|100)(?:\.\d+)? ?%)[.\s]*\Z)"
    r"|(?-i:Is there anything|Would you like|Do you (?:have|need|want)|Want me|Shall I|Should I|Can I)"
    r"(?=[^\n?]*\?\s*(?:\n|\Z))) [^\n]{1,120}\s*"
)
_CLOSING = re.compile(rf"(?i){_POLITE}(?:{_POLITE}){{0,2}}\Z")
# "Source: fact 2", "(Confidence: 95 %)", "[1] Wikipedia" in the last lines
_SOURCES = re.compile(
    r"(?i)\n(?:[ \t]*[-*_]{3,}[ \t]*\n)?"
    r"(?:[ \t]{0,8}[*_#>(\[]{0,6}(?:sources?|references?|citations?"
    r"|confidence(?!.{0,12}\b(?:low|(?<!\.)[0-4]?\d(?:\.\d+)? ?%)))\b[^\n:]{0,20}:[^\n]*"
    r"(?:\n[ \t]{0,8}(?:[-*\u2022][ \t]|\[\^?\d|\d{1,3}[.)][ \t])[^\n]+)*"
    r"|[ \t]*(?:\n[ \t]{0,8}(?:\[\^?\d{1,3}\]:?|[\u00b9\u00b2\u00b3])[ \t][^\n]+)+"
    r"|[ \t]*\n[ \t]{0,8}this (?:answer )?is based on\b[^\n]+)\s*\Z"
)
# "The article does not mention any other employer.": of the answer before it, there is nothing more
_NO_OTHER = re.compile(
    r"(?i)[.!\n](?:(?<=\n)[ \t]{0,8}|(?<!\n)[ \t]{1,4})(?:the|this) (?:article|text|passage|context|document|facts?)"
    r" (?:do|does|did)(?: not|n['\u2019]t) (?:mention|list|name|give|state|contain|include|provide)"
    r" (?:any other|another|anyone else)\b[^\n.,;:?]{0,80}\.?\s*\Z"
)
_IN_ORDER = re.compile(r"(?i),? in (?:that|this|chronological) order\.?\s*\Z")  # "Tesla and SpaceX, in that order."
_MAX_CLOSING = 500


def before_reason(text: str) -> str:
    """The text before the reason for its answer: "413, since June is not complete"; the whole if it is not sure."""
    return text if wording.is_hedged(text) else _REASON.split(text, maxsplit=1)[0]


def before_remark(text: str) -> str:
    """The text before a remark in brackets at its end that doubts nothing: "4 July (his death was on 9 May)"."""
    found = REMARK_AT_END.fullmatch(text)
    return text if found is None or wording.leaves_open(found["remark"]) else found["said"]


def is_retraction(text: str, *, in_line: bool = False, of: str = "") -> bool:
    """Whether what follows an answer takes it back: "Wait, ...", "I am not sure"; not "Wait, ... yes, that is right".

    Args:
        text: what follows; ``in_line``: a line with the answer at its beginning.
        of: the answer, if it is known; a "yes" takes back a "no".
    """
    found = _RETRACTION.search(text, 1 if in_line else 0) or _I_AM_UNSURE.search(text)
    confirmed = _IS_RIGHT if _NO.match(of) else _CONFIRMATION
    return found is not None and confirmed.search(text, found.end()) is None


def without_explanation(text: str) -> tuple[str, str]:
    """The text before a label such as "Explanation:", and what follows it."""
    found = _EXPLANATION.search(text, len(text) - len(text.lstrip()))
    return (text, "") if found is None else (text[: found.start()], text[found.end() :].strip())


def without_closing(text: str) -> str:
    """The text without polite words at its end, "I hope this helps!", without its sources, "Source: fact 2", and
    without "The article does not mention any other."."""
    begin, end = text[:-_MAX_CLOSING], _without_polite(_IN_ORDER.sub(".", text[-_MAX_CLOSING:]))
    if (no_other := _NO_OTHER.search(end)) and (begin + end[: no_other.start()]).strip():
        end = end[: no_other.start()] + no_other[0][0].strip()
    without_sources = _SOURCES.sub("", end)
    if without_sources == end or not (begin + without_sources).strip():
        return begin + end
    return begin + _without_polite(without_sources)


def _without_polite(text: str) -> str:
    found = _CLOSING.search(text)
    return text if found is None else text[: found.start()] + found[0][0].strip()  # a full stop before it stays


TITLE = (
    r"(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Dame|Lord|Lady|King|Queen|President|Prime Minister|PM|Governor|Mayor"
    r"|Chancellor|Senator|Chair(?:woman|man|person)?|Emperor|Empress|Pope|Prince|Princess|Captain|Coach"
    r"|(?:Major |Lieutenant )?General|Colonel|Admiral|Father|Bishop|Archbishop|Judge)\b\.?"
)
"""Stands before a name, and is no part of it."""
_DATE_WORDS = (
    r"(?:\b(?:from|to|until|till|through|since|between|and|in|of|present|now|today|onwards?|early|mid|late|years?|months?|days?"
    r"|at|on|during|throughout|that|this|the|given|time|period|interval"
    r"|born|died|held|b|d|facts?|i\.e|namely|term|ending|starting|beginning"
    rf"|{MONTH}|\d{{1,4}}(?:st|nd|rd|th|s)?)\b[\s,./(–—-]*+)++"
)
# "Tesla from May 2000 to 2001 and SpaceX in 2002", "Tesla: 2000-2001; SpaceX: 2002"
_SOME_DATE = rf"(?:(?:\d{{1,2}}\s+)?{MONTH}(?:\s+\d{{1,2}})?,?\s+)?\d{{3,4}}\b"
DATES_WITHIN = re.compile(
    rf"(?i)(?:,?\s(?:from|since|until|between|in)|[:,]|\s[–—-])\s+{_SOME_DATE}"
    rf"(?:\s*(?:\b(?:to|until|till|through|and)\b|[–—-])\s*(?:{_SOME_DATE}|(?:the\s+)?present|now|today))?"
)
# "Tesla (2004-2010)"
DATES_IN_BRACKETS = re.compile(rf"(?i)\s*[(\[]\s*{_DATE_WORDS}[)\]]")
# "Period: 2004 to 2010", a line below a name
LABELLED_DATES = re.compile(
    r"(?i)[\s*_#>•-]*(?:period|dates?|term|tenure|time|years?|from|to|since|until|(?:start|end)(?: date)?)[*_]*\s*:"
    rf"[\s*_]*{_DATE_WORDS}[*_\s]*"
)
# "Tesla (a car maker)"
BRACKETS = re.compile(r"\s*(?:\([^()]{1,200}\)|\[[^\[\]]{1,200}\])")
# "Tesla: 2004 to 2010 (overlaps)"; not "(too early)"
IN_TIME = re.compile(
    r"(?i)\s*\((?:(?:fully|partly|partially)\s)?(?:overlap(?:s|ping)?|within|included|covers)\b[^()]{0,80}\)"
)
# Where a remark of dates may begin; all of the rest is then one: "Tesla, from May 2000 to 2001"
DATES_FROM = re.compile(
    r"(?=\s[(\[]|\s[–—-]\s|[:;]\s|,?\s(?:from|since|until|between|in|at|on|during|throughout|born|died|held)\b)"
)
REMARK_OF_DATES = re.compile(rf"(?i)[\s,:;(\[–—-]+{_DATE_WORDS}[)\].\s]*")
BEFORE_WHY = (
    r",?(?<!\bwell)\s(?=(?:because|since|who|whom|whose|which|where|as(?! well as\b)|having|given\s+that"
    r"|according\s+to|based\s+on|per)\b)"
    r"|,\s(?=(?:with|an?|his|her|its|their|the(?= [a-z])|by(?= \d))\s)"
)
# Where a clause or a remark begins: "In May 2008 he led Tesla, as he joined it in 2004.", "Tesla - he led it"
_OF_A_LIFE = "he|she|they|it|this|these|his|her|their"
BEFORE_CLAUSE = re.compile(
    rf"{BEFORE_WHY}|,\s(?=(?:before|after|following|when|so (?:{_OF_A_LIFE}|that))\b)"
    rf"|\s\((?!\d)|:?\s[–—-]\s|[.;]\s(?=(?i:{_OF_A_LIFE})\b)|:\s(?=(?i:{_OF_A_LIFE})\b|[a-z])"
)
# Words of one order, of which a question may have another than its answer: those of after, and those of before.
SAME_ORDER = (
    re.compile(r"\b(?:after|later|follow|next)"),
    re.compile(r"\b(?:before|prior|previous|former|earlier|until)"),
)
# Words of another time than the one asked about: "Until 2003:", "Employers that she left:"
OTHER_TIME = re.compile(
    r"\b(?:(?i:before|prior|previous(?:ly)?|former(?:ly)?|until|after|earlier|later|next|nearly|up to)|than|outside|gap"
    r"|left|leav(?:es?|ing)|resigned|replac|succeed|preced|followed)"
)
# In a reason behind names, a sign that it goes on to another answer: "Tesla, because ...; then SpaceX"
SAYS_MORE = re.compile(
    rf"(?i);|\s[\u2013\u2014-]\s|, (?:and|plus|as well|along with)\b"
    rf"|\b(?:too|both|(?<!by )then|{wording.THEREFORE}|(?<!who )replaced(?! by)"
    r"|right|correct|answer|counts|wait|actually|also|as well|still|simultaneous(?:ly)?|in parallel"
    r"|at the same time|continued|remain(?:s|ed|ing)?|kept|retained|shared|co-\w+)\b"
)
# In such a reason, words of another time than the one asked about.
ANOTHER_TIME = re.compile(
    rf"{OTHER_TIME.pattern}|\b(?:following|taking over|only (?:in|from|became|joined)|stepped down|retired|moved"
    r"|had|ended|began|came|started|took|taken)\b"
)

# Behind several names: "The last one was the latter.", "Of these, Tesla ...", "May 2003 falls within the first period."
PICKS = re.compile(
    r"(?i)\b(?:latter|former|only (?:the|one|two)|(?<!all )(?<!both )of (?:these|those|them|the two)"
    r"|(?:falls|lies) (?:with)?in (?:the|his|her) \w+ (?:period|one|term)"
    r"|(?:first|last|latest|earliest|most recent|more recent|next)(?: (?!and\b)\w+){0,6} (?:is|was|were))\b"
)
# A sentence that names one of several, with one of these words, picks it: "Only Tesla covers it."
PICKS_NAMED = re.compile(
    r"(?i)\b(?:only|alone|period|(?:time ?)?frame|target|question|match(?:es|ing)?|correct|right|relevant|best|fits?"
    r"|answer|covers?|covered|falls?|lies|within)\b"
)

# Of the one that is named before: "which he had left", "whose term had already ended", "a club that he left"; not "a
# club that he left in 2010", nor "as he had left his first one".
IS_GONE = re.compile(
    r"\b(?:had|has|have|was|were|is|are|already)\s+(?:already\s+)?(?:left|ended|resigned|retired|quit"
    r"|stepped\s+down|over|out|closed|gone|missing|finished)\b"
    r"(?! (?:his|her|its|their|the|all|it|only)\b)"
    r"|\b(?:previous|former|second|other|too (?:late|early))\b"
    r"|\b(?:that|which|who|he|she|they)\s+left\b(?!\s+(?:it\s+)?(?:in|on)\b|\s[A-Z])"
)


def tells_another_time(reason: str) -> bool:
    """Whether a reason is sure, and tells of another time than the one asked about, and nothing more."""
    return ANOTHER_TIME.search(reason) is not None and not wording.leaves_open(reason) and not SAYS_MORE.search(reason)
