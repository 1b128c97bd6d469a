"""Exact answers to questions, by the solver."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from typer import echo

from temporal_qa.commands import options
from temporal_qa.io import InputError, Row, counted, read_rows, write_rows


def solve(
    questions: Path,
    *,
    out: Path,
    graph: options.Graph = None,
    events: options.GraphEvents = None,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Answer questions exactly, from their facts or the text of their context; date arithmetic, from the dates alone.

    Example: temporal-qa solve questions.jsonl.gz --out predictions.jsonl

    CronQuestions, rows or queries (kind, relation, anchor, named, direction, event, year): temporal-qa solve
    queries.jsonl --graph graph --out predictions.jsonl

    Args:
        questions: Rows with id, question, and facts, fact_context or context, if any.
        out: Predictions: id, answers, text; .jsonl[.gz] or .parquet.
    """
    from temporal_qa.questions.audit import solve_rows
    from temporal_qa.questions.hieradate.sample import questions_of
    from temporal_qa.questions.solving import solve_row
    from temporal_qa.released.complex_tr import with_our_columns

    options.check_out_file(out, questions, overwrite=overwrite)
    of_samples = chain.from_iterable(map(questions_of, read_rows(questions)))
    asked = (with_our_columns(row) if "Question" in row.values else row for row in of_samples)  # TRAM's have no id
    options.refuse_where(graph is None, "without --graph", "--events")
    solve_all: Callable[[Iterable[Row]], Iterator[dict[str, Any]]] = partial(solve_rows, solve=solve_row)
    if graph is not None:
        from temporal_qa.questions.cron_questions.graph_rows import GraphRowSolver  # graphs import pyarrow

        solve_all = GraphRowSolver(graph, events).rows
    outcomes = Counter[str]()
    not_answered: list[dict[str, str]] = []

    def predictions() -> Iterator[dict[str, Any]]:
        for row in solve_all(options.with_progress(asked, "solving", questions)):
            outcomes[row.get("reason", "answered").partition(":")[0]] += 1
            if "reason" in row:
                not_answered.append({"id": row["id"], "reason": row["reason"]})
            yield row
        if not outcomes:
            raise InputError("no questions", questions)
        if outcomes.keys() == {"unparsable"}:
            first = not_answered[0]
            raise InputError(f"none of the questions could be read; {first['id']!r}: {first['reason']}", questions)

    count = write_rows(out, predictions())
    solved = outcomes.pop("answered", 0)
    yield {"out": str(out), "questions": count, "answered": solved, "not_answered": not_answered}
    # Unanswerable may be right.
    without = "".join(f", {number:,} {kind}" for kind, number in sorted(outcomes.items()))
    yield f"wrote {out}: {solved:,} of {counted(count, 'question')} answered{without}"
    for each in not_answered[:5]:
        echo(f"  {each['id']}: {each['reason']}", err=True)
    if len(not_answered) > 5:
        echo(f"  ... {len(not_answered) - 5:,} more; each row of {out} without an answer has its reason", err=True)
