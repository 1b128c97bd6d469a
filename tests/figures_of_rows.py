"""The figures of Complex-TR's Table 3, counted from rows by the table's own words, apart from the library's counts."""

from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq

from temporal_qa.questions.complex_tr.record import question_features
from temporal_qa.report.question_counts import CLASSES, QuestionCounts, figures_of_table_3


def counted(questions):
    """The library's counts of questions, which it reads from files."""
    file = BytesIO()
    pq.write_table(pa.Table.from_pylist([each.to_row() for each in questions], question_features().arrow_schema), file)
    return QuestionCounts.read([file])


def dataset_statistics(rows):
    rows = list(rows)
    classes = [(row["level"], row["hops"]) for row in rows]
    assert set(classes) <= CLASSES.keys()
    years = sorted(int(row["reference_date"].rpartition("-")[0]) for row in rows)
    several = sum(len(row["answers"]) > 1 for row in rows)
    return figures_of_table_3(
        years=[years[0], years[-1]] if rows else None,
        counts=[classes.count(which) for which in CLASSES],
        average_facts=sum(len(row["facts"]) for row in rows) / len(rows) if rows else None,
        multi_answer_percent=100 * several / len(rows) if rows else None,
    )
