"""Scores of predicted answers, and of responses to TempAnswerQA."""

from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Option, echo

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io import InputError, counted, read_rows, write_rows


def score(
    questions: Path,
    predictions: Path,
    *,
    by: list[str] | None = None,
    bootstrap: options.Bootstrap = None,
    as_published: bool = False,
    of_perturbed: Annotated[bool, Option("--consistency")] = False,
    normalization: Literal["names", "plain"] = "names",
    allow_missing: bool = False,
    only_answered: bool = False,
    reading: Literal["chat", "plain"] = "chat",
    seed: options.BootstrapSeed = 0,
    tokenizer: options.Tokenizer = None,
    items: options.ScoredItems = None,
    run: options.RunOfItems = None,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Score predictions: set accuracy, answer F1, exact match and token F1; hits and MRR of ranked answers.

    Example: temporal-qa score questions.jsonl predictions.jsonl --by kind,answers --bootstrap 1000

    Args:
        questions: Rows with id, answers and facets: .jsonl, .jsonl.gz, .parquet.
        predictions: Rows with id, and answers (list), ranked (the best first) or text (a response).
        by: Facets: columns of one value; answers, their number. (Default: level,hops,task, or kind and more.)
        as_published: The released metric of Complex-TR (TimeQA, CronQuestions), faults included.
        of_perturbed: Rows of perturb: also whether each group of them is answered alike.
        normalization: How names are compared; plain: punctuation and articles count.
        allow_missing: Questions without a prediction are wrong, and counted.
        only_answered: Leave out questions without a prediction, as after predict --limit.
        reading: How text is read: as chat models write, or split at ' $and ' (also with --as-published).
    """
    from temporal_qa.questions.answer_candidates import answer_candidates
    from temporal_qa.questions.hieradate.baselines import baseline_items, baseline_runs, compared, with_baselines
    from temporal_qa.scoring.consistency import GROUP_COLUMN, abstention, consistency, run_notes
    from temporal_qa.scoring.matching import common_facets, match_predictions
    from temporal_qa.scoring.ranked_answers import has_ids
    from temporal_qa.scoring.reference.time_qa import is_time_qa
    from temporal_qa.scoring.score_table import score_each, score_report, score_table
    from temporal_qa.text.date_tokens import with_date_tokens

    options.refuse_where(as_published, "with --as-published", "--normalization", "--reading")
    options.refuse_where(only_answered, "with --only-answered", "--allow-missing")
    options.check_run_to_score(questions, predictions, "questions", bootstrap, items, overwrite)
    asked_for = options.comma_separated(by)
    tokenize = options.tokenizer_of_facets(tokenizer, asked_for)
    given = options.with_progress(read_rows(predictions), "reading predictions", predictions)
    first = next(read_rows(predictions), None)
    texts = first is not None and first.values.get("answers") is None and not as_published and reading == "chat"
    # Contexts take most of the time to read. --items needs the number of facts, and the reader of texts their names.
    left_out = {"passages", "instruction", "target"} | (set() if items or texts else {"facts", "fact_context"})
    needed = {*asked_for, *(("fact_context",) if tokenize else ())}
    asked = options.with_progress(read_rows(questions, without=left_out - needed), "reading questions", questions)
    of_baselines: dict[str, dict[str, list[str]]] = {}
    asked = with_baselines(with_date_tokens(asked, tokenize) if tokenize else asked, of_baselines)
    matched = match_predictions(
        asked, given, questions, predictions, [*asked_for, GROUP_COLUMN],
        allow_missing=allow_missing or only_answered, reading="plain" if as_published else reading,
        candidates=answer_candidates,
    )  # fmt: skip
    if only_answered:
        matched = options.only_answered(matched, predictions)
    of_graph, as_time_qa = has_ids(matched), as_published and is_time_qa(matched)
    if items is not None and (as_time_qa or (as_published and of_graph)):
        metric = "TimeQA's released metric" if as_time_qa else "the released metric of CronQuestions"
        raise InputError(f"--items: {metric} has no set accuracy, which items need; leave it out")
    if as_time_qa:
        matched = [row for row in matched if not row.prediction.missing]  # the release averages over those predicted
    baselines = baseline_runs(matched, of_baselines)
    unasked = ("kind", "answer_type", "complexity", "answers") if of_graph else ("level", "hops", "task")
    facets = common_facets(matched, unasked) if by is None else asked_for
    how: dict[str, Any] = {"normalization": normalization, "as_published": as_published}
    resampled: dict[str, Any] = {"bootstrap": bootstrap, "seed": seed}
    scores = score_each(matched, **how)
    rows = score_table(matched, facets, scores=scores, **resampled, **how)
    for name, of_baseline in baselines.items():
        if about := compared(name, of_baseline):
            over_all, *_ = score_table(about, [], **resampled, **how)
            rows.append(over_all | {"facet": "baseline", "value": name})
    about_all: dict[str, Any] = {}
    if not as_published and any(not row.question.references for row in matched):
        about_all["abstention"] = abstention(matched)
    if of_perturbed:
        right = (scores["exact_match"] == 100).tolist()
        about_all["consistency"] = consistency(matched, right, as_published=as_published)
    if items is not None:
        from temporal_qa.scoring.scored_questions import Sources, run_name, scored_questions

        sources, name_of_run = Sources.of_files(questions, predictions, matched), run or run_name(predictions)
        kept = [*facets, "answer_type"] if of_graph else facets
        scored = scored_questions(matched, sources, run=name_of_run, by=kept, scores=scores, **how)
        scored_baselines = baseline_items(baselines, sources, name_of_run, by=facets, **how)
        written = options.write_items(items, scored, scored_baselines, questions, predictions, overwrite=overwrite)
    yield {"temporal_qa": __version__, "rows": rows} | about_all
    yield "\n\n".join([score_report(rows), *run_notes(about_all)])
    if items is not None:
        yield f"\n{written}"


def score_responses(
    questions: Path,
    responses: list[Path],
    *,
    parser: Literal["lenient", "published"] | None = None,
    as_published: bool = False,
    fill_date: str = "2025-03-15",
    baselines: bool = False,
    only_answered: bool = False,
    bootstrap: options.Bootstrap = None,
    seed: options.BootstrapSeed = 0,
    items: Path | None = None,
    report: Path | None = None,
    overwrite: bool = False,
) -> options.Output:
    """Score responses to TempAnswerQA: exact match, sMAPE, MASE, coverage.

    Example: temporal-qa score-responses ttqa.csv responses/ttqa_*.csv.gz --report report

    Args:
        questions: ttqa.csv, tot.csv, a folder of both, or rows of the built dataset.
        responses: One file a run: released .csv[.gz], or .jsonl of predict.
        parser: How responses are read. (Default: lenient; published with --as-published.)
        as_published: MASE as in the paper's tables.
        fill_date: Where the published parser takes missing parts of a date from, YYYY-MM-DD.
        baselines: Add runs that answer the mean and the median.
        only_answered: Leave out questions without a response, as after predict --limit.
        items: Write every scored item here, .jsonl[.gz] or .parquet, for report.
        report: Write tables and plots to this folder.
        overwrite: Replace the items, and a report made by an earlier run.
    """
    import datetime
    from dataclasses import asdict

    from temporal_qa.released.temp_answer_qa.files import read_questions, read_run
    from temporal_qa.report.repeated_runs import refuse_repeated_runs, run_of_response
    from temporal_qa.report.response_tables import scores_table
    from temporal_qa.scoring.responses.response_scores import score_runs, summarize_runs
    from temporal_qa.tables.markdown import markdown_table

    try:
        filled_from = datetime.date.fromisoformat(fill_date)
    except ValueError:
        raise InputError(f"--fill-date: {fill_date!r} is not a date, expected YYYY-MM-DD") from None
    how_read = parser or ("published" if as_published else "lenient")
    if as_published and how_read == "lenient":
        raise InputError("--as-published goes with --parser published: default and published are never mixed")
    options.refuse_where(how_read != "published", "without --parser published", "--fill-date")
    options.refuse_where(bootstrap is None and report is None, "without --bootstrap or --report", "--seed")
    options.refuse_where(items is None and report is None, "without --items or --report", "--overwrite")
    if items is not None:
        options.check_out_file(items, questions, *responses, overwrite=overwrite)
    asked = read_questions(questions)
    runs = [read_run(path, asked, only_answered=only_answered) for path in responses]
    owner: dict[tuple[str, ...], Path] = {}
    answered: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for path, run in zip(responses, runs, strict=True):
        refuse_repeated_runs(path, [run_of_response(run)], owner)
        if only_answered:
            of_split = sum(each.asked.source == run.dataset and each.split in ("", run.split) for each in asked)
            echo(f"{path}: {len(run.questions):,} of {counted(of_split, 'question')} have a response", err=True)
            keys = sorted(each.key for each in run.questions)
            if answered.setdefault((run.dataset, run.split), keys) != keys:
                raise InputError("answers other questions than the runs before; expected the same to compare", path)
    scored = score_runs(runs, parser=how_read, as_published=as_published, fill_date=filled_from, baselines=baselines)
    if report is not None:
        from temporal_qa.report.run_report import ScoredRuns, write_report

        sources = [*(sorted(questions.glob("*.csv")) if questions.is_dir() else [questions]), *responses]
        of_report = ScoredRuns([], scored, sources)
        write_report(of_report, report, bootstrap=bootstrap or 1000, seed=seed, overwrite=overwrite)
    if items is not None:
        write_rows(items, map(asdict, scored))
    summary = summarize_runs(scored, bootstrap=bootstrap, seed=seed)
    yield {"temporal_qa": __version__, "parser": how_read, "as_published": as_published, "rows": summary}
    table = scores_table(summary)
    yield f"{scored[0].how} {table.note}\n\n{markdown_table(table.header, table.rows)}"
    if report is not None:
        yield f"\nreport: {report / 'report.html'}"
