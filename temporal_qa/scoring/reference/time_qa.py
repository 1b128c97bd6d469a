"""The metric released with TimeQA, one question at a time: exact match and token F1 of one predicted text, at best.

It is :func:`~.answer_sets.squad_scores`. SQuAD's normalisation alone decides: "The" and "." are empty, and so are
"no answer". An empty side scores 100 if both are empty, else 0. The released mean is over the predicted questions only;
missing ones do not count.
"""

from collections.abc import Sequence

from temporal_qa.scoring.matching import Matched

FACETS = ("mode", "length", "bounds_mentioned", "wording")
"""The facets of TimeQA beside those of all questions. Imported rows lack some of them."""


def is_time_qa(matched: Sequence[Matched]) -> bool:
    """Whether all questions are TimeQA's: they have a time specifier, as builds and ``temporal-qa import`` write it."""
    return bool(matched) and all("specifier" in row.question.facets for row in matched)


def predicted_text(row: Matched) -> str:
    """The one text that the released metric reads: of several answers, the first."""
    answers = row.prediction.answers
    return answers if isinstance(answers, str) else next(iter(answers), "")
