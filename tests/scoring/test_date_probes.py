"""Date probes: a table of cases, an independent reference, properties."""

import itertools
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from temporal_qa.scoring.date_probes import AGE_SCORES, answer_type_of, date_probes
from temporal_qa.scoring.reading.ages import read_age
from temporal_qa.scoring.reading.dates import read_date
from temporal_qa.scoring.reading.yes_or_no import read_yes_no
from temporal_qa.scoring.sample_probes import SAMPLE_SCORES, sample_scores
from temporal_qa.text.date_forms import DATE_FORMS, write_date
from temporal_qa.timeline.ages import Age
from temporal_qa.timeline.days import date_of_day

CASES = json.loads(Path(__file__).with_name("date_probes_cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['type']}: {case['why']}" for case in CASES])
def test_each_case_has_its_scores(case):
    found = date_probes([case["prediction"]], [case["reference"]], [case["type"]], [case.get("value")]).scores
    assert found["accuracy"][0] == case["accuracy"]
    if case["type"] == "age":
        given_parts = [None if math.isnan(found[name][0]) else found[name][0] for name in AGE_SCORES[:4]]
        assert given_parts == pytest.approx([*case["parts"], case["error"]])
        assert math.isnan(found["exact_match"][0])
    else:
        assert [found[name][0] for name in ("exact_match", "token_f1")] == pytest.approx(
            [case["exact_match"], case["token_f1"]]
        )
        assert all(math.isnan(found[name][0]) for name in AGE_SCORES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], []), "no questions to score"),
        ((["a"], ["a", "b"]), "predictions: 1, references: 2"),
        ((["a"], [" "]), r"references\[0\]: expected a text that is not blank"),
        ((["a"], [None]), r"references\[0\]: expected a text"),
        ((["a", "a"], ["a", "soon"], ["entity", "age"]), r"references\[1\]: expected an age"),
        ((["a"], ["maybe"], ["yes_no"]), r"references\[0\]: expected 'yes' or 'no'"),
        ((["a"], ["a"], ["name"]), r"answer_types\[0\]: no type 'name'"),
    ],
)
def test_what_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        date_probes(*arguments)


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        (["1910", "May 1910", "44 B.C.", "Wednesday, the 4th of July, 2001", "2001-07-04", "84"], "date"),
        (["90 years", "90-10-1", '{"year": 90, "month": 1, "day": 0}', "90-year-10-month-1-day-old"], "age"),
        (["Yes", " no"], "yes_no"),
        (
            ["Seven Years in Tibet", "Class of 92", "Summer of 1942", "May", "Friday", "07/04/2001", "1 " * 400],
            "entity",
        ),
        (["1" * 900 + "x", "year" * 240 + "x"], "entity"),  # in no time
    ],
)
def test_types_of_right_answers_are_read_from_their_form(answers, kind):
    assert {answer_type_of(answer) for answer in answers} == {kind}


days = st.integers(-200_000, 1_100_000).map(date_of_day)
ages = st.builds(Age, st.integers(0, 130), st.integers(0, 11), st.integers(0, 30))


@given(days, st.sampled_from([form for form in DATE_FORMS if form.precision == "day"]))
def test_a_date_in_any_form_is_read_as_itself_or_not_at_all(date, form):
    assume(form.can_write(date))
    found = read_date(write_date(date, form))
    assert found == (None if form.is_ambiguous(date) else date)


@given(ages)
def test_an_age_is_read_in_all_its_forms(age):
    y, m, d = age
    released = json.dumps({"year": y, "month": m, "day": d})
    for text in (
        str(age),
        f"{y}-{m}-{d}",
        f"{y}-year-{m}-month-{d}-day-old",
        f"{y} years {m} months, {d} days",
        released,
    ):
        assert read_age(text) == age
        assert answer_type_of(text) in ("age", "date")  # 1000-10-10 is a date, too


@given(ages, st.permutations(range(3)))
def test_permuted_ages_are_wrong(age, order):
    permuted = [age[place] for place in order]
    found = date_probes([dict(zip(("year", "month", "day"), permuted, strict=True))], [str(age)], ["age"])
    assert (found.scores["accuracy"][0] == 100) == (permuted == list(age))


# Whole samples: right answers, and what a run says to them.

NAMES = ["Ann Lee", "Bo", "The Earl of A", "José Díaz"]


@st.composite
def samples(draw):
    """Rows ``(sample, task, type, reference, prediction)`` of one to five samples."""
    rows = []
    for number in range(draw(st.integers(1, 5))):
        a, b = draw(st.permutations(NAMES))[:2]
        dates = [str(draw(days)) for _ in range(4)]
        before = draw(st.sampled_from([("yes", "no"), ("no", "yes")]))
        if draw(st.booleans()):
            reasoning = [("age", str(draw(ages))), ("age", str(draw(ages))), ("yes_no", before[0])]
        else:
            dates, reasoning = dates[:2], [("yes_no", word) for word in before]
        asked = [("main", "entity", a), *(("extraction", "date", date) for date in dates)]
        asked += [("reasoning", kind, answer) for kind, answer in reasoning] + [("robustness", "entity", b)]
        others = {"entity": [*NAMES, "nobody"], "date": ["1910", "4 July 2001", ""], "yes_no": ["yes", "no", "perhaps"]}
        others["age"] = ["90 years", "90 years, 10 months and 1 day", "old"]
        for task, kind, answer in asked:
            said = draw(st.one_of(st.just(answer), st.sampled_from(others[kind]), st.none()))
            rows.append((f"s{number}", task, kind, answer, said))
    return rows


def scores_of(rows):
    sample, task, kind, answer, said = zip(*rows, strict=True)
    found = date_probes(said, answer, kind)
    return found, sample_scores(sample, task, found)


def plain_value(kind, text):
    """The value of a text of those drawn above, read in another way."""
    if text is None or text == "":
        return None
    if kind == "age":
        numbers = {unit: number for number, unit in re.findall(r"(\d+) (year|month|day)", text)}
        return tuple(int(numbers.get(unit, 0)) for unit in ("year", "month", "day")) if numbers else None
    if kind == "yes_no":
        return text if text in ("yes", "no") else None
    return text.lower().removeprefix("the ")


def plain_samples(rows):
    """The scores of samples, written once more: sets and counts, sample after sample."""
    table = []
    for _, group in itertools.groupby(rows, key=lambda row: row[0]):
        group = list(group)
        right = {i: plain_value(row[2], row[4]) == plain_value(row[2], row[3]) for i, row in enumerate(group)}
        said = [plain_value(row[2], row[4]) for row in group]
        yes_no = [value for value, row in zip(said, group, strict=True) if row[2] == "yes_no"]
        names = {plain_value("entity", group[0][3]), plain_value("entity", group[-1][3])}
        table.append((
            100 * all(right.values()),
            100 * (right[0] and not all(right.values())),
            100 * (sorted(map(str, yes_no)) == ["no", "yes"]) if len(yes_no) == 2 else None,
            100 * ({said[0], said[-1]} == names),
        ))  # fmt: skip
    return [tuple(column) for column in zip(*table, strict=True)]


@settings(max_examples=40)
@given(samples())
def test_samples_equal_the_independent_reference(rows):
    found, of_samples = scores_of(rows)
    assert (found.scores["accuracy"] == 100).tolist() == [
        plain_value(kind, said) == plain_value(kind, answer) for _, _, kind, answer, said in rows
    ]
    for name, expected in zip(SAMPLE_SCORES, plain_samples(rows), strict=True):
        assert [None if math.isnan(value) else value for value in of_samples[name].tolist()] == list(expected)


@settings(max_examples=40)
@given(samples(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(rows, rng):
    shuffled = rows.copy()
    rng.shuffle(shuffled)
    for first, second in zip(scores_of(rows), scores_of(shuffled), strict=True):
        first, second = getattr(first, "scores", first), getattr(second, "scores", second)
        for name in first:
            assert np.array_equal(np.sort(first[name]), np.sort(second[name]), equal_nan=True)


@settings(max_examples=40)
@given(samples())
def test_right_answers_score_100(rows):
    found, of_samples = scores_of([(*row[:4], row[3]) for row in rows])
    for name, values in (found.scores | of_samples).items():
        perfect = 0 if name in ("right_for_wrong_reason", "age_error_days", "age_smape", "age_mase") else 100
        assert set(values[~np.isnan(values)]) <= {perfect}
    assert None not in found.values


@settings(max_examples=40)
@given(samples(), st.data())
def test_a_missing_prediction_never_raises_a_score(rows, data):
    place = data.draw(st.integers(0, len(rows) - 1))
    (before, of_samples), (after, of_fewer) = (
        scores_of(rows),
        scores_of([(*row[:4], None) if i == place else row for i, row in enumerate(rows)]),
    )
    assert after.values.count(None) >= before.values.count(None)
    for name, better in (before.scores | of_samples).items():
        if name not in ("age_error_days", "age_mase", "right_for_wrong_reason"):
            worse = (of_fewer | after.scores)[name]
            if name == "age_smape":
                worse, better = better, worse
            assert np.array_equal(np.isnan(worse), np.isnan(better))
            assert (worse <= better)[~np.isnan(better)].all()


@settings(max_examples=40)
@given(samples())
def test_right_for_wrong_reason_is_what_lies_between_the_main_question_and_all_right(rows):
    found, of_samples = scores_of(rows)
    main = found.scores["accuracy"][[row[1] == "main" for row in rows]]
    assert (of_samples["all_right"] + of_samples["right_for_wrong_reason"] == main).all()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("s", "main", "entity", "A", "A"), ("s", "main", "entity", "B", "B")], "sample 's' has 2 questions of main"),
        ([("s", "probe", "entity", "A", "A")], r"tasks\[0\]: no task 'probe'"),
    ],
)
def test_samples_that_are_refused(rows, message):
    with pytest.raises(ValueError, match=message):
        scores_of(rows)


def test_before_and_after_need_two_answers():
    asked = [("s", "reasoning", "yes_no", "yes", said) for said in ("yes", None)]
    assert scores_of(asked)[1]["before_after_consistent"].tolist() == [0]
    assert read_yes_no("yes and no") is None


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("90 years (32,872 days)", "90 years, 0 months and 0 days"),
        ("90 years, 10 months (and 1 day)", "90 years, 10 months and 1 day"),
        ("90 years (or 91)", "None"),
        ("90 years (maybe)", "None"),
        ("90 years (not 91)", "None"),
    ],
)
def test_a_remark_in_brackets_may_be_a_doubt_of_an_age_or_a_part_of_it(text, age):
    assert str(read_age(text)) == age


@pytest.mark.parametrize("text", [
    "1 January 1999 + 3 days = 4 January 1999", "January 1, 1999 plus 3 days gives January 4, 1999",
    "Three days after January 1, 1999 is January 4, 1999.", "January 4, 1999 is three days after January 1, 1999.",
])  # fmt: skip
def test_a_sum_is_read_as_its_result(text):
    assert str(read_date(text)) == "4 January 1999"
    assert read_date(f"It is not {text}") is None
