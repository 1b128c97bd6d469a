"""Values read from responses: a table of real ones read by a person, the released scores, and properties."""

import calendar
import csv
import datetime
import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.scoring.temporal_values import (
    AnswerFormat,
    TemporalValue,
    parse_label,
    parse_response,
    rule_counts,
)

TABLE = json.loads(Path(__file__).with_name("temporal_values_cases.json").read_text(encoding="utf-8"))["cases"]
RELEASED = Path(__file__).parents[3] / "shared" / "data" / "temp_answer_qa"
RUN_DATE = datetime.date(2026, 11, 21)  # the fill date of expected_scores.json

needs_released_data = pytest.mark.skipif(
    not (RELEASED / "expected_scores.json").exists(), reason=f"the released responses are not in {RELEASED.name}/"
)

# What fidelity to the released parser leaves open: the kinds in which the lenient one may differ where both parse.
KINDS_OF_DIFFERENCE = {
    "label elsewhere on the line",
    "years and months",
    "another unit",
    "decimals",
    "thousands separator",
    "number words",
    "missing parts of a date",
    "day-first date",
    "empty object",
}


def item_of(case):
    return AnswerFormat(case["source"], case["unit"], case["answer_format"], case.get("question", ""))


def day_of(written):
    """The day number of an ISO date, or of the middle of an ISO year or month, by the standard library."""
    parts = [int(part) for part in written.split("-")]
    if len(parts) == 3:
        return float(datetime.date(*parts).toordinal())
    first = datetime.date(parts[0], parts[1] if len(parts) == 2 else 1, 1)
    last_month = parts[1] if len(parts) == 2 else 12
    last = datetime.date(parts[0], last_month, calendar.monthrange(parts[0], last_month)[1])
    return (first.toordinal() + last.toordinal()) / 2


# The table


def test_the_table_is_large_and_covers_both_datasets_and_all_units():
    assert len(TABLE) >= 300
    assert {case["source"] for case in TABLE} == {"ttqa", "tot"}
    assert {case["unit"] for case in TABLE} == {"seconds", "minutes", "days", "months", "years", "date_years", "date"}


@pytest.mark.parametrize("kind", sorted({case["kind"] for case in TABLE}))
def test_a_response_is_read_as_a_careful_reader_reads_it(kind):
    for case in TABLE:
        if case["kind"] != kind:
            continue
        expected = case["value"]
        found = parse_response(case["response"], item_of(case))
        if expected is None:
            assert found.value is None, case["response"][-200:]
            assert found.reason
            continue
        if isinstance(expected, str):
            assert found.coarse == (expected.count("-") < 2), case["response"][-200:]
            expected = day_of(expected)
        assert found.value == pytest.approx(expected, abs=1e-6), case["response"][-200:]
        assert found.rule
        assert found.reason is None


# The published parser, line by line of what is known to be wrong with it


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


DURATION, AGE, YEAR, DATE = "How long did it last?", "How old was she?", "In which year?", "On what date?"


@pytest.mark.parametrize(
    ("unit", "question", "answer", "value"),
    [
        # bounds
        ("months", DURATION, "It lasted at least 3 months.", None),
        ("years", DURATION, "at most two years", None),
        ("years", DURATION, "up to 3 years", None),
        ("years", DURATION, "up to three years", None),
        ("years", DURATION, "3+ years", None),
        ("years", DURATION, "<3 years", None),
        ("years", DURATION, "> 3", None),
        ("years", DURATION, "It ran up to 1990 for 3 years", 3),
        ("days", DURATION, "It took place over 7 days.", 7),
        ("years", DURATION, "12 years before he retired in 2018", 12),
        ("date_years", YEAR, "before 1964", None),
        ("date_years", YEAR, "sometime after 1964", None),
        ("date_years", YEAR, "by the year 1964", None),
        ("date_years", YEAR, "before late 1964", None),
        ("date_years", YEAR, "<1964", None),
        ("date_years", YEAR, "1964+", None),
        ("date_years", YEAR, "sometime before March 5, 1985", None),
        ("date_years", YEAR, "in 1985, before 1990", 1985),
        ("date_years", "In which year before 1990 was it?", "1985", 1985),
        ("date_years", "By what year was it built?", "It was built by 1985.", 1985),
        ("date", DATE, "before May 5, 1985", None),
        ("date", DATE, "<= 5 May 1985", None),
        ("date", DATE, "The day after May 5, 1985 is May 6, 1985.", "1985-05-06"),
        ("date", "After what date was it?", "It was after May 5, 1985.", "1985-05-05"),
        # refusals and denials
        ("date_years", YEAR, "not 1964", None),
        ("date_years", YEAR, "It was not released in 1964.", None),
        ("date_years", YEAR, "not 1964 but 1965", 1965),
        ("date_years", YEAR, "It was not built until 1964.", 1964),
        ("date_years", YEAR, "The year of the 1964 film is not mentioned.", None),
        ("date", DATE, "not May 5, 1985", None),
        ("date", DATE, "The date is not specified. It was shown on May 5, 1985.", None),
        ("years", DURATION, "5 years, not including the last", 5),
        ("years", DURATION, "not 3 years", None),
        ("years", DURATION, "not three years but four years", 4),
        ("years", DURATION, "The length of the 3 terms is not stated.", None),
        ("years", DURATION, "It lasted 5 years. The exact day of the end is not stated.", 5),
        # ages, in completed years
        ("years", AGE, "20 years and 3 months old", 20),
        ("years", AGE, "20 years, 11 months and 30 days", 20),
        ("years", "What was the age of the king?", "20 years and 3 months", 20),
        ("years", AGE, "20.25 years", 20.25),
        ("months", AGE, "20 years and 3 months", 243),
        ("years", DURATION, "20 years and 3 months", 20.25),
        # fractions, decades and bare words
        ("years", DURATION, "2 decades", 20),
        ("years", DURATION, "two decades and three years", None),
        ("years", DURATION, "2 centuries", None),
        ("years", DURATION, "a decade", 10),
        ("years", DURATION, "over a decade", None),
        ("years", DURATION, "1 1/2 years", 1.5),
        ("years", DURATION, "3\u00bd years", 3.5),
        ("years", DURATION, "two and a half years", 2.5),
        ("years", DURATION, "2 years and a half", 2.5),
        ("years", DURATION, "half a year", 0.5),
        ("months", DURATION, "half a year", 6),
        ("years", DURATION, "about three", 3),
        ("years", DURATION, "It lasted three.", 3),
        ("years", DURATION, "about 1985", None),
        # calendar years and ranges of days
        ("date_years", YEAR, "AD 44", 44),
        ("date_years", YEAR, "44 AD", 44),
        ("date_years", YEAR, "44 BC", -44),
        ("date_years", YEAR, "476", 476),
        ("date_years", YEAR, "In 476.", 476),
        ("date_years", YEAR, "476 people", None),
        ("date_years", YEAR, "12/05/1964", 1964),
        ("date_years", YEAR, "1964/1965", None),
        ("date", DATE, "May 5-7, 2020", None),
        ("date", DATE, "5 to 7 May 2020", None),
        ("date", DATE, "from May 5 to May 7, 2020", None),
    ],
)
def test_ttqa_as_a_careful_reader_reads_it(unit, question, answer, value):
    found = parse_response(f"Final Answer: {answer}", AnswerFormat("ttqa", unit, "", question))
    assert found.value == (day_of(value) if isinstance(value, str) else value)


@pytest.mark.parametrize(
    ("unit", "rest", "published", "lenient"),
    [
        ("years", '"answer": "352 BC"}', -352, -352),
        ("years", '"answer": 352 BC}', None, -352),
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
        ("", "07/1997", "1997-07-01", "1997-07"),
        ("", "2036", None, "2036"),
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
    assert by_lenient.coarse == (lenient is not None and lenient.count("-") < 2)


def test_only_the_published_parser_fills_a_date_and_only_from_its_argument():
    item = AnswerFormat("ttqa", "date", "%B %d, %Y", "On what date was the foreshock?")
    for run_date in (datetime.date(2025, 3, 15), RUN_DATE):
        filled = parse_response("Final Answer: 23 February", item, parser="published", fill_date=run_date)
        assert filled.value == datetime.date(run_date.year, 2, 23).toordinal()
    assert parse_response("Final Answer: 23 February", item).reason == "a day without its year"
    dated = AnswerFormat("ttqa", "date", "%B %d, %Y", "On what date was the foreshock of the 1960 earthquake?")
    assert parse_response("Final Answer: 23 February", dated).value == datetime.date(1960, 2, 23).toordinal()


def test_a_coarser_date_has_an_error_and_is_never_exact():
    item = AnswerFormat("ttqa", "date", "%B %d, %Y", 'When was "3 a.m. Eternal" released?')
    label = parse_label("May 16, 1989", item)
    coarse = parse_response("Final Answer: May 1989", item)
    assert coarse.error(label) == 0
    assert not coarse.is_exact(label)


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
def test_labels(source, unit, label, value, parser):
    assert parse_label(label, AnswerFormat(source, unit, ""), parser=parser).value == value


@pytest.mark.parametrize(
    "label", ["", "soon", "{'answer': ", "[1]", "{'answer': 'unknown'}", "{" * 2_000, "__import__"]
)
def test_a_label_without_a_value_is_an_error(label):
    for source in ("ttqa", "tot"):
        with pytest.raises(ValueError, match="label without a value"):
            parse_label(label, AnswerFormat(source, "days", ""))


def test_arguments_are_checked():
    item = AnswerFormat("ttqa", "days", "")
    with pytest.raises(ValueError, match="fill_date"):
        parse_response("", item, parser="published")
    with pytest.raises(ValueError, match="no parser 'strict'"):
        parse_response("", item, parser="strict")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="compared with a label in days"):
        TemporalValue(1.0, "years").error(TemporalValue(1.0, "days"))


# Properties

UNITS = st.sampled_from(["seconds", "minutes", "days", "months", "years", "date_years", "date"])
FRAGMENTS = st.sampled_from(
    [
        '"answer": ', '"day": "', '"time": ', '"X": ', "}", "{", "[", "Final Answer:", " BC", " years", ",", "=", "/0",
        "\\", "e999", "NaN", "-", " to ", "1:2", "29 February", "0000-00-00", "hundred thousand", "\u0663", "\n",
        "9" * 30,
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(st.one_of(FRAGMENTS, st.text(max_size=5)), max_size=12).map("".join))


@given(TEXTS, TEXTS, st.sampled_from(["ttqa", "tot"]), UNITS, st.sampled_from(["", "<year> <era>", '"mm/dd/yyyy"']))
def test_no_text_makes_a_parser_fail(response, question, source, unit, answer_format):
    item = AnswerFormat(source, unit, answer_format, question)
    for marked in (response, f"Final Answer: {response}", f' "…", "answer": {response}}}'):
        for parser in ("lenient", "published"):
            value = parse_response(marked, item, parser=parser, fill_date=RUN_DATE)
            assert (value.value is None) == (value.reason is not None)
            assert value.unit == unit


@given(st.dates(), st.sampled_from(["%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%b %d, %Y", "%d %b, %Y", "%m/%d/%Y"]))
def test_a_date_written_in_any_way_is_read_back(date, form):
    written = date.strftime(form.replace("%Y", f"{date.year:04d}"))
    found = parse_response(f"Final Answer: It was on {written}.", AnswerFormat("ttqa", "date", "", "When was it?"))
    assert found.value == date.toordinal()
    assert not found.coarse


@given(st.integers(0, 120), st.integers(0, 11), st.sampled_from(["{} years and {} months", "{} years, {} months"]))
def test_years_and_months_are_read_back_in_either_unit(years, months, form):
    response = "Final Answer: It lasted " + form.format(years, months) + "."
    for unit, expected in (("years", years + months / 12), ("months", 12 * years + months)):
        found = parse_response(response, AnswerFormat("ttqa", unit, "", "How long did it last?"))
        assert found.value == pytest.approx(expected)


@given(st.integers(0, 10**9), st.sampled_from(["{} days", "{:,} days", "It took {} days.", "**{:,} days**"]))
def test_a_count_is_read_back(days, form):
    found = parse_response("Final Answer: " + form.format(days), AnswerFormat("ttqa", "days", "", "How long?"))
    assert found.value == days


@given(st.integers(0, 5_000), st.integers(0, 59), st.integers(0, 59), st.sampled_from(["XYZ", "ABC", "HMS"]))
def test_a_time_is_read_back_by_both_parsers(hours, minutes, seconds, keys):
    fields = json.dumps({"explanation": "…", **dict(zip(keys, (hours, minutes, seconds), strict=True))})
    response = fields.removeprefix('{"explanation":')
    for parser in ("lenient", "published"):
        found = parse_response(response, AnswerFormat("tot", "seconds", ""), parser=parser, fill_date=RUN_DATE)
        assert found.value == 3_600 * hours + 60 * minutes + seconds


def test_the_clock_is_not_looked_at(monkeypatch):
    item = AnswerFormat("ttqa", "date", "", "When was it?")
    answers = ["May 15", "5/6/21", "Monday", "today", "May 1989", "at 3 a.m. on Friday", "the 12th"]
    run = {"parser": "published", "fill_date": RUN_DATE}

    def read():
        lenient = [parse_response(f"Final Answer: {text}", item) for text in answers]
        return lenient + [parse_response(f"Final Answer: {text}", item, **run) for text in answers]

    before = read()
    monkeypatch.setattr("time.localtime", lambda *_: datetime.datetime(1901, 1, 1).timetuple())
    from temporal_qa.scoring import published_dates

    published_dates._dateutil_parser.cache_clear()
    assert read() == before


# The released responses


@cache
def released_rows():
    csv.field_size_limit(10**9)
    rows = []
    for path in sorted((RELEASED / "responses").glob("*.csv.gz")):
        with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                source, *_ = path.name.split("_")
                unit, answer_format = row["answer_temporal_unit"], row["answer_format"]
                rows.append((path.name, row, AnswerFormat(source, unit, answer_format, row["question"])))
    return rows


def percentage_error(prediction, label):
    if prediction is None:
        return 100.0
    total = abs(prediction) + abs(label)
    return 100.0 * abs(prediction - label) / total if total else 0.0


@needs_released_data
def test_published_reproduces_the_scores_of_the_released_responses():
    expected = json.loads((RELEASED / "expected_scores.json").read_text(encoding="utf-8"))["rows"]
    by_file = {}
    for name, row, item in released_rows():
        value = parse_response(row["response"], item, parser="published", fill_date=RUN_DATE)
        by_file.setdefault(name, []).append((value, parse_label(row["label"], item, parser="published")))
    assert len(by_file) == len(expected) == 18
    for row in expected:
        prefix = f"{row['dataset']}_{row['split']}_{row['model']}"
        (name,) = (name for name in by_file if name.startswith(prefix) and f"_{row['prompting']}_" in name)
        pairs = by_file[name]
        without_smape = {"date", "date_years"} if row["dataset"] == "ttqa" else {"date"}
        scored = [(value, label) for value, label in pairs if value.unit not in without_smape]
        smape = sum(percentage_error(value.value, label.value) for value, label in scored) / len(scored)
        unparsed = sum(value.value is None for value, _ in pairs)
        assert len(pairs) == row["n"] == row["n_defined"]["em"]
        assert (unparsed, len(scored), len(pairs) - unparsed) == (
            row["n_unparsed"],
            row["n_defined"]["smape"],
            row["n_defined"]["mase"],
        )
        assert 100 * sum(value.is_exact(label) for value, label in pairs) / len(pairs) == pytest.approx(
            row["em"], abs=0.005
        )
        assert smape == pytest.approx(row["smape"], abs=0.00006)  # the file rounds to four decimals


def kind_of_difference(row, item, published, lenient):
    """Why the two parsers may differ on a response that both parse."""
    if item.unit == "date":
        if item.source == "tot" and lenient.rule != "a coarser date":
            return "day-first date"
        return "missing parts of a date" if lenient.rule != "date" else "label elsewhere on the line"
    if item.source == "tot":
        return "empty object" if row["response"].count('"') == 2 or "broken" in lenient.rule else "decimals"
    return "label elsewhere on the line" if lenient.rule in ("number", "calendar year") else lenient.rule


@needs_released_data
def test_the_parsers_differ_in_the_known_kinds_only():
    kinds = Counter()
    for _, row, item in released_rows():
        published = parse_response(row["response"], item, parser="published", fill_date=RUN_DATE)
        lenient = parse_response(row["response"], item)
        if None not in (published.value, lenient.value) and published.value != lenient.value:
            kinds[kind_of_difference(row, item, published, lenient)] += 1
    assert set(kinds) <= KINDS_OF_DIFFERENCE, kinds
    assert kinds.total() < 0.03 * len(released_rows())


@needs_released_data
def test_lenient_recovers_what_can_be_recovered():
    published, lenient = Counter(), Counter()
    for _, row, item in released_rows():
        value = parse_response(row["response"], item, parser="published", fill_date=RUN_DATE)
        published[item.source] += value.value is None
        value = parse_response(row["response"], item)
        lenient[item.source] += value.value is None
    assert published == {"ttqa": 863, "tot": 832}
    assert lenient["ttqa"] <= 893  # ranges, bounds and calendar years that published took for numbers have none
    assert lenient["tot"] <= 405


def test_rules_are_counted():
    values = [TemporalValue(1.0, "days", "number"), TemporalValue(2.0, "days", "number"), TemporalValue(None, "days")]
    assert rule_counts(values[:2]) == {"number": 2}
