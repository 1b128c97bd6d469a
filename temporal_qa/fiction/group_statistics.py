"""Statistics of groups of facts, to compare invented groups with real ones."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from statistics import mean, quantiles

from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.io import grouped
from temporal_qa.questions.complex_tr.splits import choose_questions
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline import Fact, FactGroup

WIKIDATA_SAMPLE = {
    "groups": "142",
    "facts a group": "4.6",
    "relations a group": "1.0",
    "months from start to end, quartiles": "12 36 71",
    "% facts of one month": "5",
    "% beginning before the earlier ones end": "11",
    "% beginning in the month in which these end": "56",
    "% beginning after a gap": "25",
    "% questions with several answers": "17",
}
"""142 real groups of one relation each: the facts of TempReason's contexts, as TimeBench distributes them. Their dates
are bare years, so many facts touch in a January."""

MEASURED_GROUPS = 500
"""How many groups of a world are measured for its card, whether or not they are asked about."""


def group_statistics(groups: Iterable[FactGroup]) -> dict[str, str]:
    """How some groups, at least one, look: the figures of ``WIKIDATA_SAMPLE``.

    How facts begin is counted over the facts of a relation after its first; the rest begin in the month after the
    earlier ones end. The questions are those of Complex-TR's mix about these groups.
    """
    members = list(groups)
    lengths = [fact.span.end - fact.span.start for group in members for fact in group.facts]
    of_relations = (grouped((fact.relation, fact) for fact in group.facts).values() for group in members)
    begins = Counter(how for of_group in of_relations for facts in of_group for how in _begins(facts))
    several = [len(candidate.answers) > 1 for _, candidate in choose_questions(members, 0, Counter())]
    following = begins.total() or 1
    figures = (
        f"{len(members):,}",
        f"{mean(len(group.facts) for group in members):.1f}",
        f"{mean(len(group.relations) for group in members):.1f}",
        " ".join(f"{months:.0f}" for months in quantiles(lengths, method="inclusive")),
        f"{100 * mean(length == 0 for length in lengths):.0f}",
        *(f"{100 * begins[how] / following:.0f}" for how in ("overlap", "touch", "gap")),
        f"{100 * sum(several) / (len(several) or 1):.0f}",
    )
    return dict(zip(WIKIDATA_SAMPLE, figures, strict=True))


def table_beside_wikidata(world: PseudoWorld) -> str:
    """The figures of the first groups of a world, beside those of real ones, in Markdown."""
    ours = group_statistics(_first_groups(world))
    rows = [[figure, ours[figure], real] for figure, real in WIKIDATA_SAMPLE.items()]
    return markdown_table(["figure", "here", "Wikidata sample"], rows)


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
    for fact, ended in zip(facts[1:], accumulate((fact.span.end for fact in facts), max), strict=False):
        later = fact.span.start - ended
        yield "overlap" if later < 0 else "touch" if later == 0 else "next" if later == 1 else "gap"
