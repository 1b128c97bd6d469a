"""The table of wordings, ``generation/hieradate.yaml``: it words the questions, and the solver reads them by it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from temporal_qa.io.yaml_tables import read_yaml_table

_TABLE = "hieradate.yaml"
WordingChoice: TypeAlias = Literal["published", "all"]


class Wordings(NamedTuple):
    """The wordings of one question, each a template.

    Attributes:
        published: those of the paper and its code, about persons.
        ours: further ones about persons.
        organisation: ours about organisations; empty where the question names nobody.
    """

    published: tuple[str, ...]
    ours: tuple[str, ...]
    organisation: tuple[str, ...] = ()


@cache
def wordings() -> Mapping[str, Wordings]:
    """The wordings by what is asked: ``birth_first``, ``birth_later``, ``death_first``, ``death_later``,
    ``lifespan_longer``, ``lifespan_shorter``, ``birth_date``, ``death_date``, ``before``, ``after``, ``age``,
    ``younger``, ``older``.
    """
    table = read_yaml_table(_TABLE)["questions"]
    return {asks: Wordings(**{kind: tuple(texts) for kind, texts in lists.items()}) for asks, lists in table.items()}


class ParagraphWordings(NamedTuple):
    """The sentences about lives of one type.

    Attributes:
        both, start, end: by the dates that are known, several lists of sentences.
        age: the sentence that states an age.
        who: what anybody may be called.
        invented: what those who do not exist are called.
        more, more_invented: sentences that tell nothing about dates.
    """

    both: list[list[str]]
    start: list[list[str]]
    end: list[list[str]]
    age: str
    who: list[str]
    invented: list[str]
    more: list[str]
    more_invented: list[str]


@cache
def paragraph_wordings() -> Mapping[str, ParagraphWordings]:
    """The sentences by type of life: ``person``, ``organisation``."""
    return {type_: ParagraphWordings(**texts) for type_, texts in read_yaml_table(_TABLE)["paragraphs"].items()}
