"""The words by which the reader of answers tells a name from doubt, refusal and prose."""

# ruff: noqa: RUF001

import re

VERBS = (
    "is|are|was|were|has|have|had|does|did|will|would|been|works|plays|held|holds|led|won|owns|became|left|began|ran|took"
    "|mentions|asks|covers?|includes?|falls|lies|(?<!, )[a-z]{2,}[^e\\W]ed(?<!hundred)(?<!lasted)(?! by\\b)"
)
"""The verbs of sentences, for patterns."""
THEREFORE = r"so|thus|hence|therefore|consequently|accordingly|as\s+a\s+result"
"""What begins a conclusion; for patterns that ignore case."""
IN_SHORT = r"in\s+(?:short|summary|conclusion|brief)|to\s+(?:sum\s+up|summarize|conclude)|overall"
"""What begins a summary; for patterns that ignore case."""

ARROW = re.compile(r"(?:[\u2192\u21d2\u27a1\u2234]\ufe0f?|=>)\s*")
"""Points to a result."""

WORD = r"(?<!\w)"
"""Where a word begins, for patterns of words; ``\\b`` is also where it ends, and takes longer to look for."""

SOURCE = re.compile(
    r"(?:based\s+on|according\s+to|\Afrom)\s+(?:the|this)\s+(?:(?:given|provided|above)\s+)?"
    r"(?:context|articles?|texts?|passages?|paragraphs?|documents?|facts?|information|table)(?:\s+(?:given|provided|above))?,"
    r"\s+(?:it\s+(?:was|is)\s+(?!not\b))?",
    re.IGNORECASE,
)
"""Names the source of a sentence, at its beginning: "According to the article, "."""
_UNSURE = (
    "maybe|perhaps|possibly|sometime|at some point|probably|likely|likeliest|unlikely|doubtful|presumably|apparently"
    "|supposedly|ambiguous|tentative|tentatively|hypothetically|theoretically|in theory|allegedly|reportedly|disputed"
)
_COULD_BE = r"(?:(?:[Mm]ight|[Mm]ay|[Cc]ould)\b (?!not\b|never\b)(?:\w+ )?(?:be|have)\b|[Aa]ssuming\b)"
# The next patterns follow WORD, which is found faster once than before each of many alternatives.
_WE_THINK = (
    r"(?:I|we)(?:['’]d| would)? (?:think|guess|believe|suspect|suppose|assume|estimate|lean|(?<=d )say)\b"
    r"|[Gg]uessing\b|guess\b|if (?:forced|I (?:had to|am|read|recall)|I['’]m)\b"
    r"|(?:unverified|unconfirmed|approximate|placeholder|low (?:confidence|certainty)|give or take|grain of salt)\b"
    r"|(?:not |(?<=n['’]t ))confident\b|(?:to be|not) (?:confirmed|verified)\b"
)
DOUBT_START = re.compile(
    r"(?:(?:it|this|that|he|she|they)(?:['’]s| is| was| were| are)? )?"
    r"(?:(?:definitely|certainly|clearly|probably) )?(?:not|neither)\b"
    rf"|(?:{_UNSURE}|either)\b"
    r"|(?:unknown|unclear|uncertain|unsure|undetermined|indeterminate|insufficient \w+|not sure|idk|\?+)"
    r"(?=$|[;:(,]|\s[(\u2013\u2014-])",
    re.IGNORECASE,
)
"""Begins a doubt or a denial."""
# In lower case, as names have capitals: "Tomorrow Never Dies" is a name.
_DENIES = re.compile(
    rf"{WORD}(?:(?:do|does|did|is|are|was|were|could|would|has|have|had)(?:n['’]t| not)|can['’]t|[Cc]an ?not)\b"
)
_UNTOLD = (
    r"(?:(?:not |(?<=n['’]t ))(?:sure|certain|clear|known|available|provided|given|mentioned|stated|specified|enough"
    r"|possible|found|determin\w+)\b|(?:unsure|uncertain|unable to|impossible to|hard to (?:say|tell))\b"
    r"|no (?:idea|way|clue)\b|(?:I|we) doubt\b|(?:[Ss]orry|apologi[sz]e)\b"
    r"|(?:[Ii]nsufficient(?= [a-z])|unclear|unspecified|unanswerable|undetermined|N/A)\b"
    r"|(?:lacks?|[Nn]o) (?:\w+ )?(?:information|data|details?|evidence|mention)\b"
    r"|(?:not|nothing) in the (?:\w+ )?(?:table|text|context|data)\b"
    r"|(?:information|data|details?) (?:is|are) missing\b"
    r"|(?:(?:do|does|did|could|was|am|(?<=['’])m)(?: not|n['’]t)|[Cc]annot|[Cc]an not|[Cc]an['’]t) (?:\w+ )?(?:to )?"
    r"(?:know|tell|say|show|state|mention|specify|provide|give|contain|indicate|list|find|answer|determin|infer"
    r"|identif|verif|confirm|establish|sure|certain|think))"
)
UNTOLD = re.compile(WORD + _UNTOLD)
"""Says that nothing tells: "I do not know", "The text does not say", "This cannot be determined"; not a denial, which
is sure: "It does not cover May 2008"."""
_UNSETTLED = re.compile(rf"{WORD}(?:{_UNTOLD}|{_WE_THINK}|(?:may|might) not\b|{_COULD_BE})")
# "20 years if the last one counts, otherwise 21"
_CONDITION = (
    r"(?:otherwise|unless|provided that)\b|(?:(?<=\d )|(?<=years )|(?<=months )|(?<=days ))if\b|(?<=, )if [^,;:\n]*\Z"
    r"|(?:in|ex)clusive\b[^.;\n]*\b(?:in|ex)clusive\b"
    r"|if [^.;\n]{0,40}?\b(?:count(?:s|ed|ing)?|includ(?:ed?|ing)|inclusive)\b|[Ii]f [^.,;\n]{1,40}\bwere\b"
    r"|(?<=\()\d[\d,]*(?: \w+)? (?:(?:ex|in)cluding|(?:ex|in)clusive|(?:not )?counting|without)\b"
)
CONDITION = re.compile(rf"{WORD}(?:{_CONDITION})")
"""Makes an answer hang on something that is left open."""
# Not sure of the answer that it gives: "It is probably Tesla.", "I don't know", "my guess", "Perhaps it was Tesla"
_HEDGE = re.compile(
    rf"{WORD}(?:(?:{_UNSURE}|unsure|uncertain|unclear|unknown|[Nn]ot (?:sure|certain|clear))\b|{_COULD_BE}|{_WE_THINK}"
    r"|I (?:do not|don['’]t|cannot|can not|can['’]t) (?:know|tell|say)\b|no idea\b|or (?:so|thereabouts)\b"
    r"|[Pp]lease verify\b|[Dd]ouble-check\b|(?:some|in) doubt\b|(?:one|another) possibility\b"
    r"|(?:[Ii]t seems|(?i:it|s?he|they) (?:seem|appear)(?:s|ed)? (?:that|to))\b"
    r"|(?:said|thought|believed|claimed|claims) to\b|(?:some|many|others|people) (?:say|believe|think|claim)\b"
    r"|(?<!\d)\d{1,2} ?% (?:chance|likely|sure|certain|confident)\b"
    r"|(?:hard|impossible|not possible) to (?:say|tell|know|determine)\b"
    r"|only one of\b|(?:according to|in|by|says?) (?:one|some|other|another) (?:source|account|count)s?\b"
    r"|[Ss]ome (?:say|claim|think|count)\b|once thought\b|\A(?:Alleg|Report)edly\b"
    rf"|possible(?<!not possible) (?:that|he|she|it)\b|{_CONDITION}|(?:{_UNSURE.title()}) [a-z\d])"
)
SENTENCE_END = re.compile(  # not "A.C. Milan", "Jan. 4"
    r"[;.!?](?<!\b[A-Z\d][.!?])(?<!\b[A-Z][a-z][.!?])(?<!\bInc[.!?])(?<!\bLtd[.!?])(?!(?<=\b[A-Z][a-z]{2}\.)\s\d)[*_]*\s+"
)
_OFFERED = r"(?:possible|potential) (?:answers?|candidates?)|candidates|options|one of (?:the following|these|them)"
_REJECTED = "false|wrong|incorrect|(?:exclud|eliminat)e[sd]?|(?:discard|reject)(?:s|ed)?|rul(?:e[sd]?|ing)[ -]out"
# Introduces names that are no answer, or not yet: "Ruled out:", "Candidates:"
OFFERS = re.compile(rf"{WORD}(?:{_OFFERED}|{_REJECTED})\b", re.IGNORECASE)
# A single word that denies, doubts or offers.
_DENIAL = re.compile(
    rf"{WORD}(?:not?|none|nor|never|nothing|hardly|nearly|formerly|at (?:most|the earliest)|exclusive|{_REJECTED}"
    rf"|refused|declined|except(?:ion)?|failed|denied|missing|left out|untrue|{_UNSURE}|but|however|although|though"
    rf"|instead|alternative(?:ly)?|or|also|unless|whether|otherwise|opposite|suppose|e\.g"
    rf"|for (?:example|instance)|{_OFFERED})\b|n['’]t\b|[✗✘❌]",
    re.IGNORECASE,
)
_SUBJECTS = "He|She|They|It|I|We|You|There|This|That|These|Those|Let|So|Thus|Therefore"
_EVENTS = "died|lasted|came"
_STATEMENT = re.compile(rf"\b(?:{_EVENTS})\b")
_SENTENCE = re.compile(rf"{WORD}(?:{VERBS})\b|^(?:{_SUBJECTS})\b,? [a-z]")
_CAREFUL = (
    f"and|then|plus|as|along|followed|both|first|only|just|or|unknown|unclear|unsure|uncertain|undetermined|indeterminate|{_UNSURE}"
    "|either|neither|might|may|could|idk|sorry|definitely|certainly|clearly|rather|instead"
)
# Every text without marks that says that no answer is right has one of them.
_NEGATIVE = (
    "not|no|none|nobody|noone|no-one|nothing|never|cannot|unable|impossible|unanswerable|none/unanswerable|insufficient"
    "|lacks|silent|null|n/a|empty|∅"
)
PROSE_WORDS = frozenset(f"{VERBS}|{_EVENTS}|{_SUBJECTS}".split("|")) | {
    form for word in f"{_CAREFUL}|{_NEGATIVE}".split("|") for form in (word, word.capitalize(), word.upper())
}
"""Words that a line without marks is read with care for. A line without any of them is names."""

# "I am not sure", "I could be mistaken"
_I_AM_UNSURE = re.compile(
    rf"{WORD}(?:I(?:(?:['’]m| am| was| (?:might|may|could) be)"
    r" (?:not (?:[\w%]+ )?(?:sure|certain|confident)|wrong|mistaken|unsure)\b"
    r"| (?:might|may|could) have mis)|grain of salt\b)|\((?:not verified|unverified)\b",
    re.IGNORECASE,
)
# "Wait, ...", "Actually, ...", "Edit: ...", "I was wrong", "That is not correct"; not "Sorry for the delay"
_RETRACTION = re.compile(
    r"(?:^|[.!?\n]|,(?= so (?:that|this|the|my)\b)|[\u2013\u2014](?= (?:no,|wait\b)))[\s*_“'(>]{0,8}"
    r"(?:(?:note|disclaimer)[*_]{0,2}:[*_]{0,2}\s)?(?:(?:but|so|oh|no|hmm{0,5}|well|however)\b[\s,.!*]{1,4})?"
    r"(?:wait|actually|correction|hmm{0,5}|hold on|scratch that|on second thoughts?|oops|sorry|no(?=,)"
    r"|(?:my )?confidence(?: level)?[*_]{0,2}:[*_ ]{0,3}(?:(?:very )?low|[0-4]?\d(?:\.\d+)?(?= ?%))|or:"
    r"|(?:an?other|an alternative|alternative|a second) (?:\w+ )?(?:possibility|possible|option|answer|candidate)"
    r"|[^.!?\n]{1,60} should (?:also )?be (?:included|counted|added)"
    r"|I (?:cannot|can not|can['’]t) be (?:sure|certain)|I take (?:that|it|this) back"
    r"|alternatively(?::|,? (?:(?:it|this|that|the answer) )?(?:could|might|may|would|is|was)\b|,? (?=(?-i:[A-Z\d])))"
    r"|[^.!?\n]{1,60} (?:is|are|would be) (?:(?:also|equally) (?:possible|right|correct|valid)|right as well)"
    r"|(?:it|this|the answer) (?:could|might|may) also be"
    r"|(?:please )?(?:ignore|disregard) (?:that|this|the above|my|the (?:\w+ )?answer)"
    r"|(?:edit|(?:revised|corrected)(?: (?:final )?answer)?)[*_]{0,2}:|I made an? (?:mistake|error)"
    r"|(?:that|this|it|the (?:answer )?above|(?:my|this|that|the) (?:final )?answer)"
    r"(?:(?:['’]s| is| was| seems| (?:may|might|could)(?: well)? be)(?: actually)?"
    r" (?:wrong|incorrect|mistaken|not (?:right|correct)"
    r"|(?:(?:just|only|merely) )?(?:an?|my) (?:\w+ )?(?:guess|placeholder))"
    r"| (?:cannot|can['’]t) be (?:right|correct)"
    r"| (?:is|was)n['’]t (?:right|correct)))(?:\b|(?<=:))(?! for (?:the|any|my)\b)",
    re.IGNORECASE,
)
NOT_BUT = re.compile(
    r"(?:(?:it|this|that|[^;:!?\n]{1,60}?(?= was| is))(?: is| was|['’]s) )?"
    r"(?:not|rather than|instead of) (?P<other>[^;:!?\n]{1,80}?),?"
    r" (?:but (?:rather )?|(?:it|this|that) (?:is|was) )(?P<answer>[^\n]+)",
    re.IGNORECASE,
)
"""Denies one answer, and gives another: "Not Tesla, but SpaceX", "Rather than Tesla, it was SpaceX"."""
_REASON = re.compile(
    r",?\s\(?(?:(?:because|since|according\s+to)\b|as\s+(?:its?|his|her|their|he|she|they|the|there|that|this|(?-i:(?!I\b)[A-Z]\w*))\b)",
    re.IGNORECASE,
)
REMARK_AT_END = re.compile(
    r"(?P<said>[^()]*[^()\s])\s*\((?!\s*(?:or|and|plus|maybe|perhaps|possibly|no|actually|wait)\b)(?P<remark>[^()]*)\)[\s.]*",
    re.IGNORECASE,
)
"""A remark in brackets at the end of an answer that gives no other: "15 years (5 years in one team, 10 in another)"."""
_IS_RIGHT = re.compile(
    r"\b(?:that|this|it|which|answer) (?:is|was) (?:indeed )?(?:right|correct|confirmed)\b", re.IGNORECASE
)
# After "Wait, ...": "... yes, that is right"
_CONFIRMATION = re.compile(rf"\b(?:so|but|and)? ?yes\b|{_IS_RIGHT.pattern}", re.IGNORECASE)
_NO = re.compile(r"\W*no\b", re.IGNORECASE)
_DENIED = re.compile(
    rf"(?:\b(?:not|never|neither|nor|or|about|nearly|hardly|former|whether|if|assum(?:e|ing)|suppos(?:e|ing)"
    rf"|{_UNSURE})|n['’]t)"
    r"(?: be| in| an?| (?:(?:true|the case) )?that)?[\s$\\(\[*_\"'`:]*$",
    re.IGNORECASE,
)
# "Explanation: ...", "Because ..." in a paragraph of its own, a last line "These are his clubs."
_EXPLANATION = re.compile(
    r"\n[ \t]{0,8}[*_#>]{0,6}[ \t]{0,4}(?:explanation|reason(?:s|ing)?|justification|rationale|note|evidence|why)"
    r"[ \t]{0,4}[*_]{0,3}[ \t]{0,4}[:?]"
    r"|\n[ \t]{0,8}\n[ \t]{0,8}(?=(?:this is because|because|according to the|based on the|as (?:stated|mentioned))\b)"
    r"|\n[ \t]{0,8}(?:these|those) (?:are|were) (?:all )?(?:the|her|his|their|its) [\w ',-]{1,60}[.!]?\s*\Z"
    r"|\n[ \t*_(]{0,8}(?:all|both)(?: (?!not\b)\w+){0,3} (?:overlap|fall within|fell within|include|cover|contain)"
    r"(?: (?!(?:not|but|except|only)\b)[\w'\u2019-]+){1,15}\.?[\s*_)]*\Z",
    re.IGNORECASE,
)
# A pattern that begins with a character, as this and the next do, is searched for by that character.
# "Let me know if ...", "I hope this helps!", "Would you like ...?"
_POLITE = (
    r"[.!?\n](?:(?<=\n)[ \t]{0,8}|(?<!\n) )"
    r"(?:(?:please )?let me know|I hope|hope (?:this|that|it)|feel free"
    r"|if you(?: have| need| want,?| would like,?|['’]d like,?)"
    r"|(?-i:Is there anything|Would you like|Do you (?:have|need|want)|Want me|Shall I|Should I|Can I)(?=[^\n]*\?))"
    r" [^\n]{1,120}\s*"
)
_CLOSING = re.compile(rf"{_POLITE}(?:{_POLITE}){{0,2}}\Z", re.IGNORECASE)
# "Source: fact 2", "(Confidence: 95 %)", "[1] Wikipedia" in the last lines
_SOURCES = re.compile(
    r"\n(?:[ \t]*[-*_]{3,}[ \t]*\n)?"
    r"(?:[ \t]{0,8}[*_#>(\[]{0,6}(?:sources?|references?|citations?"
    r"|confidence(?!.{0,12}\b(?:low|(?<!\.)[0-4]?\d(?:\.\d+)? ?%)))\b[^\n:]{0,20}:[^\n]*"
    r"(?:\n[ \t]{0,8}(?:[-*\u2022][ \t]|\[\^?\d|\d{1,3}[.)][ \t])[^\n]+)*"
    r"|[ \t]*(?:\n[ \t]{0,8}(?:\[\^?\d{1,3}\]:?|[\u00b9\u00b2\u00b3])[ \t][^\n]+)+"
    r"|[ \t]*\n[ \t]{0,8}this (?:answer )?is based on\b[^\n]+)\s*\Z",
    re.IGNORECASE,
)
_MAX_CLOSING = 500


def is_doubt(text: str, *, anywhere: bool = False) -> bool:
    """Whether the text doubts, denies or refuses; ``anywhere`` also takes single words such as "not" and "but"."""
    return is_unsettled(text) or bool(_DENIES.search(text) or (anywhere and _DENIAL.search(text)))


def is_unsettled(text: str) -> bool:
    """Whether the text is not sure, or says that nothing tells: "The text does not say."; not "It was not Tesla."."""
    text = text.strip()
    return bool(text.endswith("?") or DOUBT_START.match(text.rstrip(" .!")) or _UNSETTLED.search(text))


def is_hedged(text: str) -> bool:
    """Whether the text says that it is not sure of its answer, be that yes or no."""
    return text.rstrip(" \n.)]").endswith("?") or _HEDGE.search(text) is not None


def leaves_open(text: str) -> bool:
    """Whether the text doubts or denies anything, by a single word even, or is not sure."""
    return is_doubt(text, anywhere=True) or is_hedged(text)


def before_reason(text: str) -> str:
    """The text before the reason for its answer: "413, since June is not complete"; the whole if it is not sure."""
    reason = None if is_hedged(text) else _REASON.search(text)
    return text[: reason.start()] if reason else text


def before_remark(text: str) -> str:
    """The text before a remark in brackets at its end that doubts nothing: "4 July (his death was on 9 May)"."""
    found = REMARK_AT_END.fullmatch(text)
    return text if found is None or leaves_open(found["remark"]) else found["said"]


def is_denied(before: str) -> bool:
    """Whether the text before an answer denies it, or leaves a choice: "it is not", "or maybe"."""
    return _DENIED.search(before[-40:]) is not None


def is_retraction(text: str, *, in_line: bool = False, of: str = "") -> bool:
    """Whether what follows an answer takes it back: "Wait, ...", "I am not sure"; not "Wait, ... yes, that is right".

    Args:
        text: what follows; ``in_line``: a line with the answer at its beginning.
        of: the answer, if it is known; a "yes" takes back a "no".
    """
    found = _RETRACTION.search(text, 1 if in_line else 0) or _I_AM_UNSURE.search(text)
    confirmed = _IS_RIGHT if _NO.match(of) else _CONFIRMATION
    return found is not None and confirmed.search(text, found.end()) is None


def without_closing(text: str) -> str:
    """The text without polite words at its end, "I hope this helps!", and without its sources: "Source: fact 2"."""
    begin, end = text[:-_MAX_CLOSING], _without_polite(text[-_MAX_CLOSING:])
    without_sources = _SOURCES.sub("", end)
    if without_sources == end or not (begin + without_sources).strip():
        return begin + end
    return begin + _without_polite(without_sources)


def _without_polite(text: str) -> str:
    found = _CLOSING.search(text)
    return text if found is None else text[: found.start()] + found[0][0].strip()  # a full stop before it stays


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
    line = line.strip(" \t\r\n*_()")
    return is_sentence(line) or (line.endswith((".", ":")) and line.count(" ") >= 4)
