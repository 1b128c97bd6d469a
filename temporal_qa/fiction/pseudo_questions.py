"""The questions of pseudo-PIT, block after block (Complex-TR, section 3.1 and Table 3).

A block is a thousand questions, a pure function of the recipe and its number, made from groups that no other block has.
So any process may make any block, in any order, and there is no last one.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from temporal_qa.fiction.groups import PseudoWorld, WorldLimits
from temporal_qa.fiction.names import GROUPS_PER_WORLD
from temporal_qa.fiction.resampling import KEEP_ALL
from temporal_qa.io import InputError
from temporal_qa.questions.complex_tr.queries import KINDS, kinds_of
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.complex_tr.splits import in_turn, weighted_order
from temporal_qa.questions.complex_tr.synthesis import Candidate, GroupIndex, question_slots
from temporal_qa.questions.complex_tr.verbalize import context_facts, next_id, verbalize
from temporal_qa.questions.instructions import instruction_and_target
from temporal_qa.questions.periods import period
from temporal_qa.timeline import Fact

Class: TypeAlias = tuple[str, str]
"""A level and hops, by which the papers count questions."""

PSEUDO_MIX: dict[Class, int] = {
    ("L2", "1-hop"): 11_389,
    ("L2", "multi-hop"): 13_919,
    ("L3", "1-hop"): 15_205,
    ("L3", "multi-hop"): 10_938,
}
"""The paper's pseudo-data (Table 3): questions by level and hops, 51,451 in all."""

BLOCK_SIZE = 1000
MAX_OF_CLASS_PER_GROUP = 12
"""The largest number of questions of one level and hops about one group."""

MAX_OF_CLASS_PER_EXCERPT = 2
"""The same for an excerpt of a few facts: a model that is asked all there is to ask learns the group by heart."""

# A block needs about fifty groups. A few more numbers are set aside for it, low ones, since these have the plain names.
# A block that needs even more takes numbers far beyond.
_GROUPS_PER_BLOCK = 128
_BEYOND = GROUPS_PER_WORLD << 40
_MAX_GROUPS = 32 * _GROUPS_PER_BLOCK


class PseudoQuestion(NamedTuple):
    """A question of pseudo-PIT: the plain one, where it comes from, and the same as an instruction with its target."""

    question: Question
    shift_months: int
    source_group: str
    instruction: str
    target: str

    def to_row(self) -> dict[str, Any]:
        """The row as datasets and the endless stream have it."""
        return self.question.to_row() | {column: getattr(self, column) for column in self._fields[1:]}


class PseudoRecipe(NamedTuple):
    """What decides every question: the world, and the probability to keep a question, by period (``resampling.py``).

    ``facts`` is the file of the world's real groups, for error messages.
    """

    world: PseudoWorld
    keep: Mapping[str, float] = KEEP_ALL
    facts: Path | None = None


def number_of_blocks(questions: int) -> int:
    """The number of blocks that so many questions make; the last one may be smaller than the others."""
    return -(-questions // BLOCK_SIZE)


def class_counts(start: int, stop: int, classes: tuple[Class, ...] = tuple(PSEUDO_MIX)) -> dict[Class, int]:
    """How many of the questions ``start .. stop - 1`` are of each level and hops, in the shares of ``PSEUDO_MIX``.

    >>> class_counts(0, 51451) == PSEUDO_MIX, sum(class_counts(1000, 2000).values())
    (True, 1000)
    """
    order = _cycle(classes)
    counts = Counter(order[place % len(order)] for place in range(start, stop))
    return {key: counts[key] for key in classes}


@cache
def _cycle(classes: tuple[Class, ...]) -> Sequence[Class]:
    """The class of each question of a cycle of the mix: it goes to the class that lags most."""
    shares = [PSEUDO_MIX[key] for key in classes]
    lags, total, order = shares, sum(shares), []
    for _ in range(total):
        furthest = lags.index(max(lags))
        order.append(classes[furthest])
        lags = [lag + share for lag, share in zip(lags, shares, strict=True)]
        lags[furthest] -= total
    return order


def block_questions(
    recipe: PseudoRecipe, block: int, size: int = BLOCK_SIZE, not_asked: Counter[str] | None = None
) -> list[PseudoQuestion]:
    """The questions of a block in random order; the solver has answered each.

    Args:
        recipe: the world and the resampling.
        block: the number of the block, from 0.
        size: how many questions; the last block of a dataset may be smaller than the others.
        not_asked: counts the questions that were left out, by reason.

    Raises:
        InputError, RuntimeError: as :func:`questions_as_made`.
    """
    made = list(questions_as_made(recipe, block, size, not_asked))
    return [made[place] for place in block_order(recipe, block, size)]


def block_order(recipe: PseudoRecipe, block: int, size: int = BLOCK_SIZE) -> list[int]:
    """The random order of a block: its row ``i`` is the question that is made as number ``block_order(...)[i]``."""
    order = list(range(size))
    random.Random(f"{recipe.world.seed}/order/{block}").shuffle(order)
    return order


def questions_as_made(
    recipe: PseudoRecipe, block: int, size: int = BLOCK_SIZE, not_asked: Counter[str] | None = None
) -> Iterator[PseudoQuestion]:
    """The questions of a block group by group, each when it is asked for; see :func:`block_questions`.

    Raises:
        InputError: thousands of groups do not give enough questions of some level and hops.
        RuntimeError: the solver disagrees with a label.
    """
    counts: Counter[str] = Counter() if not_asked is None else not_asked
    classes = tuple(class_ for class_ in PSEUDO_MIX if _kinds(class_, recipe.world.limits))
    wanted = class_counts(block * BLOCK_SIZE, block * BLOCK_SIZE + size, classes)
    for k in range(_MAX_GROUPS):
        if not any(wanted.values()):
            return
        yield from _of_group(recipe, block, k, wanted, counts)
    missing = ", ".join(f"{number} {level} {hops}" for (level, hops), number in wanted.items() if number)
    raise InputError(
        f"{_MAX_GROUPS:,} groups lack {missing} of {size:,} questions: too few can be asked about these subjects; "
        "expected more, with facts of several relations, in periods that resampling keeps",
        recipe.facts,
    )


def _kinds(class_: Class, limits: WorldLimits) -> list[str]:
    return [kind for kind in kinds_of(*class_) if kind in (limits.kinds or KINDS)]


def _of_group(
    recipe: PseudoRecipe, block: int, k: int, wanted: dict[Class, int], counts: Counter[str]
) -> Iterator[PseudoQuestion]:
    """The questions about group ``k`` of a block; ``wanted`` of each class falls by those that were made."""
    seed, limits = recipe.world.seed, recipe.world.limits
    lap, place = divmod(k, _GROUPS_PER_BLOCK)
    group_number = block * _GROUPS_PER_BLOCK + place + lap * _BEYOND
    pseudo = recipe.world.group(group_number, f"S{seed}B{block}G{k}")
    rng = random.Random(f"{seed}/questions/{block}/{k}")
    facts = [fact for fact in pseudo.group.facts if not limits.relations or fact.relation in limits.relations]
    if not facts:
        return
    max_of_class = MAX_OF_CLASS_PER_GROUP if limits.max_facts_per_group is None else MAX_OF_CLASS_PER_EXCERPT
    context = context_facts(pseudo.group, recipe.world.distractors(group_number, pseudo))
    numbers: Counter[str] = Counter()
    index_of = cache(lambda relation: GroupIndex(pseudo.group, relation, counts))
    for class_, number in wanted.items():
        if not number:
            continue
        asked = thinned = 0
        for candidate in _candidates(facts, _kinds(class_, limits), index_of, rng):
            if rng.random() >= recipe.keep[period(candidate.query.reference_month)]:
                counts[f"{candidate.query.kind}: thinned out by resampling"] += 1
                thinned += 1  # and not replaced by the next: a group of a common period gives fewer
            else:
                question_id = next_id(pseudo.group, candidate, numbers)
                if (question := verbalize(context, candidate, question_id, rng, counts)) is None:
                    continue
                instruction = instruction_and_target(question.question, question.fact_context, question.answers, rng)
                yield PseudoQuestion(question, pseudo.shift_months, pseudo.source_group, *instruction)
                asked += 1
            if asked == number or asked + thinned == max_of_class:
                break
        wanted[class_] -= asked


def _candidates(
    facts: Sequence[Fact], kinds: list[str], index_of: Callable[[str], GroupIndex], rng: random.Random
) -> Iterator[Candidate]:
    """Questions of these kinds about relations of ``facts``, which are some of the group's facts or all.

    The order is random; two kinds, or two relations, take turns.
    """
    # A relation with many facts is drawn more often. Some are left out, since finding slots takes longer than asking.
    relations = [rng.choice(facts).relation for _ in range(max(2, len(kinds)))]
    pairs = dict.fromkeys(zip(cycle(kinds), relations, strict=False))
    for slot in in_turn(weighted_order(question_slots(index_of(relation), kind), rng) for kind, relation in pairs):
        yield slot.draw(rng)
