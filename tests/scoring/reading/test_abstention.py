"""The words by which an answer says that there is none."""

import pytest

from temporal_qa.scoring.reading.abstention import is_no_answer
from temporal_qa.scoring.reading.response import read_answers


@pytest.mark.parametrize(
    "text",
    [
        "The answer is not in the passage.",
        "It is not possible to determine from the article which team he played for in 2005.",
        "It is impossible to say which team he played for in 2005 based on the given text.",
        "Bob Lee's team in 2005 is not mentioned in the article.",
        "The article does not specify the team. It only says he retired in 1999.",
        "The passage says nothing about 2005.",
        "The article mentions no team between May 2004 and 2005.",
        "The provided article doesn't cover 2005.",
        "There is no information in the article about Bob Lee's team between 2004 and 2005.",
        "The article provides no information on his position between January 1995 and March 1996.",
        "Bob Lee's team between 3 May 1995 and 1996 is not mentioned in the article.",
        "The passage makes no mention of 2005.",
        "The passage lacks this information.",
        "The passage does not answer the question.",
        "There's no mention of his team in 2005 in the passage.",
        "I cannot answer this question based on the passage.",
        "I can't find the answer in the article.",
        "The question cannot be answered from the article.",
        "Based on the passage, this cannot be answered.",
        "According to the article, he had no team in 2005.",
        "I cannot answer this from the given passage.",
        "Unable to determine from the passage.",
        "So there is no answer.",
        "In May 2008, there was no head coach.",
        "In May 2008, Émile Roux had no team.",
        "He did not have a team in 2005.",
        "Émile Roux did not play for any team in May 2008.",
        "None (source: fact 3; fact 4).",
        "None; the facts leave a gap; no team.",
        "Nobody. The post was vacant. No coach.",
        "He worked for nobody in 2005.",
        "Unknown; the passage only covers 1999.",
        "The article does not say. His term at Ajax ended in 1999, and he left Hull City in 2007.",
        'None: the article says: "no team"',
        "[none]",
        "<none>",
    ],
)
def test_a_claim_that_the_text_does_not_tell_is_no_answer(text):
    assert is_no_answer(text)


@pytest.mark.parametrize("form", [str.lower, str.capitalize, str.upper])
@pytest.mark.parametrize(
    "text",
    [
        "none", "nobody", "no-one", "no one", "nothing", "n/a", "null", "none/unanswerable", "empty set", "∅",
        "not stated", "the article lacks mention of 2005", "the passage is silent", "unanswerable",
        "unable to determine from the passage", "as it is impossible to tell from the text",
        "the article doesn't say", "the text gives insufficient information", "it cannot be answered from the text",
    ],
)  # fmt: skip
def test_no_answer_needs_no_marks_to_be_read_as_one_and_not_as_a_name(text, form):
    assert read_answers(form(text)).answers == []


@pytest.mark.parametrize(
    "text",
    [
        "The article does not mention 2005. He played for Ajax.",
        "The article does not say. He left Hull City in 1999, so Ajax.",
        "The article does not say when. He was at Ajax before 2005.",
        "None, as the article says: Ajax.",
        "The article does not specify the team. It only says Ajax, but later it was Hull City.",
        "The article does not specify the team. It only says he joined Ajax. So he played for Ajax in 2005.",
        "The article does not specify the team. It only says he joined Ajax, so he played for Ajax.",
        "The passage mentions nothing except Ajax.",
        "The article mentions no team but Ajax.",
        "The article mentions no other team than Ajax.",
        "The article names no team besides Ajax, which he led.",
        "There is no information in the article about him, but he led Ajax.",
        "The article provides no information on his position and Ajax is his team.",
        "Ajax's team was not Hull City.",
        "The answer is not Ajax.",
        "It is not possible to determine from the article but it was Ajax.",
        "It's not possible to tell from the article, Ajax.",
        "The answer is not in the passage, but Ajax is likely.",
        "Unknown.",
        "In May 2008, there was no coach but Ajax.",
        "Based on the passage, it is not Ajax.",
        "So no, it was Ajax.",
        "Unable to determine from the passage, but it may be Ajax.",
        "He was perhaps married to nobody in 2005.",
        "He was probably employed by no company, as he had retired.",
        "The article does not give exact dates. His term at Ajax ended in 2006.",
        "Unknown; the passage only covers his years until 1999: Ajax",
        "He was married to nobody in 1965; Ann Lee was his wife.",
        "No fact covers May 2003. Ajax should be added.",
    ],
)
def test_doubt_and_other_answers_are_not_no_answer(text):
    assert not is_no_answer(text)


def test_a_line_that_introduces_a_list_is_no_name_that_contradicts_none_below_it():
    text = (
        "Let's check the facts:\n- Ajax: 1979\u20131985\n- Hull City: 1991\u20131996\n\nTherefore, there is no answer."
    )
    assert read_answers(text) == ([], "lines", None)
