"""A dataset as a folder that ``load_dataset`` reads and the Hub shows: Parquet, a card, a record of the build.

::

    <folder>/README.md                                        the card; its YAML names configs, features, split sizes
    <folder>/<config>/<split>-00000-of-00001.parquet
    <folder>/build.json                                       version, seed, hashes of the inputs, counts, drops
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from temporal_qa.io import batched

if TYPE_CHECKING:  # heavy, and used in annotations only
    from datasets import Dataset, DatasetInfo, Features


def write_config(folder: Path, config: str, splits: Mapping[str, Dataset]) -> DatasetInfo:
    """Writes the splits of a config as Parquet; returns what the card must declare about them."""
    (folder / config).mkdir(parents=True)
    rows, sizes = {}, {}
    for split, dataset in splits.items():
        # In memory: Arrow 26 aborts the process where a write fails during content-defined chunking, which datasets
        # turns on (``Check failed`` in ``column_writer.cc``), so that a full disk would end without a message.
        written = io.BytesIO()
        sizes[split], rows[split] = dataset.to_parquet(written), len(dataset)
        _only_file(folder, config, split).write_bytes(written.getbuffer())
    return declared(folder, config, dataset.features, rows, sizes)


def write_table_config(folder: Path, config: str, splits: Mapping[str, Mapping[str, Any]]) -> DatasetInfo:
    """Writes columns as the splits of a config, row group by row group; returns what the card must declare about them.

    Args:
        folder: of the dataset.
        config: its name.
        splits: split -> column -> values, as an Arrow or numpy array; one that is masked where values are null.
    """
    from datasets import Features

    def tables(columns: Mapping[str, Any]) -> Iterator[Any]:
        number_of_rows = len(next(iter(columns.values())))
        for start in range(0, max(number_of_rows, 1), _ROW_GROUP_OF_COLUMNS):
            yield _table_part(columns, slice(start, start + _ROW_GROUP_OF_COLUMNS))

    schema = _table_part(next(iter(splits.values())), slice(0)).schema
    parts = {split: tables(columns) for split, columns in splits.items()}
    return _write_tables(folder, config, Features.from_arrow_schema(schema), schema, parts)


_ROW_GROUP_OF_COLUMNS = 1 << 17
"""The rows in a row group of columns that are numpy or Arrow arrays."""


def _table_part(columns: Mapping[str, Any], some: slice) -> Any:
    import pyarrow as pa

    def array(values: Any) -> Any:
        return values.cast(pa.string()) if isinstance(values, pa.Array) else pa.array(values)

    return pa.table({name: array(values[some]) for name, values in columns.items()})


_ROW_GROUP_OF_ROWS = 500
"""The rows in a row group of rows that come as mappings, which take much more memory."""


def write_config_rows(
    folder: Path, config: str, features: Features, splits: Mapping[str, Iterable[Mapping[str, Any]]]
) -> DatasetInfo:
    """Writes rows as the splits of a config, some at a time; returns what the card must declare about them.

    A split without rows has no file, since ``datasets`` cannot load it. ``num_bytes`` are those of Arrow tables. A
    builder of ``datasets`` takes three times as long.
    """
    import pyarrow as pa

    schema = features.arrow_schema

    def tables(rows: Iterable[Mapping[str, Any]]) -> Iterator[Any]:
        return (pa.Table.from_pylist(block, schema=schema) for block in batched(rows, _ROW_GROUP_OF_ROWS))

    return _write_tables(folder, config, features, schema, {split: tables(rows) for split, rows in splits.items()})


def _write_tables(
    folder: Path, config: str, features: Features, schema: Any, splits: Mapping[str, Iterable[Any]]
) -> DatasetInfo:
    """Writes the tables of each split, each as a row group."""
    import pyarrow.parquet as pq

    (folder / config).mkdir(parents=True)
    rows, sizes = dict.fromkeys(splits, 0), dict.fromkeys(splits, 0)
    for split, tables in splits.items():
        with pq.ParquetWriter(_only_file(folder, config, split), schema, compression="zstd") as writer:
            for table in tables:
                writer.write_table(table)
                rows[split] += table.num_rows
                sizes[split] += table.nbytes
    for split in [split for split, number in rows.items() if not number]:
        _only_file(folder, config, split).unlink()
        del rows[split]
    if not rows:
        (folder / config).rmdir()
    return declared(folder, config, features, rows, sizes)


def _only_file(folder: Path, config: str, split: str) -> Path:
    return folder / config / f"{split}-00000-of-00001.parquet"


def declared(
    folder: Path, config: str, features: Features, rows: Mapping[str, int], sizes: Mapping[str, int]
) -> DatasetInfo:
    """What the card must declare about a config that is written, from the rows and bytes of its splits."""
    from datasets import DatasetInfo
    from datasets.splits import SplitDict, SplitInfo

    splits = SplitDict({split: SplitInfo(split, sizes[split], number) for split, number in rows.items()})
    return DatasetInfo(
        features=features, config_name=config, splits=splits, dataset_size=sum(sizes.values()),
        download_size=sum(file.stat().st_size for file in (folder / config).glob("*.parquet")),
    )  # fmt: skip


def card_metadata(infos: Mapping[str, DatasetInfo], rows: int | None = None, **fields: Any) -> str:
    """The YAML head of a dataset card: ``fields`` (licence, tags, ...), then the configs, their features and sizes.

    The first config is the default. ``rows`` is the number to show, by default that of all configs.
    """
    from datasets.info import DatasetInfosDict
    from datasets.utils.metadata import MetadataConfigs
    from huggingface_hub import DatasetCardData

    number = sum(info.splits.total_num_examples for info in infos.values()) if rows is None else rows
    metadata = DatasetCardData(**fields, size_categories=[size_category(number)])
    DatasetInfosDict(infos).to_dataset_card_data(metadata)
    configs = MetadataConfigs()
    for name, info in infos.items():
        files = [{"split": split, "path": f"{name}/{split}-*"} for split in info.splits]
        configs[name] = {"data_files": files} | ({} if configs else {"default": True})
    configs.to_dataset_card_data(metadata)
    return str(metadata.to_yaml()).rstrip()


def size_category(number: int) -> str:
    """The Hub's name for a number of rows, such as ``1K<n<10K``.

    >>> size_category(51_451), size_category(999), size_category(10**12)
    ('10K<n<100K', 'n<1K', 'n>1T')
    """
    bounds = ["1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T"]
    names = ["n<1K", *(f"{least}<n<{beyond}" for least, beyond in pairwise(bounds)), "n>1T"]
    return names[min(max(len(str(number)) - 3, 0), 10)]  # by the number of its digits
