"""Samples that are made from comparisons of a source, and their splits."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from temporal_qa.io import InputError, grouped
from temporal_qa.questions.hieradate.sample import Sample
from temporal_qa.questions.hieradate.sample_files import wrong_label
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, build_sample
from temporal_qa.scoring.normalize import normalize_answer


def converted(comparison: Comparison, options: DrawOptions) -> Sample:
    """The sample of a comparison; the wordings of its probes depend on the seed and its id alone."""
    rng = random.Random(f"{options.seed}/hieradate/probes/{comparison.id}")
    return build_sample(comparison, rng, options)


def usable_samples(comparisons: Iterable[Comparison], options: DrawOptions, drops: Counter[str]) -> list[Sample]:
    """Those that come once, state no age (unless ``options.state_ages``) and that the solver answers as labelled."""
    usable: dict[str, Sample] = {}
    for comparison in comparisons:
        if comparison.id in usable:
            drops["the same question again"] += 1
        elif comparison.states_age and not options.state_ages:
            drops["a paragraph states an age"] += 1
        elif wrong_label(sample := converted(comparison, options)):
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
    rest = [place for group in groups for place in group]
    return {
        split: [samples[place] for place in sorted(places)]
        for split, places in ({"train": rest} | divided).items()
        if places
    }


def _sharing_names(samples: Sequence[Sample]) -> list[list[int]]:
    """The places of samples in groups: those of two groups have no name in common."""
    names = [[normalize_answer(life.name) for life in sample.lives] for sample in samples]
    hang_together: dict[str, list[str]] = {}  # a name -> one list of all names that hang together with it
    for pair in names:
        fewer, more = sorted((hang_together.setdefault(name, [name]) for name in pair), key=len)
        if fewer is not more:
            more += fewer
            hang_together |= dict.fromkeys(fewer, more)
    return list(grouped((id(hang_together[first]), place) for place, (first, _) in enumerate(names)).values())
