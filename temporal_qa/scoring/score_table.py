"""A table of scores: all questions, then each value of each facet.

A facet is any column of one text, number or truth value. Facets are shown side by side, not crossed: ``level`` gives a
row for L2 and one for L3, ``hops`` a row for each number of hops, and so on, as in the paper's analysis.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from temporal_qa.io import InputError, counted, grouped
from temporal_qa.scoring.answer_columns import Scores
from temporal_qa.scoring.answer_scores import SCORES, answer_scores, scores_by_value
from temporal_qa.scoring.matching import Matched, facet_column
from temporal_qa.scoring.normalize import Normalization, fall_together, split_answers
from temporal_qa.scoring.ranked_answers import RANK_SCORES, RELEASED_RANK_SCORES, has_ids, rank_scores
from temporal_qa.scoring.reference.answer_sets import squad_scores
from temporal_qa.scoring.reference.time_qa import is_time_qa, predicted_text
from temporal_qa.scoring.significance import summarize
from temporal_qa.tables.markdown import Interval, markdown_table, with_decimals
from temporal_qa.timeline import ANSWER_SEPARATOR

ScoreRow: TypeAlias = dict[str, Any]
"""The mean scores of the questions that share one value of one facet (``all``: of all questions), as JSON has them.

Of the ``n`` questions, ``n_unanswerable`` have no right answer, ``n_missing`` no prediction, and the right answers of
``n_compared_plainly`` would fall together by name; these numbers are there if they are not 0. In ``unread`` responses
no answer could be read: wrong. Then come the :data:`~.ranked_answers.RANK_SCORES` where answers are ranked, those of
:data:`~.answer_scores.SCORES` that the metric has, ``<score>_interval`` of each where asked for, and how it was scored:
``normalization`` unless by name, and ``as_published``.
"""


def score_table(
    matched: Sequence[Matched],
    by: Sequence[str] = ("level", "hops"),
    *,
    scores: Mapping[str, Scores] | None = None,
    bootstrap: int | None = None,
    seed: int = 0,
    normalization: Normalization = "names",
    as_published: bool = False,
) -> list[ScoreRow]:
    """The row ``all``, then one row for each value of each facet in ``by``, values in natural order.

    If some questions have no right answer, they and the others have a row each, whatever ``by`` says.

    Args:
        matched: the questions with their predictions, see :func:`~.matching.match_predictions`.
        by: any facets that every question has, see :class:`~.matching.LabelledQuestion`.
        scores: the result of :func:`score_each`, if it was called before.
        bootstrap: number of resamples for 95 % intervals; without it there are none.
        seed: of the bootstrap.
        normalization: how names are compared, see :func:`~.set_accuracy.set_accuracy`.
        as_published: the released metric, faults included, for the whole table.

    Raises:
        InputError: no questions, or an unknown facet.
    """
    if not matched:
        raise InputError("no questions to score")
    by_name = normalization == "names" and not as_published
    marks = {
        "n_unanswerable": np.array([not row.question.references for row in matched]),
        "n_missing": np.array([row.prediction.missing for row in matched]),
        "n_compared_plainly": np.array([by_name and fall_together(row.question.references) for row in matched]),
        "unread": np.array([row.prediction.unread is not None for row in matched]),
    }
    how: dict[str, Any] = {} if normalization == "names" else {"normalization": normalization}
    clusters = clusters_of((row.id, row.question.seed) for row in matched)
    parts = facet_parts(matched, ["answerable", *by] if marks["n_unanswerable"].any() else by)
    of_each = score_each(matched, normalization=normalization, as_published=as_published) if scores is None else scores

    def row(facet: str, value: str, chosen: list[int]) -> ScoreRow:
        of_chosen = {name: values[chosen] for name, values in of_each.items()}
        seeds = None if clusters is None else [clusters[place] for place in chosen]
        counts = {name: int(marked[chosen].sum()) for name, marked in marks.items()}
        counts = {name: number for name, number in counts.items() if number or name == "unread"}
        means = summarize(of_chosen, bootstrap=bootstrap, seed=seed, clusters=seeds)
        about = {"facet": facet, "value": value, "n": len(chosen)}
        return about | counts | means | how | {"as_published": as_published}

    if bootstrap:
        from tqdm import tqdm

        return [row(*part) for part in tqdm(parts, desc="bootstrap", unit=" rows", delay=1, disable=None)]
    return [row(*part) for part in parts]


def facet_parts(matched: Sequence[Matched], facets: Iterable[str]) -> list[tuple[str, str, list[int]]]:
    """``all``, then each value of each facet in natural order, with the places of the questions that have it.

    Raises:
        InputError: as :func:`~.matching.facet_column`.
    """
    parts = [("all", "", list(range(len(matched))))]
    for facet in dict.fromkeys(facets):
        members = grouped((value, index) for index, value in enumerate(facet_column(matched, facet)))
        parts += [(facet, value, members[value]) for value in sorted(members, key=natural_order)]
    return parts


def clusters_of(ids_and_seeds: Iterable[tuple[str, str | None]]) -> list[str] | None:
    """What each question is a wording of, for intervals and tests; ``None`` where each is a question of its own.

    >>> clusters_of([("1", None), ("2", "1"), ("3", "1")])
    ['id 1', 'seed 1', 'seed 1']
    """
    known = list(ids_and_seeds)
    if all(seed is None for _, seed in known):
        return None
    return [f"id {identity}" if seed is None else f"seed {seed}" for identity, seed in known]


def score_each(
    matched: Sequence[Matched], *, normalization: Normalization = "names", as_published: bool = False
) -> dict[str, Scores]:
    """The scores of each question by the names of :data:`SCORES`, and of ``RANK_SCORES`` where answers are ranked.

    A prediction that is missing, or in which no answer could be read, scores 0, also where no answer is right. Dates
    and ages are compared by value, see :func:`~.answer_scores.scores_by_value`, unless as published. TimeQA's released
    metric has exact match and token F1 alone, that of CronQuestions ranks. Arguments as of :func:`score_table`.
    """
    references = [row.question.references for row in matched]
    if as_published and is_time_qa(matched):
        pairs = [squad_scores(predicted_text(row), row.question.references) for row in matched]
        scores = dict(zip(("exact_match", "token_f1"), np.array(pairs, np.float64).T, strict=True))
    elif as_published and has_ids(matched):
        of_ranks = rank_scores(matched, normalization)
        scores = {name: of_ranks[name] for name in RELEASED_RANK_SCORES}
    elif as_published:  # the released metric reads strings
        texts = [
            ANSWER_SEPARATOR.join(row.prediction.answers) if row.prediction.text is None else row.prediction.text
            for row in matched
        ]
        scores = answer_scores(texts, references, normalization=normalization, as_published=True)
    else:
        predictions = [split_answers(row.prediction.answers) for row in matched]
        columns: list[dict[str, str]] = [row.question.facets for row in matched]
        if any("answer_type" in of_row for of_row in columns):
            columns = [row.question.facets | {"question": row.question.question or ""} for row in matched]
        scores = scores_by_value(predictions, references, columns, normalization)
        scores = rank_scores(matched, normalization) | scores
    given = np.array([not row.prediction.missing and row.prediction.unread is None for row in matched])
    return {name: values * given for name, values in scores.items()}


def natural_order(value: str) -> tuple[bool, list[tuple[int, str]], str]:
    """Sort key: numbers by size, all else by the alphabet; but single before multi, and in-domain before future."""
    # Digits are compared as text, by length first: Python refuses to read a number of thousands of digits.
    parts = [
        (len(digits := part.lstrip("0")), digits) if part.isdecimal() else (-1, part)
        for part in re.split(r"(?<!\d\.)(?<!\d)(\d+)", value)  # the decimals of a number stay text
    ]
    return value in ("multi", "future"), parts, value


def score_report(rows: Sequence[ScoreRow]) -> str:
    """A table of scores under a line that names the metric.

    Raises:
        ValueError: rows of the released metric beside rows of ours; the two are not comparable.
    """
    if len({row["as_published"] for row in rows}) != 1:
        raise ValueError("expected rows that are all as published, or none")
    everything = rows[0]
    ranks, scores = ([name for name in names if name in everything] for names in (RANK_SCORES, SCORES))
    dataset = "Complex-TR" if "set_accuracy" in scores else "CronQuestions" if ranks else "TimeQA"
    title = f"Scores as published (the released {dataset} metric, faults included), 0 to 100."
    if not everything["as_published"]:
        title = "Scores, 0 to 100."
        if "normalization" in everything:
            title += " Names are compared plainly: punctuation and articles count in set accuracy and answer F1."
        if number := everything.get("n_compared_plainly"):
            which = counted(number, "question is", "questions are")
            title += f" {which} compared plainly: right answers differ only in punctuation or articles."
    parts = [title + end_of_title(everything)]
    if ranks:
        parts.append(RANKS_NOTE if scores else "Of hits, 1 of several right answers is enough; MRR is 0 to 1.")
        parts.append(facet_table(rows, [], ranks))
    if scores:
        parts.append(facet_table(rows, ["unread"], scores))
    return "\n\n".join(parts)


def end_of_title(everything: Mapping[str, Any]) -> str:
    """What a title says of questions without a prediction and of intervals, where the row of all questions has them."""
    number = everything.get("n_missing", 0)
    which = counted(number, "question has no prediction and counts", "questions have no prediction and count")
    has_intervals = any(name.endswith("_interval") for name in everything)
    missing = f" {which} as wrong." if number else ""
    return missing + (" In brackets: 95 % bootstrap intervals." if has_intervals else "")


RANKS_NOTE = (
    "Ranks of entities and years together; MRR is 0 to 1. As published, one of several right answers among the best is "
    "enough; filtered is the mean over all of them, each without the others. A set is the answers listed, or the best."
)


def facet_table(rows: Sequence[Mapping[str, Any]], counts: Sequence[str], scores: Sequence[str]) -> str:
    """A table in Markdown of these counts and scores, and of the intervals that the rows have."""
    first = ["facet", "value", "n", *counts]
    cells = [[*(row[name] for name in first), *(score_cell(row, name) for name in scores)] for row in rows]
    return markdown_table([*first, *scores], cells)


def score_cell(row: Mapping[str, Any], name: str) -> str | float | Interval:
    """The cell of a mean score with its interval, if the row has one; "-" where the score is not defined."""
    mean, interval = row[name], row.get(f"{name}_interval")
    return "-" if mean is None else rank_cell(name, mean if interval is None else (mean, *interval))


def rank_cell(name: str, cell: float | Interval) -> str | float | Interval:
    """A cell as it is; a mean reciprocal rank with three decimals, being at most 1."""
    return with_decimals(cell, 3) if name.endswith("mrr") else cell
