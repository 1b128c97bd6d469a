"""What rewordings of questions may say, as ``generation/rewordings.yaml`` lists it, arranged for reading.

What asks is a whole question, made of the phrases of one relation: a phrase that is only found
somewhere in a question says little. "Who served the chair of Globex?" has "the chair of Globex" in it. So the question
word, the verb and the phrase are put together here, and nothing may stand beside them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.complex_tr.relations import wordings


class RelationWords(NamedTuple):
    """The words of one relation, as patterns without groups; see the file.

    Attributes:
        person: whether the subject is a person.
        ask: the whole of what asks for the objects of a fact at any time; a long one, see :data:`compiled`.
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
    the: str
    frames: Mapping[str, Sequence[str]]
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
        return replace(table, times=times, words={key: _words(block, table) for key, block in table.relations.items()})


def filled(pattern: str, macros: Mapping[str, str]) -> str:
    """The pattern with what its macros, such as ``<who>``, stand for."""
    for name, words in macros.items():
        pattern = pattern.replace(f"<{name}>", words)
    return pattern


compiled = cache(re.compile)
"""A pattern, compiled when it is needed: all of them take two seconds."""


def _words(block: Mapping[str, Any], table: RewordingTable) -> RelationWords:
    macros = table.macros[block["subject"]] | table.macros["any"]
    asked, bare, begin = block["asked"], block["bare"].split(), block.get("begin", {})
    which = _either([f"(?:which|what) {asked}", *(word for word in bare if word in ("who", "whom"))])
    asking = {"which": which, "what": _either([which, *(word for word in bare if word == "what")]),
              "the": table.the.replace("ASKED", asked)}  # fmt: skip
    frames = {kind: [filled(frame, asking) for frame in of_kind] for kind, of_kind in table.frames.items()}
    if "where" not in bare:
        frames |= {"inverted where": [], "stated where": []}

    def either(patterns: Iterable[str]) -> str:
        return filled(_either([*patterns] or [r"(?!)"]), macros)

    def asks(*phrases: Phrases, perfect: bool) -> str:
        return either(question for each in phrases for question in _questions(frames, each, perfect=perfect))

    return RelationWords(
        person=block["subject"] == "person",
        ask=asks(block, perfect=False),
        ask_next=asks(block, begin, perfect=False),
        ask_last=asks(block, begin, perfect=True),
        event=rf"{either(block['event'])}\b",
        start=rf"{either(block['start'])}\b",
        end=rf"{either(block['end'])}\b",
    )


Phrases: TypeAlias = Mapping[str, Sequence[str]]
"""The phrases of a relation by their places."""

_PREPOSITION = re.compile(r"(.*) <(.*)>")


def _questions(frames: Phrases, phrases: Phrases, *, perfect: bool) -> Iterator[str]:
    """Patterns of whole questions; ``perfect``: "had worked" may stand for "worked", as before another event."""
    for verb in ("did", "was"):
        for phrase in phrases.get(verb, ()):
            yield from _framed(frames, "inverted", phrase, f"<{verb}> <who>")
    was, past = (phrases.get(name, ()) for name in ("was", "past"))
    for phrase in (*(f"<was> {phrase}" for phrase in was), *past):
        yield from _framed(frames, "stated", f"<who> {phrase}")
    for phrase in (*past, *(f"been {phrase}" for phrase in was)) if perfect else ():
        yield from _framed(frames, "inverted", phrase, "had <who>")
        yield from _framed(frames, "stated", f"<who> had {phrase}")
    for phrase in phrases.get("answer", ()):
        yield from _filled_frames(frames["answered"], f"(?:had )?{phrase}" if perfect else phrase)
    for noun in phrases.get("noun", ()):
        yield from _filled_frames(frames["named"], f"(?:the )?{noun}", "(?:<was>|had been)" if perfect else "<was>")
    yield from phrases.get("whole", ())


def _framed(frames: Phrases, kind: str, phrase: str, verb: str = "") -> Iterator[str]:
    """A phrase with its prepositions, if it ends in some, in the frames of a kind."""
    found = _PREPOSITION.fullmatch(phrase)
    if found is None:
        yield from _filled_frames(frames[kind], phrase, verb)
        return
    stem, prepositions = found.groups()
    yield from _filled_frames(frames[f"{kind} with"], stem, verb, f"(?:{prepositions})")
    yield from _filled_frames(frames[f"{kind} where"], stem, verb)
    if (kind, prepositions) == ("inverted", "to"):  # "Where did she move to?"
        yield from _filled_frames(frames[f"{kind} where"], f"{stem} to", verb)


def _filled_frames(frames: Sequence[str], stem: str, verb: str = "", prepositions: str = "") -> Iterator[str]:
    for frame in frames:
        yield frame.replace("VERB", verb).replace("STEM", stem).replace("WITH", prepositions)


def _either(patterns: Sequence[str]) -> str:
    return f"(?:{'|'.join(patterns)})"
