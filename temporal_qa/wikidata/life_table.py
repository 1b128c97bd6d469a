"""The lives of all parts of a mining run as one table in Parquet, in the order of the items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from temporal_qa.wikidata.fact_table import write_query

STATED_AGAIN = "life: its entity stands in the dumps a second time"
NO_NAME = "life: no label in the languages"
BAD_NAME = "life: a name that no fact can have (control characters, the answer separator)"

_COLUMNS = {
    "id": "string", "name": "string", "type": "string", "start": "string", "end": "string",
    "start_precision": "string", "end_precision": "string", "source": "string", "source_line": "int64",
}  # fmt: skip

_JUDGED = f"""
CREATE TABLE judged_lives AS
    SELECT all_lives.*, coalesce(label, 'Q' || item) AS name,
        CASE
            WHEN row_number() OVER (PARTITION BY item ORDER BY source, line) > 1 THEN '{STATED_AGAIN}'
            WHEN label IS NULL AND NOT $ids_as_names THEN '{NO_NAME}'
            WHEN item IN (FROM refused) THEN '{BAD_NAME}'
        END AS reason
    FROM all_lives LEFT JOIN names USING (item);
"""

_COUNTS = """
SELECT count(*), count(*) FILTER (whole), count(*) FILTER (start_precision = 'day' AND end_precision = 'day'),
    count(*) FILTER (reason IS NULL AND whole)
FROM (SELECT *, start IS NOT NULL AND "end" IS NOT NULL AS whole FROM judged_lives)
"""

_LIVES = """
SELECT 'Q' || item AS id, judged_lives.name, type, start, "end", start_precision, end_precision,
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
        connection: of :func:`~temporal_qa.wikidata.fact_table.joined_parts`.
        out: the table.
        drops: what :func:`~temporal_qa.wikidata.lives.mine_life` left out.
        ids_as_names: whether an entity without a label is called by its id.
        metadata: of the Parquet file.

    Returns:
        The numbers of lives ``found`` in the dumps, those ``with_start_and_end`` and those ``to_the_day``; of them
        ``written`` and ``written_with_start_and_end``; and ``drops``, by reason.
    """
    connection.execute(_JUDGED, {"ids_as_names": ids_as_names})
    left_out = connection.execute("SELECT reason, count(*) FROM judged_lives WHERE reason NOT NULL GROUP BY 1")
    counted = drops + Counter(dict(left_out.fetchall()))
    (counts,) = connection.execute(_COUNTS).fetchall()
    return {
        **dict(zip(("found", "with_start_and_end", "to_the_day", "written_with_start_and_end"), counts, strict=True)),
        "written": write_query(connection, _LIVES, _COLUMNS, out, metadata),
        "drops": dict(sorted(counted.items())),
    }
