"""Values of responses: real responses that a person has read, labels, and properties."""

import calendar
import datetime
import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from temporal_qa.scoring.responses.temporal_values import parse_label, parse_response
from temporal_qa.scoring.value_types import AnswerFormat

TABLE = json.loads(Path(__file__).with_name("temporal_values_cases.json").read_text(encoding="utf-8"))["cases"]
RUN_DATE = datetime.date(2026, 11, 21)  # the fill date of expected_scores.json


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


def test_the_table_is_large_and_covers_both_datasets_and_all_units():
    assert len(TABLE) >= 300
    assert {case["source"] for case in TABLE} == {"ttqa", "tot"}
    assert {case["unit"] for case in TABLE} == {"seconds", "minutes", "days", "months", "years", "date_years", "date"}


@pytest.mark.parametrize("kind", sorted({case["kind"] for case in TABLE}))
def test_a_response_is_read_as_a_careful_person_reads_it(kind):
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


def test_a_coarser_date_has_an_error_and_is_never_exact():
    item = AnswerFormat("ttqa", "date", "%B %d, %Y", 'When was "3 a.m. Eternal" released?')
    label = parse_label("May 16, 1989", item)
    coarse = parse_response("Final Answer: May 1989", item)
    assert coarse.value == label.value
    assert not coarse.is_exact(label)


@pytest.mark.parametrize(
    "said", ["She was born on May 3, 1837 in Ulm, and died on 4 June 1900.", "Died June 4, 1900; born 3 May 1837"]
)
def test_of_the_dates_of_a_life_the_one_asked_for_counts(said):
    for question, day in (("When was she born?", "1837-05-03"), ("When did she die?", "1900-06-04")):
        item = AnswerFormat("ttqa", "date", "%B %d, %Y", question)
        assert parse_response(f"Final Answer: {said}", item).value == day_of(day)
    item = AnswerFormat("ttqa", "date", "%B %d, %Y", "When did she marry?")
    assert parse_response(f"Final Answer: {said}", item).reason == "several values"


@pytest.mark.parametrize("written", ["17 Febuary 1837", "Febuary 17th, 1837", "the 17th of Febuary 1837"])
def test_a_day_of_a_misspelt_month_is_not_the_middle_of_its_year(written):
    item = AnswerFormat("ttqa", "date", "%B %d, %Y", "When was she born?")
    assert parse_response(f"Final Answer: {written}", item).reason == "a day of a month that is not read"


@pytest.mark.parametrize(
    ("said", "years"),
    [
        ("The Hundred Years' War", None),
        ("the Hundred Years War", None),
        ("The Hundred Years\u2019 War took 116 years.", 116),
    ],
)
def test_the_length_of_time_in_the_name_of_an_event_is_none(said, years):
    item = AnswerFormat("ttqa", "years", "<num_years>", "How many years did it last?")
    assert parse_response(f"Final Answer: {said}", item).value == years


@pytest.mark.parametrize(
    "label", ["", "soon", "{'answer': ", "[1]", "{'answer': 'unknown'}", "{" * 2_000, "__import__"]
)
def test_a_label_without_a_value_is_an_error(label):
    for source in ("ttqa", "tot"):
        with pytest.raises(ValueError, match="label without a value"):
            parse_label(label, AnswerFormat(source, "days", ""))


def test_a_year_of_ttqa_may_be_bc_in_words():
    item = AnswerFormat("ttqa", "date_years", "")
    assert parse_label("352 BC", item).value == parse_label("-352", item).value == -352
    with pytest.raises(ValueError, match="not a number"):
        parse_label("352 BC", item, parser="published")


def test_arguments_are_checked():
    item = AnswerFormat("ttqa", "days", "")
    with pytest.raises(ValueError, match="fill_date"):
        parse_response("", item, parser="published")
    with pytest.raises(ValueError, match="no parser 'strict'"):
        parse_response("", item, parser="strict")  # type: ignore[arg-type]


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


@example("0:1" + "0" * 28, "", "ttqa", "date", "")
@given(TEXTS, TEXTS, st.sampled_from(["ttqa", "tot"]), UNITS, st.sampled_from(["", "<year> <era>", '"mm/dd/yyyy"']))
def test_no_text_makes_a_parser_fail(response, question, source, unit, answer_format):
    item = AnswerFormat(source, unit, answer_format, question)
    for marked in (response, f"Final Answer: {response}", f' "…", "answer": {response}}}'):
        for parser in ("lenient", "published"):
            value = parse_response(marked, item, parser=parser, fill_date=RUN_DATE)
            assert (value.value is None) == (value.reason is not None)


@given(st.dates(), st.sampled_from(["%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%b %d, %Y", "%d %b, %Y", "%m/%d/%Y"]))
def test_a_date_written_in_any_way_is_read_back(date, form):
    written = date.strftime(form.replace("%Y", f"{date.year:04d}"))
    found = parse_response(f"Final Answer: It was on {written}.", AnswerFormat("ttqa", "date", "", "When was it?"))
    assert found.value == date.toordinal()
    assert not found.coarse


@pytest.mark.parametrize(
    ("written", "asked", "day"),
    [
        ("3.5.1994", "When was it?", datetime.date(1994, 5, 3)),
        ("03.05.1994", "When was it?", datetime.date(1994, 5, 3)),
        ("3.5.1994", "When was it (MM/DD/YYYY)?", datetime.date(1994, 3, 5)),
        ("3.5.1994", "What came after 02.13.1994?", datetime.date(1994, 3, 5)),
        ("3.13.1994", "When was it?", datetime.date(1994, 3, 13)),
    ],
)
def test_the_day_comes_first_in_a_date_with_dots_unless_others_have_the_month_first(written, asked, day):
    found = parse_response(f"Final Answer: {written}", AnswerFormat("ttqa", "date", "", asked))
    assert found.value == day.toordinal()


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
