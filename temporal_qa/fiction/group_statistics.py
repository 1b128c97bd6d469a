"""Statistics of groups of facts, to compare invented groups with real ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, quantiles

from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.questions.complex_tr.splits import choose_questions
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline.facts import Fact, FactGroup


@dataclass(frozen=True, slots=True)
class GroupStatistics:
    """How groups of facts look.

    Attributes:
        groups: how many there are.
        facts: the mean number of facts of a group.
        relations: the mean number of its relations.
        months: the quartiles of the months from a fact's start to its end.
        single_month: percent of facts that start and end in one month.
        overlap, touch, gap: of a relation's facts after its first, the percent that begin before the earlier ones have
            ended, in the month in which these end, and after at least one month between; the rest begin in the next.
        multi_answer: percent of questions with several answers, where the groups are asked in Complex-TR's mix.
    """

    groups: int
    facts: float
    relations: float
    months: tuple[float, float, float]
    single_month: float
    overlap: float
    touch: float
    gap: float
    multi_answer: float

    def cells(self) -> list[str]:
        """The figures as the cells of a table, see ``ROWS``."""
        quartiles = " ".join(f"{value:.0f}" for value in self.months)
        shares = (self.single_month, self.overlap, self.touch, self.gap, self.multi_answer)
        means = (self.facts, self.relations)
        return [f"{self.groups:,}", *(f"{x:.1f}" for x in means), quartiles, *(f"{s:.0f}" for s in shares)]


ROWS = (
    "groups", "facts a group", "relations a group", "months from start to end, quartiles", "% facts of one month",
    "% beginning before the earlier ones end", "% beginning in the month in which these end", "% beginning after a gap",
    "% questions with several answers",
)  # fmt: skip

WIKIDATA_SAMPLE = GroupStatistics(142, 4.6, 1.0, (12, 36, 71), 5.0, 11.0, 56.0, 25.0, 17.0)
"""142 real groups of one relation each: the facts of TempReason's contexts, as TimeBench distributes them. Their dates
are bare years, so many facts touch in a January."""

MEASURED_GROUPS = 500
"""How many groups of a world are measured for its card, whether or not they are asked about."""


def group_statistics(groups: Iterable[FactGroup]) -> GroupStatistics:
    """The statistics of some groups. Raises ``ValueError`` without a group."""
    members = list(groups)
    if not members:
        raise ValueError("no group, expected at least one")
    lengths = [fact.span.end - fact.span.start for group in members for fact in group.facts]
    begins: Counter[str] = Counter()
    for group in members:
        for relation in group.relations:
            begins.update(_begins([fact for fact in group.facts if fact.relation == relation]))
    several = [len(candidate.answers) > 1 for _, candidate in choose_questions(members, 0, Counter())]
    following = begins.total() or 1
    first, second, third = quantiles(lengths, method="inclusive")
    return GroupStatistics(
        groups=len(members),
        facts=mean(len(group.facts) for group in members),
        relations=mean(len(group.relations) for group in members),
        months=(first, second, third),
        single_month=100 * mean(length == 0 for length in lengths),
        overlap=100 * begins["overlap"] / following,
        touch=100 * begins["touch"] / following,
        gap=100 * begins["gap"] / following,
        multi_answer=100 * sum(several) / (len(several) or 1),
    )


def table_beside_wikidata(world: PseudoWorld) -> str:
    """The figures of the first groups of a world, beside those of real ones, in Markdown."""
    ours, real = group_statistics(_first_groups(world)), WIKIDATA_SAMPLE
    return markdown_table(["figure", "here", "Wikidata sample"], zip(ROWS, ours.cells(), real.cells(), strict=True))


def _first_groups(world: PseudoWorld) -> Iterator[FactGroup]:
    """``MEASURED_GROUPS``; fewer where they are large."""
    facts = 0
    for n in range(MEASURED_GROUPS):
        group = world.group(n, f"G{n}").group
        yield group
        facts += len(group.facts) ** 2  # the time for the statistics grows with the square
        if facts > 100_000:
            return


def _begins(facts: Sequence[Fact]) -> Iterable[str]:
    """How each fact after the first begins, seen from the latest end of those before it."""
    ended = facts[0].span.end
    for fact in facts[1:]:
        later = fact.span.start - ended
        yield "overlap" if later < 0 else "touch" if later == 0 else "next" if later == 1 else "gap"
        ended = max(ended, fact.span.end)
