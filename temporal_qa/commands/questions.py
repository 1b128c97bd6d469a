"""Questions about facts: make them, answer them, audit and score the answers."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from temporal_qa import __version__
from temporal_qa.commands.shared import (
    BadRows,
    BootstrapSeed,
    Json,
    Overwrite,
    Seed,
    parse_date_option,
    print_json,
    quiet_bars_without_a_terminal,
    refuse_same_file,
    with_progress,
)
from temporal_qa.io.atomic import write_json, write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows


def build_complex_tr(
    facts: Annotated[Path, typer.Option(help="Facts: .jsonl, .jsonl.gz or .parquet, one quintuple a row.")],
    out: Annotated[Path, typer.Option(help="The folder to make.")],
    config: Annotated[
        Literal["reason_qa", "open_domain"],
        typer.Option(help="reason_qa: the facts are the context. open_domain: retrieved passages are, too."),
    ] = "reason_qa",
    seed: Seed = 0,
    as_of: Annotated[
        str | None, typer.Option(help="Date of the source, as 2023-03: the end of facts that have none.")
    ] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Count bad lines instead of stopping at one.")] = False,
    articles: Annotated[
        Path | None,
        typer.Option(
            help="open_domain: pages (.jsonl, .parquet, .html, MediaWiki .xml[.gz|.bz2]) or a folder of them."
        ),
    ] = None,
    ranker: Annotated[
        Literal["bm25", "dense", "fusion"], typer.Option(help="open_domain: how passages are found; fusion is both.")
    ] = "dense",
    top_k: Annotated[int, typer.Option(min=1, help="open_domain: passages for a question.")] = 100,
    model: Annotated[
        str,
        typer.Option(
            help="open_domain: sentence-transformers model, a name on the Hub or a folder.", show_default=False
        ),
    ] = "BAAI/bge-base-en-v1.5",
    published_pooling: Annotated[
        bool,
        typer.Option("--published-pooling", help="open_domain: mean pooling, no prompt, inner product, as released."),
    ] = False,
    web_search: Annotated[
        bool,
        typer.Option("--web-search", help="open_domain: ask Google, too."),
    ] = False,
    cache: Annotated[Path, typer.Option(help="open_domain: folder for embeddings and answers from the web.")] = Path(
        "~/.cache/temporal-qa"
    ),
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Questions from facts, in the manner of Complex-TR.

    Example: temporal-qa build complex-tr --facts facts.jsonl --out complex-tr

    Open domain: temporal-qa build complex-tr --facts facts.jsonl --config open_domain --articles pages --out open

    The model is BAAI/bge-base-en-v1.5 if no other is named; the web search needs GOOGLE_API_KEY and
    GOOGLE_SEARCH_ENGINE_ID in the environment.
    """
    retrieval = None
    if config == "open_domain":
        from temporal_qa.passages.retrieve import Retrieval

        retrieval = Retrieval(articles, ranker, top_k, model, published_pooling, web_search, cache)
    elif articles is not None or web_search:
        raise InputError("--articles and --web-search go with --config open_domain")
    from temporal_qa.report.dataset_statistics import figures_beside_complex_tr, table_beside_complex_tr

    complex_tr = importlib.import_module("temporal_qa.dataset_scripts.complex_tr")
    quiet_bars_without_a_terminal()
    bad_rows = BadRows()
    report = complex_tr.build(
        facts, out, seed=seed, config=config, as_of=parse_date_option("--as-of", as_of),
        on_bad_row=bad_rows if skip_bad else None, overwrite=overwrite, retrieval=retrieval,
    )  # fmt: skip
    report |= {"out": str(out), "bad_rows": bad_rows.count}
    statistics = report.pop("statistics")
    if json:
        return print_json(report | {"table_3": figures_beside_complex_tr(statistics, complex_tr.PAPER_COLUMNS)})
    typer.echo(f"wrote {out}")
    for split, count in report["counts"].items():
        typer.echo(f"  {split}: {count:,} questions")
    typer.echo(f"  left out, by reason: see {out / 'build.json'}")
    typer.echo(f"\n{table_beside_complex_tr(statistics, complex_tr.PAPER_COLUMNS)}")
    bad_rows.tell()


def solve(
    questions: Annotated[Path, typer.Argument(help="Rows with id, question, and facts or fact_context.")],
    out: Annotated[Path, typer.Option(help="Predictions, one JSON object a line: id, answers, text.")],
    json: Json = False,
) -> None:
    """Answer questions exactly, from their facts or from the text of their context.

    Example: temporal-qa solve questions.jsonl.gz --out predictions.jsonl
    """
    from temporal_qa.questions.audit import solve_rows

    refuse_same_file(questions, out)
    reasons: list[tuple[str, str]] = []
    solved = read = 0

    def predictions() -> Iterator[dict[str, Any]]:
        nonlocal solved, read
        for row in solve_rows(with_progress(read_rows(questions), "solving"), questions):
            if "reason" in row:
                reasons.append((row["id"], row["reason"]))
            solved += "reason" not in row
            read += not row.get("reason", "").startswith("unparsable")
            yield row
        if not read:
            first = f", as {reasons[0][0]}: {reasons[0][1]}" if reasons else ""
            raise InputError(f"none of {len(reasons):,} questions could be read{first}", questions)

    count = write_json_lines(out, predictions())
    if json:
        not_answered = [{"id": question_id, "reason": reason} for question_id, reason in reasons]
        return print_json({"out": str(out), "questions": count, "answered": solved, "not_answered": not_answered})
    typer.echo(f"wrote {out}: {solved:,} of {count:,} questions answered")
    for question_id, reason in reasons[:5]:
        typer.echo(f"  not answered: {question_id}: {reason}", err=True)
    if len(reasons) > 5:
        typer.echo(f"  ... {len(reasons) - 5:,} more; each row of {out} that has no answer bears its reason", err=True)


def audit(
    questions: Annotated[Path, typer.Argument(help="Labelled rows: answers or answer, and facts or fact_context.")],
    out: Annotated[Path, typer.Option(help="The report, JSON.")],
    json: Annotated[bool, typer.Option("--json", help="Print the counts as one JSON object.")] = False,
) -> None:
    """Show where labels and solver disagree, with the facts that prove it.

    Example: temporal-qa audit questions.jsonl.gz --out report.json
    """
    from temporal_qa.questions.audit import audit_rows
    from temporal_qa.tables.markdown import markdown_table

    refuse_same_file(questions, out)
    report = audit_rows(with_progress(read_rows(questions), "auditing"), questions)
    write_json(out, report)
    if json:
        return print_json({key: value for key, value in report.items() if key != "disagreements"})
    blocks = {"all": report} | report["by_level"]
    outcomes = [outcome.replace("_", " ") for outcome in report["counts"]]
    typer.echo(
        markdown_table(["level", "n", *outcomes], [[k, b["n"], *b["counts"].values()] for k, b in blocks.items()])
    )
    typer.echo(f"wrote {out}: {len(report['disagreements']):,} disagreements with their facts")


def score(
    questions: Annotated[Path, typer.Argument(help="Rows with id, answers and facets: .jsonl, .jsonl.gz, .parquet.")],
    predictions: Annotated[Path, typer.Argument(help="Rows with id, and answers (list) or text (joined).")],
    by: Annotated[
        str | None,
        typer.Option(help="Facets, of level, hops, kind, relation, future, answers. (Default: level,hops, if there.)"),
    ] = None,
    bootstrap: Annotated[
        int | None, typer.Option(min=1, help="Resamples for 95 % intervals, for example 1000.")
    ] = None,
    as_published: Annotated[
        bool, typer.Option("--as-published", help="The released Complex-TR metric, faults included.")
    ] = False,
    seed: BootstrapSeed = 0,
    items: Annotated[
        Path | None, typer.Option(help="Write every scored question here, .jsonl[.gz], for report.")
    ] = None,
    run: Annotated[
        str | None, typer.Option(help="--items: the run's name. (Default: that of the predictions.)")
    ] = None,
    json: Json = False,
) -> None:
    """Score predictions: set accuracy, answer F1, exact match and token F1.

    Example: temporal-qa score questions.jsonl predictions.jsonl --by kind,answers --bootstrap 1000
    """
    from temporal_qa.scoring.score_table import match_predictions, score_table
    from temporal_qa.tables.markdown import score_report

    if predictions.exists() and questions.exists() and predictions.samefile(questions):
        raise InputError("is the questions; expected predictions, rows with id, and answers or text", predictions)
    if run is not None and items is None:
        raise InputError("--run names the run in --items FILE, which is not given")
    if items is not None:
        refuse_same_file(questions, items)
        refuse_same_file(predictions, items)
    matched = match_predictions(read_rows(questions), read_rows(predictions), questions, predictions)
    if by is None:
        facets = [facet for facet in ("level", "hops") if all(facet in row.question.facets for row in matched)]
    else:
        facets = [facet.strip() for facet in by.split(",") if facet.strip()]
    rows = score_table(matched, facets, bootstrap=bootstrap, seed=seed, as_published=as_published)
    if items is not None:
        from temporal_qa.scoring.scored_questions import Sources, question_rows, run_name, scored_questions

        name, sources = run or run_name(predictions), Sources.of_files(questions, predictions)
        write_json_lines(items, question_rows(scored_questions(matched, sources, run=name, as_published=as_published)))
    if json:
        return print_json({"temporal_qa": __version__, "rows": [row.to_dict() for row in rows]})
    typer.echo(score_report(rows))
    if items is not None:
        typer.echo(f"\nwrote {items}")


def demo(
    facts: Annotated[Path | None, typer.Option(help="Facts to use instead of an invented world.")] = None,
    out: Annotated[Path, typer.Option(help="The folder to write to; an earlier demo there is replaced.")] = Path(
        "demo_output"
    ),
    seed: Seed = 0,
    as_of: Annotated[str | None, typer.Option(help="Date of the source: the end of facts that have none.")] = None,
) -> None:
    """The whole way in a minute: facts, questions, dataset, answers, scores, report.

    Example: temporal-qa demo --facts facts.jsonl
    """
    from temporal_qa.commands.demo import run

    quiet_bars_without_a_terminal()
    report = run(facts, out, seed, parse_date_option("--as-of", as_of), typer.echo)
    typer.echo(f"report: {report}")
