"""Hits and MRR of runs on CronQuestions, beside those of the paper (its Tables 5 and 6)."""

from typing import Any

from temporal_qa.questions.cron_questions.queries import KINDS
from temporal_qa.report.document import Table
from temporal_qa.report.question_tables import QuestionTables
from temporal_qa.scoring.ranked_answers import RANK_SCORES
from temporal_qa.scoring.reference.cron_questions import HITS, HITS_AT_1_BY_KIND
from temporal_qa.scoring.score_table import RANKS_NOTE, rank_cell

_PARTS = {"answer_type": ("entity", "time"), "answers": ("single", "multi")}


def rank_tables(tables: QuestionTables) -> list[Table]:
    """All scores of ranks, and hits at 1 by kind, type of answer and number of answers; none without ranked runs."""
    ranked = [run for run, scores in tables.runs.scores.items() if "hits_at_1" in scores]
    if not ranked:
        return []
    everything = list(range(len(tables.runs.questions)))

    def cell(run: str, score: str, places: list[int]) -> Any:
        return rank_cell(score, tables.mean(run, score, places)) if places else "-"

    by_kind, parts = tables.runs.members("kind"), {facet: tables.runs.members(facet) for facet in _PARTS}
    rows = [[run, *(cell(run, score, everything) for score in RANK_SCORES)] for run in ranked]
    rows += [
        [f"{model} (paper)", 100 * hits.hits_at_1, "-" if hits.hits_at_10 is None else 100 * hits.hits_at_10]
        + ["-"] * (len(RANK_SCORES) - 2) for model, hits in HITS.items()
    ]  # fmt: skip
    values = [(facet, value) for facet, named in _PARTS.items() for value in named]
    of_parts = [
        [run, cell(run, "hits_at_1", everything), *(cell(run, "hits_at_1", by_kind.get(kind, [])) for kind in KINDS)]
        + [cell(run, "hits_at_1", parts[facet].get(value, [])) for facet, value in values] for run in ranked
    ]  # fmt: skip
    for model, hits in HITS_AT_1_BY_KIND.items():
        total = HITS[model]
        shares = [total.hits_at_1, *(hits[kind] for kind in KINDS), total.entity, total.time]
        of_parts.append([f"{model} (paper)", *(100 * share for share in shares), "-", "-"])
    beside = "The paper's rows are of its own questions and graph, and have no intervals."
    header = ["run", "all", *(kind.replace("_", " ") for kind in KINDS), *(value for _, value in values)]
    return [
        Table(f"ranks{tables.suffix}", "Ranked answers", f"{RANKS_NOTE} {beside}", ["run", *RANK_SCORES], rows),
        Table(f"hits_by_kind{tables.suffix}", "Hits at 1 by kind and type of answer", beside, header, of_parts),
    ]
