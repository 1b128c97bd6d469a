"""TimeQA as released: annotated files, as facts with their article, and row files, as rows of ours.

An annotated file is a JSON list of facts with the segments that people annotated; ``annotated_*`` has the bounds of
each segment, ``human_annotated_*`` a question that a person wrote in their place.

Row files have ``idx, question, context, targets, paragraphs`` and, for training, offsets in ``from`` and ``end``.
Mirrors have ``answer`` in place of ``targets``, targets as the text of a Python list, no paragraphs, or easy and hard
questions in one file, so that an ``idx`` comes twice. The target ``""`` is the label "no answer". Of rows, nothing is
lost.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from itertools import groupby, pairwise
from pathlib import Path
from tokenize import NL, STRING, generate_tokens
from typing import Any

from temporal_qa.io import DropLog, InputError, Row, is_list_of_texts, read_each, read_json
from temporal_qa.questions.time_qa.articles import AnnotatedSegment, AnswerSpan, ArticleFact, starts_of
from temporal_qa.questions.time_qa.record import length_of
from temporal_qa.questions.time_qa.specifiers import Specifier, find_specifiers, read_time
from temporal_qa.questions.time_qa.synthesis import time_of_sentence
from temporal_qa.released.import_record import ImportRecord, Remark
from temporal_qa.text.markup import html_tag

_FACT_INDEX = re.compile(r"/wiki/(.+)#P\d+", re.ASCII | re.DOTALL)
_FILE = re.compile(r"(human_)?annotated_(train|dev|test)\.json(\.gz)?")


def annotated_files(source: Path) -> dict[tuple[str, str], Path]:
    """(wording, split) -> file, of a folder that holds the released annotated files, or of one such file.

    Raises:
        InputError: there are none.
    """
    paths = sorted(source.iterdir()) if source.is_dir() else [source]
    names = ((path, _FILE.fullmatch(path.name)) for path in paths)
    if not (found := {("human" if name[1] else "machine", name[2]): path for path, name in names if name}):
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
        if (fact := _fact(row, as_published)).index in seen:
            raise row.error(f"{fact.index}: the index occurs twice, expected each once")
        seen.add(fact.index)
        return fact

    facts = enumerate(read_json(path, list, "a list of facts"), 1)
    rows = (Row(number, values if isinstance(values, dict) else {}, path) for number, values in facts)
    yield from read_each(rows, read, drops)


def _fact(row: Row, as_published: bool) -> ArticleFact:
    index, relation = row.text("index"), row.text("type")
    if not (named := _FACT_INDEX.fullmatch(index)):
        raise row.error(f"found the index {index!r:.80}, expected such as '/wiki/Ann_Lee#P54'")
    paragraphs = row.value("paras", list[str], "a list of texts")
    if not any(text.strip() for text in paragraphs[1:]):
        raise row.error(f"{index}: its article is empty, expected a title and text in 'paras'")
    if tag := html_tag("\n".join(paragraphs)):
        raise row.error(f"{index}: its article is HTML ({tag}), expected plain text in 'paras'")
    questions = row.values.get("questions")
    if not isinstance(questions, list) or not questions:
        raise row.error(f"{index}: expected 'questions', a list of pairs of bounds (or a sentence) and answers")
    try:
        segments = tuple(_segment(question, paragraphs, as_published) for question in questions)
    except ValueError as problem:
        raise row.error(f"{index}: {problem}") from None
    if len({bool(segment.sentence) for segment in segments}) > 1:
        raise row.error(f"{index}: bounds and sentences in 'questions', expected one of the two")
    return ArticleFact(index, relation, named[1].replace("_", " "), tuple(paragraphs), segments)


def _segment(question: Any, paragraphs: list[str], as_published: bool) -> AnnotatedSegment:
    match question:
        case [str() as sentence, list() as spans] if sentence.strip():
            asked = time_of_sentence(sentence)
            start, end = (asked.first, asked.second or asked.first) if asked else (None, None)
        case [[str() as first, str() as last], list() as spans]:
            sentence = ""
            start, end = read_time(first), read_time(last)
            if end.month_number < start.month_number and not as_published:
                raise ValueError(f"the end, {last}, lies before the start, {first}")
        case _:
            raise ValueError(f"found {question!s:.80}, expected [[start, end], answers] or [text, answers]")
    starts = starts_of(paragraphs)
    answers = tuple(answer for span in spans if (answer := _answer(span, paragraphs, starts)).text)
    return AnnotatedSegment(start, end, answers, sentence)


def _answer(span: Any, paragraphs: list[str], starts: list[int]) -> AnswerSpan:
    match span:
        case {"para": int() as para, "from": int() as start, "end": int() as end, "answer": str() as text}:
            if not text:
                return AnswerSpan("", None, None)
            if not 0 <= para < len(paragraphs) or not 0 <= start <= end <= len(paragraphs[para]):
                raise ValueError(f"{text!r:.80} is said to stand outside its paragraph {para}")
            if (found := paragraphs[para][start:end]) != text:
                raise ValueError(f"{found!r:.80} stands at the offsets of the answer {text!r:.80}")
            return AnswerSpan(text, starts[para] + start, starts[para] + end)
    raise ValueError(f"found the answer {span!r:.80}, expected para, from, end, answer")


LAYOUT = "idx and targets (TimeQA)"
_INDEX = re.compile(r"(/wiki/(.+)#(P\d+))#\d+", re.ASCII | re.DOTALL)


def is_time_qa(values: Mapping[str, Any]) -> bool:
    """Whether a row is a question of TimeQA, by its ``idx``, such as ``/wiki/Ann_Lee#P54#0``."""
    return _INDEX.fullmatch(str(values.get("idx", values.get("id")))) is not None


def import_time_rows(rows: Iterable[Row], record: ImportRecord) -> Iterator[dict[str, Any]]:
    """The rows as rows of ours, in their order.

    An ``idx`` that an earlier row has gets a number. The column ``released`` holds, as a JSON object, what our columns
    would not give again. Easy questions with both bounds get the ``segments`` of their fact, which ``audit`` needs, and
    the one that they ask about (``segment_start``, ``segment_end``), which ``perturb`` needs.

    Args:
        rows: the rows of one file.
        record: notes what became of each row.

    Raises:
        InputError: a row without an index, question or targets, or with one of the wrong type; a context that is empty
            or HTML; an answer that is not the text at its offsets.
    """
    repeated = Counter[str]()
    for _, of_fact in groupby(rows, key=lambda row: _index(row)[1]):
        members = [(row, _specifier(row), _targets(row)) for row in of_fact]
        segments = _segments(members)
        for row, when, targets in members:
            made = _ours(row, when, targets) | ({"segments": segments} if segments else {})
            if segments and (bounds := _bounds(when)):
                made["segment_start"], made["segment_end"] = bounds
            identity = made["id"]
            while made["id"] in record.seen_ids:
                repeated[identity] += 1
                made["id"] = f"{identity}#{repeated[identity] + 1}"
            if made["id"] != identity:
                record.remark(row, made["id"], Remark.NUMBERED_ID)
            record.seen_ids.add(made["id"])
            record.kept[LAYOUT] += 1
            yield made | {"released": record.keep_apart(row, made["id"], _again(made, identity))}


def _index(row: Row) -> re.Match[str]:
    if found := _INDEX.fullmatch(str(row.values.get("idx", row.values.get("id")))):
        return found
    raise row.error(f"found the idx {row.values.get('idx')!r:.80}, expected such as '/wiki/Ann_Lee#P54#0'")


def _specifier(row: Row) -> Specifier | None:
    found = find_specifiers(row.text("question"))
    return found[-1][2] if found else None


def _targets(row: Row) -> list[str]:
    column = "targets" if row.values.get("targets") is not None else "answer"
    targets = row.values.get(column)
    if isinstance(targets, str) and targets.startswith("[") and targets.endswith("]"):
        try:
            read = ast.literal_eval(targets)
            kinds = [token.type for token in generate_tokens(StringIO(targets).readline) if token.type != NL]
            if (STRING, STRING) in pairwise(kinds):  # as NumPy prints texts; Python reads them as one
                raise ValueError
            targets = read
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            if "'" in targets or '"' in targets:
                raise row.error(f"found {column!r} {targets!r:.80}, expected a list of texts") from None
    targets = [targets] if isinstance(targets, str) else targets  # also a name in brackets, as "[PIAS]"
    if not is_list_of_texts(targets):
        raise row.error(f"found {column!r} {targets!r:.80}, expected a list of texts, [''] for no answer")
    return targets


def _mode_of_file(row: Row) -> str:
    """``easy``, ``hard``, or ``unknown``: a mirror has both in one file."""
    path = Path(row.path)  # builds in SQuAD's layout have the mode as a folder
    words = re.findall("[a-z]+", path.name.lower())
    modes = [mode for mode in ("easy", "hard") if mode in words or path.parent.name in (mode, f"human_{mode}")]
    return modes[0] if len(modes) == 1 else "unknown"


def _segments(members: list[tuple[Row, Specifier | None, list[str]]]) -> list[dict[str, Any]]:
    """The segments of a fact, if its questions give bounds; none where they are, or may be, hard questions."""
    kinds = {when.kind for _, when, _ in members if when}
    if kinds - {"from_to", "in"} or (_mode_of_file(members[0][0]) != "easy" and "from_to" not in kinds):
        return []
    segments = []
    for _, when, targets in members:
        if bounds := _bounds(when):
            made = {"start": bounds[0], "end": bounds[1], "answers": [text for text in dict.fromkeys(targets) if text]}
            segments += [made] if made not in segments else []  # a row may stand there many times
    return segments


def _bounds(when: Specifier | None) -> tuple[str, str] | None:
    """The segment of an easy question, if it names both ends in their order."""
    start, end = (when.first, when.second or when.first) if when else (None, None)
    in_order = start and end and start.month_number <= end.month_number
    return (start.isoformat(), end.isoformat()) if start and end and in_order else None


def _ours(row: Row, when: Specifier | None, targets: list[str]) -> dict[str, Any]:
    index, mode = _index(row), _mode_of_file(row)
    if when and mode == "unknown" and when.kind != "in":
        mode = "easy" if when.kind == "from_to" else "hard"
    answers = [text for text in dict.fromkeys(targets) if text]
    context = "" if row.values.get("context") is None else row.text("context")  # some mirrors have none
    if tag := html_tag(context):
        raise row.error(f"its context is HTML ({tag}), expected plain text")
    made: dict[str, Any] = {
        "id": index[0], "question": row.text("question"), "answers": answers, "answer_type": "entity",
        "context": context, "subject": index[2].replace("_", " "), "relation": index[3], "mode": mode,
        "kind": when.kind if when else "unknown", "specifier": str(when) if when else "",
    }  # fmt: skip
    if context:
        made["length"] = length_of(context)
    made |= _offsets(row, targets, context)
    if (paragraphs := row.values.get("paragraphs")) is not None:
        made["paragraphs"] = paragraphs
    return made


def _offsets(row: Row, targets: list[str], context: str) -> dict[str, list[int]]:
    """Where each answer stands first in the context; nothing if the row does not have offsets for each target."""
    starts, ends = row.values.get("from"), row.values.get("end")
    if not isinstance(starts, list) or not isinstance(ends, list) or not len(starts) == len(ends) == len(targets):
        return {}
    places: dict[str, tuple[int, int]] = {}
    for text, start, end in zip(targets, starts, ends, strict=True):
        is_place = isinstance(start, int) and isinstance(end, int) and start >= 0
        if text and not (is_place and context[start:end] == text):
            raise row.error(f"{text!r:.80} is not the text at its offsets {start} to {end}")
        if text:
            places.setdefault(text, (start, end))
    return {
        "answer_starts": [start for start, _ in places.values()],
        "answer_ends": [end for _, end in places.values()],
    }


def _again(made: dict[str, Any], identity: str) -> dict[str, Any]:
    """Our columns, and the released ones that they give again."""
    return made | {"idx": identity, "targets": made["answers"] or [""], "from": made.get("answer_starts") or [0],
                   "end": made.get("answer_ends") or [0]}  # fmt: skip
