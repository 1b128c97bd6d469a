"""Endless tasks by number: a sequence that makes its questions as they are asked for.

Users of reasoning-gym will find their way: ``create_dataset(name, size, seed)``, ``tasks[i]``, ``score_answer``. Unlike
there, two seeds share nothing: every draw is made by a generator that is seeded with the text
``"<seed>/<what>/<whom>"``, and never by one that is seeded with ``seed + i``, where the item ``i + 1`` of a seed is the
item ``i`` of the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache, partial
from typing import Any, overload

from temporal_qa.fiction.groups import PseudoWorld, WorldLimits
from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, PseudoRecipe, block_order, questions_as_made
from temporal_qa.io import InputError
from temporal_qa.questions.complex_tr.queries import KINDS

NAMES = ("pseudo_pit",)

LEVELS = {
    1: WorldLimits(3, kinds=("l2_at", "l3_neighbour")),
    2: WorldLimits(5, kinds=("l2_at", "l2_between", "l3_neighbour"), distractors=1),
    3: WorldLimits(8, max_relations_per_group=2, kinds=tuple(KINDS), distractors=2),
    4: WorldLimits(12, max_relations_per_group=3, kinds=tuple(KINDS), distractors=3),
    5: WorldLimits(kinds=tuple(kind.name for kind in KINDS.values() if kind.hops == "multi-hop"), distractors=6),
}
"""From easy to hard: more facts, more relations, kinds of more hops, more other subjects in the context."""

_BLOCKS_KEPT = 16


def create_dataset(name: str, size: int = 500, seed: int = 0, level: int | None = None, **limits: Any) -> "TaskDataset":
    """The first ``size`` tasks of a seed, each made when it is asked for.

    Args:
        name: ``pseudo_pit``: questions of all kinds about invented facts, which stand in the context.
        size: how many; 10**12 are made as quickly as ten.
        seed: any whole number. Tasks of two seeds have nothing in common.
        level: one of :data:`LEVELS`; without it, the tasks are those of ``build pseudo-pit --invent --no-resample``.
        limits: fields of :class:`~temporal_qa.fiction.groups.WorldLimits`, in place of those of the level.

    Raises:
        InputError: an unknown name, level or limit, or one of another type.

    >>> tasks = create_dataset("pseudo_pit", size=10**9, seed=42, level=1)
    >>> entry = tasks[123_456_789]
    >>> tasks.score_answer("I think: " + entry["answers"][0], entry), tasks.score_answer(entry["target"], entry)
    (0.0, 1.0)
    """
    if name not in NAMES:
        raise InputError(f"no dataset {name!r}, expected {' or '.join(NAMES)}")
    if level not in (None, *LEVELS):
        raise InputError(f"no level {level!r}, expected one of {', '.join(map(str, LEVELS))}")
    defaults = asdict(WorldLimits())
    if unknown := sorted(set(limits) - set(defaults)):
        raise InputError(f"no limit {unknown[0]!r}, expected some of {', '.join(defaults)}")
    for what, given in {"size": size, "seed": seed, **limits}.items():
        default = defaults.get(what, 0)
        if isinstance(default, tuple):
            expected = "a list of names"
            is_right = isinstance(given, list | tuple) and all(isinstance(name, str) for name in given)
        else:
            expected = "a whole number"
            is_right = type(given) is int or (given is None and default is None)
        if not is_right:
            raise InputError(f"{what} is {given!r}, expected {expected}")
    world = PseudoWorld(seed, limits=replace(WorldLimits() if level is None else LEVELS[level], **limits))
    return TaskDataset(PseudoRecipe(world), size)


class TaskDataset(Sequence[dict[str, Any]]):
    """The first ``size`` questions of a recipe, as rows; ``tasks[i]`` is the same in every process and any order.

    It is the row ``i`` of :func:`~temporal_qa.fiction.streaming.endless_questions` of the same recipe. Questions are
    drawn by the thousand: the first one of a block takes as long as those that are made before it. A slice is a list
    of its tasks; a run that goes on after task ``n`` of many takes ``map(tasks.__getitem__, range(n, len(tasks)))``.

    Args:
        recipe: what decides the questions.
        size: how many, at least 1.
    """

    def __init__(self, recipe: PseudoRecipe, size: int) -> None:
        if size < 1:
            raise InputError(f"a dataset of size {size}, expected at least 1")
        self.recipe, self.size = recipe, size
        self._block = lru_cache(_BLOCKS_KEPT)(partial(_Block, recipe))

    def __reduce__(self) -> tuple[type, tuple[PseudoRecipe, int]]:
        return type(self), (self.recipe, self.size)  # a worker makes its own blocks

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.size))]
        block, place = divmod(range(self.size)[index], BLOCK_SIZE)
        try:
            return self._block(block).row(place)
        except BaseException:  # a world too small for a block, or Ctrl-C: a block that broke off is made anew
            self._block.cache_clear()
            raise

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(self.__getitem__, range(self.size))  # that of Sequence would end in silence at an IndexError within

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """The :func:`~.functions.set_accuracy_reward` of a completion: 1 for all right answers and no other, else 0."""
        from temporal_qa.rewards.functions import set_accuracy_reward  # NumPy is not needed to ask

        columns = {"facts": [entry["facts"]], "question": [entry.get("question")]}
        return set_accuracy_reward([answer], [entry["answers"]], **columns)[0] or 0.0


class _Block:
    """A block of questions, made only as far as they have been asked for."""

    def __init__(self, recipe: PseudoRecipe, number: int) -> None:
        self.order = block_order(recipe, number)
        self.rest = questions_as_made(recipe, number)
        self.made = [next(self.rest)]

    def row(self, place: int) -> dict[str, Any]:
        """The row of the question in this place of the block."""
        while len(self.made) <= self.order[place]:
            self.made.append(next(self.rest))
        return self.made[self.order[place]].to_row()
