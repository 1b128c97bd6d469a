"""Whether an article mentions the bounds of a segment: whole dates, or, as published, their words anywhere."""

import re
from functools import cached_property

from temporal_qa.questions.time_qa.articles import AnnotatedSegment
from temporal_qa.questions.time_qa.specifiers import format_time
from temporal_qa.text.dates import find_dates
from temporal_qa.timeline import CalendarDate


class Mentions:
    """The dates of one article.

    As published, each word of a bound is looked for as a substring: "Mar" is in "Market".
    """

    def __init__(self, context: str, *, as_published: bool = False) -> None:
        self.context, self.as_published = context, as_published

    @cached_property
    def _numbers(self) -> set[str]:
        return set(re.findall(r"\b\d+\b", self.context))

    @cached_property
    def _months(self) -> set[tuple[int | None, int | None]]:
        return {date[:2] for date in find_dates(self.context.replace(" ,", ","))}  # released articles are tokenised

    def of(self, segment: AnnotatedSegment) -> bool:
        """Whether both bounds are mentioned; False where they are not known."""
        if segment.start is None or segment.end is None:
            return False
        bounds = (segment.start, segment.end)
        if self.as_published:
            return all(word in self.context for bound in bounds for word in format_time(bound).split())
        return all(map(self._is_mentioned, bounds))

    def _is_mentioned(self, bound: CalendarDate) -> bool:
        if str(bound.year) not in self._numbers:
            return False
        return bound.month is None or (bound.year, bound.month) in self._months
