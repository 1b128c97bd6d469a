"""What reports count: the rule that read a value or the reason why there is none, by both parsers."""

import datetime

import pytest

from temporal_qa.scoring.responses.temporal_values import parse_label, parse_response
from temporal_qa.scoring.value_types import AnswerFormat

RUN_DATE = datetime.date(2026, 11, 21)
LONG, YEAR, DAY = "How long did it last?", "In which year?", "On what date?"


def day(written):
    return datetime.date.fromisoformat(written).toordinal()


def read(response, item):
    """The value and its rule, or None and the reason, by each parser."""
    lenient = parse_response(response, item)
    published = parse_response(response, item, parser="published", fill_date=RUN_DATE)
    return [(each.value, each.rule if each.reason is None else each.reason) for each in (lenient, published)]


@pytest.mark.parametrize(
    ("unit", "question", "answer", "lenient", "published"),
    [
        ("years", LONG, "4 years", (4, "number"), (4, "first number")),
        ("years", LONG, "It was 7, they say", (7, "number"), (7, "first number")),
        ("days", LONG, "59,828 days", (59_828, "thousands separator"), (59, "first number")),
        ("days", LONG, "59,828", (59_828, "thousands separator"), (59, "first number")),
        ("days", LONG, "about 1,234 of them", (1_234, "thousands separator"), (1, "first number")),
        ("years", LONG, "2.5 years", (2.5, "decimals"), (2, "first number")),
        ("years", LONG, "2.5", (2.5, "decimals"), (2, "first number")),
        ("years", LONG, "two years", (2, "number words"), (None, "no number after the marker")),
        ("years", LONG, "two", (2, "number words"), (None, "no number after the marker")),
        ("years", LONG, "2 years and 6 months", (2.5, "years and months"), (2, "first number")),
        ("years", LONG, "6 months", (0.5, "another unit"), (6, "first number")),
        ("minutes", LONG, "1:30:00", (90, "clock time"), (1, "first number")),
        ("seconds", LONG, "0:30", (1_800, "clock time"), (0, "first number")),
        ("years", LONG, "x" * 2_000, (None, "no number after the marker"), (None, "no number after the marker")),
        ("years", LONG, "x" * 2_001, (None, "an answer too long"), (None, "no number after the marker")),
        ("years", LONG, "9" * 400 + " years", (None, "no number after the marker"), (None, "a number too large")),
        ("years", LONG, "It is unknown.", (None, "doubt or refusal"), (None, "no number after the marker")),
        ("years", LONG, "at least 3 years", (None, "a bound"), (3, "first number")),
        ("years", LONG, "3 millennia", (None, "a unit that is not read"), (3, "first number")),
        ("years", LONG, "3 years, later 4 years", (None, "several values"), (3, "first number")),
        ("years", LONG, "8 then 9", (None, "several values"), (8, "first number")),
        ("years", LONG, "8 or 9", (None, "a range or alternatives"), (8, "first number")),
        ("years", LONG, "3 years and 9 months / 4", (None, "a range or alternatives"), (3, "first number")),
        ("years", LONG, "2 months and 9 days or 4", (None, "a range or alternatives"), (2, "first number")),
        ("years", LONG, "1985", (None, "a calendar year, not a duration"), (1_985, "first number")),
        ("months", LONG, "1985", (None, "a calendar year, not a duration"), (1_985, "first number")),
        ("days", LONG, "1985", (1_985, "number"), (1_985, "first number")),
        ("date_years", YEAR, "476", (476, "calendar year"), (None, "no number after the marker")),
        ("date_years", YEAR, "It was in 1984", (1_984, "calendar year"), (1_984, "first year")),
        ("date_years", YEAR, "1998, and 7 years later, in 2005.", (2_005, "calendar year"), (1_998, "first year")),
        ("date_years", YEAR, "1985 and 1986", (None, "several values"), (1_985, "first year")),
        ("date_years", YEAR, "1985; 1986", (None, "several values"), (1_985, "first year")),
        ("date_years", YEAR, "15 BC (or 14 BC)", (None, "several values"), (None, "no number after the marker")),
        ("date_years", YEAR, "before 1985", (None, "a bound or a denial"), (1_985, "first year")),
        ("date_years", YEAR, "1985-1986", (None, "a range or alternatives"), (1_985, "first year")),
        ("date_years", YEAR, "no idea", (None, "a refusal"), (None, "no number after the marker")),
        ("date_years", YEAR, "\n***\n1984", (1_984, "calendar year"), (None, "no number after the marker")),
        ("date", DAY, "5 May 1984", (day("1984-05-05"), "date"), (day("1984-05-05"), "date finder")),
        ("date", DAY, "May 1984", (day("1984-05-16"), "a coarser date"), (day("1984-05-21"), "date finder")),
        ("date", DAY, "31 February 1985", (None, "no such day"), (None, "no date after the marker")),
        ("date", DAY, "x" * 9_999, (None, "an answer too long"), (None, "no date after the marker")),
        ("date", DAY, "x" * 10_000, (None, "an answer too long"), (None, "a line too long")),
        ("date", DAY, "May 5, 1985 or June 7, 1986", (None, "several values"), (day("1985-05-05"), "date finder")),
        ("date", DAY, "before 5 May 1985", (None, "a bound, a denial or a range"), (day("1985-05-05"), "date finder")),
        ("date", DAY, "no idea", (None, "a refusal"), (None, "no date after the marker")),
        ("date", DAY, "23 February", (None, "a day without its year"), (day("2026-02-23"), "date finder")),
        ("date", "When in 1960?", "23 February", (day("1960-02-23"), "year from the question"),
         (day("2026-02-23"), "date finder")),
        ("date", "When in 1961?", "29 February", (None, "no such day"), (None, "no date after the marker")),
        ("date", "When in 1961?", "2 March, 3 March", (None, "several values"), (None, "no date after the marker")),
    ],
)  # fmt: skip
def test_each_answer_in_words_has_its_rule_or_reason(unit, question, answer, lenient, published):
    assert read(f"Final Answer: {answer}", AnswerFormat("ttqa", unit, "", question)) == [lenient, published]


@pytest.mark.parametrize(
    ("response", "lenient", "published"),
    [
        ("It was 4 years.", (4, "one sentence"), (None, "no answer marker")),
        ("It was 4 years until 5 May 1990.", (4, "one sentence"), (None, "no answer marker")),
        ("It was 4 years, at 12, to 5 May 1990.", (None, "several values in one sentence"), (None, "no answer marker")),
        ("Final Answer:", (None, "no answer marker"), (None, "no number after the marker")),
        ("The answer is five for now.\n\nWe add 3 to it.", (None, "no answer marker"), (None, "no answer marker")),
        (
            "Final Answer: 4 years\nWait, that is wrong.\nFinal Answer: unknown",
            (None, "doubt or refusal"),
            (4, "first number"),
        ),
        (
            "Final Answer: 3 years\nFinal Answer: 4 years\nWait, that is wrong.\nFinal Answer: unknown",
            (None, "doubt or refusal"),
            (3, "first number"),
        ),
        (r"\boxed{5} and \boxed{6}", (None, "no answer marker"), (None, "no answer marker")),
        ("Therefore, it lasted 3 years.", (3, "conclusion"), (None, "no answer marker")),
        ("Therefore, 3 of them.", (None, "no unit in the concluding sentence"), (None, "no answer marker")),
    ],
)
def test_ttqa_without_an_answer_after_the_marker(response, lenient, published):
    assert read(response, AnswerFormat("ttqa", "years", "", LONG)) == [lenient, published]


OTHER = (None, "not the kind of answer asked for")
TIME, DAY_AND_TIME = "hours, minutes, seconds", "day and time"


@pytest.mark.parametrize(
    ("unit", "answer", "lenient", "published"),
    [
        ("years", '"answer": 3}', (3, "number"), (3, "number")),
        ("years", '"answer": "7"}', (7, "number"), (7, "number")),
        ("years", '"answer": [7]}', (7, "number"), OTHER),
        ("years", '"answer": [7, 8]}', OTHER, OTHER),
        ("years", '"age": 7}', (7, "number"), (7, "age")),
        ("years", '"answer": 3.5}', (3.5, "decimals"), OTHER),
        ("years", '"answer": 1e300}', (None, "a number too large"), OTHER),
        ("years", '"answer": true}', OTHER, (1, "number")),
        ("years", '"answer": null}', OTHER, OTHER),
        ("years", '"answer": 7, "note": "I am not sure"}', (None, "doubt or refusal"), (7, "number")),
        ("years", '"answer": {"a": 1}}', OTHER, OTHER),
        ("years", '"answer": "1985-1986"}', (None, "a range or alternatives"), OTHER),
        ("years", '"answer": "365 / 5"}', (73, "arithmetic"), OTHER),
        ("years", '"answer": "352 BC"}', (-352, "era"), (-352, "era")),
        ("years", '"answer": "352 AD"}', (352, "era"), (352, "era")),
        ("years", '"answer": "-348 BC"}', (None, "a minus sign with BC"), (348, "era")),
        ("seconds", '"answer": 5}', (5, "number"), OTHER),
        ("seconds", '"answer": {"answer": 5}}', OTHER, OTHER),
        ("date", '"answer": "2005-04-07"}', (day("2005-04-07"), "date"), (day("2005-04-07"), "date")),
        ("date", '"answer": ["2005-04-07"]}', (day("2005-04-07"), "date"), OTHER),
        ("date", '"date": "2005-04-07"}', (day("2005-04-07"), "date"), (day("2005-04-07"), "date")),
        ("date", '"answer": "1500-01-01"}', (day("1500-01-01"), "date"),
         (None, "not a date of the years 1678 to 2262")),
        ("date", '"answer": "1677-09-22"}', (day("1677-09-22"), "date"), (day("1677-09-22"), "date")),
        ("date", '"answer": "2262-04-11"}', (day("2262-04-11"), "date"), (day("2262-04-11"), "date")),
        ("date", '"answer": "2005-02-30"}', (None, "no such day"), (None, "no such day")),
        ("date", '"answer": "soon"}', (None, "not a date"), (None, "not a date")),
        ("date", '"answer": 20050407}', (None, "not a date"), OTHER),
        ("date", '"answer": 3.5}', OTHER, OTHER),
        ("date", '"answer": true}', OTHER, OTHER),
        ("seconds", '"X": 1, "Y": 2, "Z": 3}', (3_723, TIME), (3_723, TIME)),
        ("minutes", '"X": 1, "Y": 2, "Z": 3}', (62.05, TIME), (62.05, TIME)),
        ("years", '"X": 1, "Y": 2, "Z": 3}', OTHER, OTHER),
        ("seconds", '"X": 1, "Y": 2}', (None, "a part of the time is missing"), (None, "no answer key")),
        ("seconds", '"X": "one", "Y": "1 + 1", "Z": "s = 3"}', (3_723, TIME), OTHER),
        ("seconds", '"X": [1], "Y": 2, "Z": 3}', (3_723, TIME), OTHER),
        ("seconds", '"X": [1, 2], "Y": 2, "Z": 3}', (None, "not a number"), OTHER),
        ("seconds", '"X": true, "Y": 2, "Z": 3}', (None, "not a number"), (3_723, TIME)),
        ("seconds", '"hours": 1}', (3_600, TIME), (3_600, TIME)),
        ("seconds", '"days": 1, "hours": 1}', (90_000, TIME), (None, "no answer key")),
        ("seconds", '"days": 1, "hours": 1, "minutes": 2, "seconds": 3}', (90_123, TIME),
         (90_123, "days, hours, minutes, seconds")),
        ("seconds", '"days": 1, "hours": 1, "minutes": 2, "seconds": 3, "weeks": 0}', (90_123, TIME), OTHER),
        ("seconds", '"day": "previous_day", "time": "03:10:00"}', (-75_000, DAY_AND_TIME), (-75_000, DAY_AND_TIME)),
        ("minutes", '"day": "+1", "time": "03:10:00"}', (1_630, DAY_AND_TIME), (1_630, DAY_AND_TIME)),
        ("seconds", '"day": "same_day", "time": "1:00:00 PM"}', (46_800, DAY_AND_TIME), OTHER),
        ("seconds", '"day": "next day", "time": "12:30 am"}', (88_200, DAY_AND_TIME), OTHER),
        ("seconds", '"day": "2 days", "time": "12:30 p.m."}', (217_800, DAY_AND_TIME), OTHER),
        ("seconds", '"day": "the next day", "time": "12:30 (24hr)"}', (131_400, DAY_AND_TIME), OTHER),
        ("seconds", '"day": "+1", "time": "04:05:06 UTC"}', (101_106, DAY_AND_TIME), OTHER),
        ("seconds", '"day": "+1", "time": "4:05 AM IST (+0530)"}', (101_100, DAY_AND_TIME), OTHER),
        ("seconds", '"day": "some", "time": "12:30"}', (None, "no single day"), OTHER),
        ("seconds", '"day": "0", "time": "noon"}', (None, "no time of day"), OTHER),
        ("seconds", '"day": "0", "time": "1:2:3:4"}', (None, "no time of day"), OTHER),
        ("seconds", '"week": 1}', (None, "no answer key"), (None, "no answer key")),
        # no strict JSON
        ("years", '"answer": 352 BC}', (-352, "broken JSON"), (None, "broken JSON")),
        ("years", '"answer": 3} {"explanation": "so", "answer": 4}', (4, "last of several objects"),
         (None, "broken JSON")),
        ("years", '"date": 3 May 2001} No: {"answer": 4}', (4, "last of several objects"), (None, "broken JSON")),
        ("years", '"answer": 3 BC, or rather "answer": 4 BC}', (-4, "last of several objects"),
         (None, "broken JSON")),
        ("seconds", '} The answer: {"X": 0, "Y": 0, "Z": 0}', (0, "broken JSON"), (None, "broken JSON")),
        ("years", '"answer": "0"', (None, "a form that was never filled in"), (None, "no JSON object")),
        ("seconds", '"X": "0"', (None, "a form that was never filled in"), (None, "no JSON object")),
        ("years", "3 years", (None, "no JSON object"), (None, "no JSON object")),
    ],
)  # fmt: skip
def test_each_answer_object_has_its_rule_or_reason(unit, answer, lenient, published):
    assert read(f' "Step by step.", {answer}', AnswerFormat("tot", unit, "")) == [lenient, published]


def test_a_json_answer_may_have_several_lines():
    assert read(' "Step\nby step.",\n"answer": 3\n}', AnswerFormat("tot", "years", "")) == [(3, "number")] * 2


@pytest.mark.parametrize(
    ("unit", "answer_format", "answer", "value", "rule"),
    [
        ("years", '"<year> <era>"', "1984", 1_984, "calendar year"),
        ("years", '"mm/dd/yyyy"', "02/03/1984", 1_984, "calendar year"),
        ("years", '"<year> <era>"', "5 things", None, "not a year"),
        ("seconds", '"<time>"', "12:30", None, "no day beside the time"),
    ],
)
def test_tot_answers_in_the_format_that_the_question_gives(unit, answer_format, answer, value, rule):
    lenient, _ = read(f' "Step by step.", "answer": "{answer}"}}', AnswerFormat("tot", unit, answer_format))
    assert lenient == (value, rule)


@pytest.mark.parametrize(
    ("source", "label", "message"),
    [
        ("ttqa", "soon", r"a label without a value in days: 'soon' \(not a number\)$"),
        ("tot", "soon", r"\(not an object\)$"),
        ("tot", "[1]", r"\(not an object\)$"),
        ("tot", "{[]: 1}", r"\(not an object\)$"),
        ("tot", "x" * 1_000, rf": '{'x' * 80}' \(not an object\)$"),  # not all of it
        ("tot", "x" * 1_001, rf": '{'x' * 80}' \(not an object\)$"),
    ],
)
def test_labels_without_a_value(source, label, message):
    with pytest.raises(ValueError, match=message):
        parse_label(label, AnswerFormat(source, "days", ""))


@pytest.mark.parametrize("parser", ["lenient", "published"])
@pytest.mark.parametrize(
    ("source", "unit", "label", "rule"),
    [
        ("ttqa", "years", "70", "number"),
        ("ttqa", "date", "May 5, 1984", "date"),
        ("tot", "years", "{'answer': '352 BC'}", "era"),
        ("tot", "seconds", "{'X': 1, 'Y': 20, 'Z': 3}", TIME),
    ],
)
def test_rules_of_labels(parser, source, unit, label, rule):
    found = parse_label(label, AnswerFormat(source, unit, ""), parser=parser)
    assert (found.rule, found.reason, found.coarse) == (rule, None, False)


@pytest.mark.parametrize(
    ("response", "value", "reason"),
    [
        ("<think>Final Answer: 3 years</think>\nFinal Answer: 5 years", 5.0, None),
        ("It may be 3.</think> Final Answer: 5 years", 5.0, None),
        ("<think>Final Answer: 5 years", None, "a thought that never ends"),
    ],
)
def test_a_thought_is_taken_off_by_the_rule_of_the_reader_of_names(response, value, reason):
    read = parse_response(response, AnswerFormat("ttqa", "years", "<num_years>"))
    assert (read.value, read.reason) == (value, reason)
