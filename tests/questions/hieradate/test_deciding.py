"""Which of two lives is the shorter one, and when that is not asked."""

from collections import Counter

import pytest

from temporal_qa.questions.hieradate.deciding import DISPUTED, TIE, Undecided, decide
from temporal_qa.questions.hieradate.usable import usable_lives
from temporal_qa.timeline.dates import CalendarDate
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
