"""The answers that a marker such as "Final answer:" precedes, and where they end."""

# ruff: noqa: RUF001

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from temporal_qa.scoring.reading.marks import LIST_MARK
from temporal_qa.scoring.reading.wording import THEREFORE, is_sentence
from temporal_qa.text.dates import MONTH
from temporal_qa.timeline import ANSWER_SEPARATOR

Content = str | list[str]


class Place(NamedTuple):
    """A final answer: its content, a text or a list of texts, and where it begins and ends in the response."""

    rule: str
    content: Content
    start: int
    end: int


_NEXT_QUESTION = re.compile(
    r"(?i)\n[ \t*_#>\[]*(?:Question|Q|Human|User|Table|Facts|Article|Paragraphs|Context|Problem|Input|Instruction)"
    r"(?: ?\d+)?[*_\]]*:"
    r"|\n#{1,6} (?:Question|Problem|Input|Instruction)(?: ?\d+)?[ \t]*(?=\n)"
    # A question on dates stands alone in our prompts; not "Is it SpaceX, which he joined in 2008?", which one may ask
    # oneself.
    r"|\n[ \t]*\n(?=Wh|[IO]n|How|If|Some|To|I[ts]|Does)(?=[^\n\d]{0,200}\d)"  # a cheap look first
    r"(?=(?:What (?:date|day of the week)|Which (?:date|of the two)|[IO]n which"
    rf"|How (?:many|old)|If you (?:add|subtract)|Someone was born|(?:Today|It) is (?:\d|{MONTH})"
    rf"|(?:Is|Does) (?:\d|{MONTH})[^\n?]{{4,40}} (?:earlier|later|come))"
    r"[^\n?]{5,300}\?(?: \(Dates [^\n]{0,60})?[ \t]*\n)"
)


def next_question(text: str, start: int = 0) -> int:
    """Where a model that has answered goes on with a question of its own, which it may answer, too; or the end."""
    return found.start() if (found := _NEXT_QUESTION.search(text, start)) else len(text)


ANSWER = re.compile(r"\A\s*[*_#>]*(?:[Aa]nswers?|ANSWERS?|A)[ *_]*:")
"""Begins a response whose first line is its answer."""


def own_answer(text: str, is_answer: Callable[[str], bool]) -> str:
    """The text above a question of the model's own, if that is an answer and nothing else; else the whole text.

    >>> own_answer("A: 1910\\n\\nQ: And he?\\nA: 1920", str.isdigit), own_answer("Q: And he?\\nA: 1920", str.isdigit)
    ('A: 1910\\n', 'Q: And he?\\nA: 1920')
    """
    if (end := next_question(text)) == len(text):
        return text
    return text[:end] if is_answer(ANSWER.sub("", text[:end]).strip()) else text


_ADJECTIVE = (
    r"(?:(?:final|correct(?:ed)?|short|complete|full|right|true|actual|new|updated|revised|refined|improved|verified"
    r"|definitive)\s+){0,2}"
)
# "The answer is supported by fact 3" gives no answer.
_SAID_OF_ANSWERS = (
    "[a-z]{3,}ed|in|on|from|that|because|wrong|incorrect|mistaken|correct|right|valid|found|given|taken|drawn|shown|written"
    "|clear|final|consistent|unique|only|also|complete|unambiguous|straightforward|explicitly|directly"
    "|chosen|evident|obvious|simple"
)
# "Answer" in other languages, in lower case
_ABROAD = (
    "antwort", "antwoord", "réponse", "respuesta", "resposta", "risposta", "svar", "odpowiedź", "cevap", "jawaban",
    "trả lời", "ответ", "відповідь", "उत्तर", "答案", "答え", "回答", "답변", "정답", "답", "الإجابة",
)  # fmt: skip
_ANY_ABROAD = f"(?:{'|'.join(_ABROAD)})".replace(" ", "[ ]")
_IN_ENGLISH = rf"""
    ^ (?: [^\w\n(<\\{{"']{{0,12}} (?:(?:{THEREFORE}|in\ conclusion),?\s+)? (?:(?:the|my|our)\s+)?
        (?:{_ADJECTIVE}answers?(?:\(s\))?(?:\s+to\s+(?:the|this|your)\s+question)?|ans(?=:))[\].]?[ \t]*[*_]*[ \t]*
        (?:\([^()\n]{{1,60}}\)[ \t]*)? (?:[-=]>|[:：=→;]|[-–—](?=\s)|(?=\n)|(?<=(?-i:Final\ Answer))(?=\ (?-i:[A-Z\d])))
      | (?P<letter>) [ \t*_#>]{{0,8}} (?-i:A) [*_]*[:：] )
    | (?<!\w) (?: (?:(?:final|the|my)\s+{_ADJECTIVE}answers?|(?-i:Answers?))(?:\(s\))?[ \t]*[*_]*[ \t]*[:：]
      | (?P<in_prose>) (?:(?:the|my)\s+{_ADJECTIVE}|final\s+|^)answers?(?:\(s\))?
        (?:\s+to\s+(?:the|this|your)\s+question(?:,?\ ["“][^"”\n]{{1,200}}["”],?)?)?
        [ \t]*[*_]*[ \t]+(?:is|are|(?P<would>would\ be)|(?:should|must)\ be|comes\ to)\b
        (?!\s+(?-i:{_SAID_OF_ANSWERS}|not)\b)
        (?:\s+(?-i:therefore|thus|hence|clearly|simply|indeed|definitely|certainly)\b,?)? (?:\s+as\ follows)?\s*:? )
    """
_ABROAD_TOO = rf"""{_IN_ENGLISH}
    | {_ANY_ABROAD}(?:\ \w+){{0,2}}[是为為은는は]?[ \t]*[*_]*[ \t]*[:：]  # "Respuesta final:"
    | ^ [^\w\n]{{0,8}} (?:(?:die|la|le|el|a|o|het)\ )?{_ANY_ABROAD}  # "La respuesta es Tesla"
      (?:\ (?:ist|lautet|est|es|é|è|jest)\ (?=\W{{0,3}}(?-i:[^\W_a-zà-ÿ])) | [是为為은는は]\ ?(?=[^\s:：不没]))
    | ^[ \t]*(?:\*\*|\#{{1,6}}\ )[^\n:*]{{0,30}}{_ANY_ABROAD}(?:\ \w+){{0,2}}\**[ \t]*(?=\n)  # a heading
    """
_MARKER, _MARKER_ABROAD = (
    re.compile(each, re.VERBOSE | re.IGNORECASE | re.MULTILINE) for each in (_IN_ENGLISH, _ABROAD_TOO)
)


# "Tesla, as he ...", "Tesla."
_REASON = r"(?:[.,]?\s+(?:because|since|as|which|who|it|he|she|they)\b|\.?$)"
# An indent is the list's. The answer may stand in a fence.
_AFTER_MARKER = re.compile(r"(?:\*\*|__)?(?:\s*\n(?:[ \t]*(?:```|~~~)\w*\n)?|\s+)|(?:\*\*|__)$")


# Every text with a marker has this, which is found faster.
_MAY_HAVE_MARKER = re.compile(r"[nNA](?:swer|SWER|s:|(?<=A)(?<![^\n \t*_#>]A)[*_]*[:：])")
_IF = re.compile(r"(?i)\bif\b[^.!?\n]*\Z")
# "I do not think that the answer is Tesla.", "If I had to guess, the answer is ..."; not "It is not hard to see that"
_DENIED = re.compile(
    r"(?i)(?:\b(?:not(?! (?:hard|difficult))|never|cannot|nothing|impossible|false|untrue|unlikely|wrong|incorrect"
    r"|mistaken?|(?<!\bno )doubt\w*|rules? out|ruled out|exclude|refuse|denie[sd]|questionable|claims?|claimed|whether"
    r"|would (?:say|think|conclude|guess))\b|n['’]t\b)"
    r"(?:(?!\b(?:so|and|but|thus|hence|therefore)\b)[^.!?;:,\n])*\Z|\bguess,? \Z"
)
_MAX_BEFORE = 200
_BOLD_ENDS = re.compile(r"\*\*\s+(?=[A-Z])")
# "A: Tesla, B: SpaceX" gives options.
_OPTION_B = re.compile(r"(?:\n[ \t*_#>]{0,8}|[,;|]\s)B[*_]*[:：]")


def markers_in(text: str) -> Iterator[re.Match[str]]:
    """All the places where a text says that its answer follows.

    "A:" does, but not above an option "B:"; "If May counts, the answer would be ..." does not.
    """
    lowered = text.lower()
    is_abroad = any(word in lowered for word in _ABROAD)
    if not is_abroad and _MAY_HAVE_MARKER.search(text) is None:
        return
    has_options = _OPTION_B.search(text) is not None
    for marker in (_MARKER_ABROAD if is_abroad else _MARKER).finditer(text):
        is_option = marker["letter"] is not None and has_options
        before = "" if marker["in_prose"] is None else text[max(0, marker.start() - _MAX_BEFORE) : marker.start()]
        is_doubted = (marker["would"] and _IF.search(before)) or _DENIED.search(before)
        if not (is_option or is_doubted):
            yield marker


def marked(text: str) -> Place | None:
    """What follows the last "Final answer:", "Answer:" or "The answer is": its line, or the next lines if it is empty.

    A last "The answer is Tesla, as ..." that gives the reason for the answer before it is that answer.

    A list ends before the first line that is not an item. A paragraph ends before a blank line, or a line with a label
    such as "Explanation:".
    """
    if not (markers := list(markers_in(text))):
        return None
    marker = markers[-1]
    content, end = _after_marker(text, marker)
    if len(markers) > 2 and not text[end:].strip():  # an answer told again and again, until it was cut off
        told = {text[each.end() : after.start()].strip() for each, after in pairwise(markers[-3:])}
        one, _ = _after_marker(text, markers[-3])
        content = one if len(told) == 1 and one.startswith(content) else content
    if marker["in_prose"] is not None and len(markers) > 1:  # "Answer: Tesla ... The answer is Tesla as it ..."
        before, _ = _after_marker(text, markers[-2])
        content = before if re.match(rf"{re.escape(before)}{_REASON}", content) else content
    return Place("marker", content, marker.start(), end)


def _after_marker(text: str, marker: re.Match[str]) -> tuple[str, int]:
    """The answer after a marker, and where it ends."""
    start = mark.end() if (mark := _AFTER_MARKER.match(text, marker.end())) else marker.end()
    end = _block_end(text, start)
    content = text[start:end].rstrip()
    if content.endswith("**") and content.count("**") % 2:  # "**Answer: Tesla**"
        content = content.removesuffix("**")
    if content.count("**") == 1 and (closed := _BOLD_ENDS.search(content)):  # "**Answer: Tesla.** He led it."
        content, end = content[: closed.start()], start + closed.end()
    return content, end


_HASHES = re.compile(r"(?:^|\n)####[ \t]+(\S[^\n]{0,200})\s*\Z")


def hashed(text: str) -> Place | None:
    """What follows ``####`` in the last line, if no other line has it, as GSM8K's answers do."""
    found = _HASHES.search(text) if text.count("####") == 1 else None
    return found and Place("hashes", found[1], found.start(1), found.end(1))


_WORD = re.compile(r"\w[\w'’-]*")
_RULE = re.compile(r"\s*(?:(?:[-*_=]\s*){3,}|</?\w{1,20}>\s*)")
_FULL_STOP = re.compile(r"(?<!\b[A-Z])[.!][ *_]*\Z")  # not "Truro City F.C."
# How sentences begin that explain an answer.
_STARTS = ("The", "Both", "All", "Each", "Since", "Because", "As", "During", "According", "Only")
# "Explanation: ...", "period: 2004 to 2010"; not "also: SpaceX"
_LABELLED = re.compile(r"[\s*_#]*(?:[A-Z\u00c0-\u00de]\w+(?: \w+)?|date|period|years?|reason|note|source)[*_]*:[*_]*\s")


def _is_remark(line: str) -> bool:
    """Whether a line after an answer is a rule or a tag, has a label, stands in brackets, or is a sentence."""
    words, is_rule = _WORD.findall(line), _RULE.fullmatch(line)
    is_in_brackets = line.lstrip().startswith("(") and line.rstrip(" .").endswith(")")
    is_long = len(words) > 3 and (_FULL_STOP.search(line) or words[0] in _STARTS)
    return bool(is_rule or is_in_brackets or is_long or is_sentence(line) or _LABELLED.match(line))


def _block_end(text: str, start: int) -> int:
    """Where the paragraph or the list ends that begins at ``start``."""
    listed = LIST_MARK.match(text, start) is not None
    end = at = start
    for line in text[start:].split("\n"):
        if line.strip():
            goes_on = line.lstrip().startswith(ANSWER_SEPARATOR.lstrip())  # "$and Ann Lee, the second of the name."
            is_over = not LIST_MARK.match(line) if listed else not goes_on and _is_remark(line)
            if end > start and is_over:
                break
            end = at + len(line)
        elif not listed and end > start:
            break
        at += len(line) + 1
    return end
