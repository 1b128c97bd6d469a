"""Questions about invented documents: the options that decide them, and their rows, in shards."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from temporal_qa.fiction.documents.plans import MAX_DOCUMENTS, World
from temporal_qa.fiction.documents.writing import MAX_WORDS, MIN_WORDS, write_document
from temporal_qa.hub.cards import build_command
from temporal_qa.hub.config_shards import ConfigShards, FacetCounts, RowsOfConfigs
from temporal_qa.io import InputError
from temporal_qa.questions.time_qa.record import Mode
from temporal_qa.questions.time_qa.rows import QuestionRows
from temporal_qa.questions.time_qa.synthesis import FactAsker
from temporal_qa.questions.time_qa.wordings import our_wordings

MODES: tuple[Mode, ...] = ("easy", "hard")
_SPLITS = ("train", "dev", "test")


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """What decides the dataset.

    Attributes:
        documents, dev, test: how many, by split: ``documents`` are those of ``train``. The documents of a split stay
            the same, whatever the sizes of the others.
        words: of an article, 100 to 10,000; none has more, and few have less than 90 %.
        world: see :data:`~.plans.World`.
        squad_layout: whether to write each split once more in the layout of SQuAD 2.0.
        seed: any whole number from 0.
    """

    documents: int = 1000
    dev: int = 0
    test: int = 0
    words: int = 300
    world: World = "rich"
    squad_layout: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        if not any(self.sizes.values()):
            raise InputError("--documents, --dev and --test are 0, expected at least one document")
        if max(self.sizes.values()) > MAX_DOCUMENTS:
            raise InputError(f"a split has at most {MAX_DOCUMENTS:,} documents: names are used up")
        if not MIN_WORDS <= self.words <= MAX_WORDS:
            raise InputError(f"--words is {self.words}, expected {MIN_WORDS} to {MAX_WORDS:,}")

    @property
    def sizes(self) -> dict[str, int]:
        """The number of documents by split."""
        return dict(zip(_SPLITS, (self.documents, self.dev, self.test), strict=True))

    def inputs(self) -> dict[str, Path]:
        """The files that are read: none."""
        return {}

    def command(self) -> str:
        """The command that makes the same bytes."""
        given = asdict(self) | {"dev": self.dev or None, "test": self.test or None}
        return build_command("time-qa", invent=True, **given, out="DIR")

    def record(self) -> dict[str, Any]:
        """The options as ``build.json`` keeps them."""
        return {"invent": True, "seed": self.seed} | asdict(self)


@dataclass(frozen=True)
class DocumentShards(ConfigShards):
    """The shards of all splits; each has a file of easy and one of hard questions, and counts, by facet: those of
    ``easy kind``, ``hard kind`` and so on are questions, ``prose`` is what the documents tell, ``drops`` what is not
    asked."""

    options: DocumentOptions
    min_items: int = field(default=500, kw_only=True)

    @property
    def sizes(self) -> dict[str, int]:
        """The number of documents of each split that has some."""
        return {split: size for split, size in self.options.sizes.items() if size}

    def make(self, split: str, numbers: Sequence[int], counts: FacetCounts) -> RowsOfConfigs:
        """The rows of some documents.

        Raises:
            RuntimeError: the reader of the prose finds other facts than a document is to state, or the solver disagrees
                with a label.
        """
        options, place = self.options, _SPLITS.index(split)
        facts = [
            write_document(len(_SPLITS) * number + place, options.seed, options.world, options.words, counts["prose"])
            for number in numbers
        ]
        rows: RowsOfConfigs = {}
        years_only = options.world == "small"
        for mode in MODES:
            asker = FactAsker(mode, options.seed, our_wordings(), set(), counts["drops"], years_only=years_only)
            made = QuestionRows(asker, invented=True)
            rows[mode] = list(made.rows(split, facts))
            for facet, by_split in made.counts.items():
                counts[f"{mode} {facet}"].update(by_split.get(split, {}))
        return rows
