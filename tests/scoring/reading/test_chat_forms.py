"""Answers in the forms that chat models give them, each read as a careful person reads it. No other reader is asked."""

import pytest

from temporal_qa.scoring.answer_scores import score_answer_text
from temporal_qa.scoring.reading.response import read_answers
from temporal_qa.scoring.responses.temporal_values import parse_response
from temporal_qa.scoring.responses.value_types import AnswerFormat

NAMES = ["Tesla", "SpaceX", "Boeing", "None Shall Pass", "No Overall Control"]
YEARS = AnswerFormat("ttqa", "years", "<num_years>", "How many years was Rubens Barrichello active?")
DAYS = AnswerFormat("ttqa", "days", "<num_days>", "How many days did he live after he was apprehended?")
YEAR = AnswerFormat("ttqa", "date_years", "yyyy", "What year did Cody Ware race his first race?")
DATE = AnswerFormat("ttqa", "date", "%B %d, %Y", "On what date was he born?")


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Final Answer: Tesla, SpaceX $and Boeing", ["Tesla", "SpaceX", "Boeing"]),
        ("Final Answer: Tesla (2004–2010) $and SpaceX (2008–2012)", ["Tesla", "SpaceX"]),
        ("Final Answer: Tesla\n$and SpaceX", ["Tesla", "SpaceX"]),
        ("Final Answer: Tesla $and\nSpaceX", ["Tesla", "SpaceX"]),
        ("Final Answer: Tesla\nThe fact covers May 2008.", ["Tesla"]),
        ("Final Answer: Tesla\n---", ["Tesla"]),
        ("Final Answer: Tesla\n(2004–2010)", ["Tesla"]),
        ("Final Answer: Tesla【1†source】", ["Tesla"]),
        ("Final Answer: <b>Tesla</b> ✅", ["Tesla"]),
        ("Final Answer: Tesla (not Boeing)", ["Tesla"]),
        ("Final Answer: Tesla — he joined in 2004.", ["Tesla"]),
        ("Final Answer: Tesla<｜end▁of▁sentence｜>", ["Tesla"]),
        ("Final Answer: Tesla\n</answer>", ["Tesla"]),
        ("analysis We need Tesla. assistantfinal Tesla", ["Tesla"]),
        ("The answer must be Tesla.", ["Tesla"]),
        ("Final answer is Tesla.", ["Tesla"]),
        ("It began in 2004.\n#### Tesla", ["Tesla"]),
        ('{"answer": "Tesla"}\n\nWait, I should double-check: yes, that is right.', ["Tesla"]),
        ("Final Answer: Tesla\n\nSorry for the earlier confusion.", ["Tesla"]),
        ("Final Answer: Tesla\n\nThe answer is supported by fact 3.", ["Tesla"]),
        ("Final Answer: Tesla\n\nThe answer is not Boeing, because it ended in 1972.", ["Tesla"]),
        ("\\boxed{Tesla}\n\nThe answer is consistent with the facts.", ["Tesla"]),
        ("Answer: Tesla\n\nExplanation: The answer is Tesla because it covers May 2008.", ["Tesla"]),
        ("The answer is not Boeing.", None),
        ("Final Answer (in chronological order): Tesla $and SpaceX", ["Tesla", "SpaceX"]),
        ("Final Answer - Tesla", ["Tesla"]),
        ("Final Answer \u2192 Tesla", ["Tesla"]),
        ("[Final Answer]: Tesla", ["Tesla"]),
        ("Final Answer to the question: Tesla", ["Tesla"]),
        ("Ans: Tesla", ["Tesla"]),
        ("### \u2705 Final Answer\n**Tesla**", ["Tesla"]),
        ("The answer is therefore:\n\nTesla", ["Tesla"]),
        ("Final Answer: Tesla [3]", ["Tesla"]),
        ("The answer is Tesla [2, 5].", ["Tesla"]),
        ("Final Answer: Tesla\n\nSources:\n[1, 2]", ["Tesla"]),
        ('{"answers": ["Tesla"]}\n\nFacts used:\n[3]', ["Tesla"]),
        ("The answer is Final Fantasy.", ["Final Fantasy"]),
        ("The answer is Right Said Fred", ["Right Said Fred"]),
        ("The answer is Simply Red", ["Simply Red"]),
        ("Final Answer: Tesla\n\nThe answer is Tesla and SpaceX.", ["Tesla", "SpaceX"]),
        ("Answer: Tesla\nThe answer is Tesla $and SpaceX.", ["Tesla", "SpaceX"]),
        ("Answer: Real\nThe answer is Real Madrid", ["Real Madrid"]),
        ("Final Answer: No idea, sorry.", None),
        ("Final Answer: no idea (the facts are long)", None),
        ("The article has no information, but Tesla is likely.", None),
        ("The article gives no information on the coach; it was Tesla.", None),
        ('{"answers": ["Tesla", null]}', ["Tesla"]),
        ('{"answers": [1998, 1999.5]}', ["1998", "1999.5"]),
        ('{"answer": {"name": "Tesla"}}', ["Tesla"]),
        ('{answer: "Tesla"}', None),
        ("$Tesla$", ["Tesla"]),
        ("$\\text{Tesla}$.", ["Tesla"]),
        ("\\underline{Tesla}", ["Tesla"]),
        ("<|start_header_id|>assistant<|end_header_id|>\n\nFinal Answer: Tesla<|eot_id|>", ["Tesla"]),
        ("Tesla rather than Boeing", ["Tesla"]),
        ("Tesla and then SpaceX and Boeing", ["Tesla", "SpaceX", "Boeing"]),
        ("The companies\n- Tesla\n- SpaceX", None),  # a list is introduced with a colon
        ("The companies:\n- Tesla\n- SpaceX", ["Tesla", "SpaceX"]),
        ("Tesla, because Boeing ended in 1972", None),
        ("Unanswerable based on the article", []),
        ("The article is silent on this.", []),
        ("Final Answer: none (Tesla ended in March 1972; Boeing began in May 1972)", []),
        ("Final Answer: No employer (gap between Tesla and Boeing)", []),
        ("Not found in the article", []),
        ("The article gives no information on this.", []),
        ("This information is not provided in the article.", []),
        ("Final Answer: none (no fact covers May 2008)", []),
        ("Final Answer: None, as the article does not tell.", []),
        ("Final Answer: nobody in May 2008", []),
        ("Final Answer: none\nNo fact covers May 2008.", []),
        ("The article does not say.", []),
        ("Final Answer: The article does not mention this.", []),
        ("There is no information about this in the text.", []),
        ("Final Answer: not mentioned in the article", []),
        ("The article does not tell.\nFinal Answer: The head coach of the club is not mentioned.", []),
        ("Her employer in May 2008 was not specified.", []),
        ("The employer isn't mentioned.", []),
        ("His party is not explicitly named in the article provided.", []),
        ("Not mentioned.", []),
        ("It was not specified.", []),
        ("The Boeing Company is not mentioned.", None),
        ("The employer is not mentioned, but Tesla is close.", None),
        ("The employer is Tesla, and the start is not mentioned.", None),
        ("The team was Boeing; the season was not specified.", None),
        ("The article does not mention him, but Tesla is close.", None),
        ("The article does not say; it was Tesla.", None),
        ("Her employer isn't available in the article provided.", []),
        ("The head coach may be Wenger, which is not mentioned.", None),
        ("It cannot be determined.", None),
        ("Final Answer: No employer in May 2008", []),
        ("The article names no party.\nFinal Answer: no party", []),
        ("Final Answer: He held no position in May 2008.", []),
        ("Final Answer: She was a member of no party.", []),
        ("Final Answer: He held no office (gap between Tesla and Boeing).", []),
        ("Final Answer: Nobody held it, because there was a gap.", []),
        ("Final Answer: no employer; it was Tesla", None),
        ("Final Answer: There is no mention of him; it was Tesla", None),
        ("Final Answer: no one knows", ["no one knows"]),
        ("Final Answer: They did not hold any office in May 2008.", []),
        ("Final Answer: She didn't play for any team", []),
        ("Final Answer: He had no idea.", None),
        ("Final Answer: She did not have any information", None),
        ("Final Answer: He had no employer but tesla", None),
        ("Final Answer: She was no longer at tesla", None),
        ("Final Answer: He held no Tesla position", None),
        ("Final Answer: no idea", None),
        ("Final Answer: no overall control in May 2008", ["No Overall Control"]),
        ("Final Answer: None Shall Pass (2004–2010)", ["None Shall Pass"]),
        ("Final Answer: None Shall Pass", ["None Shall Pass"]),
        ("Final Answer: Boeing. Wait, no, it should be Tesla.", None),
        ("Final Answer: None, but Tesla is close", None),
        ("Final Answer: Tesla\n\nFacts:\nShe led IBM.\n\nQuestion: Whom did she lead?\nFinal Answer: IBM", ["Tesla"]),
        ("Final Answer: Tesla\n\nQ: Where did he work in 2009?\nFinal Answer: SpaceX", ["Tesla"]),
        ("Question: Where did he work?\nFinal Answer: Tesla", ["Tesla"]),
        ('I am to end with "Final Answer:".\n\nQuestion: Where did he work?\nFinal Answer: Tesla', ["Tesla"]),
        ("Final Answer: [Tesla](https://en.wikipedia.org/wiki/Tesla)", ["Tesla"]),
        ("The answer is Tesla. \U0001f60a", ["Tesla"]),
        ("Final Answer: Tesla \U0001f914", ["Tesla \U0001f914"]),
        ("Final Answer: <Tesla>", ["Tesla"]),
        ("The answer is definitely Tesla.", ["Tesla"]),
        ("Final Answer: 3. Liga", ["3. Liga"]),
        ("Final Answer: 2. Tesla", ["Tesla"]),
    ],
)
def test_names(text, answers):
    read = read_answers(text, NAMES)
    assert (None if read.reason else read.answers) == answers


@pytest.mark.parametrize("said", [
    "no team but arsenal", "no longer at tesla", "no later than 1990", "no wait it is tesla",
    "No Doubt", "No Man's Land Fort", "Nobody's Fool", "No. 10 Squadron RAF", "The Hague",
])  # fmt: skip
def test_what_begins_with_no_may_be_something_else(said):
    assert read_answers(f"Final Answer: {said}").answers != []


@pytest.mark.parametrize(
    ("kind", "right", "value", "texts", "wrong"),
    [
        ("yes_no", "yes", None, ["Yes, it does.", "Yes. It does.", '{"answer": true}', "True", "Yes, there is no gap.",
            "Yes. They overlapped, but only for two years.", "Yes, both also lived in 1815."],
            ["No.", "It does.", "Yes and no", "Yes, I think so", "Yes, they did not overlap", "True or false",
            "Yes/False", "Yes or not", "Yes, but not really.", "Yes. However, this is false.",
            "Yes, no they are apart"]),
        ("yes_no", "no", None, ["No, it does not.", "**No**, it comes after.", "False", "no it does not",
            "No overlap.", "No, they never met.", "No, they could never have met.",
            "No, he could not have been president then, as he died in 1950.",
            "no\n\nThe answer is consistent with the paragraphs."],
            ["Yes.", "yes or no", "No, I am not sure", "No or maybe", "No, but possibly they do",
            "no idea", "No way to tell.", "no doubt it does", "none"]),
        ("number", "413", None, ["413 months", "413.0", "There are 413 full months.", "34 × 12 + 5 = 413",
            r"\boxed{413\text{ months}}", "four hundred and thirteen"], ["412", "413 days", "not 413", "about 413.5"]),
        ("number", "3505", None, ["3,505", r"\boxed{3{,}505}", "3 505 months"], ["3.505", "505"]),
        ("week", "Week 9", None, ["9", "ISO week 9", "Week 09", "W09", "1816-W09", "Week 9 of 1816"], ["Week 19"]),
        ("weekday", "Friday", None, ["It was a Friday.", "Friday, 17 December 1982"], ["Friday or Saturday", "Sunday"]),
        ("order", "1807-05-30; 1862-03-04", None, ["1. 1807-05-30\n2. 1862-03-04", "- 1807-05-30\n- 1862-03-04",
            '["1807-05-30", "1862-03-04"]', "30 May 1807 → 4 March 1862", "1807-05-30 $and 1862-03-04"],
            ["1862-03-04; 1807-05-30", "1807-05-30"]),
        ("order", "10 April 715 AD; 31 December 715 AD", None, ["April 10, 715 AD; December 31, 715 AD"], []),
        ("date", "July 4, 2001", "2001-07-04", ["2001‑07‑04", r"\boxed{July\ 4,\ 2001}", "4. July 2001", "2001.07.04",
            "2001年7月4日", "July the 4th, 2001", "4th day of July, 2001", "1 July 2001 + 3 days = 4 July 2001",
            "Three weeks from that day is July 4, 2001.", "Fact 3 - 4 July 2001", "July 4, 2001 (Julian day = 2452095)",
            r"\boxed{4^{\text{th}}\text{ July }2001}", "July 4^{th}, 2001"],
            ["July 2001", "5 July 2001", "4–5 July 2001", "3 and 4 July 2001", "4/5 July 2001", "July 4, 2001 + 3 days",
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
        ("time", "1998", None, ["In 1998", "1998", "the year 1998"], ["May 1998", "1998-99", "In 1999", "before 1998"]),
        ("week", "Week 10", None, ["Week 10 of the year 622 AD", "ISO Week 10 (622-W10)"],
            ["Week 9 to week 10", "Week 9/Week 10"]),
        ("weekday", "Thursday", None, ["Thu", "Thurs."], ["the day after Thursday", "Fri"]),
        ("number", "413", None, ["There are 413 whole months between the two dates.", "413 months have passed",
            "Number of months: 413", "413 calendar months"], ["There are 412 whole months between the two dates."]),
        ("age", "17 years, 9 months and 1 day", None, ["P17Y9M1D", "17 years, 9 months and 1 day (6,484 days)"], []),
        ("date", "04-07-2001", "2001-07-04", ["4-7-2001", "4 July 2001"], ["7-4-2001"]),
        ("date", "0402-04-20", "0402-04-20", ["402-04-20"], ["402-04-21"]),
        ("age", "35 years, 7 months and 28 days", None, ["35y 7m 28d", "35 yrs, 7 mos, 28 days",
            '{"answer": {"years": 35, "months": 7, "days": 28}}', "35 Years, 7 Months & 28 Days",
            "35 years, 7 months and 28 days (13,027 days)"], ["35 years", "7 months"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_values(kind, right, value, texts, wrong):
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


YEARS_ASKED = ["1985", "1986", "1987"]


@pytest.mark.parametrize("text", [
    "1985, 1986, and 1987", "1985; 1986; 1987", "1985 & 1986 & 1987", "1985–1987", "1985-1987", "from 1985 to 1987",
    "between 1985 and 1987", "1985 through 1986, and 1987", "1985 $and 1986 $and 1987", "AD 1985 to AD 1987",
    "He was there in 1985, 1986 and 1987.", "1985, 1986 and 1987 (three years)", "1985–1987, not 1988",
    "- 1985\n- 1986\n- 1987", '{"answers": [1985, 1986, 1987]}', "1987, 1986, 1985",
])  # fmt: skip
def test_a_list_or_a_range_is_all_its_years(text):
    text = text if text[0] in "-{" else f"Final Answer: {text}"
    scores = score_answer_text({"answers": YEARS_ASKED, "answer_type": "time"}, text)
    assert (scores["set_accuracy"], scores["exact_match"]) == (100, 100)
    assert score_answer_text({"answers": YEARS_ASKED, "answer_type": "entity"}, "1985–1987")["answer_f1"] == 0


@pytest.mark.parametrize(("text", "f1"), [
    ("1985, 1987", 80), ("1985–1986", 80), ("1985–1988", 600 / 7), ("1985 or 1986", 0), ("before 1988", 0),
    ("1985-87", 0), ("1985–present", 0),
    ("1987–1985", 0), ("not 1985–1987", 0), ("1985, May 1986, 1987", 0), ("1985–1987 BC", 0),
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


@pytest.mark.parametrize(
    ("item", "value", "texts"),
    [
        (YEARS, 19, ["19", "**19**", r"\boxed{19}", "Answer: 19", "The answer is 19.", "<answer>19</answer>",
            '{"answer": 19}', "#### 19", "### Final Answer\n19", "**Final Answer**\n\n19",
            "Final Answer (in years): 19", "Final\u00a0Answer: 19", "Final Answer：19", "Final Answer:\n- 19 years",
            "Final Answer:\n\n$$\n\\boxed{19}\n$$",
            "Final Answer: 19 [1]", "Final Answer: 19【1†table】", "Final Answer: <b>19</b>",
            "Final Answer: 11 + 8 = 19",
            "Final Answer: 18\n\nWait, no. He also drove in 1992.\n\nFinal Answer: 19"]),
        (YEARS, None, ["no idea", "Therefore, 3 of them.", "Final Answer:\n- 19\n- 20",
            "I count 19 of the 20 races here.", "Final Answer: He did not win a second title.",
            "Final Answer: under 19 years", "Final Answer: nearly 19 years", "Final Answer: 19 years or less",
            "Final Answer: I don't know, maybe 19 years", "Final Answer: minus 19", "Final Answer: minus 19 years",
            "Final Answer: 3 times a week", "Final Answer: three times per year"]),
        (YEARS, 8, ["Final Answer: 8 years (two terms of 4 years each)", "Final Answer: 8 (2 times 4 years)"]),
        (DAYS, None, ["Final Answer: July 6, 2019", "Final Answer: in 2019", "Final Answer: 2019 or 2020"]),
        (DAYS, 1826, ["Final Answer: 1826", "Final Answer: 1826 days", "Final Answer: It was 1826."]),
        (YEAR, -1200, ["Final Answer: 1,200 BC", "Final Answer: 1200 BC"]),
        (DAYS, 10957, ["Final Answer: 10 957 days", "Final Answer: 10'957 days", "Final Answer: 10\u202f957 days",
            "Final Answer: $10{,}957$ days", r"Final Answer: $\boxed{10{,}957}$", r"Final Answer: $10\,957$"]),
        (YEAR, 2017, ["2017", "Final Answer: 2014 + 3 = 2017", "Final Answer: 2017[1]", r"\boxed{2017}"]),
        (DATE, 730670, ["July 4, 2001", r"Final Answer: \boxed{July\ 4,\ 2001}", "Final Answer: 2001‑07‑04",
            "Final Answer: 4‑Jul‑2001", "Final Answer: 4. July 2001", "Final Answer: July 4, 2001[1]"]),
    ],
    ids=["years", "nothing", "terms", "days", "dates for days", "1,826 days", "BC", "year", "date"],
)  # fmt: skip
def test_numbers_of_temp_answer_qa(item, value, texts):
    assert {text: parse_response(text, item).value for text in texts} == dict.fromkeys(texts, value)


TOT = '{"explanation": "x", %s}'


@pytest.mark.parametrize(
    ("unit", "answer_format", "response", "value"),
    [
        ("years", "", "```json\n" + TOT % '"age": 0' + "\n```", 0),
        ("years", "", TOT % '"age": "− 5"', -5),
        ("years", "", TOT % '"final_answer": 7', 7),
        ("years", "<year> <era>", TOT % '"answer": "79 A.D."', 79),
        ("years", "<year> <era>", TOT % '"answer": "The year 1,352 BC"', -1352),
        ("seconds", "", TOT % '"Hours": 11, "Minutes": 54, "Seconds": 49', 42889),
        ("seconds", "", TOT % '"H": "10 hours", "M": "20 minutes", "S": "48 s"', 37248),
        ("seconds", "", TOT % '"answer": {"H": 10, "M": 20, "S": 48}', 37248),
        ("seconds", "", TOT % '"H": 0, "M": 0, "S": 0', 0),
        ("date", "", '{"explanation": "x", "answer": "2001-06-1', None),
        ("date", "", TOT % '"answer": "2001-06-10" or "2001-06-11"', None),
        ("date", "", TOT % '"answer": "2001-06-10" / "2001-06-11"', None),
        ("date", "", TOT % '"answer": "2001-06-10" in short', 730646),
        ("date", "", '{"explanation": "x", "answer": "2001-06-10', 730646),
        ("years", "", '{"explanation": "x", "answer": 30 + 18 - 9', None),
    ],
)
def test_objects_of_test_of_time(unit, answer_format, response, value):
    assert parse_response(response, AnswerFormat("tot", unit, answer_format, "?")).value == value
