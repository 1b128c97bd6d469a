"""SQuAD exact match and token F1: the best pair of a predicted and a right answer of each question.

The formulas are in ``temporal_qa.scoring``, the interface for ``evaluate`` in ``temporal_qa.hub.metric_modules``.
"""

from temporal_qa.hub import metric_modules
from temporal_qa.scoring.token_f1 import token_f1

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each question, a list of answers, or one string: answers joined by `separator`, or the response of
        a chat model.
    references: the right answers, as lists or joined; an empty entry says that no answer is right.
    separator: what joins the answers of a string, " $and " by default. Lists are never split.
    normalization: "names" (default): case, punctuation, articles and white space do not count (see the card); "plain":
        punctuation and articles do.
    reading: "chat" (default): strings are read as `temporal-qa score` reads texts: thoughts, "Final answer:", boxes,
        JSON; "plain": they are only split. As published they always are.
    as_published: reproduce the metric released with Complex-TR, faults included (see the card).
    bootstrap: number of resamples for 95 % intervals; without it there are none.
    seed: of the bootstrap.
Returns:
    exact_match, token_f1: 0 to 100.
    n: number of questions.
    n_unanswerable: number of those without a right answer, if there are any; they score 100 if nothing is predicted,
        else 0.
    n_compared_plainly: number of questions whose right answers would fall together by name, if there are any.
    n_unread: number of strings in which no answer could be read, if there are any; they score 0.
    With `bootstrap`, also <score>_interval, [low, high], for each score.
Examples:
    >>> metric = evaluate.load("token_f1")
    >>> metric.compute(predictions=["the Tesla Motors"], references=[["Tesla", "SpaceX"]])
    {'exact_match': 0.0, 'token_f1': 66.66666666666667, 'n': 1}
"""


class TokenF1(metric_modules.AnswerMetric):
    """SQuAD exact match and token F1: the best pair of a predicted and a right answer of each question."""

    INPUTS_DESCRIPTION = _KWARGS_DESCRIPTION
    _scores = staticmethod(token_f1)
