"""The names among which the answers to a row are, from its facts or from any context that this package writes."""

import pytest

from temporal_qa.questions.answer_candidates import answer_candidates, score_answer_text

YEARS = "Ann Lee played for Reds in 1990.\nAnn Lee played for Blues and Co. from 1990 to 1995."


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ({"fact_context": YEARS}, ["Ann Lee", "Reds", "Blues and Co."]),
        # Nobody is an answer about themselves, but among those who shared a time with them.
        ({"fact_context": YEARS, "kind": "before_after", "anchor": "Ann Lee"}, ["Reds", "Blues and Co."]),
        ({"fact_context": YEARS, "kind": "time_join", "anchor": "Ann Lee"}, ["Ann Lee", "Reds", "Blues and Co."]),
        ({"fact_context": YEARS, "kind": "first_last", "anchor": "Q1",
            "entities": [{"id": "Q1", "name": "Ann Lee", "slot": "anchor"}]}, ["Reds", "Blues and Co."]),
        ({"fact_context": "Annie is another name of Ann.\nAnn was married to Bob in 1990."}, ["Annie", "Ann", "Bob"]),
        ({"fact_context": "Ann received the Nobel Prize in 1990."}, ["Ann", "Nobel Prize"]),
        ({"fact_context": "First World War took place from -12 to 14."}, ["First World War"]),
        # Both readings of a name that holds the words of a sentence.
        ({"fact_context": "Ann played for Who played for Fun in 1990."},
            ["Ann", "Who played for Fun", "Ann played for Who", "Fun"]),
        ({"fact_context": "Ann worked for IBM in May 1990."}, ["IBM"]),
        ({"fact_context": "Ann worked for IBM in MCM."}, None),
        ({"fact_context": f"{YEARS}\nAnn likes IBM."}, None),
        ({"fact_context": ""}, None),
        ({"fact_context": None, "context": YEARS}, None),
        ({"facts": [{"object": "SAP"}], "fact_context": YEARS}, ["SAP"]),
        ({"facts": [], "fact_context": YEARS}, []),
        ({"facts": [{"object": "SAP"}]}, ["SAP"]),
        ({}, None),
    ],
)  # fmt: skip
def test_names_of_facts_and_contexts(row, names):
    assert answer_candidates(row) == names


def test_one_response_is_scored_with_the_names_of_its_row():
    row = {"question": "Whom did Ann work for in 1985?", "answers": ["IBM", "SAP"],
           "fact_context": "Ann worked for IBM in 1985.\nAnn worked for SAP in 1985."}  # fmt: skip
    assert score_answer_text(row, "In 1985, Ann worked for IBM and SAP.")["set_accuracy"] == 100
