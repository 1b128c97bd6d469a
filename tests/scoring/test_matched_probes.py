"""Texts about the dates of lives: whose date, and of which event, a text gives decides, as in ``score``."""

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.scoring.matched_probes import match_probes, score_matched

DIED = {
    "id": "q", "question": "On what date did Maceo Anderson die?", "answers": ["July 4, 2001"], "answer_type": "date",
    "sample": "s", "task": "extraction",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "accuracy"),
    [
        ("Maceo Anderson died on July 4, 2001.", 100),
        ("Maceo Anderson was born on 3 September 1910 and died on 4 July 2001.", 100),
        ("He died on 4 July 2001; he was born on 3 September 1910.", 100),
        ("Jacek Karpiński died on 4 July 2001.", 0),
        ("The pianist Jacek Karpiński died on 4 July 2001.", 0),
        ("It says that Jacek Karpiński, a pianist, died on 4 July 2001.", 0),
        ("The date of death of Jacek Karpiński is 4 July 2001.", 0),
        ("Jacek Karpiński's date of death is 4 July 2001.", 0),
        ("The dancer Maceo Anderson died on 4 July 2001.", 100),
        ("Maceo Anderson, a dancer, died on 4 July 2001.", 100),
        ("The date of death of Maceo Anderson is 4 July 2001.", 100),
        ("Final Answer: Maceo Anderson was born on 4 July 2001.", 0),
        ("Maceo Anderson died on 5 July 2001.", 0),
    ],
)
def test_the_value_of_another_life_or_event_does_not_count(text, accuracy):
    matched = match_probes([Row(1, DIED)], [Row(1, {"id": "q", "text": text})], "q.jsonl", "p.jsonl", reading="chat")
    scores, _ = score_matched(matched, "q.jsonl")
    assert scores.scores["accuracy"].tolist() == [accuracy]


def test_a_date_is_right_by_the_value_of_its_row():
    row = DIED | {"answers": ["on the Fourth"], "answer_value": "2001-07-04"}
    prediction = Row(1, {"id": "q", "answers": ["4 July 2001"]})
    matched = match_probes([Row(1, row)], [prediction], "q.jsonl", "p.jsonl", reading="chat")
    assert score_matched(matched, "q.jsonl")[0].scores["accuracy"].tolist() == [100]


def test_a_question_that_is_no_probe_is_named_with_its_file():
    lacking = {name: value for name, value in DIED.items() if name != "task"}
    with pytest.raises(InputError, match=r"^q\.jsonl: the question 'q' has no 'task'; "):
        match_probes([Row(1, lacking)], [Row(1, {"id": "q", "text": "x"})], "q.jsonl", "p.jsonl", reading="chat")
