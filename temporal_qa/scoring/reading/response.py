"""From the response of a chat model to its answers. Begin here: ``_read`` is the road.

| file | what it does |
| :--- | :--- |
| ``thoughts.py`` | takes off the thought: ``<think>...</think>`` and its kin |
| ``places.py``, ``markers.py`` | find the final answer: in a tag, a box, JSON, after "Final answer:" or "####" |
| ``names.py`` | reads the names in what is left: a line, a list, a table, a last paragraph under headings |
| ``reasons.py`` | reads names beside sentences that explain them or leave others out, and of several sentences |
| ``line_forms.py`` | tells rules, headings, values and what leads to an answer by their form |
| ``sentences.py`` | reads the names of a sentence that says its question again |
| ``two_lives.py`` | tells whether a sentence takes back what its comparison of two lives tells |
| ``asked.py`` | tells whether a text has the words and the time that its question asks for |
| ``events.py`` | tells whether a text is of the event, and in the order of two lives, that its question asks for |
| ``lines.py`` | reads the names of one line: a name, names with remarks |
| ``candidates.py``, ``yes_or_no.py`` | part a line into the names that the answer may have; tell yes from no |
| ``endings.py`` | tells what follows an answer: a reason, a remark, an explanation, words that take it back |
| ``conclusions.py`` | finds what a last sentence concludes, and whether that is another value |
| ``clauses.py`` | tells whether what follows an answer gives another; reads a clause with a name in bold or a value |
| ``wording.py`` | tells prose, doubt, denial, refusal and choice by their words |
| ``abstention.py`` | tells "no answer" by its words |
| ``marks.py`` | takes off Markdown, LaTeX, quotation marks and ornaments |
| ``other_languages.py`` | gives dates and lengths of time in English |
| ``dates.py``, ``weekdays.py``, ``ages.py`` | read the one date, weekday or age, or the years, of a short answer |
| ``values.py`` | compares dates, ages, numbers, weeks and years by value; names stay as read |

The rules, in this order; the first that finds its mark narrows the response, and the next look inside what it found:

1. The thought is taken off; a thought that never ends has no answer. After a "Final answer:", a first "Answer:" or an
   answer alone, all is cut off from a line "Question:", "Facts:" or the like on, or from a paragraph that is a question
   on dates: there the model asks itself.
2. The last ``<answer>...</answer>``;
3. the last ``\\boxed{...}``;
4. the last call ``final_answer(...)``, JSON object with ``answers``, ``answer`` or ``final_answer`` (one that stands
   alone may have any one key), or JSON list of texts that stands alone; nothing where a "note" in it doubts the answer;
5. what follows the last "Final answer:", "Answer:", "A:" or "The answer is", in several languages. Where a last "The
   answer is Tesla, as ..." gives the reason for the answer before it, that answer counts; and so does one that is told
   again and again, until the response was cut off. Without such words, the column "Answer" of a table.

   Nothing is read where two places of these rules differ, a mark never ends, or what follows takes the answer back
   ("Wait, ...", "I am not sure"), or gives another ("However, upon re-reading, it was Boeing.", "Also Boeing.").
6. What is left is read by its form:

   - A list (``-``, ``*``, ``1.``, ``a)``); a table of one column, or with one column of candidates; one line.
   - One name a line; where the last paragraph says some of them again, it is the answer.
   - Of prose of several lines, one of these: a last paragraph of names alone (where none are known, one in bold), a
     last line "So, Tesla." or "=> Tesla", a last sentence that says the time of its question again ("In May 2008, he
     led Tesla.") or alone names candidates, a last list under "Therefore, he worked for:", or a first line of names
     above sentences that explain it ("Tesla", "He joined it in 2004."), or a list of names above sentences that leave
     others out ("SpaceX came later, so it is not included.").
   - A sentence around the row's names, if it is the whole response, stands in a place of rules 2 to 5, or concludes one
     of these or a last paragraph ("Therefore, ...", "Since ..., he ...", "In May 2008, ..."). It must say its question
     again and nothing else: each of its words is a word of the question, a synonym or a small word, its dates touch
     those asked for (May 2006 for "2 years before May 2008"), and "before" stands before the event of the question.
     So "He worked for Tesla.", "Tesla was his employer from 2004 to 2010.", "Ann Lee led it until 2003, and Bob Ray
     from 2004." and, of two lives, "Ann Lee died before Bob Ray." are read, and "He left Tesla.", "His sister worked
     for Tesla." and "In 1999 he worked for Tesla." are not. Where the question is not known, any synonym will do.
     A clause or sentences behind it may give the reason in other words (rule 7). Of several such sentences, of which
     all but the first have "also" or the like, the names count together, as do two before "so both count".
7. A line is parted where the separator stands. Without it, commas, semicolons, "&", "+", " / " and "and" part it only
   if the names that the answer may have (``candidates``: those in the row's facts) make up the whole line; of several
   ways the one with the fewest names counts, so that "Smith and Co." stays whole, and "Lee, Ann" is Ann Lee; a
   candidate may lack its accents, or have "oe" for "ø" or "and" for "&". Without candidates they part nothing.

   Left out are a label, a title or steps before a name ("In short:", "Mr.", "2004 + 4 ->"; not a label of another
   time, "1992:", or of another life behind an answer), what is denied or corrected before it ("Not SpaceX, but",
   "SpaceX? No,"), lines that are crossed out beside ticked ones, a last "Explanation:", and remarks in words or
   dates after a name that name no other candidate, or deny it (", not SpaceX"). A clause or a sentence behind names
   alone, or behind a sentence of rule 6, may name another that it does not give as an answer (", as he had left
   SpaceX", ". SpaceX had ended."); a sentence that tells neither of another time nor that it is none may add it ("He
   still worked for SpaceX."), and one may pick one of several ("The last is SpaceX.").
8. Doubt, denial, refusal and choice ("not Tesla", "I don't know", "Tesla or SpaceX") are not read. "None", "nobody",
   "no answer", ``[]`` and an empty response say that no answer is right, and so does a last paragraph "None." or "The
   passage does not say.", but not above a name that may be the answer ("Still, it was Tesla."). Yes and no may stand in
   the words of the question, "Their lives did not overlap.".
9. Where all this reads nothing, known names that are the only words in bold, but for headings before them, are the
   answer, if the clause around them says its question again ("**Ann Lee** died first, even though ..."), and the rest
   is sure and gives no other. Where a value is asked for, a first clause that gives one is enough ("Ann died on May 4,
   1901, aged 73.").

A text is never searched for the right names.
"""

# ruff: noqa: RUF001

import re
from collections.abc import Sequence
from typing import NamedTuple

from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.scoring.reading.candidates import Candidates
from temporal_qa.scoring.reading.clauses import is_taken_back, name_in_bold, names_before_but
from temporal_qa.scoring.reading.endings import TITLE, without_closing, without_explanation
from temporal_qa.scoring.reading.markers import ANSWER, Place, next_question, own_answer
from temporal_qa.scoring.reading.marks import INVISIBLE, without_ornaments, without_tex
from temporal_qa.scoring.reading.names import NameReader
from temporal_qa.scoring.reading.other_languages import OF_TIME, in_english
from temporal_qa.scoring.reading.places import final_place
from temporal_qa.scoring.reading.thoughts import UNFINISHED, without_thought
from temporal_qa.scoring.reading.values import direction, years_of
from temporal_qa.scoring.reading.wording import DOUBT, PROSE_WORDS, TAKEN_BACK, NotRead, is_denied
from temporal_qa.scoring.reading.yes_or_no import YesOrNo, read_yes_no
from temporal_qa.timeline import ANSWER_SEPARATOR

_MAX_RESPONSE = 50_000
"""Letters at the end of a response in which its answer is looked for, once the thought is off."""

# What no response of names alone has. A response without it is split at the separator, and not read by the rules.
_NEEDS_RULES = re.compile(
    r"[\n\r<>\\{}\[\]():：;,&*_`\"“”„«»#=?|~◁·•\uff0c\uff1b\uff06\u3001\u00a0\u00ad\u200b\u2060\ufeff\u3010\u2190-\u2bff\U0001f300-\U0001faff]"
    r"|\$(?!and\b)|[^\W\de]ed\b|nswer|NSWER|!\s|\s(?:ist|lautet|es|est|é|è|jest)\s|答"
    r"|\s(?:\s|\d{4}\b|[+/]\s|$)|\.$|['’](?:s?$|(?<=[nN]['’])[tT]\b)"  # "Tesla 2004", "A + B", "Ann Lee's", "didn't"
    r"|^(?:[\s\d\-+•–—'‘>]|\w[.)]\s|(?:analysis|assistantfinal)[A-Z]"  # a mark, "1. "
    rf"|(?:(?:[Ii]t|[Tt]hat)['’]s|[Ii]n|[Aa]t|[Ff]or|[Bb]y|[Aa]s|[Ww]ith|[Oo]n|{TITLE})\s)"
)
_BREAK = re.compile(r" ?<br\s*/?>")
_NOT_SEEN = re.compile(f"[{INVISIBLE}]|\r(?=\n)")
# Special tokens of chat templates: "<|im_end|>", "</s>", "[/INST]".
_END_OF_TURN = re.compile(
    r"(?:<\|(?:im_)?start\|>\s*assistant|<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>|<\|?(?!\w+_of_box|tool_)\w{1,40}\|>|</?s>|<eos>|<end_of_turn>"
    r"|<｜(?!tool)[^｜<>\n]{1,40}｜>|\[/?INST\])\s*"
)
_FINAL = re.compile(r"^[ \t*_#>]*final answer[ *_]*:", re.IGNORECASE | re.MULTILINE)
# A finished sentence, and no thought ("I think ...", "Let me see.").
_STATEMENT = re.compile(r"\s*+(?!(?:I|We|You|Let)\b(?!(?: can)? conclude\b))[^\n]+\.[*_\"”\s]*")
# What may stand around an answer tag, a box or JSON: a fence, a full stop.
_NOTHING = re.compile(r"(?:[\s`$*.]|json)*+")
_MAX_NESTING = 4


class AnswerReading(NamedTuple):
    """The answers of a response, and the rule that read them; or why nothing was read.

    Attributes:
        answers: the names, as the candidates or the response write them; empty if no answer is said to be right.
        rule: the places and the form in which they stood: ``line``, ``answer tag, list``, ``bold``.
        reason: why nothing was read; ``None`` where something was. Such a response is wrong whatever the labels are.
    """

    answers: list[str]
    rule: str = ""
    reason: str | None = None


def read_answers(
    text: str,
    candidates: Sequence[str] | None = None,
    separator: str = ANSWER_SEPARATOR,
    *,
    answer_type: str | None = None,
    question: str | None = None,
) -> AnswerReading:
    """The answers in a response, by the rules of this module, in time linear in its length.

    Args:
        text: the whole response.
        candidates: the names that the answer may have, such as the objects of the row's facts.
        separator: what the question asks to put between answers.
        answer_type: of the row. Where it is ``yes_no``, "No, it does not" is an answer, and not doubt; where it is
            ``time``, a list of years or a range of them is these years.
        question: its text, whose time a sentence may say again (rule 6).

    >>> read_answers("<think>Boeing?</think> **Answer:** Tesla $and SpaceX")
    AnswerReading(answers=['Tesla', 'SpaceX'], rule='marker, line', reason=None)
    >>> read_answers("Tesla and Ernst & Young", candidates=["Ernst & Young", "Tesla"]).answers
    ['Tesla', 'Ernst & Young']
    >>> read_answers("It is not Tesla.").reason
    'doubt or refusal'
    >>> read_answers("**Final Answer:** No, it does not.", answer_type="yes_no").answers
    ['no']
    """
    question = question or ""
    if answer_type in OF_TIME:
        text = in_english(text)
    if answer_type == "time":
        read = read_answers(text, None, separator, question=question)
        years = [year for answer in read.answers for year in years_of(answer, question) or [answer]]
        return read._replace(answers=years)
    is_plain = answer_type != "yes_no" and _NEEDS_RULES.search(text) is None
    is_plain = is_plain and (candidates is None or text in candidates or all(map(str.isascii, (text, *candidates))))
    if is_plain and PROSE_WORDS.isdisjoint(text.replace(".", " ").split()):
        parts = text.split(separator)
        if not text or text.lower().count(separator.strip().lower()) == len(parts) - 1:
            return AnswerReading(parts if text else [], "line")
    text = without_closing(_BREAK.sub("\n", _NOT_SEEN.sub("", text).replace("\u00a0", " ")))
    known = None if candidates is None else Candidates(candidates)
    names = NameReader(YesOrNo(question) if answer_type == "yes_no" else known, separator, question)
    try:
        answers, rule = _read(text, names)
        if answer_type == "order" and answers:
            heads = re.findall(rf"(?m)^(.*)\n[\W\d_]{{0,20}}{re.escape(answers[0])}", text)
            if any({direction(head), direction(question)} == {True, False} for head in heads):
                raise NotRead("dates in the other order than asked")  # "Latest to earliest:" above a list
        return AnswerReading(answers, rule)
    except NotRead as reason:
        return AnswerReading([], reason=str(reason))


def parted(answers: Sequence[str], right: Sequence[str], answer_type: str | None) -> list[str]:
    """The answers of a text; one alone that names several right answers, and nothing else, becomes these.

    >>> parted(["Ann and Bob"], ["Bob", "Ann"], "entity"), parted(["Ann and Cid"], ["Bob", "Ann"], "entity")
    (['Ann', 'Bob'], ['Ann and Cid'])
    """
    is_open = len(answers) == 1 < len(right) and answers[0] not in right and answer_type != "time"
    return (Candidates(right).tile(answers[0]) if is_open else None) or list(answers)


def _read(text: str, names: NameReader) -> tuple[list[str], str]:
    if not text.strip():
        return [], "line"
    rest = _own_part(text, names)
    try:
        answers, rule = _read_content(rest[-_MAX_RESPONSE:], names, 0)
    except NotRead:
        if in_bold := name_in_bold(rest, names):
            return in_bold, "bold"
        raise
    # Of two lives, the question asks for one.
    if names.asked_order and len(answers) > 1 and (in_bold := name_in_bold(rest, names)):
        return in_bold, "bold"
    if rule in ("line", "list", "lines") and len(rest) > _MAX_RESPONSE:
        raise NotRead("a long text without a final answer")
    return answers, rule


def _own_part(text: str, names: NameReader) -> str:
    """The response after its thought, up to the end of its turn or to a question that the model asks itself."""
    if (rest := without_thought(text)) is None:
        raise NotRead(UNFINISHED)
    rest = next((turn for turn in _END_OF_TURN.split(rest) if turn.strip()), "")
    rest = own_answer(names.without_question(rest), lambda first: _is_answer(first, names))
    start = _FINAL.search(rest) or ANSWER.match(rest)
    return rest if start is None else rest[: next_question(rest, start.end())]


def _is_answer(text: str, names: NameReader) -> bool:
    """Whether a text is an answer alone, perhaps with its explanation."""
    try:
        place = final_place(text)
    except NotRead:
        return False
    if place is not None and place.rule in ("answer tag", "box", "JSON"):
        return _NOTHING.fullmatch(text[: place.start] + text[place.end :]) is not None
    return read_yes_no(text) is not None or names.are_all(names.above_reasons(without_explanation(text)[0])[0])


def _read_content(text: str, names: NameReader, nesting: int) -> tuple[list[str], str]:
    """The answers in a text, and the places and the form in which they stand; a form alone if there is no place."""
    if nesting > _MAX_NESTING:
        raise NotRead("answers within answers")
    if (place := final_place(text)) is None:
        if before := names_before_but(text.strip(), names):
            return before, "line"
        content, explanation = without_explanation(text)
        if explanation and names.concludes_below(content, explanation):
            content, explanation = text, ""
        elif not explanation:
            content, explanation = names.above_reasons(content)
        sentence = without_ornaments(content)  # "He played for Tesla in 2003.[1]"
        is_said = nesting or _STATEMENT.fullmatch(sentence)
        stated = names.of_sentences(sentence) if is_said else None
        answers, form = (stated, "sentence") if stated else names.read(content)
        if is_taken_back(explanation, answers, names):
            raise NotRead(TAKEN_BACK)
        return answers, form
    if is_denied(without_tex(text[max(0, place.start - 80) : place.start])):
        raise NotRead(DOUBT)
    answers, rule = _read_place(place, names, nesting)
    after = text[place.end :]
    if is_taken_back(after, answers, names):
        raise NotRead(TAKEN_BACK)
    if final_place(after):
        other, _ = _read_content(after, names, nesting + 1)
        if {*map(normalize_answer, other)} != {*map(normalize_answer, answers)}:
            raise NotRead("two final answers that differ")
    return answers, rule


def _read_place(place: Place, names: NameReader, nesting: int) -> tuple[list[str], str]:
    if isinstance(place.content, list):
        return [name for item in place.content for name in names.line(item)], place.rule
    if place.rule == "JSON":
        return names.of_sentences(place.content) or names.read(place.content)[0], place.rule
    if place.rule != "marker" and not place.content.strip():
        return [], place.rule
    answers, rule = _read_content(place.content, names, nesting + 1)
    return answers, f"{place.rule}, {rule}"
