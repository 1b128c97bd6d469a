"""From a file of facts to the questions of each split: which subjects go into it, which of their questions are asked
(Complex-TR, section 2 and Table 3)."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path
from typing import TypeVar

from temporal_qa.io import DropLog, InputError, counted, grouped
from temporal_qa.questions.complex_tr.fact_groups import MIN_GROUPS, read_groups
from temporal_qa.questions.complex_tr.queries import KINDS, kinds_of
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.synthesis import Candidate, GroupIndex, QuestionSlot, question_slots
from temporal_qa.questions.complex_tr.verbalize import build_questions
from temporal_qa.questions.periods import FUTURE_START
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.timeline import CalendarDate, FactGroup

T = TypeVar("T")

SPLIT_SIZES = {"train": 1000, "dev": 500, "test": 500}
RELATION_CEILING = 250
"""The largest number of groups with the same representative relation."""

MIX: Mapping[tuple[str, str], Mapping[str, int]] = {
    ("L2", "1-hop"): {"train": 1109, "dev": 670, "test": 670},
    ("L2", "multi-hop"): {"train": 2407, "dev": 1487, "test": 1487},
    ("L3", "1-hop"): {"train": 1236, "dev": 690, "test": 690},
    ("L3", "multi-hop"): {"train": 1759, "dev": 1146, "test": 1146},
}
"""Level and hops -> how many questions the groups of each split give in Complex-TR (Table 3). Of its test questions
only those that annotators confirmed were counted, so test has the mix of dev."""

MAX_OF_KIND_PER_GROUP = 10
"""No subject gives more questions of one kind than this, so that none dominates its split."""


def split_groups(groups: Sequence[FactGroup], seed: int, drops: Counter[str]) -> dict[str, list[FactGroup]]:
    """Splits disjoint by subject. With fewer groups than ``SPLIT_SIZES`` ask for, the splits shrink in proportion.

    A question names its subject: groups of one name are in the split of the first of them, which may be a little larger
    than asked for.

    Args:
        groups: one a subject, in any fixed order.
        seed: decides which group goes where.
        drops: counts the groups over the ceiling of their representative relation, and those left over.
    """
    shuffled = list(groups)
    random.Random(f"{seed}/splits").shuffle(shuffled)
    of_relations = grouped((group.representative_relation, place) for place, group in enumerate(shuffled)).values()
    places = sorted(place for of_relation in of_relations for place in of_relation[:RELATION_CEILING])
    kept = [shuffled[place] for place in places]
    drops += Counter({"group over the relation ceiling": len(shuffled) - len(kept)})
    # Common relations reach their ceiling early: in this order the first split would have most of them.
    random.Random(f"{seed}/kept").shuffle(kept)
    wanted = sum(SPLIT_SIZES.values())
    scale = min(1.0, len(kept) / wanted)
    # The split train takes what rounding leaves over.
    counts = {name: round(size * scale) for name, size in SPLIT_SIZES.items()}
    counts["train"] += min(wanted, len(kept)) - sum(counts.values())
    left = iter(kept)
    splits: dict[str, list[FactGroup]] = {name: [] for name in counts}
    split_of: dict[str, str] = {}
    for name, count in counts.items():
        for group in islice(left, count):
            splits[split_of.setdefault(normalize_answer(group.subject), name)].append(group)
    drops += Counter({"group beyond the split sizes": len(list(left))})
    return splits


def mix_of(split: str, groups: int) -> dict[tuple[str, str], int]:
    """How many questions of each level and hops this number of groups of the split is to give."""
    return {which: round(of_splits[split] / SPLIT_SIZES[split] * groups) for which, of_splits in MIX.items()}


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
        kinds = kinds_of(level, hops)
        ranked = in_turn(in_turn(_sample(of_group, kind, seed, before) for kind in kinds) for of_group in indexes)
        chosen += ranked[:wanted]
        not_asked.update(f"{candidate.query.kind}: beyond its share of the mix" for _, candidate in ranked[wanted:])
    return chosen


def _sample(
    indexes: Sequence[GroupIndex], kind: str, seed: int, before: int | None
) -> list[tuple[FactGroup, Candidate]]:
    """At most ``MAX_OF_KIND_PER_GROUP`` questions of one subject, in random order, weighted by their months."""
    group, not_asked = indexes[0].group, indexes[0].not_asked
    rng = random.Random(f"{seed}/sample/{kind}/{group.subject_id or group.subject}")
    found = weighted_order([slot for index in indexes for slot in question_slots(index, kind)], rng)
    sample: list[tuple[FactGroup, Candidate]] = []
    for place, slot in enumerate(found):
        if len(sample) == MAX_OF_KIND_PER_GROUP:
            not_asked[f"{kind}: beyond what one subject may give"] += len(found) - place
            break
        candidate = slot.draw(rng)
        if before is not None and candidate.query.reference_month >= before:
            not_asked[f"{kind}: reference time in 2020 or later, in training"] += 1
        else:
            sample.append((group, candidate))
    return sample


def weighted_order(slots: Iterable[QuestionSlot], rng: random.Random) -> list[QuestionSlot]:
    """The slots in random order, each next one drawn with its months as weight.

    Sorting by ``u ** (1 / weight)`` is weighted sampling without replacement (Efraimidis and Spirakis, 2006).
    """
    return sorted(slots, key=lambda slot: rng.random() ** (1 / slot.months), reverse=True)


def in_turn(lists: Iterable[Sequence[T]]) -> list[T]:
    """The first of each list, then the second of each, and so on."""
    return [item for turn in zip_longest(*lists) for item in turn if item is not None]


@dataclass(slots=True)
class QuestionSplits:
    """Questions and their groups, by split; and what was left out, by reason.

    ``missing`` says what the facts did not give of the split's mix: questions by class, such as ``L3 multi-hop``.
    """

    splits: dict[str, list[Question]] = field(default_factory=dict)
    groups: dict[str, list[FactGroup]] = field(default_factory=dict)
    drops: DropLog = field(default_factory=DropLog)
    missing: dict[str, dict[str, int]] = field(default_factory=dict)


def make_questions(
    facts: Path, seed: int, *, as_of: CalendarDate | None = None, drops: DropLog | None = None
) -> QuestionSplits:
    """Makes the questions of each split.

    Args:
        facts: the file of facts.
        seed: decides the splits, which questions are asked, and their words.
        as_of: the date of the source; the end of facts that have none.
        drops: counts what is left out, by reason; decides whether a bad row is an error, or skipped.

    Raises:
        InputError: the facts cannot be read, or are too few for three splits with questions.
    """
    made = QuestionSplits(drops=DropLog() if drops is None else drops)
    groups = read_groups(facts, made.drops, as_of=as_of)
    if len(groups) < MIN_GROUPS:
        why = "; `temporal-qa check` says what is wrong with the others" if made.drops else ""
        raise InputError(
            f"{counted(len(groups), 'subject')} with two facts or more of a known relation "
            f"({', '.join(wordings().relations)}), expected at least {MIN_GROUPS}, to fill three splits{why}",
            facts,
        )
    made.groups = split_groups(groups, seed, made.drops)
    for split, members in made.groups.items():
        before = FUTURE_START if split == "train" else None
        chosen = choose_questions(members, seed, made.drops, split=split, before=before)
        made.splits[split] = list(build_questions(chosen, seed, made.drops))
        classes = ((KINDS[each.kind].level, KINDS[each.kind].hops) for each in made.splits[split])
        lacking = Counter(mix_of(split, len(members))) - Counter[tuple[str, str]](classes)
        made.missing[split] = {f"{level} {hops}": number for (level, hops), number in lacking.items()}
        if not made.splits[split]:
            raise InputError(
                f"no question could be made for the split {split!r} ({counted(len(members), 'subject')}"
                + (", reference times before 2020 only)" if before else ")"),
                facts,
            )
    return made
