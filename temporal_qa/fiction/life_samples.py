"""The options that decide a HieraDate dataset, and the samples of each split that they give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from temporal_qa.fiction.lives import invent_lives
from temporal_qa.fiction.names import GROUPS_PER_WORLD
from temporal_qa.hub.cards import build_command
from temporal_qa.io import DropLog, InputError, counted
from temporal_qa.questions.hieradate.drawn_samples import DrawnSamples
from temporal_qa.questions.hieradate.sample import Sample
from temporal_qa.questions.hieradate.synthesis import DrawOptions
from temporal_qa.questions.hieradate.usable import split_lives, split_samples, usable_lives, usable_samples
from temporal_qa.released.hieradate_sources import read_source
from temporal_qa.timeline.lives import read_lives

PAPER_SAMPLES, PAPER_COMBINED = 8745, 1925
PAPER_SHARE = Fraction(PAPER_COMBINED, PAPER_SAMPLES)
"""Of the paper's training split: samples, combined ones, and their share."""

_MIN_LIVES = 2000  # more samples have as many lives, so that a life is in two of them


@dataclass(frozen=True, slots=True)
class LifeSampleOptions(DrawOptions):
    """What decides the dataset. Exactly one of ``lives``, ``invent`` and ``source`` is given.

    Attributes:
        samples, dev, test: how many, by split: ``samples`` are those of ``train``.
        combined: the share of samples that compare lifespans.
        lives: a file of lives.
        source: raw files of 2WikiMultihopQA and HotpotQA, of which ``states_age`` keeps samples that state an age.
        as_published: see :func:`~temporal_qa.released.hieradate_sources.read_source`.
    """

    samples: int = PAPER_SAMPLES
    dev: int = 0
    test: int = 0
    combined: Fraction = PAPER_SHARE
    lives: Path | None = None
    source: tuple[Path, ...] = ()
    as_published: bool = False

    def __post_init__(self) -> None:
        if (self.lives is not None) + self.invent + bool(self.source) != 1:
            raise InputError("expected one of --lives FILE, --invent and --source FILE")
        if not any(self.sizes.values()):
            raise InputError("--samples, --dev and --test are 0, expected at least one sample")
        if self.invent and (lives := sum(self.sizes.values())) > GROUPS_PER_WORLD:
            limit = f"expected at most {GROUPS_PER_WORLD:,} with --invent: no more lives have names of their own"
            raise InputError(f"--samples, --dev and --test are {lives:,} together, {limit}")
        if self.version == "year_only" and self.decided_by == "equal":
            raise InputError("--decided-by equal needs whole dates, expected --version full-date with it")

    @property
    def sizes(self) -> dict[str, int]:
        """The number of samples by split."""
        return {"train": self.samples, "dev": self.dev, "test": self.test}

    def combined_of(self, split: str) -> int:
        """How many samples of a split compare lifespans."""
        return round(self.combined * self.sizes[split])

    def inputs(self) -> dict[str, Path]:
        """The files that are read."""
        if self.lives:
            return {"lives": self.lives}
        return {f"source_{number}": path for number, path in enumerate(self.source, 1)}

    def record(self) -> dict[str, Any]:
        """The options as ``build.json`` keeps them; its hashes identify the files."""
        record = {
            "seed": self.seed, "invent": self.invent, "dev": self.dev, "test": self.test, "version": self.version,
            "setting": self.setting, "wordings": self.wordings, "states_age": self.states_age,
        }  # fmt: skip
        if self.source:
            return record | {"as_published": self.as_published}
        combined = {split: self.combined_of(split) for split, size in self.sizes.items() if size}
        return record | {"samples": self.samples, "combined": combined, "decided_by": self.decided_by}

    def command(self, *, skip_bad: bool) -> str:
        """The command that makes the same bytes; ``skip_bad`` tells that bad rows were skipped."""
        is_usual = self.source or self.combined == PAPER_SHARE
        chosen = {
            "version": self.version, "setting": self.setting, "decided_by": self.decided_by, "wordings": self.wordings
        }  # fmt: skip
        usual = {"full_date", "normal", "as_drawn", "published" if self.as_published else "all"}
        unusual = {option: value.replace("_", "-") for option, value in chosen.items() if value not in usual}
        return build_command(
            "hieradate", invent=self.invent, lives=self.lives, source=self.source,
            samples=None if self.source else self.samples, combined=None if is_usual else self.combined_of("train"),
            dev=self.dev or None, test=self.test or None, **unusual, as_published=self.as_published,
            states_age=self.states_age, skip_bad=skip_bad, seed=self.seed, out="DIR",
        )  # fmt: skip


def make_splits(options: LifeSampleOptions, drops: DropLog) -> Mapping[str, DrawnSamples | Sequence[Sample]]:
    """The samples of each split that is not empty.

    Args:
        options: what decides them.
        drops: counts the lives, and the pairs of lives, that are left out, by reason.

    Raises:
        InputError: a file cannot be read, or the lives are too few.
    """
    from tqdm import tqdm

    if options.source:
        return _converted_splits(options, drops)
    needed = max(_MIN_LIVES, sum(options.sizes.values()))
    found = read_lives(options.lives, drops) if options.lives else invent_lives(needed, options.seed)
    read = tqdm(found, desc="reading lives", unit=" lives", delay=1, disable=None)
    lives = usable_lives(read, options.wordings, drops)
    if len(lives) < 2:
        number = counted(len(lives), "usable life", "usable lives")
        raise InputError(f"{number}, expected at least 2{drops.message()}", options.lives)
    splits = {}
    for split, of_split in split_lives(lives, options.sizes, options.seed).items():
        try:
            splits[split] = DrawnSamples(split, of_split, options.sizes[split], options.combined_of(split), options)
        except InputError as problem:
            raise InputError(str(problem), options.lives) from None
        drops.update(splits[split].undecided())
    return splits


def _converted_splits(options: LifeSampleOptions, drops: DropLog) -> dict[str, list[Sample]]:
    comparisons = read_source(options.source, options, drops, as_published=options.as_published)
    if not (usable := usable_samples(comparisons, options, drops)):
        raise InputError(f"no comparison of dates that can be used{drops.message()}", options.source[0])
    sizes = {split: size for split, size in options.sizes.items() if split != "train"}
    return split_samples(usable, sizes, options.seed)
