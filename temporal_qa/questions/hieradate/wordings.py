"""The table of wordings, ``generation/hieradate.yaml``: it words the questions, and the solver reads them by it."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct, defstruct

from temporal_qa.io.yaml_tables import check_wordings, wording_pattern, yaml_table
from temporal_qa.questions.hieradate.life_reading import LifeType
from temporal_qa.questions.slots import check_slots
from temporal_qa.questions.unsolved import Unparsable

WordingChoice: TypeAlias = Literal["published", "all"]
_Some: TypeAlias = Annotated[tuple[str, ...], Meta(min_length=1)]
_Sentences: TypeAlias = Annotated[tuple[_Some, ...], Meta(min_length=1)]


class Wordings(Struct, frozen=True, forbid_unknown_fields=True):
    """The wordings of one question, each a template.

    Attributes:
        published: those of the paper and its code, about persons.
        ours: further ones about persons.
        organisation: ours about organisations; empty where the question names nobody.
    """

    published: _Some
    ours: _Some
    organisation: tuple[str, ...] = ()


class ParagraphWordings(Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences about lives of one type.

    Attributes:
        both, start, end: by the dates that are known, several lists of sentences.
        age: the sentence that states an age.
        who: what anybody may be called.
        invented: what those who do not exist are called.
        more, more_invented: sentences that tell nothing about dates.
    """

    both: _Sentences
    start: _Sentences
    end: _Sentences
    age: str
    who: _Some
    invented: _Some
    more: Annotated[tuple[str, ...], Meta(min_length=2)]
    more_invented: tuple[str, ...]


def wordings() -> Mapping[str, Wordings]:
    """The wordings by what is asked: ``birth_first``, ``birth_later``, ``death_first``, ``death_later``,
    ``lifespan_longer``, ``lifespan_shorter``, ``birth_date``, ``death_date``, ``before``, ``after``, ``age``,
    ``younger``, ``older``.

    Raises:
        InputError: see :func:`_table`.
    """
    return _table()[0]


def paragraph_wordings() -> Mapping[str, ParagraphWordings]:
    """The sentences by type of life: ``person``, ``organisation``. Raises ``InputError``, see :func:`_table`."""
    return _table()[1]


_OPPOSITES = {
    "birth_first": "birth_later", "death_first": "death_later", "lifespan_longer": "lifespan_shorter",
}  # fmt: skip
_SLOTS = (
    dict.fromkeys([*_OPPOSITES, *_OPPOSITES.values()], ("a b",))
    | dict.fromkeys(["birth_date", "death_date", "age"], ("name",))
    | dict.fromkeys(["before", "after"], ("first second",))
    | dict.fromkeys(["younger", "older"], ("first second", "first_age second_age"))
)


@cache
def _table() -> tuple[Mapping[str, Wordings], Mapping[str, ParagraphWordings]]:
    """The questions and the paragraphs.

    Raises:
        InputError: a key that is unknown, missing or of another type, opposites of unequal number, a wording with
            other slots than its question, or a paragraph that lacks a date.
    """
    questions: Any = defstruct("Questions", [(asks, Wordings) for asks in _SLOTS], forbid_unknown_fields=True)
    parts = [("questions", questions), ("paragraphs", dict[LifeType, ParagraphWordings])]
    kind: Any = defstruct("Table", parts, forbid_unknown_fields=True)
    with yaml_table("hieradate.yaml", kind) as table:
        by_asks = {asks: getattr(table.questions, asks) for asks in _SLOTS}
        check_wordings({asks: each.published + each.ours + each.organisation for asks, each in by_asks.items()}, _SLOTS)
        for asks, each in by_asks.items():
            if asks not in ("younger", "older") and (both := {*each.published, *each.ours} & {*each.organisation}):
                raise ValueError(f"{asks}: {min(both)!r} stands under organisation, too")
        for asks, opposite in (_OPPOSITES | {"before": "after"}).items():
            for whose in ("ours", "organisation", *(["published"] if asks == "before" else [])):
                one, other = (len(getattr(by_asks[each], whose)) for each in (asks, opposite))
                if one != other:
                    raise ValueError(f"{whose}: {one} wordings of {asks} and {other} of {opposite}, expected as many")
        for type_, texts in table.paragraphs.items():
            _check_paragraphs(type_, texts)
        return by_asks, table.paragraphs


def _check_paragraphs(type_: str, texts: ParagraphWordings) -> None:
    for needed, optional, lists in (
        ({"name", "start", "end"}, {"who"}, texts.both),
        ({"name", "start"}, {"who"}, texts.start),
        ({"name", "end"}, {"who"}, texts.end),
        ({"name", "years"}, set(), ((texts.age,),)),
        (set(), {"name"}, tuple((text,) for text in texts.more + texts.more_invented)),
    ):
        joined = [re.sub(r"\{on_(start|end)\}", r"{\1}", " ".join(sentences)) for sentences in lists]
        check_slots(type_, joined, needed, optional, once=False)


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
