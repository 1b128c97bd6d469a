"""Yes and no in other words, and in those of the question; what doubts, or compares something else, is neither."""

import pytest

from temporal_qa.scoring.reading.response import read_answers

DATES = "Is 17th November 1941 earlier than 28th November 1941?"
AGES = "Is somebody aged 68 years, 10 months and 22 days younger than somebody aged 52 years, 8 months and 3 days?"
WAS = "Was 17th November 1941 earlier than 28th November 1941?"
LIVES = "Did the lives of Ann Lee and Bob Ray overlap?"


@pytest.mark.parametrize(("question", "answer", "texts"), [
    (DATES, "yes", ["Yep", "Yeah.", "Correct.", "Absolutely.", "Indeed, it is earlier.", "That's right, it is earlier.",
        "Oui.", "It is earlier.", "17 Nov 1941 comes before 28 Nov 1941.", "28 November 1941 is later.",
        "28th November 1941 is later than 17th November 1941.", "17 < 28, so it is earlier.",
        "17 November 1941 fell before 28 November 1941.",
        "28 November 1941 follows 17 November 1941.", "17 November 1941 did precede 28 November 1941.",
        "The month is the same: 17 < 28. Yes."]),
    (DATES, "no", ["Nope", "Incorrect.", "Nein.", "It is not earlier.", "It isn't earlier.", "It's later.",
        "17th November 1941 is not earlier than 28th November 1941.", "28th November 1941 is earlier."]),
    (DATES, None, ["It is 17th November 1941.", "It is not later.", "It may be earlier.", "Is it earlier?",
        "It does.", "Not correct.", "Absolutely not sure.", "It is earlier or later.",
        "The second date is earlier.", "Correct or incorrect",
        "Ja, nein", "Right after", "Indeed no overlap", "Right now it is.",
        "Yes, if both are Gregorian.", "Yes in one calendar, no in another.",
        "It is earlier, but I am not sure.", "It is neither earlier nor later.", "It is earlier. No, it is later.",
        "No, 17 November 1941 fell before 28 November 1941.", "Yes, it did not.", "No, it is earlier.\n\nWait, yes.",
        "Yes, 28 November 1941 is earlier.", "No. It is later.\n\nWait, yes, it is earlier."]),
    (AGES, "no", ["They are older.", "They are not younger.", "They are older, not younger.",
        "Somebody aged 52 years, 8 months and 3 days is younger."]),
    (AGES, "yes", ["They are younger.", "Somebody aged 52 years, 8 months and 3 days is older."]),
    (WAS, "yes", ["It was.", "It was earlier."]), (WAS, "no", ["It was not.", "It wasn't."]), (WAS, None, ["It is."]),
    (LIVES, "yes", ["They did.", "Both their lives overlapped.", "Their two lives overlapped.",
        "Their lives overlapped.", "Their lives did overlap.",
        "The lives of Ann Lee and Bob Ray overlapped from 1873 to 1941."]),
    (LIVES, "no", ["They didn't.", "Their lives did not overlap.", "Nope, they did not overlap.",
        "There was no overlap.", "She died in 1941 and he was born in 1950, so their lives did not overlap."]),
    (LIVES, None, ["Their lives may have overlapped.", "They could not have overlapped.", "They lived.",
        "It is unclear whether their lives overlapped.", "Their lives overlapped, didn't they?"]),
])  # fmt: skip
def test_what_a_text_says(question, answer, texts):
    read = {text: read_answers(text, answer_type="yes_no", question=question).answers for text in texts}
    said = {text: answers if answers in (["yes"], ["no"]) else [] for text, answers in read.items()}
    assert said == dict.fromkeys(texts, [answer] if answer else [])
