"""Facts that do not go together: one fact with two spans, an office held by two at once.

Neither is left out of a build, since nobody knows which of the two is wrong; builds warn of them, and
``temporal-qa check`` lists them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline import Fact, chronological_order

CONTRADICTION, TWO_HOLDERS = "contradiction", "two_holders"


def conflicts(facts: Iterable[Fact]) -> Iterator[tuple[str, Fact, Fact]]:
    """The conflicts among the facts of one subject: what is wrong, an earlier fact, and the later one.

    ``contradiction``: two facts of one relation and object that overlap, start together or end together.
    ``two_holders``: an office of a single holder (``single_holder`` in ``relations.yaml``) that two objects hold at
    once. A month in which the earlier fact ends and the later one starts is a handover, and not an overlap. The same
    months stated twice are not a conflict. Of several conflicts of one kind of a later fact one is told.
    """
    by_object: defaultdict[tuple[str, str], list[Fact]] = defaultdict(list)
    by_office: defaultdict[str, list[Fact]] = defaultdict(list)
    relations = wordings().relations
    for fact in sorted(facts, key=chronological_order):
        by_object[fact.relation, fact.object].append(fact)
        if fact.relation in relations and relations[fact.relation].single_holder:
            by_office[fact.relation].append(fact)
    for same in by_object.values():
        last = same[0]  # the one that ends last
        for fact in same[1:]:
            together = fact.span.start == last.span.start or fact.span.end == last.span.end
            if fact.span != last.span and (together or _overlap(last, fact)):
                yield CONTRADICTION, last, fact
            last = max(last, fact, key=lambda one: (one.span.end, one.span.start))
    for terms in by_office.values():
        last, rival = terms[0], None  # of two holders the facts that end last
        for fact in terms[1:]:
            other = rival if fact.object == last.object else last
            if other is not None and _overlap(other, fact):
                yield TWO_HOLDERS, other, fact
            if fact.span.end > last.span.end:
                last, rival = fact, rival if fact.object == last.object else last
            elif fact.object != last.object and (rival is None or fact.span.end > rival.span.end):
                rival = fact


def _overlap(earlier: Fact, later: Fact) -> bool:
    return later.span.start < earlier.span.end
