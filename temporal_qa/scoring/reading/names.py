"""The names in a text that is an answer and nothing else: a line, a list, a table, or one name a line.

:mod:`~.response` says where in a response that text stands, and what the rules are.
"""

# ruff: noqa: RUF001

import re
from itertools import pairwise

from temporal_qa.scoring.reading import wording
from temporal_qa.scoring.reading.abstention import is_no_answer, is_none_at_last
from temporal_qa.scoring.reading.candidates import MAX_LINE
from temporal_qa.scoring.reading.conclusions import CONCLUDES, CONCLUSION, behind_reason, concluded
from temporal_qa.scoring.reading.endings import DATES_IN_BRACKETS, LABELLED_DATES
from temporal_qa.scoring.reading.events import orders_in
from temporal_qa.scoring.reading.line_forms import LABEL, MAX_TITLE, NUMBER, RULE, introduces, is_head, tells_value
from temporal_qa.scoring.reading.marks import DAY_OF_DATE, LIST_MARK, cells, without_marks, without_ornaments
from temporal_qa.scoring.reading.reasons import ReasonReader
from temporal_qa.scoring.reading.wording import NotRead, is_doubt, is_hedged, is_reason, is_sentence, is_statement
from temporal_qa.text.dates import find_dates

# Marks around all of a line, in which the number of a name or of an item would hide
_EMPHASIZED = re.compile(r"(\s*)(\*\*|__|[*_])(?=\S)((?:(?!\2)[^\n])+)\2[.\s]*")
# "1. FC Köln", whose number is part of the name
_NUMBERED_CLUB = re.compile(r"\s*\d{1,2}\. [^\W\d_a-z]{2,4} \w")
_BOLD = re.compile(r"\s*\*\*[^*\n]{1,200}\*\*[.\s]*")
_PLAIN = re.compile(r"[^\n*#:：!?]+")
# "Tesla ✅" above "SpaceX ❌"
_CROSS = "[✗✘❌✖]"
_TICKED, _CROSSED = (re.compile(rf"\A[\s*-]*{tick}|{tick}\ufe0f?\s*\Z") for tick in ("[✓✔✅]", _CROSS))
_TOTAL = re.compile(r"(?i)(?:(?:grand |in )?total|sum|result|age|difference)\b[^:=\n]{0,30}[:=]\s*\d")
# Before and within "Step 2: 1915 + 3 = 1918"
_STEP = re.compile(rf"(?i)\A\s*(?:[*_]*step \d+[.:)][*_:]*\s*|{LIST_MARK.pattern})")
_EQUALS = re.compile(r"\s(?:=|\u2192|->)\s")
_MAX_LINES = 1_000


class NameReader(ReasonReader):
    """Reads the names of an answer of one line or of several; see :class:`~.lines.LineReader`."""

    def read(self, content: str) -> tuple[list[str], str]:
        """The names, and the rule that read them: ``line``, ``list``, ``lines`` or ``table``.

        Raises:
            NotRead: the content is doubt, refusal or prose.
        """
        if not (lines := [line for line in content.splitlines() if not RULE.fullmatch(line.strip())]):
            raise NotRead("nothing where the answer should be")
        if len(lines) > _MAX_LINES:
            raise NotRead("too many lines")
        if re.search(_CROSS, content) and any(map(_CROSSED.search, lines)):
            stands_apart = _ends_apart(content) and not (_TICKED.search(lines[-1]) or _CROSSED.search(lines[-1]))
            ticked = list(filter(_TICKED.search, lines))
            lines = [*ticked, lines[-1]] if ticked and stands_apart else ticked or lines
        if self.asked_order and len(lines) > 1 and (names := self._of_first(lines)):
            return names, "sentence"
        rows = lines[introduces(lines[0]) :]
        has_rule = len(rows) > 1 and not rows[1].strip(" |:-")
        if rows and (self.are_known or has_rule) and all(row.lstrip().startswith("|") for row in rows):
            return self._column(rows), "table"
        if len(lines := self._joined(lines)) == 1:
            return self._single(lines[0])
        if not self.are_known and (result := _chained(lines)) and not is_doubt(content, anywhere=True):
            return self.line(result), "lines"
        if (items := self._items(lines)) is not None:
            return [name for item in items for name in self.line(item)], "list"
        if self._separator.search(lines[-1]) and not self._separator.search("\n".join(lines[:-1])):
            return self.line(lines[-1]), "line"
        return self._lines(content, lines), "lines"

    def _of_first(self, lines: list[str]) -> list[str] | None:
        """The one of two lives that a first line tells, above others that explain it: "Ann Lee died first.", and the
        dates of both in a list."""
        first, *others = (without_marks(LIST_MARK.sub("", line)).rstrip(" .:") for line in lines)
        is_first = not orders_in(first).isdisjoint(self.asked_order) and self.of_sentence(first)
        return self.of_sentence(". ".join((first, *others))) if is_first else None

    def are_all(self, text: str) -> bool:
        """Whether the text is candidates, or a sentence around them (where none are known, a plain line)."""
        text = text.strip()
        if not self.are_known:
            return len(text) <= MAX_TITLE and _PLAIN.fullmatch(text) is not None and not is_reason(text)
        return self._joined_names(text) is not None or self.of_sentence(text) is not None

    def concludes_below(self, content: str, below: str) -> bool:
        """Whether the answer stands below a sentence: "He led A.\\n\\nBased on the facts, in May 2008 he led B."."""
        if not wording.SOURCE.match(below) or not is_statement(content):
            return False
        told = self.known.mentioned(below) - self._event
        if told and told == {*(self.of_sentence(without_marks(content)) or ())}:
            return False  # the same once more
        return is_no_answer(below) or self.asked.has_time_of(below) or introduces(below.partition("\n")[0])

    def _joined(self, lines: list[str]) -> list[str]:
        """The lines, one that begins or ends with the separator joined with the next to it, and dates in brackets.

        A line of dates with a label, "Period: 2004 to 2010", is left out below known names.
        """
        if self.are_known and self.known.are_names:
            lines = [line for line in lines if not LABELLED_DATES.fullmatch(line)] or lines
        joined = lines[:1]
        for line in lines[1:]:
            *before, end = self._separator.split(joined[-1])
            is_rest = self._separator.match(line.lstrip()) or DATES_IN_BRACKETS.fullmatch(line.rstrip(" .*_"))
            if is_rest or (before and not end.strip()):
                joined[-1] += f" {line.strip()}"
            else:
                joined.append(line)
        return joined

    def _single(self, line: str) -> tuple[list[str], str]:
        """One line; if its names are not read, those before a reason that mentions others."""
        if names := self._before_others(line):
            return names, "line"
        try:
            names, form = self._line_or_item(line)
        except NotRead:
            if (before := self.of_sentence(line)) is None:
                raise
            return before, "line"
        before = None if all(map(self.known.whole, names)) else self.of_sentence(line)
        return (before, "line") if before else (names, form)

    def _line_or_item(self, line: str) -> tuple[list[str], str]:
        """One line. Its list mark may belong to the name, as in "1. FC Köln"; candidates say so where there are any."""
        mark = LIST_MARK.match(line := _without_emphasis(line))
        if mark is None or DAY_OF_DATE.match(line) or (NUMBER.search(mark[0]) and self._separator.search(line)):
            return self.line(line), "line"
        item, number = line[mark.end() :], NUMBER.search(mark[0])
        is_name = _NUMBERED_CLUB.match(line) or (number and int(number[0]) != 1)  # "3. Liga": no list begins with 3
        if self._at_start(without_marks(line)) or (is_name and not self._at_start(without_marks(item))):
            return self.line(line), "line"
        return self.line(item), "list"

    def _items(self, lines: list[str]) -> list[str] | None:
        """The items of a list, perhaps under a line that introduces it; remarks that are indented deeper are left."""
        lines = [_without_emphasis(line) for line in lines]
        head = "" if LIST_MARK.match(lines[0]) else wording.SENTENCE_END.split(lines[0])[-1]
        is_title = not self.asked_order and self.asked.has_words_of(without_marks(head))  # "Teams of Cy Poe (2003)"
        if head and not (introduces(lines[0]) or (is_title and self.known.mentioned(head) <= self._event)):
            return None
        lines = lines[1:] if head else lines
        indent = len(lines[0]) - len(lines[0].lstrip())
        marks = [LIST_MARK.match(line) for line in lines if len(line) - len(line.lstrip()) <= indent]
        if not all(marks):
            return None
        if head and (self._tells_other_time(head) or self.known.whole(without_marks(head))):
            raise NotRead("a list of something else")
        items = [mark.string[mark.end() :] for mark in marks if mark]
        if self._all_known(lines) and not self._all_known(items):  # "1. FC Köln\n1. FC Union Berlin"
            return None
        return items

    def _all_known(self, lines: list[str]) -> bool:
        return all(self.known.whole(without_marks(line)) for line in lines)

    def _lines(self, content: str, lines: list[str]) -> list[str]:
        """One name a line; or the last, if it stands apart or begins with "So": candidates, a conclusion or, where no
        names are known, words in bold, or a date or a length of time."""
        *above, last = lines
        plain = without_marks(without_ornaments(last))
        ends_apart = _ends_apart(content)
        may_be_none = (ends_apart or CONCLUDES.match(last)) and len(plain) <= MAX_LINE
        is_none = is_none_at_last(plain, of_asked_time=self.asked.has_time_of(plain))
        if may_be_none and (is_none or is_none_at_last(concluded(last))):
            if self._answers(above[0]) or self._answers(above[-1]):
                raise NotRead("names, and that there are none")
            return []
        is_bold = _BOLD.fullmatch(last) is not None and not any(map(_BOLD.fullmatch, above))
        is_total = _TOTAL.match(plain) and all(map(NUMBER.search, above[introduces(above[0]) :]))
        points = wording.ARROW.match(plain) or (last.startswith("= ") and not self.are_known)
        may_be_last = bool(ends_apart or points or is_total or CONCLUSION.match(last) or LABEL.fullmatch(above[-1]))
        is_open = self._leaves_unsure(above[-1]) or (is_head(above[-1]) and not introduces(above[-1]))
        is_last = may_be_last and not is_open
        if self.are_known:
            parted = [self._at_start(without_marks(without_ornaments(line))) for line in lines[introduces(lines[0]) :]]
            if all(parted):
                named, final = [name for names in parted[:-1] for name in names or ()], parted[-1] or []
                return final if ends_apart and {*final} <= {*named} else named + final
            names = self._at_start(plain) or self._after_lead(plain) or self._of_conclusion(last) if is_last else None
            facts = (self._restated(without_marks(line), at_any_time=True) for line in above)  # of which none answers
            if not names and not is_open and (ends_apart or not any(facts)):
                names = self._of_last_sentence(content)
            if names := names or self._concluding_list(lines):
                return names
            raise NotRead("several lines without a final answer")
        told = last if is_bold or is_total else behind_reason(last) or concluded(last)
        told = told or LABEL.sub("", last) * (tells_value(plain, above) or self.asked.tells_value(plain))
        if told and is_last and not is_hedged(last):
            return self.line(told)
        if all(len(line) <= 200 and not is_sentence(line) and not is_doubt(line) for line in lines):
            return [name for line in lines[introduces(lines[0]) :] for name in self.line(line)]
        raise NotRead("several lines without a final answer")

    def _answers(self, line: str) -> bool:
        """Whether a line above the last is names, or a sentence of one (where none are known, any), without dates."""
        plain = without_marks(line)
        if find_dates(plain) or introduces(line):
            return False
        return self.are_all(plain) or (self.of_sentences(line) is not None if self.are_known else is_statement(plain))

    def _concluding_list(self, lines: list[str]) -> list[str] | None:
        """The candidates of a list at the end, and nothing more, under a line such as "Therefore, he led:", "Based on
        the facts, he led:" or "In May 2008, he led:", the time of the question."""
        heads = (n for n, line in enumerate(lines) if introduces(line) and not LIST_MARK.match(line))
        start = max(heads, default=0)
        *before, head = wording.SENTENCE_END.split(without_marks(lines[start]))
        has_time = self.asked.has_time_of(head, ". ".join([*lines[:start], *before]))
        if not (CONCLUDES.match(head) or wording.SOURCE.match(head) or has_time):
            return None
        before = before or lines[start - 1 : start]
        if not before or any(map(self._leaves_unsure, before)):
            return None
        names = self._listed(lines[start + 1 :])
        return self.of_sentence(f"{head}: {', '.join(names)}") if names else None

    def _column(self, lines: list[str]) -> list[str]:
        """The names of a table's only column, or of the one column of candidates; no row may be denied."""
        rows = [row for row in map(cells, lines[1:]) if any(cell.strip(" :-") for cell in row)]
        is_denied = any("%" in cell or is_doubt(cell, anywhere=True) for row in rows for cell in row)
        numbers = [row[0] for row in rows if len(row) == 2 and not is_denied]
        if rows and (all(len(row) == 1 for row in rows) or numbers == [*map(str, range(1, len(rows) + 1))]):
            return [name for row in rows for name in self.line(row[-1])]
        columns = zip(*rows, strict=False) if self.are_known and not is_denied else ()
        named = [names for column in columns if None not in (names := [self.known.whole(cell) for cell in column])]
        if len(named) != 1:
            raise NotRead("a table without a column of names")
        return [name for name in named[0] if name]


def _ends_apart(content: str) -> bool:
    """Whether a blank line stands above the last one."""
    return content.rstrip().rpartition("\n")[0].endswith("\n")


def _chained(lines: list[str]) -> str:
    """The end of a sum that goes on from line to line, "Step 1: 1910 + 5 = 1915" above "Step 2: 1915 + 3 = 1918"."""
    parts = [[part.strip() for part in _EQUALS.split(_STEP.sub("", line))] for line in lines]
    goes_on = all(len(one) > 1 and one[-1] and other[0].startswith(one[-1]) for one, other in pairwise(parts))
    return parts[-1][-1] if goes_on else ""


def _without_emphasis(line: str) -> str:
    found = _EMPHASIZED.fullmatch(line)
    return line if found is None else found[1] + found[3]
