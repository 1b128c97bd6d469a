"""``temporal-qa import``: questions or graphs that others released, as rows of temporal-qa."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Option

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io import DropLog, InputError, counted, sha256, write_json, write_rows, writing_beside


def import_questions(
    released: list[Path],
    *,
    out: Path,
    config: Literal["reason_qa", "open_domain"] = "reason_qa",
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Convert released Complex-TR, TempReason, TimeBench, HieraDate, TimeQA or CronQuestions to rows of temporal-qa.

    Example: temporal-qa import questions test_l2.json test_l3.json --out tempreason.jsonl

    Args:
        released: Released rows: .json, .jsonl, .csv (also .gz), .parquet or .pickle.
        out: Questions, .jsonl[.gz] or .parquet; what was left out goes to NAME.drops.json.
        config: open_domain adds the released passages.
    """
    from temporal_qa.released.complex_tr import import_rows
    from temporal_qa.released.cron_questions import import_graph_questions, is_cron_questions, overlap
    from temporal_qa.released.files import read_released
    from temporal_qa.released.hieradate_samples import import_samples, is_hieradate
    from temporal_qa.released.import_record import ImportRecord
    from temporal_qa.released.time_qa import import_time_rows, is_time_qa

    options.check_out_file(out, *released, overwrite=overwrite)
    drops_file = Path(str(out).removesuffix(".gz")).with_suffix(".drops.json")
    options.check_out_file(drops_file, *released, overwrite=overwrite, suffixes=[".json"])
    record = ImportRecord()
    of_first = read_released(released[0])
    first = next(of_first, None)
    values = {} if first is None else first.values
    of_graph, of_hieradate, of_time_qa = is_cron_questions(values), is_hieradate(values), is_time_qa(values)
    if config == "open_domain" and (of_graph or of_hieradate or of_time_qa):
        what = "CronQuestions has" if of_graph else "TimeQA has" if of_time_qa else "samples of HieraDate have"
        raise InputError(f"--config open_domain: {what} no passages", released[0])

    def questions() -> Iterator[dict[str, Any]]:
        for place, path in enumerate(released):
            rows = read_released(path) if place else chain([first] if first else [], of_first)
            rows = options.with_progress(rows, path.name)
            if of_graph:
                yield from import_graph_questions(rows, path.name.partition(".")[0], record)
            elif of_hieradate:
                yield from import_samples(rows, record)
            elif of_time_qa:
                yield from import_time_rows(rows, record)
            else:
                yield from import_rows(rows, record, with_passages=config == "open_domain")
        if not record.kept:
            if not record.left_out:
                raise InputError("holds no questions", released[0])
            first_out = record.left_out[0]
            why = f"{first_out.id}: {first_out.reason}. {first_out.detail}".rstrip(". ")
            raise InputError(f"none of the rows is a question of ours, as {why}", released[0])

    with writing_beside(drops_file) as beside:  # first, so that nothing is left where it cannot be written
        write_rows(out, questions())
        inputs = [{"file": path.name, "sha256": sha256(path)} for path in released]
        in_common = {"overlap": overlap(record.held)} if of_graph else {}
        made = {"temporal_qa": __version__, "config": config, "inputs": inputs}
        write_json(beside, made | record.to_dict() | in_common)
    counts = record.counts()
    yield {"out": str(out), "drops_file": str(drops_file), "config": config} | counts | in_common
    yield f"wrote {out}: {counts['kept']:,} of {counted(counts['rows'], 'sample' if of_hieradate else 'question')}"
    yield from (f"  {number:,} with {layout}" for layout, number in counts["layouts"].items())
    yield from options.left_out(counts["drops"])
    yield from (f"  kept, but look: {number:,} ({remark})" for remark, number in counts["remarks"].items())
    for pair in in_common.get("overlap", ()):
        shared = ", ".join(f"{pair[what][0]:,} of {pair[what][1]:,} {what}" for what in pair if what != "splits")
        yield f"  {' and '.join(pair['splits'])} have in common: {shared}"
    some = counts["drops"] or counts["remarks"]
    yield f"wrote {drops_file}: {'each that was left out or has a remark' if some else 'nothing was left out'}"


def import_graph(
    path: Path,
    *,
    out: options.OutFolder,
    valid: Annotated[float, Option(min=0, max=1)] = 0,
    test: Annotated[float, Option(min=0, max=1)] = 0,
    seed: options.Seed = 0,
    events: Path | None = None,
    min_event_facts: options.NotNegative = options.MIN_EVENT_FACTS,
    skip_bad: options.SkipBadFacts = False,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Make a temporal graph: a dataset folder of facts as numbers, with the names of entities and relations.

    A benchmark file has tabs between subject, relation, object and a time (a day or a step) or two (years).

    Example: temporal-qa import graph icews14 --out icews14-graph

    Args:
        path: A folder of benchmark files, one such file, or facts: .parquet, .jsonl, .csv.
        valid: Share of the facts for choosing, if not split.
        test: Share of the facts for testing, if not split.
        events: Entities with start and end (id or name, start, end, type): events, if frequent.
        min_event_facts: In how many facts an event occurs at least.
    """
    options.refuse_where(not valid and not test, "without --valid or --test", "--seed")
    drops = DropLog(skip_bad_rows=skip_bad)
    made = options.dataset_script("temporal_graph").build(
        path, out, valid=valid, test=test, seed=seed, events=events, min_event_facts=min_event_facts, drops=drops,
        overwrite=overwrite,
    )  # fmt: skip
    yield made | {"out": str(out)}
    options.report_drops(drops)
    counts = made["counts"]
    facts = ", ".join(f"{split} {number:,}" for split, number in counts["facts"].items())
    yield f"wrote {out}: {counted(sum(counts['facts'].values()), 'fact')} ({facts})"
    yield (
        f"  {counted(counts['entities'], 'entity', 'entities')}, {counted(counts['relations'], 'relation')}, "
        f"{counted(counts['times'], made['time_unit'])} from {counts['first_time']} to {counts['last_time']}, "
        f"{counted(counts['events'], 'event')}"
    )
    if counts["in_an_earlier_split_too"]:
        again = counted(counts["in_an_earlier_split_too"], "fact stands", "facts stand")
        yield f"  kept, but look: {again} in an earlier split, too"
    if made["not_read"]:
        yield f"  not read, by their names: {', '.join(made['not_read'])}"
    options.report_left_out(drops, out / "build.json")
