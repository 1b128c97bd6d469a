"""Scores of the questions of HieraDate: main questions and their probes, by value and by sample."""

from collections.abc import Callable, Collection, Iterator
from itertools import chain
from pathlib import Path
from typing import Literal

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io import InputError, Row, read_rows


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
    from temporal_qa.questions.hieradate.sample import questions_of
    from temporal_qa.released.hieradate import released_predictions, released_questions
    from temporal_qa.scoring.matched_probes import match_probes, probe_report, probe_table, score_matched
    from temporal_qa.scoring.matching import common_facets

    options.check_run_to_score(samples, predictions, "samples", bootstrap, items, overwrite)
    if as_published:
        of_ours = ("--by", "--bootstrap", "--only-answered", "--reading", "--tokenizer", "--items")
        options.refuse_where(as_published, "with --as-published", *of_ours)
        yield from _score_as_published(samples, predictions)
        return
    facets = options.comma_separated(by)
    with_date_tokens = options.adder_of_date_tokens(tokenizer, facets)
    unread = () if tokenizer else {"context"} - set(facets)  # samples have their contexts from their paragraphs
    questions = chain.from_iterable(map(questions_of, _rows(samples, released_questions, unread)))
    of_baselines: dict[str, dict[str, list[str]]] = {}
    matched = match_probes(
        with_baselines(with_date_tokens(questions), of_baselines),
        _rows(predictions, released_predictions), samples, predictions, facets, reading=reading,
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


def _rows(path: Path, of_released: Callable[[Row], Iterator[Row]], without: Collection[str] = ()) -> Iterator[Row]:
    """The rows of a file; of one in the released layout, what ``of_released`` makes of each sample."""
    from temporal_qa.released.hieradate import is_released, read_released_samples

    if is_released(path):
        return chain.from_iterable(map(of_released, read_released_samples(path)))
    return read_rows(path, without=without)


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
