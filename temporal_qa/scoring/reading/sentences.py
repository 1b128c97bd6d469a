"""The names in a sentence that says its question again: "Ann Lee worked for Tesla in May 2008.".

A sentence may say anything of a name: "She left Tesla.", "In 1999 she worked for Tesla.". So it is read only if, beside
the names, it has the words of its question, small words and synonyms, and no dates that lie apart from those asked for.
A clause or sentences behind it may give the reason, in any words that are sure.

:mod:`~.names` adds texts of several lines.
"""

import re
from itertools import islice, pairwise

from temporal_qa.scoring.reading import conclusions, endings, two_lives, wording
from temporal_qa.scoring.reading.candidates import MAX_LINE, places_of
from temporal_qa.scoring.reading.events import ORDER_OF, of_other_event, orders_in, tells_otherwise
from temporal_qa.scoring.reading.lines import LineReader
from temporal_qa.scoring.reading.marks import without_marks
from temporal_qa.scoring.reading.wording import SENTENCE_END, is_hedged, is_statement, is_unsettled, leaves_open
from temporal_qa.text.durations import QUANTITY

_BEFORE_NAME = re.compile(rf"{endings.TITLE}\s*\Z")  # "It was President Ann Lee."
# Before the event of a question
_ORDERS_EVENTS = re.compile(
    r"(?i)\b(?:before|after|following|followed|preceding|prior|when|while|during|overlap\w*)\b(?! (?:that|this)\b)"
)
# "Since Ann Lee died in 1901 and Bob Ray in 1910, Ann Lee died first."
_BEHIND_REASON = re.compile(
    r"(?i)[\s*_]{0,8}(?:since|because|as(?! of)|given\s+that)\s(?:[^,;\n]|,\s?\d){1,300},\s(?!\d)([^\n]+)"
)
_CLAUSE = re.compile(
    rf"{SENTENCE_END.pattern}|{endings.BEFORE_CLAUSE.pattern}|,?\s(?=(?:while|whereas)\b)|,\s(?=and\b)"
    r"|[,:]\s(?=\d+\s(?:year|month|day)(?![^,.;]*\b(?:before|after|than)\b))"
)
_JOINS = re.compile(r",? (?:and|followed by) ")  # "Ann Lee led it until 2003, and Bob Ray from 2004."
_FIRST = re.compile(r" first(?= .*\bthen\b)")  # "He worked first for Tesla and then for SpaceX."
_TO_THE_END = re.compile(r"[^()]*\)[\s.]*")
# In a reason, what adds an answer: "Then it was Ford.", "Ford is the answer."
_ADDS_ANSWER = re.compile(
    r"(?i)\bthen it was\b|\b(?:is|was) the (?:(?:\w+ )?answer|\w+ asked)\b|\b(?:as well|too|also)\b(?! as)"
)
_PARTICIPLES = ("having", "before", "after", "following", "succeeding", "taking over")  # begin clauses without a verb
# To be filled with a name: "The last employer of Ann Lee was Tesla.", where Tesla's last employee is asked for
_OF_OTHER_SIDE = r"\b(?:first|last|final)\s(?:\w+\s){{0,2}}of\s{0}|{0}['\u2019]s\s(?:first|last|final)\b"
_IS_RIGHT = re.compile(r"(?i)\b(?:right|correct|answer)\b")
_BOTH = re.compile(
    r"(?i)both\b(?P<count>(?: of them)? (?:count|apply|qualify|fit|match|hold|are (?:right|correct|included))\.?\Z)?"
)
_MAX_CUTS = 3


class SentenceReader(LineReader):
    """Reads the names of a sentence; see :class:`~.lines.LineReader`."""

    def _of_conclusion(self, text: str) -> list[str] | None:
        text = two_lives.MAKING.sub(r", so \1 is ", text) if self.asked_order else text
        conclusion, reasoned = without_marks(conclusions.concluded(text)), _BEHIND_REASON.fullmatch(text)
        if not (conclusion or reasoned) or is_hedged(text):
            return None
        # "He led Ajax until May 2008 and Rovers from then on, so both count."
        if (of_both := _BOTH.match(conclusion)) and not self.asked_order:
            both = self.known.mentioned(text) - self._event
            are_two = len(both) == 2 and (of_both["count"] or self.asked.has_words_of(conclusion))
            return sorted(both, key=lambda name: (text.find(name), name)) if are_two else None
        names = self._after_lead(conclusion) or self.of_sentence(conclusion)
        if reasoned and not names:
            is_alone = not self.known.mentioned(text[: reasoned.start(1)])  # "Since both ends count, Tesla."
            names = self.of_sentence(reasoned[1]) or (self._at_start(without_marks(reasoned[1])) if is_alone else None)
        # "Tesla, as ..., so it was SpaceX." has two; "Ann Lee (born 1801), Bob Ray, so Bob Ray" has one
        said = endings.DATES_IN_BRACKETS.sub(" (0)", SENTENCE_END.split(text)[0])
        first = self.known.tile(endings.BEFORE_CLAUSE.split(said, maxsplit=1)[0])
        return None if first and names and {*first} != {*names} else names

    def of_sentence(self, text: str) -> list[str] | None:
        """The candidates that a sentence names, "In May 2008, he led Tesla.", perhaps with a reason behind it."""
        names = self._of_clauses(text)
        if not (self.asked_order and names and len(names) == 1):
            return names
        is_taken_back = two_lives.takes_back(without_marks(text), names[0], self._events, self._question)
        return None if is_taken_back else names

    def _of_clauses(self, text: str) -> list[str] | None:
        if not (self.are_known and self.known.are_names) or "\n" in (text := without_marks(text)):
            return None
        if len(text) > MAX_LINE or self.known.tile(text) or is_hedged(text):
            return None
        text = wording.SOURCE.sub("", self.known.respelled(text.removeprefix(self._question)), count=1)
        text = self._without_measures(text) if self.asked_order else _FIRST.sub("", text)
        text = endings.DATES_IN_BRACKETS.sub("", conclusions.CONCLUDES.sub("", text).lstrip(" ,:"))
        names_more = not self.known.mentioned(text) <= self._event
        for end, start in [*(cut.span() for cut in _CLAUSE.finditer(text)), (len(text), len(text))]:
            said, reason = self._without_denied(text[:end]), text[start:]
            is_amid = "(" in text[end:start] and not _TO_THE_END.fullmatch(reason)  # "Tesla (he led it) and SpaceX"
            if is_amid or (names_more and self.known.mentioned(said) <= self._event):
                continue
            are_lengths = self.asked_order and QUANTITY.search(reason) and not two_lives.OF_ONE.match(reason)
            # not "Ann Lee: 91 years, Bob Ray: 94"
            is_led = reason and not (are_lengths and not two_lives.COMPARES.search(text))
            names = (self._after_lead(said) if is_led else None) or self._restated(said)
            are_sentences = all(map(is_statement, SENTENCE_END.split(text[end:])[1:]))  # not "Tesla; Ford"
            if names and are_sentences and self._is_reason(reason, names):
                return names
        return self._of_two_lives(text) if self.asked_order else None

    def _of_two_lives(self, text: str) -> list[str] | None:
        """The one of two lives that a sentence names, alone or with the order asked for, before it tells of the other:
        "Ann Lee lived longer, reaching 91, while Bob Ray died at 88."."""
        cuts = [(cut, is_alone) for each, is_alone in two_lives.CUTS for cut in islice(each.finditer(text), _MAX_CUTS)]
        for cut, is_alone in cuts:
            head, rest = text[: cut.start()], text[cut.end() :]
            names_more = not self.known.mentioned(rest) <= {*self._events}
            if names_more or leaves_open(rest) or endings.is_retraction(rest) or two_lives.OTHER_WINS.search(rest):
                continue
            is_said = is_alone or not orders_in(head).isdisjoint(self.asked_order)
            names = (self._after_lead(head) if is_alone else self._restated(head)) if is_said else None
            others = {*self._events}.difference(names or ())
            if not names or len(names) != 1 or len(others) != 1:  # "Bob Ray, because ...", who is none of the two
                continue
            if self.known.tile(rest) or self._tells_opposite(rest, names):
                continue
            told, (other,) = orders_in(rest), others
            is_again = told == self.asked_order and re.search(rf"\bthan (?:that of )?{re.escape(other)}", rest)
            if is_again or (told.isdisjoint(self.asked_order) and not (is_alone and told)):
                return names
        return None

    def _without_measures(self, text: str) -> str:
        """A comparison without "Of the two, " before it, lengths in brackets, and "about" before others."""
        both = two_lives.OF_BOTH.match(text)
        is_of_both = both and self.known.mentioned(both[0]) in (set(), {*self._events})
        text = text[both.end() if both and is_of_both else 0 :]
        for event in self._events:
            text = re.sub(rf"\b[Tt]he [a-z]+ (?={re.escape(event)})", "", text)  # "The painter Ann Lee"
        text = two_lives.DATE_AMID.sub("", two_lives.LENGTHS.sub(self._unless_told, text))
        return two_lives.VAGUE.sub("", text)

    def _unless_told(self, lengths: re.Match[str]) -> str:
        """Nothing in the place of lengths in brackets, unless these doubt, compare or name anything."""
        tells = two_lives.COMPARES.search(lengths[0]) or self.known.mentioned(lengths[0]) or leaves_open(lengths[0])
        return lengths[0] if tells else ""

    def _restated(self, text: str, *, at_any_time: bool = False) -> list[str] | None:
        """The candidates that stand together in a text that says its question again, and nothing else but its time."""
        if self.asked_order:
            text = two_lives.in_usual_words(text, of_length="length" in dict(self.asked_order))
        if sum(is_statement(each) and bool(self.known.mentioned(each)) for each in SENTENCE_END.split(text)) > 1:
            return None  # several sentences
        if self.asked_order and QUANTITY.search(text) and not two_lives.COMPARES.search(text):
            return None  # the length of one life, which alone tells no order
        text = self.asked.in_order(text)
        mentioned = self.known.mentioned(text)
        places = sorted((found.start(), found.end(), name) for name in mentioned for found in places_of(name, text))
        if self.asked_order and {*self._events} <= mentioned:
            return self._compared(text, places)
        own = mentioned - self._event or mentioned
        for (start, _, one), (_, end, other) in pairwise(() if _ORDERS_EVENTS.search(text) else places):
            if not own.isdisjoint({one, other}) and self._joined_names(text[start:end]):
                own = own | {one, other}  # "It was Tesla and Boeing.", also where the question names Boeing
        of_own = [place for place in places if place[2] in own]
        if not of_own or (self.asked_order and tells_otherwise(text, self._question)):
            return None
        first, last = of_own[0][0], max(end for _, end, _ in of_own)
        words = f"{_BEFORE_NAME.sub('', text[:first])} {text[last:]}"
        between = [text[end:start] for (_, end, _), (start, _, _) in pairwise(of_own)]
        if (names := self._joined_names(text[first:last])) is None:
            are_joined = all(map(_JOINS.search, between)) and not self.known.mentioned(" ".join(between))
            is_later = any(map(QUANTITY.search, between))  # "Tesla until May 2008, and 2 years after that for SpaceX"
            names = [name for _, _, name in of_own] if are_joined and not is_later else None
            words += _JOINS.sub(" ", " ".join(between))
        are_all = names is not None and own <= self.known.mentioned(", ".join(names))
        is_of_other_side = self._question and any(
            re.search(_OF_OTHER_SIDE.format(re.escape(name)), text) for name in own
        )
        if is_of_other_side or not (are_all and is_statement(words) and self._adds_nothing(words)):
            return None
        parts = (text[:first], *between, text[of_own[-1][1] :])  # a name may have a year
        is_of_time = all(self.asked.is_not_apart(part, strictly=True) for part in parts)
        return names if at_any_time or (is_of_time and self._is_of_event(text, places, own)) else None

    def _adds_nothing(self, words: str) -> bool:
        return not self._separator.search(words) and self.asked.has_words_of(words)

    def _is_of_event(self, text: str, places: list[tuple[int, int, str]], own: set[str]) -> bool:
        """Whether each "before" stands before the event of the question, and with the length of time that it asks for:
        not "He led Tesla before Boeing." of what came before Tesla."""
        orders = [order.end() for order in _ORDERS_EVENTS.finditer(text)]
        ordered = (next((name for at, _, name in places if at >= order), None) for order in orders)
        of_order = _ORDERS_EVENTS.search(self._question)  # not its subject, which a graph has, too
        others = {name for _, _, name in places} - own
        has_event = any(of_order and self._question.find(name) > of_order.start() for name in others)
        if not orders:
            return not has_event
        return not (has_event and not own.isdisjoint(ordered)) and self.asked.has_length_of(text)

    def _compared(self, text: str, places: list[tuple[int, int, str]]) -> list[str] | None:
        """The one of two names that a sentence tells by the other: "Ann Lee died before Bob Ray."."""
        said = {ORDER_OF[word] for word in two_lives.COMPARES.findall(text)}
        if len(places) != 2 or len(said) != 1 or len(self.asked_order) != 1 or of_other_event(text, self._question):
            return None
        ((what, way),), ((asked, wanted),), ((_, end, one), (start, _, other)) = said, self.asked_order, places
        between = QUANTITY.sub("", _BEFORE_NAME.sub("", text[end:start]))  # "13 days before President"
        between, are_compared = two_lives.BETWEEN_LIVES.subn(" ", between)
        words = f"{_BEFORE_NAME.sub('', text[: places[0][0]])} {between} {text[places[1][1] :]}"
        is_same = what == asked and are_compared and self._adds_nothing(words)
        return [one if way == wanted else other] if is_same else None

    def _is_reason(self, text: str, names: list[str]) -> bool:
        """Whether the clauses behind these names are sure of them, and give no other names as an answer."""
        parts = (without_marks(part.removeprefix("and ")) for part in (text, *_CLAUSE.split(text)))
        if not {name for part in parts for name in self.known.tile(part) or ()} <= {*names}:
            return False  # "It was Tesla, Ford, and Boeing.", also where the question names Boeing
        if (self.asked_order and self._tells_opposite(text, names)) or (len(names) > 1 and self._picks(text, names)):
            return False
        is_of_names = True
        for part in _CLAUSE.split(text):
            if part.startswith("and ") and not (self.known.mentioned(part) or is_statement(part)):
                return False  # "It was Tesla, and Stanford.", which is no candidate
            is_length = self.asked_order and QUANTITY.search(part) and not two_lives.COMPARES.search(part)
            if is_length and not leaves_open(part):
                continue  # the lengths of the two: "91 years, compared to 94 years of Bob Ray"
            if not self.known.mentioned(part) <= {*names} | self._event:
                is_of_names = False
                is_later = not self.asked_order and endings.ANOTHER_TIME.search(part)  # "Later he played for Ajax."
                told = None if is_later else self._restated(part, at_any_time=True)  # the facts, listed
                is_answer = told or self.asked.has_time_of(part)
                is_clause = is_statement(part) or part.startswith(_PARTICIPLES)
                if not is_clause or is_answer or self.may_add(part) or is_unsettled(part):
                    return False
            elif is_of_names or _ADDS_ANSWER.search(part):
                is_other = leaves_open(part) or endings.IS_GONE.search(part) or _ADDS_ANSWER.search(part) or "%" in part
                is_other = is_other or not {*(self._restated(part, at_any_time=True) or ())} <= {*names}
                is_again = self.asked.has_words_of(_ORDERS_EVENTS.sub("", part))  # "where she worked before May 2003"
                if is_other or not self.asked.is_not_apart(part, strictly=is_again):
                    return False
        return not endings.is_retraction(text)

    def _picks(self, reason: str, names: list[str]) -> bool:
        """Whether a reason behind several names goes on to one of them: "The last one was the latter."."""
        some = self.known.mentioned(reason) & {*names}
        may_pick = endings.PICKS_NAMED.search(reason) or self.asked.has_time_of(reason)
        return bool(some and some != {*names} and may_pick) or endings.PICKS.search(reason) is not None

    def may_add(self, reason: str) -> bool:
        """Whether a reason that names other candidates may add them: "He still played for Ajax.". So does a sentence
        that tells neither of another time, nor that they are none: "At club level, he played for Ajax."."""
        is_apart = not self.asked.is_not_apart(reason)
        if endings.SAYS_MORE.search(reason):
            return not is_apart or _IS_RIGHT.search(reason) is not None
        orders, asked = orders_in(reason), orders_in(self._question)
        is_other_place = asked and orders and orders.isdisjoint(asked)  # "Ajax was his second team."
        is_clause = self.asked_order or is_other_place or not reason[:1].isupper()
        is_none = endings.ANOTHER_TIME.search(reason) or wording.is_doubt(reason, anywhere=True)
        return not (is_clause or is_apart or is_none)

    def _tells_opposite(self, text: str, names: list[str]) -> bool:
        """Whether a reason behind one of two lives says the opposite of it: "who lived shorter than Bob Ray", "died
        later"; not "the other one died 9 years later"."""
        said = {word for word in two_lives.COMPARES.findall(text) if ORDER_OF[word] in self._opposite}
        others = {*self._events} - {*names}
        if said - {"before", "after", "younger", "older"} and not (
            two_lives.OF_ANOTHER.search(text) or self.known.mentioned(text) & others
        ):
            return True
        than_other = rf"\b(?:than|before|after) (?:that of )?(?:{'|'.join(map(re.escape, others))})"
        return bool(said) and re.search(than_other, text) is not None
