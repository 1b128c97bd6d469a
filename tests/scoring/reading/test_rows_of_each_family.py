"""Answers to rows of each family as chat models write them: those that earn the score of the right answer, and those
that must not, as they doubt it, leave it open, or give another."""

import pytest

from temporal_qa.scoring.answer_scores import score_answer_text

FACTS = [
    {"subject": "Dana Whitfield", "relation": "P108", "object": name, "start": start, "end": end}
    for name, start, end in (
        ("IBM", "1998-01", "2001-01"), ("Boeing", "2001-02", "2005-12"), ("Tesla", "2006-01", "2009-03"),
        ("SpaceX", "2008-05", "2012-01"), ("Ernst & Young", "2014-02", "2019-01"),
    )
]  # fmt: skip
EMPLOYERS = {"question": "Which employer did Dana Whitfield work for in May 2008?", "facts": FACTS}
TESLA, BOTH = EMPLOYERS | {"answers": ["Tesla"]}, EMPLOYERS | {"answers": ["Tesla", "SpaceX"]}
YEARS = {"question": "Which years did she work there?", "answer_type": "time", "answers": ["1997", "1998", "1999"]}
YEAR = YEARS | {"answers": ["1997"]}
WEEK = {"question": "In which ISO week does it lie?", "answer_type": "week", "answers": ["Week 10"]}


@pytest.mark.parametrize(("row", "paid", "unpaid"), [
    (TESLA, [], [
        "Answer: Tesla\n\nAlternatively: SpaceX", "Answer: Tesla\n\nAlternatively, SpaceX.",
        "Answer: Tesla\n\nAlternatively, the answer could be SpaceX.", "Tesla, an option I reject",
        "Tesla, a company that she left", "Tesla, a company that she had already left by then",
        "Tesla, whose term had already ended in 2007",
    ]),
    (YEARS, [r"\boxed{1997\text{--}1999}"], []),
    (YEAR, [], [r"\boxed{1997\text{--}1999}", "from 1997 on"]),
    (WEEK, ["the tenth week"], ["the eleventh week"]),
], ids=["one name", "years", "a year", "a week"])  # fmt: skip
def test_what_is_paid_and_what_is_not(row, paid, unpaid):
    score = {text: score_answer_text(row, text)["set_accuracy"] for text in (*paid, *unpaid)}
    assert score == dict.fromkeys(paid, 100) | dict.fromkeys(unpaid, 0)
