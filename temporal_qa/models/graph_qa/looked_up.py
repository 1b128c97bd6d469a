"""The times that a graph tells of the entities in a question: when two of them were together, when an event was.

Papers after CronKGQA look such times up (TempoQR: Mavromatis et al., AAAI 2022, "hard supervision"; hits@1 .647 to .918
on CronQuestions). What the question says of them, "before" or "last", is still left to the model.

Every time has a *role*, the same for all questions, by the order of mentions in the text, events last:

- of each pair of mentions: the first and the last year of their facts of one relation, and the nearest years before
  and after in which another fact of this relation holds, at the one and at the other mention;
- of each mention that is an event: its first and last year, and the nearest before and after at another mention;
- of the first mention and each relation (or its inverse): the first and the last year of all its facts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.events import Events
from temporal_qa.questions.cron_questions.years import YearFacts

MAX_MENTIONS = 3
_PAIRS = tuple(combinations(range(MAX_MENTIONS), 2))
ROLES = 6 * len(_PAIRS) + 4 * MAX_MENTIONS
"""How many roles the times of pairs and events have."""

_Span = tuple[int, int]
NONE = -(2**31)  # no year


class LookedUpTimes:
    """Looks up times, as years; :data:`NONE` where there is none.

    Args:
        facts: of the graph, with known years; entities and relations by the numbers of the embeddings.
        events: likewise.
        relations: how many there are; the inverse of ``r`` is ``r + relations``.
    """

    def __init__(self, facts: YearFacts, events: Events, relations: int) -> None:
        self._relations = relations
        self._around: dict[int, dict[int, list[tuple[int, _Span]]]] = defaultdict(lambda: defaultdict(list))
        columns = (facts.subject, facts.relation, facts.object, facts.first, facts.last)
        for subject, relation, object, first, last in zip(*map(np.ndarray.tolist, columns), strict=True):
            self._around[subject][relation].append((object, (first, last)))
            self._around[object][relation + relations].append((subject, (first, last)))
        self._events: dict[int, _Span] = events.spans()

    def of_mentions(self, mentions: Sequence[int]) -> list[int]:
        """The times by their roles, :data:`ROLES` of them, of at most :data:`MAX_MENTIONS` entities."""
        return list(chain(self._of_pairs(mentions), self._of_events(mentions)))

    def ends(self, mention: int) -> NDArray[np.int64]:
        """(2, 2 * relations) the first and the last year of an entity's facts of each relation."""
        found = np.full((2, 2 * self._relations), NONE)
        for relation, stints in self._around.get(mention, {}).items():
            found[:, relation] = min(first for _, (first, _) in stints), max(last for _, (_, last) in stints)
        return found

    def _of_pairs(self, mentions: Sequence[int]) -> Iterator[int]:
        for one, other in _PAIRS:
            times = [NONE] * 6
            if other < len(mentions):
                a, b = mentions[one], mentions[other]
                around = self._around.get(a, {})
                shared = [relation for relation, stints in around.items() if any(who == b for who, _ in stints)]
                if shared:
                    relation = min(shared)
                    inverse = relation + self._relations * (1 if relation < self._relations else -1)
                    together = [span for who, span in around[relation] if who == b]
                    span = min(first for first, _ in together), max(last for _, last in together)
                    beside = _neighbours(self._around[a][relation], span, b)
                    times = [*span, *beside, *_neighbours(self._around[b][inverse], span, a)]
            yield from times

    def _of_events(self, mentions: Sequence[int]) -> Iterator[int]:
        for place in range(MAX_MENTIONS):
            times = [NONE] * 4
            if place < len(mentions) and (span := self._events.get(mentions[place])):
                others = [mention for mention in mentions if mention != mentions[place]]
                stints = chain.from_iterable(chain.from_iterable(self._around.get(o, {}).values() for o in others))
                times = [*span, *_neighbours(stints, span, mentions[place])]
            yield from times


def _neighbours(stints: Iterable[tuple[int, _Span]], span: _Span, excepted: int) -> tuple[int, int]:
    """The nearest year before and the nearest after a span in which anything but the excepted holds."""
    before, after = NONE, -NONE
    for who, (first, last) in stints:
        if who != excepted:
            if first < span[0]:
                before = max(before, min(last, span[0] - 1))
            if last > span[1]:
                after = min(after, max(first, span[1] + 1))
    return before, NONE if after == -NONE else after
