"""A question of TimeQA as a record: the shared columns, and those of this family."""

from typing import Any, Literal, NamedTuple, TypeAlias

from temporal_qa.io import grouped
from temporal_qa.questions.time_qa.articles import AnnotatedSegment, AnswerSpan, ArticleFact
from temporal_qa.questions.time_qa.specifiers import Specifier

Mode: TypeAlias = Literal["easy", "hard"]

_WORDS_IN_A_BIN = 400

COLUMNS = {
    "id": str, "question": str, "answers": list, "answer_type": str, "context": str, "subject": str, "relation": str,
    "mode": str, "kind": str, "wording": str, "bounds_mentioned": bool, "length": str,
}  # fmt: skip
"""The type of each column that every row has, see :func:`~temporal_qa.questions.record.checked_row`."""

_TEXTS = (*COLUMNS, "specifier", "segment_start", "segment_end")


class TimeQuestion(NamedTuple):
    """A question about one segment of a fact; without a specifier it is a sentence whose time is not known."""

    fact: ArticleFact
    number: int
    mode: Mode
    question: str
    specifier: Specifier | None
    segment: AnnotatedSegment

    @property
    def id(self) -> str:
        """The released ``idx``: the fact's index and the number of the question."""
        return f"{self.fact.index}#{self.number}"


def length_of(context: str) -> str:
    """The words of an article, in steps of 400, as TimeQA's analysis has them.

    >>> length_of("Ann Lee was born in 1990 .")
    '00000-00399'
    """
    low = len(context.split(" ")) // _WORDS_IN_A_BIN * _WORDS_IN_A_BIN
    return f"{low:05d}-{low + _WORDS_IN_A_BIN - 1:05d}"


def article_columns(fact: ArticleFact, passages: list[dict[str, str]]) -> dict[str, Any]:
    """The columns that all questions of a fact share."""
    context = fact.context
    told = [(each.segment, dict.fromkeys(answer.text for answer in each.answers)) for each in fact.segments]
    return {
        "answer_type": "entity",
        "context": context,
        "subject": fact.subject,
        "relation": fact.relation,
        "length": length_of(context),
        "segments": [
            {"start": segment.start.isoformat(), "end": segment.end.isoformat(), "answers": list(answers)}
            for segment, answers in told
            if segment
        ],
        "paragraphs": passages,
    }


def question_row(question: TimeQuestion, shared: dict[str, Any], *, bounds_mentioned: bool) -> dict[str, Any]:
    """The row as datasets keep it, see :func:`time_features`; ``shared`` is from :func:`article_columns`."""
    segment, when = question.segment, question.specifier
    # A text that stands twice is one answer, where it stands first.
    first = [alike[0] for alike in grouped((answer.text, answer) for answer in segment.answers).values()]
    return shared | {
        "id": question.id,
        "question": question.question,
        "answers": [answer.text for answer in first],
        "mode": question.mode,
        "kind": when.kind if when else "unknown",
        "wording": "human" if segment.sentence else "machine",
        "specifier": str(when) if when else "",
        "segment_start": segment.start.isoformat() if segment.start else "",
        "segment_end": segment.end.isoformat() if segment.end else "",
        "bounds_mentioned": bounds_mentioned,
        "answer_starts": [answer.start for answer in first],
        "answer_ends": [answer.end for answer in first],
    }


def released_columns(question: TimeQuestion) -> dict[str, Any]:
    """The released columns that ours lack. No answer is the target ``""`` at 0; a text that stands twice is twice."""
    answers = question.segment.answers or (AnswerSpan("", 0, 0),)
    targets, starts, ends = map(list, zip(*answers, strict=True))
    return {"idx": question.id, "targets": targets, "from": starts, "end": ends}


def time_features(*, as_published: bool = False, invented: bool = False) -> Any:
    """The ``datasets.Features`` of a row; as published with the released columns, invented with ``reason``."""
    from datasets import Features, List, Value

    text, offsets, texts = Value("string"), List(Value("int32")), List(Value("string"))
    columns = dict.fromkeys(_TEXTS, text) | {
        "answers": texts,
        "bounds_mentioned": Value("bool"),
        "segments": List({"start": text, "end": text, "answers": texts}),
        "answer_starts": offsets,
        "answer_ends": offsets,
        "paragraphs": List({"title": text, "text": text}),
    }
    if as_published:
        columns |= {"idx": text, "targets": texts, "from": offsets, "end": offsets}
    if invented:
        columns["reason"] = text
    return Features(columns)
