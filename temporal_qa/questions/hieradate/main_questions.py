"""Comparisons of two lives as people ask them: "Which tennis player is younger, A or B?", "Was A or B born first?".

The phrases are those by which HieraDate selects questions of 2WikiMultihopQA and HotpotQA, and their opposites.
"""

import re
from typing import NamedTuple, cast

from temporal_qa.questions.hieradate.life_reading import LifeType
from temporal_qa.questions.hieradate.sample import OPPOSITE, Extreme, Relation
from temporal_qa.questions.hieradate.wordings import match_wording
from temporal_qa.questions.unsolved import UnknownWording, Unparsable

_PHRASE = re.compile(
    r"""\b(?: born\s+(?P<birth> first|earlier|later|last|second|more\ recently )
      | (?:is|was)\s+(?:the\s+)?(?P<age> older|younger )(?:\s+(?:one|person))?
      | died\s+(?P<death> first|earlier|later|last|second|more\ recently )
      | lived\s+(?P<lifespan> longer|shorter ) )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_EXTREMES: dict[str, Extreme] = {
    "first": "first", "earlier": "first", "later": "later", "last": "later", "second": "later",
    "more recently": "later", "older": "first", "younger": "later", "longer": "longer", "shorter": "shorter",
}  # fmt: skip
_OPPOSITE_WORDS = {"older": "younger", "younger": "older"}
# Without a mark or a preposition, a name follows at once: "Who lived longer in Rome, A or B?" is another question.
_BEHIND = re.compile(
    r"(?:\s*[,:;.\u2013\u2014-]+|\s+(?:out of|of|between|among)\b|(?=\W+[A-Z\d]))\s*"
    r"(?:(?:the|these) two[\w\s]*,)?(?P<pair>.*)",
    re.DOTALL,
)
_BEFORE = re.compile(
    r"(?:q:\s*)?(?:(?:who|which)(?:(?:\s+\w+)*,\s+|\s+(?=(?:between|out of|of|among)\b)))?"
    r"(?:(?:between|out of|of|among|was|is)\s+)?(?P<pair>.*?)(?:\W+(?:who|which)\b.*|,?\s+was)?",
    re.IGNORECASE | re.DOTALL,
)
# Words that make it a question about others, or about less than births, deaths and lives.
_OTHERWISE = re.compile(r"\b(?:not|never|[wW]hose|ha(?:s|d|ve)|than|when|if)\b|n['\u2019]t\b")
_REBUILT = re.compile(r"\s*(?:who was born (?:first|earlier) out of .*|was .* born \w+\W*)", re.IGNORECASE | re.DOTALL)


class MainQuestion(NamedTuple):
    """What a question compares.

    Attributes:
        relation, extreme: as in a sample.
        pairs: the names of A and B; several pairs where a name may contain "or" or "and".
        type: of A and B.
    """

    relation: Relation
    extreme: Extreme
    pairs: tuple[tuple[str, str], ...]
    type: LifeType = "person"


def read_main_question(question: str) -> MainQuestion:
    """Reads a comparison of births, deaths or lifespans, in a wording of the table or with one of the phrases.

    Raises:
        Unparsable: the question has none of the phrases, or no two names.

    >>> read_main_question("Between Harvey Pekar and Denise Levertov who was born earlier?")
    MainQuestion(relation='birth', extreme='first', pairs=(('Harvey Pekar', 'Denise Levertov'),), type='person')
    """
    if (matched := match_wording(question)) and matched[0].between:
        wording, slots = matched
        relation, extreme = cast("tuple[Relation, Extreme]", wording.asks.split("_"))
        pairs = split_pair(question[slots.start("a") : slots.end("b")], (wording.between,))
        return MainQuestion(relation, extreme, pairs, wording.type)
    phrases = [] if _OTHERWISE.search(question) else list(_PHRASE.finditer(question))
    if len(phrases) != 1:
        raise UnknownWording("the question is in no known wording")
    (found,) = phrases
    part = found.lastgroup or ""
    around = _BEHIND.fullmatch(question, found.end())
    if not question[found.end() :].strip(" \t\n?.!"):
        around = _BEFORE.fullmatch(question[: found.start()].strip())
    pairs = split_pair(around["pair"]) if around else ()
    if not pairs:
        raise Unparsable("the question does not name two, with 'or' or 'and' between them")
    relation = cast("Relation", "birth" if part == "age" else part)
    return MainQuestion(relation, _EXTREMES[" ".join(found[part].lower().split())], pairs)


def split_pair(text: str, separators: tuple[str, ...] = (" or ", " and ")) -> tuple[tuple[str, str], ...]:
    """Every way to part "A or B" (without any "or", "A and B") into two names."""
    separator = next((separator for separator in separators if separator in text), None)
    if separator is None:
        return ()
    parts = text.split(separator)
    pairs = ((_clean(separator.join(parts[:i])), _clean(separator.join(parts[i:]))) for i in range(1, len(parts)))
    return tuple((a, b) for a, b in pairs if a and b)


def _clean(name: str) -> str:
    return " ".join(name.strip(" \t\n,?").split())


def opposite_question(question: str, names: tuple[str, str]) -> str:
    """The question with the opposite answer: the phrase exchanged, or the question anew where the phrase is last.

    Args:
        question: which :func:`read_main_question` reads.
        names: of A and B.

    Raises:
        Unparsable: the new question does not compare the same two in the opposite sense.

    >>> opposite_question("Was David Generelo or Guido Koçer born first?", ("David Generelo", "Guido Koçer"))
    'Who was born later, David Generelo or Guido Koçer?'
    """
    asked, found = read_main_question(question), _PHRASE.search(question)
    if found is None:
        raise Unparsable("the question has no phrase to exchange")
    part = found.lastgroup or ""
    opposite = _OPPOSITE_WORDS.get(found[part].lower(), OPPOSITE[asked.extreme])
    flipped = question[: found.start(part)] + opposite + question[found.end(part) :]
    if _REBUILT.fullmatch(question):
        flipped = f"Who was born {opposite}, {names[0]} or {names[1]}?"
    again = read_main_question(flipped)
    if (again.relation, again.extreme) != (asked.relation, OPPOSITE[asked.extreme]) or names not in again.pairs:
        raise Unparsable(f"its opposite, {flipped!r}, does not compare the same two")
    return flipped
