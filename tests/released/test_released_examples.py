"""The examples of the paper (its Tables 2, 8 and 12, its Figure 2) and of the authors' notebook as rows of ours."""

import pytest

from temporal_qa.questions.complex_tr.solver import solve_row

from .conftest import LAYLA_MORAN, MORAN, TEMP_REASON, imported

ELON_MUSK = (
    "Elon Musk worked for OpenAI from December 2015 to January 2019. \n "
    "Elon Musk worked for SpaceX from June 2002 to October 2023. \n "
    "Elon Musk worked for Neuralink from July 2016 to October 2023. \n "
    "Elon Musk worked for The Boring Company from December 2016 to October 2023. \n "
    "Elon Musk worked for Tesla Inc. from April 2004 to October 2023. \n "
    "Elon Musk lived in Boca Chica (Texas) from June 2021 to October 2023."
)

CHELSEA = (
    "Thomas Tuchel was the head coach of Chelsea F.C. from January 2021 to September 2022. \n Roman Abramovich was the "
    "owner of Chelsea F.C. from July 2003 to May 2022. \n Todd Boehly was the owner of Chelsea F.C. from May 2022 to "
    "May 2023."
)

FRANCE = (
    "Vincent Auriol was the head of state of France from January 1947 to January 1954. \n "
    "Charles de Gaulle was the head of state of France from January 1959 to April 1969. \n "
    "Georges Pompidou was the head of state of France from June 1969 to April 1974."
)

ROY_JENKINS = (
    "Roy Jenkins was a member of the Liberal Democrats from March 1988 to January 2003. \n "
    "Roy Jenkins held the position of Member of the House of Lords from November 1987 to January 2003."
)


def complex_tr(prefix, question, answers, context):
    return MORAN | {
        "id": f"{prefix}_Q1_P69_0",
        "question": question,
        "text_answers": {"text": answers},
        "fact_context": context,
    }


EXAMPLES = [
    # Table 8
    ("L2H", "Where was Layla Moran educated 6 years and 2 months after May 2002?", ["UCL Institute of Education"],
     LAYLA_MORAN, "l2_offset", "P69", "2002-05"),
    # Table 2
    ("L2M", "Who were the owners of Chelsea F.C. from March 2021 to March 2023?", ["Roman Abramovich", "Todd Boehly"],
     CHELSEA, "l2_between", "P127", "2021-03"),
    ("L3", "Who was the chair of Swedish People's Party of Finland after Lars Erik Taxell?", ["Jan-Magnus Jansson"],
     TEMP_REASON, "l3_neighbour", "P488", "1956-01"),
    ("L3M", "Which employers did Elon Musk work for when he/she was living in Boca Chica (Texas)?",
     ["SpaceX", "Tesla Inc.", "Neuralink", "The Boring Company"], ELON_MUSK, "l3_during", "P108", "2021-06"),
    ("L3H", "Which employer did Elon Musk work for 1 years and 1 months after he/she worked for OpenAI?",
     ["SpaceX", "Tesla Inc.", "Neuralink", "The Boring Company"], ELON_MUSK, "l3_offset", "P108", "2015-12"),
    # Table 8, where two questions have no question mark
    ("L2M", "Where was Layla Moran educated from May 2003 to July 2006",
     ["Imperial College London", "Brunel University"], LAYLA_MORAN, "l2_between", "P69", "2003-05"),
    ("L3", "Where was Layla Moran educated before she studied at Brunel University?", ["Imperial College London"],
     LAYLA_MORAN, "l3_neighbour", "P69", "2005-09"),
    ("L3H", "Where was Layla Moran educated 4 years and 11 months after he/she studied at Imperial College London",
     ["UCL Institute of Education"], LAYLA_MORAN, "l3_offset", "P69", "2000-09"),
    # Figure 2
    ("L3H", "Which employer did Elon Musk work for 3 years and 6 months before "
     "he/she was living in Boca Chica (Texas)?",
     ["SpaceX", "Tesla Inc.", "OpenAI", "Neuralink", "The Boring Company"], ELON_MUSK, "l3_offset", "P108", "2021-06"),
    # Table 2
    ("L3M", "Who were the owners of Chelsea F.C. when Thomas Tuchel was the headcoach?",
     ["Roman Abramovich", "Todd Boehly"], CHELSEA, "l3_during", "P127", "2021-01"),
    # Table 12
    ("L3", "Who was the head of state of France after Charles de Gaulle's term of head of state?",
     ["Georges Pompidou"], FRANCE, "l3_neighbour", "P35", "1959-01"),
    # the authors' notebook
    ("L3M", "Which positions did Roy Jenkins hold when he/she was the member of Liberal Democrats?",
     ["Member of the House of Lords"], ROY_JENKINS, "l3_during", "P39", "1988-03"),
]  # fmt: skip


@pytest.mark.parametrize(("prefix", "question", "answers", "context", "kind", "relation", "reference"), EXAMPLES)
def test_kind_relation_and_reference_time_are_read_from_the_question(
    prefix, question, answers, context, kind, relation, reference
):
    ((row,), record) = imported(complex_tr(prefix, question, answers, context))
    assert (row["kind"], row["relation"], row["reference_date"]) == (kind, relation, reference)
    assert (row["question"], row["answers"], row["fact_context"]) == (question, answers, context)  # as released
    assert record.left_out == record.remarked == []


@pytest.mark.parametrize("case", EXAMPLES)
def test_the_labels_of_the_paper_follow_from_the_facts_before_and_after_the_import(case):
    released = complex_tr(*case[:4])
    ((row,), _) = imported(released)
    assert solve_row(row).answers == solve_row(released).answers == row["answers"]


def test_a_party_is_named_as_the_questions_name_it():
    released = complex_tr("L2", "Which political party did Roy Jenkins belong to in May 1990?",
                          ["Liberal Democrats"], ROY_JENKINS)  # fmt: skip
    ((row,), record) = imported(released)
    assert record.remarked == []
    assert solve_row(row).answers == solve_row(released).answers == row["answers"] == ["Liberal Democrats"]
