"""Which subjects go into which split, and which of their questions are asked (Complex-TR, section 2 and Table 3)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from temporal_qa.questions.queries import KINDS
from temporal_qa.questions.synthesis import Candidate, questions_of_kind
from temporal_qa.timeline.facts import FactGroup

T = TypeVar("T")

SPLIT_SIZES = {"train": 1000, "dev": 500, "test": 500}
RELATION_CEILING = 250
"""At most so many groups with the same representative relation are kept."""

TRAINING_MIX = {
    ("L2", "1-hop"): 1109,
    ("L2", "multi-hop"): 2407,
    ("L3", "1-hop"): 1236,
    ("L3", "multi-hop"): 1759,
}
"""Complex-TR's training column (Table 3): questions by level and hops, from 1,000 groups."""

MAX_OF_KIND_PER_GROUP = 10
"""No subject gives more questions of one kind than this, so that none dominates its split."""


def split_groups(
    groups: Sequence[FactGroup],
    seed: int,
    drops: Counter[str],
    sizes: Mapping[str, int] = SPLIT_SIZES,
    ceiling: int = RELATION_CEILING,
) -> dict[str, list[FactGroup]]:
    """Splits disjoint by subject. With fewer groups than ``sizes`` ask for, the splits shrink in proportion.

    Groups over the ceiling of their representative relation, and groups left over, are counted in ``drops``.
    """
    shuffled = list(groups)
    random.Random(f"{seed}/splits").shuffle(shuffled)
    kept: list[FactGroup] = []
    by_relation: Counter[str] = Counter()
    for group in shuffled:
        relation = group.representative_relation
        by_relation[relation] += 1
        if by_relation[relation] > ceiling:
            drops["group over the relation ceiling"] += 1
        else:
            kept.append(group)
    wanted = sum(sizes.values())
    scale = min(1.0, len(kept) / wanted)
    # The first split takes what rounding leaves over.
    counts = {name: round(size * scale) for name, size in sizes.items()}
    first = next(iter(counts))
    counts[first] += min(wanted, len(kept)) - sum(counts.values())
    splits, position = {}, 0
    for name, count in counts.items():
        splits[name] = kept[position : position + count]
        position += count
    if position < len(kept):
        drops["group beyond the split sizes"] += len(kept) - position
    return splits


def choose_questions(
    groups: Sequence[FactGroup], seed: int, not_asked: Counter[str], *, before: int | None = None
) -> list[tuple[FactGroup, Candidate]]:
    """A seeded sample of the groups' questions: as many per group as in Complex-TR, mixed as there.

    Each of the four classes (level, hops) of ``TRAINING_MIX`` gets its share as far as the facts allow; inside a class
    its kinds and the groups take turns.

    Args:
        groups: the groups of one split.
        seed: the seed of the build.
        not_asked: counts what is left out, by kind and reason.
        before: keep only questions with a reference time before this month.
    """
    chosen = []
    for (level, hops), share in TRAINING_MIX.items():
        kinds = [kind.name for kind in KINDS.values() if (kind.level, kind.hops) == (level, hops)]
        per_group = []
        for group in groups:
            candidates = _in_turn(_sample(group, kind, seed, not_asked, before) for kind in kinds)
            per_group.append([(group, candidate) for candidate in candidates])
        ranked = _in_turn(per_group)
        wanted = round(share / SPLIT_SIZES["train"] * len(groups))
        chosen += ranked[:wanted]
        for _, candidate in ranked[wanted:]:
            not_asked[f"{candidate.query.kind}: beyond its share of the mix"] += 1
    return chosen


def _sample(group: FactGroup, kind: str, seed: int, not_asked: Counter[str], before: int | None) -> list[Candidate]:
    """At most ``MAX_OF_KIND_PER_GROUP`` questions of the group, in random order, weighted by their months."""
    candidates = []
    for candidate in questions_of_kind(group, kind, seed, not_asked):
        if before is not None and candidate.query.reference_month >= before:
            not_asked[f"{kind}: reference time in 2020 or later, in training"] += 1
        else:
            candidates.append(candidate)
    # Sorting by u ** (1 / weight) is weighted sampling without replacement (Efraimidis and Spirakis, 2006).
    rng = random.Random(f"{seed}/sample/{kind}/{group.subject_id or group.subject}")
    candidates.sort(key=lambda candidate: rng.random() ** (1 / candidate.months), reverse=True)
    if len(candidates) > MAX_OF_KIND_PER_GROUP:
        not_asked[f"{kind}: beyond what one subject may give"] += len(candidates) - MAX_OF_KIND_PER_GROUP
    return candidates[:MAX_OF_KIND_PER_GROUP]


def _in_turn(lists: Iterable[Sequence[T]]) -> list[T]:
    """The first of each list, then the second of each, and so on."""
    lists = list(lists)
    longest = max(map(len, lists), default=0)
    return [items[turn] for turn in range(longest) for items in lists if turn < len(items)]
