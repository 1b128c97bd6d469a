"""The numbered pairs are all pairs that a comparison of every two lives finds, each once."""

from collections import Counter
from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from temporal_qa.questions.hieradate.deciding import DISPUTED, NOT_KNOWN, Undecided, decide
from temporal_qa.questions.hieradate.pairs import PairIndex
from temporal_qa.questions.hieradate.sample import RELATIONS
from temporal_qa.timeline.dates import DATE_PARTS, CalendarDate
from temporal_qa.timeline.lives import Life

# Few years, months and days, so that many dates share some parts.
DATES = st.none() | st.one_of(
    st.builds(CalendarDate, st.integers(-1, 3)),
    st.builds(CalendarDate, st.integers(-1, 3), st.integers(1, 3)),
    st.builds(CalendarDate, st.integers(-1, 3), st.integers(1, 3), st.integers(1, 3)),
)
LATER_YEARS = 5  # an end after every start


def life(place, start, end):
    end = end and CalendarDate(end.year + LATER_YEARS, end.month, end.day)
    return Life(f"{place}", f"Life {place}", "person", start, end)


DISPUTED_LIVES = [
    (CalendarDate(0, 3, 2), CalendarDate(0, 2, 1)),
    (CalendarDate(3, 2, 1), CalendarDate(3, 1, 1)),
]


@example(DISPUTED_LIVES, "lifespan", "full_date")
@given(st.lists(st.tuples(DATES, DATES), max_size=12), st.sampled_from(RELATIONS),
       st.sampled_from(["full_date", "year_only"]))  # fmt: skip
def test_every_pair_that_the_dates_decide_has_one_number(dates, relation, version):
    lives = [life(place, *of_life) for place, of_life in enumerate(dates)]
    decided, disputed, undecided = set(), set(), Counter()
    for two in combinations(lives, 2):
        try:
            part, least = decide(two, relation, version)
        except Undecided as reason:
            undecided[str(reason)] += 1
            if str(reason) == DISPUTED:  # the index numbers these, too; who draws one takes another
                disputed.add(frozenset(each.id for each in two))
        else:
            decided.add((part, two[1 - least].id, two[least].id))

    index = PairIndex(lives, relation, version)
    numbered = [(part, *(each.id for each in index.pair(part, number)))
                for part in DATE_PARTS for number in range(index.counts[part])]  # fmt: skip
    assert len(numbered) == len(set(numbered)) == len(decided) + len(disputed)
    assert {pair for pair in numbered if frozenset(pair[1:]) not in disputed} == decided
    if relation != "lifespan" or version == "year_only":  # lives without an age are not among the pairs
        del undecided[NOT_KNOWN], undecided[DISPUTED]
        assert index.undecided == +undecided
