"""Date probes: answers to questions about dates and ages, by value, and whether a sample's answers hold together.

The formulas are in ``temporal_qa.scoring``, the interface for ``evaluate`` in ``temporal_qa.hub.metric_modules``.
"""

from temporal_qa.hub import metric_modules

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each question a text; of an age also a mapping of year, month, day; None where there is none.
    references: the right answer of each, a text.
    answer_types: what each asks for: "entity", "date", "age" or "yes_no"; by default read from the right answer.
    samples, tasks: the sample of each question, and its task: "main", "extraction", "reasoning" or "robustness".
    as_published: the evaluation released with HieraDate, under its own names, faults included (see the card).
    bootstrap: number of resamples for 95 % intervals; without it there are none.
    seed: of the bootstrap.
Returns:
    accuracy: by value, 0 to 100; exact_match, token_f1: of the texts, None for ages.
    n, coverage: number of questions, and share of answers that could be read, 0 to 1.
    ages: n, accuracy, age_year, age_month, age_day, age_error_days, age_smape, age_mase; if there are ages.
    samples: n, all_right, right_for_wrong_reason, before_after_consistent, flip_consistent, n_defined; if given.
    With `bootstrap`, also <score>_interval, [low, high], for each score.
Examples:
    >>> metric = evaluate.load("date_probes")
    >>> metric.compute(predictions=["4 July 2001", "1910"], references=["July 4, 2001", "3 September 1910"])["accuracy"]
    50.0
"""


class DateProbes(metric_modules.ProbeMetric):
    """Date probes: answers to questions about dates and ages, by value, and whether a sample's answers hold
    together.
    """

    INPUTS_DESCRIPTION = _KWARGS_DESCRIPTION
