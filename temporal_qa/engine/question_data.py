"""The questions of a run, from the Hub, a local folder or file, or the generator of pseudo-PIT."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import orjson
from msgspec import Meta, Struct
from msgspec.structs import replace

from temporal_qa import __version__
from temporal_qa.fiction.groups import WorldLimits
from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, number_of_blocks
from temporal_qa.fiction.pseudo_tables import block_tables, pseudo_features
from temporal_qa.hub.hub_errors import load_or_explain
from temporal_qa.io import InputError, is_list_of_texts, read_json, read_rows
from temporal_qa.io.local_copies import readable_here
from temporal_qa.io.read import files_of
from temporal_qa.io.urls import is_url


def shown_path(path: str) -> str:
    """A path for logs and cards, without the folders of this machine: of an absolute one the last part. A URL stays."""
    given = Path(path)
    if is_url(path):
        return path
    return given.name if given.is_absolute() or ".." in given.parts else given.as_posix()


class PseudoQuestions(Struct, frozen=True, forbid_unknown_fields=True):
    """Fictional questions, generated as they are read (see :class:`PseudoOptions`).

    Attributes:
        questions: the number in an epoch.
        new_each_epoch: whether each epoch has new questions; otherwise all have the same.
        skip: the number of first questions of the seed that are left out, a multiple of 1,000; with it, two sources of
            one seed have no question in common.
        invent, facts, seed, resample, as_published, fiction: as in :class:`PseudoOptions`; the facts may be a URL.
        group_facts: the maximum of facts in a group; or a list, a curriculum with a maximum for each epoch, the last
            one for all later epochs.
        kinds, names, relations: the kinds of question, the number of names of each type, and the relations asked about,
            as in :class:`WorldLimits`.
    """

    questions: Annotated[int, Meta(ge=1)]
    seed: Annotated[int, Meta(ge=0)]
    new_each_epoch: bool = False
    invent: bool = False
    facts: str | None = None
    resample: bool = True
    as_published: bool = False
    fiction: bool = True
    skip: Annotated[int, Meta(ge=0)] = 0
    group_facts: int | Annotated[list[int], Meta(min_length=1)] | None = None
    kinds: Annotated[list[str], Meta(min_length=1)] | None = None
    names: int | None = None
    relations: list[str] | None = None

    def __post_init__(self) -> None:
        if self.skip % BLOCK_SIZE:
            raise InputError(f"expected 'skip' in steps of {BLOCK_SIZE}")
        for epoch in range(len(self.curriculum)):
            self.options(epoch)

    @property
    def curriculum(self) -> Sequence[int | None]:
        """The maximum of facts in a group in each epoch; the last one is that of all later epochs."""
        return self.group_facts if isinstance(self.group_facts, list) else [self.group_facts]

    def options(self, epoch: int = 0) -> PseudoOptions:
        """The options of the generator in an epoch."""
        group_facts = self.curriculum[: epoch + 1][-1]
        limits = WorldLimits(group_facts, self.names, tuple(self.relations or ()), kinds=tuple(self.kinds or ()))
        same = ("questions", "seed", "invent", "resample", "as_published", "fiction")
        options: dict[str, Any] = {name: getattr(self, name) for name in same}
        return PseudoOptions(**options, facts=Path(self.facts) if self.facts else None, limits=limits)

    def describe(self) -> str:
        """For logs and cards."""
        source = f"facts {shown_path(self.facts)}" if self.facts else "invented"
        plain = [name for name in ("resample", "fiction") if not getattr(self, name)]
        often = "new ones each epoch" if self.new_each_epoch else "the same each epoch"
        without = f", without {' and '.join(plain)}" if plain else ""
        facts = " then ".join(map(str, self.curriculum)) if self.group_facts else ""
        kinds, only = (" ".join(some or ()) for some in (self.kinds, self.relations))
        small = {"facts a group": facts, "kinds": kinds, "names": self.names, "only": only}
        small["after the first"] = f"{self.skip:,}" if self.skip else ""
        without += "".join(f", {what}: {value}" for what, value in small.items() if value)
        return f"pseudo-pit, {self.questions:,} questions ({often}), {source}, seed {self.seed}{without}"


class Source(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"pseudo_pit": "pseudo-pit"}):
    """A source of questions: a dataset or file, or the generator.

    Attributes:
        dataset: a Hub id, a local folder, a file (``.parquet``, ``.jsonl``), or the Parquet files of a split,
            ``FOLDER/SPLIT``; or the URL of one.
        config: of the dataset; ``None`` for its default, and for a file. Several are read one after the other, and the
            ids begin with their names.
        split: of the dataset; ``None`` for a file.
        where: keeps the rows with one of these values in each named column, such as ``{task: [main, extraction]}``.
        pseudo_pit: options of the generator, instead of all the others; ``pseudo-pit`` in recipes.
    """

    dataset: str | None = None
    config: str | list[str] | None = None
    split: str | None = None
    where: dict[str, list[str]] | None = None
    pseudo_pit: PseudoQuestions | None = None

    def __post_init__(self) -> None:
        if (self.dataset is None) == (self.pseudo_pit is None):
            raise InputError("expected 'dataset' (with 'config' and 'split') or 'pseudo-pit' (with options)")
        if self.pseudo_pit and (self.config or self.split or self.where):
            raise InputError("expected nothing beside 'pseudo-pit'")

    @property
    def configs(self) -> list[str | None]:
        """Those of the dataset that are read."""
        return list(self.config) if isinstance(self.config, list) else [self.config]

    @property
    def hub_id(self) -> str | None:
        """The name on the Hub; ``None`` for local files and for the generator."""
        on_hub = self.dataset and self.dataset.count("/") == 1 and not Path(self.dataset).exists()
        return self.dataset if on_hub else None

    @property
    def changes(self) -> bool:
        """Whether each epoch has other rows."""
        pseudo = self.pseudo_pit
        return pseudo is not None and (pseudo.new_each_epoch or len(pseudo.curriculum) > 1)

    def describe(self) -> str:
        """For logs and cards."""
        if self.pseudo_pit:
            return self.pseudo_pit.describe()
        kept = " and ".join(f"{name} in {', '.join(values)}" for name, values in (self.where or {}).items())
        configs = " and ".join(filter(None, self.configs))
        parts = (shown_path(self.dataset or ""), configs, self.split, f"({kept})" if kept else "")
        return " ".join(part for part in parts if part)


_READ = (
    "id", "question", "answers", "fact_context", "passages", "instruction", "target", "context", "paragraphs",
    "entities", "times", "answer_ids", "answer_type", "answer_starts", "answer_ends",
)  # fmt: skip
"""The columns that a reader may use."""


def load_rows(source: Source, epoch: int = 0) -> list[dict[str, Any]]:
    """The rows of an epoch, in the source's order.

    Raises:
        InputError: there is no such dataset, config, split or file.
    """
    if source.pseudo_pit:
        return _pseudo_rows(source.pseudo_pit, epoch)
    with readable_here(source.dataset or "") as path:
        rows = _dataset_rows(source, path)
    for column, values in (source.where or {}).items():
        rows = [row for row in rows if row.get(column) in values]
    if not rows:
        raise InputError(f"dataset {source.describe()}: no rows")
    for number, row in enumerate(rows, 1):
        if row.get("id") is None or not isinstance(row.get("question"), str):
            fault = f"row {number:,} has {', '.join(row)}, expected a question: id, question, answers and a context"
            raise InputError(f"dataset {source.describe()}: {fault:.300}")
        answers = row.get("answers")
        if answers is not None and not is_list_of_texts(answers):
            fault = f"row {number:,}: answers are {answers!r:.80}, expected a list of texts"
            raise InputError(f"dataset {source.describe()}: {fault}")
    return rows


def check_ids(source: Source, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raises ``InputError`` where two questions that are to be answered have one id."""
    if len({str(row["id"]) for row in rows}) != len(rows):
        raise InputError(f"{source.describe()}: an id occurs twice, expected each once")


def _dataset_rows(source: Source, path: str) -> list[dict[str, Any]]:
    files = files_of(Path(path))
    if files[0].exists() and not files[0].is_dir():
        return [row.values for row in read_rows(path)]
    failure = f"dataset {source.describe()}: cannot be loaded"
    # `datasets` would look for a cached one of this name.
    if not files[0].exists() and (source.hub_id is None or source.split is None):
        raise InputError(f"{failure}: no such file or folder, and one on the Hub is ORG/NAME with a 'split'")
    if source.split is None:
        raise InputError(f"{failure}: no 'split' is given")
    rows = list[dict[str, Any]]()
    for config in source.configs:
        of_config = load_or_explain(_load, path, failure, config, source.split).to_list()
        if len(source.configs) > 1:  # easy and hard questions of TimeQA have the same ids
            of_config = [row | {"id": f"{config}/{row.get('id')}"} for row in of_config]
        rows += of_config
    return rows


def _load(path: str, config: str | None, split: str) -> Any:
    from datasets import load_dataset
    from datasets.exceptions import DatasetGenerationError

    load = partial(load_dataset, path, config, split=split)
    try:
        try:
            return load()
        except DatasetGenerationError:
            if Path(path).exists():
                raise
            # A file that was damaged in transfer stays in the cache: its hash is never compared with the Hub's.
            return load(download_mode="force_redownload")
    except DatasetGenerationError as error:
        raise error.__cause__ or error from None  # the cause explains the failure


def source_version(source: Source) -> str:
    """The present version of the data, for the model card.

    It is the version and the seed that built a folder, the newest commit of a dataset on the Hub, or the version of
    this package for the generator. It is empty for URLs, for other files, and if the Hub cannot be reached; the card
    also has the hash of the rows.
    """
    if source.dataset is None:
        return f"temporal-qa {__version__}"
    record = Path(source.dataset) / "build.json"
    if record.is_file():
        built = read_json(record, dict, "the record of a build")
        return f"built by temporal-qa {built.get('temporal_qa')}, seed {built.get('seed')}"
    if source.hub_id is None:
        return ""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HTTPError

    try:
        return f"commit {HfApi().dataset_info(source.hub_id).sha}"
    except (HTTPError, OSError, ValueError):
        return ""


def rows_hash(rows: Iterable[Mapping[str, Any]]) -> str:
    """SHA-256 of the columns that a reader may use, to identify the data on the model card."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(orjson.dumps([row.get(name) for name in _READ], default=str, option=orjson.OPT_SERIALIZE_NUMPY))
    return digest.hexdigest()


def _pseudo_rows(source: PseudoQuestions, epoch: int) -> list[dict[str, Any]]:
    with readable_here(source.facts or "") as facts:
        recipe = make_recipe(replace(source, facts=facts or None).options(epoch))
    blocks = number_of_blocks(source.questions)
    first = source.skip // BLOCK_SIZE + (epoch * blocks if source.new_each_epoch else 0)
    end = first * BLOCK_SIZE + source.questions
    tables = block_tables(recipe, range(first, first + blocks), pseudo_features().arrow_schema, questions=end)
    return [row for table in tables for row in table.to_pylist()]
