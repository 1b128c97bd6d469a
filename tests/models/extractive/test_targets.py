"""Ages between two dates of a text: which pairs are right, and which one has the best score."""

import pytest

from temporal_qa.models.extractive.words import CLASSES, Vocabulary, age_pairs, best_age, date_words
from temporal_qa.timeline.ages import Age

YEARS, AGE = CLASSES.index("years"), CLASSES.index("age")
TEXT = "Born 29 February 1904, 31 February 1905, 1910; died 1 March 1905 and 1904-03-01."
WORDS = Vocabulary([]).words(TEXT)
DATES = date_words(TEXT, WORDS)
BORN, YEAR, DIED, DIED_EARLIER = (date.word for date in DATES)


def test_the_dates_of_the_calendar_are_found_with_their_first_words():
    first = [TEXT[start:end] for start, end in (WORDS.spans[date.word] for date in DATES)]
    assert first == ["29", "1910", "1", "1904"]
    assert [str(date.date) for date in DATES] == ["29 February 1904", "1910", "1 March 1905", "1 March 1904"]


@pytest.mark.parametrize(
    ("kind", "age", "pairs"),
    [
        (AGE, Age(1, 0, 1), [(BORN, DIED)]),
        (AGE, Age(0, 0, 1), [(BORN, DIED_EARLIER)]),
        (AGE, Age(6, 0, 0), []),  # 1910 alone says no day
        (YEARS, Age(6, 0, 0), [(BORN, YEAR), (DIED_EARLIER, YEAR)]),
        (YEARS, Age(5, 0, 0), [(DIED, YEAR)]),
    ],
)
def test_the_pairs_of_an_age(kind, age, pairs):
    assert age_pairs(DATES, kind, age) == pairs


def test_the_best_pair_that_has_an_age_answers():
    starts, ends = [0.0] * len(WORDS.ids), [0.0] * len(WORDS.ids)
    starts[YEAR] = ends[YEAR] = 5.0  # would be the best two, but is one date without a day
    starts[BORN], ends[DIED], ends[DIED_EARLIER] = 3.0, 1.0, 2.0
    assert best_age(DATES, AGE, starts, ends) == Age(0, 0, 1)
    assert best_age(DATES, YEARS, starts, ends) == Age(6, 0, 0)
    assert best_age(DATES[1:2], AGE, starts, ends) is None
    assert best_age([], YEARS, starts, ends) is None
