"""The options that decide a pseudo-PIT dataset, and the recipe that they give with the files they name."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.fiction.groups import PseudoWorld, WorldLimits
from temporal_qa.fiction.pseudo_questions import PSEUDO_MIX, PseudoRecipe
from temporal_qa.fiction.real_labels import read_real_labels, withheld_names
from temporal_qa.fiction.resampling import KEEP_ALL, MIN_KEPT, keep_probabilities
from temporal_qa.fiction.world import invent_groups
from temporal_qa.hub.cards import build_command, what_decides_bytes
from temporal_qa.io import DropLog, InputError, read_rows
from temporal_qa.questions.complex_tr.fact_groups import read_groups
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.splits import choose_questions, split_groups
from temporal_qa.questions.periods import FUTURE_START
from temporal_qa.timeline import CalendarDate, FactGroup, parse_month

DEFAULT_QUESTIONS = sum(PSEUDO_MIX.values())
"""As many as the paper's pseudo-data has, 51,451."""

TRAINING_GROUPS = 1000
"""As many as Complex-TR's training set has. Without real facts, resampling counts the training questions that this
number of invented groups would give."""


@dataclass(frozen=True, slots=True)
class PseudoOptions:
    """What decides the dataset. Exactly one of ``facts`` and ``invent`` is given.

    Attributes:
        questions: how many.
        seed: any whole number from 0.
        facts: real facts, whose groups are shifted and renamed: those that ``build complex-tr`` trains on, given the
            same file and seed.
        invent: make groups up.
        resample: thin out the periods of which the training set has many questions.
        as_published: resampling leaves out the fullest period; otherwise it keeps ``MIN_KEPT`` of it.
        fiction: rename real groups.
        training: rows with ``reference_date``, whose periods are counted in place of the training questions of the
            same facts.
        real_labels: a text file of labels, one a line, which no fictional name may equal.
        as_of: the date of the facts' source; the end of facts that have none.
        limits: what makes questions easier or harder, where they are made while a model trains on them.
        split: the name of the only split; it decides no question.
    """

    questions: int = DEFAULT_QUESTIONS
    seed: int = 0
    facts: Path | None = None
    invent: bool = False
    resample: bool = True
    fiction: bool = True
    training: Path | None = None
    real_labels: Path | None = None
    as_of: CalendarDate | None = None
    limits: WorldLimits = field(default_factory=WorldLimits)
    split: str = "train"
    as_published: bool = False

    def __post_init__(self) -> None:
        if (self.facts is None) == (not self.invent):
            raise InputError("expected either --facts FILE or --invent")
        if self.invent and not self.fiction:
            raise InputError("--no-fiction keeps the names of real facts, expected --facts FILE with it")
        if self.invent and self.as_of:
            raise InputError("--as-of is the date of the source of real facts, expected --facts FILE with it")
        if not self.fiction and self.real_labels:
            raise InputError("--real-labels is for fictional names, expected no --no-fiction with it")
        if not re.fullmatch(r"\w+", self.split, re.ASCII) or self.split == "all":
            raise InputError(f"--split is {self.split!r}, expected letters, digits and _, such as test")
        if self.training and not self.resample:
            raise InputError("--training is what resampling counts, expected no --no-resample with it")

    def inputs(self) -> dict[str, Path]:
        """The files that are read."""
        paths = {"facts": self.facts, "training": self.training, "real_labels": self.real_labels}
        return {name: path for name, path in paths.items() if path is not None}

    def command(self, *, skip_bad: bool) -> str:
        """The command that makes the same bytes; ``skip_bad`` tells that rows of facts were skipped."""
        return build_command(
            "pseudo-pit", invent=self.invent, facts=self.facts, questions=self.questions, seed=self.seed, out="DIR",
            no_resample=not self.resample, as_published=self.as_published, no_fiction=not self.fiction,
            skip_bad=skip_bad, training=self.training, real_labels=self.real_labels, as_of=self.as_of,
            split=None if self.split == "train" else self.split,
        )  # fmt: skip

    def record(self) -> dict[str, Any]:
        """The options as ``build.json`` keeps them; its hashes identify the files."""
        others = {*self.inputs(), "facts", "limits"}  # datasets in files have no limits
        others |= {"split"} if self.split == "train" else set()
        plain = {key: value for key, value in asdict(self).items() if key not in others}
        return plain | {"as_of": self.as_of and self.as_of.isoformat()}

    def plan(self) -> dict[str, Any]:
        """Everything that decides the bytes: versions, options, and the hashes of the files.

        Raises:
            InputError: a file cannot be read.
        """
        return what_decides_bytes(self.inputs()) | {"limits": asdict(self.limits), **self.record()}

    def digest(self) -> str:
        """SHA-256 of :meth:`plan`."""
        return hashlib.sha256(orjson.dumps(self.plan(), option=orjson.OPT_SORT_KEYS)).hexdigest()


def make_recipe(options: PseudoOptions, drops: DropLog | None = None) -> PseudoRecipe:
    """Reads the files that the options name: the groups, the training questions to count, the names to withhold.

    Raises:
        InputError: a file cannot be read, or has nothing to use.
    """
    drops = DropLog() if drops is None else drops
    groups: Sequence[FactGroup] = ()
    if options.facts is not None:
        usable = read_groups(options.facts, drops, as_of=options.as_of)
        if not (groups := split_groups(usable, options.seed, drops)["train"]):
            raise InputError(
                f"no subject with two facts or more of a known relation ({', '.join(wordings().relations)})"
                + "; `temporal-qa check` says what is wrong with the others" * bool(drops),
                options.facts,
            )
    keep: Mapping[str, float] = KEEP_ALL
    if options.resample:
        months = list(_training_months(options, groups))
        try:
            keep = keep_probabilities(months, 0.0 if options.as_published else MIN_KEPT)
        except ValueError as problem:
            raise InputError(str(problem), options.training or options.facts) from None
    withheld = None
    if options.real_labels:
        from tqdm import tqdm

        labels = tqdm(read_real_labels(options.real_labels), desc="reading labels", unit=" labels", disable=None)
        withheld = withheld_names(labels)
    world = PseudoWorld(options.seed, tuple(groups), options.fiction, withheld, options.limits)
    return PseudoRecipe(world, keep, options.facts)


def _training_months(options: PseudoOptions, groups: Sequence[FactGroup]) -> Iterator[int]:
    """The reference months of the training questions."""
    if options.training is None:
        of = groups or list(invent_groups(TRAINING_GROUPS, options.seed))
        for _, candidate in choose_questions(of, options.seed, Counter(), before=FUTURE_START):
            yield candidate.query.reference_month
        return
    for row in read_rows(options.training, columns=["reference_date"]):
        try:
            yield parse_month(row.values["reference_date"])
        except (KeyError, TypeError, ValueError):
            found = row.values.get("reference_date")
            raise row.error(f"reference_date is {found!r}, expected a month such as 2007-06") from None
