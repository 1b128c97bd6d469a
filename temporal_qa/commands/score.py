"""Scores of predicted answers; of HieraDate, by value and by sample."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Option

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io import InputError, Row, read_rows


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
    reading = "plain" if as_published else reading
    without = _not_needed(predictions, reading, items) - {*asked_for, *(("fact_context",) if tokenize else ())}
    asked = options.with_progress(read_rows(questions, without=without), "reading questions", questions)
    given = options.with_progress(read_rows(predictions), "reading predictions", predictions)
    of_baselines: dict[str, dict[str, list[str]]] = {}
    asked = with_baselines(with_date_tokens(asked, tokenize) if tokenize else asked, of_baselines)
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


def score_probes(
    samples: Path,
    predictions: Path,
    *,
    by: list[str] | None = None,
    bootstrap: options.Bootstrap = None,
    as_published: bool = False,
    only_answered: bool = False,
    tokenizer: options.Tokenizer = None,
    reading: Literal["chat", "plain"] = "chat",
    seed: options.BootstrapSeed = 0,
    items: options.ScoredItems = None,
    run: options.RunOfItems = None,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Score HieraDate: dates and ages by value, and whether the answers to a sample hold together.

    Example: temporal-qa score-probes hieradate/questions/test predictions.jsonl --by task,kind,decided_by

    Args:
        samples: Rows of the config questions or samples, or the released .json.
        predictions: Rows with id, and answers or text, one a question; or the released .json.
        by: Facets: columns of one value. (Default: task, answer_type, kind, decided_by, if there.)
        as_published: The evaluation released with HieraDate, faults included.
        only_answered: Leave out questions without a prediction, and of samples those that lack one.
        reading: How text is read: as chat models write, or as it stands.
    """
    from temporal_qa.questions.hieradate.baselines import baseline_runs, compared, with_baselines
    from temporal_qa.scoring.matched_probes import match_probes, probe_report, probe_table, score_matched
    from temporal_qa.scoring.matching import common_facets
    from temporal_qa.text.date_tokens import with_date_tokens

    options.check_run_to_score(samples, predictions, "samples", bootstrap, items, overwrite)
    if as_published:
        of_ours = ("--by", "--bootstrap", "--only-answered", "--reading", "--tokenizer", "--items")
        options.refuse_where(as_published, "with --as-published", *of_ours)
        yield from _score_as_published(samples, predictions)
        return
    facets = options.comma_separated(by)
    tokenize = options.tokenizer_of_facets(tokenizer, facets)
    questions = _questions(samples, {"paragraphs", *(() if tokenize else ("context",))} - set(facets))
    of_baselines: dict[str, dict[str, list[str]]] = {}
    matched = match_probes(
        with_baselines(with_date_tokens(questions, tokenize) if tokenize else questions, of_baselines),
        _predictions(predictions), samples, predictions, facets, reading=reading,
    )  # fmt: skip
    partly = {row.question.facets["sample"] for row in matched if row.prediction.missing} if only_answered else set()
    if only_answered:
        matched = options.only_answered(matched, predictions)
    if by is None:
        facets = common_facets(matched, ("task", "answer_type", "kind", "decided_by"))
    scored = score_matched(matched, samples, partly)
    rows = probe_table(matched, facets, *scored, bootstrap=bootstrap, seed=seed)
    baselines = baseline_runs(matched, of_baselines)
    for name, of_baseline in baselines.items():
        if about := compared(name, of_baseline):
            over_all, *_ = probe_table(about, [], score_matched(about, samples)[0], bootstrap=bootstrap, seed=seed)
            rows.append(over_all | {"facet": "baseline", "value": name})
    if items is not None:
        from temporal_qa.scoring.matched_probes import scored_by_value
        from temporal_qa.scoring.scored_questions import Sources, run_name

        sources, own = Sources.of_files(samples, predictions, matched), run or run_name(predictions)
        of_run = scored_by_value(matched, sources, scored[0], run=own, by=facets, of_samples=scored[1])
        scored_baselines = []
        for name in (name for name in baselines if name != own):
            scores, _ = score_matched(baselines[name], samples)
            scored_baselines += scored_by_value(baselines[name], sources.of_baseline(), scores, run=name, by=facets)
        written = options.write_items(items, of_run, scored_baselines, samples, predictions, overwrite=overwrite)
    yield {"temporal_qa": __version__, "as_published": False, "rows": rows}
    yield probe_report(rows)
    if items is not None:
        yield f"\n{written}"


def _questions(path: Path, without: set[str]) -> Iterator[Row]:
    """The questions of a file in the released layout, of the config ``samples``, or of the config ``questions``."""
    from temporal_qa.questions.hieradate.sample import questions_of
    from temporal_qa.released.hieradate import is_released, read_released_samples, released_questions

    if is_released(path):
        return chain.from_iterable(map(released_questions, read_released_samples(path)))
    first = next(read_rows(path), None)
    of_samples = first is not None and "probes" in first.values  # their paragraphs are the contexts of the questions
    return chain.from_iterable(map(questions_of, read_rows(path, without=() if of_samples else without)))


def _predictions(path: Path) -> Iterator[Row]:
    from temporal_qa.released.hieradate import is_released, read_released_samples, released_predictions

    if is_released(path):
        return chain.from_iterable(map(released_predictions, read_released_samples(path)))
    return read_rows(path)


def _score_as_published(samples: Path, predictions: Path) -> options.Output:
    from temporal_qa.released.hieradate import is_released, score_as_published

    for path in (samples, predictions):
        if not is_released(path):
            raise InputError("--as-published reads the released layout, expected a .json file: a list of samples", path)
    scores, missing = score_as_published(samples, predictions)
    yield {"temporal_qa": __version__, "as_published": True, "scores": scores, "missing": missing}
    yield "Scores as published (the released evaluation of HieraDate, faults included), 0 to 100.\n"
    yield ["score", "value"], [[name, f"{value:.2f}"] for name, value in scores.items()]
    if missing:
        yield f"\nwithout a prediction, and left out of every mean: {', '.join(missing)}"
