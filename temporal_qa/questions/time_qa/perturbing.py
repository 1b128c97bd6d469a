"""The same question at other times of its segment, to see whether a reader answers it alike."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from temporal_qa.io import Row
from temporal_qa.questions.time_qa.specifiers import Specifier, draw_hard, find_specifiers, read_specifier
from temporal_qa.scoring.consistency import GROUP_COLUMN
from temporal_qa.scoring.labelled_rows import row_id
from temporal_qa.timeline import Segment

NO_BOUNDS = "question without the bounds of its segment (hard ones of the release have none), or without its specifier"
TOO_FEW = "question with too few other times that no other segment fits"
BEYOND = "question of a fact after the first 500, which the release asks"
_FRUITLESS_DRAWS = 120  # in a row, after which a segment is taken to have no further times
_RELEASED_FACTS = 500


def perturb_rows(
    rows: Iterable[Row], times: int, seed: int, drops: Counter[str], *, as_published: bool = False
) -> Iterator[dict[str, Any]]:
    """Each row ``times`` times, with other specifiers ``in`` (a month, or a part of a decade) and ``between``.

    The copies have ids of their own, and the id of the row in ``perturbed_of``. By our rules they are distinct, none
    has the time of the row, and no other segment fits them; as published they may repeat, close bounds give one
    question ``times`` times, and only the first 500 facts are asked about.

    Args:
        rows: of a build of TimeQA, or easy questions that were imported.
        times: how many of each.
        seed: decides the draws, with the id.
        drops: counts the rows that are left out, by reason.
        as_published: draw as the release does.

    Raises:
        InputError: a row without an id or a question, of another family, or whose segments are not segments.
    """
    facts: set[str] = set()
    for row in rows:
        identity, question = row_id(row), row.text("question")
        if "specifier" not in row.values:
            raise row.error("no 'specifier', expected a question of a build of TimeQA")
        facts.add(identity.rpartition("#")[0])
        if as_published and len(facts) > _RELEASED_FACTS:
            drops[BEYOND] += 1
            continue
        if (asked := _asked(row.values, question)) is None:
            drops[NO_BOUNDS] += 1
            continue
        place, own, segment = asked
        rng = random.Random(f"{seed}-{identity}")
        others = _segments(row)
        if as_published:
            any_of = (draw_hard(rng, segment.start, segment.end, "other", as_published=True) for _ in range(times))
            drawn = [when for when in any_of if when]
        else:
            drawn = list(islice(_other_times(segment, own, others, rng), times))
        if len(drawn) < times:
            drops[TOO_FEW] += 1
            continue
        for number, when in enumerate(drawn):
            text = question[: place[0]] + str(when) + question[place[1] :]
            text = text if as_published else text[:1].upper() + text[1:]
            changed = {"id": f"{identity}#{number}", "question": text, "kind": when.kind, "specifier": str(when)}
            yield row.values | changed | {"mode": "hard", GROUP_COLUMN: identity}


def _asked(values: Mapping[str, Any], question: str) -> tuple[tuple[int, int], Specifier, Segment] | None:
    """Where the time stands in the question, the time, and the segment that it asks about."""
    try:
        segment = Segment.read(values["segment_start"], values["segment_end"])
        specifier = read_specifier(values["specifier"])
    except (KeyError, TypeError, ValueError):
        return None
    found = {when: (start, end) for start, end, when in find_specifiers(question)}
    return (found[specifier], specifier, segment) if specifier in found else None


def _segments(row: Row) -> list[Segment]:
    try:
        return [Segment.read(other["start"], other["end"]) for other in row.values.get("segments") or ()]
    except (TypeError, KeyError, ValueError, AttributeError):
        found = row.values["segments"]
        raise row.error(f"found the segments {found!r:.80}, expected a list of start, end (YYYY or YYYY-MM)") from None


def _other_times(segment: Segment, own: Specifier, others: list[Segment], rng: random.Random) -> Iterator[Specifier]:
    """Times beside its own that only this segment fits, each once, until many draws in a row give none."""
    if segment in others:
        others.remove(segment)
    found, fruitless = {own}, 0
    while fruitless < _FRUITLESS_DRAWS:
        fruitless += 1
        when = draw_hard(rng, segment.start, segment.end, "other")
        if when and when not in found and when.fits(segment) and not any(map(when.fits, others)):
            found.add(when)
            fruitless = 0
            yield when
