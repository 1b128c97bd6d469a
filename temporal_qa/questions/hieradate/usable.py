"""Which lives, and which comparisons of a source, can be asked about, and how they are divided among splits."""

import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, combinations, pairwise

from temporal_qa.io import InputError, grouped
from temporal_qa.questions.hieradate.life_reading import is_a_cue
from temporal_qa.questions.hieradate.sample import Sample
from temporal_qa.questions.hieradate.sample_files import wrong_label
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, build_sample
from temporal_qa.questions.hieradate.wordings import WordingChoice, paragraph_wordings
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.text.dates import find_dates
from temporal_qa.timeline import Life

# Such a name has no clear end in "Who was born first out of A and B?", or its dates may be taken for those of a life.
_DIVIDES = re.compile(r"[?:]|\b(?:and|or)\b", re.IGNORECASE)

_MAX_NAME, _MAX_YEAR = 200, 9999


def usable_lives(lives: Iterable[Life], choice: WordingChoice, drops: Counter[str]) -> list[Life]:
    """The lives of persons and organisations that have a date and a name of their own, by id.

    A name that several lives have, or that stands within that of another, names nobody alone: these lives are neither
    asked about nor distract. Lives that share an id are left out, too: one person of two names would be in two splits.

    Args:
        lives: in any order.
        choice: the published wordings are about persons alone.
        drops: counts the lives that are left out, by reason.
    """
    kept: list[Life] = []
    given = Counter(lives)
    drops += Counter({"life: the same as another": given.total() - len(given)})
    ids = Counter(life.id for life in given)
    for life in sorted(given, key=lambda life: (life.id, life.name)):
        if ids[life.id] > 1:
            drops["life: an id that several have"] += 1
        elif reason := _why_not(life, choice):
            drops[f"life: {reason}"] += 1
        else:
            kept.append(life)
    names = [normalize_answer(life.name) for life in kept]
    shared = Counter(names)
    within = {part for name in shared for part in _parts(name) if part in shared}
    usable = []
    for life, name in zip(kept, names, strict=True):
        if shared[name] > 1:
            drops["life: a name that several have"] += 1
        elif name in within:
            drops["life: a name within that of another"] += 1
        else:
            usable.append(life)
    return usable


def _why_not(life: Life, choice: WordingChoice) -> str | None:
    if life.type not in paragraph_wordings():
        return "neither a person nor an organisation"
    if life.type != "person" and choice == "published":
        return "not a person, and no published wording"
    if life.start is None and life.end is None:
        return "no date is known"
    if any(date and date.year > _MAX_YEAR for date in (life.start, life.end)):
        return "a year that a paragraph cannot hold"
    is_no_word = sum(map(str.isalpha, life.name.partition("(")[0])) < 2  # "165 died in 1194"
    cannot = _DIVIDES.search(life.name) or find_dates(life.name) or is_no_word or is_a_cue(life.name)
    if cannot or len(life.name) > _MAX_NAME or _may_state_a_date(life.name):
        return "a name that a question cannot hold"
    return None


def _may_state_a_date(name: str) -> bool:
    """Whether a name stands in the sentences that state dates, such as "born in": with it, they state none."""
    said = _sentences()
    return name in said and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) is not None


@cache
def _sentences() -> str:
    texts = str([(of_type.both, of_type.start, of_type.end) for of_type in paragraph_wordings().values()])
    return texts.replace("{on_", "on {") + texts.replace("{on_", "in {")


def _parts(name: str) -> set[str]:
    """The runs of words within a name, without the whole."""
    words = name.split()
    runs = combinations(range(len(words) + 1), 2)
    return {" ".join(words[first:end]) for first, end in runs if end - first < len(words)}


def split_lives(lives: Sequence[Life], sizes: Mapping[str, int], seed: int) -> dict[str, list[Life]]:
    """The lives divided among splits, so that nobody is in two of them.

    Pairs grow with the square of lives; so that each sample has as many pairs to be drawn from, a split gets lives by
    the square root of its size.

    Args:
        lives: all of them, in their order.
        sizes: the number of samples, by split.
        seed: decides who goes where.
    """
    shares = {split: math.sqrt(size) for split, size in sizes.items() if size}
    shuffled = random.Random(f"{seed}/hieradate/splits").sample(lives, len(lives)) if len(shares) > 1 else list(lives)
    total, bounds = sum(shares.values()), pairwise(accumulate(shares.values(), initial=0.0))
    return {
        split: shuffled[round(len(lives) * begin / total) : round(len(lives) * end / total)]
        for split, (begin, end) in zip(shares, bounds, strict=True)
    }


def converted_sample(comparison: Comparison, options: DrawOptions) -> Sample:
    """The sample of a comparison; the wordings of its probes depend on the seed and its id alone."""
    return build_sample(comparison, random.Random(f"{options.seed}/hieradate/probes/{comparison.id}"), options)


def usable_samples(comparisons: Iterable[Comparison], options: DrawOptions, drops: Counter[str]) -> list[Sample]:
    """Those that come once, state no age (unless ``options.states_age``) and that the solver answers as labelled."""
    usable: dict[str, Sample] = {}
    for comparison in comparisons:
        if comparison.id in usable:
            drops["the same question again"] += 1
        elif comparison.states_age and not options.states_age:
            drops["a paragraph states an age"] += 1
        elif wrong_label(sample := converted_sample(comparison, options)):
            drops["a question that the solver does not answer as labelled"] += 1
        else:
            usable[comparison.id] = sample
    return list(usable.values())


def split_samples(samples: Sequence[Sample], sizes: Mapping[str, int], seed: int) -> dict[str, list[Sample]]:
    """Samples divided among splits, so that no name is in two of them; ``train`` gets what the others leave.

    Args:
        samples: in their order, which a split keeps.
        sizes: of the splits other than ``train``.
        seed: decides who goes where.

    Raises:
        InputError: they are too few.
    """
    groups = _sharing_names(samples)
    random.Random(f"{seed}/hieradate/splits").shuffle(groups)
    divided: dict[str, list[int]] = {}
    for split, size in sizes.items():
        taken: list[int] = []
        left = []
        for group in groups:
            if len(taken) + len(group) <= size:
                taken += group
            else:
                left.append(group)
        if len(taken) < size:
            raise InputError(
                f"{len(taken):,} usable comparisons for the split {split!r}, expected {size:,}; ask for fewer"
            )
        divided[split], groups = taken, left
    divided = {"train": [place for group in groups for place in group]} | divided
    return {split: [samples[place] for place in sorted(places)] for split, places in divided.items() if places}


def _sharing_names(samples: Sequence[Sample]) -> list[list[int]]:
    """The places of samples in groups: those of two groups have no name in common."""
    names = [[normalize_answer(life.name) for life in sample.lives] for sample in samples]
    hang_together: dict[str, list[str]] = {}  # name -> the one list of all names that are connected with it
    for pair in names:
        fewer, more = sorted((hang_together.setdefault(name, [name]) for name in pair), key=len)
        if fewer is not more:
            more += fewer
            hang_together |= dict.fromkeys(fewer, more)
    return list(grouped((id(hang_together[first]), place) for place, (first, _) in enumerate(names)).values())
