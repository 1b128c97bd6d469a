"""Numbers of TempAnswerQA in the forms that chat models give them, each read as a careful person reads it."""

import pytest

from temporal_qa.scoring.responses.temporal_values import parse_response
from temporal_qa.scoring.responses.value_types import AnswerFormat

YEARS = AnswerFormat("ttqa", "years", "<num_years>", "How many years was Rubens Barrichello active?")
DAYS = AnswerFormat("ttqa", "days", "<num_days>", "How many days did he live after he was apprehended?")
YEAR = AnswerFormat("ttqa", "date_years", "yyyy", "What year did Cody Ware race his first race?")
DATE = AnswerFormat("ttqa", "date", "%B %d, %Y", "On what date was he born?")


@pytest.mark.parametrize(
    ("item", "value", "texts"),
    [
        (YEARS, 19, ["19", "**19**", r"\boxed{19}", "Answer: 19", "The answer is 19.", "<answer>19</answer>",
            '{"answer": 19}', "#### 19", "### Final Answer\n19", "**Final Answer**\n\n19",
            "Final Answer (in years): 19", "Final\u00a0Answer: 19", "Final Answer：19", "Final Answer:\n- 19 years",
            "Final Answer:\n\n$$\n\\boxed{19}\n$$",
            "Final Answer: 19 [1]", "Final Answer: 19【1†table】", "Final Answer: <b>19</b>",
            "Final Answer: 11 + 8 = 19", "2011 - 1993 + 1 = 19 years",
            "Nineteen", "**nineteen years**", "Nineteen years.", "Nineteen years old",
            "Final Answer: 18\n\nWait, no. He also drove in 1992.\n\nFinal Answer: 19",
            "19 years\n\nQuestion: How old was he?\nFinal Answer: 20", "A: 19\n\nQ: How old was he?\nA: 20",
            "I count them.\n\nQ: How many years?\nA: 19",
            "I count them.\nFinal Answer: 19\n\nQuestion: How old was he?\nFinal Answer: 20",
            "**Answer:** 19 years\n\n**Explanation:** He drove from 1993 to 2011.",
            "Answer: 19\n\nHe drove his first race in 1993.", "### Answer\n19 years\n\n### Why:\nHe began in 1993.",
            "He began in 1993.\n\n**19 years**\n\nExplanation: 1993 to 2011.",
            "19 years\n\nExplanation: 1993 to 2011.", "**19 years**\n\nHe drove from 1993 to 2011.",
            "He was active for **19 years** (1993 to 2011).",
            "He was active for 19 years (2011 - 1993 + 1 = 19).", "19 years (2011 \u2212 1992 = 19 years)",
            "About nineteen years", "He was active for 19 years.\n\nWould you like more details?",
            "He began in 1993. Therefore, he was active for 19 years. Let me know if you need more!",
            "From 1993 to May 2011, he was active for 19 years.",
            "Therefore, from May 1993 to May 2012, he was active for 19 years.",
            "**Final Answer:**\n\n> 19 years", "Final Answer:\n> **19 years**"]),
        (YEARS, None, ["no idea", "No one", "Nineteen races", "Not nineteen years", "Seven Years' War",
            "nineteen years, maybe", "the year: 2011 - 1992 = 19", "Therefore, 3 of them.", "Final Answer:\n- 19\n- 20",
            "He began in 1993.\n\n**19 years**\n\nExplanation: Wait, that is wrong.",
            "Answer: 18\n\nActually, let me count again.", "19 years\n\nIt may also be 20 years.",
            "However, he was active for 19 years.",
            "He was active for 19 years (2011 - 1993 = 18).", "About Nineteen races",
            "He was probably active for 19 years.", "He retired at the age of 40, 19 years after his first race.",
            "He was active for 19 years, and 12 years of these in one team.", "It was not 19 years.",
            "He was active for 19 years. He was born in",
            "I count 19 of the 20 races here.", "Final Answer: He did not win a second title.",
            "Final Answer: under 19 years", "Final Answer: nearly 19 years", "Final Answer: 19 years or less",
            "Final Answer: I don't know, maybe 19 years", "Final Answer: minus 19", "Final Answer: minus 19 years",
            "Final Answer: 3 times a week", "Final Answer: three times per year", "Final Answer: > 19 years",
            "Final Answer: 18~19 years", "Final Answer: 18 ~ 19", "Final Answer: 19 \u00b1 1 years",
            "Final Answer: 19 +/- 1 years", "Final Answer: 18 years\n\nWait, that is wrong: it should be 19 years.",
            "Final Answer: 18 years\n\nActually, it should be 19 years."]),
        (DATE, None, ["Final Answer: < July 4, 2001", "Final Answer: > 2001-07-04",
            "Final Answer: < July 4, 2001 and > July 1, 2001", "Final Answer: > July 4, 2001 -> later"]),
        (YEARS, 8, ["Final Answer: 8 years (two terms of 4 years each)", "Final Answer: 8 (2 times 4 years)",
            "Final Answer: 4 years + 4 years = 8 years", "Final Answer: 4 years (2001-2005) + 4 years = 8 years",
            "Final Answer: two terms of 4 years each", "Final Answer: He served two four-year terms.",
            "Final Answer: 8 years in two terms of 4 years", "Final Answer: 7y 12m",
            "Final Answer: From 2001 to 2009 = 8 years", "Final Answer: 2009 minus 2001 is 8 years."]),
        (YEARS, 15, ["Final Answer: 15 years (5 years in one team and 10 years in another)",
            "Final Answer: 15 years (15 years, 3 months and 5 days)", "Final Answer: 15 years, or one term",
            "Final Answer: 15 years (or 180 months)", "Final Answer: 180 months or 15 years",
            "Final Answer: 14 years and 12 months, or 180 months", "Final Answer: 180 months (15 years)",
            "Final Answer: 15 years. It is not clear what he did then.",
            "He was king from 1990 to 2005.\n\n**15 years**", "He was king.\n\n**Step 2: 15 years**"]),
        (YEARS, None, ["Final Answer: 15 years (or 14 if his last year does not count)",
            "Final Answer: 15 years, or 14", "Final Answer: 15 years and 3 or 4 months",
            "Final Answer: 14 years and 12 months, or 16 years", "Final Answer: 15 years (and 2 years as a guest)",
            "Final Answer: over 15 years", "Final Answer: He was king for over 15 years.",
            "Final Answer: 15 years (14 years)", "Final Answer: 5 years (once) and 3 years (again)",
            "Final Answer: It is not clear, but about 15 years",
            "Final Answer: The table doesn't say, but 15 years is usual.",
            "Final Answer: Insufficient data (15 years?)", "Final Answer: 15 years, not sure",
            "He was king.\n\n**Step 2**",
            "Is it 14? I am not sure.\n\n**15 years**", "Final Answer: 15 years, maybe 16",
            "Final Answer: 15 (or perhaps 16)"]),
        (DAYS, 1234, ["Final Answer: 1,234 days (3 years, 4 months and 17 days)",
            "Final Answer: 3 years, 4 months and 17 days (1,234 days)"]),
        (DAYS, None, ["Final Answer: July 6, 2019", "Final Answer: in 2019", "Final Answer: 2019 or 2020"]),
        (DAYS, 1826, ["Final Answer: 1826", "Final Answer: 1826 days", "Final Answer: It was 1826.",
            "Final Answer: 1795 days + 31 (Jan) = 1,826 days"]),
        (YEAR, -1200, ["Final Answer: 1,200 BC", "Final Answer: 1200 BC"]),
        (DAYS, 10957, ["Final Answer: 10 957 days", "Final Answer: 10'957 days", "Final Answer: 10\u202f957 days",
            "Final Answer: $10{,}957$ days", r"Final Answer: $\boxed{10{,}957}$", r"Final Answer: $10\,957$"]),
        (YEAR, 2017, ["2017", "Final Answer: 2014 + 3 = 2017", "Final Answer: 2014 + 3 years = 2017",
            "Final Answer: 2014 plus 3 equals 2017", "Final Answer: 2014 + 3 \u2192 2017",
            "Final Answer: 2017[1]", r"\boxed{2017}",
            "Final Answer: He left school in 2010 and raced first 7 years later, in 2017.",
            "He raced first in 2017."]),
        (YEAR, 2017, ["Final Answer: mid-2017", "Final Answer: early 2017"]),
        (YEAR, None, ["Final Answer: late 2016 or early 2017", "Final Answer: late 2016/early 2017",
            "Final Answer: the end of 2016 / start of 2017"]),
        (YEAR, None, ["He raced first in 2017, after he had trained since 2015.", "He raced first before 2017."]),
        (DATE, 730670, ["July 4, 2001", r"Final Answer: \boxed{July\ 4,\ 2001}", "Final Answer: 2001‑07‑04",
            "Final Answer: 4‑Jul‑2001", "Final Answer: 4. July 2001", "Final Answer: July 4, 2001[1]",
            "Final Answer: <July 4, 2001>", "Answer: <2001-07-04>", "Final Answer:\n> July 4, 2001",
            "He was born on **July 4, 2001**.", "Answer: July 4, 2001\n\nExplanation: see the table."]),
    ],
    ids=["years", "nothing", "bound", "terms", "brackets", "doubt", "days and more", "days",
         "dates for days", "1,826 days", "BC", "year", "part of a year", "parts of years", "years", "date"],
)  # fmt: skip
def test_numbers_of_temp_answer_qa(item, value, texts):
    assert {text: parse_response(text, item).value for text in texts} == dict.fromkeys(texts, value)


def test_one_of_several_terms_is_asked():
    item = AnswerFormat("ttqa", "years", "<num_years>", "How many years did each term last?")
    assert parse_response("Final Answer: two terms of 4 years each", item).value == 4


TOT = '{"explanation": "x", %s}'


@pytest.mark.parametrize(
    ("unit", "answer_format", "response", "value"),
    [
        ("years", "", "```json\n" + TOT % '"age": 0' + "\n```", 0),
        ("years", "", TOT % '"age": "− 5"', -5),
        ("years", "", TOT % '"final_answer": 7', 7),
        ("days", "", TOT % '"answer": "12-13"', None),
        ("days", "", "```json\n" + TOT % '"answer": 12' + "\n```\nWait, I made an error; it should be 13.", None),
        ("days", "", TOT % '"answer": 12' + "\n\nActually, let me recheck: it is 13.", None),
        ("days", "", TOT % '"answer": 12' + "\n\nStep 1: It is 10.\nWait, it is 12.", 12),
        ("days", "", TOT % '"answer": "[12-13]"', None),
        ("days", "", TOT % '"answer": 2023-1996', 27),
        ("days", "", TOT % '"answer": {"days": 1307}', 1307),
        ("months", "", TOT % '"answer": {"years": 2, "months": 3}', 27),
        ("days", "", TOT % '"answer": {"days": "many"}', None),
        ("years", "<year> <era>", TOT % '"answer": "79 A.D."', 79),
        ("years", "<year> <era>", "352 BC", -352),
        ("years", "<year> <era>", "360 - 8 = 352.\n\nFinal Answer: **352 BCE**", -352),
        ("years", "<year> <era>", r"The answer is $\boxed{352 \text{ BC}}$.", -352),
        ("years", "<year> <era>", "Final Answer: 352", None),
        ("years", "<year> <era>", TOT % '"answer": "around 352 BC"', -352),
        ("years", '"mm/dd/yyyy"', "**2007**", 2007),
        ("years", '"mm/dd/yyyy"', "Final Answer: 07-17-2007", 2007),
        ("years", '"mm/dd/yyyy"', TOT % '"answer": "2006-2007"', None),
        ("seconds", '"same_day/+x/-x", "time": "HH:MM:SS"', "Final Answer: 23:11:29", None),
        ("years", "<year> <era>", TOT % '"answer": "The year 1,352 BC"', -1352),
        ("seconds", "", TOT % '"Hours": 11, "Minutes": 54, "Seconds": 49', 42889),
        ("seconds", "", TOT % '"H": "10 hours", "M": "20 minutes", "S": "48 s"', 37248),
        ("seconds", "", TOT % '"answer": {"H": 10, "M": 20, "S": 48}', 37248),
        ("seconds", "", TOT % '"answer": "X = 2, Y = 24, Z = 44"', 8684),
        ("seconds", "", "**Answer:** X = 2, Y = 24, Z = 44.", 8684),
        ("seconds", "", "**Answer:** X = 2, Y = 24", None),
        ("seconds", "", TOT % '"days": "1 day", "hours": 10, "minutes": 20, "seconds": 48', 123648),
        ("seconds", "", TOT % '"H": 0, "M": 0, "S": 0', 0),
        ("date", "", '{"explanation": "x", "answer": "2001-06-1', None),
        ("date", "", TOT % '"answer": "2001-06-10" or "2001-06-11"', None),
        ("date", "", TOT % '"answer": "2001-06-10" / "2001-06-11"', None),
        ("date", "", TOT % '"answer": "2001-06-10" in short', 730646),
        ("date", "", '{"explanation": "x", "answer": "2001-06-10', 730646),
        ("years", "", '{"explanation": "x", "answer": 30 + 18 - 9', None),
        ("date", "", "7 days earlier.\n\nThe answer is **2001-06-10**.", 730646),
        ("date", "", r"\boxed{2001-06-10}", 730646),
        ("years", "", "I count 30 years.", None),
        ("date", "", '{"explanation": "x", "answer": 10 June, 2001}', 730646),
        ("date", "", '{"explanation": "x", "answer": 10 June, 2001, "note": "x"}', 730646),
        ("seconds", "", TOT % '"x": 1, "y": 2, "z": 3', 3723),
        (
            "date",
            "",
            TOT % '"answer": "2001-06-10"' + "\n\nQuestion: And then?\n" + TOT % '"answer": "2001-06-11"',
            730646,
        ),
    ],
)
def test_objects_of_test_of_time(unit, answer_format, response, value):
    assert parse_response(response, AnswerFormat("tot", unit, answer_format, "?")).value == value
