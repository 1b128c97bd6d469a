"""The published results of CronQuestions (Saxena, Chakrabarti and Talukdar, ACL 2021): its Tables 5 and 6.

All are shares from 0 to 1, as printed, of the 30,000 test questions of the first release.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Published(NamedTuple):
    """A row of Table 5: hits at 1 of all questions, and of those for entities and for times; hits at 10 of all."""

    hits_at_1: float
    entity: float
    time: float
    hits_at_10: float | None


HITS: Mapping[str, Published] = {
    "BERT": Published(0.071, 0.077, 0.060, 0.213),
    "RoBERTa": Published(0.070, 0.082, 0.048, 0.202),
    "KnowBERT": Published(0.070, 0.081, 0.048, 0.201),
    "T5-3B": Published(0.081, 0.088, 0.067, None),
    "EmbedKGQA": Published(0.288, 0.411, 0.057, 0.672),
    "T-EaE-add": Published(0.278, 0.313, 0.213, 0.663),
    "T-EaE-replace": Published(0.288, 0.318, 0.231, 0.678),
    "CronKGQA": Published(0.647, 0.699, 0.549, 0.884),
}

HITS_AT_1_BY_KIND: Mapping[str, Mapping[str, float]] = {
    model: dict(zip(("before_after", "first_last", "time_join", "simple_entity", "simple_time"), values, strict=True))
    for model, values in {
        "EmbedKGQA": (0.199, 0.324, 0.223, 0.421, 0.087),
        "T-EaE-add": (0.256, 0.285, 0.175, 0.296, 0.321),
        "T-EaE-replace": (0.256, 0.288, 0.168, 0.318, 0.346),
        "CronKGQA": (0.288, 0.371, 0.511, 0.988, 0.985),
    }.items()
}
"""Table 6."""
