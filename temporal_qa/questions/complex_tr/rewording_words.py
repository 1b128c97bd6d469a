"""What rewordings of questions may say, as ``generation/rewordings.yaml`` lists it, arranged for reading.

What asks is a whole question, made of the phrases of one relation (:class:`Frames`): a phrase that is only found
somewhere in a question says little. "Who served the chair of Globex?" has "the chair of Globex" in it. So the question
word, the verb and the phrase are put together here, and nothing may stand beside them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.complex_tr.relations import wordings

_MACROS = {
    "person": {
        "<who>": "(?:SUBJECT|he|she|they)",
        "<whom>": "(?:SUBJECT|him|her|them)",
        "<whose>": "(?:SUBJECT 's|SUBJECT '|his|her|their)",
    },
    "thing": {"<who>": "(?:SUBJECT|it)", "<whom>": "(?:SUBJECT|it)", "<whose>": "(?:SUBJECT 's|SUBJECT '|its)"},
}
_ANY_BE = "(?:is|are|was|were|be|been|being)"


@dataclass(frozen=True, slots=True)
class RelationWords:
    """The words of one relation, as patterns without groups; see the head of the file.

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


@cache
def rewording_words() -> Mapping[str, RelationWords]:
    """The words by relation.

    Raises:
        InputError: a relation of ``relations.yaml`` is missing, or one is unknown there.
    """
    with yaml_table("rewordings.yaml", dict[str, Any]) as table:
        if table["relations"].keys() != wordings().relations.keys():
            raise ValueError("expected the relations of relations.yaml")
        return {key: _words(block) for key, block in table["relations"].items()}


def is_whole(pattern: str, words: str) -> bool:
    """Whether the pattern fits all of the words. Each is compiled when it is needed: all of them take two seconds."""
    return bool(_compiled(pattern).fullmatch(words))


_compiled = cache(re.compile)


def _words(block: Mapping[str, Any]) -> RelationWords:
    def either(patterns: Iterable[str]) -> str:
        filled = "|".join(patterns) or r"(?!)"
        for macro, pattern in _MACROS[block["subject"]].items():
            filled = filled.replace(macro, pattern)
        return f"(?:{filled.replace('<be>', _ANY_BE).replace('<their>', '(?:his|her|their)')})"

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


_BE = "(?:is|are|was|were)"
_DID = "(?:did|does)"
_THAT = "(?:(?:is|was) it )?(?:that|which|who|whom)"
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
                rf"(?:what|which|who) {_BE} (?:the |all the )?(?:names? of (?:the |all the )?)?{asked}",
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
            yield from self._inverted(f"{_DID} <who>", phrase)
        for phrase in was:
            yield from self._inverted(f"{_BE} <who>", phrase)
            yield from self._stated(f"<who> {_BE} {phrase}")
        for phrase in past:
            yield from self._stated(f"<who> {phrase}")
        if perfect:
            for phrase in (*past, *(f"been {phrase}" for phrase in was)):
                yield from self._inverted("had <who>", phrase)
                yield from self._stated(f"<who> had {phrase}")
        had = "(?:had )?" if perfect else ""
        for phrase in phrases.get("answer", ()):
            yield f"{self._which} (?:{_THAT} )?{had}{phrase}"
            yield f"{self._the} {_THAT} {had}{phrase}"
        for phrase in phrases.get("noun", ()):
            yield from self._named(f"(?:the )?{phrase}", f"(?:{_BE}|had been)" if perfect else _BE)
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
        yield f"{which} (?:{_THAT} )?{stem}{behind}"
        yield f"{self._the} (?:{_THAT} )?{stem}{behind}"
        yield f"{stem}{behind} {which}"
        if prepositions:
            yield f"{prepositions} {which} (?:{_THAT} )?{stem}"
            yield f"{self._the} {prepositions} (?:which|whom) {stem}"
            if self._where:
                yield f"(?:{self._the} )?where {stem}"

    def _named(self, noun: str, be: str) -> Iterator[str]:
        """ "Who was her employer?" and "Name her employer."."""
        yield f"(?:{self._which}|what) {be} (?:all )?{noun}"
        yield f"(?:what|which) {be} the names? of {noun}"
        yield f"name (?:all )?(?:the names? of )?{noun}"
        yield f"{noun} {be} {self._which}"
        yield f"(?:{self._which}|{self._the}) {_THAT} {be} {noun}"


def _parts(phrase: str) -> tuple[str, str]:
    """A phrase without the prepositions at its end, and these as a pattern."""
    found = _PREPOSITION.fullmatch(phrase)
    return (found[1], f"(?:{found[2]})") if found else (phrase, "")


def _either(patterns: Sequence[str]) -> str:
    return f"(?:{'|'.join(patterns)})"
