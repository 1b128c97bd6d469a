"""Set accuracy: the share of questions whose set of predicted answers equals the set of right answers.

The formulas are in ``temporal_qa.scoring``, the interface for ``evaluate`` in ``temporal_qa.hub.metric_modules``.
"""

from temporal_qa.hub import metric_modules
from temporal_qa.scoring.set_accuracy import set_accuracy

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
    set_accuracy: 0 to 100.
    n: number of questions.
    n_unanswerable: number of those without a right answer, if there are any; they score 100 if nothing is predicted,
        else 0.
    n_compared_plainly: number of questions whose right answers would fall together by name, if there are any.
    n_unread: number of strings in which no answer could be read, if there are any; they score 0.
    With `bootstrap`, also <score>_interval, [low, high], for each score.
Examples:
    >>> metric = evaluate.load("set_accuracy")
    >>> metric.compute(predictions=[["SpaceX", "Tesla"], ["Tesla"]], references=[["Tesla", "SpaceX"]] * 2)
    {'set_accuracy': 50.0, 'n': 2}
"""


class SetAccuracy(metric_modules.AnswerMetric):
    """Set accuracy: the share of questions whose set of predicted answers equals the set of right answers."""

    INPUTS_DESCRIPTION = _KWARGS_DESCRIPTION

    @staticmethod
    def _scores(predictions, references, **how):
        return {"set_accuracy": set_accuracy(predictions, references, **how)}
