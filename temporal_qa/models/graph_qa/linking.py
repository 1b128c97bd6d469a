"""Which entities and years a question mentions, and where: as its row says, or else by their names in the text."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from temporal_qa.io import InputError
from temporal_qa.questions.cron_questions.queries import year_in

_WORD = re.compile(r"\S+")
_YEAR = re.compile(r"(?<![\w-])(?:[0-9]{1,4} BC|-?[0-9]{1,4})(?![\w-])")
_PUNCTUATION = "?,.!;:"  # at the end of a word, and perhaps not of the name
_MAX_WORDS = 12  # of a name
_MASKS = ("X", "Y", "Z", "W")
_MASKED_YEAR, _MASKED_EVENT = "2000", "the event"


class Mention(NamedTuple):
    """An entity (its number) or a year, and where it stands in the question, in characters."""

    start: int
    end: int
    entity: int | None = None
    year: int | None = None


def find_mentions(row: Mapping[str, Any], numbers: Mapping[str, int]) -> list[Mention]:
    """The mentions of a row, in the order of the text: those of its ``entities`` and ``times``, if it has any.

    Rows of the release say which entities they name, and not where. Those whose names are not found stand last.

    Args:
        row: a question.
        numbers: id or name -> the number of an entity; -1 for a name that several have.

    Raises:
        InputError: the row mentions an entity that is not known.
    """
    has_mentions = row.get("entities") is not None or row.get("times") is not None
    found = _of_row(row, numbers) if has_mentions else _in_text(row["question"], numbers)
    return sorted(found, key=lambda mention: mention.start)


def _of_row(row: Mapping[str, Any], numbers: Mapping[str, int]) -> Iterator[Mention]:
    question, entities, times = row["question"], row.get("entities") or (), row.get("times") or ()
    named = list[Mention]()
    if any(given.get("start") is None for given in (*entities, *times)):
        named = sorted(_in_text(question, numbers), key=lambda mention: mention.start)

    def placed(given: Mapping[str, Any], entity: int | None, year: int | None) -> Mention:
        if given.get("start") is not None:
            return Mention(given["start"], given["end"], entity, year)
        absent = Mention(len(question), len(question), entity, year)
        return next((mention for mention in named if (mention.entity, mention.year) == (entity, year)), absent)

    for entity in entities:
        number = numbers.get(entity["id"], -1)
        if number < 0:
            raise InputError(f"question {row.get('id')}: {entity['id']!r} is not an entity of the graph")
        yield placed(entity, number, None)
    for time in times:
        yield placed(time, None, time["year"])


def _in_text(question: str, numbers: Mapping[str, int]) -> Iterator[Mention]:
    """The longest names first, then years outside of them; a name is of whole words."""
    words = [match.span() for match in _WORD.finditer(question)]
    taken = [False] * len(words)
    for length in range(min(_MAX_WORDS, len(words)), 0, -1):
        for first in range(len(words) - length + 1):
            start, end = words[first][0], words[first + length - 1][1]
            bare = start + len(question[start:end].rstrip(_PUNCTUATION))
            for stop in range(end, bare - 1, -1):
                number = numbers.get(question[start:stop], -1)
                if number >= 0 and not any(taken[first : first + length]):
                    taken[first : first + length] = [True] * length
                    yield Mention(start, stop, entity=number)
    for (start, end), is_name in zip(words, taken, strict=True):
        if not is_name and (year := _YEAR.search(question, start)) and year.start() < end:
            yield Mention(year.start(), year.end(), year=year_in(year[0]))


def masked(question: str, mentions: Sequence[Mention], events: Collection[int] = ()) -> tuple[str, list[Mention]]:
    """The question with a letter for each entity and one year for all, and its mentions there.

    Events are called events: a reader that knows them apart from people reads wordings that it has not seen.

    >>> masked("Who led Ohio in 1900?", [Mention(8, 12, entity=7), Mention(16, 20, year=1900)])[0]
    'Who led X in 2000?'
    >>> masked("Who led Ohio during WWI?", [Mention(8, 12, entity=7), Mention(20, 23, entity=9)], events=[9])[0]
    'Who led X during the event?'
    """
    letters: dict[int, str] = {}
    text, at, moved = "", 0, list[Mention]()
    for mention in mentions:
        text += question[at : mention.start]
        if mention.start == mention.end:  # not found in the text
            mask = ""
        elif mention.entity is None:
            mask = _MASKED_YEAR
        elif mention.entity in events:
            mask = _MASKED_EVENT
        else:
            mask = letters.setdefault(mention.entity, _MASKS[min(len(letters), len(_MASKS) - 1)])
        moved.append(mention._replace(start=len(text), end=len(text) + len(mask)))
        text += mask
        at = mention.end
    return text + question[at:], moved
