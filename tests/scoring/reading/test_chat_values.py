"""Dates, ages, numbers and years in the forms that chat models give them, compared by value with the right answer."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text


@pytest.mark.parametrize(
    ("kind", "right", "value", "texts", "wrong"),
    [
        ("yes_no", "yes", None, ["Yes, it does.", "Yes. It does.", '{"answer": true}', "True", "Yes, there is no gap.",
            "Yes. They overlapped, but only for two years.", "Yes, both also lived in 1815."],
            ["No.", "It does.", "Yes and no", "Yes, I think so", "Yes, they did not overlap", "True or false",
            "Yes/False", "Yes or not", "Yes, but not really.", "Yes. However, this is false.",
            "Yes, no they are apart"]),
        ("yes_no", "no", None, ["No, it does not.", r"\boxed{\text{No, it does not}}",
            "**No**, it comes after.", "False", "no it does not",
            "No overlap.", "No, they never met.", "No, they could never have met.",
            "No, he could not have been president then, as he died in 1950.",
            "no\n\nThe answer is consistent with the paragraphs.",
            "No, he did not.\n\nNote: He died in 1950.", "No.\n\nConfidence: high"],
            ["Yes.", "yes or no", "No, I am not sure", "No or maybe", "No, but possibly they do",
            "no idea", "No way to tell.", "no doubt it does", "none",
            "No, he did not.\n\nNote: I am not sure of it."]),
        ("number", "413", None, ["413 months", "413.0", "There are 413 full months.", "34 × 12 + 5 = 413",
            r"\boxed{413\text{ months}}", "four hundred and thirteen",
            "413 months, i.e. 34 years and 5 months", "413, that is, 34 years and 5 months", "In total, 413 months."],
            ["412", "413, that is wrong", "413 days", "not 413", "about 413.5"]),
        ("number", "413", None, ["(413)", "<413 months>", "[413]", "It's 413.", "Result: 413 months",
            "The number of full months is 413."], ["(412)", "<413 days>", "[413, 414]", "It's not 413."]),
        ("number", "413", None, ["413 months, since the last month is not complete",
            "413 (because June does not count)",
            "The two dates are 413 months apart.", "From January 1900 to June 1934 there are 413 full months.",
            "413 months later"],
            ["It is not 413, because the last month is not complete", "413, because I am not sure",
            "From January 1900 to 413 is 12 months", "From January 1900 to June 1934 is not 413 months"]),
        ("weekday", "Friday", None, ["Friday, because 1900 was not a leap year"],
            ["Not Friday, because 1900 was not a leap year"]),
        ("age", "90 years", None, ["90, as she had not yet had her birthday", "Age: 90"],
            ["not 90, as she had had her birthday", "Age: 90 or 91"]),
        ("yes_no", "no", None, ["No, it is not possible, since Ann died in 1900.",
            "No, it is not possible for them to have met."],
            ["No, it is not possible to say", "It is not possible to say no"]),
        ("yes_no", "yes", None, ["Ann died in 1920. Bob was born in 1910. Therefore, yes, their lives overlapped.",
            "Ann died in 1920, and Bob was born in 1910. So yes.", "Their lives overlapped, so yes."],
            ["No, Ann died in 1920. Therefore, yes.", "Their lives overlapped, so I think yes.",
            "Ann died in 1920. So yes or no.", "So yes, I think.", "I do not know, so yes.", "Not sure, so yes.",
            "They may have met, so yes."]),
        ("weekday", "Friday", None, ["<Friday>", "[Friday]"], ["<Sunday>", "<Friday or Sunday>"]),
        ("date", "July 4, 2001", None, ["<July 4, 2001>", "(4 July 2001)", "2001 July 4", "4/Jul/2001", "4~July~2001"],
            ["<July 4>", "< July 4, 2001", "2001 July 5"]),
        ("time", "1998", None, ["<1998>", "(1998)"], ["<1999>", "< 1998", "(1998 or 1999)"]),
        ("number", "3505", None, ["3,505", r"\boxed{3{,}505}", "3 505 months"], ["3.505", "505"]),
        ("week", "Week 9", None, ["9", "It is 9.", "ISO week 9", "Week 09", "W09", "1816-W09", "Week 9 of 1816",
            "The ISO week is 9.", "The ISO week of March 2, 1816 is 9", "ISO week number: 9"],
            ["Week 19", "The ISO week is 9 or 10", "It is 19", "The week after week 8 is 9", "Week 9 - 1"]),
        ("weekday", "Friday", None, ["It was a Friday.", "Friday, 17 December 1982"], ["Friday or Saturday", "Sunday"]),
        ("order", "1807-05-30; 1862-03-04", None, ["1. 1807-05-30\n2. 1862-03-04", "- 1807-05-30\n- 1862-03-04",
            '["1807-05-30", "1862-03-04"]', "30 May 1807 → 4 March 1862", "1807-05-30 $and 1862-03-04"],
            ["1862-03-04; 1807-05-30", "1807-05-30"]),
        ("order", "10 April 715 AD; 31 December 715 AD", None, ["April 10, 715 AD; December 31, 715 AD",
            "10 April 715, then 31 December 715", "First 10 April 715 AD, followed by 31 December 715 AD"],
            ["31 December 715, then 10 April 715"]),
        ("order", "4 July 2001; 15 July 2001", None,
            ["4. July 2001; 15. July 2001", "1. 4. July 2001\n2. 15. July 2001"],
            ["15. July 2001; 4. July 2001", "1. July 2001\n2. July 2001"]),
        ("order", "Mar. 20, 369 AD; Apr. 6, 369 AD", None, ["March 20, 369; April 6, 369"],
            ["Apr. 6, 369 AD; Mar. 20, 369 AD", "Mar. 20, 369 AD; Apr. 7, 369 AD"]),
        ("date", "July 4, 2001", "2001-07-04", ["2001‑07‑04", r"\boxed{July\ 4,\ 2001}", "4. July 2001", "2001.07.04",
            "2001年7月4日", "July the 4th, 2001", "4th day of July, 2001", "1 July 2001 + 3 days = 4 July 2001",
            "Three weeks from that day is July 4, 2001.", "Three days after July 1, 2001 is **July 4, 2001**.",
            "The date 5 days before July 9, 2001 was July 4, 2001", "July 1, 2001 plus three days is July 4, 2001.",
            "Adding 3 days to July 1, 2001, we get July 4, 2001.",
            "If you add 3 days to July 1, 2001, you get July 4, 2001.",
            "Fact 3 - 4 July 2001", "July 4, 2001 (Julian day = 2452095)",
            r"\boxed{4^{\text{th}}\text{ July }2001}", "July 4^{th}, 2001"],
            ["Three days after July 4, 2001 is July 7, 2001.", "Three days after July 1, 2001 is not July 4, 2001.",
            "Three days after July 1, 2001 is July 4, 2001 or July 5, 2001",
            "3 days after July 1 is before July 4, 2001", "That is three days after July 4, 2001.",
            "July 2001", "5 July 2001", "4–5 July 2001", "3 and 4 July 2001", "4/5 July 2001", "July 4, 2001 + 3 days",
            "July 4, 2001 minus one day", "one week from July 4, 2001", "not May 1 = July 4, 2001"]),
        ("date", "July 4, 2001", "2001-07-04", ["July 4, 2001, a Wednesday"], ["2001-07-04 BC", "by July 4, 2001",
            "the day following July 4, 2001", "the week of July 4, 2001", "July 4, 2001 (plus 1)",
            "up to July 4, 2001"]),
        ("date", "March 10, 44 BC", "-0043-03-10", ["0044-03-10 BC", "03/10/0044 BC"], ["0044-03-10"]),
        ("yes_no", "yes", None, ["Yes, because A was born in 1910 and B was not born until 1920."],
            ["Yes, it is not", "Yes, but that cannot be determined", "Yes, unless it is BC"]),
        ("yes_no", "no", None, ["No, that is not true.", "No; the opposite is true"], ["No, it is true",
            "No, the text does not say.", "no later than 1990", "No question about it"]),
        ("age", "90 years", None, ["She was 90 when she died.", "90y"],
            ["above 90 years", "up to 90 years", "nearly 90 years", "She was 90 cm"]),
        ("age", "1 year, 6 months and 0 days", None, ["a year and 6 months"], []),
        ("age", "0 years, 6 months and 0 days", None, [], ["a year and 6 months"]),
        ("age", "90 years, 10 months and 1 day", None, ['{"years": 90, "months": 10, "days": 1}',
            "90 years, 10 months and a day"], []),
        ("week", "Week 7", None, ["Week 7, 2001", "the 7th week", "7th"],
            ["after week 7", "the week following week 7", "one week later than week 7"]),
        ("weekday", "Friday", None, ["Friday, since July 4 was a Wednesday", "Friday, not Saturday",
            "Friday (since July 4 was a Wednesday)", "Thursday + 1 day = Friday"],
            ["Friday + 2 days", "any day except Friday", "one day later than Friday", "the day following Friday"]),
        ("number", "413", None, ["The difference is 413 months", "approximately 413 months", "roughly 413",
            "+413"], ["413+", ">413", "412 != 413"]),
        ("date", "1970", "1970", ["1970", "in 1970", "1965 + 5 = 1970", "1970, since he was five in 1975"],
            ["1970–71", "1970-71", "10 years from 1970", "1970 + 5", "1970 onwards", "1970 at the earliest",
            "early 1970", "summer of 1970", "the decade of 1970", "1969 != 1970", "1970, not sure"]),
        ("date", "May 1970", "1970-05", ["May of 1970"], ["mid-May 1970", "the end of May 1970", "late May 1970"]),
        ("date", "July 4, 2001", "2001-07-04", ["July 4, 2001, not July 5, 2001", "July 4, 2001 (rather than July 5)",
            "July 4, 2001, as July 1 + 3 days is July 4"],
            [">= July 4, 2001", "< July 4, 2001", "July 5, 2001, not July 4, 2001"]),
        ("age", "90 years, 10 months and 1 day", "90-10-1", ["90 YEARS,  10 months and 1 day",
            "90 years; 10 months; 1 day"], ["90 years, 10 months and -1 day", "90 years, 10 months and 1% day"]),
        ("age", "90", None, ["90 years"], ["90%", "9-0"]),
        ("number", "413", None, ["413 "], ["413%", "0413"]),
        ("number", "0", None, ["0", "zero"], ["00", "0%"]),
        ("weekday", "Friday", None, ["FRIDAY"], ["Fri-day", "not Friday"]),
        ("date", "1910", "1910", ["1910"], ["1,910", "1910%", "19/10"]),
        ("week", "Week 7", None, ["Week #7", "week: 7", "Week No. 7", "week number 7"], ["Week 7%", "no week 7"]),
        ("age", "90", None, ["1990 - 1900 = 90", "90 (not counting the last month)"], ["91 = 90 + 1"]),
        ("date", "05/09/1999", "1999-09-05", ["05/09/1999 (dd/mm/yyyy)", "Sunday, 05/09/1999", "5.9.1999",
            "05/09/1999 (September 5, 1999)"], ["09/05/1999", "9 May 1999"]),
        ("date", "4 March 622 AD", "0622-03-04", ["March 4, 622 A.D.", "4 March 622 C.E."], ["4 March 622 B.C."]),
        ("order", "05/09/1999; 06/09/1999", None, ["5/9/1999; 6/9/1999"], ["6/9/1999; 5/9/1999"]),
        ("order", "1824-10-02; 1832-04-27; 1847-11-10", None, ["1824-10-02, 1832-04-27 and 1847-11-10"], []),
        ("time", "44 BC", None, ["44 BC", "In 44 BC", "-43"], ["44", "44 BC and 43 BC"]),
        ("time", "-44", None, ["-44.", "In -44", "the year -44", "45 BC"], ["44", "44 BC", "-44 to -43"]),
        ("time", "1963-1965", None, ["1963-1965", "1963, 1964 and 1965"], ["1963-1966", "1963, 1965"]),
        ("time", "1998", None, ["In 1998", "1998", "the year 1998"], ["May 1998", "1998-99", "In 1999", "before 1998"]),
        ("week", "Week 10", None, ["Week 10 of the year 622 AD", "ISO Week 10 (622-W10)"],
            ["Week 9 to week 10", "Week 9/Week 10"]),
        ("weekday", "Thursday", None, ["Thu", "Thurs."], ["the day after Thursday", "Fri"]),
        ("number", "413", None, ["There are 413 whole months between the two dates.", "413 months have passed",
            "Number of months: 413", "413 calendar months"], ["There are 412 whole months between the two dates."]),
        ("age", "17 years, 9 months and 1 day", None, ["P17Y9M1D", "17 years, 9 months and 1 day (6,484 days)"], []),
        ("date", "04-07-2001", "2001-07-04", ["4-7-2001", "4 July 2001"], ["7-4-2001"]),
        ("date", "0402-04-20", "0402-04-20", ["402-04-20"], ["402-04-21"]),
        ("number", "413", None, ["413 mos", "413 mths.", "\u2248 413", "The difference is exactly 413 months.",
            "413 months passed from March 1990 until August 2024.", r"\boxed{413\!}",
            "From March 1, 1990 until August 9, 2024, 413 full months passed.", "So there are 413 full months.",
            "The total number of full months is 413.",
            "413 months, with 8 days remaining", "413 months, remainder 8 days",
            "There are 413 months between 1/3/1990 and 9/8/2024."], ["413 yrs", "413 m", "The difference is over 413",
            "From March 1, 413 until August 9, 2024", "From 412 to 413",
            "The total number of days is 413", "413 months and 8 days", "412 months, with 8 days remaining"]),
        ("number", "1234", None, [r"\boxed{1,\!234}", r"$1,\!234$ months"], [r"\boxed{1,\!235}"]),
        ("time", "1998", None, ["It was 1998, because he resigned in 1999.", "1998, since 1999 was the next term"],
            ["1999, because 1998 was before", "1998 or later, because he resigned in 1999"]),
        ("date", "July 4, 2001", "2001-07-04", ["Jul-04-2001", "July-4-2001"], ["Jul-05-2001", "Jul-04-05-2001"]),
        ("age", "90 years, 10 months and 1 day", None, ["90y10m1d", "90 years + 10 months + 1 day",
            "Years: 90, Months: 10, Days: 1", "\n- **Years:** 90\n- **Months:** 10\n- **Days:** 1",
            "\n- 90 years\n- 10 months\n- 1 day"],
            ["90 years + 10 months", "90 years + 1 day", "\n- 90 years\n- 80 years", "90+ years",
            "90 years, 10 months and 1 day + 1 day"]),
        ("age", "90", None, ["He died at age 90."], ["at age 91"]),
        ("age", "35 years, 7 months and 28 days", None, ["35y 7m 28d", "35 yrs, 7 mos, 28 days",
            '{"answer": {"years": 35, "months": 7, "days": 28}}', "35 Years, 7 Months & 28 Days",
            "35 years, 7 months and 28 days (13,027 days)"], ["35 years", "7 months"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_texts_of_the_right_value_are_right_and_others_wrong(kind, right, value, texts, wrong):
    row = {
        "answers": [right],
        "answer_type": kind,
        "answer_value": value,
        "unit": "month" if kind == "number" else None,
    }

    def accuracy(text):
        return score_answer_text(row, text if text[0] in "{[\\" else f"Final Answer: {text}")["set_accuracy"]

    assert {text: accuracy(text) for text in texts} == dict.fromkeys(texts, 100)
    assert {text: accuracy(text) for text in wrong} == dict.fromkeys(wrong, 0)


@pytest.mark.parametrize(("text", "accuracy"), [
    ("Compare the years: 1991 < 2001.\n\n**Yes**", 100), ("Does 1991 come before 2001?\n\nYes.", 100),
    ("Yes, it does.\n\nLet me know if you have other questions!", 100), ("Yes\u00a0\u2014 1991 is earlier.", 100),
    ("Compare the years: 1991 < 2001.\n\n**No**", 0), ("Is it yes, or no?", 0), ("Yes\nNo", 0),
    ("1991 < 2001.\nSo, yes, it comes first.", 100), ("1991 < 2001.\nYes, it comes first.", 0),
    ("I am not sure.\n\nYes", 0), ("1991 < 2001.\n\nSo, yes, it comes first.", 100),
    ("1991 > 1981.\n\n**No**, it comes after.", 0), ("1991 < 2001.\n\nYes, unless it is BC.", 0),
    ("\n\n", 0), ("Yes, it does.\n\nNo, it comes after.", 0),
    ("Final Answer: Yes\n\nWait, 1991 < 2001, so yes.", 100), ("Final Answer: Yes\n\nWait, actually no.", 0),
    ("Who came first?\n\nNo further facts are needed.", 0), ("I am not sure.\n\nYes, it does.", 0),
])  # fmt: skip
def test_a_yes_may_stand_alone_after_the_reasons(text, accuracy):
    assert score_answer_text({"answers": ["yes"], "answer_type": "yes_no"}, text)["set_accuracy"] == accuracy


@pytest.mark.parametrize(("text", "accuracy"), [
    ("Final Answer: No\n\nWait, actually yes.", 0), ("Final Answer: No overlap.\n\nOops, it should be yes.", 0),
    ("Final Answer: No\n\nHmm, is that right? 1901 > 1900. That is correct.", 100),
])  # fmt: skip
def test_a_yes_takes_back_a_no(text, accuracy):
    assert score_answer_text({"answers": ["no"], "answer_type": "yes_no"}, text)["set_accuracy"] == accuracy


@pytest.mark.parametrize(("kind", "right", "text", "accuracy"), [
    ("date", "July 4, 2001", "**July 4, 2001**\n\nAdding three days to July 1, 2001 gives this date.", 100),
    ("date", "July 4, 2001", "July 4, 2001\n\nWait, it was July 5, 2001.", 0),
    ("date", "July 4, 2001", "Therefore, adding 3 days to July 1, 2001 gives July 4, 2001.", 100),
    ("date", "July 1, 2001", "Therefore, adding 3 days to July 1, 2001 gives July 4, 2001.", 0),
    ("date", "July 4, 2001", "Adding 3 days never gives July 4, 2001.", 0),
    ("date", "July 4, 2001", "It began in May.\nSo, July 4, 2001.", 100),
    ("date", "July 4, 2001", "When was it?\n\n**July 4, 2001**", 100),
    ("date", "July 4, 2001", "It began three days before.\n\n2001-07-04.", 100),
    ("date", "July 4, 2001", "It began three days before.\n\nThe 4th of July 2001.", 100),
    ("date", "July 4, 2001", "I am not sure when it began.\n\n2001-07-04", 0),
    ("age", "90 years", "She was born in 1910 and died in 2000.\n\n90 years", 100),
    ("time", "1998", "The office was his until 1999.\n\n1998", 100),
    ("time", "1998", "The office was his until 1999.\n\n1998 or 1999", 0),
    ("date", "July 4, 2001", "I do not know.\nSo, July 4, 2001.", 0),
    ("date", "July 4, 2001", "It began in May.\n\nPossibly in June, so on July 4, 2001.", 0),
    ("number", "44", "Subtracting 1957 from 2001 yields 44 years.", 100),
    ("number", "44", "44\n\nFrom 1957 to 2001 there are 44 years.", 100),
    ("age", "90", "90 years\nShe was born in 1910 and died in 2000.", 100),
    ("yes_no", "yes", "Yes.\n\nAnn was born in 1900, Bob in 1901.", 100),
    ("yes_no", "yes", "Yes.\n\nI am not sure.", 0),
    ("yes_no", "yes", "No, they did not.\n\nQuestion: Did Tom?\nAnswer: Yes", 0),
    ("yes_no", "no", "No, they did not.\n\nQuestion: Did Tom?\nAnswer: Yes", 100),
    ("date", "July 5, 2001", "July 4, 2001\n\nQuestion: And three days later?\nAnswer: July 5, 2001", 0),
    ("month", "May", "May\n\nThe date is in May.", 100),
    ("month", "May", "Analysis\n\nThe date is in May.", 0),
    ("time", "1998", "1998\n\nThe office was his in 1998; in 1999 he left.", 100),
    ("entity", "Arsenal", "Arsenal\n\nThe article says that he joined Arsenal in 1990.", 100),
    ("entity", "Arsenal", "Arsenal\n\nMaybe he joined Arsenal in 1990.", 0),
    ("entity", "Arsenal", "## Arsenal\n\nThe article is about Arsenal.", 0),
])  # fmt: skip
def test_a_value_above_reasons_or_at_the_end_of_a_sum_is_the_answer(kind, right, text, accuracy):
    assert score_answer_text({"answers": [right], "answer_type": kind}, text)["set_accuracy"] == accuracy


@pytest.mark.parametrize(("text", "accuracy"), [
    ("Ann Lee", 100), ("**Ann Lee** was born first.", 100), ("Final Answer: Ann Lee (born 1900)", 100),
    ("Ann Lee\n\nBob Ray was born a year later.", 100), ("Bob Ray was born first.", 0), ("Ann Lee or Bob Ray", 0),
    ("Ann Lee was born in 1900 and Bob Ray in 1901.\n\nAnn Lee", 100), ("Final Answer: Ann Lee, Bob Ray", 0),
])  # fmt: skip
def test_of_hieradate_both_entities_are_known(text, accuracy):
    row = {"question": "Who was born first, Ann Lee or Bob Ray?", "lives": [{"name": "Ann Lee"}, {"name": "Bob Ray"}]}
    row |= {"answers": ["Ann Lee"], "answer_type": "entity"}
    assert score_answer_text(row, text)["set_accuracy"] == accuracy


YEARS_ASKED = ["1985", "1986", "1987"]


@pytest.mark.parametrize("text", [
    "1985, 1986, and 1987", "1985; 1986; 1987", "1985 & 1986 & 1987", "1985–1987", "1985-1987", "from 1985 to 1987",
    "between 1985 and 1987", "1985 through 1986, and 1987", "1985 $and 1986 $and 1987", "AD 1985 to AD 1987",
    "He was there in 1985, 1986 and 1987.", "1985, 1986 and 1987 (three years)", "1985–1987, not 1988",
    "1985, 1986, & 1987", "1985 | 1986 | 1987", "- 1985\n- 1986\n- 1987",
    '{"answers": [1985, 1986, 1987]}', "1987, 1986, 1985", "Thus, 1985, 1986 and 1987.", "Therefore, it was 1985-1987.",
    "She first worked for May & Baker in 1985, 1986 and 1987.", "So Ann, who is Dutch, was there from 1985 to 1987.",
    "**1985**\n\n**1986**\n\n**1987**", "In 1985, 1986 and 1987, she was with May & Baker.",
    "She was with May & Baker from 1985 to 1987, according to the passage.",
])  # fmt: skip
def test_a_list_or_a_range_is_all_its_years(text):
    text = text if text[0] in "-{*" else f"Final Answer: {text}"
    scores = score_answer_text({"answers": YEARS_ASKED, "answer_type": "time"}, text)
    assert (scores["set_accuracy"], scores["exact_match"]) == (100, 100)
    assert score_answer_text({"answers": YEARS_ASKED, "answer_type": "entity"}, "1985–1987")["answer_f1"] == 0


@pytest.mark.parametrize("text", ["-1, 0, 1", "-1 to 1", "from -1 to 1", "between -1 and 1", "2 BC to 1 AD", "-1–1"])
def test_years_before_the_first_are_read_as_labels_write_them(text):
    row = {"answers": ["-1", "0", "1"], "answer_type": "time"}
    assert score_answer_text(row, f"Final Answer: {text}.")["set_accuracy"] == 100


@pytest.mark.parametrize(("text", "f1"), [
    ("1985, 1987", 80), ("1985–1986", 80), ("1985–1988", 600 / 7), ("1985 or 1986", 0), ("before 1988", 0),
    ("1985-87", 0), ("1985–present", 0),
    ("1987–1985", 0), ("not 1985–1987", 0), ("1985, May 1986, 1987", 0), ("1985–1987 BC", 0),
    ("Ann, who is Dutch, was not there in 1985, 1986 and 1987.", 0), ("Ann, I think, was there from 1985 to 1987.", 0),
    ("In 1985, 1986 and 1987, she was not there.", 0),
    ("1985 to the present", 0), ("1985, 1986, 1987, ...", 0), ("1985%, 1986%, 1987%", 0), ("1 to 99999", 0),
])  # fmt: skip
def test_other_years_are_not_these(text, f1):
    row = {"answers": YEARS_ASKED, "answer_type": "time"}
    assert score_answer_text(row, f"Final Answer: {text}")["answer_f1"] == pytest.approx(f1)


@pytest.mark.parametrize(("text", "accuracy"), [
    ("Michael Straight and Nina Steers", 100), ("Nina Steers, Michael Straight", 100),
    ("Nina Steers; Ann Lee; Michael Straight", 0), ("Michael Straight or Nina Steers", 0), ("Nina Steers", 0),
    ("not Michael Straight and Nina Steers", 0),
])  # fmt: skip
def test_a_line_of_nothing_but_right_answers_is_these(text, accuracy):
    row = {"answers": ["Michael Straight", "Nina Steers"], "answer_type": "entity"}
    assert score_answer_text(row, f"Final Answer: {text}")["set_accuracy"] == accuracy


@pytest.mark.parametrize(("text", "accuracy"), [
    ("He played for Ajax and Hull City.", 100), ("Ajax, Hull City", 100), ("Ajax", 0), ("He played for Arsenal.", 0),
    ("Final Answer: Ajax and Hull City, since the article says so.", 100), ("Ajax and Arsenal", 0), ("Unanswerable", 0),
])  # fmt: skip
def test_of_timeqa_the_answers_of_all_segments_are_known(text, accuracy):
    segments = [{"answers": ["Ajax", "Hull City"]}, {"answers": ["Arsenal"]}]
    row = {"answers": ["Hull City", "Ajax"], "answer_type": "entity", "segments": segments}
    assert score_answer_text(row, text)["set_accuracy"] == accuracy
