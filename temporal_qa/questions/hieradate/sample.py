"""A sample of HieraDate: a question that compares two lives, and probing questions about each step to its answer.

Source: Ho, Sugawara and Aizawa, "How Well Do Multi-hop Reading Comprehension Models Understand Date Information?",
AACL-IJCNLP 2022, section 3. A comparison of births or of deaths has six questions, a comparison of lifespans nine.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from temporal_qa.io import Row, one_of
from temporal_qa.scoring.labelled_rows import AnswerType
from temporal_qa.timeline import DatePart, Life
from temporal_qa.timeline.lives import life_from_row, life_to_row

Relation: TypeAlias = Literal["birth", "death", "lifespan"]
Extreme: TypeAlias = Literal["first", "later", "longer", "shorter"]
Task: TypeAlias = Literal["main", "extraction", "reasoning", "robustness"]
Version: TypeAlias = Literal["full_date", "year_only"]
Setting: TypeAlias = Literal["normal", "distractor"]

RELATIONS: tuple[Relation, ...] = get_args(Relation)

OPPOSITE: dict[Extreme, Extreme] = {"first": "later", "later": "first", "longer": "shorter", "shorter": "longer"}
"""The extreme that the robustness question asks for."""

KINDS = {"birth": "comparison", "death": "comparison", "lifespan": "combined"}

SHARED = ("version", "setting", "relation", "extreme", "decided_by", "states_age")
"""The columns of a sample that its questions have, too."""


class Probe(NamedTuple):
    """One question of a sample.

    Attributes:
        key: its place: ``main``, ``extract_1`` to ``extract_4``, ``reason_1`` to ``reason_3`` or ``robust``.
        task: which ability it probes.
        question: in words.
        answer: a name, a date in the form of its paragraph, an age (``90 years, 10 months and 1 day``; in the year-only
            version the number of years), ``yes`` or ``no``.
        answer_type: which of them.
        value: an answer of type ``date`` as ISO text, one of type ``age`` as ``90-10-1`` or ``90``; else the answer.
    """

    key: str
    task: Task
    question: str
    answer: str
    answer_type: AnswerType
    value: str


class Paragraph(NamedTuple):
    """A titled paragraph, in sentences."""

    title: str
    sentences: tuple[str, ...]


class Sample(NamedTuple):
    """Two lives, the paragraphs that state them, and the questions about them.

    Attributes:
        id: unique in the dataset.
        lives: A and B, the one that the main question names first being A.
        relation: what is compared: the births, the deaths or the lifespans.
        extreme: which of the two the main question asks for.
        decided_by: the coarsest part in which the two dates, or the two ages, differ.
        version: whether the paragraphs and the questions give whole dates or years alone.
        setting: two paragraphs, or eight more that distract.
        states_age: whether a paragraph of A or B states an age, so that nothing need be reckoned.
        paragraphs: in the order in which a reader gets them.
        probes: the main question first, then extraction, reasoning and robustness, each in order.
    """

    id: str
    lives: tuple[Life, Life]
    relation: Relation
    extreme: Extreme
    decided_by: DatePart
    version: Version
    setting: Setting
    states_age: bool
    paragraphs: tuple[Paragraph, ...]
    probes: tuple[Probe, ...]

    @property
    def kind(self) -> str:
        """``comparison`` or ``combined``: the latter takes two ages first (section 3.2)."""
        return KINDS[self.relation]

    @property
    def context(self) -> str:
        """The paragraphs as one text: a line for each, its title first."""
        return "\n".join(f"{paragraph.title}: {' '.join(paragraph.sentences)}" for paragraph in self.paragraphs)

    def to_row(self) -> dict[str, Any]:
        """The row of the config ``samples``, which :func:`sample_from_row` reads back."""
        return {
            "id": self.id,
            "question": self.probes[0].question,
            "answers": [self.probes[0].answer],
            "answer_type": "entity",
            **self._shared_columns(),
            "paragraphs": [each._asdict() | {"sentences": list(each.sentences)} for each in self.paragraphs],
            "probes": [probe._asdict() for probe in self.probes],
        }

    def _shared_columns(self) -> dict[str, Any]:
        shared = {column: getattr(self, column) for column in SHARED}
        return {"context": self.context, "kind": self.kind, **shared, "lives": [*map(life_to_row, self.lives)]}

    def question_rows(self) -> Iterator[dict[str, Any]]:
        """The rows of the config ``questions``: one for each question, each with the context and the two lives."""
        of_sample = self._shared_columns() | {"sample": self.id}
        for probe in self.probes:
            yield {
                "id": f"{self.id}_{probe.key}",
                "question": probe.question,
                "answers": [probe.answer],
                "answer_type": probe.answer_type,
                "answer_value": probe.value,
                "probe": probe.key,
                "task": probe.task,
                **of_sample,
                "extreme": OPPOSITE[self.extreme] if probe.task == "robustness" else self.extreme,
            }


def sample_from_row(row: Mapping[str, Any]) -> Sample:
    """The sample of a row of :meth:`Sample.to_row`.

    Raises:
        ValueError: a column is absent, of the wrong type, or has an unknown relation or extreme; says which.
    """
    try:
        for column, known in (("relation", KINDS), ("extreme", OPPOSITE)):
            if row[column] not in known:
                raise ValueError(f"column {column!r} holds {row[column]!r}, expected {one_of(known)}")
        first, second = (life_from_row(life) for life in row["lives"])
        return Sample(
            id=row["id"],
            lives=(first, second),
            paragraphs=tuple(Paragraph(each["title"], tuple(each["sentences"])) for each in row["paragraphs"]),
            probes=tuple(Probe(**{name: each[name] for name in Probe._fields}) for each in row["probes"]),
            **{column: row[column] for column in SHARED},
        )
    except (KeyError, TypeError, AttributeError) as problem:
        raise ValueError(f"not a sample of HieraDate: {problem}") from None


def questions_of(row: Row) -> Iterable[Row]:
    """The questions of a row of the config ``samples``; any other row as it is.

    Raises:
        InputError: a sample that lacks a column.
    """
    if "probes" not in row.values:
        return [row]
    try:
        sample = sample_from_row(row.values)
    except ValueError as problem:
        raise row.error(str(problem)) from None
    return (row._replace(values=values) for values in sample.question_rows())
