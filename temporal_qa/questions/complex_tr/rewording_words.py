"""What rewordings of questions may say, as ``generation/rewordings.yaml`` lists it, arranged for reading.

What asks is a whole question, made of the phrases of one relation (:class:`Frames`): a phrase that is only found
somewhere in a question says little. "Who served the chair of Globex?" has "the chair of Globex" in it. So the question
word, the verb and the phrase are put together here, and nothing may stand beside them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.complex_tr.relations import wordings


@dataclass(frozen=True, slots=True)
class RelationWords:
    """The words of one relation, as patterns without groups; see the file.

    Attributes:
        person: whether the subject is a person.
        ask: the whole of what asks for the objects of a fact at any time; a long one, see :func:`is_whole`.
        ask_next, ask_last: the same of what begins next, and of what began last before.
        event, start, end: what names a fact, its start and its end.
    """

    person: bool
    ask: str
    ask_next: str
    ask_last: str
    event: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class RewordingTable:
    """What the file holds, as its comments explain it; ``words`` are those of each relation."""

    polite: str
    pronouns: Mapping[str, Sequence[str]]
    kind_of_subject: str
    orders: Mapping[str, str]
    macros: Mapping[str, dict[str, str]]
    times: Mapping[str, Sequence[str]]
    succession: Mapping[str, str]
    stay: str
    relations: Mapping[str, Any]
    words: Mapping[str, RelationWords] = field(default_factory=dict)


@cache
def rewording_table() -> RewordingTable:
    """The table with its macros filled in.

    Raises:
        InputError: a relation of ``relations.yaml`` is missing, or one is unknown there; a key is missing.
    """
    with yaml_table("rewordings.yaml", RewordingTable) as table:
        if table.relations.keys() != wordings().relations.keys():
            raise ValueError("expected the relations of relations.yaml")
        parts = table.macros["any"]
        times = {when: [filled(pattern, parts) for pattern in patterns] for when, patterns in table.times.items()}
        words = {key: _words(block, table.macros[block["subject"]] | parts) for key, block in table.relations.items()}
        return replace(table, times=times, words=words)


def filled(pattern: str, macros: Mapping[str, str]) -> str:
    """The pattern with what its macros, such as ``<who>``, stand for."""
    for name, words in macros.items():
        pattern = pattern.replace(f"<{name}>", words)
    return pattern


def is_whole(pattern: str, words: str) -> bool:
    """Whether the pattern fits all of the words. Each is compiled when it is needed: all of them take two seconds."""
    return bool(_compiled(pattern).fullmatch(words))


_compiled = cache(re.compile)


def _words(block: Mapping[str, Any], macros: Mapping[str, str]) -> RelationWords:
    def either(patterns: Iterable[str]) -> str:
        return filled(_either([*patterns] or [r"(?!)"]), macros)

    frames = Frames(block["asked"], block["bare"].split())
    begin = block.get("begin", {})
    return RelationWords(
        person=block["subject"] == "person",
        ask=either(frames.questions(block, perfect=False)),
        ask_next=either([*frames.questions(block, perfect=False), *frames.questions(begin, perfect=False)]),
        ask_last=either([*frames.questions(block, perfect=True), *frames.questions(begin, perfect=True)]),
        event=rf"{either(block['event'])}\b",
        start=rf"{either(block['start'])}\b",
        end=rf"{either(block['end'])}\b",
    )


_PREPOSITION = re.compile(r"(.*) <(.*)>")

Phrases = Mapping[str, Sequence[str]]


class Frames:
    """The frames of one relation.

    Args:
        asked: a pattern of the nouns that may be asked for.
        bare: the words that may ask alone.
    """

    def __init__(self, asked: str, bare: Sequence[str]) -> None:
        people = [word for word in bare if word in ("who", "whom")]
        self._where = "where" in bare
        self._which = _either([f"(?:which|what) {asked}", *people])
        self._after_preposition = _either([self._which, *(word for word in bare if word == "what")])
        self._the = _either(
            [
                rf"name (?:the |all the |all )?(?:names? of (?:the |all the )?)?{asked}",
                rf"(?:what|which|who) <was> (?:the |all the )?(?:names? of (?:the |all the )?)?{asked}",
            ]
        )

    def questions(self, phrases: Phrases, perfect: bool) -> Iterator[str]:
        """Patterns of whole questions.

        Args:
            phrases: the phrases by their places, as ``generation/rewordings.yaml`` has them.
            perfect: whether "had worked" may stand for "worked", which is so before another event.
        """
        did, was, past = (phrases.get(name, ()) for name in ("did", "was", "past"))
        for phrase in did:
            yield from self._inverted("<did> <who>", phrase)
        for phrase in was:
            yield from self._inverted("<was> <who>", phrase)
            yield from self._stated(f"<who> <was> {phrase}")
        for phrase in past:
            yield from self._stated(f"<who> {phrase}")
        if perfect:
            for phrase in (*past, *(f"been {phrase}" for phrase in was)):
                yield from self._inverted("had <who>", phrase)
                yield from self._stated(f"<who> had {phrase}")
        had = "(?:had )?" if perfect else ""
        for phrase in phrases.get("answer", ()):
            yield f"{self._which} (?:<that> )?{had}{phrase}"
            yield f"{self._the} <that> {had}{phrase}"
        for phrase in phrases.get("noun", ()):
            yield from self._named(f"(?:the )?{phrase}", "(?:<was>|had been)" if perfect else "<was>")
        yield from phrases.get("whole", ())

    def _inverted(self, verb: str, phrase: str) -> Iterator[str]:
        """ "Which company did she work for?" and "For which company did she work?"."""
        stem, prepositions = _parts(phrase)
        if not prepositions:
            yield f"{self._which} {verb} {stem}"
            return
        yield f"{self._after_preposition} {verb} {stem} {prepositions}"
        yield f"{prepositions} {self._after_preposition} {verb} {stem}"
        if self._where:
            yield f"where {verb} {stem}{'(?: to)?' if prepositions == '(?:to)' else ''}"

    def _stated(self, statement: str) -> Iterator[str]:
        """ "... which company she worked for", "the company that she worked for", "She worked for which company?"."""
        stem, prepositions = _parts(statement)
        behind = f" {prepositions}" if prepositions else ""
        which = self._after_preposition if prepositions else self._which
        yield f"{which} (?:<that> )?{stem}{behind}"
        yield f"{self._the} (?:<that> )?{stem}{behind}"
        yield f"{stem}{behind} {which}"
        if prepositions:
            yield f"{prepositions} {which} (?:<that> )?{stem}"
            yield f"{self._the} {prepositions} (?:which|whom) {stem}"
            if self._where:
                yield f"(?:{self._the} )?where {stem}"

    def _named(self, noun: str, be: str) -> Iterator[str]:
        """ "Who was her employer?" and "Name her employer."."""
        yield f"(?:{self._which}|what) {be} (?:all )?{noun}"
        yield f"(?:what|which) {be} the names? of {noun}"
        yield f"name (?:all )?(?:the names? of )?{noun}"
        yield f"{noun} {be} {self._which}"
        yield f"(?:{self._which}|{self._the}) <that> {be} {noun}"


def _parts(phrase: str) -> tuple[str, str]:
    """A phrase without the prepositions at its end, and these as a pattern."""
    found = _PREPOSITION.fullmatch(phrase)
    return (found[1], f"(?:{found[2]})") if found else (phrase, "")


def _either(patterns: Sequence[str]) -> str:
    return f"(?:{'|'.join(patterns)})"
