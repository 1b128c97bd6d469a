"""The words by which the reader of answers tells prose from names: verbs, and what begins a conclusion."""

import re

VERBS = (
    "is|are|was|were|has|have|had|does|did|will|would|been|works|plays|held|holds|led|won|owns|became|left|began|ran|took"
    "|used|flew|taught|made|built|wrote|fought|bought|got|went"
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
UNSURE = (
    "maybe|perhaps|possibly|sometime|at some point|probably|likely|likeliest|unlikely|doubtful|presumably|apparently"
    "|supposedly|ambiguous|tentative|tentatively|hypothetically|theoretically|in theory|allegedly|reportedly|disputed"
)
SENTENCE_END = re.compile(  # not "A.C. Milan", "Jan. 4"
    r"[;.!?](?<!\b[A-Z\d][.!?])(?<!\b[A-Z][a-z][.!?])(?<!\bInc[.!?])(?<!\bLtd[.!?])(?!(?<=\b[A-Z][a-z]{2}\.)\s\d)[*_]*\s+"
)
_SUBJECTS = "He|She|They|It|I|We|You|There|This|That|These|Those|Let|So|Thus|Therefore"
_EVENTS = "died|lasted|came"
_STATEMENT = re.compile(rf"\b(?:{_EVENTS})\b")
_SENTENCE = re.compile(rf"{WORD}(?:{VERBS})\b|^(?:{_SUBJECTS})\b,? [a-z]")
_CAREFUL = (
    f"and|then|plus|as|along|followed|both|first|only|just|or|unknown|unclear|unsure|uncertain|undetermined|indeterminate|{UNSURE}"
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
