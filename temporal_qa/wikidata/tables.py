"""Joins the parts of a mining run, with names for ids, and writes the tables of facts and lives, in a total order.

The join runs in DuckDB on files, in bounded memory: a full dump has a hundred million labels, and some millions of
items need their names.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline.facts import check_name
from temporal_qa.wikidata.parts import PartsFolder

STATED_AGAIN = "entity: stands in the dumps a second time"
NO_SUBJECT_NAME = "subject: no label in the languages"
NO_OBJECT_NAME = "object: no label in the languages"
UNNAMED = (NO_SUBJECT_NAME, NO_OBJECT_NAME)
BAD_NAME = "name: one that no fact can have (control characters, the answer separator)"
NAMED_BY_ID = "an entity without a label is called by its id"

_MEMORY = "2GB"
_ROW_GROUP = 1 << 17

_NAMES = """
CREATE MACRO precision_of(date) AS ['year', 'month', 'day'][length(string_split(date[2:], '-'))];
CREATE TABLE stated AS SELECT *, source * (1::BIGINT << 40) + line AS place FROM all_facts;
CREATE TABLE first_places AS SELECT subject, min(place) AS first_place FROM stated GROUP BY subject;
CREATE TABLE needed AS
    SELECT subject AS item FROM stated UNION SELECT object FROM stated UNION SELECT item FROM all_lives;
CREATE TABLE names AS
    SELECT item, arg_min(label, (filename, file_row_number)) AS label
    FROM all_labels SEMI JOIN needed USING (item) GROUP BY item;
"""

_JUDGED = f"""
CREATE TABLE judged AS
    SELECT stated.*, coalesce(s.label, 'Q' || subject) AS subject_name, coalesce(o.label, 'Q' || object) AS object_name,
        s.label IS NULL OR o.label IS NULL AS named_by_id,
        CASE
            WHEN place <> first_place THEN '{STATED_AGAIN}'
            WHEN s.label IS NULL AND NOT $ids_as_names THEN '{NO_SUBJECT_NAME}'
            WHEN o.label IS NULL AND NOT $ids_as_names THEN '{NO_OBJECT_NAME}'
            WHEN subject IN (FROM refused) OR object IN (FROM refused) THEN '{BAD_NAME}'
        END AS reason
    FROM stated JOIN first_places USING (subject)
        LEFT JOIN names s ON s.item = subject LEFT JOIN names o ON o.item = object;
"""

# The order is total: an entity's facts differ in relation, object or months.
_FACTS = """
SELECT 'Q' || subject AS subject_id, subject_name AS subject, relation, 'Q' || object AS object_id,
    object_name AS object, start, "end", precision_of(start) AS start_precision, precision_of("end") AS end_precision,
    ends_with_source, rank, subject_type, object_type, sources.name AS source, line AS source_line
FROM judged JOIN sources ON sources.number = source LEFT JOIN entity_types USING (relation)
WHERE reason IS NULL
ORDER BY judged.subject, relation[2:]::INT, start_month, end_month, judged.object
"""


@contextlib.contextmanager
def joined_parts(parts: PartsFolder, sources: Sequence[str], threads: int) -> Iterator[Any]:
    """A connection to a DuckDB with all facts, lives and labels of the parts, ``names`` of items, those ``refused`` as
    names, and ``sources``, the names of the dumps."""
    import duckdb

    with duckdb.connect(str(parts.path / ".join.duckdb")) as connection:
        connection.execute(f"SET memory_limit = '{_MEMORY}'; SET threads = {threads}")
        connection.execute("SET preserve_insertion_order = false")
        connection.read_parquet(parts.files("facts")).to_view("all_facts")
        connection.read_parquet(parts.files("lives")).to_view("all_lives")
        connection.read_parquet(parts.files("labels"), filename=True, file_row_number=True).to_view("all_labels")
        connection.execute(_NAMES)
        connection.register("refused", pa.table({"item": pa.array(_refused_names(connection), pa.int64())}))
        connection.register("sources", pa.table({"number": list(range(len(sources))), "name": sources}))
        yield connection


def write_fact_table(
    connection: Any, out: Path, *, ids_as_names: bool, metadata: Mapping[str, str]
) -> tuple[int, Counter[str], Counter[str]]:
    """Writes the facts of :func:`joined_parts`. Returns their number, the facts left out by reason, and notes.

    Columns: subject_id, subject, relation, object_id, object, start, end (ISO, as precise as the source),
    start_precision, end_precision (year, month, day), ends_with_source (the end is ``as_of``), rank, subject_type,
    object_type (where the table of relations has only one), source (name of the dump), source_line (from 1).
    """
    connection.register("entity_types", pa.Table.from_pylist(_entity_types()))
    connection.execute(_JUDGED, {"ids_as_names": ids_as_names})
    left_out = connection.execute("SELECT reason, count(*) FROM judged WHERE reason NOT NULL GROUP BY 1").fetchall()
    ((by_id,),) = connection.execute("SELECT count(*) FROM judged WHERE reason IS NULL AND named_by_id").fetchall()
    count = write_query(connection, _FACTS, out, metadata)
    return count, Counter(dict(left_out)), Counter({NAMED_BY_ID: by_id} if by_id else {})


def write_query(connection: Any, query: str, out: Path, metadata: Mapping[str, str]) -> int:
    """Writes the rows of a query as Parquet; returns how many."""
    rows = connection.sql(query).to_arrow_reader(_ROW_GROUP)
    schema = rows.schema.with_metadata(dict(metadata))
    count, held = 0, schema.empty_table()
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for batch in rows:  # of any size; the bytes of a Parquet file depend on the tables written
            count += len(batch)
            held = pa.concat_tables([held, pa.Table.from_batches([batch]).cast(schema)])
            while len(held) >= _ROW_GROUP:
                writer.write_table(held.slice(0, _ROW_GROUP).combine_chunks())
                held = held.slice(_ROW_GROUP)
        if len(held):
            writer.write_table(held.combine_chunks())
    return count


def _refused_names(connection: Any) -> list[int]:
    """Items whose label may not be the name of a fact."""
    refused = []
    for batch in connection.sql("SELECT item, label FROM names").to_arrow_reader(_ROW_GROUP):
        for item, label in zip(batch["item"].to_pylist(), batch["label"].to_pylist(), strict=True):
            try:
                check_name("label", label)
            except ValueError:
                refused.append(item)
    return refused


def _entity_types() -> list[dict[str, str | None]]:
    """The types of entity at both ends of each relation, where the table of relations has only one."""
    return [
        {
            "relation": name,
            "subject_type": relation.subject_types[0] if len(relation.subject_types) == 1 else None,
            "object_type": relation.object_types[0] if len(relation.object_types) == 1 else None,
        }
        for name, relation in wordings().relations.items()
    ]


LIFE_STATED_AGAIN = "life: its entity stands in the dumps a second time"
NO_LIFE_NAME = "life: no label in the languages"
BAD_LIFE_NAME = "life: a name that no fact can have (control characters, the answer separator)"

_JUDGED_LIVES = f"""
CREATE TABLE judged_lives AS
    SELECT all_lives.*, coalesce(label, 'Q' || item) AS name,
        CASE
            WHEN row_number() OVER (PARTITION BY item ORDER BY source, line) > 1 THEN '{LIFE_STATED_AGAIN}'
            WHEN label IS NULL AND NOT $ids_as_names THEN '{NO_LIFE_NAME}'
            WHEN item IN (FROM refused) THEN '{BAD_LIFE_NAME}'
        END AS reason
    FROM all_lives LEFT JOIN names USING (item);
"""

_COUNTS = """
SELECT count(*), count(*) FILTER (whole), count(*) FILTER (precision_of(start) = 'day' AND precision_of("end") = 'day'),
    count(*) FILTER (reason IS NULL AND whole)
FROM (SELECT *, start IS NOT NULL AND "end" IS NOT NULL AS whole FROM judged_lives)
"""

_LIVES = """
SELECT 'Q' || item AS id, judged_lives.name, type, start, "end",
    precision_of(start) AS start_precision, precision_of("end") AS end_precision,
    sources.name AS source, line AS source_line
FROM judged_lives JOIN sources ON sources.number = source
WHERE reason IS NULL
ORDER BY item
"""


def write_life_table(
    connection: Any, out: Path, drops: Counter[str], *, ids_as_names: bool, metadata: Mapping[str, str]
) -> dict[str, Any]:
    """Writes the lives to ``out`` and returns what the record of a run says of them.

    Columns: id, name, type (person, organisation), start, end (ISO, as precise as the source, or null),
    start_precision, end_precision (year, month, day), source (name of the dump), source_line (from 1).

    Args:
        connection: of :func:`joined_parts`.
        out: the table.
        drops: what :func:`~temporal_qa.wikidata.lives.mine_life` left out.
        ids_as_names: whether an entity without a label is called by its id.
        metadata: of the Parquet file.

    Returns:
        The numbers of lives ``found`` in the dumps, those ``with_start_and_end`` and those ``to_the_day``; of them
        ``written`` and ``written_with_start_and_end``; and ``drops``, by reason.
    """
    connection.execute(_JUDGED_LIVES, {"ids_as_names": ids_as_names})
    left_out = connection.execute("SELECT reason, count(*) FROM judged_lives WHERE reason NOT NULL GROUP BY 1")
    counted = drops + Counter(dict(left_out.fetchall()))
    (counts,) = connection.execute(_COUNTS).fetchall()
    return {
        **dict(zip(("found", "with_start_and_end", "to_the_day", "written_with_start_and_end"), counts, strict=True)),
        "written": write_query(connection, _LIVES, out, metadata),
        "drops": dict(sorted(counted.items())),
    }
