"""Hedges, refusals and answers taken back are not read, of whatever kind the answer is.

A policy that is paid for hedged answers learns to hedge.
"""

import pytest

from temporal_qa.scoring.answer_scores import score_answer_text

FACTS = "Ann Lee worked for Bosch from July 2003 to May 2009.\nAnn Lee worked for SAP from June 2009 to March 2014."
ROWS = {
    "names": {"answers": ["Bosch", "SAP"], "fact_context": FACTS},
    "a date": {"answers": ["1 July 1998"], "answer_type": "date"},
    "an age": {"answers": ["62 years, 9 months and 16 days"], "answer_type": "age"},
    "a number": {"answers": ["413"], "answer_type": "number", "unit": "month"},
    "yes": {"answers": ["yes"], "answer_type": "yes_no"},
    "a weekday": {"answers": ["Friday"], "answer_type": "weekday"},
    "a week": {"answers": ["Week 12"], "answer_type": "week"},
    "years": {"answers": ["1996", "1997"], "answer_type": "time"},
}


def accuracy(kind, form):
    row = ROWS[kind]
    return score_answer_text(row, form.format(" $and ".join(row["answers"])))["set_accuracy"]


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("form", [
    "{} (just a guess)", "My guess: {}", "Best guess: {}", "I'm guessing {}", "Final Answer: {} (best guess)",
    "Final Answer: {} (low confidence)", "Final Answer: {} (tentative)", "Tentative answer: {}", "Hypothetically: {}",
    "Final Answer: {} (to be confirmed)", "Final Answer: {} (placeholder)", "Final Answer: {} [unverified]",
    "Final Answer: {} if I had to guess", "Could be {}", "Assume the answer is {}.", "If the answer is {}, then fine.",
    "Final Answer: the opposite of {}", "For example, {}",
    "Final Answer: {}\n\nI am not confident in this answer.", "Final Answer: {}\n\nBut this may be wrong.",
    "Final Answer: {}\n\nHowever, I cannot be certain.", "Final Answer: {}\n\nIgnore the above answer.",
    "Final Answer: {}\n\nThe answer above is only a placeholder.", "Final Answer: {}\n\nThat can't be right.",
    "Final Answer: {}\n\nI take that back.", "Final Answer: {}\n\nDisclaimer: this is a random guess.",
    "Final Answer: {}\n\nFord is also possible.", "Final Answer: {}\n\nIt could also be Ford.",
])  # fmt: skip
def test_a_hedge_is_not_read(kind, form):
    assert accuracy(kind, form) == 0


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("form", [
    "{}", "Final Answer: {}\n\nI am confident in this answer.", "Final Answer: {}\n\nThis is not a guess.",
    "Final Answer: {}\n\nThe facts confirm it; nothing else is possible.",
])  # fmt: skip
def test_what_is_sure_is_read(kind, form):
    assert accuracy(kind, form) == 100


@pytest.mark.parametrize(("text", "score"), [
    ("No, I can't answer that.", 0), ("No comment.", 0), ("No further information is given.", 0),
    ("No, I'm unable to say.", 0), ("No dates are given.", 0), ("No clear answer.", 0),
    ("No overlap.", 100), ("No, they could not have met.", 100), ("No, I cannot see any overlap.", 100),
])  # fmt: skip
def test_a_refusal_that_begins_with_no_is_no_no(text, score):
    assert score_answer_text({"answers": ["no"], "answer_type": "yes_no"}, text)["set_accuracy"] == score


@pytest.mark.parametrize(("kind", "text"), [
    ("a date", "1 July 1998 ± 1 day"), ("a date", "by 1 July 1998"), ("a week", "week 12 to 14"),
    ("a week", "week 12/13"), ("a week", "between week 11 and week 12"), ("yes", "yes no yes"),
    ("yes", "Yes, but only if she lived until 1935."),
])  # fmt: skip
def test_a_bound_a_range_and_a_condition_are_not_read(kind, text):
    assert accuracy(kind, text) == 0
    month = {"answers": ["July 1998"], "answer_type": "date"}
    assert score_answer_text(month, "June–July 1998")["set_accuracy"] == 0
