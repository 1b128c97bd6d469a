"""The names of one line: candidates with connectors and remarks beside them, or the line as it is.

:mod:`~.sentences` adds sentences around candidates, :mod:`~.names` texts of several lines.
"""

# ruff: noqa: RUF001

import re
from collections.abc import Iterator
from functools import cache, cached_property, reduce
from itertools import islice

from temporal_qa.scoring.reading import conclusions, endings, wording
from temporal_qa.scoring.reading.abstention import is_no_answer, is_none_at_last
from temporal_qa.scoring.reading.asked import Asked
from temporal_qa.scoring.reading.candidates import MAX_LINE, Candidates
from temporal_qa.scoring.reading.events import orders_in
from temporal_qa.scoring.reading.line_forms import without_leads
from temporal_qa.scoring.reading.marks import without_marks, without_ornaments
from temporal_qa.scoring.reading.wording import DOUBT, TAKEN_BACK, NotRead, is_doubt, is_sentence, is_statement
from temporal_qa.timeline import ANSWER_SEPARATOR

# "Ann Lee's", "Ann Lee's death came first."
_OF_A_LIFE = re.compile(r"['’]s?(?:\s+(?:birth|death|life))?[\s.]*\Z")
# "1. Tesla 2. SpaceX"
_NUMBER_IN_LINE = re.compile(r"[,;]?\s+(?:\(?\d{1,2}[.)]|\([a-h]\))\s+(?=\S)")
# "Whose Line Is It Anyway?": a title, and no doubt, which would not be in capitals.
_ASKING_TITLE = re.compile(
    r"(?:Who|Whose|What|Which|Where|When|Why|How|Is|Are|Do|Does|Did|Can|Will|Would|Have|Has)"
    r"(?= (?:(?:the|an?) )?[A-Z].* [A-Z])"
    r"(?: (?:[A-Z][\w'’]*|an?|the|of|to|in|on|it|and|or|for|be|is|at|by|with|from),?){2,15} ?\?"
)
# "Tesla, not SpaceX", "Tesla (rather than SpaceX)"
_BUT_NOT = re.compile(r"(?i)(?<!\bif),?\s+\(?(?:(?:(?:and|but)\s+)?not|rather\s+than|instead\s+of)\s+")
_NAME = re.compile(r"[A-Z][\w.'’-]*(?: (?:[A-Z][\w.'’-]*|of|the|and|for|de|von|van))*[).]{0,2}")
# "1934 \u2014 no, 1930.", "Boeing? No, it was Tesla."
_CORRECTED = re.compile(
    r"(?i)[^\n]{1,80}?(?:\s?[—–-]|\.\.\.|…|[?,.]) (?:(?:wait|sorry),? )?no, (?:wait, )?"
    r"(?:(?:it|that) (?:is|was|should be) )?(?P<answer>[^\n,;]{1,80})"
)
# "Since 2215 is not a leap year, tomorrow is ...", which doubts nothing
_NO_LEAP_YEAR = re.compile(r"(?i)\A(?:since|because|as)\s\d{1,4}\s(?:is|was)(?:n['’]t|\snot)\sa\sleap\syear,\s")
# "Tesla (followed by SpaceX in 2010)"
_NEIGHBOUR = re.compile(r"(?:followed|succeeded|preceded|replaced) by (?P<name>.+?)(?: in (?P<date>[^\d]{0,10}\d{4}))?")
_TWO_NAMES = re.compile(r"[A-Z][\w'’.-]* [A-Z]")
_JSON = re.compile(r"\{\s*[\"']?\w{1,40}[\"']?\s*:")
# "It was Tesla", "=> 413", where no candidates are known
_IT_WAS = re.compile(rf"\A(?:(?:It|That|This) (?:is|was) (?=[A-Z])|{wording.ARROW.pattern})")
# "..., so it is not included.", of a name
_OF_IT = re.compile(r"(?i)(?:it|this|that) (?:is|was)")
_NOT_INCLUDED = re.compile(rf"{_OF_IT.pattern}(?: not|n['’]t) (?:included|counted)[\s.]*")
_MAX_REASONED = 300
_MAX_LEADS = 10  # before a name in a line
_MAX_REMARKS = 10  # places in a line that are tried as the beginning of a remark


class LineReader:
    """Reads the names of one line of an answer.

    Args:
        candidates: the names that it may have, or ``None``; without them commas and "and" part nothing.
        separator: what the question asks to put between two answers.
        question: its text, whose time a sentence may say again.

    Attributes:
        known: the candidates, none where they are not known (``are_known``).
        asked_order: of two lives, the order that the question asks for.
    """

    def __init__(self, candidates: Candidates | None, separator: str = ANSWER_SEPARATOR, question: str = "") -> None:
        self.are_known = candidates is not None
        self.known = candidates or Candidates(())
        self._question = question
        self._events = [name for name in self.known.names if name.strip() and name.replace(" .", ".") in question]
        self.asked_order = orders_in(question) if len(self._events) == 2 else set()  # "Who died first, A or B?"
        self._opposite = {(what, -way) for what, way in self.asked_order}
        self._event = set() if self.asked_order else {*self._events}  # of the question, and no answer
        self._separator = _pattern_of(separator)

    @cached_property
    def asked(self) -> Asked:
        """What the question asks for; made when it is needed."""
        return Asked(self._question, self._events, self.known.names)

    def line(self, text: str) -> list[str]:
        """The names of one line, or of one item of a list.

        Raises:
            NotRead: the line is doubt, refusal or prose.
        """
        whole = self.without_question(without_marks(without_ornaments(text)))
        text = wording.SOURCE.sub("", whole, count=1)
        parts = [part for part in map(without_marks, self._separator.split(text)) if part]
        if len(parts) > 1:
            if is_sentence(parts[0]) and is_doubt(parts[0]) and not self.known.whole(parts[0]):
                raise NotRead(DOUBT)
            return [name for part in parts for name in self._at_start(part) or self._parted(part) or [part]]
        text = _NO_LEAP_YEAR.sub("", parts[0] if parts else text)  # a separator at an end joins nothing
        if len(whole) > MAX_LINE:
            raise NotRead("a line too long for a name")
        # "No Overall Control in May 2008", "So, no overlap"
        if names := self._at_start(text) if self.known.are_names else self._after_lead(text):
            return names
        conclusion, asked = conclusions.concluded(f"{text}."), self.asked if self._question else None
        is_none = any(is_no_answer(each, asked) for each in {text, whole})
        if not text or is_none or (is_none_at_last(conclusion) and not _is_of_another(text, conclusion)):
            return []
        found = wording.NOT_BUT.fullmatch(text)  # but not "Not sure, but ..."
        if found and (self._denied(found["other"]) or not (self.are_known or found["other"][0].islower())):
            return self.line(found["answer"])
        corrected = _CORRECTED.fullmatch(text) if self.known.are_names and "o, " in text else None
        if corrected and not (is_sentence(corrected["answer"]) or wording.SENTENCE_END.search(corrected["answer"])):
            return self.line(corrected["answer"])
        is_sure = len(text) <= _MAX_REASONED and not (self.are_known or wording.is_unsettled(text))
        # "1980 - 1911 = 69, but it was not May yet, so 68"
        said = (is_sure and conclusion) or endings.before_reason(text)
        is_title = not self.are_known and _ASKING_TITLE.fullmatch(text)
        if is_doubt(said) and not is_title:
            raise NotRead(DOUBT)
        if endings.is_retraction(text, in_line=True):
            raise NotRead(TAKEN_BACK)
        if _JSON.match(text):
            raise NotRead("JSON that cannot be read")
        return self._parted(text) or [text if self.are_known else _IT_WAS.sub("", text)]

    def without_question(self, text: str) -> str:
        """The text without the question, or its first sentence, at its beginning: "Today is May 5. It will be ..."."""
        for said in (self._question, wording.SENTENCE_END.split(self._question)[0]):
            if said and text.lstrip().startswith(said) and (rest := text.lstrip()[len(said) :].lstrip(" .\n")):
                return rest
        return text

    def _after_lead(self, text: str) -> list[str] | None:
        """The candidates that make up a text but for dates and its lead: "In short: Tesla since 2004, SpaceX"; but not
        behind one that tells of another time than the question: "Until 2003: Tesla"."""
        if len(text) > MAX_LINE:
            return None
        for rest in islice(without_leads(text), _MAX_LEADS):
            if self._tells_other_time(lead := text.removesuffix(rest)):
                break
            if names := self._at_start(rest) or self._joined_names(rest):
                if self._leads_elsewhere(lead):
                    break
                return names
        *_, arrow = None, *wording.ARROW.finditer(text)  # "April 1975 -> Tesla"; other candidates are no steps to it
        is_sure = arrow and self._is_beside(text[: arrow.start()], self._events)
        return self._at_start(text[arrow.end() :]) if arrow and is_sure else None

    def _leads_elsewhere(self, lead: str) -> bool:
        """Whether what stands before names gives them for another time, or another life than the one asked about, whose
        answer stands before: "1983:" where 1998 is asked for, "Ann Lee: nobody. Bob Ray:"."""
        *told, label = wording.SENTENCE_END.split(lead.strip())
        parts = (part.partition(":") for part in told if ":" in part)
        given = [said.strip() for asked, _, said in parts if self.asked.has_words_of(asked)]
        has_answer = any(self.known.mentioned(each) - self._event or is_no_answer(each) for each in given)
        is_of_other = has_answer and _TWO_NAMES.match(label) and not self.asked.has_words_of(label.rstrip(": "))
        return bool(is_of_other) or not self.asked.is_not_apart(label)

    def _tells_other_time(self, words: str) -> bool:
        """Whether words that introduce names tell of another time than the question: "Until 2003:"."""
        other, asked = endings.OTHER_TIME.search(words.lower()), self._question.lower()
        return other is not None and not any(each.match(other[0]) and each.search(asked) for each in endings.SAME_ORDER)

    def _joined_names(self, text: str) -> list[str] | None:
        """The candidates that make up a text, with connectors or the separator between them."""
        tile = self.known.tile
        tiled = [
            tile(part) or tile(endings.DATES_WITHIN.sub("", endings.DATES_IN_BRACKETS.sub("", part)))
            for part in map(without_marks, self._separator.split(text))
        ]
        return None if None in tiled else [name for names in tiled for name in names or ()]

    def _at_start(self, text: str) -> list[str] | None:
        """The candidates that make up a text, or stand before a remark of dates."""
        if (names := self.known.tile(text)) is None:
            return self._before_dates(text) if self.are_known else None
        if text.rstrip(" )]").endswith("?") and not names[-1].endswith("?"):  # "Tesla (?)"
            raise NotRead(DOUBT)
        return names

    def _before_dates(self, text: str) -> list[str] | None:
        """The candidates that make up what stands before a remark of dates: "Tesla (2004-2010)"."""
        starts = (found.start() for found in islice(endings.DATES_FROM.finditer(text), _MAX_REMARKS))
        named = (self._joined_names(text[:at]) for at in starts if endings.REMARK_OF_DATES.fullmatch(text, at))
        return next(filter(None, named), None)

    def _before_brackets(self, text: str) -> list[str] | None:
        """The candidates that make up a text but for remarks in brackets: "Tesla (a car maker) and SpaceX"."""
        names = self.known.tile(endings.BRACKETS.sub("", text)) or self._before_dates(endings.IN_TIME.sub("", text))
        remarks = [remark.strip("()[] ") for remark in endings.BRACKETS.findall(text)]
        is_sure = not any("%" in remark for remark in remarks)  # "Tesla (70 %)"
        others = [remark for remark in remarks if not self._is_beside(remark, names or [])]
        return names if names and is_sure and all(map(self._is_neighbour, others)) else None

    def _is_neighbour(self, remark: str) -> bool:
        """Whether a remark tells who came next, not before the time asked for: "followed by SpaceX in 2010"."""
        if (found := _NEIGHBOUR.fullmatch(remark)) is None or self.known.whole(found["name"]) is None:
            return False
        end = "since" if remark.startswith("preceded") else "until"
        return self.asked.is_not_apart(f"{end} {found['date'] or ''}")

    def _parted(self, text: str) -> list[str] | None:
        """The candidates that make up the line, but for remarks that name no other one.

        Raises:
            NotRead: a candidate stands among other words, or there is a choice between candidates.
        """
        if not self.are_known:
            return None
        if names := next(filter(None, map(self.known.tile, _trimmed(text))), None) or self._after_lead(text):
            return names
        if not self.known.are_names:
            if len(self.known.mentioned(text)) != 1 or wording.is_hedged(text):
                return None
            *before, last = wording.SENTENCE_END.split(text)  # "44 < 86. Yes."
            said = "" if any(map(self.known.tile, before)) else last
            return self._after_lead(conclusions.concluded(f"{text}.")) or self._after_lead(said)  # "44 < 86, so yes"
        for boundary in islice(endings.BEFORE_CLAUSE.finditer(text), _MAX_REMARKS):
            names, remark = self._after_lead(text[: boundary.start()]), text[boundary.end() :]
            if not names or self.known.mentioned(remark) not in (set(), {*names}):  # "Tesla and Boeing, so just Tesla"
                continue
            is_remark = (is_statement(remark) or remark[:1].islower()) and "%" not in remark
            if is_remark and not endings.IS_GONE.search(remark) and self._is_beside(remark, names):
                return names
        name, _, title = text.partition(", ")  # "Ann Lee, head of government of France"
        is_title = re.match(r"(?!and\b|then\b)[a-z]+ ", title) and self.asked.has_words_of(title)
        is_title = is_title and self.asked.is_not_apart(title) and not endings.OTHER_TIME.search(title)
        titled = self._after_lead(name) if is_title and self._is_beside(title, []) else None
        if names := titled or self._before_brackets(text) or self._after_lead(self._without_denied(text)):
            return names
        if any(map(self.known.tile, re.split(r"\s+or\s+|\s*/\s*", text))):
            raise NotRead("a choice that is not made")
        if self.known.mentioned(text) and is_statement(text):
            raise NotRead("names among other words")
        return None

    def _without_denied(self, text: str) -> str:
        """The text without names that it denies at its end: "Tesla, not SpaceX (which he had left)"."""
        said, denied, *_ = *_BUT_NOT.split(text, maxsplit=1), ""
        is_other = _NAME.fullmatch(denied) or any(map(self._denied, filter(None, (denied, denied.removesuffix(")")))))
        return said if is_other else text

    def _denied(self, text: str) -> list[str] | None:
        """The candidates that make up a text, perhaps with a remark behind them."""
        name, *remark = re.split(endings.BEFORE_WHY, text, maxsplit=1)
        return self._joined_names(text) or (self.known.tile(name) if self._is_beside("".join(remark), []) else None)

    def _is_beside(self, remark: str, names: list[str]) -> bool:
        """Whether a remark doubts nothing, and mentions no names but these."""
        own = {*names} | self._event
        # "Prize in Physiology or Medicine"; the longest first, as one may be within another
        rest = reduce(
            lambda text, name: text.replace(name, " "), sorted(own, key=lambda name: (-len(name), name)), remark
        )
        opposite = orders_in(remark) & self._opposite  # "Ann Lee (died later)"
        return self.known.mentioned(remark) <= own and not (opposite or wording.leaves_open(rest))


def _is_of_another(text: str, conclusion: str) -> bool:
    """Whether a conclusion is of another name than the answer above it: "Tesla. SpaceX came later, so it is not
    mentioned."."""
    first, *others = wording.SENTENCE_END.split(text)
    is_prose = first.lower().startswith(("the ", "this ")) or is_statement(first) or is_doubt(first)
    is_answer = _OF_IT.match(conclusion) and not (is_prose or is_no_answer(first))
    return bool(others and (is_answer or _NOT_INCLUDED.fullmatch(conclusion)))


@cache
def _pattern_of(separator: str) -> re.Pattern[str]:
    core = re.escape(separator.strip() or separator).replace(r"\$", r"\$\s?")
    is_word = core[0].isalnum() and core[-1].isalnum()
    pattern = rf"(?<!\w){core}(?!\w)" if is_word else rf"\\{{0,2}}{core}(?:\$(?=\s))?"
    return re.compile(pattern, re.IGNORECASE)


def _trimmed(text: str) -> Iterator[str]:
    """The line, and the same without brackets around it, "'s death" at its end, dates, or numbers of items."""
    yield text
    if text[0] + text[-1] == "<>":
        yield text[1:-1]
    yield _OF_A_LIFE.sub("", text)
    yield endings.DATES_WITHIN.sub("", text)
    yield _NUMBER_IN_LINE.sub(", ", text)
