"""The part of a report on questions about facts: a section for each set of questions."""

from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, counted
from temporal_qa.questions.cron_questions.queries import KINDS
from temporal_qa.report.document import Picture, Section, Table
from temporal_qa.report.question_runs import TESTED_SCORES, runs_by_questions
from temporal_qa.report.question_tables import NAMES, QuestionTables
from temporal_qa.report.score_plots import MAX_ROWS, IntervalRow, plot_intervals, plot_scores_by_group
from temporal_qa.scoring.ranked_answers import RANK_SCORES
from temporal_qa.scoring.reference.cron_questions import HITS, HITS_AT_1_BY_KIND
from temporal_qa.scoring.reference.time_qa import FACETS
from temporal_qa.scoring.score_table import RANKS_NOTE, rank_cell
from temporal_qa.scoring.scored_questions import ScoredQuestion
from temporal_qa.tables.plot_style import legible

_PLOTS = {
    "period": ("Set accuracy by period of the reference time", "reference time"),
    "facts": ("Set accuracy by number of facts in the context", "facts in context"),
}
_MAX_PLOTTED = 12  # runs in a plot: more could not be distinguished
_MAX_ALL_PAIRS = 6  # runs of which every pair is plotted
_ALPHA = 0.05
_NAMES = [NAMES[score] for score in TESTED_SCORES]
_PARTS = {"kind": tuple(KINDS), "answer_type": ("entity", "time"), "answers": ("single", "multi")}


def question_tables(scored: Sequence[ScoredQuestion], *, resamples: int = 1000, seed: int = 0) -> list[QuestionTables]:
    """The tables of each set of questions, in the order of the runs, with 95 % bootstrap intervals.

    Raises:
        InputError: some runs are scored as published and some not, or two on the same questions in two ways, or a run
            has a question twice.
    """
    if len({question.as_published for question in scored}) > 1:
        raise InputError("runs scored as published and not cannot be compared; score all in one way")
    ways = {(question.questions_sha256, question.normalization) for question in scored}
    if len(ways) > len({digest for digest, _ in ways}):
        raise InputError("runs whose names were compared in two ways cannot be compared; score all in one way")
    sets = runs_by_questions(scored)
    return [
        QuestionTables(runs, suffix=f"_{number}" if len(sets) > 1 else "", resamples=resamples, seed=seed)
        for number, runs in enumerate(sets, 1)
    ]


def question_section(tables: QuestionTables, folder: Path) -> Section:
    """The section of a set of questions; writes its pictures to the folder.

    Args:
        tables: of the set.
        folder: the report's.

    Raises:
        InputError: matplotlib is not installed.
    """
    runs, number = tables.runs, tables.suffix.removeprefix("_")
    first = runs.questions[0]
    ranked = sorted(runs.scores, key=lambda run: -tables.cell(run)[0])
    pictures = {facet: _plot_groups(tables, facet, folder, ranked) for facet in _PLOTS}
    parts: list[Table | Picture | None] = [
        _plot_runs(tables, folder, ranked), _plot_pairs(tables, folder, ranked),
        tables.overall(), *_rank_tables(tables), tables.baselines(), tables.samples(),
        tables.tests(), tables.by_hops(), tables.by_time(), tables.by_answers(), tables.abstention(),
        tables.breakdown("kind"), tables.breakdown("period"), pictures["period"],
        tables.breakdown("facts"), pictures["facts"], tables.breakdown("relation"),
        *(tables.breakdown(name) for name in runs.other_facets if name not in FACETS or len(tables.count(name)) > 1),
    ]  # fmt: skip
    note = [
        f"{counted(len(runs.questions), 'question')}, SHA-256 of what they ask and answer "
        f"{first.questions_sha256[:12]}...",
        f"Intervals: {tables.resamples:,} resamples, seed {tables.seed}.",
    ]
    if first.as_published:
        note.insert(0, "Scored as published: by the released Complex-TR metric, faults included.")
    if number:
        note.append("Runs are compared with each other on these questions, and with none on others.")
    return Section(
        f"Questions {number}: {first.questions}" if number else f"Questions of {first.questions}",
        " ".join(note), [part for part in parts if part is not None],
    )  # fmt: skip


def _rank_tables(tables: QuestionTables) -> list[Table]:
    """Hits and MRR of runs on CronQuestions, beside those of the paper (its Tables 5 and 6); none without ranked runs.

    All scores of ranks, and hits at 1 by kind, type of answer and number of answers.
    """
    if not (ranked := [run for run, scores in tables.runs.scores.items() if "hits_at_1" in scores]):
        return []

    def cell(run: str, score: str, facet: str = "", value: str = "") -> Any:
        return rank_cell(score, tables.cell(run, facet, value, score)) if value in tables.count(facet) else "-"

    rows = [[run, *(cell(run, score) for score in RANK_SCORES)] for run in ranked]
    rows += [
        [f"{model} (paper)", 100 * hits.hits_at_1, "-" if hits.hits_at_10 is None else 100 * hits.hits_at_10]
        + ["-"] * (len(RANK_SCORES) - 2) for model, hits in HITS.items()
    ]  # fmt: skip
    parts = [("", ""), *((facet, value) for facet, values in _PARTS.items() for value in values)]
    of_parts = [[run, *(cell(run, "hits_at_1", *part) for part in parts)] for run in ranked]
    for model, hits in HITS_AT_1_BY_KIND.items():
        total = HITS[model]
        shares = [total.hits_at_1, *(hits[kind] for kind in KINDS), total.entity, total.time]
        of_parts.append([f"{model} (paper)", *(100 * share for share in shares), "-", "-"])
    beside = "The paper's rows are of its own questions and graph, and have no intervals."
    header = ["run", *(value.replace("_", " ") or "all" for _, value in parts)]
    return [
        Table(f"ranks{tables.suffix}", "Ranked answers", f"{RANKS_NOTE} {beside}", ["run", *RANK_SCORES], rows),
        Table(f"hits_by_kind{tables.suffix}", "Hits at 1 by kind and type of answer", beside, header, of_parts),
    ]


def _plot_runs(tables: QuestionTables, folder: Path, ranked: Sequence[str]) -> Picture:
    """The main result: the scores of each run, the best first."""
    file, title = f"runs{tables.suffix}.png", "Scores of each run"
    rows = [
        IntervalRow(legible(run), [tables.cell(run, score=score) for score in TESTED_SCORES])
        for run in ranked[:MAX_ROWS]
    ]
    plot_intervals(folder / file, rows, _NAMES, axis="score, 0 to 100", title=title, up_to_100=True)
    cut = f"; of {len(ranked)} runs the {MAX_ROWS} best, the others are in the table" * (len(ranked) > MAX_ROWS)
    return Picture(file, f"{title}, with 95 % bootstrap intervals{cut}")


def _plot_pairs(tables: QuestionTables, folder: Path, ranked: Sequence[str]) -> Picture | None:
    """The paired differences as a forest plot: of all pairs or, of many runs, of the pairs with the best one."""
    few = len(ranked) <= _MAX_ALL_PAIRS
    pairs = list(combinations(ranked, 2) if few else product(ranked[:1], ranked[1 : MAX_ROWS + 1]))
    if not pairs:
        return None
    tested = {(test["first"], test["second"], test["score"]): test for test in tables.tested}
    rows = []
    for better, worse in pairs:
        cells, filled = [], []
        for score in TESTED_SCORES:
            test = tested.get((better, worse, score)) or tested[worse, better, score]
            difference, (low, high) = test["difference"], test["difference_interval"]
            cells.append((difference, low, high) if test["first"] == better else (-difference, -high, -low))
            filled.append(test["p_holm"] < _ALPHA)
        rows.append(IntervalRow(f"{legible(better)} minus {legible(worse)}", cells, filled))
    file, title = f"paired_tests{tables.suffix}.png", "Differences on the same questions"
    axis = f"points of 100 (filled: p by Holm's method < {_ALPHA})"
    plot_intervals(folder / file, rows, _NAMES, axis=axis, title=title)
    cut = "" if few else f"; of {len(ranked)} runs the best beside the next {len(rows)}"
    return Picture(
        file,
        f"{title}, the run with the higher set accuracy first, with 95 % bootstrap intervals; filled points have a "
        f"p by Holm's method below {_ALPHA}{cut}",
    )


def _plot_groups(tables: QuestionTables, facet: str, folder: Path, ranked: Sequence[str]) -> Picture | None:
    if not (groups := tables.count(facet)):
        return None
    title, name = _PLOTS[facet]
    file = f"by_{facet}{tables.suffix}.png"
    best = ranked[:_MAX_PLOTTED]
    cells = {run: [tables.cell(run, facet, group) for group in groups] for run in tables.runs.scores if run in best}
    plot_scores_by_group(folder / file, cells, list(groups), group_name=name, title=title)
    cut = f"; of {len(ranked)} runs the {_MAX_PLOTTED} with the highest set accuracy, the others are in the table"
    return Picture(file, f"{title}, with 95 % bootstrap intervals{cut * (len(ranked) > _MAX_PLOTTED)}")
