"""Human verification: tasks for annotation tools, their results, agreement and the gold split."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Option

from temporal_qa.commands import options
from temporal_qa.io import InputError, counted, read_rows, write_rows


def export_tasks(
    questions: Path,
    *,
    out: options.OutFolder,
    tool: Literal["label-studio", "doccano"] = "label-studio",
    sample: options.Limit = None,
    double: Annotated[int | None, Option(min=0, max=options.MAX_COUNT)] = None,
    annotators: Annotated[int, Option(min=1, max=1_000)] = 2,
    adjudication: bool = False,
    seed: options.Seed = 0,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Write questions as tasks for Label Studio or doccano.

    Example: temporal-qa annotate export test.jsonl --out tasks --tool label-studio --sample 500 --double 100

    Make a project for each annotator, from one file of tasks. In Label Studio its labelling interface is
    labelling_interface.xml; in doccano its type is Text Classification and its labels are those of labels.json.

    Args:
        questions: Rows with id, question, answers, and contexts.
        tool: Whose tasks to write.
        sample: Questions to draw. (Default: 500, or all.)
        double: Of these, given to two annotators. (Default: 100, or all.)
        annotators: How many share the questions.
        adjudication: All questions, for the third annotator who resolves conflicts.
    """
    from temporal_qa.annotation.task_files import write_task_files

    why = "with --adjudication, which gives all questions to one annotator"
    options.refuse_where(adjudication, why, "--sample", "--double", "--annotators", "--seed")
    report = write_task_files(
        questions, out, tool, sample=sample, double=double, annotators=annotators, adjudication=adjudication,
        seed=seed, overwrite=overwrite,
    )  # fmt: skip
    yield report | {"out": str(out)}
    yield (
        f"wrote {out}: {report['sampled']:,} of {counted(report['questions'], 'question')}, {report['double']:,} twice"
    )
    yield from (f"  {name}: {counted(count, 'task')}" for name, count in report["tasks"].items())


def import_verdicts(exports: list[Path], *, out: Path, overwrite: options.OverwriteFile = False) -> options.Output:
    """Read what Label Studio or doccano exported into one file of verdicts.

    Example: temporal-qa annotate import project-1.json project-2.json --out annotations.jsonl

    Export all tasks, not only the annotated ones: then skipped and unfinished tasks are counted.

    Args:
        exports: Label Studio: JSON or JSON-MIN. doccano: .json, .jsonl or the .zip.
        out: Verdicts: id, annotator, verdict, comment; .jsonl[.gz] or .parquet.
    """
    from temporal_qa.annotation.exports import read_exports
    from temporal_qa.annotation.verdicts import merge

    options.check_out_file(out, *exports, overwrite=overwrite)
    judgements, drops = merge(read_exports(exports))
    if not judgements:
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in drops.items())
        raise InputError(f"no verdicts ({reasons})", exports[0])
    write_rows(out, map(asdict, judgements))
    by_annotator = Counter(judgement.annotator for judgement in judgements)
    counts: dict[str, Any] = {
        "verdicts": len(judgements),
        "questions": len({judgement.id for judgement in judgements}),
        "annotators": dict(sorted(by_annotator.items())),
        "drops": dict(sorted(drops.items())),
    }
    yield counts | {"out": str(out)}
    yield f"wrote {out}: {counted(len(judgements), 'verdict')} on {counted(counts['questions'], 'question')}"
    yield from (f"  {annotator}: {number:,}" for annotator, number in by_annotator.items())
    yield from options.left_out(counts["drops"])


def agreement(
    annotations: Path,
    *,
    questions: Path | None = None,
    gold: Path | None = None,
    disagreements: Path | None = None,
    resamples: options.Resamples = 1000,
    seed: options.BootstrapSeed = 0,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Measure Fleiss' kappa, list the disagreements, and select the gold split of confirmed questions.

    Example: temporal-qa annotate agreement annotations.jsonl --questions test.jsonl --gold gold.jsonl

    Where two annotators disagree, --disagreements writes the questions for a third: give them to annotate export with
    --adjudication, and import all exports together.

    Args:
        annotations: The verdicts that import wrote.
        questions: The rows that the tasks were made from.
        gold: Write the confirmed rows here, .jsonl[.gz] or .parquet.
        disagreements: Write the undecided rows here, for the third annotator.
        resamples: Of the bootstrap, for 95 % intervals.
    """
    from temporal_qa.annotation.agreement import count_verdicts, measure_agreement
    from temporal_qa.annotation.verdicts import decide, read_judgements, select_rows

    if (gold or disagreements) and not questions:
        raise InputError("--gold and --disagreements need --questions, the rows to select from")
    options.refuse_where(not (gold or disagreements), "without --gold or --disagreements", "--questions", "--overwrite")
    for path in (gold, disagreements):
        if path and questions:
            options.check_out_file(path, questions, annotations, overwrite=overwrite)
    if gold and disagreements and gold.resolve() == disagreements.resolve():
        raise InputError("--gold and --disagreements are the same file")
    judgements = read_judgements(annotations)
    decisions = decide(judgements)
    counts = count_verdicts(judgements)
    measured = measure_agreement(counts, resamples=resamples, seed=seed) if len(counts) else None
    written: dict[Path, int] = {}
    if questions:
        judged = {decision.id for decision in decisions.all}
        for path, confirmed in ((gold, True), (disagreements, None)):
            if path:
                rows = options.with_progress(read_rows(questions), "selecting", questions)
                written[path] = write_rows(path, select_rows(rows, decisions.ids(confirmed), judged))
    disputed = [decision for decision in decisions.all if decision.disputed]
    yield {
        "verdicts": len(judgements),
        "questions": len(decisions.all),
        "agreement": asdict(measured) if measured else None,
        "decided": decisions.counts(),
        "needless_adjudications": decisions.needless_adjudications,
        "confirmed": len(decisions.ids(True)),
        "disagreements": [decision.to_row() for decision in disputed],
        "out": {str(path): number for path, number in written.items()},
    }
    yield f"{counted(len(judgements), 'verdict')} on {counted(len(decisions.all), 'question')}"
    yield measured.in_words() if measured else "agreement: no question has several annotators"
    yield decisions.table()
    if disputed:
        yield f"disagreements: {len(disputed):,}"
    for decision in disputed[:20]:
        given = ", ".join(f"{judgement.annotator} {judgement.verdict}" for judgement in decision.verdicts)
        yield f"  {decision.id}: {given}"
    if len(disputed) > 20:
        yield f"  ... {len(disputed) - 20:,} more; --json lists all, with comments"
    for path, number in written.items():
        yield f"wrote {path}: {number:,} of {counted(len(decisions.all), 'question')}"
