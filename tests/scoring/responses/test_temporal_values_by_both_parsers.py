"""Where the published parser and ours differ: each known fault of the published one."""

import datetime

import pytest

from temporal_qa.scoring.responses.temporal_values import parse_label, parse_response
from temporal_qa.scoring.value_types import AnswerFormat

RUN_DATE = datetime.date(2026, 11, 21)  # the fill date of expected_scores.json


def day_of(written):
    return datetime.date.fromisoformat(written).toordinal()


@pytest.mark.parametrize(
    ("unit", "answer", "published", "lenient"),
    [
        ("years", "4 years", 4, 4),
        ("days", "59,828 days", 59, 59_828),
        ("years", "2.75 years", 2, 2.75),
        ("years", "8 or 7", 8, None),
        ("years", "9 years and 9 months", 9, 9.75),
        ("months", "2 years and 4 months", 2, 28),
        ("days", "The 1983 championships took place over 7 days.", 1983, 7),
        ("years", "two years in a row", None, 2),
        ("years", "2007", 2007, None),
        ("months", "36 weeks", 36, 36 * 7 / (365.2425 / 12)),
        ("date_years", "24 September 2009", 2009, 2009),
        ("date_years", "1985 and 1986", 1985, None),
    ],
)
def test_ttqa_by_both_parsers(unit, answer, published, lenient):
    item = AnswerFormat("ttqa", unit, "", "How long was it?")
    response = f"It began in 1931.\n\nFinal Answer: {answer}"
    assert parse_response(response, item, parser="published", fill_date=RUN_DATE).value == published
    assert parse_response(response, item).value == (None if lenient is None else pytest.approx(lenient))


@pytest.mark.parametrize(
    ("unit", "rest", "published", "lenient"),
    [
        ("years", '"answer": "352 BC"}', -352, -352),
        ("years", '"answer": 352 BC}', None, -352),
        ("years", '"year": 352, "era": "BC"}', None, -352),
        ("years", '"year": 352, "era": "BC or AD"}', None, None),
        ("years", '"answer": "-348 BC"}', 348, None),  # either the sign or the era is a slip
        ("years", '"answer": "-950 AD"}', -950, -950),
        ("years", '"answer": "990 BC AD"}', None, None),
        ("seconds", '"X": 2, "Y": 24, "Z": 44}', 8_684, 8_684),
        ("seconds", '"X": 2, "Y": 24 "Z": 44}', None, 8_684),
        ("seconds", '"H": 1, "M": 41, "S": 32.5}', 6_092, 6_092.5),
        ("seconds", '"seconds": 5, "minutes": 1, "hours": 0}', 5 * 3_600 + 60, 65),
        ("seconds", '"day": "+1", "time": "03:10:00"}', 97_800, 97_800),
        ("seconds", '"day": "next_day", "time": "12:00:00 AM"}', None, 86_400),
        ("seconds", '"day": "+1/same_day", "time": "03:10:00"}', None, None),
        ("minutes", '"hours": 5, "minutes": 30}', 330, 330),
        ("days", '"age": 1,234}', None, 1_234),
        ("days", '"answer": 365 - 326}', None, 39),
        ("days", '"answer": 1837', None, None),  # cut off, perhaps within the number
        ("seconds", '"hours": 17, "minutes": 48, "seconds": 5', None, None),
        ("seconds", '"hours": 17, "minutes": 48, "sec', None, None),
        ("seconds", "}", 0, None),
    ],
)
def test_tot_by_both_parsers(unit, rest, published, lenient):
    response = f' "Step by step."{"" if rest == "}" else ","} {rest}'
    item = AnswerFormat("tot", unit, "")
    assert parse_response(response, item, parser="published", fill_date=RUN_DATE).value == published
    assert parse_response(response, item).value == lenient


@pytest.mark.parametrize(
    ("question", "answer", "published", "lenient"),
    [
        ("first on 21-01-2014, every 19 days", "05-08-2014", "2014-05-08", "2014-08-05"),
        ("first on 01-21-2014, every 19 days", "05-08-2014", "2014-05-08", "2014-05-08"),
        ("", "24/11/2018", "2018-11-24", "2018-11-24"),
        ("", "2003-02-30", None, None),
        ("", "16 Jul, 2020", "2020-07-16", "2020-07-16"),
        ("", "2283-06-06", None, "2283-06-06"),
        (
            "today is 30 November, 2004",
            "19 days after 30 November, 2004, which is 18 December, 2004",
            None,
            "2004-12-18",
        ),
    ],
)
def test_tot_dates_follow_the_question(question, answer, published, lenient):
    item = AnswerFormat("tot", "date", '"<date>"', question)
    response = f' "Step by step.", "answer": "{answer}"}}'
    by_published = parse_response(response, item, parser="published", fill_date=RUN_DATE)
    assert by_published.value == (published and day_of(published))
    by_lenient = parse_response(response, item)
    assert by_lenient.value == (lenient and day_of(lenient))
    assert not by_lenient.coarse


@pytest.mark.parametrize(
    ("answer", "published", "middle"),
    [
        ("07/1997", day_of("1997-07-01"), day_of("1997-07-16")),
        ("2036", None, day_of("2036-07-01") + 0.5),
    ],
)
def test_a_coarser_tot_date_stands_for_its_middle(answer, published, middle):
    item = AnswerFormat("tot", "date", '"<date>"')
    response = f' "Step by step.", "answer": "{answer}"}}'
    assert parse_response(response, item, parser="published", fill_date=RUN_DATE).value == published
    by_lenient = parse_response(response, item)
    assert (by_lenient.value, by_lenient.coarse) == (middle, True)


def test_only_the_published_parser_fills_a_date_and_only_from_its_argument():
    item = AnswerFormat("ttqa", "date", "%B %d, %Y", "On what date was the foreshock?")
    for run_date in (datetime.date(2025, 3, 15), RUN_DATE):
        filled = parse_response("Final Answer: 23 February", item, parser="published", fill_date=run_date)
        assert filled.value == datetime.date(run_date.year, 2, 23).toordinal()
    assert parse_response("Final Answer: 23 February", item).reason == "a day without its year"
    dated = AnswerFormat("ttqa", "date", "%B %d, %Y", "On what date was the foreshock of the 1960 earthquake?")
    assert parse_response("Final Answer: 23 February", dated).value == datetime.date(1960, 2, 23).toordinal()


@pytest.mark.parametrize(
    ("source", "unit", "label", "value"),
    [
        ("ttqa", "years", "70", 70),
        ("ttqa", "years", "1.135", 1.135),
        ("ttqa", "date_years", "2003", 2003),
        ("ttqa", "date", "February 17, 1837", datetime.date(1837, 2, 17).toordinal()),
        ("tot", "date", "{'answer': '2005-04-07'}", datetime.date(2005, 4, 7).toordinal()),
        ("tot", "seconds", "{'X': 1, 'Y': 20, 'Z': 3}", 4_803),
        ("tot", "seconds", "{'day': '+1', 'time': '03:10:00'}", 97_800),
        ("tot", "years", "{'answer': '352 BC'}", -352),
        ("tot", "days", "{'answer': 3332}", 3_332),
    ],
)
@pytest.mark.parametrize("parser", ["lenient", "published"])
def test_both_parsers_give_a_label_the_same_value(source, unit, label, value, parser):
    assert parse_label(label, AnswerFormat(source, unit, ""), parser=parser).value == value


@pytest.mark.parametrize(
    "answer",
    [
        "the day 5 of March 1999",
        "March 5, 1999 due date",
        "dated by 5 March 1999",
        "on 5 March 1999 daylight savings time",
    ],
)
def test_words_that_dateutil_does_not_know_are_removed_from_a_published_date(answer):
    item = AnswerFormat("ttqa", "date", "", "When was it?")
    read = parse_response(f"Final Answer: {answer}", item, parser="published", fill_date=RUN_DATE)
    assert read.value == day_of("1999-03-05")


@pytest.mark.parametrize(("source", "label"), [("tot", "{'answer': '05-08-2014'}"), ("ttqa", "05-08-2014")])
def test_numeric_dates_of_labels_follow_the_question_by_our_parser_only(source, label):
    for question, lenient in (("on 21-07-2014?", "2014-08-05"), ("on 07-21-2014?", "2014-05-08")):
        item = AnswerFormat(source, "date", "", question)
        assert parse_label(label, item).value == day_of(lenient)
        assert parse_label(label, item, parser="published").value == day_of("2014-05-08")


@pytest.mark.parametrize(("source", "label"), [("tot", "{'answer': 'May 1989'}"), ("ttqa", "May 1989")])
def test_a_label_may_be_coarse(source, label):
    found = parse_label(label, AnswerFormat(source, "date", ""))
    assert (found.value, found.rule, found.coarse) == (day_of("1989-05-16"), "a coarser date", True)
    published = parse_label(label, AnswerFormat(source, "date", ""), parser="published")
    assert (published.value, published.rule, published.coarse) == (day_of("1989-05-01"), "date", False)


def test_the_parsers_do_not_look_at_the_clock(monkeypatch):
    item = AnswerFormat("ttqa", "date", "", "When was it?")
    answers = ["May 15", "5/6/21", "Monday", "today", "May 1989", "at 3 a.m. on Friday", "the 12th"]
    run = {"parser": "published", "fill_date": RUN_DATE}

    def read():
        lenient = [parse_response(f"Final Answer: {text}", item) for text in answers]
        return lenient + [parse_response(f"Final Answer: {text}", item, **run) for text in answers]

    before = read()
    monkeypatch.setattr("time.localtime", lambda *_: datetime.datetime(1901, 1, 1).timetuple())
    from temporal_qa.scoring.reference import response_parser

    response_parser._dateutil_parser.cache_clear()
    assert read() == before
