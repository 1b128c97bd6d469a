"""Which of two lives is the shorter one, and when that is not asked; the numbered pairs are all that are decided."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from temporal_qa.questions.hieradate.deciding import DISPUTED, NOT_KNOWN, TIE, PairIndex, Undecided, decide
from temporal_qa.questions.hieradate.sample import RELATIONS
from temporal_qa.questions.hieradate.usable import usable_lives
from temporal_qa.timeline.dates import DATE_PARTS, CalendarDate
from temporal_qa.timeline.lives import Life


def life(name, start, end):
    return Life(name, name, "person", CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end))


FUSANI = life("Ermenegildo Fusani", "1751-02-10", "1823-06-15")  # 72-4-5, 26,422 days
BUCHANAN = life("Ben Buchanan", "1917-10-27", "1990-03-03")  # 72-4-4, 26,425 days
LATER = life("Ada Later", "1917-10-27", "1990-03-10")  # 72-4-11, 26,432 days


@pytest.mark.parametrize("lives", [(FUSANI, BUCHANAN), (BUCHANAN, FUSANI)])
def test_ages_that_days_contradict_are_not_compared(lives):
    with pytest.raises(Undecided, match=DISPUTED):
        decide(lives, "lifespan", "full_date")


def test_ages_that_days_confirm_are_compared():
    assert decide((FUSANI, LATER), "lifespan", "full_date") == ("day", 0)
    assert decide((LATER, FUSANI), "lifespan", "full_date") == ("day", 1)
    with pytest.raises(Undecided, match=TIE):
        decide((FUSANI, FUSANI), "lifespan", "full_date")


@pytest.mark.parametrize(
    ("name", "year", "reason"),
    [
        ("A" * 2000, "1900", "a name that a question cannot hold"),
        ("Ann", "10000", "a year that a paragraph cannot hold"),
    ],
)
def test_names_and_years_that_no_text_holds_are_left_out(name, year, reason):
    drops = Counter()
    assert usable_lives([life(name, year, year)], "all", drops) == []
    assert drops == {f"life: {reason}": 1}


# Few years, months and days, so that many dates share some parts.
DATES = st.none() | st.one_of(
    st.builds(CalendarDate, st.integers(-1, 3)),
    st.builds(CalendarDate, st.integers(-1, 3), st.integers(1, 3)),
    st.builds(CalendarDate, st.integers(-1, 3), st.integers(1, 3), st.integers(1, 3)),
)
LATER_YEARS = 5  # an end after every start


def numbered_life(place, start, end):
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
    lives = [numbered_life(place, *of_life) for place, of_life in enumerate(dates)]
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
