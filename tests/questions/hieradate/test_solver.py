"""The solver: the paper's own samples, what is too coarse to decide, and every question that the synthesis makes."""

import random

import pytest

from temporal_qa.questions.hieradate.deciding import Undecided
from temporal_qa.questions.hieradate.drawn_samples import draw_main_question
from temporal_qa.questions.hieradate.paragraphs import write_paragraph
from temporal_qa.questions.hieradate.sample import RELATIONS, Version
from temporal_qa.questions.hieradate.sample_files import wrong_label
from temporal_qa.questions.hieradate.solver import _ages, solve_life_question
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, build_sample
from temporal_qa.questions.unsolved import Unanswerable, Unparsable, Unsolved
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.days import date_of_day, day_number
from temporal_qa.timeline.lives import Life

DASH = "\N{EN DASH}"
CONTEXT = "\n".join(
    [
        f"Maceo Anderson: Maceo Anderson (September 3, 1910 {DASH} July 4, 2001 in Los Angeles) danced.",
        f"Jacek: Jacek (9 April 1927 {DASH} 21 February 2010) was a pioneer.",
        f"Willem van Haecht: Willem van Haecht (1593 {DASH} 12 July 1637) was a painter.",
        f"Sam Roe (actor): Sam Roe (1900 {DASH} 1950) was an actor.",
        f"Lou Poe: Lou Poe (1901 {DASH} 1952) was an actor.",
        f"Lee Moe: Lee Moe (1901 {DASH} 1954) was an actor.",
        "Ann Doe: Ann Doe (born May 1900) was an actor.",
        f"Bob and Co or Sons: Bob and Co or Sons (3 May 1900 {DASH} 4 May 1900) was a shop.",
        f"Twin: Twin (1 May 1800 {DASH} 2 May 1850) was a twin.",
        f"Twin: Twin (1 May 1800 {DASH} 2 May 1860) was another twin.",
        f"the life of Rye: the life of Rye (1900 {DASH} 2 May 1950) was a name.",
        f"St.  John: St.  John (1800 {DASH} 1850) was a priest.",
        f"St-John: St-John (1801 {DASH} 1870) was a poet.",
        f"Leap: Leap (29 February 45 BC {DASH} 28 February 30 AD) lived across the era.",
    ]
)


@pytest.mark.parametrize(
    ("question", "answer", "value"),
    [
        ("Who lived longer, Maceo Anderson or Jacek?", "Maceo Anderson", "Maceo Anderson"),
        ("Who lived shorter, Maceo Anderson or Jacek?", "Jacek", "Jacek"),
        ("When was Maceo Anderson born?", "September 3, 1910", "1910-09-03"),
        ("What's the date of death of Jacek?", "21 February 2010", "2010-02-21"),
        ("When did the life of Jacek end?", "21 February 2010", "2010-02-21"),
        ("When did the life of Rye die?", "2 May 1950", "1950-05-02"),
        ("How old was Maceo Anderson when they died?", "90 years, 10 months and 1 day", "90-10-1"),
        ("How old was Jacek when they died?", "82 years, 10 months and 12 days", "82-10-12"),
        ("How old was Sam Roe when they died?", "50", "50"),
        ("How old was Leap when they died?", "74 years, 0 months and 0 days", "74-0-0"),
        (
            "Is a 90-year-10-month-1-day-old person older than a 82-year-10-month-12-day-old person?",
            "yes",
            "yes",
        ),
        ("Is a 90-year-old person younger than a 82-year-old person?", "no", "no"),
        ("Does February 22, 1732 come before 1718?", "no", "no"),
        ("Does February 22, 1732 come after 1718?", "yes", "yes"),
        ("Does May 09, 1991 come before May 1992?", "yes", "yes"),
        ("Which painter died first, Willem van Haecht or Jacek?", "Willem van Haecht", "Willem van Haecht"),
        ("Who is older out of the painter Willem van Haecht and Jacek?", *["Willem van Haecht"] * 2),
        ("Was Jacek or Bob and Co or Sons born first?", *["Bob and Co or Sons"] * 2),
        ("Who was born first out of Bob and Co or Sons and Jacek?", *["Bob and Co or Sons"] * 2),
        ("Who lived longer, Lee Moe or Sam Roe?", "Lee Moe", "Lee Moe"),
        ("Who lived longer, St.  John or St-John?", "St-John", "St-John"),
        ("Who was born first, St.  John or St-John?", "St.  John", "St.  John"),
    ],
)
def test_the_text_answers(question: str, answer: str, value: str) -> None:
    solution = solve_life_question(question, CONTEXT)
    assert (solution.answers, solution.value) == ([answer], value)


@pytest.mark.parametrize(
    ("question", "error", "reason"),
    [
        ("Who lived longer, Lou Poe or Sam Roe?", Unanswerable, "too coarse"),  # 51 and 50 years, or the reverse
        ("Who was born first, Ann Doe or Sam Roe?", Unanswerable, "too coarse"),
        ("Does May 1900 come before 3 May 1900?", Unanswerable, "too coarse"),
        ("Does May 3, 1900 come before 3 May 1900?", Unanswerable, "equal"),
        ("How old was Willem van Haecht when they died?", Unanswerable, "too coarse for an age"),
        ("How old was Ann Doe when they died?", Unanswerable, "does not state the date of death"),
        ("Who lived longer, Jacek or Ann Doe?", Unanswerable, "'Ann Doe' does not state the date of death"),
        ("When was Somebody Else born?", Unanswerable, "no paragraph is about 'Somebody Else'"),
        ("When was Twin born?", Unparsable, "2 paragraphs are about 'Twin'"),
        ("Who was born first, Jacek or Jacek?", Unparsable, "one paragraph"),
        ("Is a 90-year-old person younger than a 90-year-old person?", Unanswerable, "do not differ"),
        ("Is a 90-year-old person younger than a 82-year-10-month-12-day-old person?", Unanswerable, "coarser"),
        ("Does Easter come before Christmas?", Unparsable, "'Easter' is not a date"),
        ("Who is taller, Jacek or Lou Poe?", Unparsable, "in no known wording"),
        ("Who was born first, " + "a or " * 5000 + "b?", Unparsable, "more than 1,000 letters"),
    ],
)
def test_what_does_not_decide_is_refused(question: str, error: type[Unsolved], reason: str) -> None:
    with pytest.raises(error, match=reason):
        solve_life_question(question, CONTEXT)


@pytest.mark.parametrize(
    ("question", "label", "same"),
    [
        ("When was Jacek born?", "April 09, 1927", True),
        ("When was Jacek born?", "1927-04-09", True),
        ("When was Jacek born?", "April 1927", False),
        ("How old was Jacek when they died?", "82-10-12", True),
        ("How old was Jacek when they died?", "82 years 10 months 12 days", True),
        ("How old was Jacek when they died?", '{"year": 82, "month": 10, "day": 12}', True),
        ("How old was Jacek when they died?", "82 years", False),
        ("How old was Jacek when they died?", "", False),
        ("Who was born first, Jacek or Maceo Anderson?", "Maceo Anderson", True),
        ("Who was born first, Jacek or Maceo Anderson?", "Mr. Maceo H. Anderson", True),
        ("Who was born first, Jacek or Maceo Anderson?", "Jacek", False),
        ("Who was born first, Jacek or Maceo Anderson?", "neither", False),
    ],
)
def test_a_label_may_have_another_form(question: str, label: str, same: bool) -> None:
    assert solve_life_question(question, CONTEXT).is_meant_by(label) is same


# Names with words and numbers that mean something elsewhere.
NAMES = ("Max Born", "Ruth Dies", "Club 1905", "Sons or Daughters", "Henry IV: Part 2", "Sam (actor)", "Founded Hope")


@pytest.mark.parametrize("version", ["full_date", "year_only"])
@pytest.mark.parametrize("life_type", ["person", "organisation"])
def test_every_question_that_is_made_is_answered(version: Version, life_type: str) -> None:
    rng = random.Random(f"{version}/{life_type}")
    asked = 0
    for number in range(200):
        names = rng.sample(NAMES, 2)
        lives = _random_life(rng, f"{names[0]} I", life_type), _random_life(rng, f"{names[1]} II", life_type)
        relation = rng.choice(RELATIONS)
        options = DrawOptions(number, version, states_age=True, invent=True)
        (first, written_first, _), (second, written_second, _) = (write_paragraph(life, options) for life in lives)
        extreme, question, opposite = draw_main_question(lives, relation, "all", rng)
        comparison = Comparison(
            f"s{number}", lives, relation, extreme, question, opposite, (written_first, written_second), (second, first)
        )
        try:
            sample = build_sample(comparison, rng, DrawOptions(version=version))
        except Undecided:
            continue
        assert wrong_label(sample) is None
        asked += 1
    assert asked > 150


@pytest.mark.parametrize("year", [1900, 1999, 2000, 2004])
def test_the_last_day_of_february_is_one_day_before_march(year):
    least, greatest = _ages(CalendarDate(year, 2), CalendarDate(year, 3))
    assert (least, greatest) == ((0, 0, 1), (0, 1, 30))


def _random_life(rng: random.Random, name: str, life_type: str) -> Life:
    start = rng.randint(day_number(rng.choice((-300, 300, 1500, 1900)), 1, 1), day_number(1950, 1, 1))
    born, died = date_of_day(start), date_of_day(start + rng.randint(800, 40_000))
    if rng.random() < 0.1:
        born = CalendarDate(born.year, born.month if rng.random() < 0.5 else None)
    return Life(name, name, life_type, born, died)
