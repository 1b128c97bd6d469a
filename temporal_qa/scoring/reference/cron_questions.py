"""The published results of CronQuestions (Saxena, Chakrabarti and Talukdar, ACL 2021): its Tables 5 and 6.

All are shares from 0 to 1, as printed, of the 30,000 test questions of the first release.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Published(NamedTuple):
    """A row of Table 5: the share of all questions, and of its four parts."""

    overall: float
    complex: float
    simple: float
    entity: float
    time: float


HITS_AT_1: Mapping[str, Published] = {
    "BERT": Published(0.071, 0.086, 0.052, 0.077, 0.060),
    "RoBERTa": Published(0.070, 0.086, 0.050, 0.082, 0.048),
    "KnowBERT": Published(0.070, 0.083, 0.051, 0.081, 0.048),
    "T5-3B": Published(0.081, 0.073, 0.091, 0.088, 0.067),
    "EmbedKGQA": Published(0.288, 0.286, 0.290, 0.411, 0.057),
    "T-EaE-add": Published(0.278, 0.257, 0.306, 0.313, 0.213),
    "T-EaE-replace": Published(0.288, 0.257, 0.329, 0.318, 0.231),
    "CronKGQA": Published(0.647, 0.392, 0.987, 0.699, 0.549),
}

HITS_AT_10: Mapping[str, Published] = {
    "BERT": Published(0.213, 0.205, 0.225, 0.192, 0.253),
    "RoBERTa": Published(0.202, 0.192, 0.215, 0.186, 0.231),
    "KnowBERT": Published(0.201, 0.189, 0.217, 0.185, 0.230),
    "EmbedKGQA": Published(0.672, 0.632, 0.725, 0.850, 0.341),
    "T-EaE-add": Published(0.663, 0.614, 0.729, 0.662, 0.665),
    "T-EaE-replace": Published(0.678, 0.623, 0.753, 0.668, 0.698),
    "CronKGQA": Published(0.884, 0.802, 0.992, 0.898, 0.857),
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
