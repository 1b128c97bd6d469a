"""Hits at k and MRR of ranked answers, entities and years together, as CronQuestions counts them and filtered.

As released (Saxena et al., ACL 2021, section 5): 1 where any right answer is among the best k, so that a question with
20 right answers is easy. Filtered: the mean over the right answers, each ranked without the others. The best right
answer has the same rank in both, so both follow from the filtered ranks.
"""

from collections.abc import Sequence
from functools import cache, partial

from temporal_qa.scoring.answer_columns import Scores
from temporal_qa.scoring.answer_ranks import Several, answer_ranks, by_question
from temporal_qa.scoring.hits_at_k import hits_at_k
from temporal_qa.scoring.matching import Matched
from temporal_qa.scoring.mean_reciprocal_rank import reciprocal_ranks
from temporal_qa.scoring.normalize import Normalization, row_form, split_answers

RELEASED_RANK_SCORES = ("hits_at_1", "hits_at_10", "mrr")
RANK_SCORES = (*RELEASED_RANK_SCORES, *(f"filtered_{name}" for name in RELEASED_RANK_SCORES))
"""The names of the scores: hits from 0 to 100, MRR from 0 to 1."""

_SCORES = (partial(hits_at_k, k=1), partial(hits_at_k, k=10), reciprocal_ranks)


def has_ids(matched: Sequence[Matched]) -> bool:
    """Whether all questions are about a graph: the ids of their answers are known."""
    return bool(matched) and all(row.question.answer_ids is not None for row in matched)


def rank_scores(matched: Sequence[Matched], normalization: Normalization = "names") -> dict[str, Scores]:
    """The :data:`RANK_SCORES` of each question; none unless some prediction is ranked, or all have ``answer_ids``.

    Candidates are names or ids. Where one is written as a right answer, others of its form are not that answer, such as
    "ann" beside "Ann". Answers that a prediction only lists count in their order. With the scores of the
    candidates, ties count against the right answer. A right answer that is not among the candidates scores 0, as does
    a question without a right answer.

    Args:
        matched: the questions with their predictions.
        normalization: how names are compared; ids are compared as they are.
    """
    if not has_ids(matched) and all(row.prediction.ranked is None for row in matched):
        return {}
    right = [[*_places(row.question.answer_ids or row.question.references).values()] or [0] for row in matched]
    found = answer_ranks([_candidates(row, normalization) for row in matched], right)
    how: tuple[Several, ...] = ("any", "each")
    values = [by_question(score(found.ranks), found.question, several) for several in how for score in _SCORES]
    return dict(zip(RANK_SCORES, values, strict=True))


def _candidates(row: Matched, normalization: Normalization) -> list[int] | dict[int, float]:
    """The candidates, perhaps with scores: the place of a right answer, or a number of its own for each wrong one."""
    question, prediction = row.question, row.prediction
    form = cache(row_form(question.references, normalization=normalization))
    named = split_answers(prediction.answers) if prediction.ranked is None else prediction.ranked
    written = _places(question.references)
    forms = {form(name): place for name, place in written.items() if name not in named}
    known = written | _places(question.answer_ids or ())
    beyond = len(question.references) + 1
    places = [known.get(name, forms.get(form(name), beyond + place)) for place, name in enumerate(named)]
    if prediction.candidate_scores is None:
        return list(dict.fromkeys(places))
    return dict(zip(reversed(places), reversed(prediction.candidate_scores), strict=True))  # the best of two stays


def _places(answers: Sequence[str]) -> dict[str, int]:
    return {answer: place for place, answer in enumerate(answers)}
