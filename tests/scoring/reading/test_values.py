"""Dates and ages in another written form count, in score and in harnesses; not in names, and not as published."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from temporal_qa.io.row import Row
from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.reading.values import as_right_answers
from temporal_qa.scoring.score_table import score_each

AGE = "90 years, 10 months and 1 day"
DAY = "On which weekday does May 9, 1991 fall?"
LATER = "Which is later, May 1, 1990 or May 2, 1990?"


@pytest.mark.parametrize(
    ("answer_type", "right", "value", "predicted", "score"),
    [
        ("date", "July 4, 2001", "2001-07-04", "4 July 2001", 100),
        ("date", "July 4, 2001", None, "2001-07-04", 100),
        ("date", "Wednesday, July 4, 2001", "2001-07-04", "2001-07-04", 100),
        ("date", "Wednesday, July 4, 2001", "2001-07-04", "Wed, 4 July 2001", 100),
        ("date", "Wednesday, July 4, 2001", "2001-07-04", "Friday, 4 July 2001", 0),
        ("date", "July 4, 2001", None, "the 4th of July, 2001", 100),
        ("date", "04/07/2001", "2001-07-04", "4 July 2001", 100),
        ("date", "04/07/2001", "2001-07-04", "4/7/2001", 100),
        ("date", "04/07/2001", "2001-04-07", "4/7/2001", 100),
        ("date", "04/07/2001", "2001-04-07", "7/4/2001", 0),
        ("date", "July 4, 2001", None, "July 2001", 0),
        ("date", "2001", "2001", "July 4, 2001", 0),
        ("date", "November 1400", "1400-11", "It is 1400-11.", 100),
        ("date", "November 1400", "1400-11", "It is not 1400-11.", 0),
        ("date", "1400", "1400", "It is 1400-11.", 0),
        ("date", "44 BC", "-0043", "44 BCE", 100),
        ("date", "44 BC", "-0043", "44", 0),
        ("age", AGE, "90-10-1", "90-year-10-month-1-day", 100),
        ("age", AGE, "90-10-1", "90 years", 0),
        ("age", "90", "90", "90 years", 100),
        ("number", "413", "413", "There are a total of 413 full calendar months.", 100),
        ("number", "413", "413", "So we have 413 months.", 100),
        ("number", "413", "413", "So we have 412 months.", 0),
        ("entity", "July 4, 2001", None, "4 July 2001", 0),
        (None, "July 4, 2001", None, "4 July 2001", 0),
    ],
)
def test_the_value_counts_where_the_row_says_what_it_is(
    answer_type: str | None, right: str, value: str | None, predicted: str, score: int
) -> None:
    columns = {"id": "1", "question": "?", "answers": [right], "answer_type": answer_type, "answer_value": value}
    assert score_answer_text(columns, f"Final Answer: {predicted}")["set_accuracy"] == score
    matched = match_predictions(
        [Row(1, columns, "q.jsonl")], [Row(1, {"id": "1", "answers": [predicted]}, "p.jsonl")], "q.jsonl", "p.jsonl"
    )
    scores = score_each(matched)
    assert (scores["set_accuracy"][0], scores["answer_f1"][0]) == (score, score)
    assert score_each(matched, as_published=True)["set_accuracy"][0] == 0


@pytest.mark.parametrize(
    ("kind", "right", "question", "text", "score"),
    [
        ("date", "July 4, 1990", "When did Ann Lee die?", "Born on May 5, 1901, she died on July 4, 1990.", 100),
        ("date", "July 4, 1990", "When did Ann Lee die?", "- Born: May 5, 1901\n- Died: July 4, 1990", 100),
        ("date", "July 4, 1990", "When did Ann Lee die?", "- Born: July 4, 1990\n- Died: May 5, 1999", 0),
        ("date", "July 4, 1990", "When did Ann Lee die?", "Ann Lee (1901\u20131990) died on July 4, 1990.", 100),
        ("date", "July 4, 1990", "When did Ann Lee die?", "She died on July 4, 1990. It was in 1991.", 0),
        ("date", "July 4, 1990", "When did Ann Lee die?", "July 4, 1990, says one source", 0),
        (
            "date", "July 4, 1990", "When did Ann Lee die?",
            "Ann Lee died on July 4, 1990, while Bob Ray died on May 5, 1999.", 100,
        ),
        (
            "date", "July 4, 1990", "When did Ann Lee die?",
            "Ann Lee died on May 5, 1999, while Bob Ray died on July 4, 1990.", 0,
        ),
        ("age", "3 years, 2 months", "How old?", "To May: 3 years\nTo June: 2 months\nTotal: 3 years, 2 months", 100),
        ("order", "1901; 1990", "Sort 1990; 1901.", "Sorting 1990; 1901 gives:\n1901; 1990", 100),
        ("order", "1901/05/04; 1990/07/02", "Sort these.", "1901/05/04, 1990/07/02", 100),
        ("order", "1901/05/04; 1990/07/02", "Sort these.", "1990/07/02, 1901/05/04", 0),
        ("number", "1538", "How many days?", "1538. This is 4 years and 77 days.", 100),
        ("age", "71 years", "How old was Ann Lee?", "She was 71 years old; Bob Ray was 80 years old.", 100),
        ("age", "71 years", "How old was Ann Lee?", "She was 80 years old; Bob Ray was 71 years old.", 0),
        ("time", "2003", "When did Ann first play for Ajax?", "She joined it in 2003 and left in 2004.", 100),
        ("time", "2003", "When did Ann first play for Ajax?", "She left Ajax in 2003.", 0),
        ("time", "2003", "When did Ann first play for Ajax?", "In 2003, two years after Hull City (2001).", 100),
        ("time", "2003", "When did Ann first play for Ajax?", "In 2003, after the Hull Cup (2001).", 100),
        ("time", "2003", "When was it won?", "It was won in 2003, by Ann Lee.", 100),
        ("time", "2003", "Who won the Prize in Physics or Art?", "The Prize in Physics or Art was won in 2003.", 100),
        ("time", "2003", "When did Ann play?", "In Hull or Truro, she played in 2003.", 0),
        ("date", "July 4, 1990", "When did Ann die?", "Ann, who was born on May 5, 1901, died on July 4, 1990.", 100),
        ("date", "May 2, 1990", LATER, "May 2, 1990 comes after May 1, 1990.", 100),
        ("date", "May 2, 1990", LATER, "May 1, 1990 is earlier than May 2, 1990.", 100),
        ("date", "May 2, 1990", LATER, "May 2, 1990 is earlier than May 1, 1990.", 0),
        ("date", "May 2, 1990", LATER, "May 2, 1990 is the earlier date.", 0),
        ("date", "May 2, 1990", LATER, "May 2, 1990 is later than May 1, 1990 or not.", 0),
        ("date", "May 2, 1990", LATER, "If May 2, 1990 is later than May 1, 1990", 0),
        ("date", "May 2, 1990", LATER, "May 2, 1990 is later than May 1, 1990 but maybe not.", 0),
        ("date", "May 2, 1990", LATER, "May 2, 1990 is later than May 1, 1990 and so May 1, 1990", 0),
        ("date", "July 4, 1990", "When?", "Excluded = July 4, 1990\nJuly 4, 1990", 0),
        ("number", "5", "How many years?", "ruled out = 5\n5", 0),
        ("time", "2003", "When?", '{"year": "2003", "subject": "Ann Lee"}', 100),
        ("date", "May 2, 1990", LATER, "May 2, 1990 is later than May 1, 1990 or maybe May 1, 1990", 0),
        ("date", "May 2, 1990", LATER, "May 2, 1990 is later than May 1, 1990. It was May 1, 1990.", 0),
        ("time", "2003", "When was it first won?", "in 2003. 2005 was later.", 100),
        ("time", "2003", "When did Ann first play for Ajax?", "In 2003, two years after Hull City (2001) or 2004.", 0),
        ("time", "2003", "When did Ann first play for Ajax?", "2003. Then again, it was 2004.", 0),
        ("time", "2003", "When did Ann first play for Ajax?", "2003, at the earliest", 0),
        ("weekday", "Thursday", "?", "Thu. It was Friday.", 0),
        ("weekday", "Thursday", "?", "Thursday. Friday is the answer.", 0),
        ("weekday", "Thursday", "?", "Thu. It was a Thursday.", 100),
        ("week", "Week 39", "?", "39. It was week 40.", 0),
        ("order", "19/09/1858; 11/02/1898", "Sort: 11/02/1898; 19/09/1858. (Dates are written dd/mm/yyyy.)",
         "19 September 1858; 11 February 1898", 100),
        ("order", "19/09/1858; 11/02/1898", "Sort: 11/02/1898; 19/09/1858. (Dates are written dd/mm/yyyy.)",
         "19 September 1858; November 2, 1898", 0),
        ("number", "29", "How many days?", "28... no, 29.", 100),
        ("number", "28", "How many days?", "28 \u2014 no, 29.", 0),
        ("number", "28", "How many days?", "20 days + 8 days = 28 days. 27 is the answer.", 0),
        ("number", "9", "How many years?", "9 years. It was retired in December 1968.", 100),
        ("time", "1998", "When?", "1998 (exclusive)", 0),
        ("time", "1895", "When did Ann win it?", "It was given to Ann in 1895, while at Ajax (1886–1900).", 100),
        ("time", "1895", "When did Ann win it?", "The year is 1895, the end of her term at Ajax (1886-1895).", 100),
        ("time", "1895", "When did Ann win it?", "In 1895, and in 1898 at Ajax (1886-1900)", 0),
        ("time", "1895", "When did Ann win it?", "In 1895, when she left, or in 1898", 0),
        ("number", "28", "How many days?", "twenty-eight. It was 29.", 0),
        ("date", "July 4, 1990", "When did Ann Lee die?", "Jul. 4, 1990. It was Aug. 5, 1991.", 0),
        ("date", "July 4, 1990", "When did Ann Lee die?", "July 4th of 1990", 100),
        ("date", "April 1776", "Which month was that?", "April of the year 1776", 100),
        ("date", "454 AD", "Which date is a year from now?", "Year 454", 100),
        ("date", "454 AD", "Which date is a year from now?", "Year 454 or 455", 0),
        ("date", "April 1776", "Which month was that?", "6 months ago from October 1776 was April 1776.", 100),
        ("date", "May 9, 1820", "What date is a fortnight from now?",
         "Today is April 25, 1820. A fortnight from today is May 9, 1820.", 100),
        ("date", "3 May 1820", "Which is earlier?", "Since 1820 is before 1821, 3 May 1820 is the earlier date.", 100),
        ("date", "May 3, 1820", "Which is earlier?", "As May 3, 1820 is in 1820, May 3, 1820 is earlier.", 100),
        ("date", "3 May 1820", "Which is earlier?", "9 April 1821 comes last, so 3 May 1820 comes first.", 100),
        ("date", "3 May 1820", "Which is earlier?", "3 May 1820 is later, so 9 April 1821.", 0),
        ("date", "3 May 1820", "Which is earlier?", "I am not sure, so 3 May 1820.", 0),
        ("time", "1985", "When?", "c. 1985", 0),
        ("date", "5 March 2024", "What date is 45 days after 20 January 2024?",
         "Counting forward 45 days from 20 January 2024 lands on 5 March 2024.", 100),
        ("date", "5 March 2024", "What date is 45 days after 20 January 2024?", "45 days from May 1 lands on May 5", 0),
        ("weekday", "Thursday", "On which weekday does May 9, 1991 fall?",
         "Since May 1, 1991 was a Wednesday, May 9 was a Thursday.", 100),
        ("weekday", "Thursday", "On which weekday does May 9, 1991 fall?",
         "As May 1, 1991 was not a Wednesday, it may be a Thursday.", 0),
        ("weekday", "Thursday", DAY, "May 1, 1991 was a Wednesday. May 9, 1991 was a Thursday.", 100),
        ("weekday", "Thursday", DAY, "May 2, 1991 was a Thursday, so May 9, 1991 was also a Thursday.", 100),
        ("weekday", "Thursday", DAY, "May 1, 1991 was a Wednesday, and 8 days later it is a Thursday.", 100),
        ("weekday", "Thursday", DAY, "In 1991, May 9 fell on a Thursday (May 1 was a Wednesday).", 100),
        ("weekday", "Thursday", DAY, "Thursday, May 9, 1991", 100),
        ("weekday", "Thursday", DAY, "May 2, 1991 was a Thursday.", 0),
        ("weekday", "Thursday", DAY, "May 2, 1991 was a Thursday, and May 9, 1991 is 7 days later, so we have to", 0),
        ("weekday", "Thursday", DAY, "May 9, 1991 was a Friday. The day before, May 8, was a Thursday.", 0),
        ("weekday", "Thursday", DAY, "The reference day is Thursday, January 1, 1970.", 0),
        ("weekday", "Thursday", DAY, "May 1, 1991 was a Wednesday, so Thursday was May 2, 1991.", 0),
        ("weekday", "Thursday", DAY, "I think May 1, 1991 was a Wednesday, so May 9, 1991 was a Thursday.", 0),
        ("weekday", "Thursday", "On which weekday does May 9 of a year fall that began on a Tuesday?", "Thursday", 100),
        ("weekday", "Thursday", DAY, "1991 began on a Thursday.", 0),
        ("weekday", "Thursday", DAY, "Thu", 100),
        ("weekday", "Thursday", DAY, "May 9, 1991 fell on a Thu.", 0),
        ("weekday", "Thursday", DAY, "I count the days.", 0),
        ("weekday", "Thursday", DAY, "5", 0),
        ("weekday", "Thursday", DAY, "May 9 was a Thursday in 2002 and a Monday in 1991.", 0),
        ("weekday", "Thursday", DAY, "If May 8, 1991 was a Wednesday, May 9, 1991 was a Thursday; but no: Friday.", 0),
        ("weekday", "Thursday", DAY, "May 9, 1991 is Tuesday + 2 = Thursday.", 100),
        ("date", "May 5, 1901", "When was Jean-Luc Poe-Hill born?", "Jean-Luc Poe-Hill was born on May 5, 1901.", 100),
        ("date", "May 5, 1901", "When was José Núñez born?", "Jose Nunez was born on May 5, 1901.", 100),
        ("date", "May 5, 1901", "When was Ann Lee born?", "ANN LEE was born on May 5, 1901.", 100),
        ("date", "May 5, 1901", "When was Ann Lee born?", "Date Of Birth was May 5, 1901.", 100),
        ("time", "1895", "When did Ann win it?", "1895, for Ajax (1895), for Hull (1897) and for Lyon (1899)", 0),
        ("time", "1895", "When did Ann win it?", f"1895, at {'()' * 250}1", 0),
        ("weekday", "Thursday", "What weekday is 8 days after May 1, 1991?", "May 9, 1991 was a Thursday.", 100),
        ("age", "34 years", "How old was Ann Lee when she died?", "She was 34 when she was killed.", 100),
        ("age", "34 years", "How old was Ann Lee when she died?", "She was 34 when she married.", 0),
        ("age", "34 years", "How old was Ann Lee when she died?", "Age at death: 34", 100),
        ("age", "34 years", "How old was Ann Lee when she died?", "She lived to 34.", 100),
        ("age", "34 years and 5 days", "How old was Ann Lee?", "34 years, no months, and 5 days", 100),
        ("age", "34 years and 5 days", "How old was Ann Lee?",
         "From 1 May 1900 to 1 May 1934: 34 years\nTo 6 May 1934: 5 days\n\nAge: 34 years, 5 days", 100),
        ("age", "34 years", "How old was Ann Lee?", "34 years\n\n**Calculation:** 1990 - 1956 = 34", 100),
        ("number", "413", "How many months?", "**413**\n\nHere's the breakdown:\n- 34 years: 408 months\n- 5", 100),
        ("number", "413", "How many months?", "408\n\nHere is the result:\n413", 0),
        ("date", "May 5, 1901", "When did Ann Lee come into the world?", "Ann Lee died on May 5, 1901.", 0),
        ("date", "May 5, 1901", "When did Ann Lee come into the world?",
         "Ann Lee was born on May 5, 1901 and died on July 4, 1990.", 100),
        ("date", "May 5, 1901", "What is the founding date of Acme?", "Acme was dissolved on May 5, 1901.", 0),
        ("date", "May 5, 1901", "When was Ann Lee born?", "Bob Ray was born on May 5, 1901.", 0),
        ("age", "34 years", "How old was Ann Lee when she died?", "Bob Ray was 34 years old.", 0),
        ("order", "19/09/1858; 11/02/1898", "Sort: 11/02/1898; 19/09/1858. (Dates are written dd/mm/yyyy.)",
         "| # | Date |\n|---|---|\n| 1 | 19 September 1858 |\n| 2 | 11 February 1898 |", 100),
        ("order", "19/09/1858; 11/02/1898", "Sort from the earliest to the latest: 11/02/1898; 19/09/1858.",
         "From the latest to the earliest: 19/09/1858; 11/02/1898", 0),
        ("order", "19/09/1858; 11/02/1898", "Sort from the earliest to the latest: 11/02/1898; 19/09/1858.",
         "From the earliest to the latest: 19/09/1858; 11/02/1898", 100),
        ("date", "May 2, 1990", "Which comes last, May 1, 1990 or May 2, 1990?",
         "May 1, 1990 is the first and May 2, 1990 is the last.", 100),
        ("date", "May 2, 1990", "Which comes last, May 1, 1990 or May 2, 1990?",
         "May 2, 1990 is the first and May 1, 1990 is the last.", 0),
        ("date", "May 2, 1990", "Which comes last, May 1, 1990 or May 2, 1990?",
         "May 2, 1990 comes first, followed by May 1, 1990.", 0),
        ("date", "May 2, 1990", "Which comes last, May 1, 1990 or May 2, 1990?",
         "May 1, 1990 (the earlier), May 2, 1990 (the later)", 100),
        ("date", "May 2, 1990", "Which comes last, May 1, 1990 or May 2, 1990?",
         "Between May 1, 1990 and May 2, 1990, May 2, 1990 comes last.", 100),
        ("week", "Week 10", "What is the number of the ISO week of 13/03/1859?", "Week 10.5", 0),
        ("week", "Week 8", "What is the number of the ISO week of 23 February 1107?", "ISO week 1107-W08.", 100),
        ("number", "413", "How many months?", "After working it out, the answer comes to 413.", 100),
        ("date", "March 1, 2215", "Today is February 28, 2215. What date is tomorrow?",
         "Since 2215 isn't a leap year, tomorrow is March 1, 2215.", 100),
        ("date", "March 1, 2215", "Today is February 28, 2215. What date is tomorrow?",
         "If today is February 28, 2215, then tomorrow is March 1, 2215.", 100),
        ("date", "March 1, 2215", "Today is February 28, 2215. What date is tomorrow?",
         "If today is February 28, 2215, tomorrow is not March 1, 2215.", 0),
        *(("order", "19/09/1858; 11/02/1898", "Sort from the earliest to the latest: 11/02/1898; 19/09/1858.",
           f"{head}\n\n1. 19/09/1858\n2. 11/02/1898", score) for head, score in (
               ("Latest to earliest:", 0), ("Sorted, the latest first:", 0), ("In reverse chronological order:", 0),
               ("Earliest to latest:", 100), ("Sorted:", 100),
           )),
        ("order", "19/09/1858; 11/02/1898", "Sort from the earliest to the latest: 11/02/1898; 19/09/1858.",
         "19/09/1858; 11/02/1898 (last to first)", 0),
        *(("number", "413", "How many months?", said, 0)
          for said in ("up to 413 months", "a maximum of 413 months", "double 413", "413 is the upper limit.")),
    ],
)  # fmt: skip
def test_the_question_settles_whose_date_counts_and_of_what(kind, right, question, text, score) -> None:
    row = {"question": question, "answers": [right], "answer_type": kind}
    assert score_answer_text(row, text)["set_accuracy"] == score


def test_years_may_stand_between_slashes() -> None:
    row = {"answers": ["1998", "1999"], "answer_type": "time"}
    assert score_answer_text(row, "1998 / 1999")["set_accuracy"] == 100


@pytest.mark.parametrize(("text", "score"), [
    ("He played there from 1999 to 2001 and again in 2004.", 100), ("From 1999 to 2001, and again in 2004", 100),
    ("He played there from 1999 to 2001 and not again in 2004.", 0),
])  # fmt: skip
def test_years_may_come_again(text, score) -> None:
    row = {"answers": ["1999", "2000", "2001", "2004"], "answer_type": "time"}
    assert score_answer_text(row, text)["set_accuracy"] == score


def test_without_a_right_answer_a_value_is_an_answer_as_any() -> None:
    row = {"answers": [], "answer_type": "date"}
    assert score_answer_text(row, "Final Answer: 4 July 2001")["set_accuracy"] == 0
    assert as_right_answers(["4 July 2001"], [], row) == ["4 July 2001"]


def test_two_names_of_which_one_begins_the_other_are_no_chain_of_equations():
    row = {"question": "Who employed Ann Lee in 1997?", "answers": ["Tesla Motors"]}
    assert score_answer_text(row, "Tesla\nTesla Motors")["set_accuracy"] == 0


QUESTIONS = [
    {"question": DAY, "answers": ["Thursday"], "answer_type": "weekday"},
    {"question": LATER, "answers": ["May 2, 1990"], "answer_type": "date"},
    {"question": "How old was Ann Lee when she died on May 9, 1991?", "answers": ["34 years"], "answer_type": "age"},
    {"question": "How many weeks are 63 days?", "answers": ["9"], "answer_type": "number"},
    {"question": "In which week is May 9, 1991?", "answers": ["Week 19"], "answer_type": "week"},
    {"question": "Did Ann Lee die before Bob Ray?", "answers": ["yes"], "answer_type": "yes_no"},
    {"question": "When did Ann Lee win it?", "answers": ["1990", "1991"], "answer_type": "time"},
    {"question": "Sort: May 9, 1991; May 2, 1990.", "answers": ["May 2, 1990; May 9, 1991"], "answer_type": "order"},
]
WORDS = [
    "Final Answer:", "May 9, 1991", "May 2, 1990", "1991-05-09", "1991", "9", "Thursday", "Thu", "Friday", "week 19",
    "34 years", "9 months", "was", "is", "a", "and", "or", "not", "before", "so", "yes", "No", "Ann Lee", "she", "died",
    "born", "=", "->", "(", ")", ",", ".", ";", "\n", "-", "**", "lundi", "3 Jahre", "first", "five", '{"answer": ',
    "9" * 400, "}",
]  # fmt: skip
# A pattern that ignores case takes a dotless i for i and a long s for s; tables of words do not.
LIKE_ASCII = [str.maketrans(*pair) for pair in (("", ""), ("i", "\u0131"), ("i", "\u0130"), ("s", "\u017f"))]


@given(
    st.sampled_from(QUESTIONS), st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), st.sampled_from(LIKE_ASCII)
)
@example(QUESTIONS[3], '{"answer": ' + "9" * 400 + "}", {})
@example(QUESTIONS[0], "Thursday", LIKE_ASCII[3])
@example(QUESTIONS[0], "lundi", LIKE_ASCII[1])
@example(QUESTIONS[1], "$ first of May 1990", LIKE_ASCII[3])
@example(QUESTIONS[2], "2 years and 3 minutes", LIKE_ASCII[1])
@example(QUESTIONS[3], "five", LIKE_ASCII[2])
def test_any_text_has_a_score(row, text, letters) -> None:
    scores = score_answer_text(row, text.translate(letters))
    assert all(0 <= score <= 100 for score in scores.values())
