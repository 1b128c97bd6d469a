"""The words by which the reader of answers tells prose from names, and doubt, denial and refusal from an answer."""

# ruff: noqa: RUF001

import re


class NotRead(Exception):
    """Raised inside the reader for a text that is not an answer; the message becomes the ``reason``."""


DOUBT = "doubt or refusal"
TAKEN_BACK = "an answer that is taken back"
"""Reasons that several rules give."""

VERBS = (
    "is|are|was|were|has|have|had|does|did|will|would|been|works|plays|held|holds|led|won|owns|became|left|began|ran|took"
    "|used|flew|taught|made|built|wrote|fought|bought|got|went"
    "|mentions|asks|shows|show|covers?|includes?|falls|lies|(?<!, )[a-z]{2,}[^e\\W]ed(?<!hundred)(?<!lasted)(?! by\\b)"
)
"""The verbs of sentences, for patterns."""
THEREFORE = r"so|thus|hence|therefore|consequently|accordingly|as\s+a\s+result"
"""What begins a conclusion; for patterns that ignore case."""
IN_SHORT = r"in\s+(?:short|summary|conclusion|brief)|to\s+(?:sum\s+up|summarize|conclude)|overall|TL;?DR"
"""What begins a summary; for patterns that ignore case."""
ARROW = re.compile(r"(?:[\u2192\u21d2\u27a1\u2234]\ufe0f?|[=-]>)\s*")
"""Points to a result."""
WORD = r"(?<!\w)"
"""Where a word begins, for patterns of words; ``\\b`` is also where it ends, and takes longer to look for."""
SOURCE = re.compile(
    r"(?i)(?:based\s+on|according\s+to|looking\s+at|checking|\Afrom)\s+(?:the|this|these)\s+"
    r"(?:(?:given|provided|above)\s+)?"
    r"(?:context|articles?|texts?|passages?|paragraphs?|documents?|facts?|dates?|timeline|information|table)"
    r"(?:\s+(?:given|provided|above))?,"
    r"\s+(?:it\s+(?:was|is)\s+(?!not\b))?"
)
"""Names the source of a sentence, at its beginning: "According to the article, "."""
UNSURE = (
    "maybe|perhaps|possibly|sometime|at some point|probably|likely|likeliest|unlikely|doubtful|presumably|apparently"
    "|supposedly|ambiguous|tentative|tentatively|hypothetically|theoretically|in theory|allegedly|reportedly|disputed"
)
REASON_FIRST = re.compile(r"(?i)\A(?:(?:however|but),?\s)?(?:since|because|as|if(?= today is\b))\b.*,\s(?!\d{4}\b)")
"""A sentence up to the clause that it gives the reason for: "Since May 1 was a Wednesday, May 9 was a Thursday."."""
# Not "A.C. Milan", "1. FC Ur", "Jan. 4", "91 vs. 94 years", "i.e. in 1902"; but behind a value of one digit: "week 8.",
# "9 - 2 = 7."
SENTENCE_END = re.compile(
    r"[;.!?](?:(?<!\b[A-Z\d][.!?])|(?<=week \d\.)|(?<=[=<>] \d\.))(?<!\b[A-Z][a-z][.!?])(?<!\bInc[.!?])(?<!\bLtd[.!?])"
    r"(?<!\bvs\.)(?<!\bi\.e\.)(?<!\be\.g\.)(?!(?<=\b[A-Z][a-z]{2}\.)\s\d)[*_]*\s+"
)
SENTENCES = re.compile(rf"{SENTENCE_END.pattern}|\n\s*")
"""Stands between sentences, and between lines."""
_SUBJECTS = "He|She|They|It|I|We|You|There|This|That|These|Those|Let|So|Thus|Therefore"
_VERBS_BESIDE_NUMBERS = "died|lasted|came|overlap|fall|fit|lie"
_STATEMENT = re.compile(rf"\b(?:{_VERBS_BESIDE_NUMBERS})\b")
_SENTENCE = re.compile(rf"{WORD}(?:{VERBS})\b|^(?:{_SUBJECTS})\b,? [a-z]")
_CAREFUL = (
    f"and|then|plus|as|along|followed|both|first|only|just|or|unknown|unclear|unsure|uncertain|undetermined|indeterminate|{UNSURE}"
    "|either|neither|might|may|could|idk|sorry|definitely|certainly|clearly|rather|instead"
)
NEGATIVE = (
    "not|no|none|nobody|noone|no-one|nothing|never|cannot|unable|impossible|unanswerable|none/unanswerable|insufficient"
    "|lacks|silent|null|n/a|empty|∅"
)
"""Words of which every text without marks has one that says that no answer is right; for patterns."""
NOBODY = "keiner|keine|keines|niemand|aucun|aucune|personne|ninguno|ninguna|nadie|\u6ca1\u6709|\u65e0"
"""Words of other languages that say that no answer is right; for patterns."""
PROSE_WORDS = frozenset(f"{VERBS}|{_VERBS_BESIDE_NUMBERS}|{_SUBJECTS}".split("|")) | {
    form for word in f"{_CAREFUL}|{NEGATIVE}|{NOBODY}".split("|") for form in (word, word.capitalize(), word.upper())
}
"""Words that a line without marks is read with care for. A line without any of them is names."""


def is_sentence(text: str) -> bool:
    """Whether the text has the verb of a sentence, in lower case."""
    return _SENTENCE.search(text) is not None


def is_statement(text: str) -> bool:
    """As :func:`is_sentence`, or with a verb beside which a number is a value: "Ann died first", "lasted 4 years"."""
    return is_sentence(text) or _STATEMENT.search(text) is not None


# "(July 7 - 3 days)"; not "(or July 5)"
_IN_BRACKETS = re.compile(r"(?i)\((?!(?:or|and|also|plus)\b)[^()]*[ ][^()]*\)\.?")


def is_reason(line: str) -> bool:
    """Whether a line reads as a sentence that explains: it has a verb, ends as one of five words or more does, or
    stands in brackets."""
    line = line.strip(" \t\r\n*_")
    if _IN_BRACKETS.fullmatch(line):
        return True
    line = line.strip(" *_()")
    return is_sentence(line) or (line.endswith((".", ":")) and line.count(" ") >= 4)


# Most patterns below follow WORD, which is found faster once than before each of many alternatives. They are in lower
# case where names have capitals: "Tomorrow Never Dies" is a name.

DOUBT_START = re.compile(
    r"(?i)(?:(?:it|this|that|he|she|they)(?:['’]s| is| was| were| are)? )?"
    r"(?:(?:definitely|certainly|clearly|probably) )?(?:not|neither)\b"
    rf"|(?:{UNSURE}|either)\b"
    r"|(?:unknown|unclear|uncertain|unsure|undetermined|indeterminate|insufficient \w+|not sure|idk|\?+)"
    r"(?=$|[;:(,]|\s[(\u2013\u2014-])"
)
"""Begins a doubt or a denial."""

_UNTOLD = (
    # "not mentioned", "unable to say"
    r"(?:(?:not |(?<=n['’]t ))(?:sure|certain|clear|known|available|provided|given|mentioned|stated|specified|enough"
    r"|possible|found|determin\w+)\b|(?:unsure|uncertain|unable to|impossible to|hard to (?:say|tell))\b"
    r"|no (?:idea|way|clue)\b|(?:I|we) doubt\b|(?:[Ss]orry|apologi[sz]e)\b"
    # "Insufficient data", "no mention", "nothing in the text"
    r"|(?:[Ii]nsufficient(?= [a-z])|unclear|unspecified|unanswerable|undetermined|N/A)\b"
    r"|(?:lacks?|[Nn]o) (?:\w+ )?(?:information|data|details?|evidence|mention)\b"
    r"|(?:not|nothing) in the (?:\w+ )?(?:table|text|context|data)\b"
    r"|(?:information|data|details?) (?:is|are) missing\b"
    # "I do not know", "cannot be determined"
    r"|(?:(?:do|does|did|could|was|am|(?<=['’])m)(?: not|n['’]t)|[Cc]annot|[Cc]an not|[Cc]an['’]t) (?:\w+ )?(?:to )?"
    r"(?:know|tell|say|show|state|mention|specify|provide|give|contain|indicate|list|find|answer|determin|infer"
    r"|identif|verif|confirm|establish|sure|certain|think))"
)
UNTOLD = re.compile(WORD + _UNTOLD)
"""Says that nothing tells: "I do not know", "The text does not say", "This cannot be determined"; not a denial, which
is sure: "It does not cover May 2008"."""

_COULD_BE = r"(?:(?:[Mm]ight|[Mm]ay|[Cc]ould)\b (?!not\b|never\b)(?:\w+ )?(?:be|have)\b|[Aa]ssuming\b)"
_WE_THINK = (
    r"(?:I|we)(?:['’]d| would)? (?:think|guess|believe|suspect|suppose|assume|estimate|lean|(?<=d )say)\b"
    r"|[Gg]uessing\b|guess\b|if (?:forced|I (?:had to|am|read|recall)|I['’]m)\b"
    r"|(?:unverified|unconfirmed|approximate|placeholder|low (?:confidence|certainty)|give or take|grain of salt)\b"
    r"|(?:not |(?<=n['’]t ))confident\b|(?:to be|not) (?:confirmed|verified)\b"
)
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

_HEDGE = re.compile(
    # "It is probably Tesla.", "Perhaps it was Tesla", "It seems that ..."
    rf"{WORD}(?:(?:{UNSURE}|unsure|uncertain|unclear|unknown|[Nn]ot (?:sure|certain|clear))\b|{_COULD_BE}"
    rf"|(?:{UNSURE.title()}) [a-z\d]|\A(?:Alleg|Report)edly\b"
    r"|(?:[Ii]t seems|(?i:it|s?he|they) (?:seem|appear)(?:s|ed)? (?:that|to))\b"
    rf"|possible(?<!not possible) (?:that|he|she|it)\b|(?:one|another) possibility\b|[Oo]nly one of\b|{_CONDITION}"
    # "my guess", "I don't know", "Please verify", "80 % sure"
    rf"|{_WE_THINK}|I (?:do not|don['’]t|cannot|can not|can['’]t) (?:know|tell|say)\b|no idea\b|or (?:so|thereabouts)\b"
    r"|(?:hard|impossible|not possible) to (?:say|tell|know|determine)\b"
    r"|[Pp]lease verify\b|[Dd]ouble-check\b|(?:some|in) doubt\b"
    r"|(?<!\d)\d{1,2} ?% (?:chance|likely|sure|certain|confident)\b"
    # "he is said to", "according to one source"
    r"|(?:said|thought|believed|claimed|claims) to\b|(?:some|many|others|people) (?:say|believe|think|claim)\b"
    r"|[Ss]ome (?:say|claim|think|count)\b|once thought\b"
    r"|(?:according to|in|by|says?) (?:one|some|other|another) (?:source|account|count)s?\b)"
)

# "did not", "can't"
_DENIES = re.compile(
    rf"{WORD}(?:(?:do|does|did|is|are|was|were|could|would|has|have|had)(?:n['’]t| not)|can['’]t|[Cc]an ?not)\b"
)
_OFFERED = r"(?:possible|potential) (?:answers?|candidates?)|candidates|options|one of (?:the following|these|them)"
_REJECTED = "false|wrong|incorrect|(?:exclud|eliminat)e[sd]?|(?:discard|reject)(?:s|ed)?|rul(?:e[sd]?|ing)[ -]out"
OFFERS = re.compile(rf"(?i){WORD}(?:{_OFFERED}|{_REJECTED})\b")
"""Introduces names that are no answer, or not yet: "Ruled out:", "Candidates:"."""

# A single word that denies, doubts or offers.
_DENIAL = re.compile(
    rf"(?i){WORD}(?:not?|none|nor|never|nothing|hardly|nearly|formerly|at (?:most|the earliest)|exclusive|{_REJECTED}"
    rf"|refused|declined|except(?:ion)?|failed|denied|missing|left out|untrue|{UNSURE}|but|however|although|though"
    rf"|instead|alternative(?:ly)?|or|also|unless|whether|otherwise|opposite|suppose|e\.g"
    rf"|for (?:example|instance)|{_OFFERED})\b|n['’]t\b|[✗✘❌]"
)
NOT_BUT = re.compile(
    r"(?i)(?:(?:(?:it|that)['’]s|[^;:!?\n]{1,60}? (?:was|is)) )?"
    r"(?:not|rather than|instead of) (?P<other>[^;:!?\n]{1,80}?),?"
    r" (?:but (?:rather )?|(?:it|this|that) (?:is|was) )(?P<answer>[^\n]+)"
)
"""Denies one answer, and gives another: "Not Tesla, but SpaceX", "Rather than Tesla, it was SpaceX"."""

# Before an answer: "it is not", "or maybe"
_DENIED = re.compile(
    rf"(?i)(?:\b(?:not|never|neither|nor|or|about|nearly|hardly|former|whether|if|assum(?:e|ing)|suppos(?:e|ing)"
    rf"|{UNSURE})|n['’]t)"
    r"(?: be| in| an?| (?:(?:true|the case) )?that)?[\s$\\(\[*_\"'`:]*$"
)


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


def is_denied(before: str) -> bool:
    """Whether the text before an answer denies it, or leaves a choice: "it is not", "or maybe"."""
    return _DENIED.search(before[-40:]) is not None
