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
from temporal_qa.timeline.facts import fault_of_name
from temporal_qa.wikidata.parts import part_files
from temporal_qa.wikidata.statements import Tally

_NO_LABEL = "no label in the languages"
UNNAMED = (f"subject: {_NO_LABEL}", f"object: {_NO_LABEL}")

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
            WHEN place <> first_place THEN 'entity: stands in the dumps a second time'
            WHEN s.label IS NULL AND NOT $ids_as_names THEN 'subject: {_NO_LABEL}'
            WHEN o.label IS NULL AND NOT $ids_as_names THEN 'object: {_NO_LABEL}'
            WHEN subject IN (FROM refused) OR object IN (FROM refused)
                THEN 'name: one that no fact can have (control characters, the answer separator)'
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
def joined_parts(folder: Path, sources: Sequence[str], threads: int) -> Iterator[Any]:
    """A connection to a DuckDB with all facts, lives and labels of the parts, ``names`` of items, those ``refused`` as
    names, and ``sources``, the names of the dumps."""
    import duckdb

    settings: dict[str, Any] = {"memory_limit": "2GB", "threads": threads, "preserve_insertion_order": False}
    with duckdb.connect(str(folder / ".join.duckdb"), config=settings) as connection:
        connection.read_parquet(part_files(folder, "facts")).to_view("all_facts")
        connection.read_parquet(part_files(folder, "lives")).to_view("all_lives")
        connection.read_parquet(part_files(folder, "labels"), filename=True, file_row_number=True).to_view("all_labels")
        connection.execute(_NAMES)
        connection.register("refused", pa.table({"item": pa.array(_refused_names(connection), pa.int64())}))
        connection.register("sources", pa.table({"number": list(range(len(sources))), "name": sources}))
        yield connection


def write_fact_table(connection: Any, out: Path, tally: Tally, settings: Mapping[str, Any]) -> int:
    """Writes the facts of :func:`joined_parts`. Returns their number; ``tally`` counts the facts left out, and notes.

    Columns: subject_id, subject, relation, object_id, object, start, end (ISO, as precise as the source),
    start_precision, end_precision (year, month, day), ends_with_source (the end is ``as_of``), rank, subject_type,
    object_type (where the table of relations has only one), source (name of the dump), source_line (from 1).
    """
    connection.register("entity_types", pa.Table.from_pylist(_entity_types()))
    connection.execute(_JUDGED, {"ids_as_names": settings["ids_as_names"]})
    left_out = connection.execute("SELECT reason, count(*) FROM judged WHERE reason NOT NULL GROUP BY 1")
    tally.drops.update(dict(left_out.fetchall()))
    ((by_id,),) = connection.execute("SELECT count(*) FROM judged WHERE reason IS NULL AND named_by_id").fetchall()
    tally.notes += Counter({"an entity without a label is called by its id": by_id})
    return write_query(connection, _FACTS, out, settings)


def write_query(connection: Any, query: str, out: Path, settings: Mapping[str, Any]) -> int:
    """Writes the rows of a query as Parquet; returns how many."""
    rows = connection.sql(query).to_arrow_reader(_ROW_GROUP)
    schema = rows.schema.with_metadata({name: settings[name] for name in ("temporal_qa", "as_of")})
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
    batches = connection.sql("SELECT item, label FROM names").to_arrow_reader(_ROW_GROUP)
    rows = (row for batch in batches for row in zip(*(column.to_pylist() for column in batch.columns), strict=True))
    return [item for item, label in rows if fault_of_name(label)]


def _entity_types() -> list[dict[str, str | None]]:
    """The types of entity at both ends of each relation, where the table of relations has only one."""

    def only(types: Sequence[str]) -> str | None:
        return types[0] if len(types) == 1 else None

    return [
        {"relation": name, "subject_type": only(relation.subject_types), "object_type": only(relation.object_types)}
        for name, relation in wordings().relations.items()
    ]


_JUDGED_LIVES = f"""
CREATE TABLE judged_lives AS
    SELECT all_lives.*, coalesce(label, 'Q' || item) AS name,
        CASE
            WHEN row_number() OVER (PARTITION BY item ORDER BY source, line) > 1
                THEN 'life: its entity stands in the dumps a second time'
            WHEN label IS NULL AND NOT $ids_as_names THEN 'life: {_NO_LABEL}'
            WHEN item IN (FROM refused)
                THEN 'life: a name that no fact can have (control characters, the answer separator)'
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


def write_life_table(connection: Any, out: Path, drops: Counter[str], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Writes the lives to ``out`` and returns what the record of a run says of them.

    Columns: id, name, type (person, organisation), start, end (ISO, as precise as the source, or null),
    start_precision, end_precision (year, month, day), source (name of the dump), source_line (from 1).

    Args:
        connection: of :func:`joined_parts`.
        out: the table.
        drops: what :func:`~temporal_qa.wikidata.lives.mine_life` left out; gets what is left out here.
        settings: of the run: ``ids_as_names``, whether an entity without a label is called by its id; version and date
            of the source, which are in the file, too.

    Returns:
        The numbers of lives ``found`` in the dumps, those ``with_start_and_end`` and those ``to_the_day``; of them
        ``written`` and ``written_with_start_and_end``; and ``drops``, by reason.
    """
    connection.execute(_JUDGED_LIVES, {"ids_as_names": settings["ids_as_names"]})
    left_out = connection.execute("SELECT reason, count(*) FROM judged_lives WHERE reason NOT NULL GROUP BY 1")
    drops.update(dict(left_out.fetchall()))
    (counts,) = connection.execute(_COUNTS).fetchall()
    return {
        **dict(zip(("found", "with_start_and_end", "to_the_day", "written_with_start_and_end"), counts, strict=True)),
        "written": write_query(connection, _LIVES, out, settings),
        "drops": dict(sorted(drops.items())),
    }
