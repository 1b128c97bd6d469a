"""Which subjects go into which split, and which of their questions are asked (Complex-TR, section 2 and Table 3)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import TypeVar

from temporal_qa.questions.complex_tr.group_index import GroupIndex
from temporal_qa.questions.complex_tr.queries import kinds_of
from temporal_qa.questions.complex_tr.synthesis import Candidate, QuestionSlot, question_slots
from temporal_qa.timeline.facts import FactGroup

T = TypeVar("T")

SPLIT_SIZES = {"train": 1000, "dev": 500, "test": 500}
RELATION_CEILING = 250
"""The largest number of groups with the same representative relation."""

Mix = Mapping[tuple[str, str], int]
"""How many questions of each level and hops."""

TRAINING_MIX: Mix = {
    ("L2", "1-hop"): 1109,
    ("L2", "multi-hop"): 2407,
    ("L3", "1-hop"): 1236,
    ("L3", "multi-hop"): 1759,
}
"""Complex-TR's training column (Table 3), from 1,000 groups."""

DEV_MIX: Mix = {
    ("L2", "1-hop"): 670,
    ("L2", "multi-hop"): 1487,
    ("L3", "1-hop"): 690,
    ("L3", "multi-hop"): 1146,
}
"""Its dev column, from 500 groups. Of its test questions only those that annotators confirmed were counted."""

SPLIT_MIX = {"train": TRAINING_MIX, "dev": DEV_MIX, "test": DEV_MIX}

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

    Args:
        groups: one a subject, in any fixed order.
        seed: decides which group goes where.
        drops: counts the groups over the ceiling of their representative relation, and those left over.
        sizes: how many groups each split is to have.
        ceiling: the largest number of groups with the same representative relation.
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
    # Common relations reach their ceiling early: cut as they come, the first split would have most of them.
    random.Random(f"{seed}/kept").shuffle(kept)
    wanted = sum(sizes.values())
    scale = min(1.0, len(kept) / wanted)
    # The first split takes what rounding leaves over.
    counts = {name: round(size * scale) for name, size in sizes.items()}
    first = next(iter(counts))
    counts[first] += min(wanted, len(kept)) - sum(counts.values())
    left = iter(kept)
    splits = {name: list(islice(left, count)) for name, count in counts.items()}
    if beyond := len(list(left)):
        drops["group beyond the split sizes"] += beyond
    return splits


def mix_of(split: str, groups: int) -> dict[tuple[str, str], int]:
    """How many questions of each level and hops so many groups of the split are to give."""
    return {which: round(share / SPLIT_SIZES[split] * groups) for which, share in SPLIT_MIX[split].items()}


def choose_questions(
    groups: Sequence[FactGroup], seed: int, not_asked: Counter[str], *, split: str = "train", before: int | None = None
) -> list[tuple[FactGroup, Candidate]]:
    """A seeded sample of the groups' questions: as many per group as in Complex-TR, mixed as there.

    Each of the four classes (level, hops) of the split's mix gets its share as far as the facts allow; inside a class
    its kinds and the groups take turns.

    Args:
        groups: the groups of one split.
        seed: the seed of the build.
        not_asked: counts what is left out, by kind and reason.
        split: the split whose mix is taken, ``train``, ``dev`` or ``test``.
        before: keep only questions with a reference time before this month.
    """
    chosen = []
    indexes = [[GroupIndex(group, relation, not_asked) for relation in sorted(group.relations)] for group in groups]
    for (level, hops), wanted in mix_of(split, len(groups)).items():
        per_group = []
        for group, of_group in zip(groups, indexes, strict=True):
            candidates = in_turn(_sample(of_group, kind, seed, not_asked, before) for kind in kinds_of(level, hops))
            per_group.append([(group, candidate) for candidate in candidates])
        ranked = in_turn(per_group)
        chosen += ranked[:wanted]
        for _, candidate in ranked[wanted:]:
            not_asked[f"{candidate.query.kind}: beyond its share of the mix"] += 1
    return chosen


def _sample(
    indexes: Sequence[GroupIndex], kind: str, seed: int, not_asked: Counter[str], before: int | None
) -> list[Candidate]:
    """At most ``MAX_OF_KIND_PER_GROUP`` questions of one subject, in random order, weighted by their months."""
    group = indexes[0].group
    rng = random.Random(f"{seed}/sample/{kind}/{group.subject_id or group.subject}")
    found = weighted_order([slot for index in indexes for slot in question_slots(index, kind)], rng)
    sample: list[Candidate] = []
    for place, slot in enumerate(found):
        if len(sample) == MAX_OF_KIND_PER_GROUP:
            not_asked[f"{kind}: beyond what one subject may give"] += len(found) - place
            break
        candidate = slot.draw(rng)
        if before is not None and candidate.query.reference_month >= before:
            not_asked[f"{kind}: reference time in 2020 or later, in training"] += 1
        else:
            sample.append(candidate)
    return sample


def weighted_order(slots: Iterable[QuestionSlot], rng: random.Random) -> list[QuestionSlot]:
    """The slots in random order, each next one drawn with its months as weight.

    Sorting by ``u ** (1 / weight)`` is weighted sampling without replacement (Efraimidis and Spirakis, 2006).
    """
    draw = rng.random
    keyed = [(draw() ** (1 / slot.months), slot) for slot in slots]
    return [slot for _, slot in sorted(keyed, key=itemgetter(0), reverse=True)]


def in_turn(lists: Iterable[Sequence[T]]) -> list[T]:
    """The first of each list, then the second of each, and so on."""
    lists = list(lists)
    longest = max(map(len, lists), default=0)
    return [items[turn] for turn in range(longest) for items in lists if turn < len(items)]
