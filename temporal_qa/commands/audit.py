"""Labels compared with the solver's answers."""

from itertools import chain
from pathlib import Path
from typing import Any

from temporal_qa.commands import options
from temporal_qa.io import InputError, counted, read_rows, write_json


def audit(
    questions: Path,
    *,
    out: Path,
    graph: options.Graph = None,
    events: options.GraphEvents = None,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Show where labels and solver disagree, with the facts (or the rule of dates) that prove it.

    Example: temporal-qa audit questions.jsonl.gz --out report.json

    Args:
        questions: Labelled rows with facts or a context; without: date arithmetic.
        out: The report, .json.
    """
    from temporal_qa.questions.audit import Solver, audit_rows
    from temporal_qa.questions.hieradate.sample import questions_of
    from temporal_qa.questions.solving import solve_labelled_row
    from temporal_qa.released.complex_tr import with_our_columns

    options.check_out_file(out, questions, overwrite=overwrite, suffixes=[".json"])
    asked = chain.from_iterable(map(questions_of, read_rows(questions)))
    labelled = options.with_progress(map(with_our_columns, asked), "auditing", questions)
    options.refuse_where(graph is None, "without --graph", "--events")
    solve: Solver[Any] = solve_labelled_row
    if graph is not None:
        from temporal_qa.questions.cron_questions.graph_rows import GraphRowSolver  # graphs import pyarrow

        solve = GraphRowSolver(graph, events).solve_labelled
    report = audit_rows(labelled, solve, questions)
    if report["counts"]["unparsable"] == report["n"]:
        one = report["disagreements"][0]
        raise InputError(f"none of the questions could be read; {one['id']!r}: unparsable: {one['why']}", questions)
    write_json(out, report)
    yield {key: value for key, value in report.items() if key not in ("disagreements", "touching")}
    blocks = {"all": report} | report["by_level"]
    rows = [[level, block["n"], *block["counts"].values(), block["touches"]] for level, block in blocks.items()]
    yield ["level", "n", *(outcome.replace("_", " ") for outcome in report["counts"]), "touches"], rows
    yield f"wrote {out}: {counted(len(report['disagreements']), 'disagreement')} with their facts"
    if report["touches"]:
        yield (
            f"{counted(report['touches'], 'label touches', 'labels touch')}: an answer hangs on one shared boundary "
            f"month, see touching in {out}"
        )
