"""The names in a text that is an answer and nothing else: a line, a list, or one name a line.

:mod:`~.response` says where in a response that text stands, and what the rules are.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from temporal_qa.scoring.reading.candidates import MAX_LINE, Candidates
from temporal_qa.scoring.reading.marks import LIST_MARK, without_marks, without_ornaments
from temporal_qa.scoring.reading.wording import (
    is_choice,
    is_doubt,
    is_no_answer,
    is_reason,
    is_retraction,
    is_sentence,
    unsettles,
)
from temporal_qa.text.dates import MONTH


class NotRead(Exception):
    """Raised inside the reader for a text that is not an answer; the message becomes the ``reason``."""


_NUMBER = re.compile(r"\d+")
_NUMBERED_CLUB = re.compile(r"\s*\d{1,2}\. [^\W\d_a-z]{2,4} \w")
_DAY_OF_DATE = re.compile(rf"\s*\d{{1,2}}\. {MONTH} \d", re.IGNORECASE)
# "Both Tesla and SpaceX", "It's Tesla", "So, Tesla", "As of May 2008, Tesla", and any label: "In summary: Tesla".
_LEAD = re.compile(
    r"(?:both|first|it['’]s|that['’]s)\s+|(?:so|thus|hence|therefore),\s+|(?:as\s+of|in|on|during)\s[^,\n]{1,30}\d,\s+|[^:：\n]{1,40}[:：]\s*",
    re.IGNORECASE,
)
# "He played for Tesla.", "The owner of the firm was Tesla.", "Tesla was his club."; not "He joined after Tesla."
_IN_SENTENCE = re.compile(
    r"(?:\s+(?:was|were|is|are|be|both|for|at|as|of|in|with|by|to|attended|joined|led|owned|held))+\s+(?:both |the )*"
)
# The last sentence of a last paragraph: "June is in this span. Therefore, he worked for Tesla."
_CONCLUSION = re.compile(
    r"(?:^|[.!?]\s)[\s*_#>]{0,8}(?:so|thus|hence|therefore|consequently|in conclusion)\b,?\s"
    r"((?:(?![.!?]\s)[^\n])*\.[*_\s]*)$",
    re.IGNORECASE,
)
_OTHER_TIME = re.compile(
    r"\b(?:before|after|until|than|prior|previously|formerly|left|resigned|replac|succeed|preced|followed)"
)
_SOURCE = re.compile(
    r"(?:based\s+on|according\s+to)\s+(?:the|this)\s+(?:(?:given|provided|above)\s+)?"
    r"(?:context|articles?|texts?|passages?|paragraphs?|documents?|facts?|information|table),\s+(?:it\s+(?:was|is)\s+)?",
    re.IGNORECASE,
)
_NUMBER_IN_LINE = re.compile(r"(?:\A|[,;]?\s+)\(?\d{1,2}[.)]\s+(?=\S)")
_BUT_NOT = re.compile(r",?\s+(?:(?:(?:and|but)\s+|\()?not|\(?rather\s+than|\(?instead\s+of)\s+", re.IGNORECASE)
_RULE = re.compile(r"(?:(?:```|~~~).*|[-*_=\s]{3,}|\$\$)?")
_JSON = re.compile(r"\{\s*[\"']?\w{1,40}[\"']?\s*:")
_DATE_WORDS = (
    r"(?:\b(?:from|to|until|till|through|since|between|and|in|of|present|now|today|onwards?|early|mid|late|years?|months?|days?"
    r"|born|died|held|b|d|facts?"
    r"|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|\d{1,4}(?:st|nd|rd|th)?)\b[\s,./–—-]*+)++"
)
_BRACKETS = re.compile(r"\s*(?:\([^()]{1,200}\)|\[[^\[\]]{1,200}\])")
_DATES_FROM = re.compile(r"(?=\s[(\[]|\s[–—-]\s|[:;]\s|,?\s(?:from|since|until|between|in|born|died|held)\b)")
_REMARK_OF_DATES = re.compile(rf"[\s,:;(\[–—-]+{_DATE_WORDS}[)\].\s]*", re.IGNORECASE)
_REMARK_OF_WORDS = re.compile(
    r"(?:[.!:]\s+|\s[-–—]\s+)(?=(?:He|She|They|It|This|These|His|Her|Their|In|From|I|According|Based|Because|Since)\b)"
    r"|\.\s+(?=[A-Z])"
    r"|\s[-–—]\s+(?=(?:he|she|they|it|this|these|his|her|their|from|because|since)\b)"
    r"|(?:\s[-–—]|:)\s+(?=[a-z]+(?: [\w,'’-]+){2})"
    r"|,?\s(?=(?:because|since|who|which|where|as)\b)"
)

_PLAIN = re.compile(r"[^\n*#:：!?]+")
_MAX_REMARKS = 10
_MAX_TITLE = 80
_MAX_LINES = 1_000


class NameReader:
    """Reads the names of an answer.

    Args:
        candidates: the names that it may have, or ``None``; without them commas and "and" part nothing.
        separator: what the question asks to put between two answers.
    """

    def __init__(self, candidates: Iterable[str] | None, separator: str) -> None:
        self._are_known = candidates is not None
        self._known = Candidates(candidates or ())
        core = re.escape(separator.strip() or separator).replace(r"\$", r"\$\s?")
        is_word = core[0].isalnum() and core[-1].isalnum()
        pattern = rf"(?<!\w){core}(?!\w)" if is_word else rf"\\{{0,2}}{core}(?:\$(?=\s))?"
        self._separator = re.compile(pattern, re.IGNORECASE)

    def read(self, content: str) -> tuple[list[str], str]:
        """The names, and the rule that read them: ``line``, ``list`` or ``lines``.

        Raises:
            NotRead: the content is doubt, refusal or prose.
        """
        lines = [line for line in content.splitlines() if not _RULE.fullmatch(line.strip())]
        if not lines:
            raise NotRead("nothing where the answer should be")
        if len(lines) > _MAX_LINES:
            raise NotRead("too many lines")
        has_rule = len(lines) > 1 and not lines[1].strip(" |:-")
        if (self._are_known or has_rule) and all(line.lstrip().startswith("|") for line in lines):
            return self._column(lines), "table"
        if len(lines := self._joined(lines)) == 1:
            return self._single(lines[0])
        if (items := self._items(lines)) is not None:
            return [name for item in items for name in self.line(item)], "list"
        if self._separator.search(lines[-1]) and not self._separator.search("\n".join(lines[:-1])):
            return self.line(lines[-1]), "line"
        return self._lines(content, lines), "lines"

    def are_all(self, text: str) -> bool:
        """Whether the text is candidates, or a sentence around them (where none are known, a plain line)."""
        text = text.strip()
        if not self._are_known:
            return len(text) <= _MAX_TITLE and _PLAIN.fullmatch(text) is not None and not is_reason(text)
        parts = map(without_marks, self._separator.split(text))
        return all(map(self._known.tile, parts)) or self.of_sentence(text) is not None

    def above_reasons(self, text: str) -> tuple[str, str]:
        """A line of candidates alone above sentences that explain it, and these; else the whole text, and nothing.

        Without candidates the line holds a number, or the sentences repeat it. A line may also be "None".
        """
        lines = text.splitlines(keepends=True)
        first = next((n for n, line in enumerate(lines) if self._explains(line)), 0)
        answer, reasons = "".join(lines[:first]), "".join(lines[first:])
        heads = [without_marks(line).rstrip(" .!") for line in lines[:first] if not _RULE.fullmatch(line.strip())]
        explained = all(is_reason(line) or LIST_MARK.match(line) or not line.strip() for line in lines[first:])
        if len(heads) != 1 or len(answer) > MAX_LINE or not explained or unsettles(reasons):
            return text, ""
        head, is_title = heads[0], "#" in answer or ":" in answer or len(answer) > _MAX_TITLE
        repeated = not is_title and (_NUMBER.search(head) or head.lower() in reasons.lower())
        is_answer = self._known.tile(head) if self._are_known else repeated
        return (answer, reasons) if is_answer or is_no_answer(head) else (text, "")

    def _explains(self, line: str) -> bool:
        """Whether a line is a reason, and no name that ends in a full stop as one does."""
        return is_reason(line) and not LIST_MARK.match(line) and not self._known.tile(without_marks(line))

    def of_sentence(self, text: str) -> list[str] | None:
        """The candidates that begin or end a sentence of one fact: "He led Tesla.", "Tesla was his club in 2008."."""
        is_one = "\n" not in (text := without_marks(text)) and len(text) <= MAX_LINE and is_sentence(text)
        if not self._are_known or not is_one or self._known.whole(text):
            return None
        for verb in islice(_IN_SENTENCE.finditer(text), _MAX_REMARKS):
            before, after = text[: verb.start()], text[verb.end() :]
            for part, words in (before, verb[0] + after), (after, before + verb[0]):
                part = without_marks(part)
                if is_sentence(words) and not _OTHER_TIME.search(words):
                    names = self._joined_names(part) or self._before_dates(part)
                    if names and self._is_beside(words, names):
                        return names
        return None

    def _joined_names(self, text: str) -> list[str] | None:
        """The candidates that make up a text, with connectors or the separator between them."""
        parted = [self._known.tile(without_marks(part)) for part in self._separator.split(text)]
        return [name for names in parted for name in names or ()] if all(parted) else None

    def _joined(self, lines: list[str]) -> list[str]:
        """The lines, one that begins or ends with the separator joined with the next to it."""
        joined = lines[:1]
        for line in lines[1:]:
            ends = [found.end() for found in self._separator.finditer(joined[-1])]
            if self._separator.match(line.lstrip()) or (ends and not joined[-1][ends[-1] :].strip()):
                joined[-1] += f" {line.strip()}"
            else:
                joined.append(line)
        return joined

    def _single(self, line: str) -> tuple[list[str], str]:
        """One line. Its list mark may belong to the name, as in "1. FC Köln"; candidates say so where there are any."""
        mark = LIST_MARK.match(line)
        is_day = _DAY_OF_DATE.match(line) is not None
        if mark is None or is_day or (_NUMBER.search(mark[0]) and self._separator.search(line)):
            return self.line(line), "line"
        item, number = line[mark.end() :], _NUMBER.search(mark[0])
        is_name = _NUMBERED_CLUB.match(line) or (number and int(number[0]) != 1)  # "3. Liga": no list begins with 3
        known = self._known.whole
        if known(without_marks(line)) or (is_name and not known(without_marks(item))):
            return self.line(line), "line"
        return self.line(item), "list"

    def _items(self, lines: list[str]) -> list[str] | None:
        """The items of a list, perhaps under a line that introduces it; remarks that are indented deeper are left."""
        marks = [LIST_MARK.match(line) for line in lines]
        if marks[0] is None and _introduces(lines[0]):
            lines, marks = lines[1:], marks[1:]
        if marks[0] is None:
            return None
        outer = [(line, mark) for line, mark in zip(lines, marks, strict=True) if _indent(line) <= _indent(lines[0])]
        if any(mark is None for _, mark in outer):
            return None
        return [line[mark.end() :] for line, mark in outer if mark]

    def _lines(self, content: str, lines: list[str]) -> list[str]:
        """One name a line, or a last paragraph of one line that candidates make up."""
        if self._are_known:
            parted = [self._known.tile(without_marks(line)) for line in lines[_introduces(lines[0]) :]]
            if all(parted):
                return [name for names in parted for name in names or ()]
            alone = content.rstrip().rpartition("\n")[0].endswith("\n") and not is_doubt(lines[-2].rstrip("? "))
            if alone and (names := parted[-1] or self._known.tile(_without_lead(without_marks(lines[-1])))):
                return names
            conclusion = _CONCLUSION.search(lines[-1]) if alone else None
            if conclusion and (names := self.of_sentence(conclusion[1])):
                return names
        elif all(len(line) <= 200 and not is_sentence(line) and not is_doubt(line) for line in lines):
            return [name for line in lines for name in self.line(line)]
        raise NotRead("several lines without a final answer")

    def _column(self, lines: list[str]) -> list[str]:
        """The names of a table's only column, or of the one column of candidates; no row may be denied."""
        rows = [[without_marks(cell) for cell in line.strip().strip("|").split("|")] for line in lines[1:]]
        rows = [row for row in rows if any(cell.strip(" :-") for cell in row)]
        if rows and all(len(row) == 1 for row in rows):
            return [name for row in rows for name in self.line(row[0])]
        columns = zip(*rows, strict=False) if self._are_known else ()
        named = [names for column in columns if None not in (names := [self._known.whole(cell) for cell in column])]
        if len(named) != 1 or any(is_doubt(cell, anywhere=True) for row in rows for cell in row):
            raise NotRead("a table without a column of names")
        return [name for name in named[0] if name]

    def line(self, text: str) -> list[str]:
        """The names of one line, or of one item of a list.

        Raises:
            NotRead: as :meth:`read`.
        """
        text = _SOURCE.sub("", without_marks(without_ornaments(text)), count=1)
        parts = [part for part in map(without_marks, self._separator.split(text)) if part]
        if len(parts) > 1:
            if self._known.whole(first := _without_lead(parts[0])):
                parts[0] = first
            if is_sentence(parts[0]) and is_doubt(parts[0]) and not self._known.whole(parts[0]):
                raise NotRead("doubt or refusal")
            return [name for part in parts for name in self._at_start(part) or self._parted(part) or [part]]
        text = parts[0] if parts else text  # a separator at an end joins nothing
        if len(text) > MAX_LINE:
            raise NotRead("a line too long for a name")
        if names := self._at_start(text):  # "No Overall Control in May 2008"
            return names
        if not text or is_no_answer(text):
            return []
        if is_doubt(text):
            raise NotRead("doubt or refusal")
        if is_retraction(text, in_line=True):
            raise NotRead("an answer that is taken back")
        if _JSON.match(text):
            raise NotRead("JSON that cannot be read")
        return self._parted(text) or [text]

    def _at_start(self, text: str) -> list[str] | None:
        """The candidate that a text is, or the candidates before a remark of dates."""
        if (name := self._known.whole(text)) is None:
            return self._before_dates(text)
        if text.endswith("?") and not name.endswith("?"):
            raise NotRead("doubt or refusal")
        return [name]

    def _before_dates(self, text: str) -> list[str] | None:
        """The candidates that make up what stands before a remark of dates: "Tesla (2004-2010)"."""
        for boundary in islice(_DATES_FROM.finditer(text), _MAX_REMARKS):
            names = self._joined_names(text[: boundary.start()])
            if names is not None and _REMARK_OF_DATES.fullmatch(text, boundary.start()):
                return names
        return None

    def _parted(self, text: str) -> list[str] | None:
        """The candidates that make up the line, but for remarks that name no other one.

        Raises:
            NotRead: a candidate stands among other words, or there is a choice between candidates.
        """
        candidates = self._known
        for tried in _trimmed(text):
            if (names := candidates.tile(tried)) is not None:
                return names
        for boundary in islice(_REMARK_OF_WORDS.finditer(text), _MAX_REMARKS):
            names, remark = candidates.tile(text[: boundary.start()]), text[boundary.end() :]
            if names and (is_sentence(remark) or remark[:1].islower()) and self._is_beside(remark, names):
                return names
        names = candidates.tile(_BRACKETS.sub("", text))
        if names and self._is_beside(" ".join(_BRACKETS.findall(text)), names):
            return names
        if but := _BUT_NOT.search(text):
            names = candidates.tile(text[: but.start()])
            if names is not None and candidates.tile(text[but.end() :].removesuffix(")")) is not None:
                return names
        mentioned = candidates.mentioned(text)
        if mentioned and is_choice(text, lambda part: candidates.tile(part) is not None):
            raise NotRead("a choice that is not made")
        if mentioned and is_sentence(text):
            raise NotRead("names among other words")
        return None

    def _is_beside(self, remark: str, names: list[str]) -> bool:
        """Whether a remark doubts nothing, and mentions no names but these."""
        return not is_doubt(remark, anywhere=True) and self._known.mentioned(remark) <= {*names}


def _without_lead(text: str) -> str:
    lead = _LEAD.match(text)
    return text if lead is None or is_doubt(lead[0], anywhere=True) else text[lead.end() :]


def _trimmed(text: str) -> Iterator[str]:
    yield text
    if text[0] + text[-1] in ("[]", "{}", "()", "<>"):
        yield text[1:-1]
    yield _without_lead(text)
    yield _NUMBER_IN_LINE.sub(", ", text).removeprefix(", ")


def _introduces(line: str) -> bool:
    return line.rstrip(" *_").endswith(":") and not is_doubt(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
