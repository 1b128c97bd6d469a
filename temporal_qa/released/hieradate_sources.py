"""Comparisons of dates in 2WikiMultihopQA and HotpotQA, selected and made into comparisons of lives as HieraDate does.

Both are released as JSON lists of objects with ``_id, type, question, answer, context`` (``[title, [sentence, ...]]``
each) and ``supporting_facts`` (``[title, sentence number]``); those of 2WikiMultihopQA have the dates in ``evidences``.
Source: Ho, Sugawara and Aizawa (2022), section 3 and the released code.
"""

import contextlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from temporal_qa.io import Row
from temporal_qa.questions.date_arithmetic.solver import read_date
from temporal_qa.questions.hieradate.deciding import Undecided, decide
from temporal_qa.questions.hieradate.life_reading import StatedDate, StatedLife, read_life, states_age
from temporal_qa.questions.hieradate.main_questions import MainQuestion, opposite_question, read_main_question
from temporal_qa.questions.hieradate.naming import find_title, proper_name, which_name
from temporal_qa.questions.hieradate.sample import Paragraph, Relation, Version
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, WrittenDates
from temporal_qa.questions.unsolved import Unparsable, Unsolved
from temporal_qa.released.files import read_released
from temporal_qa.released.hieradate import ENDS, paragraphs_of
from temporal_qa.released.import_record import LeaveOutError, leaving_out
from temporal_qa.text.date_forms import DATE_FORMS, write_date
from temporal_qa.text.dates import find_dates
from temporal_qa.timeline import CalendarDate, Life

PHRASES = (
    "born first", "who died", "who lived longer", "born later", "who is older", "is younger", "born earlier",
    "died first", "died later", "died earlier",
)  # fmt: skip
"""A comparison whose lower-cased question has one of these is about dates."""


_ENDS = {"date of birth": "start", "date of death": "end"}


def is_selected(row: Row) -> bool:
    """Whether HieraDate takes a row: a comparison with one of the :data:`PHRASES`."""
    return row.values.get("type") == "comparison" and any(map(row.text("question").lower().__contains__, PHRASES))


def read_source(
    paths: Iterable[Path], options: DrawOptions, drops: Counter[str], *, as_published: bool = False
) -> Iterator[Comparison]:
    """The comparisons of source files, in their order.

    The main question stays as it is written; only 2WikiMultihopQA's "Who is younger" and "Who is older" become "Who was
    born later" and "Who was born first". The dates are those of the evidence (of HotpotQA, those that the gold
    paragraphs state), the opposite is that of
    :func:`~temporal_qa.questions.hieradate.main_questions.opposite_question`.

    Args:
        paths: the files, ``.json`` or ``.json.gz``.
        options: the setting, the two gold paragraphs or all paragraphs of the source; and the version, of which
            ``year_only`` writes the dates of all paragraphs as years.
        drops: counts what is left out, by reason.
        as_published: opposites as the released code makes them, faults included, and empty where it makes none; names
            of the question in title case ("Mcmillian") in probes and answers. What paragraph and answer say is not
            compared with the dates.

    Raises:
        InputError: a file cannot be read, or a row lacks a column.
    """
    for path in paths:
        for row in read_released(path):
            if not is_selected(row):
                drops["no comparison of dates"] += 1
                continue
            try:
                yield _comparison(row, options, as_published)
            except (LeaveOutError, Undecided) as reason:
                drops[str(reason.args[0])] += 1


def _comparison(row: Row, options: DrawOptions, as_published: bool) -> Comparison:
    question, identity = row.text("question").strip(), row.text("_id")
    kind = list[tuple[str, str, str]] | None
    evidences = row.value("evidences", kind, "a list of [subject, relation, object], all texts")
    if evidences:
        question = question.replace("Who is younger", "Who was born later")
        question = question.replace("Who is older", "Who was born first")
    with leaving_out("question or answer in no known wording", Unparsable):
        asked = read_main_question(question)
    paragraphs = [
        Paragraph(_one_line(title), tuple(map(_one_line, sentences))) for title, sentences in paragraphs_of(row)
    ]
    names, gold = _names_and_gold(row, asked, paragraphs)
    stated = _dates_of_evidence(evidences, names) if evidences else [_read(paragraph) for paragraph in gold]
    aged = any(states_age(" ".join(paragraph.sentences)) for paragraph in gold)
    if options.version == "year_only":
        paragraphs, gold = ([_in_years(paragraph) for paragraph in each] for each in (paragraphs, gold))
        stated = [StatedLife(*(date and _year(date.date) for date in life)) for life in stated]
    called = [
        name.title() if as_published else proper_name(name, of.title) for name, of in zip(names, gold, strict=True)
    ]
    lives = _lives(identity, called, stated, asked.relation)
    if as_published:
        decide(lives, asked.relation, options.version)  # or raises, and the row is left out
        opposite = _published_opposite(question, [(called[0], called[1]), names], of_2wiki=bool(evidences))
    else:
        stated = _as_paragraphs_state(gold, stated, asked.relation)
        opposite = _checked_opposite(row, asked, question, names, lives, options.version)
    used = [paragraph for paragraph in paragraphs if options.setting == "distractor" or paragraph in gold]
    a, b = (WrittenDates(*(date and date.text for date in life)) for life in stated)
    return Comparison(
        id=identity, lives=lives, relation=asked.relation, extreme=asked.extreme, question=question, opposite=opposite,
        written=(a, b), paragraphs=tuple(used), states_age=aged,
    )  # fmt: skip


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _names_and_gold(
    row: Row, asked: MainQuestion, paragraphs: Sequence[Paragraph]
) -> tuple[tuple[str, str], list[Paragraph]]:
    """The two names in the question, and the gold paragraph of each, which are those of the supporting facts."""
    facts = row.value("supporting_facts", list[tuple[str, Any]], "a list of [title, sentence number]")
    supporting = {_one_line(title) for title, _ in facts}
    gold = [paragraph for paragraph in paragraphs if paragraph.title in supporting]
    titles = tuple(paragraph.title for paragraph in gold)
    for names in asked.pairs if len(set(titles)) == 2 else ():
        with contextlib.suppress(Unsolved):
            places = [find_title(name, titles) for name in names]
            if len(set(places)) == 2:
                return names, [gold[place] for place in places]
    raise LeaveOutError("names without one gold paragraph each")


def _dates_of_evidence(evidences: Sequence[tuple[str, str, str]], names: tuple[str, str]) -> list[StatedLife]:
    """The first date of each kind that the evidence has for each name."""
    found: list[dict[str, StatedDate]] = [{}, {}]
    for subject, relation, text in evidences:
        with contextlib.suppress(Unsolved, KeyError):
            dates = found[find_title(subject, names)]
            dates.setdefault(_ENDS[relation], StatedDate(read_date(text, False), text))
    return [StatedLife(**dates) for dates in found]


def _read(paragraph: Paragraph) -> StatedLife:
    return read_life(paragraph.title, " ".join(paragraph.sentences))


def _lives(identity: str, names: Sequence[str], stated: Sequence[StatedLife], relation: Relation) -> tuple[Life, Life]:
    if any(getattr(life, end) is None for life in stated for end in ENDS[relation]):
        raise LeaveOutError("date that neither evidence nor paragraph states")
    dates = [{end: getattr(life, end).date for end in ENDS[relation]} for life in stated]
    with leaving_out("death before the birth", ValueError):
        a, b = (Life(f"{identity}_{i}", name, **of) for i, name, of in zip("ab", names, dates, strict=True))
    return a, b


def _as_paragraphs_state(
    gold: Sequence[Paragraph], stated: Sequence[StatedLife], relation: Relation
) -> list[StatedLife]:
    """The same dates in the words of the paragraphs, which a reader has, and the evidence does not."""
    found = list(map(_read, gold))
    for life, evidence in zip(found, stated, strict=True):
        for end in ENDS[relation]:
            if (written := getattr(life, end)) is None or written.date != getattr(evidence, end).date:
                raise LeaveOutError("paragraph with another date than the evidence")
    return found


def _checked_opposite(
    row: Row, asked: MainQuestion, question: str, names: tuple[str, str], lives: tuple[Life, Life], version: Version
) -> str:
    _, least = decide(lives, asked.relation, version)
    right = least if asked.extreme in ("first", "shorter") else 1 - least
    if which_name(row.text("answer"), (lives[0].name, lives[1].name)) != right:
        raise LeaveOutError("answer that the dates contradict")
    with leaving_out("question without a clear opposite", Unparsable):
        return opposite_question(question, names)


def _published_opposite(question: str, names: Sequence[tuple[str, str]], *, of_2wiki: bool) -> str:
    """As the released code: "who" is found in any case, but replaced in one; ages of HotpotQA have no opposite."""
    if not of_2wiki and re.search(r"who is older|is younger", question, re.IGNORECASE):
        return ""
    if re.search(r"\bwho (?:was|died|lived)\b", question):
        return question
    for called in names:  # in title case only where the question is made anew
        with contextlib.suppress(Unparsable):
            return opposite_question(question, called)
    return question


def _in_years(paragraph: Paragraph) -> Paragraph:
    return Paragraph(paragraph.title, tuple(map(_dates_as_years, paragraph.sentences)))


def _dates_as_years(text: str) -> str:
    for found in reversed(find_dates(text)):
        if found.year is not None:
            text = text[: found.start] + _year(CalendarDate(found.year)).text + text[found.end :]
    return text


def _year(date: CalendarDate) -> StatedDate:
    year = CalendarDate(date.year)
    return StatedDate(year, write_date(year, DATE_FORMS[-1]))
