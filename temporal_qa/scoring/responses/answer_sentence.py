"""The place of the answer in a free-text response: after "Final Answer:", in its concluding or its only sentence."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, pairwise
from string import whitespace

from temporal_qa.scoring.reading import conclusions
from temporal_qa.scoring.reading.endings import before_remark, is_retraction, without_closing, without_explanation
from temporal_qa.scoring.reading.markers import next_question, own_answer
from temporal_qa.scoring.reading.names import NameReader
from temporal_qa.scoring.reading.places import final_place
from temporal_qa.scoring.reading.short_values import SIMPLE_LENGTH
from temporal_qa.scoring.reading.wording import TAKEN_BACK, THEREFORE, NotRead, is_hedged, is_sentence
from temporal_qa.scoring.value_types import NoValue
from temporal_qa.text.dates import MONTH
from temporal_qa.text.durations import find_durations, with_plain_amounts
from temporal_qa.text.numbers import parse_number

_MARKER = re.compile(r"Final Answer(?: ?\*\*)?:")
# Other ways to mark the answer, used if the agreed one is missing: "the final answer is: November 25, 2021".
_LOOSE_MARKER = re.compile(
    r"\bfinal\s+answer\b[ \t]*(?:\([^()\n]{1,40}\))?[\s*_]*(?:[:\uff1a]|\bis\b[\s*_:]*)"
    r"|^[ \t*_#>]*final\s+answer[ \t*_]*(?=\n)", re.IGNORECASE | re.MULTILINE
)  # fmt: skip
# "Answer: ", "**Answer**" above a line
_LABEL = re.compile(r"(?i)[^\w\n]*answers?\b[\s*_]*(?:[:\uff1a\n])")
_READER = NameReader(None)
# A line between the marker and its answer: "The answer is:", "$$", a fence
_FILLER = re.compile(r"(?i)\s*+(?:(?:the )?(?:final )?answer(?: is)?[\s:*]*)?|\$\$|\\\[|```\w*")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
# Most responses end so. Of such an end nothing is to be taken off, which saves half of the time.
_SIMPLE_END = re.compile(rf"\nFinal Answer: ({SIMPLE_LENGTH.pattern})\s*\Z")
_MAX_END = 100  # letters at the end of a response in which a short form is looked for
ONE_SENTENCE = "one sentence"
"""The rule of a response that is one finished sentence: "He was king for 4 years."."""

_SUM = r"\d[\d\s.,+\-\u2212\u2013\u00d7*/\u00f7()]{0,80}=\s*"
# What stands before the result of a sum: "1990 - 1985 = ".
_SUM_BEFORE = re.compile(rf"(?<!\S)(?<!\bto )(?:\w+ = )?{_SUM}(?=[\d-])")
# Of lengths or with remarks, before a result at the end: "31 (Jan) + 28 (Feb) = ", "1998 plus 7 is ".
_SUM_IN_WORDS = re.compile(
    rf"(?<!\S)(?:{MONTH}\s)?\d[^=;:?!\n]{{0,80}}\s(?:[+\-\u2212\u2013\u00d7*]|plus|minus)\s[^=;:?!\n]{{1,80}}"
    r"(?:=|\u2192|\b(?:is|equals)\b)\s*(?=\d[\d.,]*(?:\s+(?:years?|months?|days?))?\W*\Z)"
)
# "(1868 - 1835 = 33)"
_SUM_IN_BRACKETS = re.compile(rf"\({_SUM}(?P<result>-?\d[\d.,]*)[^()]{{0,20}}\)")
_BOLD = re.compile(r"\*\*(?:(?<!\d\*\*)|(?!\d))")  # not "5**6"
_ABOUT = re.compile(r"(?i)(?:about|around|approximately|roughly)\s+")
_MAX_ALONE, _MAX_WORDS_ALONE = 60, 5
# The rest of a marker where the response was cut off: "Step 5: Final", "Final Answer: The".
_CUT_MARKER = re.compile(r"(?:Step \d+:\s*)?\bFinal(?:\s+Answer)?[\s*:]*(?:The(?: final(?: answer(?: is)?)?)?)?\s*$")
_STEP = re.compile(r"(?i)step \d+[.:]?")
_MAX_MARKERS = 100  # no released response has more than two
_CONCLUDING = re.compile(rf"(?i)(?:{THEREFORE}|in conclusion)\b[\s,]")
_DOUBTING = re.compile(r"(?i)\b(?:not|no|cannot|incorrect|unclear|unknown|however|(?-i:may)|might)\b|n't\b|=")
_QUOTED = re.compile(r'"[^"\n]{1,100}"')  # a title, "Don't Stop"
_SENTENCE_END = re.compile(r"\s(?:(?<=[.!?]\s)\s*(?=[A-Z*#\"(])|(?<=\n)\n*)")


def answer_lines(response: str) -> Iterator[tuple[str, str]]:
    """The texts that may hold the answer, the most likely first, each with the rule that found it.

    Raises ``NoValue`` where what follows the last marker takes its answer back.

    >>> list(answer_lines("He was born in 1837. Final Answer: 70 years"))
    [('70 years', '')]
    >>> list(answer_lines("Therefore, he was 70 years old. Final"))
    [('Therefore, he was 70 years old.', 'conclusion')]
    """
    simple = _SIMPLE_END.search(response, max(0, len(response) - _MAX_END))
    if simple and next_question(response) == len(response):
        yield simple[1], ""
    response = _without_sum(own_answer(without_closing(response), _is_alone))
    found = (list(islice(marker.finditer(response), _MAX_MARKERS)) for marker in (_MARKER, _LOOSE_MARKER))
    markers = _last_word(response, next(filter(None, found), []))
    end = next_question(response, markers[0].end()) if markers else 0
    markers = [marker for marker in markers if marker.start() < end]
    if markers and is_retraction(response[markers[-1].end() : end], in_line=True):
        raise NoValue(TAKEN_BACK)
    for marker in reversed(markers):
        lines = (found[0].strip(" *_\t\r\n") for found in _LINE.finditer(response, marker.end()))
        line = next(lines, "")
        if _FILLER.fullmatch(line):
            others = (each for each in lines if each and not _FILLER.fullmatch(each))
            line = next(others, "").removeprefix("> ").strip(" *_")  # quoted; beside the marker, ">" is a bound
            if line.startswith("- "):  # the first of several items is not the answer
                line = "" if next(others, "").startswith("- ") else line[2:]
        if line:
            yield line, ""
    if marked := "" if markers else otherwise_marked(response):
        yield marked, ""
    response = response.rstrip()
    cut = _CUT_MARKER.search(response, max(0, len(response) - _MAX_END))
    if not markers or cut:
        body = response[: cut.start()].rstrip(f"{whitespace}#*") if cut else response
        above, _, line = body.strip().rpartition("\n")
        *before, sentence = map(str.strip, _SENTENCE_END.split(line.replace("**", "")))
        # Only a finished conclusion counts: a response that was cut off earlier has no answer.
        is_finished = sentence.endswith(".") and not _DOUBTING.search(_QUOTED.sub("", sentence))
        if is_finished and _CONCLUDING.match(sentence):
            yield sentence, "conclusion"
        elif is_finished and not (above or before or cut or marked or is_hedged(sentence)):
            yield sentence, ONE_SENTENCE


def results_alone(text: str) -> str:
    """A short text without what stands before the result of a sum.

    >>> results_alone("1990 - 1985 = 5"), results_alone("4 years + 1 year = 5 years")
    ('5', '5 years')
    """
    return _SUM_BEFORE.sub("", _SUM_IN_WORDS.sub("", text))


def _without_sum(response: str) -> str:
    """The response without a last sum in brackets whose result it tells: "He was 33 years old (1868 - 1835 = 33)."."""
    *_, found = [None, *islice(_SUM_IN_BRACKETS.finditer(response) if "=" in response else (), _MAX_MARKERS)]
    rest = "" if found is None else response[: found.start()].rstrip() + response[found.end() :]
    is_told = found and re.search(rf"(?<![\d.]){re.escape(found['result'].rstrip('.,'))}(?!\d)", rest)
    return rest if is_told else response


def _last_word(response: str, markers: list[re.Match[str]]) -> list[re.Match[str]]:
    """The markers after the last one whose answer is taken back before the next: "Wait, no. ... Final Answer: 20"."""
    between = (response[one.end() : other.start()] for one, other in pairwise(markers))
    start = max((place for place, text in enumerate(between, 1) if is_retraction(text)), default=0)
    return markers[start:]


def otherwise_marked(response: str) -> str:
    """The answer in a tag, a box or JSON, after "Answer:" or "####", alone, or alone at the end; or nothing."""
    with suppress(NotRead):
        if (place := final_place(response)) is None:
            return _unmarked(response)
        after = response[place.end :]
        is_label = place.rule != "marker" or _LABEL.match(response, place.start)
        contents = [place.content] if isinstance(place.content, str) else place.content
        if len(contents) == 1 and (is_label or not after.strip()) and not is_retraction(after):
            return " ".join(contents[0].split())
    return ""  # several boxes, or "the answer is" amid a calculation that goes on


def _unmarked(response: str) -> str:
    """The answer that is all of a response but its reasons, or its last paragraph that is bold or concludes ("He
    was.\\n\\n**15 years**"), or the one item of its list or table; or nothing.

    A heading below which the response was cut off, "**Step 2**", is none.

    Raises:
        NotRead: several lines without an answer at their end.
    """
    content, reasons = without_explanation(response)
    if not reasons:
        content, reasons = _READER.above_reasons(content)
    alone = _BOLD.sub("", content).strip(" *_\t\r\n")
    if "\n" not in alone:
        alone = next(iter(conclusions.one_of_sentences(alone)), alone)
    elif not _is_alone(alone):
        found, _ = _READER.read(content)
        alone = found[0] if len(found) == 1 and not _STEP.fullmatch(found[0]) else ""
    is_open = is_retraction(reasons) or _CONCLUDING.match(_SENTENCE_END.split(reasons.strip())[-1])
    return alone if _is_alone(alone) and not (is_open or is_retraction(alone, in_line=True)) else ""


def _is_alone(text: str) -> bool:
    if len(text) > _MAX_ALONE or _CONCLUDING.match(text) or is_sentence(text):
        return False
    summed = _SUM_BEFORE.match(text) or _SUM_IN_WORDS.match(text)
    if len(before_remark(text[summed.end() if summed else 0 :]).split()) > _MAX_WORDS_ALONE:
        return False
    if re.search(r"\d", text):
        return True
    amount = with_plain_amounts(_ABOUT.sub("", text.removesuffix(".").removesuffix(" old")))  # in words
    lengths = find_durations(amount)
    return parse_number(amount) is not None or any(amount[each.start : each.end] == amount for each in lengths)
