"""The patterns of what stands beside names in an answer: dates, lengths of time, remarks in brackets, reasons."""

# ruff: noqa: RUF001

import re

from temporal_qa.scoring.reading.doubt import leaves_open
from temporal_qa.scoring.reading.wording import IN_SHORT, THEREFORE
from temporal_qa.text.dates import MONTH

TITLE = (
    r"(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Dame|Lord|Lady|King|Queen|President|Prime Minister|PM|Governor|Mayor"
    r"|Chancellor|Senator|Chair(?:woman|man|person)?|Emperor|Empress|Pope|Prince|Princess|Captain|Coach"
    r"|(?:Major |Lieutenant )?General|Colonel|Admiral|Father|Bishop|Archbishop|Judge)\b\.?"
)
"""Stands before a name, and is no part of it."""
_DATE_WORDS = (
    r"(?:\b(?:from|to|until|till|through|since|between|and|in|of|present|now|today|onwards?|early|mid|late|years?|months?|days?"
    r"|at|on|during|throughout|that|this|the|given|time|period|interval"
    r"|born|died|held|b|d|facts?"
    rf"|{MONTH}|\d{{1,4}}(?:st|nd|rd|th|s)?)\b[\s,./(–—-]*+)++"
)
# "Tesla from May 2000 to 2001 and SpaceX in 2002", "Tesla: 2000-2001; SpaceX: 2002"
_SOME_DATE = rf"(?:(?:\d{{1,2}}\s+)?{MONTH}(?:\s+\d{{1,2}})?,?\s+)?\d{{3,4}}\b"
DATES_WITHIN = re.compile(
    rf"(?:,?\s(?:from|since|until|between|in)|[:,]|\s[–—-])\s+{_SOME_DATE}"
    rf"(?:\s*(?:\b(?:to|until|till|through|and)\b|[–—-])\s*(?:{_SOME_DATE}|(?:the\s+)?present|now|today))?",
    re.IGNORECASE,
)
# "Tesla (2004-2010)"
DATES_IN_BRACKETS = re.compile(rf"\s*[(\[]\s*{_DATE_WORDS}[)\]]", re.IGNORECASE)
# "Tesla (a car maker)"
BRACKETS = re.compile(r"\s*(?:\([^()]{1,200}\)|\[[^\[\]]{1,200}\])")
# "Tesla: 2004 to 2010 (overlaps)"; not "(too early)"
IN_TIME = re.compile(
    r"\s*\((?:(?:fully|partly|partially)\s)?(?:overlap(?:s|ping)?|within|included|covers)\b[^()]{0,80}\)", re.IGNORECASE
)
# Where a remark of dates may begin; all of the rest is then one: "Tesla, from May 2000 to 2001"
DATES_FROM = re.compile(
    r"(?=\s[(\[]|\s[–—-]\s|[:;]\s|,?\s(?:from|since|until|between|in|at|on|during|throughout|born|died|held)\b)"
)
REMARK_OF_DATES = re.compile(rf"[\s,:;(\[–—-]+{_DATE_WORDS}[)\].\s]*", re.IGNORECASE)
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
SAME_ORDER = re.compile(r"\b(?:after|later|follow)"), re.compile(r"\b(?:before|prior|previous|former|earlier|until)")
# Words of another time than the one asked about: "Until 2003:", "Employers that she left:"
OTHER_TIME = re.compile(
    r"\b(?:(?i:before|prior|previous(?:ly)?|former(?:ly)?|until|after|earlier|later|next|nearly|up to)|than|outside|gap"
    r"|left|leav(?:es?|ing)|resigned|replac|succeed|preced|followed)"
)
# In a reason behind names, a sign that it goes on to another answer: "Tesla, because ...; then SpaceX"
SAYS_MORE = re.compile(
    rf";|\s[\u2013\u2014-]\s|, (?:and|plus|as well|along with)\b"
    rf"|\b(?:too|both|(?<!by )then|{THEREFORE}|(?<!who )replaced(?! by)"
    r"|right|correct|answer|counts|wait|actually)\b",
    re.IGNORECASE,
)
# In such a reason, words of another time than the one asked about.
_ANOTHER_TIME = re.compile(
    rf"{OTHER_TIME.pattern}|\b(?:following|stepped down|retired|moved|had|ended|began|came|started|took|taken)\b"
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

_THEREFORE = (
    rf"[\s*_#>]{{0,8}}(?:{THEREFORE}|{IN_SHORT}|(?:we|I|one)(?: can)?(?: thus)? conclude(?: that)?"
    r"|(?:this|that) (?:means|leaves)(?: that| us with| only)?)\b"
)
CONCLUDES = re.compile(_THEREFORE, re.IGNORECASE)
# The last sentence of a last paragraph: "June is in this span. Therefore, he worked for Tesla." (or "Smith & Co. AG"),
# "So not Tesla but SpaceX."
CONCLUSION = re.compile(
    rf"(?:^|[.!?,;]\s){_THEREFORE}[,:]?\s(?:not (?-i:[A-Z\d])[^!?\n]{{1,80}}? but (?:rather )?)?"
    r"((?:(?!(?-i:(?<!\b[A-Z\d])(?<!\b[A-Z][a-z])(?<!\bInc)(?<!\bLtd))[.!?]\s)[^\n])*\.[*_\s]*)$",
    re.IGNORECASE,
)
_MAX_CONCLUSION = 1_000
"""Letters at the end of a text in which its conclusion is looked for."""


def concluded(text: str) -> str:
    """What the last sentence concludes, or nothing: "Therefore, yes."."""
    found = CONCLUSION.search(text[-_MAX_CONCLUSION:])
    return found[1] if found else ""


def tells_another_time(reason: str) -> bool:
    """Whether a reason is sure, and tells of another time than the one asked about, and nothing more."""
    return _ANOTHER_TIME.search(reason) is not None and not leaves_open(reason) and not SAYS_MORE.search(reason)
