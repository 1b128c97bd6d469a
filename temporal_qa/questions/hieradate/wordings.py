"""The table of wordings, ``generation/hieradate.yaml``: it words the questions, and the solver reads them by it."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from temporal_qa.io.yaml_tables import check_same_slots, wording_pattern, yaml_table
from temporal_qa.questions.hieradate.life_reading import LifeType
from temporal_qa.questions.unsolved import Unparsable

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

    Raises:
        InputError: wordings of one of them with different slots.
    """
    with yaml_table(_TABLE) as table:
        questions = table["questions"].items()
        for asks, lists in questions:
            check_same_slots(asks, chain.from_iterable(lists.values()))
        return {asks: Wordings(**{kind: tuple(texts) for kind, texts in lists.items()}) for asks, lists in questions}


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
    with yaml_table(_TABLE) as table:
        return {type_: ParagraphWordings(**texts) for type_, texts in table["paragraphs"].items()}


class Wording(NamedTuple):
    """A wording as a pattern.

    Attributes:
        asks: its heading in the table, such as ``birth_first``.
        type: of the lives that it asks about.
        pattern: with a group for each place, such as ``name``.
        begin: its words before its one or two places, by which it is soon ruled out.
        between: the words between its two names, if it compares two.
    """

    asks: str
    type: LifeType
    pattern: re.Pattern[str]
    begin: str
    between: str


MAX_LETTERS = 1_000
"""Of a question that is read: in a longer one there would be too many ways to part names."""


@lru_cache(maxsize=256)
def match_wording(question: str) -> tuple[Wording, re.Match[str]] | None:
    """The wording of a question, if the table has it.

    Raises:
        Unparsable: the question has more than :data:`MAX_LETTERS`.
    """
    if len(question) > MAX_LETTERS:
        raise Unparsable(f"the question has more than {MAX_LETTERS:,} letters")
    for wording in _all_wordings():
        if question.startswith(wording.begin) and (found := wording.pattern.fullmatch(question)):
            return wording, found
    return None


@cache
def _all_wordings() -> list[Wording]:
    found = []
    for asks, table in wordings().items():
        for wording in (*table.published, *table.ours, *table.organisation):
            last = re.findall(r"\{(\w+)\}", wording)[-1]  # it has one end, found from behind
            pattern = wording_pattern(wording, {last: ".+"})
            between = two[1] if (two := re.search(r"\{a\}(.+)\{b\}", wording)) else ""
            type_: LifeType = "organisation" if wording in table.organisation else "person"
            found.append(Wording(asks, type_, pattern, wording.partition("{")[0], between))
    return found
