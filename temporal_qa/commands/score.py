"""Scores of predicted answers."""

from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Option

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io import InputError, read_rows


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
        reading: How text is read: as chat models write, or split at ' $and ', as --as-published does.
    """
    from temporal_qa.questions.answer_candidates import answer_candidates
    from temporal_qa.questions.hieradate.baselines import baseline_items, baseline_runs, compared, with_baselines
    from temporal_qa.scoring.consistency import GROUP_COLUMN, abstention, consistency, run_notes
    from temporal_qa.scoring.matching import common_facets, match_predictions
    from temporal_qa.scoring.ranked_answers import has_ids
    from temporal_qa.scoring.reference.time_qa import is_time_qa
    from temporal_qa.scoring.score_table import score_each, score_report, score_table

    options.refuse_where(as_published, "with --as-published", "--normalization", "--reading")
    options.refuse_where(only_answered, "with --only-answered", "--allow-missing")
    options.check_run_to_score(questions, predictions, "questions", bootstrap, items, overwrite)
    asked_for = options.comma_separated(by)
    with_date_tokens = options.adder_of_date_tokens(tokenizer, asked_for)
    reading = "plain" if as_published else reading
    without = _not_needed(predictions, reading, items) - {*asked_for, *(("fact_context",) if tokenizer else ())}
    asked = options.with_progress(read_rows(questions, without=without), "reading questions", questions)
    given = options.with_progress(read_rows(predictions), "reading predictions", predictions)
    of_baselines: dict[str, dict[str, list[str]]] = {}
    asked = with_baselines(with_date_tokens(asked), of_baselines)
    matched = match_predictions(
        asked, given, questions, predictions, [*asked_for, GROUP_COLUMN],
        allow_missing=allow_missing or only_answered, reading=reading, candidates=answer_candidates,
    )  # fmt: skip
    if only_answered:
        matched = options.only_answered(matched, predictions)
    of_graph, as_time_qa = has_ids(matched), as_published and is_time_qa(matched)
    if items is not None and (as_time_qa or (as_published and of_graph)):
        metric = "TimeQA's released metric" if as_time_qa else "the released metric of CronQuestions"
        raise InputError(f"--items: {metric} has no set accuracy, which items need; leave it out")
    if as_time_qa:
        matched = [row for row in matched if not row.prediction.missing]  # the release averages over those predicted
        if not matched:
            raise InputError("no question is predicted, and TimeQA's released metric counts no others", predictions)
    if of_perturbed and of_graph:
        raise InputError("--consistency: questions over a graph, expected rows of `temporal-qa perturb`", questions)
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


def _not_needed(predictions: Path, reading: str, items: Path | None) -> set[str]:
    """The columns of the questions that are not read: contexts take most of the time.

    ``--items`` counts the facts, and the reader of texts looks for their names.
    """
    first = next(read_rows(predictions), None)
    has_texts = reading == "chat" and first is not None and first.values.get("answers") is None
    return {"passages", "instruction", "target"} | (set() if items or has_texts else {"facts", "fact_context"})
