"""The annotated files of TimeQA, as released: facts with their article and the segments that people annotated.

A file is a JSON list; ``annotated_*`` has the bounds of each segment, ``human_annotated_*`` a question that a person
wrote in their place.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from temporal_qa.io import DropLog, InputError, Row, read_json
from temporal_qa.io.read import read_each
from temporal_qa.questions.time_qa.articles import AnnotatedSegment, Answer, ArticleFact, starts_of
from temporal_qa.questions.time_qa.specifiers import read_time
from temporal_qa.questions.time_qa.synthesis import time_of_sentence
from temporal_qa.released.files import value_of
from temporal_qa.text.markup import html_tag

_INDEX = re.compile(r"/wiki/(.+)#P\d+", re.ASCII | re.DOTALL)
_FILE = re.compile(r"(human_)?annotated_(train|dev|test)\.json(\.gz)?")


def annotated_files(source: Path) -> dict[tuple[str, str], Path]:
    """(wording, split) -> file, of a folder that holds the released annotated files, or of one such file.

    Raises:
        InputError: there are none.
    """
    paths = sorted(source.iterdir()) if source.is_dir() else [source]
    found = {}
    for path in paths:
        if name := _FILE.fullmatch(path.name):
            found["human" if name[1] else "machine", name[2]] = path
    if not found:
        why = "no such file or folder" if not source.exists() else "no annotated file of TimeQA"
        raise InputError(f"{why}, expected annotated_train.json, human_annotated_test.json or the like", source)
    return found


def read_annotated(
    path: Path, drops: DropLog, seen: set[str] | None = None, *, as_published: bool = False
) -> Iterator[ArticleFact]:
    """The facts of an annotated file, in its order.

    Args:
        path: the file.
        seen: the indexes of the files read before, to which those of this one are added.
        drops: decides whether a bad fact is an error or is skipped.
        as_published: whether bounds may be reversed, as they are read by the release.

    Raises:
        InputError: not a list of facts; an index of another form, an article that is empty or HTML, offsets outside
            their paragraph, an answer that is not the text at its offsets, bounds that are not times of TimeQA or are
            reversed, an index twice.
    """
    seen = set() if seen is None else seen

    def read(row: Row) -> ArticleFact:
        fact = _fact(row, as_published)
        if fact.index in seen:
            raise row.error(f"{fact.index}: the index occurs twice, expected each once")
        seen.add(fact.index)
        return fact

    facts = enumerate(read_json(path, list, "a list of facts"), 1)
    rows = (Row(number, values if isinstance(values, dict) else {}, path) for number, values in facts)
    yield from read_each(rows, read, drops)


def _fact(row: Row, as_published: bool) -> ArticleFact:
    index, relation = row.text("index"), row.text("type")
    if not (named := _INDEX.fullmatch(index)):
        raise row.error(f"found the index {index!r:.80}, expected such as '/wiki/Ann_Lee#P54'")
    paragraphs = value_of(row, "paras", list[str], "a list of texts")
    if not any(text.strip() for text in paragraphs[1:]):
        raise row.error(f"{index}: its article is empty, expected a title and text in 'paras'")
    if tag := html_tag("\n".join(paragraphs)):
        raise row.error(f"{index}: its article is HTML ({tag}), expected plain text in 'paras'")
    questions = row.values.get("questions")
    if not isinstance(questions, list) or not questions:
        raise row.error(f"{index}: expected 'questions', a list of pairs of bounds (or a sentence) and answers")
    segments = tuple(_segment(row, question, paragraphs, as_published) for question in questions)
    if len({bool(segment.sentence) for segment in segments}) > 1:
        raise row.error(f"{index}: bounds and sentences in 'questions', expected one of the two")
    return ArticleFact(index, relation, named[1].replace("_", " "), tuple(paragraphs), segments)


def _segment(row: Row, question: Any, paragraphs: list[str], as_published: bool) -> AnnotatedSegment:
    index = row.values["index"]
    match question:
        case [str() as sentence, list() as spans] if sentence.strip():
            asked = time_of_sentence(sentence)
            start, end = (asked.first, asked.second or asked.first) if asked else (None, None)
        case [[str() as first, str() as last], list() as spans]:
            sentence = ""
            try:
                start, end = read_time(first), read_time(last)
            except ValueError as problem:
                raise row.error(f"{index}: {problem}") from None
            if end.month_number < start.month_number and not as_published:
                raise row.error(f"{index}: the end, {last}, lies before the start, {first}")
        case _:
            raise row.error(f"{index}: found {question!s:.80}, expected [[start, end], answers] or [text, answers]")
    starts = starts_of(paragraphs)
    answers = tuple(_answer(row, span, paragraphs, starts) for span in spans)
    return AnnotatedSegment(start, end, tuple(answer for answer in answers if answer.text), sentence)


def _answer(row: Row, span: Any, paragraphs: list[str], starts: list[int]) -> Answer:
    match span:
        case {"para": int() as para, "from": int() as start, "end": int() as end, "answer": str() as text}:
            pass
        case _:
            raise row.error(f"{row.values['index']}: found the answer {span!r:.80}, expected para, from, end, answer")
    if not text:
        return Answer("", None, None)
    if not 0 <= para < len(paragraphs) or not 0 <= start <= end <= len(paragraphs[para]):
        raise row.error(f"{row.values['index']}: {text!r:.80} is said to stand outside its paragraph {para}")
    if paragraphs[para][start:end] != text:
        found = paragraphs[para][start:end]
        raise row.error(f"{row.values['index']}: {found!r:.80} stands at the offsets of the answer {text!r:.80}")
    return Answer(text, starts[para] + start, starts[para] + end)
