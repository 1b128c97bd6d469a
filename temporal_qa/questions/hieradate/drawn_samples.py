"""The samples of a split, drawn from its lives: each one a function of the seed and its number."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import TypeAlias

from temporal_qa.io import DropLog, InputError, counted
from temporal_qa.questions.hieradate.deciding import TOO_COARSE, PairIndex, Undecided, decide
from temporal_qa.questions.hieradate.paragraphs import NUM_DISTRACTORS, Distractors, write_paragraph
from temporal_qa.questions.hieradate.sample import OPPOSITE, RELATIONS, Extreme, Relation, Sample
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, build_sample
from temporal_qa.questions.hieradate.wordings import WordingChoice, wordings
from temporal_qa.questions.permutation import permutation_keys, permuted
from temporal_qa.timeline import DATE_PARTS, DatePart, Life

_Class: TypeAlias = tuple[Relation, DatePart | None]
"""What is compared, and the part that decides; None for any."""


class DrawnSamples:
    """The samples of one split, by number.

    No pair is asked about twice in the same relation: the pairs of a class stand in an order that the seed decides, and
    the samples of the class take them one after another.

    Args:
        split: its name.
        lives: those that :func:`~.usable.usable_lives` keeps.
        size: how many samples.
        combined: how many of them compare lifespans.
        options: see there.

    Raises:
        InputError: the lives do not give so many.
    """

    def __init__(self, split: str, lives: Sequence[Life], size: int, combined: int, options: DrawOptions) -> None:
        if options.setting == "distractor" and len(lives) < NUM_DISTRACTORS + 2:
            raise InputError(
                f"the split {split!r} has {counted(len(lives), 'life', 'lives')}, expected at least "
                f"{NUM_DISTRACTORS + 2} for the distractor setting"
            )
        self.split, self.options, self._lives = split, options, lives
        self._parts: Sequence[DatePart | None] = DATE_PARTS if options.decided_by == "equal" else (None,)
        by_type = [[life for life in lives if life.type == kind] for kind in sorted({life.type for life in lives})]
        self._pairs = {
            relation: [PairIndex(of_type, relation, options.version) for of_type in by_type] for relation in RELATIONS
        }
        self._quotas = quotas = self._quotas_of(size - combined, combined)
        self._keys = {of: permutation_keys(f"{options.seed}/hieradate/{split}/{of[0]}/{of[1]}") for of in quotas}
        order = [of for of, quota in quotas.items() for _ in range(quota)]
        random.Random(f"{options.seed}/hieradate/{split}/order").shuffle(order)
        ranks = defaultdict[_Class, Iterator[int]](count)
        self._order = [(of, next(ranks[of])) for of in order]
        self._distractors = Distractors(lives, options) if options.setting == "distractor" else None

    def undecided(self) -> Counter[str]:
        """What no question can be about: pairs, by relation and reason, and lives with dates too coarse for an age."""
        left_out = Counter[str]()
        for relation, indexes in self._pairs.items():
            for index in indexes:
                left_out.update({f"pair: {relation}: {reason}": number for reason, number in index.undecided.items()})
        dated = sum(life.start is not None and life.end is not None for life in self._lives)
        aged = sum(len(index) for index in self._pairs["lifespan"])
        return left_out + Counter({f"life: {TOO_COARSE} an age": dated - aged})

    def __len__(self) -> int:
        """How many samples there are."""
        return len(self._order)

    def __getitem__(self, number: int) -> Sample:
        """The sample with this number, from 0."""
        options = self.options
        relation, lives = self._drawn_pair(number)
        rng = random.Random(f"{options.seed}/hieradate/{self.split}/{number}")
        if rng.random() < 0.5:
            lives = lives[::-1]
        extreme, question, opposite = draw_main_question(lives, relation, options.wordings, rng)
        made = [write_paragraph(life, options) for life in lives]
        (first, of_first, ages_of_first), (second, of_second, ages_of_second) = made
        paragraphs = [first, second] if rng.random() < 0.5 else [second, first]
        if self._distractors:
            # A generator of its own, so that both settings ask the same questions.
            of_context = random.Random(f"{options.seed}/hieradate/{self.split}/{number}/context")
            paragraphs += self._distractors.choose(lives, of_context)
            of_context.shuffle(paragraphs)
        comparison = Comparison(
            id=f"H{options.seed}-{self.split}-{number}", lives=lives, relation=relation, extreme=extreme,
            question=question, opposite=opposite, written=(of_first, of_second), paragraphs=tuple(paragraphs),
            states_age=ages_of_first or ages_of_second,
        )  # fmt: skip
        return build_sample(comparison, rng, options)

    def _drawn_pair(self, number: int) -> tuple[Relation, tuple[Life, Life]]:
        """What a sample compares. A pair of lifespans that ages and days order differently gives way to another one."""
        (relation, part), rank = self._order[number]
        size = self._available(relation, part)
        # Ranks below the quota are those of the samples. Of the others each sample has its own, one in every quota.
        for own_rank in range(rank, size, self._quotas[relation, part]):
            pair = self._pair(relation, part, permuted(own_rank, size, self._keys[relation, part]))
            with suppress(Undecided):
                if relation == "lifespan":  # the other pairs of an index are decided
                    decide(pair, relation, self.options.version)
                return relation, pair
        raise InputError(f"too few pairs of lives of the split {self.split!r} whose ages and days agree; ask for fewer")

    def _pair(self, relation: Relation, part: DatePart | None, place: int) -> tuple[Life, Life]:
        for index, each in self._pools(relation, part):
            if place < index.counts[each]:
                return index.pair(each, place)
            place -= index.counts[each]
        raise AssertionError("a place beyond the pairs")

    def _available(self, relation: Relation, part: DatePart | None) -> int:
        return sum(index.counts[each] for index, each in self._pools(relation, part))

    def _pools(self, relation: Relation, part: DatePart | None) -> list[tuple[PairIndex, DatePart]]:
        return [(index, each) for index in self._pairs[relation] for each in ((part,) if part else DATE_PARTS)]

    def _quotas_of(self, comparisons: int, combined: int) -> dict[_Class, int]:
        """How many samples each class gives. Births and deaths give as many each, as far as there are pairs."""
        quotas: dict[_Class, int] = {}
        number = len(self._parts)
        for place, part in enumerate(self._parts):
            wanted, of_kind = (n // number + (place < n % number) for n in (comparisons, combined))
            births, deaths = (self._available(relation, part) for relation in ("birth", "death"))
            quotas["birth", part] = max(min(births, wanted - wanted // 2), min(births, wanted - deaths))
            quotas["death", part] = min(deaths, wanted - quotas["birth", part])
            quotas["lifespan", part] = min(self._available("lifespan", part), of_kind)
        if sum(quotas.values()) != comparisons + combined:  # no class has more than it is to give
            raise InputError(self._too_few(comparisons, combined))
        return {of: quota for of, quota in quotas.items() if quota}

    def _too_few(self, comparisons: int, combined: int) -> str:
        def max_samples(*relations: Relation) -> int:
            of_parts = [sum(self._available(relation, part) for relation in relations) for part in self._parts]
            return len(of_parts) * min(of_parts)

        shares = ", year, month and day deciding in equal shares" if self._parts == DATE_PARTS else ""
        return (
            f"{counted(comparisons, 'comparison')} and {counted(combined, 'combined sample')} of the split "
            f"{self.split!r}{shares}: its lives give at most {max_samples('birth', 'death'):,} and "
            f"{max_samples('lifespan'):,}; ask for fewer" + DropLog(self.undecided()).message()
        )


def draw_main_question(
    lives: tuple[Life, Life], relation: Relation, choice: WordingChoice, rng: random.Random
) -> tuple[Extreme, str, str]:
    """Draws what is asked for, the main question and its opposite."""
    extremes: tuple[Extreme, ...] = ("longer", "shorter") if relation == "lifespan" else ("first", "later")
    of_person = lives[0].type == "person"
    # The published main questions never ask who lived shorter.
    extreme = extremes[0] if choice == "published" and relation == "lifespan" and of_person else rng.choice(extremes)
    table, opposites = wordings()[f"{relation}_{extreme}"], wordings()[f"{relation}_{OPPOSITE[extreme]}"]
    if not of_person:
        pairs = list(zip(table.organisation, opposites.organisation, strict=True))
    else:
        ours = zip(table.ours, opposites.ours, strict=True)
        published = ((text, opposites.published[0]) for text in table.published if extreme != "shorter")
        pairs = [*published, *(ours if choice == "all" else ())]
    question, opposite = (text.format(a=lives[0].name, b=lives[1].name) for text in rng.choice(pairs))
    return extreme, question, opposite
