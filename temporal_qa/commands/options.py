"""Options, checks, progress and output that several commands share."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

from typer import Context, Option, echo

from temporal_qa.io import DropLog, InputError, Row, counted, explain_errors, write_rows
from temporal_qa.io.atomic import ROW_SUFFIXES, check_suffix, check_writable, resolved
from temporal_qa.io.read import files_of, number_of_rows
from temporal_qa.io.resumable import is_unfinished
from temporal_qa.io.shards import WriteShards, write_shards

if TYPE_CHECKING:
    from temporal_qa.pipelines.cluster import Cluster
    from temporal_qa.scoring.matching import Matched
    from temporal_qa.scoring.scored_questions import ScoredQuestion
    from temporal_qa.timeline.dates import CalendarDate

MAX_COUNT = 1_000_000_000  # more would never end, as the names of files have no room for their shards
Positive = Annotated[int, Option(min=1, max=MAX_COUNT)]
NotNegative = Annotated[int, Option(min=0, max=MAX_COUNT)]
Limit = Annotated[int | None, Option(min=1, max=MAX_COUNT)]
Seed = Annotated[int, Option(min=0, max=2**63 - 1, help="Same seed, same version: same bytes.")]
BootstrapSeed = Annotated[int, Option(min=0, max=2**63 - 1, help="Of the bootstrap.")]
Bootstrap = Annotated[int | None, Option(min=1, max=1_000_000, help="Resamples for 95 % intervals, for example 1000.")]
AsOf = Annotated[str | None, Option(help="Date of the source, as 2023-03: the end of facts that have none.")]
SkipBadFacts = Annotated[
    bool, Option("--skip-bad", help="Count bad lines of .jsonl and .csv facts instead of stopping at one.")
]
SkipBad = Annotated[bool, Option("--skip-bad", help="Count bad lines instead of stopping at one.")]
OutFolder = Annotated[Path, Option(help="The folder to make.")]
Overwrite = Annotated[
    bool,
    Option("--overwrite", help="Replace a folder of the same kind made by an earlier run, if it holds nothing else."),
]
OverwriteFile = Annotated[bool, Option("--overwrite", help="Replace the output if it exists.")]
Resamples = Annotated[int, Option(min=1, max=1_000_000)]
Processes = Annotated[int | None, Option(min=1, max=1_024)]
Workers = Annotated[
    int | None, Option(min=1, max=1_024, help="Processes that write; they decide nothing. (Default: one a core.)")
]
Graph = Annotated[
    Path | None,
    Option(help="CronQuestions: the graph that is asked about: a dataset of build cron-questions, or a graph."),
]
GraphEvents = Annotated[
    Path | None, Option(help="--graph: a table of events: id or name, start, end. (Default: those of the graph.)")
]
ScoredItems = Annotated[
    Path | None, Option(help="Write every scored question here, .jsonl[.gz] or .parquet, for report.")
]
RunOfItems = Annotated[str | None, Option(help="--items: the run's name. (Default: that of the predictions.)")]
Tokenizer = Annotated[
    str | None,
    Option(help="How it cuts dates: facets date_tokens, year_whole, month_whole, day_whole. See date-tokens."),
]

Output: TypeAlias = Iterator[Any]
"""What a command yields: the object that ``--json`` prints, then what is shown without it: texts, and tables as their
heads and rows."""

RUNNING: ContextVar[Context] = ContextVar("the context of the command that runs")
MIN_EVENT_FACTS = 50  # that of graph.events, which takes too long to import for --help
_MIN_QUESTIONS = 20
_MAX_REASONS = 5


class Machines(NamedTuple):
    """Where the work of a command runs: on a ``cluster`` or, without one, in ``workers`` processes of this machine."""

    cluster: Cluster | None
    workers: int

    def writer(self, out: Path) -> WriteShards:
        """The function that writes the shards of ``out``."""
        if self.cluster is None:
            return write_shards
        from temporal_qa.pipelines import shards

        final = resolved(out)
        return partial(shards.write_shards, cluster=self.cluster, logs=final.with_name(f".{final.name}.tasks"))

    def build(self, script: str, out: Path, *settings: Any, total: int | None, unit: str, **how: Any) -> dict[str, Any]:
        """Builds a dataset by its script in ``dataset_scripts/``, with a bar of ``total`` units."""
        with asking(total, unit) as bar:
            how |= {"workers": self.workers, "write": self.writer(out), "on_progress": bar.update}
            return dict(dataset_script(script).build(out, *settings, **how))


def check_out_file(out: Path, *inputs: Path, overwrite: bool = False, suffixes: Sequence[str] = ROW_SUFFIXES) -> None:
    """A check before the work: a command writes no other format than the name says, and over no file unasked.

    Raises:
        InputError: the name ends otherwise, ``out`` is one of the ``inputs``, or cannot be written; or it exists, is
            not to be overwritten, and is not that of a run that resumes.
    """
    for source in inputs:
        if out.exists() and any(out.samefile(file) for file in files_of(source) if file.exists()):
            raise InputError("is the input; choose another file to write", out)
    check_writable(out, overwrite=overwrite or is_unfinished(out))
    check_suffix(out, *suffixes)


def check_run_to_score(
    questions: Path, predictions: Path, what: str, bootstrap: int | None, items: Path | None, overwrite: bool
) -> None:
    """A check before answers are scored; ``what`` is in the file of questions.

    Raises:
        InputError: one file as both, options without effect, or ``items`` that :func:`check_out_file` refuses.
    """
    of_both = [{file.resolve() for file in files_of(path) if file.exists()} for path in (questions, predictions)]
    if set.intersection(*of_both):
        raise InputError(f"is the file of {what}; expected predictions, rows with id, and answers or text", predictions)
    refuse_where(bootstrap is None, "without --bootstrap", "--seed")
    refuse_where(items is None, "without --items", "--run", "--overwrite")
    if items is not None:
        check_out_file(items, questions, predictions, overwrite=overwrite)


def only_answered(matched: Sequence[Matched], predictions: Path) -> list[Matched]:
    """The questions that have a prediction; prints how many. Raises ``InputError`` where none has."""
    answered = [row for row in matched if not row.prediction.missing]
    if not answered:
        raise InputError("no prediction for any of the questions", predictions)
    echo(f"{len(answered):,} of {counted(len(matched), 'question')} have a prediction", err=True)
    return answered


def write_items(
    items: Path, run: Iterable[ScoredQuestion], baselines: Sequence[ScoredQuestion], *inputs: Path, overwrite: bool
) -> str:
    """Writes a scored run to ``items`` and the baselines' runs, which have the same ids, to a file beside it; returns
    what was written, in words.

    Raises:
        InputError: see :func:`check_out_file`, of the file of the baselines; then nothing is written.
    """
    written = f"wrote {items}"
    if baselines:
        beside = items.with_name(f"baselines_{items.name}")
        check_out_file(beside, *inputs, overwrite=overwrite)
        write_rows(beside, (question.to_row() for question in baselines))
        written += f" and, for report, the baselines' {beside}"
    write_rows(items, (question.to_row() for question in run))
    return written


def refuse_where(condition: object, why: str, *options: str) -> None:
    """Raises ``InputError`` if the condition holds and one of the options is given, which has no effect then.

    ``why`` is the condition in words.
    """
    context = RUNNING.get()
    for parameter in context.command.params if condition else ():
        source = context.get_parameter_source(str(parameter.name))
        if parameter.opts[0] in options and source is not None and source.name == "COMMANDLINE":
            raise InputError(f"{parameter.opts[0]} has no effect {why}; leave it out")


def adder_of_date_tokens(tokenizer: str | None, by: Sequence[str]) -> Callable[[Iterable[Row]], Iterator[Row]]:
    """A function that adds the facets of ``--tokenizer`` to rows, if it is given.

    Raises:
        InputError: none of these facets is asked for, or the tokenizer cannot be loaded.
    """
    if tokenizer is None:
        return iter
    from temporal_qa.hub.tokenizer_files import load_tokenize
    from temporal_qa.text.date_tokens import DATE_TOKEN_FACETS, with_date_tokens

    without = f"without --by and some of {', '.join(DATE_TOKEN_FACETS)}"
    refuse_where(set(DATE_TOKEN_FACETS).isdisjoint(by), without, "--tokenizer")
    return partial(with_date_tokens, tokenize=load_tokenize(tokenizer))


def with_progress(rows: Iterator[Row], what: str, source: Path | None = None) -> Iterator[Row]:
    """The same rows; on a terminal a bar shows the progress, with a total where the ``source`` knows its rows."""
    if not sys.stderr.isatty():
        yield from rows
        return
    from tqdm import tqdm

    yield from tqdm(rows, desc=what, unit=" rows", total=number_of_rows(source) if source else None, delay=1)


def dataset_script(name: str) -> Any:
    """A module of ``dataset_scripts/``, which the library does not import. Turns off the progress bars of ``datasets``
    where there is no terminal."""
    if not sys.stderr.isatty():
        from datasets.utils.logging import disable_progress_bar

        disable_progress_bar()
    return importlib.import_module(f"temporal_qa.dataset_scripts.{name}")


def asking(total: int | None, unit: str) -> Any:
    """A bar of the progress of a build, on a terminal."""
    from tqdm import tqdm

    return tqdm(total=total, desc="asking", unit=f" {unit}", disable=None)


def report_drops(drops: DropLog, facts: Path | None = None) -> None:
    """Prints how many facts ``--as-of`` ended and how many rows were skipped, with the errors of the first of them, and
    warns of ``facts`` that were kept though they conflict with others."""
    if drops.open_ends:
        echo(f"  --as-of is the end of {counted(drops.open_ends, 'fact')}", err=True)
    if drops.bad_rows:
        echo(f"skipped {counted(drops.bad_rows, 'bad row')}, the first of them:", err=True)
        for error in drops.first_bad_rows:
            echo(f"  {error}", err=True)
    if drops.kept_conflicts:
        from temporal_qa.questions.complex_tr.fact_check import KINDS

        what = ", ".join(f"{KINDS[kind][0]} ({count:,})" for kind, count in sorted(drops.kept_conflicts.items()))
        echo(f"  warning: these facts conflict, and were kept: {what}; see temporal-qa check {facts}", err=True)


def left_out(drops: Mapping[str, int]) -> Iterator[str]:
    """A line for each reason, with the number of what was left out for it."""
    yield from (f"  left out: {number:,} ({reason})" for reason, number in drops.items())


def report_left_out(drops: Mapping[str, int], record: Path) -> None:
    """Prints the largest numbers of what was left out, with their reasons; ``record`` is the file that has all."""
    if not drops:
        return echo("  nothing left out")
    largest = sorted(drops.items(), key=lambda item: (-item[1], item[0]))[:_MAX_REASONS]
    which = f"the {len(largest)} largest of {len(drops)} reasons, " if len(drops) > len(largest) else "by reason, "
    echo(f"  left out, {which}see {record}:")
    width = len(f"{largest[0][1]:,}")
    for reason, number in largest:
        echo(f"    {number:>{width},}  {reason}")


def warn_of_small_splits(counts: Mapping[str, int]) -> None:
    """Warns of splits, but for ``train``, that have too few questions for a score to tell anything.

    Args:
        counts: split -> questions, of a split that was asked for also 0; ``CONFIG/SPLIT`` where there are several
            configs.
    """
    small = [
        f"{split} has {counted(count, 'question')}" for split, count in counts.items()
        if count < _MIN_QUESTIONS and not split.endswith("train")
    ]  # fmt: skip
    if small:
        echo(f"  warning: {', '.join(small)}: too few to score by; more samples or subjects give more", err=True)


def comma_separated(given: Iterable[str] | None) -> list[str]:
    """The names in the values of an option, separated by commas, each once."""
    return list(dict.fromkeys(name.strip() for value in given or () for name in value.split(",") if name.strip()))


def parse_as_of(text: str | None) -> CalendarDate | None:
    """The value of ``--as-of`` as a date. Raises ``InputError`` if it is no date, or has no year of four digits."""
    from temporal_qa.text.dates import parse_date

    with explain_errors("--as-of", ValueError):
        date = None if text is None else parse_date(text)
    if date is not None and not 1_000 <= date.year <= 9_999:
        raise InputError(f"--as-of: year {date.year} in {text!r}, expected YYYY, YYYY-MM or YYYY-MM-DD")
    return date
